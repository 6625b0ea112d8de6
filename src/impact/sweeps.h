/* sweeps.h - many contacts at once, by sweeps over them (projected Gauss-Seidel, theory 22.17). A contact sees the
 * velocities of a few bodies, and its impulses change those of a few: products with a matrix of all contacts are never
 * made.
 *
 *     U = G v,   v = v_free + X P,   0 <= Un + bias,  Pn >= 0, one of them zero
 *     |Pt| <= mu Pn against the slip Ut + bias */
#pragma once
#include "base/arena.h"
#include "impact/impact.h"

enum { BLOCK_ROWS = 3 }; /* the normal, and two tangents */

/* Numbers of a row, those that are not zero. */
typedef struct SparseRows {
    int n, *at;
    double *x; /* n * BLOCK_ROWS: all rows of a column side by side, zero where there are fewer */
} SparseRows;

typedef struct ContactBlock {
    int rows;      /* 1 without friction, 2 with friction along one line, 3 in a plane */
    SparseRows g;  /* velocities that it sees ... */
    SparseRows by; /* ... and what unit impulses change, beyond velocities as well */
    double w[BLOCK_ROWS][BLOCK_ROWS];
    double bias[BLOCK_ROWS], mu; /* bias: added to U */
    double p[BLOCK_ROWS];        /* impulses; in: a guess */
} ContactBlock;

/* w of a block, from its rows and responses. velocities: how many of all numbers are. scratch: room for them, zero. */
void cd_block_own(ContactBlock *c, int velocities, double *scratch);

/* Impulses of all contacts: v, which are velocities with no impulse, becomes that with them. Few contacts are solved
 * to round-off; many by sweeps, until none changes a velocity of contact by more than `small`, or `most` of them are
 * done. Sweeps made; 0: by Newton's method on the cone. */
int cd_blocks_solve(Arena *scratch, int n, ContactBlock *c, double *v, double small, int most);

/* The same for displacements along normals alone: gaps g (n) opened where they are negative. lift (n): in: zero. */
void cd_blocks_open(int n, const ContactBlock *c, const double *gap, double *lift, double *d, double small, int most);
