/* gap.c - distance of two convex shapes by their support points (Gilbert, Johnson, Keerthi 1988; sub-distances by
 * Ericson's regions): the point of the difference I - J nearest to the origin. */
#include "contact/polytope.h"
#include "contact/region.h"

typedef struct Corner {
    Vec3 x, on_i; /* of the difference; the point of I that makes it */
} Corner;

static Vec3 farthest(const Shape *s, Vec3 u)
{
    if (s->polytope) {
        const Polytope *p = s->polytope;
        int best = 0;
        double most = -INFINITY;
        for (int k = 0; k < p->vertices; k++) {
            double h = v3_dot(u, p->vertex[k]);
            if (h > most) most = h, best = k;
        }
        return p->vertex[best];
    }
    double side = hypot(u.x, u.y);
    switch (s->kind) {
    case SHAPE_sphere: return v3_scale(u, s->radius / v3_norm(u));
    case SHAPE_ellipsoid: {
        Vec3 a = s->half, w = v3(a.x * u.x, a.y * u.y, a.z * u.z);
        double norm = v3_norm(w);
        return v3(a.x * w.x / norm, a.y * w.y / norm, a.z * w.z / norm);
    }
    case SHAPE_cylinder:
    case SHAPE_frustum: {
        double c = side > 0 ? u.x / side : 1, d = side > 0 ? u.y / side : 0;
        bool upper = s->round.top * side + s->round.to * u.z > s->round.bottom * side + s->round.from * u.z;
        double rho = upper ? s->round.top : s->round.bottom;
        return v3(rho * c, rho * d, upper ? s->round.to : s->round.from);
    }
    default: return s->centre;
    }
}

bool cd_shape_has_support(const Shape *s)
{
    return s->polytope || s->kind == SHAPE_sphere || s->kind == SHAPE_ellipsoid || s->kind == SHAPE_cylinder ||
           s->kind == SHAPE_frustum;
}

static Corner support(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Vec3 u)
{
    Vec3 a = v3_add(r, m3_apply(A, farthest(i, m3_tapply(A, u)))), b = farthest(j, v3_neg(u));
    return (Corner){ v3_sub(a, b), a };
}

typedef struct Simplex {
    int n;
    Corner at[4];
    double w[4]; /* weights of the nearest point */
} Simplex;

/* Nearest point of a segment, triangle or tetrahedron to the origin: weights; corners with weight zero leave. */
static void of_segment(Simplex *s)
{
    Vec3 a = s->at[0].x, u = v3_sub(s->at[1].x, a);
    double t = -v3_dot(a, u), len = v3_dot(u, u);
    t = len > 0 ? fmin(1, fmax(0, t / len)) : 0;
    s->w[0] = 1 - t, s->w[1] = t;
}

static void of_triangle(const Vec3 x[3], double w[3])
{
    Vec3 ab = v3_sub(x[1], x[0]), ac = v3_sub(x[2], x[0]), n = v3_cross(ab, ac);
    double nn = v3_dot(n, n), best = INFINITY;
    if (nn > 0) {
        double u = v3_dot(v3_cross(x[1], x[2]), n) / nn, v = v3_dot(v3_cross(x[2], x[0]), n) / nn, q = 1 - u - v;
        if (u >= 0 && v >= 0 && q >= 0) {
            w[0] = u, w[1] = v, w[2] = q;
            return;
        }
    }
    for (int k = 0; k < 3; k++) {
        Simplex e = { .n = 2, .at = { { x[k], x[k] }, { x[(k + 1) % 3], x[k] } } };
        of_segment(&e);
        Vec3 p = v3_axpy(v3_scale(x[k], e.w[0]), e.w[1], x[(k + 1) % 3]);
        double d = v3_dot(p, p);
        if (d >= best) continue;
        best = d, w[0] = w[1] = w[2] = 0, w[k] = e.w[0], w[(k + 1) % 3] = e.w[1];
    }
}

/* True: the origin is inside. */
static bool of_tetrahedron(Simplex *s)
{
    static const int face[4][4] = { { 0, 1, 2, 3 }, { 0, 3, 1, 2 }, { 0, 2, 3, 1 }, { 1, 3, 2, 0 } };
    double best = INFINITY, weight[4] = { 0, 0, 0, 0 };
    bool inside = true;
    for (int f = 0; f < 4; f++) {
        const int *c = face[f];
        Vec3 x[3] = { s->at[c[0]].x, s->at[c[1]].x, s->at[c[2]].x };
        Vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
        double opposite = v3_dot(n, v3_sub(s->at[c[3]].x, x[0])), origin = -v3_dot(n, x[0]);
        double edge = v3_norm(v3_sub(s->at[c[3]].x, x[0])), flat = 1e-10 * v3_norm(n) * edge;
        /* the origin is on the solid's side of this face; a flat solid has no such side */
        if (opposite * origin > 0 && fabs(opposite) > flat) continue;
        inside = false;
        double w[3];
        of_triangle(x, w);
        Vec3 p = v3_axpy(v3_axpy(v3_scale(x[0], w[0]), w[1], x[1]), w[2], x[2]);
        if (v3_dot(p, p) >= best) continue;
        best = v3_dot(p, p);
        for (int k = 0; k < 4; k++) weight[k] = 0;
        for (int k = 0; k < 3; k++) weight[c[k]] = w[k];
    }
    for (int k = 0; k < 4; k++) s->w[k] = weight[k];
    return inside;
}

/* Keeps the corners that count; false: the origin is inside. */
static bool reduce(Simplex *s)
{
    if (s->n == 1) s->w[0] = 1;
    else if (s->n == 2) of_segment(s);
    else if (s->n == 3) of_triangle((Vec3[]){ s->at[0].x, s->at[1].x, s->at[2].x }, s->w);
    else if (of_tetrahedron(s)) return false;
    int n = 0;
    for (int k = 0; k < s->n; k++)
        if (s->w[k] > 0) s->at[n] = s->at[k], s->w[n++] = s->w[k];
    s->n = n;
    return true;
}

double cd_convex_distance(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Vec3 *direction, Vec3 *on_i)
{
    enum { MOST = 100 };
    Vec3 nearest = v3_sub(v3_add(r, m3_apply(A, i->centre)), j->centre), x = v3(0, 0, 0);
    if (v3_norm(nearest) == 0) nearest = v3(0, 0, 1);
    Simplex s = { .n = 1 };
    s.at[0] = support(i, j, r, A, v3_neg(nearest)), s.w[0] = 1;
    double scale = i->reach + j->reach, best = INFINITY;
    for (int n = 0; n < MOST; n++) {
        if (!reduce(&s)) return 0;
        nearest = x = v3(0, 0, 0);
        for (int k = 0; k < s.n; k++)
            nearest = v3_axpy(nearest, s.w[k], s.at[k].x), x = v3_axpy(x, s.w[k], s.at[k].on_i);
        double d = v3_norm(nearest);
        if (d <= 1e-15 * scale) return 0;
        if (d >= best) break; /* rounding: no nearer any more */
        best = d, *direction = v3_scale(nearest, 1 / d), *on_i = x;
        Corner c = support(i, j, r, A, v3_neg(nearest));
        if (d - v3_dot(c.x, *direction) <= 1e-15 * scale) break;
        bool known = s.n == 4;
        for (int k = 0; k < s.n; k++) known = known || v3_norm(v3_sub(s.at[k].x, c.x)) == 0;
        if (known) break;
        s.at[s.n++] = c;
    }
    return best;
}

void cd_gap_of_convex(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Touch *touch)
{
    Vec3 n = v3(0, 0, 0), x = r;
    touch->gap = cd_convex_distance(i, j, r, A, &n, &x);
    cd_region_speed(r, x, n, touch->dgap);
}
