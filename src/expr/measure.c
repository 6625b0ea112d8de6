/* measure.c - measures between markers and their gradients (theory 3.1 to 3.9).
 *
 * With d = r_i - r_j, e an axis of k, and ' the rate seen from frame l:
 *   d'    = v_i - v_j - w_l x d                                                               (3.2)
 *   d''   = a_i - a_j - 2 w_l x d' - alpha_l x d - w_l x (w_l x d)                            (3.3)
 *   w'    = alpha_i - alpha_j - w_l x (w_i - w_j)                                             (3.4)
 * A component is u . e_k, a magnitude |u|; both give a direction c with df = c . du + e-terms, and `pull_...` carries c
 * back through (3.1) to (3.4) to the motion of the markers. Rotations enter through small rotations th about ground
 * axes, de = th x e. */
#include "expr/measure.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const MarkerMotion ground_frame = { .A = { .c = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };

static const MarkerMotion *motion_of(const MarkerMotion *marker, int i)
{
    return i < 0 ? &ground_frame : &marker[i];
}

static void add(Vec3 *to, Vec3 what)
{
    *to = v3_add(*to, what);
}

/* ---- vectors and their pull-backs ------------------------------------------------------------------------------ */

typedef struct Frames {
    const MarkerMotion *i, *j, *k, *l;
} Frames;

static Vec3 displacement(const Frames *f)
{
    return v3_sub(f->i->r, f->j->r);
}

static Vec3 velocity(const Frames *f) /* (3.2) */
{
    return v3_sub(v3_sub(f->i->v, f->j->v), v3_cross(f->l->w, displacement(f)));
}

static Vec3 acceleration(const Frames *f) /* (3.3) */
{
    Vec3 d = displacement(f), w = f->l->w, u = v3_sub(f->i->a, f->j->a);
    u = v3_sub(u, v3_scale(v3_cross(w, velocity(f)), 2));
    u = v3_sub(u, v3_cross(f->l->alpha, d));
    return v3_sub(u, v3_cross(w, v3_cross(w, d)));
}

static Vec3 angular_velocity(const Frames *f)
{
    return v3_sub(f->i->w, f->j->w);
}

static Vec3 angular_acceleration(const Frames *f) /* (3.4) */
{
    return v3_sub(v3_sub(f->i->alpha, f->j->alpha), v3_cross(f->l->w, angular_velocity(f)));
}

static void pull_displacement(Vec3 c, MarkerGradient g[4])
{
    add(&g[0].r, c);
    add(&g[1].r, v3_neg(c));
}

/* c . (w x d): derivative d x c in w, c x w in d */
static void pull_velocity(const Frames *f, Vec3 c, MarkerGradient g[4])
{
    Vec3 d = displacement(f);
    add(&g[0].v, c);
    add(&g[1].v, v3_neg(c));
    add(&g[3].w, v3_cross(c, d));
    pull_displacement(v3_cross(f->l->w, c), g);
}

static void pull_acceleration(const Frames *f, Vec3 c, MarkerGradient g[4])
{
    Vec3 d = displacement(f), u = velocity(f), w = f->l->w;
    add(&g[0].a, c);
    add(&g[1].a, v3_neg(c));
    /* -2 c . (w x u) */
    add(&g[3].w, v3_scale(v3_cross(c, u), 2));
    pull_velocity(f, v3_scale(v3_cross(w, c), 2), g);
    /* -c . (alpha x d) */
    add(&g[3].alpha, v3_cross(c, d));
    pull_displacement(v3_cross(f->l->alpha, c), g);
    /* -c . (w x (w x d)) = (w x c) . (w x d) with n = w x d: in w: n x c + d x (w x c), sign as below */
    Vec3 n = v3_cross(w, d), wc = v3_cross(w, c);
    add(&g[3].w, v3_cross(c, n));
    add(&g[3].w, v3_cross(d, wc));
    pull_displacement(v3_neg(v3_cross(w, wc)), g);
}

static void pull_angular_velocity(Vec3 c, MarkerGradient g[4])
{
    add(&g[0].w, c);
    add(&g[1].w, v3_neg(c));
}

static void pull_angular_acceleration(const Frames *f, Vec3 c, MarkerGradient g[4])
{
    add(&g[0].alpha, c);
    add(&g[1].alpha, v3_neg(c));
    add(&g[3].w, v3_cross(c, angular_velocity(f)));
    pull_angular_velocity(v3_cross(f->l->w, c), g);
}

/* ---- angles: functions of R = A_j^T A_i ------------------------------------------------------------------------ */

/* A number that depends on the relative rotation: g is its gradient for a small rotation of i, -g for one of j. */
typedef struct Turn {
    double x;
    Vec3 g;
} Turn;

/* R[m][n] = axis m of j . axis n of i                                                                  (3.5) */
static Turn entry(const Frames *f, int m, int n)
{
    Vec3 a = m3_col(f->i->A, n), b = m3_col(f->j->A, m);
    return (Turn){ v3_dot(a, b), v3_cross(a, b) };
}

static Turn turn_scale(double s, Turn a)
{
    return (Turn){ s * a.x, v3_scale(a.g, s) };
}

static Turn turn_atan2(Turn y, Turn x)
{
    double s = x.x * x.x + y.x * y.x;
    return (Turn){ atan2(y.x, x.x), v3_sub(v3_scale(y.g, x.x / s), v3_scale(x.g, y.x / s)) };
}

static Turn turn_length(Turn a, Turn b)
{
    double s = hypot(a.x, b.x);
    if (s == 0) return (Turn){ 0, { 0, 0, 0 } };
    return (Turn){ s, v3_add(v3_scale(a.g, a.x / s), v3_scale(b.g, b.x / s)) };
}

/* Axes of the twelve sequences, in the order of ORIENT's types. */
static const char sequence[12][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 0, 2, 1 }, { 1, 0, 2 }, { 2, 1, 0 },
                                      { 0, 1, 0 }, { 0, 2, 0 }, { 1, 0, 1 }, { 1, 2, 1 }, { 2, 0, 2 }, { 2, 1, 2 } };

static AngleSide one(double sign, int row, int col)
{
    return (AngleSide){ .sign = sign, .n = 1, .row = { row }, .col = { col } };
}

static AngleSide two(int row, int col, int other_col)
{
    return (AngleSide){ .sign = 1, .n = 2, .row = { row, row }, .col = { col, other_col } };
}

/* Angle number n (0, 1, 2) of R = R_a R_b R_c, rotations about body axes a, b, c in turn                (3.6), (3.7)
 * Where the first and third axes fall together the third angle is put to zero. */
static AngleForm body_angle(double R[3][3], const char axes[3], int n)
{
    static const double lost = 1e-12;
    int a = axes[0], b = axes[1], c = axes[2] == a ? 3 - a - b : axes[2];
    double e = (b - a + 3) % 3 == 1 ? 1 : -1; /* a, b, c in cyclic order */
    bool degenerate;
    if (axes[2] == a) {
        degenerate = hypot(R[a][b], R[a][c]) < lost;
        if (n == 1) return (AngleForm){ 1, two(a, b, c), one(1, a, a) };
        if (!degenerate)
            return n == 2 ? (AngleForm){ 1, one(1, a, b), one(e, a, c) }
                          : (AngleForm){ 1, one(1, b, a), one(-e, c, a) };
    } else {
        degenerate = hypot(R[a][a], R[a][b]) < lost;
        if (n == 1) return (AngleForm){ 1, one(e, a, c), two(a, a, b) };
        if (!degenerate)
            return n == 2 ? (AngleForm){ 1, one(-e, a, b), one(1, a, a) }
                          : (AngleForm){ 1, one(-e, b, c), one(1, c, c) };
    }
    return (AngleForm){ n == 2 ? 0 : 1, one(e, c, b), one(1, b, b) };
}

/* Euler parameter n of R, e0 >= 0; e' = 1/2 (-e . w, e0 w - e x w) with w in axes of j                  (3.8) */
static Turn euler_parameter(const Frames *f, int n)
{
    double R[3][3], p[4];
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 3; k++) R[m][k] = v3_dot(m3_col(f->j->A, m), m3_col(f->i->A, k));
    /* the largest of the four squares is at least 1/4: divide by that one */
    double square[4] = { 1 + R[0][0] + R[1][1] + R[2][2], 1 + R[0][0] - R[1][1] - R[2][2],
                         1 - R[0][0] + R[1][1] - R[2][2], 1 - R[0][0] - R[1][1] + R[2][2] };
    int big = 0;
    for (int k = 1; k < 4; k++)
        if (square[k] > square[big]) big = k;
    double s = sqrt(square[big]) / 2, q = 1 / (4 * s);
    double skew[3] = { R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1] };
    double sum[3] = { R[2][1] + R[1][2], R[0][2] + R[2][0], R[1][0] + R[0][1] }; /* yz, xz, xy */
    p[big] = s;
    if (big == 0) {
        for (int k = 0; k < 3; k++) p[k + 1] = q * skew[k];
    } else {
        p[0] = q * skew[big - 1];
        for (int k = 1; k < 4; k++)
            if (k != big) p[k] = q * sum[6 - k - big - 1];
    }
    double sign = p[0] < 0 ? -1 : 1;
    Vec3 e = v3(sign * p[1], sign * p[2], sign * p[3]);
    double e0 = sign * p[0];
    if (n == 0) return (Turn){ e0, m3_apply(f->j->A, v3_scale(e, -0.5)) };
    /* row n of 1/2 (e0 I - skew(e)) */
    double value[3] = { e.x, e.y, e.z };
    Vec3 row = n == 1 ? v3(e0, e.z, -e.y) : n == 2 ? v3(-e.z, e0, e.x) : v3(e.y, -e.x, e0);
    return (Turn){ value[n - 1], m3_apply(f->j->A, v3_scale(row, 0.5)) };
}

enum { FIRST_SPACE = 13, YAW_PITCH_ROLL = 25 };

bool cd_orient_exists(int type, int component)
{
    int components = type >= 1 && type <= YAW_PITCH_ROLL   ? 3
                     : type == ORIENT_EULER_PARAMETERS     ? 4
                     : type == ORIENT_RODRIGUES_PARAMETERS ? 3
                     : type == ORIENT_DIRECTION_COSINES    ? 9
                                                           : 0;
    return component >= 1 && component <= components;
}

/* e_n / e_0, the tangent of half the angle along the axis */
static Turn rodrigues_parameter(const Frames *f, int n)
{
    Turn a = euler_parameter(f, n), b = euler_parameter(f, 0);
    double x = a.x / b.x;
    return (Turn){ x, v3_scale(v3_sub(a.g, v3_scale(b.g, x)), 1 / b.x) };
}

static AngleForm yaw_pitch_roll(double R[3][3], int n)
{
    static const char axes[3] = { 2, 1, 0 };
    AngleForm form = body_angle(R, axes, n);
    if (n == 1) form.scale = -form.scale;
    return form;
}

/* Rotations about space axes a, b, c in turn are rotations about body axes c, b, a with the angles in reverse. */
static AngleForm orient(double R[3][3], int type, int component)
{
    if (type == YAW_PITCH_ROLL) return yaw_pitch_roll(R, component - 1);
    if (type < FIRST_SPACE) return body_angle(R, sequence[type - 1], component - 1);
    const char *s = sequence[type - FIRST_SPACE];
    char reversed[3] = { s[2], s[1], s[0] };
    return body_angle(R, reversed, 3 - component);
}

AngleForm cd_angle_form(const MeasureQuery *q, double R[3][3])
{
    static const char axes_313[3] = { 2, 0, 2 };
    switch (q->measure) {
    case MEASURE_AX: return (AngleForm){ 1, one(-1, 1, 2), one(1, 2, 2) };
    case MEASURE_AY: return (AngleForm){ 1, one(1, 0, 2), one(1, 2, 2) };
    case MEASURE_AZ: return (AngleForm){ 1, one(1, 1, 0), one(1, 0, 0) };
    case MEASURE_PSI:
    case MEASURE_THETA:
    case MEASURE_PHI: return body_angle(R, axes_313, (int)(q->measure - MEASURE_PSI));
    case MEASURE_YAW:
    case MEASURE_PITCH:
    case MEASURE_ROLL: return yaw_pitch_roll(R, (int)(q->measure - MEASURE_YAW));
    default: return orient(R, q->type, q->component);
    }
}

static Turn side(const Frames *f, const AngleSide *s)
{
    if (s->n == 1) return turn_scale(s->sign, entry(f, s->row[0], s->col[0]));
    return turn_length(entry(f, s->row[0], s->col[0]), entry(f, s->row[1], s->col[1]));
}

static Turn angle(const MeasureQuery *q, const Frames *f)
{
    if (q->measure == MEASURE_ORIENT) {
        if (q->type == ORIENT_EULER_PARAMETERS) return euler_parameter(f, q->component - 1);
        if (q->type == ORIENT_RODRIGUES_PARAMETERS) return rodrigues_parameter(f, q->component);
        int k = q->component - 1;
        if (q->type == ORIENT_DIRECTION_COSINES) return entry(f, k / 3, k % 3); /* by rows */
    }
    double R[3][3];
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++) R[m][n] = entry(f, m, n).x;
    AngleForm form = cd_angle_form(q, R);
    if (form.scale == 0) return (Turn){ 0, { 0, 0, 0 } };
    return turn_scale(form.scale, turn_atan2(side(f, &form.y), side(f, &form.x)));
}

/* ---- branches ------------------------------------------------------------------------------------------------ */

static bool counts_turns(Measure m)
{
    return m == MEASURE_AX || m == MEASURE_AY || m == MEASURE_AZ;
}

int cd_measure_windings(Measure m)
{
    return m == MEASURE_INCANG ? WINDING_SLOTS_INCANG : counts_turns(m) ? WINDING_SLOTS_ANGLE : 0;
}

/* Angle at j from the line to i to the line to k, signed about the normal it started to turn about         (3.9) */
static double included_angle(const Frames *f, const double *winding, MarkerGradient *g)
{
    Vec3 a = v3_sub(f->i->r, f->j->r), b = v3_sub(f->k->r, f->j->r), n = v3_cross(a, b);
    Vec3 old = winding ? v3(winding[1], winding[2], winding[3]) : v3(0, 0, 0);
    double length = v3_norm(n), sign = v3_dot(n, old) < 0 ? -1 : 1;
    double x = atan2(sign * length, v3_dot(a, b));
    if (g) {
        /* turning about the unit normal: a forwards closes the angle, b forwards opens it; in line the old normal goes
         * on */
        Vec3 normal = length > 0 ? v3_scale(n, sign / length) : old;
        Vec3 ga = v3_scale(v3_cross(a, normal), 1 / v3_dot(a, a)), gb = v3_scale(v3_cross(normal, b), 1 / v3_dot(b, b));
        add(&g[0].r, ga);
        add(&g[2].r, gb);
        add(&g[1].r, v3_neg(v3_add(ga, gb)));
    }
    return winding ? cd_near_branch(x, winding[0]) : x;
}

void cd_measure_wind(const MeasureQuery *q, const MarkerMotion *marker, double value, double *winding)
{
    winding[0] = value;
    if (q->measure != MEASURE_INCANG) return;
    Vec3 j = motion_of(marker, q->marker[1])->r;
    Vec3 n = v3_cross(v3_sub(motion_of(marker, q->marker[0])->r, j), v3_sub(motion_of(marker, q->marker[2])->r, j));
    double length = v3_norm(n);
    if (length == 0) return;
    /* keep the sense of the first normal: the angle may have passed 0 or 180 degrees since */
    Vec3 old = v3(winding[1], winding[2], winding[3]);
    n = v3_scale(n, (v3_dot(n, old) < 0 ? -1 : 1) / length);
    winding[1] = n.x, winding[2] = n.y, winding[3] = n.z;
}

/* ---- the question answered ------------------------------------------------------------------------------------- */

/* Value of u along an axis of k or its magnitude; *c receives df/du. */
static double project(Vec3 u, int component, const Frames *f, Vec3 *c, MarkerGradient *g)
{
    if (component == 0) {
        double length = v3_norm(u);
        *c = length > 0 ? v3_scale(u, 1 / length) : v3(0, 0, 0); /* at rest |u| has no slope: take the middle one */
        return length;
    }
    *c = m3_col(f->k->A, component - 1);
    if (g) add(&g[2].th, v3_cross(*c, u)); /* d(e . u) = th . (e x u) */
    return v3_dot(*c, u);
}

double cd_measure_eval(const MeasureQuery *q, const MarkerMotion *marker, const Wrench *wrench, const double *winding,
                       MarkerGradient gradient[4], Wrench *load)
{
    Frames f = { motion_of(marker, q->marker[0]), motion_of(marker, q->marker[1]), motion_of(marker, q->marker[2]),
                 motion_of(marker, q->marker[3]) };
    MarkerGradient *g = gradient;
    if (g) memset(g, 0, 4 * sizeof *g);
    if (load) memset(load, 0, sizeof *load);
    Vec3 c;
    double value;

    switch (q->measure) {
    case MEASURE_DM:
    case MEASURE_DX:
    case MEASURE_DY:
    case MEASURE_DZ:
        value = project(displacement(&f), (int)(q->measure - MEASURE_DM), &f, &c, g);
        if (g) pull_displacement(c, g);
        return value;
    case MEASURE_VM:
    case MEASURE_VX:
    case MEASURE_VY:
    case MEASURE_VZ:
        value = project(velocity(&f), (int)(q->measure - MEASURE_VM), &f, &c, g);
        if (g) pull_velocity(&f, c, g);
        return value;
    case MEASURE_WM:
    case MEASURE_WX:
    case MEASURE_WY:
    case MEASURE_WZ:
        value = project(angular_velocity(&f), (int)(q->measure - MEASURE_WM), &f, &c, g);
        if (g) pull_angular_velocity(c, g);
        return value;
    case MEASURE_ACCM:
    case MEASURE_ACCX:
    case MEASURE_ACCY:
    case MEASURE_ACCZ:
        value = project(acceleration(&f), (int)(q->measure - MEASURE_ACCM), &f, &c, g);
        if (g) pull_acceleration(&f, c, g);
        return value;
    case MEASURE_WDTM:
    case MEASURE_WDTX:
    case MEASURE_WDTY:
    case MEASURE_WDTZ:
        value = project(angular_acceleration(&f), (int)(q->measure - MEASURE_WDTM), &f, &c, g);
        if (g) pull_angular_acceleration(&f, c, g);
        return value;
    case MEASURE_FM:
    case MEASURE_FX:
    case MEASURE_FY:
    case MEASURE_FZ:
        value = project(wrench->F, (int)(q->measure - MEASURE_FM), &f, &c, g);
        if (load) load->F = c;
        return value;
    case MEASURE_TM:
    case MEASURE_TX:
    case MEASURE_TY:
    case MEASURE_TZ:
        value = project(wrench->T, (int)(q->measure - MEASURE_TM), &f, &c, g);
        if (load) load->T = c;
        return value;
    case MEASURE_VR: { /* d' . d / |d|; the frame l drops out */
        Vec3 d = displacement(&f), u = v3_sub(f.i->v, f.j->v), e = v3_unit(d);
        value = v3_dot(u, e);
        if (g) {
            add(&g[0].v, e);
            add(&g[1].v, v3_neg(e));
            pull_displacement(v3_scale(v3_sub(u, v3_scale(e, value)), 1 / v3_norm(d)), g);
        }
        return value;
    }
    case MEASURE_INCANG: return included_angle(&f, winding, g);
    case MEASURE_UVX:
    case MEASURE_UVY:
    case MEASURE_UVZ: {
        Vec3 e = m3_col(f.i->A, (int)(q->measure - MEASURE_UVX));
        Vec3 unit = v3(q->component == 1, q->component == 2, q->component == 3);
        if (g) add(&g[0].th, v3_cross(e, unit));
        return v3_dot(e, unit);
    }
    default: {
        Turn t = angle(q, &f);
        if (g) {
            add(&g[0].th, t.g);
            add(&g[1].th, v3_neg(t.g));
        }
        return winding && counts_turns(q->measure) ? cd_near_branch(t.x, winding[0]) : t.x;
    }
    }
}
