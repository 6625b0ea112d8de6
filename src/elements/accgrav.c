/* accgrav.c - acceleration of gravity, in ground axes and in length / time^2 of the dataset (not divided by the unit factor). */
#include "elements/common.h"

typedef struct Accgrav {
    double igrav, jgrav, kgrav;
    bool list;
} Accgrav;

static const Field fields[] = {
    REAL(Accgrav, igrav, "IGRAV", ACCELERATION, 0, 0, "component along x of ground"),
    REAL(Accgrav, jgrav, "JGRAV", ACCELERATION, 0, 0, "component along y of ground"),
    REAL(Accgrav, kgrav, "KGRAV", ACCELERATION, 0, 0, "component along z of ground"),
    LIST_ROW(Accgrav),
    FIELDS_END,
};

const ElementKind cd_element_accgrav = {
    .keyword = "ACCGRAV",
    .summary = "acceleration of gravity",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Accgrav),
    .fields = fields,
};
