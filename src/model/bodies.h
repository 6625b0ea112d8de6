/* bodies.h - parameters of the bodies and of the markers on them, which most of the program looks at. */
#pragma once
#include "model/field.h"

/* Coordinates that assembly must not change: bits of Part.exact and PointMass.exact. */
enum { EXACT_X = 1, EXACT_Y = 2, EXACT_Z = 4, EXACT_PSI = 8, EXACT_THETA = 16, EXACT_PHI = 32 };

typedef struct Part {
    bool ground, planar;
    double mass;
    int cm, im;  /* markers on this part; im -1: the same as cm */
    RealList ip; /* xx yy zz [xy xz yz] about im; products are + integrals */
    Text material;
    double qg[3], reuler[3], zg[3], xg[3]; /* pose of the part frame in ground */
    double vx, vy, vz, wx, wy, wz;         /* a component that was given is held by the velocity assembly */
    int vm, wm;                            /* markers whose axes they are along; -1: ground axes, cm axes */
    unsigned exact;
    bool list;
} Part;

typedef struct PointMass {
    double mass;
    int cm;
    double qg[3], reuler[3], zg[3], xg[3];
    double vx, vy, vz;
    int vm;
    unsigned exact; /* EXACT_X, EXACT_Y, EXACT_Z */
} PointMass;

typedef struct Marker {
    int part, point_mass, flex_body, fe_part; /* owner: exactly one is not -1 */
    IntList node_id;                          /* nodes of the flexible body */
    int node_label;                           /* node of the FE part */
    double qp[3], reuler[3], zp[3], xp[3];    /* pose in the owner's frame, or relative to rm */
    bool usexp;                               /* XP gives the x axis exactly, ZP a point of the x-z plane */
    int rm;
    bool floating; /* placed by the element that names it as IFLOAT or JFLOAT */
    bool placed;   /* has a place: its own, or there is such an element */
    int curve;     /* rides on this curve */
    bool list;
} Marker;

/* A node of an FE part as it is simulated: a rigid body with half of each beam that it joins. */
typedef struct FeSite {
    int label;
    double r[3], axes[9];    /* place; x along the centre line, y and z of the section, column by column; ground axes */
    double mass, inertia[6]; /* xx yy zz yz xz xy about its own axes; products are + integrals */
    const char *name;        /* FE_PART_2_NODE_7 */
} FeSite;

/* A beam between two nodes, as the strain of its middle sees it. */
typedef struct FeBeam {
    double length;
    double stiffness[3]; /* E A, G A of y and z with the flexibility of bending within the beam */
    double bending[4];   /* G J, E IYY, E IZZ, -E IYZ */
} FeBeam;

/* TYPE of an FE part. A 2DBEAM is one parallel to x and y. */
typedef enum BeamType { BEAM_3D, BEAM_2D, BEAM_XY, BEAM_YZ, BEAM_ZX, BEAM_CABLE } BeamType;

typedef struct FePart {
    int type;
    IntList node_labels;
    RealList coordinates, section;
    int material;
    double cratiok, cratiom;
    /* found when the model is finished */
    int nodes;
    FeSite *node; /* nodes, along the centre line */
    FeBeam *beam; /* nodes - 1 */
} FePart;

typedef struct FeNode {
    int fe_part, label, section_node;
    double s, angle;
    double qg[3], reuler[3], zg[3], xg[3];
} FeNode;
