/* diff.c - differential equation y' = f, or 0 = f with IMPLICIT. Read by DIF and DIF1. In statics y' = 0 and y is solved for,
 * unless STATIC_HOLD keeps y. */
#include "elements/common.h"

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
    FLAG(Diff, implicit, "IMPLICIT", 0, "the expression contains the rate and is kept at zero"),
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

const ElementKind cd_element_diff = {
    .keyword = "DIFF",
    .summary = "first-order differential equation",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Diff),
    .fields = fields,
    .check = check,
};
