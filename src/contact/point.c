/* point.c - a point, and its contacts with planes and solids: how deep it is inside, by distance (theory 18.4 with R =
 * 0); in a mesh that is not convex by the nearest of its triangles, edges and corners. */
#include "contact/mesh_distance.h"
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

void cd_pair_point_solid(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)scratch;
    DualVec x = dv_point(r, A, i->centre);
    Distance at = j->distance(j, x);
    cd_touch_add(touch, 0, at.d, x, at.n);
}

/* The triangle nearest to x, and its point. */
static int nearest_triangle(const SurfaceMesh *m, Vec3 x, Vec3 *on)
{
    int best = 0;
    double least = INFINITY;
    for (int t = 0; t < m->triangles; t++) {
        if (v3_norm(v3_sub(x, m->middle[t])) - m->radius[t] >= least) continue;
        const int *c = m->triangle[t];
        Vec3 y = cd_triangle_nearest(x, m->vertex[c[0]], m->vertex[c[1]], m->vertex[c[2]]);
        double d = v3_norm(v3_sub(x, y));
        if (d < least) least = d, best = t, *on = y;
    }
    return best;
}

void cd_pair_point_mesh(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    if (j->distance) {
        cd_pair_point_solid(pair, i, j, r, A, scratch, touch);
        return;
    }
    const SurfaceMesh *m = j->mesh;
    DualVec x = dv_point(r, A, i->centre);
    Vec3 on = x.x;
    int t = nearest_triangle(m, x.x, &on);
    Vec3 out = v3_sub(x.x, on), n = m->normal[t];
    double size = m->radius[t], d = v3_norm(out);
    /* above or below the triangle itself */
    if (d < 1e-9 * size || v3_norm(v3_cross(out, n)) < 1e-9 * d) {
        cd_touch_add(touch, 0, dv_dot(dv(n), dv_sub(x, dv(on))), x, dv(n));
        return;
    }
    /* beside it: the nearest is an edge, if the way is normal to one that holds the point, or a corner */
    DualVec way = dv_sub(x, dv(on));
    for (int k = 0; k < 3; k++) {
        Vec3 a = m->vertex[m->triangle[t][k]], b = m->vertex[m->triangle[t][(k + 1) % 3]], e = v3_unit(v3_sub(b, a));
        if (v3_norm(v3_cross(v3_sub(on, a), e)) > 1e-9 * size || fabs(v3_dot(out, e)) > 1e-9 * d) continue;
        way = dv_sub(way, dv_scale(dv(e), dv_dot(way, dv(e))));
        break;
    }
    double sign = cd_mesh_holds(m, x.x) ? -1 : 1;
    cd_touch_add(touch, 0, du_scale(dv_norm(way), sign), x, dv_times(dv_unit(way), sign));
}
