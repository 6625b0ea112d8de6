/* unilateral.h - unilateral rows along a motion: which are closed, where they close and open, and what an instant does
 * to velocities (theory 22).
 *
 *     phi >= 0,   force N >= 0,   N phi = 0;  closed rows are equations like those of joints, open ones are not there
 *
 * Membership changes at events only. An event is an open gap that comes to zero, or the force of a closed one. There
 * all contacts that touch make one impact problem, and then one problem of accelerations, which says which of them stay
 * closed. With friction a closed contact sticks, its tangents rows in use as well, or slips; it comes to slip where
 * friction has reached its limit, and to rest where its slip is zero. */
#pragma once
#include "impact/impact.h"
#include "system/equations.h"

typedef enum ContactState {
    CONTACT_OPEN,
    CONTACT_CLOSED,  /* its row is in use */
    CONTACT_IMPLIED, /* closed: rows that are in use determine it */
} ContactState;

typedef struct GapState {
    double gap, rate;
    double force; /* of closed ones */
    double use;   /* of closed ones that stick: friction as a share of its limit */
    double along; /* of closed ones that slip: velocity in the direction of the last accepted point ... */
    double speed; /* ... and by amount */
    int feature;  /* of closed ones: which part of a surface it is nearest to */
} GapState;

typedef struct EventCount {
    long impacts, closings, takeoffs;
    long sticks, slips, reversals;
} EventCount;

typedef enum RubState { RUB_NONE, RUB_STICKS, RUB_SLIPS } RubState;

/* Friction of a contact. */
typedef struct Rub {
    int tangents; /* 0: it has none */
    double mu, sliding;
    RubState state;
    double
        limit; /* of `use`, which is 1 but where friction that is shared among contacts has passed it and all stick */
    double scale;   /* of slip velocities, as round-off of them is judged by */
    double peak;    /* the fastest since it began to slip */
    double back;    /* slip against its way that was left where it began, and does not count as its end */
    double held[2]; /* while it sticks: the direction it would slip in without friction, that of its multipliers */
    double more[3]; /* force and friction beyond what its multipliers say, where contacts share them (theory 22.33) */
} Rub;

typedef struct OneSided {
    int row;
    double restitution;
    double size; /* what the gap changes by where bodies move by the length of the model */
    ContactState state;
    GapState last; /* at the last accepted point */
    GapState now;  /* at the end of an attempt */
    double floor;  /* of its force, 0 but where it has passed zero and stays closed all the same */
    EventCount tally;
    Rub rub;
} OneSided;

/* One event of a run, for its table. */
typedef struct ImpactEvent {
    double t;
    int impacts, closings, takeoffs; /* how many contacts */
    int sticks, slips, reversals;
    int first;              /* of them */
    double approach, after; /* the fastest, and its speed behind the impact */
    double impulse, lost;   /* the strongest, kinetic energy */
} ImpactEvent;

/* Of a run so far. */
typedef struct ImpactTally {
    long impacts, closings, takeoffs, chained; /* chained: impacts that went through more than one elastic contact */
    long sticks, slips, reversals, jams;       /* jams: impacts of friction alone, nothing approaching */
    double lost, deepest;                      /* energy; penetration seen at an event */
    double strongest;                          /* force */
} ImpactTally;

/* The fastest that a body has been. */
typedef struct BodyPeak {
    double u, w;
} BodyPeak;

typedef struct Unilateral {
    Equations *e;
    int n;
    OneSided *at;   /* n */
    double soon;    /* flights shorter than this end in contact */
    double last;    /* time of the last impact; -INFINITY: none */
    int crowd;      /* impacts that have followed each other as soon */
    bool rubs;      /* some have friction */
    bool shared;    /* forces are those of the last event, and what multipliers have changed by since (22.33) */
    double left;    /* of its peak, what slip that has come to its end may be off by */
    double rest;    /* of what bodies have had so far, velocities of contacts that do not count */
    BodyPeak *peak; /* per body */
    ImpactTally tally;
    ARRAY_OF(ImpactEvent) events; /* the first MOST_IMPACT_EVENTS */
    Arena *arena;
} Unilateral;

enum { MOST_IMPACT_EVENTS = 10000 };

/* NULL: the model has no unilateral rows. output: time between outputs. error: of the integration; 0: there is none. */
Unilateral *cd_unilateral_open(Arena *arena, Equations *e, double output, double error);

/* Gaps, rates and forces at the present state, which has been prepared, as those of the end of an attempt. */
void cd_unilateral_look(Unilateral *u);
/* How soon slip may come to rest, or turn, as it changes at the present accelerations; INFINITY: nothing slips. */
double cd_unilateral_slip_time(Unilateral *u);
/* They become those of the last accepted point. */
void cd_unilateral_accept(Unilateral *u);
/* How fast bodies are now counts for how fast they have been. */
void cd_unilateral_note_peaks(Unilateral *u);

/* An open contact that is closed at the last accepted point and goes in, in steps of about h; -1: none. */
int cd_unilateral_at_hand(const Unilateral *u, double h);

/* What ends a step from the last accepted point to the present one, h long. */
typedef struct Closing {
    int which;    /* contact; -1: none */
    double share; /* of the step at which it is expected */
    bool opens;   /* it is the force of a closed contact that comes to zero */
    bool slips;   /* it is friction that reaches its limit ... */
    bool stops;   /* ... or slip that comes to rest */
} Closing;
Closing cd_unilateral_first(const Unilateral *u, double h);
/* Where to end a step instead: a step of size `tried` has just been looked at, that event lies between low and high. */
double cd_unilateral_aim(const Unilateral *u, const Closing *c, double low, double tried, double high);
/* What comes to zero at such an event of friction, positive in front of it, at the last accepted point and at the end
 * of the attempt. */
double cd_unilateral_value(const Unilateral *u, const Closing *c, bool at_end);
/* Whether slip that was to come to rest has turned by a large angle instead, far from rest: a step may end there. */
bool cd_unilateral_is_turned(const Unilateral *u, const Closing *c);
/* Whether the end of the attempt is near enough to that event. */
bool cd_unilateral_is_there(const Unilateral *u, const Closing *c);

/* The event at the present state: impact if contacts approach, then which are closed from here on. Positions,
 * velocities and accelerations are consistent with them afterwards. *changed: other rows are in use.
 * CD_ANALYSIS_FAILED, with a message, where no solution is found. */
CdStatus cd_unilateral_resolve(Unilateral *u, bool *changed, CdLog *log);

/* Nothing is closed any more: whoever takes over has contacts of its own. */
void cd_unilateral_open_all(Unilateral *u);

/* The same at a state that is given, with nothing known of contacts: those that touch and do not approach press or
 * part. Where one approaches the impact is left to the motion from there on, and contacts stay open. */
CdStatus cd_unilateral_close(System *s, CdLog *log);

/* The equilibrium of cd_equilibrium, with contacts closed that press. */
CdStatus cd_unilateral_equilibrium(System *s, bool *followed, CdLog *log);
/* Whether at an equilibrium closed contacts press and open ones have not been passed. */
bool cd_unilateral_holds(System *s);

/* Counts and the table of events, for the run log. */
void cd_unilateral_tell(const Unilateral *u, const Reporter *reporter);
