/* kinematic.h - motion of a mechanism without freedom: positions by Newton from a prediction, then velocities, accelerations and
 * reactions. */
#pragma once
#include "analyses/initial.h"

/* From the time of the state to t. On failure the state is the last good one, and the log says where and why it stopped. */
CdStatus cd_kinematic_step(System *s, double t, CdLog *log);
