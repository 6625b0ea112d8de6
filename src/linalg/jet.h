/* jet.h - numbers and vectors along a motion, as polynomials: x.c[i][j] is the coefficient of s^i e^j, i up to 2 and j
 * up to 1.
 *
 * s is the time from now, e a small change of what the motion starts from. Products leave out higher powers, so each
 * coefficient is an exact derivative: x' = c[1][0], x'' = 2 c[2][0], dx/de = c[0][1], dx''/de = 2 c[2][1]. */
#pragma once
#include "linalg/vec3.h"

typedef struct Jet {
    double c[3][2];
} Jet;

typedef struct JetVec {
    Vec3 c[3][2];
} JetVec;

static inline Jet jet_const(double x)
{
    return (Jet){ { { x, 0 }, { 0, 0 }, { 0, 0 } } };
}

/* a + f b */
static inline Jet jet_axpy(Jet a, double f, Jet b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) a.c[i][j] += f * b.c[i][j];
    return a;
}

static inline Jet jet_scale(Jet a, double f)
{
    return jet_axpy(jet_const(0), f, a);
}

static inline Jet jet_mul(Jet a, Jet b)
{
    Jet x = jet_const(0);
    for (int i = 0; i < 3; i++)
        for (int k = 0; i + k < 3; k++) {
            x.c[i + k][0] += a.c[i][0] * b.c[k][0];
            x.c[i + k][1] += a.c[i][0] * b.c[k][1] + a.c[i][1] * b.c[k][0];
        }
    return x;
}

/* f(a) from f and its derivatives at the value of a; what is beyond the value has no fourth power. */
static inline Jet jet_chain(Jet a, double f, double f1, double f2, double f3)
{
    a.c[0][0] = 0;
    Jet a2 = jet_mul(a, a);
    return jet_axpy(jet_axpy(jet_axpy(jet_const(f), f1, a), f2 / 2, a2), f3 / 6, jet_mul(a2, a));
}

static inline Jet jet_sqrt(Jet a)
{
    double x = a.c[0][0], f = sqrt(x);
    return jet_chain(a, f, 0.5 / f, -0.25 / (f * x), 0.375 / (f * x * x));
}

static inline Jet jet_div(Jet a, Jet b)
{
    double f = 1 / b.c[0][0];
    return jet_mul(a, jet_chain(b, f, -f * f, 2 * f * f * f, -6 * f * f * f * f));
}

/* The angle of (x, y) from where it is now has a tangent that starts at zero: atan(u) = u - u^3 / 3. */
static inline Jet jet_atan2(Jet y, Jet x)
{
    double x0 = x.c[0][0], y0 = y.c[0][0];
    Jet u = jet_div(jet_axpy(jet_scale(y, x0), -y0, x), jet_axpy(jet_scale(x, x0), y0, y));
    return jet_chain(u, atan2(y0, x0), 1, 0, -2);
}

static inline JetVec jv_sub(JetVec a, JetVec b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) a.c[i][j] = v3_sub(a.c[i][j], b.c[i][j]);
    return a;
}

static inline Jet jv_dot(JetVec a, JetVec b)
{
    Jet x = jet_const(0);
    for (int i = 0; i < 3; i++)
        for (int k = 0; i + k < 3; k++) {
            x.c[i + k][0] += v3_dot(a.c[i][0], b.c[k][0]);
            x.c[i + k][1] += v3_dot(a.c[i][0], b.c[k][1]) + v3_dot(a.c[i][1], b.c[k][0]);
        }
    return x;
}

static inline JetVec jv_cross(JetVec a, JetVec b)
{
    JetVec x = { { { { 0, 0, 0 }, { 0, 0, 0 } } } };
    for (int i = 0; i < 3; i++)
        for (int k = 0; i + k < 3; k++) {
            x.c[i + k][0] = v3_add(x.c[i + k][0], v3_cross(a.c[i][0], b.c[k][0]));
            x.c[i + k][1] =
                v3_add(x.c[i + k][1], v3_add(v3_cross(a.c[i][0], b.c[k][1]), v3_cross(a.c[i][1], b.c[k][0])));
        }
    return x;
}

/* a + f b */
static inline JetVec jv_axpy(JetVec a, double f, JetVec b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) a.c[i][j] = v3_axpy(a.c[i][j], f, b.c[i][j]);
    return a;
}

static inline JetVec jv_scale(JetVec a, Jet f)
{
    JetVec x = { { { { 0, 0, 0 }, { 0, 0, 0 } } } };
    for (int i = 0; i < 3; i++)
        for (int k = 0; i + k < 3; k++) {
            x.c[i + k][0] = v3_axpy(x.c[i + k][0], f.c[k][0], a.c[i][0]);
            x.c[i + k][1] = v3_axpy(v3_axpy(x.c[i + k][1], f.c[k][1], a.c[i][0]), f.c[k][0], a.c[i][1]);
        }
    return x;
}

static inline JetVec jv_unit(JetVec a)
{
    return jv_scale(a, jet_div(jet_const(1), jet_sqrt(jv_dot(a, a))));
}
