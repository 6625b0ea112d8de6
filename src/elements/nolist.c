/* nolist.c - the statements that follow are not echoed in the tabular file; without effect here. */
#include "elements/common.h"

static const Field fields[] = { FIELDS_END };

const ElementKind cd_element_nolist = {
    .keyword = "NOLIST",
    .summary = "the statements that follow are not echoed",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .fields = fields,
};
