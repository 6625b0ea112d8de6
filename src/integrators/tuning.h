/* tuning.h - the constants of tuning.def, as tuning_NAME. In a build for ablation they are variables, set by the
 * environment: CARDAN_TUNE="name=value name=value"; CARDAN_WITHOUT="remedy remedy" takes remedies away. */
#pragma once
#ifdef CARDAN_ABLATION
#include <stdbool.h>
#define TUNING(name, value, what, test) extern double tuning_##name;
bool cd_ablation_without(const char *remedy);
#else
#define TUNING(name, value, what, test) static const double tuning_##name = value;
#define cd_ablation_without(remedy) false
#endif
#include "integrators/tuning.def"
#undef TUNING
