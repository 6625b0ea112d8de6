/* plane_curve.h - curves in the x-y plane of their marker, for contacts in two dimensions. */
#pragma once
#include "contact/rows.h"

struct SpaceCurve;

typedef struct PlaneCurve {
    const struct SpaceCurve *spline; /* NULL: a circle about the marker */
    double radius, from, to;         /* of the circle; range of the parameter, angle of a circle */
    bool closed;
    double side; /* 1: material on the left of the direction of growing parameter; a closed curve has it inside */
    int samples; /* points shared equally over the range; of a closed curve the last is one step before the end */
    const Vec3 *sample;
} PlaneCurve;

/* Position and two derivatives at a parameter, in the marker's plane. */
typedef struct CurvePoint {
    Vec3 x, d, dd;
} CurvePoint;

CurvePoint cd_plane_curve_at(const PlaneCurve *c, double t);
double cd_plane_curve_sample(const PlaneCurve *c, int k); /* parameter of sample k */
