/* joints.h - what a type of joint is: its equations, its free coordinates, what slides in it. A type is one file in
 * elements/joints/ and one row in joints.def. With d = r_I - r_J, displacements are those of I relative to J. */
#pragma once
#include "elements/sliding.h"
#include "kinematics/constrain.h"

enum { MOST_PRIMITIVES = 6 };

typedef struct JointKind {
    Primitive equations[MOST_PRIMITIVES + 1];
    /* One equation that is no primitive; NULL: none. */
    void (*couple)(const Joint *joint, ConstraintSink *out);
    bool slides, turns; /* a coordinate along, or about, z of J that motions, couplers and gears can use */
    bool yokes;         /* FRICTION names the yoke */
    /* What slides where FRICTION is stated; NULL: there is no law, and FRICTION is refused. */
    void (*sliding)(const Joined *k, Sliding *s);
} JointKind;

#define JOINT_TYPE(name, word) extern const JointKind cd_joint_##name;
#include "elements/joints.def"
#undef JOINT_TYPE

extern const JointKind *const cd_joint_kinds[JOINT_TYPES];

/* Words of the types in order, "REVOLUTE|TRANSLATIONAL|..." */
extern const char *const cd_joint_words;
/* Words of those that have a property, "REVOLUTE, CYLINDRICAL or ..."; writes into room and returns it. */
enum { JOINT_LIST_ROOM = 256 };
const char *cd_joint_list(bool (*has)(const JointKind *kind), char room[JOINT_LIST_ROOM]);
