/* sensors.h - what the sensors of a model see, and which of them an event has set off. Whoever runs the model acts on
 * it: it shortens a step that goes past an event, accepts the point, and does what the sensor asks for. */
#pragma once
#include "elements/sensor.h"
#include "system/equations.h"

typedef struct Watcher {
    const Element *element;
    const Sensor *sensor;
    int index;   /* in the table of sensors */
    double f;    /* what it watches */
    double gap;  /* f - VALUE, of an angle within half a turn */
    double last; /* the gap at the last accepted point; NAN: none yet */
    bool fires;  /* the event has come since then */
} Watcher;

typedef struct Sensors {
    Equations *e;
    int n;
    Watcher *at; /* the active ones */
    double *room;
} Sensors;

Sensors cd_sensors_open(Arena *arena, Equations *e);

/* Looks at the present state, which has been prepared: f, gap, fires. The number that fire; -1 if an expression fails,
 * with a message. */
int cd_sensors_look(Sensors *s, CdLog *log);

/* Where between a point with the gap `from` and the present one the event of a sensor that fires came, 0 to 1, by the
 * secant. */
double cd_sensor_fraction(const Watcher *w, double from);

/* The present state has been accepted: sensors that fire keep their EVALUATE for SENVAL, and have to leave their event
 * before they fire again. False if an EVALUATE fails, with a message. */
bool cd_sensors_accept(Sensors *s, CdLog *log);
