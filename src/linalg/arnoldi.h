/* arnoldi.h - the largest eigenvalues of a map that is known by its products only, by a block Krylov space.
 *
 * Several starting vectors find eigenvalues that are repeated up to as many times. */
#pragma once
#include "linalg/dense.h"

typedef void LinearMap(void *user, const double *x, double *y); /* y = map x, n numbers each */

typedef struct Ritz {
    int n;               /* how many have converged, the largest first; of a complex pair the one with im > 0 */
    double *re, *im;     /* n */
    double *x_re, *x_im; /* size of the map x n: vectors of length 1 */
} Ritz;

/* steps: products to spend; wanted: at most so many. A value has converged when its residual is under 1e-9 of its
 * size. */
DenseStatus cd_arnoldi(Arena *arena, int size, int steps, int wanted, LinearMap *map, void *user, Ritz *out);
