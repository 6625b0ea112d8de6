/* sparse.c - compressed columns from pairs, by counting: the cost is linear in pairs, rows and columns. */
#include "linalg/sparse.h"

#include <assert.h>

/* Lists 0..n-1 (in the order of before, if given) by ascending key, equal keys in the order they came. Leaves
 * in start (keys+1) where each key ends. */
static void sort_by_key(int n, int keys, const int *key, const int *before, int *start, int *after)
{
    for (int k = 0; k <= keys; k++) start[k] = 0;
    for (int k = 0; k < n; k++) start[key[k] + 1]++;
    for (int k = 0; k < keys; k++) start[k + 1] += start[k];
    for (int k = 0; k < n; k++) {
        int item = before ? before[k] : k;
        after[start[key[item]]++] = item;
    }
}

Pattern cd_pattern_new(Arena *arena, int rows, int cols, int n, const int *row, const int *col, int *slot)
{
    Arena scratch = { 0 };
    Pattern a = { .rows = rows, .cols = cols, .p = ARENA_ARRAY(arena, int, cols + 1) };
    for (int k = 0; k < n; k++) assert(0 <= row[k] && row[k] < rows && 0 <= col[k] && col[k] < cols);

    /* by column, and by row within a column */
    int *start = ARENA_ARRAY(&scratch, int, (rows > cols ? rows : cols) + 1);
    int *by_row = ARENA_ARRAY(&scratch, int, n), *order = ARENA_ARRAY(&scratch, int, n);
    sort_by_key(n, rows, row, NULL, start, by_row);
    sort_by_key(n, cols, col, by_row, start, order);

    /* equal pairs are neighbours now and share a slot */
    int *merged = ARENA_ARRAY(&scratch, int, n);
    for (int k = 0; k < n; k++) {
        int item = order[k], last = k ? order[k - 1] : item;
        if (k == 0 || row[item] != row[last] || col[item] != col[last]) {
            merged[a.nz++] = row[item];
            a.p[col[item] + 1]++;
        }
        slot[item] = a.nz - 1;
    }
    for (int j = 0; j < cols; j++) a.p[j + 1] += a.p[j];

    a.i = ARENA_ARRAY(arena, int, a.nz);
    for (int k = 0; k < a.nz; k++) a.i[k] = merged[k];
    cd_arena_close(&scratch);
    return a;
}

Pattern cd_pattern_transpose(Arena *arena, const Pattern *a, int *from)
{
    Pattern t = { .rows = a->cols, .cols = a->rows, .nz = a->nz };
    t.p = ARENA_ARRAY(arena, int, t.cols + 1), t.i = ARENA_ARRAY(arena, int, t.nz);

    /* after the sort p[i] is where row i ends, that is where row i + 1 begins */
    sort_by_key(a->nz, t.cols, a->i, NULL, t.p, from);
    for (int i = t.cols; i > 0; i--) t.p[i] = t.p[i - 1];
    t.p[0] = 0;

    /* from is ascending within a row, hence so are the columns it stands for */
    ArenaMark mark = cd_arena_mark(arena);
    int *col = ARENA_ARRAY(arena, int, a->nz);
    for (int j = 0; j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) col[k] = j;
    for (int k = 0; k < t.nz; k++) t.i[k] = col[from[k]];
    cd_arena_release(arena, mark);
    return t;
}

void cd_sparse_apply(const Pattern *a, const double *x, const double *v, double *y)
{
    for (int i = 0; i < a->rows; i++) y[i] = 0;
    for (int j = 0; j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) y[a->i[k]] += x[k] * v[j];
}

void cd_sparse_tapply(const Pattern *a, const double *x, const double *v, double *y)
{
    for (int j = 0; j < a->cols; j++) {
        y[j] = 0;
        for (int k = a->p[j]; k < a->p[j + 1]; k++) y[j] += x[k] * v[a->i[k]];
    }
}
