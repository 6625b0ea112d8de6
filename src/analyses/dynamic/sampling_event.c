/* sampling_event.c - states that are sampled: steps end where they are, and the method restarts with what they have
 * jumped to (theory 8.51). */
#include "analyses/dynamic/driver.h"
#include "system/sampling.h"

static void *open(Dynamic *d, CdLog *log)
{
    (void)log;
    return d->e;
}

static double next(void *equations, double t, int *which)
{
    *which = -1;
    return cd_sampling_next(equations, t);
}

static bool accept(void *equations, int hit, CdLog *log)
{
    (void)hit, (void)log;
    return ((Equations *)equations)->past.sampled;
}

const EventKind cd_event_sampling = { .name = "sampling", .open = open, .find.next = next, .pass.accept = accept };
