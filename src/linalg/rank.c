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

/* A pivot below this share of its column is weak: another choice of columns may be better conditioned. */
static const double weak_pivot = 1e-3;

/* Column k is column order[k] of the matrix, scaled to length 1. */
static cholmod_sparse *normalised(const Pattern *a, const double *x, const int *order, double *length,
                                  cholmod_common *cc)
{
    cholmod_sparse *s =
        cholmod_l_allocate_sparse((size_t)a->rows, (size_t)a->cols, (size_t)a->nz, 1, 1, 0, CHOLMOD_REAL, cc);
    if (!s) cd_out_of_memory(0);
    SuiteSparse_long *p = s->p, *i = s->i;
    double *v = s->x;
    SuiteSparse_long filled = 0;
    for (int k = 0; k < a->cols; k++) {
        int c = order[k];
        double sum = 0;
        for (int e = a->p[c]; e < a->p[c + 1]; e++) sum += x[e] * x[e];
        length[c] = sum > 0 ? sqrt(sum) : 1;
        p[k] = filled;
        for (int e = a->p[c]; e < a->p[c + 1]; e++) i[filled] = a->i[e], v[filled++] = x[e] / length[c];
    }
    p[a->cols] = filled;
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

/* The rank with columns taken in the order given; *least: the smallest pivot. */
static Rank rank_in_order(Arena *arena, const Pattern *a, const double *x, double tolerance, const int *order,
                          double *least)
{
    Rank out = { .independent = ARENA_ARRAY(arena, bool, a->cols) };
    *least = 1;
    if (!a->cols) return out;
    cholmod_common common, *cc = &common;
    cholmod_l_start(cc);
    cc->print = 0;
    Arena scratch = { 0 };
    double *length = ARENA_ARRAY(&scratch, double, a->cols);
    cholmod_sparse *A = normalised(a, x, order, length, cc), *R = NULL;
    SuiteSparse_long *E = NULL;
    int ordering = a->cols <= KEEP_ORDER_UP_TO ? SPQR_ORDERING_FIXED : SPQR_ORDERING_DEFAULT;
    SuiteSparseQR_C(ordering, tolerance, a->rows < a->cols ? a->rows : a->cols, 0, A, NULL, NULL, NULL, NULL, &R, &E,
                    NULL, NULL, NULL, cc);
    if (!R) cd_out_of_memory(0);

    /* a column of R whose last row is new is a pivot; the others depend on the pivots before them */
    const SuiteSparse_long *p = R->p, *i = R->i;
    const double *v = R->x;
    int n = a->cols, *pivot = ARENA_ARRAY(&scratch, int, n), *dead = ARENA_ARRAY(&scratch, int, n), deads = 0;
    for (int c = 0; c < n; c++) {
        SuiteSparse_long last = -1;
        double diagonal = 0;
        for (SuiteSparse_long e = p[c]; e < p[c + 1]; e++)
            if (v[e] != 0 && i[e] > last) last = i[e], diagonal = fabs(v[e]);
        if (last == out.rank) pivot[out.rank++] = c, *least = fmin(*least, diagonal);
        else dead[deads++] = c;
    }
    for (int k = 0; k < out.rank; k++) out.independent[order[E ? E[pivot[k]] : pivot[k]]] = true;

    Dependent *list = ARENA_ARRAY(arena, Dependent, deads);
    int *place = ARENA_ARRAY(&scratch, int, n); /* of a dependent column among those of R */
    for (int d = 0; d < deads; d++) {
        list[d] = (Dependent){ .column = order[E ? E[dead[d]] : dead[d]], .n = -1 };
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
            int other = order[E ? E[pivot[k]] : pivot[k]];
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

/* The columns that are independent by a wide margin first, then the others, each in the order of the matrix. */
static void well_conditioned_first(const Pattern *a, const double *x, Arena *scratch, int *order)
{
    double least;
    Rank wide = rank_in_order(scratch, a, x, weak_pivot, order, &least);
    int n = 0;
    for (int c = 0; c < a->cols; c++)
        if (wide.independent[c]) order[n++] = c;
    for (int c = 0; c < a->cols; c++)
        if (!wide.independent[c]) order[n++] = c;
}

Rank cd_sparse_rank(Arena *arena, const Pattern *a, const double *x, double tolerance)
{
    Arena scratch = { 0 };
    int *order = ARENA_ARRAY(&scratch, int, a->cols);
    for (int c = 0; c < a->cols; c++) order[c] = c;
    double least;
    Rank out = rank_in_order(arena, a, x, tolerance, order, &least);
    if (out.dependents && least < weak_pivot) {
        well_conditioned_first(a, x, &scratch, order);
        out = rank_in_order(arena, a, x, tolerance, order, &least);
    }
    cd_arena_close(&scratch);
    return out;
}
