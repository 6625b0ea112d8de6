/* spline.h - parameters of a spline: one curve, or a family of curves over z. */
#pragma once
#include "model/field.h"

typedef struct Spline {
    RealList x;
    RealRows y;              /* one list of values; or several, each with its z in front */
    bool linear_extrapolate; /* beyond the ends: a line through the last two points, else a parabola through three */
    Text file, block, channel;
    bool list;
} Spline;

/* Whether the lists of y begin with their z. */
static inline bool cd_spline_is_family(const Spline *s)
{
    return s->y.n > 1 || (s->y.n == 1 && s->y.at[0].n == s->x.n + 1);
}
