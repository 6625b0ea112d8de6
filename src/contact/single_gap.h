/* single_gap.h - gaps of shapes that touch at one point, as functions of their frames along a motion: for unilateral
 * constraints, which need every derivative exactly (theory 22.29, 22.30). */
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
    GAP_RIM     /* an end of a cylinder or frustum on a plane */
} SingleGapKind;

typedef struct SingleGap {
    SingleGapKind kind;
    const Shape *i, *j;
    bool swapped;     /* I and J of the statement are J and I here */
    Vec3 point;       /* GAP_POINT, GAP_WITHIN: in I's frame */
    double radius;    /* that is taken off */
    double at, round; /* GAP_RIM: place along the axis, and radius */
} SingleGap;

/* How many gaps the two have; 0: there is no closed form. */
int cd_single_gaps(const Shape *i, const Shape *j, bool inside);
/* One of them. */
SingleGap cd_single_gap(const Shape *i, const Shape *j, bool inside, int which);

/* Its value along a motion of both markers; feature: which part of the surface it belongs to, for the normal jumps
 * where that changes (NULL: not wanted). */
Jet cd_single_gap_along(const SingleGap *g, const JetFrame *i, const JetFrame *j, int *feature);
