/* facets.h - triangles of the boundary of a body: closed, each edge between two of them in opposite directions, the
 * normal of (a, b, c) leading out. A triangle remembers its face, so that who needs the exact surface finds it. */
#pragma once
#include "geometry/body.h"

typedef struct FacetTriangle {
    int corner[3];
    int face; /* of the body */
} FacetTriangle;

typedef struct Facets {
    ARRAY_OF(Vec3) point;
    ARRAY_OF(FacetTriangle) triangle;
    ARRAY_OF(int) outline; /* points of edges of the body, two per segment, for drawing */
    bool closed;           /* every edge has exactly one opposite one */
    int rough;      /* faces that are but the polygon of their boundary, since triangles within could not be made */
    int rough_node; /* the first of them; -1: none */
    int left_out;   /* faces with a problem, which are not there */
} Facets;

typedef struct FacetSettings {
    double
        chord; /* most that edges and parameter lines may be off, m; diagonals within a face may be off twice as far */
    double angle; /* most between neighbours along a curve, rad */
} FacetSettings;

/* By FACETING_TOLERANCE: chord = diagonal of the box / (30 fineness). */
FacetSettings cd_facet_settings(const Body *b, double fineness);

Facets cd_body_facets(Arena *arena, const Body *b, FacetSettings settings);

/* Volume and area of closed facets, and their box. */
typedef struct FacetSums {
    double volume, area;
    Vec3 low, high;
} FacetSums;
FacetSums cd_facet_sums(const Facets *f);

/* Whether each directed edge occurs once and has its opposite. */
bool cd_facets_are_closed(const Facets *f);
