/* mat3.h - three-by-three matrices, as values, and rotations. A rotation A has the axes of the turned frame
 * as its columns: v = A v_loc.
 *
 *   skew(a) b = a x b
 *   A313(psi, theta, phi) = Rz(psi) Rx(theta) Rz(phi)
 *   exp(skew(a)) = I + s skew(a) + c skew(a)^2,   s = sin(t) / t,  c = (1 - cos(t)) / t^2,  t = |a|
 */
#pragma once
#include "linalg/vec3.h"

#include <float.h>
#include <stdbool.h>

typedef struct Mat3 {
    Vec3 c[3]; /* the columns */
} Mat3;

static inline Mat3 m3_cols(Vec3 a, Vec3 b, Vec3 c)
{
    return (Mat3){ { a, b, c } };
}

static inline Mat3 m3_identity(void)
{
    return m3_cols(v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1));
}

static inline Vec3 m3_col(Mat3 A, int j)
{
    return j == 0 ? A.c[0] : j == 1 ? A.c[1] : A.c[2];
}

static inline Vec3 m3_row(Mat3 A, int i)
{
    return v3(v3_get(A.c[0], i), v3_get(A.c[1], i), v3_get(A.c[2], i));
}

/* Row i, column j. */
static inline double m3_at(Mat3 A, int i, int j)
{
    return v3_get(A.c[j], i);
}

static inline Mat3 m3_add(Mat3 A, Mat3 B)
{
    return m3_cols(v3_add(A.c[0], B.c[0]), v3_add(A.c[1], B.c[1]), v3_add(A.c[2], B.c[2]));
}

static inline Mat3 m3_sub(Mat3 A, Mat3 B)
{
    return m3_cols(v3_sub(A.c[0], B.c[0]), v3_sub(A.c[1], B.c[1]), v3_sub(A.c[2], B.c[2]));
}

static inline Mat3 m3_scale(Mat3 A, double s)
{
    return m3_cols(v3_scale(A.c[0], s), v3_scale(A.c[1], s), v3_scale(A.c[2], s));
}

static inline Mat3 m3_transpose(Mat3 A)
{
    return m3_cols(m3_row(A, 0), m3_row(A, 1), m3_row(A, 2));
}

/* A v */
static inline Vec3 m3_apply(Mat3 A, Vec3 v)
{
    return v3_axpy(v3_axpy(v3_scale(A.c[0], v.x), v.y, A.c[1]), v.z, A.c[2]);
}

/* A^T v */
static inline Vec3 m3_tapply(Mat3 A, Vec3 v)
{
    return v3(v3_dot(A.c[0], v), v3_dot(A.c[1], v), v3_dot(A.c[2], v));
}

/* A B */
static inline Mat3 m3_mul(Mat3 A, Mat3 B)
{
    return m3_cols(m3_apply(A, B.c[0]), m3_apply(A, B.c[1]), m3_apply(A, B.c[2]));
}

/* A^T B */
static inline Mat3 m3_tmul(Mat3 A, Mat3 B)
{
    return m3_cols(m3_tapply(A, B.c[0]), m3_tapply(A, B.c[1]), m3_tapply(A, B.c[2]));
}

/* A B^T */
static inline Mat3 m3_mult(Mat3 A, Mat3 B)
{
    return m3_mul(A, m3_transpose(B));
}

/* a b^T */
static inline Mat3 m3_outer(Vec3 a, Vec3 b)
{
    return m3_cols(v3_scale(a, b.x), v3_scale(a, b.y), v3_scale(a, b.z));
}

static inline Mat3 m3_skew(Vec3 a)
{
    return m3_cols(v3(0, a.z, -a.y), v3(-a.z, 0, a.x), v3(a.y, -a.x, 0));
}

static inline double m3_det(Mat3 A)
{
    return v3_dot(A.c[0], v3_cross(A.c[1], A.c[2]));
}

/* The inverse of a matrix that has one: rows are cross products of columns over the determinant. */
static inline Mat3 m3_inverse(Mat3 A)
{
    double d = 1 / m3_det(A);
    Vec3 a = v3_scale(v3_cross(A.c[1], A.c[2]), d), b = v3_scale(v3_cross(A.c[2], A.c[0]), d);
    Vec3 c = v3_scale(v3_cross(A.c[0], A.c[1]), d);
    return m3_cols(v3(a.x, b.x, c.x), v3(a.y, b.y, c.y), v3(a.z, b.z, c.z));
}
static inline double m3_trace(Mat3 A)
{
    return A.c[0].x + A.c[1].y + A.c[2].z;
}

static inline Mat3 m3_rot_x(double angle)
{
    double c = cos(angle), s = sin(angle);
    return m3_cols(v3(1, 0, 0), v3(0, c, s), v3(0, -s, c));
}

static inline Mat3 m3_rot_y(double angle)
{
    double c = cos(angle), s = sin(angle);
    return m3_cols(v3(c, 0, -s), v3(0, 1, 0), v3(s, 0, c));
}

static inline Mat3 m3_rot_z(double angle)
{
    double c = cos(angle), s = sin(angle);
    return m3_cols(v3(c, s, 0), v3(-s, c, 0), v3(0, 0, 1));
}

static inline Mat3 m3_euler313(double psi, double theta, double phi)
{
    return m3_mul(m3_rot_z(psi), m3_mul(m3_rot_x(theta), m3_rot_z(phi)));
}

/* The angles (psi, theta, phi) of a rotation, theta in [0, pi], the others in [-pi, pi]. Where sin(theta) is
 * lost in rounding only psi + phi (theta = 0) or psi - phi (theta = pi) is determined, and phi is 0. The
 * angles give A back to rounding everywhere, because phi is read from Rz(-psi) A, which makes up for an
 * ill-determined psi. */
static inline void m3_to_euler313(Mat3 A, double angles[3])
{
    double sin_theta = hypot(A.c[2].x, A.c[2].y);
    angles[1] = atan2(sin_theta, A.c[2].z);
    if (sin_theta < 4 * DBL_EPSILON) {
        angles[0] = atan2(A.c[0].y, A.c[0].x), angles[2] = 0;
        return;
    }
    double c = -A.c[2].y / sin_theta, s = A.c[2].x / sin_theta;
    angles[0] = atan2(s, c);
    angles[2] = atan2(-(c * A.c[1].x + s * A.c[1].y), c * A.c[0].x + s * A.c[0].y);
}

/* sin(t) / t */
static inline double m3_sinc(double t)
{
    return t == 0 ? 1 : sin(t) / t;
}

/* The rotation by |a| about a: exp(skew(a)). With c = sinc(t/2)^2 / 2 no digits cancel for small a. */
static inline Mat3 m3_rotvec(Vec3 a)
{
    double t = v3_norm(a), half = m3_sinc(t / 2), s = m3_sinc(t), c = half * half / 2;
    double xx = c * a.x * a.x, yy = c * a.y * a.y, zz = c * a.z * a.z;
    double xy = c * a.x * a.y, yz = c * a.y * a.z, zx = c * a.z * a.x;
    return m3_cols(v3(1 - yy - zz, xy + s * a.z, zx - s * a.y), v3(xy - s * a.z, 1 - zz - xx, yz + s * a.x),
                   v3(zx + s * a.y, yz - s * a.x, 1 - xx - yy));
}

/* The inverse of T in  d exp(skew(a)) = exp(skew(a)) skew(T da):  T^-1 = I + skew(a) / 2 + g skew(a)^2,  g = (1 - t/2
 * cot(t/2)) / t^2. */
static inline Mat3 m3_rotvec_tangent_inverse(Vec3 a)
{
    double tt = v3_dot(a, a), half = sqrt(tt) / 2;
    double g = tt < 1e-3 ? (1 + tt / 60 + tt * tt / 2520) / 12 : (1 - half / tan(half)) / tt;
    Mat3 S = m3_skew(a);
    return m3_add(m3_add(m3_identity(), m3_scale(S, 0.5)), m3_scale(m3_mul(S, S), g));
}

/* Its change in time as a moves with the rate b: skew(b) / 2 + g (skew(b) skew(a) + skew(a) skew(b)) + g' skew(a)^2. */
static inline Mat3 m3_rotvec_tangent_inverse_rate(Vec3 a, Vec3 b)
{
    double tt = v3_dot(a, a), half = sqrt(tt) / 2, sine = sin(half);
    bool small = tt < 1e-3;
    double g = small ? (1 + tt / 60 + tt * tt / 2520) / 12 : (1 - half / tan(half)) / tt;
    double slope = small ? 1. / 720 + tt / 15120 + tt * tt / 403200
                         : ((half / (sine * sine) - 1 / tan(half)) / (8 * half) - g) / tt;
    Mat3 A = m3_skew(a), B = m3_skew(b), both = m3_add(m3_mul(B, A), m3_mul(A, B));
    return m3_add(m3_add(m3_scale(B, 0.5), m3_scale(both, g)), m3_scale(m3_mul(A, A), 2 * slope * v3_dot(a, b)));
}
