/* chosen.h - states of the linear model that the user names by PSTATE. */
#pragma once
#include "analyses/linear/linear.h"

/* Takes variables, which are functions of positions, as states in place of displacements and rotations of bodies, as
 * many as there are, with their rates (theory 12.17). Returns NULL, or why it cannot be done; the model is as it was
 * then. */
const char *cd_linear_choose(Linearised *l, int n, const int *variable);
