/* imbalance.h - what IMBALANCE allows to be out of balance (theory 11.2): as it is given, or in any unit alike. */
#pragma once
#include "system/equations.h"

typedef struct Imbalance {
    double force, torque;
    double rate;  /* of a state: what its equation is off by */
    double value; /* of other unknowns */
    double gap;   /* of a constraint row; by_size: as a share of cd_system_row_size */
    bool by_size;
} Imbalance;

Imbalance cd_imbalance(const System *s);
