/* vforce.c - force with three components along the axes of RM: F on I's body at I, -F on the body of JFLOAT at the same
 * point. A component not given is zero. */
#include "elements/common.h"
#include "kinematics/load.h"

typedef struct Vforce {
    int i, jfloat, rm;
    Expr fx, fy, fz, function;
    Text routine, interface;
    bool list;
    const Program *component[6]; /* from a routine */
} Vforce;

static const Field fields[] = {
    FLOATING_PAIR(Vforce),
    EXPR(Vforce, fx, "FX", FORCE, 0, "force along x of RM"),
    EXPR(Vforce, fy, "FY", FORCE, 0, "force along y of RM"),
    EXPR(Vforce, fz, "FZ", FORCE, 0, "force along z of RM"),
    EXPR(Vforce, function, "FUNCTION", FORCE, 0, "USER(...): a routine gives the three components"),
    ROUTINE_ROWS(Vforce),
    LIST_ROW(Vforce),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Vforce *v = e->data;
    bool parts = GIVEN(e, Vforce, fx) || GIVEN(e, Vforce, fy) || GIVEN(e, Vforce, fz);
    cd_check_floating_pair(c, e, v->i, v->jfloat, v->rm);
    cd_check_user(c, e, &v->function, "FUNCTION");
    cd_check_components(c, e, parts, GIVEN(e, Vforce, function), "FX, FY, FZ");
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Vforce *v = e->data;
    const Program *f[6] = { v->fx.program, v->fy.program, v->fz.program };
    cd_load_components(out, v->i, v->jfloat, v->rm, v->function.program ? v->component : f);
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model;
    use->outputs = 3, use->program = ((Vforce *)e->data)->component;
}

const ElementKind cd_element_vforce = {
    .keyword = "VFORCE",
    .summary = "force with three components",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Vforce),
    .fields = fields,
    .components = 3,
    .load = load,
    .routine = routine,
    .check = check,
};
