/* xt_geometry.c - curves and surfaces of XT nodes. Offsets, spun and swept surfaces that are planes, cylinders,
 * cones, spheres or tori become these: the closed forms are exact, and contact knows them. */
#include "geometry/xt_geometry.h"

#include <math.h>

enum { MOST_DEPTH = 16, MOST_VERTICES = 20000000 };

XtGeometry cd_xt_geometry(const XtFile *f, Arena *arena)
{
    return (XtGeometry){ .file = f,
                         .arena = arena,
                         .surface = ARENA_ARRAY(arena, const Surface *, f->node.n),
                         .curve = ARENA_ARRAY(arena, const EdgeCurve *, f->node.n) };
}

static bool fail(XtGeometry *g, int node, const char *why)
{
    if (!g->wrong) g->wrong = why, g->wrong_node = node;
    return false;
}

static bool is_finite(Vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool reversed(const XtFile *f, int node)
{
    return cd_xt_char(f, node, XT_sense) == '-';
}

/* Axes from z and a direction that is nearly across it. */
static bool axes(Vec3 z, Vec3 x, Mat3 *A)
{
    if (!is_finite(z) || !is_finite(x) || !(v3_norm(z) > 0)) return false;
    z = v3_unit(z);
    x = v3_axpy(x, -v3_dot(x, z), z);
    if (!(v3_norm(x) > 1e-6)) return false;
    x = v3_unit(x);
    *A = m3_cols(x, v3_cross(z, x), z);
    return true;
}

static Vec3 across(Vec3 z)
{
    Vec3 x = fabs(z.x) < 0.6 * v3_norm(z) ? v3(1, 0, 0) : v3(0, 1, 0);
    return v3_unit(v3_axpy(x, -v3_dot(x, z) / v3_dot(z, z), z));
}

/* ---- B-splines ------------------------------------------------------------------------------------------------- */

static const double *knots_of(XtGeometry *g, int set, int mult, int n, int degree)
{
    int values, mults;
    const double *value = cd_xt_array(g->file, set, XT_knots, &values),
                 *m = cd_xt_array(g->file, mult, XT_mult, &mults);
    if (!value || !m || values != mults || n < 2 || n > MOST_VERTICES || degree < 1 || degree > NURBS_MOST_DEGREE ||
        degree >= n)
        return NULL;
    double total = 0;
    for (int k = 0; k < mults; k++) total += m[k];
    return total == n + degree + 1 ? cd_knots_new(g->arena, value, m, values, n, degree) : NULL;
}

static bool weights_are_positive(const double *vertex, size_t n, int stride)
{
    for (size_t i = 0; i < n; i++)
        if (!(vertex[i * stride + stride - 1] > 0)) return false;
    return true;
}

static bool all_finite(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* dim: what the curve must have, 2 in the parameters of a surface. */
static const NurbsCurve *nurbs_curve(XtGeometry *g, int node, int dim)
{
    const XtFile *f = g->file;
    int count, stride = cd_xt_int(f, node, XT_vertex_dim);
    NurbsCurve c = { .degree = cd_xt_int(f, node, XT_degree), .n = cd_xt_int(f, node, XT_n_vertices), .dim = dim };
    c.rational = cd_xt_real(f, node, XT_rational) == 1;
    c.closed = cd_xt_real(f, node, XT_periodic) == 1 || cd_xt_real(f, node, XT_closed) == 1;
    c.vertex = cd_xt_array(f, cd_xt_link(f, node, XT_bspline_vertices), XT_vertices, &count);
    c.knot = knots_of(g, cd_xt_link(f, node, XT_knots), cd_xt_link(f, node, XT_knot_mult), c.n, c.degree);
    if (cd_xt_type(f, node) != XT_NURBS_CURVE || !c.knot || !c.vertex || stride != dim + c.rational ||
        (size_t)count != (size_t)c.n * stride || !all_finite(c.vertex, (size_t)count) ||
        (c.rational && !weights_are_positive(c.vertex, (size_t)c.n, stride)))
        return fail(g, node, "its knots or vertices do not fit its degree"), NULL;
    NurbsCurve *out = ARENA_NEW(g->arena, NurbsCurve);
    *out = c;
    return out;
}

static const NurbsSurface *nurbs_surface(XtGeometry *g, int node)
{
    const XtFile *f = g->file;
    int count, stride = cd_xt_int(f, node, XT_vertex_dim);
    NurbsSurface s = { .degree = { cd_xt_int(f, node, XT_u_degree), cd_xt_int(f, node, XT_v_degree) },
                       .n = { cd_xt_int(f, node, XT_n_u_vertices), cd_xt_int(f, node, XT_n_v_vertices) } };
    s.rational = cd_xt_real(f, node, XT_rational) == 1;
    s.closed[0] = cd_xt_real(f, node, XT_u_periodic) == 1 || cd_xt_real(f, node, XT_u_closed) == 1;
    s.closed[1] = cd_xt_real(f, node, XT_v_periodic) == 1 || cd_xt_real(f, node, XT_v_closed) == 1;
    s.vertex = cd_xt_array(f, cd_xt_link(f, node, XT_bspline_vertices), XT_vertices, &count);
    s.knot[0] = knots_of(g, cd_xt_link(f, node, XT_u_knots), cd_xt_link(f, node, XT_u_knot_mult), s.n[0], s.degree[0]);
    s.knot[1] = knots_of(g, cd_xt_link(f, node, XT_v_knots), cd_xt_link(f, node, XT_v_knot_mult), s.n[1], s.degree[1]);
    size_t vertices = (size_t)s.n[0] * (size_t)s.n[1];
    if (cd_xt_type(f, node) != XT_NURBS_SURFACE || !s.knot[0] || !s.knot[1] || !s.vertex || stride != 3 + s.rational ||
        (size_t)count != vertices * stride || !all_finite(s.vertex, (size_t)count) ||
        (s.rational && !weights_are_positive(s.vertex, vertices, stride)))
        return fail(g, node, "its knots or vertices do not fit its degrees"), NULL;
    NurbsSurface *out = ARENA_NEW(g->arena, NurbsSurface);
    *out = s;
    return out;
}

/* ---- surfaces -------------------------------------------------------------------------------------------------- */

static bool analytic(XtGeometry *g, int node, Surface *s)
{
    const XtFile *f = g->file;
    bool round = s->kind == SURFACE_SPHERE || s->kind == SURFACE_TORUS;
    s->r = cd_xt_vector(f, node, round ? XT_centre : XT_pvec);
    Vec3 z = cd_xt_vector(f, node, s->kind == SURFACE_PLANE ? XT_normal : XT_axis);
    if (!is_finite(s->r) || !axes(z, cd_xt_vector(f, node, XT_x_axis), &s->A))
        return fail(g, node, "its point or axes are missing");
    s->radius = s->kind == SURFACE_TORUS ? cd_xt_real(f, node, XT_major_radius) : cd_xt_real(f, node, XT_radius);
    if (s->kind == SURFACE_PLANE) return s->radius = 0, true;
    if (s->kind == SURFACE_TORUS) s->minor = cd_xt_real(f, node, XT_minor_radius);
    if (s->kind == SURFACE_CONE)
        s->slope = cd_xt_real(f, node, XT_sin_half_angle) / cd_xt_real(f, node, XT_cos_half_angle);
    bool good = isfinite(s->radius) &&
                (s->radius > 0 || s->kind == SURFACE_TORUS || (s->kind == SURFACE_CONE && s->radius == 0));
    if (s->kind == SURFACE_TORUS) good &= s->minor > 0 && isfinite(s->minor) && s->radius + s->minor > 0;
    if (s->kind == SURFACE_CONE) good &= isfinite(s->slope) && s->slope != 0;
    return good || fail(g, node, "its radius or angle is not that of a surface");
}

/* An offset of an analytic surface is one of the same kind, with another radius; false: its radius would not be
 * positive. */
static bool offset_analytic(Surface *s, const Surface *base, double distance)
{
    double d = base->reversed ? -distance : distance;
    Vec3 z = m3_col(base->A, 2);
    bool was_reversed = s->reversed;
    int node = s->node;
    *s = *base;
    s->reversed = was_reversed, s->node = node, s->original = NULL;
    double cosine = 1 / sqrt(1 + base->slope * base->slope);
    switch (base->kind) {
    case SURFACE_PLANE: s->r = v3_axpy(base->r, d, z); return true;
    case SURFACE_CONE:
        s->r = v3_axpy(base->r, -d * base->slope * cosine, z);
        s->radius += d * cosine;
        return s->radius > 0;
    case SURFACE_TORUS: s->minor += d; return s->minor > 0;
    default: s->radius += d; return s->radius > 0;
    }
}

static bool offset(XtGeometry *g, int node, Surface *s)
{
    s->distance = cd_xt_real(g->file, node, XT_offset);
    s->base = cd_xt_surface(g, cd_xt_link(g->file, node, XT_surface));
    if (!s->base || !isfinite(s->distance)) return fail(g, node, "it is an offset of nothing");
    Surface simple = *s;
    if (cd_surface_is_analytic(s->base) && offset_analytic(&simple, s->base, s->distance)) *s = simple;
    return true;
}

/* The simple form of a swept or spun surface; the file's parametrisation is kept for curves in its parameters. */
static void become(XtGeometry *g, Surface *s, Surface simple)
{
    Surface *original = ARENA_NEW(g->arena, Surface);
    Vec3 a[3], b[3];
    double uv[2];
    *original = *s;
    /* a point to compare: near the start of an endless line, since beyond its apex a cone is another one */
    double middle = 0.37 * s->curve->from + 0.63 * s->curve->to;
    if (!isfinite(middle)) middle = simple.radius > 0 ? 0.1 * simple.radius : 0.5;
    cd_surface_eval(s, middle, 0.1, a);
    double off = cd_surface_invert(&simple, a[0], uv, false);
    cd_surface_eval(&simple, uv[0], uv[1], b);
    if (!(off < 1e-9 * (1 + v3_norm(a[0])))) return;
    bool against = v3_dot(v3_cross(a[1], a[2]), v3_cross(b[1], b[2])) < 0;
    simple.reversed = s->reversed != against;
    simple.node = s->node, simple.original = original;
    *s = simple;
}

static void simplify_swept(XtGeometry *g, Surface *s)
{
    const EdgeCurve *c = s->curve;
    Surface simple = { .kind = SURFACE_PLANE, .r = c->r };
    Vec3 d = v3_unit(s->sweep);
    if (c->kind == EDGE_LINE && axes(v3_cross(c->x, d), c->x, &simple.A)) become(g, s, simple);
    if (c->kind != EDGE_ELLIPSE || fabs(v3_norm(c->x) - v3_norm(c->y)) > 1e-12 * v3_norm(c->x)) return;
    Vec3 n = v3_unit(v3_cross(c->x, c->y));
    if (v3_norm(v3_cross(n, d)) > 1e-10) return;
    simple.kind = SURFACE_CYLINDER;
    simple.radius = v3_norm(c->x);
    if (axes(d, c->x, &simple.A)) become(g, s, simple);
}

static void simplify_spun(XtGeometry *g, Surface *s)
{
    const EdgeCurve *c = s->curve;
    Vec3 z = m3_col(s->A, 2), d = v3_sub(c->r, s->r), out = v3_axpy(d, -v3_dot(d, z), z);
    Surface simple = { .r = s->r };
    if (c->kind == EDGE_LINE) {
        /* radius and height along the line, if it lies in a plane with the axis */
        Vec3 dir = v3_unit(c->x), dir_out = v3_axpy(dir, -v3_dot(dir, z), z), far = v3_axpy(out, 1, dir_out);
        Vec3 e = v3_norm(out) > v3_norm(far) ? out : far;
        if (!(v3_norm(e) > 1e-9)) return;
        e = v3_scale(e, (v3_dot(d, e) < 0 ? -1 : 1) / v3_norm(e)); /* towards the line, also where it leads inwards */
        if (fabs(v3_dot(v3_cross(z, e), d)) > 1e-10 || fabs(v3_dot(v3_cross(z, e), dir)) > 1e-10) return;
        double rise = v3_dot(dir, z), grow = v3_dot(dir, e), radius = v3_dot(d, e);
        if (!axes(z, e, &simple.A)) return;
        simple.r = v3_axpy(s->r, v3_dot(d, z), z);
        simple.radius = radius;
        if (fabs(grow) < 1e-11) simple.kind = SURFACE_CYLINDER;
        else if (fabs(rise) < 1e-11) simple.kind = SURFACE_PLANE, simple.radius = 0;
        else simple.kind = SURFACE_CONE, simple.slope = grow / rise;
        if (simple.kind == SURFACE_PLANE || radius > 0) become(g, s, simple);
        return;
    }
    if (c->kind != EDGE_ELLIPSE || fabs(v3_norm(c->x) - v3_norm(c->y)) > 1e-12 * v3_norm(c->x)) return;
    Vec3 n = v3_unit(v3_cross(c->x, c->y));
    if (fabs(v3_dot(n, z)) > 1e-10 || fabs(v3_dot(n, out)) > 1e-10) return;
    simple.r = v3_axpy(s->r, v3_dot(d, z), z);
    simple.kind = v3_norm(out) < 1e-11 ? SURFACE_SPHERE : SURFACE_TORUS;
    simple.radius = simple.kind == SURFACE_SPHERE ? v3_norm(c->x) : v3_norm(out);
    simple.minor = simple.kind == SURFACE_SPHERE ? 0 : v3_norm(c->x);
    if (axes(z, simple.kind == SURFACE_SPHERE ? v3_cross(n, z) : out, &simple.A)) become(g, s, simple);
}

/* A tube about a line is a cylinder, about a circle wider than the tube a torus. */
static void simplify_blend(XtGeometry *g, Surface *s)
{
    const EdgeCurve *c = s->curve;
    Surface simple = { .r = c->r };
    if (c->kind == EDGE_LINE) {
        simple.kind = SURFACE_CYLINDER, simple.radius = s->distance;
        if (axes(c->x, across(c->x), &simple.A)) become(g, s, simple);
    }
    double radius = v3_norm(c->x);
    if (c->kind != EDGE_ELLIPSE || fabs(radius - v3_norm(c->y)) > 1e-12 * radius || radius <= s->distance) return;
    simple.kind = SURFACE_TORUS, simple.radius = radius, simple.minor = s->distance;
    if (axes(v3_cross(c->x, c->y), c->x, &simple.A)) become(g, s, simple);
}

static bool swept(XtGeometry *g, int node, Surface *s)
{
    s->curve = cd_xt_curve(g, cd_xt_link(g->file, node, XT_section));
    s->sweep = cd_xt_vector(g->file, node, XT_sweep);
    if (!s->curve || !is_finite(s->sweep) || !(v3_norm(s->sweep) > 0))
        return fail(g, node, "its section or direction is missing");
    simplify_swept(g, s);
    return true;
}

static bool spun(XtGeometry *g, int node, Surface *s)
{
    const XtFile *f = g->file;
    Vec3 z = cd_xt_vector(f, node, XT_axis), x = cd_xt_vector(f, node, XT_x_axis);
    s->curve = cd_xt_curve(g, cd_xt_link(f, node, XT_profile));
    s->r = cd_xt_vector(f, node, XT_base);
    if (!s->curve || !is_finite(s->r) || !is_finite(z) ||
        !axes(z, is_finite(x) && v3_norm(x) > 0 ? x : across(z), &s->A))
        return fail(g, node, "its profile or axis is missing");
    simplify_spun(g, s);
    if (s->kind == SURFACE_SPUN && s->curve->kind == EDGE_LINE)
        return fail(g, node, "its profile is a line askew to the axis");
    return true;
}

static bool blend(XtGeometry *g, int node, Surface *s)
{
    const XtFile *f = g->file;
    Vec3 at[2];
    s->curve = cd_xt_curve(g, cd_xt_link(f, node, XT_spine));
    s->distance = fabs(cd_xt_real(f, node, XT_range));
    if (cd_xt_char(f, node, XT_blend_type) != 'R' || !s->curve || !(s->distance > 0) ||
        !isfinite(s->curve->from + s->curve->to))
        return fail(g, node, "only blends of constant radius about a bounded spine are known");
    cd_edge_curve_eval(s->curve, 0.5 * (s->curve->from + s->curve->to), at);
    if (!(v3_norm(at[1]) > 0) || !axes(at[1], across(at[1]), &s->A)) return fail(g, node, "its spine has no direction");
    simplify_blend(g, s);
    return true;
}

static bool make_surface(XtGeometry *g, int node, Surface *s)
{
    s->node = node;
    s->reversed = reversed(g->file, node);
    s->A = m3_identity();
    switch (cd_xt_type(g->file, node)) {
    case XT_PLANE: return s->kind = SURFACE_PLANE, analytic(g, node, s);
    case XT_CYLINDER: return s->kind = SURFACE_CYLINDER, analytic(g, node, s);
    case XT_CONE: return s->kind = SURFACE_CONE, analytic(g, node, s);
    case XT_SPHERE: return s->kind = SURFACE_SPHERE, analytic(g, node, s);
    case XT_TORUS: return s->kind = SURFACE_TORUS, analytic(g, node, s);
    case XT_B_SURFACE:
        s->kind = SURFACE_NURBS;
        s->nurbs = nurbs_surface(g, cd_xt_link(g->file, node, XT_nurbs));
        return s->nurbs != NULL;
    case XT_OFFSET_SURF: return s->kind = SURFACE_OFFSET, offset(g, node, s);
    case XT_SWEPT_SURF: return s->kind = SURFACE_SWEPT, swept(g, node, s);
    case XT_SPUN_SURF: return s->kind = SURFACE_SPUN, spun(g, node, s);
    case XT_BLENDED_EDGE: return s->kind = SURFACE_BLEND, blend(g, node, s);
    case 0: return fail(g, node, "its surface is not in the file");
    default: return fail(g, node, "this type of surface is not known");
    }
}

const Surface *cd_xt_surface(XtGeometry *g, int node)
{
    if (node >= 0 && g->surface[node]) return g->surface[node];
    if (g->depth >= MOST_DEPTH) return fail(g, node, "curves and surfaces refer to each other without end"), NULL;
    Surface *s = ARENA_NEW(g->arena, Surface);
    g->depth++;
    bool good = make_surface(g, node, s);
    g->depth--;
    if (good) g->surface[node] = s;
    return good ? s : NULL;
}

/* ---- curves ---------------------------------------------------------------------------------------------------- */

static bool ellipse(XtGeometry *g, int node, EdgeCurve *c)
{
    const XtFile *f = g->file;
    bool circle = cd_xt_type(f, node) == XT_CIRCLE;
    double a = cd_xt_real(f, node, circle ? XT_radius : XT_major_radius),
           b = circle ? a : cd_xt_real(f, node, XT_minor_radius);
    Mat3 A;
    c->r = cd_xt_vector(f, node, XT_centre);
    if (!is_finite(c->r) || !(a > 0) || !(b > 0) || !isfinite(a + b) ||
        !axes(cd_xt_vector(f, node, XT_normal), cd_xt_vector(f, node, XT_x_axis), &A))
        return fail(g, node, "its centre, axes or radius are not those of a circle or ellipse");
    c->x = v3_scale(m3_col(A, 0), a), c->y = v3_scale(m3_col(A, 1), b);
    c->from = -M_PI, c->to = M_PI, c->period = 2 * M_PI;
    return true;
}

static bool spline(XtGeometry *g, int node, EdgeCurve *c)
{
    bool on_surface = c->kind == EDGE_ON_SURFACE;
    c->nurbs = nurbs_curve(g, cd_xt_link(g->file, node, XT_nurbs), on_surface ? 2 : 3);
    if (!c->nurbs) return false;
    c->from = cd_knot_from(c->nurbs->knot, c->nurbs->degree), c->to = cd_knot_to(c->nurbs->knot, c->nurbs->n);
    c->period = c->nurbs->closed && !on_surface ? c->to - c->from : 0;
    return true;
}

static bool on_surface(XtGeometry *g, int node, EdgeCurve *c)
{
    int curve = cd_xt_link(g->file, node, XT_b_curve);
    const Surface *s = cd_xt_surface(g, cd_xt_link(g->file, node, XT_surface));
    if (!s || cd_xt_type(g->file, curve) != XT_B_CURVE)
        return fail(g, node, "its surface or its curve in the parameters is missing");
    c->surface[0] = s->original ? s->original : s;
    return spline(g, curve, c);
}

/* Points of the chart, with those at its limits that it does not have. */
static void chart_points(XtGeometry *g, int node, EdgeCurve *c)
{
    const XtFile *f = g->file;
    int limit[2] = { cd_xt_link(f, node, XT_start), cd_xt_link(f, node, XT_end) }, count = 0;
    const double *x = cd_xt_array(f, cd_xt_link(f, node, XT_chart), XT_hvec, &count);
    Vec3 *p = ARENA_ARRAY(g->arena, Vec3, count / 3 + 3);
    for (int side = 0, k = 0; side < 2; side++) {
        Vec3 end = cd_xt_vector(f, limit[side], XT_hvec);
        bool more = cd_xt_char(f, limit[side], XT_type) == 'T' && is_finite(end);
        if (side == 0 && more) p[c->points++] = end;
        for (; side == 0 && k < count / 3; k++)
            if (is_finite(v3_load(x + 3 * k))) p[c->points++] = v3_load(x + 3 * k);
        if (side == 1 && more) p[c->points++] = end;
        if (side == 1 && cd_xt_char(f, limit[0], XT_type) == 'H' && c->points > 2) {
            if (v3_norm(v3_sub(p[0], p[c->points - 1])) > 0) p[c->points] = p[0], c->points++;
            c->period = c->points - 1;
        }
    }
    /* points that coincide have no chord between them */
    int n = 0;
    for (int k = 0; k < c->points; k++)
        if (n == 0 || v3_norm(v3_sub(p[k], p[n - 1])) > 0) p[n++] = p[k];
    c->points = n;
    if (c->period > 0) c->period = n - 1;
    c->chart = p;
}

/* The bound of a blend: where its tube touches the other surface. Without the tube the chart is all there is. */
static void touch(XtGeometry *g, int blend, EdgeCurve *c)
{
    const Surface *tube = cd_xt_type(g->file, blend) == XT_BLENDED_EDGE ? cd_xt_surface(g, blend) : NULL;
    if (tube && tube->original) tube = tube->original;
    if (!tube || c->surface[0] == tube || c->surface[0]->original == tube) return;
    c->surface[1] = tube, c->touches = true;
}

static bool intersection(XtGeometry *g, int node, EdgeCurve *c)
{
    const XtFile *f = g->file;
    chart_points(g, node, c);
    if (c->points < 2) return fail(g, node, "its chart has less than two points");
    int n = 0, bound = -1;
    for (int i = 0; i < 2; i++) {
        int s = cd_xt_link_at(f, node, XT_surface, i);
        if (cd_xt_type(f, s) == XT_BLEND_BOUND) bound = cd_xt_link(f, s, XT_blend);
        if (cd_xt_type(f, s) == XT_BLEND_BOUND) continue; /* it has no surface of its own */
        c->surface[n] = cd_xt_surface(g, s);
        if (!c->surface[n++]) return false;
    }
    if (n == 1) touch(g, bound, c);
    cd_edge_curve_finish(g->arena, c);
    return true;
}

static bool make_curve(XtGeometry *g, int node, EdgeCurve *c)
{
    const XtFile *f = g->file;
    c->node = node;
    c->reversed = reversed(f, node);
    switch (cd_xt_type(f, node)) {
    case XT_LINE:
        c->kind = EDGE_LINE;
        c->r = cd_xt_vector(f, node, XT_pvec), c->x = cd_xt_vector(f, node, XT_direction);
        c->from = -INFINITY, c->to = INFINITY;
        return (is_finite(c->r) && is_finite(c->x) && v3_norm(c->x) > 0) ||
               fail(g, node, "its point or direction is missing");
    case XT_CIRCLE:
    case XT_ELLIPSE: return c->kind = EDGE_ELLIPSE, ellipse(g, node, c);
    case XT_B_CURVE: return c->kind = EDGE_NURBS, spline(g, node, c);
    case XT_SP_CURVE: return c->kind = EDGE_ON_SURFACE, on_surface(g, node, c);
    case XT_INTERSECTION: return c->kind = EDGE_INTERSECTION, intersection(g, node, c);
    case XT_TRIMMED_CURVE: {
        EdgePiece piece;
        if (!cd_xt_piece(g, node, NULL, NULL, &piece)) return false;
        int own = c->node;
        *c = *piece.curve;
        c->node = own;
        c->from = fmin(piece.from, piece.to), c->to = fmax(piece.from, piece.to);
        if (!(c->to - c->from < c->period)) c->period = 0;
        c->reversed = piece.to < piece.from;
        return true;
    }
    case 0: return fail(g, node, "its curve is not in the file");
    default: return fail(g, node, "this type of curve is not known");
    }
}

const EdgeCurve *cd_xt_curve(XtGeometry *g, int node)
{
    if (node >= 0 && g->curve[node]) return g->curve[node];
    if (g->depth >= MOST_DEPTH) return fail(g, node, "curves and surfaces refer to each other without end"), NULL;
    EdgeCurve *c = ARENA_NEW(g->arena, EdgeCurve);
    g->depth++;
    bool good = make_curve(g, node, c);
    g->depth--;
    if (good) g->curve[node] = c;
    return good ? c : NULL;
}

/* ---- pieces ---------------------------------------------------------------------------------------------------- */

static bool is_near(Vec3 a, Vec3 b, double size)
{
    return v3_norm(v3_sub(a, b)) <= 1e-3 * size + 1e-5;
}

/* From point to point, upwards or downwards; on a closed curve the copy of the end that lies that way. */
static bool between(XtGeometry *g, const EdgeCurve *c, const Vec3 *start, const Vec3 *end, bool up, EdgePiece *out)
{
    double t0 = c->from, t1;
    out->curve = c;
    if (!start) {
        if (!(c->period > 0)) {
            if (!isfinite(c->from) || !isfinite(c->to))
                return fail(g, c->node, "an edge without vertices lies on a curve without end");
            out->from = up ? c->from : c->to, out->to = up ? c->to : c->from;
            return true;
        }
        out->from = t0, out->to = up ? t0 + c->period : t0 - c->period;
        return true;
    }
    double size = v3_norm(v3_sub(*end, *start)), off0 = cd_edge_curve_invert(c, *start, &t0),
           off1 = cd_edge_curve_invert(c, *end, &t1);
    if (!(off0 <= 1e-3 * size + 1e-5) || !(off1 <= 1e-3 * size + 1e-5))
        return fail(g, c->node, "the vertices of an edge are not on its curve");
    if (c->period > 0) {
        double tiny = 1e-9 * c->period;
        t1 = cd_nearest_copy(t1, t0, c->period);
        if (up && t1 <= t0 + tiny) t1 += c->period;
        if (!up && t1 >= t0 - tiny) t1 -= c->period;
    } else if (c->kind != EDGE_LINE && size == 0) {
        /* start and end are one vertex of a curve whose ends meet */
        t0 = up ? c->from : c->to, t1 = up ? c->to : c->from;
    }
    out->from = t0, out->to = t1;
    return t0 != t1 || fail(g, c->node, "an edge has no length");
}

static bool trimmed(XtGeometry *g, int node, EdgePiece *out)
{
    const XtFile *f = g->file;
    const EdgeCurve *c = cd_xt_curve(g, cd_xt_link(f, node, XT_basis_curve));
    double t0 = cd_xt_real(f, node, XT_parm_1), t1 = cd_xt_real(f, node, XT_parm_2);
    Vec3 p0 = cd_xt_vector(f, node, XT_point_1), p1 = cd_xt_vector(f, node, XT_point_2), at[2];
    if (!c || !isfinite(t0) || !isfinite(t1) || t0 == t1 || !is_finite(p0) || !is_finite(p1))
        return fail(g, node, "its ends are missing");
    *out = (EdgePiece){ c, t0, t1 };
    /* the parameter of an intersection is not what files have; that of others is, if the points agree */
    double size = v3_norm(v3_sub(p1, p0));
    bool agrees = c->kind != EDGE_INTERSECTION;
    if (agrees) {
        cd_edge_curve_eval(c, t0, at);
        agrees = is_near(at[0], p0, size);
        cd_edge_curve_eval(c, t1, at);
        agrees &= is_near(at[0], p1, size);
    }
    return agrees || between(g, c, &p0, &p1, t1 > t0, out);
}

bool cd_xt_piece(XtGeometry *g, int node, const Vec3 *start, const Vec3 *end, EdgePiece *out)
{
    if (cd_xt_type(g->file, node) == XT_TRIMMED_CURVE) {
        if (g->depth >= MOST_DEPTH) return fail(g, node, "curves and surfaces refer to each other without end");
        g->depth++;
        bool good = trimmed(g, node, out);
        g->depth--;
        return good;
    }
    const EdgeCurve *c = cd_xt_curve(g, node);
    return c && between(g, c, start, end, !c->reversed, out);
}
