/* spectrum.h - eigenvalues and vectors of a general matrix, those that are zero told apart from those that are small.
 *
 * A free mechanism has zero as a double eigenvalue with half as many vectors, and rounding splits such a pair by the
 * root of the rounding error. So the null space of A is split off by an orthogonal similarity, then that of what is
 * left, until that is regular. */
#pragma once
#include "linalg/dense.h"

typedef struct Spectrum {
    int n, zeros;         /* zeros: how many eigenvalues are zero */
    int flat;             /* how many vectors belong to them: A x = 0 */
    int others;           /* n - zeros */
    double *zero_vectors; /* n x flat, real */
    double *re, *im;      /* others: a complex pair stands together, im > 0 first */
    double *error;        /* others: what rounding may have done to each */
    double *x_re, *x_im;  /* n x others: their vectors */
} Spectrum;

/* size (n): of a usual value of each entry of x. */
DenseStatus cd_spectrum(Arena *arena, int n, const double *a, const double *size, Spectrum *out);
