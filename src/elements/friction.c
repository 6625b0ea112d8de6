/* friction.c - friction in a joint, from its own reactions.
 *
 * v is the sliding velocity at the surface (radius times angular velocity for rotations), dv the stiction transition velocity, c
 * the creep since sticking began, dmax the largest creep:
 *
 *     |v| >= q dv        mu = -MU_DYNAMIC v/|v|                                             q = TRANSITION_VELOCITY_COEFFICIENT
 *     dv < |v| < q dv    mu = -STEP5(|v|, dv, MU_STATIC, q dv, MU_DYNAMIC) v/|v|
 *     |v| <= dv          mu = -MU_STATIC (b v/|v| + (1 - b) STEP5(|c|, -dmax, -1, dmax, 1) c/|c|),  b = STEP5(|v|, -dv, -1, dv, 1)
 *
 *     SPHERICAL       T = mu R |F| + preload,                                 R = BALL_RADIUS, v = R w
 *     TRANSLATIONAL   F = mu (|F_xy| + |T_bend| / Xs + |T_tors| / Rn) + preload
 *     REVOLUTE        T = mu (Rp F_radial + Rn |F_axial| + Rp/Rb T_bend) + preload,    v = Rp w; HOOKE and UNIVERSAL per yoke
 *     CYLINDRICAL     force along and torque about z from both velocities
 */
#include "elements/friction.h"

#include "elements/common.h"
#include "elements/joint.h"

static const Field fields[] = {
    REF(Friction, joint, "JOINT", "JOINT", NEEDED, "joint with friction"),
    REAL(Friction, mu_static, "MU_STATIC", NONE, 0.5, NOT_NEGATIVE, "coefficient of sticking"),
    REAL(Friction, mu_dynamic, "MU_DYNAMIC", NONE, 0.3, NOT_NEGATIVE, "coefficient of sliding"),
    REAL(Friction, stiction_transition_velocity, "STICTION_TRANSITION_VELOCITY", VELOCITY, 0.1, POSITIVE,
         "velocity at the surface below which it sticks"),
    REAL(Friction, transition_velocity_coefficient, "TRANSITION_VELOCITY_COEFFICIENT", NONE, 1.5, POSITIVE,
         "full sliding from this times the stiction velocity"),
    REAL(Friction, max_stiction_deformation, "MAX_STICTION_DEFORMATION", LENGTH, 0.01, POSITIVE, "largest creep"),
    REAL(Friction, reaction_arm, "REACTION_ARM", LENGTH, 1, POSITIVE, "TRANSLATIONAL: arm of the torsional moment"),
    REAL(Friction, initial_overlap, "INITIAL_OVERLAP", LENGTH, 1000, POSITIVE,
         "TRANSLATIONAL, CYLINDRICAL: overlap of the sliding parts"),
    WORD(Friction, overlap_delta, "OVERLAP_DELTA", "CONSTANT|INCREASE|DECREASE", OVERLAP_CONSTANT, 0,
         "how the overlap changes with the displacement"),
    REAL(Friction, pin_radius, "PIN_RADIUS", LENGTH, 1, POSITIVE, "radius of the pin"),
    REAL(Friction, friction_arm, "FRICTION_ARM", LENGTH, 1, NOT_NEGATIVE, "arm of the axial friction"),
    REAL(Friction, bending_reaction_arm, "BENDING_REACTION_ARM", LENGTH, 1, POSITIVE, "arm of the bending moment"),
    REAL(Friction, ball_radius, "BALL_RADIUS", LENGTH, 1, POSITIVE, "SPHERICAL: radius of the ball"),
    REAL(Friction, force_preload, "FRICTION_FORCE_PRELOAD", FORCE, 0, NOT_NEGATIVE, "friction force without load"),
    REAL(Friction, torque_preload, "FRICTION_TORQUE_PRELOAD", TORQUE, 0, NOT_NEGATIVE, "friction torque without load"),
    WORD(Friction, effect, "EFFECT", "ALL|STICTION|SLIDING", FRICTION_ALL, 0, "regimes that are modelled"),
    WORDS(Friction, inputs, "INPUTS", "ALL|NONE|PRELOAD|REACTION_FORCE|BENDING_MOMENT|TORSIONAL_MOMENT", 0,
          "loads that cause friction; all if absent"),
    CHOICE(Friction, yoke, "yoke", "I_YOKE|J_YOKE", -1, 0, "HOOKE, UNIVERSAL: the yoke with friction"),
    WORD(Friction, inactive, "INACTIVE_DURING", "STATIC", -1, 0, "analysis without friction"),
    WORD(Friction, formulation, "FORMULATION", "ORIGINAL|LUGRE", FRICTION_ORIGINAL, 0, "friction model"),
    REAL(Friction, bristle_stiffness, "BRISTLE_STIFFNESS", STIFFNESS, 0, NOT_NEGATIVE,
         "LUGRE: stiffness of the bristles"),
    REAL(Friction, damping_coefficient, "DAMPING_COEFFICIENT", DAMPING, 0, NOT_NEGATIVE,
         "LUGRE: damping of the bristles"),
    REAL(Friction, damping_viscous, "DAMPING_VISCOUS|VISCOUS_COEFFICIENT", DAMPING, 0, NOT_NEGATIVE,
         "LUGRE: viscous friction"),
    LIST_ROW(Friction),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Friction *f = e->data;
    char label[CD_LABEL_ROOM];
    if (f->joint >= 0) {
        int type = MODEL_AT(c->model, joint, Joint, f->joint)->type;
        cd_label(&c->model->table[KIND_joint].at[f->joint], label);
        if (type == JOINT_FIXED || type == JOINT_PLANAR || type == JOINT_CONVEL || type == JOINT_SCREW ||
            type == JOINT_RACKPIN)
            cd_check_bad(c, e, "%s must be REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, HOOKE or UNIVERSAL", label);
        if (f->yoke >= 0 && type != JOINT_HOOKE && type != JOINT_UNIVERSAL)
            cd_check_only_with(c, e, "a yoke", "a HOOKE or UNIVERSAL joint");
    }
    if (GIVEN(e, Friction, mu_dynamic) && f->mu_dynamic > f->mu_static)
        cd_check_odd(c, e, "MU_DYNAMIC = %g is more than MU_STATIC = %g", f->mu_dynamic, f->mu_static);
    if (f->transition_velocity_coefficient <= 1)
        cd_check_bad(c, e, "TRANSITION_VELOCITY_COEFFICIENT = %g must be more than 1",
                     f->transition_velocity_coefficient);
    if (f->inputs & (INPUT_ALL | INPUT_NONE) && f->inputs & (f->inputs - 1))
        cd_check_exclusive(c, e, f->inputs & INPUT_ALL ? "INPUTS = ALL" : "INPUTS = NONE", "other inputs");
}

const ElementKind cd_element_friction = {
    .keyword = "FRICTION",
    .summary = "friction in a joint",
    .role = ROLE_FORCE,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Friction),
    .fields = fields,
    .check = check,
};
