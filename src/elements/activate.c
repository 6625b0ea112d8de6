/* activate.c - ACTIVATE: elements that DEACTIVATE switched off act again. */
#include "elements/activate.h"

#include "elements/common.h"

/* the SWITCHED rows: "|JOINT|JPRIM|..." */
static const char words[] =
#define ELEMENT(name)
#define SWITCHED(name, word) "|" word
#include "elements/elements.def"
#undef ELEMENT
    ;

const char *const cd_switch_words = words + 1;

bool cd_is_switchable(const ElementKind *kind)
{
    for (int i = 0; cd_word_at(cd_switch_words, i).n; i++)
        if (cd_text_equal(cd_word_at(cd_switch_words, i), cd_keyword(kind))) return true;
    return false;
}

const Field cd_switch_fields[] = {
    CHOICE(Switch, type, "type", words + 1, -1, NEEDED, "statement of the elements"),
    INTS(Switch, id, "ID", 1, 0, 0, "ids of the elements"),
    INTS(Switch, range, "RANGE", 2, 2, 0, "first and last id"),
    LIST_ROW(Switch),
    FIELDS_END,
};

void cd_switch_check(Check *c, const Element *e)
{
    const Switch *s = e->data;
    if (s->id.n && s->range.n) cd_check_exclusive(c, e, "ID", "RANGE");
    if (!s->id.n && !s->range.n && !s->list) cd_check_one_of(c, e, "ID, RANGE");
    if (s->range.n == 2 && s->range.at[0] > s->range.at[1])
        cd_check_bad(c, e, "RANGE = %d, %d: the first id must not be greater than the second", s->range.at[0],
                     s->range.at[1]);
}

const ElementKind cd_element_activate = {
    .keyword = "ACTIVATE",
    .summary = "switches elements on",
    .role = ROLE_COMMAND,
    .flags = WITHOUT_ID | ONLY_COMMAND,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Switch),
    .fields = cd_switch_fields,
    .check = cd_switch_check,
};
