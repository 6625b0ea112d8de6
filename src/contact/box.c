/* box.c - a box along its marker's axes: a convex solid with six faces. */
#include "contact/facets.h"
#include "contact/polytope.h"

Shape *cd_shape_box(Arena *arena, Vec3 a, Vec3 b)
{
    Vec3 low = v3(fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)),
         high = v3(fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z));
    Vec3 vertex[8];
    for (int k = 0; k < 8; k++) vertex[k] = v3(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
    static const int count[6] = { 4, 4, 4, 4, 4, 4 };
    static const int loop[24] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6 };
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_box };
    cd_shape_take_polytope(s, cd_polytope_new(arena, 8, vertex, 6, count, loop));
    s->mesh = cd_mesh_of_polytope(arena, s->polytope);
    return s;
}
