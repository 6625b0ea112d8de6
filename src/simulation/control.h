/* control.h - what the public calls keep of a simulation, beyond the simulation itself. */
#pragma once
#include "simulation/analysis.h"

/* Outputs that have been recorded. */
typedef struct History {
    int rows, room;
    double *t, *value; /* value: rows x channels */
} History;

typedef struct Control {
    CdSimulationOptions options;
    CdModel *own;             /* the model with the integrator of the options; NULL: the caller's is taken */
    const AnalysisKind *kind; /* that is going on; NULL: none */
    void *analysis;
    bool busy;  /* a call is under way, from which a callback may come */
    bool shown; /* the values of the results are those of the present state */
    History history;
    Arena names; /* of channels */
    CdChannel *channel;
} Control;

/* Whether a call comes from a callback of another one, which it would pull the ground from under; says so. */
bool cd_control_refuses(CdSimulation *sim, const char *call);
/* Ends the analysis that is going on, if there is one: the next one starts from the present state. */
void cd_control_end(CdSimulation *sim);
/* The state has changed: the values of the results have to be evaluated anew. */
void cd_control_moved(CdSimulation *sim);
/* Initial conditions, and the results evaluated; false if there are none. */
bool cd_control_show(CdSimulation *sim);
/* The channels are others than before. */
void cd_control_forget_channels(CdSimulation *sim);
