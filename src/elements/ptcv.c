/* ptcv.c - point on a curve:   r_I = r_RM + R_RM c(alpha),  three equations and the unknown alpha, so two constraints.
 * JFLOAT stands at the point of contact with x along the tangent, y the normal, z the binormal. */
#include "elements/common.h"

typedef struct Ptcv {
    int curve, i, jfloat, rm, vm;
    double disp[3], ictan;
    RealList velocity;
} Ptcv;

static const Field fields[] = {
    REF(Ptcv, curve, "CURVE", "CURVE", NEEDED, "curve"),
    MARKER_REF(Ptcv, i, "I", NEEDED, "marker whose origin stays on the curve"),
    MARKER_REF(Ptcv, jfloat, "JFLOAT", NEEDED, "floating marker on the body of the curve"),
    MARKER_REF(Ptcv, rm, "RM", NEEDED, "marker that carries the curve"),
    REALN(Ptcv, disp, "DISP", 3, LENGTH, 0, "guess of the point of contact, in the axes of RM"),
    REAL(Ptcv, ictan, "ICTAN", VELOCITY, 0, 0, "initial velocity along the tangent"),
    REALS(Ptcv, velocity, "VELOCITY", 1, 3, VELOCITY, 0, "initial velocity of the point along the curve"),
    MARKER_REF(Ptcv, vm, "VM", ZERO_IS_NONE, "marker for the axes of the velocity"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Ptcv *p = e->data;
    cd_check_pair(c, e, p->i, "I", p->rm, "RM");
    cd_check_floating(c, e, p->jfloat, "JFLOAT");
}

const ElementKind cd_element_ptcv = {
    .keyword = "PTCV",
    .summary = "point that stays on a curve",
    .role = ROLE_CONSTRAINT,
    .flags = SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Ptcv),
    .fields = fields,
    .freedoms = cd_takes_two,
    .check = check,
};
