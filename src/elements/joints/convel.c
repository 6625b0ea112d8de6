/* convel.c - CONVEL, 4 equations: d = 0;  x_I.y_J + y_I.x_J = 0. z axes along the shafts, away from the centre. */
#include "elements/joints.h"

const JointKind cd_joint_convel = { .equations = { PLANE_X, PLANE_Y, PLANE_Z, EQUAL_TURN } };
