/* mrequest.c - one statement that stands for requests on many elements of a type. */
#include "elements/common.h"

typedef struct Mrequest {
    int type;
    Text elements;
    TextList results;
    IntList id, range;
    int rm;
    Text comment;
} Mrequest;

static const Field fields[] = {
    CHOICE(Mrequest, type, "type", "DISPLACEMENT|VELOCITY|ACCELERATION|FORCE", -1, 0, "quantity"),
    NAME(Mrequest, elements, "TYPE|ELEMENT", 0, "statement whose elements are observed"),
    INTS(Mrequest, id, "ID", 1, 0, 0, "their ids; all if absent"),
    INTS(Mrequest, range, "RANGE", 2, 2, 0, "first and last id"),
    MARKER_REF(Mrequest, rm, "RM", ZERO_IS_NONE, "marker for the axes"),
    TEXT(Mrequest, comment, "COMMENT|C", 0, "title, to the end of the statement"),
    NAMES(Mrequest, results, "RESULTS_NAME", 1, 0, 0, "names of the result sets"),
    FIELDS_END,
};

const ElementKind cd_element_mrequest = {
    .keyword = "MREQUEST",
    .summary = "requests on many elements at once",
    .role = ROLE_OUTPUT,
    .flags = OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Mrequest),
    .fields = fields,
};
