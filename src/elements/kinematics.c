/* kinematics.c - tolerances of kinematic analyses: Newton for positions at each output step, then accelerations. */
#include "elements/common.h"

typedef struct Kinematics {
    double error, aerror, alimit, tlimit, hmax;
    int maxit, amaxit;
    TextList pattern, apattern;
    bool reset, list;
} Kinematics;

static const Field fields[] = {
    REAL(Kinematics, error, "ERROR", NONE, 1e-4, POSITIVE, "largest correction of displacements at convergence"),
    REAL(Kinematics, aerror, "AERROR", NONE, 1e-4, POSITIVE, "largest correction of accelerations at convergence"),
    INT(Kinematics, maxit, "MAXIT", 25, POSITIVE, "most iterations for displacements"),
    INT(Kinematics, amaxit, "AMAXIT", 25, POSITIVE, "most iterations for accelerations"),
    REAL(Kinematics, alimit, "ALIMIT", ANGLE, 0.52359877559829887, POSITIVE, "largest change of angle in an iteration"),
    REAL(Kinematics, tlimit, "TLIMIT", LENGTH, 1e10, POSITIVE, "largest change of position in an iteration"),
    REAL(Kinematics, hmax, "HMAX", TIME, 0, POSITIVE, "largest step; the output step if absent"),
    PATTERN_ROW(Kinematics, pattern, "PATTERN", "iterations that evaluate the Jacobian; all if absent"),
    PATTERN_ROW(Kinematics, apattern, "APATTERN", "the same for accelerations"),
    LIST_ROW(Kinematics),
    DEFAULT_ROW(Kinematics),
    FIELDS_END,
};

const ElementKind cd_element_kinematics = {
    .keyword = "KINEMATICS",
    .summary = "tolerances of kinematics",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Kinematics),
    .fields = fields,
};
