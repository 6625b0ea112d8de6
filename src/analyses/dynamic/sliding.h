/* sliding.h - motions that a jump of a load holds: both of its sides drive them back to it, as dry friction does that
 * sticks (theory 9.41 to 9.44). The share of its upper side then is an unknown like any other (system/jumps.h). */
#pragma once
#include "analyses/dynamic/switching.h"
#include "system/jumps.h"

typedef enum HoldState {
    HOLD_NONE,
    HOLD_ON,     /* its argument is kept at zero */
    HOLD_ALONG,  /* so it is, by others that hold the same motion: its share stays what it is */
    HOLD_BAND,   /* its argument is kept within a narrow band */
    HOLD_LEAVES, /* it holds no longer, and waits on one of its sides until its argument has the sign of that */
} HoldState;

/* A jump that can be held on; watches of other expressions with the same argument share it. */
typedef struct Holding {
    int watch; /* -1: no step ends on it */
    HoldState state;
    double share;       /* of its upper side; LEAVES: 0 or 1 */
    double width;       /* of the band to either side */
    double pushes;      /* how much the accelerations differ between its sides, ... */
    double rates;       /* ... and the rates of states */
    double last;        /* its argument at the last accepted point ... */
    double fades;       /* ... and how fast that changes between its sides */
    double since, time; /* held from then on; held until then, in all */
    long times;
} Holding;

/* Jumps that are asked about at one instant: rates of their arguments are r + a s, of the shares s. */
typedef struct Asked {
    int n;
    int *jump;
    double *a, *r, *s; /* a: n x n, by rows */
    double *scale;     /* largest rate of an argument on either side */
    double *argument;
    int *side; /* of the solution: -1, 1, 0 between them */
    bool *along;
    double *room; /* n x (n + 2) */
} Asked;

typedef struct SlidingRoom {
    Snapshot here, aside;
    double *first, *second; /* values of all watches */
    double *vdot, *zdot;
} SlidingRoom;

typedef struct Sliding {
    Equations *e;
    Switching *switching;
    double error, near; /* ERROR; time that is not told from none */
    double back;        /* rate at which arguments come back to zero */
    Holding *at;        /* per jump of the model */
    int on;             /* how many hold */
    Asked asked;
    SlidingRoom room;
} Sliding;

Sliding cd_sliding_open(Arena *arena, Equations *e, Switching *switching, const Settings *set);

/* Arguments of jumps that constraints keep at zero, from the present state, which is consistent. */
void cd_sliding_find_zeros(Sliding *g);

/* Whether a motion may be held from the start on, the present state: some argument is zero. */
bool cd_sliding_may_begin(Sliding *g);

/* The method restarts at the present state; watch: whose jump, or end of a share, the step has ended on, -1: none.
 * Which jumps hold the motion from now on. *changed: whether there are other unknowns. The first jump that has begun to
 * hold; -1: none. */
int cd_sliding_resume(Sliding *g, int watch, bool *changed);

/* At an accepted point: jumps that have left are what their arguments say again. Whether one has to be asked about
 * again. */
bool cd_sliding_accept(Sliding *g);

/* A step begins at the present state, with its accelerations: within it nothing jumps, expressions stay on their sides
 * until a step has ended on a jump. on = false: they are what their arguments say. */
void cd_sliding_lock(Sliding *g, bool on);

/* Time for which a jump has held so far. */
double cd_sliding_time(const Sliding *g, int jump);
