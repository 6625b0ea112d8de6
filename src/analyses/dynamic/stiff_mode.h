/* stiff_mode.h - the fastest mode of flexible bodies under an explicit method, whose steps it holds down for the whole
 * run. */
#pragma once
#include "system/equations.h"

typedef struct StiffMode {
    const FlexForm *form; /* NULL: there are no modes */
    int mode;
    double rate; /* angular frequency, or the faster rate of decay where it is overdamped */
    bool decays; /* rather than vibrates */
    long steps;  /* in a row that were long for it */
} StiffMode;

StiffMode cd_stiff_mode_find(const Equations *e);

/* After a step h of an explicit method, at t: whether the mode is stiff for it, over many steps in a row and with many
 * more to the end. Such a run is to be given up; the log says which mode it is and what to do. */
bool cd_stiff_mode_stops(StiffMode *m, const Equations *e, double t, double h, double end, CdLog *log);
