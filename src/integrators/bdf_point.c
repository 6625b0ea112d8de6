/* bdf_point.c - a point of a BDF method: from the state to the numbers of the past and back, rotations in charts
 * (theory 9.24, 9.27). */
#include "integrators/bdf.h"

#include <math.h>
#include <string.h>

void cd_bdf_watch_sizes(Method *m)
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

void cd_bdf_begin(Method *m)
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
        v3_store(p + 3, cd_bdf_is_i3(m) ? cd_momentum(at_first, body->J, w) : w);
        v3_store(pd + 3, cd_bdf_is_i3(m) ? cd_momentum_rate(at_first, rate, body->J, w, wd) : wd);
    }
    double *z = m->it.y + 2 * m->dim.nv;
    for (int i = 0; i < m->dim.differential; i++)
        z[i] = m->e->aux.z[i], m->it.rate[2 * m->dim.nv + i] = m->e->aux.zdot[i];
    for (int i = 0; i < m->dim.used; i++) z[m->dim.differential + i] = s->state.lambda[s->in_use.row[i]];
    for (int i = m->dim.differential; i < m->e->aux.n; i++) z[m->dim.used + i] = m->e->aux.z[i];
    memset(m->weigh.top, 0, sizeof(double) * (size_t)m->dim.n);
    cd_bdf_watch_sizes(m);
    cd_history_begin(&m->past, m->it.y, m->it.rate, 2 * m->dim.nv + m->dim.differential, m->set.step.hinit);
    if (m->control.lowest == 2) cd_history_bend(&m->past, second, m->dim.nv);
    cd_snapshot_take(m->e, &m->good);
    m->turn.changes = false;
    m->control.wait = m->past.order + 1, cd_newton_forget(&m->newton);
}

static double formula(const Method *m, int i, double value)
{
    return m->it.ratep[i] + (value - m->it.yp[i]) / m->it.c;
}

/* Positions that belong to velocities, SI2 and I1:  q = q_p - c q'_p + c v + s, rotations through B^-1 (9.24). */
void cd_bdf_positions(Method *m)
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
void cd_bdf_set_state(Method *m, bool slopes)
{
    System *s = m->e->s;
    const Mechanism *mech = s->m;
    int rest = cd_bdf_is_i3(m) ? 2 * m->dim.nv : 0;
    for (int i = 0; i < m->dim.nv && cd_bdf_is_i3(m); i++) m->it.rate[i] = m->it.ratep[i] + m->it.moved[i] / m->it.c;
    for (int i = rest; i < 2 * m->dim.nv + m->dim.differential; i++) m->it.rate[i] = formula(m, i, m->it.y[i]);
    for (int b = 0; b < mech->bodies; b++) {
        const MovingBody *body = &mech->body[b];
        int at = body->first, n = body->dofs < 3 ? body->dofs : 3;
        double *v = s->state.v + at, *a = s->state.vdot + at;
        double x[3] = { 0, 0, 0 };
        for (int k = 0; k < n; k++) {
            x[k] = m->it.y[at + k];
            if (cd_bdf_is_i3(m)) {
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
        if (!cd_bdf_is_i3(m)) {
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
    for (int i = 0; i < m->dim.differential; i++)
        m->e->aux.z[i] = z[i], m->e->aux.zdot[i] = m->it.rate[2 * m->dim.nv + i];
    for (int i = 0; i < m->dim.used; i++) s->state.lambda[s->in_use.row[i]] = z[m->dim.differential + i];
    for (int i = m->dim.differential; i < m->e->aux.n; i++) m->e->aux.z[i] = z[m->dim.used + i];
}

/* A body whose angles come near their singularity goes on in the best chart; its past is expressed there point by point
 * (9.27). */
void cd_bdf_change_chart(Method *m, int b)
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
        if (cd_bdf_is_i3(m)) p = m3_tapply(cd_chart_b(&here), m3_tapply(cd_chart_b_inverse(&there), p));
        for (int k = 0; k < 3; k++) angle[k][j] = v3_get(to, k), speed[k][j] = v3_get(p, k);
    }
    for (int k = 0; k < 3; k++) {
        cd_history_rebuild(&m->past, at + k, angle[k]);
        if (cd_bdf_is_i3(m)) cd_history_rebuild(&m->past, m->dim.nv + at + k, speed[k]);
        m->weigh.top[at + k] = fabs(angle[k][0]);
        if (cd_bdf_is_i3(m)) m->weigh.top[m->dim.nv + at + k] = fabs(speed[k][0]);
    }
    m->past.current.last_known = false;
    cd_newton_age(&m->newton);
    m->stats->charts++;
}

bool cd_bdf_is_poor(const Method *m, int b)
{
    const MovingBody *body = &m->e->s->m->body[b];
    if (body->dofs < 6) return false;
    Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(m->it.y + body->first + 3));
    return cd_chart_is_poor(&there) && cd_chart_best(q4_to_m3(m->good.state.p[b])) != there.chart;
}

/* Positions and velocities at a time within the last step, from the polynomial of the past. */
void cd_bdf_interpolate(Method *m, double t)
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
            v[k] = cd_bdf_is_i3(m) ? cd_history_rate_at(&m->past, at + k, back)
                                   : cd_history_at(&m->past, m->dim.nv + at + k, back);
        }
        place(m, b, q);
        if (body->dofs == 6) {
            Attitude there = cd_attitude_on(&m->turn.from[b], v3_load(q + 3));
            s->state.p[b] = q4_from_m3(cd_chart_rotation(&there));
            if (cd_bdf_is_i3(m)) v3_store(v + 3, m3_apply(cd_chart_b(&there), v3_load(v + 3)));
        }
        memcpy(s->state.v + at, v, sizeof(double) * (size_t)body->dofs);
    }
    for (int i = 0; i < m->dim.differential; i++) m->e->aux.z[i] = cd_history_at(&m->past, 2 * m->dim.nv + i, back);
}
