/* fe_load.c - load spread along an FE part, per length of its centre line without strain and along the axes of RM.
 *
 * At each node acts the load of half of the beams on both sides of it, l = (L_before + L_behind) / 2: F = l (FX, FY,
 * FZ), T = l (TX, TY, TZ)   (20.32).
 * A routine gives F and T of each node, six numbers after the other along the centre line. */
#include "elements/common.h"
#include "expr/compile.h"
#include "kinematics/load.h"
#include "kinematics/mechanism.h"

typedef struct FeLoad {
    int fe_part, jfloat, rm;
    Expr fx, fy, fz, tx, ty, tz, function;
    Text routine, interface;
    const Program **f; /* six of each node, made when the model is finished, or from a routine */
} FeLoad;

static const Field fields[] = {
    REF(FeLoad, fe_part, "FE_PART", "FE_PART", NEEDED, "FE part it acts on"),
    MARKER_REF(FeLoad, jfloat, "JFLOAT", ZERO_IS_NONE, "floating marker on the body that takes the reaction"),
    MARKER_REF(FeLoad, rm, "RM", ZERO_IS_NONE, "marker whose axes the components are along; ground axes if absent"),
    EXPR(FeLoad, fx, "FX", STIFFNESS, 0, "force per length along x"),
    EXPR(FeLoad, fy, "FY", STIFFNESS, 0, "force per length along y"),
    EXPR(FeLoad, fz, "FZ", STIFFNESS, 0, "force per length along z"),
    EXPR(FeLoad, tx, "TX", FORCE, 0, "torque per length about x"),
    EXPR(FeLoad, ty, "TY", FORCE, 0, "torque per length about y"),
    EXPR(FeLoad, tz, "TZ", FORCE, 0, "torque per length about z"),
    EXPR(FeLoad, function, "FUNCTION", MIXED, 0,
         "USER(...): a routine gives force and torque at each node, along the axes of RM"),
    ROUTINE_ROWS(FeLoad),
    FIELDS_END,
};

static const Expr *component(const FeLoad *l, int k)
{
    const Expr *const all[6] = { &l->fx, &l->fy, &l->fz, &l->tx, &l->ty, &l->tz };
    return all[k];
}

static void check(Check *c, const Element *e)
{
    const FeLoad *l = e->data;
    bool any = GIVEN(e, FeLoad, function);
    for (int k = 0; k < 6; k++) any |= component(l, k)->text.n > 0;
    cd_check_user(c, e, &l->function, "FUNCTION");
    if (!any) cd_check_one_of(c, e, "FX, FY, FZ, TX, TY, TZ");
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    FeLoad *l = e->data;
    const FePart *p = l->fe_part < 0 ? NULL : MODEL_AT(model, fe_part, FePart, l->fe_part);
    l->f = NULL;
    if (!p || !p->nodes) return;
    l->f = ARENA_ARRAY(cd_compiler_arena(c), const Program *, 6 * p->nodes);
    for (int n = 0; n < p->nodes && !l->function.text.n; n++) {
        double length = ((n ? p->beam[n - 1].length : 0) + (n + 1 < p->nodes ? p->beam[n].length : 0)) / 2;
        for (int k = 0; k < 6; k++) {
            if (!component(l, k)->text.n) continue;
            TextBuffer text = { 0 };
            cd_buffer_print(&text, "(%.17g)*(", length);
            cd_buffer_text(&text, component(l, k)->text);
            cd_buffer_print(&text, ")");
            cd_buffer_char(&text, 0);
            l->f[6 * n + k] = cd_compile_text(c, e, text.at);
            cd_buffer_close(&text);
        }
    }
}

static void routine(const CdModel *model, Element *e, RoutineUse *use)
{
    const FeLoad *l = e->data;
    use->outputs = l->f ? 6 * MODEL_AT(model, fe_part, FePart, l->fe_part)->nodes : 0, use->program = l->f;
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    const FeLoad *l = e->data;
    int nodes = l->f ? MODEL_AT(model, fe_part, FePart, l->fe_part)->nodes : 0;
    for (int n = 0; n < nodes; n++)
        cd_load_components(out, cd_fe_marker(model, l->fe_part, n), l->jfloat, l->rm, l->f + 6 * n);
}

const ElementKind cd_element_fe_load = {
    .keyword = "FE_LOAD",
    .summary = "load spread along an FE part",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(FeLoad),
    .fields = fields,
    .load = load,
    .derive = derive,
    .routine = routine,
    .check = check,
};
