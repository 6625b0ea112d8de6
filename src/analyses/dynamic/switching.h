/* switching.h - switching points of the expressions in the equations: where a load, or the acceleration of a motion,
 * jumps a step has to end. Where only the slope of a load jumps the error of the step decides, unless KINKS = ALL asks
 * for
 * these too, or the error comes from stages within the step; but no step goes over what begins and ends within it, for
 * its error would say nothing of it. */
#pragma once
#include "integrators/integrator.h"

enum { THERE_AND_BACK = 2 };

/* A switching point of an expression. */
typedef struct KinkPlace {
    const Program *p;
    const Element *element;
    int kink;  /* which of the program */
    int drive; /* of the constraints that it belongs to; -1: none */
} KinkPlace;

/* Whether motions are held on it. */
typedef struct KinkHold {
    int slot;   /* of its jump, if motions can be held on it; else -1 */
    bool holds; /* it is held on, or just left (sliding.h) */
    bool zero;  /* constraints keep its argument at zero */
    int share;  /* the jump whose share, or the rest of it, whichever is less, is watched; -1: none */
} KinkHold;

/* What steps have met of it. */
typedef struct KinkSeen {
    double largest; /* size so far, to tell a crossing from noise */
    int recent;     /* crossings that followed each other at once, not long ago: one that chatters is left to the error
                     * control */
    int blamed;     /* attempts across it that failed, and steps that ended on it again soon */
    bool named;     /* the user has been told */
    double crossed; /* time at which a step last ended on it */
} KinkSeen;

typedef struct Watch {
    KinkPlace of;
    int level;     /* lowest derivative that jumps */
    bool soft;     /* steps may go over it, if it is on different sides of their ends */
    bool slope;    /* soft, and the slope or curvature of an acceleration jumps there */
    bool inner;    /* it lies within a contact, or among the transitions of friction */
    double slant;  /* its argument is linear in a distance or an angle, and grows by this with it; 0: it is not */
    int keen;      /* crossings, there and back, that end a step nevertheless, since both lie within one */
    bool positive; /* its side when it was last marked */
    KinkHold hold;
    KinkSeen seen;
} Watch;

static inline bool cd_is_held(const Watch *w)
{
    return w->hold.holds || w->hold.zero;
}

/* The time of a switching point that is known beforehand, as the ends of STEP(TIME, ...) are. */
typedef struct Mark {
    double when;
    double piece; /* between two of an expression: the shortest that lies behind `when`; INFINITY: none */
    int watch;    /* that ends a step there; -1: none */
} Mark;

/* The watches of one program, and what they need of it. */
typedef struct Sight {
    const Program *p;
    int first, n;
    double value; /* of the program at the last accepted point; NAN: not looked at */
    double stop;  /* of the way to where a hidden piece is looked for: where a step ends if it is there */
} Sight;

/* Values of switching functions, a number per watch each. */
typedef struct KinkValues {
    double *room, *last, *now; /* at the last accepted point and behind it */
    double t;                  /* of that point */
    double *rate;              /* at the last accepted point; NAN: not known */
    double *after;             /* rates at a point behind it */
    double *before;            /* values one step earlier; NAN: none */
    double *speed;             /* change of the value in the last step, by time; INFINITY: there has been none */
    double apart;              /* size of that step */
} KinkValues;

typedef struct Switching {
    Equations *e;
    double blur;   /* what steps may leave open of a position */
    int n, shares; /* the last of them, from `shares` on, are those of shares */
    Watch *watch;
    int sights;
    Sight *sight;
    KinkValues value;
    bool staged; /* the method has an error that slopes which jump within a step hardly show in */
    double soon; /* time in which a crossing follows another at once */
    int marks;
    const Mark *mark; /* of other switching points, in order */
    Sight *doubted;   /* of which a piece may be hidden in the step at hand */
} Switching;

/* Whether a step may end a little before or behind it, since only a slope jumps there. */
static inline bool cd_is_corner(const Switching *ev, const Watch *w)
{
    return ev->staged && w->slope && !w->keen;
}

/* Whether it chatters: it is left to the error control. */
bool cd_switching_is_often(const Watch *w);

/* Values below it cannot be told from zero. */
double cd_switching_noise(const Switching *ev, const Watch *w);

/* Whether expressions are smooth where it is met, since they stay on their side within a step. */
bool cd_switching_is_smooth(const Switching *ev, int which);

/* corners: those within contacts are watched too, for methods whose error is that of stages. blur: what steps may leave
 * open of a position. */
Switching cd_switching_open(Arena *arena, Equations *e, Kinks kinks, bool corners, double hmax, double blur);

/* The next such time behind t; INFINITY: there is none. A step that passed it might see nothing of
 * what begins and ends within. *watch: which switching point ends a step there; -1: none. */
double cd_switching_mark(const Switching *ev, double t, int *watch);

/* How long the shortest piece of an expression is that t lies in, or begins at; INFINITY: none. */
double cd_switching_piece(const Switching *ev, double t);

/* Values of all switching functions at the present state, which has been prepared. */
void cd_switching_eval(Switching *ev, double *out);

/* Whether one has changed sign between ev->last and ev->now: the fraction of the step at which the earliest did so, by
 * the secant; -1: none. *which receives it. */
double cd_switching_crossing(const Switching *ev, int *which);

/* Whether a load changes its law between ev->last and ev->now, in a step that goes over it; whether one may. */
bool cd_switching_may_pass(const Switching *ev);
bool cd_switching_passes(const Switching *ev);

/* Marks which law each load has at ev->last; whether one has another by now, at ev->last. */
void cd_switching_mark_laws(Switching *ev);
bool cd_switching_are_changed(const Switching *ev);

/* The step of size h up to ev->now has been accepted; which: the switching point it ended on, -1 if on none. */
void cd_switching_accept(Switching *ev, double h, int which);

/* A method begins at the present state, which has been prepared: ev->last is renewed. */
void cd_switching_begin(Switching *ev);

/* Rates at the last accepted point, which the state is at, of the switching functions that may change sign in a step
 * of size h. */
void cd_switching_look(Switching *ev, double h);

/* A jump that motions can be held on and that the last accepted point is no more than `within` away from, by the rate
 * there, and that has not been ended on since; -1: none. */
int cd_switching_at_hand(const Switching *ev, double within);

/* An attempt that went up to ev->now has failed. */
void cd_switching_blame(Switching *ev);

/* A switching point that holds the run up by crossing to and fro, returned once; -1: none. */
int cd_switching_chatter(Switching *ev);

/* switching_within.c: a switching function that has one sign at both ends of the step up to ev->now, and the
 * other one in between: the share of the step at which it is looked for, -1: none. *which: that function, whose
 * crossings
 * then end steps; -1: a step is to end there, between crossings of several. */
double cd_switching_within(Switching *ev, double h, int *which);
/* Whether the function that was doubted there has another value at the present state than at the beginning: the share
 * of the step up to here that is to be gone; -1: it has not. */
double cd_switching_shown(const Switching *ev);
void cd_switching_rates(Switching *ev, const Sight *s,
                        double *out); /* of the watches of a program, at the present state */
