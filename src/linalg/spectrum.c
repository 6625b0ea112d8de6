/* spectrum.c - deflation of zero eigenvalues, then LAPACK. A is balanced: A <- D^-1 A D.
 *
 *     Q^T A Q = [ N  B; 0  R ],   N nilpotent and upper triangular by blocks, R regular
 *     R x = s x,   (s - N) x_1 = B x */
#include "linalg/spectrum.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { SPECTRUM_ROUNDING = 10 }; /* errors of this many eps per row or column are taken for rounding */

typedef struct Deflation {
    Arena *arena;
    int n;
    double *a; /* Q^T A Q */
    double *q; /* n x n */
    double *e; /* rounding errors of a are this, times eps: |Q|^T |A| |Q| */
} Deflation;

static double *at(double *a, int n, int i, int j)
{
    return a + i + (size_t)n * (size_t)j;
}

/* The largest of each row, or column, where those of the other kind have been divided by `by` (NULL: by nothing). */
static void largest_of(int m, const double *a, bool of_rows, const double *by, double *out)
{
    for (int k = 0; k < m; k++) out[k] = 0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) {
            int k = of_rows ? i : j, other = of_rows ? j : i;
            double x = fabs(a[i + (size_t)m * (size_t)j]);
            if (x > 0) out[k] = fmax(out[k], by ? x / by[other] : x);
        }
}

/* Rows that are rounding errors beside the largest entries of all columns they meet become zero, and columns
 * likewise. */
static void drop_noise(Arena *arena, int m, double *a, double rounding)
{
    double *of_row = ARENA_ARRAY(arena, double, m), *in_row = ARENA_ARRAY(arena, double, m);
    double *of_column = ARENA_ARRAY(arena, double, m), *in_column = ARENA_ARRAY(arena, double, m);
    largest_of(m, a, true, NULL, of_row);
    largest_of(m, a, false, NULL, of_column);
    largest_of(m, a, true, of_column, in_row);
    largest_of(m, a, false, of_row, in_column);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++)
            if (in_row[i] < rounding || in_column[j] < rounding) *at(a, m, i, j) = 0;
}

/* a <- a with rows and columns of size 1, by turns; column: what each column was multiplied by. */
static void equilibrate(Arena *arena, int m, double *a, double *column)
{
    enum { TURNS = 4 };
    double *of_row = ARENA_ARRAY(arena, double, m), *of_column = ARENA_ARRAY(arena, double, m);
    for (int j = 0; j < m; j++) column[j] = 1;
    for (int turn = 0; turn < TURNS; turn++) {
        largest_of(m, a, true, NULL, of_row);
        largest_of(m, a, false, NULL, of_column);
        for (int k = 0; k < m; k++) {
            of_row[k] = of_row[k] > 0 ? 1 / sqrt(of_row[k]) : 1,
            of_column[k] = of_column[k] > 0 ? 1 / sqrt(of_column[k]) : 1;
            column[k] *= of_column[k];
        }
        for (int j = 0; j < m; j++)
            for (int i = 0; i < m; i++) *at(a, m, i, j) *= of_row[i] * of_column[j];
    }
}

/* Vectors that span the null space of the block from `first` on; m x k, NULL: there is none. Rows of any size say the
 * same, so the rank is that of the block with rows and columns of one size. */
static double *null_space(const Deflation *d, int first, int *k)
{
    int m = d->n - first;
    double *block = ARENA_ARRAY(d->arena, double, (size_t)m *(size_t)m), *size = ARENA_ARRAY(d->arena, double, m);
    double rounding = SPECTRUM_ROUNDING * m * DBL_EPSILON;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) {
            double x = *at(d->a, d->n, first + i, first + j);
            *at(block, m, i, j) = fabs(x) > rounding * *at(d->e, d->n, first + i, first + j) ? x : 0;
        }
    drop_noise(d->arena, m, block, rounding);
    equilibrate(d->arena, m, block, size);
    DenseRank rank;
    *k = 0;
    if (m == 0 || cd_dense_rank(d->arena, m, m, block, rounding, &rank) != DENSE_OK) return NULL;
    *k = m - rank.rank;
    double *z = ARENA_ARRAY(d->arena, double, (size_t)m *(size_t)*k);
    for (int c = 0; c < *k; c++) {
        int own = rank.order[rank.rank + c];
        z[own + (size_t)m * (size_t)c] = size[own];
        for (int r = 0; r < rank.rank; r++) {
            int on = rank.order[r];
            z[on + (size_t)m * (size_t)c] = -rank.coef[r + (size_t)c * (size_t)rank.stride] * size[on];
        }
    }
    return *k ? z : NULL;
}

/* a <- H^T a H and q <- q H on the rows and columns from `first` on, H the orthogonal matrix that turns z into its
 * first columns. */
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

    double *h = ARENA_ARRAY(d->arena, double, (size_t)m *(size_t)m),
           *half = ARENA_ARRAY(d->arena, double, (size_t)m *(size_t)m);
    memcpy(h, z, sizeof(double) * (size_t)m * (size_t)k);
    LAPACKE_dorgqr_work(LAPACK_COL_MAJOR, m, m, k, h, m, tau, work, 64 * n);
    for (size_t i = 0; i < (size_t)m * (size_t)m; i++) h[i] = fabs(h[i]);
    /* e <- h^T e h: what is added to a column here is skipped there, where bodies have nothing to do with the motion */
    for (int j = 0; j < m; j++)
        for (int l = 0; l < m; l++)
            if (*at(h, m, l, j) != 0)
                for (int i = 0; i < m; i++) *at(half, m, i, j) += *at(d->e, n, first + i, first + l) * *at(h, m, l, j);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int l = 0; l < m; l++) sum += *at(h, m, l, i) * *at(half, m, l, j);
            *at(d->e, n, first + i, first + j) = sum;
        }
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

DenseStatus cd_spectrum(Arena *arena, int n, const double *a, const double *size, Spectrum *out)
{
    *out = (Spectrum){ .n = n };
    if (n == 0) return DENSE_OK;
    Arena scratch = { 0 };
    size_t area = (size_t)n * (size_t)n;
    Deflation d = { &scratch, n, ARENA_ARRAY(&scratch, double, area), ARENA_ARRAY(&scratch, double, area),
                    ARENA_ARRAY(&scratch, double, area) };
    for (size_t k = 0; k < area; k++)
        if (!isfinite(a[k])) return cd_arena_close(&scratch), DENSE_NOT_FINITE;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) *at(d.a, n, i, j) = a[i + (size_t)n * (size_t)j] * size[j] / size[i];
    double *unit = ARENA_ARRAY(&scratch, double, n);
    int low, high;
    LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'S', n, d.a, n, &low, &high, unit);
    for (int k = 0; k < n; k++) unit[k] *= size[k];
    for (size_t k = 0; k < area; k++) d.e[k] = fabs(d.a[k]);
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
    out->error = ARENA_ARRAY(arena, double, out->others);
    out->x_re = ARENA_ARRAY(arena, double, (size_t)n *(size_t)out->others);
    out->x_im = ARENA_ARRAY(arena, double, (size_t)n *(size_t)out->others);
    for (int c = 0; c < out->flat; c++) {
        memset(x, 0, sizeof(double) * (size_t)n);
        x[c] = 1;
        turn_back(&d, unit, x, at(out->zero_vectors, n, 0, c));
    }
    for (int c = 0; c < out->others && status == DENSE_OK; c++) {
        out->re[c] = eigen.re[c], out->im[c] = eigen.im[c], out->error[c] = eigen.error[c];
        cd_eigen_vector(&eigen, c, x + out->zeros, y + out->zeros);
        complete(&d, out->zeros, out->re[c], out->im[c], x, y);
        turn_back(&d, unit, x, at(out->x_re, n, 0, c));
        turn_back(&d, unit, y, at(out->x_im, n, 0, c));
    }
    cd_arena_close(&scratch);
    return status;
}
