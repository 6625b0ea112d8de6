/* equilibrium.h - EQUILIBRIUM: how statics is done. */
#pragma once
#include "model/field.h"

typedef enum EquilibriumType { EQUILIBRIUM_STATIC, EQUILIBRIUM_DYNAMIC } EquilibriumType;

/* Of METHOD; words beyond these stand for the first. */
typedef enum EquilibriumMethod {
    EQUILIBRIUM_AUTOMATIC,
    EQUILIBRIUM_NEWTON,
    EQUILIBRIUM_STABILITY,
    EQUILIBRIUM_RELAXATION
} EquilibriumMethod;

typedef struct Equilibrium {
    int type, method;
    double alimit, tlimit, error, imbalance, stability;
    int maxit;
    TextList pattern;
    double acceleration_error, kinetic_energy_error, global_damping, settling_time;
    bool reset, list;
} Equilibrium;
