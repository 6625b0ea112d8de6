/* nurbs.c - B-splines by the recursion of Cox and de Boor; derivatives by differences of functions of lower degree;
 * quotients for rational ones. */
#include "geometry/nurbs.h"

#include <math.h>

int cd_knot_span(const double *knot, int n, int degree, double t)
{
    int low = degree, high = n;
    while (high - low > 1) {
        int mid = (low + high) / 2;
        if (knot[mid] <= t) low = mid;
        else high = mid;
    }
    /* at the end, and where knots coincide: the last span that has a length */
    while (low > degree && !(knot[low] < knot[low + 1])) low--;
    return low;
}

const double *cd_knots_new(Arena *arena, const double *value, const double *mult, int values, int n, int degree)
{
    int total = n + degree + 1, made = 0;
    double *out = ARENA_ARRAY(arena, double, total);
    for (int k = 0; k < values; k++) {
        if (!(mult[k] >= 1) || !isfinite(value[k]) || (k && !(value[k] > value[k - 1]))) return NULL;
        for (double i = 0; i < mult[k]; i++) {
            if (made == total) return NULL;
            out[made++] = value[k];
        }
    }
    return made == total && out[degree] < out[n] ? out : NULL;
}

typedef struct Basis {
    int first; /* vertex of the first function */
    double f[3][NURBS_MOST_DEGREE + 1];
} Basis;

/* Functions of degree q that are not zero in a span, on top of those of degree q - 1. */
static void raise(const double *knot, int span, int q, double t, const double *lower, double *out)
{
    for (int k = 0; k <= q; k++) {
        int i = span - q + k;
        double a = k > 0 ? lower[k - 1] * (t - knot[i]) / (knot[i + q] - knot[i]) : 0;
        double b = k < q ? lower[k] * (knot[i + q + 1] - t) / (knot[i + q + 1] - knot[i + 1]) : 0;
        out[k] = a + b;
    }
}

/* Derivatives of functions of degree q from those of degree q - 1. */
static void differ(const double *knot, int span, int q, const double *lower, double *out)
{
    for (int k = 0; k <= q; k++) {
        int i = span - q + k;
        double a = k > 0 ? lower[k - 1] / (knot[i + q] - knot[i]) : 0;
        double b = k < q ? lower[k] / (knot[i + q + 1] - knot[i + 1]) : 0;
        out[k] = q * (a - b);
    }
}

static Basis basis(const double *knot, int n, int degree, double t)
{
    Basis b = { 0 };
    double level[NURBS_MOST_DEGREE + 1][NURBS_MOST_DEGREE + 1], slope[NURBS_MOST_DEGREE + 1] = { 0 };
    int span = cd_knot_span(knot, n, degree, t);
    b.first = span - degree;
    level[0][0] = 1;
    for (int q = 1; q <= degree; q++) raise(knot, span, q, t, level[q - 1], level[q]);
    for (int k = 0; k <= degree; k++) b.f[0][k] = level[degree][k];
    if (degree >= 1) differ(knot, span, degree, level[degree - 1], b.f[1]);
    if (degree >= 2) {
        differ(knot, span, degree - 1, level[degree - 2], slope);
        differ(knot, span, degree, slope, b.f[2]);
    }
    return b;
}

void cd_nurbs_curve_eval(const NurbsCurve *c, double t, Vec3 out[3])
{
    int stride = c->dim + c->rational;
    Basis b = basis(c->knot, c->n, c->degree, t);
    double w[3] = { 1, 0, 0 };
    for (int d = 0; d < 3; d++) {
        double sum[4] = { 0 };
        for (int k = 0; k <= c->degree; k++)
            for (int i = 0; i < stride; i++) sum[i] += b.f[d][k] * c->vertex[(size_t)(b.first + k) * stride + i];
        if (c->rational) w[d] = sum[c->dim];
        out[d] = v3(sum[0], sum[1], c->dim == 3 ? sum[2] : 0);
    }
    if (!c->rational) return;
    out[0] = v3_scale(out[0], 1 / w[0]);
    out[1] = v3_scale(v3_axpy(out[1], -w[1], out[0]), 1 / w[0]);
    out[2] = v3_scale(v3_axpy(v3_axpy(out[2], -2 * w[1], out[1]), -w[2], out[0]), 1 / w[0]);
}

void cd_nurbs_surface_eval(const NurbsSurface *s, double u, double v, Vec3 out[3])
{
    int stride = 3 + s->rational;
    Basis a = basis(s->knot[0], s->n[0], s->degree[0], u), b = basis(s->knot[1], s->n[1], s->degree[1], v);
    double sum[3][4] = { { 0 } };
    for (int i = 0; i <= s->degree[0]; i++) {
        double row[2][4] = { { 0 } };
        for (int j = 0; j <= s->degree[1]; j++) {
            const double *x = s->vertex + ((size_t)(a.first + i) * s->n[1] + b.first + j) * stride;
            for (int k = 0; k < stride; k++) {
                row[0][k] += b.f[0][j] * x[k];
                row[1][k] += b.f[1][j] * x[k];
            }
        }
        for (int k = 0; k < stride; k++) {
            sum[0][k] += a.f[0][i] * row[0][k];
            sum[1][k] += a.f[1][i] * row[0][k];
            sum[2][k] += a.f[0][i] * row[1][k];
        }
    }
    for (int d = 0; d < 3; d++) out[d] = v3_load(sum[d]);
    if (!s->rational) return;
    double w = sum[0][3];
    out[0] = v3_scale(out[0], 1 / w);
    for (int d = 1; d < 3; d++) out[d] = v3_scale(v3_axpy(out[d], -sum[d][3], out[0]), 1 / w);
}
