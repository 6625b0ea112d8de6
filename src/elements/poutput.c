/* poutput.c - variables that are outputs of the model for linearisation and co-simulation. Read by POUVAL. */
#include "elements/common.h"

typedef struct Poutput {
    IntList variables;
} Poutput;

static const Field fields[] = {
    REFS(Poutput, variables, "VARIABLES", "VARIABLE", 1, 0, NEEDED, "the outputs, in order"),
    FIELDS_END,
};

const ElementKind cd_element_poutput = {
    .keyword = "POUTPUT",
    .summary = "outputs of the plant",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Poutput),
    .fields = fields,
};
