/* motion.h - where a marker is and how it moves, all in ground axes. Elements and expressions see this and nothing else
 * of the mechanism. */
#pragma once
#include "linalg/mat3.h"
#include "linalg/vec3.h"

typedef struct MarkerMotion {
    Vec3 r;        /* origin */
    Mat3 A;        /* columns: unit axes x, y, z */
    Vec3 v, w;     /* velocity of the origin, angular velocity */
    Vec3 a, alpha; /* acceleration of the origin, angular acceleration */
} MarkerMotion;

/* The gradient of a scalar with respect to the motion of one marker; th: small rotation about ground axes, dA =
 * skew(th) A. */
typedef struct MarkerGradient {
    Vec3 r, th, v, w, a, alpha;
} MarkerGradient;

/* Force and torque on a marker, in ground axes. */
typedef struct Wrench {
    Vec3 F, T;
} Wrench;

/* Of all angles that differ from x by whole turns the one nearest to a reference; half a turn away it is the larger
 * one, whatever the digits of a dataset make of its sine. */
static inline double cd_near_branch(double x, double reference)
{
    static const double turn = 6.283185307179586476925, digits = 1e-6;
    return x + turn * nearbyint((reference + digits - x) / turn);
}
