/* ic.c - tolerances of the initial conditions: positions, then velocities, then accelerations are made consistent. */
#include "elements/common.h"

typedef struct Ic {
    double error, aerror, verror, alimit, tlimit;
    int maxit, amaxit;
    TextList pattern, apattern;
    bool reset, list;
} Ic;

static const Field fields[] = {
    REAL(Ic, error, "ERROR", NONE, 1e-10, POSITIVE, "largest correction of displacements at convergence"),
    REAL(Ic, aerror, "AERROR", NONE, 1e-4, POSITIVE, "largest correction of accelerations at convergence"),
    REAL(Ic, verror, "VERROR", NONE, 1e-4, POSITIVE, "largest error of velocities"),
    INT(Ic, maxit, "MAXIT", 25, POSITIVE, "most iterations for displacements"),
    INT(Ic, amaxit, "AMAXIT", 25, POSITIVE, "most iterations for accelerations"),
    REAL(Ic, alimit, "ALIMIT", ANGLE, 0.52359877559829887, POSITIVE, "largest change of angle in an iteration"),
    REAL(Ic, tlimit, "TLIMIT", LENGTH, 1e10, POSITIVE, "largest change of position in an iteration"),
    PATTERN_ROW(Ic, pattern, "PATTERN", "iterations that evaluate the Jacobian; all if absent"),
    PATTERN_ROW(Ic, apattern, "APATTERN", "the same for accelerations"),
    LIST_ROW(Ic),
    DEFAULT_ROW(Ic),
    FIELDS_END,
};

const ElementKind cd_element_ic = {
    .keyword = "IC",
    .summary = "tolerances of the initial conditions",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Ic),
    .fields = fields,
};
