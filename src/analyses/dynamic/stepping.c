/* stepping.c - one step of an integration: its bounds (theory 9.1, 9.2), what becomes of it, and what is tried where it fails. */
#include "analyses/dynamic/diagnosis.h"
#include "analyses/dynamic/driver.h"
#include "integrators/trace.h"
#include "system/account.h"
#include "system/fastest.h"
#include "system/project.h"

#include <math.h>

/* How closely a kink is located (9.29). */
double cd_driver_nearness(const Dynamic *d)
{
    return 1e-9 * d->set.hmax + 4e-16 * fabs(d->t);
}

double cd_driver_hold(const Dynamic *d, double share)
{
    return sqrt((share < 0 ? 0 : share) / fmax(d->held, share));
}

/* No step goes beyond a delay, for it would read of itself; where a delay is next to nothing beside HMAX that makes no difference. */
static double within_delays(const Dynamic *d, double h)
{
    const double little = 0.05; /* of HMAX */
    bool counts = d->e->delays.n && d->e->delays.shortest > little * d->set.hmax;
    return counts ? fmin(h, d->e->delays.shortest) : h;
}

/* The course of an accepted step goes into the past of delays at a few points more: what steps are as long as the method bears is too far apart for cubics through their ends. */
static void keep_course(Dynamic *d)
{
    enum { PIECES = 4 };
    if (!d->e->delays.n || d->last <= 0) return;
    cd_snapshot_take(d->e, &d->own);
    for (int i = 1; i <= PIECES; i++) {
        if (i < PIECES) d->kind->interpolate(d->method, d->t - d->last * (PIECES - i) / PIECES);
        else cd_snapshot_restore(d->e, &d->own);
        cd_equations_prepare(d->e, NULL);
        cd_equations_delay(d->e);
    }
}

/* How long a step may be: HMAX, and in a ramp that is known beforehand a tenth of it if velocities are not tested, as in index 3: what they miss of a short strong push stays
 * with them, and a place is hardly off while it lasts. */
static double longest_step(const Dynamic *d)
{
    const double steps_per_ramp = 10;
    if (!d->kind->implicit || d->set.formulation != FORM_I3) return d->set.hmax;
    double piece = cd_events_piece(&d->events, d->t + cd_driver_nearness(d));
    return fmin(d->set.hmax, fmax(piece / steps_per_ramp, d->set.hmin));
}

/* The step to try: within bounds, and a whole number of them to the next output, or to the end where outputs are interpolated, as they are
 * where constraints lose hold, which no step should end on. */
static double bounded(const Dynamic *d, double stop)
{
    double h = within_delays(d, fmin(d->h, longest_step(d))), left = stop - d->t;
    const Crossing *c = &d->stats.crossing;
    if (d->counts) h = fmin(h, 1.5 / (d->fastest + 1e-300));
    if (d->set.interpolate && d->kind->turn > 0) h = fmin(h, d->kind->turn / (d->fastest + 1e-300));
    double most = fmin(d->set.hmax, d->end - d->t);
    if (cd_crossing_is_near(c, d->t, h)) return cd_crossing_bound(c, d->t, h, d->failures > 0, most);
    if (d->set.interpolate && left > 2 * h) return h;
    return left / ceil(left / h * (1 - 1e-9));
}

void cd_driver_find_fastest(Dynamic *d)
{
    d->fastest = 0;
    for (int b = 0; b < d->s->m->bodies; b++) d->fastest = fmax(d->fastest, v3_norm(d->s->body[b].w));
}

/* What sensors at the end of an accepted step ask of the integration. */
void cd_driver_heed_sensors(Dynamic *d, CdLog *log)
{
    if (!cd_sensing_accept(d->sensors, &d->asked, log)) return;
    d->event = true;
    d->again |= d->asked.restart || d->asked.refactor || cd_sensing_disturbs(d->sensors);
    if (d->asked.dump && d->s->watch.teller) cd_tell_state(d->e, d->s->watch.teller);
    if (d->asked.refactor) cd_equations_forget_factors(d->e);
}

static void count_step(Dynamic *d)
{
    Stats *s = &d->stats;
    int order = d->kind->order(d->method);
    s->shortest = s->length > 0 ? fmin(s->shortest, d->last) : d->last;
    s->longest = fmax(s->longest, d->last);
    s->length += d->last;
    s->sensed += d->event;
    s->of_order[order < HIGHEST_ORDER ? order : HIGHEST_ORDER]++;
}

/* The unknown with the largest error is named where that error, not HMAX, keeps the next step from growing. */
static void keep_step(Dynamic *d)
{
    if (!d->history) return;
    const Stats *s = &d->stats;
    long failed = s->too_inaccurate + s->not_converged + s->not_finite + s->singular;
    bool bound = d->h < 1.5 * d->last && d->h < d->set.hmax;
    cd_steps_add(d->history, &(StepSeen){ .t = d->t,
                                          .h = d->last,
                                          .order = d->kind->order(d->method),
                                          .limiter = bound ? d->worst : -1,
                                          .repeated = (int)(failed - d->failed),
                                          .kink = d->kink >= 0 ? d->events.watch[d->kink].element : NULL,
                                          .sensor = d->event });
    d->failed = failed;
}

static void note_kink(const Dynamic *d, int which)
{
    char label[CD_LABEL_ROOM];
    const Watch *w = &d->events.watch[which];
    cd_trace_note(d->stats.trace, "%s jumps at t = %.9g (derivative %d): the step ends there",
                  cd_label(w->element, label), d->t, w->level);
}

static bool is_index_3(const Dynamic *d)
{
    return d->kind->implicit && d->set.formulation == FORM_I3 && d->s->used;
}

/* Steps while shapes that have met push each other apart: none is long beside their stay, and what velocities are off by at its end stays with the
 * bodies, so that methods which do not test velocities are held to less (21.17). */
void cd_driver_mind_touch(Dynamic *d)
{
    /* a blow that loses nothing is to return its energy after any number of others; steps of second order get short by that, and where bodies stand on joints
     * rounding of the constraints is in the way */
    const double stricter = 400, elastic = d->kind->high > 2 ? 3000 : 100, rounding = 1e-12;
    double bound = cd_touching_bound(d->touching);
    bool untested = d->kind->implicit && d->set.formulation == FORM_I3;
    d->h = fmin(d->h, fmax(bound, d->set.hmin));
    d->stats.strict = untested && isfinite(bound) ? stricter : 0;
    if (d->t < d->touching->elastic && !d->s->used)
        d->stats.strict = fmax(d->stats.strict, fmin(elastic * (1 + d->stats.strict), d->set.error / rounding));
}

/* Among many contacts an iteration that takes long has to find out which of them are closed: shorter steps, which change less of that, come farther
 * with the same work. */
static void mind_work(Dynamic *d)
{
    const long usual = 8, many = 16;
    const double shorter = 0.7;
    long spent = d->stats.iterations - d->spent;
    d->spent = d->stats.iterations;
    if (!d->e->loads.near || spent <= usual) return;
    d->h = fmin(d->h, fmax(d->last * (spent > many ? shorter : 1), d->set.hmin));
}

/* Keeps the step tried last. which: the kink it ended on, -1 if on none. */
static void accept(Dynamic *d, int which, CdLog *log)
{
    const double much_shorter = 0.1;
    System *s = d->s;
    double before = d->last;
    d->last = s->state.t - d->t, d->failures = 0, d->infinite = 0, d->fresh = false;
    d->t = s->state.t;
    cd_equations_prepare(d->e, NULL);
    bool passes = cd_equations_stick_or_slip(d->e);
    cd_constraints_wind(s->c, s->body, s->state.winding);
    cd_constraints_advance(s->c, d->t, NULL);
    cd_equations_wind(d->e);
    cd_account_accept(s->watch.account, d->e);
    passes |= cd_events_passes(&d->events);
    cd_events_accept(&d->events, d->last, which);
    if (which >= 0) cd_driver_name_chatter(d, log);
    if (d->extrapolation) cd_extrapolation_look(d->extrapolation, log);
    if (d->runaway) cd_runaway_look(d->runaway, log);
    if (d->touching) cd_touching_accept(d->touching, log);
    if (d->touched) cd_account_restart(s->watch.account, d->e); /* powers have a corner there */
    d->again = which >= 0 || d->e->sampled || (d->touched && d->jolts), d->kink = which;
    d->touched = false;
    if (d->sensors) cd_driver_heed_sensors(d, log);
    /* the past of index 3 does not bear such a change of step: its velocities are differences of positions */
    d->again |= d->event && is_index_3(d) && d->last < much_shorter * before;
    count_step(d);
    d->h = fmax(d->kind->accept(d->method), d->set.hmin);
    d->h = cd_sliding_renew(&d->sliding, d->last, d->h);
    cd_driver_calm_down(d, passes);
    if (d->touching) cd_driver_mind_touch(d), mind_work(d);
    cd_events_look(&d->events, d->h);
    keep_course(d);
    if (which >= 0) note_kink(d, which);
    keep_step(d);
    d->other = d->automatic && cd_auto_look(&d->chooser, &d->stats, d->last, d->h, &d->set, log);
    d->again |= d->other;
    if (d->event && d->asked.step > 0) d->h = d->asked.step;
    if (d->event || d->again) cd_snapshot_take(d->e, &d->reached);
    cd_driver_find_fastest(d);
    d->turned += d->last * d->fastest;
    if (d->turned < 0.5 || !d->follow) return;
    d->follow(d->user);
    d->turned = 0;
}

/* What two points of a step say about stability (13.12) may come from rounding or from constraints: the equations have the word. */
static bool is_stiff(Dynamic *d)
{
    const long again = 500;
    if (d->unstable || d->stats.steps < d->ask) return d->unstable > 0;
    d->ask = d->stats.steps + again;
    return cd_fastest_rate(d->e) * d->last > 1;
}

/* A stiff model under an explicit method is named, and given up where it would take for ever. */
static CdStatus watch_stability(Dynamic *d, double stop, CdLog *log)
{
    const long most = 200000;
    const double too_many = 1e5, forgets = 0.95;
    d->usual = fmax(d->last, forgets * d->usual);
    bool bound = d->last < 0.99 * d->set.hmax && !d->kind->implicit && !d->automatic;
    if (bound && cd_stiff_mode_stops(&d->stiff_mode, d->e, d->t, d->usual, d->end, log)) return CD_ANALYSIS_FAILED;
    if (!d->stats.unstable || d->automatic || d->last > 0.99 * d->set.hmax || !is_stiff(d)) return CD_OK;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    double left = (stop - d->t) / d->usual;
    if (!d->unstable++) cd_log(log, e->place, STIFF_MODEL, cd_label(e, label), d->t, d->last);
    if (d->unstable < most && left < too_many) return CD_OK;
    cd_log(log, e->place, TOO_STIFF, cd_label(e, label), d->t, d->usual, d->unstable, left);
    return CD_ANALYSIS_FAILED;
}

/* What an iteration of I3 has left open of the constraints, divided by a very short step, is a velocity of any size: in front of such a step,
 * as events ask for, the method begins anew from where it is, with positions and velocities on the constraints. So do explicit methods of many steps: a polynomial of high
 * order through points that lie far apart says little about a short step, and the error of many such steps adds up. */
static void settle(Dynamic *d, double h)
{
    const double much_shorter = 1e-3, rounding = 1e-14, far_apart = 0.05;
    bool adams = !d->kind->implicit && d->kind->low < d->kind->high;
    if (d->fresh || h > (adams ? far_apart : is_index_3(d) ? much_shorter : 0) * d->last) return;
    d->kind->reject(d->method);
    double least = rounding * fmax(1, d->s->length);
    if (!adams && (!cd_project_both(d->s, least, least) || cd_accelerations(d->s, NULL) != CD_OK)) return;
    d->kind->begin(d->method);
    d->fresh = true;
}

Attempt cd_driver_attempt(Dynamic *d, double h, CdLog *log)
{
    Phase back = cd_profile_enter(d->s->watch.profile, PHASE_METHOD);
    settle(d, h);
    cd_trace_attempt(d->stats.trace, d->t, h, d->kind->order(d->method));
    long charts = d->stats.charts;
    Attempt a = d->kind->attempt(d->method, h, log);
    if (d->stats.charts > charts) cd_trace_note(d->stats.trace, "angles near their singularity go on in another chart");
    cd_trace_outcome(d->stats.trace, &a);
    d->worst = a.worst;
    cd_profile_leave(d->s->watch.profile, back);
    return a;
}

/* Whether an attempt fails where constraints hardly hold. */
static bool has_lost_hold(const Dynamic *d, const Attempt *a)
{
    return a->outcome == STEP_NO_HOLD || d->stats.crossing.s < d->stats.crossing.leap;
}

/* An attempt in which an expression had no value is repeated to hear what was wrong with it. */
static void report_failure(Dynamic *d, Attempt a, double h, CdLog *log)
{
    if (d->infinite > 0) {
        a = cd_driver_attempt(d, d->infinite, log);
        d->kind->reject(d->method);
    }
    Failure f = { .e = d->e, .set = &d->set, .events = &d->events, .attempt = a, .t = d->t, .h = h, .weakest = -1 };
    if (has_lost_hold(d, &a)) f.weakest = d->stats.crossing.row;
    cd_equations_prepare(d->e, NULL);
    f.hold = d->s->used ? cd_driver_hold(d, cd_masses_hold_here(d->s).share) : 1;
    cd_diagnose(&f, log);
}

/* How long it takes from here, at the present velocities, to where constraints lose hold; 0: they do not, or it is far away. The state is that of t. */
static double time_to_toggle(Dynamic *d, double h)
{
    const double heed = 0.3, little = 0.05; /* s under which it is looked for, as in crossing.c; of a step */
    System *s = d->s;
    cd_equations_prepare(d->e, NULL);
    double here = cd_driver_hold(d, cd_masses_hold_here(s).share);
    if (!(here < heed)) return 0;
    cd_snapshot_take(d->e, &d->own);
    cd_state_move(s->m, &s->state, s->state.v, little * h);
    cd_equations_prepare(d->e, NULL);
    double there = cd_driver_hold(d, cd_masses_hold_here(s).share);
    cd_snapshot_restore(d->e, &d->own);
    cd_equations_prepare(d->e, NULL);
    return there < here ? here * little * h / (here - there) : 0;
}

/* Near a position in which constraints lose hold no step converges that ends there, and ever shorter ones come ever closer. So one is made that goes as far beyond
 * as it is away, if that can be told, then three and seven times as far, or half its length further where attempts fail at the same time twice. Its size; 0: there is no reason for one. */
static double leap(Dynamic *d, const Attempt *a, double h)
{
    /* from one time: a jump of a load stops steps as well, and shorter ones come to it */
    enum { LEAPS = 3, BEYONDS = 5 };
    bool lost = a->outcome == STEP_NOT_CONVERGED || a->outcome == STEP_SINGULAR,
         off = a->outcome == STEP_TOO_INACCURATE && d->failures == 2;
    if (!(lost || off) || !d->kind->implicit || !d->s->used) return 0;
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    bool bound = e && GIVEN(e, Integrator, hmax); /* else it is the output step that HMAX stands for */
    double end = d->t + h, beyond = 1.5 * h, most = fmin(bound ? d->set.hmax : 8 * d->set.hmax, d->end - d->t);
    bool again = fabs(end - d->stuck) < 0.5 * h;
    d->stuck = end;
    if (d->leapt != d->t) d->leapt = d->t, d->leaps = d->beyonds = 0;
    bool watches = d->stats.crossing.ahead; /* who watches for such positions steps over them by itself */
    double over = watches || d->leaps >= LEAPS ? 0 : (2 << d->leaps) * time_to_toggle(d, h);
    d->leaps++;
    if (over >= d->set.hmin && over < 16 * fmax(h, d->last) && over <= most) return over;
    return lost && again && beyond <= most && d->beyonds++ < BEYONDS ? beyond : 0;
}

/* The time that steps are to end on: the output, or the end where these are interpolated, or a mark before it. Two of them that are next to each other are one. *jump: the kink that is
 * there, which they are to end in front of; -1: none. */
static double next_stop(const Dynamic *d, double output, int *jump)
{
    double stop = d->set.interpolate ? d->end : output, apart = 2 * fmax(cd_driver_nearness(d), d->set.hmin);
    double mark = cd_events_mark(&d->events, d->t + apart, jump);
    if (mark < stop - apart) return mark;
    *jump = -1;
    return stop;
}

/* One step towards an output, repeated with smaller sizes until it is good. */
CdStatus cd_driver_step(Dynamic *d, double output, CdLog *log)
{
    if (d->again && cd_driver_start_again(d, log) != CD_OK) return CD_ANALYSIS_FAILED;
    if (d->t >= output) return CD_OK;
    int jump = -1;
    double stop = next_stop(d, output, &jump);
    double to_kink = 0; /* end the step there, just before that kink */
    double over = 0;    /* this far, over what is in the way */
    int aimed_at = -1;
    for (;;) {
        if (cd_stop_asked(d->s->watch.stop)) return CD_STOPPED;
        double h = to_kink > 0 ? to_kink : over > 0 ? over : bounded(d, stop);
        if (d->touching && to_kink <= 0) h = fmax(cd_touching_ahead(d->touching, h), d->set.hmin);
        double end = h;
        if (jump >= 0 && d->t + h > stop - cd_driver_nearness(d) / 2)
            h = end = to_kink = stop - d->t - cd_driver_nearness(d) / 2, aimed_at = jump;
        bool small = h <= d->set.hmin * 1.01 || d->t + h == d->t;
        Attempt a = cd_driver_attempt(d, h, NULL); /* what is tried is not spoken of: it may be repeated */
        if (a.outcome == STEP_OK && cd_driver_is_abrupt(d, h)) a = cd_driver_attempt(d, h, NULL);
        int kink = -1;
        bool between = to_kink > 0 && a.outcome == STEP_NOT_CONVERGED && !cd_driver_gives_way(d);
        bool ended = a.outcome == STEP_OK ? cd_driver_end_on_events(d, h, &kink, &end)
                                          : between && cd_driver_end_in_front(d, h, aimed_at, &kink, &end);
        if (ended) {
            bool whole = d->s->state.t >= d->t + h * (1 - 1e-9);
            if (kink < 0 && to_kink > 0 && whole) kink = aimed_at, d->over = 2 * cd_driver_nearness(d);
            if (kink < 0 && fabs(stop - d->s->state.t) <= 1e-9 * h) d->s->state.t = stop;
            accept(d, kink, log);
            cd_driver_rechoose_early(d, log);
            if (watch_stability(d, output, log) != CD_OK) return CD_ANALYSIS_FAILED;
            return cd_constraints_on_curves(d->s->c, &d->s->state, log) ? CD_OK : CD_ANALYSIS_FAILED;
        }
        if (a.outcome == STEP_NOT_FINITE) d->infinite = h;
        if (end > 0) cd_driver_blame_kinks(d, log);
        double ahead = cd_driver_kink_ahead(d, &a, h, &kink), near = cd_driver_nearness(d);
        d->kind->reject(d->method);
        int there = end == 0 ? -1 : cd_events_at_hand(&d->events, small ? fmax(h, near) : near);
        if (there >= 0) kink = there, end = 0, d->over = 0;
        if (end == 0 || (ahead > 0 && ahead <= near)) {
            cd_events_accept(&d->events, 0, kink);
            cd_snapshot_take(d->e, &d->reached);
            d->kink = kink;
            if (end > 0) d->over = 2 * near;
            return cd_driver_start_again(d, log);
        }
        bool nearer = to_kink == 0 || ahead < 0.5 * h; /* else the way there is what fails */
        if (ahead > 0 && nearer && ++d->failures <= 100) {
            to_kink = ahead - near / 2, aimed_at = kink;
            continue;
        }
        if (small || a.outcome == STEP_NO_HOLD || ++d->failures > 100) {
            if (d->rechose < d->t && cd_driver_rechoose(d, log)) return cd_driver_start_again(d, log);
            if (d->automatic && cd_auto_rescue(&d->chooser, has_lost_hold(d, &a), &d->set, log)) {
                cd_snapshot_take(d->e, &d->reached);
                d->other = true, d->over = 0, d->kink = -1, d->failures = 0;
                return cd_driver_start_again(d, log);
            }
            report_failure(d, a, h, log);
            return CD_ANALYSIS_FAILED;
        }
        over = over > 0 && a.outcome == STEP_TOO_INACCURATE ? 0 : leap(d, &a, h);
        d->h = fmax(a.h, d->set.hmin);
        to_kink = 0;
    }
}
