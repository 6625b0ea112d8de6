/* environment.c - environment variable of the commercial program; read and kept, without effect here. */
#include "elements/common.h"

typedef struct Environment {
    Text name, value;
    bool list;
} Environment;

static const Field fields[] = {
    NAME(Environment, name, "NAME", 0, "name of the variable"),
    NAME(Environment, value, "VALUE", 0, "its value"),
    LIST_ROW(Environment),
    FIELDS_END,
};

const ElementKind cd_element_environment = {
    .keyword = "ENVIRONMENT",
    .summary = "environment variable",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Environment),
    .fields = fields,
};
