/* halfexplicit.h - stages of half-explicit methods (theory 13.16, 13.17): rates at one point, with the multipliers that
 * let velocities satisfy the constraints at the next. */
#pragma once
#include "integrators/onestep.h"

/* Stage i at time t + c h and the point y: m->k[i]. next: shares of the stages 0 .. i in the point at time t + c_next h
 * whose velocities are to satisfy the constraints. */
Outcome cd_halfexplicit_stage(Method *m, int i, double c, double *y, double c_next, const double *next, CdLog *log);
