/* fastest.h - how fast the fastest motion about the present state is: what tells a stiff model from one that is not
 * (theory 17.1). */
#pragma once
#include "system/equations.h"

/* The largest |lambda| of the equations linearised about the present state, which has its accelerations and
 * multipliers; the factors of the matrix are used up. 0: nothing but uniform motion. Negative: not known, the equations
 * have no derivative or no solution. */
double cd_fastest_rate(Equations *e);
