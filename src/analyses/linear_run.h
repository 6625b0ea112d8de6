/* linear_run.h - LINEAR carried out, and the judgement on an equilibrium. */
#pragma once
#include "analyses/run.h"

/* The command at the present state, which has been assembled; writes its files. */
CdStatus cd_run_linear(Run *r, const Element *command);

/* What to do about an unstable equilibrium: nothing; leave it if it is one from which bodies fall, not one about which they flutter; or
 * leave it in any case. */
typedef enum Leaving { STAY, GO_DOWN, GO_ON } Leaving;

/* After statics: says whether the equilibrium is stable and, if asked to, leaves an unstable one until it is. Models
 * with many freedoms, and those that cannot be linearised at rest, are left as they are, with a note. */
CdStatus cd_run_judge_equilibrium(Run *r, Leaving leaving);
/* Whether the present equilibrium is known to be unstable: asked at every point of a sequence, and answered for models of moderate size, or where
 * --stable asks for it. */
bool cd_run_is_unstable(Run *r);
/* Says so, where it is not. */
void cd_run_tell_watched(Run *r);
