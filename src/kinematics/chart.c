/* chart.c - 3-1-3 angles in three charts (theory 5.7 to 5.15). */
#include "kinematics/chart.h"

/* C v and C^T v: chart k moves the components up by k places (5.7). */
static Vec3 to_chart(int chart, Vec3 v)
{
    return chart == 0 ? v : chart == 1 ? v3(v.y, v.z, v.x) : v3(v.z, v.x, v.y);
}

static Vec3 from_chart(int chart, Vec3 v)
{
    return chart == 0 ? v : chart == 1 ? v3(v.z, v.x, v.y) : v3(v.y, v.z, v.x);
}

/* C^T M */
static Mat3 columns_from_chart(int chart, Mat3 M)
{
    return m3_cols(from_chart(chart, M.c[0]), from_chart(chart, M.c[1]), from_chart(chart, M.c[2]));
}

/* M C^T, for M = A gives A313: its columns are the body axes that the chart calls x, y, z. */
static Mat3 axes_of_chart(int chart, Mat3 A)
{
    return m3_cols(A.c[chart], A.c[(chart + 1) % 3], A.c[(chart + 2) % 3]);
}

/* A body that moves in a plane of ground axes has angles of pi/2 or pi, and what is across its plane stays apart from
 * what is in it if their cosines and sines are zero, not 6e-17: the matrix has half the entries then. */
static void sine_cosine(double x, double *sine, double *cosine)
{
    double quarters = x / M_PI_2;
    *sine = sin(x), *cosine = cos(x);
    if (quarters != nearbyint(quarters)) return;
    if (fabs(*sine) < fabs(*cosine)) *sine = 0;
    else *cosine = 0;
}

Attitude cd_attitude(int chart, Vec3 eps)
{
    Attitude at = { .chart = chart };
    for (int k = 0; k < 3; k++) sine_cosine(v3_get(eps, k), &at.s[k], &at.c[k]);
    return at;
}

Attitude cd_attitude_on(const Attitude *from, Vec3 eps)
{
    Attitude at = { .chart = from->chart };
    for (int k = 0; k < 3; k++) {
        double s = sin(v3_get(eps, k)), c = cos(v3_get(eps, k));
        at.s[k] = from->s[k] * c + from->c[k] * s, at.c[k] = from->c[k] * c - from->s[k] * s;
    }
    return at;
}

/* Of theta and phi; nothing but A depends on psi. */
typedef struct Sines {
    double st, ct, sp, cp;
} Sines;

static Sines sines_of(const Attitude *at)
{
    return (Sines){ at->s[1], at->c[1], at->s[2], at->c[2] };
}

Mat3 cd_chart_rotation(const Attitude *at)
{
    Sines s = sines_of(at);
    double sine = at->s[0], cosine = at->c[0];
    Mat3 by_psi = m3_cols(v3(cosine, sine, 0), v3(-sine, cosine, 0), v3(0, 0, 1));
    Mat3 by_theta = m3_cols(v3(1, 0, 0), v3(0, s.ct, s.st), v3(0, -s.st, s.ct));
    Mat3 by_phi = m3_cols(v3(s.cp, s.sp, 0), v3(-s.sp, s.cp, 0), v3(0, 0, 1));
    return axes_of_chart((CHARTS - at->chart) % CHARTS, m3_mul(by_psi, m3_mul(by_theta, by_phi)));
}

Mat3 cd_chart_b(const Attitude *at) /* (5.8) */
{
    Sines s = sines_of(at);
    Mat3 B = m3_cols(v3(s.st * s.sp, s.st * s.cp, s.ct), v3(s.cp, -s.sp, 0), v3(0, 0, 1));
    return columns_from_chart(at->chart, B);
}

Mat3 cd_chart_b_inverse(const Attitude *at) /* (5.9) */
{
    Sines s = sines_of(at);
    double cot = s.ct / s.st;
    Mat3 inverse = m3_cols(v3(s.sp / s.st, s.cp, -cot * s.sp), v3(s.cp / s.st, -s.sp, -cot * s.cp), v3(0, 0, 1));
    return axes_of_chart((CHARTS - at->chart) % CHARTS, inverse);
}

Mat3 cd_chart_b_change(const Attitude *at, Vec3 e) /* (5.10) */
{
    Sines s = sines_of(at);
    Vec3 by_theta = v3(s.ct * s.sp * e.x, s.ct * s.cp * e.x, -s.st * e.x);
    Vec3 by_phi = v3(s.st * s.cp * e.x - s.sp * e.y, -s.st * s.sp * e.x - s.cp * e.y, 0);
    return columns_from_chart(at->chart, m3_cols(v3(0, 0, 0), by_theta, by_phi));
}

Mat3 cd_chart_b_rate(const Attitude *at, Vec3 eps1) /* (5.11) */
{
    Sines s = sines_of(at);
    double theta = eps1.y, phi = eps1.z;
    Vec3 first = v3(s.ct * s.sp * theta + s.st * s.cp * phi, s.ct * s.cp * theta - s.st * s.sp * phi, -s.st * theta);
    return columns_from_chart(at->chart, m3_cols(first, v3(-s.sp * phi, -s.cp * phi, 0), v3(0, 0, 0)));
}

/* Of m . B e, with (a, b, c) = C m:  psi' (sin(theta) s + cos(theta) c) + theta' r + phi' c,  s = a sin(phi) + b
 * cos(phi),
 * r = a cos(phi) - b sin(phi) = ds/d(phi) (5.14), (5.15) */
Mat3 cd_chart_bt_change(const Attitude *at, Vec3 m)
{
    Sines x = sines_of(at);
    Vec3 k = to_chart(at->chart, m);
    double s = k.x * x.sp + k.y * x.cp, r = k.x * x.cp - k.y * x.sp;
    return m3_cols(v3(0, 0, 0), v3(x.ct * s - x.st * k.z, 0, 0), v3(x.st * r, -s, 0));
}

Mat3 cd_chart_curvature(const Attitude *at, Vec3 e, Vec3 m)
{
    Sines x = sines_of(at);
    Vec3 k = to_chart(at->chart, m);
    double s = k.x * x.sp + k.y * x.cp, r = k.x * x.cp - k.y * x.sp;
    double tt = -e.x * (x.st * s + x.ct * k.z), tp = e.x * x.ct * r, pp = -e.x * x.st * s - e.y * r;
    return m3_cols(v3(0, 0, 0), v3(0, tt, tp), v3(0, tp, pp));
}

/* cos(theta) in the three charts are the components of ground z along the body axes: the smallest is best (5.12). */
int cd_chart_best(Mat3 A)
{
    Vec3 cosine = to_chart(2, m3_row(A, 2)); /* chart 0 looks at body z, 1 at x, 2 at y */
    int best = 0;
    for (int k = 1; k < CHARTS; k++)
        if (fabs(v3_get(cosine, k)) < fabs(v3_get(cosine, best))) best = k;
    return best;
}

bool cd_chart_is_poor(const Attitude *at)
{
    return fabs(at->s[1]) < 0.5;
}

static Vec3 whole_turns(Vec3 a, Vec3 near)
{
    const double turn = 2 * M_PI;
    return v3(a.x + turn * nearbyint((near.x - a.x) / turn), a.y + turn * nearbyint((near.y - a.y) / turn),
              a.z + turn * nearbyint((near.z - a.z) / turn));
}

Vec3 cd_chart_angles(int chart, Mat3 A, Vec3 near)
{
    double e[3];
    m3_to_euler313(axes_of_chart(chart, A), e);
    Vec3 one = whole_turns(v3(e[0], e[1], e[2]), near);
    Vec3 other = whole_turns(v3(e[0] + M_PI, -e[1], e[2] + M_PI), near);
    return v3_norm(v3_sub(one, near)) <= v3_norm(v3_sub(other, near)) ? one : other;
}

Turning cd_chart_turning(int chart, const Angles *a)
{
    Attitude at = cd_attitude(chart, a->eps);
    Mat3 B = cd_chart_b(&at), B1 = cd_chart_b_rate(&at, a->eps1);
    return (Turning){ .A = cd_chart_rotation(&at),
                      .w = m3_apply(B, a->eps1),
                      .w1 = v3_add(m3_apply(B, a->eps2), m3_apply(B1, a->eps1)) };
}

Angles cd_chart_express(int chart, const Turning *t, Vec3 near) /* (5.13) */
{
    Angles a = { .eps = cd_chart_angles(chart, t->A, near) };
    Attitude at = cd_attitude(chart, a.eps);
    Mat3 inverse = cd_chart_b_inverse(&at);
    a.eps1 = m3_apply(inverse, t->w);
    a.eps2 = m3_apply(inverse, v3_sub(t->w1, m3_apply(cd_chart_b_rate(&at, a.eps1), a.eps1)));
    return a;
}

Angles cd_chart_switch(int from, int to, const Angles *a, Vec3 near)
{
    Turning t = cd_chart_turning(from, a);
    return cd_chart_express(to, &t, near);
}
