/* control.c - the public calls that lead a simulation: opened, from time to time, to equilibria. */
#include "simulation/control.h"

#include "base/tiny.h"
#include "elements/pinput.h"
#include "expr/user.h"
#include "lang/lang.h"
#include "simulation/drive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No step goes beyond it, and it is far beyond what anybody simulates. */
static const double end_of_time = 1e30;

CdSimulationOptions cd_simulation_default(void)
{
    return (CdSimulationOptions){ .output_step = 0.01 };
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static CdStatus keep_output(void *user)
{
    CdSimulation *sim = user;
    Control *c = sim->control;
    c->shown = true;
    History *h = &c->history;
    size_t channels = (size_t)sim->results->channels;
    if (c->options.record && h->rows == h->room) {
        h->room = h->room ? 2 * h->room : 64;
        h->t = realloc(h->t, sizeof *h->t * (size_t)h->room);
        h->value = realloc(h->value, sizeof *h->value * (size_t)h->room * (channels + 1));
        if (!h->t || !h->value) cd_out_of_memory(sizeof *h->value * (size_t)h->room * (channels + 1));
    }
    if (c->options.record) {
        h->t[h->rows] = sim->results->t;
        memcpy(h->value + (size_t)h->rows * channels, sim->results->value, sizeof *h->value * channels);
        h->rows++;
    }
    if (c->good) cd_control_keep_again(sim, c->good);
    if (c->options.output) c->options.output(c->options.user, sim);
    return CD_OK;
}

static void ignore_line(void *user, const char *line)
{
    (void)user, (void)line;
}

bool cd_control_refuses_input(CdSimulation *sim, const CdModel *m, int variable)
{
    if (!m->taken_over || !m->taken_over[variable]) return false;
    cd_log(sim->log, ((CdPlace){ 0 }), INPUT_TAKEN_OVER, cd_model_id(m, KIND_variable, variable));
    return true;
}

/* The VARIABLEs that the caller sets; those of a PINPUT that a MOTION or GCON has taken over are computed as the model
 * says. False, with a message, if one that the options name cannot be set. */
static bool list_inputs(CdSimulation *sim, const CdModel *m, const CdSimulationOptions *o, bool **inputs)
{
    bool any = o->inputs > 0;
    bool *set = ARENA_ARRAY(&sim->arena, bool, m->table[KIND_variable].n);
    for (int i = 0; i < m->table[KIND_pinput].n && !o->no_plant_inputs; i++) {
        const PlantList *plant = m->table[KIND_pinput].at[i].data;
        for (int k = 0; k < plant->variables.n; k++) {
            int at = plant->variables.at[k];
            if (!m->taken_over || !m->taken_over[at]) set[at] = any = true;
        }
    }
    for (int i = 0; i < o->inputs; i++) {
        int at = cd_model_find(m, KIND_variable, o->input[i]);
        if (at < 0) {
            cd_log(sim->log, ((CdPlace){ 0 }), NO_INPUT, o->input[i]);
            return false;
        }
        if (cd_control_refuses_input(sim, m, at)) return false;
        set[at] = true;
    }
    *inputs = any ? set : NULL;
    return true;
}

static void drop_history(Control *c)
{
    free(c->history.t);
    free(c->history.value);
    c->history = (History){ 0 };
}

/* The model with the integrator of the options; NULL, with messages, if it cannot be simulated. *own: one made for
 * it. */
static const CdModel *prepare(CdSimulation *sim, const CdModel *model, CdModel **own)
{
    Control *c = sim->control;
    bool open = sim->options.allow_plugins;
    *own = NULL;
    if (open && !cd_user_open((CdModel *)model, sim->log)) return NULL;
    if (cd_model_unsupported(model, sim->log)) return NULL;
    if (!c->options.integrator) return model;
    *own = cd_overrule_integrator(model, c->options.integrator, sim->log);
    return *own && open && !cd_user_open(*own, sim->log) ? NULL : *own;
}

/* False, with messages, if the model cannot be taken; all is as it was then. */
static bool take_model(CdSimulation *sim, const CdModel *model)
{
    Control *c = sim->control;
    CdModel *own;
    bool *inputs = NULL;
    const CdModel *next = prepare(sim, model, &own);
    if (!next || !list_inputs(sim, next, &c->options, &inputs)) {
        cd_model_close(own);
        return false;
    }
    cd_control_end(sim);
    cd_control_moved(sim);
    cd_control_forget_channels(sim);
    drop_history(c); /* its channels may be others */
    sim->inputs = inputs;
    cd_simulation_change(sim, next);
    cd_model_close(c->own);
    c->own = own, c->stated = model, c->print = 0, c->disturbed = NAN;
    return true;
}

/* The options as they are now, whatever becomes of what they point to. */
static bool take_options(CdSimulation *sim, const CdSimulationOptions *options)
{
    CdSimulationOptions *o = &sim->control->options;
    *o = *options;
    if (o->integrator) o->integrator = cd_text_copy(&sim->arena, cd_text(options->integrator)).at;
    int *input = ARENA_ARRAY(&sim->arena, int, o->inputs > 0 ? o->inputs : 0);
    for (int i = 0; i < o->inputs; i++) input[i] = options->input[i];
    o->input = input;
    if (o->output_step == 0) o->output_step = cd_simulation_default().output_step;
    if (o->output_step > 0 && isfinite(o->output_step)) return true;
    cd_log(sim->log, ((CdPlace){ 0 }), BAD_OUTPUT_STEP, o->output_step);
    return false;
}

CdSimulation *cd_simulation_open(const CdModel *model, const CdSimulationOptions *options, CdLog *log)
{
    CdSimulation *sim = cd_take(sizeof *sim);
    Control *c = cd_take(sizeof *c);
    sim->control = c;
    cd_simulation_begin(sim, model, log);
    sim->options = (SimulationOptions){ options->allow_plugins, options->stable, options->adams_reactions };
    sim->listener = (SimulationListener){ .output = keep_output, .linear = cd_control_keep_linear, .user = sim };
    sim->reporter = (Reporter){ ignore_line, NULL };
    sim->stop = (Stop){ options->stop, options->user };
    if (options->work) sim->account = ARENA_NEW(&sim->arena, Account);
    if (take_options(sim, options) && take_model(sim, model)) return sim;
    cd_simulation_close(sim);
    return NULL;
}

void cd_simulation_close(CdSimulation *sim)
{
    if (!sim) return;
    Control *c = sim->control;
    cd_control_end(sim);
    cd_simulation_end(sim);
    cd_model_close(c->own);
    cd_control_forget_channels(sim);
    drop_history(c);
    free(c);
    free(sim);
}

bool cd_simulation_restate(CdSimulation *sim, const CdModel *model)
{
    return !cd_control_refuses(sim, "cd_simulation_restate") && take_model(sim, model);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

bool cd_control_refuses(CdSimulation *sim, const char *call)
{
    if (!sim->control->busy) return false;
    cd_log(sim->log, ((CdPlace){ 0 }), CALL_WITHIN, call);
    return true;
}

unsigned cd_control_begin_call(CdSimulation *sim)
{
    sim->control->busy = true;
    return cd_tiny_to_zero();
}

void cd_control_end_call(CdSimulation *sim, unsigned was)
{
    cd_tiny_as_before(was);
    sim->control->busy = false;
}

/* ---- the analysis that is going on ------------------------------------------------------------------------------- */

void cd_control_end(CdSimulation *sim)
{
    Control *c = sim->control;
    if (!c->kind) return;
    c->kind->close(c->analysis);
    c->kind = NULL, c->analysis = NULL;
    if (sim->system) cd_system_forget_factors(sim->system);
}

void cd_control_moved(CdSimulation *sim)
{
    sim->control->shown = false;
}

CdStatus cd_control_follow_inputs(CdSimulation *sim)
{
    Control *c = sim->control;
    bool behind = sim->system && c->disturbed == sim->system->state.t;
    if (c->busy) return CD_OK; /* the call that is under way sees to it */
    c->disturbed = NAN;
    return behind ? cd_accelerations(sim->system, sim->log) : CD_OK;
}

/* Motion from the present state on, by the analysis that fits. */
static CdStatus set_going(CdSimulation *sim)
{
    Control *c = sim->control;
    CdStatus status = cd_simulation_assemble(sim, false);
    if (status == CD_OK) status = cd_control_follow_inputs(sim);
    if (status == CD_OK && sim->still) status = cd_simulation_set_off(sim);
    if (status != CD_OK) return status;
    const AnalysisKind *kind = cd_analysis_for(sim, SIMULATE_TRANSIENT);
    Times times = { sim->system->state.t, end_of_time, c->options.output_step, 1 };
    c->analysis = kind->open(sim, &times, &status);
    if (c->analysis) c->kind = kind;
    return status;
}

/* Sensors that have fired: what they ask of whoever leads the simulation. *ended: they end it here. */
static CdStatus heed_event(CdSimulation *sim, bool *ended)
{
    Control *c = sim->control;
    SensorActions asked = { 0 };
    *ended = false;
    if (!c->kind->event || !c->kind->event(c->analysis, &asked)) return CD_OK;
    *ended = asked.halt || asked.end;
    for (int i = 0; i < asked.fired && c->options.event; i++) {
        const FiredSensor *f = &asked.sensor[i];
        c->options.event(c->options.user, sim, &(CdEvent){ f->element->id, sim->system->state.t, f->value, f->ends });
    }
    return *ended ? CD_HALTED : CD_OK;
}

static CdStatus advance(CdSimulation *sim, double t)
{
    Control *c = sim->control;
    bool ended = false;
    CdStatus status = c->kind ? CD_OK : set_going(sim);
    while (status == CD_OK && !ended && sim->system->state.t < t) {
        status = c->kind->advance(c->analysis, t);
        cd_control_moved(sim);
        if (status == CD_OK) status = heed_event(sim, &ended);
    }
    if (status != CD_OK && status != CD_HALTED) cd_control_end(sim);
    return status;
}

static CdStatus refuse_time(CdSimulation *sim, const char *call, double t)
{
    cd_log(sim->log, ((CdPlace){ 0 }), ENDS_BEFORE, call, t, cd_simulation_time(sim));
    return CD_INPUT_ERROR;
}

CdStatus cd_simulation_advance(CdSimulation *sim, double t)
{
    double now = cd_simulation_time(sim);
    if (cd_control_refuses(sim, "cd_simulation_advance")) return CD_INPUT_ERROR;
    if (!isfinite(t) || t < now - cd_same_time(t, now)) return refuse_time(sim, "cd_simulation_advance", t);
    unsigned was = cd_control_begin_call(sim);
    CdStatus status = advance(sim, t);
    bool wanted = sim->control->options.record || sim->control->options.output;
    if (wanted && (status == CD_OK || status == CD_HALTED)) cd_simulation_output(sim, "dynamic");
    cd_control_end_call(sim, was);
    return status;
}

CdStatus cd_simulation_step(CdSimulation *sim)
{
    Control *c = sim->control;
    if (cd_control_refuses(sim, "cd_simulation_step")) return CD_INPUT_ERROR;
    unsigned was = cd_control_begin_call(sim);
    bool ended;
    CdStatus status = c->kind ? CD_OK : set_going(sim);
    double next = status == CD_OK ? sim->system->state.t + c->options.output_step : 0;
    if (status == CD_OK) status = c->kind->step ? c->kind->step(c->analysis) : c->kind->advance(c->analysis, next);
    cd_control_moved(sim);
    if (status == CD_OK) status = heed_event(sim, &ended);
    else cd_control_end(sim);
    cd_control_end_call(sim, was);
    return status;
}

CdStatus cd_simulation_initialise(CdSimulation *sim)
{
    if (sim->assembled) return CD_OK;
    if (cd_control_refuses(sim, "cd_simulation_initialise")) return CD_INPUT_ERROR;
    unsigned was = cd_control_begin_call(sim);
    CdStatus status = cd_simulation_assemble(sim, false);
    cd_control_end_call(sim, was);
    return status;
}

CdStatus cd_control_carry_out(CdSimulation *sim, const SimulationOrder *order)
{
    cd_control_end(sim);
    cd_control_moved(sim);
    unsigned was = cd_control_begin_call(sim);
    CdStatus status = cd_simulation_carry_out(sim, order);
    cd_control_end_call(sim, was);
    return status;
}

/* Equilibria to a time; a failure goes back to the last one, or to where it began. */
static CdStatus balance(CdSimulation *sim, double end, int outputs, const char *call)
{
    Control *c = sim->control;
    if (cd_control_refuses(sim, call)) return CD_INPUT_ERROR;
    c->good = cd_control_keep(sim);
    CdStatus status = cd_control_carry_out(sim, &(SimulationOrder){ SIMULATE_STATICS, end, 0, outputs, { 0 }, call });
    if (status != CD_OK) cd_control_go_back(sim, c->good);
    cd_snapshot_close(c->good);
    c->good = NULL;
    return status;
}

CdStatus cd_simulation_equilibrium(CdSimulation *sim)
{
    return balance(sim, cd_simulation_time(sim), 1, "cd_simulation_equilibrium");
}

CdStatus cd_simulation_quasi_static(CdSimulation *sim, double end, int outputs)
{
    static const char *const call = "cd_simulation_quasi_static";
    return outputs < 1 || !isfinite(end) ? refuse_time(sim, call, end) : balance(sim, end, outputs, call);
}

double cd_simulation_time(const CdSimulation *sim)
{
    return sim->system ? sim->system->state.t : 0;
}

int cd_simulation_degrees_of_freedom(CdSimulation *sim)
{
    return cd_simulation_initialise(sim) == CD_OK ? cd_simulation_freedom(sim) : -1;
}
