/* modal.h - a flexible body as its statement and its file of matrices give it, in the units of the dataset (theory
 * 19.1, 19.2).
 *
 * Displacement and small rotation of a node are Phi q and Psi q, q the modal coordinates, which have no unit.
 * Invariants are those of the file format, numbered from 1; only those in use are here. */
#pragma once
#include "linalg/mat3.h"
#include "model/field.h"

enum { INVARIANTS = 9, KG_TURNING = 6, KG_PUSHING = 6, FLEX_MOST_MODES = 192 };

/* What a unit force (direction 0 to 2) or torque (3 to 5) on a node adds to the stiffness, in the axes of the frame
 * (19.25). */
typedef struct Bending {
    int node, direction;
    const double *K; /* modes x modes */
} Bending;

typedef struct ModalBody {
    int modes, nodes;
    const int *number; /* modes: as the file numbers them */
    const double *hz;  /* modes: frequencies */
    const int *node;   /* nodes: their ids */
    const Vec3 *place; /* nodes */
    const Vec3 *phi;   /* modes per node: displacement */
    const Vec3 *psi;   /* modes per node: rotation; NULL: nodes do not turn */
    const double *K;   /* modes x modes */
    double I1;
    Vec3 I2;
    const Vec3 *I3, *I4; /* modes */
    const Vec3 *I5;      /* modes x modes; NULL: not in use */
    const double *I6;    /* modes x modes */
    Mat3 I7;
    const Mat3 *I8;                    /* modes; NULL: not in use */
    const Mat3 *I9;                    /* modes x modes; NULL: not in use */
    const double *turning[KG_TURNING]; /* modes x modes: stiffness by w_x^2, w_y^2, w_z^2, w_x w_y, w_y w_z, w_z w_x */
    /* modes x modes: stiffness by accelerations along x, y, z less gravity, and by angular ones */
    const double *pushing[KG_PUSHING];
    int bendings;
    const Bending *bending; /* bendings: stiffness by loads on nodes */
    int cases;
    const double *load; /* (6 + modes) x cases: load cases for MFORCE */
    int stresses;
    const double *stress; /* stresses x modes */
    /* stresses x 2: which point, and component: 0 a number, 1 to 6 xx yy zz xy yz zx; NULL: each by itself */
    const int *point;
    const Vec3 *spot; /* stresses: where; NULL: not known */
    int edges;
    const int *edge; /* edges x 2: positions of nodes that a line joins in pictures */
} ModalBody;

typedef struct FlexBody {
    Text mnf_file, mtx_file, db_file, bdf_file;
    IntList matrices, modes, mode_exact;
    double qg[3], reuler[3], zg[3], xg[3];
    Expr cratio;
    Text routine, interface;
    RealList dmode, vmode;
    TextList invariants;
    double vx, vy, vz, wx, wy, wz;
    int vm, wm;
    unsigned exact;
    double dynamic_limit, stability_factor, char_len;
    bool rigid;
    int index;
    const ModalBody *modal; /* NULL: there is none to be read */
} FlexBody;

/* The stiffness that a unit load on a node, by its position, adds; NULL: none. */
static inline const double *cd_modal_bending(const ModalBody *b, int node, int direction)
{
    for (int k = 0; k < b->bendings; k++)
        if (b->bending[k].node == node && b->bending[k].direction == direction) return b->bending[k].K;
    return NULL;
}

/* Position of a node by its id; -1: there is none. */
static inline int cd_modal_node(const ModalBody *b, int id)
{
    for (int k = 0; k < b->nodes; k++)
        if (b->node[k] == id) return k;
    return -1;
}
