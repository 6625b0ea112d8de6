/* test_script.c - command files: their head, their continuation, and going through them without simulating. */
#include "elements/file.h"
#include "elements/simulate.h"
#include "lang/lang.h"
#include "model/bodies.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- reading ----------------------------------------------------------------------------------------------------- */

typedef struct Read {
    CdLog *log;
    CdScript *script;
} Read;

static Read read_script(const char *text)
{
    Read r = { .log = cd_log_open() };
    r.script = cd_script_read_text("a.acf", text, strlen(text), r.log);
    return r;
}

static Read read_good(const char *text)
{
    Read r = read_script(text);
    if (!r.script) {
        cd_log_print(r.log, stderr);
        fail_msg("the script has errors");
    }
    return r;
}

static void done(Read *r)
{
    cd_script_close(r->script);
    cd_log_close(r->log);
}

static const Element *command(const Read *r, int i)
{
    assert_true(i < cd_script_count(r->script));
    return r->script->command.at[i];
}

static void assert_head(const char *text, int commands, const char *model, const char *prefix)
{
    Read r = read_good(text);
    assert_int_equal(cd_script_count(r.script), commands);
    assert_ptr_equal(command(&r, 0)->kind, cd_kinds[KIND_file]);
    const FileCommand *f = command(&r, 0)->data;
    if (!cd_text_equal(f->model, cd_text(model)) || !cd_text_equal(f->output_prefix, cd_text(prefix)))
        fail_msg("model \"%.*s\", prefix \"%.*s\"", TEXT_ARG(f->model), TEXT_ARG(f->output_prefix));
    done(&r);
}

TEST(first_two_lines_name_dataset_and_prefix)
{
    assert_head("mymodel.adm\nmyprefix\nsimulate/static\nstop\n", 3, "mymodel.adm", "myprefix");
    assert_head("  my model.adm \r\n my prefix\r\nstop\r\n", 2, "my model.adm", "my prefix");
    assert_head("! a remark\nmodel ! here\nprefix ! there\nstop", 2, "model", "prefix");
    assert_head("model\n\nstop\n", 2, "model", "");
    assert_head("mo\001del\npre\tfix\nstop\n", 2, "mo del", "pre fix");
}

TEST(second_line_may_already_be_a_command)
{
    assert_head("model\nsimulate/static\nstop\n", 3, "model", "");
    assert_head("model\nstop", 2, "model", "");
}

TEST(blank_first_line_asks_for_nothing)
{
    assert_head("\nfile/model=mymodel\nstop\n", 2, "mymodel", "");
    assert_head("   \nFILE/MODEL = 'my model', OUTPUT_PREFIX = p\nstop\n", 2, "my model", "p");
}

TEST(first_line_may_be_a_command)
{
    assert_head("file/model=mymodel\nstop\n", 2, "mymodel", "");
    assert_head("FILE /model=mymodel\nstop\n", 2, "mymodel", "");
}

TEST(stop_at_the_end_of_the_file_needs_no_line_end)
{
    Read r = read_good("\nsim/stat\nstop");
    assert_int_equal(cd_script_count(r.script), 2);
    assert_ptr_equal(command(&r, 1)->kind, cd_kinds[KIND_stop]);
    done(&r);
}

TEST(what_stands_behind_stop_is_not_read)
{
    Read r = read_good("m.adm\nout\nSIMULATE/STATIC\nSTOP\n\nNotes of the author, (no command)\nFOO/BAR\nSTOP\n");
    assert_int_equal(cd_script_count(r.script), 3);
    assert_ptr_equal(command(&r, 2)->kind, cd_kinds[KIND_stop]);
    done(&r);
}

TEST(empty_script_is_no_error)
{
    Read r = read_good("");
    assert_int_equal(cd_script_count(r.script), 0);
    done(&r);
    r = read_good("\n\n! nothing\n");
    assert_int_equal(cd_script_count(r.script), 0);
    done(&r);
}

TEST(ampersand_continues_a_command_with_or_without_comma)
{
    Read r = read_good(
        "\nsimulate/transient, &\nend=5.0, dtout=1.0E-2\nVARIABLE/9105 &\n, FUNCTION=STEP(TIME,0,0 &\n, ,1,5) &\n"
        ", + 2\n");
    assert_int_equal(cd_script_count(r.script), 2);
    const Simulate *s = command(&r, 0)->data;
    assert_true(s->type == SIMULATE_TRANSIENT && s->end == 5 && s->dtout == 0.01);
    const Expr *e = cd_field_in(&cd_kinds[KIND_variable]->fields[0], command(&r, 1)->data);
    assert_true(cd_text_equal(e->text, cd_text("STEP(TIME,0,0 ,1,5) + 2")));
    done(&r);
}

TEST(abbreviations_and_longer_forms_are_read)
{
    static const struct {
        const char *text;
        int type;
    } row[] = {
        { "sim/dyn, end=1, steps=2", SIMULATE_DYNAMICS },
        { "SIM/DYNAMIC, DUR=1, DT=.1", SIMULATE_DYNAMICS },
        { "simulate/kinematics, end=1, steps=2", SIMULATE_KINEMATICS },
        { "sim/stat", SIMULATE_STATICS },
        { "simulate/static", SIMULATE_STATICS },
        { "sim/init", SIMULATE_INITIAL_CONDITIONS },
        { "sim/trans, end=1, steps=2", SIMULATE_TRANSIENT },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[100];
        snprintf(text, sizeof text, "\n%s\n", row[i].text);
        Read r = read_good(text);
        assert_int_equal(((const Simulate *)command(&r, 0)->data)->type, row[i].type);
        done(&r);
    }
}

TEST(commands_keep_their_order_and_repeat)
{
    Read r = read_good("\nsim/stat\nequil/error=1E-3\nsim/stat\nsim/stat; equil/error=1E-5\n");
    const KindIndex expected[] = { KIND_simulate, KIND_equilibrium, KIND_simulate, KIND_simulate, KIND_equilibrium };
    assert_int_equal(cd_script_count(r.script), 5);
    for (int i = 0; i < 5; i++) assert_ptr_equal(command(&r, i)->kind, cd_kinds[expected[i]]);
    done(&r);
}

TEST(each_mistake_gets_one_message_where_it_was_made)
{
    static const struct {
        const char *text, *code;
        int column;
    } row[] = {
        { "foo/1", "UNKNOWN_STATEMENT", 1 },
        { "simlate/static", "UNKNOWN_STATEMENT", 1 },
        { "units/ucf=1", "NOT_RESTATABLE", 1 },
        { "graphics/1, box", "NOT_RESTATABLE", 1 },
        { "simulate/static, ends=1", "UNKNOWN_ARGUMENT", 18 },
        { "simulate/dynamics, end=abc", "NOT_A_NUMBER", 24 },
        { "simulate/dynamics, steps=0", "MUST_BE_POSITIVE", 26 },
        { "simulate/dynamics, static", "SECOND_CHOICE", 20 },
        { "variable/x, function=1", "MISSING_ID", 1 },
        { "simulate/5", "UNEXPECTED_ID", 10 },
        { "activate/part, id=1", "UNKNOWN_ARGUMENT", 10 },
        { "activate/joint, range=1", "TOO_FEW_VALUES", 23 },
        { "save/file=a", "MISSING_ARGUMENT", 1 },
        { "linear/coords=1,5", "MISSING_ARGUMENT", 1 },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[100];
        snprintf(text, sizeof text, "\n\n%s\nsim/stat\n", row[i].text);
        Read r = read_script(text);
        CdMessage m = cd_log_count(r.log) ? cd_log_message(r.log, 0) : (CdMessage){ .code = "none" };
        if (r.script || cd_log_errors(r.log) != 1 || strcmp(m.code, row[i].code) != 0 || m.place.line != 3 ||
            m.place.column != row[i].column) {
            cd_log_print(r.log, stderr);
            fail_msg("%s: expected one %s at 3:%d", row[i].text, row[i].code, row[i].column);
        }
        done(&r);
    }
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static char *written(const CdScript *script)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_true(cd_script_write(script, out));
    fclose(out);
    return text;
}

TEST(written_script_is_canonical_and_reads_back_as_itself)
{
    Read r = read_good(
        "my model\np\nsim/dyn,dur=1,st=10\nvar/1,func=1 +   2\ndeac/joint,id=1,2\nequil/alim=10d\nhelp\nstop");
    char *first = written(r.script);
    assert_string_equal(
        first, "\nFILE/MODEL = \"my model\", OUTPUT_PREFIX = p\nSIMULATE/DYNAMICS, DURATION = 1, STEPS = 10\n"
               "VARIABLE/1 &\n, FUNCTION = 1 + 2\nDEACTIVATE/JOINT, ID = 1, 2\nEQUILIBRIUM/ALIMIT = 10D\nHELP\nSTOP\n");
    Read again = read_good(first);
    char *second = written(again.script);
    assert_string_equal(second, first);
    free(first), free(second);
    done(&r), done(&again);
}

TEST(long_commands_are_written_over_several_lines)
{
    TextBuffer text = { 0 };
    cd_buffer_print(&text, "\nVARIABLE/1, FUNCTION = 0");
    for (int i = 0; i < 40; i++) cd_buffer_print(&text, " & + %d*MAX(TIME,  ,%d)", i, i);
    cd_buffer_print(&text, "\nARRAY/1, IC, NUMBERS = 0");
    for (int i = 0; i < 100; i++) cd_buffer_print(&text, ", %d", i);
    cd_buffer_print(&text, "\n");
    Read r = read_good(text.at);
    char *first = written(r.script);
    for (char *line = first, *end; (end = strchr(line, '\n')); line = end + 1) assert_true(end - line <= 110);
    Read again = read_good(first);
    char *second = written(again.script);
    assert_string_equal(second, first);
    const Expr *a = cd_field_in(&cd_kinds[KIND_variable]->fields[0], command(&r, 0)->data);
    const Expr *b = cd_field_in(&cd_kinds[KIND_variable]->fields[0], command(&again, 0)->data);
    assert_true(cd_text_equal(a->text, b->text));
    free(first), free(second);
    cd_buffer_close(&text);
    done(&r), done(&again);
}

/* ---- rehearsing -------------------------------------------------------------------------------------------------- */

static const char dataset[] =
    "pendulum\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 2, CM = 3, VX = 4\nMARKER/2, PART = 2\n"
    "MARKER/3, PART = 2, QP = 1, 0, 0\nJOINT/1, REVOLUTE, I = 2, J = 1\n"
    "MOTION/1, JOINT = 1, ROTATION, FUNCTION = TIME\nVARIABLE/1, FUNCTION = 1, IC = 5\nEND\n";

/* A folder with the dataset model.adm, to be filled further and thrown away. */
typedef struct Folder {
    char path[64];
} Folder;

static void put(const Folder *f, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static Folder folder(void)
{
    Folder f = { P_tmpdir "/cardan-test-XXXXXX" };
    assert_non_null(mkdtemp(f.path));
    put(&f, "model.adm", dataset);
    return f;
}

static void throw_away(const Folder *f)
{
    static const char *const names[] = { "model.adm", "run.acf", "other.acf", "all.acf", "bad.adm" };
    char path[200];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", f->path, names[i]);
        unlink(path);
    }
    rmdir(f->path);
}

/* The model a script ends with, NULL after an error; the log is the caller's. */
static CdModel *rehearsed(const Folder *f, const char *text, CdLog *log)
{
    char path[200];
    put(f, "run.acf", text);
    snprintf(path, sizeof path, "%s/run.acf", f->path);
    CdScript *script = cd_script_read(path, log);
    assert_non_null(script);
    CdModel *model = cd_script_rehearse(script, log);
    cd_script_close(script);
    return model;
}

static CdModel *rehearsed_well(const Folder *f, const char *text)
{
    CdLog *log = cd_log_open();
    CdModel *model = rehearsed(f, text, log);
    if (!model || cd_log_count(log)) {
        cd_log_print(log, stderr);
        fail_msg("%s: not as expected", text);
    }
    cd_log_close(log);
    return model;
}

/* The script gives exactly this error, in this line of the script. */
static void assert_refused(const Folder *f, const char *text, const char *code, int line, const char *in_text)
{
    CdLog *log = cd_log_open();
    CdModel *model = rehearsed(f, text, log);
    CdMessage m = cd_log_count(log) ? cd_log_message(log, 0) : (CdMessage){ .code = "none", .text = "" };
    if (model || cd_log_errors(log) != 1 || strcmp(m.code, code) != 0 || m.place.line != line ||
        !strstr(m.text, in_text)) {
        cd_log_print(log, stderr);
        fail_msg("%s: expected one %s in line %d with \"%s\"", text, code, line, in_text);
    }
    cd_log_close(log);
}

static CdModel *original(void)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_model_read_text("model.adm", dataset, sizeof dataset - 1, log);
    cd_log_close(log);
    return model;
}

TEST(rehearsal_without_changes_gives_the_model_itself)
{
    Folder f = folder();
    CdModel *expected = original();
    static const char *const script[] = {
        "model.adm\nrun\nsim/stat\nstop\n",
        "model\nrun\nsim/dyn, end=1, steps=10\n",
        "\nfile/model=model\nsim/stat\n",
        "file/model=model.adm\n",
        "\nfile/model=model\ndeactivate/motion, id=1\nactivate/motion, range=1,99\n",
    };
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) {
        CdModel *model = rehearsed_well(&f, script[i]);
        assert_true(cd_model_equal(model, expected, NULL, 0));
        cd_model_close(model);
    }
    cd_model_close(expected);
    throw_away(&f);
}

TEST(path_of_another_machine_falls_back_to_the_name_beside_the_script)
{
    Folder f = folder();
    static const char *const script[] = {
        "\nfile/model=/somewhere/else/model.adm\n",
        "\nfile/model=/somewhere/else/model\n",
        "\nfile/model=C:\\Users\\Me\\model.adm\n",
        "D:\\work\\model\nprefix\n",
    };
    for (size_t i = 0; i < sizeof script / sizeof *script; i++) cd_model_close(rehearsed_well(&f, script[i]));
    throw_away(&f);
}

TEST(restated_statement_changes_only_the_arguments_given)
{
    Folder f = folder();
    CdModel *model = rehearsed_well(
        &f, "model\np\nVARIABLE/1, FUNC=TIME*2\nsim/stat\nMOTION/1, VELOCITY, FUNCTION=3\nPART/2, MASS=7\n");
    const Expr *e = cd_field_in(&cd_kinds[KIND_variable]->fields[0], model->table[KIND_variable].at[0].data);
    assert_true(cd_text_equal(e->text, cd_text("TIME*2")));
    assert_non_null(e->program);
    int ic = cd_find_field(cd_kinds[KIND_variable], cd_text("IC"), NULL);
    assert_true(*(const double *)cd_field_in(&cd_kinds[KIND_variable]->fields[ic],
                                             model->table[KIND_variable].at[0].data) == 5);
    const Part *p = model->table[KIND_part].at[1].data;
    assert_true(p->mass == 7 && p->vx == 4);
    CdModel *before = original();
    char why[200];
    assert_false(cd_model_equal(model, before, why, sizeof why));
    cd_model_close(before);
    cd_model_close(model);
    throw_away(&f);
}

TEST(restated_setting_that_the_dataset_lacks_is_added)
{
    Folder f = folder();
    CdModel *model = rehearsed_well(&f, "model\np\nINTEGRATOR/ERROR=1E-6\nACCGRAV/KGRAV=-1\n");
    assert_int_equal(cd_model_count(model, "INTEGRATOR"), 1);
    assert_int_equal(cd_model_count(model, "ACCGRAV"), 1);
    cd_model_close(model);
    throw_away(&f);
}

TEST(last_of_several_restatements_counts)
{
    Folder f = folder();
    CdModel *model = rehearsed_well(&f, "model\np\nPART/2, MASS=7\nPART/2, MASS=8, VY=1\nsim/stat\nPART/2, MASS=9\n");
    const Part *p = model->table[KIND_part].at[1].data;
    assert_true(p->mass == 9 && p->vy == 1);
    cd_model_close(model);
    throw_away(&f);
}

TEST(restated_alternative_takes_the_place_of_the_other)
{
    Folder f = folder();
    put(&f, "model.adm",
        "m\nPART/1, GROUND\nMARKER/1, PART = 1, ZP = 0, 1, 0, XP = 1, 0, 0\nREQUEST/1, DISPLACEMENT, I = 1\n");
    CdModel *model = rehearsed_well(&f, "model\np\nMARKER/1, REULER = 0, 0, 0\nREQUEST/1, F1 = TIME\n");
    const Element *marker = &model->table[KIND_marker].at[0];
    assert_true(GIVEN(marker, Marker, reuler));
    assert_false(GIVEN(marker, Marker, zp) || GIVEN(marker, Marker, xp));
    cd_model_close(model);
    model = rehearsed_well(&f, "model\np\nMARKER/1, REULER = 0, 0, 0\nsim/stat\nMARKER/1, ZP = 0, 1, 0\n");
    assert_false(GIVEN(&model->table[KIND_marker].at[0], Marker, reuler));
    cd_model_close(model);
    throw_away(&f);
}

TEST(default_puts_a_setting_back_and_actions_leave_no_trace)
{
    Folder f = folder();
    CdModel *model = rehearsed_well(
        &f, "model\np\nINTEGRATOR/WSTIFF, ERROR=1E-9\nsim/stat\nINTEGRATOR/DEFAULT\nINTEGRATOR/LIST\nsim/stat\n");
    assert_int_equal(model->table[KIND_integrator].at[0].given, 0);
    cd_model_close(model);
    throw_away(&f);
}

TEST(all_mistakes_of_a_script_are_reported_in_one_go)
{
    Folder f = folder();
    put(&f, "all.acf",
        "model\np\nVARIABLE/1, FUNC=DX(777)\nsim/stat\nVARIABLE/1, FUNC=FOO(1)\nVARIABLE/77, FUNC=1\nsim/stat\n"
        "DEACT/JOINT, ID=4\nlinear/eigensol\nsim/foo\nstop\nsim/bar\n");
    char path[300];
    snprintf(path, sizeof path, "%s/all.acf", f.path);
    CdLog *log = cd_log_open();
    assert_null(cd_check(path, log));
    assert_int_equal(cd_log_errors(log), 5);
    cd_log_close(log);
    throw_away(&f);
}

TEST(warnings_of_the_dataset_are_not_repeated_when_it_is_restated)
{
    Folder f = folder();
    put(&f, "model.adm",
        "m\nPART/1, GROUND\nPART/2, MASS = 1, CM = 1, IP = 1, 1, 5\nMARKER/1, PART = 2\nVARIABLE/1, FUNCTION = 1\n");
    CdLog *log = cd_log_open();
    CdModel *model = rehearsed(&f, "model\np\nVARIABLE/1, FUNC=2\nsim/stat\nVARIABLE/1, FUNC=3\nsim/stat\n", log);
    assert_non_null(model);
    assert_int_equal(cd_log_warnings(log), 1);
    cd_model_close(model);
    cd_log_close(log);
    throw_away(&f);
}

TEST(unknown_ids_are_named)
{
    Folder f = folder();
    assert_refused(&f, "model\np\nVARIABLE/9, FUNCTION=1\n", "NOTHING_TO_RESTATE", 3, "VARIABLE/9");
    assert_refused(&f, "model\np\ndeactivate/joint, id=1,7\n", "NO_SUCH_ELEMENT", 3, "JOINT/7");
    assert_refused(&f, "model\np\nactivate/sforce, id=1\n", "NO_SUCH_ELEMENT", 3, "SFORCE/1");
    assert_refused(&f, "model\np\nMOTION/1, JOINT=5\n", "UNKNOWN_REFERENCE", 3, "JOINT/5");
    assert_refused(&f, "model\np\nlinear/eigensol, rm=77\n", "UNKNOWN_REFERENCE", 3, "MARKER/77");
    throw_away(&f);
}

TEST(mistakes_in_restated_expressions_point_into_the_script)
{
    Folder f = folder();
    assert_refused(&f, "model\np\nsim/stat\nVARIABLE/1, FUNCTION=SINN(TIME)\n", "EXPR_UNKNOWN_NAME", 4, "SINN");
    assert_refused(&f, "model\np\nMOTION/1, FUNCTION=1 &\n + DX(2)\n", "EXPR_TIME_ONLY", 4, "DX");
    throw_away(&f);
}

TEST(arguments_of_commands_are_checked)
{
    Folder f = folder();
    assert_refused(&f, "model\np\nsim/dyn, end=1\n", "ONE_OF", 3, "STEPS");
    assert_refused(&f, "model\np\nsim/dyn, end=1, duration=1, steps=5\n", "EXCLUSIVE", 3, "END");
    assert_refused(&f, "model\np\nactivate/joint\n", "ONE_OF", 3, "RANGE");
    assert_refused(&f, "model\np\nactivate/joint, range=5,3\n", "BAD_VALUE", 3, "RANGE");
    throw_away(&f);
}

TEST(missing_model_is_said_once)
{
    Folder f = folder();
    assert_refused(&f, "\nsim/stat\nsim/stat\nVARIABLE/1, FUNCTION=1\n", "NO_MODEL", 2, "FILE/MODEL");
    assert_refused(&f, "absent\np\nsim/stat\n", "MISSING_FILE", 1, "absent");
    throw_away(&f);
}

TEST(errors_of_the_dataset_are_reported)
{
    Folder f = folder();
    put(&f, "bad.adm", "t\nPART/1, GROUND\nFOO/1\n");
    assert_refused(&f, "bad\np\nsim/stat\n", "UNKNOWN_STATEMENT", 3, "FOO");
    throw_away(&f);
}

TEST(other_command_file_is_run_in_between)
{
    Folder f = folder();
    put(&f, "other.acf", "\nPART/2, MASS=11\n");
    CdModel *model = rehearsed_well(&f, "model\np\nfile/command=other\nPART/2, VY=3\n");
    const Part *p = model->table[KIND_part].at[1].data;
    assert_true(p->mass == 11 && p->vy == 3);
    cd_model_close(model);
    assert_refused(&f, "model\np\nfile/command=absent.acf\n", "MISSING_FILE", 3, "absent.acf");
    throw_away(&f);
}

TEST(command_files_that_call_each_other_end_with_an_error)
{
    Folder f = folder();
    put(&f, "other.acf", "\nfile/command=run.acf\n");
    CdLog *log = cd_log_open();
    assert_null(rehearsed(&f, "\nfile/command=other.acf\n", log));
    assert_int_equal(cd_log_errors(log), 1);
    assert_string_equal(cd_log_message(log, 0).code, "COMMAND_LOOP");
    cd_log_close(log);
    throw_away(&f);
}

TEST(nothing_after_stop_counts)
{
    Folder f = folder();
    CdModel *model = rehearsed_well(&f, "model\np\nPART/2, MASS=3\nstop\nPART/2, MASS=4\nVARIABLE/99, FUNCTION=1\n");
    assert_true(((const Part *)model->table[KIND_part].at[1].data)->mass == 3);
    cd_model_close(model);
    throw_away(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(first_two_lines_name_dataset_and_prefix),
        UNIT(second_line_may_already_be_a_command),
        UNIT(blank_first_line_asks_for_nothing),
        UNIT(first_line_may_be_a_command),
        UNIT(stop_at_the_end_of_the_file_needs_no_line_end),
        UNIT(what_stands_behind_stop_is_not_read),
        UNIT(empty_script_is_no_error),
        UNIT(ampersand_continues_a_command_with_or_without_comma),
        UNIT(abbreviations_and_longer_forms_are_read),
        UNIT(commands_keep_their_order_and_repeat),
        UNIT(each_mistake_gets_one_message_where_it_was_made),
        UNIT(written_script_is_canonical_and_reads_back_as_itself),
        UNIT(long_commands_are_written_over_several_lines),
        UNIT(rehearsal_without_changes_gives_the_model_itself),
        UNIT(path_of_another_machine_falls_back_to_the_name_beside_the_script),
        UNIT(restated_statement_changes_only_the_arguments_given),
        UNIT(restated_setting_that_the_dataset_lacks_is_added),
        UNIT(last_of_several_restatements_counts),
        UNIT(restated_alternative_takes_the_place_of_the_other),
        UNIT(default_puts_a_setting_back_and_actions_leave_no_trace),
        UNIT(all_mistakes_of_a_script_are_reported_in_one_go),
        UNIT(warnings_of_the_dataset_are_not_repeated_when_it_is_restated),
        UNIT(unknown_ids_are_named),
        UNIT(mistakes_in_restated_expressions_point_into_the_script),
        UNIT(arguments_of_commands_are_checked),
        UNIT(missing_model_is_said_once),
        UNIT(errors_of_the_dataset_are_reported),
        UNIT(other_command_file_is_run_in_between),
        UNIT(command_files_that_call_each_other_end_with_an_error),
        UNIT(nothing_after_stop_counts),
    };
    return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
