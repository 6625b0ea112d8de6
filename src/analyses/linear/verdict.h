/* verdict.h - modes from which the stability of an equilibrium is judged (theory 12.14). */
#pragma once
#include "analyses/linear/modes.h"

enum { VERDICT_DENSE_STATES = 400 }; /* up to which all modes are found, by dense matrices */

/* Independent positions and velocities, and states. */
int cd_verdict_states(System *s);

/* Modes with those that grow: all of them, or of a large model the fastest growing or else the slowest. *why: what
 * stands in the way. */
bool cd_verdict_modes(System *s, Linearised *l, Modes *m, const char **why);

/* Whether deviations from it grow; false where it cannot be judged. */
bool cd_verdict_grows(System *s);

/* Whether the state, an equilibrium, is one from which bodies or states fall away; not one about which they flutter.
 * carrier: who does. */
bool cd_verdict_falls(System *s, char carrier[CD_LABEL_ROOM]);
