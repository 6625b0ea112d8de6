/* spd.h - sparse Cholesky factors of large symmetric positive definite matrices, such as stiffness matrices of finite
 * elements. */
#pragma once
#include "linalg/sparse.h"

/* A symmetric matrix by its lower triangle. */
typedef struct Symmetric {
    Pattern lower;
    double *x; /* lower.nz */
} Symmetric;

/* Of n triples, each in either triangle; equal ones add up. */
Symmetric cd_symmetric_new(Arena *arena, int size, int n, const int *row, const int *col, const double *value);
/* y = A v. */
void cd_symmetric_apply(const Symmetric *a, const double *v, double *y);

typedef struct Spd Spd;

/* P A P^T = L L^T. NULL if A is not positive definite; *failed: the row whose pivot was not positive. */
Spd *cd_spd_factor(const Symmetric *a, int *failed);
void cd_spd_close(Spd *f);

/* A x = b for count right-hand sides, in place. */
void cd_spd_solve(Spd *f, int count, double *b);
/* b <- L^-1 P b, and b <- P^T L^-T b. */
void cd_spd_forward(Spd *f, double *b);
void cd_spd_backward(Spd *f, double *b);
