/* sensor.h - parameters of a sensor. */
#pragma once
#include "model/field.h"

enum { SENSOR_EQ, SENSOR_GE, SENSOR_LE }; /* compare */
enum { SENSOR_VALUE, SENSOR_SEEN };       /* memories: what SENVAL reads; whether it has been looked at */

typedef struct Sensor {
    Expr function, evaluate;
    double value, error, bisection, dt, stepsize;
    int compare;
    bool angle, print, return_, halt, restart, codgen, yydump;
    Text routine, interface;
    bool list;
} Sensor;
