/* unilateral_event.c - steps end where unilateral rows close, or closed ones let go; there velocities jump, and other
 * rows are in use from there on (theory 22.3 to 22.11). */
#include "analyses/dynamic/driver.h"
#include "analyses/unilateral/unilateral.h"
#include "integrators/tuning.h"
#include "system/account.h"

#include <math.h>

/* Time stepping where events crowd (22.19). */
typedef struct Stepping {
    bool on;
    double since, until; /* events are counted from here on; time stepping ends there */
    long events;         /* since then */
    double marked[2];    /* times of the last two events whose number is one of whole hundreds */
    Settings own;        /* of the method that goes on behind it ... */
    bool automatic;      /* ... which is one that AUTO has chosen */
    double time;         /* that it has taken over so far */
} Stepping;

/* Velocities jump at an impact: there is an output on each side, but for the many that may lie between two others. */
typedef struct ImpactRows {
    bool second;  /* the one behind the impact is due */
    int n;        /* impacts with outputs ... */
    double since; /* ... since this time */
} ImpactRows;

typedef struct UnilateralEvent {
    Dynamic *d;
    Unilateral *rows;
    double pace;        /* size of the step that was cut short at the event; 0: there is none */
    bool at_hand;       /* the step has ended on an event that it was not made to end on */
    ImpactRows rows_of; /* outputs at impacts */
    Stepping stepping;
    struct {
        double t;
        int n;
    } again; /* events at one time */
} UnilateralEvent;

/* Gaps that have been passed where a motion starts, as by an ACTIVATE, are reported: the first event closes them. */
static void tell_passed(const Unilateral *u, CdLog *log)
{
    const double little = 1e-6; /* of the size of a row */
    System *s = u->e->s;
    cd_equations_prepare(u->e, NULL);
    for (int i = 0; i < u->n; i++) {
        double gap = cd_system_row(s, u->at[i].row, ROW_VALUE)->value;
        const Element *of = s->c->row[u->at[i].row].element;
        char label[CD_LABEL_ROOM];
        if (gap < -little * u->at[i].size) cd_log(log, of->place, STARTS_PASSED, cd_label(of, label), s->state.t, gap);
    }
}

/* Steps that go over events take corners and edges of solids on each other where they find them at the end of a step,
 * and such a step may gain energy. */
static void warn_of_solids(const System *s, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    for (int r = 0; r < s->c->rows; r++) {
        if (!cd_constraint_closes_never(s->c, r)) continue;
        const Element *of = s->c->row[r].element;
        cd_log(log, of->place, STEPS_OVER_EDGES, cd_label(of, label));
        return;
    }
}

/* What touches at the start makes the first event. */
static void *open(Dynamic *d, CdLog *log)
{
    if (d->method.kind->traits.fixed_step) {
        warn_of_solids(d->e->s, log);
        return NULL; /* contacts are the method's own */
    }
    Unilateral *rows = cd_unilateral_open(&d->arena, d->e, d->outputs.apart);
    if (!rows) return NULL;
    rows->left = fmax(rows->left, tuning_slip_left * d->set.tolerance.error);
    UnilateralEvent *x = ARENA_NEW(&d->arena, UnilateralEvent);
    *x = (UnilateralEvent){ .d = d, .rows = rows, .stepping = { .since = d->clock.t } };
    bool changed = false;
    tell_passed(rows, log);
    cd_unilateral_resolve(rows, &changed, log);
    if (changed)
        d->method.kind->calls.close(d->method.at), d->method.at = d->method.kind->calls.open(d->e, &d->set, &d->stats);
    return x;
}

/* ---- time stepping where events crowd ---- */

/* Whether so many events have followed each other between two outputs that steps over them take over. */
static bool is_crowded(UnilateralEvent *x)
{
    Stepping *p = &x->stepping;
    double t = x->d->e->s->state.t;
    if (t - p->since > x->d->outputs.apart) p->since = t, p->events = 0;
    if (++p->events % 100 == 0) p->marked[0] = p->marked[1], p->marked[1] = t;
    bool tight = p->events >= 200 && t - p->marked[0] < tuning_crowded_tight * x->d->outputs.apart;
    return ((double)p->events > tuning_crowded_events || tight) && t > p->since;
}

/* MOREAU from here to the end of the interval, with steps as long as ten events took. */
static void step_over(UnilateralEvent *x, CdLog *log)
{
    const double per_step = 10;
    Dynamic *d = x->d;
    Stepping *p = &x->stepping;
    double t = d->e->s->state.t, apart = (t - p->marked[0]) / (double)(100 + p->events % 100);
    p->own = d->set, p->automatic = d->method.automatic, p->on = true, p->until = t + d->outputs.apart;
    d->set = cd_settings_with(d->e->s->model, d->outputs.apart, METHOD_MOREAU, FORM_I1);
    d->set.step.hmax = d->set.step.hinit =
        fmin(fmax(per_step * apart, tuning_crowded_step * d->outputs.apart), d->outputs.apart);
    d->set.step.hmin = fmin(d->set.step.hmin, d->set.step.hmax);
    d->method.automatic = false, d->method.change = true;
    cd_unilateral_open_all(x->rows);
    d->e->s->in_use.stepped.on = true;
    const Element *of = d->e->s->c->row[x->rows->at[0].row].element;
    cd_log(log, of->place, EVENTS_CROWD, t, p->events, t - p->since, p->until, d->set.step.hmax);
}

/* The method that was in use goes on. */
static void step_no_longer(UnilateralEvent *x)
{
    Dynamic *d = x->d;
    Stepping *p = &x->stepping;
    double t = d->e->s->state.t;
    p->time += t - (p->until - d->outputs.apart);
    d->set = p->own, d->method.automatic = p->automatic, d->method.change = true;
    d->e->s->in_use.stepped.on = false;
    p->on = false, p->since = t, p->events = 0;
}

/* Steps end where time stepping does. */
static double next(void *self, double t, int *which)
{
    const Stepping *p = &((UnilateralEvent *)self)->stepping;
    *which = 0;
    return p->on && p->until > t ? p->until : INFINITY;
}

/* ---- events ---- */

/* Where friction reaches its limit, or slip its end, between low and high: by false position, in which an end that
 * stays counts for half the time after. */
typedef struct Between {
    double low, high, at_low, at_high;
    int side; /* which end the last attempt has moved */
} Between;

static double aim_between(const Between *b)
{
    return b->low + (b->high - b->low) * b->at_low / (b->at_low - b->at_high);
}

static void move_end(Between *b, double tried, double value, bool behind)
{
    if (behind) {
        if (b->side > 0) b->at_low /= 2;
        b->high = tried, b->at_high = fmin(value, -1e-300), b->side = 1;
    } else {
        if (b->side < 0) b->at_high /= 2;
        b->low = tried, b->at_low = fmax(value, 1e-300), b->side = -1;
    }
}

/* Ends the step on an event of friction; the first of them, where another turns up on the way. */
static Found locate_rub(UnilateralEvent *x, double h, Closing c)
{
    enum { MOST = 60 };
    Dynamic *d = x->d;
    Unilateral *u = x->rows;
    double near = 4e-16 * fabs(d->clock.t), tried = d->e->s->state.t - d->clock.t;
    Between b = { .high = tried,
                  .at_low = fmax(cd_unilateral_value(u, &c, false), 1e-300),
                  .at_high = fmin(cd_unilateral_value(u, &c, true), -1e-300) };
    for (int i = 0; i < MOST && b.high - b.low > near && !cd_unilateral_is_there(u, &c); i++) {
        double aim = aim_between(&b);
        if (i % 8 == 7 || !(aim > b.low && aim < b.high)) aim = (b.low + b.high) / 2;
        if (!cd_driver_retry(d, tried = aim)) return (Found){ .what = EVENT_MISSED };
        cd_unilateral_look(u);
        Closing now = cd_unilateral_first(u, tried);
        bool same = now.which == c.which && now.slips == c.slips && now.stops == c.stops;
        if (now.which >= 0 && !same) return (Found){ .what = EVENT_NONE, .which = now.which };
        move_end(&b, tried, cd_unilateral_value(u, &c, true), now.which >= 0);
    }
    if (tried < b.high && !cd_unilateral_is_there(u, &c) && !cd_driver_retry(d, b.high))
        return (Found){ .what = EVENT_MISSED };
    cd_unilateral_look(u);
    x->pace = fmax(h, x->pace);
    return (Found){ .what = EVENT_HIT, .which = c.which };
}

static bool is_of_friction(const Closing *c)
{
    return c->slips || c->stops;
}

/* By Newton's method on the gap, or halves on the force, of which nothing but values is known (22.4). */
static Found locate_gap(UnilateralEvent *x, double h, Closing c)
{
    enum { MOST = 60 };
    Dynamic *d = x->d;
    Unilateral *u = x->rows;
    double low = 0, high = d->e->s->state.t - d->clock.t, near = 4e-16 * fabs(d->clock.t), tried = high;
    for (int i = 0; i < MOST && high - low > near && !cd_unilateral_is_there(u, &c); i++) {
        double aim = cd_unilateral_aim(u, &c, low, tried, high);
        if (i % 4 == 3 || !(aim > low && aim < high)) aim = (low + high) / 2;
        if (!cd_driver_retry(d, tried = aim)) return (Found){ .what = EVENT_MISSED };
        cd_unilateral_look(u);
        Closing now = cd_unilateral_first(u, tried);
        if (now.which >= 0 && is_of_friction(&now)) return (Found){ .what = EVENT_NONE };
        if (now.which >= 0) c = now, high = tried;
        else low = tried;
    }
    /* behind the event: a force that has come to zero is not to come there once more */
    bool before = c.opens && tried == low && tried < high;
    if (before && !cd_driver_retry(d, high)) return (Found){ .what = EVENT_MISSED };
    x->pace = fmax(h, x->pace);
    return (Found){ .what = EVENT_HIT, .which = c.which };
}

/* The first event of the step; EVENT_NONE of one of the two above: an earlier one of the other kind has turned up. */
static Found locate(void *self, double h)
{
    enum { MOST = 60 };
    UnilateralEvent *x = self;
    Dynamic *d = x->d;
    Unilateral *u = x->rows;
    Found found = { .what = EVENT_NONE };
    if (x->stepping.on) return found;
    cd_equations_prepare(d->e, NULL);
    cd_unilateral_look(u);
    for (int again = 0; found.what == EVENT_NONE && again < MOST; again++) {
        Closing c = cd_unilateral_first(u, d->e->s->state.t - d->clock.t);
        if (c.which < 0) return found;
        found = is_of_friction(&c) ? locate_rub(x, h, c) : locate_gap(x, h, c);
    }
    return found;
}

static void ask_for_outputs(UnilateralEvent *x, int hit)
{
    const OneSided *c = &x->rows->at[hit];
    ImpactRows *r = &x->rows_of;
    double t = x->d->e->s->state.t;
    if (t - r->since > x->d->outputs.apart) r->since = t, r->n = 0;
    if (c->state != CONTACT_OPEN || !(c->last.rate < 0) || r->n >= tuning_impact_outputs) return;
    r->n++, r->second = true;
    x->d->events.impact = IMPACT_BEFORE;
}

static bool accept(void *self, int hit, CdLog *log)
{
    (void)log;
    UnilateralEvent *x = self;
    if (x->stepping.on) return hit >= 0;
    cd_unilateral_look(x->rows);
    cd_unilateral_accept(x->rows);
    const System *s = x->d->e->s;
    bool unasked = hit < 0;
    if (unasked) hit = cd_unilateral_at_hand(x->rows, x->d->set.step.hmax);
    x->at_hand = unasked && hit >= 0;
    if (hit >= 0) x->d->events.of = s->c->row[x->rows->at[hit].row].element, ask_for_outputs(x, hit);
    else x->pace = 0;
    return hit >= 0;
}

/* Whether friction changes again and again at one instant. */
static bool stands_still(UnilateralEvent *x, CdLog *log)
{
    enum { MOST = 100 };
    const System *s = x->d->e->s;
    x->again.n = s->state.t > x->again.t ? 0 : x->again.n + 1, x->again.t = s->state.t;
    if (!x->rows->rubs || x->again.n < MOST) return false;
    char label[CD_LABEL_ROOM];
    const Element *e = s->c->row[x->rows->at[0].row].element;
    if (x->d->events.of) e = x->d->events.of;
    if (log) cd_log(log, e->place, CONTACTS_CHATTER, cd_label(e, label), s->state.t, MOST);
    return true;
}

static CdStatus handle(void *self, const Hit *hit, CdLog *log)
{
    UnilateralEvent *x = self;
    Dynamic *d = x->d;
    bool changed = false;
    if (!hit && !x->at_hand) return CD_OK;
    x->at_hand = false;
    if (x->stepping.on) step_no_longer(x);
    else if (is_crowded(x)) {
        step_over(x, log);
        return CD_OK;
    }
    if (stands_still(x, log)) return CD_ANALYSIS_FAILED;
    cd_account_knock(d->e->s->watch.account, d->e);
    CdStatus status = cd_unilateral_resolve(x->rows, &changed, log);
    cd_equations_prepare(d->e, NULL);
    cd_account_knocked(d->e->s->watch.account, d->e);
    if (x->rows_of.second) d->events.impact = IMPACT_AFTER, x->rows_of.second = false;
    d->method.change |= changed;
    return status;
}

/* A method of one step goes on with the steps it had; others restart with short ones. */
static double bound(void *self, double h)
{
    UnilateralEvent *x = self;
    double pace = x->d->method.kind->traits.staged && x->d->clock.fresh ? x->pace : 0;
    return fmax(h, pace);
}

/* Where other velocities or forces are in force. */
static void begin(void *self, double h, bool restarted, CdLog *log)
{
    (void)h, (void)log;
    UnilateralEvent *x = self;
    if (!restarted || x->stepping.on) return;
    cd_unilateral_look(x->rows);
    cd_unilateral_accept(x->rows);
}

static void tell(const void *self, const Reporter *reporter)
{
    const UnilateralEvent *x = self;
    cd_unilateral_tell(x->rows, reporter);
    if (x->stepping.time > 0) cd_tell(reporter, "  steps over crowded events: %.9g of the time", x->stepping.time);
}

const EventKind cd_event_unilateral = { .name = "unilateral",
                                        .open = open,
                                        .find.next = next,
                                        .find.locate = locate,
                                        .pass.accept = accept,
                                        .pass.handle = handle,
                                        .pass.bound = bound,
                                        .pass.begin = begin,
                                        .tell = tell };
