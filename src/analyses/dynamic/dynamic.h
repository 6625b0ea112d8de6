/* dynamic.h - integration of the equations of motion: the driver that all methods share. */
#pragma once
#include "analyses/dynamic/sensing.h"
#include "analyses/initial/initial.h"
#include "integrators/integrator.h"
#include "report/steps.h"

typedef struct Dynamic Dynamic;

/* Starts from the present state, which has consistent positions, velocities and accelerations. NULL, with a message, if
 * the method the model asks for is not there. output: time between outputs; end: of the last of them, which no step
 * passes. */
Dynamic *cd_dynamic_open(System *s, double output, double end, CdLog *log);
void cd_dynamic_close(Dynamic *d);

/* Integrates to t, or to an event of a sensor before it, and leaves the state there, with accelerations and reactions
 * from (7.6). On failure the state is the last good one, and the log says what was seen and what to try. */
CdStatus cd_dynamic_to(Dynamic *d, double t, CdLog *log);

/* One step, as long as the method makes it; the state is where it ends. */
CdStatus cd_dynamic_once(Dynamic *d, CdLog *log);

/* Something that acts on the model has been changed at the present state: the method restarts there. */
void cd_dynamic_disturb(Dynamic *d);

/* Whether the state is at an event, which is then dealt with; what is asked of the caller. */
bool cd_dynamic_event(Dynamic *d, SensorActions *out);

/* Called at accepted points between outputs, before any body has turned by more than about a radian since the last
 * call: what counts turns from point to point looks there. */
void cd_dynamic_on_step(Dynamic *d, void (*on_step)(void *arg), void *arg);

/* Called where cd_dynamic_to ends, while accelerations are those of an implicit method itself. */
void cd_dynamic_on_output(Dynamic *d, void (*on_output)(void *arg), void *arg);

/* Every step that is accepted goes into the history. */
void cd_dynamic_keep_history(Dynamic *d, StepHistory *history);

const Stats *cd_dynamic_stats(const Dynamic *d);
void cd_dynamic_tell_settings(const Dynamic *d, const Reporter *reporter); /* method and tolerances in force */
void cd_dynamic_tell(const Dynamic *d, const Reporter *reporter);          /* what it took, and what held it up */
double cd_dynamic_step(const Dynamic *d);                                  /* size of the last step */
int cd_dynamic_order(const Dynamic *d);
const char *cd_dynamic_method(const Dynamic *d);
