/* revolution.c - a profile turned about z. An open profile is closed along the axis. */
#include "contact/facets.h"

Shape *cd_shape_revolution(Arena *arena, int n, const Vec3 *profile, bool closed, const char **why)
{
    enum { COLUMNS = 96 };
    *why = "its profile needs at least two points";
    if (n < 2) return NULL;
    int rows = closed ? n : n + 2;
    Vec3 *x = ARENA_ARRAY(arena, Vec3, rows * COLUMNS);
    for (int a = 0; a < rows; a++) {
        int k = closed ? a : a == 0 ? 0 : a > n ? n - 1 : a - 1;
        bool on_axis = !closed && (a == 0 || a > n);
        double rho = on_axis ? 0 : hypot(profile[k].x, profile[k].y);
        for (int b = 0; b < COLUMNS; b++) {
            double f = 2 * M_PI * b / COLUMNS;
            x[a * COLUMNS + b] = v3(rho * cos(f), rho * sin(f), profile[k].z);
        }
    }
    const SurfaceMesh *m = cd_mesh_grid(arena, rows, COLUMNS, x, closed);
    *why = "its profile does not enclose a volume, or crosses itself";
    if (!m) return NULL;
    Shape *s = cd_shape_mesh(arena, m->vertices, m->vertex, m->triangles, m->triangle, why);
    if (s) s->kind = SHAPE_revolution;
    return s;
}
