/* round_ellipsoid.c - a cylinder or frustum on an ellipsoid, by the common normal (theory 18.21).
 *
 * The side is the envelope of balls along the axis (18.19): where dist_J(c(s)) - R(s) is least, n . a = R', side and
 * ellipsoid have one normal. An end meets the ellipsoid at the point of it farthest along the axis. A rim is a circle,
 * and the place where dist_J is least along it counts. Side and ends count where the place is on them, the rim beyond
 * which it lies otherwise; of several the one of the largest gap, or the least depth. */
#include "contact/ring.h"
#include "contact/rows.h"

/* Station of the least dist_J(c(s)) - R(s). */
static double least_along(const Shape *j, Vec3 o, Vec3 a, double by_s, double low, double high)
{
    double s = (low + high) / 2, scale = high - low, bounds[2] = { low, high };
    for (int k = 0; k < 80; k++) {
        DualVec x = { .x = v3_axpy(o, s, a), .d = { a } };
        Distance q = j->distance(j, x);
        double slope = v3_dot(q.n.x, a) - by_s, bend = v3_dot(q.n.d[0], a);
        if (slope < 0) low = s;
        else high = s;
        double next = bend > 0 ? s - slope / bend : (low + high) / 2;
        if (!(next >= low && next <= high)) next = (low + high) / 2;
        if (fabs(next - s) < 1e-16 * scale) break;
        s = next;
    }
    return fabs(s - bounds[0]) < 1e-12 * scale ? bounds[0] : fabs(s - bounds[1]) < 1e-12 * scale ? bounds[1] : s;
}

typedef struct Candidate {
    Dual gap;
    DualVec x, n; /* point of I, normal out of J */
} Candidate;

static bool side(const Shape *i, const Shape *j, DualVec o, DualVec a, Candidate *out)
{
    double m = (i->round.top - i->round.bottom) / (i->round.to - i->round.from), cosine = 1 / sqrt(1 + m * m);
    double low = i->round.from + m * i->round.bottom, high = i->round.to + m * i->round.top;
    double s = least_along(j, o.x, a.x, cosine * m, low, high);
    if (s <= low || s >= high) return false;
    /* one step of Newton's method with duals gives the gradient of s */
    Distance q = j->distance(j, dv_axpy(o, s, a));
    DualVec along = { .x = v3_axpy(o.x, s, a.x), .d = { a.x } };
    double bend = v3_dot(j->distance(j, along).n.d[0], a.x);
    Dual residual = dv_dot(q.n, a), at = bend > 0 ? du_axpy(du(0), -1 / bend, residual) : du(0);
    at.x = s;
    DualVec c = dv_add(o, dv_scale(a, at));
    q = j->distance(j, c);
    Dual radius = du_plus(du_scale(at, cosine * m), cosine * (i->round.bottom - m * i->round.from));
    *out = (Candidate){ du_sub(q.d, radius), dv_sub(c, dv_scale(q.n, radius)), q.n };
    return true;
}

static bool end(const Shape *i, const Shape *j, DualVec o, DualVec a, bool upper, Candidate *out)
{
    DualVec n = dv_times(a, upper ? -1 : 1), centre = dv_axpy(o, upper ? i->round.to : i->round.from, a);
    Dual square = du(0), w[3];
    for (int k = 0; k < 3; k++) {
        double half = v3_get(j->half, k);
        w[k] = du_scale(dv_get(n, k), half * half), square = du_add(square, du_mul(w[k], dv_get(n, k)));
    }
    Dual rho = du_sqrt(square), gap = du_sub(dv_dot(n, centre), rho);
    DualVec x = dv_scale(dv_of(w[0], w[1], w[2]), du_div(du(1), rho)), on_i = dv_add(x, dv_scale(n, gap));
    if (v3_norm(v3_sub(on_i.x, centre.x)) > (upper ? i->round.top : i->round.bottom)) return false;
    *out = (Candidate){ gap, on_i, n };
    return true;
}

/* A rim counts where no other point of I is farther along its normal. */
static bool rim(const Shape *i, const Shape *j, Vec3 r, Mat3 A, bool upper, Candidate *out)
{
    double z = upper ? i->round.to : i->round.from;
    Ring g = cd_ring(upper ? i->round.top : i->round.bottom, 0, dv_point(r, A, v3(0, 0, z)), A, j);
    DualVec x = cd_ring_nearest(&g);
    Distance q = j->distance(j, x);
    *out = (Candidate){ q.d, x, q.n };
    double up = v3_dot(q.n.x, A.c[2]), across = v3_norm(v3_axpy(q.n.x, -up, A.c[2])),
           own = v3_dot(q.n.x, v3_sub(x.x, r));
    double lower_rim = up * i->round.from - across * i->round.bottom;
    double upper_rim = up * i->round.to - across * i->round.top;
    return own - fmin(lower_rim, upper_rim) < 1e-9 * i->reach;
}

void cd_pair_round_ellipsoid(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                             Touch *touch)
{
    (void)pair, (void)scratch;
    DualVec o = dv_point(r, A, v3(0, 0, 0)), a = dv_axis(A, v3(0, 0, 1));
    Candidate best = { .gap = { .x = -INFINITY } }, c;
    if (side(i, j, o, a, &c)) best = c;
    for (int upper = 0; upper < 2; upper++)
        if (end(i, j, o, a, upper, &c) && c.gap.x > best.gap.x) best = c;
    if (best.gap.x < -0.2 * fmin(i->size, j->size)) /* none of them is the one that touches */
        for (int upper = 0; upper < 2; upper++)
            if (rim(i, j, r, A, upper, &c) && c.gap.x > best.gap.x) best = c;
    cd_touch_add(touch, 0, best.gap, best.x, best.n);
}
