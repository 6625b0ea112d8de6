/* impact.c - impacts without friction, and with friction along a line, as complementarity problems. */
#include "impact/impact.h"

#include "impact/lcp.h"

#include <math.h>
#include <string.h>

Impact cd_impact_new(Arena *arena, int n)
{
    return (Impact){ .p = ARENA_ARRAY(arena, double, n),
                     .after = ARENA_ARRAY(arena, double, n),
                     .active = ARENA_ARRAY(arena, bool, n) };
}

/* Rows and columns of a problem scaled to a diagonal of ones: contacts may be lengths and angles. */
typedef struct Scaled {
    int n;
    double *a, *unit; /* unit: by which an impulse is multiplied */
} Scaled;

static Scaled scale(Arena *scratch, int n, const double *w)
{
    Scaled s = { n, ARENA_ARRAY(scratch, double, n *n), ARENA_ARRAY(scratch, double, n) };
    for (int i = 0; i < n; i++) s.unit[i] = w[i * n + i] > 0 ? 1 / sqrt(w[i * n + i]) : 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s.a[i * n + j] = s.unit[i] * w[i * n + j] * s.unit[j];
    return s;
}

/* 0 <= W x + q, x >= 0, complementary. */
static bool solve(Arena *scratch, const Scaled *s, const double *q, bool *active, double *x)
{
    double *b = ARENA_ARRAY(scratch, double, s->n);
    for (int i = 0; i < s->n; i++) b[i] = s->unit[i] * q[i];
    LcpWay way = cd_lcp_solve(scratch, &(Lcp){ s->n, s->a, b }, active, x);
    for (int i = 0; i < s->n; i++) x[i] *= s->unit[i];
    return way != LCP_NONE;
}

/* U+ and the energy lost, -P . (U- + U+) / 2. */
static double find_after(int n, const double *w, const double *before, const double *p, double *after)
{
    double lost = 0;
    for (int i = 0; i < n; i++) {
        after[i] = before[i];
        for (int j = 0; j < n; j++) after[i] += w[i * n + j] * p[j];
        lost -= p[i] * (before[i] + after[i]) / 2;
    }
    return lost;
}

/* Work of impulses on the velocities before, by amount: what round-off of the energy lost is judged by. */
static double amount_of(int n, const double *before, const double *p)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += fabs(p[i] * before[i]);
    return sum;
}

static bool gains(const ImpactProblem *p, const Impact *out)
{
    const double roundoff = 1e-12;
    return out->lost < -roundoff * amount_of(p->n, p->before, out->p);
}

static bool solve_newton(Arena *scratch, const ImpactProblem *p, const Scaled *s, const double *e, Impact *out)
{
    double *q = ARENA_ARRAY(scratch, double, p->n);
    for (int i = 0; i < p->n; i++) q[i] = (1 + (p->before[i] < -p->slow ? e[i] : 0)) * p->before[i];
    return solve(scratch, s, q, out->active, out->p);
}

static bool solve_poisson(Arena *scratch, const ImpactProblem *p, const Scaled *s, const double *e, Impact *out)
{
    int n = p->n;
    double *kept = ARENA_ARRAY(scratch, double, n), *q = ARENA_ARRAY(scratch, double, n);
    bool *active = ARENA_ARRAY(scratch, bool, n);
    memcpy(active, out->active, sizeof(bool) * (size_t)n);
    if (!solve(scratch, s, p->before, active, kept)) return false;
    for (int i = 0; i < n; i++) out->p[i] = (1 + (p->before[i] < -p->slow ? e[i] : 0)) * kept[i];
    find_after(n, p->w, p->before, out->p, q);
    double *more = ARENA_ARRAY(scratch, double, n);
    for (int i = 0; i < n; i++) active[i] = false;
    if (!solve(scratch, s, q, active, more)) return false;
    for (int i = 0; i < n; i++) out->p[i] += more[i], out->active[i] = out->p[i] > 0;
    return true;
}

static bool solve_law(Arena *scratch, const ImpactProblem *p, const Scaled *s, const double *e, Impact *out)
{
    bool good = p->law == IMPACT_POISSON ? solve_poisson(scratch, p, s, e, out) : solve_newton(scratch, p, s, e, out);
    out->lost = find_after(p->n, p->w, p->before, out->p, out->after);
    return good;
}

/* All approaching contacts with one restitution; whether that is a solution which gains no energy. */
static bool solve_common(Arena *scratch, const ImpactProblem *p, const Scaled *s, double e, Impact *out)
{
    double *all = ARENA_ARRAY(scratch, double, p->n);
    for (int i = 0; i < p->n; i++) all[i] = e, out->active[i] = false;
    out->common = e;
    return solve_law(scratch, p, s, all, out) && !gains(p, out);
}

void cd_impact_solve(Arena *scratch, const ImpactProblem *p, Impact *out)
{
    ArenaMark mark = cd_arena_mark(scratch);
    Scaled s = scale(scratch, p->n, p->w);
    double least = 1;
    for (int i = 0; i < p->n; i++)
        if (p->before[i] < -p->slow) least = fmin(least, p->e[i]);
    out->common = -1;
    out->good = solve_law(scratch, p, &s, p->e, out) && !gains(p, out);
    if (!out->good) out->good = solve_common(scratch, p, &s, least, out);
    /* a body between contacts that leave it no room cannot rebound from any */
    if (!out->good) out->good = solve_common(scratch, p, &s, 0, out);
    cd_arena_release(scratch, mark);
}

/* ---- friction along a line
 * ------------------------------------------------------------------------------------------------ */

/* Unknowns per contact: Pn, the two sides of Pt, and the slip g: 0 <= g +- Ut and the sides, 0 <= mu Pn - sides and
 * g. */
static Lcp planar_problem(Arena *scratch, const PlanarImpact *p, const Scaled *s, double e_share)
{
    int n = p->n, size = 4 * n;
    double *a = ARENA_ARRAY(scratch, double, size *size), *q = ARENA_ARRAY(scratch, double, size);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) {
                    int row = r ? n + i : i, column = c ? n + j : j;
                    double sign = (r == 2) == (c == 2) ? 1 : -1;
                    a[(r * n + i) * size + c * n + j] = sign * s->a[row * 2 * n + column];
                }
        a[(n + i) * size + 3 * n + i] = a[(2 * n + i) * size + 3 * n + i] = 1;
        /* mu Pn - |Pt|, in scaled impulses: both sides divided by the unit of the tangent */
        a[(3 * n + i) * size + i] = p->mu[i] * s->unit[i] / s->unit[n + i];
        a[(3 * n + i) * size + n + i] = a[(3 * n + i) * size + 2 * n + i] = -1;
        double e = p->before[i] < -p->slow ? e_share * p->e[i] : 0;
        q[i] = s->unit[i] * (1 + e) * p->before[i];
        q[n + i] = s->unit[n + i] * p->before[n + i], q[2 * n + i] = -q[n + i];
    }
    return (Lcp){ size, a, q };
}

bool cd_impact_solve_planar(Arena *scratch, const PlanarImpact *p, double *impulse, double *after)
{
    /* with friction Newton's restitution may raise energy: it is taken back until it does not */
    static const double share[] = { 1, 0.75, 0.5, 0.25, 0 };
    const double roundoff = 1e-12;
    ArenaMark mark = cd_arena_mark(scratch);
    int n = p->n;
    Scaled s = scale(scratch, 2 * n, p->w);
    double *z = ARENA_ARRAY(scratch, double, 4 * n);
    bool *active = ARENA_ARRAY(scratch, bool, 4 * n), good = false;
    for (int k = 0; k < 5; k++) {
        Lcp lcp = planar_problem(scratch, p, &s, share[k]);
        memset(active, 0, sizeof(bool) * (size_t)(4 * n));
        good = cd_lcp_solve(scratch, &lcp, active, z) != LCP_NONE;
        for (int i = 0; i < n; i++) {
            impulse[i] = s.unit[i] * z[i];
            impulse[n + i] = s.unit[n + i] * (z[n + i] - z[2 * n + i]);
        }
        double lost = find_after(2 * n, p->w, p->before, impulse, after);
        if (good && lost >= -roundoff * amount_of(2 * n, p->before, impulse)) break;
    }
    cd_arena_release(scratch, mark);
    return good;
}
