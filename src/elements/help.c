/* help.c - HELP: explains a command. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_help = {
    .keyword = "HELP",
    .summary = "explains a command",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
};
