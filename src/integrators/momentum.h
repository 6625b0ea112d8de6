/* momentum.h - rotation of a body in 3-1-3 angles with its momentum as unknown, as the BDF methods discretise it. */
#pragma once
#include "kinematics/chart.h"

/* The momentum Gamma = B^T J wbar that belongs to angles and their rates, and its true rate for a given wbar'. */
Vec3 cd_momentum(const Attitude *at, Mat3 J, Vec3 wbar);
Vec3 cd_momentum_rate(const Attitude *at, Vec3 rate, Mat3 J, Vec3 wbar, Vec3 wbardot);

/* The torque of inertia in body axes, N = B^-T (Gamma' - d(B eps')/deps^T J wbar), when Gamma' is what a formula
 * gives. */
typedef struct Spin {
    Mat3 B, Bi; /* of the angles, and its inverse */
    Vec3 wbar;  /* B eps' */
    Vec3 gamma; /* Gamma */
    Vec3 N;
    /* slopes, with eps' = eps / c + ..., Gamma' = Gamma / c + ...:  dwbar = (1/c + V) dpi,  dN = (D[0]/c^2 + D[1]/c +
     * D[2]) dpi */
    Mat3 V, D[3];
} Spin;

/* B, wbar and Gamma at given angles and rates. */
void cd_spin_start(const Attitude *at, Vec3 rate, Mat3 J, Spin *out);
/* N for the rate of Gamma, after that; with `slopes` also V and D. */
void cd_spin_torque(const Attitude *at, Vec3 rate, Vec3 gamma_rate, Mat3 J, bool slopes, Spin *out);
