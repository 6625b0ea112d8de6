/* save.c - SAVE: writes the model and its state to a file, for RELOAD: to go on from, or as initial conditions only. */
#include "elements/save.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(Save, what, "what", "SYSTEM|CONDITIONS", -1, NEEDED, "everything, or initial conditions only"),
    NAME(Save, file, "FILE", 0, "the file; if absent, named after the output files with .sav"),
    FIELDS_END,
};

const ElementKind cd_element_save = {
    .keyword = "SAVE",
    .summary = "writes the present state to a file",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Save),
    .fields = fields,
};
