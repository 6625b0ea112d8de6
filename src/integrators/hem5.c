/* hem5.c - Brasey's half-explicit Runge-Kutta method of order 5 on the equations of index 2 (theory 13.21, 13.22). Each
 * stage gives the next point, whose velocities satisfy the constraints. Positions are brought back onto them where they
 * have left them. */
#include "integrators/halfexplicit.h"

#include <string.h>

enum { STAGES = 8 };
static const double node[STAGES + 1] = { 0, 0.1, 0.15, 0.3614787346573635, 0.08535584335486351, 0.5, 0.8, 1, 1 };
/* shares of the stages in the points behind the first; the last is the end of the step */
static const double share[STAGES][STAGES] = {
    { 0.1 },
    { 0.0375, 0.1125 },
    { 0.3222169236216038, -1.188883322987607, 1.228145134023366 },
    { -0.03501123898129943, 0.3725420601086163, -0.2721053535582034, 0.01993037578575077 },
    { -0.5576547055042005, 1.367307289645883, -1.732236360460725, 0.4587772007467548, 0.963806575572288 },
    { 0.08654517193566155, -0.08810082847945416, 0.1981275547329404, -0.4645422679331083, 0.1615170091109488,
      0.9064533606330119 },
    { 0, 0, 0, 3.624477248753816, -0.4617724189181256, -3.198024628164272, 1.03531979832874 },
    { 0, 0, 0, 0.2467760667636791, 0.2106594087489728, 0.1769218149125021, 0.3064446444147922, 0.05919806516005373 },
};

/* Two formulas of orders 3 and 2 show what order 5 leaves over: e_1^2 / (e_1 + e_2 / 100) goes like h^5 (13.22). */
static void estimate(Method *m, const double *eighth)
{
    Flow *f = &m->flow;
    const double *end = m->now.end;
    double *rough = m->y, third, second;
    for (int i = 0; i < f->n; i++) {
        m->error[i] = end[i] - eighth[i];
        rough[i] = end[i] - f->vector.start[i] - m->h * (2.5 * m->k[6][i] - 1.5 * m->k[7][i]);
    }
    third = cd_flow_norm(f, m->error, NULL), second = cd_flow_norm(f, rough, NULL);
    double factor = third > 0 ? third / (third + 0.01 * second) : 0;
    for (int i = 0; i < f->n; i++) m->error[i] *= factor;
}

static Outcome step(Method *m, CdLog *log)
{
    double *eighth = m->k[STAGES]; /* point of the last stage, at the same time as the end */
    memcpy(m->y, m->flow.vector.start, sizeof(double) * (size_t)m->flow.n);
    for (int i = 0; i < STAGES; i++) {
        Outcome outcome = cd_halfexplicit_stage(m, i, node[i], m->y, node[i + 1], share[i], log);
        if (outcome != STEP_OK) return outcome;
        if (i == STAGES - 1) memcpy(eighth, m->y, sizeof(double) * (size_t)m->flow.n);
        cd_onestep_combine(m, i + 1, share[i], m->y);
    }
    Outcome outcome = cd_onestep_arrive(m, eighth, m->k[STAGES - 1], log);
    if (outcome != STEP_OK) return outcome;
    cd_flow_middle(&m->flow, m->h, m->now.end, m->now.end_rate, m->now.middle);
    m->now.theta = 0.5;
    estimate(m, eighth);
    return STEP_OK;
}

static Method *open(Equations *e, const Settings *set, Stats *stats)
{
    static const Formula formula = { .stages = STAGES + 1, .boundary = 3, .limit = 3.2, .allowed = 1e-3, .step = step };
    return cd_onestep_open(e, set, stats, &formula);
}

const IntegratorKind cd_integrator_hem5 = {
    .name = "HEM5",
    .summary = "half-explicit Runge-Kutta of Brasey, order 5, index 2",
    .word = METHOD_HEM5,
    .formulations = 1u << FORM_I2,
    .calls.open = open,
    .traits.projects = true,
    ONESTEP,
};
