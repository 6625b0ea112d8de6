/* vec3.h - vectors of three numbers, as values. */
#pragma once
#include <math.h>
#include <stdbool.h>

typedef struct Vec3 {
    double x, y, z;
} Vec3;

static inline Vec3 v3(double x, double y, double z)
{
    return (Vec3){ x, y, z };
}

static inline double v3_get(Vec3 a, int i)
{
    return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

/* Three numbers of a long list. */
static inline Vec3 v3_load(const double *x)
{
    return v3(x[0], x[1], x[2]);
}

static inline void v3_store(double *to, Vec3 v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

static inline Vec3 v3_add(Vec3 a, Vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline Vec3 v3_sub(Vec3 a, Vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline Vec3 v3_neg(Vec3 a)
{
    return v3(-a.x, -a.y, -a.z);
}

static inline Vec3 v3_scale(Vec3 a, double s)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

/* a + s b */
static inline Vec3 v3_axpy(Vec3 a, double s, Vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double v3_dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The unit vector along axis k. */
static inline Vec3 v3_axis(int k)
{
    return v3(k == 0, k == 1, k == 2);
}

static inline bool v3_is_zero(Vec3 a)
{
    return a.x == 0 && a.y == 0 && a.z == 0;
}

static inline Vec3 v3_cross(Vec3 a, Vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_norm(Vec3 a)
{
    return sqrt(v3_dot(a, a));
}

/* a / |a|; the caller has made sure that a is not zero. */
static inline Vec3 v3_unit(Vec3 a)
{
    return v3_scale(a, 1 / v3_norm(a));
}
