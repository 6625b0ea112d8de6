/* sensing.h - sensors along a simulation: steps that end on their events, and what they ask for there. */
#pragma once
#include "system/sensors.h"

typedef struct Sensing Sensing;

/* A sensor that has fired, and the value of its function there. */
typedef struct FiredSensor {
    const Element *element;
    double value;
    bool ends; /* it asks for an end, of the run or of this simulation */
} FiredSensor;

/* What the sensors that fire at one point ask for, all told, and which they are. */
typedef struct SensorActions {
    bool halt, end, print; /* stop the run; end this simulation; write an output step */
    bool again;            /* the output is at the time of the last one, behind a jump of velocities */
    bool restart, refactor, dump;
    double dt, step; /* new output interval, new integration step; 0: as before */
    int fired;
    const FiredSensor *sensor;
} SensorActions;

/* The sensors that are switched on, looked at where the state is now, which has been prepared; NULL: there are none.
 * One whose condition GE or LE holds before it was ever looked at fires there. */
Sensing *cd_sensing_open(Arena *arena, Equations *e, CdLog *log);

/* From now on what sensors read of reactions and accelerations is solved for where they look: those of a method belong
 * to its steps, and very short ones leave next to nothing of them but noise. */
void cd_sensing_solve(Sensing *s, Arena *arena);

/* A step of length h that is good otherwise has come to the present state, which is prepared. If a sensor fires in it,
 * the step is repeated by attempt(user, length) until it ends on the earliest event (9.30, 9.31); nearest: times closer
 * than this are the same. False if no shorter step succeeds. */
bool cd_sensing_locate(Sensing *s, double h, double nearest, bool (*attempt)(void *user, double h), void *user);

/* The step to the present state is accepted: SENVAL of those that fire is set, the log says so. False: none does. */
bool cd_sensing_accept(Sensing *s, SensorActions *out, CdLog *log);

/* Whether an expression reads SENVAL of a sensor that has just fired: the motion may jump there. */
bool cd_sensing_disturbs(const Sensing *s);
