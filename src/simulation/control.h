/* control.h - what the public calls keep of a simulation, beyond the simulation itself. */
#pragma once
#include "simulation/drive.h"

/* Outputs that have been recorded. */
typedef struct History {
    int rows, room;
    double *t, *value; /* value: rows x channels */
} History;

/* Made once for all channels; channel NULL: not yet. */
typedef struct ChannelNames {
    Arena arena;
    CdChannel *channel;
} ChannelNames;

typedef struct Control {
    CdSimulationOptions options;
    const CdModel *stated;    /* the model as the caller has it */
    CdModel *own;             /* the model with the integrator of the options; NULL: the caller's is taken */
    const AnalysisKind *kind; /* that is going on; NULL: none */
    void *analysis;
    bool busy;  /* a call is under way, from which a callback may come */
    bool shown; /* the values of the results are those of the present state */
    double
        /* time at which an input has jumped; accelerations there are still those before; NAN: they are not */
        disturbed;
    uint64_t print;   /* of the model and its inputs, which snapshots carry; 0: nobody has asked */
    CdLinear *linear; /* that is being filled */
    CdSnapshot
        *good; /* of the last equilibrium of a sequence, to which a failure goes back; NULL: no sequence goes on */
    History history;
    ChannelNames names;
} Control;

/* Whether a call comes from a callback of another one, which it would pull the ground from under; says so. */
bool cd_control_refuses(CdSimulation *sim, const char *call);
/* Around what integrates or searches, from which callbacks may come. */
unsigned cd_control_begin_call(CdSimulation *sim);
void cd_control_end_call(CdSimulation *sim, unsigned was);
/* Ends the analysis that is going on, if there is one: the next one starts from the present state. */
void cd_control_end(CdSimulation *sim);
/* The state has changed: the values of the results have to be evaluated again. */
void cd_control_moved(CdSimulation *sim);
/* Whether a MOTION or GCON has taken a VARIABLE over, so that it cannot be an input; with a message. */
bool cd_control_refuses_input(CdSimulation *sim, const CdModel *model, int variable);

/* Accelerations and reactions follow inputs that have jumped at the present time. */
CdStatus cd_control_follow_inputs(CdSimulation *sim);
/* An order from the present state on; what was going on ends. */
CdStatus cd_control_carry_out(CdSimulation *sim, const SimulationOrder *order);
/* The linear model about the present state, which is ready for it, into control->linear. user: the simulation. */
CdStatus cd_control_keep_linear(void *user);
/* A snapshot for one's own use, of the present state; and the state as it was then. The analysis that is going on
 * ends. */
CdSnapshot *cd_control_keep(CdSimulation *sim);
bool cd_control_go_back(CdSimulation *sim, const CdSnapshot *snapshot);
/* The same snapshot, of the present state now; the analysis goes on. */
void cd_control_keep_again(CdSimulation *sim, CdSnapshot *snapshot);
/* Initial conditions, and the results evaluated; false if there are none. */
bool cd_control_show(CdSimulation *sim);
/* The channels are others than before. */
void cd_control_forget_channels(CdSimulation *sim);
