/* strain.h - load of a geometrically exact beam on the marker at its end, from the strains of its middle, with all
 * derivatives. */
#pragma once
#include "kinematics/load.h"
#include "kinematics/motion.h"

typedef struct Strained {
    Wrench on_i;               /* on I, ground axes */
    Vec3 n, m;                 /* force and moment of the section in the middle, its axes */
    double energy, rate, lost; /* stored, its rate, power lost (not positive) */
    bool good;                 /* false: the ends are turned against each other by half a turn, or nearly */
} Strained;

Strained cd_strain(const BeamLaw *law, const MarkerMotion *i, const MarkerMotion *j);

/* Derivatives of the six numbers of on_i: by [marker I, J][r, th, v, w][axis]. Returns what cd_strain does. */
typedef struct StrainSlope {
    Vec3 row[6][2][4];
} StrainSlope;
Strained cd_strain_slope(const BeamLaw *law, const MarkerMotion *i, const MarkerMotion *j, StrainSlope *out);
