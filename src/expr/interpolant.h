/* interpolant.h - curves through the points of a SPLINE: cubic, Akima or straight lines; one curve or a family over
 * z. */
#pragma once
#include "base/arena.h"
#include "model/field.h"

typedef enum InterpolantMethod { INTERPOLATE_CUBIC, INTERPOLATE_AKIMA, INTERPOLATE_LINEAR } InterpolantMethod;

typedef struct Interpolant {
    int n, curves;
    bool straight_ends;     /* beyond the ends: a line through the last two points, else a parabola through three */
    const double *x;        /* n */
    const double *z;        /* one per curve */
    const double *y;        /* n per curve */
    const double *slope[2]; /* cubic, Akima: dy/dx at the points, n per curve */
} Interpolant;

/* Builds it from points: x increasing, one row of y per curve. Needs n >= 2. */
Interpolant *cd_interpolant_new(Arena *arena, int n, int curves, const double *x, const double *z,
                                const double *const *y, bool straight_ends);

/* Derivative number order in x of the curve at (x, z), and how it changes: f, f_x, f_z, f_xx, f_xz.            (4.5) */
typedef struct Interpolated {
    double f, fx, fz, fxx, fxz;
} Interpolated;
Interpolated cd_interpolant_eval(const Interpolant *p, InterpolantMethod method, double x, double z, int order);

/* Number of the interval that holds x plus the fraction of it covered, held half an interval inside the ends: passes a
 * whole number at every inner point and nowhere else. The same for z and the curves of a family. */
double cd_interpolant_position(const Interpolant *p, double x);
double cd_interpolant_curve(const Interpolant *p, double z);
