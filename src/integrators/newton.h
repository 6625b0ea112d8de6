/* newton.h - the iteration of the corrector, the same for every implicit method: when a matrix is made anew, when it has converged,
 * when it is given up. What an iterate is belongs to the method. */
#pragma once
#include "integrators/integrator.h"

typedef struct NewtonCalls {
    void (*start)(Method *m, bool carried); /* from the prediction; carried: with the velocities of the last point */
    bool (*residual)(Method *m, bool slopes, CdLog *log); /* of the iterate; slopes: a matrix is made next */
    bool (*matrix)(Method *m);                            /* evaluated there, and factored */
    double *(*solve)(Method *m);                          /* the correction */
    double (*add)(Method *m, int *worst);                 /* to the iterate; size in units of what is allowed */
} NewtonCalls;

/* The matrix in use, from step to step, and what the iterations at hand have taught about it. */
typedef struct Newton {
    bool factored, fresh; /* fresh: made for this step */
    double factored_c;    /* scale of the step it was made for */
    bool renew;           /* before the next iteration */
    int carried;          /* steps that still begin with the velocities of the last point */

    int n, room;     /* unknowns; corrections there is room for */
    double *weight;  /* n: corrections are compared by the squares of weight times correction */
    double **step;   /* room: corrections made with the matrix */
    double *squares; /* room: of their sizes */
    int steps;
} Newton;

void cd_newton_open(Newton *n, Arena *arena, int unknowns, int maxit);

/* Iterates until what is left over is below tolerance. c: what the matrix depends on most, and the step enters through. */
Outcome cd_newton(Newton *n, const NewtonCalls *call, Method *m, const Settings *set, Stats *stats, double c,
                  double tolerance, int *worst, CdLog *log);

/* The size of the corrections of multipliers and other unknowns without error control, x (n). felt: what rounding does to them. */
double cd_newton_others(const double *x, const double *change, int n, double error, double felt);
