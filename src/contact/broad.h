/* broad.h - which of many shapes are near each other: boxes sorted along one axis and swept (Cohen et al. 1995),
 * without those that are beyond all shapes of the other side.
 *
 * Boxes are wider than the shapes by a margin, so a list of near pairs stays true until some shape has moved by half of
 * it. */
#pragma once
#include "contact/shape.h"

typedef struct SweptBox {
    Vec3 low, high;
    int shape;   /* number of whoever owns it */
    int group;   /* boxes of one group are no pair: shapes of one body. Negative: no group */
    int side;    /* 1: I, 2: J, 3: both lists of a contact; a pair has one of I and one of J */
    bool away;   /* while pairs are looked for: beyond all that it could meet */
    int next[3]; /* likewise: the next box in order of side 1, of side 2, of either; as many as there are: none */
} SweptBox;

typedef void NearPair(void *user, int i, int j); /* shapes, I's first where the sides tell */

/* The box of a shape at a pose, wider by margin; a plane's is infinite. */
SweptBox cd_broad_box(const Shape *s, Vec3 r, Mat3 A, double margin);

/* A box around two, as of a shape at both ends of a step. */
SweptBox cd_broad_union(SweptBox a, SweptBox b);

/* Calls near for each pair of boxes that meet, in an order that depends on the boxes alone. Sorts the boxes in place,
 * by insertion: nearly sorted ones, as from the call before, cost one pass. Infinite boxes belong to no order and meet
 * all they touch. Returns the number of pairs. */
int cd_broad_pairs(int n, SweptBox *box, NearPair *near, void *user);
