/* polytope.h - convex solids with plane faces. */
#pragma once
#include "contact/shape.h"

typedef struct Facet {
    Vec3 n;           /* unit, outwards */
    double d;         /* n . x = d */
    int first, count; /* its corners in loop, counter-clockwise from outside */
} Facet;

typedef struct Polytope {
    int vertices, facets, corners, edges;
    const Vec3 *vertex;
    const Facet *facet;
    const int *loop;      /* corners */
    const int (*edge)[4]; /* two vertices, two facets */
} Polytope;

enum { POLYTOPE_MOST_FACETS = 160 }; /* larger ones are meshes with a tree */

/* From corner loops, each counter-clockwise from outside. */
const Polytope *cd_polytope_new(Arena *arena, int vertices, const Vec3 *vertex, int facets, const int *count,
                                const int *loop);

/* From triangles, those in one plane united; NULL: they are not closed, not convex, or too many. */
const Polytope *cd_polytope_of_triangles(Arena *arena, int vertices, const Vec3 *vertex, int triangles,
                                         const int (*triangle)[3]);

/* Whether x stands over the facet, within its edges or outside them by no more than `slack`. */
bool cd_facet_is_below(const Polytope *p, const Facet *f, Vec3 x, double slack);

/* Makes a shape this solid: bounding box, distance. */
void cd_shape_take_polytope(Shape *s, const Polytope *p);
