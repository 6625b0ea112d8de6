/* rank.h - which columns of a sparse matrix depend on the others, by sparse QR with columns dropped when nothing is
 * left of them. */
#pragma once
#include "linalg/sparse.h"

typedef struct Dependent {
    int column;
    int n;              /* columns it is a combination of; -1: not worked out, see below */
    const int *on;      /* n */
    const double *coef; /* n: column = sum of coef[k] * column on[k] */
} Dependent;

typedef struct Rank {
    int rank, dependents;
    const Dependent *dependent; /* ordered by column */
    bool *independent;          /* one per column */
} Rank;

/* Columns are scaled to length 1 first; what is left of a dependent one is below tolerance. Columns of zeros depend on
 * nothing. Earlier columns are preferred; where that leaves weak pivots, those that are independent by a wide margin
 * are. What a column is a combination of is worked out from the first dependent one on until that becomes long: in a
 * large mechanism each may rest on nearly all the others, and somebody reads the first few only. */
Rank cd_sparse_rank(Arena *arena, const Pattern *a, const double *x, double tolerance);
