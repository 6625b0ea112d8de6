/* rows.h - what a way of computing a pair is to pair.c, and what such ways share. */
#pragma once
#include "contact/dual.h"
#include "contact/pair.h"

/* Signed distance of a point from a shape's surface, negative inside; its gradient; which feature of the shape is
 * nearest. */
typedef struct Distance {
    Dual d;
    DualVec n;
    int feature;
} Distance;

typedef void PairEval(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch);

typedef struct PairRow {
    ShapeKind i, j;
    bool inside; /* for shapes one of which encloses the other */
    PairEval *eval;
    const char *how;
} PairRow;

#define PAIR(name, i, j, inside, how) PairEval cd_pair_##name;
#include "contact/pairs.def"
#undef PAIR

/* As cd_pair_apart, but of poses of the shapes themselves, as rows get them. */
double cd_shapes_apart(const Pair *pair, Vec3 r, Mat3 A);

/* An incident of a point contact, or the gap: distance d along the unit normal out of J between the surface points x of
 * I; d < 0 is overlap. The point lies half way: x - d/2 normal. */
void cd_touch_add(Touch *touch, int key, Dual d, DualVec x, DualVec normal);

/* A cylinder or frustum, between two stations of its axis, on the plane z = 0. */
void cd_round_on_plane(const Shape *i, Vec3 r, Mat3 A, Dual from, Dual to, Touch *touch);

/* An incident and gap seen from a frame that stands in J's at o with axes F, as J sees them. */
void cd_touch_from_frame(Touch *touch, Vec3 o, Mat3 F);

/* The gap of two convex shapes that do not overlap (distance; 0 where they do), with its gradient. */
bool cd_shape_has_support(const Shape *s);
double cd_convex_distance(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Vec3 *direction, Vec3 *on_i);
void cd_gap_of_convex(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Touch *touch);
