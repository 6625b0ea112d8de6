/* vtorque.c - torque with three components along the axes of RM: T on I's body, -T on the body of JFLOAT. A component
 * not given is zero. */
#include "elements/common.h"
#include "kinematics/load.h"

typedef struct Vtorque {
    int i, jfloat, rm;
    Expr tx, ty, tz, function;
    Text routine, interface;
    bool list;
    const Program *component[6]; /* from a routine */
} Vtorque;

static const Field fields[] = {
    FLOATING_PAIR(Vtorque),
    EXPR(Vtorque, tx, "TX", TORQUE, 0, "torque about x of RM"),
    EXPR(Vtorque, ty, "TY", TORQUE, 0, "torque about y of RM"),
    EXPR(Vtorque, tz, "TZ", TORQUE, 0, "torque about z of RM"),
    EXPR(Vtorque, function, "FUNCTION", TORQUE, 0, "USER(...): a routine gives the three components"),
    ROUTINE_ROWS(Vtorque),
    LIST_ROW(Vtorque),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Vtorque *v = e->data;
    bool parts = GIVEN(e, Vtorque, tx) || GIVEN(e, Vtorque, ty) || GIVEN(e, Vtorque, tz);
    cd_check_floating_pair(c, e, v->i, v->jfloat, v->rm);
    cd_check_user(c, e, &v->function, "FUNCTION");
    cd_check_components(c, e, parts, GIVEN(e, Vtorque, function), "TX, TY, TZ");
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Vtorque *v = e->data;
    const Program *f[6] = { NULL, NULL, NULL, v->tx.program, v->ty.program, v->tz.program };
    cd_load_components(out, v->i, v->jfloat, v->rm, v->function.program ? v->component : f);
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model;
    use->outputs = 3, use->program = ((Vtorque *)e->data)->component + 3;
}

const ElementKind cd_element_vtorque = {
    .keyword = "VTORQUE",
    .summary = "torque with three components",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Vtorque),
    .fields = fields,
    .components = 3,
    .load = load,
    .routine = routine,
    .check = check,
};
