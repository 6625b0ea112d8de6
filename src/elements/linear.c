/* linear.c - LINEAR: the model linearised at its present state: eigenvalues and modes, state matrices A B C D, or mass, stiffness
 * and damping. */
#include "elements/linear.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(Linear, type, "type", "EIGENSOL|STATEMAT|MKB|EXPORT", -1, NEEDED,
           "modes, state matrices, mass and stiffness, or finite element data"),
    INTS(Linear, coords, "COORDS", 1, 2, 0, "EIGENSOL: first and last mode whose shape is printed"),
    FLAG(Linear, novector, "NOVECTOR", 0, "EIGENSOL: eigenvalues only"),
    FLAG(Linear, nodampin, "NODAMPIN", 0, "EIGENSOL: without damping"),
    FLAG(Linear, all_kinetic, "KINETIC", 0, "EIGENSOL: the kinetic energy of all modes is printed"),
    FLAG(Linear, all_strain, "STRAIN", 0, "EIGENSOL: the same for the strain energy"),
    FLAG(Linear, all_dissipative, "DISSIPATIVE", 0, "EIGENSOL: the same for the dissipated energy"),
    INTS(Linear, kinetic, "KINETIC", 1, 2, 0, "EIGENSOL: first and last mode whose kinetic energy is printed"),
    INTS(Linear, strain, "STRAIN", 1, 2, 0, "EIGENSOL: the same for the strain energy"),
    INTS(Linear, dissipative, "DISSIPATIVE", 1, 2, 0, "EIGENSOL: the same for the dissipated energy"),
    REF(Linear, pstate, "PSTATE", "PSTATE", 0, "states to use"),
    MARKER_REF(Linear, rm, "RM", ZERO_IS_NONE, "marker that the coordinates are relative to"),
    FLAG(Linear, original, "ORIGINAL", 0, "coordinates as in the analysis"),
    NAME(Linear, file, "FILE", 0, "STATEMAT, MKB, EXPORT: file to write"),
    NAME(Linear, out_table, "TABLE", 0, "name of the table in the results"),
    REF(Linear, pinput, "PINPUT", "PINPUT", 0, "STATEMAT: inputs"),
    REF(Linear, poutput, "POUTPUT", "POUTPUT", 0, "STATEMAT: outputs"),
    REALN(
        Linear, frequency, "FREQUENCY", 2, FREQUENCY, POSITIVE,
        "STATEMAT: first and last frequency of the response, in cycles per unit of time; from the eigenvalues if absent"),
    INT(Linear, points, "POINTS", 200, POSITIVE,
        "STATEMAT: how many frequencies of the response, equally spaced by ratio"),
    WORD(Linear, format, "FORMAT", "MATRIXX|MATLAB|SYSTEMAT|FSAVE", -1, 0, "STATEMAT: format of the file"),
    FIELDS_END,
};

/* First and last mode, or one alone: counted from 1, in this order. */
static void check_range(Check *c, const Element *e, const char *key, const IntList *range)
{
    if (!range->n) return;
    int first = range->at[0], last = range->at[range->n - 1];
    if (first < 1) cd_check_bad(c, e, "%s: modes are counted from 1, not %d", key, first);
    else if (last < first) cd_check_bad(c, e, "%s: the last mode, %d, comes before the first, %d", key, last, first);
}

static void check(Check *c, const Element *e)
{
    const Linear *l = e->data;
    if (l->type == LINEAR_STATEMAT && !GIVEN(e, Linear, file)) cd_check_missing(c, e, "FILE");
    if (l->coords.n && l->type != LINEAR_EIGENSOL && l->type >= 0) cd_check_only_with(c, e, "COORDS", "EIGENSOL");
    if (GIVEN(e, Linear, frequency) && l->frequency[1] < l->frequency[0])
        cd_check_bad(c, e, "FREQUENCY: the last, %g, is below the first, %g", l->frequency[1], l->frequency[0]);
    if (l->points == 1) cd_check_bad(c, e, "POINTS: a response has two frequencies at least, not %d", 1);
    check_range(c, e, "COORDS", &l->coords);
    check_range(c, e, "KINETIC", &l->kinetic);
    check_range(c, e, "STRAIN", &l->strain);
    check_range(c, e, "DISSIPATIVE", &l->dissipative);
}

const ElementKind cd_element_linear = {
    .keyword = "LINEAR",
    .summary = "linearises the model: modes or state matrices",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND | OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Linear),
    .fields = fields,
    .check = check,
};
