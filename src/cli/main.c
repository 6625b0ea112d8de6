/* main.c - the program: words of the command line to calls of the library, messages to the terminal. */
#include <cardan/cardan.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Exit codes. */
enum { DONE = 0, INPUT_ERROR = 1 };

static const char usage[] =
    "cardan " CD_VERSION " - multibody dynamics from Adams/Solver datasets\n"
    "\n"
    "  cardan check FILE...              read datasets (.adm) or command files (.acf), report every error, print a summary\n"
    "  cardan fmt FILE [-o OUT]          write a dataset or command file in canonical form (comments are not kept)\n"
    "  cardan list elements|commands|functions|units\n"
    "  cardan help [STATEMENT|COMMAND|FUNCTION]\n"
    "  cardan help --all                 the whole language as one page of Markdown\n"
    "\n"
    "  -q, --quiet     check: messages only, no summary\n"
    "  --unsupported   check: also name each statement that this version reads but cannot simulate\n"
    "  -h, --help      this text\n"
    "  --version       the version\n"
    "\n"
    "exit codes: 0 done, 1 error in the input, 2 an analysis failed, 3 stopped by a sensor\n";

typedef struct Options {
    bool quiet, unsupported, all;
    const char *output;
    const char **word;
    int words;
} Options;

static int complain(const char *what, const char *word)
{
    fprintf(stderr, "cardan: %s%s%s; see cardan --help\n", what, word ? " " : "", word ? word : "");
    return INPUT_ERROR;
}

static bool is_script(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".acf") == 0;
}

static bool check_one(const char *path, const Options *o)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_check(path, log);
    if (model && o->unsupported) cd_model_unsupported(model, log);
    cd_log_print(log, stderr);
    bool good = cd_log_errors(log) == 0;
    if (!o->quiet) {
        if (o->words > 2) printf("%s\n", path);
        if (model) cd_model_print_summary(model, stdout);
        printf("messages    %d error%s, %d warning%s\n", cd_log_errors(log), cd_log_errors(log) == 1 ? "" : "s",
               cd_log_warnings(log), cd_log_warnings(log) == 1 ? "" : "s");
        if (o->words > 2) printf("\n");
    }
    cd_model_close(model);
    cd_log_close(log);
    return good;
}

static int run_check(const Options *o)
{
    if (o->words < 2) return complain("check needs a file", NULL);
    bool good = true;
    for (int i = 1; i < o->words; i++) good &= check_one(o->word[i], o);
    return good ? DONE : INPUT_ERROR;
}

static int run_fmt(const Options *o)
{
    if (o->words != 2) return complain("fmt takes one file", NULL);
    CdLog *log = cd_log_open();
    CdModel *model = NULL;
    CdScript *script = NULL;
    if (is_script(o->word[1])) script = cd_script_read(o->word[1], log);
    else model = cd_model_read(o->word[1], log);
    cd_log_print(log, stderr);
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
        return complain("list takes one of elements, commands, functions, units", NULL);
    return DONE;
}

static int run_help(const Options *o)
{
    if (o->all) {
        cd_manual(stdout);
    } else if (o->words < 2) {
        fputs(usage, stdout);
    } else {
        for (int i = 1; i < o->words; i++)
            if (!cd_help(o->word[i], stdout)) return complain("no statement, command or function is called", o->word[i]);
    }
    return DONE;
}

static const struct {
    const char *name;
    int (*run)(const Options *);
} jobs[] = { { "check", run_check }, { "fmt", run_fmt }, { "list", run_list }, { "help", run_help } };

int main(int argc, char **argv)
{
    Options o = { .word = calloc((size_t)argc + 1, sizeof *o.word) };
    if (!o.word) return complain("out of memory", NULL);
    int status = -1;
    bool options = true;
    for (int i = 1; i < argc && status < 0; i++) {
        const char *a = argv[i];
        if (!options || a[0] != '-' || !a[1]) o.word[o.words++] = a;
        else if (strcmp(a, "--") == 0) options = false;
        else if (strcmp(a, "-h") == 0 || strcmp(a, "--help") == 0) status = (fputs(usage, stdout), DONE);
        else if (strcmp(a, "--version") == 0) status = (printf("cardan %s\n", cd_version()), DONE);
        else if (strcmp(a, "-q") == 0 || strcmp(a, "--quiet") == 0) o.quiet = true;
        else if (strcmp(a, "--unsupported") == 0) o.unsupported = true;
        else if (strcmp(a, "--all") == 0) o.all = true;
        else if (strcmp(a, "-o") == 0 && i + 1 < argc) o.output = argv[++i];
        else status = complain("unknown option", a);
    }
    if (status < 0 && !o.words) status = (fputs(usage, stderr), INPUT_ERROR);
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0] && status < 0; j++)
        if (strcmp(o.word[0], jobs[j].name) == 0) status = jobs[j].run(&o);
    if (status < 0) status = complain("unknown command", o.word[0]);
    if (fflush(stdout) != 0 || ferror(stdout)) status = complain("the output cannot be written", NULL);
    free(o.word);
    return status;
}
