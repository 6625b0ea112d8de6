/* independent.h - which constraint rows are independent, and what the others depend on. */
#pragma once
#include "kinematics/mechanism.h"
#include "linalg/rank.h"

/* The gradient of a row with respect to one body. */
typedef struct Share {
    int body;
    double g[6];
} Share;

/* The rows that count: row[k] has the shares first[k] .. first[k+1]-1. */
typedef struct RowShares {
    int n;
    const int *row, *first;
    const Share *share;
} RowShares;

/* The rank of these rows; columns of the answer are rows, `rows` in all, those that do not count neither independent
 * nor dependent. */
Rank cd_rows_rank(Arena *arena, const Mechanism *m, int rows, const RowShares *list, double tolerance);
