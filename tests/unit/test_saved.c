/* test_saved.c - SAVE and RELOAD: the same bits as a run that went through, and files that are not what they should
 * be. */
#include "run/run.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[200];

static char *read_bytes(const char *name, size_t *n)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    TextBuffer b = { 0 };
    for (int c; (c = fgetc(in)) != EOF;) cd_buffer_char(&b, (char)c);
    fclose(in);
    *n = b.n;
    return b.at;
}

static void write_bytes(const char *name, const char *text, size_t n)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fwrite(text, 1, n, out);
    fclose(out);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

/* Runs a command file of this text; code: of the first error, NULL if it must end well. */
static void run(const char *name, const char *commands, const char *code)
{
    char path[300];
    write_text(name, commands);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CdLog *log = cd_log_open();
    CdRunOptions o = cd_run_default();
    CdStatus status = cd_run(path, &o, log);
    const char *said = NULL;
    for (int i = 0; i < cd_log_count(log) && !said; i++)
        if (cd_log_message(log, i).severity == CD_ERROR) said = cd_log_message(log, i).code;
    if ((status == CD_OK) != !code) cd_log_print(log, stderr);
    assert_int_equal(status == CD_OK, !code);
    if (code) {
        assert_non_null(said);
        assert_string_equal(said, code);
    }
    for (int i = 0; i < cd_log_count(log) && code; i++) /* it says where in the command file */
        if (cd_log_message(log, i).severity == CD_ERROR) assert_true(cd_log_message(log, i).place.line > 0);
    cd_log_close(log);
}

/* Twins that are redundant, a coupler that keeps its start, motions at all levels, angles that count turns, a fixed
 * spare joint. */
static const char dataset[] =
    "saved\nPART/1, GROUND\nMARKER/1, PART = 1\nMARKER/2, PART = 1, QP = 3, 0, 0\nMARKER/3, PART = 1, QP = 6, 0, 0\n"
    "PART/2, MASS = 2, CM = 20, IP = 1, 2, 2.5\nMARKER/20, PART = 2, QP = 0.3, 0.2, 0.1\nMARKER/21, PART = 2\n"
    "PART/3, MASS = 1, CM = 30, IP = 1, 1, 1, QG = 3, 0, 0, REULER = 20D, 0, 0\nMARKER/30, PART = 3\n"
    "PART/4, MASS = 3, CM = 40, IP = 1, 1, 1, QG = 6, 0, 0\nMARKER/40, PART = 4\n"
    "JOINT/1, REVOLUTE, I = 21, J = 1\nJOINT/2, REVOLUTE, I = 30, J = 2\nJOINT/3, CYLINDRICAL, I = 40, J = 3\n"
    "JOINT/4, REVOLUTE, I = 21, J = 1\nCOUPLER/1, JOINTS = 1, 2, SCALES = 1, 2\n"
    "MOTION/1, JOINT = 1, ROTATION, VELOCITY, FUNCTION = 5 + SIN(3*TIME)\n"
    "MOTION/2, JOINT = 3, ROTATION, ACCELERATION, FUNCTION = COS(TIME)\n"
    "MOTION/3, JOINT = 3, TRANSLATION, FUNCTION = 0.1*TIME**2\n"
    "REQUEST/1, F2 = AZ(21, 1)\\F3 = AZ(30, 2)\\F4 = JOINT(1, 0, 2, 0)\\F6 = MOTION(1, 0, 8, 0)\n"
    "ACCGRAV/JGRAV = -9.81\nOUTPUT/REQSAVE\nRESULTS/XRF\nEND\n";

#define FIRST "SIMULATE/KINEMATICS, END = 1.5, DTOUT = 0.05\n"
#define CHANGED "PART/2, MASS = 7.1\nDEACTIVATE/JOINT, ID = 4\nSIMULATE/KINEMATICS, END = 1.6, DTOUT = 0.05\n"
#define THEN "SIMULATE/KINEMATICS, END = 3, DTOUT = 0.05\n"

static int open_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/cardan_saved_XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : P_tmpdir);
    if (!mkdtemp(folder)) return -1;
    write_text("m.adm", dataset);
    return 0;
}

static int close_folder(void **state)
{
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* The steps of `later` are the last ones of `whole`, byte for byte. */
static void is_end_of(const char *later, const char *whole, int lines)
{
    size_t n, m;
    char *a = read_bytes(later, &n), *b = read_bytes(whole, &m), *p = strchr(a, '\n') + 1;
    size_t rest = strlen(p);
    assert_true(rest > 1000 && rest < m);
    assert_memory_equal(b + m - rest, p, rest);
    int count = 0;
    for (; *p; p++) count += *p == '\n';
    assert_int_equal(count, lines);
    free(a), free(b);
}

TEST(reload_goes_on_with_the_same_bits)
{
    run("whole.acf", "m\nwhole\n" FIRST THEN, NULL);
    run("first.acf", "m\nfirst\n" FIRST "SAVE/SYSTEM, FILE = half\n" THEN, NULL);
    run("with.acf", "m\nwith\nRELOAD/SYSTEM, FILE = half\n" THEN, NULL); /* the model is there */
    run("without.acf", "\nRELOAD/SYSTEM, FILE = half.sav, OUTPUT_PREFIX = without\n" THEN, NULL); /* it comes along */
    run("again.acf",
        "m\nagain\nSIMULATE/KINEMATICS, END = 0.3, STEPS = 3\nRELOAD/SYSTEM, FILE = half, OUTPUT_PREFIX = other\n" THEN,
        NULL);
    size_t n, m;
    char *a = read_bytes("whole.csv", &n), *b = read_bytes("first.csv", &m);
    assert_true(n == m && memcmp(a, b, n) == 0); /* saving changes nothing */
    free(a), free(b);
    is_end_of("with.csv", "whole.csv", 30);
    is_end_of("without.csv", "whole.csv", 30);
    is_end_of("other.csv", "whole.csv", 30);
}

/* A double pendulum with a spring, a state and a variable, integrated. */
TEST(dynamics_goes_on_with_the_same_bits)
{
    write_text("d.adm",
               "dynamic\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2, MASS = 2, CM = 20, IP = 0.1, 0.2, 0.25\n"
               "MARKER/20, PART = 2, QP = 0.5, 0, 0\nMARKER/21, PART = 2\nMARKER/22, PART = 2, QP = 1, 0, 0\n"
               "PART/3, MASS = 1, CM = 30, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0\nMARKER/30, PART = 3, QP = 0.5, 0, 0\n"
               "MARKER/31, PART = 3\nJOINT/1, REVOLUTE, I = 21, J = 1\nJOINT/2, REVOLUTE, I = 31, J = 22\n"
               "DIFF/1, IC = 0.3, FUNCTION = -DIF(1) + AZ(21, 1)\nVARIABLE/1, FUNCTION = 3*DIF(1)\n"
               "SFORCE/1, ROTATION, I = 31, J = 22, FUNCTION = -0.2*WZ(31, 22, 22) - VARVAL(1)\n"
               "REQUEST/1, F2 = DIF(1)\\F3 = VARVAL(1)\\F4 = AZ(31, 22)\\F6 = SFORCE(1, 0, 8, 0)\n"
               "ACCGRAV/JGRAV = -9.81\nEND\n");
    run("whole.acf", "d\nwhole\nSIMULATE/DYNAMICS, END = 1, STEPS = 20\nSIMULATE/DYNAMICS, END = 2, STEPS = 20\n",
        NULL);
    run("first.acf", "d\nfirst\nSIMULATE/DYNAMICS, END = 1, STEPS = 20\nSAVE/SYSTEM\n", NULL);
    run("with.acf", "d\nwith\nRELOAD/SYSTEM, FILE = first\nSIMULATE/DYNAMICS, END = 2, STEPS = 20\n", NULL);
    is_end_of("with.csv", "whole.csv", 20);
}

TEST(restated_values_and_switches_survive)
{
    run("whole.acf", "m\nwhole\n" FIRST CHANGED THEN, NULL);
    run("first.acf", "m\nfirst\n" FIRST CHANGED "SAVE/SYSTEM\n", NULL); /* first.sav */
    run("with.acf", "m\nwith\nRELOAD/SYSTEM, FILE = first\n" THEN, NULL);
    run("without.acf", "\nRELOAD/SYSTEM, FILE = first, OUTPUT_PREFIX = without\n" THEN, NULL);
    is_end_of("with.csv", "whole.csv", 28);
    is_end_of("without.csv", "whole.csv", 28);
}

/* A run saved before it starts begins as if nothing had happened. */
TEST(save_before_the_first_simulate)
{
    run("whole.acf", "m\nwhole\n" FIRST, NULL);
    run("first.acf", "m\nfirst\nSAVE/SYSTEM\nRELOAD/SYSTEM\n" FIRST, NULL);
    size_t n, m;
    char *a = read_bytes("whole.csv", &n), *b = read_bytes("first.csv", &m);
    assert_true(n == m && memcmp(a, b, n) == 0);
    free(a), free(b);
}

static void seven_numbers(char *p, double x[7])
{
    for (int i = 0; i < 7; i++) x[i] = strtod(p, &p), p += *p == ',';
}

TEST(conditions_start_a_run_from_where_another_ended)
{
    run("first.acf", "m\nfirst\n" FIRST "SAVE/CONDITIONS, FILE = c\n", NULL);
    run("next.acf", "m\nnext\nRELOAD/CONDITIONS, FILE = c\nSIMULATE/INITIAL_CONDITIONS\n", NULL);
    size_t n, m;
    char *a = read_bytes("first.csv", &n), *b = read_bytes("next.csv", &m);
    /* time is 0 again; positions are those that the first run ended with (the motion at displacement level starts
     * anew) */
    char *last = a + n - 1, *only = strchr(b, '\n') + 1;
    while (last[-1] != '\n') last--;
    double x[2][7];
    for (int k = 0; k < 2; k++) seven_numbers(k ? only : last, x[k]);
    assert_true(x[0][0] == 1.5 && x[1][0] == 0);
    for (int i = 1; i < 7; i++) assert_near(x[0][i], x[1][i], 1e-9);
    run("bad.acf", "m\nbad\nRELOAD/SYSTEM, FILE = c\n", "SAVED_CONDITIONS_ONLY");
    run("none.acf", "\nRELOAD/CONDITIONS, FILE = c\n", "NO_MODEL");
    free(a), free(b);
}

TEST(files_that_cannot_be_read_say_why)
{
    run("first.acf", "m\nfirst\n" FIRST "SAVE/SYSTEM, FILE = good\n", NULL);
    size_t n;
    char *good = read_bytes("good.sav", &n);
    assert_true(n > 2000);
    run("r.acf", "m\nr\nRELOAD/SYSTEM, FILE = absent\n", "CANNOT_OPEN");
    run("r.acf", "\nRELOAD/SYSTEM\n", "MISSING_ARGUMENT");
    run("r.acf", "m\nr\nRELOAD/SYSTEM, FILE = m.adm.sav\n", "CANNOT_OPEN");
    write_text("text.sav", "this is a text and nothing that SAVE has ever written to a file of its own");
    run("r.acf", "m\nr\nRELOAD/SYSTEM, FILE = text\n", "SAVED_FOREIGN");
    write_text("void.sav", "");
    run("r.acf", "m\nr\nRELOAD/SYSTEM, FILE = void\n", "SAVED_FOREIGN");

    char *bad = malloc(n + 1);
    memcpy(bad, good, n);
    bad[8]++; /* the version */
    write_bytes("bad.sav", bad, n);
    run("r.acf", "m\nr\nRELOAD/SYSTEM, FILE = bad\n", "SAVED_VERSION");
    bad[8]--, bad[n] = 0;
    write_bytes("bad.sav", bad, n + 1);
    run("r.acf", "m\nr\nRELOAD/SYSTEM, FILE = bad\n", "SAVED_DAMAGED");
    for (size_t cut = 8; cut < n; cut += 1 + cut / 7) {
        write_bytes("bad.sav", good, cut);
        run("r.acf", "\nRELOAD/SYSTEM, FILE = bad\n" THEN, "SAVED_CUT");
    }
    for (size_t at = 32; at < n; at += 1 + at / 5) {
        memcpy(bad, good, n);
        bad[at] ^= (char)(1 << at % 8);
        write_bytes("bad.sav", bad, n);
        run("r.acf", "\nRELOAD/SYSTEM, FILE = bad\n" THEN, "SAVED_DAMAGED");
    }
    write_bytes("bad.sav", good, n);
    run("r.acf", "\nRELOAD/SYSTEM, FILE = bad\n" THEN, NULL);
    free(good), free(bad);
}

TEST(another_model_is_refused)
{
    run("first.acf", "m\nfirst\n" FIRST "SAVE/SYSTEM, FILE = good\n", NULL);
    char other[sizeof dataset + 100], *end;
    snprintf(other, sizeof other, "%s", dataset);
    end = strstr(other, "END\n");
    strcpy(end, "MARKER/99, PART = 1\nEND\n");
    write_text("more.adm", other);
    run("r.acf", "more\nr\nRELOAD/SYSTEM, FILE = good\n", "SAVED_OTHER_MODEL");
    write_text("alone.adm", "alone\nPART/1, GROUND\nPART/9, MASS = 1, CM = 9\nMARKER/9, PART = 9\nEND\n");
    run("r.acf", "alone\nr\nRELOAD/SYSTEM, FILE = good\n", "SAVED_OTHER_MODEL");
    run("r.acf", "alone\nr\nRELOAD/CONDITIONS, FILE = good\n", "SAVED_NO_BODY");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT(reload_goes_on_with_the_same_bits),
        UNIT(dynamics_goes_on_with_the_same_bits),
        UNIT(restated_values_and_switches_survive),
        UNIT(save_before_the_first_simulate),
        UNIT(conditions_start_a_run_from_where_another_ended),
        UNIT(files_that_cannot_be_read_say_why),
        UNIT(another_model_is_refused),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
