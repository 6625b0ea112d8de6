/* test_dataset.c - datasets as people write them: each rule of the language, the units, and a table of mistakes with
 * the message each one gets. */
#include "elements/array.h"
#include "elements/file.h"
#include "elements/friction.h"
#include "elements/graphics.h"
#include "elements/joint.h"
#include "elements/matrix.h"
#include "elements/motion.h"
#include "elements/request.h"
#include "elements/spline.h"
#include "model/bodies.h"
#include "model/model.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* Two bodies for others to refer to; a snippet begins at line BASE_LINES + 1. */
#define BASE                                                                                                           \
    "title\n"                                                                                                          \
    "PART/1, GROUND\n"                                                                                                 \
    "MARKER/1, PART = 1\n"                                                                                             \
    "PART/2\n"                                                                                                         \
    "MARKER/2, PART = 2\n"                                                                                             \
    "MARKER/3, PART = 1, FLOATING\n"
enum { BASE_LINES = 6 };

typedef struct Read {
    CdLog *log;
    CdModel *model;
} Read;

static Read read_bytes(const char *text, size_t n)
{
    Read r = { .log = cd_log_open() };
    r.model = cd_model_read_text("a.adm", text, n, r.log);
    return r;
}

static void done(Read *r)
{
    cd_model_close(r->model);
    cd_log_close(r->log);
}

/* A dataset without errors and with so many warnings. */
static Read read_good(const char *text, int warnings)
{
    Read r = read_bytes(text, strlen(text));
    if (!r.model || cd_log_warnings(r.log) != warnings) {
        cd_log_print(r.log, stderr);
        fail_msg("%d errors, %d warnings, expected 0 and %d", cd_log_errors(r.log), cd_log_warnings(r.log), warnings);
    }
    return r;
}

/* A snippet behind the base, likewise. */
static Read snippet(const char *text, int warnings)
{
    char *whole = NULL;
    size_t n;
    FILE *out = open_memstream(&whole, &n);
    fprintf(out, BASE "%s", text);
    fclose(out);
    Read r = read_good(whole, warnings);
    free(whole);
    return r;
}

static const void *element(const Read *r, KindIndex kind, int id)
{
    int i = cd_model_find(r->model, kind, id);
    if (i < 0) fail_msg("%s/%d is not in the model", cd_kinds[kind]->keyword, id);
    return r->model->table[kind].at[i].data;
}

static const Element *statement(const Read *r, KindIndex kind, int id)
{
    return &r->model->table[kind].at[cd_model_find(r->model, kind, id)];
}

/* An argument by its key, for kinds without a header. */
static const void *argument(const Read *r, KindIndex kind, int id, const char *key)
{
    int field = cd_find_field(cd_kinds[kind], cd_text(key), NULL);
    assert_true(field >= 0);
    return cd_field_in(&cd_kinds[kind]->fields[field], element(r, kind, id));
}

#define assert_text(text_, expected)                                                                                   \
    do {                                                                                                               \
        Text t_ = (text_);                                                                                             \
        if (!cd_text_equal(t_, cd_text(expected))) fail_msg("\"%.*s\" is not \"%s\"", t_.n, t_.at, expected);          \
    } while (0)

static Text function_of(const Read *r, KindIndex kind, int id)
{
    return ((const Expr *)argument(r, kind, id, "FUNCTION"))->text;
}

/* Whether the log has this message at this line. */
static bool has_message(const CdLog *log, const char *code, int line)
{
    for (int i = 0; i < cd_log_count(log); i++)
        if (strcmp(cd_log_message(log, i).code, code) == 0 && cd_log_message(log, i).place.line == line) return true;
    return false;
}

/* ---- title ------------------------------------------------------------------------------------------------------- */

TEST(first_line_is_the_title_whatever_it_holds)
{
    Read r = read_good("  ADAMS/View model name: xyz \nPART/1, GROUND\n", 0);
    assert_string_equal(cd_model_title(r.model), "ADAMS/View model name: xyz");
    done(&r);
    r = read_good("!ADAMS/View model name: xyz\nPART/1, GROUND\n", 0);
    assert_string_equal(cd_model_title(r.model), "!ADAMS/View model name: xyz");
    done(&r);
    r = read_good("\nPART/1, GROUND\n", 0);
    assert_string_equal(cd_model_title(r.model), "");
    done(&r);
}

TEST(title_that_looks_like_a_statement_is_a_title_with_a_warning)
{
    Read r = read_good("PART/7, GROUND\nPART/1, GROUND\n", 1);
    assert_true(has_message(r.log, "TITLE_IS_STATEMENT", 1));
    assert_int_equal(cd_model_count(r.model, "PART"), 1);
    done(&r);
}

TEST(title_that_looks_like_a_statement_without_id_is_warned_of_as_well)
{
    static const char *const statements[] = {
        "UNITS/SYSTEM=FPS",  "ACCGRAV/JGRAV = -9.81",  "OUTPUT/REQSAVE",
        "RESULTS/XRF",       "INTEGRATOR/GSTIFF, SI2", "IC/ERROR = 1E-3",
        "UNIT/FORCE=NEWTON", "MARKER/ 3, PART = 1",    "UNITS/FORCE=NEWTON, MASS=KILOGRAM"
    };
    static const char *const titles[] = { "Units/cm and kg", "IC/engine test", "OUTPUT/REQSAVE of last year",
                                          "ADAMS/View model name: x", "Part/whole" };
    char text[200];
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++) {
        snprintf(text, sizeof text, "%s\nPART/1, GROUND\n", statements[k]);
        Read r = read_good(text, 1);
        assert_true(has_message(r.log, "TITLE_IS_STATEMENT", 1));
        done(&r);
    }
    for (size_t k = 0; k < sizeof titles / sizeof *titles; k++) {
        snprintf(text, sizeof text, "%s\nPART/1, GROUND\n", titles[k]);
        Read r = read_good(text, 0);
        done(&r);
    }
}

TEST(title_continued_by_a_comma_is_not_a_statement_either)
{
    Read r = read_good("title\n, more of it\nPART/1, GROUND\n", 1);
    assert_true(has_message(r.log, "NOTHING_TO_CONTINUE", 2));
    done(&r);
}

TEST(title_is_cut_at_80_characters)
{
    char text[200];
    memset(text, 't', 100);
    text[79] = ' ';
    strcpy(text + 100, "\nPART/1, GROUND\n");
    Read r = read_good(text, 0);
    assert_int_equal(strlen(cd_model_title(r.model)), 79); /* and the blank at the cut is gone */
    done(&r);
}

/* ---- statements and arguments ------------------------------------------------------------------------------------ */

TEST(arguments_come_in_any_order_and_case)
{
    Read r = snippet("part/5, vx = 3, QG = 1, 2, 3, mass = 0\nJOINT/1, j = 1, Revolute, I = 2\n", 0);
    const Part *p = element(&r, KIND_part, 5);
    assert_true(p->vx == 3 && p->qg[2] == 3);
    const Joint *joint = element(&r, KIND_joint, 1);
    assert_int_equal(joint->type, JOINT_REVOLUTE);
    assert_int_equal(joint->i, cd_model_find(r.model, KIND_marker, 2));
    done(&r);
}

TEST(statement_without_id_may_begin_its_arguments_on_the_same_line_or_the_next)
{
    Read r =
        read_good("t\nUNITS/\n, FORCE = NEWTON\n, MASS = KILOGRAM\n! a remark\n, LENGTH = METER\nACCGRAV/JGRAV = -9.8\n"
                  "PART/1, GROUND\n",
                  0);
    assert_true(cd_model_units(r.model).named);
    assert_true(*(const double *)argument(&r, KIND_accgrav, 0, "JGRAV") == -9.8);
    done(&r);
}

TEST(leading_zeros_of_ids_are_insignificant)
{
    Read r = read_good("t\nPART/01, GROUND\nMARKER/0102, PART = 0001\nPART/2, CM = 0000201\nMARKER/201, PART = 2\n", 0);
    assert_true(cd_model_find(r.model, KIND_marker, 102) >= 0);
    assert_true(((const Part *)element(&r, KIND_part, 2))->cm >= 0);
    done(&r);
}

TEST(ids_are_unique_within_a_statement_type_only)
{
    Read r = snippet("JOINT/1, REVOLUTE, I = 2, J = 1\nJPRIM/1, INPLANE, I = 2, J = 1\n"
                     "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 0\nVARIABLE/1, FUNCTION = 1\n",
                     0);
    assert_int_equal(cd_model_summary(r.model).statements, 9);
    done(&r);
}

TEST(large_ids_and_forward_references_are_fine)
{
    Read r =
        read_good("t\nJOINT/2147483647, FIXED, I = 9006341, J = 1\nMARKER/9006341, PART = 90063\nMARKER/1, PART = 1\n"
                  "PART/90063\nPART/1, GROUND\n",
                  0);
    assert_int_equal(cd_model_count(r.model, "JOINT"), 1);
    done(&r);
}

TEST(marker_without_owner_is_on_the_part_its_id_begins_with)
{
    Read r = read_good("t\nPART/3, GROUND\nMARKER/0304\n", 0);
    const Marker *m = element(&r, KIND_marker, 304);
    assert_int_equal(m->part, cd_model_find(r.model, KIND_part, 3));
    done(&r);
}

TEST(blank_around_slash_equals_and_commas_is_free)
{
    Read r = snippet("PART / 7 , MASS=0,VX  =  2 ,VY= 3\n", 0);
    const Part *p = element(&r, KIND_part, 7);
    assert_true(p->vx == 2 && p->vy == 3);
    done(&r);
}

TEST(commented_out_arguments_are_left_out)
{
    Read r = snippet("OUTPUT/\n, REQSAVE\n!, GRSAVE\n, YPR\n", 0);
    assert_int_equal(cd_find_bare(cd_kinds[KIND_output], cd_text("GRSAVE"), &(int){ 0 }, NULL) >= 0, 1);
    int position, grsave = cd_find_bare(cd_kinds[KIND_output], cd_text("GRSAVE"), &position, NULL);
    int ypr = cd_find_bare(cd_kinds[KIND_output], cd_text("YPR"), &position, NULL);
    const Element *e = cd_model_setting(r.model, KIND_output);
    assert_false(cd_given(e, grsave));
    assert_true(cd_given(e, ypr));
    done(&r);
}

TEST(statement_without_id_given_again_adds_to_the_first)
{
    Read r = snippet("INTEGRATOR/ERROR = 1E-5\nINTEGRATOR/HMAX = 0.5\n", 0);
    assert_true(*(const double *)argument(&r, KIND_integrator, 0, "ERROR") == 1e-5);
    assert_true(*(const double *)argument(&r, KIND_integrator, 0, "HMAX") == 0.5);
    done(&r);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

TEST(abbreviations_and_longer_forms_of_real_files_are_understood)
{
    Read r = snippet(
        "REQUEST/1, D, I = 2, J = 1, C=where it is\nREQUEST/2, V, I = 2\nREQUEST/3, A, I = 2\nREQUEST/4, F, I = 2\n"
        "SFORCE/1, ROTATIONAL, I = 2, J = 1, FUNC = 1\nSFORCE/2, TRANSLATIONAL, ACTION, I = 2, J = 1, FUNCTION = 1\n"
        "BEAM/1, I=2, J=1, LENGTH=1, AREA=1, IX=1, IY=1, IZ=1, EMOD=1, GMOD=1\n"
        "EQUIL/STAB=1E-3, ERR=1E-4, IMB=2, TLIM=5, ALIM=10D\nSPRING/1, TRANSLATION, I = 2, J = 1, K = 4\n",
        0);
    for (int i = 1; i <= 4; i++) assert_int_equal(((const Request *)element(&r, KIND_request, i))->type, i - 1);
    assert_text(((const Request *)element(&r, KIND_request, 1))->comment, "where it is");
    assert_true(*(const double *)argument(&r, KIND_equilibrium, 0, "IMBALANCE") == 2);
    assert_true(*(const double *)argument(&r, KIND_beam, 1, "IZZ") == 1);
    assert_true(*(const double *)argument(&r, KIND_springdamper, 1, "K") == 4);
    done(&r);
}

TEST(colon_lists_may_stand_in_brackets_and_have_blanks)
{
    Read r = snippet("JOINT/1, REVOLUTE, I = 2, J = 1\nFRICTION/1, JOINT = 1, INPUTS = PRELOAD:REACTION_FORCE\n"
                     "FRICTION/2, JOINT = 1, INPUTS = (PRELOAD : REACTION_FORCE)\nPART/5, EXACT = X:PSI\n"
                     "INTEGRATOR/PATTERN = T:F : T\n",
                     0);
    assert_int_equal(((const Friction *)element(&r, KIND_friction, 1))->inputs, INPUT_PRELOAD | INPUT_REACTION_FORCE);
    assert_int_equal(((const Friction *)element(&r, KIND_friction, 2))->inputs, INPUT_PRELOAD | INPUT_REACTION_FORCE);
    assert_int_equal(((const Part *)element(&r, KIND_part, 5))->exact, EXACT_X | EXACT_PSI);
    const TextList *pattern = argument(&r, KIND_integrator, 0, "PATTERN");
    assert_int_equal(pattern->n, 3);
    assert_text(pattern->at[1], "F");
    done(&r);
}

TEST(colon_list_may_be_continued)
{
    Read r = snippet("PART/5, EXACT = X:\n, Y:Z\n", 0);
    assert_int_equal(((const Part *)element(&r, KIND_part, 5))->exact, EXACT_X | EXACT_Y | EXACT_Z);
    done(&r);
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

TEST(d_after_a_number_means_degrees)
{
    Read r =
        snippet("MARKER/5, PART = 1, REULER = 90D, 45.5d, -1.8E2D\nVARIABLE/1, FUNCTION = SIN(90D), IC = 180D\n", 0);
    const Marker *m = element(&r, KIND_marker, 5);
    assert_near(m->reuler[0], acos(0), 1e-15);
    assert_near(m->reuler[1], 45.5 * acos(-1) / 180, 1e-15);
    assert_near(m->reuler[2], -acos(-1), 1e-15);
    assert_near(*(const double *)argument(&r, KIND_variable, 1, "IC"), acos(-1), 1e-15);
    assert_text(function_of(&r, KIND_variable, 1), "SIN(90D)");
    done(&r);
}

TEST(fortran_numbers_are_read)
{
    Read r = snippet("MARKER/5, PART = 1, QP = -1.0E-003, 2.07E+005, .5\nMARKER/6, PART = 1, QP = 1., +3, - 4\n", 0);
    const Marker *a = element(&r, KIND_marker, 5), *b = element(&r, KIND_marker, 6);
    assert_true(a->qp[0] == -0.001 && a->qp[1] == 207000 && a->qp[2] == 0.5);
    assert_true(b->qp[0] == 1 && b->qp[1] == 3 && b->qp[2] == -4);
    done(&r);
}

TEST(whole_numbers_may_be_written_as_reals)
{
    Read r = snippet("MATRIX/1, FULL = RORDER, ROWS = 1.0, COLUMNS = 2E0, VALUES = 1, 2\n", 0);
    assert_int_equal(((const MatrixElement *)element(&r, KIND_matrix, 1))->columns, 2);
    done(&r);
}

TEST(matrix_goes_on_over_many_lines)
{
    Read r = snippet("FIELD/1, I = 2, J = 1\n, LENGTH = 1, 2, 3\n, 4, 5, 6\n, KMATRIX =\n, 11, 12, 13, 14, 15, 16\n"
                     "! a column\n, 21, 22, 23, 24, 25, 26,\n, 31, 32, 33, 34, 35, 36\n, 41, 42, 43, 44, 45, 46\n"
                     ", 51, 52, 53, 54, 55, 56\n, 61, 62, 63, 64, 65, 66\n, CRATIO = 0.5\n",
                     0);
    const RealList *k = argument(&r, KIND_field, 1, "KMATRIX");
    assert_int_equal(k->n, 36);
    assert_true(k->at[0] == 11 && k->at[6] == 21 && k->at[35] == 66);
    assert_true(*(const double *)argument(&r, KIND_field, 1, "CRATIO") == 0.5);
    done(&r);
}

TEST(argument_given_several_times_makes_rows)
{
    Read r = snippet("SPLINE/1, X = 1, 2, 3, 4\n, Y = 0, 1, 2, 3, 4\n, Y = 1, 5, 6, 7, 8\n", 0);
    const Spline *s = element(&r, KIND_spline, 1);
    assert_int_equal(s->y.n, 2);
    assert_true(s->y.at[1].n == 5 && s->y.at[1].at[4] == 8);
    done(&r);
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

TEST(continued_expression_is_joined_without_the_comma)
{
    Read r = snippet(
        "VARIABLE/1, FUNCTION = TIME\n, + 2\n! remark\n,   - 3*TIME\nVARIABLE/2\n, FUNCTION = IF(TIME:\n, 1,2,3)\n"
        "VARIABLE/3, FUNCTION = STEP(TIME,0,0\n, ,1,5)\nVARIABLE/4, FUNCTION = \n, 7\n",
        0);
    assert_text(function_of(&r, KIND_variable, 1), "TIME + 2 - 3*TIME");
    assert_text(function_of(&r, KIND_variable, 2), "IF(TIME: 1, 2, 3)");
    assert_text(function_of(&r, KIND_variable, 3), "STEP(TIME, 0, 0, 1, 5)");
    assert_text(function_of(&r, KIND_variable, 4), "7");
    done(&r);
}

TEST(backslash_ends_an_expression_and_a_comma_after_it_is_optional)
{
    Read r = snippet("VFORCE/1, I = 2, JFLOAT = 3, RM = 1, FX = 1 + TIME\\FY = 2\\, FZ = 3\\\n"
                     "VARIABLE/1, FUNCTION = USER(1, 2.5)\\\n, ROUTINE = lib::sub\n",
                     0);
    assert_text(((const Expr *)argument(&r, KIND_vforce, 1, "FX"))->text, "1 + TIME");
    assert_text(((const Expr *)argument(&r, KIND_vforce, 1, "FY"))->text, "2");
    assert_text(((const Expr *)argument(&r, KIND_vforce, 1, "FZ"))->text, "3");
    const Expr *user = argument(&r, KIND_variable, 1, "FUNCTION");
    assert_true(user->user && user->constant.n == 2 && user->constant.at[1] == 2.5);
    assert_null(user->program);
    assert_text(*(const Text *)argument(&r, KIND_variable, 1, "ROUTINE"), "lib::sub");
    done(&r);
}

TEST(request_components_may_be_followed_by_a_comment_on_one_line)
{
    Read r = snippet("REQUEST/04, F2=ORIENT(27,1,2,1)\\F3=TIME\\F6=1.5,C=EULER PARAMETERS\n", 0);
    const Request *q = element(&r, KIND_request, 4);
    assert_text(q->f[1].text, "ORIENT(27, 1, 2, 1)");
    assert_text(q->f[5].text, "1.5");
    assert_text(q->comment, "EULER PARAMETERS");
    done(&r);
}

TEST(comma_outside_of_brackets_ends_an_expression)
{
    Read r =
        snippet("SFORCE/1, I = 2, J = 1, FUNCTION = MAX(1, 2)*(3), TRANSLATION\nVARIABLE/1, FUNCTION = 4, IC = 2\n", 0);
    assert_text(function_of(&r, KIND_sforce, 1), "MAX(1, 2)*(3)");
    assert_text(function_of(&r, KIND_variable, 1), "4");
    done(&r);
}

TEST(empty_function_means_zero)
{
    Read r = snippet(
        "VARIABLE/1, FUNCTION = \nVARIABLE/2, FUNCTION =   ! nothing\n! at all\nVARIABLE/3, FUNCTION = \\IC = 3\n"
        "VARIABLE/4\n, FUNCTION =\n, IC = 4\n",
        1);
    for (int id = 1; id <= 4; id++) assert_text(function_of(&r, KIND_variable, id), "0");
    assert_true(*(const double *)argument(&r, KIND_variable, 3, "IC") == 3);
    assert_true(*(const double *)argument(&r, KIND_variable, 4, "IC") == 4);
    assert_true(has_message(r.log, "UNCLOSED_EXPRESSION", BASE_LINES + 7));
    done(&r);
}

TEST(argument_on_a_new_line_ends_an_unclosed_expression_with_a_warning)
{
    Read r = snippet(
        "VARIABLE/1, FUNCTION = TIME\n, IC = 2\nSFORCE/1, I = 2, J = 1, FUNCTION = 1 +\n, 2\n, TRANSLATION\n", 2);
    assert_text(function_of(&r, KIND_variable, 1), "TIME");
    assert_true(*(const double *)argument(&r, KIND_variable, 1, "IC") == 2);
    assert_text(function_of(&r, KIND_sforce, 1), "1 + 2");
    done(&r);
}

/* ---- texts and names --------------------------------------------------------------------------------------------- */

TEST(comment_text_holds_commas_colons_and_equals)
{
    Read r = snippet(
        "REQUEST/1, F, I = 2, COMMENT = a, b: c = d; e\\f\nREQUEST/2, F, I = 2\n, C = \"in quotes, with comma\"\n", 0);
    assert_text(((const Request *)element(&r, KIND_request, 1))->comment, "a, b: c = d; e\\f");
    assert_text(((const Request *)element(&r, KIND_request, 2))->comment, "in quotes, with comma");
    done(&r);
}

TEST(text_ends_where_a_line_begins_with_another_argument)
{
    Read r = snippet("REQUEST/1, COMMENT = some, text\n, that goes on\n, I = 2\n, FORCE\n", 0);
    const Request *q = element(&r, KIND_request, 1);
    assert_text(q->comment, "some, text that goes on");
    assert_int_equal(q->type, REQUEST_FORCE);
    assert_true(q->i >= 0);
    done(&r);
}

TEST(nul_bytes_in_a_string_are_blanks_and_the_rest_of_the_file_is_read)
{
    static const char head[] = BASE "STRING/1, STRING = a", tail[] = "b\nSTRING/2, STRING = c\n";
    char text[sizeof head + 1024 + sizeof tail] = { 0 };
    memcpy(text, head, sizeof head - 1);
    memcpy(text + sizeof head - 1 + 1024, tail, sizeof tail - 1);
    Read r = read_bytes(text, sizeof head - 1 + 1024 + sizeof tail - 1);
    assert_non_null(r.model);
    const Text *s = argument(&r, KIND_string, 1, "STRING");
    assert_int_equal(s->n, 1026);
    assert_int_equal(s->at[1025], 'b');
    assert_text(*(const Text *)argument(&r, KIND_string, 2, "STRING"), "c");
    done(&r);
}

TEST(names_keep_their_case_and_what_their_quotes_hold)
{
    Read r = snippet("MATERIAL/1, NAME = Steel 37\nMATERIAL/2, NAME = 'a, b = c; d'\nMATERIAL/3, NAME = \"it's\"\n"
                     "MATERIAL/4, NAME = 'it''s \"so\"', DENSITY = 3\n"
                     "GRAPHICS/1, EXTERNAL, RM = 1, FILE = C:\\Models\\Old Part.x_t, ELEMENT = Part-1\n",
                     0);
    assert_text(*(const Text *)argument(&r, KIND_material, 1, "NAME"), "Steel 37");
    assert_text(*(const Text *)argument(&r, KIND_material, 2, "NAME"), "a, b = c; d");
    assert_text(*(const Text *)argument(&r, KIND_material, 3, "NAME"), "it's");
    assert_text(*(const Text *)argument(&r, KIND_material, 4, "NAME"), "it's \"so\"");
    assert_true(*(const double *)argument(&r, KIND_material, 4, "DENSITY") == 3);
    const Graphics *g = element(&r, KIND_graphics, 1);
    assert_text(g->file, "C:\\Models\\Old Part.x_t");
    assert_text(g->element, "Part-1");
    done(&r);
}

TEST(lists_of_names_are_cut_at_colons_and_commas)
{
    Read r = snippet("REQUEST/1, FUNCTION = USER(1)\\TITLE = a:b c:d, CNAMES = \"x, y\", z, RESULTS_NAME = set\n"
                     "GSE/1, FUNCTION = USER(1)\\ROUTINE = lib::one, lib::two\n",
                     0);
    const Request *q = element(&r, KIND_request, 1);
    assert_int_equal(q->title.n, 3);
    assert_text(q->title.at[1], "b c");
    assert_int_equal(q->cnames.n, 2);
    assert_text(q->cnames.at[0], "x, y");
    assert_text(q->results_name, "set");
    const TextList *routine = argument(&r, KIND_gse, 1, "ROUTINE");
    assert_int_equal(routine->n, 2);
    assert_text(routine->at[1], "lib::two");
    done(&r);
}

TEST(section_type_is_one_argument_among_others)
{
    Read r = snippet("SECTION/1, TYPE = Solid Rectangular, RECT_BASE = 2\n", 0);
    assert_text(*(const Text *)argument(&r, KIND_section, 1, "TYPE"), "Solid Rectangular");
    assert_true(*(const double *)argument(&r, KIND_section, 1, "RECT_BASE") == 2);
    done(&r);
}

TEST(name_of_an_element_comes_from_the_comment_before_it)
{
    Read r = snippet(
        "!    adams_view_name='rod & bar'\nPART/5\n! adams_view_name='two'\nVARIABLE/1, FUNCTION = 1; VARIABLE/2, FUNCTION = 2\n",
        0);
    assert_text(statement(&r, KIND_part, 5)->name, "rod & bar");
    assert_text(statement(&r, KIND_variable, 1)->name, "two");
    assert_text(statement(&r, KIND_variable, 2)->name, "");
    done(&r);
}

TEST(control_bytes_in_names_are_blanks)
{
    static const char text[] = "t\n! adams_view_name='a\0b\tc'\nPART/1, GROUND\n";
    Read r = read_bytes(text, sizeof text - 1);
    assert_non_null(r.model);
    assert_text(statement(&r, KIND_part, 1)->name, "a b c");
    done(&r);
}

TEST(unknown_arguments_of_open_statements_are_kept_with_a_warning)
{
    Read r = snippet("GRAPHICS/1, CYLINDER, CM = 1, NOVEL = 1, 2\n, 3, RADIUS = 3, STRANGE\n", 2);
    const Element *e = statement(&r, KIND_graphics, 1);
    assert_int_equal(e->extra.n, 2);
    assert_text(e->extra.at[0], "NOVEL = 1, 2, 3");
    assert_text(e->extra.at[1], "STRANGE");
    assert_true(((const Graphics *)e->data)->radius == 3);
    done(&r);
}

/* ---- the file as a whole ----------------------------------------------------------------------------------------- */

TEST(end_ends_the_dataset_and_may_be_missing)
{
    Read r = read_good("t\nPART/1, GROUND\nend\nnonsense here\nPART/1\n", 0);
    assert_int_equal(cd_model_count(r.model, "PART"), 1);
    done(&r);
    r = read_good("t\nPART/1, GROUND\nEND ! really\n???\n", 0);
    done(&r);
    r = read_good("t\nPART/1, GROUND", 0);
    assert_int_equal(cd_model_count(r.model, "PART"), 1);
    done(&r);
}

TEST(semicolons_separate_statements)
{
    Read r = read_good("t\nPART/1, GROUND; MARKER/1, PART = 1 ;; VARIABLE/1, FUNCTION = TIME; END; junk\n", 0);
    assert_int_equal(cd_model_summary(r.model).statements, 3);
    done(&r);
}

TEST(crlf_lone_cr_and_tabs_give_the_same_model)
{
    const char lf[] = "t\nPART/1, GROUND\nMARKER/1\n, PART = 1\n, QP = 1, 2, 3\nEND\n";
    const char crlf[] = "t\r\nPART/1, GROUND\r\nMARKER/1\r\n, PART = 1\r\n, QP = 1, 2, 3\r\nEND\r\n";
    const char cr[] = "t\rPART/1, GROUND\rMARKER/1\r, PART = 1\r, QP = 1, 2, 3\rEND\r";
    const char tabs[] = "t\nPART/1,\tGROUND\n\tMARKER/1\n\t,\tPART\t=\t1\n, QP = 1,\t2,\t3\nEND\n";
    Read a = read_good(lf, 0), b = read_good(crlf, 0), c = read_good(cr, 0), d = read_good(tabs, 0);
    assert_true(cd_model_equal(a.model, b.model, NULL, 0));
    assert_true(cd_model_equal(a.model, c.model, NULL, 0));
    assert_true(cd_model_equal(a.model, d.model, NULL, 0));
    done(&a), done(&b), done(&c), done(&d);
}

TEST(trailing_comma_takes_the_next_line_along_with_a_warning)
{
    Read r = snippet("MARKER/5, PART = 1, QP = 1, 2,\n 3\n", 1);
    assert_true(((const Marker *)element(&r, KIND_marker, 5))->qp[2] == 3);
    assert_true(has_message(r.log, "TRAILING_COMMA", BASE_LINES + 2));
    done(&r);
}

TEST(ampersand_continues_in_a_dataset_too)
{
    Read r = snippet("MARKER/5, PART = 1, &\nQP = 1, 2, &\n 3\n", 0);
    assert_true(((const Marker *)element(&r, KIND_marker, 5))->qp[2] == 3);
    done(&r);
}

TEST(empty_missing_and_oversized_input_is_reported)
{
    Read r = read_bytes("  \n\n", 4);
    assert_null(r.model);
    assert_true(has_message(r.log, "EMPTY_FILE", 0));
    done(&r);
    CdLog *log = cd_log_open();
    assert_null(cd_model_read("/no/such/file.adm", log));
    assert_string_equal(cd_log_message(log, 0).code, "CANNOT_OPEN");
    assert_null(cd_model_read("/", log));
    assert_string_equal(cd_log_message(log, 1).code, "CANNOT_OPEN");
    /* refused before a byte is touched */
    assert_null(cd_model_read_text("huge.adm", "t", (size_t)3 << 30, log));
    assert_string_equal(cd_log_message(log, 2).code, "FILE_TOO_LARGE");
    assert_null(cd_script_read_text("huge.acf", "t", (size_t)3 << 30, log));
    cd_log_close(log);
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

TEST(factor_of_newtons_law_follows_from_the_units)
{
    static const struct {
        const char *statement;
        double ucf, tolerance;
    } row[] = {
        { "FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND", 1, 0 },
        { "FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER", 1000, 0 },
        { "FORCE = NEWTON, MASS = KILOGRAM, LENGTH = CENTIMETER", 100, 0 },
        { "FORCE = POUND_FORCE, MASS = POUND_MASS, LENGTH = INCH", 386.0885827, 1e-7 },
        { "FORCE = POUND_FORCE, MASS = POUND_MASS, LENGTH = FOOT", 32.17405, 1e-5 },
        { "FORCE = POUND_FORCE, MASS = SLUG, LENGTH = FOOT", 1, 0 },
        { "FORCE = KILOGRAM_FORCE, MASS = KILOGRAM, LENGTH = METER", 9.80665, 1e-14 },
        { "FORCE = DYNE, MASS = GRAM, LENGTH = CENTIMETER", 1, 0 },
        { "SYSTEM = CGS", 1, 0 },
        { "SYSTEM = MKS", 1, 0 },
        { "SYSTEM = IPS", 386.0885827, 1e-7 },
        { "SYSTEM = FPS", 32.17405, 1e-5 },
        { "SYSTEM = NONE", 1, 0 },
        { "UCF = 386.4", 386.4, 0 },
        { "FORCE = NEWTON, MASS = TONNE, LENGTH = MILLIMETER", 1, 0 },
        { "FORCE = KNEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = MILLISECOND", 1, 1e-15 },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[300];
        snprintf(text, sizeof text, "t\nUNITS/%s\nPART/1, GROUND\n", row[i].statement);
        Read r = read_good(text, 0);
        assert_near(cd_model_units(r.model).ucf, row[i].ucf, row[i].tolerance);
        assert_near(cd_model_summary(r.model).force_factor, row[i].ucf, row[i].tolerance);
        done(&r);
    }
}

/* Sizes in SI as their definitions give them. */
static const struct {
    const char *quantity, *word;
    double si;
} unit_words[] = {
    { "FORCE", "NEWTON", 1 },
    { "FORCE", "KNEWTON", 1e3 },
    { "FORCE", "CENTINEWTON", 1e-2 },
    { "FORCE", "MILLINEWTON", 1e-3 },
    { "FORCE", "DYNE", 1e-5 },
    { "FORCE", "KILOGRAM_FORCE", 9.80665 },
    { "FORCE", "POUND_FORCE", 4.4482216152605 },
    { "FORCE", "KPOUND_FORCE", 4448.2216152605 },
    { "FORCE", "OUNCE_FORCE", 0.27801385095378125 },
    { "FORCE", "POUNDAL", 0.138254954376 },
    { "MASS", "KILOGRAM", 1 },
    { "MASS", "GRAM", 1e-3 },
    { "MASS", "MICROGRAM", 1e-9 },
    { "MASS", "MEGAGRAM", 1e3 },
    { "MASS", "TONNE", 1e3 },
    { "MASS", "POUND_MASS", 0.45359237 },
    { "MASS", "KPOUND_MASS", 453.59237 },
    { "MASS", "OUNCE_MASS", 0.028349523125 },
    { "MASS", "SLUG", 14.593902937206364 },
    { "MASS", "SLINCH", 175.12683524647636 },
    { "LENGTH", "METER", 1 },
    { "LENGTH", "MILLIMETER", 1e-3 },
    { "LENGTH", "CENTIMETER", 1e-2 },
    { "LENGTH", "KILOMETER", 1e3 },
    { "LENGTH", "MICROMETER", 1e-6 },
    { "LENGTH", "NANOMETER", 1e-9 },
    { "LENGTH", "INCH", 0.0254 },
    { "LENGTH", "FOOT", 0.3048 },
    { "LENGTH", "MILE", 1609.344 },
    { "TIME", "SECOND", 1 },
    { "TIME", "MILLISECOND", 1e-3 },
    { "TIME", "MINUTE", 60 },
    { "TIME", "HOUR", 3600 },
};

TEST(all_unit_words_have_their_size)
{
    static const char *const quantity[] = { "FORCE", "MASS", "LENGTH", "TIME" };
    static const char *const usual[] = { "NEWTON", "KILOGRAM", "METER", "SECOND" };
    for (size_t i = 0; i < sizeof unit_words / sizeof *unit_words; i++) {
        TextBuffer text = { 0 };
        cd_buffer_print(&text, "t\nPART/1, GROUND\nUNITS/%s = %s", unit_words[i].quantity, unit_words[i].word);
        int which = 0;
        for (int q = 0; q < 4; q++) {
            if (strcmp(quantity[q], unit_words[i].quantity) == 0) which = q;
            else cd_buffer_print(&text, ", %s = %s", quantity[q], usual[q]);
        }
        Read r = read_good(text.at, 0);
        Units u = cd_model_units(r.model);
        const double size[] = { u.force, u.mass, u.length, u.time };
        for (int q = 0; q < 4; q++) assert_near(size[q] / (q == which ? unit_words[i].si : 1), 1, 1e-14);
        assert_near(u.force * u.time * u.time / (u.mass * u.length * u.ucf), 1, 1e-14);
        done(&r);
        cd_buffer_close(&text);
    }
}

TEST(without_units_the_numbers_are_consistent)
{
    Read r = snippet("", 0);
    assert_false(cd_model_units(r.model).named);
    assert_true(cd_model_units(r.model).ucf == 1);
    done(&r);
}

/* ---- mistakes ---------------------------------------------------------------------------------------------------- */

/* Each gives this one error, at this line of the snippet and this column, and nothing else. */
static const struct {
    const char *text, *code;
    int line, column;
} mistakes[] = {
    /* statements */
    { "FOO/1", "UNKNOWN_STATEMENT", 1, 1 },
    { "PATR/5", "UNKNOWN_STATEMENT", 1, 1 },
    { "M/5", "AMBIGUOUS_WORD", 1, 1 },
    { "PART 5", "NOT_A_STATEMENT", 1, 1 },
    { "= 5", "NOT_A_STATEMENT", 1, 1 },
    { "MASS = 5", "NOT_A_STATEMENT", 1, 1 },
    { "PART/5\n 7, 8", "NOT_A_STATEMENT", 2, 2 },
    { "SIMULATE/DYNAMICS, END = 1, STEPS = 2", "NOT_IN_DATASET", 1, 1 },
    { "STOP", "NOT_IN_DATASET", 1, 1 },
    { "PART/", "MISSING_ID", 1, 1 },
    { "PART/x", "MISSING_ID", 1, 1 },
    { "PART/, MASS = 2", "MISSING_ID", 1, 1 },
    { "PART/-5", "MISSING_ID", 1, 1 },
    { "PART/0", "BAD_ID", 1, 6 },
    { "PART/2147483648", "BAD_ID", 1, 6 },
    { "PART/1.5", "BAD_ID", 1, 6 },
    { "PART/5a, MASS = 2", "BAD_ID", 1, 6 },
    { "UNITS/3, UCF = 1", "UNEXPECTED_ID", 1, 7 },
    { "PART/5 MASS = 0", "UNEXPECTED_TEXT", 1, 8 },
    { "PART/2", "DOUBLE_ID", 1, 1 },
    /* arguments */
    { "PART/5, MAS5 = 1", "UNKNOWN_ARGUMENT", 1, 9 },
    { "PART/5, GRUND", "UNKNOWN_ARGUMENT", 1, 9 },
    { "PART/5, QX = 1", "UNKNOWN_ARGUMENT", 1, 9 },
    { "PART/5, V = 1", "AMBIGUOUS_WORD", 1, 9 },
    { "JOINT/1, S, I = 2, J = 1", "AMBIGUOUS_WORD", 1, 10 },
    { "PART/5, LIST = 3", "WORD_NEEDS_NO_VALUE", 1, 9 },
    { "PART/5, MASS", "WORD_AS_VALUE", 1, 9 },
    { "PART/5, MASS =", "MISSING_VALUE", 1, 9 },
    { "PART/5, VX = , VY = 2", "MISSING_VALUE", 1, 9 },
    { "PART/5, (", "UNEXPECTED_TEXT", 1, 9 },
    { "PART/5, 7", "UNEXPECTED_TEXT", 1, 9 },
    { "PART/5, VX = 1 VY = 2", "UNEXPECTED_TEXT", 1, 16 },
    { "PART/5, VX = 1, VX = 2", "GIVEN_TWICE", 1, 22 },
    { "VARIABLE/1, FUNCTION = 1\\FUNCTION = 2", "GIVEN_TWICE", 1, 37 },
    { "JOINT/1, REVOLUTE, FIXED, I = 2, J = 1", "SECOND_CHOICE", 1, 20 },
    /* numbers */
    { "PART/5, VX = abc", "NOT_A_NUMBER", 1, 14 },
    { "PART/5, VX = 1.2.3", "NOT_A_NUMBER", 1, 14 },
    { "PART/5, VX = 5DD", "NOT_A_NUMBER", 1, 14 },
    { "PART/5, VX = --", "NOT_A_NUMBER", 1, 14 },
    { "PART/5, VX = 1E999", "NUMBER_TOO_LARGE", 1, 14 },
    { "MARKER/5, PART = 1.5", "NOT_AN_INTEGER", 1, 18 },
    { "MARKER/5, PART = 1, NODE_LABEL = -3E9", "NOT_AN_INTEGER", 1, 34 },
    { "MATRIX/1, FULL = RORDER, ROWS = 1E12, COLUMNS = 1, VALUES = 1", "NOT_AN_INTEGER", 1, 33 },
    { "GCON/1, FUNCTION = DX(2, 1) + ACCX(2, 1)", "EXPR_CONSTRAINT", 1, 31 },
    { "MARKER/5, PART = 1, QP = 1, 2", "TOO_FEW_VALUES", 1, 26 },
    { "MARKER/5, PART = 1\n, QP = 1, 2, 3\n, 4", "TOO_MANY_VALUES", 2, 8 },
    { "PART/5, VX = 1, 2", "TOO_MANY_VALUES", 1, 14 },
    { "PART/5, MASS = -1", "MUST_NOT_BE_NEGATIVE", 1, 16 },
    { "INTEGRATOR/ERROR = 0", "MUST_BE_POSITIVE", 1, 20 },
    /* words */
    { "PART/5, EXACT = X:Q", "UNKNOWN_WORD", 1, 19 },
    { "PART/5, EXACT = X:", "UNKNOWN_WORD", 1, 18 },
    { "PART/5, EXACT = P", "AMBIGUOUS_WORD", 1, 17 },
    { "UNITS/SYSTEM = SI", "UNKNOWN_WORD", 1, 16 },
    /* texts */
    { "ENVIRONMENT/NAME = A\nPART/5, MATERIAL = 'steel", "UNCLOSED_QUOTE", 2, 20 },
    /* references */
    { "MARKER/5, PART = 9", "UNKNOWN_REFERENCE", 1, 18 },
    { "PINPUT/1, VARIABLES = 1, 2\nVARIABLE/1, FUNCTION = 1", "UNKNOWN_REFERENCE", 1, 26 },
    { "PINPUT/1, VARIABLES = 1,\n, 7\nVARIABLE/1, FUNCTION = 1", "UNKNOWN_REFERENCE", 2, 3 },
    { "MARKER/5, PART = 0", "NOT_AN_ID", 1, 18 },
    { "MARKER/5, PART = -1", "NOT_AN_ID", 1, 18 },
    { "JOINT/1, REVOLTE, I = 2, J = 1", "UNKNOWN_ARGUMENT", 1, 10 },
    { "JOINT/1, I = 2, J = 1", "MISSING_ARGUMENT", 1, 1 },
    { "JOINT/1, REVOLUTE, I = 2", "MISSING_ARGUMENT", 1, 1 },
    { "VARIABLE/1", "MISSING_ARGUMENT", 1, 1 },
    { "MARKER/5", "ONE_OF", 1, 1 },
    { "JOINT/1, FIXED, I = 2, J = 2", "SAME_MARKER", 1, 1 },
    { "PART/5, GROUND", "TWO_GROUNDS", 1, 1 },
    { "PART/5, MASS = 1", "NO_CENTRE", 1, 1 },
    /* expressions */
    { "VARIABLE/1, FUNCTION = SINN(TIME)", "EXPR_UNKNOWN_NAME", 1, 24 },
    { "VARIABLE/1, FUNCTION = 1 +", "EXPR_SYNTAX", 1, 26 },
    { "VARIABLE/1\n, FUNCTION = TIME\n, + DX(99)", "EXPR_NO_ELEMENT", 3, 8 },
    { "VARIABLE/1, FUNCTION = SIN(1, 2)", "EXPR_ARGUMENTS", 1, 24 },
};

TEST(each_mistake_gets_one_message_where_it_was_made)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char text[1000];
        int n = snprintf(text, sizeof text, BASE "%s\nEND\n", mistakes[i].text);
        Read r = read_bytes(text, (size_t)n);
        CdMessage m = { 0 };
        for (int k = 0; k < cd_log_count(r.log); k++)
            if (cd_log_message(r.log, k).severity == CD_ERROR) m = cd_log_message(r.log, k);
        bool good = !r.model && cd_log_errors(r.log) == 1 && strcmp(m.code, mistakes[i].code) == 0 &&
                    m.place.line == mistakes[i].line + BASE_LINES && m.place.column == mistakes[i].column;
        if (!good) {
            wrong++;
            print_error("%s\nexpected %s at %d:%d, got\n", mistakes[i].text, mistakes[i].code,
                        mistakes[i].line + BASE_LINES, mistakes[i].column);
            cd_log_print(r.log, stderr);
        }
        done(&r);
    }
    assert_int_equal(wrong, 0);
}

TEST(all_mistakes_of_a_file_are_reported_in_one_run_in_their_order)
{
    static const char text[] = "t\n"
                               "PART/1, GROUND, VX = a, VY = b\n"
                               "FOO/1\n"
                               "MARKER/1, PART = 7, QP = 1\n"
                               "VARIABLE/1, FUNCTION = 1 + * 2\n"
                               "JOINT/1, REVOLUTE\n";
    static const char *const expected[] = { "NOT_A_NUMBER",   "NOT_A_NUMBER", "UNKNOWN_STATEMENT", "UNKNOWN_REFERENCE",
                                            "TOO_FEW_VALUES", "EXPR_SYNTAX",  "MISSING_ARGUMENT",  "MISSING_ARGUMENT" };
    Read r = read_bytes(text, sizeof text - 1);
    assert_null(r.model);
    if (cd_log_errors(r.log) != 8) cd_log_print(r.log, stderr);
    assert_int_equal(cd_log_errors(r.log), 8);
    for (int i = 0; i < 8; i++) assert_string_equal(cd_log_message(r.log, i).code, expected[i]);
    done(&r);
}

TEST(missing_ground_is_an_error_of_the_model)
{
    Read r = read_bytes("t\nPART/1\n", 9);
    assert_null(r.model);
    assert_int_equal(cd_log_errors(r.log), 1);
    assert_string_equal(cd_log_message(r.log, 0).code, "NO_GROUND");
    done(&r);
}

TEST(graphics_and_other_decoration_never_stop_a_run)
{
    Read r =
        snippet("GRAPHICS/1, CYLINDER, CM = 99, LENGTH = abc, RADIUS = -1, RADIUS = 2, BOX\nGRAPHICS/1, OUTLINE = 1\n"
                "GRAPHICS/x\nGRAPHICS/5, CM = -1, OUTLINE = 1, 77\nOUTPUT/3\nMATERIAL/1, DENSITY = 1, 2, NAME = 'open\n"
                "STRING/1, FOO = 3\nRESULTS/XRF = 2, DECIMAL_PLACES = 1.5\n",
                15);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(first_line_is_the_title_whatever_it_holds),
        UNIT(title_that_looks_like_a_statement_is_a_title_with_a_warning),
        UNIT(title_that_looks_like_a_statement_without_id_is_warned_of_as_well),
        UNIT(title_continued_by_a_comma_is_not_a_statement_either),
        UNIT(title_is_cut_at_80_characters),
        UNIT(arguments_come_in_any_order_and_case),
        UNIT(statement_without_id_may_begin_its_arguments_on_the_same_line_or_the_next),
        UNIT(leading_zeros_of_ids_are_insignificant),
        UNIT(ids_are_unique_within_a_statement_type_only),
        UNIT(large_ids_and_forward_references_are_fine),
        UNIT(marker_without_owner_is_on_the_part_its_id_begins_with),
        UNIT(blank_around_slash_equals_and_commas_is_free),
        UNIT(commented_out_arguments_are_left_out),
        UNIT(statement_without_id_given_again_adds_to_the_first),
        UNIT(abbreviations_and_longer_forms_of_real_files_are_understood),
        UNIT(colon_lists_may_stand_in_brackets_and_have_blanks),
        UNIT(colon_list_may_be_continued),
        UNIT(d_after_a_number_means_degrees),
        UNIT(fortran_numbers_are_read),
        UNIT(whole_numbers_may_be_written_as_reals),
        UNIT(matrix_goes_on_over_many_lines),
        UNIT(argument_given_several_times_makes_rows),
        UNIT(continued_expression_is_joined_without_the_comma),
        UNIT(backslash_ends_an_expression_and_a_comma_after_it_is_optional),
        UNIT(request_components_may_be_followed_by_a_comment_on_one_line),
        UNIT(comma_outside_of_brackets_ends_an_expression),
        UNIT(empty_function_means_zero),
        UNIT(argument_on_a_new_line_ends_an_unclosed_expression_with_a_warning),
        UNIT(comment_text_holds_commas_colons_and_equals),
        UNIT(text_ends_where_a_line_begins_with_another_argument),
        UNIT(nul_bytes_in_a_string_are_blanks_and_the_rest_of_the_file_is_read),
        UNIT(names_keep_their_case_and_what_their_quotes_hold),
        UNIT(lists_of_names_are_cut_at_colons_and_commas),
        UNIT(section_type_is_one_argument_among_others),
        UNIT(name_of_an_element_comes_from_the_comment_before_it),
        UNIT(control_bytes_in_names_are_blanks),
        UNIT(unknown_arguments_of_open_statements_are_kept_with_a_warning),
        UNIT(end_ends_the_dataset_and_may_be_missing),
        UNIT(semicolons_separate_statements),
        UNIT(crlf_lone_cr_and_tabs_give_the_same_model),
        UNIT(trailing_comma_takes_the_next_line_along_with_a_warning),
        UNIT(ampersand_continues_in_a_dataset_too),
        UNIT(empty_missing_and_oversized_input_is_reported),
        UNIT(factor_of_newtons_law_follows_from_the_units),
        UNIT(all_unit_words_have_their_size),
        UNIT(without_units_the_numbers_are_consistent),
        UNIT(each_mistake_gets_one_message_where_it_was_made),
        UNIT(all_mistakes_of_a_file_are_reported_in_one_run_in_their_order),
        UNIT(missing_ground_is_an_error_of_the_model),
        UNIT(graphics_and_other_decoration_never_stop_a_run),
    };
    return cmocka_run_group_tests_name("dataset", tests, NULL, NULL);
}
