/* sensor_event.c - steps end where sensors fire, and what these ask for is done or passed on (theory 9.30, 9.31). */
#include "analyses/dynamic/driver.h"
#include "integrators/trace.h"
#include "integrators/tuning.h"

typedef struct SensorEvent {
    Dynamic *d;
    Sensing *sensing;
} SensorEvent;

static bool accept(void *self, int hit, CdLog *log);

static void *open(Dynamic *d, CdLog *log)
{
    SensorEvent *s = ARENA_NEW(&d->arena, SensorEvent);
    *s = (SensorEvent){ d, cd_sensing_open(&d->arena, d->e, log) };
    if (!s->sensing) return NULL;
    cd_sensing_solve(s->sensing, &d->arena);
    d->events.restart |= accept(s, -1, log);
    return s;
}

static Found locate(void *self, double h)
{
    (void)h;
    SensorEvent *s = self;
    Dynamic *d = s->d;
    cd_equations_prepare(d->e, NULL);
    bool good = cd_sensing_locate(s->sensing, d->e->s->state.t - d->clock.t, cd_driver_nearness(d), cd_driver_retry, d);
    return (Found){ .what = good ? EVENT_NONE : EVENT_MISSED };
}

/* The past of index 3 does not bear a step that is much shorter than the last one: its velocities are differences of
 * positions. */
static bool accept(void *self, int hit, CdLog *log)
{
    (void)hit;
    const double much_shorter = tuning_sensor_short_step;
    SensorEvent *s = self;
    Dynamic *d = s->d;
    Events *ev = &d->events;
    if (!cd_sensing_accept(s->sensing, &ev->asked, log)) return false;
    ev->untold = true;
    if (ev->asked.dump && d->e->s->watch.reporter) cd_tell_state(d->e, d->e->s->watch.reporter);
    if (ev->asked.refactor) cd_equations_forget_factors(d->e);
    bool unlike = cd_driver_is_index_3(d) && d->e->s->in_use.n && d->clock.last < much_shorter * d->clock.before;
    return ev->asked.restart || ev->asked.refactor || unlike || cd_sensing_disturbs(s->sensing);
}

const EventKind cd_event_sensor = { .name = "sensor", .open = open, .find.locate = locate, .pass.accept = accept };
