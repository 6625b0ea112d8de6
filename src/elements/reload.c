/* reload.c - RELOAD: goes back to a saved model and state, or saved initial conditions. */
#include "elements/save.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(Reload, what, "what", "SYSTEM|CONDITIONS", -1, NEEDED, "everything, or initial conditions only"),
    NAME(Reload, file, "FILE", 0, "the file; if absent, named after the output files with .sav"),
    NAME(Reload, output_prefix, "OUTPUT_PREFIX", 0, "first part of the names of the output files from here"),
    FIELDS_END,
};

const ElementKind cd_element_reload = {
    .keyword = "RELOAD",
    .summary = "goes back to a saved state",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Reload),
    .fields = fields,
};
