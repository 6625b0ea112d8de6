/* stated.h - what INTEGRATOR states, and what is made of it: said where the two differ. */
#pragma once
#include "base/reporter.h"
#include "integrators/integrator.h"

/* By Formulation. */
extern const char *const cd_formulation_words[];
enum { FORMULATIONS = FORM_I1 + 1 };

/* The formulation that is stated and the one in force. */
void cd_stated_compare(const System *s, const Settings *set, const IntegratorKind *kind, CdLog *log);

/* ALPHA, GAMMA or RHO that leave index 3 without damping. */
void cd_stated_damping(const System *s, const Settings *set, CdLog *log);

/* SI2 in place of I3, if nothing is stated, where a state reads what differences of index 3 hardly have. */
void cd_stated_choose(Equations *eq, Settings *set, CdLog *log);

/* There is no such method: names those that there are. */
void cd_stated_refuse(const Element *e, CdLog *log);

/* Bounds of steps that do not fit together, or not to the outputs; false: there is no step between them. */
bool cd_stated_bounds(const System *s, const Settings *set, CdLog *log);

/* The statement that would set all of it, whether it was given or is the default. */
void cd_stated_tell(const Settings *s, const IntegratorKind *kind, const Reporter *reporter);
