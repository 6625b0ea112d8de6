/* fem.h - a finite element model as Cardan sees it: nodes with up to six equations each, stiffness and mass, and what
 * is to be kept of it. */
#pragma once
#include "base/map.h"
#include "flex/lines.h"
#include "linalg/mat3.h"

typedef struct FemNode {
    int id;
    Text name; /* n 0: none but the id */
    Vec3 r;
    int eq[6];      /* equations of x, y, z and of rotations about them; -1: none */
    bool placed;    /* its coordinates are known */
    bool hidden;    /* not written unless asked for */
    bool interface; /* a joint or force may act here: all its degrees of freedom stay */
    bool clamped;   /* the frame of the body goes with it: no mode moves it */
} FemNode;

typedef struct FemEntry {
    int i, j;
    double v;
} FemEntry;

/* Entries of a symmetric matrix in either triangle, each pair once; equal ones add up. */
typedef struct FemMatrix {
    ARRAY_OF(FemEntry) entry;
} FemMatrix;

typedef struct FemSet {
    Text name;
    ARRAY_OF(int) id; /* of nodes */
} FemSet;

/* A stress: the sum of c[k] times the displacement of equation eq[k]. */
typedef struct FemStress {
    Text label;
    int eq[12];
    double c[12];
    Vec3 at;              /* the node */
    int point, component; /* as STRPNT has them */
} FemStress;

/* A beam: what its axial force and the stiffness that makes against bending need (20.33), (20.34). */
typedef struct FemBeam {
    int eq[12];
    Mat3 A; /* x along it */
    double length, ea;
} FemBeam;

/* Nodes that a line joins in pictures. whole: a tube, of which the pieces are there as well. */
typedef struct FemEdge {
    int a, b; /* ids */
    bool whole;
} FemEdge;

/* Displacement eq is the sum of c[k] times that of equation on[k]: a spider takes it along. */
typedef struct FemTie {
    int eq, n;
    int *on;
    double *c;
} FemTie;

typedef struct Fem {
    Arena arena;
    CdLog *log;
    Text title;
    char mass_unit[16], length_unit[16], time_unit[16], force_unit[16];
    double ucf; /* mass in the units above per mass that goes with force, length and time, which K and M are in */
    ARRAY_OF(FemNode) node;
    Map by_id;     /* (id, 0, 0) -> node */
    int equations; /* how many there are */
    FemMatrix K, M;
    ARRAY_OF(FemSet) set;
    ARRAY_OF(FemStress) stress;
    ARRAY_OF(FemBeam) beam; /* of a frame; none: the elements are not known */
    ARRAY_OF(FemEdge) edge;
    ARRAY_OF(FemTie) tie;
    ARRAY_OF(Text) wish;                           /* interface nodes that the file asks for, by name */
    int given;                                     /* modes that the file holds, in place of a reduction */
    const double *given_shape, *given_K, *given_M; /* given x equations column by column, given x given */
    int modes; /* fixed-interface modes that the file asks for; -1: it does not say */
} Fem;

void cd_fem_open(Fem *fem, CdLog *log);
void cd_fem_close(Fem *fem);

/* A node by its id, new if there is none yet. The pointer holds until the next one is added. */
FemNode *cd_fem_node(Fem *fem, int id);
int cd_fem_find(const Fem *fem, int id); /* its place, -1: none */
int cd_fem_named(const Fem *fem, Text name);

/* The equation of degree of freedom 0..5 of a node, numbered when it is first asked for. */
int cd_fem_equation(Fem *fem, int id, int freedom);

void cd_fem_add(Fem *fem, FemMatrix *to, int i, int j, double v);

/* A matrix that was given with both of its triangles is left with one; false: with both, but not the same. */
bool cd_fem_fold(Fem *fem, FemMatrix *m);

/* Units by the words of the language; false, with a message, for others. */
bool cd_fem_units(Fem *fem, const char *mass, const char *length, const char *time, const char *force);

/* A format: how its files begin and are read. in: the file that was named, at its beginning. */
typedef struct FemInput {
    const char *path;  /* stiffness, or all there is */
    const char *mass;  /* NULL: found from path */
    const char *nodes; /* NULL: found from path, where the format has a rule */
    const char *freedoms;
} FemInput;

typedef struct FemFormat {
    const char *name, *summary;
    bool (*recognise)(Text text, const char *path);
    bool (*read)(Fem *fem, Lines *in, const FemInput *input);
} FemFormat;

extern const FemFormat cd_fem_format[];
extern const int cd_fem_formats;

/* Reads a model of any format; false, with messages, if something is wrong. */
bool cd_fem_read(Fem *fem, const FemInput *input);

/* Coordinates and sets from a table "id x y z", an input deck of CalculiX or Abaqus, or GRID cards. */
bool cd_fem_read_nodes(Fem *fem, Lines *in);
/* The path with another ending; exists: NULL unless there is such a file. */
const char *cd_fem_beside(Fem *fem, const char *path, const char *ending, bool exists);
