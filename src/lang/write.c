/* write.c - models and scripts as text, in one canonical form: read back, it gives the same model. */
#include "elements/common.h"
#include "lang/lang.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100 };

/* A statement under construction: arguments are joined by commas, lines broken before they grow too long. */
typedef struct Writer {
    TextBuffer *out;
    const CdModel *model; /* to turn positions into ids; NULL: they are ids */
    bool in_commands;
    size_t line; /* where the present line begins in out */
    size_t head; /* where NAME/id ends in out */
} Writer;

static void break_line(Writer *w)
{
    if (w->in_commands) cd_buffer_text(w->out, cd_text(" &"));
    cd_buffer_char(w->out, '\n');
    w->line = w->out->n;
}

/* ", " and the argument, on a new line if this one is full or the caller wants it. The comma that begins a line adds
 * nothing behind some marks; after those one more is written. */
static void argument(Writer *w, Text text, bool own_line)
{
    if (own_line || w->out->n - w->line + (size_t)text.n + 2 > WIDTH) {
        if (w->out->n > w->head && strchr("=:/(", w->out->at[w->out->n - 1])) cd_buffer_char(w->out, ',');
        break_line(w);
    }
    cd_buffer_text(w->out, cd_text(", "));
    cd_buffer_text(w->out, text);
}

/* Degrees where they say it shorter and exactly. */
static void write_number(TextBuffer *out, const Field *f, double x)
{
    char room[CD_NUMBER_ROOM], degrees_room[CD_NUMBER_ROOM];
    cd_number_write(room, x);
    if (f->dimension == DIM_ANGLE && x != 0) {
        double degrees = nearbyint(x * (180 / M_PI) * 1e6) / 1e6;
        if (degrees != 0 && degrees * (M_PI / 180) == x) {
            cd_buffer_print(out, "%sD", cd_number_write(degrees_room, degrees));
            return;
        }
    }
    cd_buffer_text(out, cd_text(room));
}

static void write_numbers(TextBuffer *out, const Field *f, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        if (i) cd_buffer_text(out, cd_text(", "));
        write_number(out, f, x[i]);
    }
}

/* Plain if it reads back as one word, else in quotes; a quote inside is doubled. */
static void write_name(TextBuffer *out, Text name, bool quoted)
{
    for (int i = 0; i < name.n && !quoted; i++)
        quoted = !(cd_is_letter(name.at[i]) || cd_is_digit(name.at[i]) || strchr("./-:", name.at[i]));
    if (!quoted && name.n) {
        cd_buffer_text(out, name);
        return;
    }
    char quote = name.n && memchr(name.at, '"', (size_t)name.n) ? '\'' : '"';
    cd_buffer_char(out, quote);
    for (int i = 0; i < name.n; i++) {
        cd_buffer_char(out, name.at[i]);
        if (name.at[i] == quote) cd_buffer_char(out, quote);
    }
    cd_buffer_char(out, quote);
}

static int id_of(const Writer *w, const Field *f, int slot)
{
    if (slot < 0) return 0;
    return w->model ? w->model->table[cd_target_kind(f)].at[slot].id : slot;
}

/* The value of an argument as text. */
static void write_value(const Writer *w, TextBuffer *out, const Field *f, const void *at)
{
    switch (f->type) {
    case FIELD_CHOICE:
    case FIELD_WORD: cd_buffer_text(out, cd_word_at(f->words, *(const int *)at)); break;
    case FIELD_WORDS: {
        bool first = true;
        for (int i = 0; cd_word_at(f->words, i).n; i++) {
            if (!(*(const unsigned *)at >> i & 1)) continue;
            if (!first) cd_buffer_char(out, ':');
            cd_buffer_text(out, cd_word_at(f->words, i));
            first = false;
        }
        break;
    }
    case FIELD_TOGGLE: {
        const TextList *list = at;
        for (int i = 0; i < list->n; i++) {
            if (i) cd_buffer_char(out, ':');
            cd_buffer_text(out, list->at[i]);
        }
        break;
    }
    case FIELD_INT: cd_buffer_print(out, "%d", *(const int *)at); break;
    case FIELD_REF: cd_buffer_print(out, "%d", id_of(w, f, *(const int *)at)); break;
    case FIELD_INTS:
    case FIELD_REFS: {
        const IntList *list = at;
        for (int i = 0; i < list->n; i++)
            cd_buffer_print(out, "%s%d", i ? ", " : "", f->type == FIELD_INTS ? list->at[i] : id_of(w, f, list->at[i]));
        break;
    }
    case FIELD_REAL: write_number(out, f, *(const double *)at); break;
    case FIELD_REALN: write_numbers(out, f, at, f->most); break;
    case FIELD_REALS: write_numbers(out, f, ((const RealList *)at)->at, ((const RealList *)at)->n); break;
    case FIELD_NAME: write_name(out, *(const Text *)at, false); break;
    case FIELD_NAMES: {
        const TextList *list = at;
        for (int i = 0; i < list->n; i++) {
            if (i) cd_buffer_text(out, cd_text(", "));
            write_name(out, list->at[i], true);
        }
        break;
    }
    case FIELD_TEXT: cd_buffer_text(out, *(const Text *)at); break;
    case FIELD_EXPR: cd_buffer_text(out, ((const Expr *)at)->text); break;
    case FIELD_FLAG:
    case FIELD_ROWS:
    case FIELD_END: break;
    }
}

/* Long lists and expressions are broken where a comma or a plus or minus stands: after the comma, before the sign.
 * Names of a list are in quotes, and stay whole. */
static void wrapped(Writer *w, Text text, bool is_expression)
{
    int from = 0;
    while (text.n - from > 0) {
        int room = WIDTH - (int)(w->out->n - w->line) - 2, cut = text.n - from;
        if (cut > room) {
            cut = 0;
            char quote = 0;
            for (int i = from; i < text.n && (i - from <= room || !cut); i++) {
                char c = text.at[i];
                if (!is_expression && (c == '"' || c == '\'') && (!quote || c == quote)) quote = quote ? 0 : c;
                if (quote) continue;
                bool after_comma = i > from && text.at[i - 1] == ',' && c == ' ';
                bool before_sign = is_expression && i > from && text.at[i - 1] == ' ' && i + 1 < text.n &&
                                   text.at[i + 1] == ' ' && (c == '+' || c == '-');
                if (after_comma || before_sign) cut = i - from;
            }
            if (!cut) cut = text.n - from;
        }
        int shown = cut;
        while (shown > 0 && text.at[from + shown - 1] == ' ') shown--;
        cd_buffer_text(w->out, (Text){ text.at + from, shown });
        from += cut;
        while (from < text.n && text.at[from] == ' ') from++;
        if (from < text.n) {
            break_line(w);
            cd_buffer_text(w->out, cd_text(", "));
        }
    }
}

static void keyed(Writer *w, const Field *f, Text value, bool more_follows)
{
    Text key = cd_field_key(f);
    bool is_expression = f->type == FIELD_EXPR, own_line = is_expression || f->type == FIELD_TEXT;
    TextBuffer whole = { 0 };
    cd_buffer_text(&whole, key);
    cd_buffer_text(&whole, cd_text(" = "));
    if ((size_t)key.n + 5 + (size_t)value.n <= WIDTH || f->type == FIELD_TEXT || f->type == FIELD_NAME) {
        cd_buffer_text(&whole, value);
        argument(w, (Text){ whole.at, (int)whole.n }, own_line);
    } else {
        argument(w, (Text){ whole.at, (int)whole.n }, true);
        wrapped(w, value, is_expression);
    }
    if (is_expression && more_follows) cd_buffer_char(w->out, '\\');
    cd_buffer_close(&whole);
}

static void one_argument(Writer *w, const Element *e, int k, bool more_follows)
{
    const Field *f = &e->kind->fields[k];
    const void *at = cd_field_in(f, e->data);
    TextBuffer value = { 0 };
    if (f->type == FIELD_FLAG) {
        argument(w, cd_field_key(f), false);
    } else if (f->type == FIELD_CHOICE) {
        write_value(w, &value, f, at);
        argument(w, (Text){ value.at, (int)value.n }, false);
    } else if (f->type == FIELD_ROWS) {
        const RealRows *rows = at;
        for (int i = 0; i < rows->n; i++) {
            value.n = 0;
            write_numbers(&value, f, rows->at[i].at, rows->at[i].n);
            keyed(w, f, (Text){ value.at, (int)value.n }, true);
        }
    } else {
        write_value(w, &value, f, at);
        keyed(w, f, (Text){ value.n ? value.at : "", (int)value.n }, more_follows);
    }
    cd_buffer_close(&value);
}

/* Texts run to the end of their line and expressions to a backslash: they come last, texts behind expressions. */
static int rank(const Field *f)
{
    return f->type == FIELD_TEXT ? 2 : f->type == FIELD_EXPR ? 1 : 0;
}

void cd_statement_write(TextBuffer *out, const CdModel *model, const Element *e, bool in_commands)
{
    Writer w = { .out = out, .model = model, .in_commands = in_commands };
    if (e->name.n) {
        bool apostrophe = memchr(e->name.at, '\'', (size_t)e->name.n) != NULL;
        cd_buffer_print(out, "!  adams_view_name=%s%.*s%s\n", apostrophe ? "\"" : "'", TEXT_ARG(e->name),
                        apostrophe ? "\"" : "'");
    }
    w.line = out->n;
    cd_buffer_text(out, cd_keyword(e->kind));
    bool bare = !e->id && !e->given && !e->extra.n;
    if (!(bare && in_commands)) cd_buffer_char(out, '/');
    if (e->id) cd_buffer_print(out, "%d", e->id);
    w.head = out->n;

    int left = e->extra.n;
    for (int k = 0; e->kind->fields[k].type != FIELD_END; k++) left += cd_given(e, k);
    for (int i = 0; i < e->extra.n; i++)
        argument(&w, e->extra.at[i], false), left--; /* each ends before a known argument */
    for (int r = 0; r <= 2; r++) {
        for (int k = 0; e->kind->fields[k].type != FIELD_END; k++)
            if (cd_given(e, k) && rank(&e->kind->fields[k]) == r) one_argument(&w, e, k, --left > 0);
    }
    /* without an id the first argument follows the slash */
    if (!e->id && out->n > w.head && out->at[w.head] == ',') {
        memmove(out->at + w.head, out->at + w.head + 2, out->n - w.head - 2);
        out->n -= 2;
        out->at[out->n] = 0;
    }
    cd_buffer_char(out, '\n');
}

/* ---- a whole model ----------------------------------------------------------------------------------------------- */

static const char *const section[ROLE_COUNT] = { "settings",    "bodies",   "markers",
                                                 "constraints", "forces",   "states, variables and data",
                                                 "output",      "graphics", "commands" };

static void heading(TextBuffer *out, Role role, Role *last)
{
    if (role == *last) return;
    bool again = role == ROLE_SETTING && *last != ROLE_COUNT; /* units and gravity came first */
    cd_buffer_print(out, "!\n!---- %s\n!\n", again ? "settings of the analyses" : section[role]);
    *last = role;
}

/* Markers by the part that carries them: first[p] to first[p + 1] in order. */
static int *markers_by_part(const CdModel *m, Arena *arena, int **order)
{
    int parts = m->table[KIND_part].n, n = m->table[KIND_marker].n;
    int *first = ARENA_ARRAY(arena, int, parts + 2), *fill = ARENA_ARRAY(arena, int, parts + 2);
    *order = ARENA_ARRAY(arena, int, n);
    for (int i = 0; i < n; i++) first[MODEL_AT(m, marker, Marker, i)->part + 2]++; /* -1 (no part) counts at 1 */
    for (int p = 1; p < parts + 2; p++) first[p] += first[p - 1];
    memcpy(fill, first, sizeof(int) * (size_t)(parts + 2));
    for (int i = 0; i < n; i++) (*order)[fill[MODEL_AT(m, marker, Marker, i)->part + 1]++] = i;
    return first + 1;
}

static void write_model(const CdModel *m, TextBuffer *out)
{
    Arena arena = { 0 };
    int *order, *first = markers_by_part(m, &arena, &order);
    Role last = ROLE_COUNT;
    cd_buffer_text(out, m->title);
    cd_buffer_char(out, '\n');
    for (int k = 0; k < KIND_COUNT; k++) {
        const Table *t = &m->table[k];
        for (int i = 0; i < t->n; i++) {
            if (t->at[i].made || (k == KIND_marker && MODEL_AT(m, marker, Marker, i)->part >= 0)) continue;
            heading(out, t->at[i].kind->role, &last);
            cd_statement_write(out, m, &t->at[i], false);
            if (k != KIND_part) continue;
            for (int n = first[i]; n < first[i + 1]; n++)
                cd_statement_write(out, m, &m->table[KIND_marker].at[order[n]], false);
        }
    }
    cd_buffer_text(out, cd_text("!\nEND\n"));
    cd_arena_close(&arena);
}

static bool send(TextBuffer *text, FILE *out)
{
    bool good = fwrite(text->at, 1, text->n, out) == text->n && fflush(out) == 0;
    cd_buffer_close(text);
    return good;
}

bool cd_model_write(const CdModel *model, FILE *out)
{
    TextBuffer text = { 0 };
    write_model(model, &text);
    return send(&text, out);
}

bool cd_script_write(const CdScript *script, FILE *out)
{
    TextBuffer text = { 0 };
    cd_buffer_char(&text, '\n'); /* the blank first line: nothing is asked for there */
    for (int i = 0; i < script->command.n; i++) cd_statement_write(&text, NULL, script->command.at[i], true);
    return send(&text, out);
}
