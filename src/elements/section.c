/* section.c - cross-section of a beam: shape and moments of area about its own axes. */
#include "elements/common.h"

typedef struct Section {
    Text type;
    double rect_base, rect_height, area, iyy, izz, iyz, jxx;
} Section;

static const Field fields[] = {
    NAME(Section, type, "TYPE", 0, "name of the shape"),
    REAL(Section, rect_base, "RECT_BASE", LENGTH, 0, NOT_NEGATIVE, "width of a rectangle"),
    REAL(Section, rect_height, "RECT_HEIGHT", LENGTH, 0, NOT_NEGATIVE, "height of a rectangle"),
    REAL(Section, area, "AREA", AREA, 0, NOT_NEGATIVE, "area"),
    REAL(Section, iyy, "IYY", AREA_MOMENT, 0, NOT_NEGATIVE, "second moment of area about y"),
    REAL(Section, izz, "IZZ", AREA_MOMENT, 0, NOT_NEGATIVE, "second moment of area about z"),
    REAL(Section, iyz, "IYZ", AREA_MOMENT, 0, 0, "product of area"),
    REAL(Section, jxx, "JXX", AREA_MOMENT, 0, NOT_NEGATIVE, "torsion constant"),
    FIELDS_END,
};

const ElementKind cd_element_section = {
    .keyword = "SECTION",
    .summary = "cross-section of a beam",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Section),
    .fields = fields,
};
