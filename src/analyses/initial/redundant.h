/* redundant.h - rows that follow from others. */
#pragma once
#include "system/system.h"

/* What may be left open of rows that ought to hold, as a share of their size: numbers of a dataset are rounded. */
static const double cd_small_gap = 1e-6;

/* Finds the rank at the present state, leaves redundant rows out and tells them one by one; those that contradict the
 * rest stop the run. Rows across the plane of planar parts are no matter of joints. */
CdStatus cd_check_rank(System *s, CdLog *log);

/* "JOINT/1 Zi.Xj, JOINT/2 Zi.Xj": the rows a redundant one repeats. */
void cd_name_set(const System *s, const Dependent *d, TextBuffer *out);
/* One more row of such a list, which is kept short: the number of rows in it before, and after. */
int cd_name_row(const System *s, int row, int said, TextBuffer *out);
