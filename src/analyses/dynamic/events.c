/* events.c - the table of events.def, asked row by row; and how a step is made to end on an event. */
#include "analyses/dynamic/driver.h"

#include <math.h>

#define EVENT(name) extern const EventKind cd_event_##name;
#include "analyses/dynamic/events.def"
#undef EVENT
static const EventKind *const kinds[] = {
#define EVENT(name) &cd_event_##name,
#include "analyses/dynamic/events.def"
#undef EVENT
};

/* The event of a kind that the point reached is at; -1: none. */
static int hit_of(const Dynamic *d, int kind)
{
    return d->events.hit.kind == kind ? d->events.hit.which : -1;
}

static Hit hit_from(int kind, Found found)
{
    return (Hit){ kind, found.which, found.over, found.what == EVENT_AT_ONCE };
}

/* Runs over the kinds that a model has and that have a function. */
#define EACH_KIND(k, function)                                                                                         \
    for (int k = 0; k < EVENT_KINDS; k++)                                                                              \
        if (d->events.self[k] && kinds[k]->function)

void cd_events_open(Dynamic *d, CdLog *log)
{
    d->events.hit = NO_HIT;
    d->events.reached = cd_snapshot_new(&d->arena, d->e);
    for (int k = 0; k < EVENT_KINDS; k++) d->events.self[k] = kinds[k]->open(d, log);
    cd_snapshot_take(d->e, &d->events.reached);
}

void cd_events_tell(const Dynamic *d, const Reporter *reporter)
{
    EACH_KIND(k, tell) kinds[k]->tell(d->events.self[k], reporter);
}

double cd_events_next(Dynamic *d, double t, Hit *hit)
{
    double first = INFINITY;
    *hit = NO_HIT;
    EACH_KIND(k, find.next)
    {
        int which = -1;
        double next = kinds[k]->find.next(d->events.self[k], t, &which);
        if (!(next < first)) continue;
        first = next;
        *hit = which < 0 ? NO_HIT : (Hit){ .kind = k, .which = which };
    }
    return first;
}

double cd_events_longest(Dynamic *d, double h)
{
    EACH_KIND(k, find.longest) h = kinds[k]->find.longest(d->events.self[k], h);
    return h;
}

double cd_events_limit(Dynamic *d, double h)
{
    EACH_KIND(k, find.limit) h = kinds[k]->find.limit(d->events.self[k], h);
    return h;
}

bool cd_driver_retry(void *dynamic, double h)
{
    Dynamic *d = dynamic;
    if (cd_driver_attempt(d, h, NULL).outcome != STEP_OK) return false;
    cd_equations_prepare(d->e, NULL);
    EACH_KIND(k, find.watch) kinds[k]->find.watch(d->events.self[k]);
    return true;
}

bool cd_events_are_stricter(Dynamic *d, double h)
{
    bool any = false;
    EACH_KIND(k, find.is_stricter) any |= kinds[k]->find.is_stricter(d->events.self[k], h);
    return any;
}

/* A later kind that ends the step earlier takes the place of those before it. */
static Found locate(Dynamic *d, double h, Hit *hit)
{
    Found all = { .what = EVENT_NONE };
    *hit = NO_HIT;
    EACH_KIND(k, find.locate)
    {
        double whole = d->e->s->state.t;
        Found found = kinds[k]->find.locate(d->events.self[k], h);
        if (found.what == EVENT_MISSED) return found;
        if (d->e->s->state.t < whole) all.what = EVENT_NONE, *hit = NO_HIT;
        if (found.what == EVENT_NONE) continue;
        all = found, *hit = hit_from(k, found);
        if (found.what == EVENT_AT_ONCE) break;
    }
    return all;
}

Found cd_events_locate(Dynamic *d, double h, Hit *hit)
{
    Phase back = cd_profile_enter(d->e->s->watch.profile, PHASE_EVENTS);
    Found found = locate(d, h, hit);
    cd_profile_leave(d->e->s->watch.profile, back);
    return found;
}

Found cd_events_explain(Dynamic *d, const Attempt *a, double h, bool smallest, Hit *hit, CdLog *log)
{
    Found first = { .what = EVENT_NONE };
    *hit = NO_HIT;
    EACH_KIND(k, find.explain)
    {
        Found found = kinds[k]->find.explain(d->events.self[k], a, h, smallest, log);
        bool nearer = found.what == EVENT_AT_ONCE || first.what == EVENT_NONE || found.ahead < first.ahead;
        if (found.what == EVENT_NONE || first.what == EVENT_AT_ONCE || !nearer) continue;
        first = found, *hit = hit_from(k, found);
    }
    return first;
}

void cd_events_accept(Dynamic *d, CdLog *log)
{
    d->events.restart = d->events.hit.kind >= 0, d->events.of = NULL;
    EACH_KIND(k, pass.accept) d->events.restart |= kinds[k]->pass.accept(d->events.self[k], hit_of(d, k), log);
}

void cd_events_bound(Dynamic *d)
{
    EACH_KIND(k, pass.bound) d->clock.h = kinds[k]->pass.bound(d->events.self[k], d->clock.h);
}

CdStatus cd_events_handle(Dynamic *d, CdLog *log)
{
    CdStatus status = CD_OK;
    EACH_KIND(k, pass.handle)
    if (status == CD_OK)
        status = kinds[k]->pass.handle(d->events.self[k], d->events.hit.kind == k ? &d->events.hit : NULL, log);
    return status;
}

void cd_events_resume(Dynamic *d, CdLog *log)
{
    EACH_KIND(k, pass.resume) kinds[k]->pass.resume(d->events.self[k], hit_of(d, k), log);
}

void cd_events_begin(Dynamic *d, bool restarted, CdLog *log)
{
    EACH_KIND(k, pass.begin) kinds[k]->pass.begin(d->events.self[k], d->clock.h, restarted, log);
}

bool cd_driver_end_on_zero(Dynamic *d, const ZeroOf *z)
{
    enum { MOST = 8 };
    double low = 0, high = d->e->s->state.t - d->clock.t, at_low = z->start, at_high = z->end, share = z->share;
    for (int i = 0; i < MOST && high - low > z->near; i++) {
        double aim = fmin(low + share * (high - low) + z->near / 2, (low + 3 * high) / 4);
        if (!cd_driver_retry(d, aim)) return false;
        double value = z->value(z->user);
        if (value > 0) low = aim, at_low = value;
        else high = aim, at_high = value;
        share = at_low / (at_low - at_high);
    }
    return fabs(d->e->s->state.t - d->clock.t - high) < z->near / 4 || cd_driver_retry(d, high);
}
