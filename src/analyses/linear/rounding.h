/* rounding.h - what the rounding of their terms may do to the entries of a linearised model and to its eigenvalues
 * (theory 12.20, 12.21). */
#pragma once
#include "analyses/linear/modes.h"

/* out (velocities x columns `first` to `first + count` of y): rounding errors of M A_v, (12.13), are some eps times
 * this: the amounts of all terms that add up to them. False if a derivative is not finite. */
bool cd_rounding_forces(const Linearised *l, int first, int count, double *out);

/* What the rounding of its terms may do to the eigenvalue of a mode. */
double cd_rounding_mode(const Modes *m, const Mode *x);

/* A real eigenvalue that the method could not tell from zero, from its shape: zero if its stiffness is within so many
 * roundings. False if the shape does not tell. */
bool cd_rounding_sharpen(const Modes *m, int roundings, Mode *x);
