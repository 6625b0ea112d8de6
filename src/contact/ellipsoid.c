/* ellipsoid.c - an ellipsoid about its marker's axes. The nearest point of its surface to y is x_i = a_i^2 y_i / (a_i^2
 * + t) with the largest root t of sum (a_i y_i / (a_i^2 + t))^2 = 1 (theory 18.5). */
#include "contact/facets.h"
#include "contact/rows.h"

/* F(t) = sum (a_i y_i / (a_i^2 + t))^2 - 1 falls from +inf to -1 right of -a_min^2. */
static double root(Vec3 half, Vec3 y)
{
    double low = -INFINITY, high = 0, scale = 0;
    for (int k = 0; k < 3; k++) {
        double a = v3_get(half, k), u = a * fabs(v3_get(y, k));
        low = fmax(low, u - a * a); /* the term of k alone is 1 there, so F >= 0 */
        high += u * u, scale = fmax(scale, a * a);
    }
    high = sqrt(high) - fmin(half.x, fmin(half.y, half.z)) * fmin(half.x, fmin(half.y, half.z));
    high = fmax(high, low);
    double t = low;
    for (int n = 0; n < 200 && high - low > 1e-16 * scale; n++) {
        double F = -1, slope = 0;
        for (int k = 0; k < 3; k++) {
            double a = v3_get(half, k), w = a * a + t, q = w > 0 ? a * v3_get(y, k) / w : 0;
            F += q * q, slope -= w > 0 ? 2 * q * q / w : 0;
        }
        if (F >= 0) low = t;
        else high = t;
        /* F is convex, so Newton from the left never passes the root */
        double next = slope < 0 ? t - F / slope : high;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (fabs(next - t) <= 1e-16 * scale) return next;
        t = next;
    }
    return t;
}

static Distance distance(const Shape *s, DualVec y)
{
    /* one step of Newton's method with duals from the root gives the root's gradient */
    Dual t = du(root(s->half, y.x)), F = du(-1), slope = du(0);
    for (int k = 0; k < 3; k++) {
        double a = v3_get(s->half, k);
        Dual w = du_plus(t, a * a), q = du_div(du_scale(dv_get(y, k), a), w), q2 = du_square(q);
        F = du_add(F, q2), slope = du_axpy(slope, -2, du_div(q2, w));
    }
    if (slope.x < 0) t = du_sub(t, du_div(F, du(slope.x)));
    Dual n[3], x[3];
    for (int k = 0; k < 3; k++) {
        double a = v3_get(s->half, k);
        n[k] = du_div(dv_get(y, k), du_plus(t, a * a)), x[k] = du_scale(n[k], a * a);
    }
    DualVec normal = dv_of(n[0], n[1], n[2]);
    if (v3_norm(normal.x) == 0) normal = dv(v3(0, 0, 1)); /* at the centre */
    normal = dv_unit(normal);
    return (Distance){ dv_dot(dv_sub(y, dv_of(x[0], x[1], x[2])), normal), normal, 0 };
}

/* Triangles, for solids without plane faces or few of them. */
static const SurfaceMesh *facets(Arena *arena, Vec3 half)
{
    enum { ROWS = 49, COLUMNS = 96 };
    Vec3 x[ROWS * COLUMNS];
    for (int a = 0; a < ROWS; a++)
        for (int b = 0; b < COLUMNS; b++) {
            double f = -M_PI / 2 + M_PI * a / (ROWS - 1), g = 2 * M_PI * b / COLUMNS;
            double wide = a == 0 || a == ROWS - 1 ? 0 : cos(f);
            x[a * COLUMNS + b] = v3(half.x * wide * cos(g), half.y * wide * sin(g), half.z * sin(f));
        }
    return cd_mesh_grid(arena, ROWS, COLUMNS, x, false);
}

Shape *cd_shape_ellipsoid(Arena *arena, Vec3 half)
{
    if (half.x == half.y && half.y == half.z) return cd_shape_sphere(arena, half.x);
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_ellipsoid, .low = v3_neg(half), .high = half, .half = half, .distance = distance };
    s->size = fmin(half.x, fmin(half.y, half.z)), s->reach = fmax(half.x, fmax(half.y, half.z));
    s->mesh = facets(arena, half);
    return s;
}

/* The lowest point over the plane, n along its axes w = A^T n: x = c - A a^2 w / |a w|, height c.n - |a w|. */
void cd_pair_ellipsoid_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                             Touch *touch)
{
    (void)pair, (void)j, (void)scratch;
    DualVec c = dv_point(r, A, v3(0, 0, 0)), n = dv(v3(0, 0, 1)), lowest = dv(v3(0, 0, 0));
    Dual sum = du(0);
    for (int k = 0; k < 3; k++) {
        DualVec axis = dv_axis(A, v3_axis(k));
        double a = v3_get(i->half, k);
        Dual w = dv_get(axis, 2);
        sum = du_axpy(sum, a * a, du_square(w));
        lowest = dv_add(lowest, dv_scale(axis, du_scale(w, a * a)));
    }
    Dual reach = du_sqrt(sum);
    DualVec x = dv_sub(c, dv_scale(lowest, du_div(du(1), reach)));
    cd_touch_add(touch, 0, du_sub(dv_get(c, 2), reach), x, n);
}
