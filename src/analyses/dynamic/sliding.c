/* sliding.c - shares of the two sides of a jump that keep a motion on it. */
#include "analyses/dynamic/sliding.h"

#include "analyses/initial/initial.h"
#include "system/project.h"

#include <math.h>
#include <string.h>

Sliding cd_sliding_open(Arena *arena, Equations *e, Switching *switching, const Settings *set)
{
    Sliding g = { .e = e, .switching = switching, .error = set->tolerance.error, .apart = 1e-6 * set->step.hmax };
    g.held = ARENA_ARRAY(arena, Held, e->s->model->jumps);
    g.room.here = cd_snapshot_new(arena, e), g.room.there = cd_snapshot_new(arena, e),
    g.room.aside = cd_snapshot_new(arena, e);
    double **list[] = { &g.room.first, &g.room.second };
    for (int k = 0; k < 2; k++) *list[k] = ARENA_ARRAY(arena, double, switching->n);
    g.room.vdot = ARENA_ARRAY(arena, double, e->s->m->nv), g.room.zdot = ARENA_ARRAY(arena, double, e->aux.n);
    e->world.x.held = NULL;
    return g;
}

/* ---- what expressions see ---- */

/* Whether two watches have one argument, or that of opposite sign: -1; 0: neither. */
static int likeness(const Sliding *g, int i, int k)
{
    const double *a = g->switching->value.last, *b = g->switching->value.now;
    if (i == k || (a[i] == a[k] && b[i] == b[k])) return 1;
    return a[i] == -a[k] && b[i] == -b[k] ? -1 : 0;
}

static void show(Sliding *g)
{
    bool any = false;
    for (int i = 0; i < g->switching->n; i++) {
        const Watch *w = &g->switching->watch[i];
        if (w->hold.slot < 0 || w->of.drive >= 0) continue;
        Held *held = &g->held[w->hold.slot];
        *held = (Held){ .on = w->hold.holding >= 0 || w->hold.zero, .at_zero = w->hold.zero };
        any |= held->on;
        if (w->hold.holding < 0) continue;
        const Holding *h = &g->at[w->hold.holding];
        held->share = w->hold.mirrored ? 1 - h->share : h->share, held->rate = w->hold.mirrored ? -h->rate : h->rate;
        held->gain = h->gain, held->since = g->since;
    }
    g->e->world.x.held = any ? g->held : NULL;
}

static void add(Sliding *g, int watch)
{
    g->at[g->n] = (Holding){ .watch = watch, .share = 0.5, .last = NAN };
    for (int i = 0; i < g->switching->n; i++) {
        Watch *w = &g->switching->watch[i];
        int like = w->hold.slot >= 0 && w->hold.holding < 0 ? likeness(g, watch, i) : 0;
        if (like) w->hold.holding = g->n, w->hold.mirrored = like < 0;
    }
    g->n++;
}

static void let_go(Sliding *g, int which)
{
    g->n--;
    for (int i = 0; i < g->switching->n; i++) {
        Watch *w = &g->switching->watch[i];
        if (w->hold.holding == which) w->hold.holding = -1;
        else if (w->hold.holding > which) w->hold.holding--;
    }
    memmove(&g->at[which], &g->at[which + 1], sizeof *g->at * (size_t)(g->n - which));
}

/* ---- rates of arguments ---- */

/* The state a little later, with the rates it has. */
static void go_on(Equations *e, double dt)
{
    State *s = &e->s->state;
    cd_state_move(e->s->m, s, s->v, dt);
    for (int i = 0; i < e->s->m->nv; i++) s->v[i] += dt * s->vdot[i];
    for (int i = 0; i < e->aux.differential; i++) e->aux.z[i] += dt * e->aux.zdot[i];
    s->t += dt;
}

/* How fast arguments of all watches change with the shares that are shown (9.41), from the state `here`. False if there
 * are no accelerations. */
static bool find_rates(Sliding *g, double *rate)
{
    Equations *e = g->e;
    show(g);
    cd_snapshot_restore(e, &g->room.here);
    bool good = cd_equations_prepare(e, NULL) && cd_accelerations_by_masses(e->s, NULL) == CD_OK;
    if (!good) return false;
    cd_snapshot_take(e, &g->room.there);
    cd_switching_eval(g->switching, g->room.first);
    go_on(e, g->apart);
    good = cd_equations_prepare(e, NULL) &&
           (e->aux.n == e->aux.differential || cd_accelerations_by_masses(e->s, NULL) == CD_OK);
    cd_switching_eval(g->switching, g->room.second);
    for (int i = 0; i < g->switching->n; i++) rate[i] = (g->room.second[i] - g->room.first[i]) / g->apart;
    cd_snapshot_restore(e, &g->room.there);
    return good;
}

static double largest(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* ---- shares ---- */

typedef struct Rates {
    double now[MOST_HELD];               /* of the arguments, with the shares as they are */
    double by[MOST_HELD][MOST_HELD + 1]; /* by each share; behind them the right-hand side */
    double scale[MOST_HELD];             /* largest rate of an argument on either side */
} Rates;

static double at_present(const Sliding *g, const Holding *h)
{
    return h->share + h->rate * (g->room.here.state.t - g->since);
}

/* Rates of arguments and how they depend on shares, from two evaluations of each. */
static bool look(Sliding *g, Rates *r)
{
    const int nv = g->e->s->m->nv;
    double *rate = g->room.second;
    for (int i = 0; i < g->n; i++) g->at[i].share = fmin(1, fmax(0, at_present(g, &g->at[i])));
    g->since = g->room.here.state.t;
    if (!find_rates(g, rate)) return false;
    for (int i = 0; i < g->n; i++) r->now[i] = rate[g->at[i].watch], r->scale[i] = fabs(r->now[i]);
    memcpy(g->room.vdot, g->room.there.state.vdot, sizeof(double) * (size_t)nv);
    if (g->e->aux.differential)
        memcpy(g->room.zdot, g->room.there.zdot, sizeof(double) * (size_t)g->e->aux.differential);
    for (int k = 0; k < g->n; k++) {
        Holding *h = &g->at[k];
        double share = h->share, gain = h->gain, step = share < 0.5 ? 0.5 : -0.5;
        h->share += step, h->gain = 0;
        bool good = find_rates(g, rate);
        h->share = share, h->gain = gain;
        if (!good) return false;
        for (int i = 0; i < g->n; i++) {
            double other = rate[g->at[i].watch];
            r->by[i][k] = (other - r->now[i]) / step;
            r->scale[i] = fmax(r->scale[i], fabs(other));
        }
        h->pushes = largest(g->room.there.state.vdot, g->room.vdot, nv) / fabs(step);
        h->rates = largest(g->room.there.zdot, g->room.zdot, g->e->aux.differential) / fabs(step);
    }
    return true;
}

/* Gauss, with a little on the diagonal: where jumps hold one motion together any of their shares will do. */
static void solve(double a[MOST_HELD][MOST_HELD + 1], int n, double *x)
{
    const double little = 1e-9;
    for (int k = 0; k < n; k++) a[k][k] *= 1 + little;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
        for (int j = 0; j <= n; j++) {
            double other = a[k][j];
            a[k][j] = a[p][j], a[p][j] = other;
        }
        for (int i = k + 1; i < n && a[k][k] != 0; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j <= n; j++) a[i][j] -= f * a[k][j];
        }
    }
    for (int k = n; k-- > 0;) {
        x[k] = a[k][n];
        for (int j = k + 1; j < n; j++) x[k] -= a[k][j] * x[j];
        x[k] = a[k][k] != 0 ? x[k] / a[k][k] : 0;
    }
}

/* Changes of shares that make the arguments change by `rate` less than they do (9.42). A band has its share from its
 * argument, and what leaves keeps its own. */
static void change(const Sliding *g, const Rates *r, const double *rate, double *out)
{
    double a[MOST_HELD][MOST_HELD + 1];
    for (int i = 0; i < g->n; i++) {
        memcpy(a[i], r->by[i], sizeof a[i]);
        a[i][g->n] = -rate[i];
        if (g->at[i].width == 0 && !g->at[i].leaves) continue;
        for (int k = 0; k <= g->n; k++) a[i][k] = i == k;
        a[i][g->n] = 0;
    }
    solve(a, g->n, out);
}

/* Shares that keep all arguments where they are. */
static bool want(Sliding *g, Rates *r)
{
    double by[MOST_HELD];
    if (!look(g, r)) return false;
    change(g, r, r->now, by);
    for (int i = 0; i < g->n; i++) g->at[i].wanted = g->at[i].share + by[i];
    return true;
}

static bool is_between(double share)
{
    return share > 0 && share < 1;
}

/* The longest step that leaves an error of a share of ERROR: what shares lack at its end grows with it (9.43). */
static double longest(const Sliding *g, double h)
{
    const double share = 0.1, most = 5;
    double factor = most;
    for (int i = 0; i < g->n; i++) {
        const Holding *a = &g->at[i];
        if (a->width > 0 || a->leaves || isnan(a->last)) continue;
        double lack = fabs(a->wanted - a->last - a->rate * h),
               error = lack * h * (a->pushes * h / 2 + a->rates) / (share * g->error);
        factor = fmin(factor, 0.9 * pow(error + 1e-9, -1. / 3));
    }
    return factor * h;
}

/* Jumps whose wanted share lies beyond one of their sides hold no longer: they stay on that side until their argument
 * has its sign, so that nothing jumps when they let go. */
static bool find_wanted(Sliding *g, Rates *r)
{
    for (int i = 0; i < g->n; i++) g->at[i].leaves = false;
    for (;;) {
        int out = -1;
        if (!want(g, r)) return false;
        for (int i = 0; i < g->n && out < 0; i++)
            if (g->at[i].width == 0 && !g->at[i].leaves && !is_between(g->at[i].wanted)) out = i;
        if (out < 0) return true;
        g->at[out].leaves = true, g->at[out].share = g->at[out].wanted < 0.5 ? 0 : 1;
    }
}

/* Shares from here on: of a band, one that damps the motion within; else wanted ones, with what brings arguments back
 * to zero within the next step. h: since they were last wanted; 0: not known. *next: the longest step, which may become
 * shorter. */
static bool take(Sliding *g, double h, double *next)
{
    Rates r;
    double back[MOST_HELD] = { 0 }, off[MOST_HELD] = { 0 };
    if (!find_wanted(g, &r)) return false;
    if (h > 0) *next = fmin(*next, longest(g, h));
    for (int i = 0; i < g->n; i++) off[i] = g->room.first[g->at[i].watch] / *next;
    change(g, &r, off, back);
    for (int i = g->n; i-- > 0;) {
        Holding *a = &g->at[i];
        if (a->width > 0) a->share = 0.5 - r.now[i] * fmin(2 * a->pace, 0.5 / *next) * a->gain / (a->pace * a->pace);
        if (a->width > 0) continue;
        a->rate = h > 0 && !isnan(a->last) && !a->leaves ? (a->wanted - a->last) / h : 0;
        a->last = a->leaves ? NAN : a->wanted;
        if (!a->leaves) a->share = fmin(1, fmax(0, a->wanted + back[i]));
        else if (off[i] * (a->share - 0.5) > 0) let_go(g, i);
    }
    return true;
}

/* ---- arguments that are always zero ---- */

/* Values of all watches a little further along some motion; held: one that constraints allow. */
static void probe(Sliding *g, bool held, double *out)
{
    const double way = 1e-5;
    System *s = g->e->s;
    Projection p = { .good = true };
    cd_snapshot_restore(g->e, &g->room.here);
    for (int i = 0; i < s->m->nv; i++)
        s->state.v[i] = sin(1 + 1.7 * i); /* that no mechanism is likely to be made for */
    cd_equations_prepare(g->e, NULL);
    if (held) cd_project_velocities(s, 1e-13, &p);
    cd_state_move(s->m, &s->state, s->state.v, way);
    cd_equations_prepare(g->e, NULL);
    cd_switching_eval(g->switching, out);
    for (int i = 0; i < g->switching->n && !p.good; i++) out[i] = INFINITY;
}

/* An argument that constraints keep at zero has a sign by rounding only: it is taken as zero. */
void cd_sliding_find_zeros(Sliding *g)
{
    const double next_to_nothing = 1e-4;
    bool any = false;
    for (int i = 0; i < g->switching->n; i++) any |= g->switching->watch[i].hold.slot >= 0;
    if (!any) return;
    cd_snapshot_take(g->e, &g->room.here);
    probe(g, false, g->room.first);
    probe(g, true, g->room.second);
    for (int i = 0; i < g->switching->n; i++) {
        Watch *w = &g->switching->watch[i];
        double most = next_to_nothing * fabs(g->room.first[i]);
        w->hold.zero = w->hold.slot >= 0 && w->of.drive < 0 && fabs(g->room.second[i]) < most &&
                       fabs(g->switching->value.last[i]) < next_to_nothing * most;
    }
    show(g);
    cd_snapshot_restore(g->e, &g->room.here);
    cd_equations_prepare(g->e, NULL);
}

/* ---- entering and leaving ---- */

/* Whether the sides have one value where the argument is zero, as those of IF(x: 0, 0, x) have: four times as far from
 * there they are apart that much more. rate: of the argument. */
static bool is_no_jump(Sliding *g, Holding *h, double rate)
{
    const double farther = 4, more = 2, pushes = h->pushes, rates = h->rates, off = g->room.first[h->watch];
    double dt = (off * rate > 0 ? farther - 1 : farther + 1) * fabs(off / rate);
    Rates r;
    if (off == 0 || !isfinite(dt)) return pushes == 0 && rates == 0;
    cd_snapshot_restore(g->e, &g->room.here);
    cd_snapshot_take(g->e, &g->room.aside);
    cd_equations_prepare(g->e, NULL);
    cd_accelerations_by_masses(g->e->s, NULL);
    go_on(g->e, dt);
    cd_snapshot_take(g->e, &g->room.here);
    bool none = look(g, &r) && (pushes == 0 || h->pushes > more * pushes) && (rates == 0 || h->rates > more * rates);
    cd_snapshot_restore(g->e, &g->room.aside);
    cd_snapshot_take(g->e, &g->room.here);
    return none || !look(g, &r);
}

/* Where both sides leave the rate of the argument alone, as a force does that jumps with a place, crossings that follow
 * each other so soon that ERROR does not tell them are replaced by a narrow band (9.44). */
static bool begin_band(Sliding *g, Holding *h, double since, double rate)
{
    double soon = fmin(sqrt(g->error / (h->pushes + 1e-300)), g->error / (h->rates + 1e-300));
    if (!(since < soon) || is_no_jump(g, h, rate)) return false;
    Equations *e = g->e;
    cd_snapshot_restore(e, &g->room.here);
    for (int i = 0; i < e->s->m->nv; i++) g->room.vdot[i] -= g->room.there.state.vdot[i];
    cd_state_move(e->s->m, &e->s->state, g->room.vdot, soon * soon / 4);
    cd_equations_prepare(e, NULL);
    cd_switching_eval(g->switching, g->room.second);
    h->width = fabs(g->room.second[h->watch] - g->room.first[h->watch]);
    h->gain = 1 / (2 * h->width), h->pace = 2 / soon;
    return h->width > 0 && isfinite(h->gain);
}

/* Whether the newest jump holds the motion. */
static bool holds(Sliding *g, double since)
{
    const double tells = 1e-6;
    Rates r;
    int k = g->n - 1;
    Holding *h = &g->at[k];
    if (!want(g, &r)) return false;
    if (!(fabs(r.by[k][k]) > tells * r.scale[k])) return begin_band(g, h, since, r.now[k]);
    return r.by[k][k] < 0 && is_between(h->wanted);
}

bool cd_sliding_enter(Sliding *g, int watch)
{
    Watch *w = &g->switching->watch[watch];
    double since = g->e->s->state.t - w->seen.crossed;
    w->seen.crossed = g->e->s->state.t;
    if (w->hold.slot < 0 || w->of.drive >= 0 || w->hold.holding >= 0 || g->n == MOST_HELD) return false;
    cd_snapshot_take(g->e, &g->room.here);
    add(g, watch);
    bool good = holds(g, since);
    if (!good) let_go(g, g->n - 1);
    show(g);
    cd_snapshot_restore(g->e, &g->room.here);
    cd_equations_prepare(g->e, NULL);
    return good;
}

double cd_sliding_renew(Sliding *g, double h, double next)
{
    if (!g->n) return next;
    cd_snapshot_take(g->e, &g->room.here);
    for (int i = g->n; i-- > 0;)
        if (g->at[i].width > 0 && !(fabs(g->switching->value.last[g->at[i].watch]) < 2 * g->at[i].width)) let_go(g, i);
    if (!take(g, h, &next))
        while (g->n) let_go(g, g->n - 1);
    g->since = g->room.here.state.t;
    show(g);
    cd_snapshot_restore(g->e, &g->room.here);
    cd_equations_prepare(g->e, NULL);
    return next;
}
