/* statement.c - the grammar of statements, one function per rule.
 *
 *   statement  = keyword [ "/" [ id ] ] { separator argument }
 *   separator  = "," | continued line | "\"
 *   argument   = word                      a flag or one of several words
 *              | key "=" value             whose form depends on the argument
 *   value      = number { "," number } | word { ":" word } | name { ( "," | ":" ) name } | expression | text
 */
#include "lang/statement.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    CdBuild *b;
    CdLog *log;
    const Source *source;
    const Statement *s;
    int p;
    Text name; /* for the first element of a line */
    bool in_commands;
    const ElementKind *kind;
    char label[CD_LABEL_ROOM];

    /* values being collected, grown as needed and kept from statement to statement of one call */
    Arena scratch;
    ARRAY_OF(double) real;
    ARRAY_OF(int) integer;
    ARRAY_OF(Text) text;
    ARRAY_OF(CdPlace) place;
} Reader;

/* A message about the statement at hand. */
#define complain(rd, place, code, ...) cd_log_kind((rd)->log, (rd)->kind, place, code, __VA_ARGS__)

/* ---- characters -------------------------------------------------------------------------------------------------- */

static char at(const Reader *rd, int p)
{
    return p < rd->s->n ? rd->s->at[p] : 0;
}

static bool is_mark(char c)
{
    return c == MARK_COMMA || c == MARK_NOTHING;
}

/* Blanks and continuations that add nothing. */
static int skip_blank(const Reader *rd, int p)
{
    while (p < rd->s->n && (at(rd, p) == ' ' || at(rd, p) == MARK_NOTHING)) p++;
    return p;
}

static bool is_separator(char c)
{
    return c == ',' || c == MARK_COMMA || c == '\\';
}

static bool ends(const Reader *rd, int p)
{
    return p >= rd->s->n || at(rd, p) == ';';
}

static bool is_word_char(char c)
{
    return cd_is_letter(c) || cd_is_digit(c);
}

static int word_end(const Reader *rd, int p)
{
    while (p < rd->s->n && is_word_char(at(rd, p))) p++;
    return p;
}

static Text piece(const Reader *rd, int from, int to)
{
    return (Text){ rd->s->at + from, to - from };
}

static CdPlace place_of(const Reader *rd, int from, int to)
{
    if (!rd->s->n) return (CdPlace){ rd->source->name, 1, 1, 1 };
    if (from >= rd->s->n) from = rd->s->n - 1;
    if (to > rd->s->n) to = rd->s->n;
    int start = rd->s->offset[from], last = to > from ? rd->s->offset[to - 1] : start;
    int length = last - start + 1;
    return cd_source_place(rd->source, start, length > 0 && length <= to - from ? length : 1);
}

/* What stands at p up to the next blank or separator, for messages. */
static int token_end(const Reader *rd, int p)
{
    int q = p;
    while (q < rd->s->n && at(rd, q) != ' ' && !is_mark(at(rd, q)) && !is_separator(at(rd, q)) && at(rd, q) != '=' &&
           at(rd, q) != ';')
        q++;
    return q > p ? q : p + 1 < rd->s->n ? p + 1 : rd->s->n;
}

/* If "WORD =" begins at p, where WORD is an argument of this statement: its field, else -1. */
static int key_ahead(const Reader *rd, int p)
{
    p = skip_blank(rd, p);
    if (!cd_is_letter(at(rd, p))) return -1;
    int end = word_end(rd, p), q = skip_blank(rd, end);
    if (at(rd, q) != '=') return -1;
    return cd_find_field(rd->kind, piece(rd, p, end), NULL);
}

/* If a bare word of this statement, spelled with four letters or more, stands alone at p: true. */
static bool bare_ahead(const Reader *rd, int p)
{
    enum { SHORTEST = 4 };
    p = skip_blank(rd, p);
    if (!cd_is_letter(at(rd, p))) return false;
    int end = word_end(rd, p), q = skip_blank(rd, end), position;
    if (end - p < SHORTEST || (!ends(rd, q) && !is_separator(at(rd, q)))) return false;
    return cd_find_bare(rd->kind, piece(rd, p, end), &position, NULL) >= 0;
}

/* A value in quotes or brackets belongs together: where they close, -1 if it has none or they do not. */
static int closing_mark(const char *text, int p, int n)
{
    char c = p < n ? text[p] : 0, closing = c == '"' || c == '\'' ? c : c == '(' ? ')' : 0;
    const char *last = closing ? memchr(text + p + 1, closing, (size_t)(n - p - 1)) : NULL;
    return last ? (int)(last - text) : -1;
}

/* After a mistake: on to the next separator that a word follows, or to the end. */
static void skip_argument(Reader *rd)
{
    int before = rd->p - 1;
    while (before > 0 && cd_is_blank(at(rd, before))) before--;
    int last = at(rd, before) == '=' ? closing_mark(rd->s->at, rd->p, rd->s->n) : -1;
    if (last >= 0) rd->p = last + 1;
    while (!ends(rd, rd->p)) {
        if (is_separator(at(rd, rd->p)) && cd_is_letter(at(rd, skip_blank(rd, rd->p + 1)))) return;
        rd->p++;
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* number = [ sign ] digits [ "D" ]: the D stands for degrees */
static bool number(Reader *rd, const Field *f, double *x)
{
    int from = rd->p, p = from;
    bool negative = false;
    while (at(rd, p) == '+' || at(rd, p) == '-') {
        if (at(rd, p) == '-') negative = !negative;
        p = skip_blank(rd, p + 1);
    }
    int n = at(rd, p) == '+' || at(rd, p) == '-' ? 0 : cd_number_read(rd->s->at + p, rd->s->at + rd->s->n, x);
    int end = p + n;
    if (n && cd_upper(at(rd, end)) == 'D' && !is_word_char(at(rd, end + 1))) {
        *x *= M_PI / 180;
        end++;
    }
    char after = at(rd, end);
    if (!n || (end < rd->s->n && after != ' ' && !is_mark(after) && !is_separator(after) && after != ';')) {
        int to = token_end(rd, from);
        complain(rd, place_of(rd, from, to), NOT_A_NUMBER, rd->label, TEXT_ARG(cd_field_key(f)),
                 TEXT_ARG(piece(rd, from, to)));
        return false;
    }
    if (negative) *x = -*x;
    if (!isfinite(*x)) {
        complain(rd, place_of(rd, from, end), NUMBER_TOO_LARGE, rd->label, TEXT_ARG(cd_field_key(f)));
        return false;
    }
    rd->p = end;
    return true;
}

static bool starts_number(const Reader *rd, int p)
{
    char c = at(rd, p);
    return cd_is_digit(c) || c == '.' || c == '+' || c == '-';
}

/* numbers = number { "," number } */
static bool numbers(Reader *rd, const Field *f, Value *v)
{
    rd->real.n = rd->integer.n = rd->place.n = 0;
    for (;;) {
        double x;
        int from = rd->p;
        if (!number(rd, f, &x)) return false;
        if (cd_is_whole(f->type)) {
            if (x != floor(x) || x < INT_MIN || x > INT_MAX) {
                complain(rd, place_of(rd, from, rd->p), NOT_AN_INTEGER, rd->label, TEXT_ARG(cd_field_key(f)),
                         TEXT_ARG(piece(rd, from, rd->p)));
                return false;
            }
            ARRAY_PUSH(&rd->scratch, &rd->integer, (int)x);
            ARRAY_PUSH(&rd->scratch, &rd->place, place_of(rd, from, rd->p));
        } else {
            ARRAY_PUSH(&rd->scratch, &rd->real, x);
        }
        int next = skip_blank(rd, rd->p);
        if (at(rd, next) != ',' && at(rd, next) != MARK_COMMA) break;
        next = skip_blank(rd, next + 1);
        /* a word without "=" where a number is still due is meant as one */
        int count = cd_is_whole(f->type) ? rd->integer.n : rd->real.n, word = word_end(rd, next);
        bool due = count < f->least && word > next && at(rd, skip_blank(rd, word)) != '=';
        if (!starts_number(rd, next) && !due) break;
        rd->p = next;
    }
    bool whole = cd_is_whole(f->type);
    *v = (Value){ .n = whole ? rd->integer.n : rd->real.n,
                  .real = rd->real.at,
                  .integer = rd->integer.at,
                  .places = whole ? rd->place.at : NULL };
    return true;
}

/* One of the words of a field. */
static bool known_word(Reader *rd, const Field *f, int *position)
{
    int from = rd->p, end = word_end(rd, from);
    if (end == from) end = token_end(rd, from);
    Text word = piece(rd, from, end);
    bool ambiguous = false;
    *position = cd_find_word(f->words, word, &ambiguous);
    if (*position < 0) {
        char hint[CD_WORD_HINT_ROOM], rivals[CD_RIVALS_ROOM];
        if (ambiguous)
            complain(rd, place_of(rd, from, end), AMBIGUOUS_WORD, TEXT_ARG(word),
                     cd_rival_words(f->words, word, rivals));
        else
            complain(rd, place_of(rd, from, end), UNKNOWN_WORD, rd->label, TEXT_ARG(cd_field_key(f)), TEXT_ARG(word),
                     cd_word_hint(f, word, hint, sizeof hint), f->words);
        return false;
    }
    rd->p = end;
    return true;
}

/* words = [ "(" ] word { ":" word } [ ")" ] */
/* Whether a comma at p separates two words of a list, T, T, F, and not two arguments. */
static bool goes_on(const Reader *rd, const Field *f, int p)
{
    if (at(rd, p) != ',') return false;
    int from = skip_blank(rd, p + 1), end = word_end(rd, from), next = skip_blank(rd, end);
    Text word = piece(rd, from, end);
    for (int k = 0; cd_word_at(f->words, k).n; k++) {
        Text w = cd_word_at(f->words, k);
        bool same = w.n == word.n;
        for (int i = 0; i < w.n && same; i++) same = cd_upper(word.at[i]) == cd_upper(w.at[i]);
        if (same) return at(rd, next) != '=';
    }
    return false;
}

static bool words(Reader *rd, const Field *f, Value *v)
{
    rd->integer.n = rd->text.n = 0;
    bool bracket = at(rd, rd->p) == '(';
    if (bracket) rd->p = skip_blank(rd, rd->p + 1);
    for (;;) {
        int position;
        if (!known_word(rd, f, &position)) return false;
        ARRAY_PUSH(&rd->scratch, &rd->integer, position);
        ARRAY_PUSH(&rd->scratch, &rd->text, cd_word_at(f->words, position));
        int next = skip_blank(rd, rd->p);
        if (at(rd, next) != ':' && !(f->type == FIELD_TOGGLE && goes_on(rd, f, next))) break;
        rd->p = skip_blank(rd, next + 1);
    }
    if (bracket && at(rd, skip_blank(rd, rd->p)) == ')') rd->p = skip_blank(rd, rd->p) + 1;
    *v = (Value){ .n = rd->integer.n, .integer = rd->integer.at, .text = rd->text.at };
    return true;
}

/* A copy of a piece without the marks of continued lines. */
static Text without_marks(Reader *rd, int from, int to)
{
    char *copy = cd_arena_take(&rd->scratch, (size_t)(to - from) + 1);
    int n = 0;
    for (int i = from; i < to; i++)
        if (!is_mark(at(rd, i))) copy[n++] = at(rd, i);
    return (Text){ copy, n };
}

/* quoted = quote { any but the quote, or the quote twice } quote */
static bool quoted(Reader *rd, Text *out)
{
    int from = rd->p, end = from + 1;
    char quote = at(rd, from);
    while (end < rd->s->n && (at(rd, end) != quote || at(rd, end + 1) == quote)) end += at(rd, end) == quote ? 2 : 1;
    if (end >= rd->s->n) {
        complain(rd, place_of(rd, from, from + 1), UNCLOSED_QUOTE, rd->label);
        return false;
    }
    Text inside = without_marks(rd, from + 1, end);
    char *copy = (char *)inside.at;
    int n = 0;
    for (int i = 0; i < inside.n; i++) {
        copy[n++] = copy[i];
        if (copy[i] == quote) i++;
    }
    *out = (Text){ copy, n };
    rd->p = end + 1;
    return true;
}

/* name = quoted | text up to a separator; in a list a single colon separates too */
static bool name(Reader *rd, bool in_list, Text *out)
{
    int from = rd->p;
    if (at(rd, from) == '"' || at(rd, from) == '\'') return quoted(rd, out);
    int end = from;
    for (; !ends(rd, end); end++) {
        char c = at(rd, end);
        if (c == ',' || is_mark(c)) break;
        if (c == '\\' && is_separator(at(rd, skip_blank(rd, end + 1)))) break;
        if (in_list && c == ':') {
            if (at(rd, end + 1) != ':') break;
            end++;
        }
    }
    if (end > from && at(rd, end - 1) == '\\' && end == rd->s->n) end--;
    *out = cd_text_trim(piece(rd, from, end));
    rd->p = end;
    return true;
}

/* names = name { ( "," | ":" ) name }; an unquoted word that is an argument of the statement ends the list */
static bool names(Reader *rd, const Field *f, Value *v)
{
    (void)f;
    rd->text.n = 0;
    for (;;) {
        Text t;
        if (!name(rd, true, &t)) return false;
        ARRAY_PUSH(&rd->scratch, &rd->text, cd_text_copy(&rd->scratch, t));
        int next = skip_blank(rd, rd->p);
        char c = at(rd, next);
        if (c != ',' && c != ':' && c != MARK_COMMA) break;
        next = skip_blank(rd, next + 1);
        if (c != ':' && (ends(rd, next) || key_ahead(rd, next) >= 0 || bare_ahead(rd, next))) break;
        rd->p = next;
    }
    *v = (Value){ .n = rd->text.n, .text = rd->text.at };
    return true;
}

/* text: everything to the end of the statement, or up to a line that begins with another argument */
static bool text(Reader *rd, Value *v)
{
    int from = rd->p, end = from;
    for (; end < rd->s->n; end++) {
        if (!is_mark(at(rd, end))) continue;
        if (key_ahead(rd, end + 1) >= 0 || bare_ahead(rd, end + 1)) break;
        end = skip_blank(rd, end + 1) - 1; /* marks in a row are looked behind once */
    }
    rd->p = end;
    rd->text.n = 0;
    ARRAY_PUSH(&rd->scratch, &rd->text, without_marks(rd, from, end));
    *v = (Value){ .n = 1, .text = rd->text.at };
    return true;
}

/* Whether an expression ends at p; *p moves to what ends it. Inside it a continued line only goes on. */
static bool expression_ends(Reader *rd, int p, int depth, const Field *f)
{
    char c = at(rd, p);
    if (c == '\\' || c == ';') return true;
    if (c != ',' && !is_mark(c)) return false;
    int key = key_ahead(rd, p + 1);
    if (c == ',') return key >= 0 || depth == 0;
    if (key < 0 && (depth > 0 || !bare_ahead(rd, p + 1))) return false;
    int from = skip_blank(rd, p + 1), end = word_end(rd, from);
    complain(rd, place_of(rd, from, end), UNCLOSED_EXPRESSION, rd->label, TEXT_ARG(cd_field_key(f)),
             TEXT_ARG(piece(rd, from, end)));
    return true;
}

/* expression: copied as it stands, to be compiled when all elements are known */
static bool expression(Reader *rd, const Field *f, int field)
{
    int from = rd->p, depth = 0, end = from;
    for (; end < rd->s->n; end++) {
        char c = at(rd, end);
        if (expression_ends(rd, end, depth, f)) break;
        if (c == '(') depth++;
        if (c == ')' && depth > 0) depth--;
        if (is_mark(c) || c == ',') end = skip_blank(rd, end + 1) - 1; /* marks in a row are looked behind once */
    }
    /* blanks and marks of continued lines in a row count as one blank */
    char *copy = cd_arena_take(&rd->scratch, (size_t)(end - from) + 1);
    int *offset = ARENA_ARRAY(&rd->b->arena, int, end - from), n = 0;
    for (int i = from; i < end; i++) {
        char c = is_mark(at(rd, i)) || at(rd, i) == '&' ? ' ' : at(rd, i);
        if (c == ' ' && (n == 0 || copy[n - 1] == ' ')) continue;
        copy[n] = c;
        offset[n++] = rd->s->offset[i];
    }
    while (n && (copy[n - 1] == ' ' || copy[n - 1] == ',')) n--;
    rd->p = end;
    Text t = { copy, n };
    int start = skip_blank(rd, from) < end ? skip_blank(rd, from) : from;
    if (!cd_build_set(rd->b, field, (Value){ .n = 1, .text = &t }, place_of(rd, start, end))) return false;
    ExprOrigin o = { rd->source, offset, n };
    ARRAY_PUSH(&rd->b->arena, &rd->b->expr_origin, o);
    Expr *e = cd_field_at(f, cd_build_current(rd->b)->data);
    e->origin = rd->b->expr_origin.n;
    return true;
}

/* ---- arguments --------------------------------------------------------------------------------------------------- */

/* A quote or bracket before the value that does not close inside the argument must not close behind the next one. */
static void open_loose_quote(char *text, int n)
{
    int value = 0;
    while (value < n && text[value] != '=') value++;
    for (value++; value < n; value++) {
        bool loose = text[value] != ' ' && strchr("\"'(", text[value]) && closing_mark(text, value, n) < 0;
        if (text[value] != ' ' && !loose) return;
        text[value] = ' ';
    }
}

static void unknown_argument(Reader *rd, int from, int end)
{
    Text word = piece(rd, from, end);
    if (rd->kind->flags & OPEN_ARGUMENTS) {
        complain(rd, place_of(rd, from, end), EXTRA_ARGUMENT, rd->label, TEXT_ARG(word));
        skip_argument(rd);
        Element *e = cd_build_current(rd->b);
        Arena *arena = &rd->b->model->arena;
        Text t = cd_text_copy(arena, piece(rd, from, rd->p));
        for (int i = 0; i < t.n; i++) {
            char *c = (char *)t.at + i;
            if (is_mark(*c)) *c = *c == MARK_COMMA ? ',' : ' ';
        }
        open_loose_quote((char *)t.at, t.n);
        while (t.n && strchr(" ,\\&", t.at[t.n - 1])) t.n--;
        if (t.n) ARRAY_PUSH(arena, &e->extra, t);
        return;
    }
    char room[64];
    const char *closest = cd_closest_argument(rd->kind, word, room, sizeof room);
    if (!closest) snprintf(room, sizeof room, "%.*s", TEXT_ARG(cd_keyword(rd->kind)));
    complain(rd, place_of(rd, from, end), UNKNOWN_ARGUMENT, rd->label, TEXT_ARG(word),
             closest ? "; did you mean " : "; see cardan help ", room, closest ? "?" : "");
    skip_argument(rd);
}

/* key "=" value */
static void keyed_argument(Reader *rd, int from, int end, int equals)
{
    Text key = piece(rd, from, end);
    bool ambiguous = false;
    int field = cd_find_field(rd->kind, key, &ambiguous), position;
    rd->p = equals + 1;
    if (field < 0 || rd->kind->fields[field].type != FIELD_EXPR) rd->p = skip_blank(rd, rd->p);
    if (field < 0) {
        if (ambiguous) {
            char rivals[CD_RIVALS_ROOM];
            complain(rd, place_of(rd, from, end), AMBIGUOUS_WORD, TEXT_ARG(key),
                     cd_rival_arguments(rd->kind, key, false, rivals));
            skip_argument(rd);
        } else if (cd_find_bare(rd->kind, key, &position, NULL) >= 0 && !(rd->kind->flags & OPEN_ARGUMENTS)) {
            complain(rd, place_of(rd, from, end), WORD_NEEDS_NO_VALUE, rd->label, TEXT_ARG(key));
            skip_argument(rd);
        } else {
            unknown_argument(rd, from, end);
        }
        return;
    }
    const Field *f = &rd->kind->fields[field];
    Value v = { 0 };
    bool good = false;
    int value_from = rd->p;
    bool empty = ends(rd, rd->p) || is_separator(at(rd, rd->p));
    if (empty && f->type != FIELD_EXPR && f->type != FIELD_TEXT && f->type != FIELD_NAMES) {
        complain(rd, place_of(rd, from, end), MISSING_VALUE, rd->label, TEXT_ARG(cd_field_key(f)),
                 TEXT_ARG(cd_field_key(f)));
        return;
    }
    switch (f->type) {
    case FIELD_WORD:
        rd->integer.n = 0;
        if ((good = known_word(rd, f, &position))) {
            ARRAY_PUSH(&rd->scratch, &rd->integer, position);
            v = (Value){ .n = 1, .integer = rd->integer.at };
        }
        break;
    case FIELD_WORDS:
    case FIELD_TOGGLE: good = words(rd, f, &v); break;
    case FIELD_EXPR: expression(rd, f, field); return;
    case FIELD_TEXT: good = text(rd, &v); break;
    case FIELD_NAME: {
        Text t;
        rd->text.n = 0;
        if ((good = name(rd, false, &t))) {
            ARRAY_PUSH(&rd->scratch, &rd->text, t);
            v = (Value){ .n = 1, .text = rd->text.at };
        }
        break;
    }
    case FIELD_NAMES: good = names(rd, f, &v); break;
    default: good = numbers(rd, f, &v); break;
    }
    if (!good || !cd_build_set(rd->b, field, v, place_of(rd, value_from, rd->p))) skip_argument(rd);
}

/* A bare word: a flag, or one of several. */
static void bare_argument(Reader *rd, int from, int end)
{
    Text word = piece(rd, from, end);
    bool ambiguous = false;
    int position, field = cd_find_bare(rd->kind, word, &position, &ambiguous);
    rd->p = end;
    if (field >= 0) {
        Value v = { .n = 1, .integer = &position };
        cd_build_set(rd->b, field, v, place_of(rd, from, end));
    } else if (ambiguous) {
        char rivals[CD_RIVALS_ROOM];
        complain(rd, place_of(rd, from, end), AMBIGUOUS_WORD, TEXT_ARG(word),
                 cd_rival_arguments(rd->kind, word, true, rivals));
        skip_argument(rd);
    } else if (cd_find_field(rd->kind, word, NULL) >= 0 && !(rd->kind->flags & OPEN_ARGUMENTS)) {
        complain(rd, place_of(rd, from, end), WORD_AS_VALUE, rd->label, TEXT_ARG(word), TEXT_ARG(word));
        skip_argument(rd);
    } else {
        unknown_argument(rd, from, end);
    }
}

static void unexpected(Reader *rd)
{
    int end = token_end(rd, rd->p);
    complain(rd, place_of(rd, rd->p, end), UNEXPECTED_TEXT, rd->label, TEXT_ARG(piece(rd, rd->p, end)));
    skip_argument(rd);
}

static void arguments(Reader *rd)
{
    for (;;) {
        rd->p = skip_blank(rd, rd->p);
        while (is_separator(at(rd, rd->p))) rd->p = skip_blank(rd, rd->p + 1);
        if (ends(rd, rd->p)) return;
        int from = rd->p, end = word_end(rd, from), next = skip_blank(rd, end);
        if (!cd_is_letter(at(rd, from))) {
            unexpected(rd);
            continue;
        }
        if (at(rd, next) == '=') keyed_argument(rd, from, end, next);
        else bare_argument(rd, from, end);

        /* an argument on a new line stands apart, with or without a comma */
        if (is_mark(at(rd, rd->p)) && (key_ahead(rd, rd->p + 1) >= 0 || bare_ahead(rd, rd->p + 1))) continue;
        rd->p = skip_blank(rd, rd->p);
        if (!ends(rd, rd->p) && !is_separator(at(rd, rd->p))) unexpected(rd);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void skip_statement(Reader *rd)
{
    while (!ends(rd, rd->p)) rd->p++;
}

/* id = digits, for kinds that have one */
static bool read_id(Reader *rd, Text keyword, int keyword_from, int *id)
{
    int from = rd->p, end = from;
    while (cd_is_digit(at(rd, end))) end++;
    if (end == from) {
        complain(rd, place_of(rd, keyword_from, from), MISSING_ID, TEXT_ARG(keyword), TEXT_ARG(keyword));
        return false;
    }
    double x = 0;
    cd_number_read(rd->s->at + from, rd->s->at + end, &x);
    char after = at(rd, end);
    if (x < 1 || x > INT_MAX || is_word_char(after) || after == '.') {
        int to = token_end(rd, from);
        complain(rd, place_of(rd, from, to), BAD_ID, TEXT_ARG(piece(rd, from, to)));
        return false;
    }
    *id = (int)x;
    rd->p = end;
    return true;
}

/* The kind a keyword means, -1 with a message if it means none that belongs here. */
static int kind_of(Reader *rd, Text word, int from, int end)
{
    bool ambiguous = false;
    int kind = cd_find_kind(word, rd->in_commands, &ambiguous);
    CdPlace place = place_of(rd, from, end);
    if (ambiguous) {
        char rivals[CD_RIVALS_ROOM];
        cd_log(rd->log, place, AMBIGUOUS_WORD, TEXT_ARG(word), cd_rival_kinds(word, rd->in_commands, rivals));
        return -1;
    }
    if (kind < 0) {
        const char *closest = cd_closest_kind(word, rd->in_commands);
        Text known = closest ? cd_word_at(closest, 0) : (Text){ "", 0 };
        char room[64];
        snprintf(room, sizeof room, "%.*s", TEXT_ARG(known));
        cd_log(rd->log, place, UNKNOWN_STATEMENT, TEXT_ARG(word), closest ? "; did you mean " : "", room,
               closest ? "?" : "");
        return -1;
    }
    unsigned flags = cd_kinds[kind]->flags;
    if (!rd->in_commands && flags & ONLY_COMMAND) {
        cd_log(rd->log, place, NOT_IN_DATASET, TEXT_ARG(cd_keyword(cd_kinds[kind])));
        return -1;
    }
    if (rd->in_commands && !(flags & (ONLY_COMMAND | RESTATABLE))) {
        cd_log(rd->log, place, NOT_RESTATABLE, TEXT_ARG(cd_keyword(cd_kinds[kind])));
        return -1;
    }
    return kind;
}

/* Reads one statement and returns its kind, -1 if none was begun. */
static int statement(Reader *rd)
{
    int from = rd->p, end = word_end(rd, from), slash = skip_blank(rd, end);
    Text word = piece(rd, from, end);
    bool has_slash = at(rd, slash) == '/';
    rd->kind = NULL;
    if (at(rd, from) == ',') {
        cd_log(rd->log, place_of(rd, from, from + 1), NOTHING_TO_CONTINUE, "");
        skip_statement(rd);
        return -1;
    }
    if (end == from || (!has_slash && !ends(rd, slash) && !rd->in_commands)) {
        int to = token_end(rd, from);
        cd_log(rd->log, place_of(rd, from, to), NOT_A_STATEMENT, TEXT_ARG(piece(rd, from, to)));
        skip_statement(rd);
        return -1;
    }
    int kind = kind_of(rd, word, from, end);
    if (kind < 0) {
        skip_statement(rd);
        return -1;
    }
    const ElementKind *k = cd_kinds[kind];
    bool takes_id = !(k->flags & WITHOUT_ID);
    rd->kind = k;
    rd->p = has_slash ? skip_blank(rd, slash + 1) : slash;
    int id = 0;
    if (takes_id && !(k->flags & OPTIONAL_ID && !cd_is_digit(at(rd, rd->p)))) {
        if (!read_id(rd, cd_keyword(k), from, &id)) {
            skip_statement(rd);
            return -1;
        }
    } else if (!takes_id && cd_is_digit(at(rd, rd->p))) {
        complain(rd, place_of(rd, rd->p, rd->p + 1), UNEXPECTED_ID, TEXT_ARG(cd_keyword(k)));
        skip_statement(rd);
        return -1;
    }
    Element *e = cd_build_element(rd->b, (KindIndex)kind, id, place_of(rd, from, rd->p > end ? rd->p : end));
    if (rd->name.n && !e->name.n) e->name = cd_text_copy_plain(&rd->b->model->arena, rd->name);
    rd->name.n = 0;
    cd_label(e, rd->label);

    rd->p = skip_blank(rd, rd->p);
    int errors = cd_log_errors(rd->log);
    if (takes_id && id && !ends(rd, rd->p) && !is_separator(at(rd, rd->p))) unexpected(rd);
    arguments(rd);
    e->faulty |= cd_log_errors(rd->log) > errors;
    return kind;
}

bool cd_statement_read(CdBuild *b, const Source *source, const Statement *s, bool in_commands, StatementRead *told,
                       void *user)
{
    Reader rd = { .b = b, .log = b->log, .source = source, .s = s, .name = s->name, .in_commands = in_commands };
    bool more = true;
    if (s->stray) cd_log(b->log, ((CdPlace){ source->name, s->stray, 1, 1 }), TRAILING_COMMA, "");
    while (more) {
        rd.p = skip_blank(&rd, rd.p);
        while (at(&rd, rd.p) == ';') rd.p = skip_blank(&rd, rd.p + 1);
        if (rd.p >= s->n) break;
        int end = word_end(&rd, rd.p);
        if (!in_commands && cd_text_equal_nocase(piece(&rd, rd.p, end), "END")) {
            more = false;
            break;
        }
        int kind = statement(&rd);
        if (kind >= 0 && told) told(user, kind);
    }
    cd_arena_close(&rd.scratch);
    return more;
}

bool cd_is_command_line(Text line)
{
    line = cd_text_trim(line);
    int end = 0;
    while (end < line.n && is_word_char(line.at[end])) end++;
    Text word = { line.at, end };
    int p = end;
    while (p < line.n && cd_is_blank(line.at[p])) p++;
    bool slash = p < line.n && line.at[p] == '/';
    if (!end || (!slash && p < line.n)) return false;
    bool ambiguous = false;
    int kind = cd_find_kind(word, true, &ambiguous);
    if (kind < 0 && !ambiguous) return false;
    enum { SHORTEST = 3 };
    return end >= SHORTEST && (slash || (kind >= 0 && cd_text_equal_nocase(cd_keyword(cd_kinds[kind]), "STOP")));
}
