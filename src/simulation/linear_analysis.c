/* linear_analysis.c - the present state made ready for linear models: inputs and outputs of plants are unknowns of its
 * own. What becomes of them is up to whoever listens. */
#include "analyses/linear/linear.h"
#include "simulation/analysis.h"

#include <stdlib.h>

typedef struct Running {
    CdSimulation *sim;
    Equations *usual; /* of the motion */
    double mode;      /* before */
} Running;

static bool fits(CdSimulation *sim, SimulateType type)
{
    (void)sim;
    return type == SIMULATE_LINEAR;
}

/* Reactions of rows that are not linear in velocities change with these, which the linearised equations leave out. */
static bool refuses_nonlinear(const CdSimulation *sim)
{
    const Element *e = cd_constraints_nonlinear(sim->system->c);
    char label[CD_LABEL_ROOM];
    if (e) cd_log(sim->log, e->place, NOT_LINEARISED, cd_label(e, label));
    return e;
}

static void *open_linear(CdSimulation *sim, const Times *times, CdStatus *status)
{
    (void)times;
    *status = refuses_nonlinear(sim) ? CD_ANALYSIS_FAILED : CD_OK;
    if (*status != CD_OK) return NULL;
    Running *r = cd_take(sizeof *r);
    *r = (Running){ .sim = sim, .usual = cd_equations_take_plants(sim->system) };
    r->mode = cd_linear_enter(sim->system, sim->still);
    cd_equations_tell_missing(cd_equations(sim->system), sim->log);
    return r;
}

static CdStatus finish(void *self, CdStatus status)
{
    const SimulationListener *l = &((Running *)self)->sim->listener;
    return status == CD_OK && l->linear ? l->linear(l->user) : status;
}

static void close_linear(void *self)
{
    Running *r = self;
    cd_linear_leave(r->sim->system, r->mode);
    cd_equations_give_back(r->sim->system, r->usual);
    free(r);
}

const AnalysisKind cd_analysis_linear = {
    .name = "linear", .fits = fits, .open = open_linear, .finish = finish, .close = close_linear
};
