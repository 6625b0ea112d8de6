/* gear.c - two gears on joints of one carrier, in mesh at marker CV: the teeth move alike along z_CV.
 *
 *     s1 b1 q1 = s2 b2 q2,    b = z_CV.(z x (r_CV - r)) if the joint turns,  z_CV.z if it slides
 *
 * q is the coordinate of each joint, z and r its axis and place, s = +1 if I is on the gear and -1 if J is; b is frozen
 * in the carrier frame. */
#include "elements/common.h"
#include "elements/joint.h"
#include "kinematics/constrain.h"

typedef struct Gear {
    IntList joints;
    int cv;
} Gear;

static const Field fields[] = {
    REFS(Gear, joints, "JOINTS", "JOINT", 2, 2, NEEDED, "joints between the carrier and each gear"),
    MARKER_REF(Gear, cv, "CV", NEEDED, "marker on the carrier at the point of contact, z along the common velocity"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Gear *g = e->data;
    char label[CD_LABEL_ROOM];
    Body carrier = cd_marker_body(c->model, g->cv);

    if (g->joints.n == 2 && g->joints.at[0] >= 0 && g->joints.at[0] == g->joints.at[1])
        cd_check_bad(c, e, "its two JOINTS are the same");
    for (int k = 0; k < g->joints.n; k++) {
        if (g->joints.at[k] < 0) continue;
        const Joint *joint = MODEL_AT(c->model, joint, Joint, g->joints.at[k]);
        cd_label(&c->model->table[KIND_joint].at[g->joints.at[k]], label);
        if (!cd_joint_slides(joint) && !cd_joint_turns(joint))
            cd_check_bad(c, e, "%s must be REVOLUTE, TRANSLATIONAL or CYLINDRICAL", label);
        else if (carrier.index >= 0 && joint->i >= 0 && joint->j >= 0 &&
                 !cd_body_equal(carrier, cd_marker_body(c->model, joint->i)) &&
                 !cd_body_equal(carrier, cd_marker_body(c->model, joint->j)))
            cd_check_bad(c, e, "CV must be on the carrier, but %s does not hold the body of CV", label);
    }
}

/* b of a joint, from the frames of the dataset: CV and the marker of the joint that the carrier holds. */
static double tooth_radius(const CdModel *model, const Gear *g, const Joint *joint, bool i_on_carrier)
{
    Frame cv = cd_marker_frame_loc(model, g->cv), axis = cd_marker_frame_loc(model, i_on_carrier ? joint->i : joint->j);
    Vec3 z_cv = m3_col(cv.A, 2), z = m3_col(axis.A, 2);
    return cd_joint_turns(joint) ? v3_dot(z_cv, v3_cross(z, v3_sub(cv.r, axis.r))) : v3_dot(z_cv, z);
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    const Gear *g = e->data;
    Body carrier = cd_marker_body(model, g->cv);
    cd_constrain_row(out, "gear");
    for (int k = 0; k < 2; k++) {
        const Joint *joint = MODEL_AT(model, joint, Joint, g->joints.at[k]);
        bool i_on_carrier = cd_body_equal(carrier, cd_marker_body(model, joint->i));
        Term t = cd_joint_turns(joint) ? cd_turn_term(joint->i, joint->j) : cd_slide_term(joint->i, joint->j, 2);
        t.coefficient = (i_on_carrier ? -1 : 1) * (k == 0 ? 1 : -1) * tooth_radius(model, g, joint, i_on_carrier);
        cd_constrain_term(out, t);
    }
    cd_constrain_keep_start(out);
}

const ElementKind cd_element_gear = {
    .keyword = "GEAR",
    .summary = "pair of gears on a common carrier",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Gear),
    .fields = fields,
    .freedoms = cd_takes_one,
    .constrain = constrain,
    .check = check,
};
