/* clearance.c - smallest distance between two groups of shapes, measured while simulating. */
#include "elements/common.h"

typedef struct Clearance {
    IntList igeom, jgeom;
    double threshold;
} Clearance;

static const Field fields[] = {
    REFS(Clearance, igeom, "IGEOM", "GRAPHICS", 1, 0, 0, "shapes of the first body"),
    REFS(Clearance, jgeom, "JGEOM", "GRAPHICS", 1, 0, 0, "shapes of the second body"),
    REAL(Clearance, threshold, "THRESHOLD", LENGTH, 0, 0, "distance beyond which nothing is computed"),
    FIELDS_END,
};

const ElementKind cd_element_clearance = {
    .keyword = "CLEARANCE",
    .summary = "smallest distance between shapes",
    .role = ROLE_OUTPUT,
    .flags = OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Clearance),
    .fields = fields,
};
