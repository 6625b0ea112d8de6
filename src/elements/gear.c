/* gear.c - two gears on joints of one carrier, in mesh at marker CV: the teeth move alike along z_CV.
 *
 *     s1 b1 q1 = s2 b2 q2,    b = z_CV.(z x (r_CV - r)) if the joint turns,  z_CV.z if it slides
 *
 * q is the coordinate of each joint, z and r its axis and place, s = +1 if I is on the gear and -1 if J is; b is frozen in the
 * carrier frame. */
#include "elements/common.h"
#include "elements/joint.h"

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

const ElementKind cd_element_gear = {
    .keyword = "GEAR",
    .summary = "pair of gears on a common carrier",
    .role = ROLE_CONSTRAINT,
    .flags = SWITCHABLE,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Gear),
    .fields = fields,
    .freedoms = cd_takes_one,
    .check = check,
};
