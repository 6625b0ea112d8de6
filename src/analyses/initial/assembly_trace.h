/* assembly_trace.h - what DEBUG/EPRINT shows of iterations for positions: at the start, and from point to point in
 * kinematics. */
#pragma once
#include "system/system.h"

typedef struct AssemblyTrace {
    System *s;
    const char *what;
    int iteration;
    bool on;
} AssemblyTrace;

/* A table that begins with the first iteration, if anybody wants it. */
AssemblyTrace cd_assembly_trace(System *s, const char *what);
/* The largest gap by row (size: by which they are compared, NULL: alike), and the largest change of a coordinate. */
void cd_assembly_trace_iteration(AssemblyTrace *t, const double *phi, const double *size, const double *d,
                                 double share);
