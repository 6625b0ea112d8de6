/* events.h - kinks of the expressions in the equations: where a load, or the acceleration of a motion, jumps a step has to end. Where only the
 * slope of a load jumps the error of the step has the word, unless KINKS = ALL asks for these too. */
#pragma once
#include "integrators/integrator.h"

typedef struct Watch {
    const Program *p;
    const Element *element;
    int kink;       /* which of the program */
    int level;      /* lowest derivative that jumps */
    int drive;      /* of the constraints that it belongs to; -1: none */
    double largest; /* size seen so far, to tell a crossing from noise */
    int recent;     /* crossings not long ago: one that chatters is left to the error control */
    int blamed;     /* attempts across it that failed, and steps that ended on it again soon */
    bool named;     /* the user has been told */
} Watch;

/* The time of a kink that is known beforehand, as the ends of STEP(TIME, ...) are. */
typedef struct Mark {
    double when;
    double piece; /* from kink to kink of an expression: the shortest that lies behind `when`; INFINITY: none */
} Mark;

typedef struct Events {
    Equations *e;
    int n;
    Watch *watch;
    double *room, *last, *now;
    int marks;
    const Mark *mark; /* of other kinks, in order */
} Events;

Events cd_events_open(Arena *arena, Equations *e, Kinks kinks);

/* The next such time behind t; INFINITY: there is none. A step that passed it might see nothing of what begins and ends within. */
double cd_events_mark(const Events *ev, double t);

/* How long the shortest piece of an expression is that t lies in, or begins at; INFINITY: none. */
double cd_events_piece(const Events *ev, double t);

/* Values of all kink functions at the present state, which has been prepared. */
void cd_events_eval(Events *ev, double *out);

/* Whether one has changed sign between ev->last and ev->now: the fraction of the step at which the earliest did so, by the secant;
 * -1: none. *which receives it. */
double cd_events_crossing(const Events *ev, int *which);

/* The step up to ev->now has been accepted; which: the kink it ended on, -1 if on none. */
void cd_events_accept(Events *ev, int which);

/* An attempt that went up to ev->now has failed. */
void cd_events_blame(Events *ev);

/* A kink that holds the run up by crossing to and fro, returned once; -1: none. */
int cd_events_chatter(Events *ev);
