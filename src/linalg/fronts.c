/* fronts.c - UMFPACK on square matrices with one pattern. */
#include "linalg/fronts.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <suitesparse/umfpack.h>

struct Fronts {
    int n;
    const int *p, *i;
    const double *x;
    void *symbolic, *numeric;
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    int *wi;       /* n: scratch of a solution */
    double *w, *y; /* n each */
};

Fronts *cd_fronts_open(int n, const int *p, const int *i, const int *order)
{
    Fronts *f = cd_take(sizeof *f);
    *f = (Fronts){ .n = n, .p = p, .i = i };
    umfpack_di_defaults(f->control);
    f->control[UMFPACK_STRATEGY] =
        UMFPACK_STRATEGY_SYMMETRIC; /* pivots near the diagonal, which the order is made for */
    f->control[UMFPACK_IRSTEP] = 0;
    f->control[UMFPACK_FIXQ] = 1;
    int status = umfpack_di_qsymbolic(n, n, p, i, NULL, order, &f->symbolic, f->control, f->info);
    if (status == UMFPACK_ERROR_out_of_memory) cd_out_of_memory(0);
    if (status != UMFPACK_OK) {
        cd_fronts_close(f);
        return NULL;
    }
    f->wi = cd_take(sizeof(int) * (size_t)n);
    f->w = cd_take(sizeof(double) * (size_t)n), f->y = cd_take(sizeof(double) * (size_t)n);
    return f;
}

void cd_fronts_close(Fronts *f)
{
    if (!f) return;
    umfpack_di_free_numeric(&f->numeric);
    umfpack_di_free_symbolic(&f->symbolic);
    free(f->wi), free(f->w), free(f->y), free(f);
}

bool cd_fronts_factor(Fronts *f, const double *x)
{
    umfpack_di_free_numeric(&f->numeric);
    f->x = x;
    int status = umfpack_di_numeric(f->p, f->i, x, f->symbolic, &f->numeric, f->control, f->info);
    if (status == UMFPACK_ERROR_out_of_memory) cd_out_of_memory(0);
    return status == UMFPACK_OK;
}

static void solve(Fronts *f, int system, double *b)
{
    umfpack_di_wsolve(system, f->p, f->i, f->x, f->y, b, f->numeric, f->control, f->info, f->wi, f->w);
    memcpy(b, f->y, sizeof(double) * (size_t)f->n);
}

void cd_fronts_solve(Fronts *f, double *b)
{
    solve(f, UMFPACK_A, b);
}

void cd_fronts_solve_transposed(Fronts *f, double *b)
{
    solve(f, UMFPACK_At, b);
}

void cd_fronts_fill(const Fronts *f, int *lower, int *upper)
{
    int rows, columns, diagonal;
    if (f->numeric) umfpack_di_get_lunz(lower, upper, &rows, &columns, &diagonal, f->numeric);
}
