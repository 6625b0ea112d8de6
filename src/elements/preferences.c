/* preferences.c - habits of the commercial solver; none changes the model. */
#include "elements/common.h"

typedef struct Preferences {
    int solver, nthreads, library, status_message, flex_limit_check;
    double faceting_tolerance;
    Text libpath;
    bool list;
} Preferences;

static const Field fields[] = {
    WORD(Preferences, solver, "SOLVER", "CXX|F77|FORTRAN", -1, 0, "solver the dataset was written for"),
    INT(Preferences, nthreads, "NTHREADS", 1, POSITIVE, "number of threads"),
    WORD(Preferences, library, "CONTACT_GEOMETRY_LIBRARY", "DEFAULT_LIBRARY|PARASOLIDS|PARASOLID", -1, 0,
         "geometry engine"),
    REAL(Preferences, faceting_tolerance, "CONTACT_FACETING_TOLERANCE", NONE, 300, POSITIVE,
         "fineness of faceted solids"),
    NAME(Preferences, libpath, "LIBPATH", 0, "where libraries are looked for"),
    WORD(Preferences, status_message, "STATUS_MESSAGE", "OFF|ON", -1, 0, "messages on progress"),
    WORD(Preferences, flex_limit_check, "FLEX_LIMIT_CHECK", "SKIP|SHOW_SUMMARY|RETURN|HALT", -1, 0,
         "what to do about large deformations of flexible bodies"),
    LIST_ROW(Preferences),
    FIELDS_END,
};

const ElementKind cd_element_preferences = {
    .keyword = "PREFERENCES",
    .summary = "habits of the solver",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Preferences),
    .fields = fields,
};
