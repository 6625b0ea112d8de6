/* fastest.c - the power method on the linearised equations (theory 17.1):
 *
 *     y = (dq, dv, z),   y' = (dv, a, z'),   [ M G^T; G 0 ] (a, mu) = -(K dq + C dv)
 *
 * with the one matrix of the equations, so that it costs a few products and solutions however large the model is. The
 * curvature of the constraints is left out: it is of the size of the motion at hand, which steps must resolve
 * anyway. */
#include "system/fastest.h"

#include <math.h>
#include <string.h>

typedef struct Power {
    Equations *e;
    Arena arena;
    BodyMap *map;
    const Pattern *pattern;
    double *K, *C;            /* values over the pattern */
    double *unknown, *answer; /* as long as the unknowns */
    double *y, *next;         /* nv, nv, differential */
    int nv, n, differential;
} Power;

static bool make(Power *p, BodyMap map, double z, double rate)
{
    for (int b = 0; b < p->e->s->m->bodies; b++) p->map[b] = map;
    Maps maps = { .body = p->map, .z = z, .rate = rate };
    cd_inertia_matrix(p->e, &maps);
    return cd_equations_matrix(p->e, &maps);
}

static bool prepare(Power *p)
{
    if (!make(p, (BodyMap){ .q = 1 }, 1, 0)) return false;
    p->pattern = cd_equations_keep(p->e, &p->arena, &p->K);
    if (!make(p, (BodyMap){ .v = 1, .V = m3_identity() }, 0, 0)) return false;
    cd_equations_keep(p->e, &p->arena, &p->C);
    if (!make(p, (BodyMap){ .a = 1, .A = m3_identity() }, 0, 1)) return false;
    LuStatus lu = cd_equations_factor(p->e);
    return lu == LU_OK || lu == LU_REPIVOTED;
}

/* A direction that the constraints allow: what some forces would do at once. */
static void start(Power *p)
{
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < p->n; i++) p->answer[i] = i < p->nv ? sin(1.7 * i + 2 * part + 1) : 0;
        cd_equations_solve(p->e, p->answer);
        memcpy(p->y + part * p->nv, p->answer, sizeof(double) * (size_t)p->nv);
    }
    for (int i = 0; i < p->differential; i++) p->y[2 * p->nv + i] = 1;
}

/* next = J y */
static void apply(Power *p)
{
    int nv = p->nv, state = p->n - p->e->aux.n;
    memset(p->unknown, 0, sizeof(double) * (size_t)p->n);
    memcpy(p->unknown, p->y, sizeof(double) * (size_t)nv);
    memcpy(p->unknown + state, p->y + 2 * nv, sizeof(double) * (size_t)p->differential);
    cd_sparse_apply(p->pattern, p->K, p->unknown, p->answer);
    memset(p->unknown, 0, sizeof(double) * (size_t)p->n);
    memcpy(p->unknown, p->y + nv, sizeof(double) * (size_t)nv);
    cd_sparse_apply(p->pattern, p->C, p->unknown, p->next);
    for (int i = 0; i < p->n; i++) p->answer[i] = i >= nv && i < state ? 0 : -p->answer[i] - p->next[i];
    cd_equations_solve(p->e, p->answer);
    memcpy(p->next, p->y + nv, sizeof(double) * (size_t)nv);
    memcpy(p->next + nv, p->answer, sizeof(double) * (size_t)nv);
    memcpy(p->next + 2 * nv, p->answer + state, sizeof(double) * (size_t)p->differential);
}

/* Makes next the unit vector y; its length. Rotations count by the length of the model. */
static double renew(Power *p)
{
    const Mechanism *m = p->e->s->m;
    double sum = 0, length = p->e->s->constants.length;
    for (int b = 0; b < m->bodies; b++)
        for (int c = 0; c < m->body[b].dofs; c++)
            for (int part = 0; part < 2; part++) {
                double x = p->next[part * p->nv + m->body[b].first + c] * (m->body[b].six[c] < 3 ? 1 : length);
                sum += x * x;
            }
    for (int i = 2 * p->nv; i < 2 * p->nv + p->differential; i++) sum += p->next[i] * p->next[i];
    double size = sqrt(sum);
    for (int i = 0; i < 2 * p->nv + p->differential && size > 0; i++) p->y[i] = p->next[i] / size;
    return size;
}

/* The mean growth over the last of the steps: positions and velocities of an oscillation grow in turns, so their number
 * is even. */
static double grow(Power *p)
{
    enum { STEPS = 40, LAST = 20 };
    double log_sum = 0;
    start(p);
    memcpy(p->next, p->y, sizeof(double) * (size_t)(2 * p->nv + p->differential));
    renew(p);
    for (int k = 0; k < STEPS; k++) {
        apply(p);
        double size = renew(p);
        if (!isfinite(size)) return -1;
        if (size <= 1e-200) return 0;
        if (k >= STEPS - LAST) log_sum += log(size);
    }
    return exp(log_sum / LAST);
}

double cd_fastest_rate(Equations *e)
{
    Power p = { .e = e, .nv = e->s->m->nv, .n = cd_equations_unknowns(e), .differential = e->aux.differential };
    int n = 2 * p.nv + p.differential;
    p.map = ARENA_ARRAY(&p.arena, BodyMap, e->s->m->bodies);
    p.unknown = ARENA_ARRAY(&p.arena, double, p.n), p.answer = ARENA_ARRAY(&p.arena, double, p.n);
    p.y = ARENA_ARRAY(&p.arena, double, n), p.next = ARENA_ARRAY(&p.arena, double, n > p.n ? n : p.n);
    double rate = n == 0 ? 0 : prepare(&p) ? grow(&p) : -1;
    cd_arena_close(&p.arena);
    return rate;
}
