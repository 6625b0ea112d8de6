/* violation.h - how far the present state is from its constraints: phi = 0, G v + phi_t - f' = 0, G v' - gamma = 0.
 * Each as the row has it: lengths, products of unit vectors, angles. */
#pragma once
#include "system/system.h"

typedef struct Violation {
    double position, velocity, acceleration; /* the largest seen */
} Violation;

/* Looks at the rows in use; not a number where one is not. */
void cd_violation_look(System *s, Violation *worst);
