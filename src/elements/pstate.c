/* pstate.c - variables to use as states of the linearised model. */
#include "elements/common.h"
#include "elements/pinput.h"

static const Field fields[] = {
    REFS(PlantList, variables, "VARIABLES", "VARIABLE", 1, 0, NEEDED, "the states, in order"),
    FIELDS_END,
};

const ElementKind cd_element_pstate = {
    .keyword = "PSTATE",
    .summary = "states of the linearised model",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(PlantList),
    .fields = fields,
};
