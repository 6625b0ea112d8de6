/* analysis.h - an analysis as the driver sees it: it starts from the present state and, if it is one in time, goes on
 * from output to output. A kind is one file and one row of analyses.def. */
#pragma once
#include "analyses/dynamic/sensing.h"
#include "elements/simulate.h"
#include "simulation/simulation.h"

/* Output times: every `step`, n of them, from the start to the end. */
typedef struct Times {
    double start, end, step;
    int n;
} Times;

typedef struct AnalysisKind {
    const char *name; /* "dynamic": in results, statistics and the run log */
    const char *next; /* what outputs behind the first are called; NULL: there are none */
    bool shows_start; /* there is an output where it starts, also where the last analysis ended there */
    bool moves;       /* bodies do: from rest they need velocities first */
    bool (*fits)(CdSimulation *sim, SimulateType type); /* whether it is the one that is asked for */

    /* From the present state, which has been assembled. NULL, with status and messages, if it cannot start. */
    void *(*open)(CdSimulation *sim, const Times *times, CdStatus *status);
    CdStatus (*step)(void *self);              /* one of its own; NULL: it has none, the next output is one */
    void (*disturb)(void *self);               /* what acts on the model has changed; NULL: that does not matter */
    CdStatus (*advance)(void *self, double t); /* to t, or to an event of a sensor before it; NULL: it has no time */
    bool (*event)(void *self, SensorActions *asked);    /* whether the state is at one; NULL: never */
    void (*pace)(void *self, double *step, int *order); /* for progress; NULL: it has none */
    CdStatus (*finish)(void *self, CdStatus status);    /* tells what it took, judges where it ended; NULL: nothing */
    void (*close)(void *self);
} AnalysisKind;

/* The rows, by number. */
extern const AnalysisKind *const cd_analyses[];
extern const int cd_analysis_count;

/* The first row that fits, at a state that has been assembled. */
const AnalysisKind *cd_analysis_for(CdSimulation *sim, SimulateType type);

/* Rows left out as redundant may be off by this share of the length of the model where the others hold to an error the
 * user sets. */
static const double cd_redundant_off = 1e-4;
