/* save.c - SAVE: writes the model and its state, or the state as initial conditions of a dataset, to a file. */
#include "elements/common.h"

typedef struct Save {
    int what;
    Text file;
} Save;

static const Field fields[] = {
    CHOICE(Save, what, "what", "SYSTEM|CONDITIONS", -1, NEEDED, "everything, or initial conditions only"),
    NAME(Save, file, "FILE", NEEDED, "the file"),
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
