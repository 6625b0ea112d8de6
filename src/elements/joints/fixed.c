/* fixed.c - FIXED, 6 equations: d = 0;  z_I.x_J = z_I.y_J = x_I.y_J = 0. */
#include "elements/joints.h"

const JointKind cd_joint_fixed = { .equations = { PLANE_X, PLANE_Y, PLANE_Z, PERP_ZX, PERP_ZY, PERP_XY } };
