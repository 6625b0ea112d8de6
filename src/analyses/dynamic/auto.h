/* auto.h - INTEGRATOR/AUTO: which method is to go on, from what the model is like and from how the one in use fares
 * (theory 17). */
#pragma once
#include "integrators/integrator.h"

/* What is asked for. */
typedef struct AutoTask {
    double output; /* time between outputs */
    double end;    /* of the run */
    double error;  /* ERROR */
    double hmax;   /* HMAX, or the time between outputs if that is less and steps end there */
    bool smooth;   /* nothing in model or statement asks for steps as short as the outputs are apart */
} AutoTask;

/* Steps since the method began, or since the last look, of a kind each. */
typedef struct AutoCounts {
    long since;    /* all of them */
    long wait;     /* steps from one look to the next */
    long close;    /* steps of the explicit method near the end of its stability, less those that were not */
    long patience; /* how many of them are borne before an implicit method is tried */
    long fine;     /* steps in a row that ERROR alone made short */
    long keen;     /* how many of them there are before a higher order is tried */
    long held;     /* steps that outputs made short, or where they are passed, that were short anyway */
    bool bound;    /* stability binds the explicit method, by the rate as well */
} AutoCounts;

/* A method on trial. */
typedef struct AutoTrial {
    bool on;
    AutoRole rival; /* the one that goes on if it is not cheaper, ... */
    double spent;   /* ... what a unit of time cost with that, ... */
    double stretch; /* ... and for how long that was seen */
    double began;   /* when the trial did */
    long seen;      /* steps until its work was counted */
} AutoTrial;

typedef struct AutoCost {
    double implicit;          /* of a unit of time with an implicit method when last seen, or at the least */
    double paid;              /* by the run so far, ... */
    long residuals, matrices; /* ... up to these */
    double marked, t;         /* paid, and the time, at the last mark */
} AutoCost;

typedef struct Auto {
    Equations *e;
    AutoTask task;
    bool begun;         /* a method has been chosen */
    AutoRole candidate; /* in use */
    AutoRole stiff;     /* the one for stiff models */
    int failed;         /* how often a method could not go on */
    double rate;        /* of the fastest motion when last looked at; negative: not known */
    AutoCounts count;
    AutoTrial trial;
    AutoCost cost;
} Auto;

/* The settings of the method to begin with, at a state with accelerations; the log says why. */
Settings cd_auto_begin(Auto *a, Equations *e, double output, double end, CdLog *log);

/* Asked after each accepted step, of size h, before one of size next if nothing holds it down: whether another method
 * is to go on from here, and its settings. If not, bounds of steps in the settings may have changed. */
bool cd_auto_look(Auto *a, const Stats *stats, double h, double next, Settings *set, CdLog *log);

/* Asked when the method in use cannot go on; no_hold: near a position in which constraints do not hold the mechanism.
 */
bool cd_auto_rescue(Auto *a, bool no_hold, Settings *set, CdLog *log);
