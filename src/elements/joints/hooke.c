/* hooke.c - HOOKE, 4 equations: d = 0;  x_I.y_J = 0. z axes along the shafts; the pins of the yokes are x_I and y_J.
 *
 * Friction: about the pin of a yoke as in REVOLUTE (8.30). */
#include "elements/joints.h"

static void sliding(const Joined *k, Sliding *s)
{
    cd_sliding_about_pin(k, s, 0, 1);
}

const JointKind cd_joint_hooke = { .equations = { PLANE_X, PLANE_Y, PLANE_Z, PERP_XY },
                                   .yokes = true,
                                   .sliding = sliding };
