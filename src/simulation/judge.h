/* judge.h - the judgement on an equilibrium. */
#pragma once
#include "simulation/simulation.h"

/* What to do about an unstable equilibrium: nothing; leave it if it is one from which bodies fall, not one about which
 * they flutter; or leave it in any case. */
typedef enum Leaving { STAY, GO_DOWN, GO_ON } Leaving;

/* After statics: says whether the equilibrium is stable and, if asked to, leaves an unstable one until it is. Models
 * with many degrees of freedom, and those that cannot be linearised at rest, are left as they are, with a note. */
CdStatus cd_judge_equilibrium(CdSimulation *sim, Leaving leaving);
/* Whether the present equilibrium is known to be unstable: asked at every point of a sequence, and answered for models
 * of moderate size, or where --stable asks for it. */
bool cd_equilibrium_is_unstable(CdSimulation *sim);
/* Says so, where it is not. */
void cd_tell_watched(CdSimulation *sim);
