/* replay.c - factors and solutions by a list of operations. */
#include "linalg/replay.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The array w: the diagonal of U, L by columns, U by rows. */
struct Replay {
    Arena arena;
    int n, entries, values;
    long operations;
    int *value, *slot,
        /* per value of the matrix that is used, column by column of the elimination: where it is, its place in w,
         * its k */
        *row;
    int *lp, *up;     /* n+1: where column k of L and row k of U are in w */
    int *li, *uj;     /* per place in w: row of L, column of U */
    int *target;      /* for each k, entry of row k of U, entry of column k of L: the place that changes */
    int *p, *q, *end; /* end: of the values of column k */
    double *w, *y, *weight, *largest, *size; /* largest, size: of a column of U, of the matrix */
};

/* ---- the list ---------------------------------------------------------------------------------------------------- */

/* What is left of L and U where entries of the matrix that are not used count as none. */
typedef struct Fill {
    int *lp, *li, *up, *ui; /* as in Elimination */
    long operations;
} Fill;

/* Column by column: the entries of the matrix, then those that the columns before bring in, in the order in which they
 * do. */
static Fill fill_in(Arena *arena, const int *p, const int *i, const uint64_t *unused, const Elimination *e)
{
    int n = e->n, nl = 0, nu = 0;
    int *inverse = ARENA_ARRAY(arena, int, n), *mark = ARENA_ARRAY(arena, int, n); /* mark: the last column, plus 1 */
    Fill f = { .lp = ARENA_ARRAY(arena, int, n + 1),
               .li = ARENA_ARRAY(arena, int, e->lp[n]),
               .up = ARENA_ARRAY(arena, int, n + 1),
               .ui = ARENA_ARRAY(arena, int, e->up[n]) };
    for (int k = 0; k < n; k++) inverse[e->p[k]] = k;
    for (int j = 0; j < n; j++) {
        f.lp[j] = nl, f.up[j] = nu;
        for (int a = p[e->q[j]]; a < p[e->q[j] + 1]; a++)
            if (!unused[a]) mark[inverse[i[a]]] = j + 1;
        for (int a = e->up[j]; a < e->up[j + 1]; a++) {
            int k = e->ui[a];
            if (k == j || mark[k] != j + 1) continue;
            f.ui[nu++] = k;
            f.operations += f.lp[k + 1] - f.lp[k] - 1;
            for (int l = f.lp[k]; l < f.lp[k + 1]; l++) mark[f.li[l]] = j + 1;
        }
        f.ui[nu++] = j;
        for (int a = e->lp[j]; a < e->lp[j + 1]; a++)
            if (e->li[a] == j || mark[e->li[a]] == j + 1) f.li[nl++] = e->li[a];
        f.lp[j + 1] = nl, f.up[j + 1] = nu;
    }
    return f;
}

static void place_lower(Replay *r, const Fill *e)
{
    int at = r->n;
    for (int k = 0; k < r->n; k++) {
        r->lp[k] = at;
        for (int a = e->lp[k]; a < e->lp[k + 1]; a++)
            if (e->li[a] != k) r->li[at++] = e->li[a];
    }
    r->lp[r->n] = at;
}

/* from (entries of U by columns) receives the place of each. */
static void place_upper(Replay *r, const Fill *e, int *from)
{
    int n = r->n, at = r->lp[n];
    for (int a = 0; a < e->up[n]; a++) r->up[e->ui[a]]++;
    for (int k = 0; k < n; k++) {
        int length = r->up[k] - 1; /* without the diagonal */
        r->up[k] = at, at += length;
    }
    for (int j = 0; j < n; j++)
        for (int a = e->up[j]; a < e->up[j + 1]; a++) {
            int k = e->ui[a];
            from[a] = k == j ? k : r->up[k];
            if (k != j) r->uj[r->up[k]++] = j;
        }
    for (int k = n; k > 0; k--) r->up[k] = r->up[k - 1];
    r->up[0] = r->lp[n];
}

/* Column by column: where its entries are, then what changes them. */
static void list_targets(Replay *r, const Fill *e, const int *from, const int *ap, const int *ai,
                         const uint64_t *unused)
{
    int n = r->n, at = 0;
    int *place = ARENA_ARRAY(&r->arena, int, n), *inverse = ARENA_ARRAY(&r->arena, int, n);
    int *first = ARENA_ARRAY(&r->arena, int, r->entries);
    for (int k = 0; k < n; k++) {
        inverse[r->p[k]] = k;
        for (int u = r->up[k]; u < r->up[k + 1]; u++) first[u] = at, at += r->lp[k + 1] - r->lp[k];
    }
    for (int j = 0; j < n; j++) {
        place[j] = j;
        for (int l = r->lp[j]; l < r->lp[j + 1]; l++) place[r->li[l]] = l;
        for (int a = e->up[j]; a < e->up[j + 1]; a++) place[e->ui[a]] = from[a];
        for (int a = e->up[j]; a < e->up[j + 1]; a++) {
            int k = e->ui[a];
            if (k == j) continue;
            int *target = r->target + first[from[a]];
            for (int l = r->lp[k]; l < r->lp[k + 1]; l++) *target++ = place[r->li[l]];
        }
        for (int a = ap[r->q[j]]; a < ap[r->q[j] + 1]; a++)
            if (!unused[a]) {
                int k = inverse[ai[a]];
                r->value[r->values] = a, r->row[r->values] = k, r->slot[r->values++] = place[k];
            }
        r->end[j] = r->values;
    }
}

Replay *cd_replay_open(const int *p, const int *i, const uint64_t *unused, const Elimination *e)
{
    const long most = 30; /* operations per entry */
    Arena scratch = { 0 };
    Fill f = fill_in(&scratch, p, i, unused, e);
    int n = e->n, entries = f.lp[n] + f.up[n] - n;
    if (f.operations > most * entries) {
        cd_arena_close(&scratch);
        return NULL;
    }
    Replay *r = cd_take(sizeof *r);
    Arena *a = &r->arena;
    r->n = n, r->entries = entries, r->operations = f.operations + entries;
    int **list[] = { &r->lp, &r->up, &r->p, &r->q, &r->end };
    for (int k = 0; k < 5; k++) *list[k] = ARENA_ARRAY(a, int, n + 1);
    double **numbers[] = { &r->y, &r->weight, &r->largest, &r->size };
    for (int k = 0; k < 4; k++) *numbers[k] = ARENA_ARRAY(a, double, n);
    r->w = ARENA_ARRAY(a, double, entries);
    r->li = ARENA_ARRAY(a, int, entries), r->uj = ARENA_ARRAY(a, int, entries);
    int **of_values[] = { &r->value, &r->slot, &r->row };
    for (int k = 0; k < 3; k++) *of_values[k] = ARENA_ARRAY(a, int, p[n]);
    r->target = ARENA_ARRAY(a, int, f.operations);
    memcpy(r->p, e->p, sizeof(int) * (size_t)n), memcpy(r->q, e->q, sizeof(int) * (size_t)n);
    for (int k = 0; k < n; k++) r->weight[k] = 1 / e->scale[k];
    int *from = ARENA_ARRAY(&scratch, int, f.up[n]);
    place_lower(r, &f);
    place_upper(r, &f, from);
    list_targets(r, &f, from, p, i, unused);
    cd_arena_close(&scratch);
    return r;
}

void cd_replay_close(Replay *r)
{
    if (!r) return;
    cd_arena_close(&r->arena);
    free(r);
}

long cd_replay_operations(const Replay *r)
{
    return r->operations;
}

/* ---- factors ----------------------------------------------------------------------------------------------------- */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* The values into w, and the largest of each column, rows scaled. */
static void take_values(Replay *r, const double *x)
{
    double *w = r->w;
    memset(w, 0, sizeof(double) * (size_t)r->entries);
    for (int j = 0, a = 0; j < r->n; j++) {
        double size = 0;
        for (; a < r->end[j]; a++) {
            double v = x[r->value[a]];
            w[r->slot[a]] = v;
            size = larger(size, fabs(v) * r->weight[r->row[a]]);
        }
        r->size[j] = size, r->largest[j] = 0;
    }
}

double cd_replay_factor(Replay *r, const double *x)
{
    double *w = r->w, *largest = r->largest, growth = 1;
    const int *target = r->target;
    take_values(r, x);
    for (int k = 0; k < r->n; k++) {
        const double pivot = w[k], weight = r->weight[k], inverse = 1 / pivot;
        if (pivot == 0 || !isfinite(pivot)) return 0;
        const int l0 = r->lp[k], l1 = r->lp[k + 1];
        const double most = larger(largest[k], fabs(pivot) * weight);
        if (r->size[k] < growth * most) growth = r->size[k] / most;
        for (int l = l0; l < l1; l++) w[l] *= inverse;
        for (int u = r->up[k]; u < r->up[k + 1]; u++) {
            const double f = w[u];
            largest[r->uj[u]] = larger(largest[r->uj[u]], fabs(f) * weight);
            for (int l = l0; l < l1; l++) w[*target++] -= w[l] * f;
        }
    }
    return growth;
}

const double *cd_replay_pivots(const Replay *r)
{
    return r->w;
}

/* ---- solutions --------------------------------------------------------------------------------------------------- */

void cd_replay_solve(Replay *r, double *b)
{
    const double *w = r->w;
    double *y = r->y;
    for (int k = 0; k < r->n; k++) y[k] = b[r->p[k]];
    for (int k = 0; k < r->n; k++) {
        const double f = y[k];
        for (int l = r->lp[k]; l < r->lp[k + 1]; l++) y[r->li[l]] -= w[l] * f;
    }
    for (int k = r->n - 1; k >= 0; k--) {
        double sum = y[k];
        for (int u = r->up[k]; u < r->up[k + 1]; u++) sum -= w[u] * y[r->uj[u]];
        b[r->q[k]] = y[k] = sum / w[k];
    }
}

void cd_replay_solve_transposed(Replay *r, double *b)
{
    const double *w = r->w;
    double *y = r->y;
    for (int k = 0; k < r->n; k++) y[k] = b[r->q[k]];
    for (int k = 0; k < r->n; k++) {
        const double f = y[k] /= w[k];
        for (int u = r->up[k]; u < r->up[k + 1]; u++) y[r->uj[u]] -= w[u] * f;
    }
    for (int k = r->n - 1; k >= 0; k--) {
        double sum = y[k];
        for (int l = r->lp[k]; l < r->lp[k + 1]; l++) sum -= w[l] * y[r->li[l]];
        b[r->p[k]] = y[k] = sum;
    }
}
