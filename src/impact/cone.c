/* cone.c - contacts with friction in a plane: sweeps over the contacts, then Newton's method on the projections
 * (theory 22.10). */
#include "impact/impact.h"

#include "linalg/dense.h"

#include <math.h>
#include <string.h>

/* U of one contact. */
static void velocity(const ConeProblem *c, int i, const double *p, double u[3])
{
    int size = 3 * c->n;
    for (int k = 0; k < 3; k++) {
        u[k] = c->q[3 * i + k];
        for (int j = 0; j < size; j++) u[k] += c->w[(3 * i + k) * size + j] * p[j];
    }
}

/* Response of a contact to its own impulses: along the normal, and the larger one of the tangents. */
static void own(const ConeProblem *c, int i, double *normal, double *tangent)
{
    int size = 3 * c->n;
    *normal = c->w[3 * i * size + 3 * i];
    *tangent = fmax(c->w[(3 * i + 1) * size + 3 * i + 1], c->w[(3 * i + 2) * size + 3 * i + 2]);
}

/* The direction a contact is given to slip in; NULL: it is not. */
static const double *way_of(const ConeProblem *c, int i)
{
    return c->way && (c->way[2 * i] != 0 || c->way[2 * i + 1] != 0) ? c->way + 2 * i : NULL;
}

/* Response along the normal to an impulse there, with what friction of a given direction does. */
static double normal_of(const ConeProblem *c, int i, double wn)
{
    const double *d = way_of(c, i), *w = c->w + 3 * i * 3 * c->n + 3 * i;
    return d ? wn - c->mu[i] * (w[1] * d[0] + w[2] * d[1]) : wn;
}

/* What a contact lacks: p less the projections of p - u / own. */
static void lack(const ConeProblem *c, int i, const double *p, double r[3])
{
    double u[3], wn, wt;
    velocity(c, i, p, u), own(c, i, &wn, &wt);
    const double *x = p + 3 * i, *d = way_of(c, i);
    double n = wn > 0 ? fmax(0, x[0] - u[0] / wn) : 0, y[2], most = c->mu[i] * fmax(0, x[0]);
    for (int k = 0; k < 2; k++) y[k] = wt > 0 ? x[1 + k] - u[1 + k] / wt : 0;
    double length = hypot(y[0], y[1]), f = length > most ? most / length : 1;
    for (int k = 0; k < 2 && d; k++) y[k] = wt > 0 ? -c->mu[i] * x[0] * d[k] : 0, f = 1;
    r[0] = wn * (x[0] - n);
    for (int k = 0; k < 2; k++) r[1 + k] = wt * (x[1 + k] - f * y[k]);
}

double cd_cone_violation(const ConeProblem *c, const double *p)
{
    double worst = 0, unit = 0;
    for (int i = 0; i < 3 * c->n; i++) unit = fmax(unit, fabs(c->q[i]));
    for (int i = 0; i < c->n; i++) {
        double r[3];
        lack(c, i, p, r);
        worst = fmax(worst, fmax(fabs(r[0]), hypot(r[1], r[2])));
        if (isnan(r[0]) || isnan(r[1]) || isnan(r[2])) return INFINITY;
    }
    return unit > 0 ? worst / unit : worst;
}

static void sweep(const ConeProblem *c, double *p)
{
    for (int i = 0; i < c->n; i++) {
        double u[3], wn, wt;
        own(c, i, &wn, &wt);
        double *x = p + 3 * i;
        const double *d = way_of(c, i);
        double whole = normal_of(c, i, wn);
        velocity(c, i, p, u);
        x[0] = whole > 0 ? fmax(0, x[0] - u[0] / whole) : 0;
        for (int k = 0; k < 2 && d; k++) x[1 + k] = wt > 0 ? -c->mu[i] * x[0] * d[k] : 0;
        if (d) continue;
        velocity(c, i, p, u);
        for (int k = 0; k < 2; k++) x[1 + k] -= wt > 0 ? u[1 + k] / wt : 0;
        double length = hypot(x[1], x[2]), most = c->mu[i] * x[0];
        if (length > most) x[1] *= most / length, x[2] *= most / length;
    }
}

/* Three rows of the generalized Jacobian of `lack`, by columns into m (size rows each). */
static void differentiate(const ConeProblem *c, int i, const double *p, double *m)
{
    int size = 3 * c->n;
    double u[3], wn, wt;
    velocity(c, i, p, u), own(c, i, &wn, &wt);
    const double *x = p + 3 * i, *w = c->w + 3 * i * size;
    bool presses = wn > 0 && x[0] - u[0] / wn > 0;
    double y[2], most = c->mu[i] * fmax(0, x[0]);
    for (int k = 0; k < 2; k++) y[k] = wt > 0 ? x[1 + k] - u[1 + k] / wt : 0;
    double length = hypot(y[0], y[1]);
    bool sticks = length <= most;
    const double *d = way_of(c, i);
    for (int j = 0; j < size; j++) {
        double self[3] = { j == 3 * i, j == 3 * i + 1, j == 3 * i + 2 };
        m[3 * i + j * size] = presses ? w[j] : (wn > 0 ? wn : 1) * self[0];
        for (int k = 0; k < 2 && d; k++)
            m[3 * i + 1 + k + j * size] = wt > 0 ? wt * (self[1 + k] + c->mu[i] * d[k] * self[0]) : self[1 + k];
        if (d) continue;
        double dy[2];
        for (int k = 0; k < 2; k++) dy[k] = self[1 + k] - (wt > 0 ? w[(1 + k) * size + j] / wt : self[1 + k]);
        double along = length > 0 ? (y[0] * dy[0] + y[1] * dy[1]) / length : 0;
        for (int k = 0; k < 2; k++) {
            double slides = 0;
            if (!sticks)
                slides = most / length * (dy[k] - y[k] / length * along) +
                         (x[0] > 0 ? c->mu[i] * self[0] * y[k] / length : 0);
            m[3 * i + 1 + k + j * size] = (wt > 0 ? wt : 1) * (self[1 + k] - (sticks ? dy[k] : slides));
        }
    }
}

/* One Newton step, halved until it helps; whether it did. */
static bool step(Arena *scratch, const ConeProblem *c, double *p, double *off)
{
    ArenaMark mark = cd_arena_mark(scratch);
    int size = 3 * c->n;
    double *m = ARENA_ARRAY(scratch, double, size *size), *d = ARENA_ARRAY(scratch, double, size);
    double *trial = ARENA_ARRAY(scratch, double, size);
    DenseLu lu;
    for (int i = 0; i < c->n; i++) differentiate(c, i, p, m), lack(c, i, p, d + 3 * i);
    /* contacts that depend on each other leave the matrix singular; a little of its diagonal makes one of all
     * solutions the one */
    for (int i = 0; i < size; i++) m[i + i * size] += 1e-12 * c->w[i * size + i];
    bool better = false;
    if (cd_dense_factor(scratch, size, m, &lu) == DENSE_OK) {
        cd_dense_solve(&lu, 1, d);
        for (double f = 1; f > 1e-3 && !better; f /= 2) {
            for (int i = 0; i < size; i++) trial[i] = p[i] - f * d[i];
            double now = cd_cone_violation(c, trial);
            better = now < *off;
            if (better) memcpy(p, trial, sizeof(double) * (size_t)size), *off = now;
        }
    }
    cd_arena_release(scratch, mark);
    return better;
}

bool cd_cone_polish(Arena *scratch, const ConeProblem *c, double *p)
{
    enum { STEPS = 20 };
    const double enough = 1e-12, good = 1e-9;
    double off = cd_cone_violation(c, p);
    for (int k = 0; k < STEPS && off > enough && step(scratch, c, p, &off); k++) continue;
    return off <= good;
}

/* Contacts that depend on each other have many solutions, of which no step finds one: with a share r of the own
 * responses added there is one,   (W + r D) p_k + q - r D p_(k-1),   and those of k follow each other to one of W. */
static void approach(Arena *scratch, const ConeProblem *c, double r, double *p, double *off)
{
    enum { ROUNDS = 30, STEPS = 20 };
    const double enough = 1e-12;
    ArenaMark mark = cd_arena_mark(scratch);
    int size = 3 * c->n;
    double *w = ARENA_ARRAY(scratch, double, size *size), *q = ARENA_ARRAY(scratch, double, size),
           *x = ARENA_ARRAY(scratch, double, size);
    ConeProblem near = { c->n, w, q, c->mu, c->way };
    memcpy(w, c->w, sizeof(double) * (size_t)size * (size_t)size);
    memcpy(x, p, sizeof(double) * (size_t)size);
    for (int i = 0; i < size; i++) w[i * size + i] *= 1 + r;
    for (int round = 0; round<ROUNDS && * off> enough; round++) {
        for (int i = 0; i < size; i++) q[i] = c->q[i] - r * c->w[i * size + i] * x[i];
        double now = cd_cone_violation(&near, x);
        for (int k = 0; k < STEPS && now > enough && step(scratch, &near, x, &now); k++) continue;
        double here = cd_cone_violation(c, x);
        if (here < *off) *off = here, memcpy(p, x, sizeof(double) * (size_t)size);
    }
    cd_arena_release(scratch, mark);
}

bool cd_cone_solve(Arena *scratch, const ConeProblem *c, double *p)
{
    enum { ROUNDS = 60, SWEEPS = 30, STEPS = 20, PER_APPROACH = 20 };
    const double enough = 1e-12, good = 1e-9;
    static const double share[] = { 1e-3, 1e-1, 1e-5 };
    double off = INFINITY;
    for (int i = 0; i < 3 * c->n; i++) p[i] = 0;
    for (int round = 0; round < ROUNDS && off > enough; round++) {
        for (int k = 0; k < SWEEPS; k++) sweep(c, p);
        off = cd_cone_violation(c, p);
        for (int k = 0; k < STEPS && off > enough && step(scratch, c, p, &off); k++) continue;
        for (int k = 0; k < 3 && off > good && round % PER_APPROACH == 0; k++) approach(scratch, c, share[k], p, &off);
    }
    return off <= good;
}
