/* interpolant.c - piecewise cubics through points (theory 4.1 to 4.5).
 *
 * Both smooth methods are cubics between neighbours given by the values and slopes at the points; they differ in the
 * slopes. Cubic: second derivative continuous; at each end the third derivative is that of the cubic through the four
 * end points. Akima: slope from the neighbouring secants, weighted so that a straight run stays straight. */
#include "expr/interpolant.h"

#include <math.h>
#include <string.h>

/* Third derivative over 6 of the cubic through four points: the divided difference. */
static double third_difference(const double *x, const double *y)
{
    double d01 = (y[1] - y[0]) / (x[1] - x[0]), d12 = (y[2] - y[1]) / (x[2] - x[1]),
           d23 = (y[3] - y[2]) / (x[3] - x[2]);
    double d012 = (d12 - d01) / (x[2] - x[0]), d123 = (d23 - d12) / (x[3] - x[1]);
    return (d123 - d012) / (x[3] - x[0]);
}

/* Slope at x[0] of the parabola through three points. */
static double parabola_slope(double x0, double y0, double x1, double y1, double x2, double y2)
{
    double d01 = (y1 - y0) / (x1 - x0), d12 = (y2 - y1) / (x2 - x1);
    return d01 + (d12 - d01) / (x2 - x0) * (x0 - x1);
}

/* Second derivatives m by one tridiagonal sweep, then slopes                                             (4.1),
 * (4.2) */
static void cubic_slopes(Arena *scratch, int n, const double *x, const double *y, double *slope)
{
    if (n < 4) { /* parabola or line */
        for (int i = 0; i < n; i++) {
            if (n == 2) slope[i] = (y[1] - y[0]) / (x[1] - x[0]);
            else slope[i] = parabola_slope(x[i], y[i], x[(i + 1) % 3], y[(i + 1) % 3], x[(i + 2) % 3], y[(i + 2) % 3]);
        }
        return;
    }
    ArenaMark mark = cd_arena_mark(scratch);
    double *diagonal = ARENA_ARRAY(scratch, double, n), *right = ARENA_ARRAY(scratch, double, n);
    double *upper = ARENA_ARRAY(scratch, double, n), *m = ARENA_ARRAY(scratch, double, n);

    /* ends: (m1 - m0) / h0 = 6 * third difference of the four end points */
    double h0 = x[1] - x[0], hn = x[n - 1] - x[n - 2];
    diagonal[0] = -h0, upper[0] = h0, right[0] = 6 * h0 * h0 * third_difference(x, y);
    for (int i = 1; i < n - 1; i++) {
        double h = x[i] - x[i - 1], next = x[i + 1] - x[i];
        double lower = h;
        diagonal[i] = 2 * (h + next), upper[i] = next;
        right[i] = 6 * ((y[i + 1] - y[i]) / next - (y[i] - y[i - 1]) / h);
        double t = lower / diagonal[i - 1];
        diagonal[i] -= t * upper[i - 1];
        right[i] -= t * right[i - 1];
    }
    double t = hn / diagonal[n - 2];
    m[n - 1] = (-6 * hn * hn * third_difference(x + n - 4, y + n - 4) - t * right[n - 2]) / (-hn - t * upper[n - 2]);
    for (int i = n - 2; i >= 0; i--) m[i] = (right[i] - upper[i] * m[i + 1]) / diagonal[i];

    for (int i = 0; i < n - 1; i++) {
        double h = x[i + 1] - x[i];
        slope[i] = (y[i + 1] - y[i]) / h - h * (2 * m[i] + m[i + 1]) / 6;
    }
    slope[n - 1] = (y[n - 1] - y[n - 2]) / hn + hn * (m[n - 2] + 2 * m[n - 1]) / 6;
    cd_arena_release(scratch, mark);
}

/* Secant number i between points i and i+1; beyond the ends by the rule m(-1) = 2 m(0) - m(1)                  (4.3) */
static double secant(int n, const double *x, const double *y, int i)
{
    if (n == 2) return (y[1] - y[0]) / (x[1] - x[0]);
    if (i < 0) return 2 * secant(n, x, y, i + 1) - secant(n, x, y, i + 2);
    if (i > n - 2) return 2 * secant(n, x, y, i - 1) - secant(n, x, y, i - 2);
    return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

static void akima_slopes(int n, const double *x, const double *y, double *slope)
{
    for (int i = 0; i < n; i++) {
        double m1 = secant(n, x, y, i - 2), m2 = secant(n, x, y, i - 1), m3 = secant(n, x, y, i),
               m4 = secant(n, x, y, i + 1);
        double a = fabs(m4 - m3), b = fabs(m2 - m1);
        slope[i] = a + b > 0 ? (a * m2 + b * m3) / (a + b) : (m2 + m3) / 2; /* (4.4) */
    }
}

Interpolant *cd_interpolant_new(Arena *arena, int n, int curves, const double *x, const double *z,
                                const double *const *y, bool straight_ends)
{
    Interpolant *p = ARENA_NEW(arena, Interpolant);
    double *px = ARENA_ARRAY(arena, double, n), *pz = ARENA_ARRAY(arena, double, curves);
    double *py = ARENA_ARRAY(arena, double, n *curves);
    double *cubic = ARENA_ARRAY(arena, double, n *curves), *akima = ARENA_ARRAY(arena, double, n *curves);
    Arena scratch = { 0 };
    memcpy(px, x, sizeof(double) * (size_t)n);
    if (z) memcpy(pz, z, sizeof(double) * (size_t)curves);
    for (int c = 0; c < curves; c++) {
        memcpy(py + c * n, y[c], sizeof(double) * (size_t)n);
        cubic_slopes(&scratch, n, px, py + c * n, cubic + c * n);
        akima_slopes(n, px, py + c * n, akima + c * n);
    }
    cd_arena_close(&scratch);
    *p = (Interpolant){
        .n = n, .curves = curves, .straight_ends = straight_ends, .x = px, .z = pz, .y = py, .slope = { cubic, akima }
    };
    return p;
}

/* The interval [x_i, x_{i+1}] that holds x; the outer ones reach to infinity. */
static int interval(const double *x, int n, double at)
{
    int low = 0, high = n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (x[middle] <= at) low = middle;
        else high = middle;
    }
    return low;
}

static double position(const double *x, int n, double at)
{
    int i = interval(x, n, at);
    double k = i + (at - x[i]) / (x[i + 1] - x[i]);
    return k < 0.5 ? 0.5 : k > n - 1.5 ? n - 1.5 : k;
}

double cd_interpolant_position(const Interpolant *p, double x)
{
    return position(p->x, p->n, x);
}

double cd_interpolant_curve(const Interpolant *p, double z)
{
    return position(p->z, p->curves, z);
}

/* The polynomial in s = x - origin that holds at x on one curve. */
typedef struct Piece {
    double origin, c[4];
} Piece;

static Piece end_piece(const Interpolant *p, const double *y, bool right, bool straight)
{
    int k = right ? p->n - 1 : 0, in = right ? -1 : 1; /* end point, and the step inwards */
    double x0 = p->x[k], x1 = p->x[k + in], y0 = y[k], y1 = y[k + in];
    double d01 = (y1 - y0) / (x1 - x0);
    if (straight || p->n == 2) return (Piece){ x0, { y0, d01 } };
    double x2 = p->x[k + 2 * in], d12 = (y[k + 2 * in] - y1) / (x2 - x1), d012 = (d12 - d01) / (x2 - x0);
    return (Piece){ x0, { y0, d01 + d012 * (x0 - x1), d012 } };
}

static Piece piece_at(const Interpolant *p, InterpolantMethod method, int curve, double x)
{
    const double *y = p->y + curve * p->n;
    bool straight = p->straight_ends || method == INTERPOLATE_LINEAR;
    if (x < p->x[0]) return end_piece(p, y, false, straight);
    if (x > p->x[p->n - 1]) return end_piece(p, y, true, straight);
    int i = interval(p->x, p->n, x);
    double h = p->x[i + 1] - p->x[i], d = (y[i + 1] - y[i]) / h;
    if (method == INTERPOLATE_LINEAR) return (Piece){ p->x[i], { y[i], d } };
    double s0 = p->slope[method][curve * p->n + i], s1 = p->slope[method][curve * p->n + i + 1];
    return (Piece){ p->x[i], { y[i], s0, (3 * d - 2 * s0 - s1) / h, (s0 + s1 - 2 * d) / (h * h) } };
}

/* Derivatives order, order+1, order+2 of a piece at x. */
static void derivatives(Piece piece, double x, int order, double out[3])
{
    double s = x - piece.origin;
    const double *c = piece.c;
    double all[6] = { c[0] + s * (c[1] + s * (c[2] + s * c[3])),
                      c[1] + s * (2 * c[2] + s * 3 * c[3]),
                      2 * c[2] + s * 6 * c[3],
                      6 * c[3],
                      0,
                      0 };
    for (int k = 0; k < 3; k++) out[k] = order + k < 6 ? all[order + k] : 0;
}

Interpolated cd_interpolant_eval(const Interpolant *p, InterpolantMethod method, double x, double z, int order)
{
    double low[3];
    if (p->curves == 1) {
        derivatives(piece_at(p, method, 0, x), x, order, low);
        return (Interpolated){ low[0], low[1], 0, low[2], 0 };
    }
    /* between two curves of the family linearly in z; beyond the outer ones the same line goes on */
    int c = interval(p->z, p->curves, z);
    double high[3], dz = p->z[c + 1] - p->z[c], w = (z - p->z[c]) / dz;
    derivatives(piece_at(p, method, c, x), x, order, low);
    derivatives(piece_at(p, method, c + 1, x), x, order, high);
    return (Interpolated){ low[0] + w * (high[0] - low[0]), low[1] + w * (high[1] - low[1]), (high[0] - low[0]) / dz,
                           low[2] + w * (high[2] - low[2]), (high[1] - low[1]) / dz };
}
