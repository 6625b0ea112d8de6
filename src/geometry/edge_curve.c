/* edge_curve.c - points of curves, and parameters of points. */
#include "geometry/edge_curve.h"

#include <math.h>

enum { MOST_ITERATIONS = 30, SAMPLES_PER_SPAN = 8 };

/* ---- intersections --------------------------------------------------------------------------------------------- */

/* A cubic through points of the chart, with tangents of the parabola through neighbours. */
static void chart_cubic(const EdgeCurve *c, int k, double f, Vec3 out[2])
{
    const Vec3 *p = c->chart;
    int last = c->points - 1;
    Vec3 a = p[k], b = p[k + 1];
    Vec3 before = k > 0           ? p[k - 1]
                  : c->period > 0 ? p[last - 1]
                                  : a,
         after = k + 2 <= last   ? p[k + 2]
                 : c->period > 0 ? p[1]
                                 : b;
    bool first = k == 0 && !(c->period > 0), end = k + 1 == last && !(c->period > 0);
    Vec3 chord = v3_sub(b, a);
    Vec3 ta = first ? chord : v3_scale(v3_sub(b, before), v3_norm(chord) / fmax(v3_norm(v3_sub(b, before)), 1e-300));
    Vec3 tb = end ? chord : v3_scale(v3_sub(after, a), v3_norm(chord) / fmax(v3_norm(v3_sub(after, a)), 1e-300));
    double g = 1 - f;
    out[0] = v3_add(v3_axpy(v3_scale(a, g * g * (1 + 2 * f)), f * f * (3 - 2 * f), b),
                    v3_axpy(v3_scale(ta, f * g * g), -f * f * g, tb));
    out[1] = v3_add(v3_scale(chord, 6 * f * g), v3_axpy(v3_scale(ta, g * (1 - 3 * f)), f * (3 * f - 2), tb));
}

/* Foot and unit normal; false where the surface has none. */
static bool foot(const Surface *s, Vec3 x, double reach, double uv[2], Vec3 *p, Vec3 *n)
{
    cd_surface_foot(s, x, uv, reach);
    return cd_surface_normal(s, uv[0], uv[1], p, n);
}

static bool eval_intersection(const EdgeCurve *c, int k, double f, Vec3 out[2])
{
    Vec3 a = c->chart[k], b = c->chart[k + 1], chord = v3_sub(b, a), target = v3_axpy(a, f, chord), x = target;
    double size = v3_norm(chord), uv[2][2];
    if (!(size > 0) || !c->surface[1]) return false;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            SurfaceRange range = cd_surface_range(c->surface[i], j);
            double from = c->feet[k][2 * i + j], to = cd_nearest_copy(c->feet[k + 1][2 * i + j], from, range.period);
            uv[i][j] = from + f * (to - from);
        }
    Vec3 n[2];
    for (int m = 0; m < MOST_ITERATIONS; m++) {
        Vec3 p[2];
        for (int i = 0; i < 2; i++)
            if (!foot(c->surface[i], x, 0.5 * size, uv[i], &p[i], &n[i])) return false;
        Vec3 e = v3_scale(chord, 1 / size), cross = v3_cross(n[0], n[1]);
        double det = v3_dot(cross, e);
        if (!(fabs(det) > 1e-7)) return false;
        double r0 = -v3_dot(n[0], v3_sub(x, p[0])), r1 = -v3_dot(n[1], v3_sub(x, p[1])),
               r2 = v3_dot(e, v3_sub(target, x));
        Vec3 step = v3_scale(
            v3_add(v3_axpy(v3_scale(v3_cross(n[1], e), r0), r1, v3_cross(e, n[0])), v3_scale(cross, r2)), 1 / det);
        double length = v3_norm(step);
        if (!(length < 4 * size)) return false;
        x = v3_add(x, step);
        if (length < 1e-15 * (size + v3_norm(x))) break;
    }
    Vec3 tangent = v3_cross(n[0], n[1]);
    out[0] = x;
    out[1] = v3_scale(tangent, size * size / v3_dot(tangent, chord));
    return v3_norm(v3_sub(x, target)) < 2 * size;
}

/* Where the tube about a spine touches its support, the foot of spine point u on it. Returns by how much, along e and
 * in units of the chord, it is off. uv: where the search begins, and its parameters. */
static double contact_at(const EdgeCurve *c, double u, Vec3 e, Vec3 target, double uv[2], Vec3 *x)
{
    Vec3 spine[2];
    cd_edge_curve_eval(c->surface[1]->curve, u, spine);
    cd_surface_foot(c->surface[0], spine[0], uv, 2 * c->surface[1]->distance);
    *x = cd_surface_point(c->surface[0], uv[0], uv[1]);
    return v3_dot(e, v3_sub(*x, target));
}

/* The point of the contact at the fraction f of a chord, by secants along the spine. The tangent is a difference, since
 * the foot moves as the support is curved. */
static bool eval_contact(const EdgeCurve *c, int k, double f, Vec3 out[2])
{
    const EdgeCurve *spine = c->surface[1]->curve;
    Vec3 a = c->chart[k], chord = v3_sub(c->chart[k + 1], a), target = v3_axpy(a, f, chord), x, near;
    double size = v3_norm(chord), radius = c->surface[1]->distance, uv[2];
    if (!(size > 0)) return false;
    Vec3 e = v3_scale(chord, 1 / size);
    double from = c->feet[k][2], to = cd_nearest_copy(c->feet[k + 1][2], from, spine->period),
           u = from + f * (to - from);
    for (int j = 0; j < 2; j++) uv[j] = c->feet[k][j];
    double by = 1e-5 * (to - from), off = contact_at(c, u, e, target, uv, &x), slope = 0;
    if (by == 0) return false;
    for (int m = 0; m < MOST_ITERATIONS; m++) {
        slope = (contact_at(c, u + by, e, target, uv, &near) - off) / by;
        double step = -off / slope;
        if (!(fabs(step) < 2 * fabs(to - from))) return false;
        if (fabs(step * slope) < 1e-15 * (size + v3_norm(x))) break;
        u += step;
        off = contact_at(c, u, e, target, uv, &x);
    }
    Vec3 before, after, centre[2];
    double ahead = contact_at(c, u + by, e, target, uv, &after), behind = contact_at(c, u - by, e, target, uv, &before);
    cd_edge_curve_eval(spine, u, centre);
    out[0] = x;
    out[1] = v3_scale(v3_sub(after, before), size / (ahead - behind));
    return fabs(v3_norm(v3_sub(x, centre[0])) - radius) < 1e-3 * radius && v3_norm(v3_sub(x, target)) < size;
}

/* ---- points ---------------------------------------------------------------------------------------------------- */

static double into(const EdgeCurve *c, double t)
{
    if (c->period > 0) t -= c->period * floor((t - c->from) / c->period);
    return t < c->from ? c->from : t > c->to ? c->to : t;
}

void cd_edge_curve_eval(const EdgeCurve *c, double t, Vec3 out[2])
{
    Vec3 p[3];
    switch (c->kind) {
    case EDGE_LINE: out[0] = v3_axpy(c->r, t, c->x), out[1] = c->x; break;
    case EDGE_ELLIPSE:
        out[0] = v3_add(c->r, v3_axpy(v3_scale(c->x, cos(t)), sin(t), c->y));
        out[1] = v3_axpy(v3_scale(c->x, -sin(t)), cos(t), c->y);
        break;
    case EDGE_NURBS:
        cd_nurbs_curve_eval(c->nurbs, into(c, t), p);
        out[0] = p[0], out[1] = p[1];
        break;
    case EDGE_ON_SURFACE: {
        Vec3 at[3];
        cd_nurbs_curve_eval(c->nurbs, into(c, t), p);
        cd_surface_eval(c->surface[0], p[0].x, p[0].y, at);
        out[0] = at[0];
        out[1] = v3_axpy(v3_scale(at[1], p[1].x), p[1].y, at[2]);
        break;
    }
    default: {
        t = into(c, t);
        int k = (int)t < c->points - 2 ? (int)t : c->points - 2;
        bool exact = c->touches ? eval_contact(c, k, t - k, out) : eval_intersection(c, k, t - k, out);
        if (!exact) chart_cubic(c, k, t - k, out);
        break;
    }
    }
}

/* Newton's method for (c(t) - p) . c' = 0 without the second derivative: the point is on the curve. */
static double improve(const EdgeCurve *c, Vec3 p, double *t)
{
    Vec3 at[2];
    cd_edge_curve_eval(c, *t, at);
    double distance = v3_norm(v3_sub(p, at[0]));
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        double speed = v3_dot(at[1], at[1]), step = v3_dot(at[1], v3_sub(p, at[0])) / speed;
        if (!(speed > 0) || !(fabs(step) > 1e-16 * (fabs(*t) + c->to - c->from))) break;
        double next = into(c, *t + step);
        cd_edge_curve_eval(c, next, at);
        double far = v3_norm(v3_sub(p, at[0]));
        if (!(far < distance)) break;
        distance = far, *t = next;
    }
    return distance;
}

static double invert_by_samples(const EdgeCurve *c, Vec3 p, double *t)
{
    int n = SAMPLES_PER_SPAN * (c->nurbs->n - c->nurbs->degree);
    double best = INFINITY;
    for (int i = 0; i <= n; i++) {
        Vec3 at[2];
        double x = c->from + (c->to - c->from) * i / n;
        cd_edge_curve_eval(c, x, at);
        double d = v3_norm(v3_sub(p, at[0]));
        if (d < best) best = d, *t = x;
    }
    return improve(c, p, t);
}

static double invert_by_chart(const EdgeCurve *c, Vec3 p, double *t)
{
    double best = INFINITY;
    for (int k = 0; k + 1 < c->points; k++) {
        Vec3 a = c->chart[k], chord = v3_sub(c->chart[k + 1], a);
        double f = v3_dot(v3_sub(p, a), chord) / v3_dot(chord, chord);
        f = f < 0 ? 0 : f > 1 ? 1 : f;
        double d = v3_norm(v3_sub(p, v3_axpy(a, f, chord)));
        if (d < best) best = d, *t = k + f;
    }
    Vec3 at[2];
    cd_edge_curve_eval(c, *t, at);
    return v3_norm(v3_sub(p, at[0]));
}

double cd_edge_curve_invert(const EdgeCurve *c, Vec3 p, double *t)
{
    Vec3 at[2], d = v3_sub(p, c->r);
    *t = c->from;
    switch (c->kind) {
    case EDGE_LINE: *t = v3_dot(d, c->x) / v3_dot(c->x, c->x); break;
    case EDGE_ELLIPSE: *t = atan2(v3_dot(d, c->y) / v3_dot(c->y, c->y), v3_dot(d, c->x) / v3_dot(c->x, c->x)); break;
    case EDGE_INTERSECTION: return invert_by_chart(c, p, t);
    default: return invert_by_samples(c, p, t);
    }
    cd_edge_curve_eval(c, *t, at);
    return v3_norm(v3_sub(p, at[0]));
}

void cd_edge_curve_finish(Arena *arena, EdgeCurve *c)
{
    c->feet = cd_arena_take(arena, sizeof *c->feet * (size_t)c->points);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < c->points && c->surface[i]; k++) {
            double *uv = c->feet[k] + 2 * i;
            if (k) uv[0] = c->feet[k - 1][2 * i], uv[1] = c->feet[k - 1][2 * i + 1];
            cd_surface_invert(c->surface[i], c->chart[k], uv, k > 0);
        }
    c->from = 0, c->to = c->points - 1;
}

/* ---- parts of a piece ------------------------------------------------------------------------------------------ */

typedef struct Parts {
    double from, to; /* what has not been seen */
    bool up;
    EdgePartSeen *see;
    void *user;
} Parts;

/* Cuts the piece at t if it lies in what is left. */
static void cut(Parts *p, double t)
{
    double tiny = 1e-12 * (fabs(p->to) + fabs(p->from));
    if (p->up ? !(t > p->from + tiny && t < p->to - tiny) : !(t < p->from - tiny && t > p->to + tiny)) return;
    p->see(p->user, p->from, t);
    p->from = t;
}

void cd_edge_piece_parts(const EdgePiece *piece, EdgePartSeen *see, void *user)
{
    const EdgeCurve *c = piece->curve;
    Parts p = { piece->from, piece->to, piece->to > piece->from, see, user };
    if (c->kind == EDGE_ELLIPSE) {
        int n = (int)ceil(fabs(piece->to - piece->from) / (M_PI / 4) - 1e-9);
        for (int k = 1; k < n; k++) cut(&p, piece->from + (piece->to - piece->from) * k / n);
    } else if (c->kind != EDGE_LINE) {
        /* knots, or points of the chart, in the direction of the piece; a closed curve may be entered anywhere */
        bool chart = c->kind == EDGE_INTERSECTION;
        int n = chart ? c->points : c->nurbs->n + c->nurbs->degree + 1;
        for (int round = 0; round < (c->period > 0 ? 3 : 1); round++)
            for (int k = 0; k < n; k++) {
                int i = p.up ? k : n - 1 - k;
                double t = chart ? i : c->nurbs->knot[i];
                double shift = c->period * (p.up ? round - 1 : 1 - round);
                cut(&p, c->period > 0 ? t + shift : t);
            }
    }
    see(user, p.from, p.to);
}
