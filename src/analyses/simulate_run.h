/* simulate_run.h - SIMULATE carried out. */
#pragma once
#include "analyses/run.h"

CdStatus cd_run_simulate(Run *r, const Element *command);

/* Initial conditions, where the present system has none, and which rows are independent. statics: nothing is to move, accelerations
 * only start the reactions. */
CdStatus cd_run_assemble(Run *r, bool statics);
