/* ucon.c - constraint computed by a user routine; its value is kept at zero. */
#include "elements/common.h"

typedef struct Ucon {
    Expr function;
    Text routine, interface;
} Ucon;

static const Field fields[] = {
    EXPR(Ucon, function, "FUNCTION", MIXED, NEEDED, "USER(...): constants for the routine"),
    ROUTINE_ROWS(Ucon),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Ucon *u = e->data;
    cd_check_user(c, e, &u->function, "FUNCTION");
}

const ElementKind cd_element_ucon = {
    .keyword = "UCON",
    .summary = "constraint computed by a user routine",
    .role = ROLE_CONSTRAINT,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Ucon),
    .fields = fields,
    .freedoms = cd_takes_one,
    .check = check,
};
