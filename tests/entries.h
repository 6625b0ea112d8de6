/* entries.h - a sparse matrix by its entries in any order, for tests; entries of one place add up. */
#pragma once

#include "base/arena.h"
#include "linalg/sparse.h"

typedef struct Entries {
    Arena *arena;
    ARRAY_OF(int) row, col;
    ARRAY_OF(double) value;
} Entries;

static inline void put(Entries *e, int row, int col, double value)
{
    ARRAY_PUSH(e->arena, &e->row, row);
    ARRAY_PUSH(e->arena, &e->col, col);
    ARRAY_PUSH(e->arena, &e->value, value);
}

/* The pattern of a matrix of n rows and columns, and its values. */
static inline Pattern entries_sum(const Entries *e, int n, double **x)
{
    int *slot = ARENA_ARRAY(e->arena, int, e->row.n);
    Pattern a = cd_pattern_new(e->arena, n, n, e->row.n, e->row.at, e->col.at, slot);
    *x = ARENA_ARRAY(e->arena, double, a.nz);
    for (int k = 0; k < e->row.n; k++) (*x)[slot[k]] += e->value.at[k];
    return a;
}
