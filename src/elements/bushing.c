/* bushing.c - linear force and torque between two markers, uncoupled along the axes of J:
 *
 *     F_I = FORCE - K (x, y, z) - C (vx, vy, vz)              x = DX(I, J, J) ...,  v = VX(I, J, J, J) ...
 *     T_I = TORQUE - KT (a, b, c) - CT (wx, wy, wz)           a, b, c = AX, AY, AZ(I, J);  w = WX(I, J, J) ...
 *     F_J = -F_I,   T_J = -T_I - d x F_I,   d = r_I - r_J
 *
 * Two of the three angles must stay small; beyond 53 degrees about x or y they are those of (8.42).
 */
#include "elements/common.h"
#include "kinematics/load.h"

typedef struct Bushing {
    int i, j;
    double k[3], c[3], kt[3], ct[3], force[3], torque[3];
    bool list;
} Bushing;

static const Field fields[] = {
    FORCE_PAIR(Bushing),
    REALN(Bushing, k, "K", 3, STIFFNESS, 0, "stiffness along x, y, z of J"),
    REALN(Bushing, kt, "KT", 3, TORSION_STIFFNESS, 0, "torsional stiffness about x, y, z of J"),
    REALN(Bushing, c, "C", 3, DAMPING, 0, "damping along x, y, z of J"),
    REALN(Bushing, ct, "CT", 3, TORSION_DAMPING, 0, "torsional damping about x, y, z of J"),
    REALN(Bushing, force, "FORCE", 3, FORCE, 0, "constant force on I"),
    REALN(Bushing, torque, "TORQUE", 3, TORQUE, 0, "constant torque on I"),
    LIST_ROW(Bushing),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Bushing *b = e->data;
    cd_check_force_pair(c, e, b->i, b->j, true);
    for (int k = 0; k < 3; k++) cd_check_damping(c, e, "C", b->c[k]), cd_check_damping(c, e, "CT", b->ct[k]);
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Bushing *b = e->data;
    LinearLoad law = { 0 };
    for (int k = 0; k < 3; k++) {
        law.K[7 * k] = b->k[k], law.K[7 * (k + 3)] = b->kt[k];
        law.C[7 * k] = b->c[k], law.C[7 * (k + 3)] = b->ct[k];
        law.load[k] = b->force[k], law.load[k + 3] = b->torque[k];
    }
    cd_load_linear(out, b->i, b->j, &law);
}

const ElementKind cd_element_bushing = {
    .keyword = "BUSHING",
    .summary = "linear force and torque between two markers",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Bushing),
    .fields = fields,
    .components = 6,
    .load = load,
    .check = check,
};
