/* joint.h - types and parameters of a joint. */
#pragma once
#include "model/field.h"

/* Types in the order of joints.def. */
typedef enum JointType {
#define JOINT_TYPE(name, word) JOINT_##word,
#include "elements/joints.def"
#undef JOINT_TYPE
    JOINT_TYPES
} JointType;

enum { JOINT_OLD_FRICTION = 16 };

typedef struct Joint {
    int type, i, j;
    RealList ic; /* displacement [, velocity] of the one free coordinate */
    RealList ictran, icrot;
    double pitch; /* SCREW: travel per turn */
    double pd;    /* RACKPIN: pitch diameter */
    RealList stops; /* least and largest displacement of the one free coordinate */
    double restitution;
    int friction;
    double old[JOINT_OLD_FRICTION]; /* friction arguments of old datasets, without effect */
    bool list;
} Joint;

/* Whether it has a coordinate along, or about, the z axis that motions, couplers and gears can use. */
bool cd_joint_slides(const Joint *joint);
bool cd_joint_turns(const Joint *joint);
