/* pivots.h - which rows of a sparse matrix with more rows than columns make a well-conditioned square one. */
#pragma once
#include "linalg/sparse.h"

/* Chooses one row per column of A by LU with partial pivoting: chosen (rows of A) is true for them. The others are then
 * moderate combinations of the chosen ones, whatever A. False if a pivot is below the tolerance, for columns whose
 * largest entry is near one. */
bool cd_pivot_rows(const Pattern *a, const double *x, double tolerance, bool *chosen);
