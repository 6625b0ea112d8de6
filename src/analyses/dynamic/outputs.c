/* outputs.c - the state that is shown at an output: interpolated, on the constraints, with accelerations and reactions
 * (theory 9.4). */
#include "analyses/dynamic/driver.h"
#include "integrators/tuning.h"
#include "system/project.h"
#include "system/violation.h"

#include <math.h>

double cd_driver_round_off(const Dynamic *d)
{
    return 1e-13 * fmax(1, d->e->s->constants.length);
}

/* An output just before the point behind an event at which the method has restarted: there is no step to interpolate
 * in, and next to no way. */
static void return_to(Dynamic *d, double t)
{
    State *state = &d->e->s->state;
    cd_state_move(d->e->s->m, state, state->v, t - d->clock.t);
    state->t = t;
}

/* The course of a step between its ends is off the constraints by its error, although both ends satisfy them: what is
 * shown does too. */
static void interpolate(Dynamic *d, double t)
{
    const double share = tuning_output_projection;
    double least = cd_driver_round_off(d), allowed = fmax(share * cd_solved_error(&d->set), least);
    d->method.kind->calls.interpolate(d->method.at, t);
    if (!cd_project_both(d->e->s, allowed, d->set.formulation == FORM_I2 ? least : allowed))
        d->method.kind->calls.interpolate(d->method.at, t);
}

/* At its own points an implicit method is off the constraints by what its iteration leaves, a small share of ERROR that
 * a matrix of some steps ago does not make smaller; velocities of I3 by that divided by the step, which reactions would
 * show. */
static void project(Dynamic *d)
{
    const double share = tuning_point_projection;
    bool holds = d->set.formulation == FORM_I3 || d->set.formulation == FORM_SI2;
    if (!d->method.kind->traits.implicit || !holds) return;
    double allowed = fmax(share * cd_solved_error(&d->set), cd_driver_round_off(d));
    cd_snapshot_take(d->e, &d->outputs.own);
    if (!cd_project_both(d->e->s, allowed, allowed)) cd_snapshot_restore(d->e, &d->outputs.own);
}

/* Index 1 has nothing that holds positions: the log says when that shows. */
static void watch_drift(Dynamic *d, CdLog *log)
{
    const double much = 1e3; /* times ERROR */
    const Element *e = cd_model_setting(d->e->s->model, KIND_integrator);
    if (d->outputs.drifted || !e || !d->method.kind->traits.differences || d->set.formulation != FORM_I1) return;
    Violation off = { 0 };
    cd_violation_look(d->e->s, &off);
    if (!(off.position > much * cd_solved_error(&d->set))) return;
    char label[CD_LABEL_ROOM];
    d->outputs.drifted = true;
    cd_log(log, e->place, DRIFTS, cd_label(e, label), d->e->s->state.t, off.position);
}

CdStatus cd_driver_show(Dynamic *d, double t, CdLog *log)
{
    Outputs *o = &d->outputs;
    bool at_its_end = false; /* of a step, which has been left as the method made it */
    if (d->clock.t > t && d->clock.fresh) return_to(d, t);
    else if (d->clock.t > t) interpolate(d, t);
    else if (cd_driver_is_stopped(d)) cd_snapshot_restore(d->e, &d->events.reached);
    else if (d->e->s->state.t < t) interpolate(d, t); /* the end of a step with outputs in it */
    else at_its_end = true;
    /* explicit methods have no accelerations but these, and between its points a method has none */
    bool own = d->method.kind->traits.implicit && d->clock.t <= t;
    if (own && o->on_output) o->on_output(o->on_output_arg);
    if (at_its_end) project(d);
    /* forces over a step are what time stepping has; at an instant there are none */
    CdStatus status = at_its_end && d->method.kind->traits.fixed_step ? CD_OK : cd_singular_accelerations(d, t, log);
    if (!own && o->on_output) o->on_output(o->on_output_arg);
    watch_drift(d, log);
    return status;
}
