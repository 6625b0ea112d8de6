/* springdamper.c - linear spring and damper between markers I and J.
 *
 *     TRANSLATION   f = FORCE - K (r - LENGTH) - C r',       r = |r_I - r_J|; on I along r_I - r_J, positive pushes apart
 *     ROTATION      t = TORQUE - KT (a - ANGLE) - CT a',     a = AZ(I, J), counting turns; on I about z_J
 */
#include "elements/common.h"
#include "expr/compile.h"
#include "kinematics/load.h"

typedef struct SpringDamper {
    int i, j, type;
    double k, c, length, force;
    double kt, ct, angle, torque;
    bool list;
    Program *f; /* its law as an expression */
} SpringDamper;

static const Field fields[] = {
    FORCE_PAIR(SpringDamper),
    CHOICE(SpringDamper, type, "type", "TRANSLATION|ROTATION", -1, NEEDED,
           "along the line of the markers, or about z of J"),
    REAL(SpringDamper, k, "K", STIFFNESS, 0, 0, "stiffness"),
    REAL(SpringDamper, c, "C", DAMPING, 0, 0, "damping"),
    REAL(SpringDamper, length, "LENGTH", LENGTH, 0, NOT_NEGATIVE, "length at which the force is FORCE"),
    REAL(SpringDamper, force, "FORCE", FORCE, 0, 0, "force at that length"),
    REAL(SpringDamper, kt, "KT", TORSION_STIFFNESS, 0, 0, "torsional stiffness"),
    REAL(SpringDamper, ct, "CT", TORSION_DAMPING, 0, 0, "torsional damping"),
    REAL(SpringDamper, angle, "ANGLE", ANGLE, 0, 0, "angle at which the torque is TORQUE"),
    REAL(SpringDamper, torque, "TORQUE", TORQUE, 0, 0, "torque at that angle"),
    LIST_ROW(SpringDamper),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const SpringDamper *s = e->data;
    const struct {
        const char *key;
        bool given;
        int type;
    } use[] = {
        { "K", GIVEN(e, SpringDamper, k), 0 },           { "C", GIVEN(e, SpringDamper, c), 0 },
        { "LENGTH", GIVEN(e, SpringDamper, length), 0 }, { "FORCE", GIVEN(e, SpringDamper, force), 0 },
        { "KT", GIVEN(e, SpringDamper, kt), 1 },         { "CT", GIVEN(e, SpringDamper, ct), 1 },
        { "ANGLE", GIVEN(e, SpringDamper, angle), 1 },   { "TORQUE", GIVEN(e, SpringDamper, torque), 1 },
    };
    cd_check_force_pair(c, e, s->i, "I", s->j, "J");
    for (size_t k = 0; k < sizeof use / sizeof *use; k++)
        if (s->type >= 0 && use[k].given && use[k].type != s->type)
            cd_check_only_with(c, e, use[k].key, use[k].type ? "ROTATION" : "TRANSLATION");
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    SpringDamper *s = e->data;
    enum { TRANSLATION };
    int i = cd_model_id(model, KIND_marker, s->i), j = cd_model_id(model, KIND_marker, s->j);
    char text[256];
    if (s->type == TRANSLATION)
        snprintf(text, sizeof text, "(%.17g)-(%.17g)*(DM(%d,%d)-(%.17g))-(%.17g)*VR(%d,%d)", s->force, s->k, i, j,
                 s->length, s->c, i, j);
    else
        snprintf(text, sizeof text, "(%.17g)-(%.17g)*(AZ(%d,%d)-(%.17g))-(%.17g)*WZ(%d,%d,%d)", s->torque, s->kt, i, j,
                 s->angle, s->ct, i, j, j);
    s->f = i > 0 && j > 0 ? cd_compile_text(c, e, text) : NULL;
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const SpringDamper *s = e->data;
    enum { TRANSLATION };
    const Program *f[6] = { [5] = s->f };
    if (s->type == TRANSLATION) cd_load_line(out, s->i, s->j, s->f);
    else cd_load_components(out, s->i, s->j, s->j, f);
}

const ElementKind cd_element_springdamper = {
    .keyword = "SPRINGDAMPER|SPRING",
    .summary = "linear spring and damper between two markers",
    .role = ROLE_FORCE,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(SpringDamper),
    .fields = fields,
    .derive = derive,
    .load = load,
    .check = check,
};
