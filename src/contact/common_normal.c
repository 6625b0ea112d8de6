/* common_normal.c - ellipsoids on ellipsoids, boxes, and their edges and corners, by the common normal (theory 18.17,
 * 18.18).
 *
 * With M_I = A diag(a^2) A^T, support functions rho(n) = |a A^T n| and c from J (or from a corner v of it) to the
 * centre of I, the gap is the largest
 *
 *     f(n) = n . c - rho_I(n) - rho_J(n)            over unit vectors n out of J
 *
 * where points x_I = c - M_I n / rho_I and x_J = M_J n / rho_J lie opposite each other. Newton's method in the tangents
 * T of n, with f for the multiplier of |n| = 1:
 *
 *     T^T (rho_I'' + rho_J'' + f) T d = T^T (x_I - x_J),   n <- n + T d
 *
 * A face of a box keeps n, an edge keeps it across the edge. One more step with duals gives the derivatives of n. */
#include "contact/rows.h"

typedef struct Opposed {
    Mat3 I, J; /* M of both; zero: a point */
    Vec3 c;
    int tangents; /* 2; of an edge 1, of a face 0 */
    Vec3 edge;    /* unit vector along it */
} Opposed;

static double support(Mat3 M, Vec3 n)
{
    return sqrt(fmax(0, v3_dot(n, m3_apply(M, n))));
}

static double gap_along(const Opposed *o, Vec3 n)
{
    return v3_dot(n, o->c) - support(o->I, n) - support(o->J, n);
}

static Vec3 foot(Mat3 M, Vec3 n)
{
    double rho = support(M, n);
    return rho > 0 ? v3_scale(m3_apply(M, n), 1 / rho) : v3(0, 0, 0);
}

/* From x_J to x_I. */
static Vec3 between(const Opposed *o, Vec3 n)
{
    return v3_sub(v3_sub(o->c, foot(o->I, n)), foot(o->J, n));
}

/* u . rho'' w */
static double bend(Mat3 M, Vec3 n, Vec3 u, Vec3 w)
{
    double rho = support(M, n);
    if (!(rho > 0)) return 0;
    Vec3 Mn = m3_apply(M, n);
    return (v3_dot(u, m3_apply(M, w)) - v3_dot(u, Mn) * v3_dot(w, Mn) / (rho * rho)) / rho;
}

static void tangents_of(const Opposed *o, Vec3 n, Vec3 T[2])
{
    if (o->tangents == 1) T[0] = T[1] = v3_unit(v3_cross(o->edge, n));
    else {
        Vec3 other = fabs(n.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);
        T[0] = v3_unit(v3_cross(n, other)), T[1] = v3_cross(n, T[0]);
    }
}

/* The inverse of the tangential matrix, made positive where it is not. */
static void inverse(const Opposed *o, Vec3 n, const Vec3 T[2], double out[3])
{
    double f = gap_along(o, n), k[3];
    const int pair[3][2] = { { 0, 0 }, { 0, 1 }, { 1, 1 } };
    for (int m = 0; m < 3; m++) {
        Vec3 u = T[pair[m][0]], w = T[pair[m][1]];
        k[m] = bend(o->I, n, u, w) + bend(o->J, n, u, w) + (m == 1 ? 0 : f);
    }
    if (o->tangents == 1) {
        out[0] = k[0] > 0 ? 1 / k[0] : 1 / (fabs(k[0]) + fabs(f) + 1e-300), out[1] = out[2] = 0;
        return;
    }
    double det = k[0] * k[2] - k[1] * k[1];
    if (!(k[0] > 0) || !(det > 0)) {
        double stiff = fabs(k[0]) + fabs(k[2]) + fabs(k[1]) + fabs(f);
        out[0] = out[2] = 1 / stiff, out[1] = 0;
    } else out[0] = k[2] / det, out[1] = -k[1] / det, out[2] = k[0] / det;
}

/* The normal of the largest gap near n. */
static Vec3 climb(const Opposed *o, Vec3 n)
{
    enum { MOST = 60 };
    for (int step = 0; step < MOST && o->tangents; step++) {
        Vec3 T[2], d = between(o, n);
        double K[3], f = gap_along(o, n);
        tangents_of(o, n, T);
        inverse(o, n, T, K);
        double g[2] = { v3_dot(T[0], d), o->tangents == 1 ? 0 : v3_dot(T[1], d) };
        double by[2] = { K[0] * g[0] + K[1] * g[1], K[1] * g[0] + K[2] * g[1] }, size = hypot(by[0], by[1]);
        if (size > 0.5) by[0] *= 0.5 / size, by[1] *= 0.5 / size;
        Vec3 next = n;
        for (int half = 0; half < 30; half++) {
            next = v3_unit(v3_axpy(v3_axpy(n, by[0], T[0]), by[1], T[1]));
            if (gap_along(o, next) >= f) break;
            by[0] /= 2, by[1] /= 2;
        }
        n = next;
        if (size < 1e-9) break; /* it converges quadratically, and the last step with duals follows */
    }
    return n;
}

/* M n / rho of I with duals. */
static DualVec turned_foot(const Shape *s, Mat3 A, DualVec n, Dual *rho)
{
    DualVec sum = dv(v3(0, 0, 0));
    Dual square = du(0);
    for (int k = 0; k < 3; k++) {
        double a = v3_get(s->half, k);
        DualVec axis = dv_axis(A, v3_axis(k));
        Dual w = dv_dot(axis, n);
        square = du_axpy(square, a * a, du_square(w)), sum = dv_add(sum, dv_scale(axis, du_scale(w, a * a)));
    }
    *rho = du_sqrt(square);
    return dv_scale(sum, du_div(du(1), *rho));
}

static DualVec still_foot(Mat3 M, DualVec n, Dual *rho)
{
    *rho = du(0);
    if (!(support(M, n.x) > 0)) return dv(v3(0, 0, 0));
    DualVec Mn = dv(v3(0, 0, 0));
    for (int k = 0; k < 3; k++) Mn = dv_add(Mn, dv_scale(dv(M.c[k]), dv_get(n, k)));
    *rho = du_sqrt(dv_dot(n, Mn));
    return dv_scale(Mn, du_div(du(1), *rho));
}

static void add(const Opposed *o, const Shape *i, Vec3 r, Mat3 A, Vec3 from, Vec3 n, Touch *touch)
{
    Vec3 T[2];
    double K[3];
    Dual rho_i, rho_j;
    DualVec c = dv_sub(dv_point(r, A, v3(0, 0, 0)), dv(from)), normal = dv(n);
    if (o->tangents) {
        tangents_of(o, n, T);
        inverse(o, n, T, K);
        DualVec d = dv_sub(dv_sub(c, turned_foot(i, A, normal, &rho_i)), still_foot(o->J, normal, &rho_j));
        Dual g[2] = { dv_dot(dv(T[0]), d), o->tangents == 1 ? du(0) : dv_dot(dv(T[1]), d) };
        for (int k = 0; k < o->tangents; k++)
            normal = dv_add(normal, dv_scale(dv(T[k]), du_axpy(du_scale(g[k], K[2 * k]), K[1], g[1 - k])));
        normal = dv_unit(normal);
    }
    DualVec x = dv_sub(c, turned_foot(i, A, normal, &rho_i));
    still_foot(o->J, normal, &rho_j);
    Dual gap = du_sub(du_sub(dv_dot(normal, c), rho_i), rho_j);
    cd_touch_add(touch, 0, gap, dv_add(x, dv(from)), normal);
}

static Mat3 squares(Vec3 half, Mat3 A)
{
    Vec3 a = v3(half.x * half.x, half.y * half.y, half.z * half.z);
    return m3_mult(m3_mul(A, m3_cols(v3(a.x, 0, 0), v3(0, a.y, 0), v3(0, 0, a.z))), A);
}

void cd_pair_ellipsoids(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)scratch;
    Opposed o = { squares(i->half, A), squares(j->half, m3_identity()), r, 2, v3(0, 0, 0) };
    Mat3 both = m3_add(o.I, o.J);
    Vec3 n = m3_apply(m3_inverse(both), r);
    n = v3_norm(n) > 0 ? v3_unit(n) : v3(0, 0, 1);
    add(&o, i, r, A, v3(0, 0, 0), climb(&o, n), touch);
}

/* ---- boxes ------------------------------------------------------------------------------------------------------- */

/* What of a box is touched: per axis the side of it, -1, 0, 1. */
typedef struct Feature {
    int side[3];
} Feature;

static Vec3 corner_of(const Shape *box, const Feature *f)
{
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = f->side[k] > 0 ? v3_get(box->high, k) : f->side[k] < 0 ? v3_get(box->low, k) : 0;
    return v3(x[0], x[1], x[2]);
}

static Vec3 axis(int k, double s)
{
    return v3(k == 0 ? s : 0, k == 1 ? s : 0, k == 2 ? s : 0);
}

/* The gap from one feature, its normal and what it is opposite of; false: the normal is not one of this feature. */
static bool try_feature(const Shape *box, Mat3 M, Vec3 r, const Feature *f, Opposed *o, Vec3 *n)
{
    int sides = 0;
    Vec3 start = v3(0, 0, 0);
    *o = (Opposed){ .I = M, .c = v3_sub(r, corner_of(box, f)) };
    for (int k = 0; k < 3; k++) {
        if (f->side[k]) sides++, start = v3_add(start, axis(k, f->side[k]));
        else o->edge = axis(k, 1);
    }
    /* coordinates along the feature do not count */
    for (int k = 0; k < 3; k++)
        if (!f->side[k]) o->c = v3_sub(o->c, axis(k, v3_get(o->c, k)));
    o->tangents = sides - 1;
    *n = climb(o, v3_unit(start));
    for (int k = 0; k < 3; k++)
        if (f->side[k] * v3_get(*n, k) < -1e-12) return false;
    return true;
}

/* Beyond which sides of the box the point of I opposite a feature lies, along it. */
static Feature beyond(const Shape *box, const Opposed *o, Vec3 r, const Feature *f, Vec3 n)
{
    Vec3 x = v3_sub(r, foot(o->I, n));
    Feature out = { { 0, 0, 0 } };
    for (int k = 0; k < 3; k++) {
        double at = v3_get(x, k);
        if (!f->side[k]) out.side[k] = at > v3_get(box->high, k) ? 1 : at < v3_get(box->low, k) ? -1 : 0;
    }
    return out;
}

void cd_pair_ellipsoid_box(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                           Touch *touch)
{
    (void)pair, (void)scratch;
    Mat3 M = squares(i->half, A);
    Feature now = { { 0, 0, 0 } };
    Opposed o;
    Vec3 n = v3(0, 0, 1);
    double best = -INFINITY;
    for (int k = 0; k < 6; k++) { /* the face with the largest gap, or the least depth */
        Feature f = { { 0, 0, 0 } };
        f.side[k / 2] = k % 2 ? 1 : -1;
        Vec3 out = axis(k / 2, f.side[k / 2]);
        double gap = v3_dot(out, v3_sub(r, corner_of(j, &f))) - support(M, out);
        if (gap > best) best = gap, now = f;
    }
    try_feature(j, M, r, &now, &o, &n);
    for (int round = 0; round < 2; round++) { /* from a face to an edge, from an edge to a corner */
        Feature out = beyond(j, &o, r, &now, n), best_of = now;
        Opposed opposed = o;
        Vec3 normal = n;
        double most = -INFINITY;
        for (int k = 0; k < 3; k++) {
            Feature f = now;
            Opposed p;
            Vec3 m;
            if (!out.side[k]) continue;
            f.side[k] = out.side[k];
            if (!try_feature(j, M, r, &f, &p, &m)) continue;
            double gap = gap_along(&p, m);
            if (gap > most) most = gap, best_of = f, opposed = p, normal = m;
        }
        if (!(most > -INFINITY)) break;
        now = best_of, o = opposed, n = normal;
    }
    Vec3 from = corner_of(j, &now);
    for (int k = 0; k < 3; k++)
        if (!now.side[k]) from = v3_add(from, axis(k, v3_get(r, k)));
    o.c = v3_sub(r, from);
    add(&o, i, r, A, from, n, touch);
}
