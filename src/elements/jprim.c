/* jprim.c - joint primitive between marker I on one body and marker J on another, d = r_I - r_J:
 *
 *     ATPOINT        3   d = 0
 *     INLINE         2   d.x_J = d.y_J = 0                       origin of I on the z axis of J
 *     INPLANE        1   d.z_J = 0                               origin of I in the x-y plane of J
 *     ORIENTATION    3   z_I.x_J = z_I.y_J = x_I.y_J = 0
 *     PARALLEL_AXES  2   z_I.x_J = z_I.y_J = 0
 *     PERPENDICULAR  1   z_I.z_J = 0
 */
#include "elements/jprim.h"

#include "elements/common.h"
#include "kinematics/constrain.h"

static const Primitive equations[JPRIM_TYPES][4] = {
    [JPRIM_ATPOINT] = { PLANE_X, PLANE_Y, PLANE_Z },
    [JPRIM_INLINE] = { PLANE_X, PLANE_Y },
    [JPRIM_INPLANE] = { PLANE_Z },
    [JPRIM_ORIENTATION] = { PERP_ZX, PERP_ZY, PERP_XY },
    [JPRIM_PARALLEL_AXES] = { PERP_ZX, PERP_ZY },
    [JPRIM_PERPENDICULAR] = { PERP_ZZ },
};

static const Field fields[] = {
    CHOICE(Jprim, type, "type", "ATPOINT|INLINE|INPLANE|ORIENTATION|PARALLEL_AXES|PERPENDICULAR", -1, NEEDED,
           "kind of primitive"),
    PAIR(Jprim),
    FIELDS_END,
};

static int freedoms(const void *self)
{
    const Jprim *j = self;
    int n = 0;
    while (j->type >= 0 && equations[j->type][n] != PRIMITIVE_END) n++;
    return -n;
}

static int across(const CdModel *model, const Element *e)
{
    const Jprim *j = e->data;
    return j->type < 0 ? 0 : cd_primitives_across(model, equations[j->type], j->i, j->j);
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    (void)model;
    const Jprim *j = e->data;
    cd_constrain_primitives(out, equations[j->type], j->i, j->j);
}

static void check(Check *c, const Element *e)
{
    const Jprim *j = e->data;
    cd_check_pair(c, e, j->i, "I", j->j, "J");
}

const ElementKind cd_element_jprim = {
    .keyword = "JPRIM",
    .summary = "joint primitive between two bodies",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Jprim),
    .fields = fields,
    .freedoms = freedoms,
    .across = across,
    .constrain = constrain,
    .check = check,
};
