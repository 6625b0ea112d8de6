/* cholesky.c - minimum degree, the pattern of L, the list, and its replay. */
#include "linalg/cholesky.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/amd.h>

/* ---- order ------------------------------------------------------------------------------------------------------- */

static int root_of(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* The order of minimum degree, with columns of one part together; parts in the order of their first columns. */
static void choose_order(Cholesky *c, const Pattern *s, Arena *scratch)
{
    int n = c->n, *order = ARENA_ARRAY(scratch, int, n), *parent = ARENA_ARRAY(scratch, int, n);
    int *number = ARENA_ARRAY(scratch, int, n), *count = ARENA_ARRAY(scratch, int, n + 1);
    if (n) amd_order(n, s->p, s->i, order, NULL, NULL);
    for (int j = 0; j < n; j++) parent[j] = j, number[j] = -1;
    for (int j = 0; j < n; j++)
        for (int e = s->p[j]; e < s->p[j + 1]; e++) parent[root_of(parent, s->i[e])] = root_of(parent, j);
    for (int k = 0; k < n; k++) {
        int root = root_of(parent, order[k]);
        if (number[root] < 0) number[root] = c->parts++;
        count[number[root] + 1]++;
    }
    c->first = ARENA_ARRAY(&c->arena, int, c->parts + 1), c->target_of = ARENA_ARRAY(&c->arena, int, c->parts);
    for (int p = 0; p < c->parts; p++) count[p + 1] += count[p];
    memcpy(c->first, count, sizeof(int) * (size_t)(c->parts + 1));
    for (int k = 0; k < n; k++) {
        int at = count[number[root_of(parent, order[k])]]++;
        c->unknown[at] = order[k], c->place[order[k]] = at;
    }
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

typedef ARRAY_OF(int) Ints;

/* Rows under the diagonal: those of S, and those that the columns bring in whose first row is this one. */
static void find_fill(Cholesky *c, const Pattern *s, Arena *scratch)
{
    int n = c->n, *mark = ARENA_ARRAY(scratch, int, n), *next = ARENA_ARRAY(scratch, int, n),
        *child = ARENA_ARRAY(scratch, int, n);
    Ints *under = ARENA_ARRAY(scratch, Ints, n), li = { 0 };
    for (int k = 0; k < n; k++) mark[k] = child[k] = -1;
    for (int j = 0; j < n; j++)
        for (int e = s->p[j]; e < s->p[j + 1]; e++) {
            int a = c->place[s->i[e]], b = c->place[j];
            if (a != b) ARRAY_PUSH(scratch, &under[a < b ? a : b], a < b ? b : a);
        }
    for (int k = 0; k < n; k++) {
        c->lp[k] = li.n;
        ARRAY_PUSH(&c->arena, &li, k);
        mark[k] = k;
        for (int i = 0; i < under[k].n; i++) {
            int row = under[k].at[i];
            if (mark[row] == k) continue;
            mark[row] = k;
            ARRAY_PUSH(&c->arena, &li, row);
        }
        for (int b = child[k]; b >= 0; b = next[b])
            for (int l = c->lp[b] + 1; l < c->lp[b + 1]; l++) {
                if (mark[li.at[l]] == k) continue;
                mark[li.at[l]] = k;
                ARRAY_PUSH(&c->arena, &li, li.at[l]);
            }
        int length = li.n - c->lp[k] - 1;
        c->lp[k + 1] = li.n;
        if (!length) continue;
        qsort(li.at + c->lp[k] + 1, (size_t)length, sizeof(int), by_number);
        int parent = li.at[c->lp[k] + 1];
        next[k] = child[parent], child[parent] = k;
    }
    c->li = li.at;
}

static int find(const Cholesky *c, int row, int column)
{
    int low = c->lp[column], high = c->lp[column + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->li[middle] < row) low = middle + 1;
        else high = middle;
    }
    assert(c->li[low] == row);
    return low;
}

static void list_targets(Cholesky *c)
{
    for (int k = 0; k < c->n; k++) {
        long under = c->lp[k + 1] - c->lp[k] - 1;
        c->operations += under * (under + 1) / 2;
    }
    int *target = c->target = ARENA_ARRAY(&c->arena, int, c->operations);
    for (int p = 0; p < c->parts; p++) {
        c->target_of[p] = (int)(target - c->target);
        for (int k = c->first[p]; k < c->first[p + 1]; k++)
            for (int a = c->lp[k] + 1; a < c->lp[k + 1]; a++)
                for (int b = a; b < c->lp[k + 1]; b++) *target++ = find(c, c->li[b], c->li[a]);
    }
}

Cholesky *cd_cholesky_open(const Pattern *s)
{
    Cholesky *c = cd_take(sizeof *c);
    Arena scratch = { 0 };
    int n = c->n = s->cols, **list[] = { &c->unknown, &c->place, &c->lp };
    for (int k = 0; k < 3; k++) *list[k] = ARENA_ARRAY(&c->arena, int, n + 1);
    choose_order(c, s, &scratch);
    find_fill(c, s, &scratch);
    cd_arena_close(&scratch);
    list_targets(c);
    c->w = ARENA_ARRAY(&c->arena, double, c->lp[n]);
    c->size = ARENA_ARRAY(&c->arena, double, n);
    return c;
}

void cd_cholesky_close(Cholesky *c)
{
    if (!c) return;
    cd_arena_close(&c->arena);
    free(c);
}

int cd_cholesky_slot(const Cholesky *c, int i, int j)
{
    int a = c->place[i], b = c->place[j];
    return a > b ? find(c, a, b) : find(c, b, a);
}

/* ---- factors and solutions --------------------------------------------------------------------------------------- */

void cd_cholesky_clear(Cholesky *c, int part)
{
    int from = c->lp[c->first[part]], to = c->lp[c->first[part + 1]];
    memset(c->w + from, 0, sizeof(double) * (size_t)(to - from));
}

bool cd_cholesky_factor(Cholesky *c, int part, double least)
{
    double *w = c->w;
    const int *target = c->target + c->target_of[part];
    for (int k = c->first[part]; k < c->first[part + 1]; k++) c->size[k] = w[c->lp[k]];
    c->kept = 1, c->weakest = c->first[part];
    for (int k = c->first[part]; k < c->first[part + 1]; k++) {
        const int l0 = c->lp[k], l1 = c->lp[k + 1];
        if (!(w[l0] >= c->kept * c->size[k])) c->kept = w[l0] / c->size[k], c->weakest = k;
        if (!(w[l0] > least * c->size[k])) return false;
        const double inverse = w[l0] = 1 / w[l0];
        for (int a = l0 + 1; a < l1; a++) {
            const double l = w[a] * inverse;
            for (int b = a; b < l1; b++) w[*target++] -= l * w[b];
            w[a] = l;
        }
    }
    return true;
}

void cd_cholesky_solve(const Cholesky *c, int part, double *y)
{
    const double *w = c->w;
    for (int k = c->first[part]; k < c->first[part + 1]; k++) {
        const double f = y[k];
        for (int l = c->lp[k] + 1; l < c->lp[k + 1]; l++) y[c->li[l]] -= w[l] * f;
    }
    for (int k = c->first[part + 1] - 1; k >= c->first[part]; k--) {
        double sum = y[k] * w[c->lp[k]];
        for (int l = c->lp[k] + 1; l < c->lp[k + 1]; l++) sum -= w[l] * y[c->li[l]];
        y[k] = sum;
    }
}
