/* initial_analysis.c - SIMULATE/INITIAL_CONDITIONS: what has been assembled is shown. */
#include "simulation/analysis.h"

static bool fits(CdSimulation *sim, SimulateType type)
{
    (void)sim;
    return type == SIMULATE_INITIAL_CONDITIONS;
}

static void *open_initial(CdSimulation *sim, const Times *times, CdStatus *status)
{
    (void)times;
    *status = CD_OK;
    return sim;
}

static void close_initial(void *self)
{
    (void)self;
}

const AnalysisKind cd_analysis_initial = { .name = "initialConditions",
                                           .next = "initialConditions",
                                           .shows_start = true,
                                           .fits = fits,
                                           .open = open_initial,
                                           .close = close_initial };
