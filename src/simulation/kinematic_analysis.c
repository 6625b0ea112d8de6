/* kinematic_analysis.c - motion of a mechanism without degrees of freedom. */
#include "analyses/kinematic/kinematic.h"

#include "simulation/analysis.h"

#include <stdlib.h>

typedef struct Running {
    CdSimulation *sim;
    Kinematic *motion;
    double step; /* between outputs */
} Running;

static bool fits(CdSimulation *sim, SimulateType type)
{
    (void)sim;
    return type == SIMULATE_KINEMATICS || type == SIMULATE_DYNAMICS || type == SIMULATE_TRANSIENT;
}

static void follow_results(void *results)
{
    cd_results_follow(results);
}

static void *open_kinematic(CdSimulation *sim, const Times *times, CdStatus *status)
{
    Running *r = cd_take(sizeof *r);
    *r = (Running){ .sim = sim, .motion = cd_kinematic_open(sim->system, sim->log), .step = times->step };
    cd_kinematic_on_step(r->motion, follow_results, sim->results);
    *status = CD_OK;
    return r;
}

static CdStatus advance(void *self, double t)
{
    Running *r = self;
    return cd_kinematic_to(r->motion, t, r->sim->log);
}

static bool event(void *self, SensorActions *asked)
{
    return cd_kinematic_event(((Running *)self)->motion, asked);
}

static void pace(void *self, double *step, int *order)
{
    *step = ((Running *)self)->step, *order = 0;
}

static CdStatus finish(void *self, CdStatus status)
{
    Running *r = self;
    r->sim->steps = cd_kinematic_steps(r->motion);
    return status;
}

static void close_kinematic(void *self)
{
    cd_kinematic_close(((Running *)self)->motion);
    free(self);
}

const AnalysisKind cd_analysis_kinematic = { .name = "kinematic",
                                             .next = "kinematic",
                                             .moves = true,
                                             .fits = fits,
                                             .open = open_kinematic,
                                             .advance = advance,
                                             .event = event,
                                             .pace = pace,
                                             .finish = finish,
                                             .close = close_kinematic };
