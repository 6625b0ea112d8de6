/* mforce.c - load on the modes of a flexible body, with its rigid-body resultant taken by JFLOAT. */
#include "elements/common.h"

typedef struct Mforce {
    int flex_body, jfloat, case_index;
    Expr scale, force, function;
    Text routine, interface;
} Mforce;

static const Field fields[] = {
    REF(Mforce, flex_body, "FLEX_BODY", "FLEX_BODY", NEEDED, "flexible body it acts on"),
    MARKER_REF(Mforce, jfloat, "JFLOAT", ZERO_IS_NONE, "floating marker that takes the reaction"),
    INT(Mforce, case_index, "CASE_INDEX", 0, 0, "load case of the modal file"),
    EXPR(Mforce, scale, "SCALE", MIXED, 0, "factor of the load case"),
    EXPR(Mforce, force, "FORCE", MIXED, 0, "USER(...): a routine gives the modal load"),
    EXPR(Mforce, function, "FUNCTION", MIXED, 0, "USER(...): a routine gives the modal load"),
    ROUTINE_ROWS(Mforce),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Mforce *m = e->data;
    cd_check_user(c, e, &m->force, "FORCE");
    cd_check_user(c, e, &m->function, "FUNCTION");
}

const ElementKind cd_element_mforce = {
    .keyword = "MFORCE",
    .summary = "load on the modes of a flexible body",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Mforce),
    .fields = fields,
    .check = check,
};
