/* resolve.c - one instant of contacts: the impact problem of all that touch (theory 22.6), then the complementarity
 * problem of accelerations that says which of them stay closed (22.11), then positions and velocities on the rows they
 * make.
 *
 *     W = G X,   [ M G_B^T; G_B 0 ] (X, .) = (G^T, 0),   U- = G v + phi_t,   v+ = v- + X P
 *     0 <= G v' + quad + W N,   N >= 0,  one of them zero */
#include "analyses/unilateral/instant.h"

#include "analyses/initial/initial.h"
#include "contact/single_gap.h"
#include "impact/friction.h"
#include "impact/lcp.h"
#include "integrators/tuning.h"
#include "linalg/vector.h"
#include "system/account.h"
#include "system/energy.h"
#include "system/impacts.h"
#include "system/project.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static double gap_of(System *s, const OneSided *c)
{
    return cd_system_row(s, c->row, ROW_VALUE)->value;
}

/* Whether a closed contact of a shape has left the surface it was on: a corner that has gone over an edge, edges that
 * no longer cross. */
static bool has_left(System *s, const OneSided *c)
{
    return cd_constraint_has_shape(s->c, c->row) && gap_of(s, c) > tuning_impact_left * c->size;
}

/* Closed contacts keep to the part of a surface that they are on until the next event; others to none. */
static void hold_features(Unilateral *u, bool closed_ones)
{
    System *s = u->e->s;
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        bool held = closed_ones && c->state == CONTACT_CLOSED;
        int feature = held ? cd_constraint_feature(s->c, c->row, s->now.body) : FEATURE_FREE;
        for (int t = 0; t <= c->rub.tangents; t++) cd_constraint_hold(s->c, c->row + t, feature);
    }
}

static bool is_touching(System *s, const OneSided *c, double within)
{
    return gap_of(s, c) <= within * c->size && !cd_constraint_is_apart(s->c, c->row, s->now.body);
}

static void find_touching(Instant *k)
{
    const Unilateral *u = k->u;
    double within = u->crowd >= IMPACT_CROWD ? tuning_impact_gap_in_crowd : tuning_impact_gap;
    k->which = ARENA_ARRAY(&k->scratch, int, u->n);
    for (int i = 0; i < u->n; i++) {
        const OneSided *c = &u->at[i];
        if (c->state != CONTACT_OPEN ? !has_left(k->s, c) : is_touching(k->s, c, within)) k->which[k->n++] = i;
    }
}

/* The fastest motion of a body, turning taken at the length of the model, as a rate of gaps: what round-off of these is
 * judged by. */
static double fastest(const System *s)
{
    double most = 0;
    for (int b = 0; b < s->m->bodies; b++)
        if (!s->m->body[b].curve)
            most = fmax(most, fmax(v3_norm(s->now.body[b].u) / s->constants.length, v3_norm(s->now.body[b].w)));
    return most;
}

double cd_rest_of_row(const Unilateral *u, const RowEval *e)
{
    double sum = 0;
    for (int b = 0; b < e->n; b++) {
        const BodyPeak *p = &u->peak[e->body[b]];
        sum += v3_norm(e->r[b]) * p->u + v3_norm(e->pi[b]) * p->w;
    }
    return u->rest * sum;
}

static void take_rows(Instant *k)
{
    int nv = k->s->m->nv;
    double most = fastest(k->s);
    cd_unilateral_note_peaks(k->u);
    for (int i = 0; i < k->n; i++) {
        double *g = k->g + i * nv;
        const RowEval *e = cd_system_row(k->s, k->u->at[k->which[i]].row, ROW_SLOPE);
        for (int b = 0; b < e->n; b++) {
            const MovingBody *body = &k->s->m->body[e->body[b]];
            cd_add_wrench(body, 1, e->r[b], e->pi[b], g + body->first);
        }
        k->speed.before[i] = cd_system_rate(k->s, k->u->at[k->which[i]].row, e);
        k->speed.rest[i] = cd_rest_of_row(k->u, e);
        /* a closed one has no velocity but what its method has left, which counts where bodies come to rest */
        if (k->u->rubs && k->u->at[k->which[i]].state != CONTACT_OPEN) k->speed.before[i] = 0;
        k->speed.scale[i] = fabs(e->rate_t) + most * k->u->at[k->which[i]].size;
        for (int j = 0; j < nv; j++) k->speed.scale[i] += fabs(g[j] * k->s->state.v[j]);
    }
    cd_rubbing_rows(k);
    for (int i = 0; k->rub.any && i < 3 * k->n; i++) k->rub.scale[i] += most * k->u->at[k->which[i / 3]].size;
}

/* Responses to unit impulses with the bilateral rows held, which are those in use. */
static bool find_responses(Instant *k)
{
    Equations *e = k->u->e;
    int nv = k->s->m->nv, all = cd_equations_unknowns(e);
    BodyMap *map = ARENA_ARRAY(&k->scratch, BodyMap, k->s->m->bodies);
    for (int b = 0; b < k->s->m->bodies; b++) map[b] = (BodyMap){ .a = 1, .A = m3_identity() };
    Maps maps = { .body = map, .rate = 1 };
    cd_inertia_matrix(e, &maps);
    if (!cd_equations_matrix(e, &maps)) return false;
    LuStatus lu = cd_equations_factor(e);
    if (lu != LU_OK && lu != LU_REPIVOTED) return false;
    double *b = ARENA_ARRAY(&k->scratch, double, all);
    for (int i = 0; i < k->n; i++) {
        memset(b, 0, sizeof(double) * (size_t)all);
        memcpy(b, k->g + i * nv, sizeof(double) * (size_t)nv);
        cd_equations_solve(e, b);
        memcpy(k->x + i * nv, b, sizeof(double) * (size_t)nv);
    }
    for (int i = 0; i < k->n; i++)
        for (int j = 0; j < k->n; j++) {
            double w = cd_dot(nv, k->g + i * nv, k->x + j * nv), t = cd_dot(nv, k->g + j * nv, k->x + i * nv);
            k->w[i * k->n + j] = (w + t) / 2; /* symmetric to the last bit */
        }
    cd_rubbing_respond(k);
    return true;
}

/* Second rates of gaps at the present velocities, nothing closed. */
static bool find_second_rates(Instant *k)
{
    if (cd_accelerations_by_masses(k->s, NULL) != CD_OK) return false;
    cd_equations_prepare(k->u->e, NULL);
    for (int i = 0; i < k->n; i++) {
        const RowEval *e = cd_system_row(k->s, k->u->at[k->which[i]].row, ROW_GRADIENT);
        k->speed.second[i] = cd_dot(k->s->m->nv, k->g + i * k->s->m->nv, k->s->state.vdot) + e->quad;
    }
    cd_rubbing_second(k);
    return true;
}

/* ---- impact ------------------------------------------------------------------------------------------------------ */

/* A rebound so short, or so low, that the next ones would be lost in round-off, ends in contact (22.12). */
static double restitution_of(const Instant *k, int i)
{
    const Unilateral *u = k->u;
    const OneSided *c = &u->at[k->which[i]];
    double speed = -k->speed.before[i], back = -k->speed.second[i];
    if (u->crowd >= IMPACT_CROWD) return 0;
    if (!(back > 0)) return c->restitution;
    if (speed < k->speed.rest[i]) return 0;
    bool brief = 2 * c->restitution * speed / back < fmax(u->soon, 1e3 * DBL_EPSILON * fabs(k->s->state.t));
    bool low = speed * speed / (2 * back) < 100 * DBL_EPSILON * c->size;
    return brief || low ? 0 : c->restitution;
}

/* Impacts that follow each other within next to no time are one (22.12). */
static void watch_crowd(Unilateral *u, double t)
{
    u->crowd = t - u->last < IMPACT_FEW * u->soon ? u->crowd + 1 : 0;
}

static void log_impact(const Instant *k, int i, const Impact *blow)
{
    int row = k->u->at[k->which[i]].row;
    Blow b = { .t = k->s->state.t,
               .of = k->s->c->row[row].element,
               .before = k->speed.before[i],
               .after = blow->after[i],
               .impulse = blow->p[i],
               .lost = -blow->p[i] * (k->speed.before[i] + blow->after[i]) / 2 };
    cd_impacts_place(k->s, cd_system_row(k->s, row, ROW_SLOPE), &b);
    cd_impacts_add(k->s, &b);
}

static void note_impulses(Instant *k, const Impact *blow, ImpactEvent *event)
{
    int elastic = 0;
    for (int i = 0; i < k->n; i++) {
        OneSided *c = &k->u->at[k->which[i]];
        k->s->in_use.impulse[c->row] += blow->p[i];
        if (!(blow->p[i] > 0)) continue;
        c->tally.impacts++, elastic += c->restitution > 0;
        if (!event->impacts++ || -k->speed.before[i] > event->approach)
            event->approach = -k->speed.before[i], event->after = blow->after[i], event->first = k->which[i];
        event->impulse = fmax(event->impulse, blow->p[i]);
        log_impact(k, i, blow);
    }
    k->u->tally.chained += elastic > 1;
}

static bool approaches(const Instant *k, int i)
{
    return k->speed.before[i] < -tuning_impact_approach * k->speed.scale[i] && k->speed.before[i] < -DBL_MIN;
}

/* Velocities behind the blow, by impulses of normals and, with friction, of tangents. */
static bool find_blow(Instant *k, Impact *blow)
{
    int nv = k->s->m->nv;
    if (k->rub.any) return cd_rubbing_strike(k, blow);
    cd_impact_solve(&k->scratch,
                    &(ImpactProblem){ k->n, k->w, k->speed.before, k->speed.restitution, 0, IMPACT_NEWTON }, blow);
    if (!blow->good) return false;
    for (int i = 0; i < k->n; i++) {
        for (int j = 0; j < nv; j++) k->s->state.v[j] += k->x[i * nv + j] * blow->p[i];
        k->speed.after[i] = blow->after[i];
    }
    return true;
}

/* Changes velocities where contacts approach. False: no solution. */
static bool strike(Instant *k, ImpactEvent *event)
{
    Unilateral *u = k->u;
    bool any = false;
    for (int i = 0; i < k->n; i++) {
        bool comes = approaches(k, i);
        any |= comes;
        if (!comes) k->speed.before[i] = fmax(k->speed.before[i], 0);
        k->speed.after[i] = k->speed.before[i];
    }
    for (int i = 0; k->rub.any && i < 3 * k->n; i++) k->rub.after[i] = i % 3 ? k->rub.before[i] : k->speed.after[i / 3];
    if (!any) return true;
    watch_crowd(u, k->s->state.t);
    if (!find_second_rates(k)) return false;
    for (int i = 0; i < k->n; i++) k->speed.restitution[i] = restitution_of(k, i);
    Impact blow = cd_impact_new(&k->scratch, k->n);
    if (!find_blow(k, &blow)) return false;
    event->lost = fmax(0, blow.lost); /* what an elastic one loses is round-off */
    u->last = k->s->state.t, u->tally.impacts++, u->tally.lost += event->lost;
    note_impulses(k, &blow, event);
    return true;
}

bool cd_rests(const Instant *k, int i)
{
    return fabs(k->speed.after[i]) <= fmax(tuning_impact_at_rest * k->speed.scale[i], k->speed.rest[i]) + DBL_MIN;
}

/* ---- which stay closed ------------------------------------------------------------------------------------------- */

/* A box that lies flat may be held by two corners across from each other, about which it can turn: where forces can be
 * shared by more contacts they are, as (A + r) z + q shares them. active, press: of one solution, then of that one. */
static void spread_load(Instant *k, const Lcp *lcp, double nothing, bool *active, double *press)
{
    const double r = 1e-6, share = 1e-3; /* share: of the largest force, from which one takes part */
    int n = lcp->n;
    double *a = ARENA_ARRAY(&k->scratch, double, n *n), *z = ARENA_ARRAY(&k->scratch, double, n), most = 0;
    bool *on = ARENA_ARRAY(&k->scratch, bool, n), more = false;
    memcpy(a, lcp->a, sizeof(double) * (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++) a[i * n + i] += r, on[i] = active[i];
    if (cd_lcp_solve(&k->scratch, &(Lcp){ n, a, lcp->q }, on, z) == LCP_NONE) return;
    for (int i = 0; i < n; i++) most = fmax(most, z[i]);
    for (int i = 0; i < n; i++) {
        bool stays = lcp->q[i] + cd_dot(n, lcp->a + i * n, press) <= nothing;
        on[i] = !active[i] && stays && z[i] > share * most, more |= on[i];
    }
    for (int i = 0; i < n && more; i++) active[i] |= on[i];
    if (more) memcpy(press, z, sizeof(double) * (size_t)n);
}

/* Contacts at rest against each other: what they press with, and which of them are in use. */
static bool choose_closed(Instant *k, bool *in_use, bool *implied)
{
    const double nothing = tuning_impact_presses;
    int n = 0, *at = ARENA_ARRAY(&k->scratch, int, k->n);
    for (int i = 0; i < k->n; i++)
        if (cd_rests(k, i)) at[n++] = i;
    double *a = ARENA_ARRAY(&k->scratch, double, n *n), *q = ARENA_ARRAY(&k->scratch, double, n);
    double *force = ARENA_ARRAY(&k->scratch, double, n), most = 0;
    bool *active = ARENA_ARRAY(&k->scratch, bool, n);
    if (!n) return true;
    for (int i = 0; i < n; i++) {
        double unit = 1 / sqrt(fmax(DBL_MIN, k->w[at[i] * k->n + at[i]]));
        q[i] = unit * k->speed.second[at[i]], most = fmax(most, fabs(q[i]));
        active[i] = k->u->at[k->which[at[i]]].state == CONTACT_CLOSED;
        for (int j = 0; j < n; j++)
            a[i * n + j] = unit * k->w[at[i] * k->n + at[j]] / sqrt(fmax(DBL_MIN, k->w[at[j] * k->n + at[j]]));
    }
    Lcp lcp = { n, a, q };
    if (cd_lcp_solve(&k->scratch, &lcp, active, force) == LCP_NONE) return false;
    for (int i = 0; i < n; i++) active[i] = active[i] && force[i] > nothing * most;
    double *press = ARENA_ARRAY(&k->scratch, double, n);
    memcpy(press, force, sizeof(double) * (size_t)n);
    spread_load(k, &lcp, nothing * most, active, press);
    cd_friction_support(&k->scratch, n, a, NULL, press, active);
    for (int i = 0; i < n; i++) in_use[at[i]] = active[i];
    /* one that others keep where it is: what is left of its row beyond theirs is nothing */
    for (int i = 0; i < n; i++) {
        double w = q[i] + cd_dot(n, a + i * n, force);
        if (in_use[at[i]] || w > nothing * most) continue;
        Lcp only = { n, a, q };
        bool *set = ARENA_ARRAY(&k->scratch, bool, n);
        for (int j = 0; j < n; j++) set[j] = in_use[at[j]] || j == i;
        implied[at[i]] = cd_lcp_depends(&k->scratch, &only, set, tuning_impact_dependent);
    }
    return true;
}

/* ---- the event --------------------------------------------------------------------------------------------------- */

static Instant instant_of(Unilateral *u)
{
    Instant k = { .u = u, .s = u->e->s };
    find_touching(&k);
    int nv = k.s->m->nv;
    k.g = ARENA_ARRAY(&k.scratch, double, k.n *nv), k.x = ARENA_ARRAY(&k.scratch, double, k.n *nv);
    k.w = ARENA_ARRAY(&k.scratch, double, k.n *k.n);
    double **list[] = { &k.speed.before, &k.speed.after, &k.speed.restitution,
                        &k.speed.second, &k.speed.scale, &k.speed.rest };
    for (int i = 0; i < 6; i++) *list[i] = ARENA_ARRAY(&k.scratch, double, k.n);
    return k;
}

/* The bilateral rows alone; whether contacts were in use before. */
static bool let_go(System *s)
{
    bool any = false;
    for (int i = 0; i < s->c->rows; i++) any |= s->in_use.closed[i], s->in_use.closed[i] = false;
    if (any) cd_system_use_closed(s);
    return any;
}

/* Contacts take their new states. */
static void take_states(Instant *k, const bool *in_use, const bool *implied, ImpactEvent *event)
{
    Unilateral *u = k->u;
    ContactState *now = ARENA_ARRAY(&k->scratch, ContactState, u->n);
    for (int i = 0; i < k->n; i++)
        now[k->which[i]] = in_use[i] ? CONTACT_CLOSED : implied[i] ? CONTACT_IMPLIED : CONTACT_OPEN;
    for (int i = 0; i < u->n; i++) {
        OneSided *c = &u->at[i];
        bool was = c->state != CONTACT_OPEN, is = now[i] != CONTACT_OPEN;
        if (is && !was) event->closings++, c->tally.closings++, u->tally.closings++;
        if (was && !is) event->takeoffs++, c->tally.takeoffs++, u->tally.takeoffs++;
        if (was != is && !event->impacts) event->first = i;
        c->state = now[i], k->s->in_use.closed[c->row] = now[i] == CONTACT_CLOSED;
    }
    cd_rubbing_take(k, event);
}

/* Positions and velocities on the rows in use, and accelerations there. */
static bool meet_rows(Instant *k, CdLog *log)
{
    System *s = k->s;
    double least = 1e-14 * fmax(1, s->constants.length);
    Projection p = { .good = true, .polish = true };
    cd_equations_prepare(k->u->e, NULL);
    cd_project_positions(s, least, &p);
    if (p.good) cd_project_velocities(s, least, &p);
    cd_equations_prepare(k->u->e, NULL);
    return p.good && cd_accelerations(s, log) == CD_OK;
}

static bool same_rows(const System *s, const bool *before)
{
    for (int i = 0; i < s->c->rows; i++)
        if (before[i] != s->in_use.closed[i]) return false;
    return true;
}

/* Which contacts are closed from here on. With friction there may be no such motion, or an impact without anything
 * approaching leads to one (22.27). */
static bool choose(Instant *k, bool *in_use, bool *implied, ImpactEvent *event)
{
    enum { JAMS = 3 };
    if (!find_second_rates(k)) return false;
    if (!k->rub.any) return choose_closed(k, in_use, implied);
    for (int jam = 0; !cd_rubbing_choose(k, in_use, implied); jam++) {
        double lost = 0;
        if (jam == JAMS || !cd_rubbing_jam(k, &lost)) return false;
        event->lost += lost, k->u->tally.lost += lost, k->u->tally.jams++;
        cd_equations_prepare(k->u->e, NULL);
        if (!find_second_rates(k)) return false;
    }
    return true;
}

static void tell_jam(const Instant *k, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    const Element *e = k->s->c->row[k->u->at[k->which[0]].row].element;
    if (log) cd_log(log, e->place, CONTACTS_JAM, cd_label(e, label), k->s->state.t);
}

static bool is_worth_telling(const ImpactEvent *x)
{
    return x->impacts || x->closings || x->takeoffs || x->sticks || x->slips || x->reversals;
}

CdStatus cd_unilateral_resolve(Unilateral *u, bool *changed, CdLog *log)
{
    System *s = u->e->s;
    hold_features(u, false);
    cd_rubbing_share_no_more(u);
    Instant k = instant_of(u);
    ImpactEvent event = { .t = s->state.t };
    bool *before = ARENA_ARRAY(&k.scratch, bool, s->c->rows);
    bool *in_use = ARENA_ARRAY(&k.scratch, bool, k.n), *implied = ARENA_ARRAY(&k.scratch, bool, k.n);
    memcpy(before, s->in_use.closed, sizeof(bool) * (size_t)s->c->rows);
    let_go(s);
    cd_equations_prepare(u->e, NULL);
    take_rows(&k);
    bool good = find_responses(&k) && strike(&k, &event);
    cd_equations_prepare(u->e, NULL);
    good = good && choose(&k, in_use, implied, &event);
    if (!good && k.rub.any) tell_jam(&k, log);
    take_states(&k, in_use, implied, &event);
    hold_features(u, true);
    cd_system_use_closed(s);
    good = meet_rows(&k, log) && good;
    *changed = !same_rows(s, before);
    cd_unilateral_look(u), cd_unilateral_accept(u);
    if (good) cd_rubbing_share(&k);
    for (int i = 0; i < u->n; i++) {
        OneSided *c = &u->at[i];
        c->rub.limit = c->last.use > 1 ? tuning_friction_shared * c->last.use : 1;
        c->floor = c->last.force < 0 ? tuning_friction_shared * c->last.force : 0;
    }
    if (is_worth_telling(&event) && u->events.n < MOST_IMPACT_EVENTS) ARRAY_PUSH(u->arena, &u->events, event);
    cd_arena_close(&k.scratch);
    return good ? CD_OK : CD_ANALYSIS_FAILED;
}

void cd_unilateral_open_all(Unilateral *u)
{
    for (int i = 0; i < u->n; i++) u->at[i].state = CONTACT_OPEN, u->at[i].rub.state = RUB_NONE;
    cd_rubbing_share_no_more(u);
    hold_features(u, false);
    for (int i = 0; i < u->e->s->c->rows; i++) u->e->s->in_use.slip[i].slips = false;
    let_go(u->e->s);
}

static bool any_approaches(Unilateral *u)
{
    Instant k = instant_of(u);
    bool any = false;
    cd_equations_prepare(u->e, NULL);
    take_rows(&k);
    for (int i = 0; i < k.n; i++) any |= approaches(&k, i);
    cd_arena_close(&k.scratch);
    return any;
}

CdStatus cd_unilateral_close(System *s, CdLog *log)
{
    Arena arena = { 0 };
    Unilateral *u = cd_unilateral_open(&arena, cd_equations(s), 0, 0);
    bool changed;
    CdStatus status = u && !any_approaches(u) ? cd_unilateral_resolve(u, &changed, log) : CD_OK;
    cd_arena_close(&arena);
    return status;
}
