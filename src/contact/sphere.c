/* sphere.c - a ball, and its contacts by distance: p = R - dist(c), the normal is the gradient of the distance (theory
 * 18.4). */
#include "contact/rows.h"

/* Balls as J: a point. */
static Distance distance(const Shape *s, DualVec x)
{
    Dual norm = dv_norm(x);
    return (Distance){ du_plus(norm, -s->radius), norm.x > 0 ? dv_unit(x) : dv(v3(0, 0, 1)), 0 };
}

Shape *cd_shape_sphere(Arena *arena, double radius)
{
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_sphere, .size = radius, .reach = radius, .radius = radius, .distance = distance };
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

void cd_pair_sphere_solid(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                          Touch *touch)
{
    (void)pair, (void)scratch;
    DualVec centre = dv_point(r, A, v3(0, 0, 0));
    Distance at = j->distance(j, centre);
    cd_touch_add(touch, 0, du_plus(at.d, -i->radius), dv_axpy(centre, -i->radius, at.n), at.n);
}

/* Material outside: distance and normal change their signs. */
static void inside(const Shape *i, DualVec centre, Dual d, DualVec n, Touch *touch)
{
    n = dv_times(n, -1);
    cd_touch_add(touch, 0, du_plus(du_neg(d), -i->radius), dv_axpy(centre, -i->radius, n), n);
}

void cd_pair_sphere_in_sphere(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                              Touch *touch)
{
    (void)pair, (void)scratch;
    DualVec centre = dv_point(r, A, v3(0, 0, 0));
    Distance at = j->distance(j, centre);
    inside(i, centre, at.d, at.n, touch);
}

/* The cylinder is a tube without ends. */
void cd_pair_sphere_in_cylinder(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                                Touch *touch)
{
    (void)pair, (void)scratch;
    DualVec centre = dv_point(r, A, v3(0, 0, 0)), radial = centre;
    radial.x.z = 0, radial.d[2] = v3(0, 0, 0); /* the centre moves with dr alone */
    Dual rho = dv_norm(radial);
    inside(i, centre, du_plus(rho, -j->round.bottom), rho.x > 0 ? dv_unit(radial) : dv(v3(1, 0, 0)), touch);
}
