/* round_plane.c - a cylinder or frustum cut by a plane, exactly: volume and moments by integration along its axis
 * (theory 18, 3).
 *
 * At the station s of the axis the section is a disc of radius rho(s) whose centre is at the height z(s) over the
 * plane; with m the sine of
 * the angle between axis and normal, the part below the plane is a segment of half angle theta,  cos(theta) = z / (rho
 * m), with
 *
 *     area        rho^2 (theta - sin cos)              first moment   -2/3 rho^3 sin^3          along w
 *     second      rho^4 (theta/4 - sin(4 theta)/16)    along w w      and  2/3 rho^4 (3 theta/8 - sin(2 theta)/4 +
 *                 sin(4 theta)/32)  across  (18.7)
 *
 * w is the steepest direction in the disc. One rule serves a cylinder that lies, stands, or leans: lying, the width
 * goes with the depth to the power 1.5; standing, the section changes from nothing to all within a short stretch.
 * Lowest and highest point of the disc change linearly with s, so the ends of the overlap are known, and variables that
 * make the integrand smooth there are too. */
#include "contact/gauss.h"
#include "contact/region.h"

typedef struct Cut {
    Dual az, m, z0; /* axis and normal; height of the axis at s = 0 */
    double rho0, slope;
    Dual V, Ms, Mu, Mss, Msu, Muu, Mvv; /* moments along the axis (s) and along w (u); Mu, Msu over m */
} Cut;

/* Height of the lowest (sign -1) or highest point of the disc at s. */
static Dual rim_height(const Cut *c, Dual s, double sign)
{
    Dual rho = du_plus(du_scale(s, c->slope), c->rho0);
    return du_axpy(du_add(c->z0, du_mul(c->az, s)), sign, du_mul(rho, c->m));
}

/* Adds the section at s with a weight; over_m: weight / m, which stays finite for an axis along the normal. */
static void add_section(Cut *c, Dual s, Dual weight, Dual over_m, bool full)
{
    Dual rho = du_plus(du_scale(s, c->slope), c->rho0), rho2 = du_square(rho), rho3 = du_mul(rho2, rho);
    Dual area = du(M_PI), uu = du(M_PI / 4), vv = du(M_PI / 4), u = du(0);
    if (!full) {
        Dual low = rim_height(c, s, -1), q = du_plus(du_div(low, du_mul(rho, c->m)), 1); /* cos(theta) */
        double share = fmin(1, fmax(0, (1 - q.x) / 2)), theta = 2 * asin(sqrt(share)), si = sin(theta), co = cos(theta);
        double t2 = 4 * theta * theta;
        double first = theta > 0.25 ? theta - si * co
                                    : theta * t2 / 6 * (1 - t2 / 20 * (1 - t2 / 42 * (1 - t2 / 72 * (1 - t2 / 110))));
        area = du_chain(q, first, -2 * si), u = du_chain(q, -2 * si * si * si / 3, 2 * si * co);
        uu = du_chain(q, theta / 4 - sin(4 * theta) / 16, -2 * co * co * si);
        vv = du_chain(q, (3 * theta / 8 - sin(2 * theta) / 4 + sin(4 * theta) / 32) * 2 / 3, -2 * si * si * si / 3);
    }
    Dual volume = du_mul(weight, du_mul(rho2, area)), moment = du_mul(over_m, du_mul(rho3, u));
    Dual rho4 = du_mul(weight, du_square(rho2));
    c->V = du_add(c->V, volume), c->Ms = du_add(c->Ms, du_mul(volume, s)), c->Mu = du_add(c->Mu, moment);
    c->Mss = du_add(c->Mss, du_mul(volume, du_square(s))), c->Msu = du_add(c->Msu, du_mul(moment, s));
    c->Muu = du_add(c->Muu, du_mul(rho4, uu)), c->Mvv = du_add(c->Mvv, du_mul(rho4, vv));
}

static void add_full(Cut *c, Dual from, Dual to)
{
    Dual length = du_sub(to, from);
    for (int k = 0; k < CD_GAUSS_NODES; k++)
        add_section(c, du_axpy(from, cd_gauss[k][0], length), du_scale(length, cd_gauss[k][1]), du(0), true);
}

/* Both ends of the partly covered stretch are near: s = s_low + (s_high - s_low) sin^2(f/2) makes cos(theta) =
 * cos(f). */
static Dual angle_at(Dual s, Dual low, Dual span)
{
    Dual f = du_div(du_sub(s, low), span);
    if (f.x <= 0 || f.x >= 1) return du(f.x >= 1 ? M_PI : 0);
    double root = sqrt(f.x * (1 - f.x));
    return du_chain(f, 2 * asin(sqrt(f.x)), 1 / root);
}

static void add_by_angle(Cut *c, Dual from, Dual to, Dual low, Dual high)
{
    Dual span = du_sub(high, low), a = du(0), b = du(M_PI);
    if (c->m.x > 0) a = angle_at(from, low, span), b = angle_at(to, low, span);
    else if (c->az.x > 0) a = du(M_PI), b = du(0); /* an axis along the normal: from one to the other at one station */
    Dual width = du_sub(b, a);
    /* span / m in closed form */
    Dual steep = du_axpy(du_square(c->az), -c->slope * c->slope, du_square(c->m));
    Dual span_over_m = du_div(du_axpy(du_scale(c->az, -2 * c->rho0), 2 * c->slope, c->z0), steep);
    for (int k = 0; k < CD_GAUSS_NODES; k++) {
        Dual f = du_axpy(a, cd_gauss[k][0], width);
        Dual si = du_chain(f, sin(f.x), cos(f.x)), share = du_chain(f, (1 - cos(f.x)) / 2, sin(f.x) / 2);
        Dual scale = du_mul(du_scale(si, cd_gauss[k][1] / 2), width);
        add_section(c, du_add(low, du_mul(span, share)), du_mul(scale, span), du_mul(scale, span_over_m), false);
    }
}

/* One end, where the lowest point of the disc meets the plane, is near: s = low + side x^2. */
static void add_by_root(Cut *c, Dual from, Dual to, Dual low)
{
    double side = from.x + to.x > 2 * low.x ? 1 : -1;
    Dual x1 = du_sqrt(du_scale(du_sub(from, low), side)), x2 = du_sqrt(du_scale(du_sub(to, low), side));
    Dual width = du_sub(x2, x1);
    for (int k = 0; k < CD_GAUSS_NODES; k++) {
        Dual x = du_axpy(x1, cd_gauss[k][0], width), weight = du_scale(du_mul(x, width), 2 * side * cd_gauss[k][1]);
        add_section(c, du_axpy(low, side, du_square(x)), weight, du_div(weight, c->m), false);
    }
}

static void add_plainly(Cut *c, Dual from, Dual to)
{
    Dual length = du_sub(to, from);
    for (int k = 0; k < CD_GAUSS_NODES; k++) {
        Dual weight = du_scale(length, cd_gauss[k][1]);
        add_section(c, du_axpy(from, cd_gauss[k][0], length), weight, du_div(weight, c->m), false);
    }
}

/* Station where the lowest or highest point of the disc is at the plane. */
static Dual station(const Cut *c, double sign)
{
    Dual rise = du_axpy(c->az, sign * c->slope, c->m);
    return du_div(du_neg(du_axpy(c->z0, sign * c->rho0, c->m)), rise);
}

static void add_partial(Cut *c, Dual from, Dual to)
{
    const double NEAR = 8; /* lengths of the stretch: farther roots leave the integrand smooth */
    Dual low = station(c, -1), high = station(c, 1);
    double length = to.x - from.x;
    if (length <= 0 && c->m.x > 0) return;
    double first = fmin(low.x, high.x), last = fmax(low.x, high.x), tiny = 1e-12 * length;
    bool between =
        from.x >= first - tiny && to.x <= last + tiny; /* a wide cone may be cut on one side of both stations */
    if ((between && last - first <= NEAR * length) || c->m.x <= 0) {
        add_by_angle(c, from, to, low, high);
        return;
    }
    bool near = fabs(low.x - from.x) <= NEAR * length || fabs(low.x - to.x) <= NEAR * length;
    if (near && (low.x <= from.x || low.x >= to.x)) add_by_root(c, from, to, low);
    else add_plainly(c, from, to);
}

/* The stretches of the axis between the ends where the disc is partly or wholly below the plane. */
static void integrate(Cut *c, Dual from, Dual to)
{
    Dual at[4] = { from, to };
    int n = 2;
    for (int k = 0; k < 2; k++) {
        Dual s = station(c, k ? 1 : -1);
        if (isfinite(s.x) && s.x > from.x && s.x < to.x) at[n++] = s;
    }
    for (int a = 1; a < n; a++)
        for (int b = a; b > 0 && at[b].x < at[b - 1].x; b--) {
            Dual t = at[b];
            at[b] = at[b - 1], at[b - 1] = t;
        }
    for (int k = 0; k + 1 < n; k++) {
        Dual mid = du((at[k].x + at[k + 1].x) / 2);
        if (rim_height(c, mid, 1).x <= 0 && at[k + 1].x > at[k].x) add_full(c, at[k], at[k + 1]);
        else if (rim_height(c, mid, -1).x < 0 || (c->m.x <= 0 && at[k].x == at[k + 1].x))
            add_partial(c, at[k], at[k + 1]);
    }
}

/* Depth of the lower surface under the centroid: the side, or the lower end. */
static Dual depth_below(const Cut *c, Dual from, Dual to, Dual sigma, Dual u)
{
    Dual depth = du(INFINITY), fall = du_axpy(c->m, c->slope, c->az);
    if (fall.x > 0 && c->m.x > 0) depth = du_div(du_add(u, du_plus(du_scale(sigma, c->slope), c->rho0)), fall);
    if (c->az.x != 0) {
        Dual end = du_div(du_sub(sigma, c->az.x > 0 ? from : to), c->az);
        if (end.x < depth.x) depth = end;
    }
    return depth;
}

/* G = gss a a^T + gsu (a w^T + w a^T) + guu w w^T + gvv (1 - a a^T - w w^T) */
static void gyration(const Cut *c, DualVec a, DualVec w, Dual sigma, Dual u, Incident *to)
{
    Dual over = du_div(du(1), c->V), gvv = du_mul(c->Mvv, over);
    Dual gss = du_sub(du_mul(c->Mss, over), du_square(sigma)), guu = du_sub(du_mul(c->Muu, over), du_square(u));
    Dual gsu = du_sub(du_mul(du_mul(c->Msu, c->m), over), du_mul(sigma, u));
    for (int k = 0; k < 3; k++) {
        Dual ak = dv_get(a, k), wk = dv_get(w, k);
        DualVec column = dv_scale(a, du_add(du_mul(du_sub(gss, gvv), ak), du_mul(gsu, wk)));
        column = dv_add(column, dv_scale(w, du_add(du_mul(du_sub(guu, gvv), wk), du_mul(gsu, ak))));
        column = dv_add(column, dv_scale(dv(v3_axis(k)), gvv));
        to->gyration.c[k] = column.x;
        for (int l = 0; l < 6; l++) to->dgyration[l].c[k] = column.d[l];
    }
}

static void inclined(const Shape *i, Vec3 r, Mat3 A, Dual from, Dual to, Touch *touch)
{
    DualVec a = dv_axis(A, v3(0, 0, 1)), o = dv_point(r, A, v3(0, 0, 0)), n = dv(v3(0, 0, 1));
    Cut c = { .az = dv_get(a, 2), .z0 = dv_get(o, 2) };
    DualVec W = dv_sub(n, dv_scale(a, c.az));
    c.m = dv_norm(W);
    c.slope = (i->round.top - i->round.bottom) / (i->round.to - i->round.from);
    c.rho0 = i->round.bottom - c.slope * i->round.from;

    Dual low = rim_height(&c, from, -1), other = rim_height(&c, to, -1), gap = low.x < other.x ? low : other;
    if (gap.x >= 0) {
        cd_touch_add(touch, 0, gap, o, n);
        return;
    }
    integrate(&c, from, to);
    if (!(c.V.x > 0)) return;
    Dual sigma = du_div(c.Ms, c.V), over_m = du_div(c.Mu, c.V), u = du_mul(over_m, c.m);
    DualVec centroid = dv_add(dv_add(o, dv_scale(a, sigma)), dv_scale(W, over_m));
    Dual below = depth_below(&c, from, to, sigma, u), thickness = du_sub(below, dv_get(centroid, 2));
    int before = touch->n;
    cd_touch_add(touch, 0, du_neg(thickness), dv_sub(centroid, dv_scale(n, below)), n);
    DualVec w = c.m.x > 0 ? dv_scale(W, du_div(du(1), c.m)) : dv(m3_col(A, 0));
    if (touch->n > before) gyration(&c, a, w, sigma, u, &touch->at[before]);
}

/* Half the gradients of another evaluation, added. */
static void add_half(Incident *a, const Incident *b)
{
    for (int k = 0; k < 6; k++) {
        a->dp[k] += b->dp[k] / 2;
        a->dnormal[k] = v3_axpy(a->dnormal[k], 0.5, b->dnormal[k]),
        a->dpoint[k] = v3_axpy(a->dpoint[k], 0.5, b->dpoint[k]);
        a->dgyration[k] = m3_add(a->dgyration[k], m3_scale(b->dgyration[k], 0.5));
    }
}

/* An axis along the normal, or so nearly that its inclination is lost in digits of the depth: values of an axis along
 * it, gradients as the mean of two that lean a little to either side, and what is left of the inclination by them. */
static void upright(const Shape *i, Vec3 r, Mat3 A, Dual from, Dual to, double lean, Touch *touch)
{
    Touch side;
    Vec3 turn = v3_cross(v3(0, 0, A.c[2].z < 0 ? -1 : 1), A.c[2]);
    Mat3 straight = m3_mul(m3_rotvec(v3_neg(turn)), A);
    straight.c[2] = v3(0, 0, A.c[2].z < 0 ? -1 : 1);
    inclined(i, r, straight, from, to, touch);
    if (!touch->n) return;
    Incident *a = &touch->at[touch->n - 1];
    for (int k = 0; k < 6; k++)
        a->dp[k] = touch->dgap[k] = 0, a->dnormal[k] = a->dpoint[k] = v3(0, 0, 0), a->dgyration[k] = m3_scale(A, 0);
    for (int k = -1; k <= 1; k += 2) {
        side.n = 0, side.gap = INFINITY;
        inclined(i, r, m3_mul(m3_rotvec(v3(k * lean, 0, 0)), straight), from, to, &side);
        if (side.n) add_half(a, &side.at[0]);
    }
    for (int k = 0; k < 3; k++) {
        double by = v3_get(turn, k);
        a->p += by * a->dp[3 + k], a->point = v3_axpy(a->point, by, a->dpoint[3 + k]);
        a->gyration = m3_add(a->gyration, m3_scale(a->dgyration[3 + k], by));
    }
    touch->gap = -a->p;
    for (int k = 0; k < 6; k++) touch->dgap[k] = -a->dp[k];
}

void cd_round_on_plane(const Shape *i, Vec3 r, Mat3 A, Dual from, Dual to, Touch *touch)
{
    const double lean = 1e-6, lost = 1e-8; /* of the depth over the radius */
    Vec3 a = A.c[2];
    double m = hypot(a.x, a.y), wide = fmax(i->round.bottom, i->round.top),
           depth = -fmin(r.z + a.z * from.x, r.z + a.z * to.x);
    if (depth > 0 && wide * m < lost * depth) upright(i, r, A, from, to, lean * depth / wide, touch);
    else inclined(i, r, A, from, to, touch);
}

void cd_pair_round_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)j, (void)scratch;
    cd_round_on_plane(i, r, A, du(i->round.from), du(i->round.to), touch);
}
