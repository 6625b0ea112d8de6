/* analyses.c - the table of analyses. */
#include "simulation/analysis.h"

#define ANALYSIS(name) extern const AnalysisKind cd_analysis_##name;
#include "simulation/analyses.def"
#undef ANALYSIS

const AnalysisKind *const cd_analyses[] = {
#define ANALYSIS(name) &cd_analysis_##name,
#include "simulation/analyses.def"
#undef ANALYSIS
};
const int cd_analysis_count = sizeof cd_analyses / sizeof *cd_analyses;

const AnalysisKind *cd_analysis_for(CdSimulation *sim, SimulateType type)
{
    for (int i = 0; i < cd_analysis_count; i++)
        if (cd_analyses[i]->fits(sim, type)) return cd_analyses[i];
    return NULL;
}
