/* masses.h - [ M G^T; G 0 ] (d, mu) = (a, b) at the present rows in use, with masses eliminated where every body has
 * one (theory 13.2, 13.23):
 *
 *     S mu = G M^-1 a - b,   S = G M^-1 G^T,   d = M^-1 (a - G^T mu)
 *
 * S is as wide as there are rows and positive definite. It falls into parts that share no body, or no direction of one:
 * the motion of a plane mechanism in its plane, and across. A part whose right-hand side is zero is left alone, its
 * solution is zero. Bodies without mass, and rows that nearly depend on each other, are left to the pivots of LU. */
#pragma once
#include "system/solver.h"

typedef struct Masses Masses;

/* The entries of G in the order of system.h; they are read again by cd_masses_solve and must stay as they are until
 * then. The second takes those of the present state. */
LuStatus cd_masses_factor_with(System *s, const double *g);
LuStatus cd_masses_factor(System *s);
/* Room for the entries of G, which stay as they are until the caller, or cd_masses_factor, changes them. */
double *cd_masses_room(System *s);
/* b: right-hand side, velocities first, then the rows in use; becomes the solution. If the status is bad it is as it
 * was. */
LuStatus cd_masses_solve(System *s, double *b);
/* Both at once, without LU: false if that would be needed, and b is as it was. */
bool cd_masses_solve_with(System *s, const double *g, double *b);

/* How well the rows hold the bodies: the least share that a pivot of S keeps of its diagonal, the square of how far its
 * row is from depending on others, and that row in use. ratio: NAN if it is not known. */
typedef struct RowPivot {
    double ratio;
    int row;
} RowPivot;
/* Of the solution just found: of the parts that it factored. */
RowPivot cd_masses_pivot_solved(System *s);
/* At these entries of G, for whoever has other factors than these. */
RowPivot cd_masses_pivot(System *s, const double *g);
/* At the present state. */
RowPivot cd_masses_pivot_here(System *s);

void cd_masses_close(Masses *m);
/* Forgets which entries of G have been other than zero: where a mechanism has been for an instant is no matter of its
 * motion. */
void cd_masses_forget(System *s);
