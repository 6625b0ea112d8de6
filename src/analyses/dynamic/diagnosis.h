/* diagnosis.h - why an integration cannot go on: what was seen, where, and what to try. */
#pragma once
#include "analyses/dynamic/switching.h"

typedef struct Failure {
    Equations *e; /* at the last accepted point */
    const Settings *set;
    const Switching *switching; /* last: there; now: at the end of the attempt that failed */
    Attempt attempt;
    int weakest; /* row in use that hardly adds to the others any more; -1: none */
    double s;    /* the measure of singular configurations (crossing.h); NAN: not known */
    double t, h;
} Failure;

void cd_diagnose(const Failure *f, CdLog *log);
