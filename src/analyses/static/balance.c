/* balance.c - equations of equilibrium, Newton's method on them (theory 11.1 to 11.4, 11.10).
 *
 *     G^T lambda - Q(q, 0, 0, z, t) = 0,   phi(q, t) = 0,   e(0, z, ...) = 0 */
#include "analyses/static/balance.h"

#include "analyses/initial/initial.h"
#include "elements/equilibrium.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static BalanceSettings settings(const CdModel *m, double size)
{
    const KindIndex k = KIND_equilibrium;
    BalanceSettings set = { .alimit = cd_model_number(m, k, "ALIMIT"),
                            .tlimit = cd_model_number(m, k, "TLIMIT"),
                            .error = cd_model_number(m, k, "ERROR"),
                            .most = (int)cd_model_number(m, k, "MAXIT"),
                            .acceleration = cd_model_number(m, k, "ACCELERATION_ERROR"),
                            .kinetic = cd_model_number(m, k, "KINETIC_ENERGY_ERROR"),
                            .damping = cd_model_number(m, k, "GLOBAL_DAMPING"),
                            .settling = cd_model_number(m, k, "SETTLING_TIME") };
    const Element *e = cd_model_setting(m, k);
    if (!e || !GIVEN(e, Equilibrium, tlimit)) set.tlimit = size, set.stride = 10 * size;
    else set.stride = set.tlimit;
    /* the defaults are those of metres, newtons and seconds, whatever the units */
    Units u = cd_model_units(m);
    if (!e || !GIVEN(e, Equilibrium, acceleration_error)) set.acceleration *= u.time * u.time / u.length;
    if (!e || !GIVEN(e, Equilibrium, kinetic_energy_error)) set.kinetic /= u.force * u.length;
    double stability = cd_model_number(m, k, "STABILITY"), second = e && GIVEN(e, Equilibrium, stability) ? 1 : u.time;
    set.mass_share = stability * second * second, set.damping_share = stability * second;
    if (e) set.pattern = cd_pattern_read(&((const Equilibrium *)e->data)->pattern, set.renew);
    return set;
}

/* (11.2), for every equation there may be. */
static void set_limits(Balance *x)
{
    System *s = x->s;
    Imbalance allowed = cd_imbalance(s);
    x->judged.strict = 1;
    x->gap = ARENA_ARRAY(&x->arena, double, s->c->rows);
    x->limit = ARENA_ARRAY(&x->arena, double, s->m->nv + s->c->rows + x->e->aux.n);
    double *row = x->limit + s->m->nv, *auxiliary = row + s->c->rows;
    for (int b = 0; b < s->m->bodies; b++)
        for (int k = 0; k < s->m->body[b].dofs; k++)
            x->limit[s->m->body[b].first + k] = s->m->body[b].six[k] < 3 ? allowed.force : allowed.torque;
    for (int i = 0; i < s->c->rows; i++) {
        x->gap[i] = cd_system_row_size(s, i);
        row[i] = allowed.gap * (allowed.by_size ? x->gap[i] : 1);
    }
    for (int i = 0; i < x->e->aux.n; i++) auxiliary[i] = i < x->e->aux.differential ? allowed.rate : allowed.value;
}

double cd_balance_limit(const Balance *x, int equation)
{
    const System *s = x->s;
    int i = equation - s->m->nv;
    int at = i < 0 ? equation : i < s->in_use.n ? s->m->nv + s->in_use.row[i] : equation - s->in_use.n + s->c->rows;
    return x->judged.strict * x->limit[at];
}

Balance *cd_balance_open(System *s)
{
    Balance *x = cd_take(sizeof *x);
    x->s = s, x->e = cd_equations(s);
    x->e->world.x.system[SYSTEM_MODE] = MODE_STATICS;
    /* what laws remember of the start is where the model is now, not after the first step of the search */
    if (!x->e->past.remembers && cd_equations_prepare(x->e, NULL)) cd_equations_wind(x->e);
    double nearest;
    cd_marker_arms(s->m, &nearest, &x->reach);
    x->size = cd_system_size(s);
    if (x->reach == 0) x->reach = x->size;
    x->set = settings(s->model, x->size);
    x->map = ARENA_ARRAY(&x->arena, BodyMap, s->m->bodies);
    x->r = ARENA_ARRAY(&x->arena, double, s->m->nv + s->c->rows + x->e->aux.n);
    x->terms = ARENA_ARRAY(&x->arena, double, s->m->nv + s->c->rows + x->e->aux.n);
    set_limits(x);
    x->trace = cd_trace_open(&x->arena, x->e, &x->stats);
    x->best = cd_place_new(x), x->here = cd_place_new(x);
    return x;
}

void cd_balance_close(Balance *x)
{
    cd_arena_close(&x->arena);
    free(x);
}

Place cd_place_new(Balance *x)
{
    Place p = { .at = cd_snapshot_new(&x->arena, x->e) };
    p.turn = ARENA_ARRAY(&x->arena, double, x->e->loads.turns);
    p.winding = ARENA_ARRAY(&x->arena, double, x->s->model->windings);
    cd_place_take(x, &p);
    return p;
}

static void copy(double *to, const double *from, int n)
{
    if (n) memcpy(to, from, sizeof(double) * (size_t)n);
}

void cd_place_take(const Balance *x, Place *to)
{
    cd_snapshot_take(x->e, &to->at);
    copy(to->turn, x->e->past.turn, x->e->loads.turns);
    copy(to->winding, x->e->past.winding, x->s->model->windings);
}

void cd_place_restore(Balance *x, const Place *from)
{
    cd_snapshot_restore(x->e, &from->at);
    copy(x->e->past.turn, from->turn, x->e->loads.turns);
    copy(x->e->past.winding, from->winding, x->s->model->windings);
    cd_bodies_motion(x->s->m, &x->s->state, x->s->now.body);
}

void cd_balance_be_still(Balance *x)
{
    memset(x->s->state.v, 0, sizeof(double) * (size_t)x->s->m->nv);
    memset(x->s->state.vdot, 0, sizeof(double) * (size_t)x->s->m->nv);
    if (x->e->aux.differential) memset(x->e->aux.zdot, 0, sizeof(double) * (size_t)x->e->aux.differential);
}

static bool is_held(const Balance *x, int auxiliary)
{
    return auxiliary < x->e->aux.differential && x->e->aux.at[auxiliary].hold;
}

bool cd_balance_eval(Balance *x, CdLog *log)
{
    System *s = x->s;
    int nv = s->m->nv;
    if (!cd_equations_prepare(x->e, log) || !cd_equations_residual(x->e, x->r)) return false;
    cd_inertia_residual(x->e, x->r);
    for (int i = 0; i < s->in_use.n; i++)
        x->r[nv + i] = s->c->row[s->in_use.row[i]].velocity_level ? 0 : x->e->now.phi[i];
    for (int i = 0; i < x->e->aux.n; i++)
        if (is_held(x, i)) x->r[nv + s->in_use.n + i] = 0;
    x->judged.out = x->judged.excess = 0;
    x->stats.work.residuals++;
    for (int i = 0; i < cd_equations_unknowns(x->e); i++) {
        double excess = fabs(x->r[i]) / cd_balance_limit(x, i);
        if (!isfinite(excess)) return false;
        if (excess > x->judged.excess) x->judged.excess = excess, x->judged.out = fabs(x->r[i]), x->judged.worst = i;
    }
    return true;
}

/* How far a state is from balance, kind by kind: loads, with torques by the reach of a body; equations of states; gaps
 * of joints. */
typedef struct Distance {
    double load, rate, gap;
} Distance;

static Distance distance(const Balance *x)
{
    const System *s = x->s;
    const double *joint = x->r + s->m->nv, *state = joint + s->in_use.n;
    Distance d = { 0 };
    for (int b = 0; b < s->m->bodies; b++) {
        const double *r = x->r + s->m->body[b].first;
        d.load = fmax(d.load, v3_norm(cd_translation(&s->m->body[b], r)));
        d.load = fmax(d.load, v3_norm(cd_rotation(&s->m->body[b], r)) / x->reach);
    }
    for (int i = 0; i < x->e->aux.n; i++) d.rate = fmax(d.rate, fabs(state[i]));
    for (int i = 0; i < s->in_use.n; i++) d.gap = fmax(d.gap, fabs(joint[i]) / x->gap[s->in_use.row[i]]);
    return d;
}

/* By what it was at first, so that no unit counts. */
static double share_left(const Distance *d, const Distance *first)
{
    return fmax(d->gap, fmax(first->load > 0 ? d->load / first->load : 0, first->rate > 0 ? d->rate / first->rate : 0));
}

/* terms = |J| |unknowns| with the last matrix: each unknown is known to its last digit only, and the residual changes
 * that much with it. */
static bool estimate_terms(const Balance *x)
{
    const System *s = x->s;
    double *value;
    const Pattern *p = cd_equations_values(x->e, &value);
    int nv = s->m->nv, body = 0;
    if (p->cols != cd_equations_unknowns(x->e)) return false; /* rows were chosen again since */
    memset(x->terms, 0, sizeof(double) * (size_t)p->rows);
    for (int j = 0; j < p->cols; j++) {
        while (body + 1 < s->m->bodies && s->m->body[body + 1].first <= j) body++;
        double unknown = j >= nv + s->in_use.n                                  ? x->e->aux.z[j - nv - s->in_use.n]
                         : j >= nv                                              ? s->state.lambda[s->in_use.row[j - nv]]
                         : s->m->body[body].six[j - s->m->body[body].first] < 3 ? v3_norm(s->state.r[body])
                                                                                : 1;
        for (int k = p->p[j]; k < p->p[j + 1]; k++) x->terms[p->i[k]] += fabs(value[k] * unknown);
    }
    return true;
}

/* Whether no residual is above both what is allowed, or nothing, and its rounding (11.12). A state that runs away
 * without bound takes its terms with it: its equation is held to what is allowed. */
static bool is_within(const Balance *x, bool rounding_alone)
{
    const double digits = 8 * DBL_EPSILON;
    int first = x->s->m->nv + x->s->in_use.n;
    for (int i = 0; i < cd_equations_unknowns(x->e); i++) {
        bool state = i >= first && i < first + x->e->aux.differential;
        double allowed = rounding_alone ? 0 : cd_balance_limit(x, i);
        if (fabs(x->r[i]) > (state ? allowed : fmax(allowed, digits * x->terms[i]))) return false;
    }
    return true;
}

/* Newton's method has come to its end, and all that is left is rounding. */
static bool is_rounding(const Balance *x)
{
    const double no_change = 1e-9;
    return x->judged.change <= no_change && estimate_terms(x) && is_within(x, false);
}

bool cd_balance_is_met(const Balance *x)
{
    return x->judged.change <= x->set.error && (x->judged.excess <= 1 || is_rounding(x));
}

bool cd_balance_correct(Balance *x, const Maps *maps, bool renew)
{
    if (renew) {
        cd_inertia_matrix(x->e, maps);
        if (!cd_equations_matrix(x->e, maps)) return false;
        for (int i = 0; i < x->e->aux.differential; i++)
            if (is_held(x, i)) cd_equations_pin(x->e, i);
        LuStatus lu = cd_equations_factor(x->e);
        x->stats.work.matrices++;
        if (lu == LU_SINGULAR || lu == LU_NOT_FINITE) return false;
    }
    for (int i = 0; i < cd_equations_unknowns(x->e); i++) x->r[i] = -x->r[i];
    cd_trace_solve(x->trace, x->e, x->r, 1, 1);
    double translation, rotation;
    cd_change_size(x->s, x->r, &translation, &rotation);
    return isfinite(translation) && isfinite(rotation);
}

void cd_balance_move(Balance *x, double scale)
{
    System *s = x->s;
    int nv = s->m->nv;
    cd_state_move(s->m, &s->state, x->r, scale);
    for (int i = 0; i < s->in_use.n; i++) s->state.lambda[s->in_use.row[i]] += x->r[nv + i];
    for (int i = 0; i < x->e->aux.n; i++)
        if (!is_held(x, i)) x->e->aux.z[i] += (i < x->e->aux.differential ? scale : 1) * x->r[nv + s->in_use.n + i];
    cd_bodies_motion(s->m, &s->state, s->now.body);
    cd_constraints_wind(s->c, s->now.body, s->state.winding);
}

/* Rows left out as redundant may come off by this share of the length of the model before others are left out. */
static const double lost_row = 1e-5;

bool cd_balance_accept(Balance *x)
{
    System *s = x->s;
    cd_equations_prepare(x->e, NULL);
    cd_equations_wind(x->e);
    if (!cd_redundant_anew(s, lost_row)) return false;
    x->trace = cd_trace_open(&x->arena, x->e, &x->stats);
    return true;
}

/* One step of K + s (M + C), within the limits (11.3), (11.4). */
static bool take_step(Balance *x, bool renew)
{
    double v = x->set.damping_share, a = x->set.mass_share;
    for (int b = 0; b < x->s->m->bodies; b++)
        x->map[b] =
            (BodyMap){ .q = 1, .v = v, .a = a, .V = m3_scale(m3_identity(), v), .A = m3_scale(m3_identity(), a) };
    Maps maps = { .body = x->map, .z = 1, .rate = v };
    if (!cd_balance_correct(x, &maps, renew)) return false;
    double translation, rotation, scale = 1;
    cd_change_size(x->s, x->r, &translation, &rotation);
    if (rotation > x->set.alimit) scale = x->set.alimit / rotation;
    if (translation * scale > x->set.tlimit) scale = x->set.tlimit / translation;
    x->judged.change = fmax(translation / x->size, rotation) * scale;
    cd_balance_move(x, scale);
    return true;
}

/* A step or two beyond what was asked for cost little and give most of the digits there are, in any unit. */
static void polish(Balance *x)
{
    enum { MOST_STEPS = 3 };
    const double enough = 1e-9;
    for (int k = 0; k < MOST_STEPS && (k == 0 || x->judged.change > enough); k++) {
        double excess = x->judged.excess, change = x->judged.change;
        cd_place_take(x, &x->here);
        if (!take_step(x, true) || !cd_balance_eval(x, NULL) || x->judged.excess > excess) {
            cd_place_restore(x, &x->here);
            cd_balance_eval(x, NULL);
            x->judged.change = change;
            return;
        }
    }
}

/* Distances from balance that come again, each after as many iterations, belong to a cycle, which does not end. */
enum { CYCLE = 12 }; /* periods of 1, 2, 3, 4, 6, 12 */
typedef struct Cycle {
    double left[CYCLE];
    int again; /* in a row */
} Cycle;

static bool is_cycle(Cycle *c, int it, double left)
{
    const double same = 1e-6;
    double *last = &c->left[it % CYCLE];
    c->again = it >= CYCLE && fabs(left - *last) <= same * left ? c->again + 1 : 0;
    *last = left;
    return c->again >= 2 * CYCLE;
}

/* Where loads are in balance but hardly hold the bodies, as parts that lie loosely between contacts, the next
 * correction leads out of balance again. As long as it is no longer than ERROR allows the place before it counts,
 * unless a few more iterations find a better one. */
typedef struct Loose {
    bool balanced; /* before the last correction */
    int left;      /* iteration at which the place in x->here was left; -1: there is none */
} Loose;
enum { LOOSE_ITERATIONS = 20 };

static void look_back(const Balance *x, int it, Loose *l)
{
    if (l->balanced && l->left < 0 && x->judged.excess > 1 && x->judged.change <= x->set.error) l->left = it;
}

/* Back to that place, if there is one. */
static bool is_met_loosely(Balance *x, const Loose *l)
{
    if (l->left < 0) return false;
    cd_place_restore(x, &x->here);
    return cd_balance_eval(x, NULL) && x->judged.excess <= 1;
}

bool cd_balance_newton(Balance *x)
{
    cd_balance_be_still(x);
    x->judged.change = INFINITY;
    cd_place_take(x, &x->best);
    double least = INFINITY;
    Distance first = { 0 };
    Cycle cycle = { 0 };
    Loose loose = { .left = -1 };
    bool met = false,
         made_far_away = false; /* farther from balance than before: from there on rounding may lead anywhere */
    for (int it = 0; it <= x->set.most && !cd_stop_asked(x->s->watch.stop) && cd_balance_eval(x, NULL); it++) {
        met = cd_balance_is_met(x);
        look_back(x, it, &loose);
        Distance now = distance(x);
        if (it == 0) first = now;
        double left = share_left(&now, &first);
        made_far_away |= left >= least;
        if (!made_far_away) {
            least = left;
            cd_place_take(x, &x->best);
        }
        bool renew = it == 0 || !x->set.pattern || x->set.renew[it % x->set.pattern];
        loose.balanced = x->judged.excess <= 1;
        if (loose.balanced && loose.left < 0) cd_place_take(x, &x->here);
        bool given_up = is_cycle(&cycle, it, left) || (loose.left >= 0 && it > loose.left + LOOSE_ITERATIONS);
        if (met || it == x->set.most || given_up || !take_step(x, renew)) break;
        if (cd_balance_accept(x)) least = INFINITY, made_far_away = false, loose = (Loose){ .left = -1 };
    }
    if (met || is_met_loosely(x, &loose)) {
        polish(x);
        return true;
    }
    /* where nothing holds the bodies rounding moves them, but what is zero to rounding is balanced */
    cd_place_restore(x, &x->best);
    met = cd_balance_eval(x, NULL) && x->judged.excess <= 1 && estimate_terms(x) && is_within(x, true);
    if (met) x->judged.change = 0;
    return met;
}
