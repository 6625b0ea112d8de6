/* turning.h - the three numbers that tell a linear load how far marker I is turned against marker J, each able to count
 * turns. */
#pragma once
#include "linalg/quat.h"

enum { TURNING_SLOTS = 6 }; /* angles that are remembered from one accepted point to the next */

typedef struct Turning {
    Vec3 x;                    /* not finite where it is not defined */
    Mat3 g;                    /* column k: gradient of x_k in a small rotation of I against J, axes of J */
    Quat q;                    /* of cd_turning_vector: the rotation, with the sign that goes with the turns counted */
    double now[TURNING_SLOTS]; /* what is to be remembered, at an accepted point */
} Turning;

/* R = A_J^T A_I; last: what was remembered; new angles are the nearest to old ones.
 *
 * Angles: AX, AY, AZ, and beyond 53 degrees about x or y angles of another pair of axes (8.42). One of them may be
 * large, any of them. Vector: twist about x, bending about y and z (8.38). The twist may be large; the bending must
 * stay below half a turn. */
Turning cd_turning_angles(Mat3 R, const double last[TURNING_SLOTS]);
Turning cd_turning_vector(Mat3 R, const double last[TURNING_SLOTS]);

/* d(g m) in a small rotation of I against J with m held, axes of J, of cd_turning_vector (8.39). */
Mat3 cd_turning_torque(const Turning *t, Vec3 m);
