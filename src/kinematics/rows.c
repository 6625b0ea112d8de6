/* rows.c - terms of constraint equations with all their derivatives (theory 6.1 to 6.12, 6.20, 19.12 to 19.16).
 *
 * Every term rests on phi = (X - Z) . Y with vectors carried by bodies, X = t r + s, s fixed in its body:
 *   dX = t dr + th x s,  th = A dpi
 *   G:      t Y, s x Y for X;  minus the same for Z;  Y x d for Y, d = X - Z                             (6.2)
 *   K:      the change of G seen in body axes, e.g. s x (Y x th_X - Y x th_Y) for the rotation of X       (6.3)
 *   quad:   d''.Y + 2 d'.Y' + d.Y'' with accelerations left out                                           (6.4)
 * With wbar held, s, w x s and w x (w x s) all turn with the body, so d(quad)/dq is a sum of such dot products
 * again  (6.5). */
#include "kinematics/rows.h"

#include <complex.h>
#include <math.h>
#include <string.h>

void cd_row_clear(RowEval *out)
{
    out->value = out->quad = out->rate_t = 0;
    out->n = out->curved = 0;
    out->square = NULL;
}

int cd_row_slot(RowEval *e, int body, RowLevel level)
{
    for (int i = 0; i < e->n; i++)
        if (e->body[i] == body) return i;
    int k = e->n++;
    e->body[k] = body, e->curved = e->n;
    e->r[k] = e->pi[k] = v3(0, 0, 0);
    if (level >= ROW_STIFFNESS) {
        e->rate_t_q_r[k] = e->rate_t_q_pi[k] = v3(0, 0, 0);
        e->quad_q_r[k] = e->quad_q_pi[k] = e->quad_v_r[k] = e->quad_v_pi[k] = v3(0, 0, 0);
        for (int i = 0; i <= k; i++) {
            memset(&e->rr[i][k], 0, sizeof(Mat3)), memset(&e->rr[k][i], 0, sizeof(Mat3));
            memset(&e->rp[i][k], 0, sizeof(Mat3)), memset(&e->rp[k][i], 0, sizeof(Mat3));
            memset(&e->pr[i][k], 0, sizeof(Mat3)), memset(&e->pr[k][i], 0, sizeof(Mat3));
            memset(&e->pp[i][k], 0, sizeof(Mat3)), memset(&e->pp[k][i], 0, sizeof(Mat3));
        }
    }
    return k;
}

/* One carried vector, in ground axes: value = t r + s. */
typedef struct Carried {
    int body; /* -1: ground, does not move */
    double t; /* 1: the position of the body is part of it */
    Vec3 s, value;
    Vec3 w, rate, quad; /* angular velocity of the body; first and second rate, accelerations left out */
} Carried;

/* A vector that does not move. */
static void stand(Vec3 s, Carried *c)
{
    const Vec3 zero = v3(0, 0, 0);
    c->body = -1, c->t = 0;
    c->s = c->value = s;
    c->w = c->rate = c->quad = zero;
}

static void carry(const Mechanism *m, const BodyMotion *body, Vector v, RowLevel level, Carried *c)
{
    if (v.marker < 0) {
        stand(v.axis < 0 ? v3(0, 0, 0) : v3(v.axis == 0, v.axis == 1, v.axis == 2), c);
        return;
    }
    const Site *k = &m->site[v.marker];
    const Vec3 *local = v.axis < 0 ? &k->s : &k->A.c[v.axis];
    if (k->body < 0) {
        stand(*local, c);
        return;
    }
    const BodyMotion *b = &body[k->body];
    bool place = v.axis < 0;
    c->body = k->body;
    c->t = place ? 1 : 0;
    c->s = m3_apply(b->A, *local);
    c->value = place ? v3_add(b->r, c->s) : c->s;
    if (level < ROW_GRADIENT) return;
    c->w = b->w;
    Vec3 turn = v3_cross(b->w, c->s);
    c->rate = place ? v3_add(b->u, turn) : turn;
    c->quad = v3_cross(b->w, turn);
}

/* phi = (X - Z) . Y */
typedef struct Dot {
    Carried x, z, y;
    Vec3 d, rate, quad; /* of X - Z */
} Dot;

static void dot_of(const Mechanism *m, const BodyMotion *body, const Term *t, Vector along, RowLevel level, Dot *p)
{
    carry(m, body, t->plus, level, &p->x);
    if (t->difference) carry(m, body, t->minus, level, &p->z);
    else stand(v3(0, 0, 0), &p->z);
    carry(m, body, along, level, &p->y);
    p->d = v3_sub(p->x.value, p->z.value);
    if (level < ROW_GRADIENT) return;
    p->rate = v3_sub(p->x.rate, p->z.rate);
    p->quad = v3_sub(p->x.quad, p->z.quad);
}

static double dot_value(const Dot *p)
{
    return v3_dot(p->d, p->y.value);
}

static double dot_rate(const Dot *p)
{
    return v3_dot(p->rate, p->y.value) + v3_dot(p->d, p->y.rate);
}

static double dot_quad(const Dot *p) /* (6.4) */
{
    return v3_dot(p->quad, p->y.value) + 2 * v3_dot(p->rate, p->y.rate) + v3_dot(p->d, p->y.quad);
}

static void add(Vec3 *to, double f, Vec3 what)
{
    *to = v3_axpy(*to, f, what);
}

static void add_turned(Vec3 *to, double f, Mat3 A, Vec3 what)
{
    *to = v3_axpy(*to, f, m3_tapply(A, what));
}

/* Gradient of X . Y in X, times f, into a pair (r, pi) of arrays (6.2). */
static void pull(const BodyMotion *body, const Carried *x, double f, Vec3 y, Vec3 *r, Vec3 *pi)
{
    if (x->t != 0) add(r, f, y);
    add_turned(pi, f, body[x->body].A, v3_cross(x->s, y));
}

static void dot_gradient(const BodyMotion *body, const Dot *p, double f, RowLevel level, RowEval *out)
{
    const Carried *part[3] = { &p->x, &p->z, &p->y };
    for (int k = 0; k < 3; k++) {
        if (part[k]->body < 0) continue;
        int i = cd_row_slot(out, part[k]->body, level);
        pull(body, part[k], k == 1 ? -f : f, k == 2 ? p->d : p->y.value, &out->r[i], &out->pi[i]);
    }
}

static void add_block(Mat3 *to, double f, Mat3 A)
{
    *to = m3_add(*to, m3_scale(A, f));
}

/* The share of X (sign +1) or Z (sign -1) in K with its partner Y, times f (6.3). */
static void pair_hessian(const BodyMotion *body, const Carried *x, const Carried *y, double f, RowEval *out)
{
    Mat3 Sx = m3_skew(x->s), Sy = m3_skew(y->s);
    if (x->body >= 0) {
        int i = cd_row_slot(out, x->body, ROW_ALL);
        Mat3 A = body[x->body].A;
        Mat3 own = m3_tmul(A, m3_mul(m3_mul(Sx, m3_skew(y->value)), A)); /* s x (Y x th_X) */
        add_block(&out->pp[i][i], f, own);
    }
    if (x->body < 0 || y->body < 0) return;
    int i = cd_row_slot(out, x->body, ROW_ALL), k = cd_row_slot(out, y->body, ROW_ALL);
    Mat3 A = body[x->body].A, B = body[y->body].A;
    Mat3 cross = m3_tmul(A, m3_mul(m3_mul(Sx, Sy), B)); /* -s_X x (s_Y x th_Y) */
    add_block(&out->pp[i][k], -f, cross);
    add_block(&out->pp[k][i], -f, m3_transpose(cross));
    if (x->t != 0) {
        Mat3 turn = m3_mul(Sy, B); /* t (th_Y x Y) = -t Y x th_Y */
        add_block(&out->rp[i][k], -f, turn);
        add_block(&out->pr[k][i], f, m3_tmul(B, Sy));
    }
}

static void dot_hessian(const BodyMotion *body, const Dot *p, double f, RowEval *out)
{
    pair_hessian(body, &p->x, &p->y, f, out);
    pair_hessian(body, &p->z, &p->y, -f, out);
    if (p->y.body < 0) return;
    int k = cd_row_slot(out, p->y.body, ROW_ALL);
    Mat3 A = body[p->y.body].A;
    add_block(&out->pp[k][k], f, m3_tmul(A, m3_mul(m3_mul(m3_skew(p->y.s), m3_skew(p->d)), A))); /* Y x (d x th_Y) */
}

/* d(quad)/dq and d(quad)/dv of X . Y in the share of X; y, y_rate, y_quad belong to the partner, times f (6.5),
 * (6.6). */
static void pull_quad(const BodyMotion *body, const Carried *x, double f, Vec3 y, Vec3 y_rate, Vec3 y_quad,
                      RowEval *out)
{
    if (x->body < 0) return;
    int i = cd_row_slot(out, x->body, ROW_ALL);
    Mat3 A = body[x->body].A;
    Vec3 turn = v3_cross(x->w, x->s); /* the part of the rate that turns with the body */
    if (x->t != 0) {
        add(&out->quad_q_r[i], f, y_quad);
        add(&out->quad_v_r[i], 2 * f, y_rate);
    }
    Vec3 q = v3_add(v3_cross(x->quad, y), v3_add(v3_scale(v3_cross(turn, y_rate), 2), v3_cross(x->s, y_quad)));
    add_turned(&out->quad_q_pi[i], f, A, q);
    Vec3 v = v3_add(v3_cross(turn, y), v3_cross(x->s, v3_cross(y, x->w)));
    v = v3_add(v, v3_scale(v3_cross(x->s, y_rate), 2));
    add_turned(&out->quad_v_pi[i], f, A, v);
}

static void dot_quad_gradient(const BodyMotion *body, const Dot *p, double f, RowEval *out)
{
    pull_quad(body, &p->x, f, p->y.value, p->y.rate, p->y.quad, out);
    pull_quad(body, &p->z, -f, p->y.value, p->y.rate, p->y.quad, out);
    pull_quad(body, &p->y, f, p->d, p->rate, p->quad, out);
}

static void add_dot(const BodyMotion *body, const Dot *p, double f, RowLevel level, RowEval *out)
{
    if (level == ROW_VALUE) return;
    dot_gradient(body, p, f, level, out);
    if (level < ROW_GRADIENT) return;
    out->quad += f * dot_quad(p);
    if (level < ROW_STIFFNESS) return;
    dot_hessian(body, p, f, out);
    if (level == ROW_ALL) dot_quad_gradient(body, p, f, out);
}

/* ---- functions of one or two dot products ------------------------------------------------------------------------ */

/* The gradient of one dot product by bodies, and that of its first rate, for products of them. */
typedef struct Thin {
    int n, body[3];
    Vec3 r[3], pi[3];           /* G */
    Vec3 rate_r[3], rate_pi[3]; /* d(rate)/dq; d(rate)/dv is G */
    double rate;
} Thin;

static Thin thin_of(const BodyMotion *body, const Dot *p)
{
    Thin t = { .rate = dot_rate(p) };
    const Carried *part[3] = { &p->x, &p->z, &p->y };
    for (int k = 0; k < 3; k++) {
        const Carried *x = part[k];
        if (x->body < 0) continue;
        int i = 0;
        while (i < t.n && t.body[i] != x->body) i++;
        if (i == t.n) t.body[t.n++] = x->body;
        double f = k == 1 ? -1 : 1;
        Vec3 y = k == 2 ? p->d : p->y.value, y_rate = k == 2 ? p->rate : p->y.rate;
        pull(body, x, f, y, &t.r[i], &t.pi[i]);
        /* rate = (t u + w x s) . y + (t r + s) . y' and its change when the body turns with wbar held (6.7) */
        if (x->t != 0) add(&t.rate_r[i], f, y_rate);
        Vec3 turn = v3_cross(x->w, x->s);
        add_turned(&t.rate_pi[i], f, body[x->body].A, v3_add(v3_cross(turn, y), v3_cross(x->s, y_rate)));
    }
    return t;
}

/* K += f a b^T for the gradients of two dot products. */
static void add_product(const Thin *a, const Thin *b, double f, RowEval *out)
{
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++) {
            int m = cd_row_slot(out, a->body[i], ROW_ALL), n = cd_row_slot(out, b->body[k], ROW_ALL);
            add_block(&out->rr[m][n], f, m3_outer(a->r[i], b->r[k]));
            add_block(&out->rp[m][n], f, m3_outer(a->r[i], b->pi[k]));
            add_block(&out->pr[m][n], f, m3_outer(a->pi[i], b->r[k]));
            add_block(&out->pp[m][n], f, m3_outer(a->pi[i], b->pi[k]));
        }
}

/* d(quad)/dq += q G + p d(rate)/dq,  d(quad)/dv += p G */
static void add_quad_terms(const Thin *a, double q, double p, RowEval *out)
{
    for (int i = 0; i < a->n; i++) {
        int m = cd_row_slot(out, a->body[i], ROW_ALL);
        add(&out->quad_q_r[m], q, a->r[i]), add(&out->quad_q_pi[m], q, a->pi[i]);
        add(&out->quad_q_r[m], p, a->rate_r[i]), add(&out->quad_q_pi[m], p, a->rate_pi[i]);
        add(&out->quad_v_r[m], p, a->r[i]), add(&out->quad_v_pi[m], p, a->pi[i]);
    }
}

/* f(c, s) with first, second and third derivatives; one argument: the s ones stay zero. */
typedef struct Curve {
    double f, c, s, cc, cs, ss, ccc, ccs, css, sss;
} Curve;

/* theta = Im log z, z = c + i s: derivatives are Im and Re of 1/z, -1/z^2, 2/z^3 (6.8). */
static Curve angle_curve(double c, double s)
{
    double complex z = c + I * s, z1 = 1 / z, z2 = -z1 * z1, z3 = -2 * z1 * z2;
    return (Curve){ .f = atan2(s, c),
                    .c = cimag(z1),
                    .s = cimag(I * z1),
                    .cc = cimag(z2),
                    .cs = cimag(I * z2),
                    .ss = cimag(-z2),
                    .ccc = cimag(z3),
                    .ccs = cimag(I * z3),
                    .css = cimag(-z3),
                    .sss = cimag(-I * z3) };
}

static Curve asin_curve(double c)
{
    double g = 1 / (1 - c * c), root = sqrt(g);
    return (Curve){ .f = asin(c), .c = root, .cc = c * g * root, .ccc = (1 + 2 * c * c) * g * g * root };
}

/* phi = f(c, s):  quad = f_c quad_c + f_s quad_s + f_cc c'^2 + 2 f_cs c' s' + f_ss s'^2, and its derivatives (6.9) to
 * (6.11). */
static void add_curve(const BodyMotion *body, const Dot *c, const Dot *s, Curve f, double k, RowLevel level,
                      RowEval *out)
{
    if (level == ROW_VALUE) return;
    double c1 = dot_rate(c), s1 = s ? dot_rate(s) : 0;
    add_dot(body, c, k * f.c, level, out);
    if (s) add_dot(body, s, k * f.s, level, out);
    out->quad += k * (f.cc * c1 * c1 + 2 * f.cs * c1 * s1 + f.ss * s1 * s1);
    if (level < ROW_STIFFNESS) return;

    Thin tc = thin_of(body, c), ts = { 0 };
    double qc = dot_quad(c), qs = s ? dot_quad(s) : 0;
    add_product(&tc, &tc, k * f.cc, out);
    add_quad_terms(&tc, k * (f.cc * qc + f.cs * qs + f.ccc * c1 * c1 + 2 * f.ccs * c1 * s1 + f.css * s1 * s1),
                   2 * k * (f.cc * c1 + f.cs * s1), out);
    if (!s) return;
    ts = thin_of(body, s);
    add_product(&tc, &ts, k * f.cs, out);
    add_product(&ts, &tc, k * f.cs, out);
    add_product(&ts, &ts, k * f.ss, out);
    add_quad_terms(&ts, k * (f.cs * qc + f.ss * qs + f.ccs * c1 * c1 + 2 * f.css * c1 * s1 + f.sss * s1 * s1),
                   2 * k * (f.cs * c1 + f.ss * s1), out);
}

/* ---- dot products times coordinates of curves -------------------------------------------------------------------- */

/* A factor and its derivatives by the parameter; without a curve it is 1 for ever. */
typedef struct Factor {
    int body; /* -1: none */
    double d[4], rate;
} Factor;

static Factor factor_of(const Mechanism *m, const BodyMotion *body, const Term *t, int k)
{
    Factor f = { .body = -1, .d = { 1 } };
    if (k >= t->factors) return f;
    const CurveFactor *c = &t->factor[k];
    f.body = c->body;
    f.rate = body[c->body].u.x;
    for (int i = 0; i < 4; i++)
        f.d[i] = v3_get(cd_curve_eval(m->body[c->body].curve, body[c->body].r.x, c->order + i), c->component);
    return f;
}

/* K += f a b^T, a the gradient of the dot product and b that of a parameter, and its mirror image. */
static void add_parameter_product(const Thin *a, int parameter, double f, RowEval *out)
{
    int n = cd_row_slot(out, parameter, ROW_ALL);
    Vec3 x = v3(f, 0, 0);
    for (int i = 0; i < a->n; i++) {
        int m = cd_row_slot(out, a->body[i], ROW_ALL);
        add_block(&out->rr[m][n], 1, m3_outer(a->r[i], x)), add_block(&out->rr[n][m], 1, m3_outer(x, a->r[i]));
        add_block(&out->pr[m][n], 1, m3_outer(a->pi[i], x)), add_block(&out->rp[n][m], 1, m3_outer(x, a->pi[i]));
    }
}

/* phi = P D, P the product of two factors f and g:  quad = P quad_D + 2 P' D' + P'' D, and all
 * derivatives            (6.20) */
static void add_curve_product(const BodyMotion *body, const Dot *dot, Factor f, Factor g, double k, RowLevel level,
                              RowEval *out)
{
    if (level == ROW_VALUE) return;
    const Factor *factor[2] = { &f, &g };
    double D = dot_value(dot), D1 = dot_rate(dot), D2 = dot_quad(dot), P = f.d[0] * g.d[0];
    double f1 = f.d[1] * f.rate, g1 = g.d[1] * g.rate, f2 = f.d[2] * f.rate * f.rate, g2 = g.d[2] * g.rate * g.rate;
    double P1 = f1 * g.d[0] + f.d[0] * g1, P2 = f2 * g.d[0] + 2 * f1 * g1 + f.d[0] * g2;
    add_dot(body, dot, k * P, level, out);
    out->quad += k * (2 * P1 * D1 + P2 * D);
    for (int i = 0; i < 2; i++) {
        const Factor *a = factor[i], *b = factor[1 - i];
        if (a->body >= 0) out->r[cd_row_slot(out, a->body, level)].x += k * D * a->d[1] * b->d[0];
    }
    if (level < ROW_STIFFNESS) return;

    const Mat3 xx = m3_outer(v3(1, 0, 0), v3(1, 0, 0));
    Thin thin = thin_of(body, dot);
    add_quad_terms(&thin, k * P2, 2 * k * P1, out);
    for (int i = 0; i < 2; i++) {
        const Factor *a = factor[i], *b = factor[1 - i];
        if (a->body < 0) continue;
        int n = cd_row_slot(out, a->body, ROW_ALL);
        add_parameter_product(&thin, a->body, k * a->d[1] * b->d[0], out);
        add_block(&out->rr[n][n], k * D * a->d[2] * b->d[0], xx);
        if (b->body >= 0) add_block(&out->rr[n][cd_row_slot(out, b->body, ROW_ALL)], k * D * a->d[1] * b->d[1], xx);
        /* how P, P' and P'' change with the parameter, and P'' with its rate */
        double b1 = b->d[1] * b->rate, b2 = b->d[2] * b->rate * b->rate;
        double p = a->d[1] * b->d[0], p1 = a->d[2] * a->rate * b->d[0] + a->d[1] * b1;
        double p2 = a->d[3] * a->rate * a->rate * b->d[0] + 2 * a->d[2] * a->rate * b1 + a->d[1] * b2;
        out->quad_q_r[n].x += k * (p * D2 + 2 * p1 * D1 + p2 * D);
        out->quad_v_r[n].x += 2 * k * (p * D1 + p1 * D);
    }
}

/* ---- angular velocities ------------------------------------------------------------------------------------------ */

/* g = (w_I - w_J) . a, a carried by J: there is no value, G and its changes alone. With y = w_J x a,
 *   quad = w_I . y;   dG_I = (A_I^T a) x dpi_I - A_I^T (a x th_J)                                        (6.25) */
static void add_spin(const Mechanism *m, const BodyMotion *body, const Term *t, RowLevel level, RowEval *out)
{
    double k = t->coefficient;
    Carried a;
    if (level == ROW_VALUE) return;
    carry(m, body, t->along, ROW_GRADIENT, &a);
    int i = m->site[t->plus.marker].body, j = a.body;
    int at_i = i >= 0 ? cd_row_slot(out, i, level) : -1, at_j = j >= 0 ? cd_row_slot(out, j, level) : -1;
    if (i >= 0) add_turned(&out->pi[at_i], k, body[i].A, a.value);
    if (j >= 0) add_turned(&out->pi[at_j], -k, body[j].A, a.value);
    if (level < ROW_GRADIENT || i < 0) return;
    Vec3 w = body[i].w, y = v3_cross(a.w, a.value);
    out->quad += k * v3_dot(w, y);
    if (level < ROW_STIFFNESS) return;
    Mat3 A = body[i].A;
    add_block(&out->pp[at_i][at_i], k, m3_skew(m3_tapply(A, a.value)));
    if (j >= 0) add_block(&out->pp[at_i][at_j], -k, m3_tmul(A, m3_mul(m3_skew(a.value), body[j].A)));
    if (level < ROW_ALL || j < 0) return;
    add_turned(&out->quad_v_pi[at_i], k, A, y), add_turned(&out->quad_v_pi[at_j], k, body[j].A, v3_cross(a.value, w));
    add_turned(&out->quad_q_pi[at_i], k, A, v3_cross(w, y));
    add_turned(&out->quad_q_pi[at_j], k, body[j].A, v3_cross(y, w));
}

/* ---- rotation vectors -------------------------------------------------------------------------------------------- */

/* c of the inverse of the tangent, 1 + skew(x)/2 + c skew(x)^2, with derivatives by |x|^2: a series for small rotations
 * (19.13). */
static void tangent_factor(double x, double c[3])
{
    static const double term[] = { 1.0 / 12,
                                   1.0 / 720,
                                   1.0 / 30240,
                                   1.0 / 1209600,
                                   1.0 / 47900160,
                                   691.0 / 1307674368000.0,
                                   1.0 / 74724249600.0,
                                   3617.0 / 10670622842880000.0,
                                   43867.0 / 5109094217170944000.0,
                                   174611.0 / 802857662698291200000.0 };
    enum { TERMS = sizeof term / sizeof *term };
    const double small = 1;
    c[0] = c[1] = c[2] = 0;
    if (x < small) {
        for (int k = TERMS - 1; k >= 0; k--) {
            c[2] = c[2] * x + 2 * c[1];
            c[1] = c[1] * x + c[0];
            c[0] = c[0] * x + term[k];
        }
        return;
    }
    double a = sqrt(x), s = sin(a / 2), cot = cos(a / 2) / s;
    double g = a * cot / 2, g1 = cot / 2 - a / (4 * s * s), g2 = (-0.5 + a * cot / 4) / (s * s);
    double by_x = g1 / (2 * a), by_xx = (g2 - g1 / a) / (4 * x);
    c[0] = (1 - g) / x;
    c[1] = -(by_x + c[0]) / x;
    c[2] = -(by_xx + 2 * c[1]) / x;
}

/* x' of the rotation vector x, for the angular velocities p of the marker and f of the frame, each in its own axes
 * (19.14):
 *     x' = d + x x s / 2 + c x x (x x d),   s = p + f,  d = p - f
 * a component of it, e . x', with gradient and second derivatives by x. */
typedef struct TurnRate {
    Vec3 gradient;
    Mat3 hessian;
} TurnRate;

static TurnRate turn_rate(Vec3 x, const double c[3], Vec3 e, Vec3 s, Vec3 d)
{
    double ex = v3_dot(e, x), xd = v3_dot(x, d), ed = v3_dot(e, d), xx = v3_dot(x, x), h = ex * xd - xx * ed;
    Vec3 dh = v3_add(v3_axpy(v3_scale(e, xd), ex, d), v3_scale(x, -2 * ed));
    TurnRate t;
    t.gradient = v3_add(v3_scale(v3_cross(s, e), 0.5), v3_axpy(v3_scale(dh, c[0]), 2 * c[1] * h, x));
    Mat3 one = m3_identity(), ed2 = m3_add(m3_outer(e, d), m3_outer(d, e)),
         xh = m3_add(m3_outer(x, dh), m3_outer(dh, x));
    t.hessian = m3_add(m3_scale(one, 2 * c[1] * h - 2 * c[0] * ed), m3_scale(m3_outer(x, x), 4 * c[2] * h));
    t.hessian = m3_add(t.hessian, m3_add(m3_scale(xh, 2 * c[1]), m3_scale(ed2, c[0])));
    return t;
}

static Vec3 times(Vec3 x, double c, double half, Vec3 v) /* (1 + half skew(x) + c skew(x)^2) v */
{
    Vec3 turn = v3_cross(x, v);
    return v3_axpy(v3_axpy(v, half, turn), c, v3_cross(x, turn));
}

static Mat3 tangent(Vec3 x, double c, double half)
{
    return m3_cols(times(x, c, half, v3(1, 0, 0)), times(x, c, half, v3(0, 1, 0)), times(x, c, half, v3(0, 0, 1)));
}

/* phi = e . x with x the rotation vector of A_f^T A_p: dx = D dpi_p - D^T dpi_f, D = 1 + skew(x)/2 + c skew(x)^2
 * (19.12) to (19.16). */
static void add_turn(const Mechanism *m, const BodyMotion *body, const Term *t, RowLevel level, RowEval *out)
{
    const Site *sp = &m->site[t->plus.marker], *sf = &m->site[t->along.marker];
    const BodyMotion *p = &body[sp->body], *f = &body[sf->body];
    Vec3 x = q4_log(q4_from_m3(m3_tmul(f->A, p->A))), e = v3(t->plus.axis == 0, t->plus.axis == 1, t->plus.axis == 2);
    double k = t->coefficient, c[3];
    out->value += k * v3_dot(e, x);
    if (level == ROW_VALUE) return;
    tangent_factor(v3_dot(x, x), c);
    int i = cd_row_slot(out, sp->body, level), j = cd_row_slot(out, sf->body, level);
    Vec3 gp = times(x, c[0], -0.5, e), gf = v3_neg(times(x, c[0], 0.5, e));
    add(&out->pi[i], k, gp), add(&out->pi[j], k, gf);
    if (level < ROW_GRADIENT) return;
    Vec3 wp = m3_tapply(p->A, p->w), wf = m3_tapply(f->A, f->w), s = v3_add(wp, wf), d = v3_sub(wp, wf);
    Vec3 rate = v3_sub(times(x, c[0], 0.5, wp), times(x, c[0], -0.5, wf));
    TurnRate own = turn_rate(x, c, e, s, d);
    out->quad += k * v3_dot(own.gradient, rate);
    if (level < ROW_STIFFNESS) return;

    Mat3 D = tangent(x, c[0], 0.5), Dt = m3_transpose(D), E = m3_scale(m3_skew(e), 0.5);
    Vec3 u = v3_cross(x, e);
    Mat3 B = m3_sub(m3_scale(m3_outer(v3_cross(x, u), x), 2 * c[1]),
                    m3_scale(m3_add(m3_skew(u), m3_mul(m3_skew(x), m3_skew(e))), c[0]));
    Mat3 Gp = m3_add(E, B), Gf = m3_sub(E, B); /* changes of both gradients with x */
    add_block(&out->pp[i][i], k, m3_mul(Gp, D)), add_block(&out->pp[i][j], -k, m3_mul(Gp, Dt));
    add_block(&out->pp[j][i], k, m3_mul(Gf, D)), add_block(&out->pp[j][j], -k, m3_mul(Gf, Dt));
    if (level < ROW_ALL) return;
    Vec3 row[3];
    for (int n = 0; n < 3; n++) row[n] = turn_rate(x, c, v3_axis(n), s, d).gradient;
    Mat3 Pt = m3_cols(row[0], row[1], row[2]); /* transposed change of x' with x */
    Vec3 by_x = v3_add(m3_apply(Pt, own.gradient), m3_apply(own.hessian, rate));
    add(&out->quad_q_pi[i], k, m3_apply(Dt, by_x)), add(&out->quad_q_pi[j], -k, m3_apply(D, by_x));
    add(&out->quad_v_pi[i], k, v3_add(m3_apply(Gp, rate), m3_apply(Dt, own.gradient)));
    add(&out->quad_v_pi[j], k, v3_sub(m3_apply(Gf, rate), m3_apply(D, own.gradient)));
}

int cd_row_squares(const RowEval *row)
{
    return row->square ? row->square->groups : 0;
}

Mat3 cd_row_square(const RowEval *row, int k, int l)
{
    const Term *t = row->square;
    return m3_scale(t->square[k * t->groups + l], t->coefficient);
}

/* Row g of the quadratic form times what `of` gives of each group. */
static Vec3 square_times(const BodyMotion *body, const Term *t, int g, bool rate)
{
    Vec3 sum = v3(0, 0, 0);
    for (int h = 0; h < t->groups && t->square; h++) {
        const BodyMotion *b = &body[t->first + h];
        sum = v3_add(sum, m3_apply(t->square[g * t->groups + h], rate ? b->u : b->r));
    }
    return sum;
}

/* phi = form . x + x S x / 2. Bodies of modes come behind all others of a
 * row.                                       (19.25) */
static void add_modes(const BodyMotion *body, const Term *t, RowLevel level, RowEval *out)
{
    double k = t->coefficient;
    if (t->square) out->square = t;
    for (int g = 0; g < t->groups; g++) {
        Vec3 form = v3_load(t->form + 3 * g), bent = square_times(body, t, g, false);
        int b = t->first + g, n;
        out->value += k * v3_dot(v3_axpy(form, 0.5, bent), body[b].r);
        if (level == ROW_VALUE) continue;
        n = out->n++;
        out->body[n] = b;
        out->r[n] = v3_scale(v3_add(form, bent), k), out->pi[n] = v3(0, 0, 0);
        if (level < ROW_GRADIENT) continue;
        Vec3 rate = square_times(body, t, g, true);
        out->quad += k * v3_dot(rate, body[b].u);
        if (level < ROW_STIFFNESS) continue;
        out->rate_t_q_r[n] = out->rate_t_q_pi[n] = out->quad_q_r[n] = out->quad_q_pi[n] = v3(0, 0, 0);
        out->quad_v_r[n] = v3_scale(rate, 2 * k), out->quad_v_pi[n] = v3(0, 0, 0);
    }
}

void cd_term_add(const Mechanism *m, const BodyMotion *body, const double *winding, const Term *t, RowLevel level,
                 RowEval *out)
{
    double k = t->coefficient;
    Dot c;
    if (t->type == TERM_MODES) {
        add_modes(body, t, level, out);
        return;
    }
    if (t->type == TERM_TURN) {
        add_turn(m, body, t, level, out);
        return;
    }
    if (t->type == TERM_SPIN) {
        add_spin(m, body, t, level, out);
        return;
    }
    dot_of(m, body, t, t->along, level, &c);
    if (t->type == TERM_DOT) {
        out->value += k * dot_value(&c);
        add_dot(body, &c, k, level, out);
    } else if (t->type == TERM_CURVE) {
        Factor f = factor_of(m, body, t, 0), g = factor_of(m, body, t, 1);
        out->value += k * f.d[0] * g.d[0] * dot_value(&c);
        add_curve_product(body, &c, f, g, k, level, out);
    } else if (t->type == TERM_ANGLE) {
        Dot s;
        dot_of(m, body, t, t->sine, level, &s);
        Curve f = angle_curve(dot_value(&c), dot_value(&s));
        out->value += k * cd_near_branch(f.f, winding[t->winding]);
        add_curve(body, &c, &s, f, k, level, out);
    } else {
        Curve f = asin_curve(fmax(-1, fmin(1, dot_value(&c))));
        out->value += k * f.f;
        add_curve(body, &c, NULL, f, k, level, out);
    }
}

double cd_term_value(const Mechanism *m, const BodyMotion *body, const double *winding, const Term *t)
{
    RowEval e;
    cd_row_clear(&e);
    Term one = *t;
    one.coefficient = 1;
    cd_term_add(m, body, winding, &one, ROW_VALUE, &e);
    return e.value;
}
