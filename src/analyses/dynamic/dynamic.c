/* dynamic.c - the driver of integrations: opened, led from output to output, and what it shows there (theory 9.4). */
#include "analyses/dynamic/dynamic.h"

#include "analyses/dynamic/driver.h"
#include "analyses/dynamic/stated.h"
#include "analyses/dynamic/statistics.h"
#include "integrators/trace.h"
#include "system/account.h"
#include "system/impacts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A method is at work, for the first time or again. */
void cd_driver_note_method(Dynamic *d)
{
    MethodInUse *m = &d->method;
    if (!m->automatic) return;
    if (!m->names.n) cd_buffer_print(&m->names, "AUTO");
    if (!strstr(m->names.at, m->kind->name)) cd_buffer_print(&m->names, " %s", m->kind->name);
}

/* The settings of the method that a run is to begin with; NULL, with a message: there is none. */
static const IntegratorKind *choose_method(System *s, Dynamic *d, double output, double end, CdLog *log)
{
    Settings set = cd_settings(s->model, output);
    if (!cd_stated_bounds(s, &set, log)) return NULL;
    d->method.automatic = set.method == cd_method_automatic();
    /* AUTO looks at the present state, and one that was read from a file has not been prepared */
    d->e->world.x.system[SYSTEM_MODE] = MODE_DYNAMICS;
    cd_equations_prepare(d->e, log);
    cd_stated_choose(d->e, &set, log);
    if (d->method.automatic) set = cd_auto_begin(&d->method.chooser, d->e, output, end, log);
    const IntegratorKind *kind = cd_integrator_of(&set);
    if (!kind) cd_stated_refuse(cd_model_setting(s->model, KIND_integrator), log);
    else if (!d->method.automatic) cd_stated_compare(s, &set, kind, log), cd_stated_damping(s, &set, log);
    d->set = set;
    return kind;
}

Dynamic *cd_dynamic_open(System *s, double output, double end, CdLog *log)
{
    Dynamic *d = cd_take(sizeof *d);
    Equations *e = d->e = cd_equations(s);
    const IntegratorKind *kind = d->method.kind = choose_method(s, d, output, end, log);
    if (!kind) {
        free(d);
        return NULL;
    }
    cd_driver_note_method(d);
    d->monitors.stability.mode = cd_stiff_mode_find(e);
    int most = cd_equations_unknowns(e) + s->c->unilaterals + s->c->tangents + cd_equations_auxiliaries(e) - e->aux.n;
    d->stats.limited = ARENA_ARRAY(&d->arena, long, most);
    d->stats.trace = cd_trace_open(&d->arena, e, &d->stats);
    d->method.at = kind->calls.open(e, &d->set, &d->stats);
    d->clock = (StepClock){ .t = s->state.t, .end = end, .h = d->set.step.hinit };
    d->clock.counts = s->model->windings > 0 || s->c->windings > 0 || e->loads.turns > 0;
    d->singular.stuck = d->singular.from = d->singular.rechosen = -INFINITY;
    d->outputs.apart = output, d->outputs.own = cd_snapshot_new(&d->arena, e);
    cd_equations_wind(e);
    if (e->past.sampled) cd_accelerations(s, NULL); /* of what is sampled at the start */
    cd_account_open(s->watch.account, e);
    cd_impacts_open(s);
    d->stats.crossing.top = fmax(0, cd_masses_pivot_here(s).ratio);
    cd_driver_find_fastest(d);
    cd_events_open(d, log);
    d->monitors.extrapolation = cd_extrapolation_open(&d->arena, e);
    d->monitors.runaway = cd_runaway_open(&d->arena, e);
    d->monitors.undetermined = cd_undetermined_open(&d->arena, e);
    kind->calls.begin(d->method.at);
    return d;
}

void cd_dynamic_close(Dynamic *d)
{
    if (!d) return;
    d->method.kind->calls.close(d->method.at);
    cd_jumps_use(d->e, false), cd_jumps_show(d->e, false);
    cd_buffer_close(&d->method.names);
    cd_arena_close(&d->arena);
    free(d);
}

void cd_dynamic_on_step(Dynamic *d, void (*on_step)(void *arg), void *arg)
{
    d->outputs.on_step = on_step, d->outputs.on_step_arg = arg;
}

void cd_dynamic_on_output(Dynamic *d, void (*on_output)(void *arg), void *arg)
{
    d->outputs.on_output = on_output, d->outputs.on_output_arg = arg;
}

void cd_dynamic_keep_history(Dynamic *d, StepHistory *history)
{
    d->monitors.history = history;
    cd_steps_begin(history, d->method.automatic ? "AUTO" : d->method.kind->name);
}

const Stats *cd_dynamic_stats(const Dynamic *d)
{
    return &d->stats;
}

void cd_dynamic_tell_settings(const Dynamic *d, const Reporter *reporter)
{
    cd_stated_tell(&d->set, d->method.kind, reporter);
}

void cd_dynamic_tell(const Dynamic *d, const Reporter *reporter)
{
    cd_statistics_tell(&d->stats, d->e, reporter);
    cd_events_tell(d, reporter);
    if (d->method.kind->traits.fixed_step) cd_impacts_tell(d->e->s, reporter);
    if (d->monitors.extrapolation) cd_extrapolation_tell(d->monitors.extrapolation, reporter);
}

double cd_dynamic_step(const Dynamic *d)
{
    return d->clock.last;
}

const char *cd_dynamic_method(const Dynamic *d)
{
    return d->method.automatic ? d->method.names.at : d->method.kind->name;
}

int cd_dynamic_order(const Dynamic *d)
{
    return d->method.kind->calls.order(d->method.at);
}
CdStatus cd_dynamic_to(Dynamic *d, double t, CdLog *log)
{
    CdStatus status = CD_OK;
    while (status == CD_OK && d->clock.t < t && !cd_driver_is_stopped(d)) status = cd_driver_step(d, t, log);
    return status == CD_OK ? cd_driver_show(d, t, log) : status;
}

CdStatus cd_dynamic_once(Dynamic *d, CdLog *log)
{
    CdStatus status = CD_OK;
    for (double from = d->clock.t; status == CD_OK && d->clock.t <= from && !cd_driver_is_stopped(d);)
        status = cd_driver_step(d, d->clock.end, log);
    return status == CD_OK ? cd_dynamic_to(d, d->clock.t, log) : status;
}

void cd_dynamic_disturb(Dynamic *d)
{
    d->clock.t = d->e->s->state.t, d->events.restart = true, d->events.hit = NO_HIT;
    cd_snapshot_take(d->e, &d->events.reached);
}

bool cd_dynamic_event(Dynamic *d, SensorActions *out)
{
    Events *ev = &d->events;
    if (!cd_driver_is_stopped(d) || d->e->s->state.t < d->clock.t) return false;
    *out = ev->untold ? ev->asked : (SensorActions){ 0 };
    out->print |= ev->impact != IMPACT_NO_OUTPUT, out->again = ev->impact == IMPACT_AFTER;
    ev->untold = false, ev->impact = IMPACT_NO_OUTPUT;
    return true;
}
