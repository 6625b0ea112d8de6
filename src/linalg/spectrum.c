/* spectrum.c - deflation of zero eigenvalues, then LAPACK.
 *
 *     Q^T A Q = [ N  B; 0  R ],   N nilpotent and upper triangular by blocks, R regular
 *     R x = s x,   (s - N) x_1 = B x */
#include "linalg/spectrum.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct Deflation {
    Arena *arena;
    int n;
    double *a; /* Q^T A Q */
    double *q; /* n x n */
} Deflation;

static double *at(double *a, int n, int i, int j)
{
    return a + i + (size_t)n * (size_t)j;
}

/* Vectors that span the null space of the block from `first` on; m x k, NULL: there is none. */
static double *null_space(const Deflation *d, int first, int *k)
{
    int m = d->n - first;
    double *block = ARENA_ARRAY(d->arena, double, (size_t)m *(size_t)m);
    for (int j = 0; j < m; j++)
        memcpy(block + (size_t)m * (size_t)j, at(d->a, d->n, first, first + j), sizeof(double) * (size_t)m);
    DenseRank rank;
    *k = 0;
    if (m == 0 || cd_dense_rank(d->arena, m, m, block, 10 * m * DBL_EPSILON, &rank) != DENSE_OK) return NULL;
    *k = m - rank.rank;
    double *z = ARENA_ARRAY(d->arena, double, (size_t)m *(size_t)*k);
    for (int c = 0; c < *k; c++) {
        z[rank.order[rank.rank + c] + (size_t)m * (size_t)c] = 1;
        for (int r = 0; r < rank.rank; r++)
            z[rank.order[r] + (size_t)m * (size_t)c] = -rank.coef[r + (size_t)c * (size_t)rank.stride];
    }
    return *k ? z : NULL;
}

/* a <- H^T a H and q <- q H on the rows and columns from `first` on, H the orthogonal matrix that turns z into its first columns. */
static void split_off(Deflation *d, int first, int k, double *z)
{
    int n = d->n, m = n - first;
    double *tau = ARENA_ARRAY(d->arena, double, k), *work = ARENA_ARRAY(d->arena, double, (size_t)64 * (size_t)n);
    LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, m, k, z, m, tau, work, 64 * n);
    LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', m, n - first, k, z, m, tau, at(d->a, n, first, first), n, work,
                        64 * n);
    LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'R', 'N', n, m, k, z, m, tau, at(d->a, n, 0, first), n, work, 64 * n);
    LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'R', 'N', n, m, k, z, m, tau, at(d->q, n, 0, first), n, work, 64 * n);
    for (int j = first; j < first + k; j++)
        for (int i = first; i < n; i++) *at(d->a, n, i, j) = 0;
}

/* The whole vector of an eigenvalue of R: (s - N) x_1 = B x from the last row up. */
static void complete(const Deflation *d, int zeros, double re, double im, double *x_re, double *x_im)
{
    double size = re * re + im * im;
    for (int i = zeros - 1; i >= 0; i--) {
        double a = 0, b = 0;
        for (int j = i + 1; j < d->n; j++) a += *at(d->a, d->n, i, j) * x_re[j], b += *at(d->a, d->n, i, j) * x_im[j];
        x_re[i] = (a * re + b * im) / size, x_im[i] = (b * re - a * im) / size;
    }
}

/* x <- unit Q x */
static void turn_back(const Deflation *d, const double *unit, const double *x, double *out)
{
    for (int i = 0; i < d->n; i++) out[i] = 0;
    for (int j = 0; j < d->n; j++)
        for (int i = 0; i < d->n; i++) out[i] += *at(d->q, d->n, i, j) * x[j];
    for (int i = 0; i < d->n; i++) out[i] *= unit[i];
}

DenseStatus cd_spectrum(Arena *arena, int n, const double *a, const double *unit, Spectrum *out)
{
    *out = (Spectrum){ .n = n };
    if (n == 0) return DENSE_OK;
    Arena scratch = { 0 };
    size_t area = (size_t)n * (size_t)n;
    Deflation d = { &scratch, n, ARENA_ARRAY(&scratch, double, area), ARENA_ARRAY(&scratch, double, area) };
    for (size_t k = 0; k < area; k++)
        if (!isfinite(a[k])) return cd_arena_close(&scratch), DENSE_NOT_FINITE;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) *at(d.a, n, i, j) = a[i + (size_t)n * (size_t)j] * unit[j] / unit[i];
    for (int i = 0; i < n; i++) *at(d.q, n, i, i) = 1;

    int k = 0;
    for (double *z; (z = null_space(&d, out->zeros, &k)); out->zeros += k) {
        split_off(&d, out->zeros, k, z);
        if (out->zeros == 0) out->flat = k;
    }
    out->others = n - out->zeros;
    double *regular = ARENA_ARRAY(&scratch, double, (size_t)out->others *(size_t)out->others);
    for (int j = 0; j < out->others; j++)
        memcpy(regular + (size_t)out->others * (size_t)j, at(d.a, n, out->zeros, out->zeros + j),
               sizeof(double) * (size_t)out->others);
    Eigen eigen = { 0 };
    DenseStatus status = out->others ? cd_dense_eigen(&scratch, out->others, regular, true, &eigen) : DENSE_OK;

    double *x = ARENA_ARRAY(&scratch, double, n), *y = ARENA_ARRAY(&scratch, double, n);
    out->zero_vectors = ARENA_ARRAY(arena, double, (size_t)n *(size_t)out->flat);
    out->re = ARENA_ARRAY(arena, double, out->others), out->im = ARENA_ARRAY(arena, double, out->others);
    out->x_re = ARENA_ARRAY(arena, double, (size_t)n *(size_t)out->others);
    out->x_im = ARENA_ARRAY(arena, double, (size_t)n *(size_t)out->others);
    for (int c = 0; c < out->flat; c++) {
        memset(x, 0, sizeof(double) * (size_t)n);
        x[c] = 1;
        turn_back(&d, unit, x, at(out->zero_vectors, n, 0, c));
    }
    for (int c = 0; c < out->others && status == DENSE_OK; c++) {
        out->re[c] = eigen.re[c], out->im[c] = eigen.im[c];
        cd_eigen_vector(&eigen, c, x + out->zeros, y + out->zeros);
        complete(&d, out->zeros, out->re[c], out->im[c], x, y);
        turn_back(&d, unit, x, at(out->x_re, n, 0, c));
        turn_back(&d, unit, y, at(out->x_im, n, 0, c));
    }
    cd_arena_close(&scratch);
    return status;
}
