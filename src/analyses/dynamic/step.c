/* step.c - one step of an integration (theory 9.1, 9.2): its size is proposed, the method attempts it, it is judged,
 * and accepted or repeated. */
#include "analyses/dynamic/driver.h"
#include "integrators/trace.h"
#include "integrators/tuning.h"
#include "system/account.h"
#include "system/project.h"

#include <math.h>

double cd_driver_nearness(const Dynamic *d)
{
    return 1e-9 * d->set.step.hmax + 4e-16 * fabs(d->clock.t);
}

/* ---- propose ---- */

/* No step goes beyond a delay, for it would read of itself; where a delay is next to nothing beside HMAX that makes no
 * difference. */
static double within_delays(const Dynamic *d, double h)
{
    const double little = tuning_delay_counts;
    bool counts = d->e->past.delays.n && d->e->past.delays.shortest > little * d->set.step.hmax;
    return counts ? fmin(h, d->e->past.delays.shortest) : h;
}

/* The step to try: within bounds, and a whole number of them to the next output, or to the end where outputs are
 * interpolated, as they are near a singular configuration, which no step should end on. */
static double bounded(Dynamic *d, double stop)
{
    const StepClock *c = &d->clock;
    double h = within_delays(d, fmin(c->h, cd_events_longest(d, d->set.step.hmax))), left = stop - c->t;
    const Crossing *crossing = &d->stats.crossing;
    if (c->counts) h = fmin(h, tuning_turn_per_step / (c->fastest + 1e-300));
    if (d->set.interpolate && d->method.kind->turn > 0) h = fmin(h, d->method.kind->turn / (c->fastest + 1e-300));
    double most = fmin(d->set.step.hmax, c->end - c->t);
    if (cd_crossing_is_near(crossing, c->t, h))
        return cd_crossing_bound(crossing, c->t, h, d->attempts.failures > 0, most);
    if (d->set.interpolate && left > 2 * h) return h;
    return left / ceil(left / h * (1 - 1e-9));
}

/* The time that steps are to end on: the output, or the end where these are interpolated, or an event that is known
 * beforehand. Two of them that are next to each other are one. */
static Trial begin_trial(Dynamic *d, double output)
{
    double stop = d->set.interpolate ? d->clock.end : output, apart = 2 * fmax(cd_driver_nearness(d), d->set.step.hmin);
    Trial t = { .stop = stop, .at_stop = NO_HIT };
    Hit hit;
    double event = cd_events_next(d, d->clock.t + apart, &hit);
    if (event < stop - apart) t.stop = event, t.at_stop = hit;
    return t;
}

static void propose(Dynamic *d, Trial *t)
{
    double now = d->clock.t, half = cd_driver_nearness(d) / 2;
    t->h = t->aim > 0 ? t->aim : t->over > 0 ? t->over : bounded(d, t->stop);
    if (t->aim <= 0) t->h = cd_events_limit(d, t->h);
    if (t->at_stop.kind >= 0 && now + t->h > t->stop - half)
        t->h = t->aim = t->stop - now - half, t->aimed_at = t->at_stop;
    t->smallest = t->h <= d->set.step.hmin * 1.01 || now + t->h == now;
}

/* ---- attempt ---- */

/* What an iteration of I3 has left open of the constraints, divided by a very short step, is a velocity of any size: in
 * front of such a step, as events ask for, the method restarts from where it is, with positions and velocities on the
 * constraints. So do explicit methods of many steps: a polynomial of high order through points that lie far apart says
 * little about a short step, and the error of many such steps adds up. */
static void restart_before_short_step(Dynamic *d, double h)
{
    const double much_shorter = tuning_index_3_short_step, rounding = 1e-14, far_apart = tuning_adams_short_step;
    const IntegratorKind *kind = d->method.kind;
    System *s = d->e->s;
    bool adams = !kind->traits.implicit && kind->low < kind->high, index_3 = cd_driver_is_index_3(d) && s->in_use.n;
    if (d->clock.fresh || h > (adams ? far_apart : index_3 ? much_shorter : 0) * d->clock.last) return;
    kind->calls.reject(d->method.at);
    double least = rounding * fmax(1, s->constants.length);
    if (!adams && (!cd_project_both(s, least, least) || cd_accelerations(s, NULL) != CD_OK)) return;
    kind->calls.begin(d->method.at);
    d->clock.fresh = true;
}

Attempt cd_driver_attempt(Dynamic *d, double h, CdLog *log)
{
    Phase back = cd_profile_enter(d->e->s->watch.profile, PHASE_METHOD);
    restart_before_short_step(d, h);
    cd_trace_attempt(d->stats.trace, d->clock.t, h, d->method.kind->calls.order(d->method.at));
    long charts = d->stats.charts;
    Attempt a = d->method.kind->calls.attempt(d->method.at, h, log);
    if (d->stats.charts > charts) cd_trace_note(d->stats.trace, "angles near their singularity go on in another chart");
    cd_trace_outcome(d->stats.trace, &a);
    d->attempts.worst = a.worst;
    cd_profile_leave(d->e->s->watch.profile, back);
    return a;
}

/* What is tried is not logged: it may be repeated. */
static void attempt(Dynamic *d, Trial *t)
{
    t->attempt = cd_driver_attempt(d, t->h, NULL);
    if (t->attempt.outcome == STEP_OK && cd_events_are_stricter(d, t->h)) t->attempt = cd_driver_attempt(d, t->h, NULL);
}

/* ---- judge ---- */

/* Whether the step is good, with its end on the first event in it. */
static bool judge(Dynamic *d, Trial *t)
{
    t->hit = NO_HIT, t->found = (Found){ .what = EVENT_NONE };
    if (t->attempt.outcome != STEP_OK) return false;
    t->found = cd_events_locate(d, t->h, &t->hit);
    return t->found.what == EVENT_NONE || t->found.what == EVENT_HIT;
}

/* ---- accept ---- */

void cd_driver_find_fastest(Dynamic *d)
{
    const System *s = d->e->s;
    d->clock.fastest = 0;
    for (int b = 0; b < s->m->bodies; b++) d->clock.fastest = fmax(d->clock.fastest, v3_norm(s->now.body[b].w));
}

/* The course of an accepted step goes into the past of delays at a few points more: steps as long as the method bears
 * are too far apart for cubics through their ends. */
static void keep_course(Dynamic *d)
{
    enum { PIECES = 4 };
    if (!d->e->past.delays.n || d->clock.last <= 0) return;
    cd_snapshot_take(d->e, &d->outputs.own);
    for (int i = 1; i <= PIECES; i++) {
        if (i < PIECES)
            d->method.kind->calls.interpolate(d->method.at, d->clock.t - d->clock.last * (PIECES - i) / PIECES);
        else cd_snapshot_restore(d->e, &d->outputs.own);
        cd_equations_prepare(d->e, NULL);
        cd_equations_delay(d->e);
    }
}

static void count_step(Dynamic *d)
{
    Stats *s = &d->stats;
    double h = d->clock.last;
    int order = d->method.kind->calls.order(d->method.at);
    s->size.shortest = s->size.sum > 0 ? fmin(s->size.shortest, h) : h;
    s->size.longest = fmax(s->size.longest, h);
    s->size.sum += h;
    s->ended.sensed += d->events.untold;
    s->of_order[order < HIGHEST_ORDER ? order : HIGHEST_ORDER]++;
}

/* The unknown with the largest error is named where that error, not HMAX, keeps the next step from growing. */
static void keep_history(Dynamic *d)
{
    Monitors *m = &d->monitors;
    const Stats *s = &d->stats;
    const StepClock *c = &d->clock;
    if (!m->history) return;
    long failed =
        s->repeated.too_inaccurate + s->repeated.not_converged + s->repeated.not_finite + s->repeated.singular;
    bool bound = c->h < 1.5 * c->last && c->h < d->set.step.hmax;
    cd_steps_add(m->history, &(StepSeen){ .t = c->t,
                                          .h = c->last,
                                          .order = d->method.kind->calls.order(d->method.at),
                                          .limiter = bound ? d->attempts.worst : -1,
                                          .repeated = (int)(failed - m->failed),
                                          .kink = d->events.of,
                                          .sensor = d->events.untold });
    m->failed = failed;
}

/* Whoever counts revolutions looks before a body has turned by more than about a radian. */
static void tell_step(Dynamic *d)
{
    Outputs *o = &d->outputs;
    cd_driver_find_fastest(d);
    o->turned += d->clock.last * d->clock.fastest;
    if (o->turned < 0.5 || !o->on_step) return;
    o->on_step(o->on_step_arg);
    o->turned = 0;
}

/* The present state is kept. */
static void accept(Dynamic *d, CdLog *log)
{
    System *s = d->e->s;
    StepClock *c = &d->clock;
    Events *ev = &d->events;
    c->before = c->last, c->last = s->state.t - c->t, c->t = s->state.t, c->fresh = false;
    cd_equations_prepare(d->e, NULL);
    d->attempts = (Attempts){ .worst = d->attempts.worst, .slips = cd_equations_stick_or_slip(d->e) };
    cd_constraints_wind(s->c, s->now.body, s->state.winding);
    cd_constraints_advance(s->c, c->t, NULL);
    cd_equations_wind(d->e);
    cd_account_accept(s->watch.account, d->e);
    if (d->monitors.extrapolation) cd_extrapolation_judge(d->monitors.extrapolation, log);
    if (d->monitors.runaway) cd_runaway_look(d->monitors.runaway, log);
    if (d->monitors.undetermined) cd_undetermined_look(d->monitors.undetermined, log);
    cd_events_accept(d, log);
    count_step(d);
    c->h = fmax(d->method.kind->calls.accept(d->method.at), d->set.step.hmin);
    cd_events_bound(d);
    cd_events_begin(d, false, log);
    keep_course(d);
    keep_history(d);
    d->method.change = d->method.automatic && cd_auto_look(&d->method.chooser, &d->stats, c->last, c->h, &d->set, log);
    ev->restart |= d->method.change;
    if (ev->untold && ev->asked.step > 0) c->h = ev->asked.step;
    if (ev->untold || ev->restart) cd_snapshot_take(d->e, &ev->reached);
    tell_step(d);
}

/* A step that was to end in front of an event ends on it, one to an output exactly there. */
static void end_exactly(Dynamic *d, Trial *t)
{
    State *state = &d->e->s->state;
    bool whole = state->t >= d->clock.t + t->h * (1 - 1e-9), none = t->hit.kind < 0;
    if (none && t->aim > 0 && whole) t->hit = t->aimed_at, t->hit.over = 2 * cd_driver_nearness(d);
    else if (none && fabs(t->stop - state->t) <= 1e-9 * t->h) state->t = t->stop;
    d->events.hit = t->hit;
}

CdStatus cd_driver_step(Dynamic *d, double output, CdLog *log)
{
    if (d->events.restart) return cd_driver_restart(d, log);
    Trial t = begin_trial(d, output);
    for (;;) {
        if (cd_stop_asked(d->e->s->watch.stop)) return CD_STOPPED;
        if (d->events.restart)
            return cd_driver_restart(d, log); /* whoever was asked has changed what acts on the model */
        propose(d, &t);
        attempt(d, &t);
        if (judge(d, &t)) break;
        Cure cure = cd_driver_remedy(d, &t, log);
        if (cure == CURE_RESTART) return cd_driver_restart(d, log);
        if (cure == CURE_GIVE_UP) return CD_ANALYSIS_FAILED;
    }
    end_exactly(d, &t);
    accept(d, log);
    cd_singular_rechoose_early(d, log);
    if (cd_driver_watch_stability(d, output, log) != CD_OK) return CD_ANALYSIS_FAILED;
    double left = (d->clock.end - d->clock.t) / fmax(d->clock.last, d->clock.h);
    if (d->monitors.runaway && cd_runaway_ends(d->monitors.runaway, left, log)) return CD_ANALYSIS_FAILED;
    return cd_constraints_on_curves(d->e->s->c, &d->e->s->state, log) ? CD_OK : CD_ANALYSIS_FAILED;
}
