/* profile.h - time by phase. A phase that is entered inside another stops the clock of the outer one, so that the
 * shares add up. Without a profile (NULL) no clock is read. */
#pragma once
#include "base/reporter.h"

#define PROFILE_PHASES(PHASE)                                                                                          \
    PHASE(OTHER, "everything else")                                                                                    \
    PHASE(INITIAL, "initial conditions")                                                                               \
    PHASE(METHOD, "prediction and error of steps")                                                                     \
    PHASE(CORRECTOR, "corrections and their sizes")                                                                    \
    PHASE(STATE, "residual: state and inertia")                                                                        \
    PHASE(MOTION, "residual: motion of bodies and markers")                                                            \
    PHASE(LOADS, "residual: loads")                                                                                    \
    PHASE(EXPRESSIONS, "residual: states and variables")                                                               \
    PHASE(CONSTRAINTS, "residual: constraints")                                                                        \
    PHASE(MATRIX, "matrix")                                                                                            \
    PHASE(FACTOR, "factors")                                                                                           \
    PHASE(SOLVE, "solution with the factors")                                                                          \
    PHASE(EVENTS, "kinks and sensors")                                                                                 \
    PHASE(OUTPUT, "output")

typedef enum Phase {
#define PHASE(name, text) PHASE_##name,
    PROFILE_PHASES(PHASE)
#undef PHASE
        PHASE_COUNT
} Phase;

typedef struct Profile {
    double seconds[PHASE_COUNT];
    long calls[PHASE_COUNT];
    Phase now;
    double since;
} Profile;

/* Seconds of a clock that goes on, and those of the processor, where other work on the machine does not count. */
double cd_clock_seconds(void);
double cd_cpu_seconds(void);

/* Enters a phase and returns the one it interrupts, for leaving. */
Phase cd_profile_enter(Profile *p, Phase phase);
void cd_profile_leave(Profile *p, Phase back);

/* A table with the share and the time per call of each phase; starts again from zero. */
void cd_profile_tell(Profile *p, const Reporter *reporter);
