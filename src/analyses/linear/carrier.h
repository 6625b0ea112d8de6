/* carrier.h - who carries a mode: a body, a state of DIFF and its kin, or both (theory 12.23). */
#pragma once
#include "analyses/linear/modes.h"

/* "PART/2", "DIFF/3", "PART/2 with DIFF/3": the body with the largest share of the kinetic energy, or the state that
 * the bodies follow. */
const char *cd_mode_carrier(const Modes *m, int mode, char room[CD_LABEL_ROOM]);

/* A coordinate or state for each mode that nothing holds: "PART/2 x, PART/2 y, DIFF/3 state". */
void cd_modes_loose(const Modes *m, TextBuffer *out);
