/* alpha.h - what HHT, NEWMARK and GALPHA have in common: their unknowns, and those of accepted points (theory 10, 15).
 *
 * Unknowns x are nv accelerations, the multipliers of the rows in use, rates of differential unknowns and the other
 * auxiliary unknowns. Averages a belong to accelerations and rates, nv + differential of them. */
#pragma once
#include "integrators/newton.h"

enum { ALPHA_MOST_POINTS = 5 };

/* What velocities of a point deviate from the constraints by. */
typedef struct VelocityDefect {
    double *v; /* nv */
    bool known;
} VelocityDefect;

typedef struct AlphaPast {
    int nv, differential, used, n;                             /* n: all unknowns */
    double *point[ALPHA_MOST_POINTS], time[ALPHA_MOST_POINTS]; /* unknowns at accepted points, newest first */
    int points, room;
    double *average;       /* nv + differential: a and the average of z' that belong to the newest point */
    VelocityDefect defect; /* of it */
    double last;           /* size of the last accepted step; 0: none yet */
    double heaviest;       /* mass */
} AlphaPast;

void cd_alpha_open(Arena *arena, AlphaPast *p, const Equations *e, int room);
/* The present state, which has accelerations, is the only point. */
void cd_alpha_begin(AlphaPast *p, const Equations *e);
/* The unknowns x and averages of a step of size h, which ends at time t, become the newest point. */
void cd_alpha_remember(AlphaPast *p, double t, double h, const double *x, const double *average);

/* Where the rate of component i of (v, z) is among the unknowns. */
static inline int cd_alpha_unknown(const AlphaPast *p, int i)
{
    return i < p->nv ? i : p->used + i;
}

/* out: the polynomial through the newest degree + 1 points at time t, in Lagrange's form. */
void cd_alpha_extrapolate(const AlphaPast *p, int degree, double t, double *out);
/* Averages lie off their point by a share of the step they belong to: brought to a step ratio times as long (10.9),
 * (15.5). */
void cd_alpha_averages(const AlphaPast *p, double ratio, double *a0);
/* h^2 x'' of an unknown by its values at the last points; its change where there is but one. */
double cd_alpha_bend(const AlphaPast *p, const double *x, double h, int unknown);

/* Multipliers, rates of differential unknowns and other auxiliary unknowns into the state. */
void cd_alpha_set_others(const AlphaPast *p, Equations *e, const double *x);
/* The size of a correction d of unknowns without error control; felt: what rounding does to them. */
double cd_alpha_others(const AlphaPast *p, const Settings *set, const double *x, const double *d, double felt);
/* A residual as rounding makes it where constraints are rounded to eps times level. */
void cd_alpha_rounding(const AlphaPast *p, const double *x, double level, double *r);
