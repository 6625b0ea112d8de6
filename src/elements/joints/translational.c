/* translational.c - TRANSLATIONAL, 5 equations: d.x_J = d.y_J = 0;  z_I.x_J = z_I.y_J = x_I.y_J = 0. It slides along z.
 *
 * Friction: v along z of J, N = |F_xy| + |T_xy| / Xs + |T_z| / Rn, Xs the overlap, Rn = REACTION_ARM (8.30). */
#include "elements/joints.h"

static void sliding(const Joined *k, Sliding *s)
{
    cd_sliding_along_z(k, s);
    s->normal = cd_sliding_side_load(k);
    if (cd_sliding_input(k->f, INPUT_TORSIONAL_MOMENT))
        s->normal =
            cd_words("%s+ABS(%s)/(%.17g)", s->normal.at, cd_sliding_reaction(k, 5, k->j).at, k->f->reaction_arm);
}

const JointKind cd_joint_translational = {
    .equations = { PLANE_X, PLANE_Y, PERP_ZX, PERP_ZY, PERP_XY },
    .slides = true,
    .sliding = sliding,
};
