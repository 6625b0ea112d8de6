/* event.h - events of an integration: what ends a step, or stands in its way, and is then handled. A kind of event is
 * one file and one row of events.def; the driver knows no kind by name. A kind watches functions along the steps, makes
 * a step end where one of them says so, and changes what holds from there on: velocities, forces, the set of active
 * constraints. The method restarts behind it. */
#pragma once
#include "analyses/dynamic/sensing.h"
#include "base/reporter.h"
#include "integrators/integrator.h"

typedef struct Dynamic Dynamic;

typedef enum FoundWhat {
    EVENT_NONE,
    EVENT_HIT,     /* the step ends on it, and the method restarts there */
    EVENT_AT_ONCE, /* it is at the start of the step: the method restarts from there */
    EVENT_AHEAD,   /* an attempt that failed has it within: the next one is to end in front of it */
    EVENT_MISSED   /* no shorter step succeeds */
} FoundWhat;

/* What a kind has found in a step. */
typedef struct Found {
    FoundWhat what;
    int which;    /* of its events */
    double ahead; /* EVENT_AHEAD: its distance from the start of the step */
    double over;  /* from the end of the step to behind the event: the restart is there */
} Found;

/* The event that a step ends on. */
typedef struct Hit {
    int kind; /* row; -1: none */
    int which;
    double over;  /* from the end of the step to behind the event: the restart is there */
    bool at_once; /* no step has been made: it is at the last accepted point */
} Hit;
#define NO_HIT ((Hit){ .kind = -1, .which = -1 })

/* Where events are, in a step or ahead of it. All functions of a kind but `open` may be NULL. self: what `open` has
 * returned. "The present state" is that of the equations, which have been prepared. */
typedef struct EventFind {
    /* The next time behind t that is known beforehand and that steps end on; *which: the event there that they end in
     * front of, -1: none. INFINITY: there is none. */
    double (*next)(void *self, double t, int *which);
    /* The longest step, of h at most: by what is known beforehand; and by where accelerations lead, which is asked for
     * each attempt. */
    double (*longest)(void *self, double h);
    double (*limit)(void *self, double h);
    /* A good step of size h has ended, at a state that has not been prepared: whether its error is to be judged more
     * strictly from now on, so that it is attempted again. */
    bool (*is_stricter)(void *self, double h);
    /* An attempt with another size has ended at the present state: values of the functions that are watched. */
    void (*watch)(void *self);
    /* A good step of size h has ended, at a state that has not been prepared. If an event lies within, the step is
     * repeated by cd_driver_retry until it ends on the first. */
    Found (*locate)(void *self, double h);
    /* An attempt of size h has failed, at the present state; smallest: there is no shorter one. Whether an event
     * explains that. */
    Found (*explain)(void *self, const Attempt *a, double h, bool smallest, CdLog *log);
} EventFind;

/* What happens there. */
typedef struct EventPass {
    /* The step to the present state is accepted. hit: the event of this kind that it ends on, -1: none. Whether the
     * method has to restart. */
    bool (*accept)(void *self, int hit, CdLog *log);
    /* How long the next step may be, h if nothing is in the way. */
    double (*bound)(void *self, double h);
    /* The method is about to restart at the present state. hit: the event of this kind at which it does, NULL: none.
     * The state may move on by hit->over, its velocities may jump, constraints may become active. */
    CdStatus (*handle)(void *self, const Hit *hit, CdLog *log);
    /* Velocities satisfy the constraints, accelerations are not known yet: which forces and constraints are active from
     * here on. */
    void (*resume)(void *self, int hit, CdLog *log);
    /* The next step, of about size h, starts at the present state, with its accelerations; restarted: the method has.
     */
    void (*begin)(void *self, double h, bool restarted, CdLog *log);
} EventPass;

typedef struct EventKind {
    const char *name;
    /* A run starts at the present state. NULL: the model has no such events. */
    void *(*open)(Dynamic *d, CdLog *log);
    EventFind find;
    EventPass pass;
    /* For the run log. */
    void (*tell)(const void *self, const Reporter *reporter);
} EventKind;

/* The rows of events.def, in the order in which a step is asked for events. */
typedef enum EventRow {
#define EVENT(name) EVENT_##name,
#include "analyses/dynamic/events.def"
#undef EVENT
    EVENT_KINDS
} EventRow;

/* Outputs on both sides of an impact. */
typedef enum ImpactOutput { IMPACT_NO_OUTPUT, IMPACT_BEFORE, IMPACT_AFTER } ImpactOutput;

/* Events of one run. */
typedef struct Events {
    void *self[EVENT_KINDS]; /* NULL: none of that kind */
    Hit hit;                 /* at the point reached */
    bool restart;            /* the method restarts there before the next step */
    bool untold;             /* the caller has not been told yet */
    SensorActions asked;     /* of the caller and of the driver, by sensors */
    ImpactOutput impact;     /* which of them is due at the point reached */
    const Element *of;       /* whose event the step has ended on; NULL: nobody's */
    Snapshot reached;        /* the state there */
} Events;

void cd_events_open(Dynamic *d, CdLog *log);
void cd_events_tell(const Dynamic *d, const Reporter *reporter);

/* ---- for the driver: all kinds in turn, as in EventKind ---- */
double cd_events_next(Dynamic *d, double t, Hit *hit);
double cd_events_longest(Dynamic *d, double h);
double cd_events_limit(Dynamic *d, double h);
bool cd_events_are_stricter(Dynamic *d, double h);
Found cd_events_locate(Dynamic *d, double h, Hit *hit);
Found cd_events_explain(Dynamic *d, const Attempt *a, double h, bool smallest, Hit *hit, CdLog *log);
void cd_events_accept(Dynamic *d, CdLog *log);
void cd_events_bound(Dynamic *d);
CdStatus cd_events_handle(Dynamic *d, CdLog *log);
void cd_events_resume(Dynamic *d, CdLog *log);
void cd_events_begin(Dynamic *d, bool restarted, CdLog *log);

/* ---- for kinds of events ---- */

/* The step repeated with another size, to the present state; false: the attempt fails. */
bool cd_driver_retry(void *dynamic, double h);
/* Times that are closer than this are the same (9.29). */
double cd_driver_nearness(const Dynamic *d);

/* A function that is watched, at the present state: above zero in front of the event, below behind it. */
typedef struct ZeroOf {
    double (*value)(void *user);
    void *user;
    double start, end; /* at the start and at the end of a step: > 0, <= 0 */
    double share;      /* of the step at which it is zero, as far as is known: by the secant if nothing better is */
    double near;       /* how closely it is located, in time; the step ends behind the zero */
} ZeroOf;

/* Ends a good step on the zero of a function, by false position. False if no shorter step succeeds. */
bool cd_driver_end_on_zero(Dynamic *d, const ZeroOf *z);
