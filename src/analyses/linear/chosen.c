/* chosen.c - y -> W y: variables and their rates as states (theory 12.17). */
#include "analyses/linear/chosen.h"

#include "analyses/linear/product.h"
#include "integrators/integrator.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

/* x <- x W^-1, x of m rows. */
static void divide(Arena *a, const DenseLu *W, int m, double *x)
{
    int n = W->n;
    double *t = cd_matrix(a, n, m);
    for (int c = 0; c < n; c++)
        for (int r = 0; r < m; r++) t[c + (size_t)n * (size_t)r] = x[r + (size_t)m * (size_t)c];
    cd_dense_solve_transposed(W, m, t);
    for (int c = 0; c < n; c++)
        for (int r = 0; r < m; r++) x[r + (size_t)m * (size_t)c] = t[c + (size_t)n * (size_t)r];
}

/* Slopes of n variables in the positions of y, and how they change with time along the motion: n x positions each. */
typedef struct Slopes {
    double *at, *rate, *second;
} Slopes;

/* The slopes of the variables in y; what is wrong with them, or NULL. */
static const char *slopes(const Linearised *l, int n, const int *variable, double *c)
{
    int N = cd_equations_unknowns(l->e);
    for (int i = 0; i < n; i++) {
        double inside = 0, outside = 0;
        int unknown = cd_linear_variable(l, variable[i]);
        for (int k = 0; k < l->n; k++) {
            double x = l->answer[unknown + (size_t)N * (size_t)k];
            if (k < l->positions) c[i + (size_t)n * (size_t)k] = x, inside = fmax(inside, fabs(x));
            else outside = fmax(outside, fabs(x));
        }
        if (outside > 1e-12 * inside) return "a variable depends on velocities or states, or on nothing";
    }
    return NULL;
}

/* Slopes of another model of the same system in the positions of l: c <- c E^-1, where those are E y of the other. */
static bool restate_slopes(Arena *scratch, const Linearised *l, const Linearised *other, int n, double *c)
{
    int nv = l->e->s->m->nv, q = l->positions;
    double *E = cd_matrix(scratch, q, q), *eta = cd_matrix(scratch, nv, 1);
    if (other->positions != q) return false;
    for (int k = 0; k < q; k++) {
        const double *dq = other->all.P + (size_t)nv * (size_t)k;
        if (other->frame) cd_relative_positions(other->frame, dq, eta);
        for (int r = 0; r < q; r++) E[r + (size_t)q * (size_t)k] = (other->frame ? eta : dq)[l->position[r]];
    }
    DenseLu lu;
    if (cd_dense_factor(scratch, q, E, &lu) != DENSE_OK) return false;
    divide(scratch, &lu, n, c);
    return true;
}

/* The slopes where the motion has gone on for a time h. */
static bool slopes_later(const Linearised *l, int n, const int *variable, double h, double *c)
{
    System *s = l->e->s;
    Arena scratch = { 0 };
    Snapshot start = cd_snapshot_new(&scratch, l->e);
    cd_snapshot_take(l->e, &start);
    cd_linear_go_on(s, h);
    s->state.t += h;
    Linearised later;
    bool good = cd_linearise(s, l->options, NULL, &later);
    good = good && !slopes(&later, n, variable, c) && restate_slopes(&scratch, l, &later, n, c);
    cd_linearised_close(&later);
    cd_snapshot_restore(l->e, &start);
    cd_arena_close(&scratch);
    return good;
}

/* Central differences of order 6 over a hundredth of a radian of the fastest rotation: the slopes are smooth functions
 * of it. False if a model near by cannot be linearised. */
static bool change_of_slopes(const Linearised *l, int n, const int *variable, double pace, Slopes *c)
{
    enum { POINTS = 7, MIDDLE = POINTS / 2 };
    static const double first[POINTS] = { -1. / 60, 3. / 20, -3. / 4, 0, 3. / 4, -3. / 20, 1. / 60 };
    static const double second[POINTS] = { 1. / 90, -3. / 20, 3. / 2, -49. / 18, 3. / 2, -3. / 20, 1. / 90 };
    const double h = 1e-2 / pace;
    size_t size = (size_t)n * (size_t)l->positions;
    Arena scratch = { 0 };
    double *at = ARENA_ARRAY(&scratch, double, size);
    bool good = true;
    for (int k = 0; k < POINTS && good; k++) {
        if (k == MIDDLE) memcpy(at, c->at, sizeof(double) * size);
        else good = slopes_later(l, n, variable, (k - MIDDLE) * h, at);
        for (size_t i = 0; i < size; i++)
            c->rate[i] += first[k] * at[i] / h, c->second[i] += second[k] * at[i] / (h * h);
    }
    cd_arena_close(&scratch);
    return good;
}

/* Variables come first, in their order, then the coordinates that stay: rows of W with slopes, or a single one. Their
 * rates by A, and by the rates of the slopes; W_rate: W'. */
static void place_rows(Linearised *l, int n, const Slopes *c, double *W, double *W_rate)
{
    size_t size = (size_t)l->n, q = (size_t)l->positions, chosen = (size_t)n;
    double *all = cd_matrix(&l->arena, n, l->n), *rate = cd_matrix(&l->arena, n, l->n);
    memcpy(all, c->at, sizeof(double) * chosen * q);
    cd_multiply(n, l->n, l->n, all, l->A, rate);
    for (size_t k = 2 * q; k < size; k++) W[k + size * k] = 1;
    for (size_t r = chosen; r < q; r++) {
        size_t from = (size_t)(-1 - l->chosen.at[r]);
        W[r + size * from] = W[q + r + size * (q + from)] = 1;
    }
    for (size_t r = 0; r < chosen; r++) {
        for (size_t k = 0; k < size; k++)
            W[r + size * k] = all[r + chosen * k], W[q + r + size * k] = rate[r + chosen * k];
        for (size_t k = 0; k < q; k++) {
            size_t i = r + chosen * k;
            W[q + r + size * k] += c->rate[i];
            W_rate[r + size * k] = W_rate[q + r + size * (q + k)] = c->rate[i];
            W_rate[q + r + size * k] = c->second[i];
        }
    }
}

/* Shapes: dq = P y_q, p = V y_v + S y_q, with y_q = Q^-1 (new), y_v = U^-1 (new - X y_q); W = [Q 0; X U]. */
static bool restate_shapes(Linearised *l, const double *W)
{
    int n = l->n, q = l->positions, v = l->velocities, nv = l->e->s->m->nv;
    double *Q = cd_matrix(&l->arena, q, q), *U = cd_matrix(&l->arena, v, v), *X = cd_matrix(&l->arena, v, q);
    for (int c = 0; c < q; c++) {
        for (int r = 0; r < q; r++) Q[r + (size_t)q * (size_t)c] = W[r + (size_t)n * (size_t)c];
        for (int r = 0; r < v; r++) X[r + (size_t)v * (size_t)c] = W[q + r + (size_t)n * (size_t)c];
    }
    for (int c = 0; c < v; c++)
        for (int r = 0; r < v; r++) U[r + (size_t)v * (size_t)c] = W[q + r + (size_t)n * (size_t)(q + c)];
    DenseLu LQ, LU;
    if (cd_dense_factor(&l->arena, q, Q, &LQ) != DENSE_OK || cd_dense_factor(&l->arena, v, U, &LU) != DENSE_OK ||
        LQ.rcond < 1e-12 || LU.rcond < 1e-12)
        return false;
    divide(&l->arena, &LQ, nv, l->all.P);
    divide(&l->arena, &LU, nv, l->all.V);
    l->all.P_span = cd_linear_spans(&l->arena, nv, q, l->all.P),
    l->all.V_span = cd_linear_spans(&l->arena, nv, v, l->all.V);
    double *VX = cd_matrix(&l->arena, nv, q), largest = 0;
    for (size_t k = 0; k < (size_t)v * (size_t)q; k++) largest = fmax(largest, fabs(X[k]));
    if (!l->all.S && largest == 0) return true;
    if (!l->all.S) l->all.S = cd_matrix(&l->arena, nv, q);
    cd_multiply(nv, v, q, l->all.V, X, VX);
    for (size_t k = 0; k < (size_t)nv * (size_t)q; k++) l->all.S[k] -= VX[k];
    divide(&l->arena, &LQ, nv, l->all.S);
    return true;
}

const char *cd_linear_choose(Linearised *l, int n, const int *variable)
{
    int size = l->n, N = cd_equations_unknowns(l->e);
    if (l->reduced.whole) return "the model has degrees of freedom without mass";
    if (l->positions != l->velocities) return "the model has constraints of velocities";
    for (int k = 0; k < l->positions; k++)
        if (l->position[k] != l->velocity[k]) return "positions and velocities have other coordinates";
    if (n > l->positions) return "it has more variables than the model has degrees of freedom";
    Slopes c = { cd_matrix(&l->arena, n, l->positions), cd_matrix(&l->arena, n, l->positions),
                 cd_matrix(&l->arena, n, l->positions) };
    double *W = cd_matrix(&l->arena, size, size), *W_rate = cd_matrix(&l->arena, size, size);
    double pace = l->options.at_rest ? 0 : cd_linear_pace(l->e->s);
    const char *wrong = slopes(l, n, variable, c.at);
    if (wrong) return wrong;
    if (pace > 0 && !(change_of_slopes(l, n, variable, pace, &c) && cd_linear_refactor(l)))
        return "as the model moves on it cannot be linearised";
    DenseRank kept; /* of the positions those that the variables replace stand first */
    if (cd_dense_rank(&l->arena, n, l->positions, c.at, 1e-10, &kept) != DENSE_OK || kept.rank < n)
        return "its variables depend on each other";
    l->chosen.at = ARENA_ARRAY(&l->arena, int, l->positions);
    for (int k = 0; k < l->positions; k++) l->chosen.at[k] = k < n ? variable[k] : -1 - kept.order[k];
    place_rows(l, n, &c, W, W_rate);
    DenseLu lu;
    if (cd_dense_factor(&l->arena, size, W, &lu) != DENSE_OK || lu.rcond < 1e-15 || !restate_shapes(l, W)) {
        l->chosen.at = NULL;
        return "its variables depend on each other";
    }
    double *WA = cd_matrix(&l->arena, size, size);
    cd_multiply(size, size, size, W, l->A, WA);
    for (size_t k = 0; k < (size_t)size * (size_t)size; k++) l->A[k] = WA[k] + W_rate[k];
    divide(&l->arena, &lu, size, l->A);
    divide(&l->arena, &lu, N, l->answer);
    l->chosen.W = W;
    return NULL;
}
