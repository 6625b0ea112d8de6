/* along.c - programs and measures in the arithmetic of jets (theory 6.13). Measures are those of measure.c. */
#include "expr/along.h"

#include "expr/primitive.h"
#include "expr/user.h"

#include <math.h>

/* ---- measures ---------------------------------------------------------------------------------------------------- */

static const MarkerJet ground_frame = {
    .axis = { { { { { 1, 0, 0 } } } }, { { { { 0, 1, 0 } } } }, { { { { 0, 0, 1 } } } } }
};

static const MarkerJet *marker_of(const AlongContext *x, int marker)
{
    return marker < 0 ? &ground_frame : &x->marker[x->place[marker]];
}

/* R[m][n] = axis m of j . axis n of i                                                                  (3.5) */
static Jet entry(const MarkerJet *i, const MarkerJet *j, int m, int n)
{
    return jv_dot(j->axis[m], i->axis[n]);
}

static Jet side(const MarkerJet *i, const MarkerJet *j, const AngleSide *s)
{
    Jet a = entry(i, j, s->row[0], s->col[0]);
    if (s->n == 1) return jet_scale(a, s->sign);
    Jet b = entry(i, j, s->row[1], s->col[1]);
    return jet_sqrt(jet_axpy(jet_mul(a, a), 1, jet_mul(b, b)));
}

static Jet angle(const MeasureQuery *q, const MarkerJet *i, const MarkerJet *j)
{
    double R[3][3];
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++) R[m][n] = entry(i, j, m, n).c[0][0];
    AngleForm form = cd_angle_form(q, R);
    if (form.scale == 0) return jet_const(0);
    return jet_scale(jet_atan2(side(i, j, &form.y), side(i, j, &form.x)), form.scale);
}

/* Euler parameters p of R (3.8), up to a common sign: of p p^T the largest diagonal and its row, divided by the root of
 * the former. */
static void euler_parameters(const MarkerJet *i, const MarkerJet *j, Jet p[4])
{
    Jet R[3][3], row[4];
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++) R[m][n] = entry(i, j, m, n);
    int big = 0; /* 4 p_k^2 = 1 + tr R for k = 0, else 1 + 2 R_kk - tr R */
    double trace = R[0][0].c[0][0] + R[1][1].c[0][0] + R[2][2].c[0][0], most = trace;
    for (int k = 0; k < 3; k++)
        if (2 * R[k][k].c[0][0] - trace > most) most = 2 * R[k][k].c[0][0] - trace, big = k + 1;
    for (int k = 0; k < 4; k++) {
        if (k == big) {
            row[k] = jet_const(1);
            for (int d = 0; d < 3; d++) row[k] = jet_axpy(row[k], big == 0 || d == big - 1 ? 1 : -1, R[d][d]);
        } else if (k == 0 || big == 0) { /* 4 p_0 p_k: the skew part */
            int a = k + big - 1;
            row[k] = jet_axpy(R[(a + 2) % 3][(a + 1) % 3], -1, R[(a + 1) % 3][(a + 2) % 3]);
        } else {
            row[k] = jet_axpy(R[k - 1][big - 1], 1, R[big - 1][k - 1]);
        }
    }
    Jet root = jet_scale(jet_sqrt(row[big]), 2);
    for (int k = 0; k < 4; k++) p[k] = jet_div(row[k], root);
}

static Jet orient(const MeasureQuery *q, const MarkerJet *i, const MarkerJet *j)
{
    int k = q->component - 1;
    if (q->type == ORIENT_DIRECTION_COSINES) return entry(i, j, k / 3, k % 3);
    if (q->type != ORIENT_EULER_PARAMETERS && q->type != ORIENT_RODRIGUES_PARAMETERS) return angle(q, i, j);
    Jet p[4];
    euler_parameters(i, j, p);
    if (q->type == ORIENT_RODRIGUES_PARAMETERS) return jet_div(p[q->component], p[0]);
    return jet_scale(p[k], p[0].c[0][0] < 0 ? -1 : 1);
}

static Jet included_angle(const MarkerJet *i, const MarkerJet *j, const MarkerJet *k, const double *winding)
{
    JetVec a = jv_sub(i->r, j->r), b = jv_sub(k->r, j->r), n = jv_cross(a, b); /* (3.9) */
    Vec3 old = winding ? v3(winding[1], winding[2], winding[3]) : v3(0, 0, 0);
    double sign = v3_dot(n.c[0][0], old) < 0 ? -1 : 1;
    return jet_atan2(jet_scale(jet_sqrt(jv_dot(n, n)), sign), jv_dot(a, b));
}

/* Where it is zero it has no slope: the middle one is taken. */
static Jet magnitude(JetVec v)
{
    Jet square = jv_dot(v, v);
    return square.c[0][0] > 0 ? jet_sqrt(square) : jet_const(0);
}

static Jet measure(const MeasureQuery *q, const AlongContext *x, const double *winding)
{
    const MarkerJet *i = marker_of(x, q->marker[0]), *j = marker_of(x, q->marker[1]), *k = marker_of(x, q->marker[2]),
                    *l = marker_of(x, q->marker[3]);
    JetVec d = jv_sub(i->r, j->r);
    Jet angled;
    switch (q->measure) {
    case MEASURE_DM: return jet_sqrt(jv_dot(d, d));
    case MEASURE_DX:
    case MEASURE_DY:
    case MEASURE_DZ: return jv_dot(d, k->axis[q->measure - MEASURE_DX]);
    case MEASURE_VM: return magnitude(jv_sub(jv_sub(i->v, j->v), jv_cross(l->w, d)));
    case MEASURE_WM: return magnitude(jv_sub(i->w, j->w));
    case MEASURE_VX:
    case MEASURE_VY:
    case MEASURE_VZ: /* (3.2) */
        return jv_dot(jv_sub(jv_sub(i->v, j->v), jv_cross(l->w, d)), k->axis[q->measure - MEASURE_VX]);
    case MEASURE_WX:
    case MEASURE_WY:
    case MEASURE_WZ: return jv_dot(jv_sub(i->w, j->w), k->axis[q->measure - MEASURE_WX]);
    case MEASURE_VR: return jet_div(jv_dot(d, jv_sub(i->v, j->v)), jet_sqrt(jv_dot(d, d)));
    case MEASURE_UVX:
    case MEASURE_UVY:
    case MEASURE_UVZ: return jv_dot(i->axis[q->measure - MEASURE_UVX], ground_frame.axis[q->component - 1]);
    case MEASURE_INCANG: angled = included_angle(i, j, k, winding); break;
    case MEASURE_ORIENT: angled = orient(q, i, j); break;
    default: angled = angle(q, i, j);
    }
    if (winding && cd_measure_windings(q->measure)) angled.c[0][0] = cd_near_branch(angled.c[0][0], winding[0]);
    return angled;
}

static Jet leaf(const Leaf *l, const AlongContext *x)
{
    if (l->type == LEAF_TIME) return x->time;
    return measure(&l->query, x, l->winding >= 0 ? x->winding + l->winding : NULL);
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static bool stands_still(const Jet *a)
{
    for (int i = 0; i < 3; i++)
        if (a->c[i][0] != 0 || a->c[i][1] != 0) return false;
    return true;
}

static Jet add_times(Jet sum, double f, Jet x)
{
    return f == 0 ? sum
                  : jet_axpy(sum, f, x); /* no rate where it does not depend on its operand, however fast that is */
}

/* f(a, b) by Taylor's series in the operands                                                               (6.13) */
static Jet primitive(const Program *p, const Node *n, const double *value, const Jet *jet, int at)
{
    Jet sum = jet_const(value[at]), a = jet[n->a], b = cd_has_second_operand(n) ? jet[n->b] : jet_const(0);
    a.c[0][0] = b.c[0][0] = 0;
    bool in_a = !stands_still(&a), in_b = !stands_still(&b);
    if (!in_a && !in_b) return sum;
    Local d = cd_primitive_local(p, n, value, at);
    Third t = cd_primitive_third(p, n, value, at);
    Jet aa = jet_mul(a, a), bb = jet_mul(b, b);
    if (in_a) sum = add_times(add_times(add_times(sum, d.a, a), d.aa / 2, aa), t.aaa / 6, jet_mul(aa, a));
    if (in_b) sum = add_times(add_times(add_times(sum, d.b, b), d.bb / 2, bb), t.bbb / 6, jet_mul(bb, b));
    if (!in_a || !in_b) return sum;
    sum = add_times(sum, d.ab, jet_mul(a, b));
    return add_times(add_times(sum, t.aab / 2, jet_mul(aa, b)), t.abb / 2, jet_mul(a, bb));
}

Jet cd_program_along(const Program *p, const AlongContext *x, double *value, Jet *jet)
{
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        if (n->op == OP_CONST) {
            jet[i] = jet_const(n->k);
        } else if (n->op == OP_LEAF) {
            jet[i] = leaf(&p->leaf[n->a], x);
        } else if (n->op == OP_IF) {
            jet[i] = jet[cd_branch_taken(n, value)];
        } else {
            value[i] = cd_primitive_value(p, n, value);
            jet[i] = primitive(p, n, value, jet, i);
        }
        value[i] = jet[i].c[0][0];
    }
    return p->user ? cd_user_along(p->user, value, jet, x->order, x->mixed) : jet[p->nodes - 1];
}
