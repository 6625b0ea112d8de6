/* hht.c - HHT and NEWMARK on the equations of motion in index 3 (theory 10).
 *
 * With v' the accelerations that satisfy the equations of motion at the points of time, and a their average that the formulas use,
 *
 *   a_1 = (1 + alpha) v'_1 - alpha v'_0
 *   D   = h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1) + (0, h^3/12 wbar x abar)     r_1 = r_0 + D_r,   A_1 = A_0 exp(D_pi)
 *   v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)
 *
 * Rotations move by increments in body axes: there are no angles and no charts, and the mass matrix is constant, which makes this form,
 * with forces at one instant only, the same as HHT's averaged balance. States z of first order move as velocities do. Unknowns are v',
 * lambda, z' and the other extras; Newton solves for d with  dq = b d,  b = (1 + alpha) beta h^2, and the constraints are divided by
 * b, so that the matrix tends to [ M G^T; G 0 ] as the step gets small. NEWMARK has alpha = 0 and its own beta and gamma. */
#include "integrators/newton.h"
#include "integrators/trace.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 5, DEGREES = 4 }; /* of the past; of predictions, 0 to 3 */

struct Method {
    Arena arena;
    Equations *e;
    Settings set;
    Stats *stats;
    int nv, rated, used, n; /* unknowns: nv accelerations, used multipliers, rates of the rated, other extras */
    double alpha, beta, gamma;

    /* the last accepted point, the one before, and unknowns at points further back, newest first */
    Snapshot good, before;
    double *past[POINTS], time[POINTS];
    int points, degree;
    double *average; /* nv + rated: a and the average of z' that belong to the good point */
    double *defect;  /* nv: what velocities deviate from the constraints by, if known */
    bool defect_known;
    double last; /* size of the last accepted step; 0: none yet */
    bool rising; /* each step since the beginning was longer than the one before */

    /* the step at hand */
    double h, b, b_v;   /* b = (1 + alpha) beta h^2, b_v = (1 + alpha) gamma h */
    double *v0, *a0;    /* velocities (nv) and averages (nv + rated) it starts with */
    double *x, *xp, *r; /* unknowns; predicted; residual, then correction */
    double *a1;         /* averages at its end */
    double *error;      /* nv + rated, of positions and states */
    double allowed;     /* error of a step, per weight */
    double unit;        /* by how much less its iteration is allowed */
    double speeds;      /* error of velocities, in units of what is allowed, where it counts (9.47) */
    double share;       /* of the error that the equations leave (10.15), ... */
    double last_share;  /* ... and in the last step that was accepted; 0: not known */
    double *top;        /* largest value so far, for weights */
    Vec3 *turn;         /* D_pi of each body */
    BodyMap *map;
    Newton newton;
    double heaviest, farthest;
    int limiter;
};

static const double tolerated = 1e-3; /* share of the error of a step that its iteration may leave (10.8) */
static const double in_speeds = 1e4;  /* times rounding of positions: what speeds need not be known better than */

/* Positions and states stand in one list, nv + rated; this is where the rate of its component i is among the unknowns. */
static int unknown_of(const Method *m, int i)
{
    return i < m->nv ? i : m->used + i;
}

/* ---- opening ---------------------------------------------------------------------------------------------------------------------- */

static Method *open_alpha(Equations *e, const Settings *set, Stats *stats, double alpha, double beta, double gamma)
{
    Method *m = cd_take(sizeof *m);
    System *s = e->s;
    m->e = e, m->set = *set, m->stats = stats, m->allowed = cd_allowed_error(set);
    m->unit = cd_solved_unit(set);
    m->alpha = alpha, m->beta = beta, m->gamma = gamma;
    m->nv = s->m->nv, m->rated = e->rated, m->used = s->used, m->n = cd_equations_unknowns(e);
    Arena *a = &m->arena;
    int states = m->nv + m->rated;
    m->good = cd_snapshot_new(a, e), m->before = cd_snapshot_new(a, e);
    for (int j = 0; j < POINTS; j++) m->past[j] = ARENA_ARRAY(a, double, m->n);
    double **of_states[] = { &m->average, &m->a0, &m->a1, &m->error, &m->top };
    double **of_unknowns[] = { &m->x, &m->xp, &m->r };
    for (int k = 0; k < 5; k++) *of_states[k] = ARENA_ARRAY(a, double, states);
    for (int k = 0; k < 3; k++) *of_unknowns[k] = ARENA_ARRAY(a, double, m->n);
    m->v0 = ARENA_ARRAY(a, double, m->nv), m->defect = ARENA_ARRAY(a, double, m->nv);
    m->turn = ARENA_ARRAY(a, Vec3, s->m->bodies);
    cd_newton_open(&m->newton, a, e, set->maxit);
    m->map = ARENA_ARRAY(a, BodyMap, MATRIX_PARTS * s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) m->heaviest = fmax(m->heaviest, s->m->body[b].mass);
    return m;
}

static Method *open_hht(Equations *e, const Settings *set, Stats *stats)
{
    double alpha = set->alpha;
    return open_alpha(e, set, stats, alpha, (1 - alpha) * (1 - alpha) / 4, 0.5 - alpha); /* (10.4) */
}

static Method *open_newmark(Equations *e, const Settings *set, Stats *stats)
{
    return open_alpha(e, set, stats, 0, set->beta, set->gamma);
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
        for (int k = 0; k < s->m->body[b].freedoms && s->m->body[b].six[k] < 3; k++) {
            double *top = &m->top[s->m->body[b].first + k];
            *top = fmax(*top, fabs(v3_get(s->state.r[b], k)));
            m->farthest = fmax(m->farthest, *top);
        }
    for (int i = 0; i < m->rated; i++) m->top[m->nv + i] = fmax(m->top[m->nv + i], fabs(m->e->z[i]));
}

static void begin_alpha(Method *m)
{
    const System *s = m->e->s;
    memcpy(m->x, s->state.vdot, sizeof(double) * (size_t)m->nv);
    for (int i = 0; i < m->used; i++) m->x[m->nv + i] = s->state.lambda[s->use[i]];
    for (int i = 0; i < m->e->extras; i++) m->x[m->nv + m->used + i] = i < m->rated ? m->e->zdot[i] : m->e->z[i];
    memcpy(m->past[0], m->x, sizeof(double) * (size_t)m->n);
    for (int i = 0; i < m->nv + m->rated; i++) m->average[i] = m->x[unknown_of(m, i)];
    memset(m->top, 0, sizeof(double) * (size_t)(m->nv + m->rated));
    watch_sizes(m);
    cd_snapshot_take(m->e, &m->good);
    cd_snapshot_take(m->e, &m->before);
    m->time[0] = s->state.t, m->points = 1, m->degree = 0;
    m->last = 0, m->last_share = 0, m->rising = true, m->defect_known = false, cd_newton_forget(&m->newton);
}

/* ---- where a step starts ------------------------------------------------------------------------------------------------------------ */

/* What the velocities of the good point deviate from the constraints by, M-orthogonally:  [ M G^T; G 0 ] (d, mu) = (0, G v - f')  (10.11).
 * The state is the good one. */
static void find_defect(Method *m)
{
    System *s = m->e->s;
    memset(m->defect, 0, sizeof(double) * (size_t)m->nv);
    m->defect_known = true;
    if (!m->used || !cd_system_prepare(s, NULL)) return;
    LuStatus lu = cd_system_factor(s, cd_block_mass, NULL, 0);
    if (lu != LU_OK && lu != LU_REPIVOTED) return;
    memset(s->rhs, 0, sizeof(double) * (size_t)m->nv);
    for (int i = 0; i < m->used; i++) {
        int row = s->use[i];
        const double *f = s->c->row[row].drive >= 0 ? s->drive + 3 * row : NULL;
        cd_constraint_row(s->c, row, s->body, s->state.winding, f, ROW_GRADIENT, s->eval);
        double rate = cd_row_rate(s->c, s->eval, s->state.v) + s->eval->rate_t - (f ? f[1] : 0);
        s->rhs[m->nv + i] = s->c->row[row].velocity_level ? 0 : rate;
    }
    cd_system_solve(s);
    memcpy(m->defect, s->rhs, sizeof(double) * (size_t)m->nv);
}

/* Averages lie alpha h behind their point, and velocities carry a share of h^2 that keeps positions on the constraints: both belong to
 * the old step and are brought to the new one (10.9), (10.10). As long as tiny steps of a beginning grow fast that share is next to
 * nothing and what is found is rounding, which would grow with the square of the step: it is left out. */
static void start_step(Method *m)
{
    double ratio = m->last > 0 ? m->h / m->last : 1;
    bool changes = fabs(ratio - 1) > 1e-6;
    if (!changes) ratio = 1;
    bool grows = m->rising && ratio > 1.5 && m->h < 0.01 * m->set.hmax;
    double more = grows ? -1 : ratio * ratio - 1;
    if (changes && !m->defect_known) find_defect(m);
    for (int i = 0; i < m->nv; i++) {
        m->v0[i] = m->good.state.v[i];
        if (changes) m->v0[i] += more * m->defect[i];
    }
    for (int i = 0; i < m->nv + m->rated; i++) {
        double now = m->past[0][unknown_of(m, i)];
        m->a0[i] = now + ratio * (m->average[i] - now);
    }
}

/* ---- prediction ---------------------------------------------------------------------------------------------------------------------- */

/* out: the polynomial through the newest degree + 1 points at time t, in Lagrange's form. */
static void extrapolate(const Method *m, int degree, double t, double *out)
{
    memset(out, 0, sizeof(double) * (size_t)m->n);
    for (int j = 0; j <= degree; j++) {
        double w = 1;
        for (int k = 0; k <= degree; k++)
            if (k != j) w *= (t - m->time[k]) / (m->time[j] - m->time[k]);
        for (int i = 0; i < m->n; i++) out[i] += w * m->past[j][i];
    }
}

static double weight(const Method *m, int i)
{
    return m->allowed * fmax(1, m->top[i]) / (m->set.scale[i < m->nv ? 0 : 2] * (1 + m->stats->strict));
}

/* The degree, at most one away from the present one, that would have predicted the step just made best. Before it joins the past. */
static int best_degree(const Method *m, double t, double *scratch)
{
    int best = 0;
    double least = INFINITY;
    for (int d = m->degree > 0 ? m->degree - 1 : 0; d <= m->degree + 1 && d < DEGREES && d < m->points; d++) {
        double sum = 0;
        extrapolate(m, d, t, scratch);
        for (int i = 0; i < m->nv + m->rated; i++) {
            double off = (scratch[unknown_of(m, i)] - m->x[unknown_of(m, i)]) / weight(m, i);
            sum += off * off;
        }
        if (sum < least) least = sum, best = d;
    }
    return best;
}

/* ---- state, residual, matrix ------------------------------------------------------------------------------------------------------------ */

/* The state that belongs to the unknowns (10.1) to (10.3). */
static void set_state(Method *m)
{
    System *s = m->e->s;
    double h = m->h, from_old = h * h * (0.5 - m->beta), from_new = h * h * m->beta;
    for (int i = 0; i < m->nv + m->rated; i++)
        m->a1[i] = (1 + m->alpha) * m->x[unknown_of(m, i)] - m->alpha * m->past[0][unknown_of(m, i)];
    for (int i = 0; i < m->nv; i++) s->state.v[i] = m->v0[i] + h * ((1 - m->gamma) * m->a0[i] + m->gamma * m->a1[i]);
    memcpy(s->state.vdot, m->x, sizeof(double) * (size_t)m->nv);
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        double step[6] = { 0 };
        for (int k = 0; k < body->freedoms; k++) {
            int i = body->first + k;
            step[k] = h * m->v0[i] + from_old * m->a0[i] + from_new * m->a1[i];
        }
        s->state.r[b] = v3_add(m->good.state.r[b], cd_translation(body, step));
        if (!body->turns) continue;
        Vec3 w = cd_rotation(body, m->v0 + body->first), a = cd_rotation(body, m->a0 + body->first);
        m->turn[b] = v3_axpy(cd_rotation(body, step), h * h * h / 12, v3_cross(w, a));
        s->state.p[b] = q4_unit(q4_mul(m->good.state.p[b], q4_rotvec(m->turn[b])));
    }
    const double *x = m->x + m->nv;
    for (int i = 0; i < m->used; i++) s->state.lambda[s->use[i]] = x[i];
    for (int i = 0; i < m->e->extras; i++) {
        if (i >= m->rated) m->e->z[i] = x[m->used + i];
        if (i >= m->rated) continue;
        m->e->zdot[i] = x[m->used + i];
        m->e->z[i] = m->good.z[i] + h * ((1 - m->gamma) * m->a0[m->nv + i] + m->gamma * m->a1[m->nv + i]);
    }
}

static bool residual(Method *m, bool slopes, CdLog *log)
{
    (void)slopes;
    System *s = m->e->s;
    set_state(m);
    m->stats->residuals++;
    if (!cd_equations_prepare(m->e, log) || !cd_equations_residual(m->e, m->r)) return false;
    cd_inertia_residual(m->e, m->r);
    for (int i = 0; i < m->used; i++)
        m->r[m->nv + i] = m->e->phi[i] / (s->c->row[s->use[i]].velocity_level ? m->b_v : m->b);
    return true;
}

/* dq = b d for positions and rotations, so dv' = T^-1 d where D is a rotation (10.7). */
static bool make_parts(Method *m)
{
    double more = 1 + m->alpha;
    return cd_newton_parts(m->e, m->map, m->turn, more * m->beta, more * m->gamma);
}

/* ---- Newton ------------------------------------------------------------------------------------------------------------------------------- */

/* Root of the mean square of x / weight over first .. end - 1; worst: where it is largest, if that is more than so far. */
static double mean(const Method *m, const double *x, int first, int end, double *largest, int *worst)
{
    double sum = 0;
    for (int i = first; i < end; i++) {
        double a = fabs(x[i] / weight(m, i));
        sum += a * a;
        if (a > *largest) *largest = a, *worst = unknown_of(m, i);
    }
    return end > first ? sqrt(sum / (end - first)) : 0;
}

/* Positions and states of first order are judged apart: one DIFF does not drown in a thousand bodies. */
static double norm(const Method *m, const double *x, int *worst)
{
    double largest = -1;
    double q = mean(m, x, 0, m->nv, &largest, worst), z = mean(m, x, m->nv, m->nv + m->rated, &largest, worst);
    return fmax(q, z);
}

/* Local error of positions in units of h^2 (a_1 - a_0); and the same of velocities and states, h (a_1 - a_0), which is zero if
 * gamma = 1/2 - alpha (10.12). */
static double position_constant(const Method *m)
{
    return fabs(m->beta + m->alpha / 2 - 1. / 6) + fabs(m->gamma - 0.5 + m->alpha);
}

static double rate_constant(const Method *m)
{
    return 1. / 12 - m->alpha / 2 - m->alpha * m->alpha;
}

static void start_iteration(Method *m, bool carried)
{
    memset(m->newton.weight, 0, sizeof(double) * (size_t)m->n);
    for (int i = 0; i < m->nv + m->rated; i++)
        m->newton.weight[unknown_of(m, i)] = (i < m->nv ? m->b : m->b_v) / weight(m, i);
    memcpy(m->x, m->xp, sizeof(double) * (size_t)m->n);
    for (int i = 0; i < m->nv && carried; i++) /* (1 - gamma) a_0 + gamma a_1 = 0 */
        m->x[i] = (-(1 - m->gamma) / m->gamma * m->a0[i] + m->alpha * m->past[0][i]) / (1 + m->alpha);
}

static double *solve(Method *m)
{
    for (int i = 0; i < m->n; i++) m->r[i] = -m->r[i];
    cd_trace_solve(m->stats->trace, m->e, m->r, m->b, m->b_v);
    return m->r;
}

/* The size of a correction d is what it does to the estimated error (10.8). */
static double size_of(Method *m, const double *d, double *others, int *worst)
{
    double position = (1 + m->alpha) * position_constant(m) * m->h * m->h;
    for (int i = 0; i < m->nv; i++) m->error[i] = position * d[i];
    for (int i = m->nv; i < m->nv + m->rated; i++) m->error[i] = m->b_v * d[unknown_of(m, i)];
    *others = 0;
    double size = norm(m, m->error, worst), sum = 0, rounding = in_speeds * DBL_EPSILON * m->farthest / m->h;
    for (int i = 0; i < m->nv; i++) { /* and to velocities, which short steps leave open otherwise */
        double a = m->b_v * d[i] / (m->allowed * fmax(1, fabs(m->v0[i])) + rounding);
        sum += a * a;
    }
    if (m->nv) size = fmax(size, tolerated * sqrt(sum / m->nv));
    size *= m->unit;
    if (m->set.corrector == CORRECTOR_MODIFIED) return size;
    double felt = 1e4 * DBL_EPSILON * m->farthest * m->heaviest / m->b;
    int first = m->nv + m->used + m->rated;
    *others = fmax(cd_newton_others(m->x + m->nv, d + m->nv, m->used, cd_solved_error(&m->set), felt),
                   cd_newton_others(m->x + first, d + first, m->n - first, cd_solved_error(&m->set), felt));
    return size;
}

/* h^2 x'' of an unknown by its values at the last points; its change where there is but one. */
static double bend(const Method *m, int unknown)
{
    double x1 = m->x[unknown], x0 = m->past[0][unknown], h = m->h;
    if (m->points < 2) return x1 - x0;
    double before = m->time[0] - m->time[1];
    return 2 * h * ((x1 - x0) / h - (x0 - m->past[1][unknown]) / before) / (h + before) * h;
}

/* What iterations are held against (10.8): the error of the step, as far as its accelerations show it by then, and no less
 * than what rounding does to positions and to velocities. */
static double error_so_far(Method *m)
{
    const double felt = 100;
    int worst = -1;
    double h = m->h, position = position_constant(m) * h * h, rounding = DBL_EPSILON * fmax(1, m->farthest);
    double floor = felt * rounding * fmax(1 / (tolerated * m->allowed), 1 / (h * m->allowed + in_speeds * rounding));
    for (int i = 0; i < m->nv; i++)
        m->error[i] = position * ((1 + m->alpha) * m->x[i] - m->alpha * m->past[0][i] - m->a0[i]);
    for (int i = m->nv; i < m->nv + m->rated; i++) m->error[i] = m->b_v * bend(m, unknown_of(m, i));
    return m->unit * fmax(norm(m, m->error, &worst), floor);
}

static double add(Method *m, double *others, int *worst)
{
    double *d = m->r, size = size_of(m, d, others, worst);
    for (int b = 0; b < m->e->s->m->bodies; b++) {
        double *turn = d + m->e->s->m->body[b].first + 3;
        if (m->e->s->m->body[b].freedoms == 6)
            v3_store(turn, m3_apply(m3_rotvec_tangent_inverse(m->turn[b]), v3_load(turn)));
    }
    for (int i = 0; i < m->n; i++) m->x[i] += d[i];
    return size;
}

static double noise(Method *m, double *others)
{
    int worst = -1;
    double force = m->heaviest * cd_newton_largest(m->x, m->nv) + cd_newton_largest(m->x + m->nv, m->used);
    cd_newton_rounding(m->r, m->n, m->nv, m->used, force, m->farthest / m->b,
                       cd_newton_largest(m->x + m->nv + m->used, m->n - m->nv - m->used));
    cd_equations_solve(m->e, m->r);
    return size_of(m, m->r, others, &worst);
}

/* ---- one step ------------------------------------------------------------------------------------------------------------------------------- */

/* What the equations leave of an error of positions: modes that are stiff for the step return to where loads hold them (10.15). Whether they do is known of loads that were
 * there in the step before: of a contact that was met in this one nothing holds a body that has gone too far into it. */
static void filter(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    memset(m->xp, 0, sizeof(double) * (size_t)m->n);
    memcpy(m->xp, m->error, sizeof(double) * (size_t)m->nv);
    cd_equations_apply(m->e, m->xp, m->r);
    memset(m->r + m->nv + m->used, 0, sizeof(double) * (size_t)(m->n - m->nv - m->used));
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        double *r = m->r + body->first;
        const double *error = m->error + body->first;
        for (int k = 0; k < 3 && k < body->freedoms; k++) r[k] = cd_inertia_of(body, k) * error[k];
        if (body->freedoms == 6) v3_store(r + 3, m3_apply(body->J, v3_load(error + 3)));
    }
    cd_equations_solve(m->e, m->r);
    memcpy(m->error, m->r, sizeof(double) * (size_t)m->nv);
}

/* The error of velocities that is left where loads have changed abruptly (9.47); else 0. */
static double speed_error(Method *m)
{
    double sum = 0;
    if (!m->stats->abrupt || !m->nv) return 0;
    for (int i = 0; i < m->nv; i++) m->r[i] = m->h * rate_constant(m) * bend(m, i);
    cd_newton_free_speeds(m->e, m->r, m->n);
    for (int i = 0; i < m->nv; i++) {
        double a = m->r[i] * m->set.scale[1] / (m->allowed * fmax(1, fabs(m->v0[i])));
        sum += a * a;
    }
    return sqrt(sum / m->nv);
}

/* The error of the step (10.12), (10.13). */
static double estimate(Method *m, int *worst)
{
    const double much = 0.3; /* less: loads have become that much stiffer */
    double h = m->h, position = position_constant(m) * h * h;
    for (int i = 0; i < m->nv; i++) m->error[i] = position * (m->a1[i] - m->a0[i]);
    for (int i = m->nv; i < m->nv + m->rated; i++) {
        int u = unknown_of(m, i);
        double step = fabs(m->gamma - 0.5 + m->alpha) * fabs(m->x[u] - m->past[0][u]);
        m->error[i] = h * (rate_constant(m) * fabs(bend(m, u)) + step);
    }
    double whole = norm(m, m->error, worst);
    filter(m);
    double left = norm(m, m->error, worst);
    m->share = whole > 0 ? left / whole : 1;
    if (much * m->last_share <= m->share || left == 0) return left;
    for (int i = 0; i < m->nv + m->rated; i++) m->error[i] *= m->last_share / m->share;
    return norm(m, m->error, worst);
}

static Attempt attempt_alpha(Method *m, double h, CdLog *log)
{
    static const NewtonCalls calls = { start_iteration, residual, make_parts, solve, add, noise, error_so_far };
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    m->h = h, m->b = (1 + m->alpha) * m->beta * h * h, m->b_v = (1 + m->alpha) * m->gamma * h;
    cd_snapshot_restore(m->e, &m->good);
    start_step(m);
    m->e->s->state.t = m->good.state.t + h;
    extrapolate(m, m->degree, m->e->s->state.t, m->xp);
    double tolerance = tolerated * (1 + m->set.adaptivity / (m->set.error * h));
    if (m->stats->abrupt && m->used) cd_newton_age(&m->newton); /* for what it says of velocities */
    a.outcome = cd_newton(&m->newton, &calls, m, &m->set, m->stats, h, tolerance, &a.worst, log);
    if (a.outcome != STEP_OK) {
        cd_count_failure(m->stats, a.outcome);
        return a;
    }
    set_state(m);
    m->speeds = speed_error(m);
    a.error = fmax(estimate(m, &a.worst), m->speeds);
    m->limiter = a.worst;
    if (a.error <= 1) return a;
    a.outcome = STEP_TOO_INACCURATE;
    a.h = h * fmax(0.2, 0.9 / cbrt(a.error));
    m->stats->too_inaccurate++;
    return a;
}

static void reject_alpha(Method *m)
{
    cd_snapshot_restore(m->e, &m->good);
    m->degree = 0;
}

/* The unknowns of the step become the newest point of the past. */
static void remember(Method *m)
{
    double *oldest = m->past[POINTS - 1];
    for (int j = POINTS - 1; j > 0; j--) m->past[j] = m->past[j - 1], m->time[j] = m->time[j - 1];
    m->past[0] = oldest, m->time[0] = m->e->s->state.t;
    memcpy(oldest, m->x, sizeof(double) * (size_t)m->n);
    if (m->points < POINTS) m->points++;
}

static double accept_alpha(Method *m)
{
    const double most = 2, worth = 1.2;
    int worst = -1;
    double factor = 0.9 / cbrt(fmax(fmax(norm(m, m->error, &worst), m->speeds), 1e-9));
    m->degree = best_degree(m, m->e->s->state.t, m->xp);
    memcpy(m->average, m->a1, sizeof(double) * (size_t)(m->nv + m->rated));
    remember(m);
    watch_sizes(m);
    Snapshot last = m->before;
    m->before = m->good, m->good = last;
    cd_snapshot_take(m->e, &m->good);
    if (m->h < 1.5 * m->last) m->rising = false;
    m->last = m->h, m->defect_known = false, m->last_share = m->share;
    m->stats->steps++;
    if (m->limiter >= 0 && factor < 1.5 && m->stats->limited) m->stats->limited[m->limiter]++;
    return factor > worth || factor < 1 ? m->h * fmin(most, factor) : m->h;
}

/* ---- between the points ---------------------------------------------------------------------------------------------------------------------- */

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
    const State *from = &m->before.state, *to = &m->good.state;
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
    for (int i = 0; i < m->rated; i++)
        m->e->z[i] = c.y0 * m->before.z[i] + c.y1 * m->good.z[i] + c.d0 * m->before.zdot[i] + c.d1 * m->good.zdot[i];
}

static int order_of(const Method *m)
{
    return fabs(m->gamma - 0.5 + m->alpha) < 1e-12 ? 2 : 1;
}

static const double hardly = 0.01; /* damping */

static void tell_hht(const Settings *s, TextBuffer *out)
{
    cd_buffer_print(out, ", ALPHA = %.15g", s->alpha);
}

static const char *instead_of_hht(const Settings *s)
{
    (void)s;
    return "GSTIFF, with SI2 or without, or ROSENBROCK";
}

static bool is_hht_undamped(const Settings *s, const char **argument, const char **take)
{
    *argument = "ALPHA near 0", *take = "ALPHA = -0.05 or less";
    return s->alpha > -hardly;
}

static void tell_newmark(const Settings *s, TextBuffer *out)
{
    cd_buffer_print(out, ", BETA = %.15g, GAMMA = %.15g", s->beta, s->gamma);
}

static bool is_newmark_undamped(const Settings *s, const char **argument, const char **take)
{
    *argument = "GAMMA near 1/2", *take = "GAMMA = 0.55, BETA = 0.28, or HHT,";
    return s->gamma < 0.5 + hardly;
}

/* clang-format off */
#define ALPHA_ROW(name_, word_, order_, open_, summary_, ...)                                                               \
    {                                                                                                                  \
        .name = name_, .summary = summary_, .word = word_, .low = order_, .high = order_, .implicit = true,            \
        .usual_error = 1e-5, .adds_up = 2, .formulations = 1u << FORM_I3, .open = open_, .close = close_alpha,         \
        .begin = begin_alpha, .attempt = attempt_alpha, .accept = accept_alpha, .reject = reject_alpha,                \
        .interpolate = interpolate_alpha, .order = order_of, .errors_alone = true, __VA_ARGS__                         \
    }

const IntegratorKind cd_integrator_hht =
    ALPHA_ROW("HHT", METHOD_HHT, 2, open_hht, "Hilber, Hughes and Taylor, damping of high frequencies by ALPHA",
              .advice = { tell_hht, instead_of_hht, is_hht_undamped },
              .candidate = { { AUTO_LAST, FORM_I3, "HHT", { { 1.3, 7 }, { 0.35, 1.5 } }, 0.03 } });
const IntegratorKind cd_integrator_newmark =
    ALPHA_ROW("NEWMARK", METHOD_NEWMARK, 1, open_newmark, "Newmark with BETA and GAMMA; order 2 if GAMMA = 1/2",
              .advice = { tell_newmark, NULL, is_newmark_undamped });
/* clang-format on */
