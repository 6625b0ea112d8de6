/* nload.c - NLOAD, a rare statement: its arguments are kept as they are, and it has no effect. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_nload = {
    .keyword = "NLOAD",
    .summary = "load on several markers",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
    .check = cd_check_unused,
};
