/* product.h - products of small dense matrices, stored by columns. */
#pragma once
#include "base/arena.h"

#include <string.h>

static inline double *cd_matrix(Arena *a, int rows, int cols)
{
    return ARENA_ARRAY(a, double, (size_t)rows *(size_t)cols);
}

/* out = x y, of sizes m k and k n. */
static inline void cd_multiply(int m, int k, int n, const double *x, const double *y, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)m * (size_t)n);
    for (int c = 0; c < n; c++)
        for (int j = 0; j < k; j++)
            for (int r = 0; r < m; r++)
                out[r + (size_t)m * (size_t)c] += x[r + (size_t)m * (size_t)j] * y[j + (size_t)k * (size_t)c];
}
