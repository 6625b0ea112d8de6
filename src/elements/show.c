/* show.c - SHOW: prints settings and elements. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_show = {
    .keyword = "SHOW",
    .summary = "prints settings and elements",
    .role = ROLE_COMMAND,
    .flags = OPTIONAL_ID | ONLY_COMMAND | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
};
