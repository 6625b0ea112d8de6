/* drive.c - from output to output, and to the events of sensors between them. */
#include "simulation/drive.h"

#include <float.h>
#include <math.h>

double cd_same_time(double a, double b)
{
    return 1e-13 * fmax(fabs(a), fabs(b));
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

/* Whether there are times so many and so far apart. */
static bool can_be_told_apart(const Times *t, double outputs)
{
    const double most = 1e9, digits = 16 * DBL_EPSILON;
    return !(t->end > t->start) || (outputs <= most && t->step > digits * fmax(fabs(t->start), fabs(t->end)));
}

/* Outputs every `step` from the start on. */
static bool set_outputs(Times *t, double step)
{
    double n = ceil((t->end - t->start) / step * (1 - 1e-12));
    t->step = step;
    if (!can_be_told_apart(t, n)) return false;
    t->n = n > 0 ? (int)n : 0;
    return true;
}

/* The times of an order; false: there are no such times. */
static bool times_of(const CdSimulation *sim, const SimulationOrder *o, Times *t)
{
    *t = (Times){ .start = sim->system ? sim->system->state.t : 0, .end = o->end };
    if (fabs(t->end - t->start) <= cd_same_time(t->start, t->end)) t->end = t->start;
    if (o->dtout > 0) return set_outputs(t, o->dtout);
    t->n = o->steps, t->step = (t->end - t->start) / t->n;
    return can_be_told_apart(t, t->n);
}

static CdStatus refuse_outputs(const CdSimulation *sim, const SimulationOrder *o, const Times *t)
{
    cd_log(sim->log, o->place, OUTPUTS_TOO_CLOSE, o->label, t->step, t->start, t->end);
    return CD_INPUT_ERROR;
}

/* ---- the analysis ------------------------------------------------------------------------------------------------ */

typedef struct Led {
    CdSimulation *sim;
    const AnalysisKind *kind;
    void *analysis;
    double began; /* seconds of a clock */
} Led;

/* Tells whoever waits how far a simulation is; what is left is taken to go as fast as what is done. */
static void show_progress(const Led *l, const Times *t)
{
    const SimulationListener *to = &l->sim->listener;
    double now = l->sim->system->state.t, done = now - t->start;
    if (!to->progress) return;
    CdProgress p = { .t = now, .start = t->start, .end = t->end };
    if (l->kind->pace) l->kind->pace(l->analysis, &p.step, &p.order);
    if (done > 0) p.eta = (cd_clock_seconds() - l->began) * (t->end - now) / done;
    to->progress(to->user, &p);
}

static CdStatus advance(const Led *l, double t)
{
    double from = cd_cpu_seconds();
    CdStatus status = l->kind->advance(l->analysis, t);
    l->sim->done.cpu += cd_cpu_seconds() - from;
    return status;
}

static CdStatus go_through(const Led *l, const SimulationOrder *order, const Times *whole)
{
    CdSimulation *sim = l->sim;
    Times t = *whole;
    for (int i = 1; i <= t.n && (t.end > t.start || !l->kind->shows_start);) {
        SensorActions asked = { 0 };
        double time = i == t.n ? t.end : t.start + i * t.step;
        CdStatus status = advance(l, time);
        if (status != CD_OK) return status;
        bool event = l->kind->event && l->kind->event(l->analysis, &asked);
        bool there = sim->system->state.t >= time - cd_same_time(time, time);
        bool shown = sim->outputs && sim->results->t == sim->system->state.t && !asked.again;
        if (!shown && (there || asked.print || asked.end || asked.halt))
            status = cd_simulation_output(sim, l->kind->next);
        if (status != CD_OK) return status;
        show_progress(l, whole);
        if (asked.halt) return CD_HALTED;
        if (asked.end) return CD_OK;
        if (there) i++;
        if (i <= t.n && cd_stop_asked(&sim->stop)) return CD_STOPPED;
        if (event && asked.dt > 0) {
            t.start = sim->system->state.t, i = 1;
            if (!set_outputs(&t, asked.dt)) return refuse_outputs(sim, order, &t);
        }
    }
    return CD_OK;
}

/* From the state as it has been assembled; first: nobody has seen it yet. */
static CdStatus analyse(CdSimulation *sim, const AnalysisKind *kind, const SimulationOrder *order, const Times *t,
                        bool first)
{
    Led l = { .sim = sim, .kind = kind, .began = cd_clock_seconds() };
    CdStatus status = CD_OK;
    sim->done.analysis = l.kind->name;
    double from = cd_cpu_seconds();
    l.analysis = l.kind->open(sim, t, &status);
    if (!l.analysis) return status;
    sim->done.cpu += cd_cpu_seconds() - from;
    if (l.kind->next && (first || l.kind->shows_start)) status = cd_simulation_output(sim, l.kind->name);
    if (status == CD_OK && l.kind->advance) status = go_through(&l, order, t);
    if (l.kind->finish) status = l.kind->finish(l.analysis, status);
    l.kind->close(l.analysis);
    return status;
}

/* A mechanism that is free to move has no kinematics. */
static CdStatus refuse_freedom(CdSimulation *sim, const SimulationOrder *order)
{
    const Mechanism *m = sim->system->m;
    int dof = cd_simulation_freedom(sim), modes = 0;
    for (int k = 0; k < m->flexes; k++) modes += m->flex[k].modes;
    sim->done.analysis = "kinematic";
    if (modes) cd_log(sim->log, order->place, MODES_ARE_FREE, dof, modes);
    else cd_log(sim->log, order->place, HAS_FREEDOM, dof, dof == 1 ? "" : "s");
    return CD_ANALYSIS_FAILED;
}

static CdStatus simulate(CdSimulation *sim, const SimulationOrder *order)
{
    Times t;
    bool outputs = times_of(sim, order, &t);
    if (!cd_simulation_routines(sim) || cd_model_unsupported(sim->model, sim->log)) return CD_INPUT_ERROR;
    if (t.end < t.start) {
        cd_log(sim->log, order->place, ENDS_BEFORE, order->label, t.end, t.start);
        return CD_INPUT_ERROR;
    }
    if (!outputs) return refuse_outputs(sim, order, &t);
    bool first = !sim->assembled;
    CdStatus status = cd_simulation_assemble(sim, order->type == SIMULATE_STATICS);
    if (status != CD_OK) return status;
    sim->done.start = t.start, sim->done.end = t.end, sim->done.length = sim->system->constants.length;
    if (order->type == SIMULATE_KINEMATICS && cd_simulation_freedom(sim) > 0) return refuse_freedom(sim, order);
    const AnalysisKind *kind = cd_analysis_for(sim, order->type);
    if (kind->moves && sim->still) status = cd_simulation_set_off(sim);
    return status == CD_OK ? analyse(sim, kind, order, &t, first) : status;
}

/* Pivots that had to be chosen again are reported. */
static void tell_pivots(CdSimulation *sim, CdPlace place)
{
    int n = sim->system ? cd_solver(sim->system)->repivoted.n : 0;
    if (!n) return;
    cd_log(sim->log, place, NEW_PIVOTS, n, n == 1 ? "" : "s", cd_solver(sim->system)->repivoted.first,
           cd_solver(sim->system)->repivoted.last);
    cd_solver(sim->system)->repivoted.n = 0;
}

CdStatus cd_simulation_carry_out(CdSimulation *sim, const SimulationOrder *order)
{
    if (sim->system) cd_system_forget_factors(sim->system);
    sim->done = (CdSimulated){ 0 }, sim->outputs = 0, sim->steps = 0;
    CdStatus status = simulate(sim, order);
    sim->done.status = status, sim->done.reached = sim->system ? sim->system->state.t : 0;
    tell_pivots(sim, order->place);
    return status;
}
