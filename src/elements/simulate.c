/* simulate.c - SIMULATE: an analysis from the present time to END, or over DURATION, with outputs every DTOUT or in
 * STEPS equal steps. STATICS without an end is one equilibrium; with one, a sequence of them. */
#include "elements/simulate.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(Simulate, type, "type", "DYNAMICS|KINEMATICS|TRANSIENT|STATICS|INITIAL_CONDITIONS", SIMULATE_TRANSIENT, 0,
           "analysis; TRANSIENT is dynamics or, without degrees of freedom, kinematics"),
    REAL(Simulate, end, "END", TIME, 0, NOT_NEGATIVE, "time at the end"),
    REAL(Simulate, duration, "DURATION", TIME, 0, NOT_NEGATIVE, "time from now to the end"),
    INT(Simulate, steps, "STEPS", 0, POSITIVE, "number of output steps"),
    REAL(Simulate, dtout, "DTOUT", TIME, 0, POSITIVE, "time between outputs"),
    CHOICE(Simulate, level, "level", "DISPLACEMENT|VELOCITY|ACCELERATION", -1, 0,
           "INITIAL_CONDITIONS: how far; all three if absent"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Simulate *s = e->data;
    bool end = GIVEN(e, Simulate, end) || GIVEN(e, Simulate, duration);
    bool outputs = GIVEN(e, Simulate, steps) || GIVEN(e, Simulate, dtout);

    if (GIVEN(e, Simulate, end) && GIVEN(e, Simulate, duration)) cd_check_exclusive(c, e, "END", "DURATION");
    if (GIVEN(e, Simulate, steps) && GIVEN(e, Simulate, dtout)) cd_check_exclusive(c, e, "STEPS", "DTOUT");
    if (s->type == SIMULATE_INITIAL_CONDITIONS) {
        if (end) cd_check_odd(c, e, "END and DURATION have no effect on initial conditions");
    } else if (s->type != SIMULATE_STATICS || end || outputs) {
        if (!end) cd_check_one_of(c, e, "END, DURATION");
        if (!outputs) cd_check_one_of(c, e, "STEPS, DTOUT");
    }
    if (s->level >= 0 && s->type != SIMULATE_INITIAL_CONDITIONS)
        cd_check_only_with(c, e, "DISPLACEMENT, VELOCITY, ACCELERATION", "INITIAL_CONDITIONS");
}

const ElementKind cd_element_simulate = {
    .keyword = "SIMULATE",
    .summary = "runs an analysis",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Simulate),
    .fields = fields,
    .check = check,
};
