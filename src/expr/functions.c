/* functions.c - the table of functions, and finding one by name. */
#include "expr/compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const Function cd_functions[] = {
#define FUNCTION(name, types, names, class, detail, constant, expand, summary)                                         \
    { name, types, names, FUNCTION_##class, detail, constant, expand, summary },
#include "expr/functions.def"
#undef FUNCTION
};
const int cd_function_count = sizeof cd_functions / sizeof cd_functions[0];

const Function *cd_function_find(Text name)
{
    for (int i = 0; i < cd_function_count; i++)
        if (cd_upper(name.at[0]) == cd_functions[i].name[0] && cd_text_equal_nocase(name, cd_functions[i].name))
            return &cd_functions[i];
    return NULL;
}

enum { LONGEST_SERIES = 31 }; /* a0 ... a30 */

void cd_function_arity(const Function *f, int *least, int *most)
{
    int n = 0;
    *least = -1;
    for (const char *t = f->types; *t; t++) {
        if (*t == '?') *least = n;
        else if (*t == '*') *least = n, n += LONGEST_SERIES - 1;
        else if (*t != ':') n++;
    }
    *most = n;
    if (*least < 0) *least = n;
}

const char *cd_closest_function(Text name)
{
    const char *closest = NULL;
    int best = cd_edits_allowed(name.n) + 1;
    for (int i = 0; i < cd_function_count; i++) {
        int d = cd_text_distance(name, cd_functions[i].name, best);
        if (d < best) best = d, closest = cd_functions[i].name;
    }
    return closest;
}
