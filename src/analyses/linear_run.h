/* linear_run.h - LINEAR carried out, and the judgement on an equilibrium. */
#pragma once
#include "analyses/run.h"

/* The command at the present state, which has been assembled; writes its files. */
CdStatus cd_run_linear(Run *r, const Element *command);

/* After statics: says whether the equilibrium is stable and, if asked to go on, leaves an unstable one until it is. Models
 * with many freedoms, and those that cannot be linearised at rest, are left as they are. */
CdStatus cd_run_judge_equilibrium(Run *r, bool go_on);
