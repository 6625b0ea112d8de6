/* torus.c - a torus about z: points at the distance section from a circle of radius ring in the x-y plane. */
#include "contact/facets.h"
#include "contact/rows.h"

static Distance distance(const Shape *s, DualVec x)
{
    DualVec radial = x;
    radial.x.z = 0;
    for (int k = 0; k < 6; k++) radial.d[k].z = 0;
    /* on the axis all directions are alike: take x */
    DualVec out = v3_norm(radial.x) > 0 ? dv_unit(radial) : dv(v3(1, 0, 0));
    DualVec q = dv_sub(x, dv_times(out, s->torus.ring));
    DualVec n = v3_norm(q.x) > 0 ? dv_unit(q) : dv(v3(0, 0, 1));
    return (Distance){ du_plus(dv_norm(q), -s->torus.section), n, 0 };
}

static const SurfaceMesh *facets(Arena *arena, double ring, double section)
{
    enum { ROWS = 48, COLUMNS = 96 };
    Vec3 x[ROWS * COLUMNS];
    for (int a = 0; a < ROWS; a++)
        for (int b = 0; b < COLUMNS; b++) {
            double f = 2 * M_PI * a / ROWS, g = 2 * M_PI * b / COLUMNS, rho = ring + section * cos(f);
            x[a * COLUMNS + b] = v3(rho * cos(g), rho * sin(g), section * sin(f));
        }
    return cd_mesh_grid(arena, ROWS, COLUMNS, x, true);
}

Shape *cd_shape_torus(Arena *arena, double ring, double section)
{
    Shape *s = ARENA_NEW(arena, Shape);
    double out = ring + section;
    *s = (Shape){ .kind = SHAPE_torus, .size = section, .reach = out, .distance = distance };
    s->torus.ring = ring, s->torus.section = section;
    s->low = v3(-out, -out, -section), s->high = v3(out, out, section);
    s->mesh = facets(arena, ring, section);
    return s;
}
