/* crossing_surfaces.h - regions of overlap of two closed surfaces of triangles, or of one and the half space z < 0. */
#pragma once
#include "contact/mesh.h"
#include "contact/region.h"

/* Incidents of mesh I (at r, A) in mesh J; j NULL: in the half space. Returns whether the surfaces meet. */
bool cd_surfaces_overlap(const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch);
