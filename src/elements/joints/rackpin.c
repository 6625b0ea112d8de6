/* rackpin.c - RACKPIN, 1 equation: d.z_J - (PD / 2) theta keeps its value, theta the angle of z_J in the x-y plane of
 * I, which falls when the pinion turns about z_I; J on the rack, along z_J. */
#include "elements/joints.h"

static void couple(const Joint *joint, ConstraintSink *out)
{
    enum { X, Y, Z };
    Term turn = { .type = TERM_ANGLE, .plus = { joint->j, Z }, .along = { joint->i, X }, .sine = { joint->i, Y } };
    turn.coefficient = -joint->pd / 2;
    cd_constrain_row(out, "rack and pinion");
    cd_constrain_term(out, cd_slide_term(joint->i, joint->j, Z));
    cd_constrain_term(out, turn);
    cd_constrain_keep_start(out);
}

const JointKind cd_joint_rackpin = { .couple = couple };
