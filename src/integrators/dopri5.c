/* dopri5.c - Dormand and Prince's formula on the equations of index 1 and nothing else: positions and velocities drift
 * off the constraints (theory 13.14). It is there to be compared with MDOP5. */
#include "integrators/onestep.h"

#include <math.h>

static Method *open(Equations *e, const Settings *set, Stats *stats)
{
    static const Formula formula = { .stages = 7, .boundary = 3.25, .allowed = INFINITY, .step = cd_mdop5_step };
    return cd_onestep_open(e, set, stats, &formula);
}

const IntegratorKind cd_integrator_dopri5 = {
    .name = "DOPRI5",
    .summary = "explicit Runge-Kutta of Dormand and Prince, order 5, index 1 without projection",
    .word = METHOD_DOPRI5,
    .formulations = 1u << FORM_I1,
    .calls.open = open,
    ONESTEP,
};
