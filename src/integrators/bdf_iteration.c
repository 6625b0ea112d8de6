/* bdf_iteration.c - the corrector of a BDF method: residual, matrix, correction, and what is left to round-off
 * (theory 9.7 to 9.25). */
#include "integrators/bdf.h"
#include "integrators/trace.h"
#include "integrators/tuning.h"
#include "linalg/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The length of what is tested, in units of what is allowed: a sum, as in Gear's program, not a mean, which bodies at
 * rest would make smaller. */
double cd_bdf_norm(const Method *m, const double *x, int *worst)
{
    int q = cd_bdf_is_i3(m) ? m->dim.nv : 2 * m->dim.nv, z = 2 * m->dim.nv,
        at = -1; /* velocities of I3 are not tested */
    double sum = 0, largest = -1;
    for (int i = 0; i < z + m->dim.differential; i++) {
        if (i == q) i = z;
        if (i == z + m->dim.differential) break;
        double a = fabs(x[i] * m->weigh.per[i]);
        sum += a * a;
        if (a > largest) largest = a, at = i;
    }
    if (worst && at >= 0) *worst = at;
    return sqrt(sum);
}

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
            r[i] = cd_bdf_is_i3(m) ? m->e->now.phi[i] / (c * c) : m->e->now.phi_rate[i] / c;
        }
    }
}

static bool residual(Method *m, bool slopes, CdLog *log)
{
    cd_bdf_set_state(m, slopes);
    m->stats->work.residuals++;
    if (!cd_equations_prepare(m->e, log) || !cd_equations_residual(m->e, m->it.r)) return false;
    if (cd_bdf_is_i3(m)) {
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
    if (!cd_bdf_is_i3(m) || body->dofs < 6) return;
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
    if (cd_bdf_is_i3(m) && cd_trace_is_full(m->stats->trace)) tell_full(m);
    Maps maps[MATRIX_PARTS] = { { .rate = 1 }, { .z = 1 }, { 0 } };
    for (int b = 0; b < mech->bodies; b++) {
        BodyMap *map[MATRIX_PARTS];
        for (int p = 0; p < MATRIX_PARTS; p++) map[p] = &m->turn.map[mech->bodies * p + b];
        map_body(m, b, map);
    }
    for (int p = 0; p < MATRIX_PARTS; p++) {
        maps[p].body = m->turn.map + mech->bodies * p, maps[p].power = p;
        cd_inertia_matrix(m->e, &maps[p]);
        for (int b = 0; b < mech->bodies && cd_bdf_is_i3(m); b++) {
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
static void auxiliaries_change(const Method *m, const double *x, double *change)
{
    for (int i = 0; i < m->dim.used; i++) change[m->dim.differential + i] = x[i];
    for (int i = 0; i < m->dim.differential; i++) change[i] = m->it.c * x[m->dim.used + i];
    for (int i = m->dim.differential; i < m->e->aux.n; i++) change[m->dim.used + i] = x[m->dim.used + i];
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
        if (!cd_bdf_is_i3(m)) {
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
    auxiliaries_change(m, d + m->dim.nv, dz);
    for (int i = 0; i < m->dim.used + m->e->aux.n; i++) z[i] += dz[i];
}

/* The size of the correction of multipliers and other auxiliary unknowns, which ORIGINAL looks at too. */
static double others_norm(const Method *m, const double *change)
{
    if (m->set.iteration.corrector == CORRECTOR_MODIFIED) return 0;
    int first = 2 * m->dim.nv + m->dim.differential;
    double q = m->weigh.farthest / (m->it.c * m->it.c), v = m->weigh.fastest / m->it.c;
    double felt = 1e6 * DBL_EPSILON * m->weigh.heaviest * (cd_bdf_is_i3(m) ? q : v);
    return cd_newton_others(m->it.y + first, change + first, m->dim.n - first, cd_solved_error(&m->set), felt);
}

static void start_iteration(Method *m, bool carried)
{
    double *w = m->newton.weight;
    memset(w, 0, sizeof(double) * (size_t)m->newton.n);
    for (int i = 0; i < m->dim.nv; i++) w[i] = m->it.c * m->it.c * m->weigh.per[i];
    for (int i = 0; i < m->dim.differential; i++)
        w[m->dim.nv + m->dim.used + i] = m->it.c * m->weigh.per[2 * m->dim.nv + i];
    memcpy(m->it.y, m->it.yp, sizeof(double) * (size_t)m->dim.n);
    for (int i = 0; i < m->dim.nv && cd_bdf_is_i3(m); i++)
        move_to(m, i, carried ? m->it.c * (cd_history_rate_at(&m->past, i, 0) - m->it.ratep[i]) : 0);
    memset(m->it.shift, 0, sizeof(double) * (size_t)m->dim.nv),
        memset(m->it.nu, 0, sizeof(double) * (size_t)m->dim.used);
    if (!cd_bdf_is_i3(m)) cd_bdf_positions(m);
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
    double size = cd_bdf_norm(m, change, worst), sum = 0;
    for (int i = 0; i < m->dim.nv && cd_bdf_is_i3(m); i++) {
        double a = change[i] * m->weigh.per_rate[i];
        sum += a * a;
    }
    return m->weigh.unit * fmax(size, tuning_bdf_iteration * sqrt(sum));
}

static double add(Method *m, double *others, int *worst)
{
    correct(m, m->it.r, m->it.scratch);
    if (m->set.formulation == FORM_SI2) {
        cd_bdf_positions(m);
        cd_bdf_set_state(m, false);
        cd_bodies_motion(m->e->s->m, &m->e->s->state, m->e->s->now.body);
        stabilise(m, m->it.scratch);
    }
    if (!cd_bdf_is_i3(m)) cd_bdf_positions(m);
    *others = others_norm(m, m->it.scratch);
    return size_of(m, m->it.scratch, worst);
}

/* SI2: how far rounding moves positions that are brought onto the constraints, as a multiple of the rounding unit. */
static double shift_noise(Method *m)
{
    System *s = m->e->s;
    cd_newton_rounding(s->now.rhs, m->dim.nv + m->dim.used, m->dim.nv, m->dim.used, 0, m->weigh.farthest, 0);
    cd_system_solve(s);
    return cd_largest(m->dim.nv, s->now.rhs) / DBL_EPSILON;
}

static double noise(Method *m, double *others)
{
    const double *z = m->it.y + 2 * m->dim.nv;
    int n = cd_equations_unknowns(m->e), worst = -1;
    double a = cd_largest(m->dim.nv, m->it.rate + m->dim.nv),
           force = m->weigh.heaviest * a + cd_largest(m->dim.used, z + m->dim.differential);
    double c = m->it.c, level = cd_bdf_is_i3(m) ? m->weigh.farthest / (c * c) : a;
    if (m->set.formulation == FORM_SI2) level = m->weigh.fastest * (1 + shift_noise(m)) / c;
    cd_newton_rounding(m->it.r, n, m->dim.nv, m->dim.used, force, level, cd_largest(m->dim.n - 2 * m->dim.nv, z));
    cd_equations_solve(m->e, m->it.r);
    memset(m->it.scratch, 0, sizeof(double) * (size_t)m->dim.n);
    for (int i = 0; i < m->dim.nv; i++)
        m->it.scratch[i] = c * c * m->it.r[i], m->it.scratch[m->dim.nv + i] = c * m->it.r[i];
    auxiliaries_change(m, m->it.r + m->dim.nv, m->it.scratch + 2 * m->dim.nv);
    *others = others_norm(m, m->it.scratch);
    return size_of(m, m->it.scratch, &worst);
}

void cd_bdf_find_error(Method *m)
{
    for (int i = 0; i < m->dim.n; i++)
        m->past.current.error[i] = cd_bdf_is_i3(m) && i < m->dim.nv ? m->it.moved[i] : m->it.y[i] - m->it.yp[i];
}

/* What iterations are held against; rounding counts by what it does to positions, to velocities, and in I3 to those
 * that follow from positions. */
static double error_so_far(Method *m)
{
    double rounding = DBL_EPSILON * (cd_bdf_is_i3(m) ? m->weigh.farthest : fmax(m->weigh.farthest, m->weigh.fastest)),
           least = (cd_bdf_is_i3(m) ? tuning_bdf_rounding : tuning_bdf_visible) * rounding;
    double floor = least / (tuning_bdf_iteration * m->weigh.allowed);
    if (cd_bdf_is_i3(m)) floor = fmax(floor, least / (m->it.c * m->weigh.allowed + tuning_speed_rounding * rounding));
    cd_bdf_find_error(m);
    return m->weigh.unit * fmax(cd_bdf_norm(m, m->past.current.error, NULL) * cd_history_factor(&m->past), floor);
}

/* Iterates from the prediction. */
Outcome cd_bdf_iterate(Method *m, int *worst, CdLog *log)
{
    static const NewtonCalls calls = { start_iteration, residual, make_parts, solve, add, noise, error_so_far };
    double tolerance =
        tuning_bdf_iteration * (1 + m->set.iteration.adaptivity / (m->set.tolerance.error * m->past.current.step));
    Outcome outcome = cd_newton(&m->newton, &calls, m, &m->set, m->stats, m->it.c, tolerance, worst, log);
    if (outcome == STEP_OK) cd_bdf_set_state(m, false);
    return outcome;
}
