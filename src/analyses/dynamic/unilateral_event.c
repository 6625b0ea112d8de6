/* unilateral_event.c - steps end where unilateral rows close, or closed ones let go; there velocities jump, and other rows are in use
 * from there on (theory 22.3 to 22.11). */
#include "analyses/dynamic/driver.h"
#include "analyses/unilateral/unilateral.h"
#include "system/account.h"

#include <math.h>

typedef struct UnilateralEvent {
    Dynamic *d;
    Unilateral *rows;
    double pace;  /* size of the step that was cut short at the event; 0: there is none */
    bool at_hand; /* the step has ended on an event that it was not made to end on */
} UnilateralEvent;

/* What touches at the start makes the first event. */
static void *open(Dynamic *d, CdLog *log)
{
    if (d->method.kind->fixed_step) return NULL; /* contacts are the method's own */
    Unilateral *rows = cd_unilateral_open(&d->arena, d->e, d->outputs.apart);
    if (!rows) return NULL;
    UnilateralEvent *x = ARENA_NEW(&d->arena, UnilateralEvent);
    *x = (UnilateralEvent){ .d = d, .rows = rows };
    bool changed = false;
    cd_unilateral_resolve(rows, &changed, log);
    if (changed) d->method.kind->close(d->method.at), d->method.at = d->method.kind->open(d->e, &d->set, &d->stats);
    return x;
}

/* By Newton's method on the gap, or halves on the force, of which nothing but values is known (22.4). */
static Found locate(void *self, double h)
{
    enum { MOST = 60 };
    UnilateralEvent *x = self;
    Dynamic *d = x->d;
    Unilateral *u = x->rows;
    double low = 0, high = d->e->s->state.t - d->clock.t, near = 4e-16 * fabs(d->clock.t), tried = high;
    cd_equations_prepare(d->e, NULL);
    cd_unilateral_look(u);
    Closing c = cd_unilateral_first(u, high);
    if (c.which < 0) return (Found){ .what = EVENT_NONE };
    for (int i = 0; i < MOST && high - low > near && !cd_unilateral_is_there(u, &c); i++) {
        double aim = cd_unilateral_aim(u, &c, low, tried, high);
        if (i % 4 == 3 || !(aim > low && aim < high)) aim = (low + high) / 2;
        if (!cd_driver_retry(d, tried = aim)) return (Found){ .what = EVENT_MISSED };
        cd_unilateral_look(u);
        Closing now = cd_unilateral_first(u, tried);
        if (now.which >= 0) c = now, high = tried;
        else low = tried;
    }
    /* behind the event: a force that has come to zero is not to come there once more */
    bool before = c.opens && tried == low && tried < high;
    if (before && !cd_driver_retry(d, high)) return (Found){ .what = EVENT_MISSED };
    x->pace = fmax(h, x->pace);
    return (Found){ .what = EVENT_HIT, .which = c.which };
}

static bool accept(void *self, int hit, CdLog *log)
{
    (void)log;
    UnilateralEvent *x = self;
    cd_unilateral_look(x->rows);
    cd_unilateral_accept(x->rows);
    const System *s = x->d->e->s;
    x->at_hand = false;
    if (hit < 0) hit = cd_unilateral_at_hand(x->rows, x->d->set.hmax), x->at_hand = hit >= 0;
    if (hit >= 0) x->d->events.of = s->c->row[x->rows->at[hit].row].element;
    else x->pace = 0;
    return hit >= 0;
}

static CdStatus handle(void *self, const Hit *hit, CdLog *log)
{
    UnilateralEvent *x = self;
    Dynamic *d = x->d;
    bool changed = false;
    if (!hit && !x->at_hand) return CD_OK;
    x->at_hand = false;
    cd_account_knock(d->e->s->watch.account, d->e);
    CdStatus status = cd_unilateral_resolve(x->rows, &changed, log);
    cd_equations_prepare(d->e, NULL);
    cd_account_knocked(d->e->s->watch.account, d->e);
    d->method.change |= changed;
    return status;
}

/* A method of one step goes on with the steps it had; others restart with short ones. */
static double bound(void *self, double h)
{
    UnilateralEvent *x = self;
    double pace = x->d->method.kind->staged && x->d->clock.fresh ? x->pace : 0;
    return fmax(h, pace);
}

/* Where other velocities or forces are in force. */
static void begin(void *self, double h, bool restarted, CdLog *log)
{
    (void)h, (void)log;
    UnilateralEvent *x = self;
    if (!restarted) return;
    cd_unilateral_look(x->rows);
    cd_unilateral_accept(x->rows);
}

static void tell(const void *self, const Teller *teller)
{
    cd_unilateral_tell(((const UnilateralEvent *)self)->rows, teller);
}

const EventKind cd_event_unilateral = { .name = "unilateral",
                                        .open = open,
                                        .locate = locate,
                                        .accept = accept,
                                        .handle = handle,
                                        .bound = bound,
                                        .begin = begin,
                                        .tell = tell };
