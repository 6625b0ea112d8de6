/* impact.h - the impact problem at one instant (theory 22.6 to 22.10). Contacts have relative velocities U along
 * their normals,
 * positive when they part; joints are in W already:
 *
 *     U+ = U- + W P,   W = G M^-1 G^T with the joints held
 *     Newton, in Moreau's form:  0 <= U+ + e U-  and  P >= 0, of which one is zero;  e = 0 where the contact does
 * not approach
 *     Poisson:  P = Pc + Pe,  Pc from the same with e = 0 (compression),  Pe >= e Pc  and  U+ >= 0, of which one is
 * an equation
 *
 * With friction there are tangential velocities and impulses as well, |Pt| <= mu Pn against the slip: along one line
 * exactly, by a
 * complementarity problem; in a plane by Newton's method on the cone. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

typedef enum ImpactLaw { IMPACT_NEWTON, IMPACT_POISSON } ImpactLaw;

typedef struct ImpactProblem {
    int n;                /* contacts */
    const double *w;      /* n*n, symmetric */
    const double *before; /* n: U- */
    const double *e;      /* n: restitution, 0 to 1 */
    double slow;          /* a contact approaches if U- < -slow */
    ImpactLaw law;
} ImpactProblem;

typedef struct Impact {
    double *p;     /* n: impulses */
    double *after; /* n: U+ */
    bool *active;  /* n: those that have an impulse; in: a guess */
    double lost;   /* kinetic energy */
    double
        /* restitution of all, where energy would have grown or no solution exists with those given; -1: these count */
        common;
    bool good; /* false: no solution was found, and nothing changes */
} Impact;

Impact cd_impact_new(Arena *arena, int n);
void cd_impact_solve(Arena *scratch, const ImpactProblem *p, Impact *out);

/* The same with friction along one line per contact: velocities and impulses are numbered normals first, then
 * tangents; w is 2n*2n. */
typedef struct PlanarImpact {
    int n;
    const double *w;      /* 2n*2n */
    const double *before; /* 2n */
    const double *e, *mu; /* n */
    double slow;
} PlanarImpact;
/* p, after: 2n. False: no solution was found. */
bool cd_impact_solve_planar(Arena *scratch, const PlanarImpact *p, double *impulse, double *after);

/* Friction in a plane: three numbers per contact, along the normal and two tangents; w is 3n*3n, q = U- with (1 + e)
 * on normals. Solves
 *     U = W P + q,   0 <= Un, Pn >= 0, of which one is zero,   Pt the point of the disc of radius mu Pn next to Pt -
 * r Ut. */
typedef struct ConeProblem {
    int n;
    const double *w, *q, *mu;
    const double
        *way; /* 2n: directions of those that slip anyway, whose friction is -mu Pn along them; zeros of others.
                          NULL: all are others */
} ConeProblem;
bool cd_cone_solve(Arena *scratch, const ConeProblem *c, double *p);
/* The solution next to p, by Newton's method alone. */
bool cd_cone_polish(Arena *scratch, const ConeProblem *c, double *p);
/* The largest violation of these, in units of the largest velocity in q. */
double cd_cone_violation(const ConeProblem *c, const double *p);
