/* ordering.c - a row per order, and the counts that tell one from another. */
#include "linalg/ordering.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/amd.h>
#include <suitesparse/cholmod.h>
#include <suitesparse/colamd.h>

typedef struct Place {
    int key, unknown;
} Place;

static int by_key(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : x->unknown - y->unknown;
}

static void sort_places(int n, Place *place, int *order)
{
    qsort(place, (size_t)n, sizeof *place, by_key);
    for (int k = 0; k < n; k++) order[k] = place[k].unknown;
}

static int count_blocks(const Saddle *s)
{
    int blocks = 0;
    for (int j = 0; j < s->n; j++) blocks = s->block[j] >= blocks ? s->block[j] + 1 : blocks;
    return blocks;
}

/* ---- orders of unknowns ------------------------------------------------------------------------------------------ */

/* Moves each multiplier behind the first block that it acts on. */
static void put_behind(const Saddle *s, Arena *scratch, int *order)
{
    int n = s->n, *end = ARENA_ARRAY(scratch, int, count_blocks(s));
    const int *block = s->block;
    Place *place = ARENA_ARRAY(scratch, Place, n);
    for (int k = 0; k < n; k++) {
        int j = order[k];
        place[j] = (Place){ 2 * k, j };
        if (block[j] >= 0 && 2 * k + 1 > end[block[j]]) end[block[j]] = 2 * k + 1;
    }
    for (int j = 0; j < n; j++) {
        int first = -1;
        for (int e = s->p[j]; e < s->p[j + 1] && block[j] < 0; e++) {
            int b = block[s->i[e]];
            if (b >= 0 && (first < 0 || end[b] < first)) first = end[b];
        }
        if (place[j].key < first) place[j].key = first;
    }
    sort_places(n, place, order);
}

static bool minimum_degree(const Saddle *s, Arena *scratch, int *order)
{
    if (amd_order(s->n, s->p, s->i, order, NULL, NULL) < AMD_OK) return false;
    put_behind(s, scratch, order);
    return true;
}

static double least_of(int n, double under)
{
    return n ? under + 2 * under * under / n : 0;
}

/* The same, and whether it is worth a look at others, by what AMD has counted on its way: before multipliers were
 * moved. */
static bool minimum_degree_fills(const Saddle *s, Arena *scratch, int *order)
{
    double info[AMD_INFO];
    if (amd_order(s->n, s->p, s->i, order, NULL, info) < AMD_OK) cd_out_of_memory(0);
    put_behind(s, scratch, order);
    double operations = info[AMD_NDIV] + 2 * info[AMD_NMULTSUBS_LU];
    return operations > ORDERING_MANY && least_of(s->n, info[AMD_NZ_A_PLUS_AT] / 2) < ORDERING_CLEAR * operations;
}

static bool columns(const Saddle *s, Arena *scratch, int *order)
{
    int nz = s->p[s->n], stats[COLAMD_STATS];
    size_t room = colamd_recommended(nz, s->n, s->n);
    if (room == 0 || room > INT_MAX) return false;
    int *work = ARENA_ARRAY(scratch, int, room), *p = ARENA_ARRAY(scratch, int, s->n + 1);
    memcpy(work, s->i, sizeof(int) * (size_t)nz);
    memcpy(p, s->p, sizeof(int) * (size_t)(s->n + 1));
    if (!colamd(s->n, s->n, (int)room, work, p, NULL, stats)) return false;
    memcpy(order, p, sizeof(int) * (size_t)s->n);
    put_behind(s, scratch, order);
    return true;
}

/* ---- orders of blocks -------------------------------------------------------------------------------------------- */

/* Blocks with the multipliers that stand behind them. */
typedef struct Groups {
    int n;
    int *of;    /* per unknown; -1: a multiplier that no block has room for */
    int *p, *i; /* which groups have to do with which: n+1, by columns */
} Groups;

/* Each multiplier goes to the block that has most room. The last degree of a block is left to it, as long as another
 * block has more: two balls on one body are six rows on six degrees of freedom, of which they hold five. */
static void give_places(const Saddle *s, Arena *scratch, Groups *g)
{
    int *room = ARENA_ARRAY(scratch, int, g->n);
    g->of = ARENA_ARRAY(scratch, int, s->n);
    for (int j = 0; j < s->n; j++) {
        g->of[j] = s->block[j];
        if (s->block[j] >= 0) room[s->block[j]]++;
    }
    for (int j = 0; j < s->n; j++) {
        if (s->block[j] >= 0) continue;
        int best = -1;
        for (int e = s->sp[j]; e < s->sp[j + 1]; e++) {
            int b = s->block[s->si[e]];
            if (b >= 0 && room[b] > 0 && (best < 0 || room[b] > room[best])) best = b;
        }
        g->of[j] = best;
        if (best >= 0) room[best]--;
    }
}

typedef ARRAY_OF(int) Ints;

static void touch(Arena *scratch, Ints *near, int *mark, int from, int to)
{
    if (to < 0 || mark[to] == from) return;
    mark[to] = from;
    ARRAY_PUSH(scratch, near, to);
}

/* Groups meet where their unknowns do, and in multipliers that belong to none. */
static void find_neighbours(const Saddle *s, Arena *scratch, Groups *g)
{
    int *head = ARENA_ARRAY(scratch, int, g->n), *next = ARENA_ARRAY(scratch, int, s->n);
    int *mark = ARENA_ARRAY(scratch, int, g->n);
    Ints near = { 0 };
    g->p = ARENA_ARRAY(scratch, int, g->n + 1);
    for (int k = 0; k < g->n; k++) head[k] = mark[k] = -1;
    for (int j = s->n - 1; j >= 0; j--)
        if (g->of[j] >= 0) next[j] = head[g->of[j]], head[g->of[j]] = j;
    for (int k = 0; k < g->n; k++) {
        g->p[k] = near.n, mark[k] = k;
        for (int j = head[k]; j >= 0; j = next[j])
            for (int e = s->sp[j]; e < s->sp[j + 1]; e++) {
                int other = s->si[e];
                touch(scratch, &near, mark, k, g->of[other]);
                for (int f = s->sp[other]; g->of[other] < 0 && f < s->sp[other + 1]; f++)
                    touch(scratch, &near, mark, k, g->of[s->si[f]]);
            }
    }
    g->p[g->n] = near.n, g->i = near.at;
}

static Groups group(const Saddle *s, Arena *scratch)
{
    Groups g = { .n = count_blocks(s) };
    give_places(s, scratch, &g);
    find_neighbours(s, scratch, &g);
    return g;
}

/* Blocks in their order, multipliers behind their block; those that belong to none behind the last block that they act
 * on. */
static void spread(const Saddle *s, const Groups *g, Arena *scratch, const int *of_groups, int *order)
{
    int *position = ARENA_ARRAY(scratch, int, g->n);
    Place *place = ARENA_ARRAY(scratch, Place, s->n);
    for (int k = 0; k < g->n; k++) position[of_groups[k]] = k;
    for (int j = 0; j < s->n; j++) {
        int last = g->of[j] >= 0 ? position[g->of[j]] : -1;
        for (int e = s->sp[j]; e < s->sp[j + 1] && g->of[j] < 0; e++) {
            int b = s->block[s->si[e]];
            if (b >= 0 && position[b] > last) last = position[b];
        }
        place[j] = (Place){ 3 * last + (s->block[j] < 0) + (g->of[j] < 0), j };
    }
    sort_places(s->n, place, order);
}

static bool minimum_degree_of_blocks(const Saddle *s, Arena *scratch, int *order)
{
    Groups g = group(s, scratch);
    int *of_groups = ARENA_ARRAY(scratch, int, g.n);
    if (!g.n || amd_order(g.n, g.p, g.i, of_groups, NULL, NULL) < AMD_OK) return false;
    spread(s, &g, scratch, of_groups, order);
    return true;
}

/* CHOLMOD hands the graph to METIS. It wants the upper triangle of a symmetric pattern. */
static bool dissect(const Groups *g, Arena *scratch, int *order)
{
    int nz = 0, *p = ARENA_ARRAY(scratch, int, g->n + 1), *i = ARENA_ARRAY(scratch, int, g->p[g->n]);
    cholmod_common common;
    for (int k = 0; k < g->n; k++) {
        p[k] = nz;
        for (int e = g->p[k]; e < g->p[k + 1]; e++)
            if (g->i[e] < k) i[nz++] = g->i[e];
    }
    p[g->n] = nz;
    cholmod_sparse upper = { .nrow = (size_t)g->n,
                             .ncol = (size_t)g->n,
                             .nzmax = (size_t)nz,
                             .p = p,
                             .i = i,
                             .stype = 1,
                             .itype = CHOLMOD_INT,
                             .xtype = CHOLMOD_PATTERN,
                             .packed = 1 };
    cholmod_start(&common);
    common.print = 0;
    bool good = cholmod_metis(&upper, NULL, 0, 0, order, &common);
    cholmod_finish(&common);
    return good;
}

static bool nested_dissection_of_blocks(const Saddle *s, Arena *scratch, int *order)
{
    Groups g = group(s, scratch);
    int *of_groups = ARENA_ARRAY(scratch, int, g.n);
    if (!g.n || !dissect(&g, scratch, of_groups)) return false;
    spread(s, &g, scratch, of_groups, order);
    return true;
}

const OrderingKind cd_orderings[ORDERINGS] = {
    { "minimum degree", minimum_degree },                           /* AMD */
    { "minimum degree of blocks", minimum_degree_of_blocks },       /* AMD */
    { "nested dissection of blocks", nested_dissection_of_blocks }, /* METIS */
    { "columns", columns },                                         /* COLAMD */
};

/* ---- what they cost ---------------------------------------------------------------------------------------------- */

/* Rows under the diagonal of L, column by column. A column with its first row is a branch of the tree of
 * elimination. */
static int *count_rows(const Saddle *s, Arena *scratch, const int *order)
{
    int n = s->n, *place = ARENA_ARRAY(scratch, int, n), *mark = ARENA_ARRAY(scratch, int, n);
    int *count = ARENA_ARRAY(scratch, int, n), *first = ARENA_ARRAY(scratch, int, n);
    for (int k = 0; k < n; k++) place[order[k]] = k, first[k] = -1;
    for (int k = 0; k < n; k++) {
        mark[k] = k;
        for (int e = s->sp[order[k]]; e < s->sp[order[k] + 1]; e++)
            for (int j = place[s->si[e]]; j < k && mark[j] != k; j = first[j]) {
                mark[j] = k, count[j]++;
                if (first[j] < 0) first[j] = k;
            }
    }
    return count;
}

/* A multiplier takes a degree of a block before it. The last one of a block is doubtful: two balls on a body are six
 * rows on six degrees of freedom, of which they hold five. */
static int count_doubtful(const Saddle *s, Arena *scratch, const int *order)
{
    int *room = ARENA_ARRAY(scratch, int, count_blocks(s)), doubtful = 0;
    for (int k = 0; k < s->n; k++) {
        int j = order[k], best = -1;
        if (s->block[j] >= 0) {
            room[s->block[j]]++;
            continue;
        }
        for (int e = s->sp[j]; e < s->sp[j + 1]; e++) {
            int b = s->block[s->si[e]];
            if (b >= 0 && room[b] > 0 && (best < 0 || room[b] > room[best])) best = b;
        }
        if (best >= 0) room[best]--;
        doubtful += best < 0 || room[best] == 0;
    }
    return doubtful;
}

/* The longer the rows, the more it costs to merge two of them. Nets of 12 x 12 to 32 x 32 bodies needed 4 to 18 times
 * the operations counted, vehicles 1.5 times, belts and chains 1.1 times. */
static double with_doubts(const Saddle *s, const Prediction *of)
{
    const double each = 0.02;
    double fill = of->entries / (s->n + s->sp[s->n] / 2);
    return of->operations * (1 + each * of->doubtful * (fill - 1));
}

Prediction cd_ordering_predict(const Saddle *s, const int *order)
{
    Arena scratch = { 0 };
    Prediction of = { .entries = s->n };
    const int *count = count_rows(s, &scratch, order);
    for (int k = 0; k < s->n; k++) {
        double under = count[k];
        of.entries += under, of.operations += under + 2 * under * under;
    }
    of.doubtful = count_doubtful(s, &scratch, order);
    of.expected = with_doubts(s, &of);
    cd_arena_close(&scratch);
    return of;
}

/* There are at least as many rows under the diagonal as in the matrix, and the sum of squares is least when columns
 * have equally many. */
double cd_ordering_least(const Saddle *s)
{
    return least_of(s->n, s->sp[s->n] / 2);
}

/* Columns of A and of A^T side by side, each row once. */
Saddle cd_saddle_new(Arena *arena, int n, const int *p, const int *i, const int *block)
{
    int nz = 0, *sp = ARENA_ARRAY(arena, int, n + 1), *si = ARENA_ARRAY(arena, int, 2 * (size_t)p[n]);
    Arena scratch = { 0 };
    int *tp = ARENA_ARRAY(&scratch, int, n + 2), *ti = ARENA_ARRAY(&scratch, int, p[n]);
    int *mark = ARENA_ARRAY(&scratch, int, n);
    for (int e = 0; e < p[n]; e++) tp[i[e] + 2]++;
    for (int j = 0; j < n; j++) tp[j + 2] += tp[j + 1];
    for (int j = 0; j < n; j++)
        for (int e = p[j]; e < p[j + 1]; e++) ti[tp[i[e] + 1]++] = j;
    for (int j = 0; j < n; j++) {
        const int *list[] = { i + p[j], ti + tp[j] }, length[] = { p[j + 1] - p[j], tp[j + 1] - tp[j] };
        sp[j] = nz;
        for (int side = 0; side < 2; side++)
            for (int e = 0; e < length[side]; e++) {
                int row = list[side][e];
                if (row == j || mark[row] == j + 1) continue;
                mark[row] = j + 1, si[nz++] = row;
            }
    }
    sp[n] = nz;
    cd_arena_close(&scratch);
    return (Saddle){ .n = n, .p = p, .i = i, .block = block, .sp = sp, .si = si };
}

Choice cd_ordering_choose(int n, const int *p, const int *i, const int *block, int *order)
{
    Arena scratch = { 0 };
    Choice c = { .kind = 0 };
    Saddle s = { .n = n, .p = p, .i = i, .block = block };
    bool look = minimum_degree_fills(&s, &scratch, order);
    if (look) {
        s = cd_saddle_new(&scratch, n, p, i, block);
        c.of = c.of_first = cd_ordering_predict(&s, order);
    }
    double most = ORDERING_CLEAR * c.of_first.expected;
    int *other = ARENA_ARRAY(&scratch, int, n);
    for (int kind = 1; kind < ORDERINGS && look; kind++) {
        if (!cd_orderings[kind].find(&s, &scratch, other)) continue;
        Prediction of = cd_ordering_predict(&s, other);
        if (of.expected > most || (c.kind && of.expected >= c.of.expected)) continue;
        c.kind = kind, c.of = of;
        memcpy(order, other, sizeof(int) * (size_t)n);
    }
    cd_arena_close(&scratch);
    return c;
}
