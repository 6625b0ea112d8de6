/* gse.c - general state equations x' = f(x, u, t), y = g(x, u, t), with sampled states x_d[k+1] = h(x_d[k], ...), all computed by a
 * user routine. */
#include "elements/common.h"

typedef struct Gse {
    int ns, no, ni, nd;
    int x, u, y, ic, xd, icd;
    Expr sample_period, sample_offset, function;
    TextList routine, interface; /* for rates, outputs, samples and sampling times */
    bool implicit, static_hold;
    int xxflag, xuflag, yxflag, yuflag;
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

static void check(Check *c, const Element *e)
{
    const Gse *g = e->data;
    cd_check_user(c, e, &g->function, "FUNCTION");
    if (g->ns > 0 && !GIVEN(e, Gse, x)) cd_check_missing(c, e, "X");
    if (g->no > 0 && !GIVEN(e, Gse, y)) cd_check_missing(c, e, "Y");
    if (g->nd > 0 && !GIVEN(e, Gse, xd)) cd_check_missing(c, e, "XD");
    if (g->nd > 0 && !GIVEN(e, Gse, sample_period)) cd_check_missing(c, e, "SAMPLE_PERIOD");
}

const ElementKind cd_element_gse = {
    .keyword = "GSE",
    .summary = "state equations computed by a user routine",
    .role = ROLE_SYSTEM,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Gse),
    .fields = fields,
    .check = check,
};
