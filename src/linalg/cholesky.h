/* cholesky.h - S = L D L^T of symmetric positive definite matrices with one pattern, by a list of operations.
 *
 * Unknowns are numbered by minimum degree. Parts of S that nothing connects stand one behind the other and are factored
 * and solved each on its own: whoever knows that a right-hand side is zero on a part need not touch it. */
#pragma once
#include "linalg/sparse.h"

typedef struct Cholesky {
    Arena arena;
    int n, parts;
    int *first;      /* parts+1: the columns of a part, as they are eliminated */
    int *unknown;    /* n: of column k, in the numbering of the caller ... */
    int *place;      /* n: ... and back */
    int *lp, *li;    /* n+1: where column k is in w, its diagonal first; per place in w: its row */
    long operations; /* of factoring all parts */
    int *target;     /* for each column, entry a under its diagonal, entry b from a on: the place that changes ... */
    int *target_of;  /* parts: ... and where those of a part begin */
    double *w;       /* values; after factoring 1/D on the diagonal, L under it */
    double *size;    /* n: diagonals before */
    double kept;     /* in the part factored last: the least share of its diagonal that a pivot has kept, ... */
    int weakest;     /* ... and its column */
} Cholesky;

/* pattern: the entries on both sides of the diagonal, or on one, the diagonal with them or not. */
Cholesky *cd_cholesky_open(const Pattern *pattern);
void cd_cholesky_close(Cholesky *c);

/* The place in w of an entry of the pattern, by unknowns in any order. */
int cd_cholesky_slot(const Cholesky *c, int i, int j);

/* Sets the values of a part to zero; factors it, false if a pivot falls under this share of its diagonal, or is not
 * finite. */
void cd_cholesky_clear(Cholesky *c, int part);
bool cd_cholesky_factor(Cholesky *c, int part, double least);

/* S y_new = y for one part, in place; y by columns, of the whole matrix. */
void cd_cholesky_solve(const Cholesky *c, int part, double *y);
