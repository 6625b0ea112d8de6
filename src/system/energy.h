/* energy.h - where the energy of a system is and where it goes at the present state, as a check on everything that
 * moves it:
 *
 *     d(kinetic + gravity)/dt = force + motion,      force = applied + damping - d(elastic)/dt
 *                                                    (8.33)
 *
 * In units of force times length. */
#pragma once
#include "system/equations.h"

typedef struct Energy {
    double kinetic, gravity; /* gravity: zero at the ground origin */
    double elastic;          /* stored in springs, bushings, beams and fields */
    double force;            /* power of all force elements on the bodies */
    double
        damping;   /* power lost in friction and in the dampers of springs, bushings, beams and fields, among `force` */
    double motion; /* power of constraints that depend on time */
    double applied; /* the rest of `force`: what neither dampers lose nor springs store */
} Energy;

/* Needs cd_equations_prepare at the present state. False if an expression fails. */
bool cd_energy(Equations *e, Energy *out);

/* Of one body, and of all that move with the velocities v (nv: u in ground axes, wbar in body axes). */
double cd_body_kinetic(const MovingBody *body, const double *v);
double cd_kinetic_energy(const Mechanism *m, const double *v);

/* Names and dimensions of the numbers, in the order above. */
enum { ENERGY_NUMBERS = 7 };
extern const char *const cd_energy_name[ENERGY_NUMBERS];

/* The power of a load, given at I on the body of I, on the bodies it acts between. */
double cd_load_power(const Equations *e, const Load *load, Wrench w);
