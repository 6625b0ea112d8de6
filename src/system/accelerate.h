/* accelerate.h - accelerations, multipliers and auxiliary unknowns at given positions, velocities and states, again and
 * again without allocating (theory 13.2).
 *
 *     M v' + G^T lambda - Q = 0,    G v' = gamma,    e(z', z, ...) = 0
 *
 * Half-explicit methods take the rows of G from another point, where velocities are to satisfy them: G* v' = gamma*. */
#pragma once
#include "system/equations.h"
#include "system/masses.h"

typedef enum Solution { SOLVED, NOT_FINITE, SINGULAR, NOT_SOLVED } Solution;

typedef struct Accelerator {
    Equations *e;
    Maps maps;
    BodyMap *map;     /* bodies */
    double *here;     /* rows of G at the present point, as system.h lists their entries */
    double *g;        /* those of another point */
    double *defect;   /* of each row in use: G v + phi_t - f' there */
    bool ahead;       /* the next solution takes its rows from there, ... */
    double scale;     /* ... with gamma* = scale defect */
    bool system_kept; /* the factors of the system's matrix are those of the last solution: [ M G^T; G 0 ] */
    RowPivot hold;    /* how well the rows held there; share NAN: not known */
    int worst;        /* unknown that changed most, or has no solution; -1: not known */
    long solved, factored;
} Accelerator;

void cd_accelerator_open(Arena *arena, Accelerator *a, Equations *e);

/* Solves at the present state, starting from the accelerations, multipliers and auxiliary unknowns it has. */
Solution cd_accelerate(Accelerator *a, CdLog *log);

/* How well the rows hold where it was solved last; at the price of a factorisation where other factors than those of
 * masses were made. */
RowPivot cd_accelerate_pivot(Accelerator *a);

/* Takes in the rows of the present state and their defect with its velocities. False if a drive fails. */
bool cd_accelerate_look_ahead(Accelerator *a, CdLog *log);

/* Minus the residuals at acceleration level, into e->rhs; g: receives the entries of G in the order of system.h, NULL:
 * not wanted. */
bool cd_acceleration_residual(Equations *e, double *g, CdLog *log);
/* Adds e->rhs to the unknowns; the largest change against their size, and where it is. */
double cd_acceleration_step(Equations *e, int *worst);
