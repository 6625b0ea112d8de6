/* runaway.h - a motion whose speed grows exponentially because a force feeds it, watched at accepted points. */
#pragma once
#include "system/equations.h"

typedef struct Runaway Runaway;

/* NULL: the model has no loads, or no size to compare motion with. */
Runaway *cd_runaway_open(Arena *arena, Equations *e);

/* At an accepted point, which has been prepared: a warning, once, when the motion runs away. */
void cd_runaway_look(Runaway *r, CdLog *log);

/* Whether a motion that has been told of goes on running away and would take more steps to the end than are worth it;
 * that is reported. steps: to the end, as long as the last one. */
bool cd_runaway_ends(const Runaway *r, double steps, CdLog *log);
