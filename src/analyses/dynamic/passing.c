/* passing.c - a polynomial through points of a step in which accelerations are determined. */
#include "analyses/dynamic/passing.h"

#include "analyses/initial/initial.h"

#include <math.h>
#include <string.h>

enum { PARTS = 8, SAMPLES = 4 }; /* of a step that are looked at; that the polynomial goes through */

typedef struct Sample {
    double t, share; /* how well rows hold there */
    double *x;       /* v', lambda, z, z', and what constraints change of v */
} Sample;

static int count_of(const Equations *e)
{
    return 2 * e->s->m->nv + e->s->c->rows + 2 * cd_equations_auxiliaries(e);
}

static void take(const double *from, int n, double **to)
{
    if (n) memcpy(*to, from, sizeof(double) * (size_t)n);
    *to += n;
}

/* The state, on the constraints and solved; unheld: velocities as the method has them. */
static void take_solution(const Equations *e, const double *unheld, double *x)
{
    const State *state = &e->s->state;
    take(state->vdot, e->s->m->nv, &x), take(state->lambda, e->s->c->rows, &x);
    take(e->aux.z, e->aux.n, &x), take(e->aux.zdot, e->aux.differential, &x);
    for (int i = 0; i < e->s->m->nv; i++) x[i] = state->v[i] - unheld[i];
}

/* To a state as the method has it. States of first order, the first auxiliary unknowns, are known there. */
static void give_solution(Equations *e, const double *x)
{
    State *state = &e->s->state;
    int nv = e->s->m->nv, rows = e->s->c->rows;
    const double *z = x + nv + rows, *zdot = z + e->aux.n, *more = zdot + e->aux.differential;
    memcpy(state->vdot, x, sizeof(double) * (size_t)nv);
    memcpy(state->lambda, x + nv, sizeof(double) * (size_t)rows);
    for (int i = e->aux.differential; i < e->aux.n; i++) e->aux.z[i] = z[i];
    if (e->aux.differential) memcpy(e->aux.zdot, zdot, sizeof(double) * (size_t)e->aux.differential);
    for (int i = 0; i < nv; i++) state->v[i] += more[i];
}

/* Leaves out those which are much nearer to where rows lose rank than others. */
static int keep_best(Sample *sample, int n)
{
    const double much = 0.2; /* of a share; 0.45 of a distance */
    double best = 0;
    int kept = 0;
    for (int i = 0; i < n; i++) best = fmax(best, sample[i].share);
    for (int i = 0; i < n; i++)
        if (sample[i].share > much * best) sample[kept++] = sample[i];
    return kept;
}

/* The samples nearest to t come first. */
static void sort(Sample *sample, int n, double t)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && fabs(sample[j].t - t) < fabs(sample[j - 1].t - t); j--) {
            Sample other = sample[j];
            sample[j] = sample[j - 1], sample[j - 1] = other;
        }
}

/* Puts those of the samples, in order of time, in front that a polynomial goes through which is read at t: how many.
 * Within them, the nearest. Beyond their ends, some that lie far apart, and fewer where what they are off by, in parts
 * of rounding over their share, would count more than what a lower degree misses of a motion that turns by `rate`. */
static int choose(Sample *sample, int n, double t, double rate)
{
    const double rounding = 3e-11,
                 times[] = { 4, 40, 250 }; /* that errors of samples count in straight lines, parabolas, cubics */
    if (n < 2) return n;
    double first = sample[0].t, last = sample[n - 1].t, least = INFINITY;
    if (t >= first && t <= last) {
        sort(sample, n, t);
        return n < SAMPLES ? n : SAMPLES;
    }
    double turn = rate * fmax(t - first, last - t), off = INFINITY;
    int points = 2;
    for (int i = 0; i < n; i++) least = fmin(least, sample[i].share);
    for (int k = 2; k <= SAMPLES && k <= n; k++) {
        double now = times[k - 2] * rounding / least + pow(turn, k);
        if (now < off) off = now, points = k;
    }
    Sample chosen[SAMPLES];
    for (int i = 0; i < points; i++) chosen[i] = sample[i * (n - 1) / (points - 1)];
    memcpy(sample, chosen, sizeof *sample * (size_t)points);
    return points;
}

bool cd_pass(const Passing *p, double t)
{
    Arena scratch = { 0 };
    int count = count_of(p->e), found = 0;
    double *unheld = ARENA_ARRAY(&scratch, double, p->e->s->m->nv);
    Sample sample[PARTS + 1];
    for (int i = 0; i <= PARTS; i++) {
        RowPivot hold;
        Sample *at = &sample[found];
        *at = (Sample){ .t = p->from + (p->to - p->from) * i / PARTS, .x = ARENA_ARRAY(&scratch, double, count) };
        p->show(p->user, at->t, false);
        memcpy(unheld, p->e->s->state.v, sizeof(double) * (size_t)p->e->s->m->nv);
        p->show(p->user, at->t, true);
        if (cd_accelerations_held(p->e->s, &hold, NULL) != CD_OK || !(hold.ratio > p->least)) continue;
        take_solution(p->e, unheld, at->x), at->share = hold.ratio, found++;
    }
    p->show(p->user, t, false);
    found = keep_best(sample, found);
    int n = choose(sample, found, t, p->rate);
    double *sum = ARENA_ARRAY(&scratch, double, count);
    for (int i = 0; i < n; i++) { /* Lagrange (13.29) */
        double factor = 1;
        for (int j = 0; j < n; j++)
            if (j != i) factor *= (t - sample[j].t) / (sample[i].t - sample[j].t);
        for (int k = 0; k < count; k++) sum[k] += factor * sample[i].x[k];
    }
    if (n > 1) give_solution(p->e, sum);
    cd_arena_close(&scratch);
    return n > 1;
}
