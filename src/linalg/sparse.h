/* sparse.h - patterns of sparse matrices in compressed columns. A pattern is built once from the (row,
 * column) pairs that the assembly will touch; each pair gets the slot of its value, so that assembling is
 * x[slot[k]] += value without any search. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

typedef struct Pattern {
    int rows, cols, nz;
    int *p; /* cols+1: column j is at p[j] .. p[j+1]-1 */
    int *i; /* nz: the rows, ascending within a column, each once */
} Pattern;

/* The pattern of n pairs (row[k], col[k]), repeated ones merged; slot (n) receives the place of each pair in
 * the values. */
Pattern cd_pattern_new(Arena *arena, int rows, int cols, int n, const int *row, const int *col, int *slot);

/* The pattern of A^T; from (nz) receives where its values come from: x_transposed[k] = x[from[k]]. */
Pattern cd_pattern_transpose(Arena *arena, const Pattern *a, int *from);

/* y = A v and y = A^T v, for the values x (nz) of A; y and v are different arrays. */
void cd_sparse_apply(const Pattern *a, const double *x, const double *v, double *y);
void cd_sparse_tapply(const Pattern *a, const double *x, const double *v, double *y);
