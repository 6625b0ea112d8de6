/* statistics.h - what an integration took and what held it up, in a few lines. */
#pragma once
#include "base/reporter.h"
#include "integrators/integrator.h"

void cd_statistics_tell(const Stats *s, const Equations *e, const Reporter *reporter);
