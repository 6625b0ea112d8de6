/* galpha.c - generalized alpha by its spectral radius RHO at infinity (theory 15): index 3, index 2, and index 2 with
 * positions stabilised.
 *
 *   (1 - alpha_m) a_1 + alpha_m a_0 = (1 - alpha_f) v'_1 + alpha_f v'_0,    M v' + G^T lambda = Q at the points of time
 *   D   = h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1) + (0, h^3/12 wbar x abar) + U
 *   v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)                             and states z as velocities
 *
 * Coordinates and weights are those of flow.h. U is zero but in SI2, where it brings positions onto the constraints. */
#include "integrators/alpha.h"
#include "integrators/dense.h"
#include "integrators/flow.h"
#include "integrators/trace.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 3 }; /* of the past */

/* a_1 = now v'_1 + then v'_0 - old a_0 */
typedef struct AlphaFormula {
    double now, then, old;
    double beta, gamma, constant;
} AlphaFormula;

/* The step at hand. */
typedef struct Step {
    double h, b, b_v;     /* dq = b d, dv = b_v d */
    double *a0, *a1, *v0; /* averages (nv + differential), velocities at the start */
    double *shift;        /* U (nv) */
    double *x, *r;        /* unknowns; residual, then correction */
    double *y, *error;    /* flow.n */
} Step;

typedef struct Control {
    double tolerated; /* share of the error of a step that its iteration may leave (15.11) */
    double unit;      /* by how much less iterations are allowed than steps */
    Projection level; /* of positions, in SI2 */
    double moved;     /* how far it moved the last iterate, in units of what is allowed */
    int limiter;
} Control;

struct Method {
    Flow flow;
    AlphaFormula formula;
    AlphaPast past;
    Step step;
    BodyMap *map;
    Vec3 *turn; /* D of each rotation where the matrix was made */
    Newton newton;
    Control control;
    Dense now_course, past_course;
};

/* ---- opening ---- */

static Method *open_galpha(Equations *e, const Settings *set, Stats *stats)
{
    Method *m = cd_take(sizeof *m);
    const System *s = e->s;
    double rho = set->coefficients.rho, alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1),
           delta = alpha_m - alpha_f;
    cd_flow_open(&m->flow, e, set, stats);
    m->control.unit = cd_solved_unit(set), m->control.tolerated = set->formulation == FORM_SI2 ? 1e-3 : 1e-4;
    m->formula.now = (1 - alpha_f) / (1 - alpha_m), m->formula.then = alpha_f / (1 - alpha_m),
    m->formula.old = alpha_m / (1 - alpha_m);
    m->formula.gamma = 0.5 - delta,
    m->formula.beta = 0.25 * (m->formula.gamma + 0.5) * (m->formula.gamma + 0.5); /* (15.2) */
    m->formula.constant = fabs(1. / 12 - delta * delta / 2 + delta * (alpha_m + alpha_f - 1) / 2);
    Arena *a = &m->flow.arena;
    cd_alpha_open(a, &m->past, e, POINTS);
    int states = m->past.nv + m->past.differential;
    m->step.a0 = ARENA_ARRAY(a, double, states), m->step.a1 = ARENA_ARRAY(a, double, states);
    m->step.v0 = ARENA_ARRAY(a, double, m->past.nv), m->step.shift = ARENA_ARRAY(a, double, m->past.nv);
    m->step.x = ARENA_ARRAY(a, double, m->past.n), m->step.r = ARENA_ARRAY(a, double, m->past.n);
    m->step.y = ARENA_ARRAY(a, double, m->flow.n), m->step.error = ARENA_ARRAY(a, double, m->flow.n);
    m->map = ARENA_ARRAY(a, BodyMap, MATRIX_PARTS * s->m->bodies), m->turn = ARENA_ARRAY(a, Vec3, s->m->bodies);
    cd_newton_open(&m->newton, a, e, set->iteration.maxit);
    cd_dense_open(a, &m->now_course, m->flow.n), cd_dense_open(a, &m->past_course, m->flow.n);
    return m;
}

static void close_galpha(Method *m)
{
    if (!m) return;
    cd_flow_close(&m->flow);
    free(m);
}

static void begin_galpha(Method *m)
{
    cd_flow_begin(&m->flow);
    cd_alpha_begin(&m->past, m->flow.e);
    cd_newton_forget(&m->newton);
    m->control.level = (Projection){ 0 };
}

/* ---- where a step starts ---- */

/* What the velocities of the last accepted point deviate from the constraints by, which is the state (15.6). */
static void find_defect(Method *m)
{
    System *s = m->flow.e->s;
    Projection p = { 0 };
    cd_project_velocities(s, 1e-3 * cd_solved_error(&m->flow.set), &p);
    for (int i = 0; i < m->past.nv; i++)
        m->past.defect.v[i] = p.good ? m->flow.point.last.state.v[i] - s->state.v[i] : 0;
    memcpy(s->state.v, m->flow.point.last.state.v, sizeof(double) * (size_t)m->past.nv);
    m->past.defect.known = true, m->control.level.factored = false;
}

/* Averages lie (alpha_m - alpha_f) h off their point, and in index 3 velocities have a share of h^2 that keeps
 * positions on the constraints: both are brought to the new step (15.5), (15.6). */
static void start_step(Method *m)
{
    double ratio = m->past.last > 0 ? m->step.h / m->past.last : 1;
    bool scale = fabs(ratio - 1) > 1e-6 && m->flow.set.formulation == FORM_I3;
    if (scale && !m->past.defect.known) find_defect(m);
    for (int i = 0; i < m->past.nv; i++)
        m->step.v0[i] = m->flow.point.last.state.v[i] + (scale ? (ratio * ratio - 1) * m->past.defect.v[i] : 0);
    cd_alpha_averages(&m->past, ratio, m->step.a0);
    memset(m->step.shift, 0, sizeof(double) * (size_t)m->past.nv);
}

/* The iterate is the polynomial through the last points; or what keeps the velocities, (1 - gamma) a_0 + gamma a_1 = 0.
 */
static void predict(Method *m, bool carried)
{
    for (int i = 0; i < m->past.n; i++) m->newton.weight[i] = 0;
    for (int i = 0; i < m->past.nv + m->past.differential; i++) m->newton.weight[cd_alpha_unknown(&m->past, i)] = 1;
    cd_alpha_extrapolate(&m->past, m->past.points - 1, m->flow.point.last.state.t + m->step.h, m->step.x);
    for (int i = 0; i < m->past.nv && carried; i++)
        m->step.x[i] = (-(1 - m->formula.gamma) / m->formula.gamma * m->step.a0[i] -
                        m->formula.then * m->past.point[0][i] + m->formula.old * m->step.a0[i]) /
                       m->formula.now;
}

/* ---- state, residual, matrix ---- */

/* The state that belongs to the unknowns (15.1) to (15.4). */
static void set_state(Method *m)
{
    Equations *e = m->flow.e;
    System *s = e->s;
    double h = m->step.h, from_old = h * h * (0.5 - m->formula.beta), from_new = h * h * m->formula.beta;
    for (int i = 0; i < m->past.nv + m->past.differential; i++) {
        m->step.a1[i] = m->formula.now * m->step.x[cd_alpha_unknown(&m->past, i)] +
                        m->formula.then * m->past.point[0][cd_alpha_unknown(&m->past, i)] -
                        m->formula.old * m->step.a0[i];
        m->step.y[m->past.nv + i] = (i < m->past.nv ? m->step.v0[i] : m->flow.point.last.z[i - m->past.nv]) +
                                    h * ((1 - m->formula.gamma) * m->step.a0[i] + m->formula.gamma * m->step.a1[i]);
    }
    for (int i = 0; i < m->past.nv; i++)
        m->step.y[i] = h * m->step.v0[i] + from_old * m->step.a0[i] + from_new * m->step.a1[i] + m->step.shift[i];
    for (int b = 0; b < s->m->bodies; b++) {
        int at = s->m->body[b].first + 3;
        if (s->m->body[b].dofs < 6) continue;
        Vec3 more = v3_scale(v3_cross(v3_load(m->step.v0 + at), v3_load(m->step.a0 + at)), h * h * h / 12);
        for (int k = 0; k < 3; k++) m->step.y[at + k] += v3_get(more, k);
    }
    cd_flow_place(&m->flow, &m->flow.point.last, m->flow.point.last.state.t + h, m->step.y);
    memcpy(s->state.vdot, m->step.x, sizeof(double) * (size_t)m->past.nv);
    cd_alpha_set_others(&m->past, e, m->step.x);
}

static LuStatus factor_shift(System *s, const void *user)
{
    (void)user;
    return cd_system_factor(s, cd_block_shift, NULL, 0);
}

/* Positions onto the constraints, by U: the second level of SI2 (15.8); flexible bodies are moved rather than bent
 * (9.48). */
static bool stabilise(Method *m)
{
    double *before = m->step.error;
    if (m->flow.e->s->m->flexes)
        m->control.level.lu = cd_solver(m->flow.e->s)->lu, m->control.level.factor = factor_shift;
    memcpy(before, m->step.y, sizeof(double) * (size_t)m->flow.n);
    cd_project_positions(m->flow.e->s,
                         fmax(1e-4 * cd_solved_error(&m->flow.set), 1e-13 * fmax(1, m->flow.e->s->constants.length)),
                         &m->control.level);
    if (!m->control.level.good) return false;
    cd_flow_look(&m->flow, m->step.y);
    for (int i = 0; i < m->flow.n; i++) before[i] = m->step.y[i] - before[i];
    for (int i = 0; i < m->past.nv; i++) m->step.shift[i] += before[i];
    m->control.moved = cd_flow_norm(&m->flow, before, NULL);
    return true;
}

static bool residual(Method *m, bool slopes, CdLog *log)
{
    (void)slopes;
    Equations *e = m->flow.e;
    Formulation form = m->flow.set.formulation;
    set_state(m);
    m->control.moved = 0;
    if (form == FORM_SI2 && !stabilise(m)) return false;
    m->flow.stats->work.residuals++;
    if (!cd_equations_prepare(e, log) || !cd_equations_residual(e, m->step.r)) return false;
    cd_inertia_residual(e, m->step.r);
    for (int i = 0; i < m->past.used; i++) {
        bool rate = form != FORM_I3 || e->s->c->row[e->s->in_use.row[i]].velocity_level;
        m->step.r[m->past.nv + i] = rate ? e->now.phi_rate[i] / m->step.b_v : e->now.phi[i] / m->step.b;
    }
    return true;
}

/* dq = b d, so dv' = T^-1 d where D is a rotation (10.7). */
static bool make_parts(Method *m)
{
    const Mechanism *mech = m->flow.e->s->m;
    for (int b = 0; b < mech->bodies; b++)
        if (mech->body[b].dofs == 6) m->turn[b] = v3_load(m->step.y + mech->body[b].first + 3);
    return cd_newton_parts(m->flow.e, m->map, m->turn, m->formula.now * m->formula.beta,
                           m->formula.now * m->formula.gamma);
}

static double *solve(Method *m)
{
    for (int i = 0; i < m->past.n; i++) m->step.r[i] = -m->step.r[i];
    cd_trace_solve(m->flow.stats->trace, m->flow.e, m->step.r, m->step.b, m->step.b_v);
    return m->step.r;
}

/* The size of a correction d is what it moves positions, velocities (but in index 3) and states by. */
static double size_of(Method *m, const double *d, double *others, int *worst)
{
    bool speeds = m->flow.set.formulation != FORM_I3;
    for (int i = 0; i < m->past.nv; i++)
        m->step.error[i] = m->step.b * d[i], m->step.error[m->past.nv + i] = speeds ? m->step.b_v * d[i] : 0;
    for (int i = 0; i < m->past.differential; i++)
        m->step.error[2 * m->past.nv + i] = m->step.b_v * d[m->past.nv + m->past.used + i];
    double size = m->control.unit * fmax(cd_flow_norm(&m->flow, m->step.error, worst), m->control.moved);
    double felt = 1e3 * DBL_EPSILON * m->past.heaviest * fmax(1, m->flow.e->s->constants.length) /
                  (speeds ? m->step.b_v : m->step.b);
    *others = cd_alpha_others(&m->past, &m->flow.set, m->step.x, d, felt);
    return size;
}

/* What iterations are held against (15.11). */
static double error_so_far(Method *m)
{
    const double felt = 100;
    bool speeds = m->flow.set.formulation != FORM_I3;
    double rounding = felt * DBL_EPSILON * fmax(1, m->flow.e->s->constants.length);
    for (int i = 0; i < m->past.nv; i++) {
        double by = cd_alpha_bend(&m->past, m->step.x, m->step.h, i);
        m->step.error[i] = m->step.b * by, m->step.error[m->past.nv + i] = speeds ? m->step.b_v * by : 0;
    }
    for (int i = 0; i < m->past.differential; i++)
        m->step.error[2 * m->past.nv + i] =
            m->step.b_v * cd_alpha_bend(&m->past, m->step.x, m->step.h, m->past.nv + m->past.used + i);
    return m->control.unit *
           fmax(cd_flow_norm(&m->flow, m->step.error, NULL), rounding / (m->control.tolerated * m->flow.allowed));
}

static double add(Method *m, double *others, int *worst)
{
    const Mechanism *mech = m->flow.e->s->m;
    double *d = m->step.r, size = size_of(m, d, others, worst);
    for (int b = 0; b < mech->bodies; b++) {
        double *turn = d + mech->body[b].first + 3;
        if (mech->body[b].dofs == 6) v3_store(turn, m3_apply(m->map[b].A, v3_load(turn)));
    }
    for (int i = 0; i < m->past.n; i++) m->step.x[i] += d[i];
    return size;
}

static double noise(Method *m, double *others)
{
    int worst = -1;
    const System *s = m->flow.e->s;
    bool speeds = m->flow.set.formulation != FORM_I3;
    cd_alpha_rounding(&m->past, m->step.x, fmax(1, s->constants.length) / (speeds ? m->step.b_v : m->step.b),
                      m->step.r);
    cd_equations_solve(m->flow.e, m->step.r);
    return size_of(m, m->step.r, others, &worst);
}

/* ---- one step ---- */

/* Positions against a formula of third order from the accelerations at both ends (15.9); velocities and states by the
 * third derivative that their rates at the last points show (15.10). */
static void estimate(Method *m)
{
    double h = m->step.h;
    for (int i = 0; i < m->past.nv; i++) {
        double a0 = m->past.point[0][i], a1 = m->step.x[i];
        m->step.error[i] =
            h * h *
            (a0 * (-1. / 3) - a1 / 6 + (0.5 - m->formula.beta) * m->step.a0[i] + m->formula.beta * m->step.a1[i]);
    }
    bool index_3 = m->flow.set.formulation == FORM_I3;
    for (int i = 0; i < m->past.nv + m->past.differential; i++) {
        bool counts = i >= m->past.nv || !index_3 || m->flow.stats->judged.abrupt;
        m->step.error[m->past.nv + i] =
            counts
                ? h * m->formula.constant * cd_alpha_bend(&m->past, m->step.x, m->step.h, cd_alpha_unknown(&m->past, i))
                : 0;
    }
    if (!index_3 || !m->flow.stats->judged.abrupt) return;
    memcpy(m->step.r, m->step.error + m->past.nv, sizeof(double) * (size_t)m->past.nv); /* (9.47) */
    cd_newton_free_speeds(m->flow.e, m->step.r, m->past.n);
    memcpy(m->step.error + m->past.nv, m->step.r, sizeof(double) * (size_t)m->past.nv);
}

/* I2: where constraints lose rank their rates allow two motions, and it goes on along one of them as it came (13.24).
 */
static Attempt pass(Method *m, double h, Attempt a)
{
    Flow *f = &m->flow;
    if (f->set.formulation != FORM_I2) return a;
    cd_equations_prepare(f->e, NULL);
    f->solve.hold = cd_masses_pivot_here(f->e->s);
    return cd_flow_pass(f, h, a);
}

static Attempt attempt_galpha(Method *m, double h, CdLog *log)
{
    static const NewtonCalls calls = { predict, residual, make_parts, solve, add, noise, error_so_far };
    Flow *f = &m->flow;
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    m->step.h = h, m->step.b = m->formula.now * m->formula.beta * h * h,
    m->step.b_v = m->formula.now * m->formula.gamma * h;
    cd_flow_restore(f);
    start_step(m);
    double tolerance = m->control.tolerated * (1 + f->set.iteration.adaptivity / (f->set.tolerance.error * h));
    bool speeds = f->set.formulation == FORM_I3 && f->stats->judged.abrupt;
    if (speeds && m->past.used) cd_newton_age(&m->newton); /* for what it says of velocities */
    a.outcome = cd_newton(&m->newton, &calls, m, &f->set, f->stats, h, tolerance, &a.worst, log);
    if (a.outcome != STEP_OK) {
        cd_count_failure(f->stats, a.outcome);
        return a;
    }
    set_state(m);
    estimate(m);
    a.error = cd_flow_norm(f, m->step.error, &a.worst);
    m->control.limiter = a.worst;
    /* next to a position that constraints do not hold the last point is less exact than others, and no shorter step
     * makes that smaller: over it a little more is allowed, as in gstiff.c */
    bool over = cd_crossing_is_within(&f->stats->crossing, f->point.last.state.t, h);
    if (a.error <= (over ? 3 : 1)) return pass(m, h, a);
    a.outcome = STEP_TOO_INACCURATE, a.h = h * cd_step_factor(&f->set, 1 / cbrt(a.error));
    f->stats->repeated.too_inaccurate++;
    return a;
}

static void reject_galpha(Method *m)
{
    cd_flow_restore(&m->flow);
    m->past.points = 1;
}

/* The course of the step, for outputs within it. */
static void draw_course(Method *m)
{
    Dense *d = &m->now_course;
    size_t size = sizeof(double) * (size_t)m->flow.n;
    d->t = m->flow.point.last.state.t, d->h = m->step.h, d->theta = 0.5;
    memcpy(d->start, m->flow.vector.start, size), memcpy(d->rate, m->flow.vector.rate, size),
        memcpy(d->end, m->step.y, size);
    cd_flow_take_rates(&m->flow, m->step.y, d->end_rate);
    cd_flow_middle(&m->flow, m->step.h, d->end, d->end_rate, d->middle);
    cd_dense_swap(&m->now_course, &m->past_course);
}

/* I2: positions that have drifted off the constraints are brought back, by so little at a time that the estimate of the
 * error does not see it. */
static void mend_drift(Method *m)
{
    const double share = 1e-2;
    Flow *f = &m->flow;
    Projection p = { .good = true };
    if (f->set.formulation != FORM_I2) return;
    double least = 1e-13 * fmax(1, f->e->s->constants.length);
    double allowed = f->stats->crossing.careful ? least : fmax(share * cd_solved_error(&f->set), least);
    cd_project_positions(f->e->s, allowed, &p);
    if (p.good && p.gap > 0) cd_project_velocities(f->e->s, least, &p);
    if (!p.good) cd_flow_place(f, &f->point.last, f->e->s->state.t, m->step.y);
}

static double accept_galpha(Method *m)
{
    const double worth = 1.2;
    Flow *f = &m->flow;
    double factor = cd_step_factor(&f->set, 1 / cbrt(fmax(cd_flow_norm(f, m->step.error, NULL), 1e-9)));
    draw_course(m);
    cd_alpha_remember(&m->past, f->e->s->state.t, m->step.h, m->step.x, m->step.a1);
    mend_drift(m);
    cd_flow_accept(f);
    f->stats->steps++;
    cd_count_limiter(f->stats, m->control.limiter, factor);
    return factor > worth || factor < 1 ? m->step.h * factor : m->step.h;
}

static void interpolate_galpha(Method *m, double t)
{
    cd_dense_at(&m->past_course, t, m->step.y);
    cd_flow_place(&m->flow, &m->flow.point.before, t, m->step.y);
}

static int order_of(const Method *m)
{
    (void)m;
    return 2;
}

static void tell_galpha(const Settings *s, TextBuffer *out)
{
    cd_buffer_print(out, ", RHO = %.15g", s->coefficients.rho);
}

static bool is_undamped(const Settings *s, const char **argument, const char **take)
{
    *argument = "RHO near 1", *take = "RHO = 0.9 or less";
    return s->coefficients.rho > 0.99;
}

const IntegratorKind cd_integrator_galpha = {
    .name = "GALPHA",
    .summary = "generalized alpha, damping of high frequencies by RHO",
    .word = METHOD_GALPHA,
    .traits.errors_alone = true,
    .error.grows = 2,
    .advice = { tell_galpha, NULL, is_undamped },
    .low = 2,
    .high = 2,
    .traits.implicit = true,
    .error.usual = 1e-5,
    .error.adds_up = 2,
    .formulations = 1u << FORM_I3 | 1u << FORM_I2 | 1u << FORM_SI2,
    .calls.open = open_galpha,
    .calls.close = close_galpha,
    .calls.begin = begin_galpha,
    .calls.attempt = attempt_galpha,
    .calls.accept = accept_galpha,
    .calls.reject = reject_galpha,
    .calls.interpolate = interpolate_galpha,
    .calls.order = order_of,
};
