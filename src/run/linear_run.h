/* linear_run.h - LINEAR carried out. */
#pragma once
#include "run/run.h"

/* The command of the run at the present state, which is ready to be linearised; writes its files. */
CdStatus cd_run_linear(void *run);
