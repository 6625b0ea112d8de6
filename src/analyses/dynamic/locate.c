/* locate.c - steps that end on kinks of expressions and on events of sensors (theory 9.28 to 9.31). */
#include "analyses/dynamic/driver.h"

#include <math.h>

/* The same step with another size. */
static bool try_again(void *dynamic, double h)
{
    Dynamic *d = dynamic;
    if (cd_driver_attempt(d, h, NULL).outcome != STEP_OK) return false;
    cd_equations_prepare(d->e, NULL);
    cd_events_eval(&d->events, d->events.now);
    return true;
}

/* BDF methods in index 3 do not test velocities: behind a jump they lose accuracy unless short steps have led there, as they do where an attempt that fails is given up. */
bool cd_driver_gives_way(const Dynamic *d)
{
    return cd_is_bdf(&d->set) && d->set.formulation == FORM_I3;
}

/* Above this share of steps in which loads change their laws they do so all the time: steps are short for that, and
 * what one push leaves wrong the next ones make up for. */
static const double all_the_time = 0.2;

/* In index 3 a velocity keeps what a short push has left it wrong by, while the place is hardly off as long as steps
 * are short: where a load changes its law velocities are tested too, from the first attempt on that goes over it until
 * steps are as long as they were. A model that stays with short steps has them for other reasons: it is forgotten. */
static bool becomes_abrupt(Dynamic *d, double h)
{
    bool can = !d->stats.abrupt && d->kind->implicit && d->set.formulation == FORM_I3 && d->passing < all_the_time;
    if (!can || !(cd_events_passes(&d->events) || cd_equations_stick_or_slip(d->e))) return false;
    d->calm = fmax(d->calm, h);
    cd_events_mark_laws(&d->events);
    return d->stats.abrupt = true;
}

/* Loads may have changed their laws just before. */
void cd_driver_begin_abrupt(Dynamic *d, double usual)
{
    d->stats.abrupt = cd_events_may_pass(&d->events) || cd_equations_may_stick(d->e);
    d->calm = usual, d->passing = all_the_time / 2;
    cd_events_mark_laws(&d->events);
}

bool cd_driver_is_abrupt(Dynamic *d, double h)
{
    bool may = d->events.n || d->e->memory.n;
    if (d->stats.abrupt || !may || !cd_equations_prepare(d->e, NULL)) return false;
    cd_events_eval(&d->events, d->events.now);
    return becomes_abrupt(d, h);
}

void cd_driver_calm_down(Dynamic *d, bool passes)
{
    /* a low order has many more steps; with loads back at the laws they had, or with none that has had another yet, there is little to keep in mind */
    const double slowly = d->kind->high > 2 ? 0.995 : 0.9995, sooner = 0.99, soon = 0.95, part = 0.1;
    bool away = cd_events_are_changed(&d->events);
    d->met |= away;
    double forgets = away ? slowly : d->met ? sooner : soon;
    d->calm = fmax(d->last, forgets * d->calm);
    d->passing += part * (passes - d->passing);
    if (d->h > d->calm || d->passing > all_the_time) d->stats.abrupt = false;
}

/* Shortens a step whose size `high` goes over a kink until it ends just before the earliest crossing, by the secant and, where that is slow, by halves (9.28); at: where it
 * is, as a share of the step. An implicit method takes the loads at the end of a step for those of the whole step, so there may be sizes that no solution belongs to: with the
 * load in front of a jump it ends behind, with the one behind in front. They begin where the crossing is. False if no step succeeds. *end: of that step, 0 if
 * the kink is there at once; *over: from there to behind the crossing. */
static bool close_in(Dynamic *d, double high, double at, int *which, double *end, double *over)
{
    enum { MOST = 60 };
    double low = 0, near = cd_driver_nearness(d);
    int found = -1, failed = 0, good = 0;
    for (int i = 0; i < MOST && high - low > near; i++) {
        double next = low > 0 || i % 3 == 2
                          ? (low + high) / 2
                          : fmin(at * high * 1.000001 + near / 2, (low + high) / 2 + 0.499 * (high - low));
        if (next <= low || next >= high) next = (low + high) / 2;
        if (!try_again(d, next)) {
            if (cd_driver_gives_way(d)) return false;
            high = next, failed++;
            continue;
        }
        good++;
        at = cd_events_crossing(&d->events, &found);
        if (at >= 0) high = next, *which = found;
        else low = next;
    }
    *end = low, *over = high - low + near;
    return (good || !failed) && (low == 0 || try_again(d, low));
}

/* The slope of a load jumps within a good step of size h: it is made to end there, closely enough, by false position, for stages on both sides
 * tell little of the error (13.30). A jump in front of it that comes to light is ended on instead. As locate. */
static int end_on_corner(Dynamic *d, double h, int which, double *end, double *over)
{
    enum { MOST = 6 };
    const double close = 1e-3; /* of the step */
    Events *ev = &d->events;
    double low = 0, high = h, at_low = ev->last[which], at_high = ev->now[which], much = fabs(at_high - at_low),
           tried = h;
    for (int i = 0; i < MOST && high - low > close * h; i++) {
        double aim = low + (high - low) * at_low / (at_low - at_high) + close * h / 2;
        if (aim >= high) break;
        if (!try_again(d, tried = aim)) return -2;
        int found = -1;
        double at = cd_events_crossing(ev, &found), value = ev->now[which];
        if (at >= 0 && !cd_is_corner(ev, &ev->watch[found]))
            return close_in(d, aim, at, &found, end, over) ? found : -2;
        if (fabs(value) < close * much) break;
        if (value * at_low > 0) low = aim, at_low = value;
        else high = aim, at_high = value;
    }
    return *end = tried, -1;
}

/* A load may have come and gone within a good step of size *h: a shorter one shows it. A jump that is there at once, as far as can be told, is returned, with *h = 0; -1: none is, -2: no shorter step succeeds. */
static int look_within(Dynamic *d, double *h)
{
    enum { MOST = 8 };
    int which = -1, at_all = -1;
    for (int i = 0; i < MOST; i++) {
        double at = cd_events_within(&d->events, *h, &which);
        if (at < 0) return -1;
        if (which >= 0 && at * *h <= cd_driver_nearness(d)) return *h = 0, which;
        *h *= at;
        if (!try_again(d, *h)) return -2;
        if (which < 0 || cd_events_crossing(&d->events, &at_all) >= 0) return -1;
    }
    return -1;
}

/* A kink function has changed sign within a step that is good otherwise: the step is made to end in front of it. The kink; -1 if there is none, -2 if no shorter step
 * succeeds. */
static int locate(Dynamic *d, double h, double *end, double *over)
{
    int which = -1;
    cd_equations_prepare(d->e, NULL);
    cd_events_eval(&d->events, d->events.now);
    double at = cd_events_crossing(&d->events, &which);
    if (at < 0) {
        which = look_within(d, &h), *end = h;
        if (which == -2) return -2;
        if (which >= 0) return *over = 2 * cd_driver_nearness(d), which;
        at = cd_events_crossing(&d->events, &which);
    }
    if (at < 0) return -1;
    if (cd_is_corner(&d->events, &d->events.watch[which])) return end_on_corner(d, h, which, end, over);
    return close_in(d, h, at, &which, end, over) ? which : -2;
}

/* Shapes meet within a good step: it is made to end just in front, for an implicit method takes the loads at the end of a step for those of
 * the whole step (21.16). False if no shorter step succeeds. */
static bool end_on_touch(Dynamic *d)
{
    enum { MOST = 10 };
    Touching *y = d->touching;
    double h = d->s->state.t - d->t;
    cd_equations_prepare(d->e, NULL);
    Onset o = cd_touching_find(y, h);
    double near = fmax(cd_touching_near(&o), cd_driver_nearness(d)), aim = o.share * h - near / 2;
    for (int i = 0; i < MOST && o.pair; i++) {
        double rate;
        aim = fmax(aim, fmin(h, near) / 4);
        if (!try_again(d, aim)) return false;
        double off = cd_touching_gap(y, o.pair, &rate) / o.speed; /* time that is left to it */
        if ((off > 0 && off <= near) || !isfinite(off) || aim <= near) break;
        aim = fmin(h, fmax(aim + off - near / 2, aim / 2));
    }
    if (!o.pair) o = cd_touching_at_hand(y, h);
    if (!o.pair) return true;
    cd_touching_meet(y, &o);
    d->touched = true, d->jolts = o.jumps;
    return true;
}

/* A contact lets go within a good step: it is made to end there, by false position (21.16). False if no shorter step succeeds. */
static bool end_on_release(Dynamic *d)
{
    enum { MOST = 8 };
    const double window = 1e-3; /* of the stay */
    Touching *y = d->touching;
    cd_equations_prepare(d->e, NULL);
    Release o = cd_touching_release(y);
    if (!o.pair) return true;
    const ContactPair *p = o.pair;
    double low = 0, high = d->s->state.t - d->t, at_low = o.parts ? p->overlap : p->pull,
           at_high = cd_touching_hold(y, &o);
    double near = fmax(window * p->stay, cd_driver_nearness(d)), share = o.share;
    for (int i = 0; i < MOST && high - low > near; i++) {
        double aim = fmin(low + share * (high - low) + near / 2, (low + 3 * high) / 4);
        if (!try_again(d, aim)) return false;
        double hold = cd_touching_hold(y, &o);
        if (hold > 0) low = aim, at_low = hold;
        else high = aim, at_high = hold;
        share = at_low / (at_low - at_high);
    }
    return fabs(d->s->state.t - d->t - high) < near / 4 || try_again(d, high);
}

/* Ends a good step on the first kink or event in it. False if no shorter step succeeds, or *end is 0: the kink is there at once. *kink:
 * the kink it ends on, -1: none. */
static bool shorten(Dynamic *d, double h, int *kink, double *end)
{
    d->over = 0;
    *kink = d->events.n ? locate(d, h, end, &d->over) : -1;
    if (*kink == -2 || *end == 0) return false;
    if (d->touching) {
        double whole = d->s->state.t;
        bool tested = !d->kind->implicit || d->set.formulation != FORM_I3; /* else a short step is worse than a kink */
        if (!end_on_touch(d) || (tested && !end_on_release(d))) return false;
        if (d->s->state.t < whole) *kink = -1, d->over = 0;
    }
    if (!d->sensors) return true;
    double t = d->s->state.t;
    cd_equations_prepare(d->e, NULL);
    bool good = cd_sensing_locate(d->sensors, t - d->t, cd_driver_nearness(d), try_again, d);
    if (d->s->state.t < t) *kink = -1, d->over = 0;
    return good;
}

bool cd_driver_end_on_events(Dynamic *d, double h, int *kink, double *end)
{
    *kink = -1;
    if (!d->events.n && !d->sensors && !d->touching) return true;
    Phase back = cd_profile_enter(d->s->watch.profile, PHASE_EVENTS);
    bool found = shorten(d, h, kink, end);
    cd_profile_leave(d->s->watch.profile, back);
    return found;
}

/* A step that was to end in front of a kink has no solution: a shorter one ends there. As above. */
bool cd_driver_end_in_front(Dynamic *d, double h, int aimed_at, int *kink, double *end)
{
    *kink = aimed_at;
    if (close_in(d, h, 0.5, kink, end, &d->over)) return *end > 0;
    *kink = -1, *end = h, d->over = 0;
    return false;
}

void cd_driver_find_zeros(Dynamic *d, CdLog *log)
{
    cd_sliding_find_zeros(&d->sliding);
    for (int i = 0; i < d->events.n; i++) {
        const Watch *w = &d->events.watch[i];
        char label[CD_LABEL_ROOM];
        if (w->zero) cd_log(log, w->element->place, JUMP_OF_ZERO, cd_label(w->element, label), d->t);
    }
}

/* Holds the motion on the jump that it has come to, if both of its sides drive it back; says so. */
void cd_driver_hold_jump(Dynamic *d, int kink, CdLog *log)
{
    Watch *w = &d->events.watch[kink];
    if (!cd_sliding_enter(&d->sliding, kink) || w->named) return;
    char label[CD_LABEL_ROOM];
    w->named = true;
    cd_log(log, w->element->place, JUMP_HOLDS, cd_label(w->element, label), d->t);
}

/* Names a kink that holds the run up. */
void cd_driver_name_chatter(Dynamic *d, CdLog *log)
{
    int which = cd_events_chatter(&d->events);
    if (which < 0) return;
    char label[CD_LABEL_ROOM];
    const Element *e = d->events.watch[which].element;
    cd_log(log, e->place, JUMPS_OFTEN, cd_label(e, label), d->t);
    if (d->s->watch.teller) cd_tell(d->s->watch.teller, "slow: t = %.9g after %ld steps", d->t, d->stats.steps);
}

/* Which kinks an attempt that failed has crossed. */
void cd_driver_blame_kinks(Dynamic *d, CdLog *log)
{
    if (!d->events.n || !cd_equations_prepare(d->e, NULL)) return;
    cd_events_eval(&d->events, d->events.now);
    cd_events_blame(&d->events);
    becomes_abrupt(d, d->last);
    cd_driver_name_chatter(d, log);
}

/* Where a kink lies within a step that has become too inaccurate, which is what a jump does: its distance; 0: there is none. */
double cd_driver_kink_ahead(const Dynamic *d, const Attempt *a, double h, int *which)
{
    if (a->outcome != STEP_TOO_INACCURATE || !d->events.n) return 0;
    double at = cd_events_crossing(&d->events, which);
    return at < 0 || cd_is_corner(&d->events, &d->events.watch[*which]) ? 0 : fmax(at * h, cd_driver_nearness(d) / 4);
}
