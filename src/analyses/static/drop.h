/* drop.h - bodies that nothing but contacts will hold sink to where they first touch, before statics looks for an
 * equilibrium (theory 21.18). */
#pragma once
#include "system/equations.h"

/* Moves them along gravity, the lowest first, and says so. Positions alone change. */
void cd_drop(System *s, CdLog *log);
