/* static.h - equilibrium: positions, reactions and states at which nothing moves. */
#pragma once
#include "analyses/initial.h"

/* Finds an equilibrium at the time of the state, starting from it; velocities and accelerations are zero afterwards. Stages follow each
 * other, each from where the last one stopped, and the log says which found it. On failure the log says what is out of balance. */
CdStatus cd_equilibrium(System *s, CdLog *log);

/* From an unstable equilibrium to a stable one: moves by d (nv, rotations in body axes), then follows the bodies as they sink. growth:
 * the rate at which deviations grow where it starts. */
CdStatus cd_equilibrium_leave(System *s, const double *d, double growth, CdLog *log);

/* The next of a sequence at a later time, by prediction from the present one; halves the way where it must. */
CdStatus cd_equilibrium_at(System *s, double t, CdLog *log);
