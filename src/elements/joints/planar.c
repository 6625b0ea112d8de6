/* planar.c - PLANAR, 3 equations: d.z_J = 0;  z_I.x_J = z_I.y_J = 0. */
#include "elements/joints.h"

const JointKind cd_joint_planar = { .equations = { PLANE_Z, PERP_ZX, PERP_ZY } };
