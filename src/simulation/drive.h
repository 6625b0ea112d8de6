/* drive.h - a simulation carried out: assembled, then led by an analysis from output to output. */
#pragma once
#include "simulation/analysis.h"

/* A simulation as it is asked for; place and label: of the command, for messages. */
typedef struct SimulationOrder {
    SimulateType type;
    double end;
    double dtout; /* time between outputs; 0: there are `steps` of them */
    int steps;
    CdPlace place;
    const char *label;
} SimulationOrder;

/* Carries it out. What it gives depends on the state it starts from only, not on what was factored before: a run that
 * goes on from a saved state has the same bits as one that went through. */
CdStatus cd_simulation_carry_out(CdSimulation *sim, const SimulationOrder *order);

/* How far apart two times may be that are meant to be one, as after ten times a tenth of a second. */
double cd_same_time(double a, double b);
