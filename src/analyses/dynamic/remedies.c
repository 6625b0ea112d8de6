/* remedies.c - an attempt has failed: the remedies of remedies.def, a function each. */
#include "analyses/dynamic/diagnosis.h"
#include "analyses/dynamic/driver.h"
#include "integrators/tuning.h"
#include "system/masses.h"

#include <math.h>

/* The method restarts at the last accepted point, or behind an event there. */
static Cure restart_at(Dynamic *d, Hit hit)
{
    cd_snapshot_take(d->e, &d->events.reached);
    d->events.hit = hit;
    return CURE_RESTART;
}

static Cure restart_at_event(Dynamic *d, Trial *t, CdLog *log)
{
    (void)log;
    return t->found.what == EVENT_AT_ONCE ? restart_at(d, t->hit) : CURE_NONE;
}

static Cure end_in_front_of_event(Dynamic *d, Trial *t, CdLog *log)
{
    (void)log;
    bool nearer = t->aim == 0 || t->found.ahead < tuning_event_nearer * t->h; /* else the way there is what fails */
    if (t->found.what != EVENT_AHEAD || !nearer || d->attempts.failures > MOST_FAILURES) return CURE_NONE;
    t->aim = t->found.ahead - cd_driver_nearness(d) / 2, t->aimed_at = t->hit;
    return CURE_RETRY;
}

static Cure choose_other_rows(Dynamic *d, Trial *t, CdLog *log)
{
    (void)t;
    if (!(d->singular.rechosen < d->clock.t) || !cd_singular_rechoose(d, log)) return CURE_NONE;
    return CURE_RESTART;
}

static Cure change_method(Dynamic *d, Trial *t, CdLog *log)
{
    MethodInUse *m = &d->method;
    bool singular = cd_singular_is_near(d, &t->attempt);
    if (!m->automatic || !cd_auto_rescue(&m->chooser, singular, &d->set, log)) return CURE_NONE;
    m->change = true, d->attempts.failures = 0;
    return restart_at(d, NO_HIT);
}

/* An attempt in which an expression had no value is repeated to hear what was wrong with it. */
static Cure give_up(Dynamic *d, Trial *t, CdLog *log)
{
    Attempt a = t->attempt;
    if (d->attempts.infinite > 0) {
        a = cd_driver_attempt(d, d->attempts.infinite, log);
        d->method.kind->calls.reject(d->method.at);
    }
    Failure f = { .e = d->e,
                  .set = &d->set,
                  .switching = cd_driver_switching(d),
                  .attempt = a,
                  .t = d->clock.t,
                  .h = t->h,
                  .weakest = -1 };
    if (cd_singular_is_near(d, &a)) f.weakest = d->stats.crossing.row;
    cd_equations_prepare(d->e, NULL);
    f.s = d->e->s->in_use.n ? cd_crossing_s(&d->stats.crossing, cd_masses_pivot_here(d->e->s).ratio) : 1;
    cd_diagnose(&f, log);
    return CURE_GIVE_UP;
}

static void take_smaller(Dynamic *d, Trial *t)
{
    d->clock.h = fmax(t->attempt.h, d->set.step.hmin);
    t->aim = 0;
}

static Cure step_over_singularity(Dynamic *d, Trial *t, CdLog *log)
{
    (void)log;
    bool too_far = t->over > 0 && t->attempt.outcome == STEP_TOO_INACCURATE;
    t->over = too_far ? 0 : cd_singular_step_over(d, &t->attempt, t->h);
    if (!(t->over > 0)) return CURE_NONE;
    take_smaller(d, t);
    return CURE_RETRY;
}

static Cure shorten(Dynamic *d, Trial *t, CdLog *log)
{
    (void)log;
    t->over = 0;
    take_smaller(d, t);
    return CURE_RETRY;
}

static const struct Remedy {
    const char *name;
    Cure (*try)(Dynamic *d, Trial *t, CdLog *log);
    bool last_resort;
} remedies[] = {
#define REMEDY(name, last_resort, what, test) { #name, name, last_resort },
#include "analyses/dynamic/remedies.def"
#undef REMEDY
};

Cure cd_driver_remedy(Dynamic *d, Trial *t, CdLog *log)
{
    const Attempt *a = &t->attempt;
    if (a->outcome == STEP_NOT_FINITE) d->attempts.infinite = t->h;
    if (t->found.what != EVENT_AT_ONCE) t->found = cd_events_explain(d, a, t->h, t->smallest, &t->hit, log);
    d->method.kind->calls.reject(d->method.at);
    d->attempts.failures += t->found.what != EVENT_AT_ONCE;
    bool last = t->smallest || a->outcome == STEP_RANK_LOST || d->attempts.failures > MOST_FAILURES;
    Cure cure = CURE_NONE;
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies && cure == CURE_NONE; i++)
        if ((last || !remedies[i].last_resort) && !cd_ablation_without(remedies[i].name))
            cure = remedies[i].try(d, t, log);
    return cure;
}
