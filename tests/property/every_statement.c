/* every_statement.c - holds every argument of every statement to its row in the field tables: it is read in its form,
 * it has its default when absent, it is refused with the right message at the right place when it is malformed, and
 * what was read can be written and read again. The kinds' own checks play no part here. */
#include "elements/activate.h"
#include "elements/elements.h"
#include "lang/lang.h"
#include "lang/statement.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* ---- trying a statement ------------------------------------------------------------------------------------------ */

enum { ID = 77 };

typedef struct Trial {
    CdLog *log;
    CdBuild *build;
    const Element *e; /* NULL: none was begun */
    char *text;
} Trial;

static bool in_commands(const ElementKind *k)
{
    return k->flags & ONLY_COMMAND;
}

/* KEYWORD/77, or KEYWORD/ where there is no id. */
static char *head(const ElementKind *k)
{
    static char room[64];
    bool id = !(k->flags & (WITHOUT_ID | OPTIONAL_ID));
    snprintf(room, sizeof room, id ? "%.*s/%d, " : "%.*s/", TEXT_ARG(cd_keyword(k)), ID);
    return room;
}

static Trial try_text(const ElementKind *k, const char *text)
{
    Trial t = { .log = cd_log_open(), .text = strdup(text) };
    t.build = cd_build_open(t.log);
    t.build->separate = in_commands(k);
    const Source *source = cd_log_source(t.log, "trial", text, strlen(text));
    Lexer lexer;
    cd_lexer_open(&lexer, source, 0);
    while (cd_lexer_next(&lexer)) cd_statement_read(t.build, source, &lexer.statement, in_commands(k), NULL, NULL);
    cd_lexer_close(&lexer);
    for (int i = 0; i < KIND_COUNT && !t.e; i++)
        if (cd_kinds[i] == k && t.build->stated[i].n) t.e = &t.build->stated[i].at[0];
    return t;
}

static Trial try_arguments(const ElementKind *k, const char *arguments)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    fprintf(out, "%s%s\n", head(k), arguments);
    fclose(out);
    Trial t = try_text(k, text);
    free(text);
    return t;
}

static void done(Trial *t)
{
    cd_build_close(t->build);
    cd_log_close(t->log);
    free(t->text);
}

/* ---- complaints of this test ------------------------------------------------------------------------------------- */

static int failures;

static void complain(const Trial *t, const char *what)
{
    if (++failures > 20) return;
    print_error("%s  %s\n", t->text, what);
    cd_log_print(t->log, stderr);
}

static void check(bool good, const ElementKind *k, const char *key, const char *what)
{
    if (good) return;
    if (++failures <= 20) print_error("%s %s: %s\n", k->keyword, key, what);
}

static void all_good(void)
{
    int n = failures;
    failures = 0;
    assert_int_equal(n, 0);
}

/* The message the arguments get, at a column counted from the first argument. Decoration is never more than warned
 * about. */
static void expect(const ElementKind *k, const char *arguments, const char *code, int offset)
{
    Trial t = try_arguments(k, arguments);
    int column = (int)strlen(head(k)) + offset + 1;
    bool found = false;
    for (int i = 0; i < cd_log_count(t.log); i++) {
        CdMessage m = cd_log_message(t.log, i);
        found |= strcmp(m.code, code) == 0 && m.place.line == 1 && m.place.column == column &&
                 m.severity == (k->flags & DECORATION ? CD_WARNING : CD_ERROR);
    }
    char what[100];
    snprintf(what, sizeof what, "expected %s at column %d", code, column);
    if (!found || cd_log_count(t.log) != 1) complain(&t, what);
    done(&t);
}

/* ---- values in their form ---------------------------------------------------------------------------------------- */

typedef struct Written {
    char text[1000];
    int n;
} Written;

static void add(Written *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Written *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    w->n += vsnprintf(w->text + w->n, sizeof w->text - (size_t)w->n, format, args);
    va_end(args);
    assert_true(w->n < (int)sizeof w->text);
}

static bool is_bare(const Field *f)
{
    return f->type == FIELD_FLAG || f->type == FIELD_CHOICE;
}

static bool is_number(const Field *f)
{
    switch (f->type) {
    case FIELD_INT:
    case FIELD_INTS:
    case FIELD_REAL:
    case FIELD_REALN:
    case FIELD_REALS:
    case FIELD_ROWS:
    case FIELD_REF:
    case FIELD_REFS: return true;
    default: return false;
    }
}

static bool is_whole(const Field *f)
{
    return f->type == FIELD_INT || f->type == FIELD_INTS || f->type == FIELD_REF || f->type == FIELD_REFS;
}

static bool is_single(const Field *f)
{
    return f->type == FIELD_INT || f->type == FIELD_REAL || f->type == FIELD_REF;
}

static int word_count(const char *words)
{
    int n = 0;
    while (cd_word_at(words, n).n) n++;
    return n;
}

static int fewest(const Field *f)
{
    return is_single(f) || f->least < 1 ? 1 : f->least;
}

static int most(const Field *f)
{
    return is_single(f) ? 1 : f->most ? f->most : fewest(f) + 3;
}

/* Number i of a list, a little different from the others. */
static double value(const Field *f, int i)
{
    return is_whole(f) ? i + 1 : i + 1.5;
}

static void add_numbers(Written *w, const Field *f, int n)
{
    for (int i = 0; i < n; i++) add(w, "%s%g", i ? ", " : "", value(f, i));
}

/* "KEY = value" with n numbers, or word number n; spelling: which of the keys. */
static Written in_form(const Field *f, int n, int spelling)
{
    Written w = { .n = 0 };
    Text key = cd_word_at(f->key, spelling);
    if (f->type != FIELD_CHOICE) add(&w, "%.*s%s", TEXT_ARG(key), f->type == FIELD_FLAG ? "" : " = ");
    switch (f->type) {
    case FIELD_FLAG: break;
    case FIELD_CHOICE:
    case FIELD_WORD: add(&w, "%.*s", TEXT_ARG(cd_word_at(f->words, n))); break;
    case FIELD_WORDS:
    case FIELD_TOGGLE:
        add(&w, "%.*s:%.*s", TEXT_ARG(cd_word_at(f->words, n)), TEXT_ARG(cd_word_at(f->words, 0)));
        break;
    case FIELD_EXPR: add(&w, "2*TIME + 1"); break;
    case FIELD_TEXT: add(&w, "some text, with: marks"); break;
    case FIELD_NAME: add(&w, "a_name"); break;
    case FIELD_NAMES:
        for (int i = 0; i < n; i++) add(&w, "%sname%d", i ? ":" : "", i);
        break;
    default: add_numbers(&w, f, n);
    }
    return w;
}

static bool holds_numbers(const Field *f, const void *at, int n)
{
    const int *ints = f->type == FIELD_INTS || f->type == FIELD_REFS ? ((const IntList *)at)->at : at;
    const double *reals = f->type == FIELD_REALS  ? ((const RealList *)at)->at
                          : f->type == FIELD_ROWS ? ((const RealRows *)at)->at[0].at
                                                  : at;
    if ((f->type == FIELD_INTS || f->type == FIELD_REFS) && ((const IntList *)at)->n != n) return false;
    if (f->type == FIELD_REALS && ((const RealList *)at)->n != n) return false;
    for (int i = 0; i < n; i++)
        if (is_whole(f) ? ints[i] != i + 1 : reals[i] != value(f, i)) return false;
    return true;
}

/* Whether the member holds what in_form wrote. */
static bool holds(const Field *f, const void *at, int n)
{
    const TextList *list = at;
    switch (f->type) {
    case FIELD_FLAG: return *(const bool *)at;
    case FIELD_CHOICE:
    case FIELD_WORD: return *(const int *)at == n;
    case FIELD_WORDS: return *(const unsigned *)at == (1u << n | 1u);
    case FIELD_TOGGLE:
        return list->n == 2 && cd_text_equal(list->at[0], cd_word_at(f->words, n)) &&
               cd_text_equal(list->at[1], cd_word_at(f->words, 0));
    case FIELD_EXPR: return cd_text_equal(((const Expr *)at)->text, cd_text("2*TIME + 1"));
    case FIELD_TEXT: return cd_text_equal(*(const Text *)at, cd_text("some text, with: marks"));
    case FIELD_NAME: return cd_text_equal(*(const Text *)at, cd_text("a_name"));
    case FIELD_NAMES:
        return list->n == n &&
               cd_text_equal(list->at[n - 1], (Text){ (char[]){ 'n', 'a', 'm', 'e', (char)('0' + n - 1) }, 5 });
    default: return holds_numbers(f, at, n);
    }
}

static size_t size_of(const Field *f)
{
    static const size_t size[] = {
        [FIELD_FLAG] = sizeof(bool),      [FIELD_CHOICE] = sizeof(int),      [FIELD_WORD] = sizeof(int),
        [FIELD_WORDS] = sizeof(unsigned), [FIELD_TOGGLE] = sizeof(TextList), [FIELD_INT] = sizeof(int),
        [FIELD_INTS] = sizeof(IntList),   [FIELD_REAL] = sizeof(double),     [FIELD_REALS] = sizeof(RealList),
        [FIELD_ROWS] = sizeof(RealRows),  [FIELD_REF] = sizeof(int),         [FIELD_REFS] = sizeof(IntList),
        [FIELD_EXPR] = sizeof(Expr),      [FIELD_TEXT] = sizeof(Text),       [FIELD_NAME] = sizeof(Text),
        [FIELD_NAMES] = sizeof(TextList),
    };
    return f->type == FIELD_REALN ? sizeof(double) * (size_t)f->most : size[f->type];
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

#define EACH_KIND(k)                                                                                                   \
    for (int k##_ = 0; k##_ < KIND_COUNT; k##_++)                                                                      \
        for (const ElementKind *k = cd_kinds[k##_]; k; k = NULL)
#define EACH_FIELD(k, f) for (const Field *f = (k)->fields; f->type != FIELD_END; f++)

/* Forms to try of an argument: the numbers of values or the words, from first to last. */
static void forms(const Field *f, int *first, int *last)
{
    bool words = f->type == FIELD_CHOICE || f->type == FIELD_WORD || f->type == FIELD_WORDS || f->type == FIELD_TOGGLE;
    *first = words ? 0 : fewest(f);
    *last = words ? word_count(f->words) - 1 : f->type == FIELD_FLAG ? *first : most(f);
    if (f->type == FIELD_EXPR || f->type == FIELD_TEXT || f->type == FIELD_NAME) *first = *last = 1;
}

/* ---- the properties ---------------------------------------------------------------------------------------------- */

/* Read without a message but that it is obsolete, stored in its member, all other members at their defaults. */
static void check_accepted(const ElementKind *k, const Field *f, int n, const char *arguments)
{
    Trial t = try_arguments(k, arguments);
    int obsolete = f->ask & OBSOLETE ? 1 : 0;
    char *fresh = cd_take(k->size);
    cd_element_defaults(k, fresh);
    if (!t.e || cd_log_count(t.log) != obsolete ||
        (obsolete && strcmp(cd_log_message(t.log, 0).code, "OBSOLETE_ARGUMENT") != 0))
        complain(&t, "is not accepted");
    else if (t.e->given != UINT64_C(1) << (f - k->fields)) complain(&t, "is not marked as given, or more than it is");
    else if (!holds(f, cd_field_in(f, t.e->data), n)) complain(&t, "is not stored as written");
    else EACH_FIELD(k, other)
    if (other != f && memcmp(cd_field_in(other, t.e->data), fresh + other->offset, size_of(other)) != 0)
        complain(&t, "changes another argument");
    free(fresh);
    done(&t);
}

TEST(every_argument_is_accepted_in_its_form)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        int first, last;
        forms(f, &first, &last);
        for (int n = first; n <= last; n++) check_accepted(k, f, n, in_form(f, n, 0).text);
    }
    all_good();
}

TEST(every_spelling_of_an_argument_is_accepted_in_any_case)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (f->type == FIELD_CHOICE || f->type == FIELD_EXPR || f->type == FIELD_TEXT) continue;
        int n, last;
        forms(f, &n, &last);
        for (int i = 0; i < word_count(f->key); i++) {
            Written w = in_form(f, n, i);
            check_accepted(k, f, n, w.text);
            int key = cd_word_at(f->key, i).n;
            for (int c = 0; c < key; c++)
                w.text[c] = (char)(w.text[c] >= 'A' && w.text[c] <= 'Z' ? w.text[c] + 32 : w.text[c]);
            check_accepted(k, f, n, w.text);
        }
    }
    all_good();
}

TEST(every_abbreviation_means_a_keyword_it_begins_or_is_ambiguous)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (is_bare(f)) continue;
        for (int i = 0; i < word_count(f->key); i++)
            for (Text key = cd_word_at(f->key, i); key.n; key.n--) {
                bool ambiguous = false, begins = false;
                int found = cd_find_field(k, key, &ambiguous);
                for (int s = 0; found >= 0 && s < word_count(k->fields[found].key); s++)
                    begins |= cd_match(key, cd_word_at(k->fields[found].key, s)) >= MATCH_ABBREVIATED;
                check(found >= 0 ? begins : ambiguous, k, f->key, "an abbreviation means something else");
            }
    }
    all_good();
}

TEST(absent_arguments_have_the_default_of_their_row)
{
    EACH_KIND(k)
    {
        Trial t = try_arguments(k, "");
        if (!t.e || cd_log_count(t.log) || t.e->given) {
            complain(&t, "is not accepted without arguments");
            done(&t);
            continue;
        }
        EACH_FIELD(k, f)
        {
            const void *at = cd_field_in(f, t.e->data);
            static const char zero[1000];
            bool good = true;
            switch (f->type) {
            case FIELD_CHOICE:
            case FIELD_WORD:
            case FIELD_INT: good = *(const int *)at == (int)f->preset; break;
            case FIELD_REF: good = *(const int *)at == -1; break;
            case FIELD_REAL: good = *(const double *)at == f->preset; break;
            default: good = memcmp(at, zero, size_of(f)) == 0;
            }
            check(good, k, f->key, "has not the default of its row");
        }
        done(&t);
    }
    all_good();
}

TEST(word_in_place_of_a_number_is_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (!is_number(f)) continue;
        Written w = { .n = 0 };
        add(&w, "%.*s = ", TEXT_ARG(cd_field_key(f)));
        int at = w.n;
        add(&w, "wrong");
        expect(k, w.text, "NOT_A_NUMBER", at);
        if (!is_whole(f)) continue;
        strcpy(w.text + at, "1.5");
        expect(k, w.text, "NOT_AN_INTEGER", at);
    }
    all_good();
}

TEST(too_few_and_too_many_values_are_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (!is_number(f) && f->type != FIELD_NAMES) continue;
        if (f->ask & OBSOLETE) continue;
        int at = cd_field_key(f).n + 3;
        if (fewest(f) > 1) expect(k, in_form(f, fewest(f) - 1, 0).text, "TOO_FEW_VALUES", at);
        if (is_single(f) || f->most) expect(k, in_form(f, most(f) + 1, 0).text, "TOO_MANY_VALUES", at);
    }
    all_good();
}

TEST(values_out_of_range_are_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (!is_number(f) || f->type == FIELD_REF || f->type == FIELD_REFS || f->ask & OBSOLETE || fewest(f) > 1)
            continue;
        Written w = { .n = 0 };
        add(&w, "%.*s = ", TEXT_ARG(cd_field_key(f)));
        int at = w.n;
        strcpy(w.text + at, "-1");
        if (f->ask & POSITIVE) expect(k, w.text, "MUST_BE_POSITIVE", at);
        if (f->ask & NOT_NEGATIVE) expect(k, w.text, "MUST_NOT_BE_NEGATIVE", at);
        strcpy(w.text + at, "0");
        if (f->ask & POSITIVE) expect(k, w.text, "MUST_BE_POSITIVE", at);
        strcpy(w.text + at, "1E999");
        expect(k, w.text, "NUMBER_TOO_LARGE", at);
    }
    all_good();
}

TEST(unknown_words_are_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (f->type != FIELD_WORD && f->type != FIELD_WORDS && f->type != FIELD_TOGGLE) continue;
        Written w = { .n = 0 };
        add(&w, "%.*s = ", TEXT_ARG(cd_field_key(f)));
        int at = w.n;
        add(&w, "QQQ");
        expect(k, w.text, "UNKNOWN_WORD", at);
        if (f->type == FIELD_WORD) continue;
        w.n = at;
        add(&w, "%.*s:QQQ", TEXT_ARG(cd_word_at(f->words, 0)));
        expect(k, w.text, "UNKNOWN_WORD", at + cd_word_at(f->words, 0).n + 1);
    }
    all_good();
}

TEST(unknown_arguments_are_refused_or_kept_with_a_warning)
{
    EACH_KIND(k)
    {
        bool open = k->flags & OPEN_ARGUMENTS;
        Trial t = try_arguments(k, "QQQ = 1, ZZZ");
        const char *code = open ? "EXTRA_ARGUMENT" : "UNKNOWN_ARGUMENT";
        bool good = t.e && cd_log_count(t.log) == 2 && strcmp(cd_log_message(t.log, 0).code, code) == 0 &&
                    strcmp(cd_log_message(t.log, 1).code, code) == 0 && t.e->extra.n == (open ? 2 : 0) &&
                    (cd_log_errors(t.log) == 0) == (open || (k->flags & DECORATION) != 0);
        if (!good) complain(&t, "is not treated as an unknown argument");
        done(&t);
    }
    all_good();
}

TEST(argument_given_twice_is_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (f->ask & OBSOLETE || f->type == FIELD_TEXT) continue;
        int n, last;
        forms(f, &n, &last);
        Written w = in_form(f, n, 0);
        if (f->type == FIELD_EXPR) add(&w, "\\");
        else add(&w, ", ");
        int second = w.n;
        if (f->type == FIELD_CHOICE) {
            add(&w, "%.*s", TEXT_ARG(cd_word_at(f->words, last)));
            if (last > n) expect(k, w.text, "SECOND_CHOICE", second);
            continue;
        }
        add(&w, "%s", in_form(f, n, 0).text);
        if (f->type == FIELD_ROWS || f->type == FIELD_FLAG) {
            Trial t = try_arguments(k, w.text);
            if (cd_log_count(t.log)) complain(&t, "may be repeated");
            done(&t);
        } else {
            expect(k, w.text, "GIVEN_TWICE", second + cd_field_key(f).n + 3);
        }
    }
    all_good();
}

TEST(missing_and_surplus_values_are_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        Written w = { .n = 0 };
        int position;
        if (!is_bare(f) && f->type != FIELD_EXPR && f->type != FIELD_TEXT && f->type != FIELD_NAMES) {
            add(&w, "%.*s =", TEXT_ARG(cd_field_key(f)));
            expect(k, w.text, "MISSING_VALUE", 0);
        }
        if (k->flags & OPEN_ARGUMENTS) continue;
        w.n = 0;
        add(&w, "%.*s", TEXT_ARG(cd_field_key(f)));
        bool ambiguous;
        if (!is_bare(f) && cd_find_bare(k, cd_text(w.text), &position, &ambiguous) < 0 && !ambiguous)
            expect(k, w.text, "WORD_AS_VALUE", 0);
        if (f->type == FIELD_FLAG && cd_find_field(k, cd_text(w.text), &ambiguous) < 0 && !ambiguous) {
            add(&w, " = 1");
            expect(k, w.text, "WORD_NEEDS_NO_VALUE", 0);
        }
    }
    all_good();
}

TEST(impossible_ids_are_refused_and_zero_is_taken_where_it_means_none)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if (f->type != FIELD_REF) continue;
        Written w = { .n = 0 };
        add(&w, "%.*s = ", TEXT_ARG(cd_field_key(f)));
        int at = w.n;
        strcpy(w.text + at, "-1");
        expect(k, w.text, "NOT_AN_ID", at);
        strcpy(w.text + at, "0");
        if (!(f->ask & ZERO_IS_NONE)) {
            expect(k, w.text, "NOT_AN_ID", at);
            continue;
        }
        Trial t = try_arguments(k, w.text);
        if (cd_log_count(t.log) || *(const int *)cd_field_in(f, t.e->data) != -1) complain(&t, "0 means none here");
        done(&t);
    }
    all_good();
}

TEST(reference_to_an_element_that_is_not_there_is_refused)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        if ((f->type != FIELD_REF && f->type != FIELD_REFS) || in_commands(k)) continue;
        Trial t = try_arguments(k, in_form(f, fewest(f), 0).text);
        int errors = cd_log_errors(t.log), column = (int)strlen(head(k)) + cd_field_key(f).n + 4, found = 0;
        cd_model_close(cd_build_finish(t.build));
        t.build = NULL;
        for (int i = 0; i < cd_log_count(t.log); i++) {
            CdMessage m = cd_log_message(t.log, i);
            if (strcmp(m.code, "UNKNOWN_REFERENCE") == 0 && m.place.column >= column && strstr(m.text, f->target))
                found++;
        }
        if (errors || found != fewest(f)) complain(&t, "expected UNKNOWN_REFERENCE");
        done(&t);
    }
    all_good();
}

TEST(needed_arguments_are_missed)
{
    EACH_KIND(k)
    {
        Trial t = try_arguments(k, "");
        if (in_commands(k)) {
            cd_build_check_needed(t.build, t.e);
        } else {
            cd_model_close(cd_build_finish(t.build));
            t.build = NULL;
        }
        EACH_FIELD(k, f)
        {
            char needs[200];
            snprintf(needs, sizeof needs, " needs %.*s", TEXT_ARG(cd_field_key(f)));
            bool said = false;
            for (int i = 0; i < cd_log_count(t.log); i++) {
                CdMessage m = cd_log_message(t.log, i);
                size_t n = strlen(needs);
                const char *p = strstr(m.text, needs);
                said |= strcmp(m.code, "MISSING_ARGUMENT") == 0 && p && (!p[n] || p[n] == ',') && m.place.column == 1;
            }
            if (f->ask & NEEDED && !said) complain(&t, needs);
        }
        done(&t);
    }
    all_good();
}

TEST(what_was_read_is_written_and_read_again)
{
    EACH_KIND(k) EACH_FIELD(k, f)
    {
        int first, last;
        forms(f, &first, &last);
        for (int n = first; n <= last; n++) {
            Trial t = try_arguments(k, in_form(f, n, 0).text);
            TextBuffer once = { 0 }, twice = { 0 };
            cd_statement_write(&once, NULL, t.e, in_commands(k));
            Trial again = try_text(k, once.at);
            if (!again.e || again.e->id != t.e->id || again.e->given != t.e->given ||
                !holds(f, cd_field_in(f, again.e->data), n)) {
                complain(&again, "is not what was written");
            } else {
                cd_statement_write(&twice, NULL, again.e, in_commands(k));
                if (twice.n != once.n || memcmp(twice.at, once.at, once.n) != 0)
                    complain(&again, "is written differently again");
            }
            cd_buffer_close(&once), cd_buffer_close(&twice);
            done(&again), done(&t);
        }
    }
    all_good();
}

/* All arguments of a statement at once, each in its first form. */
TEST(all_arguments_together_are_written_and_read_again)
{
    EACH_KIND(k)
    {
        Trial t = try_arguments(k, "");
        int kind = 0;
        while (cd_kinds[kind] != k) kind++;
        /* stated one by one on the same element, as calls of a program would */
        EACH_FIELD(k, f)
        {
            int n, last;
            forms(f, &n, &last);
            Trial one = try_arguments(k, in_form(f, n, 0).text);
            void *to = cd_field_at(f, t.e->data);
            char *copy = cd_arena_take(&t.build->model->arena, k->size);
            cd_element_copy(&t.build->model->arena, k, copy, one.e->data);
            memcpy(to, copy + f->offset, size_of(f));
            t.build->stated[kind].at[0].given |= one.e->given;
            done(&one);
        }
        TextBuffer text = { 0 };
        cd_statement_write(&text, NULL, t.e, in_commands(k));
        Trial again = try_text(k, text.at);
        if (!again.e || again.e->given != t.e->given) complain(&again, "is not all that was written");
        else EACH_FIELD(k, f)
            {
                int n, last;
                forms(f, &n, &last);
                if (!holds(f, cd_field_in(f, again.e->data), n)) complain(&again, f->key);
            }
        cd_buffer_close(&text);
        done(&again), done(&t);
    }
    all_good();
}

/* ---- the tables themselves --------------------------------------------------------------------------------------- */

static bool is_upper_word(Text t)
{
    for (int i = 0; i < t.n; i++)
        if (!(t.at[i] == '_' || cd_is_digit(t.at[i]) || (t.at[i] >= 'A' && t.at[i] <= 'Z'))) return false;
    return t.n > 0;
}

static void check_row(const ElementKind *k, const Field *f)
{
    bool words = f->type == FIELD_CHOICE || f->type == FIELD_WORD || f->type == FIELD_WORDS || f->type == FIELD_TOGGLE;
    check(f->doc && f->doc[0] && f->doc[strlen(f->doc) - 1] != '.', k, f->key,
          "needs a line of documentation, without full stop");
    check(words == (f->words != NULL), k, f->key, "has words, or lacks them");
    check((f->type == FIELD_REF || f->type == FIELD_REFS) == (f->target != NULL), k, f->key,
          "has a target, or lacks one");
    for (int i = 0; f->type != FIELD_CHOICE && i < word_count(f->key); i++)
        check(is_upper_word(cd_word_at(f->key, i)) && cd_is_letter(cd_word_at(f->key, i).at[0]), k, f->key,
              "is no word of capitals");
    for (int i = 0; words && i < word_count(f->words); i++)
        check(is_upper_word(cd_word_at(f->words, i)), k, f->key, "has words that are not of capitals");
    if (words)
        check(word_count(f->words) > 0 && (f->type != FIELD_WORDS || word_count(f->words) <= 32), k, f->key,
              "has no or too many words");
    if (f->type == FIELD_CHOICE || f->type == FIELD_WORD) {
        check(f->preset == floor(f->preset) && f->preset >= -1 && f->preset < word_count(f->words), k, f->key,
              "has no such word as default");
        check(!(f->ask & NEEDED) || f->preset == -1, k, f->key, "is needed and has a default");
    }
    if (f->type == FIELD_INT) check(f->preset == floor(f->preset), k, f->key, "has a default that is not whole");
    check(isfinite(f->preset), k, f->key, "has no finite default");
    check(!f->most || f->least <= f->most, k, f->key, "takes at least more than at most");
    check(f->type != FIELD_REALN || (f->least == f->most && f->most > 1), k, f->key,
          "has not a fixed number of values");
    check(!(f->ask & POSITIVE && f->ask & NOT_NEGATIVE), k, f->key, "is positive, so it is not negative");
    check(!(f->ask & ZERO_IS_NONE) || f->type == FIELD_REF, k, f->key, "is no id that could be zero");
    if (f->target) {
        int target = cd_find_kind(cd_text(f->target), false, NULL);
        check(target >= 0 && cd_text_equal(cd_keyword(cd_kinds[target]), cd_text(f->target)), k, f->key,
              "refers to no statement");
        check(target < 0 || !(cd_kinds[target]->flags & (WITHOUT_ID | ONLY_COMMAND)), k, f->key,
              "refers to a statement without id");
    }
    check(f->offset >= 0 && (size_t)f->offset + size_of(f) <= k->size, k, f->key, "lies outside of its struct");
}

/* Two spellings, or two members, of one statement. */
static void check_two(const ElementKind *k, const Field *f, const Field *g)
{
    bool apart = f->offset + (int)size_of(f) <= g->offset || g->offset + (int)size_of(g) <= f->offset;
    check(apart, k, g->key, "shares its member with another argument");
    if (is_bare(f) != is_bare(g)) return;
    const char *a = f->type == FIELD_CHOICE ? f->words : f->key, *b = g->type == FIELD_CHOICE ? g->words : g->key;
    for (int i = 0; i < word_count(a); i++)
        for (int j = 0; j < word_count(b); j++)
            check(!cd_text_equal(cd_word_at(a, i), cd_word_at(b, j)), k, g->key, "is spelled like another argument");
}

TEST(field_tables_are_sane)
{
    EACH_KIND(k)
    {
        int n = 0;
        EACH_FIELD(k, f)
        {
            check_row(k, f);
            for (const Field *g = k->fields; g < f; g++) check_two(k, f, g);
            n++;
        }
        check(n <= 64, k, "", "has more than 64 arguments");
    }
    all_good();
}

/* Words of under four letters are not told from names of a list, so they must not be written behind one. */
TEST(short_bare_words_stand_before_lists_of_names)
{
    EACH_KIND(k)
    {
        bool names = false;
        EACH_FIELD(k, f)
        {
            names |= f->type == FIELD_NAMES;
            const char *words = f->type == FIELD_CHOICE ? f->words : f->key;
            for (int i = 0; names && is_bare(f) && i < word_count(words); i++)
                check(cd_word_at(words, i).n >= 4, k, f->key, "is too short to stand behind a list of names");
        }
    }
    all_good();
}

TEST(kinds_are_sane)
{
    EACH_KIND(k)
    {
        check(k->summary && k->summary[0] && k->summary[strlen(k->summary) - 1] != '.', k, "",
              "needs a summary, without full stop");
        check((k->role == ROLE_COMMAND) == in_commands(k), k, "", "is a command, or is not");
        check(!(k->flags & WITHOUT_ID && k->flags & OPTIONAL_ID), k, "", "has an id, or has none");
        check(k->size > 0 || k->fields->type == FIELD_END, k, "", "has arguments but no struct");
        for (int i = 0; i < word_count(k->keyword); i++)
            check(is_upper_word(cd_word_at(k->keyword, i)), k, "", "is no word of capitals");
        for (int other = 0; cd_kinds[other] != k; other++)
            for (int i = 0; i < word_count(k->keyword); i++)
                for (int j = 0; j < word_count(cd_kinds[other]->keyword); j++)
                    check(!cd_text_equal(cd_word_at(k->keyword, i), cd_word_at(cd_kinds[other]->keyword, j)), k, "",
                          "is there twice");
    }
    all_good();
}

TEST(words_of_activate_are_keywords_of_what_acts)
{
    int switchable = 0;
    EACH_KIND(k)
    {
        bool acts = (k->role == ROLE_CONSTRAINT || k->role == ROLE_FORCE) && (k->constrain || k->load);
        if (acts) check(cd_is_switchable(k), k, "", "acts but ACTIVATE does not know it");
        switchable += cd_is_switchable(k);
    }
    assert_int_equal(word_count(cd_switch_words), switchable); /* each word is the keyword of a kind */
    all_good();
}

TEST(every_statement_has_a_manual_page_that_names_its_arguments)
{
    EACH_KIND(k)
    {
        char *text;
        size_t n;
        FILE *out = open_memstream(&text, &n);
        char keyword[64];
        snprintf(keyword, sizeof keyword, "%.*s", TEXT_ARG(cd_keyword(k)));
        check(cd_help(keyword, out), k, "", "has no manual page");
        fclose(out);
        check(strstr(text, k->summary) != NULL, k, "", "its page lacks the summary");
        EACH_FIELD(k, f) check(strstr(text, f->doc) != NULL, k, f->key, "is not on the page");
        free(text);
    }
    all_good();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(field_tables_are_sane),
        UNIT(kinds_are_sane),
        UNIT(words_of_activate_are_keywords_of_what_acts),
        UNIT(short_bare_words_stand_before_lists_of_names),
        UNIT(every_statement_has_a_manual_page_that_names_its_arguments),
        UNIT(every_argument_is_accepted_in_its_form),
        UNIT(every_spelling_of_an_argument_is_accepted_in_any_case),
        UNIT(every_abbreviation_means_a_keyword_it_begins_or_is_ambiguous),
        UNIT(absent_arguments_have_the_default_of_their_row),
        UNIT(word_in_place_of_a_number_is_refused),
        UNIT(too_few_and_too_many_values_are_refused),
        UNIT(values_out_of_range_are_refused),
        UNIT(unknown_words_are_refused),
        UNIT(unknown_arguments_are_refused_or_kept_with_a_warning),
        UNIT(argument_given_twice_is_refused),
        UNIT(missing_and_surplus_values_are_refused),
        UNIT(impossible_ids_are_refused_and_zero_is_taken_where_it_means_none),
        UNIT(reference_to_an_element_that_is_not_there_is_refused),
        UNIT(needed_arguments_are_missed),
        UNIT(what_was_read_is_written_and_read_again),
        UNIT(all_arguments_together_are_written_and_read_again),
    };
    return cmocka_run_group_tests_name("every_statement", tests, NULL, NULL);
}
