/* universal.c - UNIVERSAL, 4 equations: d = 0;  z_I.z_J = 0. z axes along the pins of the cross.
 *
 * Friction: about the pin of a yoke as in REVOLUTE (8.30). */
#include "elements/joints.h"

static void sliding(const Joined *k, Sliding *s)
{
    cd_sliding_about_pin(k, s, 2, 2);
}

const JointKind cd_joint_universal = { .equations = { PLANE_X, PLANE_Y, PLANE_Z, PERP_ZZ },
                                       .yokes = true,
                                       .sliding = sliding };
