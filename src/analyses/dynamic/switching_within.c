/* switching_within.c - switching functions that change sign twice within a step (theory 9.45, 9.46): a load that comes
 * and goes there leaves no trace at the ends. */
#include "analyses/dynamic/switching.h"

#include "linalg/cubic.h"
#include "system/rates.h"

#include <math.h>

enum { PIECES = 16 }; /* of a step, for functions of time alone */

/* How much faster than it was seen to a switching function may change. */
static const double reach = 4;

/* Share of a step in which soft switching points are at its start: there is no piece in front of them. */
static const double at_start = 0.01;

/* Of the way to a crossing: where a piece in front of it is looked for; of that, where a step ends if it is there. */
static const double in_front = 0.98, back = 0.92;

void cd_switching_rates(Switching *ev, const Sight *s, double *out)
{
    double last;
    if (cd_rates_eval(ev->e, s->p, ev->value.room, &last)) cd_kink_rates(s->p, ev->value.room, out + s->first);
}

void cd_switching_begin(Switching *ev)
{
    cd_switching_eval(ev, ev->value.last);
    for (int i = 0; i < ev->n; i++) ev->value.before[i] = NAN, ev->value.speed[i] = INFINITY;
}

/* Whether some function of a program may change sign within h of values x. */
static bool is_near(const Switching *ev, const Sight *s, const double *x, double h)
{
    for (int i = s->first; i < s->first + s->n; i++)
        if (fabs(x[i]) <= reach * h * ev->value.speed[i]) return true;
    return false;
}

/* The value of the program whose switching points are seen, at the present state. */
static double full_value(const Switching *ev, const Sight *s)
{
    double value = NAN;
    cd_program_value(ev->watch[s->first].of.p, &ev->e->world.x, ev->value.room, &value);
    return value;
}

void cd_switching_look(Switching *ev, double h)
{
    ev->value.t = ev->e->s->state.t;
    for (int i = 0; i < ev->sights; i++) {
        Sight *s = &ev->sight[i];
        for (int k = s->first; k < s->first + s->n; k++) ev->value.rate[k] = NAN;
        bool near = !s->p->time_only && is_near(ev, s, ev->value.last, h);
        if (near) cd_switching_rates(ev, s, ev->value.rate);
        s->value = near ? full_value(ev, s) : NAN;
    }
}

/* ---- between two points ---- */

/* Where it is least between its ends; -1: at an end. Its derivative is d0 + 2 b s + 3 a s^2. */
static double least(const Cubic *c)
{
    double a = 2 * (c->f0 - c->f1) + c->d0 + c->d1, b = 3 * (c->f1 - c->f0) - 2 * c->d0 - c->d1;
    double root = sqrt(b * b - 3 * a * c->d0); /* NAN: it has no extremes */
    double s = b > 0 ? -c->d0 / (b + root) : (root - b) / (3 * a);
    return s > 0 && s < 1 ? s : -1;
}

/* Rates at both ends of a step from the values before it and there, by a parabola. */
static void fill_in(const Switching *ev, int i, double h, double *rate0, double *rate1)
{
    double later = (ev->value.now[i] - ev->value.last[i]) / h,
           earlier = (ev->value.last[i] - ev->value.before[i]) / ev->value.apart;
    *rate0 = (later * ev->value.apart + earlier * h) / (h + ev->value.apart);
    *rate1 = 2 * later - *rate0;
}

/* Whether it was to come to zero within, or next to it, and has turned back or not gone on as its rates at both ends
 * tell: a jump may have been on the way (9.46). */
static bool is_bent(const Cubic *c)
{
    const double much = 0.1;
    bool goes_there = c->f0 + c->d0 < much * c->f0;
    double off = fabs(c->f1 - c->f0 - (c->d0 + c->d1) / 2);
    return goes_there && (c->d1 > 0 || off > much * (fabs(c->d0) + fabs(c->d1)));
}

/* Where in the step a function is looked for that has its other sign between the ends; -1: nowhere. */
static double dip(const Switching *ev, int i, double h)
{
    const double beside = 1e-3;
    double f0 = ev->value.last[i], f1 = ev->value.now[i], sign = f0 > 0 ? 1 : -1, rate0 = ev->value.rate[i],
           rate1 = ev->value.after[i];
    if (isnan(rate0) || isnan(rate1)) fill_in(ev, i, h, &rate0, &rate1);
    Cubic c = { sign * f0, sign * h * rate0, sign * f1, sign * h * rate1 };
    if (!ev->watch[i].soft && is_bent(&c)) return fmin(1, -c.f0 / c.d0) * (1 - beside);
    double at = least(&c);
    bool dips = at >= 0 && cubic_value(&c, at) < -cd_switching_noise(ev, &ev->watch[i]);
    if (!dips) return -1;
    at = fmin(at, cubic_first_zero(&c, at) * (1 + beside));
    return ev->watch[i].soft && at < at_start ? -1 : at;
}

/* The same for a program of time alone, which is known at any time: the first piece of the step at whose end a sign has
 * changed. */
static double change_in_time(Switching *ev, const Sight *s, double h, int *which)
{
    ExprContext x = ev->e->world.x;
    double end = x.time;
    for (int k = 1; k < PIECES; k++) {
        x.time = end - h * (PIECES - k) / PIECES;
        cd_program_sweep(s->p, &x, ev->value.room);
        cd_program_kinks(s->p, ev->value.room, ev->value.after + s->first);
        for (int i = s->first; i < s->first + s->n; i++)
            if (ev->value.last[i] * ev->value.after[i] < 0) return *which = i, (double)k / PIECES;
    }
    return -1;
}

/* Its sign has changed for all to see, or a step has just ended on it. */
static bool is_out(const Switching *ev, int i)
{
    const Watch *w = &ev->watch[i];
    return !(ev->value.last[i] * ev->value.now[i] > 0) || (w->soft && w->inner) || cd_is_held(w) ||
           w->seen.crossed >= ev->value.t;
}

/* A jump that a motion may be held on and that it stands on, which it has not been asked about yet. */
static bool is_there(const Switching *ev, int i)
{
    const Watch *w = &ev->watch[i];
    return ev->value.last[i] == 0 && ev->value.now[i] != 0 && w->hold.slot >= 0 && !w->soft && !cd_is_held(w) &&
           w->seen.crossed < ev->value.t;
}

/* Whether that is another one than at the beginning of the step. */
static bool differs(const Switching *ev, const Sight *s)
{
    double value = full_value(ev, s);
    return fabs(value - s->value) > 1e-3 * fmax(fabs(value), fabs(s->value));
}

double cd_switching_shown(const Switching *ev)
{
    return differs(ev, ev->doubted) ? ev->doubted->stop : -1;
}

/* Crossings of several soft switching points of one program lie in the step, and a piece of its function with them, of
 * which its values at the ends do not tell: between the first two, by the secant; -1: there are less. A single one
 * between two ends without a load may have such a piece in front: a contact that parts, whose damper has let go, may
 * push once more. */
static double between_crossings(const Switching *ev, Sight *s)
{
    double first = INFINITY, second = INFINITY;
    for (int i = s->first; i < s->first + s->n; i++) {
        double a = ev->value.last[i], b = ev->value.now[i];
        if (!(a * b < 0) || !ev->watch[i].soft || ev->watch[i].inner) continue;
        double at = a / (a - b);
        if (at < at_start) continue;
        if (at < first) second = first, first = at;
        else if (at > first && at < second) second = at;
    }
    if (!isfinite(first) || isnan(s->value)) return -1;
    bool several = isfinite(second) && second > first + at_start;
    s->stop = several ? 1 : back;
    if (several) return differs(ev, s) ? -1 : (first + second) / 2;
    return s->value == 0 && full_value(ev, s) == 0 ? in_front * first : -1;
}

/* The first of what is hidden in the step from the watches of one program. */
static double hidden(Switching *ev, Sight *s, double h, int *which)
{
    double first = between_crossings(ev, s);
    if (first > 0) *which = -1;
    if (!is_near(ev, s, ev->value.last, h) || !is_near(ev, s, ev->value.now, h)) return first;
    cd_switching_rates(ev, s, ev->value.after);
    for (int i = s->first; i < s->first + s->n; i++) {
        double at = is_there(ev, i) ? 0 : is_out(ev, i) ? -1 : dip(ev, i, h);
        if (at >= 0 && (first < 0 || at < first)) first = at, *which = i;
    }
    return first;
}

double cd_switching_within(Switching *ev, double h, int *which)
{
    double first = -1;
    for (int k = 0; k < ev->sights; k++) {
        Sight *s = &ev->sight[k];
        int found = -1;
        double at = s->p->time_only ? change_in_time(ev, s, h, &found) : hidden(ev, s, h, &found);
        if (at >= 0 && (first < 0 || at < first)) first = at, *which = found, ev->doubted = s;
    }
    if (first >= 0 && *which >= 0 && ev->watch[*which].soft) ev->watch[*which].keen = THERE_AND_BACK;
    return first;
}
