/* region.c - integrals over a region of overlap from its surface.
 *
 *     V = 1/3 S y.n dA,   M = 1/4 S y (y.n) dA,   Q = 1/5 S y y^T (y.n) dA                    (18.10)
 *     dV = S_I dx.n dA,   dM = S_I y (dx.n) dA,   dQ = S_I y y^T (dx.n) dA                    (18.11)
 *
 * S over the whole surface, S_I over the part of it that moves with I. On plane triangles the integrands are cubic at
 * most, and four points with weights integrate them exactly. */
#include "contact/region.h"

static void products(Vec3 y, double q[6])
{
    q[0] = y.x * y.x, q[1] = y.y * y.y, q[2] = y.z * y.z, q[3] = y.x * y.y, q[4] = y.y * y.z, q[5] = y.z * y.x;
}

static void add_moving(Region *g, double weight, Vec3 y, const double q[6], Vec3 n)
{
    double speed[6];
    cd_region_speed(g->r, v3_add(y, g->origin), n, speed);
    for (int k = 0; k < 6; k++) {
        double s = weight * speed[k];
        g->dV[k] += s, g->dM[k] = v3_axpy(g->dM[k], s, y);
        for (int l = 0; l < 6; l++) g->dQ[k][l] += s * q[l];
    }
}

void cd_region_add(Region *g, Vec3 a, Vec3 b, Vec3 c, Vec3 n, bool moves)
{
    a = v3_sub(a, g->origin), b = v3_sub(b, g->origin), c = v3_sub(c, g->origin);
    double area = 0.5 * v3_dot(v3_cross(v3_sub(b, a), v3_sub(c, a)), n), height = v3_dot(a, n);
    static const double at[4][3] = {
        { 1. / 3, 1. / 3, 1. / 3 }, { 0.6, 0.2, 0.2 }, { 0.2, 0.6, 0.2 }, { 0.2, 0.2, 0.6 }
    };
    static const double weights[4] = { -27. / 48, 25. / 48, 25. / 48, 25. / 48 };
    for (int k = 0; k < 4; k++) {
        Vec3 y = v3_axpy(v3_axpy(v3_scale(a, at[k][0]), at[k][1], b), at[k][2], c);
        double weight = weights[k] * area, q[6];
        products(y, q);
        g->V += weight * height / 3, g->M = v3_axpy(g->M, weight * height / 4, y);
        for (int l = 0; l < 6; l++) g->Q[l] += weight * height / 5 * q[l];
        if (moves) add_moving(g, weight, y, q, n);
    }
}

DualVec cd_region_centroid(const Region *g)
{
    Vec3 y = v3_scale(g->M, 1 / g->V);
    DualVec c = { .x = v3_add(g->origin, y) };
    for (int k = 0; k < 6; k++) c.d[k] = v3_scale(v3_axpy(g->dM[k], -g->dV[k], y), 1 / g->V);
    return c;
}

static Mat3 symmetric(const double q[6])
{
    return m3_cols(v3(q[0], q[3], q[5]), v3(q[3], q[1], q[4]), v3(q[5], q[4], q[2]));
}

/* G = Q / V - y y^T, y = M / V */
void cd_region_gyration(const Region *g, Incident *a)
{
    Vec3 y = v3_scale(g->M, 1 / g->V);
    Mat3 mean = m3_scale(symmetric(g->Q), 1 / g->V);
    a->gyration = m3_sub(mean, m3_outer(y, y));
    for (int k = 0; k < 6; k++) {
        Vec3 dy = v3_scale(v3_axpy(g->dM[k], -g->dV[k], y), 1 / g->V);
        Mat3 dmean = m3_sub(m3_scale(symmetric(g->dQ[k]), 1 / g->V), m3_scale(mean, g->dV[k] / g->V));
        a->dgyration[k] = m3_sub(dmean, m3_add(m3_outer(dy, y), m3_outer(y, dy)));
    }
}

void cd_region_touch(const Region *g, int key, DualVec centroid, DualVec normal, Dual lower, Dual upper, Touch *touch)
{
    Dual thickness = du_sub(upper, lower);
    int before = touch->n;
    /* the surface of I is the lower end: J's material is below its normal */
    cd_touch_add(touch, key, du_neg(thickness), dv_add(centroid, dv_scale(normal, lower)), normal);
    if (touch->n > before) cd_region_gyration(g, &touch->at[before]);
}
