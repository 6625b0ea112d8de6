/* resume.h - SAVE and RELOAD carried out. */
#pragma once
#include "run/run.h"

CdStatus cd_run_save(Run *r, const Element *command);

/* RELOAD: a run goes back to what was saved, or takes its positions and velocities as initial conditions. *run NULL:
 * there is none yet, the file brings the model. *next receives a model that takes the place of the present one; it
 * belongs to the caller. */
CdStatus cd_run_resume(Run **run, const Element *command, const CdRunOptions *options, CdLog *log, CdModel **next);
