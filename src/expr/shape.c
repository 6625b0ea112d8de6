/* shape.c - the shape functions written out in primitives (theory 4.10 to 4.20). Derivatives and switching points
 * follow from these. */
#include "elements/array.h"
#include "elements/curve.h"
#include "elements/matrix.h"
#include "elements/pinput.h"
#include "elements/spline.h"
#include "expr/compiler.h"
#include "kinematics/equation.h"

#include <math.h>
#include <string.h>

static int add(Compiler *c, int a, int b)
{
    return cd_node_2(c, OP_ADD, a, b);
}

static int sub(Compiler *c, int a, int b)
{
    return cd_node_2(c, OP_SUB, a, b);
}

static int mul(Compiler *c, int a, int b)
{
    return cd_node_2(c, OP_MUL, a, b);
}

static int number(Compiler *c, double k)
{
    return cd_node_const(c, k);
}

int cd_expand_if(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    return cd_node_if(c, 0, arg[0].node, arg[1].node, arg[2].node, arg[3].node);
}

/* u = (x - x0) / (x1 - x0), held between 0 and 1; where x1 = x0 it jumps behind x0 */
static int ramp(Compiler *c, int x, int x0, int x1, int level)
{
    int between_ends = sub(c, x1, x0); /* nodes may move */
    const Node *width = &c->node.at[between_ends];
    if (width->op == OP_CONST && width->k == 0)
        return cd_node_if(c, 0, sub(c, x, x0), number(c, 0), number(c, 0), number(c, 1));
    return cd_node_clip(c, cd_node_2(c, OP_DIV, sub(c, x, x0), sub(c, x1, x0)), level);
}

/* h0 + (h1 - h0) s */
static int between(Compiler *c, int h0, int h1, int s)
{
    return add(c, h0, mul(c, sub(c, h1, h0), s));
}

/* h0 + (h1 - h0) u^2 (3 - 2 u)                                                                              (4.10) */
static int step(Compiler *c, int x, int x0, int h0, int x1, int h1)
{
    int u = ramp(c, x, x0, x1, 2);
    int s = mul(c, mul(c, u, u), sub(c, number(c, 3), mul(c, number(c, 2), u)));
    return between(c, h0, h1, s);
}

int cd_expand_step(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    return step(c, arg[0].node, arg[1].node, arg[2].node, arg[3].node, arg[4].node);
}

/* h0 + (h1 - h0) u^3 (10 - 15 u + 6 u^2)                                                                    (4.11) */
static int step5(Compiler *c, int x, int x0, int h0, int x1, int h1)
{
    int u = ramp(c, x, x0, x1, 3), u2 = mul(c, u, u);
    int s = add(c, number(c, 10), mul(c, u, sub(c, mul(c, number(c, 6), u), number(c, 15))));
    return between(c, h0, h1, mul(c, mul(c, u2, u), s));
}

int cd_expand_step5(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    return step5(c, arg[0].node, arg[1].node, arg[2].node, arg[3].node, arg[4].node);
}

/* (h0 + h1)/2 + (h1 - h0)/2 sin(pi u - pi/2) = h0 + (h1 - h0) (1 - cos(pi u))/2                             (4.12) */
int cd_expand_havsin(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    int u = ramp(c, arg[0].node, arg[1].node, arg[3].node, 2);
    int s = mul(c, number(c, 0.5), sub(c, number(c, 1), cd_node_1(c, OP_COS, mul(c, number(c, M_PI), u))));
    return between(c, arg[2].node, arg[4].node, s);
}

/* sum of a_j (x - x0)^j, by Horner's rule                                                                   (4.13) */
int cd_expand_poly(Compiler *c, const FunctionArgument *arg, int n)
{
    int s = sub(c, arg[0].node, arg[1].node), value = arg[n - 1].node;
    for (int j = n - 2; j >= 2; j--) value = add(c, arg[j].node, mul(c, value, s));
    return add(c, value, number(c, 0));
}

/* sum of a_j T_j(x - x0), T_n = 2 s T_{n-1} - T_{n-2}                                                       (4.14) */
int cd_expand_cheby(Compiler *c, const FunctionArgument *arg, int n)
{
    int s = sub(c, arg[0].node, arg[1].node), older = number(c, 1), newer = s;
    int value = add(c, arg[2].node, number(c, 0)), twice = mul(c, number(c, 2), s);
    for (int j = 3; j < n; j++) {
        value = add(c, value, mul(c, arg[j].node, newer));
        int next = sub(c, mul(c, twice, newer), older);
        older = newer, newer = next;
    }
    return value;
}

/* a0 + sum of a_j cos or sin(j w (x - x0))                                                                  (4.15) */
static int fourier(Compiler *c, Op op, const FunctionArgument *arg, int n)
{
    int angle = mul(c, arg[2].node, sub(c, arg[0].node, arg[1].node)), value = add(c, arg[3].node, number(c, 0));
    for (int j = 4; j < n; j++)
        value = add(c, value, mul(c, arg[j].node, cd_node_1(c, op, mul(c, number(c, j - 3), angle))));
    return value;
}

int cd_expand_forcos(Compiler *c, const FunctionArgument *arg, int n)
{
    return fourier(c, OP_COS, arg, n);
}

int cd_expand_forsin(Compiler *c, const FunctionArgument *arg, int n)
{
    return fourier(c, OP_SIN, arg, n);
}

/* a sin(w (x - x0) - phi) + b                                                                               (4.16) */
int cd_expand_shf(Compiler *c, const FunctionArgument *arg, int n)
{
    int angle = sub(c, mul(c, arg[3].node, sub(c, arg[0].node, arg[1].node)), arg[4].node);
    int value = mul(c, arg[2].node, cd_node_1(c, OP_SIN, angle));
    return add(c, value, n > 5 ? arg[5].node : number(c, 0));
}

/* Phase in turns: f0 x before x0, then the frequency rises linearly until x1, then f1 x less a constant. With u = (x -
 * x0)/(x1 - x0)
 * held between 0 and 1:  q = f0 x + (f1 - f0) [ (x1 - x0) u^2 / 2 + max(x - x1, 0) ]                         (4.17) */
int cd_expand_sweep(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    int x = arg[0].node, a = arg[1].node, x0 = arg[2].node, f0 = arg[3].node, x1 = arg[4].node, f1 = arg[5].node,
        dx = arg[6].node;
    int width = sub(c, x1, x0), u = ramp(c, x, x0, x1, 2);
    /* inside the ramp u^2 width / 2 turns of (f1 - f0); beyond its end the rest of x counts in full */
    int beyond = cd_node_2(c, OP_DIM, x, x1);
    int extra = add(c, mul(c, mul(c, number(c, 0.5), width), mul(c, u, u)), beyond);
    int turns = add(c, mul(c, f0, x), mul(c, sub(c, f1, f0), extra));
    int fade = step5(c, x, x0, number(c, 0), add(c, x0, dx), number(c, 1));
    return mul(c, mul(c, fade, a), cd_node_1(c, OP_SIN, mul(c, number(c, 2 * M_PI), turns)));
}

/* k p^e - STEP(x, x1 - d, cmax, x1, 0) x', not below zero, where p = x1 - x > 0                              (4.18) */
static int one_sided(Compiler *c, int x, int rate, int x1, int k, int e, int cmax, int d)
{
    int p = sub(c, x1, x), zero = number(c, 0);
    double exponent = 0;
    bool continuous = cd_node_is_const(c, e, &exponent) && exponent > 0;
    bool inner = c->inner;
    c->inner = true;
    /* |p|, so that the branch not taken, and with it the switching point of MAX, is a number too */
    int spring = mul(c, k, cd_node_2(c, OP_POW, cd_node_1(c, OP_ABS, p), e));
    int damper = mul(c, step(c, x, sub(c, x1, d), cmax, x1, zero), rate);
    int force = cd_node_2(c, OP_MAX, zero, sub(c, spring, damper));
    c->inner = inner;
    return cd_node_if(c, continuous ? 1 : 0, p, zero, zero, force);
}

int cd_expand_impact(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    return one_sided(c, arg[0].node, arg[1].node, arg[2].node, arg[3].node, arg[4].node, arg[5].node, arg[6].node);
}

/* The same at both ends; the upper one is the lower one seen in a mirror                                     (4.19) */
int cd_expand_bistop(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    int x = arg[0].node, rate = arg[1].node, k = arg[4].node, e = arg[5].node, cmax = arg[6].node, d = arg[7].node;
    int low = one_sided(c, x, rate, arg[2].node, k, e, cmax, d);
    int high = one_sided(c, cd_node_1(c, OP_NEG, x), cd_node_1(c, OP_NEG, rate), cd_node_1(c, OP_NEG, arg[3].node), k,
                         e, cmax, d);
    return sub(c, low, high);
}

/* ---- curves ------------------------------------------------------------------------------------------------------ */

static int spline(Compiler *c, const FunctionArgument *arg, int n, InterpolantMethod method)
{
    int order = n > 3 ? arg[3].number : 0;
    if (order < 0 || order > 2) return cd_compile_refuse(c, "the order of the derivative is 0, 1 or 2");
    return cd_node_spline(c, arg[0].node, arg[1].node, arg[2].number, method, order);
}

int cd_expand_cubspl(Compiler *c, const FunctionArgument *arg, int n)
{
    return spline(c, arg, n, INTERPOLATE_CUBIC);
}

int cd_expand_akispl(Compiler *c, const FunctionArgument *arg, int n)
{
    return spline(c, arg, n, INTERPOLATE_AKIMA);
}

int cd_expand_interp(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    if (arg[1].number != 1 && arg[1].number != 3)
        return cd_compile_refuse(c, "the method is 1 (straight lines) or 3 (cubic)");
    return cd_node_spline(c, arg[0].node, -1, arg[2].number,
                          arg[1].number == 1 ? INTERPOLATE_LINEAR : INTERPOLATE_CUBIC, 0);
}

/* The curve through a SPLINE, made when the first expression asks for it. */
static const Interpolant *interpolant(Compiler *c, int index)
{
    CdModel *m = c->model;
    if (!m->interpolant) m->interpolant = ARENA_ARRAY(&m->arena, const Interpolant *, m->table[KIND_spline].n);
    if (m->interpolant[index]) return m->interpolant[index];
    const Spline *s = MODEL_AT(c->model, spline, Spline, index);
    if (!s->x.n || !s->y.n) {
        cd_compile_refuse(c, "this SPLINE has no points of its own (curves from files are not read)");
        return NULL;
    }
    bool family = cd_spline_is_family(s);
    int n = s->x.n, curves = s->y.n;
    for (int i = 0; i < curves; i++)
        if (s->y.at[i].n != n + family || n < 2) return c->failed = true, NULL; /* its own check has said so */
    const double **y = ARENA_ARRAY(&c->scratch, const double *, curves);
    double *z = ARENA_ARRAY(&c->scratch, double, curves);
    for (int i = 0; i < curves; i++) {
        y[i] = s->y.at[i].at + family;
        z[i] = family ? s->y.at[i].at[0] : 0;
    }
    return m->interpolant[index] = cd_interpolant_new(&m->arena, n, curves, s->x.at, z, y, s->linear_extrapolate);
}

/* Inner points, both ends, inner curves of a family. */
static void spline_kinks(Compiler *c, const Interpolant *p, int x, int z, InterpolantMethod method, int order)
{
    int first = c->kink.n, inner = method == INTERPOLATE_CUBIC ? 3 : method == INTERPOLATE_AKIMA ? 2 : 1;
    cd_kink(c, KINK_KNOT, x, -1, 0, inner > order ? inner - order : 0);
    if (method != INTERPOLATE_LINEAR) {
        cd_kink(c, KINK_SIGN, x, -1, p->x[0], order ? 0 : 1);
        cd_kink(c, KINK_SIGN, x, -1, p->x[p->n - 1], order ? 0 : 1);
    }
    if (z >= 0 && p->curves > 2) cd_kink(c, KINK_CURVE, z, -1, 0, 1);
    for (int i = first; i < c->kink.n; i++) c->kink.at[i].spline = c->spline.n - 1;
}

int cd_node_spline(Compiler *c, int x, int z, int index, InterpolantMethod method, int order)
{
    const Interpolant *p = interpolant(c, index);
    if (!p) return cd_node_const(c, 0);
    ARRAY_PUSH(&c->scratch, &c->spline, p);
    if (p->curves == 1) z = -1;
    spline_kinks(c, p, x, z, method, order);
    Node n = { .op = OP_SPLINE, .a = x, .b = z, .c = c->spline.n - 1, .k = 8 * (int)method + order, .call = c->call };
    ARRAY_PUSH(&c->scratch, &c->node, n);
    return c->node.n - 1;
}

const SpaceCurve *cd_compile_curve(Compiler *c, int index)
{
    CdModel *m = c->model;
    if (!m->curve) m->curve = ARENA_ARRAY(&m->arena, const SpaceCurve *, m->table[KIND_curve].n);
    const CurveStatement *s = MODEL_AT(m, curve, CurveStatement, index);
    if (m->curve[index] || s->matrix < 0) return m->curve[index];
    const MatrixElement *k = MODEL_AT(m, matrix, MatrixElement, s->matrix);
    bool listed = k->full >= 0 ? k->values.n == (long long)k->rows * k->columns
                               : k->i.n == k->values.n && k->j.n == k->values.n && k->rows <= CD_SYSTEM_LIMIT;
    if (!listed || k->columns != 3 || k->rows < cd_curve_least(s) || s->order < 2 || s->order > CURVE_HIGHEST_ORDER ||
        !(s->minpar < s->maxpar))
        return NULL; /* its own check has said so */
    Vec3 *point = ARENA_ARRAY(&m->arena, Vec3, k->rows);
    for (int i = 0; i < k->rows; i++)
        point[i] = v3(cd_matrix_at(k, i, 0), cd_matrix_at(k, i, 1), cd_matrix_at(k, i, 2));
    bool closed = s->closure == CURVE_CLOSED;
    m->curve[index] = s->curve_points
                          ? cd_curve_through(&m->arena, k->rows, point, closed, s->minpar, s->maxpar)
                          : cd_curve_spline(&m->arena, k->rows, point, s->order, closed, s->minpar, s->maxpar);
    return m->curve[index];
}

int cd_expand_curve(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    if (arg[1].number < 0 || arg[1].number > 2) return cd_compile_refuse(c, "the order of the derivative is 0, 1 or 2");
    if (arg[2].number < 1 || arg[2].number > 3) return cd_compile_refuse(c, "the component is 1 (x), 2 (y) or 3 (z)");
    const SpaceCurve *curve = cd_compile_curve(c, arg[3].number);
    if (!curve && MODEL_AT(c->model, curve, CurveStatement, arg[3].number)->matrix < 0)
        return cd_compile_refuse(c, "this CURVE is computed by a routine, which this version cannot call");
    if (!curve) return c->failed = true, cd_node_const(c, 0);
    if (curve->pieces > 1) { /* where pieces meet */
        double per_alpha = curve->pieces / (curve->to - curve->from);
        int piece = mul(c, arg[0].node, cd_node_const(c, per_alpha)), level = curve->order - 1 - arg[1].number;
        cd_kink(c, KINK_HALF, piece, -1, curve->from * per_alpha + 0.5, level > 0 ? level : 0);
    }
    Node node = { .op = OP_CURVE,
                  .a = arg[0].node,
                  .b = -1,
                  .c = arg[3].number,
                  .k = 8 * arg[2].number + arg[1].number,
                  .call = c->call };
    ARRAY_PUSH(&c->scratch, &c->node, node);
    return c->node.n - 1;
}

/* ---- a signal from its spectrum ---------------------------------------------------------------------------------- */

/* Numbers between 0 and 1, the same for the same seed on every machine. */
static double uniform(unsigned long long *s)
{
    *s = *s * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*s >> 11) / 9007199254740992.0;
}

/* sum of sqrt(2 S(f_i) df_i) sin(2 pi f_i x + phi_i), phi_i at random                                         (4.20) */
int cd_expand_invpsd(Compiler *c, const FunctionArgument *arg, int n)
{
    enum { FEWEST_ARGUMENTS = 5, MOST_LINES = 1000 };
    double f0, f1, logarithmic = 0, seed = 0;
    if (n < FEWEST_ARGUMENTS || !cd_node_is_const(c, arg[2].node, &f0) || !cd_node_is_const(c, arg[3].node, &f1) ||
        (n > 5 && !cd_node_is_const(c, arg[5].node, &logarithmic)) ||
        (n > 6 && !cd_node_is_const(c, arg[6].node, &seed)))
        return cd_compile_refuse(c, "INVPSD(x, id, f0, f1, nf, log, seed) takes constants behind x");
    int lines = arg[4].number;
    if (!(f0 > 0) || !(f1 > f0) || lines < 1 || lines > MOST_LINES)
        return cd_compile_refuse(c, "INVPSD needs 0 < f0 < f1 and 1 to 1000 frequencies");
    const Interpolant *spectrum = interpolant(c, arg[1].number);
    if (!spectrum) return number(c, 0);
    unsigned long long state = (unsigned long long)fabs(seed) + 1;
    int value = number(c, 0);
    for (int i = 0; i < lines; i++) {
        double low = (double)i / lines, high = (double)(i + 1) / lines;
        double a = logarithmic > 0 ? f0 * pow(f1 / f0, low) : f0 + (f1 - f0) * low;
        double b = logarithmic > 0 ? f0 * pow(f1 / f0, high) : f0 + (f1 - f0) * high;
        double f = (a + b) / 2, density = cd_interpolant_eval(spectrum, INTERPOLATE_LINEAR, f, 0, 0).f;
        double amplitude = density > 0 ? sqrt(2 * density * (b - a)) : 0;
        int angle = add(c, mul(c, number(c, 2 * M_PI * f), arg[0].node), number(c, 2 * M_PI * uniform(&state)));
        value = add(c, value, mul(c, number(c, amplitude), cd_node_1(c, OP_SIN, angle)));
    }
    return value;
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

int cd_expand_delay(Compiler *c, const FunctionArgument *arg, int n)
{
    int node = cd_node_delay(c, arg[0].node, arg[1].node, n > 2 ? arg[2].node : arg[0].node);
    return add(c, node, number(c, 0));
}

int cd_expand_mag(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    const int *v = arg[0].vector;
    int sum = add(c, add(c, mul(c, v[0], v[0]), mul(c, v[1], v[1])), mul(c, v[2], v[2]));
    return cd_node_1(c, OP_SQRT, sum);
}

static bool has_entry(const ArrayElement *a, int k)
{
    int entries = cd_array_size(a);
    return k >= 0 && (entries == 0 || k < entries);
}

/* Entries of an ARRAY: constants are constants, inputs are variables, states and outputs belong to a system element. */
int cd_expand_aryval(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    const ArrayElement *a = MODEL_AT(c->model, array, ArrayElement, arg[0].number);
    int k = arg[1].number - 1;
    if (!has_entry(a, k)) return cd_compile_refuse(c, "the ARRAY has no such entry; they count from 1");
    if (a->numbers.n) return number(c, a->numbers.at[k]);
    if (a->variables.n) return cd_node_state(c, KIND_variable, a->variables.at[k], 0);
    return cd_node_state(c, KIND_array, arg[0].number, k);
}

int cd_expand_arydot(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    const ArrayElement *a = MODEL_AT(c->model, array, ArrayElement, arg[0].number);
    int k = arg[1].number - 1;
    if (a->type != ARRAY_X) return cd_compile_refuse(c, "only states have rates: the ARRAY is to be of type X");
    if (!has_entry(a, k)) return cd_compile_refuse(c, "the ARRAY has no such entry; they count from 1");
    return cd_node_state(c, KIND_array, arg[0].number, CD_RATE_OF(k));
}

static int plant_value(Compiler *c, KindIndex kind, const FunctionArgument *arg)
{
    const PlantList *p = kind == KIND_pinput ? MODEL_AT(c->model, pinput, PlantList, arg[0].number)
                                             : MODEL_AT(c->model, poutput, PlantList, arg[0].number);
    int k = arg[1].number - 1;
    if (k < 0 || k >= p->variables.n) return cd_compile_refuse(c, "the list has no such entry; they count from 1");
    return cd_node_state(c, KIND_variable, p->variables.at[k], 0);
}

int cd_expand_pinval(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    return plant_value(c, KIND_pinput, arg);
}

int cd_expand_pouval(Compiler *c, const FunctionArgument *arg, int n)
{
    (void)n;
    return plant_value(c, KIND_poutput, arg);
}
