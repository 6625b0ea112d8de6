/* cylinder.c - a cylinder along z, and two cylinders side by side or one in the other.
 *
 * With e the mean direction of both axes, P_I(x) and P_J(x) their points at the coordinate x along e, D(x) = P_I - P_J
 * is linear in x, and the depth is h(x) = R_I + R_J - |D(x)| over the common length. The section of the overlap grows
 * as h^1.5, so the incident is at the mean of x with that weight (theory 18.8): the middle of the common length for
 * parallel axes, the place of least distance for crossing ones. */
#include "contact/rows.h"

#include "contact/gauss.h"

Shape *cd_shape_cylinder(Arena *arena, double from, double to, double radius)
{
    return cd_shape_frustum(arena, from, to, radius, radius);
}

typedef struct Line {
    DualVec i0, i1, d0, d1; /* P_I and D = P_I - P_J as functions of x: value at 0, slope */
    DualVec e;
    Dual from, to;   /* common length */
    double radius_i; /* of I */
    double reach;    /* |D| at touch */
    double sign;     /* h = sign (reach - |D|): -1 where J encloses I */
} Line;

static Dual least_of(Dual a, Dual b)
{
    return a.x < b.x ? a : b;
}

static Dual most_of(Dual a, Dual b)
{
    return a.x > b.x ? a : b;
}

static Line line_of(const Shape *i, const Shape *j, Vec3 r, Mat3 A, bool inside)
{
    DualVec o = dv_point(r, A, v3(0, 0, 0)), a = dv_axis(A, v3(0, 0, 1)), b = dv(v3(0, 0, 1));
    double turn = a.x.z < 0 ? -1 : 1;
    a = dv_times(a, turn);
    Line l = { .e = dv_unit(dv_add(a, b)), .radius_i = i->round.bottom };
    l.reach = inside ? j->round.bottom - i->round.bottom : j->round.bottom + i->round.bottom, l.sign = inside ? -1 : 1;
    Dual ae = dv_dot(a, l.e), be = dv_dot(b, l.e), oe = dv_dot(o, l.e);
    l.i1 = dv_scale(a, du_div(du(1), ae)), l.i0 = dv_sub(o, dv_scale(l.i1, oe));
    l.d1 = dv_sub(l.i1, dv_scale(b, du_div(du(1), be))), l.d0 = l.i0;
    double low = turn > 0 ? i->round.from : -i->round.to, high = turn > 0 ? i->round.to : -i->round.from;
    l.from = most_of(du_axpy(oe, low, ae), du_scale(be, j->round.from));
    l.to = least_of(du_axpy(oe, high, ae), du_scale(be, j->round.to));
    return l;
}

static Dual depth_at(const Line *l, Dual x, DualVec *D)
{
    *D = dv_add(l->d0, dv_scale(l->d1, x));
    return du_scale(du_plus(du_neg(dv_norm(*D)), l->reach), l->sign);
}

/* Where |D| is the reach; false: nowhere near. */
static bool roots(const Line *l, Dual x[2])
{
    Dual A = dv_dot(l->d1, l->d1), B = dv_dot(l->d0, l->d1), C = du_plus(dv_dot(l->d0, l->d0), -l->reach * l->reach);
    double span = fmax(fabs(l->from.x), fabs(l->to.x));
    if (A.x * span * span < 1e-22 * l->reach * l->reach) return false;
    Dual disc = du_sub(du_square(B), du_mul(A, C));
    if (disc.x <= 0) return false;
    Dual root = du_sqrt(disc), q = B.x < 0 ? du_sub(root, B) : du_neg(du_add(B, root));
    Dual one = du_div(q, A), two = q.x != 0 ? du_div(C, q) : one;
    x[0] = least_of(one, two), x[1] = most_of(one, two);
    return true;
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

static void touch_along(const Line *l, int key, Stretch s, Touch *touch)
{
    Dual weights = du(0), first = du(0), second = du(0), x, weight;
    DualVec D;
    for (int k = 0; k < CD_GAUSS_NODES; k++) {
        x = node(&s, k, &weight);
        Dual h = depth_at(l, x, &D);
        if (h.x <= 0) continue;
        weight = du_mul(weight, du_mul(h, du_sqrt(h)));
        weights = du_add(weights, weight), first = du_add(first, du_mul(weight, x));
        second = du_add(second, du_mul(weight, du_square(x)));
    }
    if (!(weights.x > 0)) return;
    x = du_div(first, weights);
    Dual p = depth_at(l, x, &D), spread = du_sub(du_div(second, weights), du_square(x));
    if (v3_norm(D.x) == 0) return;
    DualVec n = dv_times(dv_unit(D), l->sign), axis = dv_add(l->i0, dv_scale(l->i1, x));
    int before = touch->n;
    cd_touch_add(touch, key, du_neg(p), dv_axpy(axis, -l->radius_i, n), n);
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

/* Place of least distance of the axes, within the common length. */
static Dual nearest(const Line *l)
{
    Dual A = dv_dot(l->d1, l->d1), B = dv_dot(l->d0, l->d1);
    Dual x = A.x > 0 ? du_div(du_neg(B), A) : l->from;
    return least_of(most_of(x, l->from), l->to);
}

/* Share of the line rule: it holds where the common length is long against the depth, and the depth small against the
 * radii; elsewhere an end takes part, and the overlap of facets counts (18.9). */
static Dual share_of_line(const Line *l, Dual depth, DualVec D, double radius)
{
    Dual long_enough = du_plus(du_scale(du_div(du_sub(l->to, l->from), depth), 1. / 8), -0.5);
    Dual shallow = du_plus(du_scale(depth, -5 / radius), 2);
    /* D is not normal to the axes where an end keeps them from their least distance: a rim touches, deeper by about
     * this */
    DualVec a = dv_unit(l->i1);
    Dual rim = du_div(du_add(du_square(dv_dot(D, a)), du_square(dv_get(D, 2))), du_scale(dv_norm(D), 2));
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

void cd_pair_cylinder_cylinder(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                               Touch *touch)
{
    Line l = line_of(i, j, r, A, false);
    if (l.from.x >= l.to.x) {
        cd_pair_convex(pair, i, j, r, A, scratch, touch);
        return;
    }
    DualVec D;
    Dual x[2], deepest = depth_at(&l, nearest(&l), &D);
    if (deepest.x <= 0) { /* apart, or a rim touches */
        cd_pair_convex(pair, i, j, r, A, scratch, touch);
        return;
    }
    Stretch s = { l.from, l.to, false, false };
    if (roots(&l, x)) {
        if (x[0].x > s.from.x) s.from = x[0], s.zero_from = true;
        if (x[1].x < s.to.x) s.to = x[1], s.zero_to = true;
    }
    Dual share = share_of_line(&l, deepest, D, fmin(i->round.bottom, j->round.bottom));
    if (share.x >= 1) {
        touch_along(&l, 0, s, touch);
        return;
    }
    Touch *line = ARENA_NEW(scratch, Touch), *ends = ARENA_NEW(scratch, Touch);
    line->gap = ends->gap = INFINITY;
    touch_along(&l, 0, s, line);
    cd_pair_convex(pair, i, j, r, A, scratch, ends);
    mix(line, ends, share, touch);
    if (!touch->n) touch->gap = 0;
}

/* A tilted cylinder touches a tube at both ends: two incidents. */
void cd_pair_cylinder_in_cylinder(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                                  Touch *touch)
{
    (void)pair, (void)scratch;
    Line l = line_of(i, j, r, A, true);
    if (l.from.x >= l.to.x) return; /* it has left the tube */
    Stretch s = { l.from, l.to, false, false };
    Dual x[2];
    bool crossed = roots(&l, x) && x[1].x > l.from.x && x[0].x < l.to.x;
    if (!crossed) touch_along(&l, 0, s, touch);
    if (crossed && x[0].x > l.from.x) touch_along(&l, 0, (Stretch){ l.from, x[0], false, true }, touch);
    if (crossed && x[1].x < l.to.x) touch_along(&l, 1, (Stretch){ x[1], l.to, true, false }, touch);
    if (!touch->n) open_at(&l, l.from, touch), open_at(&l, l.to, touch);
}
