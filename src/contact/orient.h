/* orient.h - on which side of a plane a point is: the sign of (p - d) . ((q - d) x (r - d)), positive where d is behind
 * the triangle p, q, r seen from where it turns counter-clockwise. In doubles with a bound of the error, else in
 * arithmetic of about 34 digits. */
#pragma once
#include "linalg/vec3.h"

#ifdef __SIZEOF_FLOAT128__
typedef __float128 WideReal;
#else
typedef long double WideReal;
#endif

static inline double cd_orient_wide(Vec3 p, Vec3 q, Vec3 r, Vec3 d)
{
    WideReal ax = (WideReal)p.x - (WideReal)d.x, ay = (WideReal)p.y - (WideReal)d.y, az = (WideReal)p.z - (WideReal)d.z;
    WideReal bx = (WideReal)q.x - (WideReal)d.x, by = (WideReal)q.y - (WideReal)d.y, bz = (WideReal)q.z - (WideReal)d.z;
    WideReal cx = (WideReal)r.x - (WideReal)d.x, cy = (WideReal)r.y - (WideReal)d.y, cz = (WideReal)r.z - (WideReal)d.z;
    return (double)(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
}

static inline double cd_orient(Vec3 p, Vec3 q, Vec3 r, Vec3 d)
{
    const double ERROR = 8e-16; /* (7 + 56 eps) eps of the sum of absolute products (Shewchuk 1997) */
    Vec3 a = v3_sub(p, d), b = v3_sub(q, d), c = v3_sub(r, d);
    double yz = b.y * c.z, zy = b.z * c.y, zx = b.z * c.x, xz = b.x * c.z, xy = b.x * c.y, yx = b.y * c.x;
    double det = a.x * (yz - zy) + a.y * (zx - xz) + a.z * (xy - yx);
    double sum =
        fabs(a.x) * (fabs(yz) + fabs(zy)) + fabs(a.y) * (fabs(zx) + fabs(xz)) + fabs(a.z) * (fabs(xy) + fabs(yx));
    return fabs(det) > ERROR * sum ? det : cd_orient_wide(p, q, r, d);
}
