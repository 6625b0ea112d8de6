/* switching_locate.c - steps that end on switching points of expressions (theory 9.28, 9.29). */
#include "analyses/dynamic/driver.h"
#include "integrators/tuning.h"

#include <math.h>

/* Attempts that fail on the way to a switching point are given up. BDF methods in index 3 do not test velocities:
 * behind a jump they lose accuracy unless short steps have led there. */
static bool gives_way(const Dynamic *d)
{
    return d->method.kind->traits.differences && d->set.formulation == FORM_I3;
}

typedef enum CloseIn { CLOSE_FAILED, CLOSE_THERE, CLOSE_IN_FRONT } CloseIn;

/* Shortens a step whose size `high` goes over a switching point until it ends just before the earliest crossing, by
 * the secant and, where that is slow, by halves (9.28); at: where it is, as a share of the step. An expression that
 * stays on its
 * side within a step is smooth: if a size in front of the crossing fails, the step ends in front of that, and the next
 * one goes on. With others an implicit method takes the loads at the end of a step for those of the whole step, so
 * there may be sizes that no solution belongs to: with the load in front of a jump it ends behind, with the one behind
 * in front. They begin where the crossing is. *end: of that step, 0 if the switching point is there at once; *over:
 * from there to behind the crossing. */
static CloseIn close_in(SwitchingEvent *s, double high, double at, int *which, double *end, double *over)
{
    enum { MOST = 60 };
    double low = 0, near = cd_driver_nearness(s->d);
    int found = -1, failed = 0, good = 0;
    bool smooth = cd_switching_is_smooth(&s->points, *which), blocked = false;
    for (int i = 0; i < MOST && high - low > near && !(blocked && low > 0); i++) {
        double next = low > 0 || i % 3 == 2
                          ? (low + high) / 2
                          : fmin(at * high * 1.000001 + near / 2, (low + high) / 2 + 0.499 * (high - low));
        if (next <= low || next >= high || blocked) next = (low + high) / 2;
        if (!cd_driver_retry(s->d, next)) {
            if (gives_way(s->d)) return CLOSE_FAILED;
            high = next, failed++, blocked = smooth;
            continue;
        }
        good++;
        at = cd_switching_crossing(&s->points, &found);
        if (at >= 0) high = next, *which = found, smooth = cd_switching_is_smooth(&s->points, found), blocked = false;
        else low = next;
    }
    *end = low, *over = high - low + near;
    if ((failed && !good) || (blocked && low == 0) || (low > 0 && !cd_driver_retry(s->d, low))) return CLOSE_FAILED;
    return blocked ? CLOSE_IN_FRONT : CLOSE_THERE;
}

/* As locate. */
static int closed_in(SwitchingEvent *s, double h, double at, int which, double *end, double *over)
{
    CloseIn how = close_in(s, h, at, &which, end, over);
    return how == CLOSE_FAILED ? -2 : how == CLOSE_IN_FRONT ? -1 : which;
}

/* The slope of a load jumps within a good step of size h: it is made to end there, closely enough, by false position,
 * for stages on both sides tell little of the error (13.30). A jump in front of it that comes to light is ended on
 * instead. As locate. */
static int end_on_corner(SwitchingEvent *s, double h, int which, double *end, double *over)
{
    enum { MOST = 6 };
    const double close = tuning_corner_close;
    Switching *ev = &s->points;
    double low = 0, high = h, at_low = ev->value.last[which], at_high = ev->value.now[which],
           much = fabs(at_high - at_low), tried = h;
    for (int i = 0; i < MOST && high - low > close * h; i++) {
        double aim = low + (high - low) * at_low / (at_low - at_high) + close * h / 2;
        if (aim >= high) break;
        if (!cd_driver_retry(s->d, tried = aim)) return -2;
        int found = -1;
        double at = cd_switching_crossing(ev, &found), value = ev->value.now[which];
        if (at >= 0 && !cd_is_corner(ev, &ev->watch[found])) return closed_in(s, aim, at, found, end, over);
        if (fabs(value) < close * much) break;
        if (value * at_low > 0) low = aim, at_low = value;
        else high = aim, at_high = value;
    }
    return *end = tried, -1;
}

/* A load may have come and gone within a good step of size *h: a shorter one shows it, or there is none. A jump that
 * is there at once, as far as can be told, is returned, with *h = 0; -1: none is, -2: no shorter step succeeds. */
static int look_within(SwitchingEvent *s, double *h)
{
    enum { MOST = 8 };
    int which = -1, at_all = -1;
    for (int i = 0; i < MOST; i++) {
        double at = cd_switching_within(&s->points, *h, &which);
        if (at < 0) return -1;
        if (which >= 0 && at * *h <= cd_driver_nearness(s->d)) return *h = 0, which;
        double whole = *h;
        *h *= at;
        if (!cd_driver_retry(s->d, *h)) return -2;
        double shown = which < 0 ? cd_switching_shown(&s->points) : 1;
        if (shown < 0) *h = whole;
        if (shown > 0) *h *= shown;
        if (shown != 1 && !cd_driver_retry(s->d, *h)) return -2;
        if (which < 0 || cd_switching_crossing(&s->points, &at_all) >= 0) return -1;
    }
    return -1;
}

/* A switching function has changed sign within a step that is good otherwise: the step is made to end in front of it.
 * The switching point; -1 if there is none, -2 if no shorter step succeeds. */
static int locate(SwitchingEvent *s, double h, double *end, double *over)
{
    int which = -1;
    cd_equations_prepare(s->d->e, NULL);
    cd_switching_eval(&s->points, s->points.value.now);
    double at = cd_switching_crossing(&s->points, &which);
    if (at < 0 || s->points.watch[which].soft) {
        which = look_within(s, &h), *end = h;
        if (which == -2) return -2;
        if (which >= 0) return *over = 2 * cd_driver_nearness(s->d), which;
        at = cd_switching_crossing(&s->points, &which);
    }
    if (at < 0) return -1;
    if (cd_is_corner(&s->points, &s->points.watch[which])) return end_on_corner(s, h, which, end, over);
    return closed_in(s, h, at, which, end, over);
}

Found cd_switching_locate(SwitchingEvent *s, double h)
{
    if (!s->points.n) return (Found){ .what = EVENT_NONE };
    double end = h, over = 0;
    s->points.staged = s->d->method.kind->traits.staged;
    int which = locate(s, h, &end, &over);
    if (end == 0) return (Found){ .what = EVENT_AT_ONCE, .which = which, .over = over };
    return (Found){ .what = which == -2  ? EVENT_MISSED
                            : which >= 0 ? EVENT_HIT
                                         : EVENT_NONE,
                    .which = which,
                    .over = over };
}
