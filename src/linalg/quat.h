/* quat.h - quaternions, as values; those of unit length (Euler parameters) are rotations, q and -q alike. */
#pragma once
#include "linalg/mat3.h"

typedef struct Quat {
    double w, x, y, z; /* w = cos(angle/2), (x, y, z) = axis sin(angle/2) */
} Quat;

static inline Quat q4(double w, double x, double y, double z)
{
    return (Quat){ w, x, y, z };
}

/* The product turns by b first, then by a: q4_to_m3(ab) = q4_to_m3(a) q4_to_m3(b). */
static inline Quat q4_mul(Quat a, Quat b)
{
    return q4(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
              a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w);
}

static inline Quat q4_conj(Quat a)
{
    return q4(a.w, -a.x, -a.y, -a.z);
}

static inline double q4_norm(Quat a)
{
    return sqrt(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
}

/* a / |a|; the caller has made sure that a is not zero. */
static inline Quat q4_unit(Quat a)
{
    double s = 1 / q4_norm(a);
    return q4(s * a.w, s * a.x, s * a.y, s * a.z);
}

/* The rotation of a unit quaternion. */
static inline Mat3 q4_to_m3(Quat a)
{
    double xx = a.x * a.x, yy = a.y * a.y, zz = a.z * a.z;
    double xy = a.x * a.y, yz = a.y * a.z, zx = a.z * a.x, wx = a.w * a.x, wy = a.w * a.y, wz = a.w * a.z;
    return m3_cols(v3(1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (zx - wy)),
                   v3(2 * (xy - wz), 1 - 2 * (zz + xx), 2 * (yz + wx)),
                   v3(2 * (zx + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)));
}

/* The unit quaternion of a rotation; its largest component, found first and made positive, divides the others
 * (Shepperd). */
static inline Quat q4_from_m3(Mat3 A)
{
    double xx = A.c[0].x, yy = A.c[1].y, zz = A.c[2].z, trace = xx + yy + zz;
    double wx = A.c[1].z - A.c[2].y, wy = A.c[2].x - A.c[0].z, wz = A.c[0].y - A.c[1].x;
    double xy = A.c[0].y + A.c[1].x, yz = A.c[1].z + A.c[2].y, zx = A.c[2].x + A.c[0].z;

    /* four times the largest component times (w, x, y, z) */
    if (trace >= xx && trace >= yy && trace >= zz) return q4_unit(q4(1 + trace, wx, wy, wz));
    if (xx >= yy && xx >= zz) return q4_unit(q4(wx, 1 + xx - yy - zz, xy, zx));
    if (yy >= zz) return q4_unit(q4(wy, xy, 1 - xx + yy - zz, yz));
    return q4_unit(q4(wz, zx, yz, 1 - xx - yy + zz));
}

/* The rotation by |a| about a. */
static inline Quat q4_rotvec(Vec3 a)
{
    double half = v3_norm(a) / 2, s = m3_sinc(half) / 2;
    return q4(cos(half), s * a.x, s * a.y, s * a.z);
}

/* The shortest a with q4_rotvec(a) = q or -q. */
static inline Vec3 q4_log(Quat q)
{
    double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z), sign = q.w < 0 ? -1 : 1;
    double factor = s > 0 ? sign * 2 * atan2(s, fabs(q.w)) / s : 2 * sign;
    return v3(factor * q.x, factor * q.y, factor * q.z);
}
