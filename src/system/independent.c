/* independent.c - trees are taken off the mechanism first; what is left, the loops, goes to the sparse QR.
 *
 * Rows that are independent in their shares of one body are independent altogether if no other row acts on that body.
 * They are put aside with the body, then the same is tried on its neighbours. A tree vanishes in this way, however many
 * branches it has, and QR would fill up where many joints meet on one body. */
#include "system/independent.h"

#include <math.h>
#include <string.h>

/* The mechanism seen from its bodies. */
typedef struct Peel {
    const Mechanism *m;
    const RowShares *list;
    int *first, *of; /* rows (places in the list) that act on each body: of[first[b]] .. */
    int *left;       /* how many of them are left */
    bool *aside;     /* by row of the list */
} Peel;

static Peel peel_new(Arena *arena, const Mechanism *m, const RowShares *list)
{
    int shares = list->first[list->n];
    Peel p = { .m = m,
               .list = list,
               .first = ARENA_ARRAY(arena, int, m->bodies + 1),
               .of = ARENA_ARRAY(arena, int, shares),
               .left = ARENA_ARRAY(arena, int, m->bodies),
               .aside = ARENA_ARRAY(arena, bool, list->n) };
    for (int e = 0; e < shares; e++) p.first[list->share[e].body + 1]++;
    for (int b = 0; b < m->bodies; b++) p.first[b + 1] += p.first[b];
    for (int k = 0; k < list->n; k++)
        for (int e = list->first[k]; e < list->first[k + 1]; e++) {
            int b = list->share[e].body;
            p.of[p.first[b] + p.left[b]++] = k;
        }
    return p;
}

/* The share of a row in a body, for rows of length 1. */
static void unit_share(const RowShares *list, int k, int body, double g[6])
{
    double sum = 0;
    const double *own = NULL;
    for (int e = list->first[k]; e < list->first[k + 1]; e++) {
        const Share *s = &list->share[e];
        for (int c = 0; c < 6; c++) sum += s->g[c] * s->g[c];
        if (s->body == body) own = s->g;
    }
    for (int c = 0; c < 6; c++) g[c] = sum > 0 ? own[c] / sqrt(sum) : 0;
}

/* Whether the rows left on a body are well independent in their shares of it: Gram and Schmidt. */
static bool stands_alone(const Peel *p, int body)
{
    const double well = 1e-6; /* not 0.1: the share of a body in a row is small where the other one has a long arm */
    double g[6][6];
    int n = 0;
    for (int e = p->first[body]; e < p->first[body + 1]; e++) {
        if (p->aside[p->of[e]]) continue;
        unit_share(p->list, p->of[e], body, g[n]);
        for (int twice = 0; twice < 2; twice++)
            for (int k = 0; k < n; k++) {
                double dot = 0;
                for (int c = 0; c < 6; c++) dot += g[k][c] * g[n][c];
                for (int c = 0; c < 6; c++) g[n][c] -= dot * g[k][c];
            }
        double size = 0;
        for (int c = 0; c < 6; c++) size += g[n][c] * g[n][c];
        size = sqrt(size);
        if (size < well) return false;
        for (int c = 0; c < 6; c++) g[n][c] /= size;
        n++;
    }
    return true;
}

/* Puts rows aside, body by body; returns how many. */
static int peel_all(Arena *arena, Peel *p)
{
    int bodies = p->m->bodies, begin = 0, end = 0, count = 0, room = 2 * (bodies + p->list->first[p->list->n]);
    int *queue = ARENA_ARRAY(arena, int, room); /* a body comes again when a row on it has gone */
    for (int b = 0; b < bodies; b++) queue[end++] = b;
    while (begin < end) {
        int b = queue[begin++];
        if (!p->left[b] || p->left[b] > p->m->body[b].dofs || !stands_alone(p, b)) continue;
        for (int e = p->first[b]; e < p->first[b + 1]; e++) {
            int k = p->of[e];
            if (p->aside[k]) continue;
            p->aside[k] = true, count++;
            for (int i = p->list->first[k]; i < p->list->first[k + 1]; i++) {
                int other = p->list->share[i].body;
                p->left[other]--;
                if (other != b) queue[end++] = other;
            }
        }
    }
    return count;
}

Rank cd_rows_rank(Arena *arena, const Mechanism *m, int rows, const RowShares *list, double tolerance)
{
    Arena scratch = { 0 };
    Peel peel = peel_new(&scratch, m, list);
    int aside = peel_all(&scratch, &peel), columns = 0, n = 0, most = 6 * list->first[list->n];
    int *original = ARENA_ARRAY(&scratch, int, list->n), *row = ARENA_ARRAY(&scratch, int, most);
    int *col = ARENA_ARRAY(&scratch, int, most), *slot = ARENA_ARRAY(&scratch, int, most);
    double *value = ARENA_ARRAY(&scratch, double, most), *x = ARENA_ARRAY(&scratch, double, most);
    for (int k = 0; k < list->n; k++) {
        if (peel.aside[k]) continue;
        for (int e = list->first[k]; e < list->first[k + 1]; e++)
            for (int c = 0; c < m->body[list->share[e].body].dofs; c++, n++)
                row[n] = m->body[list->share[e].body].first + c, col[n] = columns, value[n] = list->share[e].g[c];
        original[columns++] = k;
    }
    Pattern gt = cd_pattern_new(&scratch, m->nv, columns, n, row, col, slot);
    for (int k = 0; k < n; k++) x[slot[k]] += value[k];
    Rank core = cd_sparse_rank(arena, &gt, x, tolerance);

    /* back to rows of the mechanism */
    Rank out = { .rank = core.rank + aside,
                 .dependents = core.dependents,
                 .independent = ARENA_ARRAY(arena, bool, rows) };
    Dependent *dependent = ARENA_ARRAY(arena, Dependent, core.dependents);
    for (int k = 0; k < list->n; k++) out.independent[list->row[k]] = peel.aside[k];
    for (int c = 0; c < columns; c++) out.independent[list->row[original[c]]] = core.independent[c];
    for (int d = 0; d < core.dependents; d++) {
        const Dependent *from = &core.dependent[d];
        int *on = ARENA_ARRAY(arena, int, from->n > 0 ? from->n : 0);
        for (int k = 0; k < from->n; k++) on[k] = list->row[original[from->on[k]]];
        dependent[d] = (Dependent){ list->row[original[from->column]], from->n, on, from->coef };
    }
    out.dependent = dependent;
    cd_arena_close(&scratch);
    return out;
}
