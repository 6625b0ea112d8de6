/* hht.c - HHT and NEWMARK on the equations of motion in index 3 (theory 10).
 *
 * With v' the accelerations that satisfy the equations of motion at the points of time, and a their average that the
 * formulas use,
 *
 *   a_1 = (1 + alpha) v'_1 - alpha v'_0
 *   D   = h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1) + (0, h^3/12 wbar x abar),  r_1 = r_0 + D_r,  A_1 = A_0 exp(D_pi)
 *   v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)
 *
 * Rotations move by increments in body axes: there are no angles and no charts, and the mass matrix is constant, which
 * makes this form, with forces at one instant only, the same as HHT's averaged balance. States z of first order move as
 * velocities do. Unknowns are v', lambda, z' and the other auxiliary unknowns; Newton solves for d with  dq = b d,
 * b = (1 + alpha) beta h^2, and the constraints are divided by b, so that the matrix tends to [ M G^T; G 0 ] as the
 * step gets small.
 * NEWMARK has alpha = 0 and its own beta and gamma. */
#include "integrators/alpha.h"
#include "integrators/trace.h"
#include "integrators/tuning.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEGREES = 4 }; /* of predictions, 0 to 3 */

typedef struct Formula {
    double alpha, beta, gamma;
} Formula;

/* Accepted points. */
typedef struct Past {
    Snapshot good, before;
    int degree;  /* of predictions */
    bool rising; /* each step since the start was longer than the one before */
} Past;

/* The step at hand. */
typedef struct Step {
    double h, b, b_v;   /* b = (1 + alpha) beta h^2, b_v = (1 + alpha) gamma h */
    double *v0, *a0;    /* velocities (nv) and averages (nv + differential) it starts with */
    double *x, *xp, *r; /* unknowns; predicted; residual, then correction */
    double *a1;         /* averages at its end */
} Step;

/* Its error, and what that is measured by. */
typedef struct Judged {
    double *error;     /* nv + differential, of positions and states */
    double allowed;    /* per weight */
    double unit;       /* by how much less its iteration is allowed */
    double speeds;     /* error of velocities, in units of what is allowed, where it counts */
    double share;      /* of the error that the equations leave (10.15), ... */
    double last_share; /* ... and in the last step that was accepted; 0: not known */
    double *top;       /* largest value so far, for weights */
    double farthest;
    int limiter;
} Judged;

struct Method {
    Arena arena;
    Equations *e;
    Settings set;
    Stats *stats;
    AlphaPast past;
    Formula formula;
    Past hist;
    Step step;
    Judged judged;
    Vec3 *turn; /* D_pi of each body */
    BodyMap *map;
    Newton newton;
};

/* ---- opening ---- */

static Method *open_alpha(Equations *e, const Settings *set, Stats *stats, double alpha, double beta, double gamma)
{
    Method *m = cd_take(sizeof *m);
    System *s = e->s;
    m->e = e, m->set = *set, m->stats = stats, m->judged.allowed = cd_allowed_error(set);
    m->judged.unit = cd_solved_unit(set);
    m->formula.alpha = alpha, m->formula.beta = beta, m->formula.gamma = gamma;
    Arena *a = &m->arena;
    cd_alpha_open(a, &m->past, e, ALPHA_MOST_POINTS);
    int states = m->past.nv + m->past.differential;
    m->hist.good = cd_snapshot_new(a, e), m->hist.before = cd_snapshot_new(a, e);
    double **of_states[] = { &m->step.a0, &m->step.a1, &m->judged.error, &m->judged.top };
    double **of_unknowns[] = { &m->step.x, &m->step.xp, &m->step.r };
    for (int k = 0; k < 4; k++) *of_states[k] = ARENA_ARRAY(a, double, states);
    for (int k = 0; k < 3; k++) *of_unknowns[k] = ARENA_ARRAY(a, double, m->past.n);
    m->step.v0 = ARENA_ARRAY(a, double, m->past.nv);
    m->turn = ARENA_ARRAY(a, Vec3, s->m->bodies);
    cd_newton_open(&m->newton, a, e, set->iteration.maxit);
    m->map = ARENA_ARRAY(a, BodyMap, MATRIX_PARTS * s->m->bodies);
    return m;
}

static Method *open_hht(Equations *e, const Settings *set, Stats *stats)
{
    double alpha = set->coefficients.alpha;
    return open_alpha(e, set, stats, alpha, (1 - alpha) * (1 - alpha) / 4, 0.5 - alpha); /* (10.4) */
}

static Method *open_newmark(Equations *e, const Settings *set, Stats *stats)
{
    return open_alpha(e, set, stats, 0, set->coefficients.beta, set->coefficients.gamma);
}

static void close_alpha(Method *m)
{
    if (!m) return;
    cd_arena_close(&m->arena);
    free(m);
}

/* The largest values so far; a rotation counts in radians, whatever the number of turns. */
static void watch_sizes(Method *m)
{
    const System *s = m->e->s;
    for (int b = 0; b < s->m->bodies; b++)
        for (int k = 0; k < s->m->body[b].dofs && s->m->body[b].six[k] < 3; k++) {
            double *top = &m->judged.top[s->m->body[b].first + k];
            *top = fmax(*top, fabs(v3_get(s->state.r[b], k)));
            m->judged.farthest = fmax(m->judged.farthest, *top);
        }
    for (int i = 0; i < m->past.differential; i++)
        m->judged.top[m->past.nv + i] = fmax(m->judged.top[m->past.nv + i], fabs(m->e->aux.z[i]));
}

static void begin_alpha(Method *m)
{
    cd_alpha_begin(&m->past, m->e);
    memset(m->judged.top, 0, sizeof(double) * (size_t)(m->past.nv + m->past.differential));
    watch_sizes(m);
    cd_snapshot_take(m->e, &m->hist.good);
    cd_snapshot_take(m->e, &m->hist.before);
    m->hist.degree = 0, m->hist.rising = true, m->judged.last_share = 0;
    cd_newton_forget(&m->newton);
}

/* ---- where a step starts ---- */

/* What the velocities of the good point deviate from the constraints by, M-orthogonally:  [ M G^T; G 0 ] (d, mu) = (0,
 * G v - f')  (10.11). The state is the good one. */
static void find_defect(Method *m)
{
    System *s = m->e->s;
    memset(m->past.defect.v, 0, sizeof(double) * (size_t)m->past.nv);
    m->past.defect.known = true;
    if (!m->past.used || !cd_system_prepare(s, NULL)) return;
    memset(s->now.rhs, 0, sizeof(double) * (size_t)m->past.nv);
    for (int i = 0; i < m->past.used; i++) {
        int row = s->in_use.row[i];
        const double *f = s->c->row[row].drive >= 0 ? s->now.drive + 3 * row : NULL;
        cd_constraint_row(s->c, row, s->now.body, s->state.winding, f, ROW_GRADIENT, s->now.eval);
        double rate = cd_row_rate(s->c, s->now.eval, s->state.v) + s->now.eval->rate_t - (f ? f[1] : 0);
        s->now.rhs[m->past.nv + i] = s->c->row[row].velocity_level ? 0 : rate;
    }
    LuStatus lu = cd_system_solve_nearly(s, cd_block_mass, NULL, 0);
    if (lu != LU_OK && lu != LU_REPIVOTED) return;
    memcpy(m->past.defect.v, s->now.rhs, sizeof(double) * (size_t)m->past.nv);
}

/* Averages lie alpha h behind their point, and velocities carry a share of h^2 that keeps positions on the constraints:
 * both belong to the old step and are brought to the new one (10.9), (10.10). As long as tiny steps of a beginning grow
 * fast that share is next to nothing and what is found is rounding, which would grow with the square of the step: it is
 * left out. */
static void start_step(Method *m)
{
    double ratio = m->past.last > 0 ? m->step.h / m->past.last : 1;
    bool changes = fabs(ratio - 1) > 1e-6;
    if (!changes) ratio = 1;
    bool grows = m->hist.rising && ratio > 1.5 && m->step.h < 0.01 * m->set.step.hmax;
    double more = grows ? -1 : ratio * ratio - 1;
    if (changes && !m->past.defect.known) find_defect(m);
    for (int i = 0; i < m->past.nv; i++) {
        m->step.v0[i] = m->hist.good.state.v[i];
        if (changes) m->step.v0[i] += more * m->past.defect.v[i];
    }
    cd_alpha_averages(&m->past, ratio, m->step.a0);
}

/* ---- prediction ---- */

static double weight(const Method *m, int i)
{
    return m->judged.allowed * fmax(1, m->judged.top[i]) /
           (m->set.tolerance.scale[i < m->past.nv ? 0 : 2] * (1 + m->stats->judged.strict));
}

/* The degree, at most one away from the present one, that would have predicted the step just made best. Before it joins
 * the past. */
static int best_degree(const Method *m, double t, double *scratch)
{
    int best = 0;
    double least = INFINITY;
    for (int d = m->hist.degree > 0 ? m->hist.degree - 1 : 0;
         d <= m->hist.degree + 1 && d < DEGREES && d < m->past.points; d++) {
        double sum = 0;
        cd_alpha_extrapolate(&m->past, d, t, scratch);
        for (int i = 0; i < m->past.nv + m->past.differential; i++) {
            double off =
                (scratch[cd_alpha_unknown(&m->past, i)] - m->step.x[cd_alpha_unknown(&m->past, i)]) / weight(m, i);
            sum += off * off;
        }
        if (sum < least) least = sum, best = d;
    }
    return best;
}

/* ---- state, residual, matrix ---- */

/* The state that belongs to the unknowns (10.1) to (10.3). */
static void set_state(Method *m)
{
    System *s = m->e->s;
    double h = m->step.h, from_old = h * h * (0.5 - m->formula.beta), from_new = h * h * m->formula.beta;
    for (int i = 0; i < m->past.nv + m->past.differential; i++)
        m->step.a1[i] = (1 + m->formula.alpha) * m->step.x[cd_alpha_unknown(&m->past, i)] -
                        m->formula.alpha * m->past.point[0][cd_alpha_unknown(&m->past, i)];
    for (int i = 0; i < m->past.nv; i++)
        s->state.v[i] = m->step.v0[i] + h * ((1 - m->formula.gamma) * m->step.a0[i] + m->formula.gamma * m->step.a1[i]);
    memcpy(s->state.vdot, m->step.x, sizeof(double) * (size_t)m->past.nv);
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        double step[6] = { 0 };
        for (int k = 0; k < body->dofs; k++) {
            int i = body->first + k;
            step[k] = h * m->step.v0[i] + from_old * m->step.a0[i] + from_new * m->step.a1[i];
        }
        s->state.r[b] = v3_add(m->hist.good.state.r[b], cd_translation(body, step));
        if (!body->turns) continue;
        Vec3 w = cd_rotation(body, m->step.v0 + body->first), a = cd_rotation(body, m->step.a0 + body->first);
        m->turn[b] = v3_axpy(cd_rotation(body, step), h * h * h / 12, v3_cross(w, a));
        s->state.p[b] = q4_unit(q4_mul(m->hist.good.state.p[b], q4_rotvec(m->turn[b])));
    }
    cd_alpha_set_others(&m->past, m->e, m->step.x);
    for (int i = 0; i < m->past.differential; i++)
        m->e->aux.z[i] = m->hist.good.z[i] + h * ((1 - m->formula.gamma) * m->step.a0[m->past.nv + i] +
                                                  m->formula.gamma * m->step.a1[m->past.nv + i]);
}

static bool residual(Method *m, bool slopes, CdLog *log)
{
    (void)slopes;
    System *s = m->e->s;
    set_state(m);
    m->stats->work.residuals++;
    if (!cd_equations_prepare(m->e, log) || !cd_equations_residual(m->e, m->step.r)) return false;
    cd_inertia_residual(m->e, m->step.r);
    for (int i = 0; i < m->past.used; i++)
        m->step.r[m->past.nv + i] =
            m->e->now.phi[i] / (s->c->row[s->in_use.row[i]].velocity_level ? m->step.b_v : m->step.b);
    return true;
}

/* dq = b d for positions and rotations, so dv' = T^-1 d where D is a rotation (10.7). */
static bool make_parts(Method *m)
{
    double more = 1 + m->formula.alpha;
    return cd_newton_parts(m->e, m->map, m->turn, more * m->formula.beta, more * m->formula.gamma);
}

/* ---- Newton ---- */

/* Root of the mean square of x / weight over first .. end - 1; worst: where it is largest, if that is more than so far.
 */
static double mean(const Method *m, const double *x, int first, int end, double *largest, int *worst)
{
    double sum = 0;
    for (int i = first; i < end; i++) {
        double a = fabs(x[i] / weight(m, i));
        sum += a * a;
        if (a > *largest) *largest = a, *worst = cd_alpha_unknown(&m->past, i);
    }
    return end > first ? sqrt(sum / (end - first)) : 0;
}

/* Positions and states of first order are judged apart: one DIFF does not drown in a thousand bodies. worst: of all;
 * NULL: nobody asks. */
static double norm(const Method *m, const double *x, int *worst)
{
    int at = -1;
    double largest = -1;
    double q = mean(m, x, 0, m->past.nv, &largest, &at),
           z = mean(m, x, m->past.nv, m->past.nv + m->past.differential, &largest, &at);
    if (worst) *worst = at;
    return fmax(q, z);
}

/* Local error of positions in units of h^2 (a_1 - a_0); and the same of velocities and states, h (a_1 - a_0), which is
 * zero if gamma = 1/2 - alpha (10.12). */
static double position_constant(const Method *m)
{
    return fabs(m->formula.beta + m->formula.alpha / 2 - 1. / 6) + fabs(m->formula.gamma - 0.5 + m->formula.alpha);
}

static double rate_constant(const Method *m)
{
    return 1. / 12 - m->formula.alpha / 2 - m->formula.alpha * m->formula.alpha;
}

static void start_iteration(Method *m, bool carried)
{
    memset(m->newton.weight, 0, sizeof(double) * (size_t)m->past.n);
    for (int i = 0; i < m->past.nv + m->past.differential; i++)
        m->newton.weight[cd_alpha_unknown(&m->past, i)] = (i < m->past.nv ? m->step.b : m->step.b_v) / weight(m, i);
    memcpy(m->step.x, m->step.xp, sizeof(double) * (size_t)m->past.n);
    for (int i = 0; i < m->past.nv && carried; i++) /* (1 - gamma) a_0 + gamma a_1 = 0 */
        m->step.x[i] =
            (-(1 - m->formula.gamma) / m->formula.gamma * m->step.a0[i] + m->formula.alpha * m->past.point[0][i]) /
            (1 + m->formula.alpha);
}

static double *solve(Method *m)
{
    for (int i = 0; i < m->past.n; i++) m->step.r[i] = -m->step.r[i];
    cd_trace_solve(m->stats->trace, m->e, m->step.r, m->step.b, m->step.b_v);
    return m->step.r;
}

/* The size of a correction d is what it does to the estimated error (10.8). */
static double size_of(Method *m, const double *d, double *others, int *worst)
{
    double position = (1 + m->formula.alpha) * position_constant(m) * m->step.h * m->step.h;
    for (int i = 0; i < m->past.nv; i++) m->judged.error[i] = position * d[i];
    for (int i = m->past.nv; i < m->past.nv + m->past.differential; i++)
        m->judged.error[i] = m->step.b_v * d[cd_alpha_unknown(&m->past, i)];
    double size = norm(m, m->judged.error, worst), sum = 0,
           rounding = tuning_speed_rounding * DBL_EPSILON * m->judged.farthest / m->step.h;
    for (int i = 0; i < m->past.nv; i++) { /* and to velocities, which short steps leave open otherwise */
        double a = m->step.b_v * d[i] / (m->judged.allowed * fmax(1, fabs(m->step.v0[i])) + rounding);
        sum += a * a;
    }
    if (m->past.nv) size = fmax(size, tuning_alpha_iteration * sqrt(sum / m->past.nv));
    size *= m->judged.unit;
    double felt = 1e4 * DBL_EPSILON * m->judged.farthest * m->past.heaviest / m->step.b;
    *others = cd_alpha_others(&m->past, &m->set, m->step.x, d, felt);
    return size;
}

/* What iterations are held against (10.8): the error of the step, as far as its accelerations show it by then, and no
 * less than what rounding does to positions and to velocities. */
static double error_so_far(Method *m)
{
    const double felt = 100;
    double h = m->step.h, position = position_constant(m) * h * h, rounding = DBL_EPSILON * fmax(1, m->judged.farthest);
    double floor = felt * rounding *
                   fmax(1 / (tuning_alpha_iteration * m->judged.allowed),
                        1 / (h * m->judged.allowed + tuning_speed_rounding * rounding));
    for (int i = 0; i < m->past.nv; i++)
        m->judged.error[i] =
            position * ((1 + m->formula.alpha) * m->step.x[i] - m->formula.alpha * m->past.point[0][i] - m->step.a0[i]);
    for (int i = m->past.nv; i < m->past.nv + m->past.differential; i++)
        m->judged.error[i] = m->step.b_v * cd_alpha_bend(&m->past, m->step.x, m->step.h, cd_alpha_unknown(&m->past, i));
    return m->judged.unit * fmax(norm(m, m->judged.error, NULL), floor);
}

static double add(Method *m, double *others, int *worst)
{
    double *d = m->step.r, size = size_of(m, d, others, worst);
    for (int b = 0; b < m->e->s->m->bodies; b++) {
        double *turn = d + m->e->s->m->body[b].first + 3;
        if (m->e->s->m->body[b].dofs == 6)
            v3_store(turn, m3_apply(m3_rotvec_tangent_inverse(m->turn[b]), v3_load(turn)));
    }
    for (int i = 0; i < m->past.n; i++) m->step.x[i] += d[i];
    return size;
}

static double noise(Method *m, double *others)
{
    cd_alpha_rounding(&m->past, m->step.x, m->judged.farthest / m->step.b, m->step.r);
    cd_equations_solve(m->e, m->step.r);
    return size_of(m, m->step.r, others, NULL);
}

/* ---- one step ---- */

/* What the equations leave of an error of positions: modes that are stiff for the step return to where loads hold them
 * (10.15). Whether they do is known of loads that were there in the step before: of a contact that was met in this one
 * nothing holds a body that has gone too far into it. */
static void filter(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    memset(m->step.xp, 0, sizeof(double) * (size_t)m->past.n);
    memcpy(m->step.xp, m->judged.error, sizeof(double) * (size_t)m->past.nv);
    cd_equations_apply(m->e, m->step.xp, m->step.r);
    for (int i = 0, first = m->past.nv + m->past.used; first + i < m->past.n; i++)
        if (m->e->aux.at[i].type != EQUATION_SHARE) m->step.r[first + i] = 0; /* shares hold as multipliers do */
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        double *r = m->step.r + body->first;
        const double *error = m->judged.error + body->first;
        for (int k = 0; k < 3 && k < body->dofs; k++) r[k] = cd_inertia_of(body, k) * error[k];
        if (body->dofs == 6) v3_store(r + 3, m3_apply(body->J, v3_load(error + 3)));
    }
    cd_equations_solve(m->e, m->step.r);
    memcpy(m->judged.error, m->step.r, sizeof(double) * (size_t)m->past.nv);
}

/* How large a velocity counts in its error: what it moves a body by in a step of a stated HMAX may be as much as ERROR
 * allows (9.52). */
static double speed_weight(const Method *m, int i)
{
    return fmax(fmax(1, fabs(m->step.v0[i])), fmax(1, m->judged.top[i]) / m->set.step.stated);
}

/* The error of velocities that is left where loads have changed abruptly (9.47); else 0. Rounding of positions over h,
 * which accelerations of short steps keep them on the constraints by, is none. */
static double speed_error(Method *m)
{
    double sum = 0, rounding = DBL_EPSILON * fmax(1, m->judged.farthest) / m->step.h;
    if (!m->stats->judged.abrupt || !m->past.nv) return 0;
    for (int i = 0; i < m->past.nv; i++)
        m->step.r[i] = m->step.h * rate_constant(m) * cd_alpha_bend(&m->past, m->step.x, m->step.h, i);
    cd_newton_free_speeds(m->e, m->step.r, m->past.n);
    for (int i = 0; i < m->past.nv; i++) {
        double a = m->step.r[i] * m->set.tolerance.scale[1] / (m->judged.allowed * speed_weight(m, i) + rounding);
        sum += a * a;
    }
    return sqrt(sum / m->past.nv);
}

/* The error of the step (10.12), (10.13). */
static double estimate(Method *m, int *worst)
{
    const double much = 0.3; /* less: loads have become that much stiffer */
    double h = m->step.h, position = position_constant(m) * h * h;
    for (int i = 0; i < m->past.nv; i++) m->judged.error[i] = position * (m->step.a1[i] - m->step.a0[i]);
    for (int i = m->past.nv; i < m->past.nv + m->past.differential; i++) {
        int u = cd_alpha_unknown(&m->past, i);
        double step = fabs(m->formula.gamma - 0.5 + m->formula.alpha) * fabs(m->step.x[u] - m->past.point[0][u]);
        m->judged.error[i] = h * (rate_constant(m) * fabs(cd_alpha_bend(&m->past, m->step.x, m->step.h, u)) + step);
    }
    double whole = norm(m, m->judged.error, worst);
    filter(m);
    double left = norm(m, m->judged.error, worst);
    m->judged.share = whole > 0 ? left / whole : 1;
    if (much * m->judged.last_share <= m->judged.share || left == 0) return left;
    for (int i = 0; i < m->past.nv + m->past.differential; i++)
        m->judged.error[i] *= m->judged.last_share / m->judged.share;
    return norm(m, m->judged.error, worst);
}

static Attempt attempt_alpha(Method *m, double h, CdLog *log)
{
    static const NewtonCalls calls = { start_iteration, residual, make_parts, solve, add, noise, error_so_far };
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    m->step.h = h, m->step.b = (1 + m->formula.alpha) * m->formula.beta * h * h,
    m->step.b_v = (1 + m->formula.alpha) * m->formula.gamma * h;
    cd_snapshot_restore(m->e, &m->hist.good);
    start_step(m);
    m->e->s->state.t = m->hist.good.state.t + h;
    cd_alpha_extrapolate(&m->past, m->hist.degree, m->e->s->state.t, m->step.xp);
    double tolerance = tuning_alpha_iteration * (1 + m->set.iteration.adaptivity / (m->set.tolerance.error * h));
    if (m->stats->judged.abrupt && m->past.used) cd_newton_age(&m->newton); /* for what it says of velocities */
    a.outcome = cd_newton(&m->newton, &calls, m, &m->set, m->stats, h, tolerance, &a.worst, log);
    if (a.outcome != STEP_OK) {
        cd_count_failure(m->stats, a.outcome);
        return a;
    }
    set_state(m);
    m->judged.speeds = speed_error(m);
    a.error = fmax(estimate(m, &a.worst), m->judged.speeds);
    m->judged.limiter = a.worst;
    if (a.error <= 1) return a;
    a.outcome = STEP_TOO_INACCURATE;
    a.h = h * fmax(0.2, 0.9 / cbrt(a.error));
    m->stats->repeated.too_inaccurate++;
    return a;
}

static void reject_alpha(Method *m)
{
    cd_snapshot_restore(m->e, &m->hist.good);
    m->hist.degree = 0;
}

static double accept_alpha(Method *m)
{
    const double most = 2, worth = 1.2;
    double factor = 0.9 / cbrt(fmax(fmax(norm(m, m->judged.error, NULL), m->judged.speeds), 1e-9));
    m->hist.degree = best_degree(m, m->e->s->state.t, m->step.xp);
    watch_sizes(m);
    Snapshot last = m->hist.before;
    m->hist.before = m->hist.good, m->hist.good = last;
    cd_snapshot_take(m->e, &m->hist.good);
    if (m->step.h < 1.5 * m->past.last) m->hist.rising = false;
    m->judged.last_share = m->judged.share;
    cd_alpha_remember(&m->past, m->e->s->state.t, m->step.h, m->step.x, m->step.a1);
    m->stats->steps++;
    cd_count_limiter(m->stats, m->judged.limiter, factor);
    return factor > worth || factor < 1 ? m->step.h * fmin(most, factor) : m->step.h;
}

/* ---- between the points ---- */

/* Cubics of Hermite at s in 0 .. 1 through values and rates at both ends, and their rates (10.14). */
typedef struct Cubic {
    double y0, d0, y1, d1;     /* factors of value and rate at the beginning and at the end */
    double y0r, d0r, y1r, d1r; /* the same of the rate */
} Cubic;

static Cubic cubic_make(double s, double h)
{
    double s2 = s * s, s3 = s2 * s;
    return (Cubic){ .y0 = 1 - 3 * s2 + 2 * s3,
                    .d0 = h * (s - 2 * s2 + s3),
                    .y1 = 3 * s2 - 2 * s3,
                    .d1 = h * (s3 - s2),
                    .y0r = 6 * (s2 - s) / h,
                    .d0r = 1 - 4 * s + 3 * s2,
                    .y1r = 6 * (s - s2) / h,
                    .d1r = 3 * s2 - 2 * s };
}

static Vec3 combine(double a, Vec3 x, double b, Vec3 y, double c, Vec3 z)
{
    return v3_axpy(v3_axpy(v3_scale(x, a), b, y), c, z);
}

static void interpolate_alpha(Method *m, double t)
{
    System *s = m->e->s;
    const State *from = &m->hist.before.state, *to = &m->hist.good.state;
    double h = to->t - from->t;
    Cubic c = cubic_make(h > 0 ? (t - from->t) / h : 1, h > 0 ? h : 1);
    s->state.t = t;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        int at = body->first;
        Vec3 move = v3_sub(to->r[b], from->r[b]);
        Vec3 v0 = cd_translation(body, from->v + at), v1 = cd_translation(body, to->v + at);
        s->state.r[b] = v3_add(from->r[b], combine(c.y1, move, c.d0, v0, c.d1, v1));
        cd_put_translation(body, combine(c.y1r, move, c.d0r, v0, c.d1r, v1), s->state.v + at);
        if (!body->turns) continue;
        /* the rotation since the beginning, whose rate is T^-1 wbar */
        Vec3 turn = q4_log(q4_mul(q4_conj(from->p[b]), to->p[b])), w0 = cd_rotation(body, from->v + at);
        Vec3 w1 = m3_apply(m3_rotvec_tangent_inverse(turn), cd_rotation(body, to->v + at));
        Vec3 part = combine(c.y1, turn, c.d0, w0, c.d1, w1), rate = combine(c.y1r, turn, c.d0r, w0, c.d1r, w1);
        s->state.p[b] = q4_unit(q4_mul(from->p[b], q4_rotvec(part)));
        cd_put_rotation(body, m3_apply(m3_inverse(m3_rotvec_tangent_inverse(part)), rate), s->state.v + at);
    }
    for (int i = 0; i < m->past.differential; i++)
        m->e->aux.z[i] = c.y0 * m->hist.before.z[i] + c.y1 * m->hist.good.z[i] + c.d0 * m->hist.before.zdot[i] +
                         c.d1 * m->hist.good.zdot[i];
}

static int order_of(const Method *m)
{
    return fabs(m->formula.gamma - 0.5 + m->formula.alpha) < 1e-12 ? 2 : 1;
}

static const double hardly = 0.01; /* damping */

static void tell_hht(const Settings *s, TextBuffer *out)
{
    cd_buffer_print(out, ", ALPHA = %.15g", s->coefficients.alpha);
}

static const char *instead_of_hht(const Settings *s)
{
    (void)s;
    return "GSTIFF, with SI2 or without, or ROSENBROCK";
}

static bool is_hht_undamped(const Settings *s, const char **argument, const char **take)
{
    *argument = "ALPHA near 0", *take = "ALPHA = -0.05 or less";
    return s->coefficients.alpha > -hardly;
}

static void tell_newmark(const Settings *s, TextBuffer *out)
{
    cd_buffer_print(out, ", BETA = %.15g, GAMMA = %.15g", s->coefficients.beta, s->coefficients.gamma);
}

static bool is_newmark_undamped(const Settings *s, const char **argument, const char **take)
{
    *argument = "GAMMA near 1/2", *take = "GAMMA = 0.55, BETA = 0.28, or HHT,";
    return s->coefficients.gamma < 0.5 + hardly;
}

/* clang-format off */
#define ALPHA_ROW(name_, word_, order_, open_, summary_, ...) \
    { \
        .name = name_, .summary = summary_, .word = word_, .low = order_, .high = order_, .traits.implicit = true, \
        .error.usual = 1e-5, .error.adds_up = 2, .formulations = 1u << FORM_I3, .calls.open = open_, \
        .calls.close = close_alpha, .calls.begin = begin_alpha, .calls.attempt = attempt_alpha, \
        .calls.accept = accept_alpha, .calls.reject = reject_alpha, .calls.interpolate = interpolate_alpha, \
        .calls.order = order_of, .traits.errors_alone = true, __VA_ARGS__ \
    }

const IntegratorKind cd_integrator_hht =
    ALPHA_ROW("HHT", METHOD_HHT, 2, open_hht, "Hilber, Hughes and Taylor, damping of high frequencies by ALPHA",
              .advice = { tell_hht, instead_of_hht, is_hht_undamped },
              .candidate = { { AUTO_LAST, FORM_I3, "HHT", { { 1.3, 7 }, { 0.35, 1.5 } }, 0.03 } });
const IntegratorKind cd_integrator_newmark =
    ALPHA_ROW("NEWMARK", METHOD_NEWMARK, 1, open_newmark, "Newmark with BETA and GAMMA; order 2 if GAMMA = 1/2",
              .advice = { tell_newmark, NULL, is_newmark_undamped });
/* clang-format on */
