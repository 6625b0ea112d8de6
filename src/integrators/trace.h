/* trace.h - what DEBUG asks to see of an integration: EPRINT, RHSDUMP, JMDUMP, VERBOSE. The driver announces attempts
 * and their outcome, a method solves through it; without it (NULL) nothing is looked at. */
#pragma once
#include "base/reporter.h"
#include "integrators/full_matrix.h"
#include "integrators/integrator.h"

/* NULL: nothing is asked for, or nobody listens. */
Trace *cd_trace_open(Arena *arena, const Equations *e, const Stats *stats);

/* An attempt from the time of the last accepted point begins. */
void cd_trace_attempt(Trace *t, double from, double h, int order);

/* Iterations that belong to no step of an integration begin: what they are for. */
void cd_trace_stage(Trace *t, const char *what);

/* Solves for the correction of an iteration: r is minus the residual, then the correction d of the unknowns. Bodies
 * move by q d, auxiliary unknowns with a rate by z d. */
void cd_trace_solve(Trace *t, Equations *e, double *r, double q, double z);

/* Whether the matrix is to be told with nothing eliminated (FULL); tells it, before the one of the method is made. Of a
 * method that does not call it JMDUMP shows the matrix that is solved with. */
bool cd_trace_is_full(const Trace *t);
void cd_trace_full(Trace *t, Equations *e, const FullPoint *p);

/* How the attempt ended. */
void cd_trace_outcome(Trace *t, const Attempt *a);

/* Something that happened on the way. */
#define cd_trace_note(trace, ...)                                                                                      \
    do {                                                                                                               \
        if (trace) cd_tell(cd_trace_reporter(trace), "  " __VA_ARGS__);                                                \
    } while (0)
const Reporter *cd_trace_reporter(const Trace *t);

/* The table of iterations, for whoever iterates without a trace. */
typedef struct Iteration {
    int number;
    double residual, change;
    const char *equation, *unknown; /* of which these are the largest */
    bool made;                      /* the matrix is new */
} Iteration;
void cd_tell_iterations(const Reporter *reporter);
void cd_tell_iteration(const Reporter *reporter, const Iteration *i);

/* Every unknown with its value and rate. */
void cd_tell_state(const Equations *e, const Reporter *reporter);
