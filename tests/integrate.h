/* integrate.h - what tests of integrators share: three mechanisms, a fine Runge-Kutta solution of (8.24) to measure
 * against, errors. */
#pragma once
#include "analyses/dynamic/dynamic.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct Problem {
    const char *name, *text;
    int steps; /* per second, the largest with which explicit methods of order 5 show their order above rounding */
} Problem;

static const Problem problems[] = {
    { "tilted pendulum with a filter",
      "pendulum\nPART/1, GROUND\nMARKER/10, PART=1, REULER=0.3,1.1,0.2\n"
      "PART/2, MASS=1.2, CM=20, IP=0.03,0.04,0.02, QG=0,0,0, REULER=0.3,1.1,0.2, WZ=0.45\n"
      "MARKER/20, PART=2, QP=0.4,0.1,0\nMARKER/21, PART=2\nJOINT/1, REVOLUTE, I=21, J=10\n"
      "DIFF/1, FUNCTION=-3*DIF(1)+AZ(21,10), IC=0.2\n"
      "SFORCE/1, I=21, J=10, ROTATION, FUNCTION=-0.3*DIF(1)-0.05*WZ(21,10,10)\nACCGRAV/KGRAV=-0.5\n",
      12 },
    { "spatial double pendulum on spherical joints",
      "chain\nPART/1, GROUND\nMARKER/10, PART=1\n"
      "PART/2, MASS=1.1, CM=20, IP=0.5,0.4,0.3, WX=0.05, WY=-0.15, WZ=0.1\n"
      ", QG=1.0344628866847176,0.61307369713185988,0.063460050086600162\n"
      ", REULER=0.13109520408120739,0.81394942162874862,-0.21699780886168524\n"
      "MARKER/20, PART=2\nMARKER/21, PART=2, QP=-1,-0.6,0.3\nMARKER/22, PART=2, QP=0.9,0.6,0.3\n"
      "PART/3, MASS=0.6, CM=30, IP=0.2,0.3,0.1, WX=-0.1, WY=0.1, WZ=0.15\n"
      ", QG=2.9117772517928127,1.138831980894236,0.22335031559191129\n"
      ", REULER=-0.22245209605727048,1.2956670192947601,0.30063339850480614\n"
      "MARKER/30, PART=3\nMARKER/31, PART=3, QP=-0.7,0.4,0.6\n"
      "JOINT/1, SPHERICAL, I=21, J=10\nJOINT/2, SPHERICAL, I=31, J=22\n"
      "SPRINGDAMPER/1, TRANSLATION, I=30, J=10, K=0.7, C=0.1, LENGTH=2.4\nACCGRAV/KGRAV=-0.5\n",
      20 },
    { "spatial four-bar, a closed loop",
      "loop\nPART/1, GROUND\nMARKER/10, PART=1, REULER=90D,90D,0\nMARKER/11, PART=1, QP=1.2,0.2,0, REULER=0.4,1.2,0\n"
      "PART/2, MASS=1.3, CM=20, IP=0.2,0.3,0.4, WX=0.5, REULER=0,0.00099597166542998066,0\nMARKER/20, PART=2, QP=0.1,0.1,0.2\n"
      "MARKER/21, PART=2, REULER=90D,90D,0\nMARKER/22, PART=2, QP=0,0.3,0.4\n"
      "PART/3, MASS=0.9, CM=30, IP=0.3,0.2,0.25\n"
      ", QG=0.78972832531508308,0.41960935800540949,0.55038948964031942\n"
      ", REULER=-1.2127078599720602,0.012893382836566611,1.200900518235501\n"
      "MARKER/30, PART=3, QP=0.05,-0.1,0.07\n"
      "MARKER/31, PART=3, QP=-0.79,-0.13,-0.14\nMARKER/32, PART=3, QP=0.79,0.13,0.14\n"
      "PART/4, MASS=0.7, CM=40, IP=0.1,0.3,0.15, QG=1.2,0.2,0, REULER=0.4,1.2,0.025827635549201006\n"
      "MARKER/40, PART=4, QP=0.2,0.3,0.1\n"
      "MARKER/41, PART=4\nMARKER/42, PART=4, QP=0.5,0.7,0.1\n"
      "JOINT/1, REVOLUTE, I=21, J=10\nJOINT/2, SPHERICAL, I=31, J=22\nJOINT/3, SPHERICAL, I=32, J=42\n"
      "JOINT/4, REVOLUTE, I=41, J=11\nSPRINGDAMPER/1, TRANSLATION, I=30, J=10, K=0.8, C=0.1, LENGTH=0.7\n"
      "ACCGRAV/KGRAV=-0.4\n",
      8 },
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

/* ---- a problem at its start -------------------------------------------------------------------------------------- */

typedef struct Case {
    CdLog *log;
    CdModel *model;
    System *s;
    Equations *e;
} Case;

static inline Case open_case(const Problem *p, const char *integrator)
{
    Case c = { .log = cd_log_open() };
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "%s%sEND\n", p->text, integrator);
    c.model = cd_model_read_text("case.adm", text.at, text.n, c.log);
    cd_buffer_close(&text);
    if (!c.model) cd_log_print(c.log, stderr);
    assert_non_null(c.model);
    c.s = cd_system_open(c.model, NULL);
    assert_int_equal(cd_initial_positions(c.s, c.log), CD_OK);
    assert_int_equal(cd_initial_velocities(c.s, c.log), CD_OK);
    assert_int_equal(cd_accelerations(c.s, c.log), CD_OK);
    c.e = cd_equations(c.s);
    return c;
}

static inline void close_case(Case *c)
{
    cd_system_close(c->s);
    cd_model_close(c->model);
    cd_log_close(c->log);
}

/* ---- reference --------------------------------------------------------------------------------------------------- */

/* One step of the classical Runge-Kutta method; rotations by increments in body axes, whose rate is T^-1 wbar. The last
 * of the five stages is the new point. */
static inline void runge_kutta(Case *c, Snapshot *from, double h)
{
    enum { STAGES = 5, MOST = 40 };
    static const double share[STAGES][4] = {
        { 0 }, { 0.5 }, { 0, 0.5 }, { 0, 0, 1 }, { 1. / 6, 1. / 3, 1. / 3, 1. / 6 }
    };
    static const double node[STAGES] = { 0, 0.5, 0.5, 1, 1 };
    const Mechanism *m = c->s->m;
    State *s = &c->s->state;
    double move[STAGES][MOST], speed[STAGES][MOST], rate[STAGES][MOST];
    assert_true(m->nv <= MOST);
    cd_snapshot_take(c->e, from);
    for (int k = 0; k < STAGES; k++) {
        double q[MOST] = { 0 };
        cd_snapshot_restore(c->e, from);
        for (int j = 0; j < k; j++) {
            for (int i = 0; i < m->nv; i++)
                q[i] += h * share[k][j] * move[j][i], s->v[i] += h * share[k][j] * speed[j][i];
            for (int i = 0; i < c->e->aux.differential; i++) c->e->aux.z[i] += h * share[k][j] * rate[j][i];
        }
        cd_state_move(m, s, q, 1);
        s->t += h * node[k];
        assert_int_equal(cd_accelerations(c->s, c->log), CD_OK);
        memcpy(move[k], s->v, sizeof(double) * (size_t)m->nv);
        memcpy(speed[k], s->vdot, sizeof(double) * (size_t)m->nv);
        memcpy(rate[k], c->e->aux.zdot, sizeof(double) * (size_t)c->e->aux.differential);
        for (int b = 0; b < m->bodies; b++) {
            if (m->body[b].dofs < 6) continue;
            double *w = move[k] + m->body[b].first + 3, *turn = q + m->body[b].first + 3;
            Vec3 r = m3_apply(m3_rotvec_tangent_inverse(v3(turn[0], turn[1], turn[2])), v3(w[0], w[1], w[2]));
            w[0] = r.x, w[1] = r.y, w[2] = r.z;
        }
    }
}

static inline void follow_by(Case *c, double end, double step)
{
    Arena arena = { 0 };
    Snapshot room = cd_snapshot_new(&arena, c->e);
    double length = end - c->s->state.t;
    int n = (int)ceil(length / step);
    for (int i = 0; i < n; i++) runge_kutta(c, &room, length / n);
    cd_arena_close(&arena);
}

static inline void follow(Case *c, double end)
{
    follow_by(c, end, 2e-3);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

typedef struct Error {
    double q, v, lambda, z;
} Error;

/* The present state against a snapshot of the reference, as the largest difference; multipliers against their size. */
static inline Error difference(const Case *c, const Snapshot *ref)
{
    Error e = { 0, 0, 0, 0 };
    const System *s = c->s;
    double size = 0;
    for (int b = 0; b < s->m->bodies; b++) {
        e.q = fmax(e.q, v3_norm(v3_sub(s->state.r[b], ref->state.r[b])));
        e.q = fmax(e.q, v3_norm(q4_log(q4_mul(q4_conj(ref->state.p[b]), s->state.p[b]))));
    }
    for (int i = 0; i < s->m->nv; i++) e.v = fmax(e.v, fabs(s->state.v[i] - ref->state.v[i]));
    for (int i = 0; i < s->c->rows; i++) size = fmax(size, fabs(ref->state.lambda[i]));
    for (int i = 0; i < s->c->rows; i++)
        e.lambda = fmax(e.lambda, fabs(s->state.lambda[i] - ref->state.lambda[i]) / size);
    for (int i = 0; i < c->e->aux.differential; i++) e.z = fmax(e.z, fabs(c->e->aux.z[i] - ref->z[i]));
    return e;
}

static inline Error larger(Error a, Error b)
{
    return (Error){ fmax(a.q, b.q), fmax(a.v, b.v), fmax(a.lambda, b.lambda), fmax(a.z, b.z) };
}
