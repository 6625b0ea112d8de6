/* primitive.c - the operations programs are made of: value and derivatives. */
#include "expr/primitive.h"

#include <math.h>

/* The curve of a node at its operands, derivative number `more` in x beyond the one it stands for. */
static Interpolated spline_at(const Program *p, const Node *n, const double *v, int more)
{
    int packed = (int)n->k;
    return cd_interpolant_eval(p->spline[n->c], (InterpolantMethod)(packed / 8), v[n->a], n->b < 0 ? 0 : v[n->b],
                               packed % 8 + more);
}

static double curve_at(const Program *p, const Node *n, double alpha, int more)
{
    int packed = (int)n->k;
    return v3_get(cd_curve_eval(p->curve[n->c], alpha, packed % 8 + more), packed / 8 - 1);
}

double cd_primitive_value(const Program *p, const Node *n, const double *v)
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
    case OP_SPLINE: return spline_at(p, n, v, 0).f;
    case OP_CURVE: return curve_at(p, n, a, 0);
    }
    return NAN;
}

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

Local cd_primitive_local(const Program *p, const Node *n, const double *v, int i)
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
        Interpolated s = spline_at(p, n, v, 0);
        return (Local){ .a = s.fx, .b = s.fz, .aa = s.fxx, .ab = s.fxz };
    }
    case OP_CURVE: return (Local){ .a = curve_at(p, n, a, 1), .aa = curve_at(p, n, a, 2) };
    case OP_CONST:
    case OP_LEAF:
    case OP_AINT:
    case OP_ANINT:
    case OP_IF: break;
    }
    return (Local){ 0 };
}

/* a**b to third order; the exponent as in local_pow. */
static Third third_pow(double a, double b, bool constant_exponent)
{
    double c = b * (b - 1) * (b - 2);
    Third d = { .aaa = c == 0 ? 0 : c * pow(a, b - 3) };
    if (constant_exponent) return d;
    double power = pow(a, b), l = a == 0 ? 0 : log(a), a1 = pow(a, b - 1);
    d.bbb = l * l * l * power;
    d.abb = a1 * l * (2 + b * l);
    d.aab = pow(a, b - 2) * (2 * b - 1 + b * (b - 1) * l);
    return d;
}

Third cd_primitive_third(const Program *p, const Node *n, const double *v, int i)
{
    double a = v[n->a], b = n->op == OP_SPLINE || n->b < 0 ? 0 : v[n->b], f = v[i];
    switch ((Op)n->op) {
    case OP_DIV: return (Third){ .abb = 2 / (b * b * b), .bbb = -6 * f / (b * b * b) };
    case OP_POW: return third_pow(a, b, p->node[n->b].op == OP_CONST);
    case OP_SQRT: return (Third){ .aaa = 0.375 / (f * a * a) };
    case OP_EXP: return (Third){ .aaa = f };
    case OP_LOG: return (Third){ .aaa = 2 / (a * a * a) };
    case OP_LOG10: return (Third){ .aaa = 2 * M_LOG10E / (a * a * a) };
    case OP_SIN: return (Third){ .aaa = -cos(a) };
    case OP_COS: return (Third){ .aaa = sin(a) };
    case OP_TAN: return (Third){ .aaa = (1 + f * f) * (2 + 6 * f * f) };
    case OP_ASIN: return (Third){ .aaa = (1 + 2 * a * a) * pow(1 - a * a, -2.5) };
    case OP_ACOS: return (Third){ .aaa = -(1 + 2 * a * a) * pow(1 - a * a, -2.5) };
    case OP_ATAN: {
        double s = 1 / (1 + a * a);
        return (Third){ .aaa = (6 * a * a - 2) * s * s * s };
    }
    case OP_SINH: return (Third){ .aaa = cosh(a) };
    case OP_COSH: return (Third){ .aaa = sinh(a) };
    case OP_TANH: return (Third){ .aaa = (1 - f * f) * (6 * f * f - 2) };
    case OP_ATAN2: { /* Im log z, z = b + i a: each a in the index of 2 / z^3 is a factor i */
        double s = 1 / (a * a + b * b), t = 2 * s * s * s;
        double re = t * (b * b * b - 3 * a * a * b), im = t * (a * a * a - 3 * a * b * b);
        return (Third){ .bbb = im, .abb = re, .aab = -im, .aaa = -re };
    }
    case OP_SPLINE: {
        Interpolated s = spline_at(p, n, v, 1);
        return (Third){ .aaa = s.fxx, .aab = s.fxz };
    }
    case OP_CURVE: return (Third){ .aaa = curve_at(p, n, a, 3) };
    default: return (Third){ 0 }; /* of second degree at most between its switching points */
    }
}

int cd_branch_taken(const Node *n, const double *v)
{
    return v[n->a] < 0 ? n->b : v[n->a] > 0 ? n->d : n->c;
}

bool cd_has_second_operand(const Node *n)
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
