/* switching_event.h - switching points of expressions as events: steps end on them, motions are held on them,
 * displacements jump at them. */
#pragma once
#include "analyses/dynamic/event.h"
#include "analyses/dynamic/sliding.h"

/* In index 3 a velocity keeps what a short push has left it wrong by, while the position is hardly off as long as steps
 * are short: where a load changes its law velocities are tested too (9.47), from the first attempt on that goes over it
 * until steps are as long as they were. */
typedef struct Abrupt {
    double calm;    /* size of steps, at most, lately: while they are shorter loads may still be abrupt */
    bool met;       /* a load has had another law than at the start */
    double passing; /* share of steps, lately, in which loads change their laws */
} Abrupt;

typedef struct SwitchingEvent {
    Dynamic *d;
    Switching points;
    Sliding sliding;
    Abrupt abrupt;
    double since; /* size of the step behind which motions have to be held again; 0: none */
} SwitchingEvent;

const Switching *cd_driver_switching(const Dynamic *d);

/* switching_locate.c: EventKind.locate */
Found cd_switching_locate(SwitchingEvent *s, double h);
