/* pinput.c - variables that are inputs of the model for linearisation and co-simulation. Read by PINVAL. */
#include "elements/pinput.h"

#include "elements/common.h"

static const Field fields[] = {
    REFS(PlantList, variables, "VARIABLES", "VARIABLE", 1, 0, NEEDED, "the inputs, in order"),
    FIELDS_END,
};

const ElementKind cd_element_pinput = {
    .keyword = "PINPUT",
    .summary = "inputs of the plant",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(PlantList),
    .fields = fields,
};
