/* activate.h - the ACTIVATE and DEACTIVATE commands, which have the same arguments. */
#pragma once
#include "model/kind.h"

typedef struct Switch {
    int type; /* position in cd_switch_words: keyword of the statement */
    IntList id;
    IntList range; /* first and last id */
    bool list;
} Switch;

/* Keywords of the statements that can be switched, "JOINT|JPRIM|...". */
extern const char *const cd_switch_words;
bool cd_is_switchable(const ElementKind *kind);
extern const Field cd_switch_fields[];
void cd_switch_check(Check *c, const Element *e);
