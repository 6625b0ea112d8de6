/* string.c - text for user routines. */
#include "elements/common.h"

typedef struct StringElement {
    Text string;
    bool list;
} StringElement;

static const Field fields[] = {
    TEXT(StringElement, string, "STRING", 0, "the text, to the end of the statement"),
    LIST_ROW(StringElement),
    FIELDS_END,
};

const ElementKind cd_element_string = {
    .keyword = "STRING",
    .summary = "text for user routines",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(StringElement),
    .fields = fields,
};
