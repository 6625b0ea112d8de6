/* stop.c - STOP: ends the run. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_stop = {
    .keyword = "STOP",
    .summary = "ends the run",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
};
