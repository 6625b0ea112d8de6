/* cvcv.c - two planar curves in contact: a common point and parallel tangents. With the two curve parameters as unknowns it takes
 * away two freedoms. */
#include "elements/common.h"

typedef struct Cvcv {
    int icurve, jcurve, ifloat, jfloat, i, j, ivm, jvm;
    double idisp[3], jdisp[3], iictan, jictan;
    RealList ivel, jvel;
} Cvcv;

static const Field fields[] = {
    REF(Cvcv, icurve, "ICURVE", "CURVE", NEEDED, "curve on the body of I"),
    REF(Cvcv, jcurve, "JCURVE", "CURVE", NEEDED, "curve on the body of J"),
    MARKER_REF(Cvcv, i, "I", NEEDED, "marker that carries the first curve"),
    MARKER_REF(Cvcv, j, "J", NEEDED, "marker that carries the second curve"),
    MARKER_REF(Cvcv, ifloat, "IFLOAT", NEEDED, "floating marker on the body of I"),
    MARKER_REF(Cvcv, jfloat, "JFLOAT", NEEDED, "floating marker on the body of J"),
    REALN(Cvcv, idisp, "IDISP", 3, LENGTH, 0, "guess of the point of contact, in the axes of I"),
    REALN(Cvcv, jdisp, "JDISP", 3, LENGTH, 0, "guess of the point of contact, in the axes of J"),
    REAL(Cvcv, iictan, "IICTAN", VELOCITY, 0, 0, "initial velocity of contact along the first curve"),
    REAL(Cvcv, jictan, "JICTAN", VELOCITY, 0, 0, "initial velocity of contact along the second curve"),
    REALS(Cvcv, ivel, "IVEL", 1, 3, VELOCITY, 0, "initial velocity of contact along the first curve"),
    REALS(Cvcv, jvel, "JVEL", 1, 3, VELOCITY, 0, "initial velocity of contact along the second curve"),
    MARKER_REF(Cvcv, ivm, "IVM", ZERO_IS_NONE, "marker for the axes of IVEL"),
    MARKER_REF(Cvcv, jvm, "JVM", ZERO_IS_NONE, "marker for the axes of JVEL"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Cvcv *p = e->data;
    cd_check_pair(c, e, p->i, "I", p->j, "J");
    cd_check_floating(c, e, p->ifloat, "IFLOAT");
    cd_check_floating(c, e, p->jfloat, "JFLOAT");
}

const ElementKind cd_element_cvcv = {
    .keyword = "CVCV",
    .summary = "two planar curves that stay in contact",
    .role = ROLE_CONSTRAINT,
    .flags = SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Cvcv),
    .fields = fields,
    .freedoms = cd_takes_two,
    .check = check,
};
