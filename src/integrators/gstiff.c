/* gstiff.c - BDF methods on the constrained equations of motion, order 1 to 6 (theory 9).
 *
 * GSTIFF keeps its past in a Nordsieck array, WSTIFF in divided differences (history.h); everything else is the same. A
 * formula gives each rate from its value,  y' = y'_p + (y - y_p) / c,  c = h beta_0. The unknowns are eliminated down
 * to six per body:
 *
 *   I3    positions r and angles eps; u = r', Gamma = B^T J B eps'; m u' + ..., N(Gamma') + ..., phi = 0
 *   SI2   velocities (u, wbar); r' = u - s, eps' = B^-1 (wbar - s) with s = M^-1 G^T mu; phi = 0, G v = f'
 *   I1    velocities; r' = u, eps' = B^-1 wbar; G v' = gamma
 *
 * Newton solves for d with dq = c^2 d, so that the matrix tends to [ M G^T; G 0 ] as the step gets small.
 *
 * Here: opening, one step with its error, order and step behind it. The point is in bdf_point.c, the iteration in
 * bdf_iteration.c. */
#include "integrators/bdf.h"
#include "integrators/tuning.h"
#include "system/jumps.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening ---- */

/* With order 1 the reactions of index 3 are off by half of what they change by in a step, and by any multiple of it
 * where the next step is shorter. Loads that read them make errors of velocities of that, which no test sees (9.49).
 * Where loads jump runs are many, and each begins with what order 1 lacks. */
static int lowest_order(const Equations *e, const Settings *set)
{
    bool reactions = set->formulation == FORM_I3 && cd_equations_read_reactions(e);
    return set->kmax > 1 && (reactions || cd_jumps_can_hold(e)) ? 2 : 1;
}

static Method *open_bdf(Equations *e, const Settings *set, Stats *stats, bool variable)
{
    Method *m = cd_take(sizeof *m);
    System *s = e->s;
    m->e = e, m->set = *set, m->stats = stats, m->weigh.allowed = cd_allowed_error(set);
    m->weigh.unit = cd_solved_unit(set);
    m->control.lowest = lowest_order(e, set);
    if (m->set.kmax > HISTORY_ORDER) m->set.kmax = HISTORY_ORDER;
    m->dim.nv = s->m->nv, m->dim.used = s->in_use.n, m->dim.differential = e->aux.differential;
    m->dim.n = 2 * m->dim.nv + m->dim.used + e->aux.n;
    Arena *a = &m->arena;
    cd_history_open(a, &m->past, m->dim.n, variable);
    m->it.y = ARENA_ARRAY(a, double, m->dim.n), m->it.rate = ARENA_ARRAY(a, double, m->dim.n);
    m->it.yp = ARENA_ARRAY(a, double, m->dim.n), m->it.ratep = ARENA_ARRAY(a, double, m->dim.n);
    m->it.moved = ARENA_ARRAY(a, double, m->dim.nv);
    m->weigh.per = ARENA_ARRAY(a, double, m->dim.n), m->weigh.per_rate = ARENA_ARRAY(a, double, m->dim.nv);
    m->weigh.top = ARENA_ARRAY(a, double, m->dim.n), m->it.scratch = ARENA_ARRAY(a, double, m->dim.n);
    m->it.r = ARENA_ARRAY(a, double, cd_equations_unknowns(e));
    m->it.shift = ARENA_ARRAY(a, double, m->dim.nv), m->it.nu = ARENA_ARRAY(a, double, m->dim.used);
    m->turn.from = ARENA_ARRAY(a, Attitude, s->m->bodies), m->turn.base = ARENA_ARRAY(a, Vec3, s->m->bodies);
    m->turn.spin = ARENA_ARRAY(a, Spin, s->m->bodies);
    m->turn.map = ARENA_ARRAY(a, BodyMap, MATRIX_PARTS * s->m->bodies), m->turn.Ji = ARENA_ARRAY(a, Mat3, s->m->bodies);
    m->good = cd_snapshot_new(a, e);
    cd_newton_open(&m->newton, a, e, set->iteration.maxit);
    for (int b = 0; b < s->m->bodies; b++) {
        m->weigh.heaviest = fmax(m->weigh.heaviest, s->m->body[b].mass);
        if (m3_det(s->m->body[b].J) > 0) m->turn.Ji[b] = m3_inverse(s->m->body[b].J);
    }
    return m;
}

static Method *open_gstiff(Equations *e, const Settings *set, Stats *stats)
{
    return open_bdf(e, set, stats, false);
}

static Method *open_wstiff(Equations *e, const Settings *set, Stats *stats)
{
    return open_bdf(e, set, stats, true);
}

static void close_bdf(Method *m)
{
    if (!m) return;
    cd_arena_close(&m->arena);
    free(m);
}

/* ---- one step ---- */

static double weight(const Method *m, int i)
{
    double scale = m->set.tolerance.scale[i < m->dim.nv ? POSITION : i < 2 * m->dim.nv ? VELOCITY : OTHER];
    return m->weigh.allowed * (m->weigh.top[i] > 1 ? m->weigh.top[i] : 1) / (scale * (1 + m->stats->judged.strict));
}

/* The unknown of the equations behind a component. */
static int unknown_of(const Method *m, int i)
{
    return i < m->dim.nv ? i : i < 2 * m->dim.nv ? i - m->dim.nv : m->dim.nv + m->dim.used + i - 2 * m->dim.nv;
}

/* The same for the component in which a change x of the iterate is largest: the angles of a chart have axes of their
 * own, users know those of the body. */
static int named(const Method *m, const double *x, int i)
{
    const Mechanism *mech = m->e->s->m;
    for (int b = 0; b < mech->bodies && i < m->dim.nv; b++) {
        int at = mech->body[b].first + 3;
        if (mech->body[b].dofs < 6 || i < at || i >= at + 3) continue;
        Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(m->it.y + at));
        Vec3 turn = m3_apply(cd_chart_b(&there), v3_load(x + at));
        int axis = 0;
        for (int k = 1; k < 3; k++)
            if (fabs(v3_get(turn, k)) > fabs(v3_get(turn, axis))) axis = k;
        return at + axis;
    }
    return unknown_of(m, i);
}

/* I3: what the equations leave of a change x of velocities and momenta, in m->it.r (9.47). Others may have factored the
 * matrix since: then all of it. */
static void filter_speeds(Method *m, const double *x)
{
    const Mechanism *mech = m->e->s->m;
    memcpy(m->it.r, x + m->dim.nv, sizeof(double) * (size_t)m->dim.nv);
    for (int b = 0; b < mech->bodies; b++) {
        double *spin = m->it.r + mech->body[b].first + 3;
        if (mech->body[b].dofs == 6)
            v3_store(spin, m3_apply(m->turn.Ji[b], m3_tapply(m->turn.spin[b].Bi, v3_load(spin))));
    }
    if (m->newton.matrix.factorings == m->e->jacobian.factorings)
        cd_newton_free_speeds(m->e, m->it.r, cd_equations_unknowns(m->e));
}

/* The size of an error x: where loads have changed abruptly velocities count in I3 too, as they do in SI2. */
static double size_with_speeds(Method *m, const double *x, int *worst)
{
    double size = cd_bdf_norm(m, x, worst), sum = 0,
           rounding = tuning_bdf_visible * DBL_EPSILON * m->weigh.farthest / m->it.c;
    if (!cd_bdf_is_i3(m) || !m->stats->judged.abrupt) return size;
    filter_speeds(m, x);
    double allowed = m->weigh.allowed / cd_integrator_of(&m->set)->error.index_3;
    for (int i = 0; i < m->dim.nv; i++) {
        double a =
            m->it.r[i] / (allowed * fmax(1, m->weigh.top[m->dim.nv + i]) / m->set.tolerance.scale[VELOCITY] + rounding);
        sum += a * a;
    }
    return fmax(size, sqrt(sum));
}

/* Whether an error is not one of the step but of the last point, which no shorter step makes smaller: so it is behind a
 * position in which constraints hardly hold, where the last point is less exact than others in some direction. Then it
 * is accepted, if it is not much more than what is allowed, and the motion smooth enough for a high order: across a
 * jump of a load errors do not fall either. */
static bool is_of_the_past(const Method *m, double error)
{
    const double much = 3, falls = 0.5; /* order 3 in a step 0.8 as long has 0.4 of the error */
    return m->control.failures >= 2 && m->past.order > 2 && error < much && error > falls * m->control.missed;
}

static Attempt attempt_bdf(Method *m, double h, CdLog *log)
{
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    System *s = m->e->s;
    for (int b = 0; b < s->m->bodies && m->turn.changes; b++)
        if (cd_bdf_is_poor(m, b)) cd_bdf_change_chart(m, b);
    m->turn.changes = false;
    for (int i = 0; i < 2 * m->dim.nv + m->dim.differential; i++) m->weigh.per[i] = 1 / weight(m, i);
    cd_history_predict(&m->past, h, m->it.yp, m->it.ratep);
    m->it.c = 1 / m->past.current.lead;
    double rounding = tuning_speed_rounding * DBL_EPSILON * m->weigh.farthest;
    for (int i = 0; i < m->dim.nv; i++) {
        double speed = fabs(m->it.ratep[i]) > 1 ? fabs(m->it.ratep[i]) : 1;
        m->weigh.per_rate[i] = 1 / (m->it.c * m->weigh.allowed * speed + rounding);
    }
    s->state.t = m->good.state.t + h;
    int worst = -1;
    if (m->stats->judged.abrupt && cd_bdf_is_i3(m) && m->dim.used)
        cd_newton_age(&m->newton); /* for what it says of velocities */
    a.outcome = cd_bdf_iterate(m, &worst, log);
    if (worst >= 0) a.worst = named(m, m->it.scratch, worst);
    if (a.outcome != STEP_OK) {
        cd_count_failure(m->stats, a.outcome);
        return a;
    }
    cd_bdf_find_error(m);
    a.error = m->control.error = size_with_speeds(m, m->past.current.error, &worst) * cd_history_factor(&m->past);
    a.worst = m->control.limiter = worst >= 0 ? named(m, m->past.current.error, worst) : -1;
    if (a.error <= 1 || is_of_the_past(m, a.error)) return a;
    a.outcome = STEP_TOO_INACCURATE;
    a.h = h * fmax(0.2, 0.9 * pow(a.error, -1.0 / (m->past.order + 1)));
    m->control.missed = a.error;
    m->stats->repeated.too_inaccurate++;
    return a;
}

static void reject_bdf(Method *m)
{
    cd_snapshot_restore(m->e, &m->good);
    m->control.failures++, m->control.unrest++;
    /* fixed coefficients stand for points at equal distances: a high order does not bear one change of step after the
     * other */
    if (m->control.unrest > 2 && !m->past.variable && m->past.order > m->control.lowest) cd_history_drop(&m->past);
    m->control.wait = m->past.order + 1;
    if (m->control.failures >= 3 && m->past.order > m->control.lowest) cd_bdf_begin(m); /* the past does not predict */
}

/* ---- after a step ---- */

/* How much longer the next step may be at an order whose error is E. */
static double growth(double E, int order, double safety)
{
    return 1 / (safety * pow(fmax(E, 1e-30), 1.0 / (order + 1)) + 1e-6);
}

/* Order 2 is taken in place of a higher one: for some steps, and for twice as many if that is so again soon after,
 * which is what vibrations do. Fixed coefficients look at it every few steps only, so it takes them longer to see. */
static void stay_low(Method *m)
{
    enum { FIRST = 20, LAST = 5000 };
    int soon = m->past.variable ? 20 : 100;
    bool again = m->control.low > -soon && m->control.term > 0;
    m->control.term = !again ? FIRST : m->control.term < LAST ? 2 * m->control.term : LAST;
    m->control.low = m->past.variable && !again ? 0 : m->control.term, m->control.rough = 0;
}

/* Whether an error, without the factor of its formula, is well above what the iteration of the step may have left: that
 * changes from step to step as vibrations do. */
static bool is_heard(const Method *m, double error)
{
    return m->weigh.unit * error > tuning_bdf_heard * tuning_bdf_iteration * m->newton.share;
}

/* Chooses order and step for what comes next (9.21), before the history takes in the point: the change of order. Orders
 * from 3 on let vibrations without damping grow until nothing but small steps holds them down, so order 2, which damps
 * them, is taken if its step is nearly as long (9.34) or errors look like vibrations; not where order 3 would have far
 * longer steps after all. Order 1 is left where its steps are much shorter than they might be, since HMAX binds them,
 * and order 2 has less error (9.38). ORDERS = PLAIN does without the first rule. */
static int choose(Method *m, double error, double *factor)
{
    const double nearly = tuning_bdf_nearly, vibrating = tuning_bdf_vibrating, much = tuning_bdf_bound;
    int k = m->past.order, change = 0;
    double f = 0, best = growth(error, k, 1.2);
    bool is_bound = best >= much * fmax(1, m->set.step.hmax / m->past.current.step);
    const double *lower = k > m->control.lowest ? cd_history_lower(&m->past, &f) : NULL;
    if (lower) {
        double E = size_with_speeds(m, lower, NULL) * f, g = growth(E, k - 1, 1.3);
        if (is_bound && k == 2 ? E < error : g > best) best = g, change = -1;
    }
    const double *higher = cd_history_higher(&m->past, &f, m->it.scratch);
    if (higher) {
        double size = size_with_speeds(m, higher, NULL), E = size * f, g = growth(E, k + 1, 1.4);
        bool longer = m->control.low > 0 && g > tuning_bdf_far_longer * best;
        m->control.promising = longer ? m->control.promising + 1 : 0;
        if (m->control.promising >= tuning_bdf_promising) m->control.low = 0;
        bool may = k < (m->control.low > 0 ? 2 : m->set.kmax);
        double whole = m->control.error / cd_history_factor(&m->past);
        double part = m->past.variable ? 0.01 : 0.2; /* steps it is looked at */
        if (is_heard(m, whole)) m->control.rough += part * (fmin(1, size / whole) - m->control.rough);
        if (may && (is_bound && k == 1 ? E < error : g > best)) best = g, change = 1;
    }
    const double *second = cd_history_second(&m->past, &f);
    if (second && m->set.orders == ORDERS_DAMPED) {
        double g = growth(size_with_speeds(m, second, NULL) * f, 2, 1.2);
        if (g > nearly * best || m->control.rough > vibrating) best = fmax(g, 0.2), change = 2 - k, stay_low(m);
    }
    *factor = best;
    return change;
}

static double accept_bdf(Method *m)
{
    double h = m->past.current.step, factor = 1;
    m->control.low -= m->control.low > INT_MIN;
    bool may_change = --m->control.wait <= 0 || (m->past.variable && m->control.failures == 0);
    int change = may_change ? choose(m, m->control.error, &factor) : 0;
    cd_history_accept(&m->past);
    m->stats->steps++;
    cd_bdf_watch_sizes(m);
    cd_snapshot_take(m->e, &m->good);
    for (int b = 0; b < m->e->s->m->bodies; b++) m->turn.changes = m->turn.changes || cd_bdf_is_poor(m, b);
    if (m->turn.changes && change > 0)
        change = 0; /* a further column comes from the error of this step, which is in the old chart */
    m->control.failures = 0, m->control.missed = 0;
    if (!may_change) return h;
    m->control.unrest = 0;
    if (change > 0) cd_history_raise(&m->past);
    for (int i = change; i < 0; i++) cd_history_drop(&m->past);
    bool steady = change == 0 && factor < 1.1 && factor > 0.9;
    m->control.wait = m->past.order + 1;
    cd_count_limiter(m->stats, m->control.limiter, factor);
    return steady ? h : h * fmin(10, fmax(0.2, factor));
}

static int order_of(const Method *m)
{
    return m->past.order;
}

static void tell_bdf(const Settings *s, TextBuffer *out)
{
    if (s->orders == ORDERS_PLAIN) cd_buffer_print(out, ", ORDERS = PLAIN");
}

static const char *instead_of_bdf(const Settings *s)
{
    return s->formulation == FORM_SI2 ? "GSTIFF without SI2, HHT or ROSENBROCK" : "GSTIFF with SI2, HHT or ROSENBROCK";
}

/* clang-format off */
#define BDF_ROW(name_, word_, open_, summary_, ...) \
    { \
        .name = name_, .summary = summary_, .word = word_, .low = 1, .high = HISTORY_ORDER, .traits.implicit = true, \
        .error.usual = 1e-3, .error.adds_up = 5, .error.index_3 = 0.1, \
        .formulations = 1u << FORM_I3 | 1u << FORM_SI2 | 1u << FORM_I1, .calls.open = open_, .calls.close = close_bdf, \
        .calls.begin = cd_bdf_begin, .calls.attempt = attempt_bdf, .calls.accept = accept_bdf, \
        .calls.reject = reject_bdf, .calls.interpolate = cd_bdf_interpolate, .calls.order = order_of, \
        .traits.differences = true, .advice = { .tell = tell_bdf, .instead = instead_of_bdf }, __VA_ARGS__ \
    }
#define BDF_WORK { { 1.3, 7 }, { 0.35, 1.5 } }

const IntegratorKind cd_integrator_gstiff =
    BDF_ROW("GSTIFF", METHOD_GSTIFF, open_gstiff, "BDF with fixed coefficients, order 1 to 6",
            .candidate = { { AUTO_STIFF, FORM_I3, "GSTIFF", BDF_WORK, 1 },
                           { AUTO_STABLE, FORM_SI2, "GSTIFF with SI2", BDF_WORK, 1 } });
const IntegratorKind cd_integrator_wstiff =
    BDF_ROW("WSTIFF", METHOD_WSTIFF, open_wstiff, "BDF with variable coefficients, order 1 to 6",
            .candidate = { { 0 } });
/* clang-format on */
