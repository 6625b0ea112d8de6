/* cylindrical.c - CYLINDRICAL, 4 equations: d.x_J = d.y_J = 0;  z_I.x_J = z_I.y_J = 0. It slides along z and turns
 * about it.
 *
 * Friction: v = (along z, Rp w), N = |F_xy| + |T_xy| / Xs along z and Rp times that about z (8.30). */
#include "elements/joints.h"

static void sliding(const Joined *k, Sliding *s)
{
    cd_sliding_along_z(k, s);
    cd_sliding_about_z(k, s, 1, FROM_SECOND);
    s->n = 2, s->arm[1] = k->f->pin_radius;
    s->normal = cd_sliding_side_load(k);
}

const JointKind cd_joint_cylindrical = {
    .equations = { PLANE_X, PLANE_Y, PERP_ZX, PERP_ZY },
    .slides = true,
    .turns = true,
    .sliding = sliding,
};
