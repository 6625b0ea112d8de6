/* springdamper.c - linear spring and damper between markers I and J.
 *
 *     TRANSLATION   f = FORCE - K (r - LENGTH) - C r',       r = |r_I - r_J|; on I along r_I - r_J, positive pushes apart
 *     ROTATION      t = TORQUE - KT (a - ANGLE) - CT a',     a = AZ(I, J), counting turns; on I about z_J
 */
#include "elements/common.h"

typedef struct SpringDamper {
    int i, j, type;
    double k, c, length, force;
    double kt, ct, angle, torque;
    bool list;
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

const ElementKind cd_element_springdamper = {
    .keyword = "SPRINGDAMPER|SPRING",
    .summary = "linear spring and damper between two markers",
    .role = ROLE_FORCE,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(SpringDamper),
    .fields = fields,
    .check = check,
};
