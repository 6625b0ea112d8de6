/* friction.h - contacts with friction at one instant, of velocities (impact) or of accelerations (rest): theory 22.9,
 * 22.10, 22.23 to 22.25.
 *
 *     U = W P + q,   0 <= Un, Pn >= 0, one of them zero
 *     |Pt| <= mu Pn against Ut, or, where the contact slips anyway in the direction d:  Pt = -mu Pn d
 *
 * Three numbers per contact: normal and two tangents; one that is not there has rows and columns of zeros. With no more
 * than one tangent each it is a linear complementarity problem, otherwise Newton's method on the cone solves it. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

typedef struct FrictionProblem {
    int n;
    const double *w, *q; /* 3n*3n, 3n */
    const double *mu;    /* n */
    const double *way;   /* 2n: d, or zeros; NULL: none slips anyway */
} FrictionProblem;

/* p: 3n. False: no solution was found. */
bool cd_friction_solve(Arena *scratch, const FrictionProblem *f, double *p);

/* The solution next to p, which is that of a problem near by. */
bool cd_friction_polish(Arena *scratch, const FrictionProblem *f, double *p);

/* Impact by Newton's law, in q velocities before: restitution of contacts that approach, taken back as far as kinetic
 * energy would grow (22.24). */
typedef struct FrictionImpact {
    FrictionProblem f;
    const double *e;   /* n */
    double *p, *after; /* 3n: impulses, velocities behind */
    double lost;       /* kinetic energy */
    double share;      /* of restitution that was left of it */
} FrictionImpact;
bool cd_friction_impact(Arena *scratch, FrictionImpact *x);
/* Impact though nothing approaches, where accelerations a (3n) have no consistent solution: the limit of short steps
 * with them (22.27). False: there is none. */
bool cd_friction_jam(Arena *scratch, FrictionImpact *x, const double *a);

/* An independent set of contacts that press as they do: impulses of contacts whose rows depend on others (by W of their
 * normals, n*n) are taken over by these until one of them presses no more (22.26). rubbed: the same with the friction
 * that each brings along, which is not symmetric and by which they take over; NULL: none. on: those that press, of
 * which some become false. */
void cd_friction_support(Arena *scratch, int n, const double *w, const double *rubbed, double *press, bool *on);
