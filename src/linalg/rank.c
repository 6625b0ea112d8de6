/* rank.c - the one place that knows the sparse QR of SuiteSparse. */
#include "linalg/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/SuiteSparseQR_C.h>

enum { SETS_ENOUGH = 300000 }; /* coefficients spent on telling what columns depend on */
enum {
    KEEP_ORDER_UP_TO = 3000
}; /* columns; more are reordered against fill, fewer are kept in the order of the model */

static cholmod_sparse *normalised(const Pattern *a, const double *x, double *length, cholmod_common *cc)
{
    cholmod_sparse *s =
        cholmod_l_allocate_sparse((size_t)a->rows, (size_t)a->cols, (size_t)a->nz, 1, 1, 0, CHOLMOD_REAL, cc);
    if (!s) abort();
    SuiteSparse_long *p = s->p, *i = s->i;
    double *v = s->x;
    for (int c = 0; c < a->cols; c++) {
        double sum = 0;
        for (int k = a->p[c]; k < a->p[c + 1]; k++) sum += x[k] * x[k];
        length[c] = sum > 0 ? sqrt(sum) : 1;
        for (int k = a->p[c]; k < a->p[c + 1]; k++) i[k] = a->i[k], v[k] = x[k] / length[c];
        p[c] = a->p[c];
    }
    p[a->cols] = a->p[a->cols];
    return s;
}

/* R y = column d of R on the pivot columns: pivot[k] is the column whose last row is k. In place in y (rank). */
static void back_substitute(const cholmod_sparse *R, const int *pivot, int rank, double *y)
{
    const SuiteSparse_long *p = R->p, *i = R->i;
    const double *x = R->x;
    for (int k = rank; k-- > 0;) {
        if (y[k] == 0) continue;
        SuiteSparse_long from = p[pivot[k]], to = p[pivot[k] + 1];
        double diagonal = 0;
        for (SuiteSparse_long e = from; e < to; e++)
            if (i[e] == k) diagonal = x[e];
        y[k] /= diagonal;
        for (SuiteSparse_long e = from; e < to; e++)
            if (i[e] < k) y[i[e]] -= x[e] * y[k];
    }
}

static int by_column(const void *a, const void *b)
{
    return ((const Dependent *)a)->column - ((const Dependent *)b)->column;
}

Rank cd_sparse_rank(Arena *arena, const Pattern *a, const double *x, double tolerance)
{
    Rank out = { .independent = ARENA_ARRAY(arena, bool, a->cols) };
    if (!a->cols) return out;
    cholmod_common common, *cc = &common;
    cholmod_l_start(cc);
    cc->print = 0;
    Arena scratch = { 0 };
    double *length = ARENA_ARRAY(&scratch, double, a->cols);
    cholmod_sparse *A = normalised(a, x, length, cc), *R = NULL;
    SuiteSparse_long *E = NULL;
    int ordering = a->cols <= KEEP_ORDER_UP_TO ? SPQR_ORDERING_FIXED : SPQR_ORDERING_DEFAULT;
    SuiteSparseQR_C(ordering, tolerance, a->rows < a->cols ? a->rows : a->cols, 0, A, NULL, NULL, NULL, NULL, &R, &E,
                    NULL, NULL, NULL, cc);
    if (!R) abort();

    /* a column of R whose last row is new is a pivot; the others depend on the pivots before them */
    const SuiteSparse_long *p = R->p, *i = R->i;
    const double *v = R->x;
    int n = a->cols, *pivot = ARENA_ARRAY(&scratch, int, n), *dead = ARENA_ARRAY(&scratch, int, n), deads = 0;
    for (int c = 0; c < n; c++) {
        SuiteSparse_long last = -1;
        for (SuiteSparse_long e = p[c]; e < p[c + 1]; e++)
            if (v[e] != 0 && i[e] > last) last = i[e];
        if (last == out.rank) pivot[out.rank++] = c;
        else dead[deads++] = c;
    }
    for (int k = 0; k < out.rank; k++) out.independent[E ? E[pivot[k]] : pivot[k]] = true;

    Dependent *list = ARENA_ARRAY(arena, Dependent, deads);
    int *place = ARENA_ARRAY(&scratch, int, n); /* of a dependent column among those of R */
    for (int d = 0; d < deads; d++) {
        list[d] = (Dependent){ .column = (int)(E ? E[dead[d]] : dead[d]), .n = -1 };
        place[list[d].column] = dead[d];
    }
    qsort(list, (size_t)deads, sizeof *list, by_column);
    double *y = ARENA_ARRAY(&scratch, double, out.rank);
    for (int d = 0, spent = 0; d < deads && spent < SETS_ENOUGH; d++) {
        int column = list[d].column, from = place[column], count = 0;
        memset(y, 0, sizeof(double) * (size_t)out.rank);
        for (SuiteSparse_long e = p[from]; e < p[from + 1]; e++)
            if (i[e] < out.rank) y[i[e]] = v[e];
        back_substitute(R, pivot, out.rank, y);
        const double noise = 1e-9;
        for (int k = 0; k < out.rank; k++) count += fabs(y[k]) > noise;
        int *on = ARENA_ARRAY(arena, int, count);
        double *coef = ARENA_ARRAY(arena, double, count);
        for (int k = 0, m = 0; k < out.rank; k++) {
            if (!(fabs(y[k]) > noise)) continue;
            int other = (int)(E ? E[pivot[k]] : pivot[k]);
            on[m] = other, coef[m++] = y[k] * length[column] / length[other];
        }
        list[d] = (Dependent){ column, count, on, coef };
        spent += count;
    }
    out.dependents = deads, out.dependent = list;
    cholmod_l_free_sparse(&A, cc);
    cholmod_l_free_sparse(&R, cc);
    if (E) cholmod_l_free((size_t)n, sizeof(SuiteSparse_long), E, cc);
    cholmod_l_finish(cc);
    cd_arena_close(&scratch);
    return out;
}
