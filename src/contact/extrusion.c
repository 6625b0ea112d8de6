/* extrusion.c - a plane profile carried along z. Its ends are cut into triangles by taking off ears. */
#include "contact/mesh.h"

#include <stdlib.h>

static double turn(Vec3 a, Vec3 b, Vec3 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool is_ear(const Vec3 *x, const int *left, int n, int k)
{
    int before = left[(k + n - 1) % n], at = left[k], after = left[(k + 1) % n];
    if (turn(x[before], x[at], x[after]) <= 0) return false;
    for (int l = 0; l < n; l++) {
        int o = left[l];
        if (o == before || o == at || o == after) continue;
        if (turn(x[before], x[at], x[o]) >= 0 && turn(x[at], x[after], x[o]) >= 0 &&
            turn(x[after], x[before], x[o]) >= 0)
            return false;
    }
    return true;
}

/* Triangles of a polygon that runs counter-clockwise; fewer than n - 2 if it crosses itself. */
static int cut_ears(int n, const Vec3 *x, int (*triangle)[3])
{
    int *left = cd_take(sizeof *left * (size_t)n), count = 0;
    for (int k = 0; k < n; k++) left[k] = k;
    for (int m = n; m >= 3;) {
        int ear = 0;
        while (ear < m && !is_ear(x, left, m, ear)) ear++;
        /* corners on a straight line make no ear: take one off as a triangle without area */
        for (int k = 0; k < m && ear == m; k++)
            if (turn(x[left[(k + m - 1) % m]], x[left[k]], x[left[(k + 1) % m]]) == 0) ear = k;
        if (ear >= m) break;
        triangle[count][0] = left[(ear + m - 1) % m], triangle[count][1] = left[ear];
        triangle[count++][2] = left[(ear + 1) % m];
        for (int k = ear; k + 1 < m; k++) left[k] = left[k + 1];
        m--;
    }
    free(left);
    return count;
}

Shape *cd_shape_extrusion(Arena *arena, int n, const Vec3 *profile, double from, double to, const char **why)
{
    *why = "its profile needs at least three points";
    if (n < 3) return NULL;
    double area = 0;
    for (int k = 0; k < n; k++) area += turn(v3(0, 0, 0), profile[k], profile[(k + 1) % n]) / 2;
    *why = "its profile encloses no area";
    if (area == 0) return NULL;
    Vec3 *vertex = ARENA_ARRAY(arena, Vec3, 2 * n);
    for (int k = 0; k < n; k++) {
        Vec3 p = profile[area > 0 ? k : n - 1 - k];
        vertex[k] = v3(p.x, p.y, fmin(from, to)), vertex[k + n] = v3(p.x, p.y, fmax(from, to));
    }
    int(*triangle)[3] = cd_arena_take(arena, sizeof *triangle * (size_t)(4 * n)), ears = cut_ears(n, vertex, triangle);
    *why = "its profile crosses itself";
    if (ears != n - 2) return NULL;
    int count = ears;
    for (int k = 0; k < ears; k++) { /* the upper end as it is, the lower one turned */
        int a = triangle[k][0], b = triangle[k][1], c = triangle[k][2];
        triangle[count][0] = a + n, triangle[count][1] = b + n, triangle[count++][2] = c + n;
        triangle[k][1] = c, triangle[k][2] = b;
    }
    for (int k = 0; k < n; k++) {
        int l = (k + 1) % n;
        triangle[count][0] = k, triangle[count][1] = l, triangle[count++][2] = l + n;
        triangle[count][0] = k, triangle[count][1] = l + n, triangle[count++][2] = k + n;
    }
    Shape *s = cd_shape_mesh(arena, 2 * n, vertex, count, (const int(*)[3])triangle, why);
    if (s) s->kind = SHAPE_extrusion;
    return s;
}
