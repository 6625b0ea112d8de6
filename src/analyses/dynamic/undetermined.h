/* undetermined.h - reactions that loads read and that redundant constraints leave undetermined, watched at accepted
 * points: which of the constraints is left out decides about the motion (theory 8.53). */
#pragma once
#include "system/equations.h"

typedef struct Undetermined Undetermined;

/* NULL: no load reads a reaction, or no constraint is redundant. */
Undetermined *cd_undetermined_open(Arena *arena, Equations *e);

/* At an accepted point, which has been prepared: a warning, once for each reaction, when it is another one with another
 * choice of the constraints left out. */
void cd_undetermined_look(Undetermined *u, CdLog *log);
