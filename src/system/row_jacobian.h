/* row_jacobian.h - G by itself, of a mechanism without degrees of freedom: as many rows in use as coordinates. Lengths
 * are measured by that of the model and rows are scaled to length 1, so that how well the rows hold the mechanism does
 * not depend on units. */
#pragma once
#include "system/solver.h"

/* Fills and factors it at the present state, which is prepared; false if it cannot be factored. */
bool cd_jacobian_factor(System *s);
/* x = G^-1 b, in place: one number per row in use, then one per coordinate. */
void cd_jacobian_solve(System *s, double *b);
/* What is left of the row that depends most on the others, as the pivots of G M^-1 G^T tell it (13.24): the square of
 * what goes to zero like the distance from a singular configuration, here one over the condition number, about. Costs a
 * few solves. */
double cd_jacobian_share(System *s);
/* The sign of the determinant of each block of its block triangular form, which is one loop or several that hang
 * together: one changes where the mechanism goes through a position in which rows become dependent. sign: room for as
 * many as rows; returns how many there are. */
int cd_jacobian_signs(System *s, signed char *sign);
