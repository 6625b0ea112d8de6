/* gcon.c - general constraint: an expression of positions and time, or linear in the velocities, that is kept at zero. */
#include "elements/common.h"

typedef struct Gcon {
    int i;
    Expr function;
    bool list;
} Gcon;

static const Field fields[] = {
    MARKER_REF(Gcon, i, "I", ZERO_IS_NONE, "marker at which the reaction is reported; ground if absent"),
    EXPR(Gcon, function, "FUNCTION", MIXED, NEEDED, "expression that is kept at zero"),
    LIST_ROW(Gcon),
    FIELDS_END,
};

const ElementKind cd_element_gcon = {
    .keyword = "GCON",
    .summary = "constraint given by an expression",
    .role = ROLE_CONSTRAINT,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Gcon),
    .fields = fields,
    .freedoms = cd_takes_one,
};
