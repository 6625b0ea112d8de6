/* driver.h - the driver of integrations from within: what its files share. A step is proposed, attempted, judged and
 * accepted (step.c); what is tried after a failed attempt stands in remedies.def, what may end a step in events.def. */
#pragma once
#include "analyses/dynamic/auto.h"
#include "analyses/dynamic/dynamic.h"
#include "analyses/dynamic/event.h"
#include "analyses/dynamic/extrapolation.h"
#include "analyses/dynamic/runaway.h"
#include "analyses/dynamic/stiff_mode.h"
#include "analyses/dynamic/switching_event.h"
#include "analyses/dynamic/touching.h"
#include "analyses/dynamic/undetermined.h"

typedef struct StepClock {
    double t;       /* reached by the method; beyond the state while outputs are interpolated */
    double end;     /* of the run: no step goes beyond */
    double h;       /* size of the step to try next */
    double last;    /* size of the last step, ... */
    double before;  /* ... and of the one before it */
    bool fresh;     /* the method has restarted at t and made no step since */
    double fastest; /* angular velocity of a body */
    bool counts;    /* some angle counts revolutions: a step must not make it lose count */
} StepClock;

/* The method in use. */
typedef struct MethodInUse {
    const IntegratorKind *kind;
    Method *at;
    bool automatic; /* AUTO: the method may change, to that of the settings, where it restarts */
    bool change;    /* it is to change there */
    Auto chooser;
    TextBuffer names; /* of AUTO and the methods that have been in use */
} MethodInUse;

/* Attempts since the last accepted point. */
typedef struct Attempts {
    int failures;
    double infinite; /* size of one in which an expression had no value; 0: none */
    int worst;       /* unknown with the largest error in the last one; -1: not known */
    bool slips;      /* friction has come to stick or to slip in the step accepted last */
} Attempts;

/* Singular configurations, in which the constraints lose rank; see singular.c. */
typedef struct Singular {
    double stuck;    /* time that an attempt last ended at without converging */
    double from;     /* time from which a step over such a configuration was last thought of, ... */
    int tried;       /* ... how often, ... */
    int further;     /* ... and how often one half its length further was tried */
    double rechosen; /* time at which other rows were last chosen */
    double searched; /* s, as in crossing.h, when others were last looked for */
    double s;        /* when last found; INFINITY: not known */
} Singular;

/* Steps of an explicit method that are bound by stability. */
typedef struct Stability {
    long steps;   /* how many */
    long ask;     /* steps of the run after which the equations are asked again whether they are stiff */
    double usual; /* size of steps lately, but for short ones in front of events and behind them */
    StiffMode mode;
} Stability;

typedef struct Outputs {
    double apart; /* time between them */
    Snapshot own; /* the state before what an output does to it */
    void (*on_step)(void *arg);
    void *on_step_arg;
    double turned;                /* rotation of a body at most, since on_step was last called */
    void (*on_output)(void *arg); /* NULL: nobody looks */
    void *on_output_arg;
    bool drifted; /* from its constraints, in index 1, and the log has been told */
} Outputs;

/* What is watched for the user's sake alone. */
typedef struct Monitors {
    Extrapolation *extrapolation; /* NULL: no splines */
    Runaway *runaway;             /* NULL: nothing could run away */
    Undetermined *undetermined;   /* NULL: no load reads a reaction among redundant constraints */
    StepHistory *history;         /* NULL: nobody wants it */
    long failed;                  /* attempts, up to the last accepted step */
    Stability stability;
} Monitors;

struct Dynamic {
    Arena arena;
    Equations *e;
    Settings set;
    Stats stats;
    MethodInUse method;
    StepClock clock;
    Attempts attempts;
    Events events;
    Singular singular;
    Outputs outputs;
    Monitors monitors;
};

/* A step on its way through its attempts. */
typedef struct Trial {
    double stop;     /* time that steps are to end on, */
    Hit at_stop;     /* in front of this event */
    double aim;      /* size of a step that ends in front of an event; 0: it does not, ... */
    Hit aimed_at;    /* ... and that event */
    double over;     /* size of a step over a singular configuration; 0: it goes over none */
    double h;        /* of the attempt at hand, */
    bool smallest;   /* than which there is none smaller, */
    Attempt attempt; /* what became of it, */
    Found found;     /* and which event it has come to */
    Hit hit;
} Trial;

enum { MOST_FAILURES = 100 }; /* of attempts at one step */

/* What a remedy has done about a failed attempt. */
typedef enum Cure { CURE_NONE, CURE_RETRY, CURE_RESTART, CURE_GIVE_UP } Cure;

static inline bool cd_driver_is_index_3(const Dynamic *d)
{
    return d->method.kind->traits.implicit && d->set.formulation == FORM_I3;
}

/* At the point reached the caller is to see the state before the next step. */
static inline bool cd_driver_is_stopped(const Dynamic *d)
{
    return d->events.untold || d->events.impact != IMPACT_NO_OUTPUT;
}

/* dynamic.c: a method is in use, for the first time or again */
void cd_driver_note_method(Dynamic *d);

/* step.c */
Attempt cd_driver_attempt(Dynamic *d, double h, CdLog *log); /* of a step of this size from the last accepted point */
CdStatus cd_driver_step(Dynamic *d, double output, CdLog *log); /* one step towards an output */
void cd_driver_find_fastest(Dynamic *d);

/* remedies.c: what is tried after an attempt has failed */
Cure cd_driver_remedy(Dynamic *d, Trial *t, CdLog *log);

/* restart.c: the method restarts at the point reached, behind its event */
CdStatus cd_driver_restart(Dynamic *d, CdLog *log);

/* stability.c: a stiff model under an explicit method is named, and given up where it would take for ever */
CdStatus cd_driver_watch_stability(Dynamic *d, double output, CdLog *log);

/* singular.c */
/* Whether an attempt fails where the constraints lose rank. */
bool cd_singular_is_near(const Dynamic *d, const Attempt *a);
double cd_singular_step_over(Dynamic *d, const Attempt *a,
                             double h);            /* size of a step that does; 0: there is no reason for one */
bool cd_singular_rechoose(Dynamic *d, CdLog *log); /* other rows in place of those that come to depend on each other */
void cd_singular_rechoose_early(Dynamic *d, CdLog *log);              /* the same in good time */
CdStatus cd_singular_accelerations(Dynamic *d, double t, CdLog *log); /* accelerations and reactions at an output */

/* outputs.c: the state at an output, or at an event before it */
CdStatus cd_driver_show(Dynamic *d, double t, CdLog *log);
double cd_driver_round_off(const Dynamic *d); /* of positions */
