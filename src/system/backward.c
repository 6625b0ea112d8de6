/* backward.c - see backward.h. Row by row  |r| <= k eps (|A| X + |loads|),  X the largest unknown of a kind: the
 * solution at hand satisfies
 * equations that differ from these by round-off, whatever the condition of the matrix (7.14). */
#include "system/backward.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The present value of an unknown of accelerations. */
static double unknown(const Equations *e, int j)
{
    const System *s = e->s;
    int auxiliary = j - s->m->nv - s->in_use.n;
    if (j < s->m->nv) return s->state.vdot[j];
    if (auxiliary < 0) return s->state.lambda[s->in_use.row[j - s->m->nv]];
    return auxiliary < e->aux.differential ? e->aux.zdot[auxiliary] : e->aux.z[auxiliary];
}

/* A force and a torque in body axes on a body that moves, by their amounts. */
static void add_amounts(const MovingBody *b, Vec3 r, Vec3 pi, double *to)
{
    if (b->curve || b->role == BODY_MODES) return;
    r = v3(fabs(r.x), fabs(r.y), fabs(r.z)), pi = v3(fabs(pi.x), fabs(pi.y), fabs(pi.z));
    cd_add_wrench(b, 1, r, pi, to + b->first);
}

/* A load on one body, by the amounts of force, torque and moment of the force. */
static void add_load(const Equations *e, int body, Vec3 point, Wrench w, double *amount)
{
    if (body < 0) return;
    const MovingBody *b = &e->s->m->body[body];
    const BodyMotion *m = &e->s->now.body[body];
    add_amounts(b, w.F, m3_tapply(m->A, w.T), amount);
    add_amounts(b, v3(0, 0, 0), m3_tapply(m->A, v3_cross(v3_sub(point, m->r), w.F)), amount);
}

/* Loads, which may cancel each other: gravity, gyroscopic torques, force elements. */
static bool add_loads(Equations *e, double *amount)
{
    const Mechanism *m = e->s->m;
    for (int k = 0; k < m->bodies; k++) {
        const MovingBody *b = &m->body[k];
        Vec3 w = cd_rotation(b, e->s->state.v + b->first);
        add_amounts(b, v3_scale(e->s->constants.gravity, b->mass), v3_cross(w, m3_apply(b->J, w)), amount);
    }
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        Wrench w;
        if (!cd_load_eval(&e->world, l, e->past.turn, &w, NULL, NULL)) return false;
        add_load(e, m->site[l->i].body, e->s->now.marker[l->i].r, w, amount);
        if (l->j >= 0) add_load(e, m->site[l->j].body, e->s->now.marker[l->i].r, w, amount);
    }
    return true;
}

/* The largest of a stretch of unknowns. */
static double largest(const Equations *e, int first, int end)
{
    double size = 0;
    for (int j = first; j < end; j++) size = fmax(size, fabs(unknown(e, j)));
    return size;
}

bool cd_residual_is_roundoff(Equations *e)
{
    const double few = 16 * DBL_EPSILON; /* roundings in the sum of a row */
    int n = cd_equations_unknowns(e), nv = e->s->m->nv, auxiliaries = nv + e->s->in_use.n;
    double *x, *amount = e->now.amount, fastest = largest(e, 0, nv), strongest = largest(e, nv, auxiliaries);
    const Pattern *a = cd_equations_values(e, &x);
    memset(amount, 0, sizeof *amount * (size_t)n);
    if (!add_loads(e, amount)) return false;
    for (int j = 0; j < n; j++) {
        double size = j < nv ? fastest : j < auxiliaries ? strongest : fabs(unknown(e, j));
        for (int k = a->p[j]; k < a->p[j + 1]; k++) amount[a->i[k]] += fabs(x[k]) * size;
    }
    for (int i = 0; i < n; i++)
        if (!(fabs(e->now.rhs[i]) <= few * amount[i])) return false;
    return true;
}
