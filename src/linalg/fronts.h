/* fronts.h - sparse LU by dense frontal matrices, for factors that fill much: elimination of many columns at once, by
 * the kernels of dense algebra. Pivots are chosen each time. Behind it stands UMFPACK, in the order of elimination
 * that it is given. */
#pragma once
#include <stdbool.h>

typedef struct Fronts Fronts;

/* Analyses the n-by-n pattern p (n+1), i (nz), rows of a column ascending; both must stay, and so must the order (n).
 * NULL: it cannot be analysed. */
Fronts *cd_fronts_open(int n, const int *p, const int *i, const int *order);
void cd_fronts_close(Fronts *f);

/* Factors the values x (nz), which must stay until the last solution with them; false if a pivot is zero. It
 * allocates. */
bool cd_fronts_factor(Fronts *f, const double *x);

/* A b_new = b and A^T b_new = b, in place. */
void cd_fronts_solve(Fronts *f, double *b);
void cd_fronts_solve_transposed(Fronts *f, double *b);

/* Entries of L and U, diagonals included in both. */
void cd_fronts_fill(const Fronts *f, int *lower, int *upper);
