/* point_mass.c - body that moves but does not turn: three degrees of freedom; torques on it have no effect. */
#include "elements/common.h"

static const Field fields[] = {
    REAL(PointMass, mass, "MASS", MASS, 0, NOT_NEGATIVE, "mass"),
    MARKER_REF(PointMass, cm, "CM", 0, "marker of this body at its centre of mass"),
    POSE_G(PointMass),
    REAL(PointMass, vx, "VX", VELOCITY, 0, 0, "initial velocity along x of VM; held if given"),
    REAL(PointMass, vy, "VY", VELOCITY, 0, 0, "initial velocity along y of VM; held if given"),
    REAL(PointMass, vz, "VZ", VELOCITY, 0, 0, "initial velocity along z of VM; held if given"),
    MARKER_REF(PointMass, vm, "VM", ZERO_IS_NONE, "marker for the axes of VX, VY, VZ; ground axes if absent"),
    WORDS(PointMass, exact, "EXACT", "X|Y|Z", 0, "coordinates that the assembly must not change"),
    FIELDS_END,
};

static int freedoms(const void *self)
{
    (void)self;
    return 3;
}

static void check(Check *c, const Element *e)
{
    const PointMass *p = e->data;
    char label[CD_LABEL_ROOM];
    if (p->mass != 0 && p->cm < 0 && !GIVEN(e, PointMass, cm)) cd_log(c->log, e->place, NO_CENTRE, cd_label(e, label));
    CHECK_POSE_G(c, e, PointMass);
}

const ElementKind cd_element_point_mass = {
    .keyword = "POINT_MASS",
    .summary = "body with mass but no rotation",
    .role = ROLE_BODY,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(PointMass),
    .fields = fields,
    .freedoms = freedoms,
    .check = check,
};
