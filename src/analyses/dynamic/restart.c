/* restart.c - how an integration goes on behind an event: the event is handled, and the method restarts. */
#include "analyses/dynamic/driver.h"
#include "system/account.h"
#include "system/project.h"

#include <math.h>
#include <string.h>

/* The method of the settings takes the place of the one in use. */
static void change_method(Dynamic *d)
{
    MethodInUse *m = &d->method;
    m->kind->calls.close(m->at);
    m->kind = cd_integrator_of(&d->set);
    cd_driver_note_method(d);
    m->at = m->kind->calls.open(d->e, &d->set, &d->stats);
    m->change = d->stats.judged.unstable = false;
    d->stats.crossing.ahead = false;
}

/* In index 3 velocities are off the constraints by what the last steps have made of them; the short steps of a restart
 * would take that for an acceleration. */
static void project_velocities(Dynamic *d)
{
    System *s = d->e->s;
    Projection p = { .good = true };
    cd_project_velocities(s, 1e-3 * cd_solved_error(&d->set), &p);
    if (!p.good) memcpy(s->state.v, d->events.reached.state.v, sizeof(double) * (size_t)s->m->nv);
    cd_equations_prepare(d->e, NULL);
}

CdStatus cd_driver_restart(Dynamic *d, CdLog *log)
{
    System *s = d->e->s;
    StepClock *c = &d->clock;
    cd_snapshot_restore(d->e, &d->events.reached);
    cd_equations_prepare(d->e, NULL);
    project_velocities(d); /* a contact that is about to part would part at a speed of its own */
    CdStatus status = cd_events_handle(d, log);
    if (d->method.change && !cd_close_velocities(s)) status = CD_ANALYSIS_FAILED; /* index 3 leaves them a little off */
    if (status != CD_OK) return status;
    project_velocities(d);
    cd_events_resume(d, log);
    status = cd_accelerations(s, log);
    if (status != CD_OK) return status;
    cd_equations_prepare(d->e, NULL);
    cd_events_begin(d, true, log);
    cd_account_restart(s->watch.account, d->e);
    if (d->method.change) change_method(d), c->h = d->set.step.hinit;
    d->method.kind->calls.begin(d->method.at);
    c->h = d->events.asked.step > 0 ? d->events.asked.step : fmin(d->set.step.hinit, c->h);
    c->fresh = true, d->events.restart = false;
    cd_events_bound(d);
    if (d->events.impact == IMPACT_AFTER) cd_snapshot_take(d->e, &d->events.reached);
    return CD_OK;
}
