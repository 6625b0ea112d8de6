/* chart.h - a rotation as three angles, in one of three charts.
 *
 * eps = (psi, theta, phi) are body-fixed 3-1-3 angles and A = A313(eps) C, where C is a constant rotation on the body
 * side, the chart. C renames the body axes in turn (x y z, y z x, z x y), so theta is the angle from the z axis of
 * ground to the body axis z, x or y. Angles cannot follow every motion where sin(theta) = 0, but at any attitude the
 * best chart has |sin(theta)| of at least sqrt(2/3) = 0.816, and one that takes over from a chart left at 1/2 has
 * sqrt(7/8) = 0.935: a body turns by 39 degrees at least before it is left again. */
#pragma once
#include "linalg/mat3.h"

#include <stdbool.h>

enum { CHARTS = 3 };

/* The angles by what everything depends on: sines and cosines of psi, theta, phi. */
typedef struct Attitude {
    int chart;
    double s[3], c[3];
} Attitude;
Attitude cd_attitude(int chart, Vec3 eps);
/* Where angles are larger by eps. Small changes of large angles are lost in their rounding; kept apart they are not. */
Attitude cd_attitude_on(const Attitude *from, Vec3 eps);

/* A, and B of wbar = B eps' with its inverse; wbar is the angular velocity in body axes. B has no inverse at sin(theta)
 * = 0. */
Mat3 cd_chart_rotation(const Attitude *at);
Mat3 cd_chart_b(const Attitude *at);
Mat3 cd_chart_b_inverse(const Attitude *at);

/* d(B e)/d(eps) for a constant e, and dB/dt when eps moves at the rate eps1. */
Mat3 cd_chart_b_change(const Attitude *at, Vec3 e);
Mat3 cd_chart_b_rate(const Attitude *at, Vec3 eps1);

/* d(B^T m)/d(eps) and d(E^T m)/d(eps), E = d(B e)/d(eps), for constant m and e: second derivatives of m . B e. */
Mat3 cd_chart_bt_change(const Attitude *at, Vec3 m);
Mat3 cd_chart_curvature(const Attitude *at, Vec3 e, Vec3 m);

/* The chart with the largest |sin(theta)|, and whether it is time to leave the present one: |sin(theta)| < 1/2. */
int cd_chart_best(Mat3 A);
bool cd_chart_is_poor(const Attitude *at);

/* The angles of A closest to `near`, among all that give A: whole turns, and (psi + pi, -theta, phi + pi). */
Vec3 cd_chart_angles(int chart, Mat3 A, Vec3 near);

/* A rotation with its first two rates, and the same as angles. */
typedef struct Turning {
    Mat3 A;
    Vec3 w, w1; /* wbar, wbar' */
} Turning;
typedef struct Angles {
    Vec3 eps, eps1, eps2;
} Angles;
Turning cd_chart_turning(int chart, const Angles *a);
Angles cd_chart_express(int chart, const Turning *t, Vec3 near);

/* The same motion in another chart, on the branch closest to `near`: the angles there of a neighbour in time; for the
 * first point of a history anything will do. */
Angles cd_chart_switch(int from, int to, const Angles *a, Vec3 near);
