/* massless.c - a model at rest whose mass matrix is singular, in the states that are left (theory 12.24 to 12.26).
 *
 *     y' = A y + B a,   X y = D a            a: accelerations of what mass was lent to, which pushes with that mass
 *                       times a
 *
 * D is singular with the degrees of freedom that have no mass of their own: a = G y + N alpha, and C y = 0 are their
 * equations of equilibrium. Differentiated until alpha is determined they say which of y follow from the others. */
#include "analyses/linear/massless.h"

#include "analyses/linear/product.h"
#include "linalg/dense.h"

#include <math.h>

static const double NOTHING = 1e-11; /* beside the terms it is made of, or the largest of its row */

static bool lacks_mass(const MovingBody *b)
{
    return b->dofs >= 3 && b->mass == 0;
}

static bool lacks_inertia(const MovingBody *b)
{
    double third = m3_trace(b->J) / 3;
    if (b->planar) return m3_at(b->J, 2, 2) <= 0;
    return b->turns && m3_det(b->J) <= 1e-14 * third * third * third;
}

bool cd_massless_any(const System *s)
{
    for (int b = 0; b < s->m->bodies; b++)
        if (lacks_mass(&s->m->body[b]) || lacks_inertia(&s->m->body[b])) return true;
    return false;
}

void cd_massless_lend(const System *s, double *lent)
{
    double mass = 0, inertia = 0;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        double third = m3_trace(body->J) / 3;
        if (body->mass > 0 && (mass == 0 || body->mass < mass)) mass = body->mass;
        if (third > 0 && (inertia == 0 || third < inertia)) inertia = third;
    }
    if (mass == 0) mass = inertia > 0 ? inertia / (s->constants.length * s->constants.length) : 1;
    if (inertia == 0) inertia = mass * s->constants.length * s->constants.length;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        for (int c = 0; c < body->dofs; c++)
            lent[body->first + c] = body->six[c] < 3      ? (lacks_mass(body) ? mass : 0)
                                    : lacks_inertia(body) ? inertia
                                                          : 0;
    }
}

/* ---- accelerations of what mass was lent to ---------------------------------------------------------------------- */

typedef struct Work {
    Arena arena;
    const Linearised *l;
    int n, lent, free; /* states, coordinates with lent mass, those of their motions that have none of their own */
    int own;           /* of the n: states of the model; inputs and their rates stand behind them (12.30) */
    int *coordinate;   /* lent */
    double *B, *X, *D; /* n x lent, lent x n, lent x lent */
    double *G, *N, *L; /* lent x n, lent x free, lent x free: D N = 0, L^T D = 0 */
    double *unit;      /* n: usual sizes of y */
    double *A1, *B1;   /* y' = A1 y + B1 alpha: n x n, n x free, in those sizes */
    double *C;         /* rows x n: C y = 0, in those sizes */
    int rows;
} Work;

static double *at(double *x, int rows, int i, int j)
{
    return x + i + (size_t)rows * (size_t)j;
}

static void fill_lent(Work *w)
{
    const Linearised *l = w->l;
    int nv = l->e->s->m->nv, N = cd_equations_unknowns(l->e);
    w->coordinate = ARENA_ARRAY(&w->arena, int, nv);
    for (int k = 0; k < nv; k++)
        if (l->reduced.lent[k] > 0) w->coordinate[w->lent++] = k;
    double *answer = ARENA_ARRAY(&w->arena, double, N);
    w->B = cd_matrix(&w->arena, w->n, w->lent), w->X = cd_matrix(&w->arena, w->lent, w->n);
    w->D = cd_matrix(&w->arena, w->lent, w->lent);
    for (int j = 0; j < w->lent; j++) {
        double mass = l->reduced.lent[w->coordinate[j]];
        cd_linear_input(l, w->coordinate[j], at(w->B, w->n, 0, j), answer);
        for (int i = 0; i < w->n; i++) *at(w->B, w->n, i, j) *= mass;
        for (int i = 0; i < w->lent; i++) *at(w->D, w->lent, i, j) = (i == j) - mass * answer[w->coordinate[i]];
    }
    for (int j = 0; j < w->n; j++)
        for (int i = 0; i < w->lent; i++)
            *at(w->X, w->lent, i, j) = l->answer[w->coordinate[i] + (size_t)N * (size_t)j];
}

/* Vectors with x v = 0 for an n x n matrix of entries of the size of 1; n x (n - rank). */
static double *null_vectors(Arena *arena, int n, const double *x, DenseRank *rank)
{
    if (cd_dense_rank(arena, n, n, x, 1e-9, rank) != DENSE_OK) return NULL;
    double *v = cd_matrix(arena, n, n - rank->rank);
    for (int c = 0; c < n - rank->rank; c++) {
        *at(v, n, rank->order[rank->rank + c], c) = 1;
        for (int k = 0; k < rank->rank; k++)
            *at(v, n, rank->order[k], c) = -rank->coef[k + (size_t)c * (size_t)rank->stride];
    }
    return v;
}

/* a = G y + N alpha from D a = X y (12.25). */
static bool solve_lent(Work *w)
{
    DenseRank columns, rows;
    int n = w->lent;
    double *transposed = cd_matrix(&w->arena, n, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) *at(transposed, n, j, i) = *at(w->D, n, i, j);
    w->N = null_vectors(&w->arena, n, w->D, &columns);
    w->L = null_vectors(&w->arena, n, transposed, &rows);
    if (!w->N || !w->L || columns.rank != rows.rank) return false;
    int own = columns.rank;
    w->free = n - own;
    double *inner = cd_matrix(&w->arena, own, own), *right = cd_matrix(&w->arena, own, w->n);
    for (int j = 0; j < own; j++)
        for (int i = 0; i < own; i++) *at(inner, own, i, j) = *at(w->D, n, rows.order[i], columns.order[j]);
    for (int j = 0; j < w->n; j++)
        for (int i = 0; i < own; i++) *at(right, own, i, j) = *at(w->X, n, rows.order[i], j);
    DenseLu lu;
    if (own && cd_dense_factor(&w->arena, own, inner, &lu) != DENSE_OK) return false;
    if (own) cd_dense_solve(&lu, w->n, right);
    w->G = cd_matrix(&w->arena, n, w->n);
    for (int j = 0; j < w->n; j++)
        for (int i = 0; i < own; i++) *at(w->G, n, columns.order[i], j) = *at(right, own, i, j);
    return w->free > 0;
}

static const Element *part_of(const Work *w)
{
    const System *s = w->l->e->s;
    int most = 0, body = 0;
    for (int i = 0; i < w->lent; i++)
        if (fabs(*at(w->N, w->lent, i, 0)) > fabs(*at(w->N, w->lent, most, 0)) * (1 + 1e-9)) most = i;
    while (body + 1 < s->m->bodies && s->m->body[body + 1].first <= w->coordinate[most]) body++;
    return cd_body_name(s->m, body);
}

/* ---- what follows from what -------------------------------------------------------------------------------------- */

/* Positions by the length of the model, or radians; velocities by the rate of the fastest motion. */
static void set_units(Work *w)
{
    const Linearised *l = w->l;
    double rate = 0;
    w->unit = ARENA_ARRAY(&w->arena, double, w->n);
    for (int k = 0; k < w->n; k++)
        w->unit[k] = k < l->positions                   ? cd_usual_size(l->e->s, l->position[k])
                     : k < l->positions + l->velocities ? cd_usual_size(l->e->s, l->velocity[k - l->positions])
                                                        : 1;
    for (int j = 0; j < l->positions; j++)
        for (int i = l->positions; i < l->positions + l->velocities; i++)
            rate = fmax(rate, fabs(l->A[i + (size_t)w->n * (size_t)j]) * w->unit[j] / w->unit[i]);
    for (int k = 0; k < l->velocities; k++) w->unit[l->positions + k] *= rate > 0 ? sqrt(rate) : 1;
}

/* y' = A1 y + B1 alpha and the equations of equilibrium C y = L^T X y = 0, in usual sizes. */
static void set_up(Work *w)
{
    int n = w->n, m = w->lent;
    w->A1 = cd_matrix(&w->arena, n, n), w->B1 = cd_matrix(&w->arena, n, w->free);
    w->C = cd_matrix(&w->arena, n, n);
    cd_multiply(n, m, n, w->B, w->G, w->A1);
    cd_multiply(n, m, w->free, w->B, w->N, w->B1);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            *at(w->A1, n, i, j) = (*at(w->A1, n, i, j) + w->l->A[i + (size_t)n * (size_t)j]) * w->unit[j] / w->unit[i];
    for (int j = 0; j < w->free; j++)
        for (int i = 0; i < n; i++) *at(w->B1, n, i, j) /= w->unit[i];
    for (int r = 0; r < w->free; r++)
        for (int j = 0; j < n; j++) {
            double sum = 0, size = 0;
            for (int i = 0; i < m; i++) {
                double term = *at(w->L, m, i, r) * *at(w->X, m, i, j);
                sum += term, size += fabs(term);
            }
            *at(w->C, n, r, j) = fabs(sum) > NOTHING * size ? sum * w->unit[j] : 0;
        }
    w->rows = w->free;
}

/* Largest entry of a row over the model's own states 1; what is nothing beside it zero there. */
static void tidy_row(const Work *w, double *row)
{
    double most = 0;
    for (int j = 0; j < w->own; j++) most = fmax(most, fabs(row[(size_t)w->n * (size_t)j]));
    for (int j = 0; j < w->n && most > 0; j++) {
        double *x = &row[(size_t)w->n * (size_t)j];
        *x = j >= w->own || fabs(*x) > NOTHING * most ? *x / most : 0;
    }
}

/* (C B1)^T, free x rows; sums that are nothing beside their terms are zero. */
static double *pushes(Work *w)
{
    double *out = cd_matrix(&w->arena, w->free, w->rows);
    for (int r = 0; r < w->rows; r++)
        for (int k = 0; k < w->free; k++) {
            double sum = 0, size = 0;
            for (int j = 0; j < w->n; j++) {
                double term = *at(w->C, w->n, r, j) * *at(w->B1, w->n, j, k);
                sum += term, size += fabs(term);
            }
            *at(out, w->free, k, r) = fabs(sum) > NOTHING * size ? sum : 0;
        }
    return out;
}

/* Of the rows `from` on those stay that say something new beside the ones before. */
static void keep_new(Work *w, int from, int rows)
{
    const double first = 1e3; /* the ones before are taken before others */
    double *columns = cd_matrix(&w->arena, w->own, rows);
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < w->own; j++) *at(columns, w->own, j, r) = (r < from ? first : 1) * *at(w->C, w->n, r, j);
    DenseRank rank = { 0 };
    cd_dense_rank(&w->arena, w->own, rows, columns, 1e-12, &rank);
    bool *is_new = ARENA_ARRAY(&w->arena, bool, rows);
    for (int k = 0; k < rank.rank; k++) is_new[rank.order[k]] = true;
    w->rows = from;
    for (int r = from; r < rows; r++) {
        if (!is_new[r]) continue;
        for (int j = 0; j < w->n; j++) *at(w->C, w->n, w->rows, j) = *at(w->C, w->n, r, j);
        w->rows++;
    }
}

/* C y = 0 differentiated: combinations of rows on which alpha does not act are further rows, if they say something new;
 * false: none did. */
static bool differentiate(Work *w, const DenseRank *acted)
{
    int n = w->n, before = w->rows, left = w->own - before;
    int more = before - acted->rank < left ? before - acted->rank : left;
    double *c = cd_matrix(&w->arena, more, n);
    for (int d = 0; d < more; d++)
        for (int j = 0; j < n; j++) {
            double sum = *at(w->C, n, acted->order[acted->rank + d], j);
            for (int k = 0; k < acted->rank; k++)
                sum -= acted->coef[k + (size_t)d * (size_t)acted->stride] * *at(w->C, n, acted->order[k], j);
            *at(c, more, d, j) = sum;
        }
    for (int j = 0; j < n; j++)
        for (int d = 0; d < more; d++) {
            double sum = 0, size = 0;
            for (int i = 0; i < n; i++) {
                double term = *at(c, more, d, i) * *at(w->A1, n, i, j);
                sum += term, size += fabs(term);
            }
            *at(w->C, n, before + d, j) = fabs(sum) > NOTHING * size ? sum : 0;
        }
    for (int d = 0; d < more; d++) tidy_row(w, w->C + before + d);
    keep_new(w, before, before + more);
    return w->rows > before;
}

/* alpha = F y, free x n, once C has all its rows (12.26). */
static double *find_alpha(Work *w)
{
    int n = w->n, k = w->free;
    DenseRank acted;
    for (int r = 0; r < w->rows; r++) tidy_row(w, w->C + r);
    do {
        if (cd_dense_rank(&w->arena, k, w->rows, pushes(w), 1e-9, &acted) != DENSE_OK) return NULL;
    } while (differentiate(w, &acted));
    if (acted.rank < k) return NULL;
    double *CB = cd_matrix(&w->arena, k, k), *C = cd_matrix(&w->arena, k, n), *F = cd_matrix(&w->arena, k, n);
    const double *push = pushes(w);
    for (int r = 0; r < k; r++) {
        for (int c = 0; c < k; c++) *at(CB, k, r, c) = -push[c + (size_t)k * (size_t)acted.order[r]];
        for (int j = 0; j < n; j++) *at(C, k, r, j) = *at(w->C, n, acted.order[r], j);
    }
    cd_multiply(k, n, n, C, w->A1, F);
    DenseLu lu;
    if (cd_dense_factor(&w->arena, k, CB, &lu) != DENSE_OK) return NULL;
    cd_dense_solve(&lu, n, F);
    return F;
}

/* Those of y that follow from the others: velocities that alpha acts on rather than positions. follows: n, set where
 * they do. */
static int *find_followers(Work *w, bool *follows)
{
    const Linearised *l = w->l;
    int n = w->n;
    double *weighed = cd_matrix(&w->arena, w->rows, n);
    for (int v = 0; v < l->velocities; v++) {
        double most = 0;
        for (int k = 0; k < w->free; k++) most = fmax(most, fabs(*at(w->B1, n, l->positions + v, k)));
        for (int r = 0; r < w->rows && most > 0; r++) {
            *at(weighed, w->rows, r, l->positions + v) = *at(w->C, n, r, l->positions + v);
            for (int q = 0; q < l->positions; q++)
                if (l->position[q] == l->velocity[v]) *at(weighed, w->rows, r, q) = 1e-3 * *at(w->C, n, r, q);
        }
    }
    DenseRank rank;
    if (cd_dense_rank(&w->arena, w->rows, n, weighed, 1e-12, &rank) != DENSE_OK || rank.rank < w->rows) return NULL;
    for (int r = 0; r < w->rows; r++) follows[rank.order[r]] = true;
    return rank.order;
}

/* y of the whole from those that are kept: C_f y_f = -C_k y_k. */
static bool fill_map(Work *w, const int *follower, const int *kept, int left, double *T)
{
    int n = w->n, m = w->rows;
    double *square = cd_matrix(&w->arena, m, m), *right = cd_matrix(&w->arena, m, left);
    for (int r = 0; r < m; r++) {
        for (int f = 0; f < m; f++) *at(square, m, r, f) = *at(w->C, n, r, follower[f]);
        for (int k = 0; k < left; k++) *at(right, m, r, k) = -*at(w->C, n, r, kept[k]);
    }
    DenseLu lu;
    if (cd_dense_factor(&w->arena, m, square, &lu) != DENSE_OK) return false;
    cd_dense_solve(&lu, left, right);
    for (int k = 0; k < left; k++) {
        *at(T, n, kept[k], k) = 1;
        for (int f = 0; f < m; f++)
            *at(T, n, follower[f], k) = *at(right, m, f, k) * w->unit[follower[f]] / w->unit[kept[k]];
    }
    return true;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* Accelerations of what mass was lent to: a = (G + N F) y, F in usual sizes before. */
static double *find_accelerations(Work *w, const double *F)
{
    int n = w->n, m = w->lent;
    double *a = cd_matrix(&w->arena, m, n);
    cd_multiply(m, w->free, n, w->N, F, a);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) *at(a, m, i, j) = *at(a, m, i, j) / w->unit[j] + *at(w->G, m, i, j);
    return a;
}

/* What the accelerations add to A: B (G + N F). */
static double *find_correction(Work *w, const double *a, Arena *arena)
{
    double *out = cd_matrix(arena, w->n, w->n);
    cd_multiply(w->n, w->lent, w->n, w->B, a, out);
    return out;
}

void cd_massless_reduce(const Linearised *l, const double *whole, double *A)
{
    int n = l->reduced.whole->n;
    Arena scratch = { 0 };
    double *sum = cd_matrix(&scratch, n, n), *AT = cd_matrix(&scratch, n, l->n);
    for (size_t k = 0; k < (size_t)n * (size_t)n; k++) sum[k] = whole[k] + l->reduced.correction[k];
    cd_multiply(n, n, l->n, sum, l->reduced.T, AT);
    for (int j = 0; j < l->n; j++)
        for (int i = 0; i < l->n; i++) *at(A, l->n, i, j) = *at(AT, n, l->reduced.kept[i], j);
    cd_arena_close(&scratch);
}

/* l becomes the model of those that are kept. */
static void restate(Linearised *l, const bool *follows)
{
    Linearised *whole = ARENA_ARRAY(&l->arena, Linearised, 1);
    *whole = *l;
    whole->arena = (Arena){ 0 };
    l->reduced.whole = whole, l->n = l->positions = l->velocities = 0;
    l->all.P = l->all.V = l->all.S = l->answer = NULL;
    l->position = ARENA_ARRAY(&l->arena, int, whole->positions);
    l->velocity = ARENA_ARRAY(&l->arena, int, whole->velocities);
    for (int k = 0; k < whole->n; k++) {
        int v = k - whole->positions;
        if (follows[k]) continue;
        if (v < 0) l->position[l->positions++] = whole->position[k];
        else if (v < whole->velocities) l->velocity[l->velocities++] = whole->velocity[v];
        l->reduced.kept[l->n++] = k;
    }
}

/* alpha = F y, and those of y that follow from the others; NULL: not determined. */
static const int *solve(Work *w, bool *follows, const double **F)
{
    fill_lent(w);
    if (!solve_lent(w)) return NULL;
    set_units(w);
    set_up(w);
    *F = find_alpha(w);
    return *F ? find_followers(w, follows) : NULL;
}

bool cd_massless_eliminate(Linearised *l)
{
    Work w = { .l = l, .n = l->n, .own = l->n };
    bool *follows = ARENA_ARRAY(&l->arena, bool, l->n);
    const double *F;
    const int *follower = solve(&w, follows, &F);
    bool good = follower;
    if (w.N && w.free > 0) l->reduced.part = part_of(&w);
    if (good) {
        l->reduced.kept = ARENA_ARRAY(&l->arena, int, l->n);
        int left = l->n - w.rows;
        l->reduced.correction = find_correction(&w, find_accelerations(&w, F), &l->arena);
        restate(l, follows);
        w.l = l->reduced.whole;
        l->reduced.T = cd_matrix(&l->arena, w.n, left);
        good = fill_map(&w, follower, l->reduced.kept, left, l->reduced.T);
    }
    if (good) {
        l->A = cd_matrix(&l->arena, l->n, l->n);
        cd_massless_reduce(l, l->reduced.whole->A, l->A);
    }
    cd_arena_close(&w.arena);
    return good;
}

/* ---- inputs and outputs ------------------------------------------------------------------------------------------ */

/* The whole with inputs u and their rates as further states, of which each is the rate of the one before (12.30). */
static Linearised with_inputs(Arena *arena, const Linearised *whole, int inputs, const int *unknown)
{
    int n0 = whole->n, n = n0 + MASSLESS_RATES * inputs, N = cd_equations_unknowns(whole->e);
    Linearised l = *whole;
    l.arena = (Arena){ 0 }, l.n = n;
    l.A = cd_matrix(arena, n, n), l.answer = cd_matrix(arena, N, n);
    memcpy(l.answer, whole->answer, sizeof(double) * (size_t)N * (size_t)n0);
    for (int j = 0; j < n0; j++)
        memcpy(at(l.A, n, 0, j), whole->A + (size_t)n0 * (size_t)j, sizeof(double) * (size_t)n0);
    for (int j = 0; j < inputs; j++)
        cd_linear_input(whole, unknown[j], at(l.A, n, 0, n0 + j), at(l.answer, N, 0, n0 + j));
    for (int j = n0; j + inputs < n; j++) *at(l.A, n, j, j + inputs) = 1;
    return l;
}

/* Values of unknowns in all of y: what they answer, and what they answer to the pushes of lent masses. outputs x n. */
static double *find_outputs(Work *w, const double *a, int outputs, const int *unknown)
{
    const Linearised *l = w->l;
    int n = w->n, N = cd_equations_unknowns(l->e);
    double *pushed = cd_matrix(&w->arena, outputs, w->lent), *out = cd_matrix(&w->arena, outputs, n);
    double *answer = cd_matrix(&w->arena, N, 1), *column = cd_matrix(&w->arena, n, 1);
    for (int j = 0; j < w->lent; j++) {
        cd_linear_input(l, w->coordinate[j], column, answer);
        for (int r = 0; r < outputs; r++)
            *at(pushed, outputs, r, j) = l->reduced.lent[w->coordinate[j]] * answer[unknown[r]];
    }
    cd_multiply(outputs, w->lent, n, pushed, a, out);
    for (int j = 0; j < n; j++)
        for (int r = 0; r < outputs; r++) *at(out, outputs, r, j) += l->answer[unknown[r] + (size_t)N * (size_t)j];
    return out;
}

bool cd_massless_plant(const Linearised *l, MasslessPlant *p)
{
    Work w = { .own = l->reduced.whole->n };
    Linearised all = with_inputs(&w.arena, l->reduced.whole, p->inputs, p->input);
    w.l = &all, w.n = all.n;
    int n = w.n, left, tail = MASSLESS_RATES * p->inputs, *kept = ARENA_ARRAY(&w.arena, int, n);
    bool *follows = ARENA_ARRAY(&w.arena, bool, n);
    const double *F;
    const int *follower = solve(&w, follows, &F);
    left = n - w.rows;
    for (int k = 0, i = 0; k < n && follower; k++)
        if (!follows[k]) kept[i++] = k;
    double *T = cd_matrix(&w.arena, n, left);
    bool good = follower && left == l->n + tail && fill_map(&w, follower, kept, left, T);
    if (good) {
        const double *a = find_accelerations(&w, F), *y = find_outputs(&w, a, p->outputs, p->output);
        double *A = find_correction(&w, a, &w.arena), *AT = cd_matrix(&w.arena, n, left);
        double *CT = cd_matrix(&w.arena, p->outputs, left);
        for (size_t k = 0; k < (size_t)n * (size_t)n; k++) A[k] += all.A[k];
        cd_multiply(n, n, left, A, T, AT);
        cd_multiply(p->outputs, n, left, y, T, CT);
        for (int j = 0; j < tail; j++) {
            for (int i = 0; i < l->n; i++) *at(p->B, l->n, i, j) = *at(AT, n, kept[i], l->n + j);
            for (int r = 0; r < p->outputs; r++) *at(p->D, p->outputs, r, j) = *at(CT, p->outputs, r, l->n + j);
        }
        memcpy(p->C, CT, sizeof(double) * (size_t)p->outputs * (size_t)l->n);
    }
    cd_arena_close(&w.arena);
    return good;
}
