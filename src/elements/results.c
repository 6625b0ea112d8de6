/* results.c - the results file: its format and what is left out of it. */
#include "elements/common.h"

typedef struct Results {
    bool formatted, xrf;
    bool nodisplacements, novelocities, noaccelerations, noreactionforces, noappliedforces, nodatastructures;
    bool nosystemelements, norequests, nolinear, nocontacts, notires, nofloatingmarkers, noflexbodies;
    int decimals;
    Text comment;
} Results;

static const Field fields[] = {
    FLAG(Results, xrf, "XRF", 0, "as XML"),
    FLAG(Results, formatted, "FORMATTED", 0, "as text"),
    FLAG(Results, noaccelerations, "NOACCELERATIONS", 0, "without accelerations"),
    FLAG(Results, novelocities, "NOVELOCITIES", 0, "without velocities"),
    FLAG(Results, nodisplacements, "NODISPLACEMENTS", 0, "without displacements"),
    FLAG(Results, noreactionforces, "NOREACTIONFORCES", 0, "without reactions of constraints"),
    FLAG(Results, noappliedforces, "NOAPPLIEDFORCES", 0, "without applied forces"),
    FLAG(Results, nodatastructures, "NODATASTRUCTURES", 0, "without arrays and other data"),
    FLAG(Results, nosystemelements, "NOSYSTEMELEMENTS", 0, "without variables and states"),
    FLAG(Results, norequests, "NOREQUESTS", 0, "without requests"),
    FLAG(Results, nolinear, "NOLINEAR", 0, "without eigenvalues and modes"),
    FLAG(Results, nocontacts, "NOCONTACTS", 0, "without contacts"),
    FLAG(Results, notires, "NOTIRES", 0, "without tires"),
    FLAG(Results, nofloatingmarkers, "NOFLOATINGMARKERS", 0, "without floating markers"),
    FLAG(Results, noflexbodies, "NOFLEXBODIES", 0, "without flexible bodies"),
    INT(Results, decimals, "DECIMAL_PLACES|DECIMALPLACES", 0, NOT_NEGATIVE, "digits behind the point"),
    TEXT(Results, comment, "COMMENT", 0, "title"),
    FIELDS_END,
};

const ElementKind cd_element_results = {
    .keyword = "RESULTS",
    .summary = "contents of the results file",
    .role = ROLE_OUTPUT,
    .flags = WITHOUT_ID | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Results),
    .fields = fields,
};
