/* crossing_surfaces.h - regions of overlap of two closed surfaces of triangles, or of one and the half space z < 0. */
#pragma once
#include "contact/near_triangles.h"
#include "contact/region.h"

/* Incidents of mesh I (at r, A) in mesh J, of whose triangles all pairs that may cross are listed. Returns whether the
 * surfaces meet. */
bool cd_surfaces_overlap(const SurfaceMesh *i, const SurfaceMesh *j, const NearTriangles *near, Vec3 r, Mat3 A,
                         Arena *scratch, Touch *touch);

/* Incidents of mesh I (at r, A) in the half space z < 0. */
bool cd_surface_below(const SurfaceMesh *i, Vec3 r, Mat3 A, Arena *scratch, Touch *touch);
