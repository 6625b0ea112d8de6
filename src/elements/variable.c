/* variable.c - algebraic unknown v with equation v - f = 0, solved together with the motion; loops are allowed. Read by VARVAL. */
#include "elements/common.h"

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

const ElementKind cd_element_variable = {
    .keyword = "VARIABLE",
    .summary = "algebraic unknown given by an expression",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Variable),
    .fields = fields,
};
