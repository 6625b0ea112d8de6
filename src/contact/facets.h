/* facets.h - solids as meshes, for pairs without a closed form. */
#pragma once
#include "contact/mesh.h"

struct Polytope;

/* A surface x(u, v) on a grid: closed around v; around u too, or with its first and last row each drawn to a point. */
const SurfaceMesh *cd_mesh_grid(Arena *arena, int rows, int columns, const Vec3 *x, bool closed);
const SurfaceMesh *cd_mesh_of_polytope(Arena *arena, const struct Polytope *p);
