/* main.c - the program: words of the command line to calls of the library, messages to the terminal. */
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* In place of that of the library: nothing is asked of memory here. What stands in buffers of files goes out; each
 * result file is whole after every step. */
_Noreturn void cd_out_of_memory(size_t bytes)
{
    char text[200];
    int n = snprintf(text, sizeof text, "%scardan: out of memory", isatty(STDERR_FILENO) ? "\r\033[K" : "");
    if (bytes) n += snprintf(text + n, sizeof text - (size_t)n, ": %zu more bytes cannot be had", bytes);
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "; results that were written can be read up to their last output step\n");
    fflush(NULL);
    ssize_t written = write(STDERR_FILENO, text, (size_t)n);
    (void)written;
    _exit(OUT_OF_MEMORY);
}

int cli_complain(const char *what, const char *word)
{
    fprintf(stderr, "cardan: %s%s%s; see cardan --help\n", what, word ? " " : "", word ? word : "");
    return INPUT_ERROR;
}

bool cli_is_script(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".acf") == 0;
}

/* Notes are for those who ask for more, warnings for all who do not want errors only. */
void cli_print_log(const CdLog *log, const Options *o)
{
    cd_log_print_least(log, o->quiet ? CD_ERROR : o->verbose ? CD_NOTE : CD_WARNING, stderr);
}

static void print_equations(const CdModel *model)
{
    CdEquationCount n = cd_model_equations(model);
    printf("equations   %d with 15 per part and loads as unknowns, %d with 6 per part, %d here\n", n.first_order,
           n.second_order, n.here);
}

static bool check_one(const char *path, const Options *o)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_check(path, log);
    if (model && o->unsupported) cd_model_unsupported(model, log);
    cli_print_log(log, o);
    bool good = cd_log_errors(log) == 0;
    if (!o->quiet) {
        if (o->words > 2) printf("%s\n", path);
        if (model) cd_model_print_summary(model, stdout);
        if (model && o->verbose) print_equations(model);
        printf("messages    %d error%s, %d warning%s\n", cd_log_errors(log), cd_log_errors(log) == 1 ? "" : "s",
               cd_log_warnings(log), cd_log_warnings(log) == 1 ? "" : "s");
        if (o->words > 2) printf("\n");
    }
    cd_model_close(model);
    cd_log_close(log);
    return good;
}

static int run_plot(const Options *o)
{
    if (o->words < 2) return cli_complain("plot needs the result of a run, such as PREFIX.cardan", NULL);
    CdLog *log = cd_log_open();
    bool good = cd_plot(o->word[1], o->words - 2, o->word + 2, o->output, stdout, log);
    cli_print_log(log, o);
    cd_log_close(log);
    return good ? DONE : INPUT_ERROR;
}

static int run_hotspots(const Options *o)
{
    if (o->words != 2) return cli_complain("hotspots needs the result of a run, such as PREFIX.cardan", NULL);
    CdLog *log = cd_log_open();
    bool good = cd_hotspots(o->word[1], o->count ? o->count : 10, o->radius, stdout, log);
    cli_print_log(log, o);
    cd_log_close(log);
    return good ? DONE : INPUT_ERROR;
}

static int run_check(const Options *o)
{
    if (o->words < 2) return cli_complain("check needs a file", NULL);
    bool good = true;
    for (int i = 1; i < o->words; i++) good &= check_one(o->word[i], o);
    return good ? DONE : INPUT_ERROR;
}

static int run_fmt(const Options *o)
{
    if (o->words != 2) return cli_complain("fmt takes one file", NULL);
    CdLog *log = cd_log_open();
    CdModel *model = NULL;
    CdScript *script = NULL;
    if (cli_is_script(o->word[1])) script = cd_script_read(o->word[1], log);
    else model = cd_model_read(o->word[1], log);
    cli_print_log(log, o);
    bool good = false;
    if (model || script) {
        FILE *out = o->output ? fopen(o->output, "wb") : stdout;
        if (out) good = model ? cd_model_write(model, out) : cd_script_write(script, out);
        if (out && o->output) good &= fclose(out) == 0;
        if (!good) {
            fprintf(stderr, "cardan: cannot write ");
            perror(o->output ? o->output : "the output");
        }
    }
    cd_script_close(script);
    cd_model_close(model);
    cd_log_close(log);
    return good ? DONE : INPUT_ERROR;
}

static int run_list(const Options *o)
{
    if (o->words != 2 || !cd_list(o->word[1], stdout))
        return cli_complain("list takes one of elements, commands, functions, units, integrators", NULL);
    return DONE;
}

static int run_help(const Options *o);

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int (*run)(const Options *);
    const char *synopsis, *help;
} commands[] = {
    { "run", cli_run, "run FILE [--end T] [--steps N] [--out DIR]",
      "carry out a command file (.acf), or simulate a dataset (.adm) to time T with N output steps" },
    { "report", cli_report, "report RESULT|MODEL... [-o FILE.html]",
      "one page that shows the mechanism move, curves and the run log; a model (.adm, .acf) is\n"
      "run first, as by cardan run --report; further ones for comparison" },
    { "plot", run_plot, "plot RESULT [CHANNEL...] [-o FILE.svg|.png]",
      "draw columns of a run, in the terminal without -o; without CHANNEL, list them" },
    { "hotspots", run_hotspots, "hotspots RESULT [--count N] [--radius R]",
      "where stresses of flexible bodies are largest, and when" },
    { "compare", cli_compare, "compare MODEL... [--integrators LIST] [--errors LIST] [--reference FILE|METHOD:ERROR]",
      "run every method of integration with several ERRORs, and write one page that shows which is accurate,\n"
      "quick and fails where; MODEL_compare.html and .csv" },
    { "verify", cli_verify, "verify MODEL [--accuracy A]",
      "whether results are converged: smaller and smaller ERROR until they agree, then a second method;\n"
      "says which ERROR is enough; MODEL_verify.html and .csv" },
    { "flex", cli_flex, "flex FILE [--interface LIST] [--modes N] [-o BODY.mtx]",
      "stiffness and mass of finite elements, or a frame of tubes (.json), to a flexible body by modes\n"
      "(Craig-Bampton), for MTX_FILE of FLEX_BODY" },
    { "solid", cli_solid, "solid FILE... [MODEL.adm] [--density D] [-o FILE.stl|.obj]",
      "bodies of Parasolid files (.xmt_txt, .x_t, .xmt_bin): names, faces, exact volume, area, centre, inertia; with\n"
      "a dataset in its units, and beside the masses of its parts; -o writes triangles" },
    { "check", run_check, "check FILE...",
      "read datasets (.adm) or command files (.acf), report every error, print a summary" },
    { "fmt", run_fmt, "fmt FILE [-o OUT]",
      "write a dataset or command file in canonical form (comments are not kept)" },
    { "list", run_list, "list elements|commands|functions|units|integrators", "what the language has" },
    { "help", run_help, "help [STATEMENT|COMMAND|FUNCTION]...",
      "the page of a word of the language, or of a command of this program" },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char exit_codes[] =
    "exit codes: 0 done, 1 error in the input, 2 an analysis failed, 3 stopped by a sensor, 4 out of memory,\n"
    "130 and 143 stopped by Ctrl-C and SIGTERM\n";

static int find_command(const char *name)
{
    for (int k = 0; k < COMMANDS; k++)
        if (strcmp(name, commands[k].name) == 0) return k;
    return -1;
}

bool cli_is_command(const char *name)
{
    return find_command(name) >= 0;
}

/* Lines of help, each behind the same indent. */
static void print_indented(const char *text, const char *indent, FILE *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        fprintf(out, "%s%.*s\n", indent, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void print_usage(FILE *out)
{
    fprintf(out, "cardan " CD_VERSION " - multibody dynamics from Adams/Solver datasets\n\n");
    for (int k = 0; k < COMMANDS; k++) {
        fprintf(out, "  cardan %s\n", commands[k].synopsis);
        print_indented(commands[k].help, "      ", out);
    }
    fprintf(out, "\ncardan COMMAND --help tells the options of a command; all have\n\n");
    cli_print_options(NULL, out);
    fprintf(out, "\n%s", exit_codes);
}

static void print_command(int which, FILE *out)
{
    fprintf(out, "cardan %s\n", commands[which].synopsis);
    print_indented(commands[which].help, "    ", out);
    fprintf(out, "\n");
    cli_print_options(commands[which].name, out);
    fprintf(out, "\n%s", exit_codes);
}

/* A word of the language, or of the command line. */
static bool print_page(const char *word)
{
    int command = find_command(word);
    bool known = cd_help(word, stdout);
    if (command >= 0 && known) printf("\nAs a command of this program:\n");
    if (command >= 0) print_command(command, stdout);
    return known || command >= 0;
}

static int run_help(const Options *o)
{
    if (o->all) cd_manual(stdout);
    else if (o->words < 2) print_usage(stdout);
    for (int i = 1; i < o->words && !o->all; i++) {
        char near[64];
        if (print_page(o->word[i])) continue;
        fprintf(stderr, "cardan: no statement, command or function is called %s", o->word[i]);
        if (cd_help_near(o->word[i], near, sizeof near)) fprintf(stderr, "; did you mean %s?\n", near);
        else fprintf(stderr, "; see cardan list elements, commands or functions\n");
        return INPUT_ERROR;
    }
    return DONE;
}

static int carry_out(const Options *o)
{
    int command = o->words ? find_command(o->word[0]) : -1;
    if (o->version) return cd_version_print(stdout), DONE;
    if (o->help) return command < 0 ? print_usage(stdout) : print_command(command, stdout), DONE;
    if (!o->words) return print_usage(stderr), INPUT_ERROR;
    if (command < 0) return cli_complain("unknown command", o->word[0]);
    int status = commands[command].run(o);
    return cli_caught() && status != DONE ? SIGNALLED + cli_caught() : status;
}

/* Only OpenBLAS has it. */
extern void openblas_set_num_threads(int n) __attribute__((weak));

int main(int argc, char **argv)
{
    /* dense matrices are small here, and sums have the same bits on every machine; a library could not decide that for
     * its user */
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    Options o = { .word = calloc((size_t)argc + 1, sizeof *o.word) };
    if (!o.word) cd_out_of_memory(0);
    int status = cli_read_options(&o, argv);
    /* for this program and those that it starts */
    if (o.path) setenv("CARDAN_PATH", o.path, 1);
    if (status < 0) status = carry_out(&o);
    if (fflush(stdout) != 0 || ferror(stdout)) status = cli_complain("the output cannot be written", NULL);
    free(o.word);
    return status;
}
