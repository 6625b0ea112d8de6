/* impacts.h - random impact problems: bodies in contact with each other and with ground, held by joints, with redundant
 * and degenerate contacts. Everything is dense; v+ comes from masses and impulses alone, so that what the solver says
 * of it is checked, not repeated. */
#pragma once
#include "draw.h"
#include "test.h"

#include "impact/impact.h"
#include "linalg/dense.h"

#include <string.h>

typedef struct RandomImpact {
    int nv, joints, contacts;
    double *m;     /* nv: masses */
    double *g, *b; /* contacts*nv and joints*nv, by rows */
    double *v, *e; /* velocities; restitutions */
    double *x;     /* contacts*nv by rows: change of velocities by a unit impulse of each contact, joints held */
    double *w, *before;
} RandomImpact;

/* [ M B^T; B 0 ] (x, l) = (g, 0) for each contact. Joints that depend on others are damped by next to nothing. */
static inline void random_responses(Arena *a, RandomImpact *r)
{
    int n = r->nv + r->joints;
    double *k = ARENA_ARRAY(a, double, n *n), *rhs = ARENA_ARRAY(a, double, n *(r->contacts + 1));
    for (int i = 0; i < r->nv; i++) k[i + i * n] = r->m[i];
    for (int j = 0; j < r->joints; j++)
        for (int i = 0; i < r->nv; i++) k[i + (r->nv + j) * n] = k[r->nv + j + i * n] = r->b[j * r->nv + i];
    for (int c = 0; c < r->contacts; c++) memcpy(rhs + c * n, r->g + c * r->nv, sizeof(double) * (size_t)r->nv);
    /* velocities that the joints allow: v less the share across them */
    double *last = rhs + r->contacts * n;
    for (int j = 0; j < r->joints; j++)
        for (int i = 0; i < r->nv; i++) last[r->nv + j] += r->b[j * r->nv + i] * r->v[i];
    DenseLu lu;
    assert_int_equal(cd_dense_factor(a, n, k, &lu), DENSE_OK);
    cd_dense_solve(&lu, r->contacts + 1, rhs);
    for (int c = 0; c < r->contacts; c++) memcpy(r->x + c * r->nv, rhs + c * n, sizeof(double) * (size_t)r->nv);
    for (int i = 0; i < r->nv; i++) r->v[i] -= last[i];
}

static inline double dot_of(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* kind of a contact: an own direction on one or two bodies, one that depends on others before it, or the same as one
 * before. */
static inline void random_contact(RandomImpact *r, int c, uint64_t *s)
{
    double *g = r->g + c * r->nv;
    double kind = test_random(s);
    if (c > 1 && kind < 0.15) {
        const double *other = r->g + (int)(test_random(s) * c) * r->nv;
        for (int i = 0; i < r->nv; i++) g[i] = other[i];
    } else if (c > 2 && kind < 0.3) {
        int a = (int)(test_random(s) * c), b = (int)(test_random(s) * c);
        double share = between(s, 0.1, 0.9);
        for (int i = 0; i < r->nv; i++) g[i] = share * r->g[a * r->nv + i] + (1 - share) * r->g[b * r->nv + i];
    } else {
        int bodies = r->nv / 3, a = (int)(test_random(s) * bodies), b = (int)(test_random(s) * bodies);
        double angle = between(s, 0, 6.283185307179586), n[2] = { cos(angle), sin(angle) };
        for (int k = 0; k < 2; k++) g[3 * a + k] += n[k];
        g[3 * a + 2] += between(s, -1, 1);
        if (b == a) return;
        for (int k = 0; k < 2; k++) g[3 * b + k] -= n[k];
        g[3 * b + 2] += between(s, -1, 1);
    }
}

/* All contacts open along one common motion, as touching bodies that have room do; those that depend on others are made
 * of such. */
static inline void leave_room(RandomImpact *r, int c, const double *opening)
{
    double *g = r->g + c * r->nv;
    if (dot_of(r->nv, g, opening) < 0)
        for (int i = 0; i < r->nv; i++) g[i] = -g[i];
}

/* room: contacts leave a common motion; without it bodies are wedged between them. */
static inline RandomImpact random_impact(Arena *a, uint64_t *s, int most, bool room)
{
    int bodies = 1 + (int)(test_random(s) * 20), nv = 3 * bodies;
    RandomImpact r = { .nv = nv,
                       .joints = (int)(test_random(s) * bodies),
                       .contacts = 1 + (int)(test_random(s) * most) };
    r.m = ARENA_ARRAY(a, double, nv), r.v = ARENA_ARRAY(a, double, nv);
    r.g = ARENA_ARRAY(a, double, r.contacts *nv), r.x = ARENA_ARRAY(a, double, r.contacts *nv);
    r.b = ARENA_ARRAY(a, double, (r.joints + 1) * nv), r.e = ARENA_ARRAY(a, double, r.contacts);
    r.w = ARENA_ARRAY(a, double, r.contacts *r.contacts), r.before = ARENA_ARRAY(a, double, r.contacts);
    for (int i = 0; i < nv; i++) r.m[i] = exp(between(s, -2, 2)), r.v[i] = between(s, -1, 1);
    for (int j = 0; j < r.joints; j++) /* each body but the last few is pinned to the next in one direction */
        for (int k = 0; k < 3; k++) {
            r.b[j * nv + 3 * j + k] = between(s, -1, 1);
            r.b[j * nv + (3 * j + 3 + k) % nv] += between(s, -1, 1);
        }
    double *opening = ARENA_ARRAY(a, double, nv);
    for (int i = 0; i < nv; i++) opening[i] = between(s, -1, 1);
    for (int c = 0; c < r.contacts; c++) {
        random_contact(&r, c, s);
        if (room) leave_room(&r, c, opening);
    }
    double common = test_random(s);
    bool mixed = test_random(s) < 0.3;
    for (int c = 0; c < r.contacts; c++) r.e[c] = mixed ? test_random(s) : common;
    if (test_random(s) < 0.1) memset(r.v, 0, sizeof(double) * (size_t)nv), r.v[0] = -1; /* mostly at rest: degenerate */
    random_responses(a, &r);
    for (int c = 0; c < r.contacts; c++) {
        r.before[c] = dot_of(nv, r.g + c * nv, r.v);
        for (int d = 0; d < r.contacts; d++) r.w[c * r.contacts + d] = dot_of(nv, r.g + c * nv, r.x + d * nv);
    }
    return r;
}

static inline double energy_of(const RandomImpact *r, const double *v)
{
    double sum = 0;
    for (int i = 0; i < r->nv; i++) sum += r->m[i] * v[i] * v[i] / 2;
    return sum;
}

/* Complementarity to 1e-10, energy that never grows, momentum kept, joints held. False: no solution is found. */
static inline bool check_impact(Arena *a, const RandomImpact *r, ImpactLaw law)
{
    ImpactProblem p = { .n = r->contacts, .w = r->w, .before = r->before, .e = r->e, .slow = 1e-12, .law = law };
    Impact out = cd_impact_new(a, r->contacts);
    cd_impact_solve(a, &p, &out);
    if (!out.good) return false;
    double *v = ARENA_ARRAY(a, double, r->nv), *push = ARENA_ARRAY(a, double, r->nv), most = 0, strong = 0;
    for (int i = 0; i < r->nv; i++) v[i] = r->v[i];
    for (int c = 0; c < r->contacts; c++) {
        most = fmax(most, fabs(r->before[c])), strong = fmax(strong, out.p[c]);
        for (int i = 0; i < r->nv; i++)
            v[i] += r->x[c * r->nv + i] * out.p[c], push[i] += r->g[c * r->nv + i] * out.p[c];
    }
    for (int c = 0; c < r->contacts; c++) {
        double e = r->before[c] < -p.slow ? out.common >= 0 ? out.common : r->e[c] : 0;
        double after = dot_of(r->nv, r->g + c * r->nv, v), rest = after + (law == IMPACT_NEWTON ? e * r->before[c] : 0);
        double unit = fmax(most, 1e-3 * strong * r->w[c * (r->contacts + 1)]); /* what cancels in it */
        assert_true(out.p[c] >= 0);
        assert_true(rest >= -1e-10 * unit);
        if (law == IMPACT_NEWTON) assert_true(fmin(rest / unit, out.p[c] / fmax(strong, 1e-300)) <= 1e-10);
        assert_near(after, out.after[c], 1e-10 * unit);
    }
    double before = energy_of(r, r->v), behind = energy_of(r, v);
    assert_true(behind <= before * (1 + 1e-10));
    assert_near(before - behind, out.lost, fmax(1e-9 * before, 1e-11 * strong * most)); /* of wedges P U cancels */
    /* M dv - G^T P lies along the joints: it does no work on motions that these allow, as v+ is one */
    double work = 0, size = 0;
    for (int i = 0; i < r->nv; i++) {
        double left = r->m[i] * (v[i] - r->v[i]) - push[i];
        work += left * v[i], size += fabs(r->m[i] * (v[i] - r->v[i]) * v[i]) + fabs(push[i] * v[i]);
    }
    assert_true(fabs(work) <= fmax(1e-9 * fmax(size, before), 1e-11 * strong * most)); /* of wedges P v cancels too */
    for (int j = 0; j < r->joints; j++) assert_near(dot_of(r->nv, r->b + j * r->nv, v), 0, 1e-9 * fmax(1, most));
    return true;
}

/* unsolved: how many may be left without a solution. */
static inline void check_random_impacts(uint64_t seed, int count, int most, bool room, int unsolved)
{
    for (int k = 0; k < count; k++) {
        Arena a = { 0 };
        RandomImpact r = random_impact(&a, &seed, most, room);
        unsolved -= !check_impact(&a, &r, k % 4 == 3 ? IMPACT_POISSON : IMPACT_NEWTON);
        cd_arena_close(&a);
    }
    assert_true(unsolved >= 0);
}
