/* flexible.h - inertia, stiffness, damping and weight of flexible bodies: Lagrange's equations of T(q) (theory 19.5 to
 * 19.8).
 *
 * A frame carries I1 and I7, a group of modes the mean of its modal masses, as if they were rigid; here is the rest.
 * Unknowns of a body are those of its frame, then one per mode; x are modal coordinates counted as lengths. */
#pragma once
#include "expr/program.h"
#include "kinematics/mechanism.h"

typedef struct FlexForm {
    const FlexPlace *place;
    int n;
    bool dense;    /* modes act on each other, not by their frame alone */
    Vec3 c0;       /* I2 */
    Vec3 *I3, *I4; /* n */
    Vec3 *I5;      /* n x n, antisymmetric; NULL: none */
    double *I6;    /* n x n, less what the groups carry */
    Mat3 I7;
    Mat3 *S;                     /* n: I8 + I8^T; NULL: none */
    Mat3 *N;                     /* n x n: I9_jk + I9_kj, with the stiffness that rotation makes; NULL: none */
    double *K;                   /* n x n */
    double *pushing[KG_PUSHING]; /* n x n; NULL: none */
    bool pushed;                 /* there is one */
    double *hz, *damping;        /* n: of the mode; D */
    double lowest;               /* angular frequency */
    double disc;                 /* share of inertia of nodes in I7, about */
    bool stiffens;               /* there are matrices of geometric stiffness */
    bool told_spin, told_disc, told_damping;
    const Program *ratio;
    bool ratio_of_time;
    int undefined; /* mode without a ratio, after a residual that failed */

    /* of one evaluation */
    Vec3 c, *dc; /* I2 + I3 x, and what more moves the masses; its derivatives */
    Vec3 *C;     /* n: I4 + sum of x_j I5_j, likewise */
    Mat3 J, *dJ; /* J and its derivatives */
} FlexForm;

typedef struct Flexible {
    const Mechanism *mechanism;
    int n;
    FlexForm *form;
    bool undamped;     /* matrices are to be without damping */
    double *room;      /* of the programs of CRATIO */
    double *M, *D, *K; /* of the largest body, by rows */
} Flexible;

Flexible cd_flexible_new(Arena *arena, const Mechanism *m);

/* What the ratio of damping of a mode is evaluated on. */
ExprContext cd_ratio_context(const FlexForm *f, int mode, double t);

/* r += what frames and modes lack in Newton's and Euler's terms, with stiffness, damping and gravity; state: with its
 * accelerations. False if a ratio of damping is not finite; form: the body then. */
bool cd_flexible_residual(Flexible *f, const State *s, const BodyMotion *body, Vec3 gravity, double *r, int *which);

/* The changes of that with accelerations, velocities and positions: f->M, f->D, f->K, each (6 + n) x (6 + n); after a
 * residual. */
void cd_flexible_matrices(Flexible *f, int which, const State *s, const BodyMotion *body, Vec3 gravity);

/* y += M v, by the masses that are left for this file. */
void cd_flexible_momentum(Flexible *f, const State *s, const BodyMotion *body, const double *v, double *y);

typedef struct FlexEnergy {
    double kinetic, gravity, elastic, damping; /* damping: power, not positive */
} FlexEnergy;
FlexEnergy cd_flexible_energy(Flexible *f, const State *s, const BodyMotion *body, Vec3 gravity);

/* Warns, once each, of bodies that turn faster than modes alone can describe. */
void cd_flexible_watch(Flexible *f, const State *s, CdLog *log);

/* The fraction of critical damping of a mode of this frequency where CRATIO says nothing. */
double cd_usual_ratio(double hz);
