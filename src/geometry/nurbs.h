/* nurbs.h - B-spline curves in two or three dimensions and B-spline surfaces, rational or not, with derivatives.
 * Vertices of rational ones are homogeneous: (w x, w y, w z, w). */
#pragma once
#include "base/arena.h"
#include "linalg/vec3.h"

#include <stdbool.h>

enum { NURBS_MOST_DEGREE = 24 };

typedef struct NurbsCurve {
    int degree, n, dim; /* dim: 2 or 3, the weight not counted */
    bool rational, closed;
    const double *knot;   /* n + degree + 1 */
    const double *vertex; /* n (dim + rational) */
} NurbsCurve;

typedef struct NurbsSurface {
    int degree[2], n[2];
    bool rational, closed[2];
    const double *knot[2];
    const double *vertex; /* (i n[1] + j) (3 + rational) */
} NurbsSurface;

/* Point and derivatives up to the second; a two-dimensional curve has z = 0. */
void cd_nurbs_curve_eval(const NurbsCurve *c, double t, Vec3 out[3]);

/* Point, derivatives by u and v. */
void cd_nurbs_surface_eval(const NurbsSurface *s, double u, double v, Vec3 out[3]);

/* Where a parameter runs: [U_p, U_n]. */
static inline double cd_knot_from(const double *knot, int degree)
{
    return knot[degree];
}

static inline double cd_knot_to(const double *knot, int n)
{
    return knot[n];
}

/* The span of a parameter: knot[span] <= t < knot[span + 1], the last one at the end. */
int cd_knot_span(const double *knot, int n, int degree, double t);

/* Knots with multiplicities as one list; NULL if they decrease, are not n + degree + 1, or span nothing. */
const double *cd_knots_new(Arena *arena, const double *value, const double *mult, int values, int n, int degree);
