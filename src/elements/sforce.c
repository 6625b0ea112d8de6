/* sforce.c - single-component force or torque of value f:
 *
 *     TRANSLATION   on I: f unit(r_I - r_J), on J the opposite; positive pushes them apart
 *     ROTATION      on I: f z_J (torque), on J the opposite
 *     ACTIONONLY    on I only: force or torque f z_J; J gives nothing but the direction
 */
#include "elements/sforce.h"

#include "elements/common.h"
#include "kinematics/load.h"

static const Field fields[] = {
    FORCE_PAIR(Sforce),
    CHOICE(Sforce, type, "type", "TRANSLATION|ROTATION", -1, NEEDED, "a force or a torque"),
    FLAG(Sforce, actiononly, "ACTIONONLY", 0, "acts on I only, along or about z of J"),
    EXPR(Sforce, function, "FUNCTION", MIXED, NEEDED, "value of the force or torque"),
    ROUTINE_ROWS(Sforce),
    LIST_ROW(Sforce),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Sforce *s = e->data;
    cd_check_force_pair(c, e, s->i, s->j, !s->actiononly);
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Sforce *s = e->data;
    const Program *f[6] = { NULL };
    if (s->type == SFORCE_TRANSLATION && !s->actiononly) {
        cd_load_line(out, s->i, s->j, s->function.program);
        return;
    }
    f[s->type == SFORCE_TRANSLATION ? 2 : 5] = s->function.program;
    cd_load_components(out, s->i, s->actiononly ? -1 : s->j, s->j, f);
}

const ElementKind cd_element_sforce = {
    .keyword = "SFORCE",
    .summary = "force along, or torque about, one direction",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Sforce),
    .fields = fields,
    .components = 1,
    .load = load,
    .check = check,
};
