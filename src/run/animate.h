/* animate.h - modes as motion, for whoever shows results. */
#pragma once
#include "analyses/linear/modes.h"
#include "run/run.h"

/* Writes one cycle of a mode (counted from 0) to PREFIX_mode_1.csv and so on, in all formats that the model asks for:
 * 24 frames and the first once more, displaced so far that the model is seen to move. The state is as it was
 * afterwards. */
CdStatus cd_animate_mode(Run *r, const Modes *m, int mode);
