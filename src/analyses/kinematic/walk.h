/* walk.h - a mechanism without degrees of freedom from point to point, through and up to positions in which its rows
 * become dependent. */
#pragma once
#include "analyses/initial/initial.h"

/* From the time of the state to t, the state consistent. On failure the state is the last good one, and the log says
 * where and why. */
CdStatus cd_walk_to(System *s, double t, CdLog *log);
