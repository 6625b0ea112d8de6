/* cylinder.c - a cylinder along z; sides of cylinders and frusta against each other, and a cylinder in a tube.
 *
 * The side of a frustum is the envelope of balls along its axis whose radii change evenly: R(s) = c (rho0 + m s) at the
 * station s, with m the slope of its radius and c = 1 / sqrt(1 + m^2). The ball that touches the side at z has s = z +
 * m rho(z) (18.19). With e the mean direction of the two generators that face each other, P_I(x) and P_J(x) the points
 * of both axes at the coordinate x along e, D(x) = P_I - P_J and both radii are linear in x, and the depth is h(x) =
 * R_I(x) + R_J(x) - |D(x)| over the common length. The section of the overlap grows as h^1.5, and with the root of the
 * reduced radius, so the incident is at the mean of x with that weight (theory 18.8): the middle of the common length
 * for parallel generators, the place of the common normal for crossing ones.
 *
 * Generators of frusta depend on where the normal D / |D| points: a few rounds make both agree. */
#include "contact/rows.h"

#include "contact/gauss.h"

Shape *cd_shape_cylinder(Arena *arena, double from, double to, double radius)
{
    return cd_shape_frustum(arena, from, to, radius, radius);
}

/* A number that is linear in x: value at 0, slope. */
typedef struct Linear {
    Dual at0, by_x;
} Linear;

typedef struct Line {
    DualVec i0, i1, d0, d1; /* P_I and D = P_I - P_J as functions of x: value at 0, slope */
    DualVec e, facing[2];   /* along the line; generators */
    Dual from, to;          /* common length */
    Linear radius[2];       /* of the balls of I and J */
    Linear reach;           /* |D| at touch */
    double sign;            /* h = sign (reach - |D|): -1 where J encloses I */
} Line;

static Dual least_of(Dual a, Dual b)
{
    return a.x < b.x ? a : b;
}

static Dual most_of(Dual a, Dual b)
{
    return a.x > b.x ? a : b;
}

static Dual linear_at(const Linear *l, Dual x)
{
    return du_add(l->at0, du_mul(l->by_x, x));
}

/* The axis of a shape with its balls. */
typedef struct Axis {
    DualVec o, a;               /* origin, direction */
    double slope, cosine, rho0; /* of the side: m, c, radius at the origin */
    double from, to;            /* stations of the balls that touch the side at its ends */
} Axis;

static Axis axis_of(const Shape *s, DualVec o, DualVec a)
{
    double m = (s->round.top - s->round.bottom) / (s->round.to - s->round.from);
    return (Axis){ o,
                   a,
                   m,
                   1 / sqrt(1 + m * m),
                   s->round.bottom - m * s->round.from,
                   s->round.from + m * s->round.bottom,
                   s->round.to + m * s->round.top };
}

/* The generator that faces the direction n from the axis; that of a cylinder is the same everywhere. */
static DualVec generator(const Axis *k, DualVec n)
{
    if (k->slope == 0) return k->a;
    DualVec radial = dv_sub(n, dv_scale(k->a, dv_dot(n, k->a)));
    if (v3_norm(radial.x) == 0) return k->a;
    return dv_add(dv_times(k->a, k->cosine), dv_times(dv_unit(radial), k->cosine * k->slope));
}

/* The line along e, for a normal that points from J to I. */
static Line line_of(const Axis *i, const Axis *j, DualVec n, bool inside)
{
    DualVec g = generator(i, dv_times(n, -1)), f = generator(j, n);
    double turn = v3_dot(i->a.x, j->a.x) < 0 ? -1 : 1;
    Line l = { .e = dv_unit(dv_axpy(f, turn, g)), .facing = { g, f }, .sign = inside ? -1 : 1 };
    DualVec along[2], start[2];
    for (int k = 0; k < 2; k++) {
        const Axis *s = k ? j : i;
        Dual oe = dv_dot(s->o, l.e), by_s = dv_dot(s->a, l.e), by_x = du_div(du(1), by_s);
        along[k] = dv_scale(s->a, by_x), start[k] = dv_sub(s->o, dv_scale(along[k], oe));
        Dual ends[2] = { du_axpy(oe, s->from, by_s), du_axpy(oe, s->to, by_s) };
        Dual low = least_of(ends[0], ends[1]), high = most_of(ends[0], ends[1]);
        l.from = k ? most_of(l.from, low) : low, l.to = k ? least_of(l.to, high) : high;
        l.radius[k].by_x = du_scale(by_x, s->cosine * s->slope);
        l.radius[k].at0 = du_plus(du_neg(du_mul(l.radius[k].by_x, oe)), s->cosine * s->rho0);
    }
    double own = inside ? -1 : 1; /* the radius of I leaves less room in a tube */
    l.reach.at0 = du_axpy(l.radius[1].at0, own, l.radius[0].at0);
    l.reach.by_x = du_axpy(l.radius[1].by_x, own, l.radius[0].by_x);
    l.i0 = start[0], l.i1 = along[0], l.d0 = dv_sub(start[0], start[1]), l.d1 = dv_sub(along[0], along[1]);
    return l;
}

static Dual depth_at(const Line *l, Dual x, DualVec *D)
{
    *D = dv_add(l->d0, dv_scale(l->d1, x));
    return du_scale(du_sub(linear_at(&l->reach, x), dv_norm(*D)), l->sign);
}

/* Where |D| is the reach, in order; less than two: nowhere near, or beyond an apex. rises: the depth does there. */
static int roots(const Line *l, Dual x[2], bool rises[2])
{
    Dual r0 = l->reach.at0, r1 = l->reach.by_x;
    Dual A = du_sub(dv_dot(l->d1, l->d1), du_square(r1)), B = du_sub(dv_dot(l->d0, l->d1), du_mul(r0, r1));
    Dual C = du_sub(dv_dot(l->d0, l->d0), du_square(r0));
    double span = fmax(fabs(l->from.x), fabs(l->to.x)), size = r0.x + r1.x * (l->from.x + l->to.x) / 2;
    if (fabs(A.x) * span * span < 1e-22 * size * size && fabs(B.x) * span < 1e-22 * size * size) return 0;
    Dual disc = du_sub(du_square(B), du_mul(A, C));
    if (disc.x <= 0) return 0;
    Dual root = du_sqrt(disc), q = B.x < 0 ? du_sub(root, B) : du_neg(du_add(B, root)), found[2];
    int n = 0;
    if (fabs(q.x) > 0) found[n++] = du_div(C, q);
    if (fabs(A.x) * span > 1e-12 * fabs(q.x)) found[n++] = du_div(q, A);
    if (n == 2 && found[0].x > found[1].x) {
        Dual first = found[0];
        found[0] = found[1], found[1] = first;
    }
    int kept = 0;
    for (int k = 0; k < n; k++) {
        Dual at = linear_at(&l->reach, found[k]);
        if (!(at.x > 0)) continue;
        Vec3 D = v3_axpy(l->d0.x, found[k].x, l->d1.x);
        rises[kept] = l->sign * (r1.x - v3_dot(D, l->d1.x) / at.x) > 0;
        x[kept++] = found[k];
    }
    return kept;
}

/* A stretch of the line, with the ends at which the depth is zero. */
typedef struct Stretch {
    Dual from, to;
    bool zero_from, zero_to;
} Stretch;

/* The x of node k, and dx: mapped so that the depth is smooth at ends where it is zero. */
static Dual node(const Stretch *s, int k, Dual *weight)
{
    double t = cd_gauss[k][0], w = cd_gauss[k][1], f = t, slope = 1;
    if (s->zero_from && s->zero_to) f = (1 - cos(M_PI * t)) / 2, slope = M_PI / 2 * sin(M_PI * t);
    else if (s->zero_from) f = t * t, slope = 2 * t;
    else if (s->zero_to) f = t * (2 - t), slope = 2 * (1 - t);
    Dual length = du_sub(s->to, s->from);
    *weight = du_scale(length, w * slope);
    return du_axpy(s->from, f, length);
}

/* Root of the reduced radius, as a share of the reach; 1 where it is the same all along. */
static Dual roundness(const Line *l, Dual x)
{
    if (l->radius[0].by_x.x == 0 && l->radius[1].by_x.x == 0) return du(1);
    Dual a = linear_at(&l->radius[0], x), b = linear_at(&l->radius[1], x);
    return du_sqrt(du_div(du_mul(a, b), du_add(a, b)));
}

/* The incident of a stretch; its place along the line; false: none. */
static bool place_of(const Line *l, const Stretch *s, Dual *at, Dual *spread)
{
    Dual weights = du(0), first = du(0), second = du(0), x, weight;
    DualVec D;
    for (int k = 0; k < CD_GAUSS_NODES; k++) {
        x = node(s, k, &weight);
        Dual h = depth_at(l, x, &D);
        if (h.x <= 0) continue;
        weight = du_mul(weight, du_mul(du_mul(h, du_sqrt(h)), roundness(l, x)));
        weights = du_add(weights, weight), first = du_add(first, du_mul(weight, x));
        second = du_add(second, du_mul(weight, du_square(x)));
    }
    if (!(weights.x > 0)) return false;
    *at = du_div(first, weights), *spread = du_sub(du_div(second, weights), du_square(*at));
    return true;
}

static void touch_along(const Line *l, int key, Stretch s, Touch *touch)
{
    Dual x, spread;
    DualVec D;
    if (!place_of(l, &s, &x, &spread)) return;
    Dual p = depth_at(l, x, &D);
    if (v3_norm(D.x) == 0) return;
    DualVec n = dv_times(dv_unit(D), l->sign), axis = dv_add(l->i0, dv_scale(l->i1, x));
    int before = touch->n;
    cd_touch_add(touch, key, du_neg(p), dv_sub(axis, dv_scale(n, linear_at(&l->radius[0], x))), n);
    if (touch->n == before) return;
    Incident *a = &touch->at[before];
    for (int c = 0; c < 3; c++) {
        DualVec column = dv_scale(l->e, du_mul(spread, dv_get(l->e, c)));
        a->gyration.c[c] = column.x;
        for (int k = 0; k < 6; k++) a->dgyration[k].c[c] = column.d[k];
    }
}

static void open_at(const Line *l, Dual x, Touch *touch)
{
    DualVec D;
    Dual gap = du_neg(depth_at(l, x, &D));
    if (gap.x < 0) gap.x = 0;
    if (gap.x >= touch->gap) return;
    touch->gap = gap.x;
    for (int k = 0; k < 6; k++) touch->dgap[k] = gap.d[k];
}

/* Where the depth is largest, within the common length. Inside it the slope there is zero, so how the place moves does
 * not count. */
static Dual deepest_at(const Line *l)
{
    double A = v3_dot(l->d1.x, l->d1.x), B = v3_dot(l->d0.x, l->d1.x), C = v3_dot(l->d0.x, l->d0.x);
    double r1 = l->reach.by_x.x, steep = A - r1 * r1, x;
    if (steep > 0) x = (-B + r1 * sqrt(fmax(0, A * C - B * B) / steep)) / A;
    else x = r1 > 0 ? l->to.x : l->from.x;
    return x <= l->from.x ? l->from : x >= l->to.x ? l->to : du(x);
}

/* The part of the common length where the depth is positive. */
static Stretch pressed_part(const Line *l)
{
    Stretch s = { l->from, l->to, false, false };
    Dual x[2];
    bool rises[2];
    int n = roots(l, x, rises);
    for (int k = 0; k < n; k++) {
        if (rises[k] && x[k].x > s.from.x) s.from = x[k], s.zero_from = true;
        if (!rises[k] && x[k].x < s.to.x) s.to = x[k], s.zero_to = true;
    }
    return s;
}

static double change_of(DualVec a, DualVec b)
{
    double most = v3_norm(v3_sub(a.x, b.x));
    for (int k = 0; k < 6; k++) most = fmax(most, v3_norm(v3_sub(a.d[k], b.d[k])) / (1 + v3_norm(a.d[k])));
    return most;
}

/* The line whose generators face along its own normal, which is D at the place of the incident, or of the largest depth
 * where they are apart. False: there is none; a shape is beyond the end of the other. */
static bool find_line(const Axis *i, const Axis *j, Line *l)
{
    enum { MOST = 60 };
    DualVec n = dv_sub(dv_axpy(i->o, (i->from + i->to) / 2, i->a), dv_axpy(j->o, (j->from + j->to) / 2, j->a));
    bool even = i->slope == 0 && j->slope == 0;
    double last = INFINITY;
    for (int round = 0; round < MOST; round++) {
        if (v3_norm(n.x) == 0) return false;
        *l = line_of(i, j, n, false);
        if (even) return l->from.x < l->to.x;
        if (!(l->from.x < l->to.x)) return false;
        DualVec D, before = n;
        Dual x = deepest_at(l), spread, h = depth_at(l, x, &D);
        Stretch s = pressed_part(l);
        if (h.x > 0 && s.from.x < s.to.x && place_of(l, &s, &x, &spread)) depth_at(l, x, &D);
        if (v3_norm(D.x) == 0) return false;
        n = dv_unit(D);
        double change = change_of(n, before);
        if (change < 1e-12 || (change < 1e-7 && change > last / 2)) return true; /* rounding is left */
        last = change;
    }
    return false;
}

/* Share of the line rule: it holds where the common length is long against the depth, and the depth small against the
 * radii; elsewhere an end takes part, and the overlap of facets counts (18.9). Apart, by the gap likewise: facets reach
 * beyond the sides. */
static Dual share_of_line(const Line *l, Dual depth, DualVec D, double radius)
{
    depth = du_abs(depth);
    if (depth.x == 0) return du(0);
    Dual long_enough = du_plus(du_scale(du_div(du_sub(l->to, l->from), depth), 1. / 8), -0.5);
    Dual shallow = du_plus(du_scale(depth, -5 / radius), 2);
    /* D is not normal to the generators where an end keeps them from their least distance: a rim touches, deeper by
     * about this */
    Dual off = du_add(du_square(dv_dot(D, l->facing[0])), du_square(dv_dot(D, l->facing[1])));
    Dual rim = du_div(off, du_scale(dv_norm(D), 2));
    Dual share[3] = { long_enough, shallow, du_plus(du_scale(du_div(rim, depth), -2), 1) };
    for (int k = 0; k < 3; k++) {
        double q = fmin(1, fmax(0, share[k].x));
        share[k] = du_chain(share[k], q * q * (3 - 2 * q), 6 * q * (1 - q));
    }
    return du_mul(share[0], du_mul(share[1], share[2]));
}

static Dual depth_of(const Incident *a)
{
    Dual p = { a->p, { 0 } };
    for (int k = 0; k < 6; k++) p.d[k] = a->dp[k];
    return p;
}

static DualVec with_gradient(Vec3 x, const Vec3 d[6])
{
    DualVec v = { .x = x };
    for (int k = 0; k < 6; k++) v.d[k] = d[k];
    return v;
}

/* Both results, by their share and their depth. */
static void mix(const Touch *line, const Touch *ends, Dual share, Touch *touch)
{
    Dual p = du(0), parts[2] = { share, du_plus(du_neg(share), 1) };
    DualVec n = dv(v3(0, 0, 0)), x = n;
    Mat3 G = m3_scale(m3_identity(), 0), dG[6] = { G, G, G, G, G, G };
    for (int k = 0; k < 2; k++) {
        const Touch *t = k ? ends : line;
        if (!t->n) continue;
        const Incident *a = &t->at[0];
        Dual w = du_mul(parts[k], depth_of(a));
        p = du_add(p, w), n = dv_add(n, dv_scale(with_gradient(a->normal, a->dnormal), w));
        x = dv_add(x, dv_scale(with_gradient(a->point, a->dpoint), w));
        G = m3_add(G, m3_scale(a->gyration, w.x));
        for (int l = 0; l < 6; l++)
            dG[l] = m3_add(dG[l], m3_add(m3_scale(a->dgyration[l], w.x), m3_scale(a->gyration, w.d[l])));
    }
    if (!(p.x > 0) || !(v3_norm(n.x) > 0)) return;
    n = dv_unit(n), x = dv_scale(x, du_div(du(1), p));
    cd_touch_add(touch, 0, du_neg(p), dv_sub(x, dv_scale(n, du_scale(p, 0.5))), n); /* point = surface of I + p/2 n */
    Incident *a = &touch->at[touch->n - 1];
    a->gyration = m3_scale(G, 1 / p.x);
    for (int l = 0; l < 6; l++) a->dgyration[l] = m3_scale(m3_sub(dG[l], m3_scale(a->gyration, p.d[l])), 1 / p.x);
}

void cd_pair_side_by_side(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                          Touch *touch)
{
    Axis own = axis_of(i, dv_point(r, A, v3(0, 0, 0)), dv_axis(A, v3(0, 0, 1)));
    Axis other = axis_of(j, dv(v3(0, 0, 0)), dv(v3(0, 0, 1)));
    Line l;
    if (!find_line(&own, &other, &l)) {
        cd_pair_convex(pair, i, j, r, A, scratch, touch);
        return;
    }
    DualVec D;
    Dual x = deepest_at(&l), deepest = depth_at(&l, x, &D), share = du(0);
    if (v3_norm(D.x) > 0)
        share = share_of_line(&l, deepest, D, fmin(linear_at(&l.radius[0], x).x, linear_at(&l.radius[1], x).x));
    if (share.x >= 1) {
        if (deepest.x > 0) touch_along(&l, 0, pressed_part(&l), touch);
        else cd_gap_of_convex(i, j, r, A, touch);
        return;
    }
    Touch *line = ARENA_NEW(scratch, Touch), *ends = ARENA_NEW(scratch, Touch);
    line->gap = ends->gap = INFINITY;
    if (deepest.x > 0) touch_along(&l, 0, pressed_part(&l), line);
    cd_pair_convex(pair, i, j, r, A, scratch, ends);
    mix(line, ends, share, touch);
    if (touch->n) return;
    cd_gap_of_convex(i, j, r, A, touch); /* no less than zero */
}

/* A tilted cylinder touches a tube at both ends: two incidents. */
void cd_pair_cylinder_in_cylinder(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                                  Touch *touch)
{
    (void)pair, (void)scratch;
    Axis own = axis_of(i, dv_point(r, A, v3(0, 0, 0)), dv_axis(A, v3(0, 0, 1)));
    Axis other = axis_of(j, dv(v3(0, 0, 0)), dv(v3(0, 0, 1)));
    Line l = line_of(&own, &other, dv(v3(1, 0, 0)), true); /* of cylinders: for any normal */
    if (l.from.x >= l.to.x) return;                        /* it has left the tube */
    Stretch s = { l.from, l.to, false, false };
    Dual x[2];
    bool rises[2], crossed = roots(&l, x, rises) == 2 && x[1].x > l.from.x && x[0].x < l.to.x;
    if (!crossed) touch_along(&l, 0, s, touch);
    if (crossed && x[0].x > l.from.x) touch_along(&l, 0, (Stretch){ l.from, x[0], false, true }, touch);
    if (crossed && x[1].x < l.to.x) touch_along(&l, 1, (Stretch){ x[1], l.to, true, false }, touch);
    if (!touch->n) open_at(&l, l.from, touch), open_at(&l, l.to, touch);
}
