/* diff.c - differential equation y' = f, or 0 = f with IMPLICIT. Read by DIF and DIF1. In statics y' = 0 and y is
 * solved for, unless STATIC_HOLD keeps y. Where 0 = f does not contain y' it is an equation of y, and DIF1 the
 * derivative of y (8.50). */
#include "elements/common.h"
#include "kinematics/equation.h"

typedef struct Diff {
    Expr function;
    RealList ic;
    bool implicit, static_hold;
    Text routine, interface;
    bool list;
} Diff;

static const Field fields[] = {
    EXPR(Diff, function, "FUNCTION", MIXED, NEEDED, "rate of the state, or an expression kept at zero"),
    REALS(Diff, ic, "IC", 1, 2, MIXED, 0, "initial state [, guess of its rate]"),
    FLAG(Diff, implicit, "IMPLICIT", 0,
         "the expression is kept at zero; without DIF1 it gives the state, and DIF1 is the derivative of that"),
    FLAG(Diff, static_hold, "STATIC_HOLD", 0, "statics does not change the state"),
    ROUTINE_ROWS(Diff),
    LIST_ROW(Diff),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Diff *d = e->data;
    if (d->ic.n > 1 && !d->implicit) cd_check_only_with(c, e, "the second value of IC", "IMPLICIT");
}

static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    const Diff *d = e->data;
    cd_equation_add(out, (EquationSpec){ .type = d->implicit ? EQUATION_IMPLICIT : EQUATION_RATE,
                                         .kind = KIND_diff,
                                         .index = (int)(e - model->table[KIND_diff].at),
                                         .f = d->function.program,
                                         .start = d->ic.n > 0 ? d->ic.at[0] : 0,
                                         .rate = d->ic.n > 1 ? d->ic.at[1] : 0,
                                         .hold = d->static_hold });
}

const ElementKind cd_element_diff = {
    .keyword = "DIFF",
    .summary = "first-order differential equation",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Diff),
    .fields = fields,
    .equations = equations,
    .check = check,
};
