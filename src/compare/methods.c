/* methods.c - names of methods, from the table of integrators. */
#include "compare/methods.h"

#include "model/kind.h"

#include <string.h>

static const char *copy(Arena *arena, TextBuffer *text)
{
    const char *out = cd_text_copy(arena, (Text){ text->at, (int)text->n }).at;
    cd_buffer_close(text);
    return out;
}

static const char *words_of(const char *key)
{
    const ElementKind *k = cd_kinds[KIND_integrator];
    for (int i = 0; k->fields[i].type != FIELD_END; i++)
        if (strcmp(k->fields[i].key, key) == 0) return k->fields[i].words;
    return "";
}

static Text formulation_word(int f)
{
    return cd_word_at(words_of("formulation"), f);
}

/* The word of INTEGRATOR that leaves the choice to the program; it is no row of the table. */
static Text automatic(void)
{
    return cd_text(cd_method_rows[cd_method_automatic()].word);
}

static int formulations(const IntegratorKind *k)
{
    int n = 0;
    for (int f = 0; f <= FORM_I1; f++) n += k->formulations >> f & 1;
    return n;
}

/* A method with a formulation, which is named where there is a choice. */
static MethodChoice choose(Arena *arena, const IntegratorKind *k, int formulation)
{
    TextBuffer label = { 0 }, statement = { 0 };
    Text word = formulation_word(formulation);
    bool named = formulations(k) > 1;
    cd_buffer_text(&label, cd_text(k->name)), cd_buffer_text(&statement, cd_text(k->name));
    if (named) cd_buffer_print(&label, " %.*s", TEXT_ARG(word)), cd_buffer_print(&statement, ", %.*s", TEXT_ARG(word));
    return (MethodChoice){ k, k->name, copy(arena, &label), copy(arena, &statement) };
}

MethodList cd_methods_all(Arena *arena)
{
    MethodList out = { 0 };
    for (int i = 0; i < cd_integrator_count; i++)
        for (int f = 0; f <= FORM_I1; f++)
            if (!cd_integrators[i]->traits.fixed_step && cd_integrators[i]->formulations >> f & 1)
                ARRAY_PUSH(arena, &out, choose(arena, cd_integrators[i], f));
    const char *word = cd_text_copy(arena, automatic()).at;
    MethodChoice last = { NULL, word, word, word };
    ARRAY_PUSH(arena, &out, last);
    return out;
}

MethodList cd_methods_exact(Arena *arena)
{
    MethodList out = { 0 };
    for (int i = 0; i < cd_integrator_count; i++) {
        const IntegratorKind *k = cd_integrators[i];
        int f = FORM_SI2;
        if (k->high < 4) continue;
        if (!(k->formulations >> f & 1))
            for (f = 0; f < FORM_I1 && !(k->formulations >> f & 1);) f++;
        ARRAY_PUSH(arena, &out, choose(arena, k, f));
    }
    return out;
}

bool cd_methods_unrelated(const MethodChoice *a, const MethodChoice *b)
{
    return a->kind->calls.attempt != b->kind->calls.attempt;
}

/* The method of that name without anything behind it; its name is NULL, with a message, if there is none. */
static MethodChoice find_method(Arena *arena, Text name, CdLog *log)
{
    TextBuffer names = { 0 };
    MethodChoice out = { 0 };
    for (int i = 0; i < cd_integrator_count; i++) {
        if (cd_text_equal_nocase(name, cd_integrators[i]->name))
            out.kind = cd_integrators[i], out.name = out.kind->name;
        cd_buffer_print(&names, "%s, ", cd_integrators[i]->name);
    }
    const char *word = cd_text_copy(arena, automatic()).at;
    if (cd_text_equal_nocase(name, word)) out.name = word;
    if (!out.name) cd_log(log, ((CdPlace){ 0 }), UNKNOWN_METHOD, TEXT_ARG(name), names.at, word);
    cd_buffer_close(&names);
    return out;
}

/* The next piece of a text up to a separator. */
static Text piece(Text *rest, char separator)
{
    const char *end = rest->n ? memchr(rest->at, separator, (size_t)rest->n) : NULL;
    int n = end ? (int)(end - rest->at) : rest->n;
    Text out = cd_text_trim((Text){ rest->at, n });
    *rest = (Text){ rest->at + n + (end != NULL), rest->n - n - (end != NULL) };
    return out;
}

/* KEY=VALUE; ERROR is no part of a method here. */
static bool take_argument(Text word, TextBuffer *statement, CdLog *log)
{
    Text rest = word, key = piece(&rest, '=');
    bool ambiguous;
    if (cd_find_word("ERROR", key, &ambiguous) == 0) {
        cd_log(log, ((CdPlace){ 0 }), ERROR_OF_METHOD, TEXT_ARG(word));
        return false;
    }
    cd_buffer_print(statement, ", %.*s", TEXT_ARG(word));
    return true;
}

/* A word behind the name: a formulation the method has, one of its formulas, or KEY=VALUE. */
static bool take_word(const MethodChoice *m, Text word, TextBuffer *statement, CdLog *log)
{
    bool ambiguous;
    const unsigned has = m->kind ? m->kind->formulations : 0;
    Text value = word, key = piece(&value, '=');
    if (cd_text_equal_nocase(key, "SCHEME")) word = cd_text_trim(value);
    int f = cd_find_word(words_of("formulation"), word, &ambiguous);
    int scheme = f < 0 ? cd_find_word(words_of("SCHEME"), word, &ambiguous) : -1;
    if (memchr(word.at, '=', (size_t)word.n)) return take_argument(word, statement, log);
    if (f >= 0 && has >> f & 1) cd_buffer_print(statement, ", %.*s", TEXT_ARG(formulation_word(f)));
    else if (m->kind && scheme >= 0 && cd_scheme_of(m->kind->word, scheme) >= 0)
        cd_buffer_print(statement, ", SCHEME = %.*s", TEXT_ARG(word));
    else {
        TextBuffer names = { 0 };
        for (int i = 0; i <= FORM_I1; i++)
            if (has >> i & 1) cd_buffer_print(&names, "%s%.*s", names.n ? ", " : "", TEXT_ARG(formulation_word(i)));
        cd_log(log, ((CdPlace){ 0 }), UNKNOWN_FORMULATION, TEXT_ARG(word), m->name, names.n ? names.at : "none");
        cd_buffer_close(&names);
        return false;
    }
    return true;
}

static bool read_method(Arena *arena, Text text, MethodChoice *out, CdLog *log)
{
    Text rest = text;
    *out = find_method(arena, piece(&rest, ':'), log);
    if (!out->name) return false;
    TextBuffer label = { 0 }, statement = { 0 };
    cd_buffer_text(&label, cd_text(out->name)), cd_buffer_text(&statement, cd_text(out->name));
    bool good = true;
    while (rest.n && good) {
        Text word = piece(&rest, ':');
        good = take_word(out, word, &statement, log);
        cd_buffer_char(&label, ' ');
        for (int i = 0; i < word.n; i++) cd_buffer_char(&label, cd_upper(word.at[i]));
    }
    out->label = copy(arena, &label), out->statement = copy(arena, &statement);
    return good;
}

bool cd_methods_read(Arena *arena, const char *text, MethodList *out, CdLog *log)
{
    bool good = true;
    Text rest = cd_text(text);
    while (rest.n) {
        Text one = piece(&rest, ',');
        MethodChoice m;
        bool there = false;
        if (!one.n) continue;
        if (!read_method(arena, one, &m, log)) {
            good = false;
            continue;
        }
        for (int i = 0; i < out->n; i++) there |= strcmp(out->at[i].label, m.label) == 0;
        if (!there) ARRAY_PUSH(arena, out, m);
    }
    if (good && !out->n) cd_log(log, ((CdPlace){ 0 }), EMPTY_LIST, "--integrators", "GSTIFF:SI2,HEM5");
    return good && out->n;
}

bool cd_method_with_error(Arena *arena, const char *text, MethodChoice *method, double *error, CdLog *log)
{
    const char *colon = strrchr(text, ':'), *end = text + strlen(text);
    int used = colon ? cd_number_read(colon + 1, end, error) : 0;
    if (!used || colon + 1 + used != end || !(*error > 0)) {
        cd_log(log, ((CdPlace){ 0 }), BAD_REFERENCE, text);
        return false;
    }
    return read_method(arena, (Text){ text, (int)(colon - text) }, method, log);
}
