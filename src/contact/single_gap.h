/* single_gap.h - gaps of shapes that touch at single points, as functions of their frames along a motion: for
 * unilateral constraints, which need every derivative exactly (theory 22.29 to 22.31); and their slip. */
#pragma once
#include "contact/shape.h"
#include "linalg/jet.h"

/* Origin and axes of a marker along a motion. */
typedef struct JetFrame {
    JetVec r, axis[3];
} JetFrame;

typedef enum SingleGapKind {
    GAP_NONE,
    GAP_POINT,  /* a point of I, less a radius, and the solid J */
    GAP_WITHIN, /* a ball in a hollow ball or tube */
    GAP_ROUND,  /* an ellipsoid or torus on a plane */
    GAP_RIM,    /* an end of a cylinder or frustum on a plane */
    GAP_CORNER, /* a corner of a solid with plane faces and such a solid */
    GAP_EDGES,  /* edges of two of them */
    GAP_OVERLAP /* none that closes: the distance of two solids, which tells a step that has one pass the other */
} SingleGapKind;

typedef struct SingleGap {
    SingleGapKind kind;
    const Shape *i, *j;
    bool swapped;     /* I and J of the statement are J and I here */
    Vec3 point;       /* GAP_POINT, GAP_WITHIN, GAP_CORNER: in I's frame */
    double radius;    /* that is taken off */
    double at, round; /* GAP_RIM: place along the axis, and radius */
    int of_i, of_j;   /* GAP_CORNER, GAP_EDGES: which corner or edge */
} SingleGap;

/* How many gaps the two have; 0: there is no closed form, or there are more than SINGLE_GAPS_MOST. */
int cd_single_gaps(const Shape *i, const Shape *j, bool inside);
enum { SINGLE_GAPS_MOST = 5000 };
/* One of them. */
SingleGap cd_single_gap(const Shape *i, const Shape *j, bool inside, int which);

/* Which part of the surface a gap belongs to, for its normal jumps where that changes. Edges that do not cross, and
 * corners that are over no face, are apart: their distance has a little more, so that it is never zero. */
enum { FEATURE_FREE = -1, FEATURE_APART = -2 };
int cd_single_gap_feature(const SingleGap *g, const JetFrame *i, const JetFrame *j);

/* Its value along a motion of both markers, by that part of the surface. */
Jet cd_single_gap_along(const SingleGap *g, const JetFrame *i, const JetFrame *j, int feature);

/* A marker along a motion with its velocities. */
typedef struct JetMotion {
    JetFrame at;
    JetVec v, w;
} JetMotion;
/* Velocity of I against J where they touch, along the first (0) or second tangent (22.32). */
Jet cd_single_gap_slip(const SingleGap *g, const JetMotion *i, const JetMotion *j, int feature, int tangent);
