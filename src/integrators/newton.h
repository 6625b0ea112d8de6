/* newton.h - the iteration of the corrector, the same for every implicit method: when a matrix is made again, when it
 * has converged, when it is given up. What an iterate is belongs to the method. */
#pragma once
#include "integrators/integrator.h"

typedef struct NewtonCalls {
    void (*start)(Method *m, bool carried); /* from the prediction; carried: with the velocities of the last point */
    bool (*residual)(Method *m, bool slopes, CdLog *log); /* of the iterate; slopes: a matrix is made next */
    bool (*parts)(Method *m);                             /* of the matrix, evaluated there */
    double *(*solve)(Method *m);                          /* the correction, in the place of the residual */
    /* to the iterate; size of what is under error control in units of what is allowed; *others: of the other unknowns,
     * 0: not looked at */
    double (*add)(Method *m, double *others, int *worst);
    /* the same sizes of a correction that rounding alone asks for; the iterate stays */
    double (*noise)(Method *m, double *others);
    /* the error of the step if it ended with this iterate, in the same units; no less than what rounding lets
     * iterations see */
    double (*error)(Method *m);
} NewtonCalls;

/* How far along the last correction the unknowns of a body, or one of a DIFF, are to go (9.33). */
typedef struct Reach {
    int first, count;
    double size;  /* of the correction there: square, by weights */
    bool over;    /* it went too far */
    double at, f; /* share of it that the iterate has; share of it that the next one asks for there */
    double low, f_low, high, f_high; /* the same at the ends between which the place lies */
} Reach;

/* The matrix in use, and what the iterations at hand have taught about it. */
typedef struct MatrixUse {
    bool factored, fresh;      /* fresh: evaluated for this step */
    double c;                  /* size of the step it was made for */
    double other_step;         /* change of the step above which factors are made for the new one */
    bool renew;                /* before the next iteration ... */
    bool stale;                /* ... from parts evaluated again: not the step alone has changed since */
    bool made_far_away;        /* it was made far from where the iteration went */
    long parts_made;           /* of the equations when this iteration evaluated them last: others may too */
    long factorings;           /* likewise of its factors */
    int revision;              /* of the set of rows that the matrix belongs to */
    int served, refresh_steps; /* steps begun since it was made; steps that still begin with a new one */
} MatrixUse;

/* Corrections made with the matrix. */
typedef struct Corrections {
    int n, room;
    double **correction;
    double *squares; /* of their sizes */
} Corrections;

/* A search along the last correction. */
typedef struct Search {
    Reach *reach; /* per body, then per state of first order */
    int reaches;
    double *held; /* the residual at its end */
} Search;

/* The iteration from step to step. */
typedef struct Newton {
    Equations *e;
    MatrixUse matrix;
    int rough;      /* steps that still remember a correction that went too far */
    int carried;    /* steps that still begin with the velocities of the last point */
    double share;   /* of what is allowed: the error of the step at hand, which the iteration is held against */
    int n;          /* unknowns */
    double *weight; /* n: corrections are compared by the squares of weight times correction */
    Corrections kept;
    Search search;
} Newton;

void cd_newton_open(Newton *n, Arena *arena, Equations *e, int maxit);
/* At a restart: matrix and rates of convergence are forgotten. And where coordinates have changed: the matrix alone is
 * evaluated again. */
void cd_newton_forget(Newton *n);
void cd_newton_age(Newton *n);

/* Iterates until what is left over is below tolerance. c: the size of the step, in powers of which the matrix has its
 * parts. */
Outcome cd_newton(Newton *n, const NewtonCalls *call, Method *m, const Settings *set, Stats *stats, double c,
                  double tolerance, int *worst, CdLog *log);

/* Parts of the matrix where rotations move by increments:  dq = q h^2 d, dv = v h T^-1 d, dv' = T^-1 d  with turn, per
 * body, the increment
 * that T belongs to. map: room for MATRIX_PARTS per body; those of part 0 have T^-1. */
bool cd_newton_parts(Equations *e, BodyMap *map, const Vec3 *turn, double q, double v);

/* What the equations leave of an error r of velocities, nv of n unknowns (9.47): what breaks constraints is of
 * positions, and modes that are stiff for the step forget theirs. By the matrix as it was factored last. */
void cd_newton_free_speeds(Equations *e, double *r, int n);

/* A residual as rounding makes it, of changing sign: eps times force for nv equations of motion, times constraint for
 * `used` constraints, times other for the rest of n. */
void cd_newton_rounding(double *r, int n, int nv, int used, double force, double constraint, double other);

/* The size of the corrections of multipliers and other unknowns without error control, x (n). felt: what rounding does
 * to them. */
double cd_newton_others(const double *x, const double *change, int n, double error, double felt);
