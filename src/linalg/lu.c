/* lu.c - KLU behind a narrow interface; no other file knows it. Its pivots are used again by a list of operations
 * (replay.h). */
#include "linalg/lu.h"

#include "base/arena.h"
#include "linalg/fronts.h"
#include "linalg/krylov.h"
#include "linalg/ordering.h"
#include "linalg/replay.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/btf.h>
#include <suitesparse/klu.h>

/* Lists that may be made before those in use have paid for them. */
enum { FREE_LISTS = 8 };

/* What KLU has. */
typedef struct Klu {
    klu_common common;
    klu_symbolic *symbolic; /* NULL if n = 0 or structurally singular */
    klu_numeric *numeric;   /* NULL while there are no factors */
} Klu;

/* KLU's elimination as a list of operations, which leaves out values that have always been zero. */
typedef struct List {
    Replay *replay;   /* NULL: not made, or not worth it */
    bool made;        /* whether it has been looked into */
    bool more;        /* values have been used since */
    double whole;     /* operations where every value is used */
    double saved;     /* operations less than that by lists, less those spent on making lists */
    uint64_t *unused; /* per value: all ones, and 0 when it has been other than zero */
} List;

/* Solutions by iterations. */
typedef struct Iterations {
    Krylov *krylov;   /* NULL: never */
    int rest, left;   /* factors that are made after they were too slow the last time; that are left to make */
    double spent;     /* iterations with the values at hand */
    double *solution; /* n */
} Iterations;

struct Lu {
    Arena arena;
    int n;
    int *p, *i;    /* the pattern: n+1, nz */
    Choice choice; /* of the order; the first, without counts, where there are no blocks */
    Klu klu;
    List list;
    Fronts *fronts; /* factors by fronts instead, where they fill much; NULL: by KLU */
    Iterations iterations;
    double *x;                                 /* nz: the values that fronts and iterations are of */
    enum { KLU, LIST, FRONTS, ITERATIONS } by; /* what solves */
    struct {
        LuStatus status;
        int column;
        double growth;
    } outcome; /* of the last factors; column: that failed */
};

static void drop_factors(Lu *lu)
{
    klu_free_numeric(&lu->klu.numeric, &lu->klu.common);
    cd_replay_close(lu->list.replay);
    lu->list.replay = NULL, lu->list.made = false, lu->by = KLU;
}

static LuStatus finish(Lu *lu, LuStatus status, int column_failed)
{
    lu->outcome.column = column_failed;
    return lu->outcome.status = status;
}

/* A column left without an equation when as many as possible have been paired, -1 if there is none. */
static int unmatched_column(Lu *lu)
{
    ArenaMark mark = cd_arena_mark(&lu->arena);
    int *match = ARENA_ARRAY(&lu->arena, int, lu->n), *work = ARENA_ARRAY(&lu->arena, int, 5 * (size_t)lu->n);
    int *matched = ARENA_ARRAY(&lu->arena, int, lu->n), column = -1;
    double operations;
    btf_maxtrans(lu->n, lu->n, lu->p, lu->i, 0, &operations, match, work);

    for (int i = 0; i < lu->n; i++)
        if (match[i] >= 0) matched[match[i]] = 1;
    for (int j = 0; j < lu->n && column < 0; j++)
        if (!matched[j]) column = j;
    cd_arena_release(&lu->arena, mark);
    return column;
}

/* The order belongs to the arena. */
static int *saddle_order(Lu *lu, const int *block)
{
    int *order = ARENA_ARRAY(&lu->arena, int, lu->n);
    lu->choice = cd_ordering_choose(lu->n, lu->p, lu->i, block, order);
    return order;
}

/* Where columns are long, dense kernels make up for what fronts cost. */
static bool pays_in_fronts(const Prediction *of)
{
    return of->operations > LU_FRONTS_OPERATIONS && of->operations > LU_FRONTS_LENGTH * of->entries;
}

/* UMFPACK wants the rows of a column in order; those of a pattern are. */
static void open_fronts(Lu *lu, const int *order, const int *block)
{
    for (int j = 0; j < lu->n; j++)
        for (int k = lu->p[j] + 1; k < lu->p[j + 1]; k++)
            if (lu->i[k] <= lu->i[k - 1]) return;
    lu->fronts = cd_fronts_open(lu->n, lu->p, lu->i, order);
    lu->iterations.krylov = cd_krylov_open(lu->n, lu->p, lu->i, block);
    lu->x = ARENA_ARRAY(&lu->arena, double, lu->p[lu->n]),
    lu->iterations.solution = ARENA_ARRAY(&lu->arena, double, lu->n);
}

static Lu *open_lu(int n, const int *p, const int *i, const int *block, const int *given, bool blocks)
{
    Lu *lu = cd_take(sizeof *lu);
    lu->n = n, lu->outcome.growth = 1, lu->outcome.column = -1;
    lu->p = ARENA_ARRAY(&lu->arena, int, n + 1), lu->i = ARENA_ARRAY(&lu->arena, int, p[n]);
    memcpy(lu->p, p, sizeof(int) * (size_t)(n + 1));
    if (p[n]) memcpy(lu->i, i, sizeof(int) * (size_t)p[n]);

    lu->list.unused = ARENA_ARRAY(&lu->arena, uint64_t, p[n]);
    for (int k = 0; k < p[n]; k++) lu->list.unused[k] = UINT64_MAX;
    klu_defaults(&lu->klu.common);
    lu->klu.common.btf = blocks;
    if (n == 0) return lu;

    int column = unmatched_column(lu);
    if (column >= 0) {
        finish(lu, LU_SINGULAR, column);
        return lu;
    }
    int *order = given ? (int *)given : block ? saddle_order(lu, block) : NULL; /* KLU reads it */
    lu->klu.symbolic = order ? klu_analyze_given(n, lu->p, lu->i, order, order, &lu->klu.common)
                             : klu_analyze(n, lu->p, lu->i, &lu->klu.common);
    assert(lu->klu.common.status != KLU_INVALID);
    if (!lu->klu.symbolic) cd_out_of_memory(0);
    if (block && pays_in_fronts(&lu->choice.of)) open_fronts(lu, order, block);
    return lu;
}

Lu *cd_lu_open(int n, const int *p, const int *i)
{
    return open_lu(n, p, i, NULL, NULL, false);
}

Lu *cd_lu_open_saddle(int n, const int *p, const int *i, const int *block)
{
    return open_lu(n, p, i, block, NULL, false);
}

Lu *cd_lu_open_ordered(int n, const int *p, const int *i, const int *order)
{
    return open_lu(n, p, i, NULL, order, false);
}

Lu *cd_lu_open_blocks(int n, const int *p, const int *i)
{
    return open_lu(n, p, i, NULL, NULL, true);
}

void cd_lu_close(Lu *lu)
{
    if (!lu) return;
    drop_factors(lu);
    cd_fronts_close(lu->fronts);
    cd_krylov_close(lu->iterations.krylov);
    klu_free_symbolic(&lu->klu.symbolic, &lu->klu.common);
    cd_arena_close(&lu->arena);
    free(lu);
}

/* The column of the first value that is not finite, -1 if there is none; values that are other than zero for the first
 * time are noted. The first loop looks at bits, several values at a time: an exponent full of ones carries over into
 * the sign. */
static int look_at(Lu *lu, const double *x)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52, one = UINT64_C(1) << 52;
    uint64_t odd = 0, fresh = 0;
    int nz = lu->p[lu->n];
    for (int k = 0; k < nz; k++) {
        uint64_t bits;
        memcpy(&bits, &x[k], sizeof bits);
        odd |= (bits & exponent) + one;
        fresh |= (bits << 1) & lu->list.unused[k];
    }
    lu->list.more |= fresh != 0;
    for (int k = 0; fresh && k < nz; k++) lu->list.unused[k] = x[k] != 0 ? 0 : lu->list.unused[k];
    for (int j = 0; odd >> 63 && j < lu->n; j++)
        for (int k = lu->p[j]; k < lu->p[j + 1]; k++)
            if (!isfinite(x[k])) return j;
    return -1;
}

/* True if factoring may go ahead: the pattern is regular, every value finite. If not, the status says why. */
static bool ready(Lu *lu, const double *x)
{
    if (lu->n == 0) return true;
    if (!lu->klu.symbolic) return false;
    int column = look_at(lu, x);
    if (column < 0) return true;
    drop_factors(lu);
    finish(lu, LU_NOT_FINITE, column);
    return false;
}

/* Chooses pivots and factors values known to be finite. */
static LuStatus factor(Lu *lu, const double *x)
{
    if (lu->n == 0) return finish(lu, LU_OK, -1);
    drop_factors(lu);
    lu->klu.numeric = klu_factor(lu->p, lu->i, (double *)x, lu->klu.symbolic, &lu->klu.common);
    if (lu->klu.common.status == KLU_SINGULAR) return finish(lu, LU_SINGULAR, lu->klu.common.singular_col);
    if (!lu->klu.numeric) cd_out_of_memory(0);
    klu_rgrowth(lu->p, lu->i, (double *)x, lu->klu.symbolic, lu->klu.numeric, &lu->klu.common);
    lu->outcome.growth = lu->klu.common.rgrowth;
    return finish(lu, LU_OK, -1);
}

/* False: a pivot is zero, and KLU is asked which. */
static bool factor_fronts(Lu *lu, const double *x)
{
    if (!lu->fronts) return false;
    drop_factors(lu);
    memcpy(lu->x, x, sizeof(double) * (size_t)lu->p[lu->n]);
    lu->by = cd_fronts_factor(lu->fronts, lu->x) ? FRONTS : KLU, lu->outcome.growth = 1;
    return lu->by == FRONTS;
}

LuStatus cd_lu_factor(Lu *lu, const double *x)
{
    if (!ready(lu, x)) return lu->outcome.status;
    return factor_fronts(lu, x) ? finish(lu, LU_OK, -1) : factor(lu, x);
}

/* What only KLU tells of its factors. */
static void without_fronts(Lu *lu)
{
    if (lu->by == FRONTS || lu->by == ITERATIONS) factor(lu, lu->x);
}

/* The list of operations of the pivots in use. */
static void list_operations(Lu *lu)
{
    int n = lu->n, lnz = lu->klu.numeric->lnz, unz = lu->klu.numeric->unz;
    lu->list.made = true, lu->list.more = false;
    if (lu->klu.symbolic->nblocks > 1) return;
    ArenaMark mark = cd_arena_mark(&lu->arena);
    int *lp = ARENA_ARRAY(&lu->arena, int, n + 1), *up = ARENA_ARRAY(&lu->arena, int, n + 1);
    int *li = ARENA_ARRAY(&lu->arena, int, lnz), *ui = ARENA_ARRAY(&lu->arena, int, unz);
    double *lx = ARENA_ARRAY(&lu->arena, double, lnz), *ux = ARENA_ARRAY(&lu->arena, double, unz);
    klu_extract(lu->klu.numeric, lu->klu.symbolic, lp, li, lx, up, ui, ux, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                &lu->klu.common);
    lu->list.replay = cd_replay_open(lu->p, lu->i, lu->list.unused,
                                     &(Elimination){ .n = n,
                                                     .lp = lp,
                                                     .li = li,
                                                     .up = up,
                                                     .ui = ui,
                                                     .p = lu->klu.numeric->Pnum,
                                                     .q = lu->klu.symbolic->Q,
                                                     .scale = lu->klu.numeric->Rs });
    cd_arena_release(&lu->arena, mark);
    klu_flops(lu->klu.symbolic, lu->klu.numeric, &lu->klu.common);
    lu->list.whole = lu->klu.common.flops / 2 + lnz + unz;
}

/* Contacts come and go: values that are used for the first time need a new list, which costs about as much as factors
 * of all values. Where lists do not pay for that, all values count as used from now on. */
static void list_anew(Lu *lu)
{
    cd_replay_close(lu->list.replay);
    lu->list.replay = NULL, lu->list.made = false;
    lu->list.saved -= lu->list.whole;
    if (lu->list.saved < -FREE_LISTS * lu->list.whole)
        memset(lu->list.unused, 0, sizeof(uint64_t) * (size_t)lu->p[lu->n]);
}

/* KLU's own factors of values that the list has factored. */
static void catch_up(Lu *lu, const double *x)
{
    if (lu->by == LIST) klu_refactor(lu->p, lu->i, (double *)x, lu->klu.symbolic, lu->klu.numeric, &lu->klu.common);
    lu->by = KLU;
}

/* The reciprocal growth of the old pivots on new values. */
static double repeat(Lu *lu, const double *x)
{
    if (lu->list.more && lu->list.replay) list_anew(lu);
    if (!lu->list.made) list_operations(lu);
    lu->by = lu->list.replay ? LIST : KLU;
    if (lu->list.replay) {
        lu->list.saved += lu->list.whole - (double)cd_replay_operations(lu->list.replay);
        return cd_replay_factor(lu->list.replay, x);
    }
    bool good = klu_refactor(lu->p, lu->i, (double *)x, lu->klu.symbolic, lu->klu.numeric, &lu->klu.common) &&
                klu_rgrowth(lu->p, lu->i, (double *)x, lu->klu.symbolic, lu->klu.numeric, &lu->klu.common);
    return good ? lu->klu.common.rgrowth : 0;
}

LuStatus cd_lu_refactor(Lu *lu, const double *x)
{
    if (!ready(lu, x)) return lu->outcome.status;
    if (factor_fronts(lu, x)) return finish(lu, LU_OK, -1);
    if (!lu->klu.numeric) return factor(lu, x);
    double growth = repeat(lu, x);
    if (growth >= LU_GROWTH_WORST) {
        lu->outcome.growth = growth;
        return finish(lu, LU_OK, -1);
    }
    return factor(lu, x) == LU_OK ? finish(lu, LU_REPIVOTED, -1) : lu->outcome.status;
}

LuStatus cd_lu_refactor_nearly(Lu *lu, const double *x)
{
    bool rests = lu->iterations.left > 0;
    if (rests) lu->iterations.left--;
    if (!lu->iterations.krylov || rests) return cd_lu_refactor(lu, x);
    if (!ready(lu, x)) return lu->outcome.status;
    if (!cd_krylov_take(lu->iterations.krylov, x)) return cd_lu_refactor(lu, x);
    drop_factors(lu);
    memcpy(lu->x, x, sizeof(double) * (size_t)lu->p[lu->n]);
    lu->by = ITERATIONS, lu->outcome.growth = 1, lu->iterations.spent = 0;
    return finish(lu, LU_OK, -1);
}

/* How many iterations factors cost: operations of fronts are faster than those on small blocks. */
static double factors_in_iterations(const Lu *lu)
{
    const double faster = 4;
    return lu->choice.of.operations / (2 * faster * lu->p[lu->n]);
}

/* False: iterations do not come to an end soon, or have cost as much as factors; there are factors then, unless the
 * matrix is singular. */
static bool iterate(Lu *lu, double *b)
{
    bool worth = lu->iterations.spent < factors_in_iterations(lu);
    int spent = worth ? cd_krylov_solve(lu->iterations.krylov, b, lu->iterations.solution, LU_NEARLY, KRYLOV_MOST) : -1;
    if (spent >= 0) {
        lu->iterations.spent += spent;
        memcpy(b, lu->iterations.solution, sizeof(double) * (size_t)lu->n);
        return true;
    }
    if (worth) lu->iterations.left = lu->iterations.rest = 2 * lu->iterations.rest + 1;
    cd_lu_factor(lu, lu->x);
    for (int k = 0; k < lu->n && lu->outcome.status != LU_OK; k++) b[k] = NAN;
    return lu->outcome.status != LU_OK;
}

void cd_lu_forget(Lu *lu)
{
    drop_factors(lu);
}

void cd_lu_solve(Lu *lu, double *b)
{
    assert(lu->n == 0 || cd_lu_has_factors(lu));
    if (lu->by == ITERATIONS && iterate(lu, b)) return;
    if (lu->by == FRONTS) cd_fronts_solve(lu->fronts, b);
    else if (lu->by == LIST) cd_replay_solve(lu->list.replay, b);
    else if (lu->n) klu_solve(lu->klu.symbolic, lu->klu.numeric, lu->n, 1, b, &lu->klu.common);
}

void cd_lu_solve_transposed(Lu *lu, double *b)
{
    assert(lu->n == 0 || cd_lu_has_factors(lu));
    if (lu->by == ITERATIONS) factor(lu, lu->x);
    if (lu->by == FRONTS) cd_fronts_solve_transposed(lu->fronts, b);
    else if (lu->by == LIST) cd_replay_solve_transposed(lu->list.replay, b);
    else if (lu->n) klu_tsolve(lu->klu.symbolic, lu->klu.numeric, lu->n, 1, b, &lu->klu.common);
}

LuStatus cd_lu_status(const Lu *lu)
{
    return lu->outcome.status;
}

int cd_lu_column_failed(const Lu *lu)
{
    return lu->outcome.column;
}

double cd_lu_growth(const Lu *lu)
{
    return lu->outcome.growth;
}

double cd_lu_condition(Lu *lu, const double *x)
{
    if (lu->n == 0) return 1;
    without_fronts(lu);
    assert(lu->klu.numeric);
    catch_up(lu, x);
    klu_condest(lu->p, (double *)x, lu->klu.symbolic, lu->klu.numeric, &lu->klu.common);
    return lu->klu.common.condest;
}

int cd_lu_weakest_column(Lu *lu, const double *x, double *kept)
{
    int weakest = -1;
    *kept = 1;
    if (lu->n == 0) return weakest;
    without_fronts(lu);
    assert(lu->klu.numeric);

    /* KLU numbers scale factors and pivots in the order of elimination; the list has pivots of rows that are not
     * scaled */
    const double *pivot = lu->by == LIST ? cd_replay_pivots(lu->list.replay) : lu->klu.numeric->Udiag,
                 *scale = lu->klu.numeric->Rs;
    for (int k = 0; k < lu->n; k++) {
        int j = lu->klu.symbolic->Q[k];
        double largest = 0, left = fabs(pivot[k]) / (lu->by == LIST ? scale[k] : 1);
        for (int e = lu->p[j]; e < lu->p[j + 1]; e++) {
            double size = fabs(x[e]) / scale[lu->klu.numeric->Pinv[lu->i[e]]];
            if (size > largest) largest = size;
        }
        if (weakest < 0 || left < *kept * largest) weakest = j, *kept = left / largest;
    }
    return weakest;
}

int cd_lu_pivot_row(Lu *lu, int column, double *pivot)
{
    int k = 0;
    without_fronts(lu);
    while (lu->klu.symbolic->Q[k] != column) k++;
    *pivot = lu->by == LIST ? cd_replay_pivots(lu->list.replay)[k]
                            : ((const double *)lu->klu.numeric->Udiag)[k] * lu->klu.numeric->Rs[k];
    return lu->klu.numeric->Pnum[k];
}

/* The sign of the permutation that sorts the numbers 0 ... n-1; they are sorted. */
static int sorting_sign(int n, int *x)
{
    int sign = 1;
    for (int i = 0; i < n; i++)
        while (x[i] != i) {
            int k = x[i], other = x[k];
            x[k] = k, x[i] = other, sign = -sign;
        }
    return sign;
}

int cd_lu_signs(Lu *lu, signed char *sign)
{
    if (lu->n == 0) return 0;
    without_fronts(lu);
    assert(lu->klu.numeric);
    /* P R A Q = L U block by block, with positive scales R. Q and the order P0 of the analysis do not change: P counts
     * against P0. */
    const double *pivot = lu->by == LIST ? cd_replay_pivots(lu->list.replay) : lu->klu.numeric->Udiag;
    const int *first = lu->klu.symbolic->R;
    ArenaMark mark = cd_arena_mark(&lu->arena);
    int *place = ARENA_ARRAY(&lu->arena, int, lu->n), *x = ARENA_ARRAY(&lu->arena, int, lu->n);
    for (int k = 0; k < lu->n; k++) place[lu->klu.symbolic->P[k]] = k;
    for (int b = 0; b < lu->klu.symbolic->nblocks; b++) {
        int at = first[b], n = first[b + 1] - at, one = 1;
        for (int k = 0; k < n; k++) {
            x[k] = place[lu->klu.numeric->Pnum[at + k]] - at;
            if (pivot[at + k] < 0) one = -one;
        }
        sign[b] = (signed char)(one * sorting_sign(n, x));
    }
    cd_arena_release(&lu->arena, mark);
    return lu->klu.symbolic->nblocks;
}

const Choice *cd_lu_ordering(const Lu *lu)
{
    return &lu->choice;
}

bool cd_lu_has_factors(const Lu *lu)
{
    return lu->klu.numeric || lu->by == FRONTS || lu->by == ITERATIONS;
}

bool cd_lu_is_dear(const Lu *lu)
{
    return lu->choice.of.operations > LU_DEAR_LENGTH * lu->choice.of.entries;
}

bool cd_lu_uses_fronts(const Lu *lu)
{
    return lu->fronts != NULL;
}

LuFill cd_lu_fill(const Lu *lu)
{
    LuFill fill = { 0, 0 };
    if (lu->by == FRONTS) cd_fronts_fill(lu->fronts, &fill.lower, &fill.upper);
    if (lu->by == FRONTS) return fill;
    return lu->klu.numeric ? (LuFill){ lu->klu.numeric->lnz, lu->klu.numeric->unz } : (LuFill){ 0, 0 };
}

#define TEXT_OF(x) #x
#define VERSION_TEXT(x) TEXT_OF(x)

const char *cd_lu_library(void)
{
    static const char text[] = "SuiteSparse with KLU " VERSION_TEXT(KLU_MAIN_VERSION) "." VERSION_TEXT(KLU_SUB_VERSION);
    return text;
}
