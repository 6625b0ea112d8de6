/* newton.h - the iteration of the corrector, the same for every implicit method: when a matrix is made anew, when it has converged,
 * when it is given up. What an iterate is belongs to the method. */
#pragma once
#include "integrators/integrator.h"

typedef struct NewtonCalls {
    void (*start)(Method *m, bool carried); /* from the prediction; carried: with the velocities of the last point */
    bool (*residual)(Method *m, bool slopes, CdLog *log); /* of the iterate; slopes: a matrix is made next */
    bool (*matrix)(Method *m);                            /* evaluated there, and factored */
    double *(*solve)(Method *m);                          /* the correction, in the place of the residual */
    /* to the iterate; size of what is under error control in units of what is allowed; *others: of the other unknowns, 0: not looked at */
    double (*add)(Method *m, double *others, int *worst);
    /* the same sizes of a correction that rounding alone asks for; the iterate stays */
    double (*noise)(Method *m, double *others);
} NewtonCalls;

/* The matrix in use, from step to step, and what the iterations at hand have taught about it. */
typedef struct Newton {
    bool factored, fresh; /* fresh: made for this step */
    double factored_c;    /* scale of the step it was made for */
    bool renew;           /* before the next iteration */
    int served, eager;    /* steps begun since it was made; steps that still begin with a new one */
    int carried;          /* steps that still begin with the velocities of the last point */
    const Equations *e;
    long factorings; /* of its matrix when this iteration made it last: others factor it too */

    int n, room;     /* unknowns; corrections there is room for */
    double *weight;  /* n: corrections are compared by the squares of weight times correction */
    double *held;    /* n: the residual at the end of a search */
    double **step;   /* room: corrections made with the matrix */
    double *squares; /* room: of their sizes */
    int steps;
} Newton;

void cd_newton_open(Newton *n, Arena *arena, const Equations *e, int maxit);

/* Iterates until what is left over is below tolerance. c: what the matrix depends on most, and the step enters through. */
Outcome cd_newton(Newton *n, const NewtonCalls *call, Method *m, const Settings *set, Stats *stats, double c,
                  double tolerance, int *worst, CdLog *log);

/* A residual as rounding makes it, of changing sign: eps times force for nv equations of motion, times constraint for `used` constraints,
 * times other for the rest of n. */
void cd_newton_rounding(double *r, int n, int nv, int used, double force, double constraint, double other);

/* The largest |x|. */
double cd_newton_largest(const double *x, int n);

/* The size of the corrections of multipliers and other unknowns without error control, x (n). felt: what rounding does to them. */
double cd_newton_others(const double *x, const double *change, int n, double error, double felt);
