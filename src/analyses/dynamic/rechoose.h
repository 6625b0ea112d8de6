/* rechoose.h - other rows for those that come to depend on each other. */
#pragma once
#include "system/equations.h"

/* Redundant constraints leave a choice of rows, made where the run began. Far from there the chosen ones may come to
 * depend on each other although the constraints, all taken together, hold the mechanism as before: then others are put
 * in their place. False: there are none better, and nothing has changed. */
bool cd_rechoose_rows(System *s);
