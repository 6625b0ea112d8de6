/* debug.h - what DEBUG asks to see of a model before it moves: DUMP, DOF, TOPOLOGY. */
#pragma once
#include "system/system.h"

/* Initial conditions hold; which equations are redundant is known. */
void cd_debug_tell(System *s);
