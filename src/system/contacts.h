/* contacts.h - CONTACT statements in the equations: shapes, the pairs of them, and their forces as loads (theory
 * 21). */
#pragma once
#include "contact/force.h"
#include "contact/stated.h"
#include "elements/contact.h"
#include "system/loads.h"

/* A shape and the marker that carries it. */
typedef struct ContactShape {
    const Shape *shape;
    int graphics, marker;
    Vec3 centre; /* of the ball around it, or a point of the plane; in the frame of the marker */
    Vec3 normal; /* of the plane */
} ContactShape;

ContactShape cd_contact_shape(const Shape *shape, int graphics, int marker);

/* One CONTACT. */
typedef struct ContactSet {
    const Element *element;
    int index; /* in the table of CONTACT */
    ContactLaw law;
    ContactLaw
        /* in statics, where nothing slips: friction holds as far as bodies have moved from where they stood, by a
         * bristle */
        still;
    double fastest;    /* approach speed of all onsets so far; POISSON */
    bool told_damping; /* that blows leave hardly any speed */
} ContactSet;

/* How a pair has touched so far, for the run log. */
typedef struct ContactTally {
    int touches;
    bool in; /* touch, at the last accepted point */
    double first, since,
        until;      /* times: of the first touch, of the present or last one, and where that ended; NAN: never */
    double longest; /* stay */
    double force, force_time; /* the largest, and when */
    double depth, depth_time;
    double damped, rubbed; /* energy lost so far */
    double powers[2];      /* of these two losses, at the last accepted point */
    double leaving;        /* how fast the gap grew at the last accepted point in touch */
    bool told;             /* that they overlap too far */
} ContactTally;

enum { MOST_STUCK = 4 }; /* regions of one pair that stick */

/* Two shapes that may touch. */
typedef struct ContactPair {
    ContactSet *set;
    ContactShape i, j;
    Pair pair;
    int load;                /* which of the loads; -1: none, it is far apart (near.h) */
    double onset;            /* approach speed where they met last */
    bool met;                /* ... and have not come apart since */
    bool returned;           /* since then it has let go, and a step has ended where it pushed again */
    double pull;             /* at the last accepted point, before it is cut at zero ... */
    double overlap;          /* ... and there, negative if they are apart */
    double since, stay;      /* when that was, and how long they were to stay in touch */
    double pressed, press;   /* when a blow elsewhere last drove them into each other, and for how long; 0: none has */
    Stuck stuck[MOST_STUCK]; /* with STICTION = ON */
    ContactTally tally;
} ContactPair;

/* Shapes that have met, or come apart, for the report. */
typedef struct TouchEvent {
    double t;
    const ContactPair *pair;
    bool apart;
} TouchEvent;
enum { MOST_TOUCH_EVENTS = 1000 };

/* Room for one evaluation; and the events of a run. */
typedef struct ContactRoom {
    Arena arena;
    Touch touch;
    ContactForce force;
    TouchEvent event[MOST_TOUCH_EVENTS];
    int events;
} ContactRoom;

/* How I moves as seen from J. */
Relative cd_contact_relative(const World *w, const ContactPair *p);
/* Mass that a pair feels along a unit vector at a point, both in ground axes, without what joints add to it; INFINITY:
 * neither can move. */
double cd_contact_mass(const World *w, const ContactPair *p, Vec3 point, Vec3 n);
/* What is known of an incident of a pair, friction left out. */
Touched cd_contact_known(const World *w, const ContactPair *p, const Incident *at);
/* The law in the present analysis, and whether friction counts in it. */
const ContactLaw *cd_contact_law(const World *w, const ContactSet *set);
bool cd_contact_rubs(const World *w, const ContactSet *set);
/* Every incident of a load at the present state, with its force; points and vectors in ground axes. */
typedef struct IncidentTold {
    Vec3 point, normal, friction;
    double p;
    IncidentForce f;
} IncidentTold;
int cd_contact_incidents(World *w, const Load *l, IncidentTold out[PAIR_MOST_INCIDENTS]);

/* Force and torque at the marker of I on its body, ground axes, with slopes if six is not NULL, as cd_load_eval has
 * them. */
bool cd_contact_eval(World *w, const Load *l, Wrench *out, Slope *six);
/* Energy kept in a contact and its rate; all else that it takes up is lost. */
void cd_contact_store(World *w, const Load *l, Stored *out);
/* Where a pair sticks, from here on. */
void cd_contact_stick(World *w, ContactPair *p);
/* Statics begins: bodies are held from where they stand now, and from where they stick. */
void cd_contact_anchor(World *w, ContactPair *p);
/* A pair of the same shapes goes on from where another has come to. */
void cd_contact_continue(ContactPair *p, const ContactPair *old);
/* The normal force where the overlap is deepest, before it is cut at zero; 0: none. At the present state, and at a
 * given relative motion. */
double cd_contact_pull(World *w, const ContactPair *p);
double cd_contact_pull_at(World *w, const ContactPair *p, const Relative *m);
/* A lower bound of the distance, as cd_pair_apart has it, without the relative pose. */
double cd_contact_apart(const World *w, const ContactPair *p);

/* A pair at the present state, from one evaluation. */
typedef struct ContactNow {
    double gap, rate;      /* far pairs: a bound, and NAN */
    double pull;           /* normal force where the overlap is deepest, before it is cut at zero */
    double force;          /* its amount */
    double damped, rubbed; /* power lost */
} ContactNow;
ContactNow cd_contact_now(World *w, const ContactPair *p);

/* The gap and its rate; far pairs: a bound, and NAN. */
double cd_contact_gap(World *w, const ContactPair *p, double *rate);
