/* poutput.c - variables that are outputs of the model for linearisation and co-simulation. Read by POUVAL. */
#include "elements/common.h"
#include "elements/pinput.h"

static const Field fields[] = {
    REFS(PlantList, variables, "VARIABLES", "VARIABLE", 1, 0, NEEDED, "the outputs, in order"),
    FIELDS_END,
};

const ElementKind cd_element_poutput = {
    .keyword = "POUTPUT",
    .summary = "outputs of the plant",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(PlantList),
    .fields = fields,
};
