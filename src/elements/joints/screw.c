/* screw.c - SCREW, 1 equation: d.z_J - PITCH / (2 pi) theta keeps its value, theta the rotation of I about z_J; a
 * positive pitch is right-handed. */
#include "elements/joints.h"

static void couple(const Joint *joint, ConstraintSink *out)
{
    Term turn = cd_turn_term(joint->i, joint->j);
    turn.coefficient = -joint->pitch / 6.283185307179586476925;
    cd_constrain_row(out, "screw");
    cd_constrain_term(out, cd_slide_term(joint->i, joint->j, 2));
    cd_constrain_term(out, turn);
    cd_constrain_keep_start(out);
}

const JointKind cd_joint_screw = { .couple = couple };
