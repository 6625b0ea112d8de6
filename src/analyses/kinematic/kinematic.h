/* kinematic.h - motion of a mechanism without degrees of freedom: positions by Newton from a prediction, then
 * velocities, accelerations and reactions. */
#pragma once
#include "analyses/dynamic/sensing.h"
#include "analyses/initial/initial.h"

/* From the time of the state to t. On failure the state is the last good one, and the log says where and why it
 * stopped. */
CdStatus cd_kinematic_step(System *s, double t, CdLog *log);

/* A kinematic simulation: steps in which no body turns by more than about a radian, ended by events of sensors. */
typedef struct Kinematic Kinematic;
Kinematic *cd_kinematic_open(System *s, CdLog *log);
void cd_kinematic_close(Kinematic *k);
/* Like their namesakes in dynamic.h. */
CdStatus cd_kinematic_to(Kinematic *k, double t, CdLog *log);
bool cd_kinematic_event(Kinematic *k, SensorActions *out);
void cd_kinematic_on_step(Kinematic *k, void (*follow)(void *user), void *user);
long cd_kinematic_steps(const Kinematic *k);
