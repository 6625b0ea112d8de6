/* channels.c - the public calls that show results: channels, their values now, what was recorded. */
#include "base/tiny.h"
#include "simulation/control.h"

#include <math.h>
#include <string.h>

/* The results of a simulation, which are there before it has been assembled. */
static Results *results(CdSimulation *sim)
{
    if (!sim->system) cd_simulation_make_system(sim);
    return sim->results;
}

void cd_control_forget_channels(CdSimulation *sim)
{
    Control *c = sim->control;
    cd_arena_close(&c->names.arena);
    c->names = (ChannelNames){ 0 };
}

bool cd_control_show(CdSimulation *sim)
{
    Control *c = sim->control;
    if (c->shown) return true;
    if (cd_simulation_initialise(sim) != CD_OK || cd_control_follow_inputs(sim) != CD_OK) return false;
    unsigned was = cd_tiny_to_zero();
    cd_spread_reactions(sim->system, sim->options.adams_reactions ? REACTIONS_DROPPED_ZERO : REACTIONS_LEAST_NORM);
    cd_results_eval(sim->results, c->kind ? c->kind->next : "initialConditions", sim->log);
    cd_tiny_as_before(was);
    return c->shown = true;
}

int cd_simulation_channels(CdSimulation *sim)
{
    return results(sim)->channels;
}

static const char *copy(Arena *arena, TextBuffer *text)
{
    const char *kept = cd_text_copy(arena, (Text){ text->at ? text->at : "", (int)text->n }).at;
    text->n = 0;
    return kept;
}

/* Names are made once for all of them. */
static const CdChannel *channels(CdSimulation *sim)
{
    Control *c = sim->control;
    const Results *r = results(sim);
    if (c->names.channel) return c->names.channel;
    TextBuffer text = { 0 };
    CdChannel *list = ARENA_ARRAY(&c->names.arena, CdChannel, r->channels);
    for (int i = 0; i < r->channels; i++) {
        const Channel *x = &r->channel[i];
        cd_channel_owner(&text, x);
        cd_buffer_print(&text, ".%s", x->component);
        list[i].name = copy(&c->names.arena, &text);
        cd_channel_unit(&text, sim->model, x);
        list[i].unit = copy(&c->names.arena, &text);
        list[i].dimension = cd_dimension_text(x->dimension);
        list[i].statement = x->element ? cd_text_copy(&c->names.arena, cd_keyword(x->element->kind)).at : "";
        list[i].id = x->element ? x->element->id : 0;
    }
    cd_buffer_close(&text);
    return c->names.channel = list;
}

CdChannel cd_simulation_channel(CdSimulation *sim, int channel)
{
    if (channel < 0 || channel >= cd_simulation_channels(sim)) return (CdChannel){ "", "", "", 0, "" };
    return channels(sim)[channel];
}

int cd_simulation_find_channel(CdSimulation *sim, const char *name)
{
    const CdChannel *list = channels(sim);
    for (int i = 0; i < sim->results->channels; i++)
        if (strcmp(list[i].name, name) == 0) return i;
    return -1;
}

double cd_simulation_value(CdSimulation *sim, int channel)
{
    if (channel < 0 || channel >= cd_simulation_channels(sim) || !cd_control_show(sim)) return NAN;
    return sim->results->value[channel];
}

void cd_simulation_values(CdSimulation *sim, double *values)
{
    int n = cd_simulation_channels(sim);
    if (cd_control_show(sim)) memcpy(values, sim->results->value, sizeof *values * (size_t)n);
    else
        for (int i = 0; i < n; i++) values[i] = NAN;
}

int cd_simulation_rows(const CdSimulation *sim)
{
    return sim->control->history.rows;
}

const double *cd_simulation_times(const CdSimulation *sim)
{
    return sim->control->history.t;
}

const double *cd_simulation_history(const CdSimulation *sim)
{
    return sim->control->history.value;
}
