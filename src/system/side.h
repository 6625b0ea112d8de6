/* side.h - on which side of its singular positions a mechanism without freedom stands. */
#pragma once
#include "system/system.h"

/* The sign of det G over the rows in use, for the values last put into the matrix: it changes where the mechanism goes through a
 * position in which its rows become dependent (toggle). 0: G is singular, or the mechanism is free to move and there is no such sign.
 * Two toggles at one instant are not seen. */
int cd_system_side(System *s);
