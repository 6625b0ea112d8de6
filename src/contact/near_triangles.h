/* near_triangles.h - pairs of triangles of two meshes that are near each other, kept from one evaluation to the next.
 *
 * Between evaluations shapes hardly move against each other. The list has all pairs that are nearer than its slack
 * where it was made, in the order in which the trees lead to them. As long as no point has moved by more than the slack
 * no other pair crosses, and all others are farther apart than what is left of it (theory 18, 5). */
#pragma once
#include "contact/mesh.h"

typedef struct TrianglePair {
    int i, j;
} TrianglePair;

typedef struct NearTriangles {
    ARRAY_OF(TrianglePair) at;
    Vec3 r; /* the pose of I where it was made */
    Mat3 A;
    double slack;
    double left;          /* of the slack, at the pose that was asked for last */
    bool made, swallowed; /* swallowed: no pair is near, for I is inside J */
} NearTriangles;

/* Pairs whose distance at this pose is at most slack, and some more; any pair beyond may be there too. */
void cd_near_triangles_list(NearTriangles *n, const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r, Mat3 A, double slack,
                            Arena *arena, Arena *scratch);

/* Makes the list anew where it does not leave `need` of its slack at a pose of two shapes with meshes. False: so much
 * is needed that a list would hold too many. */
bool cd_near_triangles_at(NearTriangles *n, const Shape *i, const Shape *j, Vec3 r, Mat3 A, double need, Arena *arena,
                          Arena *scratch);
