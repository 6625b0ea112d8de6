/* switching_event.c - switching points of expressions: accepted, explained, handled (theory 9.28 to 9.47). */
#include "analyses/dynamic/driver.h"
#include "integrators/trace.h"
#include "integrators/tuning.h"
#include "system/account.h"
#include "system/project.h"

#include <math.h>
#include <string.h>

const Switching *cd_driver_switching(const Dynamic *d)
{
    return &((const SwitchingEvent *)d->events.self[EVENT_switching])->points;
}

/* ---- abrupt loads ---- */

/* Where loads change their laws all the time steps are short for that, and what one push leaves wrong the next ones
 * make up for. A model that stays with short steps has them for other reasons: it is forgotten. */
static bool becomes_abrupt(SwitchingEvent *s, double h)
{
    Dynamic *d = s->d;
    bool can = !d->stats.judged.abrupt && cd_driver_is_index_3(d) && s->abrupt.passing < tuning_laws_all_the_time;
    if (!can || !(cd_switching_passes(&s->points) || cd_equations_stick_or_slip(d->e))) return false;
    s->abrupt.calm = fmax(s->abrupt.calm, h);
    cd_switching_mark_laws(&s->points);
    return d->stats.judged.abrupt = true;
}

/* Loads may have changed their laws just before a run. usual: the size its steps are to have. */
static void begin_abrupt(SwitchingEvent *s, double usual)
{
    s->d->stats.judged.abrupt = cd_switching_may_pass(&s->points) || cd_equations_may_stick(s->d->e);
    s->abrupt = (Abrupt){ .calm = usual, .passing = tuning_laws_all_the_time / 2 };
    cd_switching_mark_laws(&s->points);
}

static bool is_stricter(void *self, double h)
{
    SwitchingEvent *s = self;
    Dynamic *d = s->d;
    bool may = s->points.n || d->e->past.memory.n;
    if (d->stats.judged.abrupt || !may || !cd_equations_prepare(d->e, NULL)) return false;
    cd_switching_eval(&s->points, s->points.value.now);
    return becomes_abrupt(s, h);
}

/* Behind an accepted step, before one of size h. */
static void calm_down(SwitchingEvent *s, double h)
{
    /* a low order has many more steps; with loads back at the laws they had, or with none that has had another yet,
     * there is little to keep in mind */
    Dynamic *d = s->d;
    const double slowly = d->method.kind->high > 2 ? 0.995 : 0.9995, sooner = 0.99, soon = 0.95;
    bool away = cd_switching_are_changed(&s->points);
    Abrupt *a = &s->abrupt;
    a->met |= away;
    double forgets = away ? slowly : a->met ? sooner : soon;
    a->calm = fmax(d->clock.last, forgets * a->calm);
    if (h > a->calm || a->passing > tuning_laws_all_the_time) d->stats.judged.abrupt = false;
}

/* ---- messages ---- */

static void tell_zeros(SwitchingEvent *s, CdLog *log)
{
    for (int i = 0; i < s->points.n; i++) {
        const Watch *w = &s->points.watch[i];
        char label[CD_LABEL_ROOM];
        if (w->hold.zero)
            cd_log(log, w->of.element->place, JUMP_OF_ZERO, cd_label(w->of.element, label), s->d->clock.t);
    }
}

/* Names one that holds the run up. */
static void name_chatter(SwitchingEvent *s, CdLog *log)
{
    int which = cd_switching_chatter(&s->points);
    if (which < 0) return;
    char label[CD_LABEL_ROOM];
    const Element *e = s->points.watch[which].of.element;
    const Reporter *reporter = s->d->e->s->watch.reporter;
    cd_log(log, e->place, JUMPS_OFTEN, cd_label(e, label), s->d->clock.t);
    if (reporter) cd_tell(reporter, "slow: t = %.9g after %ld steps", s->d->clock.t, s->d->stats.steps);
}

/* ---- along the steps ---- */

static void *open(Dynamic *d, CdLog *log)
{
    SwitchingEvent *s = ARENA_NEW(&d->arena, SwitchingEvent);
    s->d = d;
    bool staged = d->method.kind->traits.staged;
    double blur = tuning_alpha_iteration * d->set.tolerance.error * fmax(1, d->e->s->constants.length);
    s->points = cd_switching_open(&d->arena, d->e, d->set.kinks, staged || d->method.automatic, d->set.step.hmax, blur);
    cd_switching_begin(&s->points);
    cd_switching_look(&s->points, d->clock.h);
    begin_abrupt(s, fmin(d->set.step.hmax, d->outputs.apart));
    s->sliding = cd_sliding_open(&d->arena, d->e, &s->points, &d->set);
    cd_sliding_find_zeros(&s->sliding);
    tell_zeros(s, log);
    d->events.restart |= cd_sliding_may_begin(&s->sliding);
    cd_sliding_lock(&s->sliding, true);
    return s;
}

static double next(void *self, double t, int *which)
{
    return cd_switching_mark(&((SwitchingEvent *)self)->points, t, which);
}

/* In a ramp that is known beforehand a step is a tenth of it if velocities are not tested, as in index 3: what they
 * miss of a short strong push stays with them, and a position is hardly off while it lasts. */
static double longest(void *self, double h)
{
    SwitchingEvent *s = self;
    const Dynamic *d = s->d;
    const double steps_per_ramp = tuning_steps_per_ramp;
    if (!cd_driver_is_index_3(d)) return h;
    double piece = cd_switching_piece(&s->points, d->clock.t + cd_driver_nearness(d));
    return fmin(h, fmax(piece / steps_per_ramp, d->set.step.hmin));
}

static void watch(void *self)
{
    SwitchingEvent *s = self;
    cd_switching_eval(&s->points, s->points.value.now);
}

static Found locate(void *self, double h)
{
    return cd_switching_locate(self, h);
}

/* A jump makes an attempt that goes over it inaccurate: the next one is to end in front of it. Or it is there at once.
 */
static Found explain(void *self, const Attempt *a, double h, bool smallest, CdLog *log)
{
    SwitchingEvent *s = self;
    Dynamic *d = s->d;
    Switching *ev = &s->points;
    double near = cd_driver_nearness(d), at = -1;
    int which = -1;
    if (ev->n && cd_equations_prepare(d->e, NULL)) {
        cd_switching_eval(ev, ev->value.now);
        cd_switching_blame(ev);
        becomes_abrupt(s, d->clock.last);
        name_chatter(s, log);
    }
    ev->staged = d->method.kind->traits.staged;
    if (a->outcome == STEP_TOO_INACCURATE && ev->n) at = cd_switching_crossing(ev, &which);
    double ahead = at < 0 || cd_is_corner(ev, &ev->watch[which]) ? 0 : fmax(at * h, near / 4);
    int there = cd_switching_at_hand(ev, smallest ? fmax(h, near) : near);
    if (there >= 0) return (Found){ .what = EVENT_AT_ONCE, .which = there };
    if (!(ahead > 0)) return (Found){ .what = EVENT_NONE };
    return (
        Found){ .what = ahead <= near ? EVENT_AT_ONCE : EVENT_AHEAD, .which = which, .ahead = ahead, .over = 2 * near };
}

static bool accept(void *self, int hit, CdLog *log)
{
    SwitchingEvent *s = self;
    Dynamic *d = s->d;
    const double part = 0.1;
    bool passes = d->attempts.slips || cd_switching_passes(&s->points);
    s->abrupt.passing += part * (passes - s->abrupt.passing);
    bool again = cd_sliding_accept(&s->sliding);
    cd_switching_accept(&s->points, d->clock.last, hit);
    s->since = d->clock.last;
    if (hit < 0) return again;
    name_chatter(s, log);
    char label[CD_LABEL_ROOM];
    const Watch *w = &s->points.watch[hit];
    d->events.of = w->of.element;
    if (w->hold.share >= 0)
        cd_trace_note(d->stats.trace, "%s holds no longer at t = %.9g: the step ends there",
                      cd_label(w->of.element, label), d->clock.t);
    else
        cd_trace_note(d->stats.trace, "%s jumps at t = %.9g (derivative %d): the step ends there",
                      cd_label(w->of.element, label), d->clock.t, w->level);
    return true;
}

static double bound(void *self, double h)
{
    SwitchingEvent *s = self;
    if (s->since <= 0) return h;
    calm_down(s, h);
    s->since = 0;
    return h;
}

/* ---- behind a switching point ---- */

/* How displacement and velocity of a motion change over a switching point, beyond what its rates bring about. */
typedef struct MotionJump {
    double f[3]; /* of the row in front of it */
    int row;     /* -1: the switching point is of no motion */
} MotionJump;

static MotionJump before_jump(const Dynamic *d, const Watch *w)
{
    MotionJump j = { .row = -1 };
    const System *s = d->e->s;
    for (int i = 0; w->of.drive >= 0 && i < s->c->rows && j.row < 0; i++)
        if (s->c->row[i].drive == w->of.drive) j.row = i;
    if (j.row >= 0) memcpy(j.f, s->now.drive + 3 * j.row, sizeof j.f);
    return j;
}

/* A displacement that jumps cannot be followed; where the velocity jumps the velocities of the bodies do too. */
static CdStatus after_jump(Dynamic *d, const Watch *w, const MotionJump *j, double over, CdLog *log)
{
    System *s = d->e->s;
    if (j->row < 0) return CD_OK;
    const double *f = s->now.drive + 3 * j->row, negligible = 1e-8;
    /* what the rates on either side bring about on the way over the switching point */
    double moved = over * (fabs(f[1]) + fabs(j->f[1])), sped = over * (fabs(f[2]) + fabs(j->f[2]));
    char label[CD_LABEL_ROOM];
    if (fabs(f[0] - j->f[0]) > moved + negligible * fmax(1, fabs(f[0]))) {
        cd_log(log, w->of.element->place, MOTION_JUMPS, cd_label(w->of.element, label), d->clock.t);
        return CD_ANALYSIS_FAILED;
    }
    if (fabs(f[1] - j->f[1]) <= sped + negligible * fmax(1, fabs(f[1]))) return CD_OK;
    cd_log(log, w->of.element->place, MOTION_KNOCKS, cd_label(w->of.element, label), d->clock.t);
    cd_account_knock(s->watch.account, d->e);
    Projection p = { .good = true, .polish = true }; /* it was crossed with the old velocity */
    cd_project_positions(s, 1e-13 * fmax(1, s->constants.length), &p);
    if (!p.good || !cd_close_velocities(s)) return CD_ANALYSIS_FAILED;
    cd_equations_prepare(d->e, NULL);
    cd_account_knocked(s->watch.account, d->e);
    return CD_OK;
}

/* The state moves on to behind the switching point. */
static CdStatus handle(void *self, const Hit *hit, CdLog *log)
{
    SwitchingEvent *s = self;
    Dynamic *d = s->d;
    State *state = &d->e->s->state;
    const Watch *w = hit && hit->which >= 0 ? &s->points.watch[hit->which] : NULL;
    double over = hit ? hit->over : 0;
    cd_sliding_lock(&s->sliding, false);
    if (hit && hit->at_once) cd_switching_accept(&s->points, 0, hit->which);
    if (w) d->stats.ended.located++;
    MotionJump jump = w ? before_jump(d, w) : (MotionJump){ .row = -1 };
    cd_state_move(d->e->s->m, state, state->v, over);
    d->clock.t = state->t += over;
    cd_equations_prepare(d->e, NULL);
    cd_switching_begin(&s->points);
    return after_jump(d, w, &jump, over, log);
}

/* Motions are held on jumps that they have come to, if both of their sides drive them back. */
static void resume(void *self, int hit, CdLog *log)
{
    SwitchingEvent *s = self;
    Dynamic *d = s->d;
    bool changed;
    int jump = cd_sliding_resume(&s->sliding, hit, &changed);
    Watch *w = jump >= 0 ? &s->points.watch[s->sliding.at[jump].watch] : NULL;
    if (w && !w->seen.named) {
        char label[CD_LABEL_ROOM];
        w->seen.named = true;
        cd_log(log, w->of.element->place, JUMP_HOLDS, cd_label(w->of.element, label), d->clock.t);
    }
    d->method.change |= changed;
    s->since = 0;
}

static void tell(const void *self, const Reporter *reporter)
{
    const SwitchingEvent *s = self;
    for (int j = 0; j < s->d->e->aux.jumps->n; j++) {
        const Holding *h = &s->sliding.at[j];
        char label[CD_LABEL_ROOM];
        if (h->times)
            cd_tell(reporter, "  held on the jump of %s: %.9g of the time, begun %ld times",
                    cd_label(s->d->e->aux.jumps->at[j].element, label), cd_sliding_time(&s->sliding, j), h->times);
    }
}

static void begin(void *self, double h, bool restarted, CdLog *log)
{
    (void)restarted, (void)log;
    SwitchingEvent *s = self;
    cd_switching_look(&s->points, h);
    cd_sliding_lock(&s->sliding, true);
}

const EventKind cd_event_switching = { .name = "switching",
                                       .open = open,
                                       .find.next = next,
                                       .find.longest = longest,
                                       .find.watch = watch,
                                       .find.is_stricter = is_stricter,
                                       .find.locate = locate,
                                       .find.explain = explain,
                                       .pass.accept = accept,
                                       .pass.bound = bound,
                                       .pass.handle = handle,
                                       .pass.resume = resume,
                                       .pass.begin = begin,
                                       .tell = tell };
