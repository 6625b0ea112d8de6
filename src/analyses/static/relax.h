/* relax.h - bodies followed as they come to rest, by implicit steps with the time stopped. */
#pragma once
#include "analyses/static/balance.h"

typedef enum Relaxing {
    RELAX_SINKING, /* without inertia, as through a thick liquid: M q' = -r */
    /* with inertia, all loads and their damping, and artificial damping, until the kinetic energy is spent */
    RELAX_DAMPED
} Relaxing;

/* From the present state until it is in balance or, with inertia, at rest as EQUILIBRIUM has it. fastest: of the first
 * step, a bound of 1/h; 0: the program's own choice. False leaves the state that was reached. */
bool cd_relax(Balance *x, Relaxing how, double fastest, int most);
