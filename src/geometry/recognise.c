/* recognise.c - whole shapes by their faces. What faces suggest is held against volume and area, so that notches,
 * bores and missing pieces are seen without looking at edges. */
#include "geometry/recognise.h"

#include "geometry/moments.h"

#include <math.h>

static const double same_angle = 1e-9;

static double volume_of(const WholeShape *w)
{
    Vec3 d = v3_sub(w->high, w->low);
    double h = w->to - w->from;
    switch (w->kind) {
    case WHOLE_BOX: return d.x * d.y * d.z;
    case WHOLE_FRUSTUM: return M_PI * h * (w->bottom * w->bottom + w->bottom * w->top + w->top * w->top) / 3;
    case WHOLE_BALL: return 4. / 3 * M_PI * w->radius * w->radius * w->radius;
    case WHOLE_TORUS: return 2 * M_PI * M_PI * w->radius * w->section * w->section;
    default: return 0;
    }
}

static double area_of(const WholeShape *w)
{
    Vec3 d = v3_sub(w->high, w->low);
    double h = w->to - w->from;
    switch (w->kind) {
    case WHOLE_BOX: return 2 * (d.x * d.y + d.y * d.z + d.z * d.x);
    case WHOLE_FRUSTUM:
        return M_PI * ((w->bottom + w->top) * hypot(h, w->top - w->bottom) + w->bottom * w->bottom + w->top * w->top);
    case WHOLE_BALL: return 4 * M_PI * w->radius * w->radius;
    case WHOLE_TORUS: return 4 * M_PI * M_PI * w->radius * w->section;
    default: return 0;
    }
}

static int count(const Body *b, SurfaceKind kind)
{
    int n = 0;
    for (int i = 0; i < b->face.n; i++) n += b->face.at[i].surface.kind == kind;
    return n;
}

static const Surface *first_of(const Body *b, SurfaceKind kind)
{
    for (int i = 0; i < b->face.n; i++)
        if (b->face.at[i].surface.kind == kind) return &b->face.at[i].surface;
    return NULL;
}

/* Whether all faces of a kind lie on the same surface of revolution. */
static bool all_on(const Body *b, const Surface *s)
{
    Vec3 z = m3_col(s->A, 2);
    for (int i = 0; i < b->face.n; i++) {
        const Surface *o = &b->face.at[i].surface;
        if (o->kind != s->kind || o == s) continue;
        double uv[2];
        Vec3 p = cd_surface_point(o, 0.3, isfinite(cd_surface_range(o, 1).from) ? 0.5 : 0.1 * o->radius);
        double size = s->radius + s->minor;
        if (v3_norm(v3_cross(m3_col(o->A, 2), z)) > same_angle && s->kind != SURFACE_SPHERE) return false;
        /* a second point, a turn and a step away, so that radii and slopes count, too */
        Vec3 q = cd_surface_point(o, 2.4, isfinite(cd_surface_range(o, 1).from) ? 0.9 : 0.2 * o->radius);
        if (cd_surface_invert(s, p, uv, false) > 1e-9 * size || cd_surface_invert(s, q, uv, false) > 1e-9 * size)
            return false;
    }
    return true;
}

/* Planes with three normals across each other; extents by vertices. */
static void box(const Body *b, WholeShape *w)
{
    Vec3 x = m3_col(b->face.at[0].surface.A, 2), y = x;
    for (int i = 1; i < b->face.n; i++) {
        Vec3 n = m3_col(b->face.at[i].surface.A, 2);
        if (fabs(v3_dot(n, x)) < same_angle) y = n;
    }
    Vec3 z = v3_cross(x, y);
    if (fabs(v3_norm(z) - 1) > same_angle || b->vertex.n < 8) return;
    w->A = m3_cols(x, y, z);
    w->r = v3_scale(v3_add(b->low, b->high), 0.5);
    w->low = v3(INFINITY, INFINITY, INFINITY), w->high = v3_neg(w->low);
    for (int i = 0; i < b->vertex.n; i++) {
        Vec3 p = m3_tapply(w->A, v3_sub(b->vertex.at[i].r, w->r));
        w->low = v3(fmin(w->low.x, p.x), fmin(w->low.y, p.y), fmin(w->low.z, p.z));
        w->high = v3(fmax(w->high.x, p.x), fmax(w->high.y, p.y), fmax(w->high.z, p.z));
    }
    w->kind = WHOLE_BOX;
}

/* Cylinders or cones about one axis between planes across it. */
static void frustum(const Body *b, const Surface *s, WholeShape *w)
{
    Vec3 z = m3_col(s->A, 2);
    double from = INFINITY, to = -INFINITY;
    if (!all_on(b, s)) return;
    for (int i = 0; i < b->face.n; i++) {
        const Surface *p = &b->face.at[i].surface;
        if (p->kind != SURFACE_PLANE) continue;
        if (fabs(fabs(v3_dot(m3_col(p->A, 2), z)) - 1) > same_angle) return;
        double h = v3_dot(v3_sub(p->r, s->r), z);
        from = fmin(from, h), to = fmax(to, h);
    }
    if (!(from < INFINITY)) return;
    double tip = s->kind == SURFACE_CONE ? -s->radius / s->slope : 0;
    if (from == to && s->kind == SURFACE_CONE) from = fmin(from, tip), to = fmax(to, tip); /* a cone up to its tip */
    w->r = s->r, w->A = s->A;
    w->from = from, w->to = to;
    w->bottom = fmax(0, s->radius + s->slope * from), w->top = fmax(0, s->radius + s->slope * to);
    w->kind = WHOLE_FRUSTUM;
}

WholeShape cd_body_recognise(const Body *b)
{
    WholeShape w = { 0 };
    int planes = count(b, SURFACE_PLANE), cylinders = count(b, SURFACE_CYLINDER), cones = count(b, SURFACE_CONE);
    int spheres = count(b, SURFACE_SPHERE), tori = count(b, SURFACE_TORUS), all = b->face.n;
    if (b->problems || b->sheet) return w;
    if (planes == all) box(b, &w);
    else if (cylinders && planes + cylinders == all) frustum(b, first_of(b, SURFACE_CYLINDER), &w);
    else if (cones && planes + cones == all) frustum(b, first_of(b, SURFACE_CONE), &w);
    else if ((spheres == all || tori == all) && all_on(b, &b->face.at[0].surface)) {
        const Surface *s = &b->face.at[0].surface;
        w.kind = spheres ? WHOLE_BALL : WHOLE_TORUS;
        w.r = s->r, w.A = s->A, w.radius = s->radius, w.section = s->minor;
    }
    if (w.kind == WHOLE_NONE) return w;
    Arena scratch = { 0 };
    Moments m = cd_body_moments(&scratch, b);
    cd_arena_close(&scratch);
    double V = volume_of(&w), area = area_of(&w);
    if (!(fabs(m.volume - V) <= 1e-9 * V && fabs(m.area - area) <= 1e-9 * area)) w.kind = WHOLE_NONE;
    return w;
}

/* ---- rims -------------------------------------------------------------------------------------------------------- */

/* The face of a kind that reaches farthest from its axis, with the material inside. */
static int widest(const Body *b, SurfaceKind kind)
{
    int best = -1;
    for (int i = 0; i < b->face.n; i++) {
        const BodyFace *f = &b->face.at[i];
        if (f->surface.kind != kind || f->reversed) continue;
        if (best < 0 || f->surface.radius > b->face.at[best].surface.radius) best = i;
    }
    return best;
}

static bool same_about(const Surface *a, const Surface *b)
{
    Vec3 z = m3_col(a->A, 2), off = v3_sub(b->r, a->r);
    double small = 1e-9 * a->radius;
    if (a->kind == SURFACE_CYLINDER) off = v3_cross(off, z);
    return b->kind == a->kind && fabs(a->radius - b->radius) <= small && fabs(a->minor - b->minor) <= small &&
           v3_norm(v3_cross(m3_col(b->A, 2), z)) <= same_angle && v3_norm(off) <= small;
}

/* Of all faces on a surface together, to 1e-9. */
static bool has_area(const Body *b, const Surface *s, double expected)
{
    Arena scratch = { 0 };
    Moments m = cd_body_moments(&scratch, b);
    double area = 0;
    for (int i = 0; i < b->face.n; i++)
        if (!b->face.at[i].reversed && same_about(s, &b->face.at[i].surface)) area += m.face_area[i];
    cd_arena_close(&scratch);
    return fabs(area - expected) <= 1e-9 * expected;
}

/* Where the mantle of a cylinder begins and ends along its axis; false if something reaches farther out. */
static bool mantle(const Facets *f, const Surface *s, double *from, double *to)
{
    *from = INFINITY, *to = -INFINITY;
    for (int i = 0; i < f->point.n; i++) {
        Vec3 p = m3_tapply(s->A, v3_sub(f->point.at[i], s->r));
        double rho = hypot(p.x, p.y);
        if (rho > (1 + 1e-9) * s->radius) return false;
        if (rho >= (1 - 1e-6) * s->radius) *from = fmin(*from, p.z), *to = fmax(*to, p.z);
    }
    return *from < *to;
}

/* The whole mantle of a cylinder, and everything else beside it nearer to the axis. What is beyond its ends, a chamfer
 * or a hub, is left to facets where an end is touched. */
static Rim rim_of_cylinder(const Body *b, const Facets *f, const Surface *s)
{
    const double margin = 0.05; /* of the length: contacts nearer to an end may be with a chamfer */
    double from, to, inner = 0, R = s->radius;
    bool longer = false;
    if (!mantle(f, s, &from, &to)) return (Rim){ 0 };
    for (int i = 0; i < f->point.n; i++) {
        Vec3 p = m3_tapply(s->A, v3_sub(f->point.at[i], s->r));
        double rho = hypot(p.x, p.y), small = 1e-9 * R;
        bool beside = p.z >= from - small && p.z <= to + small;
        longer |= !beside;
        if (beside && rho < (1 - 1e-6) * R) inner = fmax(inner, rho);
    }
    if (inner > 0.9 * R || !has_area(b, s, 2 * M_PI * R * (to - from))) return (Rim){ 0 };
    WholeShape w = { .kind = WHOLE_FRUSTUM, .r = s->r, .A = s->A, .from = from, .to = to, .bottom = R, .top = R };
    double off = longer ? margin * (to - from) : INFINITY;
    return (Rim){ w, (inner + R) / 2, longer ? from + off : -INFINITY, longer ? to - off : INFINITY };
}

/* The outer band of a torus between two planes, and everything else between them nearer to the axis than the middle of
 * its section. */
static Rim rim_of_torus(const Body *b, const Facets *f, const Surface *s)
{
    double R = s->radius, q = s->minor, edge = 0;
    for (int i = 0; i < f->point.n; i++) {
        Vec3 p = m3_tapply(s->A, v3_sub(f->point.at[i], s->r));
        edge = fmax(edge, fabs(p.z));
    }
    if (!(edge < q)) return (Rim){ 0 };
    for (int i = 0; i < f->point.n; i++) {
        Vec3 p = m3_tapply(s->A, v3_sub(f->point.at[i], s->r));
        double rho = hypot(p.x, p.y), off = hypot(rho - R, p.z) - q;
        if (rho > R && fabs(off) > 1e-9 * (R + q) && fabs(p.z) < (1 - 1e-9) * edge) return (Rim){ 0 };
        if (rho > R && off > 1e-9 * (R + q)) return (Rim){ 0 };
    }
    double angle = asin(edge / q);
    if (!has_area(b, s, 4 * M_PI * q * (R * angle + q * sin(angle)))) return (Rim){ 0 };
    WholeShape w = { .kind = WHOLE_TORUS, .r = s->r, .A = s->A, .radius = R, .section = q };
    return (Rim){ w, R, -0.9 * edge, 0.9 * edge };
}

Rim cd_body_rim(const Body *b, const Facets *f)
{
    int cylinder = widest(b, SURFACE_CYLINDER), torus = widest(b, SURFACE_TORUS);
    Rim rim = { 0 };
    if (b->problems || b->sheet) return rim;
    if (cylinder >= 0) rim = rim_of_cylinder(b, f, &b->face.at[cylinder].surface);
    if (torus >= 0 && rim.shape.kind == WHOLE_NONE) rim = rim_of_torus(b, f, &b->face.at[torus].surface);
    return rim;
}
