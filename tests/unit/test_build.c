/* test_build.c - a model built call by call is the model read from text; calls that cannot be taken are said and
 * harmless. */
#include "model/bodies.h"
#include "model/model.h"
#include "test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Made {
    CdLog *log;
    CdBuild *build;
} Made;

static Made make(void)
{
    Made m = { .log = cd_log_open() };
    m.build = cd_build_open(m.log);
    return m;
}

/* With a ground part and a marker, so that finish has nothing to say about them. */
static Made make_ground(void)
{
    Made m = make();
    assert_true(cd_build_begin(m.build, "PART", 1));
    assert_true(cd_build_word(m.build, "GROUND"));
    assert_true(cd_build_begin(m.build, "MARKER", 1));
    assert_true(cd_build_int(m.build, "PART", 1));
    return m;
}

static CdModel *finish_well(Made *m)
{
    CdModel *model = cd_build_finish(m->build);
    if (!model) {
        cd_log_print(m->log, stderr);
        fail_msg("the model has errors");
    }
    return model;
}

/* The last call was refused with this code, and finish refuses too. */
static void assert_refused(Made *m, bool taken, const char *code)
{
    int n = cd_log_count(m->log);
    if (taken || n != 1 || strcmp(cd_log_message(m->log, 0).code, code) != 0) {
        cd_log_print(m->log, stderr);
        fail_msg("expected one %s", code);
    }
    assert_null(cd_log_message(m->log, 0).place.file);
    assert_null(cd_build_finish(m->build));
    cd_log_close(m->log);
}

static CdModel *read_text(const char *text)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("a.adm", text, strlen(text), log);
    if (!model) {
        cd_log_print(log, stderr);
        fail_msg("the text has errors");
    }
    cd_log_close(log);
    return model;
}

static void assert_same(const CdModel *a, const CdModel *b)
{
    char why[300];
    if (!cd_model_equal(a, b, why, sizeof why)) fail_msg("%s", why);
}

/* ---- the same as text -------------------------------------------------------------------------------------------- */

static const char crank_text[] =
    "crank\n"
    "UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND\n"
    "ACCGRAV/KGRAV = -9.80665\n"
    "! adams_view_name='ground'\nPART/1, GROUND\nMARKER/1, PART = 1, QP = 1, 2, 3, REULER = 90D, 0, 0\nMARKER/3, PART = 1, FLOATING\n"
    "PART/2, MASS = 2.5, CM = 2, IP = 1, 2, 2.5, EXACT = X:PSI\nMARKER/2, PART = 2\n"
    "JOINT/1, REVOLUTE, I = 2, J = 1, IC = 0.1, 2\nMOTION/1, JOINT = 1, ROTATION, VELOCITY, FUNCTION = 2*PI*TIME\n"
    "VFORCE/1, I = 2, JFLOAT = 3, RM = 1, FX = TIME\\FY = -2\\\n"
    "VARIABLE/1, FUNCTION = AZ(2, 1), IC = 1\nARRAY/1, IC, NUMBERS = 1, 2, 3\nPINPUT/1, VARIABLES = 1\n"
    "SPLINE/1, X = 1, 2, 3, 4, Y = 0, 1, 2, 3, 4, Y = 1, 4, 3, 2, 1\nINTEGRATOR/GSTIFF, PATTERN = T:F, ERROR = 1E-6\n"
    "STRING/1, STRING = some text, here\n"
    "REQUEST/1, F2 = TIME\\TITLE = a:b c:lib::d, CNAMES = x, COMMENT = what, for: x\n"
    "GRAPHICS/1, CYLINDER, CM = 2, LENGTH = 1, RADIUS = 0.1\nOUTPUT/REQSAVE\n";

static CdModel *crank_built(CdLog *log)
{
    CdBuild *b = cd_build_open(log);
    cd_build_title(b, "  crank ");
    cd_build_begin(b, "units", 0);
    cd_build_text(b, "FORCE", "NEWTON"), cd_build_text(b, "MASS", "KILOGRAM"), cd_build_text(b, "LENGTH", "meter");
    cd_build_text(b, "TIME", "SEC");
    cd_build_begin(b, "ACCG", 0), cd_build_real(b, "KGRAV", -9.80665);
    cd_build_begin(b, "GRAPHICS", 1), cd_build_word(b, "CYLINDER"), cd_build_int(b, "CM", 2);
    cd_build_real(b, "LENGTH", 1), cd_build_real(b, "RADIUS", 0.1);
    cd_build_begin(b, "PART", 1), cd_build_word(b, "GROUND"), cd_build_name(b, "ground");
    cd_build_begin(b, "MARKER", 1), cd_build_int(b, "PART", 1), cd_build_reals(b, "QP", 3, (double[]){ 1, 2, 3 });
    cd_build_reals(b, "REULER", 3, (double[]){ 90 * M_PI / 180, 0, 0 });
    cd_build_begin(b, "MARKER", 3), cd_build_int(b, "PART", 1), cd_build_word(b, "FLOATING");
    cd_build_begin(b, "PART", 2), cd_build_real(b, "MASS", 2.5), cd_build_int(b, "CM", 2);
    cd_build_reals(b, "IP", 3, (double[]){ 1, 2, 2.5 }), cd_build_text(b, "EXACT", "X : PSI");
    cd_build_begin(b, "MARKER", 2), cd_build_int(b, "PART", 2);
    cd_build_begin(b, "JOINT", 1), cd_build_word(b, "REVOLUTE"), cd_build_int(b, "I", 2), cd_build_int(b, "J", 1);
    cd_build_reals(b, "IC", 2, (double[]){ 0.1, 2 });
    cd_build_begin(b, "MOTION", 1), cd_build_int(b, "JOINT", 1), cd_build_word(b, "ROTATIONAL"),
        cd_build_word(b, "VELOCITY");
    cd_build_text(b, "FUNC", "2*pi * time");
    cd_build_begin(b, "VFORCE", 1), cd_build_int(b, "I", 2), cd_build_int(b, "JFLOAT", 3), cd_build_int(b, "RM", 1);
    cd_build_text(b, "FX", "TIME"), cd_build_text(b, "FY", "-2");
    cd_build_begin(b, "VARIABLE", 1), cd_build_text(b, "FUNCTION", "AZ(2,1)"), cd_build_real(b, "IC", 1);
    cd_build_begin(b, "ARRAY", 1), cd_build_word(b, "IC"), cd_build_reals(b, "NUMBERS", 3, (double[]){ 1, 2, 3 });
    cd_build_begin(b, "PINPUT", 1), cd_build_ints(b, "VARIABLES", 1, (int[]){ 1 });
    cd_build_begin(b, "SPLINE", 1), cd_build_reals(b, "X", 4, (double[]){ 1, 2, 3, 4 });
    cd_build_reals(b, "Y", 5, (double[]){ 0, 1, 2, 3, 4 }), cd_build_reals(b, "Y", 5, (double[]){ 1, 4, 3, 2, 1 });
    cd_build_begin(b, "INTEGRATOR", 0), cd_build_word(b, "GSTIFF"), cd_build_text(b, "PATTERN", "T:F"),
        cd_build_real(b, "ERROR", 1e-6);
    cd_build_begin(b, "STRING", 1), cd_build_text(b, "STRING", "some text, here");
    cd_build_begin(b, "REQUEST", 1), cd_build_text(b, "F2", "TIME"), cd_build_text(b, "TITLE", "a:b c:lib::d");
    cd_build_text(b, "CNAMES", "x"), cd_build_text(b, "C", "what, for: x");
    cd_build_begin(b, "OUTPUT", 0), cd_build_word(b, "REQSAVE");
    return cd_build_finish(b);
}

TEST(model_built_by_calls_is_the_model_read_from_text)
{
    CdLog *log = cd_log_open();
    CdModel *built = crank_built(log), *read = read_text(crank_text);
    if (!built || cd_log_count(log)) cd_log_print(log, stderr);
    assert_non_null(built);
    assert_int_equal(cd_log_count(log), 0);
    assert_same(built, read);
    cd_model_close(built), cd_model_close(read);
    cd_log_close(log);
}

TEST(models_that_differ_are_told_apart_with_the_reason)
{
    static const struct {
        const char *text, *why;
    } row[] = {
        { "other\nPART/1, GROUND\nPART/2, VX = 1\n", "title" },
        { "t\nPART/1, GROUND\nPART/2, VX = 2\n", "PART/2: VX" },
        { "t\nPART/1, GROUND\nPART/2, VX = 1, VY = 0\n", "PART/2: VY" },
        { "t\nPART/1, GROUND\nPART/3, VX = 1\n", "PART/2" },
        { "t\nPART/1, GROUND\nPART/2, VX = 1\nPART/3\n", "PART" },
        { "t\nPART/1, GROUND\n! adams_view_name='x'\nPART/2, VX = 1\n", "name" },
        { "t\nPART/1, GROUND\nPART/2, VX = 1\nVARIABLE/1, FUNCTION = 1\n", "VARIABLE" },
    };
    CdModel *model = read_text("t\nPART/1, GROUND\nPART/2, VX = 1\n");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        CdModel *other = read_text(row[i].text);
        char why[300] = "";
        assert_false(cd_model_equal(model, other, why, sizeof why));
        if (!strstr(why, row[i].why)) fail_msg("\"%s\" does not tell of %s", why, row[i].why);
        assert_false(cd_model_equal(other, model, NULL, 0));
        cd_model_close(other);
    }
    cd_model_close(model);
}

/* ---- calls that are refused -------------------------------------------------------------------------------------- */

TEST(unknown_and_misplaced_statements_are_refused)
{
    static const struct {
        const char *keyword;
        int id;
        const char *code;
    } row[] = {
        { "FOO", 1, "UNKNOWN_STATEMENT" }, { "M", 1, "AMBIGUOUS_WORD" }, { "SIMULATE", 0, "NOT_IN_DATASET" },
        { "PART", 0, "MISSING_ID" },       { "PART", -3, "MISSING_ID" }, { "UNITS", 1, "UNEXPECTED_ID" },
        { "", 1, "UNKNOWN_STATEMENT" },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        Made m = make_ground();
        assert_refused(&m, cd_build_begin(m.build, row[i].keyword, row[i].id), row[i].code);
    }
}

TEST(suggestion_for_an_unknown_statement_is_one_word)
{
    Made m = make_ground();
    cd_build_begin(m.build, "SPRNGDAMPER", 1);
    assert_string_equal(cd_log_message(m.log, 0).text, "SPRNGDAMPER is not a statement; did you mean SPRINGDAMPER?");
    cd_build_close(m.build);
    cd_log_close(m.log);
}

TEST(argument_before_any_statement_is_refused)
{
    Made m = make();
    assert_refused(&m, cd_build_real(m.build, "MASS", 1), "NO_ELEMENT_OPEN");
    m = make();
    assert_refused(&m, cd_build_name(m.build, "x"), "NO_ELEMENT_OPEN");
    m = make();
    assert_refused(&m, cd_build_word(m.build, "GROUND"), "NO_ELEMENT_OPEN");
    m = make();
    assert_refused(&m, cd_build_text(m.build, "FUNCTION", "1"), "NO_ELEMENT_OPEN");
}

TEST(argument_after_a_refused_statement_goes_nowhere)
{
    Made m = make_ground();
    assert_false(cd_build_begin(m.build, "FOO", 1));
    assert_false(cd_build_int(m.build, "PART", 1));
    assert_string_equal(cd_log_message(m.log, 1).code, "NO_ELEMENT_OPEN");
    assert_null(cd_build_finish(m.build));
    cd_log_close(m.log);
}

TEST(unknown_keys_and_words_are_refused)
{
    Made m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_real(m.build, "WEIGHT", 1), "UNKNOWN_ARGUMENT");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_word(m.build, "GRUOND"), "UNKNOWN_ARGUMENT");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_text(m.build, "EXACT", "X:Q"), "UNKNOWN_WORD");
}

TEST(values_of_the_wrong_type_are_refused)
{
    Made m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_int(m.build, "MASS", 1), "WRONG_TYPE");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_real(m.build, "CM", 1), "WRONG_TYPE");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_text(m.build, "MASS", "1"), "WRONG_TYPE");
    m = make_ground();
    cd_build_begin(m.build, "VARIABLE", 2);
    assert_refused(&m, cd_build_real(m.build, "FUNCTION", 1), "WRONG_TYPE");
}

TEST(values_out_of_range_or_number_are_refused)
{
    Made m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_real(m.build, "MASS", -1), "MUST_NOT_BE_NEGATIVE");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_real(m.build, "VX", NAN), "NOT_FINITE");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_real(m.build, "VX", INFINITY), "NOT_FINITE");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_reals(m.build, "QG", 2, (double[]){ 1, 2 }), "TOO_FEW_VALUES");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_reals(m.build, "IP", 7, (double[7]){ 1, 1, 1 }), "TOO_MANY_VALUES");
    m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_refused(&m, cd_build_reals(m.build, "QG", 0, NULL), "TOO_FEW_VALUES");
    m = make_ground();
    cd_build_begin(m.build, "MARKER", 2);
    assert_refused(&m, cd_build_int(m.build, "PART", -7), "NOT_AN_ID");
}

TEST(argument_given_twice_is_refused)
{
    Made m = make_ground();
    cd_build_begin(m.build, "PART", 2);
    assert_true(cd_build_real(m.build, "VX", 1));
    assert_refused(&m, cd_build_real(m.build, "VX", 1), "GIVEN_TWICE");
    m = make_ground();
    cd_build_begin(m.build, "JOINT", 2);
    assert_true(cd_build_word(m.build, "REVOLUTE"));
    assert_refused(&m, cd_build_word(m.build, "FIXED"), "SECOND_CHOICE");
}

TEST(text_that_a_dataset_could_not_hold_is_refused)
{
    static const char *const text[] = { "a!b", "a\nb", "a\rb", "a\tb" };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        Made m = make_ground();
        cd_build_begin(m.build, "STRING", 1);
        assert_refused(&m, cd_build_text(m.build, "STRING", text[i]), "BAD_TEXT");
        m = make_ground();
        assert_refused(&m, cd_build_name(m.build, text[i]), "BAD_TEXT");
    }
    Made m = make_ground();
    assert_refused(&m, cd_build_name(m.build, "both ' and \""), "BAD_TEXT");
}

TEST(missing_references_arguments_and_double_ids_are_found_by_finish)
{
    Made m = make_ground();
    cd_build_begin(m.build, "MARKER", 2);
    cd_build_int(m.build, "PART", 9);
    cd_build_begin(m.build, "VARIABLE", 1);
    cd_build_begin(m.build, "PART", 1);
    assert_int_equal(cd_log_count(m.log), 0);
    assert_null(cd_build_finish(m.build));
    assert_int_equal(cd_log_errors(m.log), 3);
    cd_log_close(m.log);
}

TEST(mistake_in_an_expression_is_found_by_finish)
{
    Made m = make_ground();
    cd_build_begin(m.build, "VARIABLE", 1);
    assert_true(cd_build_text(m.build, "FUNCTION", "1 + SINN(2)"));
    assert_null(cd_build_finish(m.build));
    assert_int_equal(cd_log_errors(m.log), 1);
    assert_string_equal(cd_log_message(m.log, 0).code, "EXPR_UNKNOWN_NAME");
    cd_log_close(m.log);
}

TEST(errors_of_an_earlier_model_do_not_spoil_the_next)
{
    CdLog *log = cd_log_open();
    CdBuild *b = cd_build_open(log);
    assert_null(cd_build_finish(b));
    assert_int_equal(cd_log_errors(log), 1);
    b = cd_build_open(log);
    cd_build_begin(b, "PART", 1), cd_build_word(b, "GROUND");
    CdModel *model = cd_build_finish(b);
    assert_non_null(model);
    cd_model_close(model);
    cd_log_close(log);
}

TEST(builder_may_be_given_up)
{
    Made m = make_ground();
    cd_build_close(m.build);
    cd_build_close(NULL);
    cd_log_close(m.log);
}

TEST(title_is_one_line_of_80_characters)
{
    Made m = make_ground();
    char title[200];
    memset(title, 'x', 100), title[100] = 0;
    cd_build_title(m.build, title);
    CdModel *model = finish_well(&m);
    assert_int_equal(strlen(cd_model_title(model)), 80);
    cd_model_close(model);
    cd_log_close(m.log);
    m = make_ground();
    cd_build_title(m.build, " first\nPART/7");
    model = finish_well(&m);
    assert_string_equal(cd_model_title(model), "first");
    cd_model_close(model);
    cd_log_close(m.log);
}

TEST(extreme_numbers_and_odd_texts_survive_writing)
{
    Made m = make_ground();
    cd_build_begin(m.build, "MARKER", INT_MAX), cd_build_int(m.build, "PART", 1);
    cd_build_reals(m.build, "QP", 3, (double[]){ 5e-324, -1.7976931348623157e308, 0.1 });
    cd_build_reals(m.build, "REULER", 3, (double[]){ nextafter(M_PI / 2, 0), M_PI / 2, nextafter(M_PI, 4) });
    cd_build_begin(m.build, "GRAPHICS", 1), cd_build_int(m.build, "EID", INT_MIN),
        cd_build_int(m.build, "SEG", INT_MAX);
    cd_build_text(m.build, "ELEMENT", "both ' and \" quotes, with; marks: \\ & =");
    cd_build_begin(m.build, "STRING", 1), cd_build_text(m.build, "STRING", "\"'x' & y\", \\ z,");
    cd_build_begin(m.build, "STRING", 2), cd_build_text(m.build, "STRING", "'\"quoted\"'");
    cd_build_begin(m.build, "STRING", 3), cd_build_text(m.build, "STRING", "");
    CdModel *model = finish_well(&m);
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_true(cd_model_write(model, out));
    fclose(out);
    CdModel *again = read_text(text);
    assert_same(model, again);
    free(text);
    cd_model_close(again), cd_model_close(model);
    cd_log_close(m.log);
}

/* ---- starting from a model --------------------------------------------------------------------------------------- */

TEST(builder_from_a_model_without_a_call_gives_the_model)
{
    CdModel *model = read_text(crank_text);
    CdLog *log = cd_log_open();
    CdModel *copy = cd_build_finish(cd_build_from(model, log));
    assert_non_null(copy);
    assert_same(model, copy);
    /* the copy stands on its own */
    cd_model_close(model);
    CdModel *again = read_text(crank_text);
    assert_same(again, copy);
    cd_model_close(again), cd_model_close(copy);
    cd_log_close(log);
}

TEST(existing_elements_are_restated_and_new_ones_added)
{
    CdModel *model = read_text(crank_text);
    CdLog *log = cd_log_open();
    CdBuild *b = cd_build_from(model, log);
    assert_true(cd_build_begin(b, "PART", 2));
    assert_true(cd_build_real(b, "MASS", 9));
    assert_true(cd_build_begin(b, "VARIABLE", 1));
    assert_true(cd_build_text(b, "FUNCTION", "TIME"));
    assert_true(cd_build_begin(b, "MARKER", 4));
    assert_true(cd_build_int(b, "PART", 2));
    assert_true(cd_build_begin(b, "SPLINE", 1));
    assert_true(cd_build_reals(b, "Y", 4, (double[]){ 9, 9, 9, 9 }));
    CdModel *changed = cd_build_finish(b);
    if (!changed) cd_log_print(log, stderr);
    assert_non_null(changed);
    const Part *p = changed->table[KIND_part].at[1].data;
    assert_true(p->mass == 9 && p->ip.n == 3 && p->exact == (EXACT_X | EXACT_PSI));
    assert_int_equal(cd_model_count(changed, "MARKER"), 4);
    assert_int_equal(cd_model_count(changed, "PART"), 2);
    /* rows are replaced as a whole, not added to */
    char text[2000];
    FILE *out = fmemopen(text, sizeof text, "w");
    cd_model_write(changed, out);
    fclose(out);
    assert_non_null(strstr(text, "SPLINE/1, X = 1, 2, 3, 4, Y = 9, 9, 9, 9\n"));
    assert_non_null(strstr(text, "VARIABLE/1, IC = 1\n, FUNCTION = TIME\n"));
    /* and the model it came from is untouched */
    CdModel *again = read_text(crank_text);
    assert_same(again, model);
    cd_model_close(again), cd_model_close(changed), cd_model_close(model);
    cd_log_close(log);
}

TEST(references_follow_when_ids_are_added_in_front)
{
    CdModel *model = read_text("t\nPART/5, GROUND\nMARKER/10, PART = 5\nPART/6, CM = 11\nMARKER/11, PART = 6\n");
    CdLog *log = cd_log_open();
    CdBuild *b = cd_build_from(model, log);
    cd_build_begin(b, "PART", 1);
    cd_build_begin(b, "MARKER", 1), cd_build_int(b, "PART", 1);
    CdModel *more = cd_build_finish(b),
            *expected = read_text("t\nPART/1\nMARKER/1, PART = 1\nPART/5, GROUND\nMARKER/10, PART = 5\n"
                                  "PART/6, CM = 11\nMARKER/11, PART = 6\n");
    assert_non_null(more);
    assert_same(more, expected);
    cd_model_close(model), cd_model_close(more), cd_model_close(expected);
    cd_log_close(log);
}

TEST(mistakes_while_restating_leave_no_model)
{
    CdModel *model = read_text(crank_text);
    CdLog *log = cd_log_open();
    CdBuild *b = cd_build_from(model, log);
    cd_build_begin(b, "JOINT", 1);
    assert_true(cd_build_int(b, "I", 77));
    assert_null(cd_build_finish(b));
    assert_string_equal(cd_log_message(log, 0).code, "UNKNOWN_REFERENCE");
    cd_model_close(model);
    cd_log_close(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(model_built_by_calls_is_the_model_read_from_text),
        UNIT(models_that_differ_are_told_apart_with_the_reason),
        UNIT(unknown_and_misplaced_statements_are_refused),
        UNIT(suggestion_for_an_unknown_statement_is_one_word),
        UNIT(argument_before_any_statement_is_refused),
        UNIT(argument_after_a_refused_statement_goes_nowhere),
        UNIT(unknown_keys_and_words_are_refused),
        UNIT(values_of_the_wrong_type_are_refused),
        UNIT(values_out_of_range_or_number_are_refused),
        UNIT(argument_given_twice_is_refused),
        UNIT(text_that_a_dataset_could_not_hold_is_refused),
        UNIT(missing_references_arguments_and_double_ids_are_found_by_finish),
        UNIT(mistake_in_an_expression_is_found_by_finish),
        UNIT(errors_of_an_earlier_model_do_not_spoil_the_next),
        UNIT(builder_may_be_given_up),
        UNIT(title_is_one_line_of_80_characters),
        UNIT(extreme_numbers_and_odd_texts_survive_writing),
        UNIT(builder_from_a_model_without_a_call_gives_the_model),
        UNIT(existing_elements_are_restated_and_new_ones_added),
        UNIT(references_follow_when_ids_are_added_in_front),
        UNIT(mistakes_while_restating_leave_no_model),
    };
    return cmocka_run_group_tests_name("build", tests, NULL, NULL);
}
