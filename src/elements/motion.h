/* motion.h - parameters of a prescribed motion. */
#pragma once
#include "model/field.h"

typedef enum MotionDirection {
    MOTION_TRANSLATION, /* of a joint */
    MOTION_ROTATION,
    MOTION_X, /* of I relative to J, along the axes of J */
    MOTION_Y,
    MOTION_Z,
    MOTION_B1, /* angles of a body-fixed 1-2-3 sequence from J to I */
    MOTION_B2,
    MOTION_B3
} MotionDirection;

typedef enum MotionLevel { MOTION_DISPLACEMENT, MOTION_VELOCITY, MOTION_ACCELERATION } MotionLevel;

typedef struct MotionStatement {
    int joint, i, j; /* a joint, or two markers */
    int direction, level;
    Expr function;
    Text routine, interface;
    double icdisp, icvel;
    bool list;
} MotionStatement;
