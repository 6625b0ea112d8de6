/* linearising.h - what the files share that linearise a model: linear.c, independent.c, steadiness.c. */
#pragma once
#include "analyses/linear/linear.h"
#include "analyses/linear/relative.h"
#include "system/variation.h"

/* What a constraint row says of small changes, and how it turns. */
typedef struct RowShare {
    RowVariation by;
    double turning[ROW_WIDTH][6], size; /* G' in ground axes, |G| */
} RowShare;

typedef struct Linearising {
    Linearised *l;
    System *s;
    Equations *e;
    Arena arena;
    RowShare *row; /* of each row in use */
    BodyMap *map;
    double
        *scale; /* of each coordinate where independent ones are chosen: 1, or the length of the model for a rotation */
    const Relative *frame; /* that coordinates are relative to; NULL: ground */
} Linearising;

/* Rotations of all bodies from ground to body axes, or back. */
void cd_linear_turn(const System *s, bool to_body, const double *from, double *to);

/* Fills l->position, l->velocity, l->all.P, l->all.V and, about a motion, l->all.S (12.3), (12.4). False if the rows
 * in use depend on each other. */
bool cd_linear_choose_coordinates(Linearising *w, bool at_rest);

/* Warns where the linear model holds for an instant only: accelerations, or a mechanism that changes as it moves
 * (12.12). */
void cd_linear_judge_steadiness(Linearising *w, CdLog *log);
