/* sphere.c - a ball, and its contacts by distance: p = R - dist(c), the normal is the gradient of the distance (theory 18.4). */
#include "contact/rows.h"

Shape *cd_shape_sphere(Arena *arena, double radius)
{
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_sphere, .size = radius, .reach = radius, .radius = radius };
    s->low = v3(-radius, -radius, -radius), s->high = v3(radius, radius, radius);
    return s;
}

void cd_pair_sphere_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                          Touch *touch)
{
    (void)pair, (void)j, (void)scratch;
    DualVec centre = dv_point(r, A, v3(0, 0, 0)), normal = dv(v3(0, 0, 1));
    Dual distance = du_plus(dv_get(centre, 2), -i->radius);
    cd_touch_add(touch, 0, distance, dv_axpy(centre, -i->radius, normal), normal);
}
