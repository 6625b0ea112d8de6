/* turning.c - angles and vector of a rotation for linear loads (theory 8.38, 8.39, 8.42). */
#include "system/turning.h"

#include "kinematics/motion.h"

/* ---- three angles ------------------------------------------------------------------------------------------------ */

typedef struct Number {
    double x;
    Vec3 g; /* gradient in the rotation w of I against J: d R_ij = e_i.(w x c_j),  c_j column j of R */
} Number;

static Number entry(Mat3 R, int i, int j, double sign)
{
    const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    return (Number){ sign * v3_get(R.c[j], i), v3_scale(v3_cross(R.c[j], unit[i]), sign) };
}

static Number angle(Number y, Number x, double last)
{
    double rr = x.x * x.x + y.x * y.x;
    if (rr == 0) return (Number){ NAN, { 0, 0, 0 } };
    return (Number){ cd_near_branch(atan2(y.x, x.x), last), v3_axpy(v3_scale(y.g, x.x / rr), -y.x / rr, x.g) };
}

/* From 0 below x = low to 1 above high, with three continuous derivatives. */
static Number ramp(Number x, double low, double high)
{
    double u = (x.x - low) / (high - low);
    if (u <= 0 || u >= 1) return (Number){ u > 0, { 0, 0, 0 } };
    double uu = u * u, both = u * (1 - u);
    return (Number){ uu * uu * (35 - u * (84 - u * (70 - 20 * u))),
                     v3_scale(x.g, 140 * both * both * both / (high - low)) };
}

static Number product(Number a, Number b)
{
    return (Number){ a.x * b.x, v3_axpy(v3_scale(a.g, b.x), a.x, b.g) };
}

static Number less(Number a, Number b)
{
    return (Number){ a.x - b.x, v3_sub(a.g, b.g) };
}

/* An entry of R with a sign. */
typedef struct Side {
    int i, j;
    double sign;
} Side;

typedef struct Form {
    Side y, x;
} Form;

static Number form_angle(Mat3 R, const Form *f, double last)
{
    return angle(entry(R, f->y.i, f->y.j, f->y.sign), entry(R, f->x.i, f->x.j, f->x.sign), last);
}

/* (1 - w) a + w b; what has no weight need not be defined. last: a and b at the last accepted point; what has no weight
 * will begin on the branch of the other, so that none is met with a jump. */
static Number between(Mat3 R, const Form *a, const Form *b, Number w, const double last[2], double now[2])
{
    Number from = { 0 }, to = { 0 };
    if (w.x < 1) from = form_angle(R, a, last[0]);
    if (w.x > 0) to = form_angle(R, b, last[1]);
    now[0] = w.x < 1 ? from.x : to.x, now[1] = w.x > 0 ? to.x : from.x;
    if (w.x == 0 || w.x == 1) return w.x == 0 ? from : to;
    Number part = product(w, less(to, from));
    return (Number){ from.x + part.x, v3_add(from.g, part.g) };
}

Turning cd_turning_angles(Mat3 R, const double last[TURNING_SLOTS])
{
    static const Form near[3] = { { { 1, 2, -1 }, { 2, 2, 1 } },  /* AX: z_I in the plane of y, z */
                                  { { 0, 2, 1 }, { 2, 2, 1 } },   /* AY: z_I in the plane of z, x */
                                  { { 1, 0, 1 }, { 0, 0, 1 } } }; /* AZ: x_I in the plane of x, y */
    static const Form far[3] = { { { 2, 1, 1 }, { 1, 1, 1 } },    /* about x by y_I */
                                 { { 2, 0, -1 }, { 0, 0, 1 } },   /* about y by x_I */
                                 { { 0, 1, -1 }, { 1, 1, 1 } } }; /* about z by y_I */
    const double begin = 0.6, width = 0.4;
    Number one = { 1, { 0, 0, 0 } };
    Number turned = less(one, ramp(entry(R, 2, 2, 1), 0, begin));
    Number about_x = ramp(less(entry(R, 0, 0, 1), entry(R, 1, 1, 1)), -width, width);
    Number x = product(turned, about_x), y = product(turned, less(one, about_x));
    const Number weight[3] = { y, x, y };
    Turning out = { .q = { 1, 0, 0, 0 } };
    double value[3];
    for (int k = 0; k < 3; k++) {
        Number a = between(R, &near[k], &far[k], weight[k], last + 2 * k, out.now + 2 * k);
        value[k] = a.x, out.g.c[k] = a.g;
    }
    out.x = v3(value[0], value[1], value[2]);
    return out;
}

/* ---- twist and bending ------------------------------------------------------------------------------------------- */

/* h(s) = 2 asin(sqrt s) / sqrt s with its first two derivatives in s. */
static void stretch(double s, double h[3])
{
    h[0] = h[1] = h[2] = 0;
    if (s < 0.02) {                           /* 2 sum of c_n s^n,  c_n = c_(n-1) (2 n - 1)^2 / (2 n (2 n + 1)) */
        double c = 2, power[3] = { 1, 0, 0 }; /* s^n and its derivatives */
        for (int n = 0; n < 12; n++) {
            for (int k = 0; k < 3; k++) h[k] += c * power[k];
            c *= (2. * n + 1) * (2 * n + 1) / ((2. * n + 2) * (2 * n + 3));
            power[2] = s * power[2] + 2 * power[1], power[1] = s * power[1] + power[0], power[0] *= s;
        }
        return;
    }
    double r = sqrt(s), cosine = sqrt(1 - s), a = asin(r);
    h[0] = 2 * a / r;
    h[1] = (r / cosine - a) / (r * s);
    h[2] = (1 / (cosine * cosine * cosine) - 3 * h[1]) / (2 * s);
}

/* L^T G for dq = L w, the change of q with a small rotation w: dq = (0, w) q / 2. */
static Vec3 pull(Quat q, Quat G)
{
    Vec3 v = v3(q.x, q.y, q.z), Gv = v3(G.x, G.y, G.z);
    return v3_scale(v3_add(v3_axpy(v3_scale(Gv, q.w), -G.w, v), v3_cross(v, Gv)), 0.5);
}

Turning cd_turning_vector(Mat3 R, const double last[TURNING_SLOTS])
{
    Quat q = q4_from_m3(R);
    double twist = 2 * atan2(q.x, q.w), near = cd_near_branch(twist, last[0]), h[3];
    if (cos((near - twist) / 2) < 0) q = q4(-q.w, -q.x, -q.y, -q.z);
    double rr = q.w * q.w + q.x * q.x;
    if (rr < 1e-12)
        return (Turning){
            .x = { NAN, NAN, NAN }, .g = m3_identity(), .q = q, .now = { last[0] }
        }; /* bent by half a turn */
    stretch(q.y * q.y + q.z * q.z, h);
    double mixed = 2 * h[1] * q.y * q.z;
    return (Turning){ .x = { near, h[0] * q.y, h[0] * q.z },
                      .g = m3_cols(pull(q, q4(-2 * q.x / rr, 2 * q.w / rr, 0, 0)),
                                   pull(q, q4(0, 0, h[0] + 2 * h[1] * q.y * q.y, mixed)),
                                   pull(q, q4(0, 0, mixed, h[0] + 2 * h[1] * q.z * q.z))),
                      .q = q,
                      .now = { near } };
}

Mat3 cd_turning_torque(const Turning *t, Vec3 m)
{
    Quat q = t->q;
    double rr = q.w * q.w + q.x * q.x, h[3];
    stretch(q.y * q.y + q.z * q.z, h);
    double along = m.y * q.y + m.z * q.z;
    /* G = sum of m_k dx_k / dq and its derivative */
    Quat G = q4(-2 * m.x * q.x / rr, 2 * m.x * q.w / rr, h[0] * m.y + 2 * h[1] * along * q.y,
                h[0] * m.z + 2 * h[1] * along * q.z);
    double ww = 4 * m.x * q.w * q.x / (rr * rr), wx = 2 * m.x * (q.x * q.x - q.w * q.w) / (rr * rr);
    double yy = 4 * h[1] * m.y * q.y + 2 * h[1] * along + 4 * h[2] * along * q.y * q.y;
    double zz = 4 * h[1] * m.z * q.z + 2 * h[1] * along + 4 * h[2] * along * q.z * q.z;
    double yz = 2 * h[1] * (m.y * q.z + m.z * q.y) + 4 * h[2] * along * q.y * q.z;
    const Quat half[3] = { { 0, 0.5, 0, 0 }, { 0, 0, 0.5, 0 }, { 0, 0, 0, 0.5 } };
    Mat3 out;
    for (int k = 0; k < 3; k++) {
        Quat d = q4_mul(half[k], q);
        Quat dG = q4(ww * d.w + wx * d.x, wx * d.w - ww * d.x, yy * d.y + yz * d.z, yz * d.y + zz * d.z);
        out.c[k] = v3_add(pull(d, G), pull(q, dG));
    }
    return out;
}
