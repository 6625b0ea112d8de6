/* surface.c - surfaces by their formulas; feet of points in closed form, or by Gauss-Newton iterations, which
 * converge quadratically for points on the surface. */
#include "geometry/surface.h"

#include "geometry/edge_curve.h"

#include <math.h>

const char *const cd_surface_words[SURFACE_KINDS] = { "plane",     "cylinder", "cone",  "sphere", "torus",
                                                      "B-surface", "spun",     "swept", "offset", "blend" };

enum { MOST_ITERATIONS = 30, SAMPLES = 64 };

/* m, below which a point is taken for the singular one of a surface. */
static const double SAME_POINT = 1e-9;

bool cd_surface_is_analytic(const Surface *s)
{
    return s->kind <= SURFACE_TORUS;
}

double cd_nearest_copy(double x, double near, double period)
{
    return period > 0 ? x - period * round((x - near) / period) : x;
}

/* ---- ranges ---------------------------------------------------------------------------------------------------- */

static SurfaceRange whole_turn(void)
{
    return (SurfaceRange){ -M_PI, M_PI, 2 * M_PI };
}

static SurfaceRange curve_range(const EdgeCurve *c)
{
    return (SurfaceRange){ c->from, c->to, c->period };
}

static SurfaceRange knot_range(const NurbsSurface *n, int k)
{
    double from = cd_knot_from(n->knot[k], n->degree[k]), to = cd_knot_to(n->knot[k], n->n[k]);
    return (SurfaceRange){ from, to, n->closed[k] ? to - from : 0 };
}

SurfaceRange cd_surface_range(const Surface *s, int k)
{
    const SurfaceRange open = { -INFINITY, INFINITY, 0 };
    switch (s->kind) {
    case SURFACE_CYLINDER: return k ? open : whole_turn();
    case SURFACE_CONE: {
        if (k == 0) return whole_turn();
        double apex = -s->radius / s->slope;
        return s->slope > 0 ? (SurfaceRange){ apex, INFINITY, 0 } : (SurfaceRange){ -INFINITY, apex, 0 };
    }
    case SURFACE_SPHERE: return k ? (SurfaceRange){ -M_PI / 2, M_PI / 2, 0 } : whole_turn();
    case SURFACE_TORUS: return whole_turn();
    case SURFACE_NURBS: return knot_range(s->nurbs, k);
    case SURFACE_SPUN: return k ? whole_turn() : curve_range(s->curve);
    case SURFACE_SWEPT: return k ? open : curve_range(s->curve);
    case SURFACE_OFFSET: return cd_surface_range(s->base, k);
    case SURFACE_BLEND: return k ? whole_turn() : curve_range(s->curve);
    default: return open;
    }
}

/* A parameter brought into its range: by whole periods, or to the nearest end. */
static double into_range(SurfaceRange r, double x)
{
    if (r.period > 0) x -= r.period * floor((x - r.from) / r.period);
    return x < r.from ? r.from : x > r.to ? r.to : x;
}

/* ---- points ---------------------------------------------------------------------------------------------------- */

static void eval_round(const Surface *s, double u, double v, Vec3 out[3])
{
    Vec3 x = m3_col(s->A, 0), y = m3_col(s->A, 1), z = m3_col(s->A, 2);
    double cu = cos(u), su = sin(u), rho, rho_v, h, h_v;
    Vec3 e = v3_axpy(v3_scale(x, cu), su, y), e_u = v3_axpy(v3_scale(x, -su), cu, y);
    switch (s->kind) {
    case SURFACE_SPHERE:
        rho = s->radius * cos(v), rho_v = -s->radius * sin(v);
        h = s->radius * sin(v), h_v = s->radius * cos(v);
        break;
    case SURFACE_TORUS:
        rho = s->radius + s->minor * cos(v), rho_v = -s->minor * sin(v);
        h = s->minor * sin(v), h_v = s->minor * cos(v);
        break;
    default: rho = s->radius + v * s->slope, rho_v = s->slope, h = v, h_v = 1; break;
    }
    out[0] = v3_add(s->r, v3_axpy(v3_scale(e, rho), h, z));
    out[1] = v3_scale(e_u, rho);
    out[2] = v3_axpy(v3_scale(e, rho_v), h_v, z);
}

/* A vector turned about z of the surface. */
static Vec3 turned(const Surface *s, Vec3 d, double angle)
{
    Vec3 z = m3_col(s->A, 2), along = v3_scale(z, v3_dot(z, d)), out = v3_sub(d, along);
    return v3_add(along, v3_axpy(v3_scale(out, cos(angle)), sin(angle), v3_cross(z, out)));
}

static void eval_spun(const Surface *s, double u, double v, Vec3 out[3])
{
    Vec3 c[2], z = m3_col(s->A, 2);
    cd_edge_curve_eval(s->curve, u, c);
    Vec3 d = turned(s, v3_sub(c[0], s->r), v);
    out[0] = v3_add(s->r, d);
    out[1] = turned(s, c[1], v);
    out[2] = v3_cross(z, d);
}

/* Two vectors across the spine of a blend that follow it along; the natural normal points away from the spine. */
static void blend_axes(const Surface *s, double u, Vec3 *c, Vec3 *n, Vec3 *b)
{
    Vec3 spine[2], d = m3_col(s->A, 0);
    cd_edge_curve_eval(s->curve, u, spine);
    Vec3 t = v3_unit(spine[1]);
    *c = spine[0];
    *n = v3_unit(v3_axpy(d, -v3_dot(d, t), t));
    *b = v3_cross(*n, t);
}

static Vec3 blend_point(const Surface *s, double u, double v)
{
    Vec3 c, n, b;
    blend_axes(s, u, &c, &n, &b);
    return v3_add(c, v3_scale(v3_axpy(v3_scale(n, cos(v)), sin(v), b), s->distance));
}

/* Differences along the spine only, each point of which may be a search of its own. */
static void eval_blend(const Surface *s, double u, double v, Vec3 out[3])
{
    SurfaceRange a = cd_surface_range(s, 0);
    double h = 1e-5 * (a.to - a.from), u0 = into_range(a, u - h), u1 = into_range(a, u + h);
    if (u1 <= u0) u0 = u - h, u1 = u + h;
    Vec3 c, n, b;
    blend_axes(s, u, &c, &n, &b);
    out[0] = v3_add(c, v3_scale(v3_axpy(v3_scale(n, cos(v)), sin(v), b), s->distance));
    out[1] = v3_scale(v3_sub(blend_point(s, u1, v), blend_point(s, u0, v)), 1 / (u1 - u0));
    out[2] = v3_scale(v3_axpy(v3_scale(n, -sin(v)), cos(v), b), s->distance);
}

static Vec3 offset_point(const Surface *s, double u, double v)
{
    Vec3 p[3];
    cd_surface_eval(s->base, u, v, p);
    double side = s->base->reversed ? -1 : 1;
    return v3_axpy(p[0], side * s->distance, v3_unit(v3_cross(p[1], p[2])));
}

/* Derivatives by differences: formulas would need second derivatives of what lies beneath. */
static void eval_offset(const Surface *s, double u, double v, Vec3 out[3])
{
    SurfaceRange a = cd_surface_range(s, 0), b = cd_surface_range(s, 1);
    double hu = 1e-5 * (isfinite(a.to - a.from) ? a.to - a.from : 1),
           hv = 1e-5 * (isfinite(b.to - b.from) ? b.to - b.from : 1);
    double u0 = into_range(a, u - hu), u1 = into_range(a, u + hu), v0 = into_range(b, v - hv),
           v1 = into_range(b, v + hv);
    if (u1 <= u0) u0 = u - hu, u1 = u + hu;
    if (v1 <= v0) v0 = v - hv, v1 = v + hv;
    out[0] = offset_point(s, u, v);
    out[1] = v3_scale(v3_sub(offset_point(s, u1, v), offset_point(s, u0, v)), 1 / (u1 - u0));
    out[2] = v3_scale(v3_sub(offset_point(s, u, v1), offset_point(s, u, v0)), 1 / (v1 - v0));
}

void cd_surface_eval(const Surface *s, double u, double v, Vec3 out[3])
{
    switch (s->kind) {
    case SURFACE_PLANE:
        out[1] = m3_col(s->A, 0), out[2] = m3_col(s->A, 1);
        out[0] = v3_add(s->r, v3_axpy(v3_scale(out[1], u), v, out[2]));
        break;
    case SURFACE_NURBS:
        cd_nurbs_surface_eval(s->nurbs, into_range(knot_range(s->nurbs, 0), u), into_range(knot_range(s->nurbs, 1), v),
                              out);
        break;
    case SURFACE_SPUN: eval_spun(s, u, v, out); break;
    case SURFACE_SWEPT: {
        Vec3 c[2];
        cd_edge_curve_eval(s->curve, u, c);
        out[0] = v3_axpy(c[0], v, s->sweep), out[1] = c[1], out[2] = s->sweep;
        break;
    }
    case SURFACE_OFFSET: eval_offset(s, u, v, out); break;
    case SURFACE_BLEND: eval_blend(s, u, v, out); break;
    default: eval_round(s, u, v, out); break;
    }
}

bool cd_surface_normal(const Surface *s, double u, double v, Vec3 *p, Vec3 *n)
{
    Vec3 at[3];
    if (s->kind == SURFACE_BLEND) {
        Vec3 c, e, b;
        blend_axes(s, u, &c, &e, &b);
        *n = v3_axpy(v3_scale(e, cos(v)), sin(v), b);
        *p = v3_axpy(c, s->distance, *n);
        return isfinite(v3_norm(*n));
    }
    cd_surface_eval(s, u, v, at);
    Vec3 across = v3_cross(at[1], at[2]);
    double length = v3_norm(across);
    *p = at[0];
    *n = v3_scale(across, 1 / length);
    return length > 0;
}

Vec3 cd_surface_point(const Surface *s, double u, double v)
{
    if (s->kind == SURFACE_OFFSET) return offset_point(s, u, v);
    if (s->kind == SURFACE_BLEND) return blend_point(s, u, v);
    Vec3 p[3];
    cd_surface_eval(s, u, v, p);
    return p[0];
}

/* ---- feet ------------------------------------------------------------------------------------------------------ */

static void invert_analytic(const Surface *s, Vec3 p, double uv[2])
{
    Vec3 d = v3_sub(p, s->r);
    double x = v3_dot(d, m3_col(s->A, 0)), y = v3_dot(d, m3_col(s->A, 1)), z = v3_dot(d, m3_col(s->A, 2));
    double rho = hypot(x, y);
    uv[0] = rho > 0 ? atan2(y, x) : 0;
    switch (s->kind) {
    case SURFACE_PLANE: uv[0] = x, uv[1] = y; break;
    case SURFACE_CYLINDER: uv[1] = z; break;
    case SURFACE_CONE: uv[1] = (z + (rho - s->radius) * s->slope) / (1 + s->slope * s->slope); break;
    case SURFACE_SPHERE: uv[1] = rho > 0 || z != 0 ? atan2(z, rho) : 0; break;
    default: uv[1] = atan2(z, rho - s->radius); break;
    }
}

/* Azimuth of a point about the axis of a spun surface, from the profile at u. */
static double azimuth(const Surface *s, Vec3 from, Vec3 to)
{
    Vec3 z = m3_col(s->A, 2), a = v3_sub(from, s->r), b = v3_sub(to, s->r);
    a = v3_axpy(a, -v3_dot(a, z), z), b = v3_axpy(b, -v3_dot(b, z), z);
    return atan2(v3_dot(z, v3_cross(a, b)), v3_dot(a, b));
}

/* The v that brings a curve at u nearest to p. */
static double best_v(const Surface *s, double u, Vec3 p)
{
    Vec3 c[2], n, b, centre;
    if (s->kind == SURFACE_BLEND) {
        blend_axes(s, u, &centre, &n, &b);
        Vec3 d = v3_sub(p, centre);
        return atan2(v3_dot(d, b), v3_dot(d, n));
    }
    cd_edge_curve_eval(s->curve, u, c);
    if (s->kind == SURFACE_SWEPT) return v3_dot(v3_sub(p, c[0]), s->sweep) / v3_dot(s->sweep, s->sweep);
    return azimuth(s, c[0], p);
}

static void try_point(const Surface *s, Vec3 p, double u, double v, double *best, double uv[2])
{
    double d = v3_norm(v3_sub(p, cd_surface_point(s, u, v)));
    if (!(d < *best)) return;
    *best = d;
    uv[0] = u, uv[1] = v;
}

/* Three parameters per knot span in each direction, at most SAMPLES. */
static int samples_of(const NurbsSurface *n, int k)
{
    int spans = 3 * (n->n[k] - n->degree[k]) + 1;
    return spans < SAMPLES ? spans : SAMPLES;
}

static void search(const Surface *s, Vec3 p, double uv[2])
{
    SurfaceRange a = cd_surface_range(s, 0), b = cd_surface_range(s, 1);
    double best = INFINITY;
    if (s->kind == SURFACE_OFFSET) {
        cd_surface_invert(s->base, p, uv, false);
    } else if (s->kind == SURFACE_NURBS) {
        int nu = samples_of(s->nurbs, 0), nv = samples_of(s->nurbs, 1);
        for (int i = 0; i <= nu; i++)
            for (int j = 0; j <= nv; j++)
                try_point(s, p, a.from + (a.to - a.from) * i / nu, b.from + (b.to - b.from) * j / nv, &best, uv);
    } else {
        for (int i = 0; i <= SAMPLES; i++) {
            double u = a.from + (a.to - a.from) * i / SAMPLES;
            try_point(s, p, u, best_v(s, u, p), &best, uv);
        }
    }
}

/* Gauss-Newton steps for the foot, shortened while they lead away; returns the distance. stuck: the surface has no
 * normal there, as where a side of it is one point. */
static double improve(const Surface *s, Vec3 p, double uv[2], bool *stuck)
{
    SurfaceRange range[2] = { cd_surface_range(s, 0), cd_surface_range(s, 1) };
    Vec3 at[3];
    uv[0] = into_range(range[0], uv[0]), uv[1] = into_range(range[1], uv[1]);
    cd_surface_eval(s, uv[0], uv[1], at);
    double distance = v3_norm(v3_sub(p, at[0]));
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        Vec3 d = v3_sub(p, at[0]);
        double E = v3_dot(at[1], at[1]), F = v3_dot(at[1], at[2]), G = v3_dot(at[2], at[2]);
        double a = v3_dot(at[1], d), b = v3_dot(at[2], d), det = E * G - F * F;
        *stuck = !(det > 1e-24 * E * G) || !(E > 1e-12 * G) || !(G > 1e-12 * E);
        if (*stuck) break;
        double step[2] = { (a * G - b * F) / det, (b * E - a * F) / det };
        double length = v3_norm(v3_axpy(v3_scale(at[1], step[0]), step[1], at[2]));
        if (!(length > 1e-16 * (1 + v3_norm(p)))) break;
        bool closer = false;
        for (double share = 1; share > 1e-3 && !closer; share /= 2) {
            double u = into_range(range[0], uv[0] + share * step[0]), v = into_range(range[1], uv[1] + share * step[1]);
            Vec3 there[3];
            cd_surface_eval(s, u, v, there);
            double far = v3_norm(v3_sub(p, there[0]));
            closer = far < distance;
            if (!closer) continue;
            uv[0] = u, uv[1] = v, distance = far;
            for (int i = 0; i < 3; i++) at[i] = there[i];
        }
        if (!closer) break;
    }
    return distance;
}

/* The foot on a tube lies across the spine from the foot on the spine, (p - c) . c' = 0, found by the secant method;
 * false: it does not converge. */
static bool foot_by_spine(const Surface *s, Vec3 p, double uv[2], double *distance)
{
    SurfaceRange range = cd_surface_range(s, 0);
    double u = into_range(range, uv[0]), before = 0, g_before = 0, tiny = 1e-16 * (1 + v3_norm(p));
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        Vec3 c[2];
        cd_edge_curve_eval(s->curve, u, c);
        double speed = v3_norm(c[1]), g = v3_dot(v3_sub(p, c[0]), c[1]) / speed, slope = -speed;
        if (!(speed > 0)) return false;
        if (k) slope = (g - g_before) / (u - before);
        if (!(slope < 0)) return false;
        before = u, g_before = g;
        u = into_range(range, u - g / slope);
        if (fabs(u - before) * speed > tiny) continue;
        uv[0] = u, uv[1] = best_v(s, u, p);
        *distance = v3_norm(v3_sub(p, blend_point(s, uv[0], uv[1])));
        return true;
    }
    return false;
}

/* From a side that is one point to the best place at the right distance from it. */
static void leave_side(const Surface *s, Vec3 p, double distance, double uv[2])
{
    SurfaceRange range[2] = { cd_surface_range(s, 0), cd_surface_range(s, 1) };
    Vec3 at[3];
    cd_surface_eval(s, uv[0], uv[1], at);
    int across = v3_norm(at[1]) * (range[0].to - range[0].from) < v3_norm(at[2]) * (range[1].to - range[1].from);
    const SurfaceRange *r = &range[across], *along = &range[1 - across];
    double x[2], best = INFINITY, step = distance / v3_norm(at[1 + across]);
    if (!isfinite(step) || !isfinite(along->to - along->from)) return;
    x[across] = into_range(*r, uv[across] + (uv[across] < 0.5 * (r->from + r->to) ? step : -step));
    for (int i = 0; i <= SAMPLES; i++) {
        x[1 - across] = along->from + (along->to - along->from) * i / SAMPLES;
        try_point(s, p, x[0], x[1], &best, uv);
    }
}

static double improve_foot(const Surface *s, Vec3 p, double uv[2], bool *stuck)
{
    double distance;
    *stuck = false;
    if (s->kind == SURFACE_BLEND && foot_by_spine(s, p, uv, &distance)) return distance;
    return improve(s, p, uv, stuck);
}

double cd_surface_foot(const Surface *s, Vec3 p, double uv[2], double reach)
{
    if (cd_surface_is_analytic(s)) {
        invert_analytic(s, p, uv);
        return v3_norm(v3_sub(p, cd_surface_point(s, uv[0], uv[1])));
    }
    double found = INFINITY, other[2];
    bool stuck = false;
    if (reach > 0) found = improve_foot(s, p, uv, &stuck);
    if (found < (stuck ? SAME_POINT : reach)) return found;
    /* a search from the beginning where the known point leads nowhere */
    search(s, p, other);
    double fresh = improve_foot(s, p, other, &stuck);
    if (stuck && fresh > SAME_POINT) {
        leave_side(s, p, fresh, other);
        fresh = improve_foot(s, p, other, &stuck);
    }
    if (found <= fresh) return found;
    uv[0] = other[0], uv[1] = other[1];
    return fresh;
}

double cd_surface_invert(const Surface *s, Vec3 p, double uv[2], bool known)
{
    return cd_surface_foot(s, p, uv, known ? 1e-3 * (1e-2 + v3_norm(p)) : 0);
}

Surface cd_surface_moved(const Surface *s, Mat3 A, Vec3 t)
{
    Surface out = *s;
    out.r = v3_add(m3_apply(A, s->r), t);
    out.A = m3_mul(A, s->A);
    return out;
}
