/* time.c - TIME: prints the time of the simulation and of the computer. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_time = {
    .keyword = "TIME",
    .summary = "prints the time of the simulation and of the computer",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
};
