/* steps.h - the steps of an integration for the report: size, order, the unknown that limited it, how often it was
 * repeated. A long run is kept at a fixed size: when the list is full, neighbours are put together and the shortest
 * step of each pair speaks for both. */
#pragma once
#include "integrators/integrator.h"

/* An accepted step, as the driver tells of it. */
typedef struct StepSeen {
    double t, h;         /* its end, its size */
    int order, limiter;  /* limiter: unknown whose error bound the next step, -1: none did */
    int repeated;        /* attempts that failed before it */
    const Element *kink; /* of the expression on whose jump it ended; NULL: none */
    bool sensor;         /* it ended on the event of a sensor */
} StepSeen;

enum { MOST_STEPS = 4096, MOST_EVENTS = 1000 };

typedef struct StepEvent {
    double t;
    const Element *kink; /* NULL: a sensor */
} StepEvent;

typedef struct StepHistory {
    StepSeen step[MOST_STEPS];
    StepEvent event[MOST_EVENTS];
    int n, events;
    int stride, within; /* steps that one entry stands for; how many of them the last one has */
    const char *method;
} StepHistory;

void cd_steps_begin(StepHistory *h, const char *method);
void cd_steps_add(StepHistory *h, const StepSeen *s);
/* As JSON, with the names of unknowns. */
void cd_steps_write(TextBuffer *out, const StepHistory *h, const Equations *e);
