/* springdamper.c - linear spring and damper between markers I and J.
 *
 *     TRANSLATION   f = FORCE - K (r - LENGTH) - C r',       r = |r_I - r_J|; on I along r_I - r_J, positive pushes
 *                   apart
 *     ROTATION      t = TORQUE - KT (a - ANGLE) - CT a',     a = AZ(I, J), counting turns; on I about z_J */
#include "elements/common.h"
#include "expr/compile.h"
#include "kinematics/load.h"

typedef struct SpringDamper {
    int i, j, type;
    double k, c, length, force;
    double kt, ct, angle, torque;
    bool list;
    Program *f, *stored, *lost; /* its law, the energy it stores, the power it loses */
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
    cd_check_force_pair(c, e, s->i, s->j, true);
    for (size_t k = 0; k < sizeof use / sizeof *use; k++)
        if (s->type >= 0 && use[k].given && use[k].type != s->type)
            cd_check_only_with(c, e, use[k].key, use[k].type ? "ROTATION" : "TRANSLATION");
    cd_check_damping(c, e, "C", s->type == 0 ? s->c : 0);
    cd_check_damping(c, e, "CT", s->type == 1 ? s->ct : 0);
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    SpringDamper *s = e->data;
    enum { TRANSLATION };
    int i = cd_model_id(model, KIND_marker, s->i), j = cd_model_id(model, KIND_marker, s->j);
    if (i <= 0 || j <= 0) return;
    bool translation = s->type == TRANSLATION;
    char x[64], rate[64], text[256];
    double k = translation ? s->k : s->kt, damping = translation ? s->c : s->ct;
    double rest = translation ? s->length : s->angle, preload = translation ? s->force : s->torque;
    if (translation) snprintf(x, sizeof x, "DM(%d,%d)", i, j), snprintf(rate, sizeof rate, "VR(%d,%d)", i, j);
    else snprintf(x, sizeof x, "AZ(%d,%d)", i, j), snprintf(rate, sizeof rate, "WZ(%d,%d,%d)", i, j, j);
    snprintf(text, sizeof text, "(%.17g)-(%.17g)*(%s-(%.17g))-(%.17g)*%s", preload, k, x, rest, damping, rate);
    s->f = cd_compile_text(c, e, text);
    snprintf(text, sizeof text, "(%.17g)*(%s-(%.17g))**2-(%.17g)*(%s-(%.17g))", k / 2, x, rest, preload, x, rest);
    s->stored = cd_compile_text(c, e, text);
    snprintf(text, sizeof text, "(%.17g)*%s**2", -damping, rate);
    s->lost = cd_compile_text(c, e, text);
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const SpringDamper *s = e->data;
    enum { TRANSLATION };
    const Program *f[6] = { [5] = s->f };
    if (s->type == TRANSLATION) cd_load_line(out, s->i, s->j, s->f);
    else cd_load_components(out, s->i, s->j, s->j, f);
    if (s->f) cd_load_energy(out, s->stored, s->lost);
}

const ElementKind cd_element_springdamper = {
    .keyword = "SPRINGDAMPER|SPRING",
    .summary = "linear spring and damper between two markers",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(SpringDamper),
    .fields = fields,
    .components = 1,
    .derive = derive,
    .load = load,
    .check = check,
};
