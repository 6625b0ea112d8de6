/* deactivate.c - DEACTIVATE: elements stay in the model but do not act. */
#include "elements/activate.h"
#include "elements/common.h"

const ElementKind cd_element_deactivate = {
    .keyword = "DEACTIVATE",
    .summary = "switches elements off",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Switch),
    .fields = cd_switch_fields,
    .check = cd_switch_check,
};
