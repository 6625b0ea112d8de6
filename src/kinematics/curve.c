/* curve.c - B-splines and curves through points, both brought to pieces of polynomials (theory 6.17 to 6.19). */
#include "kinematics/curve.h"

#include <math.h>

/* ---- B-splines --------------------------------------------------------------------------------------------------- */

/* The knots: one per piece, repeated at the ends of an open curve. */
typedef struct Knots {
    int order, pieces;
    bool closed;
} Knots;

static double knot(const Knots *t, int i)
{
    double at = i - (t->order - 1);
    return t->closed ? at : fmax(0, fmin(t->pieces, at));
}

static double over(double a, double b)
{
    return b == 0 ? 0 : a / b;
}

/* Derivative d of basis function i of order k at the start of a piece, as the polynomial it is there
 * (6.17) */
static double basis(const Knots *t, int i, int k, int d, int piece)
{
    if (k == 1) return d == 0 && i == piece + t->order - 1 ? 1 : 0;
    double left = knot(t, i + k - 1) - knot(t, i), right = knot(t, i + k) - knot(t, i + 1);
    if (d > 0)
        return (k - 1) *
               (over(basis(t, i, k - 1, d - 1, piece), left) - over(basis(t, i + 1, k - 1, d - 1, piece), right));
    return over((piece - knot(t, i)) * basis(t, i, k - 1, 0, piece), left) +
           over((knot(t, i + k) - piece) * basis(t, i + 1, k - 1, 0, piece), right);
}

/* The last point of a closed curve may repeat the first. */
static int distinct(int n, const Vec3 *point, bool closed)
{
    double size = 0;
    for (int i = 0; i < n; i++) size = fmax(size, v3_norm(v3_sub(point[i], point[0])));
    return closed && n > 1 && v3_norm(v3_sub(point[n - 1], point[0])) <= 1e-9 * size ? n - 1 : n;
}

SpaceCurve *cd_curve_spline(Arena *arena, int n, const Vec3 *point, int order, bool closed, double from, double to)
{
    n = distinct(n, point, closed);
    int pieces = closed ? n : n - order + 1;
    Knots t = { order, pieces, closed };
    Vec3 *c = ARENA_ARRAY(arena, Vec3, order * pieces);
    for (int piece = 0; piece < pieces; piece++) {
        double factorial = 1;
        for (int d = 0; d < order; d++, factorial *= d)
            for (int i = piece; i < piece + order; i++) {
                Vec3 *to_add = &c[order * piece + d];
                *to_add = v3_axpy(*to_add, basis(&t, i, order, d, piece) / factorial, point[i % n]);
            }
    }
    SpaceCurve *curve = ARENA_NEW(arena, SpaceCurve);
    *curve = (SpaceCurve){ closed, from, to, pieces, order, c };
    return curve;
}

/* ---- through points ---------------------------------------------------------------------------------------------- */

SpaceCurve *cd_curve_through(Arena *arena, int n, const Vec3 *point, bool closed, double from, double to)
{
    enum { ORDER = 4, SWEEPS = 40 }; /* each sweep leaves a quarter of the error */
    n = distinct(n, point, closed);
    int pieces = closed ? n : n - 1;
    Vec3 *m = ARENA_ARRAY(arena, Vec3, n), *c = ARENA_ARRAY(arena, Vec3, ORDER * pieces); /* m: second derivatives */
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = closed ? 0 : 1; i < (closed ? n : n - 1); i++) { /* (6.18) */
            int before = (i + n - 1) % n, after = (i + 1) % n;
            Vec3 bend = v3_add(v3_sub(point[before], v3_scale(point[i], 2)), point[after]);
            m[i] = v3_scale(v3_sub(v3_scale(bend, 6), v3_add(m[before], m[after])), 0.25);
        }
    for (int i = 0; i < pieces; i++) {
        int next = (i + 1) % n;
        Vec3 *k = c + ORDER * i;
        k[0] = point[i];
        k[1] = v3_axpy(v3_sub(point[next], point[i]), -1 / 6.0, v3_axpy(m[next], 2, m[i]));
        k[2] = v3_scale(m[i], 0.5);
        k[3] = v3_scale(v3_sub(m[next], m[i]), 1 / 6.0);
    }
    SpaceCurve *curve = ARENA_NEW(arena, SpaceCurve);
    *curve = (SpaceCurve){ closed, from, to, pieces, ORDER, c };
    return curve;
}

/* ---- evaluation -------------------------------------------------------------------------------------------------- */

Vec3 cd_curve_eval(const SpaceCurve *k, double alpha, int order)
{
    double per_alpha = k->pieces / (k->to - k->from), u = (alpha - k->from) * per_alpha;
    if (k->closed) u -= k->pieces * floor(u / k->pieces);
    if (!isfinite(u)) return v3(NAN, NAN, NAN);
    int piece = (int)fmax(0, fmin(k->pieces - 1, floor(u)));
    const Vec3 *c = k->c + k->order * piece;
    Vec3 sum = v3(0, 0, 0);
    for (int i = k->order - 1; i >= order; i--) {
        double falling = 1;
        for (int f = 0; f < order; f++) falling *= i - f;
        sum = v3_axpy(v3_scale(c[i], falling), u - piece, sum);
    }
    return v3_scale(sum, pow(per_alpha, order));
}

double cd_curve_nearest(const SpaceCurve *k, Vec3 p)
{
    enum { SAMPLES = 32, ITERATIONS = 20 };
    int n = SAMPLES * k->pieces;
    double step = (k->to - k->from) / n, best = k->from, least = INFINITY;
    for (int i = 0; i <= n; i++) {
        double distance = v3_norm(v3_sub(cd_curve_eval(k, k->from + i * step, 0), p));
        if (distance < least) least = distance, best = k->from + i * step;
    }
    /* (c - p) . c' = 0 by Newton, within the sample (6.19) */
    double alpha = best;
    for (int it = 0; it < ITERATIONS; it++) {
        Vec3 d = v3_sub(cd_curve_eval(k, alpha, 0), p), c1 = cd_curve_eval(k, alpha, 1);
        double slope = v3_dot(c1, c1) + v3_dot(d, cd_curve_eval(k, alpha, 2));
        if (!(slope > 0)) break;
        alpha = fmax(best - step, fmin(best + step, alpha - v3_dot(d, c1) / slope));
    }
    if (!k->closed) alpha = fmax(k->from, fmin(k->to, alpha));
    return v3_norm(v3_sub(cd_curve_eval(k, alpha, 0), p)) <= least ? alpha : best;
}
