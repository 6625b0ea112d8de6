/* simulation.h - a model being simulated in memory: its system of equations, what is switched on, its results. Nothing
 * here writes a file or a line: whoever wants outputs, progress or lines listens. */
#pragma once
#include "analyses/initial/initial.h"
#include "output/results.h"
#include "report/steps.h"
#include "system/account.h"
#include "system/violation.h"

/* Who hears of a simulation; any member may be NULL. */
typedef struct SimulationListener {
    CdStatus (*output)(void *user);                      /* the values of the results are those of an output step */
    void (*progress)(void *user, const CdProgress *now); /* after an output step */
    void (*verdict)(void *user,
                    int first);     /* messages from this one on say what became of an equilibrium or a method */
    CdStatus (*linear)(void *user); /* the state is ready to be linearised */
    bool violations;                /* how far the state is from its constraints is wanted in CdSimulated */
    void *user;
} SimulationListener;

/* What a simulation does beyond what the model says. */
typedef struct SimulationOptions {
    bool allow_plugins, stable, adams_reactions; /* as in CdRunOptions */
} SimulationOptions;

struct CdSimulation {
    const CdModel *model;
    CdLog *log;
    SimulationOptions options;
    SimulationListener listener;
    Arena arena;
    Mechanism *mechanism; /* of the model, made once for all that need it; NULL: nobody so far */
    System *system;       /* NULL: nothing has been asked of it so far */
    Results *results;
    Activity active;
    bool *inputs;            /* per VARIABLE: its value is set from outside; NULL: none is */
    bool assembled;          /* initial conditions hold for the present system */
    bool still;              /* after statics: velocities have to be found before anything moves */
    Reporter reporter;       /* lines of the run log */
    Stop stop;               /* whether the user wants an end */
    Account *account;        /* work done; NULL: nobody asks */
    Profile *profile;        /* time by phase; NULL: nobody asks */
    StepHistory *history;    /* steps of the present analysis; NULL: nobody asks */
    int outputs;             /* of the present analysis */
    long steps;              /* likewise */
    CdSimulated done;        /* by the present analysis */
    struct Control *control; /* of the public calls, control.h; NULL: nobody has called them */
};

/* Takes members of a simulation that are zero, but for model and log, into use. */
void cd_simulation_begin(CdSimulation *sim, const CdModel *model, CdLog *log);
/* Lets go of all that it holds, but for the struct itself. */
void cd_simulation_end(CdSimulation *sim);

/* Another model from here on; the system and the results stay those of the present one. */
void cd_simulation_take_model(CdSimulation *sim, const CdModel *model);
/* The mechanism of the model. */
Mechanism *cd_simulation_mechanism(CdSimulation *sim);

/* Opens user routines if the options allow it; false, with messages, if one is missing. */
bool cd_simulation_routines(CdSimulation *sim);

/* A system for the present model and activities, going on from the present one. */
void cd_simulation_make_system(CdSimulation *sim);
/* A system of the model, which tells, measures and accounts as the simulation was asked to. */
System *cd_simulation_open_system(CdSimulation *sim);
/* Positions, velocities and time from another system, for the bodies that both have; returns how many. Initial values
 * of the dataset do not count any more. */
int cd_system_go_on(System *to, const System *from);
/* A re-stated model takes the place of the old one: positions and velocities go on, initial conditions are found
 * again. */
void cd_simulation_change(CdSimulation *sim, const CdModel *model);
/* Switches elements of a kind on or off: those whose ids are listed, or in a range of two. */
void cd_simulation_switch(CdSimulation *sim, KindIndex kind, const IntList *ids, const IntList *range, bool on);

/* Initial conditions, where the present system has none, and which rows are independent. statics: nothing is to move,
 * accelerations only start the reactions. */
CdStatus cd_simulation_assemble(CdSimulation *sim, bool statics);
/* From rest: velocities as the dataset has them if nothing has moved yet, as motions ask for them otherwise. */
CdStatus cd_simulation_set_off(CdSimulation *sim);

/* Degrees of freedom at the present state, which has been assembled. */
int cd_simulation_freedom(const CdSimulation *sim);

/* Results at the present state, given to the listener. analysis: what Adams calls it, dynamic, static ... */
CdStatus cd_simulation_output(CdSimulation *sim, const char *analysis);
