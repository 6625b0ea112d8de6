/* touching.h - first touch of shapes along the steps of an integration (theory 21.14 to 21.17): no step goes over
 * one unseen, and the first step behind it is short beside the stay in contact. */
#pragma once
#include "integrators/integrator.h"
#include "system/near.h"

/* The course of a body in a step. */
typedef struct Course {
    const BodyMotion *from, *to; /* NULL: ground */
    Vec3 turn, turn0, turn1;     /* rotation vector from start to end; its rates there, times the step */
    double h;
    double way, turned; /* how far its centre of mass goes, and how far it turns, at most */
    long stamp;
} Course;

/* No step is longer, up to a time. */
typedef struct StepBound {
    double longest, until;
} StepBound;

/* Where bodies go in the step that is looked at. */
typedef struct Way {
    BodyMotion *from; /* at the last accepted point ... */
    const BodyMotion *to;
    BodyMotion *guess; /* ... and at the end of a step, as it is or as it is expected */
    Course *course;    /* stamp: which step */
    long stamp;
    double *ahead; /* how far bodies go in it, at most */
} Way;

typedef struct Touching {
    Equations *e;
    Way way;
    int listed;     /* revision of the loads at the last accepted point */
    double error;   /* what a step may be off by: blows that go no deeper are no events */
    int met;        /* how many pairs are in touch, or about to be, at the last accepted point */
    double elastic; /* up to this time errors of a blow that loses nothing count, also when it is over */
    StepBound stay; /* while any are, from first touches */
    StepBound push; /* from contacts that push again, which takes next to no time beside a stay */
    double t;       /* of the last accepted point */
    long onsets;    /* first touches that steps have ended at */
} Touching;

/* Where a contact lets go within a step: shapes come apart, or still overlap and the damper would pull. */
typedef struct Release {
    ContactPair *pair; /* NULL: none */
    bool parts;        /* they come apart */
    double share;      /* of the step, by the secant */
} Release;

/* Where a contact whose damper had let go pushes once more before its shapes come apart: the spring of an exponent
 * below 2 outlasts the damper. */
typedef struct Return {
    ContactPair *pair;   /* NULL: none */
    double share, parts; /* of the step: where it pushes again, and where shapes come apart, at most 1 */
} Return;

/* A first touch within a step. */
typedef struct Onset {
    ContactPair *pair; /* NULL: none */
    double share;      /* of the step, by the course of bodies between its ends */
    double speed;      /* of approach */
    double stay;       /* how long the pair is about to stay in touch */
    bool jumps;        /* the force does, there */
} Onset;

/* NULL: the model has no contacts. */
Touching *cd_touching_open(Arena *arena, Equations *e, const Settings *set);

/* The present state, which has been prepared, is an accepted point. Tallies are kept; what looks wrong is reported. */
void cd_touching_accept(Touching *t, CdLog *log);
/* Shapes that overlap where a run begins. */
void cd_touching_look(Touching *t, CdLog *log);
/* How shapes have touched so far. */
void cd_touching_tell(const Touching *t, const Reporter *reporter);

/* The first touch in the step of size h up to the present state, which has been prepared, that is more than its
 * error tells of. */
Onset cd_touching_find(Touching *t, double h);

/* How long a step from the last accepted point may be that does not go beyond a first touch, if accelerations stay
 * what they are there; at most h. Unless it is to come close to the touch it is not short beside the window of (21.16).
 */
double cd_touching_ahead(Touching *t, double h, bool close);

/* A first touch that the step of size h up to the present state, which has been prepared, ends just in front of; close:
 * by a small part of that step. */
Onset cd_touching_at_hand(Touching *t, double h, bool close);

/* How near in front of it a step ends, in time (21.16). */
double cd_touching_near(const Onset *o);

/* The gap of one pair at the present state, which has been prepared, and its rate. */
double cd_touching_gap(Touching *t, const ContactPair *p, double *rate);

/* The first contact that lets go in the step up to the present state, which has been prepared. */
Release cd_touching_release(Touching *t);
/* What is above zero while the contact holds, and below when it has let go. */
double cd_touching_hold(Touching *t, const Release *o);

/* The first contact that pushes again in the step of size h up to the present state, which has been prepared. */
Return cd_touching_return(Touching *t, double h);
/* Steps from the present state on are short beside the time it pushes. */
void cd_touching_push(Touching *t, const Return *o, double h);

/* The step that ends at the present state is one to a first touch. */
void cd_touching_meet(Touching *t, const Onset *o);

/* How long a step may be: a twentieth of the stay of whoever is about to stay (21.17). */
double cd_touching_bound(const Touching *t);
