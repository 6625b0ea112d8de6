/* curve.c - circles, arcs, splines and polygons in a plane, with material on one side, and their contacts in that plane
 * (theory 18, 7).
 *
 * A point x of I (fixed, or at s on I's curve) and the foot at t on J's curve:
 *
 *     (x - y(t)) . y'(t) = 0,     x'(s) . n(t) = 0,     g = (x - y) . n                           (18.16)
 *
 * n is the normal of J's curve, away from its material. Minima of g along I's samples are refined by Newton's method in
 * s and t; one more step with duals gives the gradients. */
#include "contact/plane_curve.h"

#include "kinematics/curve.h"

static Vec3 flat(Vec3 v)
{
    return v3(v.x, v.y, 0);
}

CurvePoint cd_plane_curve_at(const PlaneCurve *c, double t)
{
    if (c->spline)
        return (CurvePoint){ flat(cd_curve_eval(c->spline, t, 0)), flat(cd_curve_eval(c->spline, t, 1)),
                             flat(cd_curve_eval(c->spline, t, 2)) };
    double x = c->radius * cos(t), y = c->radius * sin(t);
    return (CurvePoint){ v3(x, y, 0), v3(-y, x, 0), v3(-x, -y, 0) };
}

double cd_plane_curve_sample(const PlaneCurve *c, int k)
{
    int steps = c->closed ? c->samples : c->samples - 1;
    return c->from + (c->to - c->from) * k / steps;
}

static Shape *finish(Arena *arena, PlaneCurve *c)
{
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_curve, .plane_curve = c };
    Vec3 *sample = ARENA_ARRAY(arena, Vec3, c->samples);
    double area = 0;
    for (int k = 0; k < c->samples; k++) {
        sample[k] = cd_plane_curve_at(c, cd_plane_curve_sample(c, k)).x;
        s->low = k ? v3(fmin(s->low.x, sample[k].x), fmin(s->low.y, sample[k].y), 0) : sample[k];
        s->high = k ? v3(fmax(s->high.x, sample[k].x), fmax(s->high.y, sample[k].y), 0) : sample[k];
    }
    for (int k = 0; k < c->samples; k++) {
        Vec3 a = sample[k], b = sample[(k + 1) % c->samples];
        area += (a.x * b.y - a.y * b.x) / 2;
    }
    c->sample = sample, c->side = c->closed && area < 0 ? -1 : 1;
    s->centre = v3_scale(v3_add(s->low, s->high), 0.5);
    double step = 0; /* between samples a curve may bulge by less than a step */
    for (int k = 0; k + 1 < c->samples; k++) step = fmax(step, v3_norm(v3_sub(sample[k + 1], sample[k])));
    for (int k = 0; k < c->samples; k++) s->reach = fmax(s->reach, v3_norm(v3_sub(sample[k], s->centre)) + step / 2);
    s->size = s->reach / 2;
    s->low = v3_sub(s->low, v3(step / 2, step / 2, 0)), s->high = v3_add(s->high, v3(step / 2, step / 2, 0));
    return s;
}

Shape *cd_shape_arc(Arena *arena, double radius, double angle)
{
    enum { SAMPLES = 129 };
    PlaneCurve *c = ARENA_NEW(arena, PlaneCurve);
    bool closed = fabs(angle) >= 2 * M_PI * (1 - 1e-12);
    *c = (PlaneCurve){ .radius = radius, .to = closed ? 2 * M_PI : angle, .closed = closed, .samples = SAMPLES };
    return finish(arena, c);
}

Shape *cd_shape_curve(Arena *arena, const SpaceCurve *spline)
{
    enum { PER_PIECE = 8 };
    PlaneCurve *c = ARENA_NEW(arena, PlaneCurve);
    *c = (PlaneCurve){ .spline = spline, .from = spline->from, .to = spline->to, .closed = spline->closed };
    c->samples = PER_PIECE * spline->pieces + (spline->closed ? 0 : 1);
    return finish(arena, c);
}

/* ---- contact ---- */

typedef struct Seen {
    const PlaneCurve *c;
    double side;
    Vec3 r; /* carried by I: pose; J's is the identity */
    Mat3 A;
} Seen;

static CurvePoint seen_at(const Seen *s, double t)
{
    CurvePoint p = cd_plane_curve_at(s->c, t);
    return (CurvePoint){ flat(v3_add(s->r, m3_apply(s->A, p.x))), flat(m3_apply(s->A, p.d)),
                         flat(m3_apply(s->A, p.dd)) };
}

/* Normal of a direction of travel, away from material on the left: not of unit length. */
static Vec3 right_of(Vec3 d, double side)
{
    return v3(side * d.y, -side * d.x, 0);
}

/* The foot of x on J: parameter, from the nearest sample by Newton's method. */
static double foot(const Seen *j, Vec3 x)
{
    const PlaneCurve *c = j->c;
    int best = 0;
    double least = INFINITY;
    for (int k = 0; k < c->samples; k++) {
        double d = v3_norm(v3_sub(x, c->sample[k]));
        if (d < least) least = d, best = k;
    }
    double t = cd_plane_curve_sample(c, best), step = (c->to - c->from) / c->samples, middle = t;
    for (int n = 0; n < 30; n++) {
        CurvePoint y = cd_plane_curve_at(c, t);
        Vec3 off = v3_sub(x, y.x);
        double f = v3_dot(off, y.d), slope = v3_dot(off, y.dd) - v3_dot(y.d, y.d), to = slope < 0 ? t - f / slope : t;
        to = fmin(middle + step, fmax(middle - step, to));
        if (!c->closed) to = fmin(c->to, fmax(c->from, to));
        if (fabs(to - t) < 1e-15 * fabs(c->to - c->from)) break;
        t = to;
    }
    return t;
}

static double gap_at(const Seen *j, Vec3 x, double t)
{
    CurvePoint y = cd_plane_curve_at(j->c, t);
    return v3_dot(v3_sub(x, y.x), v3_unit(right_of(y.d, j->side)));
}

/* Newton's method for both parameters of (18.16); false: no minimum between the neighbours of the sample (a corner, an
 * end). */
static bool refine(const Seen *i, const Seen *j, double step, double *s, double *t)
{
    double start = *s;
    for (int n = 0; n < 30; n++) {
        CurvePoint x = seen_at(i, *s), y = cd_plane_curve_at(j->c, *t);
        Vec3 off = v3_sub(x.x, y.x), m = right_of(y.d, j->side), dm = right_of(y.dd, j->side);
        double f1 = v3_dot(off, y.d), f2 = v3_dot(x.d, m);
        double a = v3_dot(x.d, y.d), b = v3_dot(off, y.dd) - v3_dot(y.d, y.d), c = v3_dot(x.dd, m), d = v3_dot(x.d, dm);
        double det = a * d - b * c;
        if (det == 0) return false;
        double ds = (-f1 * d + f2 * b) / det, dt = (f1 * c - f2 * a) / det;
        *s += ds, *t += dt;
        if (!(fabs(*s - start) < 2 * fabs(step))) return false;
        if (fabs(ds) <= 1e-14 * fabs(step)) return true;
    }
    return false;
}

/* Distance, normal and surface point with gradients at (s, t); s_moves: s is found by (18.16), else the point is fixed
 * in I. */
static void touch_at(const Seen *i, const Seen *j, Vec3 x_loc, bool s_moves, double s, double t, int key, Touch *touch)
{
    CurvePoint p = { .x = x_loc }, y = cd_plane_curve_at(j->c, t);
    if (s_moves) p = cd_plane_curve_at(i->c, s);
    DualVec x = dv_point(i->r, i->A, p.x), dx = dv_axis(i->A, p.d), ddx = dv_axis(i->A, p.dd);
    DualVec *flatten[] = { &x, &dx, &ddx };
    for (int l = 0; l < 3; l++) {
        flatten[l]->x.z = 0;
        for (int k = 0; k < 6; k++) flatten[l]->d[k].z = 0;
    }
    Vec3 m = right_of(y.d, j->side), dm = right_of(y.dd, j->side), off = v3_sub(x.x, y.x);
    double b = v3_dot(off, y.dd) - v3_dot(y.d, y.d), det = b;
    double a = v3_dot(dx.x, y.d), c = v3_dot(ddx.x, m), d = v3_dot(dx.x, dm);
    if (s_moves) det = a * d - b * c;
    Dual s_change = du(0), t_change = du(0);
    for (int k = 0; k < 6 && det != 0; k++) {
        double f1 = v3_dot(x.d[k], y.d), f2 = s_moves ? v3_dot(dx.d[k], m) : 0;
        s_change.d[k] = s_moves ? (-f1 * d + f2 * b) / det : 0;
        t_change.d[k] = s_moves ? (f1 * c - f2 * a) / det : -f1 / det;
    }
    bool at_end = !j->c->closed && (t <= j->c->from || t >= j->c->to);
    if (at_end) t_change = du(0); /* the foot stays at the end of J */
    x = dv_add(x, dv_scale(dv(dx.x), s_change));
    DualVec foot_point = dv_add(dv(y.x), dv_scale(dv(y.d), t_change));
    DualVec n = dv_unit(dv_add(dv(m), dv_scale(dv(dm), t_change)));
    cd_touch_add(touch, key, dv_dot(dv_sub(x, foot_point), n), x, n);
}

static double side_of(const Pair *pair, const Shape *s, bool first)
{
    bool flip = first != pair->swapped ? pair->options.flip_i : pair->options.flip_j;
    return (flip ? -1 : 1) * s->plane_curve->side;
}

void cd_pair_point_curve(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)scratch;
    Seen point = { .r = r, .A = A }, on = { .c = j->plane_curve, .side = side_of(pair, j, false), .A = m3_identity() };
    double t = foot(&on, flat(v3_add(r, m3_apply(A, i->centre))));
    touch_at(&point, &on, i->centre, false, 0, t, 0, touch);
}

void cd_pair_curve_curve(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    Seen ci = { i->plane_curve, side_of(pair, i, true), r, A };
    Seen cj = { j->plane_curve, side_of(pair, j, false), v3(0, 0, 0), m3_identity() };
    int n = ci.c->samples, key = 0;
    double *gap = ARENA_ARRAY(scratch, double, n), *at = ARENA_ARRAY(scratch, double, n);
    double step = (ci.c->to - ci.c->from) / n;
    for (int k = 0; k < n; k++) {
        Vec3 x = flat(v3_add(r, m3_apply(A, ci.c->sample[k])));
        at[k] = foot(&cj, x), gap[k] = gap_at(&cj, x, at[k]);
    }
    for (int k = 0; k < n; k++) {
        bool first = !ci.c->closed && k == 0, last = !ci.c->closed && k == n - 1;
        double before = first ? INFINITY : gap[(k + n - 1) % n], after = last ? INFINITY : gap[(k + 1) % n];
        if (gap[k] > before || gap[k] >= after) continue;
        double s = cd_plane_curve_sample(ci.c, k), t = at[k];
        if (refine(&ci, &cj, step, &s, &t)) touch_at(&ci, &cj, v3(0, 0, 0), true, s, t, key++, touch);
        else touch_at(&ci, &cj, ci.c->sample[k], false, 0, at[k], key++, touch);
    }
}

/* Lowest points over the plane: x'(s) . n = 0. */
void cd_pair_curve_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)j, (void)scratch;
    const PlaneCurve *c = i->plane_curve;
    Vec3 up = m3_tapply(A, v3(0, 0, 1));
    int n = c->samples, key = 0;
    double step = (c->to - c->from) / n;
    for (int k = 0; k < n; k++) {
        bool first = !c->closed && k == 0, last = !c->closed && k == n - 1;
        double here = v3_dot(up, c->sample[k]);
        double before = first ? INFINITY : v3_dot(up, c->sample[(k + n - 1) % n]);
        double after = last ? INFINITY : v3_dot(up, c->sample[(k + 1) % n]);
        if (here > before || here >= after) continue;
        double start = cd_plane_curve_sample(c, k), s = start;
        CurvePoint p = cd_plane_curve_at(c, s);
        bool found = false;
        for (int l = 0; l < 30 && !found && fabs(s - start) < 2 * fabs(step); l++) {
            double slope = v3_dot(up, p.dd), by = slope > 0 ? -v3_dot(up, p.d) / slope : INFINITY;
            found = fabs(by) <= 1e-14 * fabs(step), s += by;
            p = cd_plane_curve_at(c, s);
        }
        if (!found) p = (CurvePoint){ .x = c->sample[k] };
        DualVec x = dv_point(r, A, p.x);
        if (found) { /* ds = -(x'.n) / (x''.n) */
            Dual rate = dv_get(dv_axis(A, p.d), 2), bend = dv_get(dv_axis(A, p.dd), 2),
                 ds = du_div(du_neg(rate), du(bend.x));
            ds.x = 0;
            x = dv_add(x, dv_scale(dv(m3_apply(A, p.d)), ds));
        }
        cd_touch_add(touch, key++, dv_get(x, 2), x, dv(v3(0, 0, 1)));
    }
}

double cd_pair_out_of_plane(const Pair *pair, Vec3 r, Mat3 A)
{
    bool planar_i = cd_shape_is_planar(pair->i->kind), planar_j = cd_shape_is_planar(pair->j->kind);
    if (!planar_i || !planar_j) return 0;
    double tilt = hypot(A.c[2].x, A.c[2].y);
    Vec3 x = v3_add(r, m3_apply(A, pair->i->centre));
    if (pair->j->kind == SHAPE_point) return fabs(v3_dot(v3_sub(pair->j->centre, r), A.c[2]));
    return fabs(x.z - pair->j->centre.z) + (pair->i->kind == SHAPE_point ? 0 : tilt * pair->i->reach);
}
