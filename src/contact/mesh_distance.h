/* mesh_distance.h - nearest points of meshes. */
#pragma once
#include "contact/near_triangles.h"

/* Distance of two meshes that do not cross, I at r and A, or a lower bound of it while it is large against triangles,
 * or `within` if it is no less than that; where on I, and the direction from J's nearest point to it, zero where it is
 * a bound. */
double cd_mesh_distance(const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r, Mat3 A, double within, Vec3 *direction,
                        Vec3 *on_i);

/* The same of pairs that are listed alone, exactly where it is less than `within`. */
double cd_mesh_distance_of(const SurfaceMesh *i, const SurfaceMesh *j, const NearTriangles *near, Vec3 r, Mat3 A,
                           double within, Vec3 *direction, Vec3 *on_i);

/* Whether a point is inside. */
bool cd_mesh_holds(const SurfaceMesh *m, Vec3 x);

/* Point of a triangle nearest to x. */
Vec3 cd_triangle_nearest(Vec3 x, Vec3 a, Vec3 b, Vec3 c);
