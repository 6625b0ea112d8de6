/* edge_curve.h - curves that edges lie on: lines, ellipses, B-curves, B-curves in the parameters of a surface,
 * intersections of two surfaces.
 *
 * An intersection is known by points along it (the chart) and by its surfaces. Its parameter is k + f at the fraction
 * f of the chord between points k and k + 1: the point x there solves n1.(x - P1) = 0, n2.(x - P2) = 0, (b - a).(x -
 * a - f (b - a)) = 0, P_i the feet of x on the surfaces. Where a blend touches its support the two have no angle: x is
 * the foot of a point of the spine on the support then. */
#pragma once
#include "geometry/surface.h"

typedef enum EdgeCurveKind {
    EDGE_LINE,
    EDGE_ELLIPSE,
    EDGE_NURBS,
    EDGE_ON_SURFACE,
    EDGE_INTERSECTION,
    EDGE_KINDS
} EdgeCurveKind;

typedef struct EdgeCurve {
    EdgeCurveKind kind;
    int node;
    bool reversed; /* the direction that counts is against the parameter */
    Vec3 r, x, y;  /* line r + t x; ellipse r + x cos t + y sin t */
    const NurbsCurve *nurbs;
    const Surface *surface[2]; /* of an intersection; the second may be missing: then the chart is all there is */
    bool touches;              /* the second is a blend that ends where it touches the first */
    const Vec3 *chart;
    double (*feet)[4]; /* parameters of the points of the chart on both surfaces */
    int points;
    double from, to, period; /* period 0: not closed */
} EdgeCurve;

/* A piece of a curve, in the direction from -> to, which may be downwards. */
typedef struct EdgePiece {
    const EdgeCurve *curve; /* NULL: none */
    double from, to;
} EdgePiece;

/* Point and derivative. */
void cd_edge_curve_eval(const EdgeCurve *c, double t, Vec3 out[2]);

/* Parameter of the nearest point; returns the distance. */
double cd_edge_curve_invert(const EdgeCurve *c, Vec3 p, double *t);

/* Feet of the chart on both surfaces, and where the parameter runs; once the points and surfaces are there. */
void cd_edge_curve_finish(Arena *arena, EdgeCurve *c);

/* Parameters between from and to at which derivatives may jump, in order along the piece; calls see for each part. */
typedef void EdgePartSeen(void *user, double from, double to);
void cd_edge_piece_parts(const EdgePiece *p, EdgePartSeen *see, void *user);
