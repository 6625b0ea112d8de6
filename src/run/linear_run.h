/* linear_run.h - LINEAR carried out. */
#pragma once
#include "run/run.h"

/* The command at the present state, which has been assembled; writes its files. */
CdStatus cd_run_linear(Run *r, const Element *command);
