/* gse.c - general state equations x' = f(x, xd, u, t), or f(x', x, xd, u, t) = 0 with IMPLICIT, and y = g(x, xd, u, t),
 * with sampled states xd := h(x, xd, u, t) at SAMPLE_OFFSET and every SAMPLE_PERIOD from then on; all computed by a
 * user routine: rates, outputs, samples. */
#include "elements/array.h"
#include "elements/common.h"
#include "expr/compile.h"
#include "kinematics/equation.h"

typedef struct Gse {
    int ns, no, ni, nd;
    int x, u, y, ic, xd, icd;
    Expr sample_period, sample_offset, function;
    TextList routine, interface; /* for rates, outputs, samples and sampling times */
    bool implicit, static_hold;
    int xxflag, xuflag, yxflag, yuflag;
    const Program **program; /* of the rates, of the outputs, of the samples */
} Gse;

#define DERIVATIVE(member, key_, doc_) WORD(Gse, member, key_, "NONE|NONZERO|CONSTANT|USER", -1, 0, doc_)

static const Field fields[] = {
    INT(Gse, ns, "NS", 0, NOT_NEGATIVE, "number of continuous states"),
    INT(Gse, no, "NO", 0, NOT_NEGATIVE, "number of outputs"),
    INT(Gse, ni, "NI", 0, NOT_NEGATIVE, "number of inputs"),
    INT(Gse, nd, "ND", 0, NOT_NEGATIVE, "number of sampled states"),
    REF(Gse, x, "X", "ARRAY", 0, "array of the continuous states"),
    REF(Gse, u, "U", "ARRAY", 0, "array of the inputs"),
    REF(Gse, y, "Y", "ARRAY", 0, "array of the outputs"),
    REF(Gse, ic, "IC", "ARRAY", 0, "array of initial continuous states"),
    REF(Gse, xd, "XD", "ARRAY", 0, "array of the sampled states"),
    REF(Gse, icd, "ICD", "ARRAY", 0, "array of initial sampled states"),
    EXPR(Gse, sample_period, "SAMPLE_PERIOD", TIME, 0, "time between samples"),
    EXPR(Gse, sample_offset, "SAMPLE_OFFSET", TIME, 0, "time of the first sample"),
    FLAG(Gse, implicit, "IMPLICIT", 0, "the equations contain the rates"),
    FLAG(Gse, static_hold, "STATIC_HOLD", 0, "statics does not change the states"),
    EXPR(Gse, function, "FUNCTION", MIXED, 0, "USER(...): constants for the routine"),
    NAMES(Gse, routine, "ROUTINE", 1, 0, 0, "library::name of the user routines"),
    NAMES(Gse, interface, "INTERFACE", 1, 0, 0, "library::name of the user routines, one per purpose"),
    DERIVATIVE(xxflag, "XXFLAG", "how the derivative of the rates by the states is known"),
    DERIVATIVE(xuflag, "XUFLAG", "how the derivative of the rates by the inputs is known"),
    DERIVATIVE(yxflag, "YXFLAG", "how the derivative of the outputs by the states is known"),
    DERIVATIVE(yuflag, "YUFLAG", "how the derivative of the outputs by the inputs is known"),
    FIELDS_END,
};

static void check_count(Check *c, const Element *e, int n, const char *key)
{
    if (n > CD_SYSTEM_LIMIT)
        cd_check_bad(c, e, "%s = %d is more than the %d that this version can take", key, n, CD_SYSTEM_LIMIT);
}

static void check(Check *c, const Element *e)
{
    const Gse *g = e->data;
    cd_check_user(c, e, &g->function, "FUNCTION");
    if (g->ns > 0 && !GIVEN(e, Gse, x)) cd_check_missing(c, e, "X");
    if (g->no > 0 && !GIVEN(e, Gse, y)) cd_check_missing(c, e, "Y");
    if (g->nd > 0 && !GIVEN(e, Gse, xd)) cd_check_missing(c, e, "XD");
    if (g->nd > 0 && !GIVEN(e, Gse, sample_period)) cd_check_missing(c, e, "SAMPLE_PERIOD");
    check_count(c, e, g->ns, "NS"), check_count(c, e, g->no, "NO"), check_count(c, e, g->nd, "ND");
    cd_check_array(c, e, g->x, "X", ARRAY_X, g->ns, "NS");
    cd_check_array(c, e, g->u, "U", ARRAY_U, g->ni, "NI");
    cd_check_array(c, e, g->y, "Y", ARRAY_Y, g->no, "NO");
    cd_check_array(c, e, g->ic, "IC", ARRAY_IC, g->ns, "NS");
    cd_check_array(c, e, g->xd, "XD", ARRAY_X, g->nd, "ND");
    cd_check_array(c, e, g->icd, "ICD", ARRAY_IC, g->nd, "ND");
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    (void)model;
    Gse *g = e->data;
    g->program = ARENA_ARRAY(cd_compiler_arena(c), const Program *, g->ns + g->no + g->nd);
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    const Gse *g = e->data;
    int inputs = g->u < 0 ? 0 : cd_array_size(MODEL_AT(model, array, ArrayElement, g->u));
    *use = (RoutineUse){ .outputs = g->ns + g->no + g->nd,
                         .program = g->program,
                         .states = g->ns,
                         .state_array = cd_model_id(model, KIND_array, g->x),
                         .inputs = inputs,
                         .input_array = cd_model_id(model, KIND_array, g->u),
                         .samples = g->nd,
                         .sample_array = cd_model_id(model, KIND_array, g->xd),
                         .rates = g->implicit };
}

/* Entry k of an array of initial values; 0 where there is none. */
static double first_value(const CdModel *model, int array, int k)
{
    const ArrayElement *a = array < 0 ? NULL : MODEL_AT(model, array, ArrayElement, array);
    return a && k < a->numbers.n ? a->numbers.at[k] : 0;
}

static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    const Gse *g = e->data;
    const Program **f = g->program;
    for (int k = 0; k < g->ns; k++)
        cd_equation_add(out, (EquationSpec){ .type = g->implicit ? EQUATION_IMPLICIT : EQUATION_RATE,
                                             .kind = KIND_array,
                                             .index = g->x,
                                             .component = k,
                                             .f = f[k],
                                             .start = first_value(model, g->ic, k),
                                             .hold = g->static_hold });
    for (int k = 0; k < g->no; k++)
        cd_equation_add(
            out, (EquationSpec){
                     .type = EQUATION_VALUE, .kind = KIND_array, .index = g->y, .component = k, .f = f[g->ns + k] });
    for (int k = 0; k < g->nd; k++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_MEMORY,
                                             .kind = KIND_array,
                                             .index = g->xd,
                                             .component = k,
                                             .f = f[g->ns + g->no + k],
                                             .period = g->sample_period.program,
                                             .offset = g->sample_offset.program,
                                             .start = first_value(model, g->icd, k) });
}

static const char *refuse(const CdModel *model, const Element *e)
{
    (void)model;
    const Gse *g = e->data;
    if (!g->function.user) return "it has no FUNCTION = USER(...)";
    return NULL;
}

const ElementKind cd_element_gse = {
    .keyword = "GSE",
    .summary = "state equations computed by a user routine",
    .role = ROLE_SYSTEM,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Gse),
    .fields = fields,
    .derive = derive,
    .routine = routine,
    .equations = equations,
    .refuse = refuse,
    .check = check,
};
