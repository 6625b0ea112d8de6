/* gforce.c - force and torque with three components each along the axes of RM: F, T on I's body at I, -F, -T on the
 * body of JFLOAT at the same point. A component not given is zero. */
#include "elements/common.h"
#include "kinematics/load.h"

typedef struct Gforce {
    int i, jfloat, rm;
    Expr fx, fy, fz, tx, ty, tz, function;
    Text routine, interface;
    bool list;
    const Program *component[6]; /* from a routine */
} Gforce;

static const Field fields[] = {
    FLOATING_PAIR(Gforce),
    EXPR(Gforce, fx, "FX", FORCE, 0, "force along x of RM"),
    EXPR(Gforce, fy, "FY", FORCE, 0, "force along y of RM"),
    EXPR(Gforce, fz, "FZ", FORCE, 0, "force along z of RM"),
    EXPR(Gforce, tx, "TX", TORQUE, 0, "torque about x of RM"),
    EXPR(Gforce, ty, "TY", TORQUE, 0, "torque about y of RM"),
    EXPR(Gforce, tz, "TZ", TORQUE, 0, "torque about z of RM"),
    EXPR(Gforce, function, "FUNCTION", MIXED, 0, "USER(...): a routine gives the six components"),
    ROUTINE_ROWS(Gforce),
    LIST_ROW(Gforce),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Gforce *g = e->data;
    bool parts = GIVEN(e, Gforce, fx) || GIVEN(e, Gforce, fy) || GIVEN(e, Gforce, fz) || GIVEN(e, Gforce, tx) ||
                 GIVEN(e, Gforce, ty) || GIVEN(e, Gforce, tz);
    cd_check_floating_pair(c, e, g->i, g->jfloat, g->rm);
    cd_check_user(c, e, &g->function, "FUNCTION");
    cd_check_components(c, e, parts, GIVEN(e, Gforce, function), "FX, FY, FZ, TX, TY, TZ");
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Gforce *g = e->data;
    const Program *f[6] = { g->fx.program, g->fy.program, g->fz.program, g->tx.program, g->ty.program, g->tz.program };
    cd_load_components(out, g->i, g->jfloat, g->rm, g->function.program ? g->component : f);
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    (void)model;
    use->outputs = 6, use->program = ((Gforce *)e->data)->component;
}

const ElementKind cd_element_gforce = {
    .keyword = "GFORCE",
    .summary = "force and torque with three components each",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Gforce),
    .fields = fields,
    .components = 6,
    .load = load,
    .routine = routine,
    .check = check,
};
