/* instant.h - the contacts of one event, for the files that resolve it. */
#pragma once
#include "analyses/unilateral/unilateral.h"

/* Impacts that have followed each other within so many of the shortest flights (FEW); from how many on they are one. */
enum { IMPACT_CROWD = 3, IMPACT_FEW = 100 };

/* n numbers each. */
typedef struct NormalSpeeds {
    double *before, *after; /* U-, U+ */
    double *restitution;
    double *second; /* second rate of the gap with contacts open */
    double *scale;  /* sum of the terms of U- by amount */
    double *rest;   /* what is no velocity, in the integration that this is an instant of */
} NormalSpeeds;

/* With friction: three numbers per contact, normal and two tangents; tangents that are not there, or that joints hold,
 * have zeros. */
typedef struct RubbingRows {
    bool any;
    double *g, *x;          /* 3n*nv */
    double *w;              /* 3n*3n */
    double *before, *after; /* 3n: velocities */
    double *second, *scale; /* 3n */
    double *rest;           /* 3n */
    double *force;          /* 3n: from here on */
    double *way;            /* 2n: what closed ones slip in from here on; zeros: they stick */
    bool *stick;            /* 3n: tangents that are rows in use from here on */
} RubbingRows;

/* The contacts of an event. */
typedef struct Instant {
    Unilateral *u;
    System *s;
    Arena scratch;
    int n, *which; /* contacts that touch */
    double *g, *x; /* n*nv: rows; velocities by a unit impulse of each */
    double *w;     /* n*n */
    NormalSpeeds speed;
    RubbingRows rub;
} Instant;

/* A velocity along a row that is below what the integration tells from rest, by what its bodies have had so far. */
double cd_rest_of_row(const Unilateral *u, const RowEval *e);
/* Whether a gap is at rest behind the impact. */
bool cd_rests(const Instant *k, int i);

/* ---- rubbing.c ---- */

/* Rows of tangents, and responses to unit impulses along them: those of normals are known, and the factors of the
 * matrix are still there. */
void cd_rubbing_rows(Instant *k);
void cd_rubbing_respond(Instant *k);
/* The impact problem of all that touch, by restitutions in k->speed; of normals. False: no solution. */
bool cd_rubbing_strike(Instant *k, Impact *blow);
/* Second rates of tangents at the accelerations of the state. */
void cd_rubbing_second(Instant *k);
/* Which press, stick and slip. False: there is no such motion. */
bool cd_rubbing_choose(Instant *k, bool *in_use, bool *implied);
/* An impact of friction alone, where no accelerations are consistent (22.27). False: none is found. */
bool cd_rubbing_jam(Instant *k, double *lost);
/* Where contacts share forces in many ways, and multipliers of those in use say that one of them pulls or is beyond its
 * limit: forces are those that were chosen with the states, and how multipliers change from there on. */
void cd_rubbing_share(Instant *k);
void cd_rubbing_share_no_more(Unilateral *u);
/* Contacts take the states that were chosen. */
void cd_rubbing_take(Instant *k, ImpactEvent *event);
/* Friction of those that stick, as a share of its limit, at accelerations just found; velocities of those that slip. */
void cd_rubbing_look(Unilateral *u);
/* The end of the attempt is the last accepted point. */
void cd_rubbing_accept(Unilateral *u);
