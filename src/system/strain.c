/* strain.c - a beam between two frames by relative rotation (theory 20.23 to 20.31).
 *
 *   th = log(A_J' A_I),   S = A_J exp(th / 2),   g = S' (r_I - r_J)
 *                         (20.23)
 *   n = C_n (g - g_0) / L,   m = C_m (th - th_0) / L
 *                            (20.24)
 *   F_I = -S n,   T_I = -S (H m + p / 2 - c p x th),   p = n x g
 *                 (20.26)
 *   H = h_0 1 + h_1 th th',   h_0 = (t/2) / sin(t/2),  h_1 = (1 - h_0) / t^2,  c = tan(t/4) / 2 t,  t = |th|
 *                             (20.25)
 *
 * A hat in comments is a vector in the axes S. Small rotations f_I, f_J of the ends turn S by  w^ = S'(f_I + f_J)/2 - c
 * th x S'(f_I - f_J)  and change
 * th by  H S'(f_I - f_J): the derivatives below follow from these two alone. */
#include "system/strain.h"

#include "linalg/quat.h"

#include <math.h>
#include <string.h>

/* h_0, h_1, c with their derivatives in s = t^2. */
typedef struct Coefficients {
    double h0, h1, c, dh0, dh1, dc;
} Coefficients;

static double series(const double *a, int n, double s)
{
    double sum = 0;
    for (int k = n - 1; k >= 0; k--) sum = sum * s + a[k];
    return sum;
}

static double series_slope(const double *a, int n, double s)
{
    double sum = 0;
    for (int k = n - 1; k >= 1; k--) sum = sum * s + k * a[k];
    return sum;
}

static Coefficients coefficients(double s)
{
    /* x / sin x and tan x / x in powers of s */
    static const double h[] = { 1, 1. / 24, 7. / 5760, 31. / 967680, 127. / 154828800, 73. / 3503554560. };
    static const double c[] = { 1. / 8,         1. / 384,          1. / 15360,
                                17. / 10321920, 62. / 1486356480., 1382. / (8. * 155925 * 1048576) };
    if (s < 0.02) {
        return (Coefficients){ series(h, 6, s),       -series(h + 1, 5, s),       series(c, 6, s),
                               series_slope(h, 6, s), -series_slope(h + 1, 5, s), series_slope(c, 6, s) };
    }
    double t = sqrt(s), sine = sin(t / 2), cosine = cos(t / 2), tangent = tan(t / 4);
    Coefficients out = { .h0 = t / (2 * sine), .c = tangent / (2 * t) };
    out.h1 = (1 - out.h0) / s;
    out.dh0 = (1 / (2 * sine) - t * cosine / (4 * sine * sine)) / (2 * t);
    out.dh1 = (-out.dh0 - out.h1) / s;
    out.dc = ((1 + tangent * tangent) / (8 * t) - tangent / (2 * s)) / (2 * t);
    return out;
}

/* All that the load and its derivatives are made of. */
typedef struct Middle {
    const BeamLaw *law;
    Coefficients k;
    Mat3 S;
    Vec3 th, g;
    Vec3 apart, turned, mean;   /* hats of v_I - v_J, w_I - w_J, (w_I + w_J) / 2 */
    Vec3 spin, g_rate, th_rate; /* hat of the angular velocity of S; rates of g and th */
    Vec3 n, m, p, T;            /* T: H m + p / 2 - c p x th */
} Middle;

static Vec3 stiffen(Vec3 C, Vec3 x)
{
    return v3(C.x * x.x, C.y * x.y, C.z * x.z);
}

static Vec3 apply_H(const Middle *a, Vec3 x)
{
    return v3_axpy(v3_scale(x, a->k.h0), a->k.h1 * v3_dot(a->th, x), a->th);
}

static Vec3 spin_of(const Middle *a, Vec3 mean, Vec3 turned)
{
    return v3_axpy(mean, -a->k.c, v3_cross(a->th, turned));
}

static Vec3 force_of(const BeamLaw *law, Vec3 stretch, Vec3 rate)
{
    return stiffen(law->force, v3_scale(v3_axpy(stretch, law->damping, rate), 1 / law->length));
}

static Vec3 moment_of(const BeamLaw *law, Vec3 turn, Vec3 rate)
{
    return m3_apply(law->moment, v3_scale(v3_axpy(turn, law->damping, rate), 1 / law->length));
}

static Middle middle_of(const BeamLaw *law, const MarkerMotion *i, const MarkerMotion *j)
{
    Middle a = { .law = law, .th = q4_log(q4_from_m3(m3_tmul(j->A, i->A))) };
    a.k = coefficients(v3_dot(a.th, a.th));
    a.S = m3_mul(j->A, q4_to_m3(q4_rotvec(v3_scale(a.th, 0.5))));
    a.g = m3_tapply(a.S, v3_sub(i->r, j->r));
    a.apart = m3_tapply(a.S, v3_sub(i->v, j->v));
    a.turned = m3_tapply(a.S, v3_sub(i->w, j->w));
    a.mean = m3_tapply(a.S, v3_scale(v3_add(i->w, j->w), 0.5));
    a.spin = spin_of(&a, a.mean, a.turned);
    a.g_rate = v3_add(a.apart, v3_cross(a.g, a.spin));
    a.th_rate = apply_H(&a, a.turned);
    a.n = force_of(law, v3_sub(a.g, law->g), a.g_rate);
    a.m = moment_of(law, v3_sub(a.th, law->turn), a.th_rate);
    a.p = v3_cross(a.n, a.g);
    a.T = v3_axpy(v3_axpy(apply_H(&a, a.m), 0.5, a.p), -a.k.c, v3_cross(a.p, a.th));
    return a;
}

static Strained strained(const Middle *a)
{
    const BeamLaw *law = a->law;
    Vec3 zero = v3(0, 0, 0), stretch = v3_sub(a->g, law->g), turn = v3_sub(a->th, law->turn);
    Vec3 n = force_of(law, stretch, zero), m = moment_of(law, turn, zero); /* without damping */
    const double most = 3.1; /* of a turn per beam: beyond half a one th is another */
    return (Strained){ .on_i = { v3_neg(m3_apply(a->S, a->n)), v3_neg(m3_apply(a->S, a->T)) },
                       .n = a->n,
                       .m = a->m,
                       .energy = (v3_dot(n, stretch) + v3_dot(m, turn)) / 2,
                       .rate = v3_dot(n, a->g_rate) + v3_dot(m, a->th_rate),
                       .lost = -v3_dot(v3_sub(a->n, n), a->g_rate) - v3_dot(v3_sub(a->m, m), a->th_rate),
                       .good = v3_norm(a->th) < most };
}

Strained cd_strain(const BeamLaw *law, const MarkerMotion *i, const MarkerMotion *j)
{
    Middle a = middle_of(law, i, j);
    return strained(&a);
}

/* A small change: of r_I - r_J, rotations of both ends, and of velocities likewise; in the axes S. */
typedef struct Change {
    Vec3 d, turned, mean, v, w_turned, w_mean;
} Change;

/* The change of the load on I with it, ground axes (20.28) to (20.31). */
static Wrench change_of(const Middle *a, const Change *x)
{
    const BeamLaw *law = a->law;
    Vec3 th = apply_H(a, x->turned), spin = spin_of(a, x->mean, x->turned);
    Vec3 g = v3_add(x->d, v3_cross(a->g, spin));
    double s = 2 * v3_dot(a->th, th), c = a->k.dc * s;
    Vec3 g_rate = v3(0, 0, 0), th_rate = g_rate;
    if (law->damping != 0) {
        Vec3 turned = v3_add(x->w_turned, v3_cross(a->turned, spin)), mean = v3_add(x->w_mean, v3_cross(a->mean, spin));
        Vec3 apart = v3_add(x->v, v3_cross(a->apart, spin));
        th_rate = v3_add(apply_H(a, turned), v3_scale(a->turned, a->k.dh0 * s));
        th_rate = v3_axpy(th_rate, a->k.dh1 * s * v3_dot(a->th, a->turned) + a->k.h1 * v3_dot(th, a->turned), a->th);
        th_rate = v3_axpy(th_rate, a->k.h1 * v3_dot(a->th, a->turned), th);
        Vec3 rate = spin_of(a, mean, turned);
        rate = v3_axpy(v3_axpy(rate, -c, v3_cross(a->th, a->turned)), -a->k.c, v3_cross(th, a->turned));
        g_rate = v3_add(apart, v3_add(v3_cross(g, a->spin), v3_cross(a->g, rate)));
    }
    Vec3 n = force_of(law, g, g_rate), m = moment_of(law, th, th_rate);
    Vec3 p = v3_add(v3_cross(n, a->g), v3_cross(a->n, g));
    Vec3 T = v3_axpy(apply_H(a, m), a->k.dh0 * s, a->m);
    T = v3_axpy(T, a->k.dh1 * s * v3_dot(a->th, a->m) + a->k.h1 * v3_dot(th, a->m), a->th);
    T = v3_axpy(T, a->k.h1 * v3_dot(a->th, a->m), th);
    T = v3_axpy(v3_axpy(T, 0.5, p), -c, v3_cross(a->p, a->th));
    T = v3_axpy(T, -a->k.c, v3_add(v3_cross(p, a->th), v3_cross(a->p, th)));
    return (Wrench){ v3_neg(m3_apply(a->S, v3_add(v3_cross(spin, a->n), n))),
                     v3_neg(m3_apply(a->S, v3_add(v3_cross(spin, a->T), T))) };
}

static void put(StrainSlope *out, int side, int what, int axis, Wrench x)
{
    const double value[6] = { x.F.x, x.F.y, x.F.z, x.T.x, x.T.y, x.T.z };
    for (int c = 0; c < 6; c++) {
        Vec3 *row = &out->row[c][side][what];
        if (axis == 0) row->x = value[c];
        else if (axis == 1) row->y = value[c];
        else row->z = value[c];
    }
}

Strained cd_strain_slope(const BeamLaw *law, const MarkerMotion *i, const MarkerMotion *j, StrainSlope *out)
{
    Middle a = middle_of(law, i, j);
    memset(out, 0, sizeof *out);
    for (int axis = 0; axis < 3; axis++) {
        Vec3 e = m3_row(a.S, axis), half = v3_scale(e, 0.5); /* the hat of a unit vector of ground */
        for (int side = 0; side < 2; side++) {
            double sign = side ? -1 : 1;
            Vec3 own = v3_scale(e, sign);
            put(out, side, 0, axis, change_of(&a, &(Change){ .d = own }));
            put(out, side, 1, axis, change_of(&a, &(Change){ .turned = own, .mean = half }));
            if (law->damping == 0) continue;
            put(out, side, 2, axis, change_of(&a, &(Change){ .v = own }));
            put(out, side, 3, axis, change_of(&a, &(Change){ .w_turned = own, .w_mean = half }));
        }
    }
    return strained(&a);
}

void cd_beam_rest(BeamLaw *law, Vec3 r_i, Mat3 A_i, Vec3 r_j, Mat3 A_j)
{
    law->turn = q4_log(q4_from_m3(m3_tmul(A_j, A_i)));
    Mat3 S = m3_mul(A_j, q4_to_m3(q4_rotvec(v3_scale(law->turn, 0.5))));
    law->g = m3_tapply(S, v3_sub(r_i, r_j));
}
