/* passing.h - outputs in positions in which the constraints lose rank for an instant (theory 13.29):
 * accelerations and reactions are not determined there, but go on smoothly from one side to the other. */
#pragma once
#include "system/equations.h"
#include "system/masses.h"

/* The step that an output lies in. */
typedef struct Passing {
    Equations *e;
    void (*show)(void *user, double t,
                 bool held); /* makes the state that of time t; held: brought onto the constraints */
    void *user;
    double from, to;
    double least; /* share of RowPivot up to which round-off dominates */
    double rate;  /* angular velocity of the fastest body */
} Passing;

/* Gives the state at t the accelerations, reactions and auxiliary unknowns that its step has on the way there and
 * beyond. False: nowhere in the step do constraints hold; the state is that of t. */
bool cd_pass(const Passing *p, double t);
