/* sliding.c - which jumps hold a motion (theory 9.41 to 9.44). */
#include "analyses/dynamic/sliding.h"

#include "analyses/dynamic/box.h"
#include "analyses/initial/initial.h"
#include "integrators/tuning.h"
#include "system/project.h"

#include <math.h>
#include <string.h>

Sliding cd_sliding_open(Arena *arena, Equations *e, Switching *switching, const Settings *set)
{
    Sliding g = { .e = e, .switching = switching, .error = set->tolerance.error };
    const Jumps *all = e->aux.jumps;
    int most = all->n < BOX_MOST ? all->n : BOX_MOST;
    g.near = 1e-9 * set->step.hmax, g.back = tuning_hold_return / set->step.hmax;
    g.at = ARENA_ARRAY(arena, Holding, all->n);
    g.room.here = cd_snapshot_new(arena, e), g.room.aside = cd_snapshot_new(arena, e);
    g.room.first = ARENA_ARRAY(arena, double, switching->n), g.room.second = ARENA_ARRAY(arena, double, switching->n);
    g.room.vdot = ARENA_ARRAY(arena, double, e->s->m->nv), g.room.zdot = ARENA_ARRAY(arena, double, e->aux.n);
    Asked *q = &g.asked;
    q->jump = ARENA_ARRAY(arena, int, most), q->side = ARENA_ARRAY(arena, int, most);
    q->along = ARENA_ARRAY(arena, bool, most);
    double **list[] = { &q->r, &q->s, &q->scale, &q->argument };
    for (int k = 0; k < 4; k++) *list[k] = ARENA_ARRAY(arena, double, most);
    q->a = ARENA_ARRAY(arena, double, most *most), q->room = ARENA_ARRAY(arena, double, most *(most + 2));
    for (int j = 0; j < all->n; j++) {
        g.at[j].watch = -1;
        all->held[j] = HELD_NOT, all->at[j].rule = SHARE_FIXED;
    }
    for (int i = 0; i < switching->n; i++) {
        const Watch *w = &switching->watch[i];
        if (w->hold.slot >= 0 && !w->soft && w->of.drive < 0 && g.at[w->hold.slot].watch < 0 &&
            all->at[w->hold.slot].able)
            g.at[w->hold.slot].watch = i;
    }
    cd_jumps_use(e, false), cd_jumps_show(e, false);
    return g;
}

/* ---- what expressions see ---- */

static bool is_on(const Holding *h)
{
    return h->state == HOLD_ON || h->state == HOLD_ALONG || h->state == HOLD_BAND;
}

/* The rule of a jump's share, and how expressions see it. */
static void set_jump(Sliding *g, int j)
{
    Jumps *all = g->e->aux.jumps;
    Jump *x = &all->at[j];
    const Holding *h = &g->at[x->like];
    x->rule = x->like != j && is_on(h) ? SHARE_FOLLOWS
              : h->state == HOLD_ON    ? SHARE_KEEPS
              : h->state == HOLD_BAND  ? SHARE_IN_BAND
                                       : SHARE_FIXED;
    x->value = h->share, x->back = g->back;
    all->held[j] = is_on(h)                ? HELD_BETWEEN
                   : h->state == HOLD_NONE ? HELD_NOT
                   : h->share > 0.5        ? HELD_UPPER
                                           : HELD_LOWER;
    *cd_jump_share(g->e, j) = h->share;
}

static void show(Sliding *g)
{
    const Jumps *all = g->e->aux.jumps;
    bool any = false;
    g->on = 0;
    for (int j = 0; j < all->n; j++) set_jump(g, j), g->on += is_on(&g->at[j]);
    for (int i = 0; i < g->switching->n; i++) {
        Watch *w = &g->switching->watch[i];
        if (w->hold.slot < 0 || w->of.drive >= 0) continue;
        w->hold.holds = g->at[all->at[w->hold.slot].like].state != HOLD_NONE;
        if (w->hold.zero) all->held[w->hold.slot] = HELD_AT_ZERO;
    }
    for (int j = 0; j < all->n; j++) any |= all->held[j] != HELD_NOT;
    cd_jumps_use(g->e, g->on > 0), cd_jumps_show(g->e, any);
}

void cd_sliding_lock(Sliding *g, bool on)
{
    Jumps *all = g->e->aux.jumps;
    bool any = false;
    for (int i = 0; i < g->switching->shares; i++) {
        const Watch *w = &g->switching->watch[i];
        if (w->hold.slot < 0 || w->of.drive >= 0 || w->soft || cd_is_held(w)) continue;
        double k = g->switching->value.last[i];
        bool ends = on && !cd_switching_is_often(w);
        all->held[w->hold.slot] = ends && k > 0 ? HELD_UPPER : ends && k < 0 ? HELD_LOWER : HELD_NOT;
    }
    for (int j = 0; j < all->n; j++) any |= all->held[j] != HELD_NOT;
    cd_jumps_show(g->e, any);
}

/* ---- rates of arguments ---- */

/* Accelerations with the shares that are asked about as they are, all of them fixed, at the state `here`. */
static bool accelerate(Sliding *g, const Snapshot *here)
{
    Equations *e = g->e;
    const Asked *q = &g->asked;
    Jumps *all = e->aux.jumps;
    cd_snapshot_restore(e, here);
    for (int i = 0; i < q->n; i++)
        for (int j = 0; j < all->n; j++)
            if (all->at[j].like == q->jump[i])
                all->at[j].rule = SHARE_FIXED, all->at[j].value = *cd_jump_share(e, j) = q->s[i],
                all->held[j] = HELD_BETWEEN;
    cd_jumps_use(e, true), cd_jumps_show(e, true);
    return cd_equations_prepare(e, NULL) && cd_accelerations(e->s, NULL) == CD_OK && cd_equations_prepare(e, NULL);
}

static double largest(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static void keep_rates(Sliding *g)
{
    const Equations *e = g->e;
    memcpy(g->room.vdot, e->s->state.vdot, sizeof(double) * (size_t)e->s->m->nv);
    if (e->aux.differential) memcpy(g->room.zdot, e->aux.zdot, sizeof(double) * (size_t)e->aux.differential);
}

/* Rates of the arguments as they are with these shares. */
static bool find_rates(Sliding *g, const Snapshot *here, double *rate)
{
    const Asked *q = &g->asked;
    bool good = accelerate(g, here);
    for (int i = 0; i < q->n && good; i++)
        good = cd_jump_argument(g->e, q->jump[i], &q->argument[i], &rate[i]) && isfinite(rate[i]);
    return good;
}

/* Rates of arguments with all shares one half, and how they change with each (9.41). r is made that of shares 0. */
static bool evaluate(Sliding *g, const Snapshot *here)
{
    const Asked *q = &g->asked;
    const Equations *e = g->e;
    double *rate = q->room;
    for (int i = 0; i < q->n; i++) q->s[i] = 0.5;
    if (!find_rates(g, here, q->r)) return false;
    keep_rates(g);
    for (int i = 0; i < q->n; i++) q->scale[i] = fabs(q->r[i]);
    for (int k = 0; k < q->n; k++) {
        q->s[k] = 1;
        bool good = find_rates(g, here, rate);
        q->s[k] = 0.5;
        if (!good) return false;
        for (int i = 0; i < q->n; i++) {
            q->a[i * q->n + k] = 2 * (rate[i] - q->r[i]);
            q->scale[i] = fmax(q->scale[i], fmax(fabs(rate[i]), fabs(2 * q->r[i] - rate[i])));
        }
        g->at[q->jump[k]].pushes = 2 * largest(e->s->state.vdot, g->room.vdot, e->s->m->nv);
        g->at[q->jump[k]].rates = 2 * largest(e->aux.zdot, g->room.zdot, e->aux.differential);
    }
    for (int i = 0; i < q->n; i++)
        for (int k = 0; k < q->n; k++) q->r[i] -= 0.5 * q->a[i * q->n + k];
    return true;
}

/* ---- who is asked ---- */

static void ask(Sliding *g, int jump)
{
    Asked *q = &g->asked;
    for (int i = 0; i < q->n; i++)
        if (q->jump[i] == jump) return;
    if (q->n < BOX_MOST) q->jump[q->n++] = jump;
}

/* No longer; its share is that of the side it is on. */
static void drop(Sliding *g, int which)
{
    Asked *q = &g->asked;
    int n = q->n--;
    bool upper = q->argument[which] >= 0;
    for (int i = 0; i < n; i++) q->r[i] += upper ? q->a[i * n + which] : 0;
    for (int i = 0, to = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (i != which && k != which) q->a[to++] = q->a[i * n + k];
    for (int i = which; i + 1 < n; i++)
        q->jump[i] = q->jump[i + 1], q->r[i] = q->r[i + 1], q->scale[i] = q->scale[i + 1],
        q->argument[i] = q->argument[i + 1];
}

/* Whether it is worth a look: it holds, or its argument is next to nothing. */
static bool is_near(const Sliding *g, int j)
{
    const double next_to_nothing = 1e-6;
    const Holding *h = &g->at[j];
    if (h->watch < 0 || g->e->aux.jumps->at[j].like != j || g->switching->watch[h->watch].hold.zero) return false;
    double k = fabs(g->switching->value.last[h->watch]), most = g->switching->watch[h->watch].seen.largest;
    return h->state != HOLD_NONE || most == 0 || k <= next_to_nothing * most;
}

/* Those that hold, unless something has knocked them off; the one that a step has ended on; all that are as near. */
static void find_asked(Sliding *g, int hit)
{
    Equations *e = g->e;
    const Jumps *all = e->aux.jumps;
    bool any = false;
    g->asked.n = 0;
    if (hit >= 0 && g->at[hit].watch >= 0) ask(g, hit);
    for (int j = 0; j < all->n; j++) any |= is_near(g, j);
    if (!any) return;
    if (all->most > all->own + all->n) cd_jumps_use(e, true); /* rates of values are found with the others */
    bool good = cd_equations_prepare(e, NULL) && cd_accelerations(e->s, NULL) == CD_OK && cd_equations_prepare(e, NULL);
    for (int j = 0; j < all->n && good; j++) {
        const Holding *h = &g->at[j];
        double value, rate;
        if (!is_near(g, j) || !cd_jump_argument(e, j, &value, &rate)) continue;
        double few = 10 * g->near, fast = fmax(fabs(rate), h->state == HOLD_NONE ? 0 : h->fades);
        bool stays = h->state != HOLD_NONE && fabs(value - h->last) <= few * h->fades + 1e-9 * fabs(value);
        if (value == 0 || stays || fabs(value) <= few * fast) ask(g, j);
    }
    cd_snapshot_restore(e, &g->room.here);
    cd_equations_prepare(e, NULL);
}

/* ---- jumps that are none, and narrow bands ---- */

/* The state a little later, with the rates it has. */
static void go_on(Equations *e, double dt)
{
    State *s = &e->s->state;
    cd_state_move(e->s->m, s, s->v, dt);
    for (int i = 0; i < e->s->m->nv; i++) s->v[i] += dt * s->vdot[i];
    for (int i = 0; i < e->aux.differential; i++) e->aux.z[i] += dt * e->aux.zdot[i];
    s->t += dt;
}

/* Whether the sides of the first that is asked about have one value where the argument is zero, as those of
 * IF(x: 0, 0, x) have: four times as far from there they are apart that much more. */
static bool is_no_jump(Sliding *g)
{
    const double farther = 4, more = 2;
    Asked *q = &g->asked;
    Holding *h = &g->at[q->jump[0]];
    int n = q->n;
    double pushes = h->pushes, rates = h->rates, off = q->argument[0], rate = q->r[0];
    for (int k = 0; k < n; k++) rate += 0.5 * q->a[k];
    double dt = (off * rate > 0 ? farther - 1 : farther + 1) * fabs(off / rate);
    if (off == 0 || !isfinite(dt) || dt > 1e6 * g->near) return pushes == 0 && rates == 0;
    cd_snapshot_restore(g->e, &g->room.here);
    for (int i = 0; i < n; i++) q->s[i] = 0.5;
    if (!accelerate(g, &g->room.here)) return true;
    go_on(g->e, dt);
    cd_snapshot_take(g->e, &g->room.aside);
    bool none = evaluate(g, &g->room.aside) && (pushes == 0 || h->pushes > more * pushes) &&
                (rates == 0 || h->rates > more * rates);
    return !evaluate(g, &g->room.here) || none;
}

/* Where both sides leave the rate of the argument alone, as a force does that jumps with a place, crossings that follow
 * each other so soon that ERROR does not tell them are replaced by a narrow band (9.44). */
static bool begin_band(Sliding *g, double since)
{
    Equations *e = g->e;
    int j = g->asked.jump[0];
    Holding *h = &g->at[j];
    double soon = fmin(sqrt(g->error / (h->pushes + 1e-300)), g->error / (h->rates + 1e-300)), before, after, rate;
    if (!(since < soon) || is_no_jump(g)) return false;
    g->asked.s[0] = 0.5;
    if (!accelerate(g, &g->room.here) || !cd_jump_argument(e, j, &before, &rate)) return false;
    keep_rates(g);
    g->asked.s[0] = 1;
    if (!accelerate(g, &g->room.here)) return false;
    for (int i = 0; i < e->s->m->nv; i++) g->room.vdot[i] -= e->s->state.vdot[i];
    cd_state_move(e->s->m, &e->s->state, g->room.vdot, soon * soon / 2);
    if (!cd_equations_prepare(e, NULL) || !cd_jump_argument(e, j, &after, &rate)) return false;
    h->width = fabs(after - before);
    Jump *x = &e->aux.jumps->at[j];
    x->gain = 1 / (2 * h->width), x->pace = 2 / soon;
    return h->width > 0 && isfinite(x->gain);
}

/* ---- who holds ---- */

static bool holds_back(const Asked *q, int i)
{
    const double tells = 1e-6;
    return q->a[i * q->n + i] < -tells * q->scale[i];
}

/* Of those that are asked about only jumps stay that drive their arguments back to zero. */
static void sift(Sliding *g, int hit, double since)
{
    Asked *q = &g->asked;
    bool fresh = q->n && q->jump[0] == hit && g->at[hit].state == HOLD_NONE;
    if (fresh && holds_back(q, 0) && is_no_jump(g)) q->a[0] = 0, g->at[hit].state = HOLD_NONE;
    else if (fresh && !holds_back(q, 0) && fabs(q->a[0]) <= 1e-6 * q->scale[0] && begin_band(g, since))
        g->at[hit].state = HOLD_BAND;
    if (fresh && g->at[hit].state == HOLD_BAND) evaluate(g, &g->room.here);
    for (int i = q->n; i-- > 0;) {
        Holding *h = &g->at[q->jump[i]];
        if (h->state == HOLD_BAND && fabs(q->argument[i]) < 2 * h->width) continue;
        if (!holds_back(q, i)) h->state = HOLD_NONE, drop(g, i);
    }
}

/* Shares that keep the arguments of all that hold where they are (9.42), and the sides of the others. A share that has
 * come to an end of its range is at that end, though rounding may say otherwise. */
static void choose(Sliding *g, int ended)
{
    const double next_to = 1e-3;
    Asked *q = &g->asked;
    for (int i = 0; i < q->n; i++) {
        bool band = g->at[q->jump[i]].state == HOLD_BAND;
        for (int k = 0; k < q->n && band; k++) q->a[i * q->n + k] = 0;
    }
    cd_box_solve(&(Box){ q->n, q->a, q->r, q->s, q->side, q->along, q->room });
    for (int i = 0; i < q->n; i++) {
        Holding *h = &g->at[q->jump[i]];
        if (h->state == HOLD_BAND) continue;
        bool end = q->jump[i] == ended && q->side[i] == 0 && fabs(q->s[i] - 0.5) > 0.5 - next_to;
        int side = end ? (q->s[i] > 0.5 ? 1 : -1) : q->side[i];
        bool there = q->argument[i] * side > 0;
        h->fades = fabs(q->a[i * q->n + i]);
        h->state = side == 0 ? (q->along[i] ? HOLD_ALONG : HOLD_ON) : there ? HOLD_NONE : HOLD_LEAVES;
        h->share = side == 0 ? q->s[i] : side > 0;
    }
}

/* Arguments are brought to zero by what the jumps themselves push (9.43): shares of a little time. */
static void close_arguments(Sliding *g)
{
    Equations *e = g->e;
    Asked *q = &g->asked;
    double *dt = q->room, most = 0;
    for (int i = q->n; i-- > 0;)
        if (g->at[q->jump[i]].state != HOLD_ON) drop(g, i);
    if (!q->n) return;
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < q->n; i++) dt[i] = -q->argument[i];
        if (!cd_box_linear(q->n, q->a, dt, dt + q->n)) return;
        most = 0;
        for (int i = 0; i < q->n; i++) most = fmax(most, fabs(dt[i]));
        if (!(most > 0) || most > 1e6 * g->near) return;
        for (int i = 0; i < q->n; i++) q->s[i] = 0.5;
        if (!accelerate(g, &g->room.here)) return;
        keep_rates(g);
        for (int i = 0; i < q->n; i++) q->s[i] = 0.5 + 0.5 * dt[i] / most;
        if (!accelerate(g, &g->room.here)) return;
        double f = 2 * most;
        cd_snapshot_take(e, &g->room.aside);
        cd_snapshot_restore(e, &g->room.here);
        for (int i = 0; i < e->s->m->nv; i++) e->s->state.v[i] += f * (g->room.aside.state.vdot[i] - g->room.vdot[i]);
        for (int i = 0; i < e->aux.differential; i++) e->aux.z[i] += f * (g->room.aside.zdot[i] - g->room.zdot[i]);
        cd_snapshot_take(e, &g->room.here);
        if (!accelerate(g, &g->room.here)) return;
        for (int i = 0; i < q->n; i++) {
            double rate;
            if (!cd_jump_argument(e, q->jump[i], &q->argument[i], &rate)) return;
        }
    }
}

static void count(Sliding *g, const HoldState *before, int *first)
{
    double t = g->e->s->state.t;
    for (int j = 0; j < g->e->aux.jumps->n; j++) {
        Holding *h = &g->at[j];
        bool was = before[j] != HOLD_NONE && before[j] != HOLD_LEAVES, is = is_on(h);
        if (is && !was) h->since = t, h->times++, *first = *first < 0 ? j : *first;
        if (was && !is) h->time += t - h->since;
    }
}

int cd_sliding_resume(Sliding *g, int watch, bool *changed)
{
    Equations *e = g->e;
    const Jumps *all = e->aux.jumps;
    int first = -1, hit = -1, ended = -1;
    *changed = false;
    if (!all->n) return -1;
    Arena scratch = { 0 };
    HoldState *before = ARENA_ARRAY(&scratch, HoldState, all->n);
    double since = INFINITY;
    if (watch >= 0) {
        Watch *w = &g->switching->watch[watch];
        since = e->s->state.t - w->seen.crossed, w->seen.crossed = e->s->state.t;
        if (w->hold.slot >= 0) hit = all->at[w->hold.slot].like;
        if (w->hold.share >= 0) ended = w->hold.share;
    }
    int unknowns = e->aux.n;
    for (int j = 0; j < all->n; j++) before[j] = g->at[j].state;
    cd_snapshot_take(e, &g->room.here);
    find_asked(g, hit);
    for (int j = 0; j < all->n; j++) {
        bool asked = false;
        for (int i = 0; i < g->asked.n; i++) asked |= g->asked.jump[i] == j;
        if (!asked) g->at[j].state = HOLD_NONE;
    }
    show(g);
    bool good = g->asked.n > 0 && evaluate(g, &g->room.here);
    if (good) sift(g, hit, since), choose(g, ended), close_arguments(g);
    for (int j = 0; j < all->n && !good; j++) g->at[j].state = HOLD_NONE;
    show(g);
    cd_snapshot_restore(e, &g->room.here);
    show(g);
    cd_equations_prepare(e, NULL);
    if (good) cd_equations_forget_factors(e); /* pivots of shares are others with each rule */
    count(g, before, &first);
    *changed = e->aux.n != unknowns;
    cd_arena_close(&scratch);
    return first;
}

bool cd_sliding_accept(Sliding *g)
{
    const Jumps *all = g->e->aux.jumps;
    bool again = false, other = false;
    for (int j = 0; j < all->n; j++) {
        Holding *h = &g->at[j];
        if (h->state == HOLD_NONE) continue;
        double k = g->switching->value.now[h->watch], side = h->share > 0.5 ? k : -k;
        h->last = k;
        if (is_on(h)) h->share = *cd_jump_share(g->e, j);
        if (h->state == HOLD_BAND) again |= fabs(k) > 2 * h->width;
        if (h->state != HOLD_LEAVES) continue;
        if (side > 0) h->state = HOLD_NONE, other = true;
        else again |= -side > 1e3 * g->near * h->fades;
    }
    for (int j = 0; j < all->n && other; j++) {
        const Holding *h = &g->at[all->at[j].like];
        if (h->state == HOLD_NONE && all->held[j] != HELD_AT_ZERO) all->held[j] = HELD_NOT;
    }
    for (int i = 0; i < g->switching->n && other; i++) {
        Watch *w = &g->switching->watch[i];
        if (w->hold.slot >= 0 && w->of.drive < 0) w->hold.holds = g->at[all->at[w->hold.slot].like].state != HOLD_NONE;
    }
    return again;
}

double cd_sliding_time(const Sliding *g, int jump)
{
    const Holding *h = &g->at[jump];
    return h->time + (is_on(h) ? g->e->s->state.t - h->since : 0);
}

bool cd_sliding_may_begin(Sliding *g)
{
    if (!g->e->aux.jumps->n) return false;
    cd_snapshot_take(g->e, &g->room.here);
    find_asked(g, -1);
    show(g);
    return g->asked.n > 0;
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
