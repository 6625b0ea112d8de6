/* curve.h - a curve c(alpha) in space: pieces of polynomials over equal stretches of the parameter. */
#pragma once
#include "base/arena.h"
#include "linalg/vec3.h"

#include <stdbool.h>

typedef struct SpaceCurve {
    bool closed;     /* the parameter goes on around; an open curve goes on beyond its ends as the last piece does */
    double from, to; /* range of the parameter */
    int pieces, order;
    const Vec3 *c; /* order per piece: c = c_0 + c_1 u + ..., u from 0 to 1 along the piece */
} SpaceCurve;

/* A B-spline by its control points, uniform: an open one begins and ends in its outer points, a closed one goes around.
 * Needs order points, closed or not. */
SpaceCurve *cd_curve_spline(Arena *arena, int n, const Vec3 *point, int order, bool closed, double from, double to);

/* The cubic of continuous curvature through the points; an open one ends without curvature. Needs 2 points, 3 if
 * closed. */
SpaceCurve *cd_curve_through(Arena *arena, int n, const Vec3 *point, bool closed, double from, double to);

/* Derivative number order of c. */
Vec3 cd_curve_eval(const SpaceCurve *curve, double alpha, int order);

/* Parameter of the point of the curve nearest to p. */
double cd_curve_nearest(const SpaceCurve *curve, Vec3 p);
