/* array.c - list of numbers (IC), of variables that feed a system element (U), of its states (X) or of its outputs (Y). Read by
 * ARYVAL, counting from 1. */
#include "elements/array.h"

#include "elements/common.h"

static const Field fields[] = {
    CHOICE(ArrayElement, type, "type", "IC|U|X|Y", -1, NEEDED, "numbers, inputs, states or outputs"),
    INT(ArrayElement, size, "SIZE", 0, NOT_NEGATIVE, "number of entries"),
    REALS(ArrayElement, numbers, "NUMBERS", 1, 0, MIXED, 0, "IC: the numbers"),
    REFS(ArrayElement, variables, "VARIABLES", "VARIABLE", 1, 0, 0, "U: the inputs"),
    LIST_ROW(ArrayElement),
    FIELDS_END,
};

int cd_array_size(const ArrayElement *a)
{
    return a->numbers.n ? a->numbers.n : a->variables.n ? a->variables.n : a->size;
}

static void check(Check *c, const Element *e)
{
    const ArrayElement *a = e->data;
    if (a->type < 0) return;
    if (a->type == ARRAY_IC && !a->numbers.n && !GIVEN(e, ArrayElement, size)) cd_check_missing(c, e, "NUMBERS");
    if (a->type == ARRAY_U && !a->variables.n) cd_check_missing(c, e, "VARIABLES");
    if (a->type != ARRAY_IC && a->numbers.n) cd_check_only_with(c, e, "NUMBERS", "IC");
    if (a->type != ARRAY_U && a->variables.n) cd_check_only_with(c, e, "VARIABLES", "U");
    if (a->size > CD_SYSTEM_LIMIT && !a->numbers.n && !a->variables.n)
        cd_check_bad(c, e, "SIZE = %d is more than the %d entries that this version can take", a->size,
                     CD_SYSTEM_LIMIT);
    if (GIVEN(e, ArrayElement, size) && a->size != cd_array_size(a))
        cd_check_bad(c, e, "SIZE = %d, but %d entries are given", a->size, cd_array_size(a));
}

const ElementKind cd_element_array = {
    .keyword = "ARRAY",
    .summary = "list of numbers, inputs, states or outputs",
    .role = ROLE_SYSTEM,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(ArrayElement),
    .fields = fields,
    .check = check,
};
