/* sliding.h - motions that a jump of a load holds: both of its sides drive them back to it, as dry friction does that
 * sticks (theory 9.41 to 9.44). */
#pragma once
#include "analyses/dynamic/switching.h"

enum { MOST_HELD = 16 };

/* A jump that is held on. Watches of other expressions with the same argument share it. */
typedef struct Holding {
    int watch;
    double share;  /* of its upper side at the last accepted point ... */
    double rate;   /* ... and how it goes on from there in time */
    double wanted; /* share that keeps its argument where it is; ... */
    double last;   /* ... the same one step earlier, NAN: it was not held there */
    double gain;   /* by the argument, where only that holds it: within a narrow band */
    double pace;   /* angular frequency of motions in the band */
    double width;  /* of that band to either side; 0: the share is found anew at each point */
    bool leaves;   /* it holds no longer, and waits on one of its sides until its argument has the sign of that */
    double pushes; /* how much the accelerations differ between its sides, ... */
    double rates;  /* ... and the rates of states */
} Holding;

typedef struct SlidingRoom {
    Snapshot here, there, aside;
    double *first, *second; /* values of all watches */
    double *vdot, *zdot;
} SlidingRoom;

typedef struct Sliding {
    Equations *e;
    Switching *switching;
    double error, apart; /* ERROR; time between two points that tell a rate */
    int n;
    Holding at[MOST_HELD];
    double since; /* time from which shares go on by their rates */
    Held *held;   /* per slot of the model */
    SlidingRoom room;
} Sliding;

Sliding cd_sliding_open(Arena *arena, Equations *e, Switching *switching, const Settings *set);

/* Arguments of jumps that constraints keep at zero, from the present state, which is consistent. */
void cd_sliding_find_zeros(Sliding *g);

/* A step has ended on the jump of a watch, at the present state: whether the motion is held there from now on. */
bool cd_sliding_enter(Sliding *g, int watch);

/* At an accepted point behind a step of size h: shares as they have to be from there on, and jumps that hold no longer
 * let go. The longest step that may be next; again: of h, if a method begins here. */
double cd_sliding_renew(Sliding *g, double h, double next);
