/* resolvent.h - the equations of motion in independent coordinates, solved implicitly and linearly (theory 16.1 to
 * 16.6):
 *
 *     (1/g - J) U = r + J_t tau        J = d(y')/dy,  y = (D, v, z) of chapter 13 on its constraints
 *
 * J is never formed. The changes of all coordinates, of accelerations, multipliers and auxiliary unknowns are unknowns
 * of one sparse matrix whose rows are the differentiated equations, as they stand:
 *
 *     U_D = g X,  U_v,  a = Y / g,  U_z, and three multipliers per constraint row        3 nv + 3 rows + auxiliary
 *                 unknowns unknowns
 *
 * It has the graph of the matrix of the equations with blocks three times as wide, and is ordered like it. */
#pragma once
#include "system/equations.h"
#include "system/partition.h"
#include "system/variation.h"

typedef struct Resolvent {
    Equations *e;
    const Partition *partition;
    BodyMap *map;  /* bodies: scratch */
    Arena arena;   /* of all below, which holds for one choice of coordinates and rows */
    int chosen, n; /* of which choice; unknowns */
    long patterns; /* of which pattern of the equations */
    Pattern pattern;
    double *x, *b; /* values; a right-hand side */
    Lu *lu;

    int nz;                     /* entries of the matrix of the equations, */
    int *slot;                  /* ... where each goes: with X, U_v and Y, or once, or -1 */
    double *by_q, *by_v, *by_a; /* ... and the derivatives by positions, velocities, accelerations and all else */
    double *was;                /* ... all together for a g, before they were made again */
    RowVariation *row;          /* of each row in use */
    int *row_slot;              /* per degree of freedom of each body of each row: see ROW_SLOTS */
    int *place_slot;            /* per coordinate: of D' and v' of it by X (three of its rotation), U_v; U_v, Y */
    double *time_rate;          /* d/dt of the residual */
    double g;
} Resolvent;

void cd_resolvent_open(Arena *arena, Resolvent *r, Equations *e, const Partition *partition);
void cd_resolvent_close(Resolvent *r);

/* All derivatives at the present state, which is prepared and has accelerations and multipliers. False if one is not
 * finite. */
bool cd_resolvent_evaluate(Resolvent *r);
/* The same again at another state: how many times as large a column of the equations was for a g, at most, of those in
 * which more than inertia counted; NAN if one is not finite. */
double cd_resolvent_renew(Resolvent *r, double g);
/* The factors for a g. */
LuStatus cd_resolvent_factor(Resolvent *r, double g);
/* U from r (2 nv + states, of which the independent ones count) and tau, the share of the change of time. */
void cd_resolvent_solve(Resolvent *r, const double *rhs, double tau, double *U);
