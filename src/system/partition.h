/* partition.h - independent coordinates (theory 14.1 to 14.3): which of the nv coordinates the others follow from,
 * chosen by pivots; the others from them, positions and velocities alike.
 *
 * The dependent ones come from [ W G^T; G 0 ] (d, mu) = (0, -phi) with weights W so large on the independent ones that
 * these do not move: G_u d_u = -phi. It has the pattern of the system's matrix, and factors of its own that are kept
 * from step to step.
 *
 * Rotations are counted as vectors D from a base, A = A_0 exp(skew(D)) (13.1): of a body that turns about several axes
 * some numbers of D may be independent, and these are what has to stay, whatever the others do. */
#pragma once
#include "system/project.h"

typedef struct Partition {
    System *s;
    bool *independent;   /* nv */
    int free;            /* how many */
    double rotations;    /* how much rather they are independent than displacements of the same size */
    bool *first_of_turn; /* nv: the first of three numbers of a rotation */
    Lu *lu;
    double *x; /* values of its matrix */
    Projection recover;
    const State *base; /* positions are counted from it, */
    double *D;         /* nv: ... by these */
    double *probe;     /* nv + rows: see (14.3) */
    double first;      /* size of the answer to it when the choice was made; 0: not known yet */
    int chosen;        /* how often */
} Partition;

void cd_partition_open(Arena *arena, Partition *p, System *s);
void cd_partition_close(Partition *p);

/* Chooses again at the present state. False if the rows in use are dependent there. */
bool cd_partition_choose(Partition *p);
/* Whether the dependent coordinates move much more for a move of the others than when they were chosen; at an accepted
 * state, whose motions of bodies are known. */
bool cd_partition_has_gone_bad(Partition *p);

/* The dependent positions, then velocities, of the present state from the independent ones; D: its positions, counted
 * from the base, which are changed with it. False if they could not be found. */
bool cd_partition_recover(Partition *p, const State *base, double *D, double positions, double velocities);
