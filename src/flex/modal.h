/* modal.h - a flexible body by modes, as an ADAMSMAT2 file holds it (theory 20). */
#pragma once
#include "flex/fem.h"

/* Fields of inertia whose stresses stiffen a body: products of angular velocities, accelerations, angular
 * accelerations. */
enum { FEM_FIELDS = 12 };

/* A unit force (direction 1 to 3) or torque (4 to 6) on a node of the interface, and the geometric stiffness by it. */
typedef struct Bending {
    int node, direction; /* node: its id */
    double *K;           /* n x n */
} Bending;

/* What a row of stress is: a point, from 1, and its component, 1 to 6 of xx yy zz xy yz zx, 0 a number by itself. */
typedef struct StressSpot {
    int point, component;
    Vec3 at;
} StressSpot;

typedef struct ModalBody {
    int n;          /* modes */
    int *number;    /* n: how the file calls them */
    double *hertz;  /* n: cycles per unit of time */
    double *K, *I6; /* n x n, symmetric */
    int nodes;
    int *id;           /* nodes */
    Vec3 *s;           /* nodes: positions */
    double *phi, *psi; /* 3 x nodes*n: displacement and rotation, node by node and within a node mode by mode */
    double I1;
    Vec3 I2, *I3, *I4; /* I3, I4: n */
    Vec3 *I5;          /* n*n: row j, column k is I5_j[:, k]; NULL: left out */
    Mat3 I7, *I8;      /* I8: n */
    Mat3 *I9;          /* n*n: I9_jk at j n + k; NULL: left out */
    int stresses;
    double *stress;   /* stresses x n by rows */
    StressSpot *spot; /* stresses: where */
    int edges;
    int *edge;                      /* edges x 2: ids of nodes */
    double *stiffening[FEM_FIELDS]; /* n x n: geometric stiffness by a unit of each field; NULL: none */
    int bendings;
    Bending *bending; /* bendings */
} ModalBody;

/* What the invariants are made of: mode shapes on all equations of a finite element model (n columns), with its mass
 * matrix. second: I5 and I9 too. */
void cd_modal_invariants(Arena *arena, const Fem *fem, const double *shape, bool second, ModalBody *body);

/* Nodes of the file with their part of the shapes. all: also those that are hidden. */
void cd_modal_nodes(Arena *arena, const Fem *fem, const double *shape, bool all, ModalBody *body);

/* Geometric stiffness of a frame of beams, by its inertia and by loads on its interface, the clamped or the first node
 * of that held. False, with a message, if the elements are not known. */
bool cd_modal_stiffening(Arena *arena, const Fem *fem, const double *shape, ModalBody *body);

/* Lines between nodes of the file. all: those of hidden nodes too. */
void cd_modal_edges(Arena *arena, const Fem *fem, ModalBody *body);

/* Writes the file; false if that cannot be. */
bool cd_modal_write(const Fem *fem, const ModalBody *body, FILE *out);
