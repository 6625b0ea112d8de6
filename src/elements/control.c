/* control.c - CONTROL: a user routine takes over and gives the commands. */
#include "elements/common.h"

typedef struct Control {
    Expr function;
    Text routine, interface;
} Control;

static const Field fields[] = {
    EXPR(Control, function, "FUNCTION", MIXED, NEEDED, "USER(...): constants for the routine"),
    ROUTINE_ROWS(Control),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Control *p = e->data;
    cd_check_user(c, e, &p->function, "FUNCTION");
}

const ElementKind cd_element_control = {
    .keyword = "CONTROL",
    .summary = "hands over to a user routine",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Control),
    .fields = fields,
    .check = check,
};
