/* dynamic_analysis.c - motion by integration of the equations of motion. */
#include "analyses/dynamic/dynamic.h"

#include "simulation/analysis.h"

#include <stdlib.h>

typedef struct Running {
    CdSimulation *sim;
    Dynamic *motion;
    Violation off;     /* of the constraints, the largest at an output */
    double look;       /* seconds of the processor spent on looking at them, which are no part of the integration */
    int first_message; /* of this analysis */
} Running;

/* Whether something follows by integration only although nothing is free to move: states of elements, rows of
 * velocities. */
static bool needs_integration(System *s)
{
    for (int i = 0; i < s->in_use.n; i++)
        if (s->c->row[s->in_use.row[i]].velocity_level) return true;
    return cd_equations(s)->aux.differential > 0 || s->c->unilaterals > 0;
}

static bool fits(CdSimulation *sim, SimulateType type)
{
    if (type != SIMULATE_DYNAMICS && type != SIMULATE_TRANSIENT) return false;
    return cd_simulation_freedom(sim) > 0 || needs_integration(sim->system);
}

static void follow_results(void *results)
{
    cd_results_follow(results);
}

static void look_at_constraints(void *running)
{
    Running *r = running;
    double from = cd_cpu_seconds();
    cd_violation_look(r->sim->system, &r->off);
    r->look += cd_cpu_seconds() - from;
}

static void *open_dynamic(CdSimulation *sim, const Times *times, CdStatus *status)
{
    Running *r = cd_take(sizeof *r);
    *r = (Running){ .sim = sim, .first_message = cd_log_count(sim->log) };
    cd_warn_singular_start(sim->system, sim->log);
    r->motion = cd_dynamic_open(sim->system, times->step, times->end, sim->log);
    *status = r->motion ? CD_OK : CD_INPUT_ERROR;
    if (!r->motion) {
        free(r);
        return NULL;
    }
    cd_dynamic_tell_settings(r->motion, &sim->reporter);
    if (sim->listener.violations) cd_dynamic_on_output(r->motion, look_at_constraints, r);
    cd_dynamic_on_step(r->motion, follow_results, sim->results);
    if (sim->history) cd_dynamic_keep_history(r->motion, sim->history);
    return r;
}

static CdStatus advance(void *self, double t)
{
    Running *r = self;
    CdStatus status = cd_dynamic_to(r->motion, t, r->sim->log);
    r->sim->done.cpu -= r->look, r->look = 0;
    return status == CD_OK ? cd_watch_redundant(r->sim->system, cd_redundant_off, r->sim->log) : status;
}

static CdStatus step(void *self)
{
    Running *r = self;
    CdStatus status = cd_dynamic_once(r->motion, r->sim->log);
    return status == CD_OK ? cd_watch_redundant(r->sim->system, cd_redundant_off, r->sim->log) : status;
}

static void disturb(void *self)
{
    cd_dynamic_disturb(((Running *)self)->motion);
}

static bool event(void *self, SensorActions *asked)
{
    return cd_dynamic_event(((Running *)self)->motion, asked);
}

static void pace(void *self, double *step, int *order)
{
    const Running *r = self;
    *step = cd_dynamic_step(r->motion), *order = cd_dynamic_order(r->motion);
}

/* What the integration took. */
static void keep_cost(Running *r)
{
    const Stats *s = cd_dynamic_stats(r->motion);
    CdSimulated *c = &r->sim->done;
    c->method = cd_text_copy(&r->sim->arena, cd_text(cd_dynamic_method(r->motion))).at;
    c->steps = s->steps, c->iterations = s->work.iterations, c->residuals = s->work.residuals;
    c->matrices = s->work.matrices, c->factors = s->work.factors;
    c->too_inaccurate = s->repeated.too_inaccurate, c->not_converged = s->repeated.not_converged;
    c->not_finite = s->repeated.not_finite, c->singular = s->repeated.singular;
    c->kinks = s->ended.located, c->events = s->ended.sensed;
    c->shortest = s->size.shortest, c->longest = s->size.longest;
    c->position = r->off.position, c->velocity = r->off.velocity, c->acceleration = r->off.acceleration;
}

static CdStatus finish(void *self, CdStatus status)
{
    Running *r = self;
    SimulationListener *l = &r->sim->listener;
    if (l->verdict) l->verdict(l->user, r->first_message);
    cd_dynamic_tell(r->motion, &r->sim->reporter);
    keep_cost(r);
    r->sim->steps = cd_dynamic_stats(r->motion)->steps;
    return status;
}

static void close_dynamic(void *self)
{
    cd_dynamic_close(((Running *)self)->motion);
    free(self);
}

const AnalysisKind cd_analysis_dynamic = { .name = "dynamic",
                                           .next = "dynamic",
                                           .moves = true,
                                           .fits = fits,
                                           .open = open_dynamic,
                                           .step = step,
                                           .disturb = disturb,
                                           .advance = advance,
                                           .event = event,
                                           .pace = pace,
                                           .finish = finish,
                                           .close = close_dynamic };
