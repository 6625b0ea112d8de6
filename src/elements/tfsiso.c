/* tfsiso.c - transfer function of one input and one output:
 *     y(s) / u(s) = (b0 + b1 s + b2 s^2 + ...) / (a0 + a1 s + a2 s^2 + ...)
 * with coefficients in ascending powers of s. In statics its states have no rate, unless STATIC_HOLD keeps them. */
#include "elements/common.h"

typedef struct Tfsiso {
    int x, u, y;
    RealList numerator, denominator;
    bool static_hold;
} Tfsiso;

static const Field fields[] = {
    REF(Tfsiso, x, "X", "ARRAY", NEEDED, "array of the states"),
    REF(Tfsiso, u, "U", "ARRAY", NEEDED, "array of the input"),
    REF(Tfsiso, y, "Y", "ARRAY", NEEDED, "array of the output"),
    REALS(Tfsiso, numerator, "NUMERATOR", 1, 0, MIXED, NEEDED, "b0, b1, ... in ascending powers"),
    REALS(Tfsiso, denominator, "DENOMINATOR", 1, 0, MIXED, NEEDED, "a0, a1, ... in ascending powers"),
    FLAG(Tfsiso, static_hold, "STATIC_HOLD", 0, "statics does not change the states"),
    FIELDS_END,
};

/* Highest power with a non-zero coefficient, -1 if all are zero. */
static int degree(const RealList *p)
{
    int n = p->n - 1;
    while (n >= 0 && p->at[n] == 0) n--;
    return n;
}

static void check(Check *c, const Element *e)
{
    const Tfsiso *t = e->data;
    if (!t->numerator.n || !t->denominator.n) return;
    if (t->denominator.at[t->denominator.n - 1] == 0)
        cd_check_bad(c, e, "the last coefficient of DENOMINATOR, that of the highest power, must not be zero");
    else if (degree(&t->numerator) > degree(&t->denominator))
        cd_check_bad(c, e, "NUMERATOR has degree %d, DENOMINATOR only %d: it would differentiate its input",
                     degree(&t->numerator), degree(&t->denominator));
}

const ElementKind cd_element_tfsiso = {
    .keyword = "TFSISO",
    .summary = "transfer function of one input and one output",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Tfsiso),
    .fields = fields,
    .check = check,
};
