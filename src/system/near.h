/* near.h - which pairs of shapes are loads at all, where a CONTACT has too many to look at each: those whose boxes
 * meet, each wider than its shape by the margin of its body (theory 21.30, 21.31). The list holds until some body has
 * moved farther than its margin. */
#pragma once
#include "base/map.h"
#include "contact/broad.h"
#include "system/contacts.h"

/* A CONTACT with more pairs of shapes than this lists the near ones; others keep all of theirs. */
enum { NEAR_FEW_PAIRS = 100 };

/* The shapes of one CONTACT. */
typedef struct Crowd {
    ContactSet *set;
    const struct Contact *contact;
    KindIndex kind;
    int n;
    ContactShape *shape; /* n */
    int *body;           /* n; -1: ground */
    SweptBox *box;       /* n, in the order of the last sweep */
    Map known;           /* two shapes: which of all pairs ever near */
} Crowd;

/* A pair that has been near, with its load. */
typedef struct NearLoad {
    ContactPair pair;
    Load load;
    int crowd, i, j; /* numbers of shapes in the crowd */
    bool listed;
} NearLoad;

typedef struct Near {
    Arena *arena;
    const Mechanism *m;
    ARRAY_OF(Crowd) crowd;
    ARRAY_OF(NearLoad *) known; /* all pairs ever near */
    ARRAY_OF(NearLoad *) now;   /* those that are, in the order of crowds and shapes */
    int fixed, fixed_pairs;     /* loads that are there at all times, and pairs among them */
    const Load *of_fixed;
    ContactPair **fixed_pair;
    bool made;        /* there is a list */
    BodyMotion *base; /* per body: where it was when the list was made ... */
    double *margin;   /* ... and how far it may move from there */
    double *reach,
        /* per body: how far a rotation moves its shapes, per radian; margin that it has always. reach < 0: it has no
         * shape */
        *least;
    const BodyMotion *at; /* while a list is made: where bodies are */
    int crowd_now;
    long lists; /* how many have been made */
    int most;   /* pairs of the longest */
} Near;

/* What a body has gone by from where the list was made. */
double cd_near_moved(const Near *n, int body, const BodyMotion *now);

/* Whether the list holds where bodies are now; ahead (per body): how far each may still go; NULL: nowhere. */
bool cd_near_holds(const Near *n, const BodyMotion *now, const double *ahead);

/* Makes the list for bodies where they are, and for whatever each may still go, and with it the loads. */
void cd_near_list(Near *n, Loads *loads, const BodyMotion *now, const double *ahead);

/* A pair by its crowd and GRAPHICS, made if it has not been near yet; NULL: no such pair. */
ContactPair *cd_near_pair(Near *n, int crowd, int i, int j);

/* Pair number k of all that have been loads; NULL: there are no more. */
const ContactPair *cd_near_any_pair(const Loads *loads, int k);

/* For the crowds among the loads of a model; NULL: there are none. */
Near *cd_near_open(Arena *arena, const CdModel *model, const Mechanism *m, Loads *loads);
void cd_near_close(Near *n);
