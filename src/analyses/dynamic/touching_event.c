/* touching_event.c - steps end in front of the first touch of shapes and where contacts let go; behind, they are short
 * beside the stay in contact (theory 21.14 to 21.17). */
#include "analyses/dynamic/driver.h"
#include "integrators/tuning.h"
#include "system/account.h"

#include <math.h>

typedef struct TouchingEvent {
    Dynamic *d;
    Touching *touching;
    bool touched, jumps; /* the step ends where shapes first touch; a force jumps in there */
    long spent;          /* iterations up to the last accepted point */
} TouchingEvent;

static void *open(Dynamic *d, CdLog *log)
{
    Touching *touching = cd_touching_open(&d->arena, d->e, &d->set);
    if (!touching) return NULL;
    TouchingEvent *t = ARENA_NEW(&d->arena, TouchingEvent);
    t->d = d, t->touching = touching;
    cd_touching_accept(touching, log), cd_touching_look(touching, log);
    return t;
}

/* Explicit methods come closer to a touch than the window of (21.16) asks for, by very short steps. An implicit one
 * does not: rounding of positions divided by such a step would be a velocity. Explicit ones could save these steps too,
 * but AUTO counts steps, and would try an implicit method within a blow. */
static bool comes_close(const Dynamic *d)
{
    return !d->method.kind->traits.implicit;
}

static double limit(void *self, double h)
{
    TouchingEvent *t = self;
    return fmax(cd_touching_ahead(t->touching, h, comes_close(t->d)), t->d->set.step.hmin);
}

/* Shapes meet within a good step: it is made to end just in front, for an implicit method takes the loads at the end of
 * a step for those of the whole step (21.16). False if no shorter step succeeds. */
static bool end_on_touch(TouchingEvent *t)
{
    enum { MOST = 10 };
    Dynamic *d = t->d;
    Touching *y = t->touching;
    double h = d->e->s->state.t - d->clock.t;
    cd_equations_prepare(d->e, NULL);
    Onset o = cd_touching_find(y, h);
    double near = fmax(cd_touching_near(&o), cd_driver_nearness(d)), aim = o.share * h - near / 2;
    for (int i = 0; i < MOST && o.pair; i++) {
        double rate;
        aim = fmax(aim, fmin(h, near) / 4);
        if (!cd_driver_retry(d, aim)) return false;
        double off = cd_touching_gap(y, o.pair, &rate) / o.speed; /* time that is left to it */
        if ((off > 0 && off <= near) || !isfinite(off) || aim <= near) break;
        aim = fmin(h, fmax(aim + off - near / 2, aim / 2));
    }
    if (!o.pair) o = cd_touching_at_hand(y, h, comes_close(d));
    if (!o.pair) return true;
    cd_touching_meet(y, &o);
    t->touched = true, t->jumps = o.jumps;
    return true;
}

typedef struct HoldOfContact {
    Touching *touching;
    Release release;
} HoldOfContact;

static double hold_of_contact(void *user)
{
    HoldOfContact *h = user;
    return cd_touching_hold(h->touching, &h->release);
}

/* A contact lets go within a good step: it is made to end there. False if no shorter step succeeds. */
static bool end_on_release(TouchingEvent *t)
{
    const double window = tuning_release_window;
    Dynamic *d = t->d;
    cd_equations_prepare(d->e, NULL);
    HoldOfContact h = { t->touching, cd_touching_release(t->touching) };
    const ContactPair *p = h.release.pair;
    if (!p) return true;
    ZeroOf zero = { hold_of_contact,
                    &h,
                    h.release.parts ? p->overlap : p->pull,
                    hold_of_contact(&h),
                    h.release.share,
                    fmax(window * p->stay, cd_driver_nearness(d)) };
    return cd_driver_end_on_zero(d, &zero);
}

static double lack_of_push(void *user)
{
    HoldOfContact *h = user;
    return -cd_touching_hold(h->touching, &h->release);
}

/* A contact whose damper has let go pushes again within a good step: it is made to end there. False if no shorter step
 * succeeds. */
static bool end_on_return(TouchingEvent *t)
{
    Dynamic *d = t->d;
    double h = d->e->s->state.t - d->clock.t;
    cd_equations_prepare(d->e, NULL);
    Return o = cd_touching_return(t->touching, h);
    if (!o.pair) return true;
    double pushing = (o.share + o.parts) / 2;
    if (o.parts < 1 && !cd_driver_retry(d, pushing * h)) return false;
    HoldOfContact hold = { t->touching, { .pair = o.pair } };
    double end = lack_of_push(&hold);
    if (end > 0) return true;
    double near = fmax(tuning_release_window * (o.parts - o.share) * h, cd_driver_nearness(d));
    ZeroOf zero = { lack_of_push, &hold, -o.pair->pull, end, o.share / pushing, near };
    bool good = cd_driver_end_on_zero(d, &zero);
    o.pair->returned |= good;
    if (good && o.parts < 1) cd_touching_push(t->touching, &o, h);
    return good;
}

static Found locate(void *self, double h)
{
    (void)h;
    TouchingEvent *t = self;
    const Dynamic *d = t->d;
    bool tested = !d->method.kind->traits.implicit || d->set.formulation != FORM_I3; /* else a short step is worse */
    bool good = end_on_touch(t) && (!tested || (end_on_return(t) && end_on_release(t)));
    return (Found){ .what = good ? EVENT_NONE : EVENT_MISSED };
}

static bool accept(void *self, int hit, CdLog *log)
{
    (void)hit;
    TouchingEvent *t = self;
    Dynamic *d = t->d;
    cd_touching_accept(t->touching, log);
    bool touched = t->touched;
    t->touched = false;
    if (touched) cd_account_restart(d->e->s->watch.account, d->e); /* powers have a corner there */
    return touched && t->jumps;
}

/* While shapes that have met push each other apart no step is long beside their stay. What velocities are off by at the
 * end of it stays with the bodies, so that methods which do not test velocities are held to less (21.17). */
static double bound_by_stay(TouchingEvent *t, double h)
{
    /* A blow that loses nothing returns its energy after any number of others; steps of second order get short by that,
     * and where bodies stand on joints round-off of the constraints is in the way. */
    Dynamic *d = t->d;
    const double stricter = tuning_touch_stricter, elastic = d->method.kind->high > 2 ? 3000 : 100, rounding = 1e-12;
    double bound = cd_touching_bound(t->touching);
    bool untested = d->method.kind->traits.implicit && d->set.formulation == FORM_I3;
    double allowed = fmin(stricter, d->set.step.stated / fmin(h, bound)); /* (9.52) */
    d->stats.judged.strict = untested && isfinite(bound) ? allowed : 0;
    if (d->clock.t < t->touching->elastic && !d->e->s->in_use.n)
        d->stats.judged.strict = fmax(d->stats.judged.strict,
                                      fmin(elastic * (1 + d->stats.judged.strict), d->set.tolerance.error / rounding));
    return fmin(h, fmax(bound, d->set.step.hmin));
}

/* Among many contacts an iteration that takes long has to find out which of them are closed: shorter steps, which
 * change less of that, come farther with the same work. */
static double bound_by_work(TouchingEvent *t, double h)
{
    const long usual = 6, many = 12;
    const double shorter = tuning_contact_work_shorter;
    Dynamic *d = t->d;
    long spent = d->stats.work.iterations - t->spent;
    t->spent = d->stats.work.iterations;
    if (!d->e->loads.near || spent <= usual) return h;
    return fmin(h, fmax(d->clock.last * (spent > many ? shorter : 1), d->set.step.hmin));
}

static double bound(void *self, double h)
{
    TouchingEvent *t = self;
    h = bound_by_stay(t, h);
    return t->d->clock.fresh ? h : bound_by_work(t, h);
}

static void begin(void *self, double h, bool restarted, CdLog *log)
{
    (void)h;
    if (restarted) cd_touching_accept(((TouchingEvent *)self)->touching, log);
}

static void tell(const void *self, const Reporter *reporter)
{
    cd_touching_tell(((const TouchingEvent *)self)->touching, reporter);
}

const EventKind cd_event_touching = { .name = "touching",
                                      .open = open,
                                      .find.limit = limit,
                                      .find.locate = locate,
                                      .pass.accept = accept,
                                      .pass.bound = bound,
                                      .pass.begin = begin,
                                      .tell = tell };
