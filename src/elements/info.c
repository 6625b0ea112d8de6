/* info.c - INFO: prints the present motion of a marker, or the load between two. */
#include "elements/common.h"

typedef struct Info {
    int type, i, j, rm;
} Info;

static const Field fields[] = {
    CHOICE(Info, type, "type", "DISPLACEMENT|VELOCITY|ACCELERATION|FORCE", -1, 0, "quantity"),
    MARKER_REF(Info, i, "I", ZERO_IS_NONE, "marker that is observed"),
    MARKER_REF(Info, j, "J", ZERO_IS_NONE, "marker it is observed from; ground if absent"),
    MARKER_REF(Info, rm, "RM", ZERO_IS_NONE, "marker for the axes; ground axes if absent"),
    FIELDS_END,
};

const ElementKind cd_element_info = {
    .keyword = "INFO",
    .summary = "prints motions and loads",
    .role = ROLE_COMMAND,
    .flags = OPTIONAL_ID | ONLY_COMMAND | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Info),
    .fields = fields,
};
