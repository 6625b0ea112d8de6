/* point.c - a point, and its contact with a plane. */
#include "contact/rows.h"

Shape *cd_shape_point(Arena *arena, Vec3 x)
{
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_point, .low = x, .high = x, .centre = x, .size = INFINITY };
    return s;
}

void cd_pair_point_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)j, (void)scratch;
    DualVec x = dv_point(r, A, i->centre);
    cd_touch_add(touch, 0, dv_get(x, 2), x, dv(v3(0, 0, 1)));
}
