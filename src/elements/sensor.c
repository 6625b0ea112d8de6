/* sensor.c - watches an expression f while simulating and acts when
 *     EQ  |f - VALUE| <= ERROR,    GE  f >= VALUE - ERROR,    LE  f <= VALUE + ERROR
 * With ANGLE, f counts modulo a full turn. SENVAL reads what EVALUATE gave at the last event. */
#include "elements/sensor.h"

#include "elements/common.h"
#include "kinematics/equation.h"

static const Field fields[] = {
    EXPR(Sensor, function, "FUNCTION", MIXED, NEEDED, "what is watched"),
    REAL(Sensor, value, "VALUE", MIXED, 0, 0, "value it is compared with"),
    CHOICE(Sensor, compare, "comparison", "EQ|GE|LE", 0, 0, "equal, greater or less"),
    REAL(Sensor, error, "ERROR", MIXED, 1e-3, NOT_NEGATIVE, "tolerance of the comparison"),
    FLAG(Sensor, angle, "ANGLE", 0, "it is an angle: full turns do not count"),
    REAL(Sensor, bisection, "BISECTION", TIME, 0, POSITIVE, "time within which the event is located"),
    EXPR(Sensor, evaluate, "EVALUATE", MIXED, 0, "value kept at the event, for SENVAL"),
    FLAG(Sensor, print, "PRINT", 0, "write an output step at the event"),
    FLAG(Sensor, return_, "RETURN", 0, "end this simulation and go on with the next command"),
    FLAG(Sensor, halt, "HALT", 0, "stop the run"),
    REAL(Sensor, dt, "DT", TIME, 0, POSITIVE, "new output step from here"),
    REAL(Sensor, stepsize, "STEPSIZE", TIME, 0, POSITIVE, "new integration step from here"),
    FLAG(Sensor, restart, "RESTART", 0, "restart the integrator"),
    FLAG(Sensor, codgen, "CODGEN", 0, "factorise again"),
    FLAG(Sensor, yydump, "YYDUMP", 0, "print the state"),
    ROUTINE_ROWS(Sensor),
    LIST_ROW(Sensor),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Sensor *s = e->data;
    if (s->halt && s->return_) cd_check_exclusive(c, e, "HALT", "RETURN");
}

/* SENVAL: set by whoever runs the model when the event comes. And whether the sensor has been looked at. */
static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    for (int k = SENSOR_VALUE; k <= SENSOR_SEEN; k++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_MEMORY,
                                             .kind = KIND_sensor,
                                             .index = (int)(e - model->table[KIND_sensor].at),
                                             .component = k });
}

const ElementKind cd_element_sensor = {
    .keyword = "SENSOR",
    .summary = "watches an expression and acts at an event",
    .role = ROLE_SETTING,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Sensor),
    .fields = fields,
    .equations = equations,
    .check = check,
};
