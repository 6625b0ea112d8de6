/* linear.c - LINEAR: the model linearised at its present state: eigenvalues and modes, state matrices A B C D, or mass,
 * stiffness and damping. */
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
    MARKER_REF(Linear, rm, "RM", ZERO_IS_NONE, "marker that the states are relative to: its axes, and their motion"),
    FLAG(Linear, original, "ORIGINAL", 0, "coordinates as in the analysis"),
    NAME(Linear, file, "FILE", 0, "STATEMAT, MKB, EXPORT: file to write; named after the run if absent"),
    NAME(Linear, out_table, "TABLE", 0, "name of the table in the results"),
    REF(Linear, pinput, "PINPUT", "PINPUT", 0, "STATEMAT: inputs"),
    REF(Linear, poutput, "POUTPUT", "POUTPUT", 0, "STATEMAT: outputs"),
    REALN(Linear, frequency, "FREQUENCY", 2, FREQUENCY, POSITIVE,
          "STATEMAT: first and last frequency of the response, in cycles per unit of time; from the eigenvalues if "
          "absent"),
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

/* What the other types would use. */
static void check_type(Check *c, const Element *e)
{
    const Linear *l = e->data;
    bool plant = l->type == LINEAR_STATEMAT || l->type == LINEAR_MKB;
    const struct Use {
        const char *key;
        bool given, used;
        const char *by;
    } use[] = {
        { "COORDS", l->coords.n, l->type == LINEAR_EIGENSOL, "EIGENSOL" },
        { "NOVECTOR", l->novector, l->type == LINEAR_EIGENSOL, "EIGENSOL" },
        { "NODAMPIN", l->nodampin, l->type == LINEAR_EIGENSOL, "EIGENSOL" },
        { "KINETIC", l->all_kinetic || l->kinetic.n, l->type == LINEAR_EIGENSOL, "EIGENSOL" },
        { "STRAIN", l->all_strain || l->strain.n, l->type == LINEAR_EIGENSOL, "EIGENSOL" },
        { "DISSIPATIVE", l->all_dissipative || l->dissipative.n, l->type == LINEAR_EIGENSOL, "EIGENSOL" },
        { "PINPUT", GIVEN(e, Linear, pinput), plant, "STATEMAT or MKB" },
        { "POUTPUT", GIVEN(e, Linear, poutput), plant, "STATEMAT or MKB" },
        { "FILE", GIVEN(e, Linear, file), plant, "STATEMAT or MKB" },
        { "FREQUENCY", GIVEN(e, Linear, frequency), l->type == LINEAR_STATEMAT, "STATEMAT" },
        { "POINTS", GIVEN(e, Linear, points), l->type == LINEAR_STATEMAT, "STATEMAT" },
    };
    if (l->type < 0 || l->type == LINEAR_EXPORT) return;
    for (size_t k = 0; k < sizeof use / sizeof *use; k++)
        if (use[k].given && !use[k].used) cd_check_only_with(c, e, use[k].key, use[k].by);
}

/* A response can be written, and has numbers. */
static void check_response(Check *c, const Element *e)
{
    enum { MOST_POINTS = 100000 };
    const double highest = 1e300; /* times 2 pi it is still a number */
    const Linear *l = e->data;
    if (GIVEN(e, Linear, frequency) && l->frequency[1] < l->frequency[0])
        cd_check_bad(c, e, "FREQUENCY: the last, %g, is below the first, %g", l->frequency[1], l->frequency[0]);
    if (GIVEN(e, Linear, frequency) && l->frequency[1] > highest)
        cd_check_bad(c, e, "FREQUENCY: %g is beyond the highest, %g", l->frequency[1], highest);
    if (l->points == 1) cd_check_bad(c, e, "POINTS: a response has two frequencies at least, not %d", 1);
    if (l->points > MOST_POINTS)
        cd_check_bad(c, e, "POINTS: a response has %d frequencies at most, not %d", MOST_POINTS, l->points);
}

/* What no type uses, and what would be no file. */
static void check_files(Check *c, const Element *e)
{
    enum { MATLAB = 1 };
    const Linear *l = e->data;
    if (GIVEN(e, Linear, file) && !l->file.n) cd_check_bad(c, e, "%s: the name is empty", "FILE");
    if (l->type == LINEAR_EXPORT) return;
    if (l->original) cd_check_odd(c, e, "%s has no effect: independent coordinates are chosen in any case", "ORIGINAL");
    if (GIVEN(e, Linear, out_table)) cd_check_odd(c, e, "%s has no effect: results have no tables of modes", "TABLE");
    if (l->format >= 0 && l->format != MATLAB)
        cd_check_odd(c, e, "%s has no effect: matrices are written for MATLAB, and as tables", "FORMAT");
    else if (l->format == MATLAB && l->type == LINEAR_EIGENSOL) cd_check_only_with(c, e, "FORMAT", "STATEMAT");
}

static void check(Check *c, const Element *e)
{
    const Linear *l = e->data;
    check_type(c, e);
    check_files(c, e);
    check_response(c, e);
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
