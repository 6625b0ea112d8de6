/* fe_load.c - load spread along an FE part, per length of its centre line and along the axes of RM. */
#include "elements/common.h"

typedef struct FeLoad {
    int fe_part, jfloat, rm;
    Expr fx, fy, fz, tx, ty, tz, function;
    Text routine, interface;
} FeLoad;

static const Field fields[] = {
    REF(FeLoad, fe_part, "FE_PART", "FE_PART", NEEDED, "FE part it acts on"),
    MARKER_REF(FeLoad, jfloat, "JFLOAT", ZERO_IS_NONE, "floating marker that takes the reaction"),
    MARKER_REF(FeLoad, rm, "RM", ZERO_IS_NONE, "marker whose axes the components are along"),
    EXPR(FeLoad, fx, "FX", STIFFNESS, 0, "force per length along x"),
    EXPR(FeLoad, fy, "FY", STIFFNESS, 0, "force per length along y"),
    EXPR(FeLoad, fz, "FZ", STIFFNESS, 0, "force per length along z"),
    EXPR(FeLoad, tx, "TX", FORCE, 0, "torque per length about x"),
    EXPR(FeLoad, ty, "TY", FORCE, 0, "torque per length about y"),
    EXPR(FeLoad, tz, "TZ", FORCE, 0, "torque per length about z"),
    EXPR(FeLoad, function, "FUNCTION", MIXED, 0, "USER(...): a routine gives the components"),
    ROUTINE_ROWS(FeLoad),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const FeLoad *l = e->data;
    cd_check_user(c, e, &l->function, "FUNCTION");
}

const ElementKind cd_element_fe_load = {
    .keyword = "FE_LOAD",
    .summary = "load spread along an FE part",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(FeLoad),
    .fields = fields,
    .check = check,
};
