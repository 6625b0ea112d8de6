/* plane.c - the half space z <= 0. */
#include "contact/rows.h"

static Distance distance(const Shape *s, DualVec x)
{
    (void)s;
    return (Distance){ dv_get(x, 2), dv(v3(0, 0, 1)), 0 };
}

Shape *cd_shape_plane(Arena *arena)
{
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_plane, .size = INFINITY, .reach = INFINITY, .distance = distance };
    s->low = v3(-INFINITY, -INFINITY, -INFINITY), s->high = v3(INFINITY, INFINITY, 0);
    return s;
}
