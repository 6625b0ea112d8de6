/* menu.c - MENU: lists the commands. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_menu = {
    .keyword = "MENU",
    .summary = "lists the commands",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
};
