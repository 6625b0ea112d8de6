/* ring.h - balls along a circle, or the circle itself, and a shape with a closed distance. */
#pragma once
#include "contact/rows.h"

typedef struct Ring {
    double radius, section; /* of the circle; of the balls, 0: a rim */
    DualVec centre, x, y;   /* of the circle, which turns with I; its axes times its radius */
    const Shape *other;     /* J */
} Ring;

/* About z of the axes A. */
Ring cd_ring(double radius, double section, DualVec centre, Mat3 A, const Shape *other);

/* The point of the circle nearest to J. */
DualVec cd_ring_nearest(const Ring *g);
