/* tfsiso.c - transfer function of one input and one output:
 *     y(s) / u(s) = (b0 + b1 s + b2 s^2 + ...) / (a0 + a1 s + a2 s^2 + ...)
 * with coefficients in ascending powers of s, as a chain of states (n: degree of the denominator; 8.25):
 *     x_1' = x_2,  ...  x_n' = (u - a0 x_1 - ... - a_(n-1) x_n) / a_n,     y = sum of (b_k - d a_k) x_(k+1) + d u,   d
 *                  = b_n / a_n
 * In statics its states have no rate, unless STATIC_HOLD keeps them. */
#include "elements/array.h"
#include "elements/common.h"
#include "expr/compile.h"
#include "kinematics/equation.h"

typedef struct Tfsiso {
    int x, u, y;
    RealList numerator, denominator;
    bool static_hold;
    int states;
    const Program **rate, *output;
} Tfsiso;

static const Field fields[] = {
    REF(Tfsiso, x, "X", "ARRAY", NEEDED, "array of the states"),
    REF(Tfsiso, u, "U", "ARRAY", NEEDED, "array of the input"),
    REF(Tfsiso, y, "Y", "ARRAY", NEEDED, "array of the output"),
    REALS(Tfsiso, numerator, "NUMERATOR", 1, 0, MIXED, NEEDED, "b0, b1, ... in ascending powers"),
    REALS(Tfsiso, denominator, "DENOMINATOR", 1, 0, MIXED, NEEDED, "a0, a1, ... in ascending powers"),
    FLAG(Tfsiso, static_hold, "STATIC_HOLD", 0, "statics does not change the states"),
    FIELDS_END,
};

/* Highest power with a non-zero coefficient, -1 if all are zero. */
static int degree(const RealList *p)
{
    int n = p->n - 1;
    while (n >= 0 && p->at[n] == 0) n--;
    return n;
}

static void check(Check *c, const Element *e)
{
    const Tfsiso *t = e->data;
    cd_check_array(c, e, t->x, "X", ARRAY_X, t->denominator.n - 1, "the degree of DENOMINATOR");
    cd_check_array(c, e, t->u, "U", ARRAY_U, 1, "one input");
    cd_check_array(c, e, t->y, "Y", ARRAY_Y, 1, "one output");
    if (!t->numerator.n || !t->denominator.n) return;
    if (t->denominator.at[t->denominator.n - 1] == 0)
        cd_check_bad(c, e, "the last coefficient of DENOMINATOR, that of the highest power, must not be zero");
    else if (degree(&t->numerator) > degree(&t->denominator))
        cd_check_bad(c, e, "NUMERATOR has degree %d, DENOMINATOR only %d: it would differentiate its input",
                     degree(&t->numerator), degree(&t->denominator));
}

static double coefficient(const RealList *p, int k)
{
    return k < p->n ? p->at[k] : 0;
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Tfsiso *t = e->data;
    if (t->x < 0 || t->u < 0 || t->y < 0 || degree(&t->denominator) < 0) return;
    int n = t->states = degree(&t->denominator);
    int x = cd_model_id(model, KIND_array, t->x), u = cd_model_id(model, KIND_array, t->u);
    double last = t->denominator.at[n], direct = coefficient(&t->numerator, n) / last;
    TextBuffer text = { 0 };
    t->rate = ARENA_ARRAY(cd_compiler_arena(c), const Program *, n);
    for (int i = 0; i < n; i++) {
        text.n = 0;
        if (i + 1 < n) {
            cd_buffer_print(&text, "ARYVAL(%d,%d)", x, i + 2);
        } else {
            cd_buffer_print(&text, "(ARYVAL(%d,1)", u);
            for (int k = 0; k < n; k++)
                cd_buffer_print(&text, "-(%.17g)*ARYVAL(%d,%d)", t->denominator.at[k], x, k + 1);
            cd_buffer_print(&text, ")/(%.17g)", last);
        }
        t->rate[i] = cd_compile_text(c, e, text.at);
    }
    text.n = 0;
    cd_buffer_print(&text, "(%.17g)*ARYVAL(%d,1)", direct, u);
    for (int k = 0; k < n; k++)
        cd_buffer_print(&text, "+(%.17g)*ARYVAL(%d,%d)", coefficient(&t->numerator, k) - direct * t->denominator.at[k],
                        x, k + 1);
    t->output = cd_compile_text(c, e, text.at);
    cd_buffer_close(&text);
}

static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    (void)model;
    const Tfsiso *t = e->data;
    for (int i = 0; i < t->states; i++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_RATE,
                                             .kind = KIND_array,
                                             .index = t->x,
                                             .component = i,
                                             .f = t->rate[i],
                                             .hold = t->static_hold });
    cd_equation_add(out, (EquationSpec){ .type = EQUATION_VALUE, .kind = KIND_array, .index = t->y, .f = t->output });
}

const ElementKind cd_element_tfsiso = {
    .keyword = "TFSISO",
    .summary = "transfer function of one input and one output",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Tfsiso),
    .fields = fields,
    .derive = derive,
    .equations = equations,
    .check = check,
};
