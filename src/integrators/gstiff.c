/* gstiff.c - BDF methods on the constrained equations of motion, order 1 to 6 (theory 9).
 *
 * GSTIFF keeps its past in a Nordsieck array, WSTIFF in divided differences (history.h); everything else is the same. A
 * formula gives each rate from its value,  y' = y'_p + (y - y_p) / c,  c = h beta_0. The unknowns are eliminated down
 * to six per body:
 *
 *   I3    positions r and angles eps; u = r', Gamma = B^T J B eps', and the equations  m u' + ..., N(Gamma') + ..., phi
 * = 0 SI2   velocities (u, wbar); r' = u - s, eps' = B^-1 (wbar - s) with s = M^-1 G^T mu, phi = 0, G v = f' I1
 * velocities; r' = u, eps' = B^-1 wbar, G v' = gamma
 *
 * Newton solves for d with dq = c^2 d, so that the matrix tends to [ M G^T; G 0 ] as the step gets small. */
#include "integrators/history.h"
#include "integrators/momentum.h"
#include "integrators/newton.h"
#include "integrators/trace.h"
#include "integrators/tuning.h"
#include "system/jumps.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a point: nv positions, nv velocities, differential unknowns, multipliers, other auxiliary unknowns. */
typedef struct Dimensions {
    int nv, used, rated, n;
} Dimensions;

typedef struct Iterate {
    double *y, *rate;   /* present */
    double *yp, *ratep; /* predicted */
    double *r;          /* residual, then correction */
    double *scratch;
    double *moved;      /* nv, I3: y - y_p of positions, to more digits than y has beside y_p */
    double *shift, *nu; /* SI2: what stabilisation adds to the positions, and its multipliers */
    double c;           /* of the step at hand */
} Iterate;

/* What errors are measured by. */
typedef struct Weights {
    double allowed;                     /* error of a step, per weight */
    double unit;                        /* by how much less its iteration is allowed */
    double *top;                        /* largest value so far */
    double *per;                        /* 2 nv + rated: 1 / weight, for the step at hand */
    double *per_rate;                   /* nv: the same of positions for the sake of velocities in I3 */
    double heaviest, farthest, fastest; /* mass, position, velocity: what round-off is measured by */
} Weights;

/* Rotations of the bodies. */
typedef struct Rotations {
    Attitude *from; /* what their angles count from, ... */
    Vec3 *base;     /* ... and those angles */
    bool changes;   /* a body goes on in another chart when the next step begins: outputs may still be asked for */
    Spin *spin;
    Mat3 *Ji; /* inverse of J, zero where there is none */
    BodyMap *map;
} Rotations;

/* What chooses order and step. */
typedef struct Control {
    int lowest; /* order */
    int wait;   /* steps until order and step may change again */
    int failures;
    double error;  /* times what is allowed: of the step at hand */
    double missed; /* times what is allowed: the error for which the step at hand was rejected last; 0: for none */
    int unrest;    /* failures since the step was last kept for a whole order of steps */
    int low;       /* steps that order 2 is still the highest for; below zero: since then */
    int term;      /* how many they were when it was last found to be better than higher ones */
    int promising; /* times in a row that order 3 would have far longer steps all the same */
    double rough;  /* how much errors change from step to step, lately: 0 nothing, 1 all */
    int limiter;   /* unknown with the largest error of the step tried */
} Control;

struct Method {
    Arena arena;
    Equations *e;
    Settings set;
    Stats *stats;
    Dimensions dim;
    History past;
    Iterate it;
    Weights weigh;
    Rotations turn;
    Snapshot good; /* the last accepted point */
    Newton newton;
    Control control;
};

enum { POSITION, VELOCITY, OTHER };

static const double visible = 100;   /* times rounding: what is no smaller than that may be told from it */
static const double in_speeds = 1e4; /* times rounding of positions: what speeds need not be known better than */

/* ---- layout ---- */

static bool is_i3(const Method *m)
{
    return m->set.formulation == FORM_I3;
}

static double weight(const Method *m, int i)
{
    double scale = m->set.tolerance.scale[i < m->dim.nv ? POSITION : i < 2 * m->dim.nv ? VELOCITY : OTHER];
    return m->weigh.allowed * (m->weigh.top[i] > 1 ? m->weigh.top[i] : 1) / (scale * (1 + m->stats->judged.strict));
}

/* The length of what is tested, in units of what is allowed: a sum, as in Gear's program, not a mean, which bodies at
 * rest would make smaller. */
static double norm(const Method *m, const double *x, int *worst)
{
    int q = is_i3(m) ? m->dim.nv : 2 * m->dim.nv, z = 2 * m->dim.nv, at = -1; /* velocities of I3 are not tested */
    double sum = 0, largest = -1;
    for (int i = 0; i < z + m->dim.rated; i++) {
        if (i == q) i = z;
        if (i == z + m->dim.rated) break;
        double a = fabs(x[i] * m->weigh.per[i]);
        sum += a * a;
        if (a > largest) largest = a, at = i;
    }
    if (worst && at >= 0) *worst = at;
    return sqrt(sum);
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
    m->dim.nv = s->m->nv, m->dim.used = s->in_use.n, m->dim.rated = e->aux.differential;
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

static void watch_sizes(Method *m)
{
    for (int i = 0; i < m->dim.n; i++)
        if (fabs(m->it.y[i]) > m->weigh.top[i]) m->weigh.top[i] = fabs(m->it.y[i]);
    m->weigh.farthest = fmax(m->weigh.farthest, 1); /* rotations are rounded as numbers of this size are */
    for (int i = 0; i < m->dim.nv; i++) {
        m->weigh.farthest = fmax(m->weigh.farthest, m->weigh.top[i]);
        m->weigh.fastest = fmax(m->weigh.fastest, m->weigh.top[m->dim.nv + i]);
    }
}

/* Angles of a body in a chart count from those of A: what is across the plane of a plane motion stays next to zero,
 * where numbers are fine. */
static const Attitude *set_base(Method *m, int b, int chart, Mat3 A)
{
    m->turn.base[b] = cd_chart_angles(chart, A, v3(0, 0, 0));
    m->turn.from[b] = cd_attitude(chart, m->turn.base[b]);
    return &m->turn.from[b];
}

/* The angle of a planar part counts from where the run begins. */
static void set_plane_base(Method *m, int b)
{
    Quat p = m->e->s->state.p[b];
    m->turn.base[b] = v3(0, 0, 2 * atan2(p.z, p.w));
}

/* Place of a body by its first coordinates; a planar part has its rotation among them. */
static void place(const Method *m, int b, const double *q)
{
    State *state = &m->e->s->state;
    double angle = m->turn.base[b].z + q[2];
    bool planar = m->e->s->m->body[b].planar;
    state->r[b] = v3(q[0], q[1], planar ? state->r[b].z : q[2]);
    if (planar) state->p[b] = q4(cos(angle / 2), 0, 0, sin(angle / 2));
}

static void begin_bdf(Method *m)
{
    const System *s = m->e->s;
    const Mechanism *mech = s->m;
    double *second = m->it.scratch;
    memset(m->it.rate, 0, sizeof(double) * (size_t)m->dim.n);
    memset(second, 0, sizeof(double) * (size_t)m->dim.n);
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        int at = body->first;
        const double *v = s->state.v + at, *a = s->state.vdot + at;
        double *q = m->it.y + at, *qd = m->it.rate + at, *p = m->it.y + m->dim.nv + at,
               *pd = m->it.rate + m->dim.nv + at;
        for (int k = 0; k < 3 && k < body->dofs; k++)
            q[k] = v3_get(s->state.r[b], k), qd[k] = p[k] = v[k], pd[k] = second[at + k] = a[k];
        if (body->planar) set_plane_base(m, b), q[2] = 0;
        if (body->dofs < 6) continue;
        Mat3 A = q4_to_m3(s->state.p[b]);
        Vec3 w = v3_load(v + 3), wd = v3_load(a + 3);
        const Attitude *at_first = set_base(m, b, cd_chart_best(A), A);
        Vec3 rate = m3_apply(cd_chart_b_inverse(at_first), w);
        v3_store(q + 3, v3(0, 0, 0)), v3_store(qd + 3, rate);
        Vec3 turning = v3_sub(wd, m3_apply(cd_chart_b_rate(at_first, rate), rate));
        v3_store(second + at + 3, m3_apply(cd_chart_b_inverse(at_first), turning));
        v3_store(p + 3, is_i3(m) ? cd_momentum(at_first, body->J, w) : w);
        v3_store(pd + 3, is_i3(m) ? cd_momentum_rate(at_first, rate, body->J, w, wd) : wd);
    }
    double *z = m->it.y + 2 * m->dim.nv;
    for (int i = 0; i < m->dim.rated; i++) z[i] = m->e->aux.z[i], m->it.rate[2 * m->dim.nv + i] = m->e->aux.zdot[i];
    for (int i = 0; i < m->dim.used; i++) z[m->dim.rated + i] = s->state.lambda[s->in_use.row[i]];
    for (int i = m->dim.rated; i < m->e->aux.n; i++) z[m->dim.used + i] = m->e->aux.z[i];
    memset(m->weigh.top, 0, sizeof(double) * (size_t)m->dim.n);
    watch_sizes(m);
    cd_history_begin(&m->past, m->it.y, m->it.rate, 2 * m->dim.nv + m->dim.rated, m->set.step.hinit);
    if (m->control.lowest == 2) cd_history_bend(&m->past, second, m->dim.nv);
    cd_snapshot_take(m->e, &m->good);
    m->turn.changes = false;
    m->control.wait = m->past.order + 1, cd_newton_forget(&m->newton);
}

/* ---- from the iterate to the state ---- */

static double formula(const Method *m, int i, double value)
{
    return m->it.ratep[i] + (value - m->it.yp[i]) / m->it.c;
}

/* Positions that belong to velocities, SI2 and I1:  q = q_p - c q'_p + c v + s, rotations through B^-1 (9.24). */
static void positions_from_velocities(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        int at = body->first;
        double *q = m->it.y + at;
        const double *v = m->it.y + m->dim.nv + at, *s = m->it.shift + at;
        for (int k = 0; k < 3 && k < body->dofs; k++)
            q[k] = m->it.yp[at + k] + m->it.c * (v[k] - m->it.ratep[at + k]) + s[k];
        if (body->dofs < 6) continue;
        Vec3 turn = v3_axpy(v3_load(s + 3), m->it.c, v3_load(v + 3));
        Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(q + 3));
        Vec3 change = m3_apply(cd_chart_b_inverse(&there), turn);
        v3_store(q + 3, v3_add(v3_axpy(v3_load(m->it.yp + at + 3), -m->it.c, v3_load(m->it.ratep + at + 3)), change));
    }
}

/* State, rates and, in I3, momenta from the iterate. */
static void set_state(Method *m, bool slopes)
{
    System *s = m->e->s;
    const Mechanism *mech = s->m;
    int rest = is_i3(m) ? 2 * m->dim.nv : 0;
    for (int i = 0; i < m->dim.nv && is_i3(m); i++) m->it.rate[i] = m->it.ratep[i] + m->it.moved[i] / m->it.c;
    for (int i = rest; i < 2 * m->dim.nv + m->dim.rated; i++) m->it.rate[i] = formula(m, i, m->it.y[i]);
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        int at = body->first, n = body->dofs < 3 ? body->dofs : 3;
        double *v = s->state.v + at, *a = s->state.vdot + at;
        double x[3] = { 0, 0, 0 };
        for (int k = 0; k < n; k++) {
            x[k] = m->it.y[at + k];
            if (is_i3(m)) {
                m->it.y[m->dim.nv + at + k] = m->it.rate[at + k];
                m->it.rate[m->dim.nv + at + k] = formula(m, m->dim.nv + at + k, m->it.rate[at + k]);
            }
            v[k] = m->it.y[m->dim.nv + at + k], a[k] = m->it.rate[m->dim.nv + at + k];
        }
        place(m, b, x);
        if (body->dofs < 6) continue;
        Vec3 rate = v3_load(m->it.rate + at + 3);
        Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(m->it.y + at + 3));
        s->state.p[b] = q4_from_m3(cd_chart_rotation(&there));
        if (!is_i3(m)) {
            for (int k = 3; k < 6; k++) v[k] = m->it.y[m->dim.nv + at + k], a[k] = m->it.rate[m->dim.nv + at + k];
            continue;
        }
        Spin *spin = &m->turn.spin[b];
        double *gamma = m->it.y + m->dim.nv + at + 3, *gamma_rate = m->it.rate + m->dim.nv + at + 3;
        cd_spin_start(&there, rate, body->J, spin);
        v3_store(gamma, spin->gamma);
        for (int k = 0; k < 3; k++) gamma_rate[k] = formula(m, m->dim.nv + at + 3 + k, gamma[k]);
        cd_spin_torque(&there, rate, v3_load(gamma_rate), body->J, slopes, spin);
        v3_store(v + 3, spin->wbar);
        Vec3 moment = v3_sub(spin->N, v3_cross(spin->wbar, m3_apply(body->J, spin->wbar)));
        v3_store(a + 3, m3_apply(m->turn.Ji[b], moment));
    }
    const double *z = m->it.y + 2 * m->dim.nv;
    for (int i = 0; i < m->dim.rated; i++) m->e->aux.z[i] = z[i], m->e->aux.zdot[i] = m->it.rate[2 * m->dim.nv + i];
    for (int i = 0; i < m->dim.used; i++) s->state.lambda[s->in_use.row[i]] = z[m->dim.rated + i];
    for (int i = m->dim.rated; i < m->e->aux.n; i++) m->e->aux.z[i] = z[m->dim.used + i];
}

/* ---- residual and matrix ---- */

static void constraint_residual(Method *m)
{
    System *s = m->e->s;
    double *r = m->it.r + m->dim.nv, c = m->it.c;
    for (int i = 0; i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        if (m->set.formulation == FORM_I1) {
            double gamma = cd_system_gamma(s, row);
            r[i] = cd_row_rate(s->c, s->now.eval, s->state.vdot) - gamma;
        } else if (s->c->row[row].velocity_level) {
            r[i] = m->e->now.phi[i] / c;
        } else {
            r[i] = is_i3(m) ? m->e->now.phi[i] / (c * c) : m->e->now.phi_rate[i] / c;
        }
    }
}

static bool residual(Method *m, bool slopes, CdLog *log)
{
    set_state(m, slopes);
    m->stats->work.residuals++;
    if (!cd_equations_prepare(m->e, log) || !cd_equations_residual(m->e, m->it.r)) return false;
    if (is_i3(m)) {
        const Mechanism *mech = m->e->s->m;
        for (int b = 0; b < mech->bodies; b++) {
            const MovingBody *body = &mech->body[b];
            double *r = m->it.r + body->first;
            for (int k = 0; k < 3 && k < body->dofs; k++)
                r[k] += cd_inertia_of(body, k) * m->e->s->state.vdot[body->first + k];
            if (body->dofs == 6) v3_store(r + 3, v3_add(v3_load(r + 3), m->turn.spin[b].N));
        }
    } else {
        cd_inertia_residual(m->e, m->it.r);
    }
    constraint_residual(m);
    return true;
}

/* dr = c^2 d, du = c d, du' = d, and the same for rotations where angles and momenta do not make it (9.7), (9.8). */
static void map_body(const Method *m, int b, BodyMap *map[MATRIX_PARTS])
{
    const MovingBody *body = &m->e->s->m->body[b];
    const Spin *spin = &m->turn.spin[b];
    const Mat3 one = m3_identity();
    *map[0] = (BodyMap){ .a = 1, .A = one };
    *map[1] = (BodyMap){ .v = 1, .V = one };
    *map[2] = (BodyMap){ .q = 1 };
    if (!is_i3(m) || body->dofs < 6) return;
    map[2]->V = spin->V;
    if (!(m3_det(body->J) > 0)) return;
    Mat3 gyro = m3_sub(m3_mul(m3_skew(spin->wbar), body->J), m3_skew(m3_apply(body->J, spin->wbar)));
    for (int p = 1; p < MATRIX_PARTS; p++)
        map[p]->A = m3_mul(m->turn.Ji[b], m3_sub(spin->D[p], m3_mul(gyro, map[p]->V)));
}

/* DEBUG/JMDUMP, FULL: I3 has these unknowns, and eliminates all but six of a body. */
static void tell_full(const Method *m)
{
    const Mechanism *mech = m->e->s->m;
    Arena scratch = { 0 };
    Attitude *at = ARENA_ARRAY(&scratch, Attitude, mech->bodies);
    Vec3 *rate = ARENA_ARRAY(&scratch, Vec3, mech->bodies);
    for (int b = 0; b < mech->bodies; b++) {
        int first = mech->body[b].first + 3;
        if (mech->body[b].dofs < 6) continue;
        at[b] = cd_attitude_on(&m->turn.from[b], v3_load(m->it.y + first));
        rate[b] = v3_load(m->it.rate + first);
    }
    cd_trace_full(m->stats->trace, m->e, &(FullPoint){ m->it.c, at, rate });
    cd_arena_close(&scratch);
}

static bool make_parts(Method *m)
{
    const Mechanism *mech = m->e->s->m;
    if (is_i3(m) && cd_trace_is_full(m->stats->trace)) tell_full(m);
    Maps maps[MATRIX_PARTS] = { { .rate = 1 }, { .z = 1 }, { 0 } };
    for (int b = 0; b < mech->bodies; b++) {
        BodyMap *map[MATRIX_PARTS];
        for (int p = 0; p < MATRIX_PARTS; p++) map[p] = &m->turn.map[mech->bodies * p + b];
        map_body(m, b, map);
    }
    for (int p = 0; p < MATRIX_PARTS; p++) {
        maps[p].body = m->turn.map + mech->bodies * p, maps[p].power = p;
        cd_inertia_matrix(m->e, &maps[p]);
        for (int b = 0; b < mech->bodies && is_i3(m); b++) {
            double *B = m->e->jacobian.inertia + 36 * (mech->bodies * p + b);
            for (int i = 0; i < 3 && mech->body[b].dofs == 6; i++)
                for (int j = 0; j < 3; j++) B[6 * (i + 3) + j + 3] = m3_at(m->turn.spin[b].D[p], i, j);
        }
    }
    if (!cd_equations_parts(m->e, maps)) return false;
    if (m->set.formulation != FORM_SI2) return true;
    LuStatus lu = cd_system_factor(m->e->s, cd_block_shift, NULL, 0);
    return lu == LU_OK || lu == LU_REPIVOTED;
}

/* ---- Newton ---- */

/* SI2: brings the positions onto the constraints,  [ M G^T; G 0 ] (ds, dnu) = -(M s + G^T nu, phi)  (9.25). */
static void stabilise(Method *m, double *change)
{
    System *s = m->e->s;
    double *b = s->now.rhs;
    memset(b, 0, sizeof(double) * (size_t)(m->dim.nv + m->dim.used));
    for (int k = 0; k < s->m->bodies; k++) {
        const MovingBody *body = &s->m->body[k];
        const double *x = m->it.shift + body->first;
        double *to = b + body->first;
        double weight = cd_shift_weight(body);
        for (int i = 0; i < 3 && i < body->dofs; i++) to[i] = -weight * cd_inertia_of(body, i) * x[i];
        if (body->dofs == 6) v3_store(to + 3, v3_neg(m3_apply(body->J, v3_load(x + 3))));
    }
    for (int i = 0; i < m->dim.used; i++) {
        int row = s->in_use.row[i];
        const double *f = s->c->row[row].drive >= 0 ? s->now.drive + 3 * row : NULL;
        cd_constraint_row(s->c, row, s->now.body, s->state.winding, f, ROW_SLOPE, s->now.eval);
        b[m->dim.nv + i] = s->c->row[row].velocity_level ? 0 : -s->now.eval->value;
        for (int k = 0; k < s->now.eval->n; k++) {
            const MovingBody *body = &s->m->body[s->now.eval->body[k]];
            cd_add_wrench(body, -m->it.nu[i], s->now.eval->r[k], s->now.eval->pi[k], b + body->first);
        }
    }
    cd_system_solve(s);
    for (int i = 0; i < m->dim.nv; i++) m->it.shift[i] += b[i], change[i] += b[i];
    for (int i = 0; i < m->dim.used; i++) m->it.nu[i] += b[m->dim.nv + i];
}

/* What multipliers and auxiliary unknowns, in the order of a point, move by for the correction x of the equations. */
static void extras_change(const Method *m, const double *x, double *change)
{
    for (int i = 0; i < m->dim.used; i++) change[m->dim.rated + i] = x[i];
    for (int i = 0; i < m->dim.rated; i++) change[i] = m->it.c * x[m->dim.used + i];
    for (int i = m->dim.rated; i < m->e->aux.n; i++) change[m->dim.used + i] = x[m->dim.used + i];
}

/* I3: a position, by what it has moved from where it was predicted. Velocities are that divided by the step: were it
 * the difference of two positions, their rounding would be in momenta. */
static void move_to(Method *m, int i, double moved)
{
    m->it.moved[i] = moved, m->it.y[i] = m->it.yp[i] + moved;
}

/* Adds a correction to the iterate; change (n) receives what each component moved by. */
static void correct(Method *m, const double *d, double *change)
{
    const Mechanism *mech = m->e->s->m;
    double c = m->it.c;
    memset(change, 0, sizeof(double) * (size_t)m->dim.n);
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        int at = body->first;
        if (!is_i3(m)) {
            for (int k = 0; k < body->dofs; k++) {
                change[m->dim.nv + at + k] = c * d[at + k];
                change[at + k] = c * c * d[at + k];
                m->it.y[m->dim.nv + at + k] += c * d[at + k];
            }
            continue;
        }
        for (int k = 0; k < 3 && k < body->dofs; k++) change[at + k] = c * c * d[at + k];
        if (body->dofs == 6)
            v3_store(change + at + 3, m3_apply(m->turn.spin[b].Bi, v3_scale(v3_load(d + at + 3), c * c)));
        for (int k = 0; k < body->dofs; k++) move_to(m, at + k, m->it.moved[at + k] + change[at + k]);
    }
    double *z = m->it.y + 2 * m->dim.nv, *dz = change + 2 * m->dim.nv;
    extras_change(m, d + m->dim.nv, dz);
    for (int i = 0; i < m->dim.used + m->e->aux.n; i++) z[i] += dz[i];
}

/* The size of the correction of multipliers and other auxiliary unknowns, which ORIGINAL looks at too. */
static double others_norm(const Method *m, const double *change)
{
    if (m->set.iteration.corrector == CORRECTOR_MODIFIED) return 0;
    int first = 2 * m->dim.nv + m->dim.rated;
    double q = m->weigh.farthest / (m->it.c * m->it.c), v = m->weigh.fastest / m->it.c;
    double felt = 1e6 * DBL_EPSILON * m->weigh.heaviest * (is_i3(m) ? q : v);
    return cd_newton_others(m->it.y + first, change + first, m->dim.n - first, cd_solved_error(&m->set), felt);
}

static void start_iteration(Method *m, bool carried)
{
    double *w = m->newton.weight;
    memset(w, 0, sizeof(double) * (size_t)m->newton.n);
    for (int i = 0; i < m->dim.nv; i++) w[i] = m->it.c * m->it.c * m->weigh.per[i];
    for (int i = 0; i < m->dim.rated; i++) w[m->dim.nv + m->dim.used + i] = m->it.c * m->weigh.per[2 * m->dim.nv + i];
    memcpy(m->it.y, m->it.yp, sizeof(double) * (size_t)m->dim.n);
    for (int i = 0; i < m->dim.nv && is_i3(m); i++)
        move_to(m, i, carried ? m->it.c * (cd_history_rate_at(&m->past, i, 0) - m->it.ratep[i]) : 0);
    memset(m->it.shift, 0, sizeof(double) * (size_t)m->dim.nv),
        memset(m->it.nu, 0, sizeof(double) * (size_t)m->dim.used);
    if (!is_i3(m)) positions_from_velocities(m);
}

static double *solve(Method *m)
{
    for (int i = 0; i < cd_equations_unknowns(m->e); i++) m->it.r[i] = -m->it.r[i];
    cd_trace_solve(m->stats->trace, m->e, m->it.r, m->it.c * m->it.c, m->it.c);
    return m->it.r;
}

/* The size of a correction: what it does to the error, and in I3, where velocities follow from positions divided by the
 * step, to these. */
static double size_of(const Method *m, const double *change, int *worst)
{
    double size = norm(m, change, worst), sum = 0;
    for (int i = 0; i < m->dim.nv && is_i3(m); i++) {
        double a = change[i] * m->weigh.per_rate[i];
        sum += a * a;
    }
    return m->weigh.unit * fmax(size, tuning_bdf_iteration * sqrt(sum));
}

static double add(Method *m, double *others, int *worst)
{
    correct(m, m->it.r, m->it.scratch);
    if (m->set.formulation == FORM_SI2) {
        positions_from_velocities(m);
        set_state(m, false);
        cd_bodies_motion(m->e->s->m, &m->e->s->state, m->e->s->now.body);
        stabilise(m, m->it.scratch);
    }
    if (!is_i3(m)) positions_from_velocities(m);
    *others = others_norm(m, m->it.scratch);
    return size_of(m, m->it.scratch, worst);
}

/* SI2: how far rounding moves positions that are brought onto the constraints, as a multiple of the rounding unit. */
static double shift_noise(Method *m)
{
    System *s = m->e->s;
    cd_newton_rounding(s->now.rhs, m->dim.nv + m->dim.used, m->dim.nv, m->dim.used, 0, m->weigh.farthest, 0);
    cd_system_solve(s);
    return cd_newton_largest(s->now.rhs, m->dim.nv) / DBL_EPSILON;
}

static double noise(Method *m, double *others)
{
    const double *z = m->it.y + 2 * m->dim.nv;
    int n = cd_equations_unknowns(m->e), worst = -1;
    double a = cd_newton_largest(m->it.rate + m->dim.nv, m->dim.nv),
           force = m->weigh.heaviest * a + cd_newton_largest(z + m->dim.rated, m->dim.used);
    double c = m->it.c, level = is_i3(m) ? m->weigh.farthest / (c * c) : a;
    if (m->set.formulation == FORM_SI2) level = m->weigh.fastest * (1 + shift_noise(m)) / c;
    cd_newton_rounding(m->it.r, n, m->dim.nv, m->dim.used, force, level,
                       cd_newton_largest(z, m->dim.rated + m->dim.used + m->e->aux.n));
    cd_equations_solve(m->e, m->it.r);
    memset(m->it.scratch, 0, sizeof(double) * (size_t)m->dim.n);
    for (int i = 0; i < m->dim.nv; i++)
        m->it.scratch[i] = c * c * m->it.r[i], m->it.scratch[m->dim.nv + i] = c * m->it.r[i];
    extras_change(m, m->it.r + m->dim.nv, m->it.scratch + 2 * m->dim.nv);
    *others = others_norm(m, m->it.scratch);
    return size_of(m, m->it.scratch, &worst);
}

static void find_error(Method *m)
{
    for (int i = 0; i < m->dim.n; i++)
        m->past.current.error[i] = is_i3(m) && i < m->dim.nv ? m->it.moved[i] : m->it.y[i] - m->it.yp[i];
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
    double size = norm(m, x, worst), sum = 0, rounding = visible * DBL_EPSILON * m->weigh.farthest / m->it.c;
    if (!is_i3(m) || !m->stats->judged.abrupt) return size;
    filter_speeds(m, x);
    double allowed = m->weigh.allowed / cd_integrator_of(&m->set)->error.index_3;
    for (int i = 0; i < m->dim.nv; i++) {
        double a =
            m->it.r[i] / (allowed * fmax(1, m->weigh.top[m->dim.nv + i]) / m->set.tolerance.scale[VELOCITY] + rounding);
        sum += a * a;
    }
    return fmax(size, sqrt(sum));
}

/* What iterations are held against; rounding counts by what it does to positions, to velocities, and in I3 to those
 * that follow from positions. */
static double error_so_far(Method *m)
{
    double rounding = DBL_EPSILON * (is_i3(m) ? m->weigh.farthest : fmax(m->weigh.farthest, m->weigh.fastest)),
           least = (is_i3(m) ? tuning_bdf_rounding : visible) * rounding;
    double floor = least / (tuning_bdf_iteration * m->weigh.allowed);
    if (is_i3(m)) floor = fmax(floor, least / (m->it.c * m->weigh.allowed + in_speeds * rounding));
    find_error(m);
    return m->weigh.unit * fmax(norm(m, m->past.current.error, NULL) * cd_history_factor(&m->past), floor);
}

/* Iterates from the prediction. */
static Outcome iterate(Method *m, int *worst, CdLog *log)
{
    static const NewtonCalls calls = { start_iteration, residual, make_parts, solve, add, noise, error_so_far };
    double tolerance =
        tuning_bdf_iteration * (1 + m->set.iteration.adaptivity / (m->set.tolerance.error * m->past.current.step));
    Outcome outcome = cd_newton(&m->newton, &calls, m, &m->set, m->stats, m->it.c, tolerance, worst, log);
    if (outcome == STEP_OK) set_state(m, false);
    return outcome;
}

/* ---- one step ---- */

/* A body whose angles come near their singularity goes on in the best chart; its past is expressed there point by point
 * (9.27). */
static void change_chart(Method *m, int b)
{
    const MovingBody *body = &m->e->s->m->body[b];
    int at = body->first + 3, points = cd_history_points(&m->past);
    Attitude old = m->turn.from[b];
    double angle[3][HISTORY_COLUMNS], speed[3][HISTORY_COLUMNS];
    for (int k = 0; k < 3; k++) {
        cd_history_values(&m->past, at + k, angle[k]);
        cd_history_values(&m->past, m->dim.nv + at + k, speed[k]);
    }
    Mat3 A = q4_to_m3(m->good.state.p[b]);
    int new = set_base(m, b, cd_chart_best(A), A)->chart;
    Vec3 near = m->turn.base[b];
    for (int j = 0; j < points; j++) {
        Vec3 p = v3(speed[0][j], speed[1][j], speed[2][j]);
        Attitude there = cd_attitude_on(&old, v3(angle[0][j], angle[1][j], angle[2][j]));
        near = cd_chart_angles(new, cd_chart_rotation(&there), near);
        Vec3 to = v3_sub(near, m->turn.base[b]);
        Attitude here = cd_attitude_on(&m->turn.from[b], to);
        if (is_i3(m)) p = m3_tapply(cd_chart_b(&here), m3_tapply(cd_chart_b_inverse(&there), p));
        for (int k = 0; k < 3; k++) angle[k][j] = v3_get(to, k), speed[k][j] = v3_get(p, k);
    }
    for (int k = 0; k < 3; k++) {
        cd_history_rebuild(&m->past, at + k, angle[k]);
        if (is_i3(m)) cd_history_rebuild(&m->past, m->dim.nv + at + k, speed[k]);
        m->weigh.top[at + k] = fabs(angle[k][0]);
        if (is_i3(m)) m->weigh.top[m->dim.nv + at + k] = fabs(speed[k][0]);
    }
    m->past.current.last_known = false;
    cd_newton_age(&m->newton);
    m->stats->charts++;
}

static bool is_poor(const Method *m, int b)
{
    const MovingBody *body = &m->e->s->m->body[b];
    if (body->dofs < 6) return false;
    Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(m->it.y + body->first + 3));
    return cd_chart_is_poor(&there) && cd_chart_best(q4_to_m3(m->good.state.p[b])) != there.chart;
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
        if (is_poor(m, b)) change_chart(m, b);
    m->turn.changes = false;
    for (int i = 0; i < 2 * m->dim.nv + m->dim.rated; i++) m->weigh.per[i] = 1 / weight(m, i);
    cd_history_predict(&m->past, h, m->it.yp, m->it.ratep);
    m->it.c = 1 / m->past.current.lead;
    double rounding = in_speeds * DBL_EPSILON * m->weigh.farthest;
    for (int i = 0; i < m->dim.nv; i++) {
        double speed = fabs(m->it.ratep[i]) > 1 ? fabs(m->it.ratep[i]) : 1;
        m->weigh.per_rate[i] = 1 / (m->it.c * m->weigh.allowed * speed + rounding);
    }
    s->state.t = m->good.state.t + h;
    int worst = -1;
    if (m->stats->judged.abrupt && is_i3(m) && m->dim.used)
        cd_newton_age(&m->newton); /* for what it says of velocities */
    a.outcome = iterate(m, &worst, log);
    if (worst >= 0) a.worst = named(m, m->it.scratch, worst);
    if (a.outcome != STEP_OK) {
        cd_count_failure(m->stats, a.outcome);
        return a;
    }
    find_error(m);
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
    if (m->control.failures >= 3 && m->past.order > m->control.lowest) begin_bdf(m); /* the past is of no use */
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
    watch_sizes(m);
    cd_snapshot_take(m->e, &m->good);
    for (int b = 0; b < m->e->s->m->bodies; b++) m->turn.changes = m->turn.changes || is_poor(m, b);
    if (m->turn.changes && change > 0)
        change = 0; /* a further column comes from the error of this step, which is in the old chart */
    m->control.failures = 0, m->control.missed = 0;
    if (!may_change) return h;
    m->control.unrest = 0;
    if (change > 0) cd_history_raise(&m->past);
    for (int i = change; i < 0; i++) cd_history_drop(&m->past);
    bool steady = change == 0 && factor < 1.1 && factor > 0.9;
    m->control.wait = m->past.order + 1;
    if (m->control.limiter >= 0 && factor < 1.5 && m->stats->limited) m->stats->limited[m->control.limiter]++;
    return steady ? h : h * fmin(10, fmax(0.2, factor));
}

static int order_of(const Method *m)
{
    return m->past.order;
}

/* Positions and velocities at a time within the last step, from the polynomial of the past. */
static void interpolate_bdf(Method *m, double t)
{
    System *s = m->e->s;
    double back = t - m->good.state.t;
    s->state.t = t;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        int at = body->first;
        double q[6] = { 0 }, v[6] = { 0 };
        for (int k = 0; k < body->dofs; k++) {
            q[k] = cd_history_at(&m->past, at + k, back);
            v[k] = is_i3(m) ? cd_history_rate_at(&m->past, at + k, back)
                            : cd_history_at(&m->past, m->dim.nv + at + k, back);
        }
        place(m, b, q);
        if (body->dofs == 6) {
            Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(q + 3));
            s->state.p[b] = q4_from_m3(cd_chart_rotation(&there));
            if (is_i3(m)) v3_store(v + 3, m3_apply(cd_chart_b(&there), v3_load(v + 3)));
        }
        memcpy(s->state.v + at, v, sizeof(double) * (size_t)body->dofs);
    }
    for (int i = 0; i < m->dim.rated; i++) m->e->aux.z[i] = cd_history_at(&m->past, 2 * m->dim.nv + i, back);
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
        .calls.begin = begin_bdf, .calls.attempt = attempt_bdf, .calls.accept = accept_bdf, .calls.reject = reject_bdf, \
        .calls.interpolate = interpolate_bdf, .calls.order = order_of, .traits.differences = true, \
        .advice = { .tell = tell_bdf, .instead = instead_of_bdf }, __VA_ARGS__ \
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
