/* unilateral_event.c - steps end where unilateral rows close, or closed ones let go; there velocities jump, and other
 * rows are in use from there on (theory 22.3 to 22.11). */
#include "analyses/dynamic/driver.h"
#include "analyses/unilateral/unilateral.h"
#include "integrators/tuning.h"
#include "system/account.h"
#include "system/rubbing.h"

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
    double pace;       /* size of the step that was cut short at the event; 0: there is none */
    bool at_hand;      /* the step has ended on an event that it was not made to end on */
    const char *stuck; /* why steps are to go over what is ahead; NULL: they need not */
    struct {
        double since; /* time */
        long steps;   /* short ones while contacts slip */
    } crawl;
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
    Unilateral *rows = cd_unilateral_open(&d->arena, d->e, d->outputs.apart, d->set.tolerance.error);
    if (!rows) return NULL;
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

/* The contact of the event, or the first of all. */
static const Element *contact_of(const UnilateralEvent *x)
{
    const Element *of = x->d->events.of;
    return of ? of : x->d->e->s->c->row[x->rows->at[0].row].element;
}

/* MOREAU from here on for as long as outputs are apart, with steps of h. */
static void step_over(UnilateralEvent *x, double h)
{
    Dynamic *d = x->d;
    Stepping *p = &x->stepping;
    p->own = d->set, p->automatic = d->method.automatic, p->on = true;
    p->until = d->e->s->state.t + d->outputs.apart;
    d->set = cd_settings_with(d->e->s->model, d->outputs.apart, METHOD_MOREAU, FORM_I1);
    d->set.step.hmax = d->set.step.hinit = fmin(fmax(h, tuning_crowded_step * d->outputs.apart), d->outputs.apart);
    d->set.step.hmin = fmin(d->set.step.hmin, d->set.step.hmax);
    d->method.automatic = false, d->method.change = true;
    cd_unilateral_open_all(x->rows);
    d->e->s->in_use.stepped.on = true;
}

/* With steps as long as ten events took. */
static void step_over_crowd(UnilateralEvent *x, CdLog *log)
{
    const double per_step = 10;
    const Stepping *p = &x->stepping;
    double t = x->d->e->s->state.t, apart = (t - p->marked[0]) / (double)(100 + p->events % 100);
    step_over(x, per_step * apart);
    cd_log(log, contact_of(x)->place, EVENTS_CROWD, t, p->events, t - p->since, p->until, x->d->set.step.hmax);
}

/* At an instant that events do not get beyond. */
static void step_over_instant(UnilateralEvent *x, const char *why, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    const Element *of = contact_of(x);
    step_over(x, 0);
    cd_log(log, of->place, CONTACTS_STEPPED, cd_label(of, label), x->d->e->s->state.t, why, x->stepping.until,
           x->d->set.step.hmax);
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

/* Implicit methods divide by the step what iterations leave: where an event is nearer to the last point than this, the
 * step goes as far all the same. */
static double shortest(const Dynamic *d, double near)
{
    return d->method.kind->traits.implicit ? fmax(near, d->set.step.hmin) : near;
}

/* Ends the step on an event of friction; the first of them, where another turns up on the way. */
static Found locate_rub(UnilateralEvent *x, double h, Closing c)
{
    enum { MOST = 60 };
    Dynamic *d = x->d;
    Unilateral *u = x->rows;
    double near = 4e-16 * fabs(d->clock.t), tried = d->e->s->state.t - d->clock.t, least = shortest(d, near);
    Between b = { .high = tried,
                  .at_low = fmax(cd_unilateral_value(u, &c, false), 1e-300),
                  .at_high = fmin(cd_unilateral_value(u, &c, true), -1e-300) };
    for (int i = 0; i < MOST && b.high - b.low > near && b.high > least && !cd_unilateral_is_there(u, &c); i++) {
        double aim = aim_between(&b);
        if (i % 8 == 7 || !(aim > b.low && aim < b.high)) aim = (b.low + b.high) / 2;
        aim = fmax(aim, least);
        if (!cd_driver_retry(d, tried = aim)) return (Found){ .what = EVENT_MISSED };
        cd_unilateral_look(u);
        Closing now = cd_unilateral_first(u, tried);
        bool same = now.which == c.which && now.slips == c.slips && now.stops == c.stops;
        if (now.which >= 0 && !same) return (Found){ .what = EVENT_NONE, .which = now.which };
        if (now.which < 0 && cd_unilateral_is_turned(u, &c)) return (Found){ .what = EVENT_NONE };
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
    double low = 0, high = d->e->s->state.t - d->clock.t, near = 4e-16 * fabs(d->clock.t), tried = high,
           least = shortest(d, near);
    for (int i = 0; i < MOST && high - low > near && high > least && !cd_unilateral_is_there(u, &c); i++) {
        double aim = cd_unilateral_aim(u, &c, low, tried, high);
        if (i % 4 == 3 || !(aim > low && aim < high)) aim = (low + high) / 2;
        aim = fmax(aim, least);
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

/* Friction of slipping contacts may leave accelerations without bound (22.27): where no step succeeds, steps go over
 * it. */
static Found explain(void *self, const Attempt *a, double h, bool smallest, CdLog *log)
{
    (void)h, (void)log;
    UnilateralEvent *x = self;
    bool slips = false, last = smallest || a->outcome == STEP_RANK_LOST || x->d->attempts.failures >= MOST_FAILURES;
    for (int i = 0; i < x->rows->n; i++) slips |= x->rows->at[i].rub.state == RUB_SLIPS;
    if (!last || !slips || x->stepping.on) return (Found){ .what = EVENT_NONE };
    x->stuck = "while contacts slip no step succeeds";
    return (Found){ .what = EVENT_AT_ONCE };
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

/* Slip that stays slow turns so fast that explicit methods crawl. */
static bool crawls(UnilateralEvent *x)
{
    const StepClock *c = &x->d->clock;
    double apart = x->d->outputs.apart;
    bool shorter = x->d->stats.judged.unstable && c->last < tuning_crowded_step * apart;
    if (!x->rows->rubs || !shorter || !cd_slips_any(x->d->e->s)) return false;
    if (c->t - x->crawl.since > apart) x->crawl.since = c->t, x->crawl.steps = 0;
    return (double)++x->crawl.steps > tuning_crawling_steps;
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
    if (hit < 0 && crawls(x)) {
        x->stuck = "contacts slip so slowly that steps crawl", x->at_hand = true, x->crawl.steps = 0;
        return true;
    }
    return hit >= 0;
}

/* Whether friction changes again and again at one instant. */
static bool stands_still(UnilateralEvent *x)
{
    enum { MOST = 20 };
    double t = x->d->e->s->state.t;
    x->again.n = t > x->again.t ? 0 : x->again.n + 1, x->again.t = t;
    return x->rows->rubs && x->again.n >= MOST;
}

/* Contacts take the states that they have from here on; where there are none, steps go over this instant too. */
static CdStatus resolve(UnilateralEvent *x, bool *changed, CdLog *log)
{
    Dynamic *d = x->d;
    cd_account_knock(d->e->s->watch.account, d->e);
    CdStatus status = cd_unilateral_resolve(x->rows, changed, x->rows->rubs ? NULL : log);
    if (status != CD_OK && x->rows->rubs) {
        cd_snapshot_restore(d->e, &d->events.reached);
        cd_equations_prepare(d->e, NULL);
        step_over_instant(x, "with friction no motion of the contacts that touch is found", log);
        status = CD_OK;
    }
    cd_equations_prepare(d->e, NULL);
    cd_account_knocked(d->e->s->watch.account, d->e);
    return status;
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
        step_over_crowd(x, log);
        return CD_OK;
    } else if (x->stuck) {
        step_over_instant(x, x->stuck, log);
        x->stuck = NULL;
        return CD_OK;
    } else if (stands_still(x)) {
        step_over_instant(x, "contacts change between sticking and slipping and time stands still", log);
        return CD_OK;
    }
    CdStatus status = resolve(x, &changed, log);
    if (x->rows_of.second) d->events.impact = IMPACT_AFTER, x->rows_of.second = false;
    d->method.change |= changed;
    return status;
}

/* A method of one step goes on with the steps it had, but for slip that begins or ends; others restart with short
 * ones. */
static double bound(void *self, double h)
{
    UnilateralEvent *x = self;
    bool goes_on = x->d->method.kind->traits.staged && x->d->clock.fresh && x->pace > h && !x->stepping.on;
    return goes_on ? fmax(h, fmin(x->pace, cd_unilateral_slip_time(x->rows))) : h;
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
                                        .find.explain = explain,
                                        .pass.accept = accept,
                                        .pass.handle = handle,
                                        .pass.bound = bound,
                                        .pass.begin = begin,
                                        .tell = tell };
