/* dual.h - numbers and vectors with their gradient in the six small changes of a relative pose (theory 18.2): three of
 * translation dr, three of rotation th. Each operation carries the gradient by its rule, so a closed form written with
 * them has exact derivatives. */
#pragma once
#include "linalg/mat3.h"

typedef struct Dual {
    double x, d[6];
} Dual;

typedef struct DualVec {
    Vec3 x, d[6];
} DualVec;

static inline Dual du(double x)
{
    return (Dual){ x, { 0, 0, 0, 0, 0, 0 } };
}

/* f(a) with slope f'(a) */
static inline Dual du_chain(Dual a, double f, double slope)
{
    for (int k = 0; k < 6; k++) a.d[k] *= slope;
    a.x = f;
    return a;
}

/* a + s b */
static inline Dual du_axpy(Dual a, double s, Dual b)
{
    a.x += s * b.x;
    for (int k = 0; k < 6; k++) a.d[k] += s * b.d[k];
    return a;
}

static inline Dual du_add(Dual a, Dual b)
{
    return du_axpy(a, 1, b);
}

static inline Dual du_sub(Dual a, Dual b)
{
    return du_axpy(a, -1, b);
}

static inline Dual du_plus(Dual a, double b)
{
    a.x += b;
    return a;
}

static inline Dual du_scale(Dual a, double s)
{
    return du_chain(a, s * a.x, s);
}

static inline Dual du_neg(Dual a)
{
    return du_scale(a, -1);
}

static inline Dual du_mul(Dual a, Dual b)
{
    Dual p = { a.x * b.x, { 0 } };
    for (int k = 0; k < 6; k++) p.d[k] = a.d[k] * b.x + a.x * b.d[k];
    return p;
}

static inline Dual du_div(Dual a, Dual b)
{
    double f = 1 / b.x, q = a.x * f;
    Dual p = { q, { 0 } };
    for (int k = 0; k < 6; k++) p.d[k] = (a.d[k] - q * b.d[k]) * f;
    return p;
}

/* The slope at zero is taken as zero: there whoever asks has no use for it. */
static inline Dual du_sqrt(Dual a)
{
    double f = sqrt(a.x > 0 ? a.x : 0);
    return du_chain(a, f, f > 0 ? 0.5 / f : 0);
}

static inline Dual du_square(Dual a)
{
    return du_chain(a, a.x * a.x, 2 * a.x);
}

static inline Dual du_abs(Dual a)
{
    return a.x < 0 ? du_neg(a) : a;
}

static inline DualVec dv(Vec3 x)
{
    DualVec v = { .x = x };
    return v;
}

static inline DualVec dv_of(Dual x, Dual y, Dual z)
{
    DualVec v = { .x = v3(x.x, y.x, z.x) };
    for (int k = 0; k < 6; k++) v.d[k] = v3(x.d[k], y.d[k], z.d[k]);
    return v;
}

static inline Dual dv_get(DualVec v, int i)
{
    Dual a = { v3_get(v.x, i), { 0 } };
    for (int k = 0; k < 6; k++) a.d[k] = v3_get(v.d[k], i);
    return a;
}

/* a + s b */
static inline DualVec dv_axpy(DualVec a, double s, DualVec b)
{
    a.x = v3_axpy(a.x, s, b.x);
    for (int k = 0; k < 6; k++) a.d[k] = v3_axpy(a.d[k], s, b.d[k]);
    return a;
}

static inline DualVec dv_add(DualVec a, DualVec b)
{
    return dv_axpy(a, 1, b);
}

static inline DualVec dv_sub(DualVec a, DualVec b)
{
    return dv_axpy(a, -1, b);
}

static inline DualVec dv_times(DualVec a, double s)
{
    a.x = v3_scale(a.x, s);
    for (int k = 0; k < 6; k++) a.d[k] = v3_scale(a.d[k], s);
    return a;
}

static inline DualVec dv_scale(DualVec a, Dual s)
{
    DualVec v = { .x = v3_scale(a.x, s.x) };
    for (int k = 0; k < 6; k++) v.d[k] = v3_axpy(v3_scale(a.d[k], s.x), s.d[k], a.x);
    return v;
}

static inline Dual dv_dot(DualVec a, DualVec b)
{
    Dual p = { v3_dot(a.x, b.x), { 0 } };
    for (int k = 0; k < 6; k++) p.d[k] = v3_dot(a.d[k], b.x) + v3_dot(a.x, b.d[k]);
    return p;
}

static inline DualVec dv_cross(DualVec a, DualVec b)
{
    DualVec v = { .x = v3_cross(a.x, b.x) };
    for (int k = 0; k < 6; k++) v.d[k] = v3_add(v3_cross(a.d[k], b.x), v3_cross(a.x, b.d[k]));
    return v;
}

static inline Dual dv_norm(DualVec a)
{
    return du_sqrt(dv_dot(a, a));
}

/* a / |a|; the caller has made sure that a is not zero. */
static inline DualVec dv_unit(DualVec a)
{
    return dv_scale(a, du_div(du(1), dv_norm(a)));
}

/* A point that I carries at x_loc along its axes, seen from J: x = r + A x_loc, dx = dr + th x (x - r)   (18.1). */
static inline DualVec dv_point(Vec3 r, Mat3 A, Vec3 x_loc)
{
    Vec3 arm = m3_apply(A, x_loc);
    return (DualVec){ v3_add(r, arm),
                      { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1), v3(0, -arm.z, arm.y), v3(arm.z, 0, -arm.x),
                        v3(-arm.y, arm.x, 0) } };
}

/* A direction that I carries: only the rotation moves it. */
static inline DualVec dv_axis(Mat3 A, Vec3 a_loc)
{
    Vec3 a = m3_apply(A, a_loc);
    return (DualVec){ a,
                      { v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0), v3(0, -a.z, a.y), v3(a.z, 0, -a.x), v3(-a.y, a.x, 0) } };
}
