/* dynamic.c - the driver of integrations: opened, led from output to output, and what it shows there (theory 9.4). */
#include "analyses/dynamic/dynamic.h"

#include "analyses/dynamic/driver.h"
#include "analyses/dynamic/passing.h"
#include "analyses/dynamic/stated.h"
#include "analyses/dynamic/statistics.h"
#include "integrators/trace.h"
#include "system/account.h"
#include "system/project.h"
#include "system/violation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A method is at work, for the first time or again. */
void cd_driver_note_method(Dynamic *d)
{
    if (!d->automatic) return;
    if (!d->names.n) cd_buffer_print(&d->names, "AUTO");
    if (!strstr(d->names.at, d->kind->name)) cd_buffer_print(&d->names, " %s", d->kind->name);
}

Dynamic *cd_dynamic_open(System *s, double output, double end, CdLog *log)
{
    Settings set = cd_settings(s->model, output);
    if (!cd_stated_bounds(s, &set, log)) return NULL;
    Auto chooser = { 0 };
    bool automatic = set.method == METHOD_AUTO;
    /* AUTO looks at the present state, and one that was read from a file has not been prepared */
    cd_equations(s)->world.x.system[SYSTEM_MODE] = MODE_DYNAMICS;
    cd_equations_prepare(cd_equations(s), log);
    cd_stated_choose(cd_equations(s), &set, log);
    if (automatic) set = cd_auto_begin(&chooser, cd_equations(s), output, end, log);
    const IntegratorKind *kind = cd_integrator_of(&set);
    if (!kind) {
        cd_stated_refuse(cd_model_setting(s->model, KIND_integrator), log);
        return NULL;
    }
    if (!automatic) cd_stated_compare(s, &set, kind, log), cd_stated_damping(s, &set, log);
    Dynamic *d = cd_take(sizeof *d);
    d->s = s, d->e = cd_equations(s), d->set = set, d->kind = kind;
    d->automatic = automatic, d->chooser = chooser;
    d->stiff_mode = cd_stiff_mode_find(d->e);
    cd_driver_note_method(d);
    d->stats.limited = ARENA_ARRAY(&d->arena, long, cd_equations_unknowns(d->e));
    d->stats.trace = cd_trace_open(&d->arena, d->e, &d->stats);
    d->method = kind->open(d->e, &d->set, &d->stats);
    d->t = s->state.t, d->end = end, d->h = set.hinit, d->kink = -1, d->stuck = d->leapt = d->rechose = -INFINITY;
    cd_equations_wind(d->e);
    if (d->e->sampled) cd_accelerations(s, NULL); /* of what is sampled at the start */
    cd_account_open(s->watch.account, d->e);
    d->counts = s->model->windings > 0 || s->c->windings > 0 || d->e->loads.turns > 0;
    d->held = fmax(0, cd_masses_hold_here(s).share);
    cd_driver_find_fastest(d);
    d->events = cd_events_open(&d->arena, d->e, d->set.kinks, kind->staged || automatic, d->set.hmax);
    d->events.staged = kind->staged;
    cd_events_begin(&d->events);
    cd_events_look(&d->events, d->h);
    cd_driver_begin_abrupt(d, fmin(set.hmax, output));
    d->touching = cd_touching_open(&d->arena, d->e, &d->set);
    if (d->touching) cd_touching_accept(d->touching, log), cd_touching_look(d->touching, log);
    d->sliding = cd_sliding_open(&d->arena, d->e, &d->events, &d->set);
    cd_driver_find_zeros(d, log);
    d->extrapolation = cd_extrapolation_open(&d->arena, d->e);
    d->runaway = cd_runaway_open(&d->arena, d->e);
    d->reached = cd_snapshot_new(&d->arena, d->e), d->own = cd_snapshot_new(&d->arena, d->e);
    cd_snapshot_take(d->e, &d->reached);
    d->sensors = cd_sensing_open(&d->arena, d->e, log);
    if (d->sensors) cd_sensing_solve(d->sensors, &d->arena);
    if (d->sensors) cd_driver_heed_sensors(d, log);
    kind->begin(d->method);
    return d;
}

void cd_dynamic_close(Dynamic *d)
{
    if (!d) return;
    d->kind->close(d->method);
    d->e->world.x.held = NULL;
    cd_buffer_close(&d->names);
    cd_arena_close(&d->arena);
    free(d);
}

void cd_dynamic_follow(Dynamic *d, void (*follow)(void *user), void *user)
{
    d->follow = follow, d->user = user;
}

void cd_dynamic_look(Dynamic *d, void (*look)(void *user), void *user)
{
    d->look = look, d->looks = user;
}

void cd_dynamic_keep_history(Dynamic *d, StepHistory *history)
{
    d->history = history;
    cd_steps_begin(history, d->automatic ? "AUTO" : d->kind->name);
}

const Stats *cd_dynamic_stats(const Dynamic *d)
{
    return &d->stats;
}

void cd_dynamic_tell_settings(const Dynamic *d, const Teller *teller)
{
    cd_stated_tell(&d->set, d->kind, teller);
}

void cd_dynamic_tell(const Dynamic *d, const Teller *teller)
{
    cd_statistics_tell(&d->stats, d->e, teller);
    if (d->touching) cd_touching_tell(d->touching, teller);
    if (d->extrapolation) cd_extrapolation_tell(d->extrapolation, teller);
}

double cd_dynamic_step(const Dynamic *d)
{
    return d->last;
}

const char *cd_dynamic_method(const Dynamic *d)
{
    return d->automatic ? d->names.at : d->kind->name;
}

int cd_dynamic_order(const Dynamic *d)
{
    return d->kind->order(d->method);
}
/* An output just before the point behind a kink at which the method has begun: there is no step to interpolate in, and next to no way. */
static void return_to(Dynamic *d, double t)
{
    State *state = &d->s->state;
    cd_state_move(d->s->m, state, state->v, t - d->t);
    state->t = t;
}

static double rounding_of_positions(const Dynamic *d)
{
    return 1e-13 * fmax(1, d->s->length);
}

/* The course of a step between its ends is off the constraints by its error, although both ends are on them: what is shown is not. */
static void interpolate(Dynamic *d, double t)
{
    const double share = 1e-4;
    double least = rounding_of_positions(d), allowed = fmax(share * cd_solved_error(&d->set), least);
    d->kind->interpolate(d->method, t);
    if (!cd_project_both(d->s, allowed, d->set.formulation == FORM_I2 ? least : allowed))
        d->kind->interpolate(d->method, t);
}

/* A point of the last step that others follow from: on the constraints to rounding if that can be done and is wanted, else as the method has it. */
static void show(void *dynamic, double t, bool held)
{
    Dynamic *d = dynamic;
    d->kind->interpolate(d->method, t);
    if (held && !cd_project_exactly(d->s, rounding_of_positions(d))) d->kind->interpolate(d->method, t);
}

/* At its own points an implicit method is off the constraints by what its iteration leaves, a small share of ERROR that a matrix of some
 * steps ago does not make smaller; velocities of I3 by that divided by the step, which reactions would show. */
static void hold(Dynamic *d)
{
    const double share = 1e-3;
    bool holds = d->set.formulation == FORM_I3 || d->set.formulation == FORM_SI2;
    if (!d->kind->implicit || !holds) return;
    double allowed = fmax(share * cd_solved_error(&d->set), rounding_of_positions(d));
    cd_snapshot_take(d->e, &d->own);
    if (!cd_project_both(d->s, allowed, allowed)) cd_snapshot_restore(d->e, &d->own);
}

/* Brings the state onto the constraints to rounding, if that can be done. */
static void hold_exactly(Dynamic *d)
{
    cd_snapshot_take(d->e, &d->own);
    if (!cd_project_exactly(d->s, rounding_of_positions(d))) cd_snapshot_restore(d->e, &d->own);
}

/* Accelerations and reactions at an output. Near a position where constraints lose hold what a point is off by counts many times, so it is put onto them to rounding;
 * where they have lost it, those of the step on either side are shown. */
static CdStatus solve_shown(Dynamic *d, double t, CdLog *log)
{
    const double lost = 0.3, near = 10; /* of the distance from which methods step over such a position */
    const double heed = 0.3;            /* s above which it is far away, however fine ERROR is */
    const double rounding = 1e-9;       /* of a share */
    Hold hold;
    CdStatus status = cd_accelerations_held(d->s, &hold, NULL);
    d->held = fmax(d->held, hold.share);
    double leap = cd_crossing_leap(cd_solved_error(&d->set)), top = fmax(d->held, d->stats.crossing.top);
    double s = sqrt((hold.share < 0 ? 0 : hold.share) / top); /* NAN: not known */
    if (s < fmin(near * leap, heed) && d->kind->implicit) {
        hold_exactly(d);
        status = cd_accelerations_held(d->s, &hold, NULL);
    }
    Passing p = { d->e, show, d, d->t - d->last, d->t, rounding * top, d->fastest };
    if (s < lost * leap && !d->fresh && d->last > 0 && !d->event && cd_pass(&p, t)) return CD_OK;
    return status == CD_OK ? status : cd_accelerations_by_masses(d->s, log);
}

/* Index 1 has nothing that holds positions: it is told when that shows. */
static void watch_drift(Dynamic *d, CdLog *log)
{
    const double much = 1e3; /* times ERROR */
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    if (d->drifted || !e || !cd_is_bdf(&d->set) || d->set.formulation != FORM_I1) return;
    Violation off = { 0 };
    cd_violation_look(d->s, &off);
    if (!(off.position > much * cd_solved_error(&d->set))) return;
    char label[CD_LABEL_ROOM];
    d->drifted = true;
    cd_log(log, e->place, DRIFTS, cd_label(e, label), d->s->state.t, off.position);
}

CdStatus cd_dynamic_to(Dynamic *d, double t, CdLog *log)
{
    CdStatus status = CD_OK;
    bool at_its_end = false; /* of a step, which has been left as the method made it */
    while (status == CD_OK && d->t < t && !d->event) status = cd_driver_step(d, t, log);
    if (status != CD_OK) return status;
    if (d->t > t && d->fresh) return_to(d, t);
    else if (d->t > t) interpolate(d, t);
    else if (d->event) cd_snapshot_restore(d->e, &d->reached);
    else if (d->s->state.t < t) interpolate(d, t); /* the end of a step with outputs in it */
    else at_its_end = true;
    /* explicit methods have no accelerations but these, and between its points a method has none */
    bool own = d->kind->implicit && d->t <= t;
    if (own && d->look) d->look(d->looks);
    if (at_its_end) hold(d);
    status = solve_shown(d, t, log);
    if (!own && d->look) d->look(d->looks);
    watch_drift(d, log);
    return status;
}

CdStatus cd_dynamic_once(Dynamic *d, CdLog *log)
{
    CdStatus status = CD_OK;
    for (double from = d->t; status == CD_OK && d->t <= from && !d->event;) status = cd_driver_step(d, d->end, log);
    return status == CD_OK ? cd_dynamic_to(d, d->t, log) : status;
}

void cd_dynamic_disturb(Dynamic *d)
{
    d->t = d->s->state.t, d->again = true, d->over = 0, d->kink = -1;
    cd_snapshot_take(d->e, &d->reached);
}

bool cd_dynamic_event(Dynamic *d, SensorActions *out)
{
    if (!d->event || d->s->state.t < d->t) return false;
    d->event = false;
    *out = d->asked;
    return true;
}
