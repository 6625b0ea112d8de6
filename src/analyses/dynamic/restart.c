/* restart.c - how an integration goes on behind a kink or an event: over it, and with a method that begins anew. */
#include "analyses/dynamic/driver.h"
#include "analyses/dynamic/rechoose.h"
#include "system/account.h"
#include "system/masses.h"
#include "system/project.h"

#include <math.h>
#include <string.h>

/* How displacement and velocity of a motion change over a kink, beyond what its rates bring about. */
typedef struct MotionJump {
    double f[3]; /* of the row in front of it */
    int row;     /* -1: the kink is of no motion */
} MotionJump;

static MotionJump before_jump(const Dynamic *d, const Watch *w)
{
    MotionJump j = { .row = -1 };
    const Constraints *c = d->s->c;
    for (int i = 0; w->drive >= 0 && i < c->rows && j.row < 0; i++)
        if (c->row[i].drive == w->drive) j.row = i;
    if (j.row >= 0) memcpy(j.f, d->s->drive + 3 * j.row, sizeof j.f);
    return j;
}

/* A displacement that jumps cannot be followed; where the velocity jumps the velocities of the bodies are made anew. */
static CdStatus after_jump(Dynamic *d, const Watch *w, const MotionJump *j, double over, CdLog *log)
{
    if (j->row < 0) return CD_OK;
    const double *f = d->s->drive + 3 * j->row, negligible = 1e-8;
    /* what the rates on either side bring about on the way over the kink */
    double moved = over * (fabs(f[1]) + fabs(j->f[1])), sped = over * (fabs(f[2]) + fabs(j->f[2]));
    char label[CD_LABEL_ROOM];
    if (fabs(f[0] - j->f[0]) > moved + negligible * fmax(1, fabs(f[0]))) {
        cd_log(log, w->element->place, MOTION_JUMPS, cd_label(w->element, label), d->t);
        return CD_ANALYSIS_FAILED;
    }
    if (fabs(f[1] - j->f[1]) <= sped + negligible * fmax(1, fabs(f[1]))) return CD_OK;
    cd_log(log, w->element->place, MOTION_KNOCKS, cd_label(w->element, label), d->t);
    cd_account_knock(d->s->watch.account, d->e);
    Projection p = { .good = true, .polish = true }; /* the way over the kink was gone with the old velocity */
    cd_project_positions(d->s, 1e-13 * fmax(1, d->s->length), &p);
    if (!p.good || !cd_close_velocities(d->s)) return CD_ANALYSIS_FAILED;
    cd_equations_prepare(d->e, NULL);
    cd_account_knocked(d->s->watch.account, d->e);
    return CD_OK;
}

/* The method of the settings takes the place of the one in use. */
static void change_method(Dynamic *d)
{
    d->kind->close(d->method);
    d->kind = cd_integrator_of(&d->set);
    d->events.staged = d->kind->staged;
    cd_driver_note_method(d);
    d->method = d->kind->open(d->e, &d->set, &d->stats);
    d->stats.unstable = d->other = false;
    d->stats.crossing.ahead = false;
}

/* In index 3 velocities are off the constraints by what the last steps have made of them; the short steps of a new beginning would take
 * that for an acceleration. */
static void meet_constraints(Dynamic *d)
{
    Projection p = { .good = true };
    cd_project_velocities(d->s, 1e-3 * cd_solved_error(&d->set), &p);
    if (!p.good) memcpy(d->s->state.v, d->reached.state.v, sizeof(double) * (size_t)d->s->m->nv);
    cd_equations_prepare(d->e, NULL);
}

/* Steps over a kink; behind it, or an event, the past is of no use. */
CdStatus cd_driver_start_again(Dynamic *d, CdLog *log)
{
    State *state = &d->s->state;
    const Watch *w = d->kink >= 0 ? &d->events.watch[d->kink] : NULL;
    if (w) d->stats.located++;
    cd_snapshot_restore(d->e, &d->reached);
    cd_equations_prepare(d->e, NULL);
    MotionJump jump = w ? before_jump(d, w) : (MotionJump){ .row = -1 };
    cd_state_move(d->s->m, state, state->v, d->over);
    d->t = state->t += d->over;
    cd_equations_prepare(d->e, NULL);
    cd_events_begin(&d->events);
    CdStatus status = after_jump(d, w, &jump, d->over, log);
    if (d->other && !cd_close_velocities(d->s)) status = CD_ANALYSIS_FAILED; /* index 3 leaves them a little off */
    if (status == CD_OK) meet_constraints(d);
    if (status == CD_OK && w) cd_driver_hold_jump(d, d->kink, log);
    cd_sliding_renew(&d->sliding, 0, fmin(d->set.hinit, d->h));
    if (status == CD_OK) status = cd_accelerations(d->s, log);
    if (status != CD_OK) return status;
    cd_equations_prepare(d->e, NULL);
    cd_events_look(&d->events, d->h);
    if (d->touching) cd_touching_accept(d->touching, log);
    cd_account_restart(d->s->watch.account, d->e);
    if (d->other) change_method(d), d->h = d->set.hinit;
    d->kind->begin(d->method);
    d->h = d->asked.step > 0 ? d->asked.step : fmin(d->set.hinit, d->h);
    if (d->touching) cd_driver_mind_touch(d);
    d->again = false, d->fresh = true;
    return CD_OK;
}

/* Other rows take the place of those that come to depend on each other, and the method begins anew with them. */
bool cd_driver_rechoose(Dynamic *d, CdLog *log)
{
    d->rechose = d->t;
    if (!cd_rechoose_rows(d->s)) return false;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    cd_log(log, e ? e->place : (CdPlace){ 0 }, ROWS_RECHOSEN, e ? cd_label(e, label) : "INTEGRATOR", d->t);
    Projection p = { .good = true, .polish = true }; /* rows that were left out have been off by what ERROR allows */
    cd_snapshot_take(d->e, &d->reached);
    cd_project_positions(d->s, 1e-13 * fmax(1, d->s->length), &p);
    if (p.good) cd_snapshot_take(d->e, &d->reached);
    d->other = true, d->over = 0, d->kink = -1, d->failures = 0;
    d->held = cd_masses_hold_here(d->s).share, d->stats.crossing.top = 0;
    return true;
}

/* s of crossing.h for methods that do not watch it: found every few steps as long as it is far from zero. */
static double hold_of(Dynamic *d, double far)
{
    enum { EVERY = 5 };
    if (d->stats.crossing.s > 0) return d->stats.crossing.s;
    if (d->hold > far && d->stats.steps % EVERY) return d->hold;
    double share = cd_masses_hold_here(d->s).share;
    d->held = fmax(d->held, share);
    return d->hold = isnan(share) ? INFINITY : cd_driver_hold(d, share);
}

/* The same in good time, on the way to positions that rows do not hold, each time they hold three times worse. */
void cd_driver_rechoose_early(Dynamic *d, CdLog *log)
{
    const double near = 0.1, far = 0.3, again = 0.3; /* s, as in crossing.c */
    if (!d->s->rank.dependents || d->again) return;
    double s = hold_of(d, far);
    if (s > far) d->looked = near / again;
    if (!(s < again * d->looked)) return;
    d->looked = s;
    d->again = cd_driver_rechoose(d, log);
}
