/* phem56.c - Murua's partitioned half-explicit Runge-Kutta method of order 5 on the equations of index 2, with the
 * weights of Dormand and Prince (theory 13.18 to 13.20). Positions are brought back onto the constraints where they
 * have left them. */
#include "integrators/halfexplicit.h"

#include <string.h>

enum { STAGES = 6 };
/* the points where velocities satisfy the constraints; the last is the end of the step */
static const double next_node[STAGES] = { 0, 3. / 10, 3. / 8, 5. / 7, 1, 1 };
static const double next[STAGES][STAGES] = {
    { 0 },
    { 3. / 40, 9. / 40 },
    { 21. / 256, 45. / 256, 15. / 128 },
    { 19235. / 98784, -225. / 392, 6235. / 6174, 2755. / 32928 },
    { -293. / 1152, 85. / 48, -2275. / 1908, 35. / 32, -2835. / 6784 },
    { 35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84 },
};
/* the embedded formula of order 4, and the point at theta; their last weight is that of the end */
static const double lower[STAGES + 1] = { 5179. / 57600,    0,           7571. / 16695, 393. / 640,
                                          -92097. / 339200, 187. / 2100, 1. / 40 };
static const double between[STAGES + 1] = {
    1812923. / 20736000, 0, 45847. / 100170, 56677. / 414720, -289161. / 13568000, -67507. / 4536000, -3971. / 324000
};

static void add_end(const Method *m, double weight, double *y)
{
    for (int i = 0; i < m->flow.n; i++) y[i] += m->h * weight * m->now.end_rate[i];
}

/* The difference from the formula of order 4, whose velocities are brought onto the constraints first (13.20). The
 * state is that of the end of the step again afterwards. */
static void estimate(Method *m)
{
    Flow *f = &m->flow;
    System *s = f->e->s;
    Projection p = { .factored = f->solve.system_kept };
    double *y = m->y, t = s->state.t;
    cd_onestep_combine(m, STAGES, lower, y);
    add_end(m, lower[STAGES], y);
    cd_flow_place(f, &f->point.last, t, y);
    cd_project_velocities(s, 1e-2 * cd_solved_error(&f->set), &p);
    memcpy(y + f->nv, s->state.v, sizeof(double) * (size_t)f->nv);
    for (int i = 0; i < f->n; i++) m->error[i] = m->now.end[i] - y[i];
    cd_flow_place(f, &f->point.last, t, m->now.end);
}

static Outcome step(Method *m, CdLog *log)
{
    double *sixth = m->k[STAGES]; /* point of the sixth stage, at the same time as the end */
    memcpy(m->k[0], m->flow.vector.rate, sizeof(double) * (size_t)m->flow.n);
    for (int i = 1; i < STAGES; i++) {
        cd_onestep_combine(m, i, cd_dormand_prince_share[i], m->y);
        Outcome outcome = cd_halfexplicit_stage(m, i, cd_dormand_prince_node[i], m->y, next_node[i], next[i], log);
        if (outcome != STEP_OK) return outcome;
    }
    memcpy(sixth, m->y, sizeof(double) * (size_t)m->flow.n);
    cd_onestep_combine(m, STAGES, next[STAGES - 1], m->y);
    Outcome outcome = cd_onestep_arrive(m, sixth, m->k[STAGES - 1], log);
    if (outcome != STEP_OK) return outcome;
    cd_onestep_combine(m, STAGES, between, m->now.middle);
    add_end(m, between[STAGES], m->now.middle);
    m->now.theta = 19. / 30;
    estimate(m);
    return STEP_OK;
}

static Method *open(Equations *e, const Settings *set, Stats *stats)
{
    static const Formula formula = { .stages = STAGES + 1, .boundary = 3.25, .allowed = 1e-3, .step = step };
    return cd_onestep_open(e, set, stats, &formula);
}

const IntegratorKind cd_integrator_phem56 = {
    .name = "PHEM56",
    .summary = "half-explicit Runge-Kutta of Murua, order 5, index 2",
    .word = METHOD_PHEM56,
    .formulations = 1u << FORM_I2,
    .calls.open = open,
    .traits.projects = true,
    ONESTEP,
};
