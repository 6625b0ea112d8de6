/* rounding.c - amounts of the terms that cancel in a linearised model (theory 12.20, 12.21).
 *
 *     M A_v = V^T ( K P + C V + J x ),   error <= eps |V|^T ( |K| |P| + |C| |V| + |J| |x| )
 *     P(s) x = 0,   P(s) = s^2 M + s C + K,   |ds| <= eps |x|^T |P| |x| / |x^H P'(s) x|
 *
 * |K| has the amounts of the terms that add up to each entry, so a spring that just carries a weight counts, though
 * nothing is left of the two. */
#include "analyses/linear/rounding.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct Amounts {
    const Linearised *l;
    Arena arena;
    BodyMap *map;
    double *unknown, *out; /* as long as the unknowns: bodies in their axes, multipliers, auxiliary unknowns */
} Amounts;

static Amounts open_amounts(const Linearised *l)
{
    Amounts a = { .l = l };
    a.map = ARENA_ARRAY(&a.arena, BodyMap, l->e->s->m->bodies);
    a.unknown = ARENA_ARRAY(&a.arena, double, cd_equations_unknowns(l->e));
    a.out = ARENA_ARRAY(&a.arena, double, cd_equations_unknowns(l->e));
    return a;
}

static Maps maps_of(const Amounts *a, double q, double v, double acceleration)
{
    Mat3 one = m3_identity();
    for (int b = 0; b < a->l->e->s->m->bodies; b++)
        a->map[b] =
            (BodyMap){ .q = q, .v = v, .a = acceleration, .V = m3_scale(one, v), .A = m3_scale(one, acceleration) };
    return (Maps){ .body = a->map, .z = q, .rate = v };
}

/* A small motion is known to the last digit of what moves most in it, but that of a body which has nothing to do with
 * it is exactly zero. */
static void spread(const System *s, double *x)
{
    double most = 0;
    for (int i = 0; i < 2; i++)
        for (int b = 0; b < s->m->bodies; b++)
            for (int c = 0; c < s->m->body[b].dofs; c++) {
                double *at = x + s->m->body[b].first + c, unit = s->m->body[b].six[c] < 3 ? 1 : s->constants.length;
                if (i == 0) most = fmax(most, *at * unit);
                else if (*at != 0) *at = most / unit;
            }
    for (int b = 0; b < s->m->bodies; b++) {
        double *r = x + s->m->body[b].first + 3; /* along any axes */
        if (s->m->body[b].dofs == 6) r[0] = r[1] = r[2] = fmax(r[0], fmax(r[1], r[2]));
    }
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

/* out += the matrix of amounts times |columns of T| (nv of each column, NULL: none) or, for answers, all unknowns. */
static void add_products(Amounts *a, int n, const double *T, int rows, double *out)
{
    Equations *e = a->l->e;
    int N = cd_equations_unknowns(e);
    for (int c = 0; c < n && T; c++) {
        memset(a->unknown, 0, sizeof(double) * (size_t)N);
        for (int k = 0; k < rows; k++) a->unknown[k] = fabs(T[k + (size_t)rows * (size_t)c]);
        spread(e->s, a->unknown);
        cd_equations_apply(e, a->unknown, a->out);
        for (int k = 0; k < N; k++) out[k + (size_t)N * (size_t)c] += a->out[k];
    }
}

bool cd_rounding_forces(const Linearised *l, int first, int count, double *out)
{
    Amounts a = open_amounts(l);
    Equations *e = l->e;
    int nv = e->s->m->nv, N = cd_equations_unknowns(e), np = l->positions;
    double *x = ARENA_ARRAY(&a.arena, double, (size_t)N *(size_t)count);
    bool positions = first < np, good = true;
    for (int part = 0; part < 3 && good; part++) {
        Maps maps = maps_of(&a, part == 0, part == 1, part == 2);
        maps.rate = part == 2;
        cd_inertia_matrix(e, &maps);
        good = cd_equations_amounts(e, &maps);
        if (!good) break;
        if (part == 0 && positions) add_products(&a, count, l->all.P, nv, x);
        if (part == 1) add_products(&a, count, positions ? l->all.S : l->all.V, nv, x);
        if (part == 2) add_products(&a, count, l->answer + (size_t)N * (size_t)first, N, x);
    }
    double *V = ARENA_ARRAY(&a.arena, double, nv);
    for (int i = 0; i < l->velocities && good; i++) {
        for (int k = 0; k < nv; k++) V[k] = fabs(l->all.V[k + (size_t)nv * (size_t)i]);
        spread(e->s, V);
        for (int c = 0; c < count; c++) {
            double sum = 0;
            for (int k = l->all.V_span[i].first; k < l->all.V_span[i].last; k++)
                sum += V[k] * x[k + (size_t)N * (size_t)c];
            out[i + (size_t)l->velocities * (size_t)c] = sum;
        }
    }
    cd_arena_close(&a.arena);
    return good;
}

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/* The amounts in T times those of the independent coordinates, and of what they answer. */
static void add_amounts(const Amounts *a, int first, int n, const int *independent, const double *re, const double *im,
                        const double *T, const Span *span)
{
    const Linearised *l = a->l;
    int nv = l->e->s->m->nv, N = cd_equations_unknowns(l->e);
    for (int c = 0; c < n; c++) {
        double y = hypot(re[independent[c]], im[independent[c]]);
        const double *answer = l->answer + (size_t)N * (size_t)(first + c);
        for (int k = T ? span[c].first : 0; T && k < span[c].last; k++)
            a->unknown[k] += fabs(T[k + (size_t)nv * (size_t)c]) * y;
        for (int k = nv; k < N; k++) a->unknown[k] += fabs(answer[k]) * y;
    }
}

/* Dependent coordinates are sums of independent ones, in which terms cancel too. */
static void find_amounts(const Amounts *a, const Mode *x)
{
    const Linearised *l = a->l;
    if (l->all.P) {
        add_amounts(a, 0, l->positions, l->position, x->q_re, x->q_im, l->all.P, l->all.P_span);
        add_amounts(a, l->positions, l->velocities, l->velocity, x->p_re, x->p_im, NULL, NULL);
    } else
        for (int k = 0; k < l->e->s->m->nv; k++) a->unknown[k] = hypot(x->q_re[k], x->q_im[k]);
    spread(l->e->s, a->unknown);
}

/* |x|^T |P(size)| |x| over the equations of bodies. */
static bool terms_of(Amounts *a, double size, double *out)
{
    Equations *e = a->l->e;
    Maps maps = maps_of(a, 1, size, size * size);
    cd_inertia_matrix(e, &maps);
    if (!cd_equations_amounts(e, &maps)) return false;
    cd_equations_apply(e, a->unknown, a->out);
    *out = 0;
    for (int k = 0; k < e->s->m->nv; k++) *out += a->unknown[k] * a->out[k];
    return true;
}

/* x^H M x */
static double mass_of(const System *s, const Mode *m)
{
    double sum = 0;
    for (int b = 0; b < s->m->bodies; b++) sum += 2 * (cd_mode_energy(s, b, m->q_re) + cd_mode_energy(s, b, m->q_im));
    return sum;
}

/* x^H K x or x^H C x, real and imaginary part. */
static bool weigh(Amounts *a, const Mode *m, bool damping, double out[2])
{
    Equations *e = a->l->e;
    int N = cd_equations_unknowns(e);
    double *x[2] = { ARENA_ARRAY(&a->arena, double, N), ARENA_ARRAY(&a->arena, double, N) };
    double *y[2] = { ARENA_ARRAY(&a->arena, double, N), ARENA_ARRAY(&a->arena, double, N) };
    cd_mode_body_axes(e->s, m->q_re, x[0]);
    cd_mode_body_axes(e->s, m->q_im, x[1]);
    Maps maps = maps_of(a, !damping, damping, 0);
    cd_inertia_matrix(e, &maps);
    if (!cd_equations_matrix(e, &maps)) return false;
    for (int part = 0; part < 2; part++) cd_equations_apply(e, x[part], y[part]);
    out[0] = out[1] = 0;
    for (int k = 0; k < e->s->m->nv; k++)
        out[0] += x[0][k] * y[0][k] + x[1][k] * y[1][k], out[1] += x[0][k] * y[1][k] - x[1][k] * y[0][k];
    return true;
}

/* |x^H (2 s M + C) x| */
static bool slope_of(Amounts *a, const Mode *m, double *out)
{
    double mass = mass_of(a->l->e->s, m), c[2];
    if (!weigh(a, m, true, c)) return false;
    *out = hypot(2 * m->re * mass + c[0], 2 * m->im * mass + c[1]);
    return true;
}

double cd_rounding_mode(const Modes *m, const Mode *x)
{
    Amounts a = open_amounts(m->l);
    double terms, slope, out = INFINITY;
    find_amounts(&a, x);
    if (slope_of(&a, x, &slope) && terms_of(&a, hypot(x->re, x->im), &terms))
        out = terms > 0 ? DBL_EPSILON * terms / slope : 0;
    cd_arena_close(&a.arena);
    return out;
}

/* k + s c + s^2 m = 0 for the smaller s, which is what a slow mode has (12.22). */
bool cd_rounding_sharpen(const Modes *m, int roundings, Mode *x)
{
    Amounts a = open_amounts(m->l);
    double terms = 0, k[2], c[2], mass = mass_of(m->l->e->s, x);
    find_amounts(&a, x);
    bool good = mass > 0 && weigh(&a, x, false, k) && weigh(&a, x, true, c) && terms_of(&a, 0, &terms);
    double noise = roundings * DBL_EPSILON * terms, root = good ? c[0] * c[0] - 4 * mass * k[0] : -1;
    good = good && c[0] >= 0 && root > 0;
    if (good) x->re = fabs(k[0]) <= noise ? 0 : -2 * k[0] / (c[0] + sqrt(root)), x->error = 0;
    cd_arena_close(&a.arena);
    return good;
}
