/* momentum.c - Lagrange's equations of a rotating body (theory 9.5 to 9.9).
 *
 * With m = J wbar and S = m . B eps' the equation is Gamma' - S_eps = B^T T, Gamma = B^T m; N is its left side in body
 * axes. */
#include "integrators/momentum.h"

Vec3 cd_momentum(const Attitude *at, Mat3 J, Vec3 wbar)
{
    return m3_tapply(cd_chart_b(at), m3_apply(J, wbar));
}

Vec3 cd_momentum_rate(const Attitude *at, Vec3 rate, Mat3 J, Vec3 wbar, Vec3 wbardot)
{
    Vec3 a = m3_tapply(cd_chart_b(at), m3_apply(J, wbardot));
    return v3_add(a, m3_tapply(cd_chart_b_rate(at, rate), m3_apply(J, wbar)));
}

void cd_spin_start(const Attitude *at, Vec3 rate, Mat3 J, Spin *out)
{
    out->B = cd_chart_b(at), out->Bi = cd_chart_b_inverse(at);
    out->wbar = m3_apply(out->B, rate);
    out->gamma = m3_tapply(out->B, m3_apply(J, out->wbar));
}

void cd_spin_torque(const Attitude *at, Vec3 rate, Vec3 gamma_rate, Mat3 J, bool slopes, Spin *out)
{
    Mat3 B = out->B, Bi = out->Bi, E = cd_chart_b_change(at, rate);
    Vec3 m = m3_apply(J, out->wbar);
    out->N = m3_tapply(Bi, v3_sub(gamma_rate, m3_tapply(E, m))); /* (9.6) */
    if (!slopes) return;
    /* deps = B^-1 dpi, deps' = deps / c, dwbar = dpi / c + E deps (9.7) */
    out->V = m3_mul(E, Bi);
    Mat3 P = cd_chart_bt_change(at, m), JV = m3_mul(J, out->V), EJ = m3_tmul(E, J);
    Mat3 curved = m3_add(cd_chart_curvature(at, rate, m), cd_chart_bt_change(at, out->N));
    Mat3 first = m3_add(m3_sub(m3_tmul(B, JV), EJ), m3_mul(m3_sub(P, m3_transpose(P)), Bi));
    Mat3 second = m3_add(m3_mul(EJ, out->V), m3_mul(curved, Bi)); /* (9.8) */
    out->D[0] = J, out->D[1] = m3_tmul(Bi, first), out->D[2] = m3_scale(m3_tmul(Bi, second), -1);
}
