/* carry.h - the chain rule from the motion of markers to that of the bodies which carry them; the only place that knows
 * it. */
#pragma once
#include "kinematics/mechanism.h"

/* The gradient of a scalar with respect to the motion of a body: dr, dpi, and changes of u, wbar, u', wbar'. */
typedef struct BodyGradient {
    Vec3 r, pi, u, w, udot, wdot;
} BodyGradient;

/* out += factor times the gradient g in the motion of a marker, carried to its body (which is not ground). marker: its
 * motion. */
void cd_carry(const Mechanism *m, const BodyMotion *body, int i, const MarkerMotion *marker, const MarkerGradient *g,
              double factor, BodyGradient *out);
