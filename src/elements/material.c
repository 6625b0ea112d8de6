/* material.c - elastic material; data for FE parts, decoration for rigid parts. */
#include "elements/common.h"
#include "elements/fe.h"

static const Field fields[] = {
    NAME(Material, name, "NAME", 0, "name that parts refer to"),
    REAL(Material, density, "DENSITY", DENSITY, 0, NOT_NEGATIVE, "mass per volume"),
    REAL(Material, youngs_modulus, "YOUNGS_MODULUS", PRESSURE, 0, NOT_NEGATIVE, "modulus of elasticity"),
    REAL(Material, poissons_ratio, "POISSONS_RATIO", NONE, 0, 0, "transverse contraction"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Material *m = e->data;
    if (m->poissons_ratio < -1 || m->poissons_ratio > 0.5)
        cd_check_odd(c, e, "POISSONS_RATIO = %g is outside -1 to 0.5", m->poissons_ratio);
}

const ElementKind cd_element_material = {
    .keyword = "MATERIAL",
    .summary = "elastic material",
    .role = ROLE_BODY,
    .flags = OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Material),
    .fields = fields,
    .check = check,
};
