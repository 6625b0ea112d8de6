/* linear.h - LINEAR: what is asked of the linearised model. */
#pragma once
#include "model/field.h"

typedef enum LinearWhat { LINEAR_EIGENSOL, LINEAR_STATEMAT, LINEAR_MKB, LINEAR_EXPORT } LinearWhat;

typedef struct Linear {
    int type;
    IntList coords, kinetic, strain, dissipative;
    bool all_kinetic, all_strain, all_dissipative;
    bool novector, nodampin, original;
    int pstate, rm, pinput, poutput;
    Text file, out_table;
    int format, points;
    double frequency[2];
} Linear;
