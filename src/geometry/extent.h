/* extent.h - the box about a body: exact where its edges are lines and arcs and its faces analytic, else as close as
 * its triangles are. */
#pragma once
#include "geometry/facets.h"

typedef struct Extent {
    Vec3 low, high;
} Extent;

/* Of a body put at p' = A p + t, with its triangles there. */
Extent cd_body_extent(const Body *body, const Facets *f, Mat3 A, Vec3 t);
