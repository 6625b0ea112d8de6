/* spd.c - the one place that knows CHOLMOD's factors. */
#include "linalg/spd.h"

#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

enum { COLUMNS_AT_ONCE = 64 }; /* right-hand sides handed over together: the factor is read once for all of them */

struct Spd {
    cholmod_common common;
    cholmod_factor *factor;
    int n;
    cholmod_dense *y, *e, *x; /* kept between solves */
};

Symmetric cd_symmetric_new(Arena *arena, int size, int n, const int *row, const int *col, const double *value)
{
    Arena scratch = { 0 };
    int *low = ARENA_ARRAY(&scratch, int, n), *high = ARENA_ARRAY(&scratch, int, n),
        *slot = ARENA_ARRAY(&scratch, int, n);
    for (int k = 0; k < n; k++) low[k] = row[k] > col[k] ? row[k] : col[k], high[k] = row[k] > col[k] ? col[k] : row[k];
    Symmetric a = { .lower = cd_pattern_new(arena, size, size, n, low, high, slot) };
    a.x = ARENA_ARRAY(arena, double, a.lower.nz);
    for (int k = 0; k < n; k++) a.x[slot[k]] += value[k];
    cd_arena_close(&scratch);
    return a;
}

void cd_symmetric_apply(const Symmetric *a, const double *v, double *y)
{
    const Pattern *p = &a->lower;
    memset(y, 0, sizeof(double) * (size_t)p->cols);
    for (int j = 0; j < p->cols; j++)
        for (int e = p->p[j]; e < p->p[j + 1]; e++) {
            int i = p->i[e];
            y[i] += a->x[e] * v[j];
            if (i != j) y[j] += a->x[e] * v[i];
        }
}

static cholmod_sparse view(const Symmetric *a)
{
    return (cholmod_sparse){ .nrow = (size_t)a->lower.rows,
                             .ncol = (size_t)a->lower.cols,
                             .nzmax = (size_t)a->lower.nz,
                             .p = a->lower.p,
                             .i = a->lower.i,
                             .x = a->x,
                             .stype = -1,
                             .itype = CHOLMOD_INT,
                             .xtype = CHOLMOD_REAL,
                             .dtype = CHOLMOD_DOUBLE,
                             .sorted = 1,
                             .packed = 1 };
}

Spd *cd_spd_factor(const Symmetric *a, int *failed)
{
    Spd *f = cd_take(sizeof *f);
    cholmod_common *c = &f->common;
    cholmod_start(c);
    c->print = 0, c->final_ll = 1;
    f->n = a->lower.cols;
    cholmod_sparse A = view(a);
    f->factor = cholmod_analyze(&A, c);
    if (f->factor) cholmod_factorize(&A, f->factor, c);
    if (!f->factor || c->status == CHOLMOD_OUT_OF_MEMORY || c->status == CHOLMOD_TOO_LARGE) cd_out_of_memory(0);
    if (f->factor->minor >= f->factor->n) return f;
    *failed = ((const int *)f->factor->Perm)[f->factor->minor];
    cd_spd_close(f);
    return NULL;
}

void cd_spd_close(Spd *f)
{
    if (!f) return;
    cholmod_free_dense(&f->y, &f->common);
    cholmod_free_dense(&f->e, &f->common);
    cholmod_free_dense(&f->x, &f->common);
    cholmod_free_factor(&f->factor, &f->common);
    cholmod_finish(&f->common);
    free(f);
}

static void solve(Spd *f, int system, int count, double *b)
{
    size_t n = (size_t)f->n;
    cholmod_dense B = { .nrow = n,
                        .ncol = (size_t)count,
                        .nzmax = n * (size_t)count,
                        .d = n,
                        .x = b,
                        .xtype = CHOLMOD_REAL,
                        .dtype = CHOLMOD_DOUBLE };
    if (!cholmod_solve2(system, f->factor, &B, NULL, &f->x, NULL, &f->y, &f->e, &f->common)) cd_out_of_memory(0);
    memcpy(b, f->x->x, sizeof(double) * n * (size_t)count);
}

void cd_spd_solve(Spd *f, int count, double *b)
{
    for (int k = 0; k < count; k += COLUMNS_AT_ONCE)
        solve(f, CHOLMOD_A, count - k < COLUMNS_AT_ONCE ? count - k : COLUMNS_AT_ONCE, b + (size_t)f->n * (size_t)k);
}

void cd_spd_forward(Spd *f, double *b)
{
    solve(f, CHOLMOD_P, 1, b);
    solve(f, CHOLMOD_L, 1, b);
}

void cd_spd_backward(Spd *f, double *b)
{
    solve(f, CHOLMOD_Lt, 1, b);
    solve(f, CHOLMOD_Pt, 1, b);
}
