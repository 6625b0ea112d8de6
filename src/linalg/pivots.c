/* pivots.c - rows by UMFPACK, which factors rectangular matrices. */
#include "linalg/pivots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/umfpack.h>

/* The order of rows and the pivots; false if there are no factors. */
static bool factor(const Pattern *a, const double *x, int *row, double *pivot)
{
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    void *symbolic = NULL, *numeric = NULL;
    int reciprocal;
    umfpack_di_defaults(control);
    control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_UNSYMMETRIC;
    control[UMFPACK_SINGLETONS] = 0;      /* they would be pivots however small */
    control[UMFPACK_PIVOT_TOLERANCE] = 1; /* none but the largest of a column */
    control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;
    int status = umfpack_di_symbolic(a->rows, a->cols, a->p, a->i, x, &symbolic, control, info);
    if (status == UMFPACK_OK) status = umfpack_di_numeric(a->p, a->i, x, symbolic, &numeric, control, info);
    if (status == UMFPACK_ERROR_out_of_memory) cd_out_of_memory(0);
    bool good = status == UMFPACK_OK || status == UMFPACK_WARNING_singular_matrix;
    if (good) umfpack_di_get_numeric(NULL, NULL, NULL, NULL, NULL, NULL, row, NULL, pivot, &reciprocal, NULL, numeric);
    umfpack_di_free_symbolic(&symbolic);
    umfpack_di_free_numeric(&numeric);
    return good;
}

bool cd_pivot_rows(const Pattern *a, const double *x, double tolerance, bool *chosen)
{
    memset(chosen, 0, sizeof(bool) * (size_t)a->rows);
    if (!a->cols) return true;
    if (a->rows < a->cols) return false;
    Arena scratch = { 0 };
    int *row = ARENA_ARRAY(&scratch, int, a->rows);
    double *pivot = ARENA_ARRAY(&scratch, double, a->cols);
    bool good = factor(a, x, row, pivot);
    for (int k = 0; k < a->cols && good; k++) {
        chosen[row[k]] = true;
        good = fabs(pivot[k]) >= tolerance;
    }
    cd_arena_close(&scratch);
    return good;
}
