/* balance.h - the equations of equilibrium, and one iteration on them: what the stages of statics share. */
#pragma once
#include "analyses/static/imbalance.h"
#include "integrators/trace.h"

/* What EQUILIBRIUM asks for. */
typedef struct BalanceSettings {
    double alimit, tlimit;            /* largest turn and move of a body in an iteration */
    double stride;                    /* largest move of a body in a step of sinking or relaxing */
    double error;                     /* (11.2) */
    double mass_share, damping_share; /* shares of masses and of damping that STABILITY adds (11.3) */
    int most;                         /* iterations of Newton's method */
    int pattern;                      /* letters of PATTERN; 0: all T */
    bool renew[10];                   /* T: a new matrix before this iteration */
    double acceleration, kinetic;     /* at rest, for relaxation */
    double damping, settling;         /* of all bodies, and longest time; 0: the program's own choice */
} BalanceSettings;

/* A state to come back to, with the branches of its angles. */
typedef struct Place {
    Snapshot at;
    double *turn, *winding;
} Place;

/* How far the state is from balance, at the last evaluation. */
typedef struct OutOfBalance {
    double strict;  /* how much less than its limit is allowed of a residual; 1: as IMBALANCE says */
    double out;     /* the residual that is largest by its limit */
    double excess;  /* it by its limit */
    int worst;      /* where */
    double change;  /* by the last correction: translations by the size of the model, rotations */
    bool runs_away; /* followed, bodies went on beyond all bounds (11.13) */
} OutOfBalance;

typedef struct Balance {
    System *s;
    Equations *e;
    Arena arena;
    BalanceSettings set;
    BodyMap *map;
    double size;   /* of the model: from end to end where its bodies stand, and ground where it holds them */
    double reach;  /* of a body: its farthest marker; the size if all are at centres */
    double *r;     /* residual, then correction: one per unknown */
    double *terms; /* one per unknown: how large the terms are that cancel in the residual (11.12) */
    double *gap;   /* one per constraint row: what its value is measured by */
    double *limit; /* of residuals: of bodies, of all rows, of auxiliary unknowns */
    OutOfBalance judged;
    Place best, here;
    Stats stats;
    Trace *trace;
} Balance;

Balance *cd_balance_open(System *s);
void cd_balance_close(Balance *x);

Place cd_place_new(Balance *x);
void cd_place_take(const Balance *x, Place *to);
void cd_place_restore(Balance *x, const Place *from);

/* Velocities, accelerations and rates zero. */
void cd_balance_be_still(Balance *x);
/* Residuals with the velocities, accelerations and rates that the state has; x->judged.out. False if something is not
 * finite. */
bool cd_balance_eval(Balance *x, CdLog *log);
/* What IMBALANCE allows in an equation. */
double cd_balance_limit(const Balance *x, int equation);
bool cd_balance_is_met(const Balance *x); /* (11.2), or what is left is the rounding of its terms (11.12) */

/* x->r becomes the correction: the matrix through the maps, made again or the last one. False if it is singular. */
bool cd_balance_correct(Balance *x, const Maps *maps, bool renew);
/* Moves bodies and states by scale times x->r, and multipliers by all of it. */
void cd_balance_move(Balance *x, double scale);
/* At an accepted point: branches of angles, memories. Rows left out as redundant that have come off are found again
 * (11.10); then the rows in use are others, and true is returned. */
bool cd_balance_accept(Balance *x);

/* Newton's method with the share of STABILITY and the limits; false leaves the last state up to which each
 * step came nearer to balance. */
bool cd_balance_newton(Balance *x);
