/* extrapolation.h - splines that are read beyond their data, watched at accepted points. */
#pragma once
#include "base/reporter.h"
#include "system/equations.h"

typedef struct Extrapolation Extrapolation;

/* NULL: no expression of the equations reads a spline. */
Extrapolation *cd_extrapolation_open(Arena *arena, Equations *e);

/* At an accepted point, which has been prepared: a warning for each spline that is out of its range for the first
 * time. */
void cd_extrapolation_judge(Extrapolation *x, CdLog *log);

/* How often each was. */
void cd_extrapolation_tell(const Extrapolation *x, const Reporter *reporter);
