/* tuning.c - the constants of tuning.def in a build for ablation. */
#include "integrators/tuning.h"

#ifdef CARDAN_ABLATION
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TUNING(name, value, what, test) double tuning_##name = value;
#include "integrators/tuning.def"
#undef TUNING

/* What follows NAME in a list of words; NULL: it is not there. */
static const char *find(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; at && *at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (strncmp(at, name, n) == 0 && strchr(" =", at[n])) return at + n;
    return NULL;
}

__attribute__((constructor)) static void read_environment(void)
{
    static const struct {
        const char *name;
        double *value;
    } rows[] = {
#define TUNING(name, value, what, test) { #name, &tuning_##name },
#include "integrators/tuning.def"
#undef TUNING
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = find(getenv("CARDAN_TUNE"), rows[i].name);
        if (at && *at == '=') *rows[i].value = strtod(at + 1, NULL);
    }
}

bool cd_ablation_without(const char *remedy)
{
    return find(getenv("CARDAN_WITHOUT"), remedy) != NULL;
}
#endif
