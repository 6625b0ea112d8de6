/* equilibrium.c - tolerances of static analyses: Newton on the balance of forces with limited steps, or damped dynamics to rest. */
#include "elements/common.h"

typedef struct Equilibrium {
    int type, method;
    double alimit, tlimit, error, imbalance, stability;
    int maxit;
    TextList pattern;
    double acceleration_error, kinetic_energy_error, global_damping, settling_time;
    bool reset, list;
} Equilibrium;

static const Field fields[] = {
    CHOICE(Equilibrium, type, "type", "STATIC|DYNAMIC", 0, 0, "balance of forces, or damped dynamics"),
    WORD(Equilibrium, method, "METHOD",
         "ORIGINAL|ADVANCED|AGGRESSIVE|HYBRID|HYBRIDS|UMF|SEQUENTIAL|KRYLOV|NEWTON|TRUST_REGION|TENSOR_KRYLOV_BLOCK|"
         "TENSOR_BLOCK|BROYDEN_ARMIJO",
         0, 0, "way to solve it"),
    REAL(Equilibrium, alimit, "ALIMIT", ANGLE, 0.17453292519943295, POSITIVE,
         "largest change of angle in an iteration"),
    REAL(Equilibrium, tlimit, "TLIMIT", LENGTH, 20, POSITIVE, "largest change of position in an iteration"),
    REAL(Equilibrium, error, "ERROR", NONE, 1e-4, POSITIVE, "relative correction at convergence"),
    REAL(Equilibrium, imbalance, "IMBALANCE", MIXED, 1e-4, POSITIVE, "residual at convergence"),
    INT(Equilibrium, maxit, "MAXIT", 25, POSITIVE, "most iterations"),
    REAL(Equilibrium, stability, "STABILITY", NONE, 1e-5, NOT_NEGATIVE,
         "share of mass and damping added to the stiffness while iterating"),
    PATTERN_ROW(Equilibrium, pattern, "PATTERN", "iterations that evaluate the Jacobian; all if absent"),
    REAL(Equilibrium, acceleration_error, "ACCELERATION_ERROR|AERROR", ACCELERATION, 1e-2, POSITIVE,
         "DYNAMIC: largest acceleration at rest"),
    REAL(Equilibrium, kinetic_energy_error, "KINETIC_ENERGY_ERROR|KERROR", ENERGY, 1e-2, POSITIVE,
         "DYNAMIC: largest kinetic energy at rest"),
    REAL(Equilibrium, global_damping, "GLOBAL_DAMPING|DAMPING", MIXED, 0, NOT_NEGATIVE,
         "DYNAMIC: damping of all bodies"),
    REAL(Equilibrium, settling_time, "SETTLING_TIME", TIME, 0, NOT_NEGATIVE, "DYNAMIC: longest time to come to rest"),
    LIST_ROW(Equilibrium),
    DEFAULT_ROW(Equilibrium),
    FIELDS_END,
};

const ElementKind cd_element_equilibrium = {
    .keyword = "EQUILIBRIUM",
    .summary = "tolerances of statics",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Equilibrium),
    .fields = fields,
};
