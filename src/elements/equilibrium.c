/* equilibrium.c - tolerances of static analyses: Newton on the balance of forces with limited steps, or damped dynamics
 * to rest. */
#include "elements/equilibrium.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(Equilibrium, type, "type", "STATIC|DYNAMIC", 0, 0, "balance of forces, or damped dynamics"),
    WORD(Equilibrium, method, "METHOD",
         "AUTOMATIC|NEWTON|STABILITY|RELAXATION|ORIGINAL|ADVANCED|AGGRESSIVE|HYBRID|HYBRIDS|UMF|SEQUENTIAL|KRYLOV|"
         "TRUST_REGION|TENSOR_KRYLOV_BLOCK|TENSOR_BLOCK|BROYDEN_ARMIJO",
         0, 0,
         "NEWTON, growing STABILITY or RELAXATION alone, or AUTOMATIC: one after the other; the other words, of other "
         "programs, mean that too"),
    REAL(Equilibrium, alimit, "ALIMIT", ANGLE, 0.17453292519943295, POSITIVE,
         "largest change of angle in an iteration"),
    REAL(Equilibrium, tlimit, "TLIMIT", LENGTH, 0, POSITIVE,
         "largest change of position in an iteration; if absent, the size of the model"),
    REAL(Equilibrium, error, "ERROR", NONE, 1e-4, POSITIVE, "relative correction at convergence"),
    REAL(Equilibrium, imbalance, "IMBALANCE", MIXED, 1e-4, POSITIVE,
         "residual at convergence; if absent, 1e-4 newton, torques by the size of bodies"),
    INT(Equilibrium, maxit, "MAXIT", 25, POSITIVE, "most iterations"),
    REAL(Equilibrium, stability, "STABILITY", NONE, 1e-5, NOT_NEGATIVE,
         "share of mass and damping added to the stiffness while iterating; if absent, 1e-5 of seconds"),
    PATTERN_ROW(Equilibrium, pattern, "PATTERN", "iterations that evaluate the Jacobian; all if absent"),
    REAL(Equilibrium, acceleration_error, "ACCELERATION_ERROR|AERROR", ACCELERATION, 1e-2, POSITIVE,
         "DYNAMIC: largest acceleration at rest; if absent, 1e-2 m/s^2"),
    REAL(Equilibrium, kinetic_energy_error, "KINETIC_ENERGY_ERROR|KERROR", ENERGY, 1e-2, POSITIVE,
         "DYNAMIC: largest kinetic energy at rest; if absent, 1e-2 joule"),
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
