/* turning.h - matrices of small motions in ground axes, as they are for someone who turns with a marker (theory
 * 12.32). */
#pragma once
#include "analyses/linear/relative.h"
#include "linalg/sparse.h"

/* Of each body 6 x 6, by columns: W of x' = s x + W x, and W^2 + W' of x'' = s^2 x + 2 s W x + (W^2 + W') x. */
typedef struct Turning {
    double *first, *second;
} Turning;

Turning cd_turning_new(Arena *arena, const Relative *frame);

/* to += factor (from B), B of one of the blocks above, over the columns of bodies. False if the pattern has no place
 * for it. */
bool cd_turning_add(const System *s, const double *blocks, const Pattern *a, double factor, const double *from,
                    double *to);

/* out += W x, all bodies. */
void cd_turning_apply(const System *s, const Turning *t, const double *x, double *out);
