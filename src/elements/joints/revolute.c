/* revolute.c - REVOLUTE, 5 equations: d = 0;  z_I.x_J = z_I.y_J = 0. It turns about z.
 *
 * Friction: a pin of radius Rp in its bearing, v = Rp w, N = Rp |F_xy| + Rn |F_z| + Rp/Rb |T_xy| (8.30). */
#include "elements/joints.h"

static void sliding(const Joined *k, Sliding *s)
{
    cd_sliding_about_z(k, s, 0, FROM);
    s->arm[0] = 1;
    s->normal = cd_sliding_pin_load(k, 2, k->j);
}

const JointKind cd_joint_revolute = {
    .equations = { PLANE_X, PLANE_Y, PLANE_Z, PERP_ZX, PERP_ZY },
    .turns = true,
    .sliding = sliding,
};
