/* memory.h - what elements keep of accepted points: where friction began to stick, sampled states, sensors. */
#pragma once

#include "system/equations.h"

/* Room for what follows, once the memories are known. */
void cd_memory_open(Equations *e);

/* Memories take what is so at the present state, which is prepared, where their condition holds; up to the first
 * accepted point all of them do. */
void cd_memory_accept(Equations *e);

/* One that goes on where another was. */
void cd_memory_continue(Memory *m, const Memory *old);

/* Expressions see the memories as they are now. */
void cd_memory_show(Equations *e);
