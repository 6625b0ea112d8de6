/* region.h - a region of overlap by its surface: volume, first and second moments, and their gradients, from plane
 * pieces (theory 18.10). */
#pragma once
#include "contact/rows.h"

typedef struct Region {
    Vec3 origin;     /* moments are about it; a point of the region, so that no digits cancel */
    Vec3 r;          /* origin of I, about which rotations go */
    double V, dV[6]; /* volume */
    Vec3 M, dM[6];   /* integral of y = x - origin */
    double Q[6];     /* integral of y y^T: xx yy zz xy yz zx */
    double dQ[6][6]; /* change by change */
} Region;

/* Motion of a point of I along n, by each change of the pose: n . dx   (18.1). */
static inline void cd_region_speed(Vec3 r, Vec3 x, Vec3 n, double speed[6])
{
    Vec3 turn = v3_cross(v3_sub(x, r), n);
    v3_store(speed, n), v3_store(speed + 3, turn);
}

/* Adds a triangle of the surface, n its unit normal out of the region; moves: it belongs to I. */
void cd_region_add(Region *g, Vec3 a, Vec3 b, Vec3 c, Vec3 n, bool moves);

/* Centroid; gyration of an incident. */
DualVec cd_region_centroid(const Region *g);
void cd_region_gyration(const Region *g, Incident *a);

/* An incident with its chord: the line through the centroid along the normal is inside the region from lower to upper.
 * Regions without thickness give none. */
void cd_region_touch(const Region *g, int key, DualVec centroid, DualVec normal, Dual lower, Dual upper, Touch *touch);
