/* variable.c - algebraic unknown v with equation v - f = 0, solved together with the motion; loops are allowed. Read by
 * VARVAL. */
#include "elements/common.h"
#include "kinematics/equation.h"

typedef struct Variable {
    Expr function;
    double ic;
    Text routine, interface;
    bool list;
} Variable;

static const Field fields[] = {
    EXPR(Variable, function, "FUNCTION", MIXED, NEEDED, "value"),
    REAL(Variable, ic, "IC", MIXED, 0, 0, "first guess of the value"),
    ROUTINE_ROWS(Variable),
    LIST_ROW(Variable),
    FIELDS_END,
};

static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    const Variable *v = e->data;
    cd_equation_add(out, (EquationSpec){ .type = EQUATION_VALUE,
                                         .kind = KIND_variable,
                                         .index = (int)(e - model->table[KIND_variable].at),
                                         .f = v->function.program,
                                         .start = v->ic });
}

const ElementKind cd_element_variable = {
    .keyword = "VARIABLE",
    .summary = "algebraic unknown given by an expression",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Variable),
    .fields = fields,
    .equations = equations,
};
