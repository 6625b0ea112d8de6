/* sampling.h - sampled states: numbers that change at times of their own, at offset and every period from then on
 * (theory 8.51). A step ends there, all of one element are taken at once, and the method restarts. */
#pragma once
#include "system/equations.h"

/* One clock per element with such states. The first times are known once it begins. */
void cd_sampling_open(Equations *e);
void cd_sampling_continue(Equations *e, const Equations *old);

/* The next time behind t at which something is sampled; INFINITY: none. */
double cd_sampling_next(Equations *e, double t);

/* Takes what is due at the present state, which is prepared. Whether anything was. */
bool cd_sampling_take(Equations *e);

/* A memory as it was at the present time, which may lie before the last point where outputs are interpolated. */
double cd_sampled_value(const Equations *e, const Memory *m);
