/* fe_part.c - geometrically exact beam discretised by nodes; the node data stand in lists of seven and six numbers per node. */
#include "elements/common.h"

typedef struct FePart {
    int type;
    IntList node_labels;
    RealList coordinates, section;
    int material;
    double cratiok, cratiom;
} FePart;

static const Field fields[] = {
    WORD(FePart, type, "TYPE", "3DBEAM|2DBEAM|2DBEAM_XY|2DBEAM_YZ|2DBEAM_ZX|CABLE", -1, 0, "formulation"),
    INTS(FePart, node_labels, "NODE_LABELS", 1, 0, 0, "labels of its nodes"),
    REALS(FePart, coordinates, "COORDINATES", 1, 0, MIXED, 0, "label, x, y, z and three angles of each node"),
    REALS(FePart, section, "SECTION", 1, 0, MIXED, 0, "section id, or label, area, iyy, izz, iyz, jxx of each node"),
    REF(FePart, material, "MATERIAL", "MATERIAL", 0, "material"),
    REAL(FePart, cratiok, "CRATIOK", TIME, 0, NOT_NEGATIVE, "damping proportional to stiffness"),
    REAL(FePart, cratiom, "CRATIOM", FREQUENCY, 0, NOT_NEGATIVE, "damping proportional to mass"),
    FIELDS_END,
};

const ElementKind cd_element_fe_part = {
    .keyword = "FE_PART",
    .summary = "flexible beam with large deflections",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(FePart),
    .fields = fields,
};
