/* momentum.c - Lagrange's equations of a rotating body (theory 9.5 to 9.9).
 *
 * With m = J wbar and S = m . B eps' the equation is Gamma' - S_eps = B^T T, Gamma = B^T m; N is its left side in body axes. */
#include "integrators/momentum.h"

Vec3 cd_momentum(int chart, Vec3 eps, Mat3 J, Vec3 wbar)
{
    return m3_tapply(cd_chart_b(chart, eps), m3_apply(J, wbar));
}

Vec3 cd_momentum_rate(int chart, Vec3 eps, Vec3 rate, Mat3 J, Vec3 wbar, Vec3 wbardot)
{
    Vec3 a = m3_tapply(cd_chart_b(chart, eps), m3_apply(J, wbardot));
    return v3_add(a, m3_tapply(cd_chart_b_rate(chart, eps, rate), m3_apply(J, wbar)));
}

void cd_spin_start(int chart, Vec3 eps, Vec3 rate, Mat3 J, Spin *out)
{
    cd_chart_b_both(chart, eps, &out->B, &out->Bi);
    out->wbar = m3_apply(out->B, rate);
    out->gamma = m3_tapply(out->B, m3_apply(J, out->wbar));
}

void cd_spin_torque(int chart, Vec3 eps, Vec3 rate, Vec3 gamma_rate, Mat3 J, double c, bool slopes, Spin *out)
{
    Mat3 B = out->B, Bi = out->Bi, E = cd_chart_b_change(chart, eps, rate);
    Vec3 m = m3_apply(J, out->wbar);
    out->N = m3_tapply(Bi, v3_sub(gamma_rate, m3_tapply(E, m))); /* (9.6) */
    if (!slopes) return;
    /* deps = B^-1 dpi, deps' = deps / c, dwbar = dpi / c + E deps (9.7) */
    out->V = m3_add(m3_scale(m3_identity(), 1 / c), m3_mul(E, Bi));
    Mat3 P = cd_chart_bt_change(chart, eps, m);
    Mat3 by_angles = m3_sub(m3_scale(m3_sub(P, m3_transpose(P)), 1 / c), cd_chart_curvature(chart, eps, rate, m));
    by_angles = m3_sub(by_angles, cd_chart_bt_change(chart, eps, out->N));
    Mat3 by_speed = m3_mul(m3_sub(m3_scale(m3_transpose(B), 1 / c), m3_transpose(E)), m3_mul(J, out->V)); /* (9.8) */
    out->D = m3_tmul(Bi, m3_add(by_speed, m3_mul(by_angles, Bi)));
}
