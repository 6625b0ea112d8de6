/* contradiction.h - which rows cannot hold together. */
#pragma once
#include "system/system.h"

/* At a position where the sum of squares of the gaps of the rows in use is least and not zero: says which rows
 * contradict which, each set of them without one that could be left out. gap: by row, as shares of their sizes. False:
 * there is no such set. */
bool cd_name_contradictions(System *s, const double *gap, CdLog *log);
