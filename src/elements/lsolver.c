/* lsolver.c - linear solver of the commercial program; read and kept, without effect here. */
#include "elements/common.h"

typedef struct Lsolver {
    int solver;
    double stability;
    bool list;
} Lsolver;

static const Field fields[] = {
    CHOICE(Lsolver, solver, "solver", "AUTO|CALAHAN|UMF|HARWELL", -1, 0, "linear solver"),
    REAL(Lsolver, stability, "STABILITY", NONE, 0.01, POSITIVE, "threshold of pivoting, below 1"),
    LIST_ROW(Lsolver),
    FIELDS_END,
};

const ElementKind cd_element_lsolver = {
    .keyword = "LSOLVER",
    .summary = "linear solver",
    .role = ROLE_SETTING,
    .flags = WITHOUT_ID | RESTATABLE | OPEN_ARGUMENTS | DECORATION,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Lsolver),
    .fields = fields,
};
