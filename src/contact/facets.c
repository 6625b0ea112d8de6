/* facets.c - triangles of grids and of convex solids. */
#include "contact/facets.h"

#include "contact/polytope.h"

const SurfaceMesh *cd_mesh_grid(Arena *arena, int rows, int columns, const Vec3 *x, bool closed)
{
    int strips = closed ? rows : rows - 1, n = 0;
    int(*triangle)[3] = cd_arena_take(arena, sizeof *triangle * 2 * (size_t)(strips * columns));
    for (int a = 0; a < strips; a++)
        for (int b = 0; b < columns; b++) {
            int p = a * columns + b, q = a * columns + (b + 1) % columns, next = (a + 1) % rows * columns;
            int r = next + b, s = next + (b + 1) % columns;
            triangle[n][0] = p, triangle[n][1] = q, triangle[n++][2] = s;
            triangle[n][0] = p, triangle[n][1] = s, triangle[n++][2] = r;
        }
    const char *why;
    return cd_mesh_new(arena, rows * columns, x, n, (const int(*)[3])triangle, &why);
}

const SurfaceMesh *cd_mesh_of_polytope(Arena *arena, const Polytope *p)
{
    int(*triangle)[3] = cd_arena_take(arena, sizeof *triangle * (size_t)p->corners), n = 0;
    for (int f = 0; f < p->facets; f++)
        for (int k = 1; k + 1 < p->facet[f].count; k++) {
            const int *loop = p->loop + p->facet[f].first;
            triangle[n][0] = loop[0], triangle[n][1] = loop[k], triangle[n++][2] = loop[k + 1];
        }
    const char *why;
    return cd_mesh_new(arena, p->vertices, p->vertex, n, (const int(*)[3])triangle, &why);
}
