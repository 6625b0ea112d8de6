/* chosen.c - y -> W y: variables and their rates as states (theory 12.17). */
#include "analyses/chosen.h"

#include "analyses/product.h"
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

/* The slopes of the variables in y; what is wrong with them, or NULL. */
static const char *slopes(const Linearised *l, int n, const int *variable, double *c)
{
    int N = cd_equations_unknowns(l->e);
    for (int i = 0; i < n; i++) {
        double inside = 0, outside = 0;
        int unknown = cd_linear_variable(l, variable[i]);
        for (int k = 0; k < l->n; k++) {
            double x = l->answer[unknown + (size_t)N * (size_t)k];
            c[i + (size_t)n * (size_t)k] = x;
            if (k < l->positions) inside = fmax(inside, fabs(x));
            else outside = fmax(outside, fabs(x));
        }
        if (outside > 1e-12 * inside) return "a variable depends on velocities or states, or on nothing";
    }
    return NULL;
}

/* Variables come first, in their order, then the coordinates that stay: rows of W with slopes, or a single one. Their rates by A. */
static void place_rows(Linearised *l, int n, const double *c, double *W)
{
    size_t size = (size_t)l->n, q = (size_t)l->positions;
    double *rate = cd_matrix(&l->arena, n, l->n);
    cd_multiply(n, l->n, l->n, c, l->A, rate);
    for (size_t k = 2 * q; k < size; k++) W[k + size * k] = 1;
    for (size_t r = 0; r < q; r++)
        for (size_t k = 0; k < size; k++) {
            bool chosen = r < (size_t)n;
            size_t from = chosen ? 0 : (size_t)(-1 - l->chosen[r]), i = r + (size_t)n * k;
            W[r + size * k] = chosen ? c[i] : k == from;
            W[q + r + size * k] = chosen ? rate[i] : k == q + from;
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
    divide(&l->arena, &LQ, nv, l->P);
    divide(&l->arena, &LU, nv, l->V);
    if (!l->S) return true;
    double *VX = cd_matrix(&l->arena, nv, q);
    cd_multiply(nv, v, q, l->V, X, VX);
    for (size_t k = 0; k < (size_t)nv * (size_t)q; k++) l->S[k] -= VX[k];
    divide(&l->arena, &LQ, nv, l->S);
    return true;
}

const char *cd_linear_choose(Linearised *l, int n, const int *variable)
{
    int size = l->n, N = cd_equations_unknowns(l->e);
    if (l->positions != l->velocities) return "the model has constraints of velocities";
    for (int k = 0; k < l->positions; k++)
        if (l->position[k] != l->velocity[k]) return "positions and velocities have other coordinates";
    if (n > l->positions) return "it has more variables than the model has degrees of freedom";
    double *c = cd_matrix(&l->arena, n, size), *W = cd_matrix(&l->arena, size, size);
    const char *wrong = slopes(l, n, variable, c);
    if (wrong) return wrong;
    DenseRank kept; /* of the positions those that the variables replace stand first */
    if (cd_dense_rank(&l->arena, n, l->positions, c, 1e-10, &kept) != DENSE_OK || kept.rank < n)
        return "its variables depend on each other";
    l->chosen = ARENA_ARRAY(&l->arena, int, l->positions);
    for (int k = 0; k < l->positions; k++) l->chosen[k] = k < n ? variable[k] : -1 - kept.order[k];
    place_rows(l, n, c, W);
    DenseLu lu;
    if (cd_dense_factor(&l->arena, size, W, &lu) != DENSE_OK || lu.rcond < 1e-15 || !restate_shapes(l, W)) {
        l->chosen = NULL;
        return "its variables depend on each other";
    }
    double *WA = cd_matrix(&l->arena, size, size);
    cd_multiply(size, size, size, W, l->A, WA);
    memcpy(l->A, WA, sizeof(double) * (size_t)size * (size_t)size);
    divide(&l->arena, &lu, size, l->A);
    divide(&l->arena, &lu, N, l->answer);
    l->W = W;
    return NULL;
}
