/* array.c - list of numbers (IC), of variables that feed a system element (U), of its states (X) or of its outputs (Y).
 * Read by ARYVAL, counting from 1. */
#include "elements/array.h"

#include "elements/common.h"

#include <string.h>

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

/* Whether a reference holds what its element computes: states or outputs. */
static bool is_computed(const Field *f)
{
    Text key = cd_field_key(f);
    return strcmp(f->target, "ARRAY") == 0 &&
           (cd_text_equal_nocase(key, "X") || cd_text_equal_nocase(key, "XD") || cd_text_equal_nocase(key, "Y"));
}

/* The first element that computes an array. */
static const Element *owner(const CdModel *model, int array)
{
    static const KindIndex kinds[] = { KIND_lse, KIND_gse, KIND_tfsiso };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < model->table[kinds[k]].n; i++) {
            const Element *e = &model->table[kinds[k]].at[i];
            for (const Field *f = e->kind->fields; f->type != FIELD_END; f++)
                if (f->type == FIELD_REF && *(const int *)cd_field_in(f, e->data) == array && is_computed(f)) return e;
        }
    return NULL;
}

void cd_check_array(Check *c, const Element *e, int array, const char *key, ArrayType type, int size, const char *why)
{
    static const char *const contents[] = { "numbers (IC)", "inputs (U)", "states (X)", "outputs (Y)" };
    char label[CD_LABEL_ROOM], other[CD_LABEL_ROOM];
    if (array < 0) return;
    const Element *named = &c->model->table[KIND_array].at[array];
    const ArrayElement *a = named->data;
    cd_label(named, label);
    if (a->type < 0) return;
    if (a->type != (int)type) {
        cd_check_bad(c, e, "%s = %s is an array of %s; it must be one of %s", key, label, contents[a->type],
                     contents[type]);
        return;
    }
    if (size > 0 && cd_array_size(a) > 0 && cd_array_size(a) != size)
        cd_check_bad(c, e, "%s = %s has %d entries; %s makes it %d", key, label, cd_array_size(a), why, size);
    const Element *first = type == ARRAY_X || type == ARRAY_Y ? owner(c->model, array) : e;
    if (first != e)
        cd_check_bad(c, e, "%s = %s already belongs to %s; give it an array of its own", key, label,
                     cd_label(first, other));
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
