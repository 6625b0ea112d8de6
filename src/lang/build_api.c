/* build_api.c - the public calls that build a model without text. They end in the same places as the reader. */
#include "model/build.h"

#include <string.h>

static const CdPlace nowhere = { NULL, 0, 0, 0 };

void cd_build_title(CdBuild *b, const char *title)
{
    cd_build_set_title(b, cd_text(title));
}

bool cd_build_begin(CdBuild *b, const char *keyword, int id)
{
    Text word = cd_text(keyword);
    bool ambiguous = false;
    int kind = cd_find_kind(word, false, &ambiguous);
    b->current.kind = -1;
    if (kind < 0) {
        const char *closest = cd_closest_kind(word, false);
        char room[64], rivals[CD_RIVALS_ROOM];
        snprintf(room, sizeof room, "%.*s", TEXT_ARG(cd_word_at(closest ? closest : "", 0)));
        if (ambiguous) cd_log(b->log, nowhere, AMBIGUOUS_WORD, TEXT_ARG(word), cd_rival_kinds(word, false, rivals));
        else
            cd_log(b->log, nowhere, UNKNOWN_STATEMENT, TEXT_ARG(word), closest ? "; did you mean " : "", room,
                   closest ? "?" : "");
        return false;
    }
    const ElementKind *k = cd_kinds[kind];
    if (k->flags & ONLY_COMMAND) {
        cd_log(b->log, nowhere, NOT_IN_DATASET, TEXT_ARG(cd_keyword(k)));
        return false;
    }
    bool takes_id = !(k->flags & WITHOUT_ID);
    if (takes_id && id < 1 && !(k->flags & OPTIONAL_ID && id == 0)) {
        cd_log(b->log, nowhere, MISSING_ID, TEXT_ARG(cd_keyword(k)), TEXT_ARG(cd_keyword(k)));
        return false;
    }
    if (!takes_id && id) {
        cd_log(b->log, nowhere, UNEXPECTED_ID, TEXT_ARG(cd_keyword(k)));
        return false;
    }
    cd_build_element(b, (KindIndex)kind, id, nowhere);
    return true;
}

/* The element that arguments go to; a message if there is none. */
static Element *current(CdBuild *b)
{
    Element *e = cd_build_current(b);
    if (!e) cd_log(b->log, nowhere, NO_ELEMENT_OPEN, "");
    return e;
}

static bool unknown(CdBuild *b, Element *e, Text word)
{
    char label[CD_LABEL_ROOM], room[64];
    e->faulty = true;
    const char *closest = cd_closest_argument(e->kind, word, room, sizeof room);
    cd_log(b->log, nowhere, UNKNOWN_ARGUMENT, cd_label(e, label), TEXT_ARG(word), closest ? "; did you mean " : "",
           closest ? closest : "", closest ? "?" : "");
    return false;
}

/* Text that a dataset could not hold: a comment mark or a line end inside. */
static bool writable(CdBuild *b, const Element *e, const char *key, const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p != '!' && (unsigned char)*p >= ' ') continue;
        char label[CD_LABEL_ROOM];
        cd_log(b->log, nowhere, BAD_TEXT, cd_label(e, label), key);
        return false;
    }
    return true;
}

bool cd_build_name(CdBuild *b, const char *name)
{
    Element *e = current(b);
    if (!e || !writable(b, e, "its name", name)) return false;
    if (strchr(name, '\'') && strchr(name, '"')) {
        char label[CD_LABEL_ROOM];
        cd_log(b->log, nowhere, BAD_TEXT, cd_label(e, label), "its name");
        return false;
    }
    e->name = cd_text_copy(&b->model->arena, cd_text(name));
    return true;
}

bool cd_build_word(CdBuild *b, const char *word)
{
    Element *e = current(b);
    if (!e) return false;
    int position, field = cd_find_bare(e->kind, cd_text(word), &position, NULL);
    if (field < 0) return unknown(b, e, cd_text(word));
    return cd_build_set(b, field, (Value){ .n = 1, .integer = &position }, nowhere);
}

/* The argument called key; -1, with a message, if there is none. */
static int field_of(CdBuild *b, Element *e, const char *key)
{
    int field = cd_find_field(e->kind, cd_text(key), NULL);
    if (field < 0) unknown(b, e, cd_text(key));
    return field;
}

static bool is_real(FieldType t)
{
    return t == FIELD_REAL || t == FIELD_REALN || t == FIELD_REALS || t == FIELD_ROWS;
}

static bool wrong_type(CdBuild *b, Element *e, const Field *f)
{
    char label[CD_LABEL_ROOM];
    e->faulty = true;
    cd_log(b->log, nowhere, WRONG_TYPE, cd_label(e, label), TEXT_ARG(cd_field_key(f)));
    return false;
}

bool cd_build_reals(CdBuild *b, const char *key, int n, const double *values)
{
    Element *e = current(b);
    int field = e ? field_of(b, e, key) : -1;
    if (field < 0) return false;
    if (!is_real(e->kind->fields[field].type)) return wrong_type(b, e, &e->kind->fields[field]);
    return cd_build_set(b, field, (Value){ .n = n, .real = values }, nowhere);
}

bool cd_build_real(CdBuild *b, const char *key, double value)
{
    return cd_build_reals(b, key, 1, &value);
}

bool cd_build_ints(CdBuild *b, const char *key, int n, const int *values)
{
    Element *e = current(b);
    int field = e ? field_of(b, e, key) : -1;
    if (field < 0) return false;
    if (!cd_is_whole(e->kind->fields[field].type)) return wrong_type(b, e, &e->kind->fields[field]);
    return cd_build_set(b, field, (Value){ .n = n, .integer = values }, nowhere);
}

bool cd_build_int(CdBuild *b, const char *key, int value)
{
    return cd_build_ints(b, key, 1, &value);
}

/* name { ":" name }; two colons belong to a name, as in library::routine */
static bool set_names(CdBuild *b, int field, Text t)
{
    ARRAY_OF(Text) name = { 0 };
    for (int from = 0, end = 0;; end++) {
        if (end + 1 < t.n && t.at[end] == ':' && t.at[end + 1] == ':') {
            end++;
        } else if (end == t.n || t.at[end] == ':') {
            Text one = cd_text_trim((Text){ t.at + from, end - from });
            ARRAY_PUSH(&b->arena, &name, one);
            from = end + 1;
            if (end == t.n) break;
        }
    }
    return cd_build_set(b, field, (Value){ .n = name.n, .text = name.at }, nowhere);
}

/* word { ":" word } */
static bool set_words(CdBuild *b, Element *e, int field, const char *text)
{
    const Field *f = &e->kind->fields[field];
    ARRAY_OF(int) position = { 0 };
    ARRAY_OF(Text) canonical = { 0 };
    char label[CD_LABEL_ROOM];
    for (const char *p = text;;) {
        int length = (int)strcspn(p, ":");
        Text word = cd_text_trim((Text){ p, length });
        int found = cd_find_word(f->words, word, NULL);
        if (found < 0) {
            e->faulty = true;
            char hint[CD_WORD_HINT_ROOM];
            cd_log(b->log, nowhere, UNKNOWN_WORD, cd_label(e, label), TEXT_ARG(cd_field_key(f)), TEXT_ARG(word),
                   cd_word_hint(f, word, hint, sizeof hint), f->words);
            return false;
        }
        ARRAY_PUSH(&b->arena, &position, found);
        ARRAY_PUSH(&b->arena, &canonical, cd_word_at(f->words, found));
        if (!p[length]) break;
        p += length + 1;
    }
    return cd_build_set(b, field, (Value){ .n = position.n, .integer = position.at, .text = canonical.at }, nowhere);
}

bool cd_build_text(CdBuild *b, const char *key, const char *text)
{
    Element *e = current(b);
    int field = e ? field_of(b, e, key) : -1;
    if (field < 0 || !writable(b, e, key, text)) return false;
    Text t = cd_text_trim(cd_text(text));
    switch (e->kind->fields[field].type) {
    case FIELD_EXPR:
    case FIELD_TEXT:
    case FIELD_NAME: return cd_build_set(b, field, (Value){ .n = 1, .text = &t }, nowhere);
    case FIELD_NAMES: return set_names(b, field, t);
    case FIELD_WORD:
    case FIELD_WORDS:
    case FIELD_TOGGLE: return set_words(b, e, field, text);
    default: return wrong_type(b, e, &e->kind->fields[field]);
    }
}
