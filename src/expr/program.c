/* program.c - evaluating compiled expressions (theory 4.6 to 4.9). */
#include "expr/program.h"

#include <math.h>
#include <string.h>

int cd_program_room(const Program *p)
{
    return 3 * p->nodes;
}

/* ---- leaves -------------------------------------------------------------------------------------------------- */

static Wrench sum_of_loads(const Program *p, const Leaf *leaf, const ExprContext *x)
{
    Wrench sum = { { 0, 0, 0 }, { 0, 0, 0 } };
    for (int i = 0; i < leaf->loads; i++) {
        const Wrench *w = &x->wrench[p->load[leaf->slot + i]];
        sum.F = v3_add(sum.F, w->F), sum.T = v3_add(sum.T, w->T);
    }
    return sum;
}

static const double *winding_of(const Leaf *leaf, const ExprContext *x)
{
    return x->winding && leaf->winding >= 0 ? x->winding + leaf->winding : NULL;
}

static double leaf_value(const Program *p, const Leaf *leaf, const ExprContext *x)
{
    switch (leaf->type) {
    case LEAF_TIME: return x->time;
    case LEAF_SYSTEM: return x->system[leaf->slot];
    case LEAF_STATE: return x->state[leaf->slot];
    case LEAF_DELAY: return x->delayed ? x->delayed[leaf->slot] : 0;
    case LEAF_MARKER: return cd_measure_eval(&leaf->query, x->marker, NULL, winding_of(leaf, x), NULL, NULL);
    case LEAF_LOAD: {
        Wrench sum = sum_of_loads(p, leaf, x);
        return cd_measure_eval(&leaf->query, x->marker, &sum, NULL, NULL, NULL);
    }
    }
    return 0;
}

void cd_leaf_gradient(const Program *p, int leaf, const ExprContext *x, MarkerGradient marker[4], Wrench *load)
{
    const Leaf *l = &p->leaf[leaf];
    memset(marker, 0, 4 * sizeof *marker);
    memset(load, 0, sizeof *load);
    if (l->type == LEAF_MARKER) cd_measure_eval(&l->query, x->marker, NULL, winding_of(l, x), marker, NULL);
    if (l->type == LEAF_LOAD) {
        Wrench sum = sum_of_loads(p, l, x);
        cd_measure_eval(&l->query, x->marker, &sum, NULL, marker, load);
    }
}

void cd_program_wind(const Program *p, const ExprContext *x, double *winding)
{
    for (int i = 0; i < p->leaves; i++) {
        const Leaf *l = &p->leaf[i];
        if (l->winding >= 0) cd_measure_wind(&l->query, x->marker, leaf_value(p, l, x), winding + l->winding);
    }
}

/* ---- primitives ---------------------------------------------------------------------------------------------- */

static Interpolated spline_at(const Program *p, const Node *n, const double *v)
{
    int packed = (int)n->k;
    return cd_interpolant_eval(p->spline[n->c], (InterpolantMethod)(packed / 8), v[n->a], n->b < 0 ? 0 : v[n->b],
                               packed % 8);
}

static double apply(const Program *p, const Node *n, const double *v)
{
    double a = v[n->a];
    switch ((Op)n->op) {
    case OP_CONST:
    case OP_LEAF: return 0; /* not primitives: set by the sweep */
    case OP_ADD: return a + v[n->b];
    case OP_SUB: return a - v[n->b];
    case OP_MUL: return a * v[n->b];
    case OP_DIV: return a / v[n->b];
    case OP_POW: return pow(a, v[n->b]);
    case OP_NEG: return -a;
    case OP_ABS: return fabs(a);
    case OP_SQRT: return sqrt(a);
    case OP_EXP: return exp(a);
    case OP_LOG: return log(a);
    case OP_LOG10: return log10(a);
    case OP_SIN: return sin(a);
    case OP_COS: return cos(a);
    case OP_TAN: return tan(a);
    case OP_ASIN: return asin(a);
    case OP_ACOS: return acos(a);
    case OP_ATAN: return atan(a);
    case OP_SINH: return sinh(a);
    case OP_COSH: return cosh(a);
    case OP_TANH: return tanh(a);
    case OP_AINT: return trunc(a);
    case OP_ANINT: return round(a);
    case OP_CLIP: return a < 0 ? 0 : a > 1 ? 1 : a; /* NaN passes */
    case OP_ATAN2: return atan2(a, v[n->b]);
    case OP_MOD: return fmod(a, v[n->b]);
    case OP_SIGN: return isnan(v[n->b]) ? NAN : v[n->b] >= 0 ? fabs(a) : -fabs(a);
    case OP_DIM: return a <= v[n->b] ? 0 : a - v[n->b]; /* what is not a number stays one, here and below */
    case OP_MAX: return a >= v[n->b] || isnan(a) ? a : v[n->b];
    case OP_MIN: return a <= v[n->b] || isnan(a) ? a : v[n->b];
    case OP_IF: return a < 0 ? v[n->b] : a > 0 ? v[n->d] : a == 0 ? v[n->c] : a;
    case OP_SPLINE: return spline_at(p, n, v).f;
    case OP_CURVE: return NAN;
    }
    return NAN;
}

static void forward(const Program *p, const ExprContext *x, double *v)
{
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        if (n->op == OP_CONST) v[i] = n->k;
        else if (n->op == OP_LEAF) v[i] = leaf_value(p, &p->leaf[n->a], x);
        else v[i] = apply(p, n, v);
    }
}

/* Derivatives of one primitive with respect to its operands a and b. */
typedef struct Local {
    double a, b, aa, ab, bb;
} Local;

/* f = a**b; a constant exponent leaves b out, so that negative bases are fine. */
static Local local_pow(double a, double b, bool constant_exponent)
{
    Local d = { 0 };
    d.a = b == 0 ? 0 : b * pow(a, b - 1);
    d.aa = b == 0 || b == 1 ? 0 : b * (b - 1) * pow(a, b - 2);
    if (constant_exponent) return d;
    double power = pow(a, b), l = a == 0 ? 0 : log(a);
    d.b = l * power;
    d.bb = l * l * power;
    d.ab = (a == 0 && b != 1 ? 0 : pow(a, b - 1)) + l * d.a;
    return d;
}

static Local local(const Program *p, const Node *n, const double *v, int i)
{
    double a = v[n->a], b = n->op == OP_SPLINE || n->b < 0 ? 0 : v[n->b], f = v[i];
    switch ((Op)n->op) {
    case OP_ADD: return (Local){ .a = 1, .b = 1 };
    case OP_SUB: return (Local){ .a = 1, .b = -1 };
    case OP_MUL: return (Local){ .a = b, .b = a, .ab = 1 };
    case OP_DIV: return (Local){ .a = 1 / b, .b = -f / b, .ab = -1 / (b * b), .bb = 2 * f / (b * b) };
    case OP_POW: return local_pow(a, b, p->node[n->b].op == OP_CONST);
    case OP_NEG: return (Local){ .a = -1 };
    case OP_ABS: return (Local){ .a = a < 0 ? -1 : 1 };
    case OP_SQRT: return (Local){ .a = 0.5 / f, .aa = -0.25 / (f * a) };
    case OP_EXP: return (Local){ .a = f, .aa = f };
    case OP_LOG: return (Local){ .a = 1 / a, .aa = -1 / (a * a) };
    case OP_LOG10: return (Local){ .a = M_LOG10E / a, .aa = -M_LOG10E / (a * a) };
    case OP_SIN: return (Local){ .a = cos(a), .aa = -f };
    case OP_COS: return (Local){ .a = -sin(a), .aa = -f };
    case OP_TAN: return (Local){ .a = 1 + f * f, .aa = 2 * f * (1 + f * f) };
    case OP_ASIN: {
        double s = 1 / sqrt(1 - a * a);
        return (Local){ .a = s, .aa = a * s * s * s };
    }
    case OP_ACOS: {
        double s = 1 / sqrt(1 - a * a);
        return (Local){ .a = -s, .aa = -a * s * s * s };
    }
    case OP_ATAN: {
        double s = 1 / (1 + a * a);
        return (Local){ .a = s, .aa = -2 * a * s * s };
    }
    case OP_SINH: return (Local){ .a = cosh(a), .aa = f };
    case OP_COSH: return (Local){ .a = sinh(a), .aa = f };
    case OP_TANH: return (Local){ .a = 1 - f * f, .aa = -2 * f * (1 - f * f) };
    case OP_CLIP: return (Local){ .a = a >= 0 && a <= 1 ? 1 : 0 };
    case OP_ATAN2: { /* a = y, b = x */
        double s = 1 / (a * a + b * b), t = s * s;
        return (Local){ .a = b * s, .b = -a * s, .aa = -2 * a * b * t, .bb = 2 * a * b * t, .ab = (a * a - b * b) * t };
    }
    case OP_MOD: return (Local){ .a = 1, .b = -trunc(a / b) };
    case OP_SIGN: return (Local){ .a = (b >= 0) == (a >= 0) ? 1 : -1 };
    case OP_DIM: return (Local){ .a = a > b ? 1 : 0, .b = a > b ? -1 : 0 };
    case OP_MAX: return (Local){ .a = a >= b ? 1 : 0, .b = a >= b ? 0 : 1 };
    case OP_MIN: return (Local){ .a = a <= b ? 1 : 0, .b = a <= b ? 0 : 1 };
    case OP_SPLINE: {
        Interpolated s = spline_at(p, n, v);
        return (Local){ .a = s.fx, .b = s.fz, .aa = s.fxx, .ab = s.fxz };
    }
    case OP_CURVE: return (Local){ .a = NAN };
    case OP_CONST:
    case OP_LEAF:
    case OP_AINT:
    case OP_ANINT:
    case OP_IF: break;
    }
    return (Local){ 0 };
}

/* The branch an IF takes. */
static int taken(const Node *n, const double *v)
{
    return v[n->a] < 0 ? n->b : v[n->a] > 0 ? n->d : n->c;
}

static bool has_second_operand(const Node *n)
{
    switch ((Op)n->op) {
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_POW:
    case OP_ATAN2:
    case OP_MOD:
    case OP_SIGN:
    case OP_DIM:
    case OP_MAX:
    case OP_MIN: return true;
    case OP_SPLINE: return n->b >= 0;
    default: return false;
    }
}

/* ---- sweeps -------------------------------------------------------------------------------------------------- */

bool cd_program_value(const Program *p, const ExprContext *x, double *room, double *value)
{
    forward(p, x, room);
    *value = room[p->nodes - 1];
    return isfinite(*value);
}

bool cd_program_gradient(const Program *p, const ExprContext *x, double *room, double *value, double *gradient)
{
    double *v = room, *adjoint = room + p->nodes;
    bool finite = cd_program_value(p, x, room, value);
    for (int i = 0; i < p->leaves; i++) gradient[i] = 0;
    memset(adjoint, 0, sizeof(double) * (size_t)p->nodes);
    adjoint[p->nodes - 1] = 1;
    for (int i = p->nodes; i-- > 0;) {
        const Node *n = &p->node[i];
        double w = adjoint[i];
        if (w == 0 || n->op == OP_CONST) continue; /* a branch not taken may hold anything, infinity included */
        if (n->op == OP_LEAF) {
            gradient[n->a] += w;
        } else if (n->op == OP_IF) {
            adjoint[taken(n, v)] += w;
        } else {
            Local d = local(p, n, v, i);
            adjoint[n->a] += w * d.a;
            if (has_second_operand(n) && d.b != 0) adjoint[n->b] += w * d.b;
        }
    }
    for (int i = 0; i < p->leaves; i++) finite = finite && isfinite(gradient[i]);
    return finite;
}

/* What does not depend on its operand has no rate, however fast that is: a STEP of no width, away from its edge. */
static double times(double derivative, double rate)
{
    return derivative == 0 || rate == 0 ? 0 : derivative * rate;
}

/* x' = f_a a' + f_b b',   x'' = f_a a'' + f_b b'' + f_aa a'^2 + 2 f_ab a' b' + f_bb b'^2                     (4.9) */
bool cd_program_time(const Program *p, const ExprContext *x, double *room, double out[3])
{
    double *v = room, *rate = room + p->nodes, *rate2 = room + 2 * p->nodes;
    forward(p, x, v);
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        rate[i] = rate2[i] = 0;
        if (n->op == OP_CONST) continue;
        if (n->op == OP_LEAF) {
            rate[i] = p->leaf[n->a].type == LEAF_TIME ? 1 : 0;
            continue;
        }
        if (n->op == OP_IF) {
            rate[i] = rate[taken(n, v)], rate2[i] = rate2[taken(n, v)];
            continue;
        }
        double a1 = rate[n->a], a2 = rate2[n->a], b1 = 0, b2 = 0;
        if (has_second_operand(n)) b1 = rate[n->b], b2 = rate2[n->b];
        if (a1 == 0 && a2 == 0 && b1 == 0 && b2 == 0) continue;
        Local d = local(p, n, v, i);
        rate[i] = times(d.a, a1) + times(d.b, b1);
        rate2[i] =
            times(d.a, a2) + times(d.b, b2) + times(d.aa, a1 * a1) + times(2 * d.ab, a1 * b1) + times(d.bb, b1 * b1);
    }
    int last = p->nodes - 1;
    out[0] = v[last], out[1] = rate[last], out[2] = rate2[last];
    return isfinite(out[0]) && isfinite(out[1]) && isfinite(out[2]);
}

void cd_program_kinks(const Program *p, const double *v, double *out)
{
    for (int i = 0; i < p->kinks; i++) {
        const Kink *k = &p->kink[i];
        double s = v[k->a] - k->offset;
        switch (k->type) {
        case KINK_SIGN: out[i] = k->b < 0 ? s : s - v[k->b]; break;
        case KINK_WHOLE: { /* not at zero: truncation makes no jump there */
            double n = fabs(k->b < 0 ? s : s / v[k->b]);
            out[i] = n < 0.5 ? 1 : sin(M_PI * n);
            break;
        }
        case KINK_HALF: out[i] = cos(M_PI * s); break;
        case KINK_KNOT: out[i] = sin(M_PI * cd_interpolant_position(p->spline[k->spline], s)); break;
        case KINK_CURVE: out[i] = sin(M_PI * cd_interpolant_curve(p->spline[k->spline], s)); break;
        }
    }
}

/* ---- what went wrong --------------------------------------------------------------------------------------------- */

/* Marks the nodes that count for the value: branches not taken do not. */
static void mark_used(const Program *p, const double *v, double *used)
{
    memset(used, 0, sizeof(double) * (size_t)p->nodes);
    used[p->nodes - 1] = 1;
    for (int i = p->nodes; i-- > 0;) {
        const Node *n = &p->node[i];
        if (used[i] == 0 || n->op == OP_CONST || n->op == OP_LEAF) continue;
        used[n->a] = 1;
        if (n->op == OP_IF) used[taken(n, v)] = 1;
        else if (has_second_operand(n)) used[n->b] = 1;
    }
}

void cd_program_explain(const Program *p, const ExprContext *x, double *room, const Element *e, const Field *f,
                        CdLog *log)
{
    double *v = room, *used = room + p->nodes, scratch;
    cd_program_value(p, x, room, &scratch);
    mark_used(p, v, used);
    int culprit = p->nodes - 1;
    bool slope = true;
    for (int i = 0; i < p->nodes && slope; i++)
        if (used[i] != 0 && !isfinite(v[i])) culprit = i, slope = false;
    for (int i = 0; i < p->nodes && slope; i++) {
        const Node *n = &p->node[i];
        if (used[i] == 0 || n->op == OP_CONST || n->op == OP_LEAF || n->op == OP_IF) continue;
        Local d = local(p, n, v, i);
        if (!isfinite(d.a) || (has_second_operand(n) && !isfinite(d.b))) culprit = i, slope = false;
    }

    const Call *call = p->node[culprit].call >= 0 ? &p->call[p->node[culprit].call] : NULL;
    TextBuffer what = { 0 };
    if (call) cd_buffer_text(&what, (Text){ p->text.at + call->from, call->to - call->from });
    else cd_buffer_text(&what, p->text);
    for (int i = 0; call && i < call->n; i++) {
        double argument = v[p->argument[call->first + i]];
        cd_buffer_print(&what, "%s%.6g", i ? ", " : call->n > 1 ? " with arguments " : " with argument ", argument);
    }
    char label[CD_LABEL_ROOM], key[64];
    snprintf(key, sizeof key, "%.*s", TEXT_ARG(cd_field_key(f)));
    const char *result = isnan(v[culprit]) ? "no number" : isinf(v[culprit]) ? "infinity" : "no finite derivative";
    cd_log(log, e->place, EXPR_NOT_FINITE, cd_label(e, label), x->time, what.at, result, key);
    cd_buffer_close(&what);
}
