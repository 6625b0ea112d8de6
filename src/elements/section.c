/* section.c - cross-section of a beam: shape and moments of area about its own axes, y along the base of a rectangle, z
 * along its height.
 *
 *     rectangle:  A = b h,  IYY = b h^3 / 12,  IZZ = h b^3 / 12,  JXX by the series (20.20),  ASY = ASZ = 6/5 */
#include "elements/common.h"
#include "elements/fe.h"
#include "linalg/torsion.h"

static const Field fields[] = {
    NAME(Section, type, "TYPE", 0, "name of the shape"),
    REAL(Section, rect_base, "RECT_BASE", LENGTH, 0, NOT_NEGATIVE, "width of a rectangle"),
    REAL(Section, rect_height, "RECT_HEIGHT", LENGTH, 0, NOT_NEGATIVE, "height of a rectangle"),
    REAL(Section, area, "AREA", AREA, 0, NOT_NEGATIVE, "area"),
    REAL(Section, iyy, "IYY", AREA_MOMENT, 0, NOT_NEGATIVE, "second moment of area about y"),
    REAL(Section, izz, "IZZ", AREA_MOMENT, 0, NOT_NEGATIVE, "second moment of area about z"),
    REAL(Section, iyz, "IYZ", AREA_MOMENT, 0, 0, "product of area"),
    REAL(Section, jxx, "JXX", AREA_MOMENT, 0, NOT_NEGATIVE, "torsion constant"),
    REAL(Section, asy, "ASY", NONE, 0, NOT_NEGATIVE,
         "shear area ratio in y; omitted: 6/5 for a rectangle by its sides, else 1"),
    REAL(Section, asz, "ASZ", NONE, 0, NOT_NEGATIVE, "shear area ratio in z, likewise"),
    FIELDS_END,
};

SectionNumbers cd_section_numbers(const Section *s)
{
    double b = s->rect_base, h = s->rect_height, A = b * h;
    bool sides = b > 0 && h > 0;
    SectionNumbers n = { s->area, s->iyy, s->izz, s->iyz, s->jxx, s->asy, s->asz };
    if (sides && !(n.area > 0)) n.area = A;
    if (sides && !(n.iyy > 0)) n.iyy = A * h * h / 12;
    if (sides && !(n.izz > 0)) n.izz = A * b * b / 12;
    if (sides && !(n.jxx > 0)) n.jxx = cd_rectangle_torsion(b, h);
    if (!(n.asy > 0)) n.asy = sides ? 1.2 : 1;
    if (!(n.asz > 0)) n.asz = sides ? 1.2 : 1;
    return n;
}

const ElementKind cd_element_section = {
    .keyword = "SECTION",
    .summary = "cross-section of a beam",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Section),
    .fields = fields,
};
