/* body.h - a solid by its boundary: faces on surfaces, bounded by loops of fins; a fin is one side of an edge, an
 * edge a piece of a curve between two vertices. Lengths are metres. A fin runs with its face on the left, seen
 * against the normal that leads out of the material. */
#pragma once
#include "geometry/xt_geometry.h"

typedef struct BodyVertex {
    Vec3 r;
    int node;
} BodyVertex;

typedef struct BodyEdge {
    EdgePiece piece; /* from start to end */
    int start, end;  /* vertices; -1: a ring without any */
    int node;
} BodyEdge;

typedef struct BodyFin {
    int edge;
    bool along;    /* it runs as the edge does */
    EdgePiece own; /* on its own surface, where the edge is tolerant; curve NULL: the edge has it */
} BodyFin;

typedef struct BodyLoop {
    int first, n; /* fins */
} BodyLoop;

/* How the inside of a face lies in the parameters of its surface. */
typedef enum FaceForm {
    FACE_PLAIN,    /* loops close in (u, v) */
    FACE_AROUND_U, /* loops wind round in u: a ring between two of them, or a cap with a pole in it */
    FACE_AROUND_V, /* the same in v */
    FACE_WHOLE     /* no loops: the whole closed surface */
} FaceForm;

typedef struct BodyFace {
    Surface
        surface;   /* a sphere has its axis turned so that the pole v = -pi/2 is off the face, and far from its edges */
    bool reversed; /* the outward normal is against the natural one */
    int first, n;  /* loops */
    FaceForm form;
    bool pole;           /* the parameter across has a singular end */
    double pole_at;      /* where it is */
    bool pole_inside;    /* on the face */
    const char *problem; /* why it cannot be used; NULL: it can */
    int problem_node;
    int node;
} BodyFace;

typedef struct Body {
    ARRAY_OF(BodyVertex) vertex;
    ARRAY_OF(BodyEdge) edge;
    ARRAY_OF(BodyFin) fin;
    ARRAY_OF(BodyLoop) loop;
    ARRAY_OF(BodyFace) face;
    int node;
    bool sheet;     /* it has no inside */
    Vec3 low, high; /* box about its edges and extreme points of its faces */
    int problems;   /* faces that cannot be used */
} Body;

/* The boundary of a BODY node. NULL, with a message, if its topology makes no sense; a face whose geometry is not
 * known has a problem. */
Body *cd_body_new(Arena *arena, XtGeometry *g, int node, const char *name, CdLog *log);

/* The curve that bounds a face, in the direction of the fin. */
EdgePiece cd_fin_piece(const Body *b, const BodyFin *fin);

/* How each face lies in the parameters of its surface, and the box; part of cd_body_new. */
void cd_body_lay_out(Body *b);
void cd_body_box(Body *b);
