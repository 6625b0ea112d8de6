/* plane.c - the half space z <= 0. */
#include "contact/shape.h"

Shape *cd_shape_plane(Arena *arena)
{
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_plane, .size = INFINITY, .reach = INFINITY };
    s->low = v3(-INFINITY, -INFINITY, -INFINITY), s->high = v3(INFINITY, INFINITY, 0);
    return s;
}
