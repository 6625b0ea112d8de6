/* pile.h - contacts of CONTACT/..., NEWTON where time stepping looks for them: balls, points and corners of solids on
 * planes and balls on balls, of which nothing but those near each other are looked at (theory 22.16). */
#pragma once
#include "base/map.h"
#include "contact/broad.h"
#include "system/system.h"

/* A ball, or a point as a ball without radius, as its body carries it. */
typedef struct PileBall {
    int body; /* -1: ground */
    Vec3 at;  /* in body axes */
    double radius;
    int side; /* 1: of IGEOM, 2: of JGEOM, 3: both */
    bool round;
} PileBall;

typedef struct PilePlane {
    int body;
    Vec3 through, normal; /* in body axes */
    int side;
} PilePlane;

/* One CONTACT. */
typedef struct PileSet {
    int index;             /* in the table of CONTACT */
    double e, mu, sliding; /* coefficients of restitution, of friction, and of that of a contact that slides */
    bool inside;
    int first_ball, balls, first_plane, planes; /* of all */
} PileSet;

/* Two that may touch. */
typedef struct NearPairing {
    int set, ball, other; /* other: a ball, or a plane counted behind all balls */
    int held;             /* its impulses of the last step */
} NearPairing;

/* A contact that is near. */
typedef struct PileContact {
    int set, held;
    int body[2];
    double gap;
    Vec3 normal, point; /* towards body[0]; ground axes */
} PileContact;

/* Impulses of a contact, with which the next step starts. */
typedef struct HeldImpulse {
    double p[3];
    long step;   /* that they belong to */
    bool sticks; /* the contact did not slip at its end */
} HeldImpulse;

typedef struct Pile {
    Arena *arena;
    const Mechanism *m;
    ARRAY_OF(PileSet) set;
    ARRAY_OF(PileBall) ball;
    ARRAY_OF(PilePlane) plane;
    ARRAY_OF(NearPairing) near;
    ARRAY_OF(HeldImpulse) held;
    Map known; /* set, ball, other: which of held */
    SweptBox *box;
    Vec3 *listed; /* per ball: where it was when the list was made */
    bool made;
    double margin;
    int listing; /* set */
} Pile;

/* Of the model of a system; NULL: it has no such contacts. */
Pile *cd_pile_open(Arena *arena, const System *s);
void cd_pile_close(Pile *p);

/* How many are near each other where bodies are. */
int cd_pile_room(Pile *p, const BodyMotion *body);
/* Those whose gap is less than both bodies reach, by a length per body; which: number of each in the list of near
 * ones. */
int cd_pile_look(const Pile *p, const BodyMotion *body, const double *reach, int *which, PileContact *out);
/* The gap alone, of a contact that has been found. */
double cd_pile_gap(const Pile *p, const BodyMotion *body, int near);
