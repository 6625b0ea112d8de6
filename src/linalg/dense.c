/* dense.c - calls of LAPACK by the routines that take their workspace, so that none allocates. */
#include "linalg/dense.h"

#include <assert.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(lapack_int) == sizeof(int), "LAPACK is built with 32-bit integers");

/* alpha and beta under this many times n eps norm(A), n eps norm(B) are rounding. */
static const double EIGEN_ROUNDING = 10;

static size_t area(int m, int n)
{
    return (size_t)m * (size_t)n;
}

static bool all_finite(size_t n, const double *a)
{
    for (size_t k = 0; k < n; k++)
        if (!isfinite(a[k])) return false;
    return true;
}

static double *copy(Arena *arena, size_t n, const double *a)
{
    double *b = ARENA_ARRAY(arena, double, n);
    if (n) memcpy(b, a, n * sizeof *a);
    return b;
}

/* Leading dimensions are at least 1 to LAPACK, even of empty matrices. */
static int leading(int m)
{
    return m > 1 ? m : 1;
}

/* Largest absolute column sum. */
static double norm1(int n, const double *a)
{
    double norm = 0;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += fabs(a[i + area(j, n)]);
        norm = fmax(norm, sum);
    }
    return norm;
}

DenseStatus cd_dense_rank(Arena *arena, int m, int n, const double *a, double tolerance, DenseRank *out)
{
    *out = (DenseRank){ .n = n, .stride = leading(m) };
    if (!all_finite(area(m, n), a)) return DENSE_NOT_FINITE;
    out->order = ARENA_ARRAY(arena, int, n), out->diagonal = ARENA_ARRAY(arena, double, n);
    double *r = copy(arena, area(m, n), a);
    int most = m < n ? m : n;

    ArenaMark mark = cd_arena_mark(arena);
    double *tau = ARENA_ARRAY(arena, double, most), size;
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, m, n, r, leading(m), out->order, tau, &size, -1);
    double *work = ARENA_ARRAY(arena, double, size);
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, m, n, r, leading(m), out->order, tau, work, (int)size);
    cd_arena_release(arena, mark);

    for (int k = 0; k < n; k++) out->order[k]--;
    for (int k = 0; k < most; k++) out->diagonal[k] = fabs(r[k + area(k, m)]);
    while (out->rank < most && out->diagonal[out->rank] > tolerance * out->diagonal[0]) out->rank++;

    /* A(:, dependent) = Q1 R12 = A(:, independent) R11^-1 R12 */
    out->coef = r + area(out->rank, m);
    if (out->rank > 0 && out->rank < n)
        LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'U', 'N', 'N', out->rank, n - out->rank, r, leading(m), out->coef,
                            leading(m));
    return DENSE_OK;
}

DenseStatus cd_dense_factor(Arena *arena, int n, const double *a, DenseLu *out)
{
    *out = (DenseLu){ .n = n, .column_failed = -1, .rcond = 1 };
    if (!all_finite(area(n, n), a)) return DENSE_NOT_FINITE;
    out->factor = copy(arena, area(n, n), a), out->pivot = ARENA_ARRAY(arena, int, n);
    if (n == 0) return DENSE_OK;

    int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, out->factor, n, out->pivot);
    if (info > 0) {
        out->column_failed = info - 1, out->rcond = 0;
        return DENSE_SINGULAR;
    }
    ArenaMark mark = cd_arena_mark(arena);
    double *work = ARENA_ARRAY(arena, double, area(4, n));
    int *signs = ARENA_ARRAY(arena, int, n);
    LAPACKE_dgecon_work(LAPACK_COL_MAJOR, '1', n, out->factor, n, norm1(n, a), &out->rcond, work, signs);
    cd_arena_release(arena, mark);
    return DENSE_OK;
}

static void solve(const DenseLu *lu, char transposed, int count, double *b)
{
    assert(lu->n == 0 || (lu->factor && lu->column_failed < 0));
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, transposed, lu->n, count, lu->factor, leading(lu->n), lu->pivot, b,
                        leading(lu->n));
}

void cd_dense_solve(const DenseLu *lu, int count, double *b)
{
    solve(lu, 'N', count, b);
}

void cd_dense_solve_transposed(const DenseLu *lu, int count, double *b)
{
    solve(lu, 'T', count, b);
}

/* Room for the results. */
static Eigen eigen_new(Arena *arena, int n, bool vectors)
{
    Eigen e = { .n = n };
    e.re = ARENA_ARRAY(arena, double, n), e.im = ARENA_ARRAY(arena, double, n);
    e.beta = ARENA_ARRAY(arena, double, n);
    if (vectors) e.vectors = ARENA_ARRAY(arena, double, area(n, n));
    return e;
}

DenseStatus cd_dense_eigen(Arena *arena, int n, const double *a, bool vectors, Eigen *out)
{
    *out = eigen_new(arena, n, vectors);
    if (!all_finite(area(n, n), a)) return DENSE_NOT_FINITE;
    for (int k = 0; k < n; k++) out->beta[k] = 1;
    out->norm_a = norm1(n, a), out->norm_b = 1;
    if (vectors) out->error = ARENA_ARRAY(arena, double, n);

    ArenaMark mark = cd_arena_mark(arena);
    double *h = copy(arena, area(n, n), a), *left = ARENA_ARRAY(arena, double, vectors ? area(n, n) : 1), size, norm;
    double *scale = ARENA_ARRAY(arena, double, n), *cosine = ARENA_ARRAY(arena, double, n), none;
    int low, high, unused;
    char with = vectors ? 'V' : 'N', sense = vectors ? 'E' : 'N';
    LAPACKE_dgeevx_work(LAPACK_COL_MAJOR, 'B', with, with, sense, n, h, leading(n), out->re, out->im, left, leading(n),
                        out->vectors, leading(n), &low, &high, scale, &norm, cosine, &none, &size, -1, &unused);
    double *work = ARENA_ARRAY(arena, double, size);
    int info = LAPACKE_dgeevx_work(LAPACK_COL_MAJOR, 'B', with, with, sense, n, h, leading(n), out->re, out->im, left,
                                   leading(n), out->vectors, leading(n), &low, &high, scale, &norm, cosine, &none, work,
                                   (int)size, &unused);
    for (int k = 0; k < n && vectors; k++) out->error[k] = DBL_EPSILON * norm / fmax(cosine[k], DBL_MIN);
    cd_arena_release(arena, mark);
    return info == 0 ? DENSE_OK : DENSE_NO_CONVERGENCE;
}

DenseStatus cd_dense_eigen_pair(Arena *arena, int n, const double *a, const double *b, bool vectors, Eigen *out)
{
    *out = eigen_new(arena, n, vectors);
    if (!all_finite(area(n, n), a) || !all_finite(area(n, n), b)) return DENSE_NOT_FINITE;
    out->norm_a = norm1(n, a), out->norm_b = norm1(n, b);

    ArenaMark mark = cd_arena_mark(arena);
    double *s = copy(arena, area(n, n), a), *t = copy(arena, area(n, n), b), size, none;
    char right = vectors ? 'V' : 'N';
    LAPACKE_dggev_work(LAPACK_COL_MAJOR, 'N', right, n, s, leading(n), t, leading(n), out->re, out->im, out->beta,
                       &none, 1, out->vectors, leading(n), &size, -1);
    double *work = ARENA_ARRAY(arena, double, size);
    int info = LAPACKE_dggev_work(LAPACK_COL_MAJOR, 'N', right, n, s, leading(n), t, leading(n), out->re, out->im,
                                  out->beta, &none, 1, out->vectors, leading(n), work, (int)size);
    cd_arena_release(arena, mark);
    return info == 0 ? DENSE_OK : DENSE_NO_CONVERGENCE;
}

EigenKind cd_eigen_kind(const Eigen *e, int k)
{
    double rounding = EIGEN_ROUNDING * e->n * DBL_EPSILON;
    if (fabs(e->beta[k]) > rounding * e->norm_b) return EIGEN_FINITE;
    return hypot(e->re[k], e->im[k]) > rounding * e->norm_a ? EIGEN_INFINITE : EIGEN_UNDETERMINED;
}

void cd_eigen_vector(const Eigen *e, int k, double *re, double *im)
{
    /* the second of a pair is the conjugate of the first */
    int first = e->im[k] < 0 ? k - 1 : k;
    double sign = e->im[k] > 0 ? 1 : e->im[k] < 0 ? -1 : 0;
    for (int i = 0; i < e->n; i++) {
        re[i] = e->vectors[i + area(first, e->n)];
        im[i] = sign != 0 ? sign * e->vectors[i + area(first + 1, e->n)] : 0;
    }
}

DenseStatus cd_dense_symmetric_pair(Arena *arena, int n, const double *a, const double *b, double *value,
                                    double *vectors, int *failed)
{
    *failed = -1;
    if (!all_finite(area(n, n), a) || !all_finite(area(n, n), b)) return DENSE_NOT_FINITE;
    if (n == 0) return DENSE_OK;
    ArenaMark mark = cd_arena_mark(arena);
    double *factor = copy(arena, area(n, n), b), *work = ARENA_ARRAY(arena, double, area(64 + 3, n));
    memcpy(vectors, a, area(n, n) * sizeof *a);
    int info = LAPACKE_dsygv_work(LAPACK_COL_MAJOR, 1, 'V', 'L', n, vectors, leading(n), factor, leading(n), value,
                                  work, (64 + 3) * n);
    cd_arena_release(arena, mark);
    if (info > n) *failed = info - n - 1;
    return info == 0 ? DENSE_OK : info > n ? DENSE_SINGULAR : DENSE_NO_CONVERGENCE;
}

void cd_dense_hessenberg(Arena *arena, int n, const double *a, double **h, double **q)
{
    *h = copy(arena, area(n, n), a), *q = *h;
    if (n == 0) return;
    double *tau = ARENA_ARRAY(arena, double, n), *work = ARENA_ARRAY(arena, double, area(64, n));
    LAPACKE_dgehrd_work(LAPACK_COL_MAJOR, n, 1, n, *h, leading(n), tau, work, 64 * n);
    *q = copy(arena, area(n, n), *h);
    LAPACKE_dorghr_work(LAPACK_COL_MAJOR, n, 1, n, *q, leading(n), tau, work, 64 * n);
    /* the room below holds the vectors that Q was made of */
    for (int j = 0; j < n; j++)
        for (int i = j + 2; i < n; i++) (*h)[i + area(j, n)] = 0;
}

/* Only OpenBLAS has it. */
extern char *openblas_get_config(void) __attribute__((weak));

const char *cd_dense_library(void)
{
    return openblas_get_config ? openblas_get_config() : "LAPACK";
}
