/* static.h - equilibrium: positions, reactions and states at which nothing moves. */
#pragma once
#include "analyses/initial/initial.h"

/* Finds an equilibrium at the time of the state, starting from it; velocities and accelerations are zero afterwards.
 * Stages follow each other, each from where the last one stopped, and the log says which found it. On failure the log
 * says what is out of balance. *followed: the bodies were followed there, which is meant to lead to a stable one. */
CdStatus cd_equilibrium(System *s, bool *followed, CdLog *log);

/* From an unstable equilibrium to a stable one: moves bodies by d (nv, rotations in body axes) and states by dz, then
 * follows them as they sink. growth: the rate at which deviations grow where it starts. */
CdStatus cd_equilibrium_leave(System *s, const double *d, const double *dz, double growth, CdLog *log);

/* Equilibria at later times, one after the other: each is predicted from the last two, the way is halved where it must
 * be. */
typedef struct Sequence Sequence;
Sequence *cd_sequence_open(System *s); /* the state is the first of them */
CdStatus cd_sequence_to(Sequence *q, double t, CdLog *log);
/* The state is another one than the sequence has led to. */
void cd_sequence_start_anew(Sequence *q);
void cd_sequence_close(Sequence *q);
