/* simulate.h - the SIMULATE command. */
#pragma once
#include "model/field.h"

typedef enum SimulateType {
    SIMULATE_DYNAMICS,
    SIMULATE_KINEMATICS,
    SIMULATE_TRANSIENT, /* dynamics if there are degrees of freedom, else kinematics */
    SIMULATE_STATICS,
    SIMULATE_INITIAL_CONDITIONS,
    SIMULATE_LINEAR /* no word of SIMULATE: the command LINEAR */
} SimulateType;

typedef struct Simulate {
    int type;
    double end, duration, dtout;
    int steps;
    int level; /* INITIAL_CONDITIONS: 0 displacements, 1 velocities, 2 accelerations; -1: all */
} Simulate;
