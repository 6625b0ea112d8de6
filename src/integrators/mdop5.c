/* mdop5.c - Dormand and Prince's explicit formula of order 5(4) on the equations of index 1, with positions and
 * velocities brought back onto the constraints at the end of each step (theory 13.13 to 13.15). Its seventh stage is
 * the end of the step, after projection, and the first of the next. */
#include "integrators/onestep.h"

#include <string.h>

/* the difference from the formula of order 4, and the course between the ends */
static const double off[7] = { 71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40 };
static const double course[7] = { -12715105075. / 11282082432,  0,
                                  87487479700. / 32700410799,   -10690763975. / 1880347072,
                                  701980252875. / 199316789632, -1453857185. / 822651844,
                                  69997945. / 29380423 };

/* The value in the middle of the step, and the error. */
static void finish(Method *m)
{
    double h = m->h;
    for (int i = 0; i < m->flow.n; i++) {
        const double *end_rate = m->now.end_rate;
        double error = off[6] * end_rate[i], bend = course[6] * end_rate[i];
        for (int j = 0; j < 6; j++) error += off[j] * m->k[j][i], bend += course[j] * m->k[j][i];
        double whole = m->now.end[i] - m->flow.vector.start[i], first = h * m->k[0][i] - whole;
        double last = whole - h * end_rate[i] - first;
        m->error[i] = h * error;
        m->now.middle[i] =
            m->flow.vector.start[i] + (whole + (first + (last + h * bend / 2) / 2) / 2) / 2; /* (13.15) */
    }
    m->now.theta = 0.5;
}

Outcome cd_mdop5_step(Method *m, CdLog *log)
{
    Outcome outcome = STEP_OK;
    memcpy(m->k[0], m->flow.vector.rate, sizeof(double) * (size_t)m->flow.n);
    for (int i = 1; i < 6 && outcome == STEP_OK; i++) {
        cd_onestep_combine(m, i, cd_dormand_prince_share[i], m->y);
        outcome = cd_onestep_rates(m, cd_dormand_prince_node[i], m->y, m->k[i], log);
    }
    if (outcome != STEP_OK) return outcome;
    memcpy(m->k[6], m->y, sizeof(double) * (size_t)m->flow.n); /* the sixth point, at the same time as the end */
    cd_onestep_combine(m, 6, cd_dormand_prince_share[6], m->y);
    outcome = cd_onestep_arrive(m, m->k[6], m->k[5], log);
    if (outcome != STEP_OK) return outcome;
    finish(m);
    return STEP_OK;
}

static Method *open(Equations *e, const Settings *set, Stats *stats)
{
    static const Formula formula = { .stages = 7, .boundary = 3.25, .allowed = 1e-4, .step = cd_mdop5_step };
    return cd_onestep_open(e, set, stats, &formula);
}

const IntegratorKind cd_integrator_mdop5 = {
    .name = "MDOP5",
    .summary = "explicit Runge-Kutta of Dormand and Prince, order 5, index 1 with projection",
    .word = METHOD_MDOP5,
    .candidate = { { AUTO_EXPLICIT, FORM_I1, "MDOP5", { { 1, 0 }, { 1, 0 } }, 1 } },
    .formulations = 1u << FORM_I1,
    .calls.open = open,
    .traits.projects = true,
    ONESTEP,
};
