/* main.c - the program: words of the command line to calls of the library, messages to the terminal. */
#include <cardan/cardan.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Exit codes. */
enum { DONE = 0, INPUT_ERROR = 1, ANALYSIS_FAILED = 2, HALTED = 3 };

static const char usage[] =
    "cardan " CD_VERSION " - multibody dynamics from Adams/Solver datasets\n"
    "\n"
    "  cardan run FILE [--end T] [--steps N] [--out DIR]\n"
    "                                    carry out a command file, or simulate a dataset to time T with N output steps\n"
    "  cardan report RESULT|MODEL... [-o FILE.html]\n"
    "                                    one page that shows the mechanism move, curves and the story of the run; a model\n"
    "                                    (.adm, .acf) is run first, as by cardan run --report; further ones for comparison\n"
    "  cardan plot RESULT [CHANNEL...] [-o FILE.svg|.png]\n"
    "                                    draw columns of a run, in the terminal without -o; without CHANNEL, list them\n"
    "  cardan check FILE...              read datasets (.adm) or command files (.acf), report every error, print a summary\n"
    "  cardan fmt FILE [-o OUT]          write a dataset or command file in canonical form (comments are not kept)\n"
    "  cardan list elements|commands|functions|units\n"
    "  cardan help [STATEMENT|COMMAND|FUNCTION]\n"
    "  cardan help --all                 the whole language as one page of Markdown\n"
    "\n"
    "  --end T, --steps N   run on a dataset: end time (default 1) and number of output steps (default 100)\n"
    "  --report        run: also write the page of cardan report, PREFIX.html or the file of -o\n"
    "  --out DIR       run: folder for the result files (default: beside the input)\n"
    "  --allow-plugins      run: open the libraries that ROUTINE = library::function names, and call them\n"
    "  --adams-reactions    run: redundant constraints carry nothing, instead of the least reactions of all\n"
    "  --stable        run: statics goes on from an unstable equilibrium to a stable one\n"
    "  --work          run: adds columns for the work of forces, dampers and motions, and the balance of energy\n"
    "  --profile       run: as -v, and after each SIMULATE where the time went\n"
    "  -q, --quiet     nothing but errors\n"
    "  -v, --verbose   run: also each command as it starts, equations and freedoms, steps, files with their sizes, notes\n"
    "  --unsupported   check: also name each statement that this version reads but cannot simulate\n"
    "  -h, --help      this text\n"
    "  --version       the version\n"
    "\n"
    "exit codes: 0 done, 1 error in the input, 2 an analysis failed, 3 stopped by a sensor\n";

typedef struct Options {
    bool quiet, verbose, unsupported, all, adams_reactions, allow_plugins, stable, work, profile, report;
    double end;
    int steps;
    const char *folder;
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

/* Notes are for those who ask for more, warnings for all who do not want errors only. */
static void print_log(const CdLog *log, const Options *o)
{
    cd_log_print_least(log, o->quiet ? CD_ERROR : o->verbose ? CD_NOTE : CD_WARNING, stderr);
}

static bool check_one(const char *path, const Options *o)
{
    CdLog *log = cd_log_open();
    CdModel *model = cd_check(path, log);
    if (model && o->unsupported) cd_model_unsupported(model, log);
    print_log(log, o);
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

/* Who watches a run. */
typedef struct Terminal {
    bool line;        /* a line of progress stands there */
    double last;      /* when it was written, in seconds */
    CdReport *report; /* gathers the records of runs; NULL: no page is asked for */
    char *page;       /* its file: PREFIX.html of the first record */
    bool complete;    /* all records could be read */
    CdLog *log;       /* of the page */
} Terminal;

/* The record is read here and now: the next run may write the same file. */
static void keep_record(void *user, const char *path)
{
    Terminal *t = user;
    t->complete &= cd_report_add(t->report, path, t->log);
    if (t->page) return;
    size_t n = strlen(path);
    const char *dot = strrchr(path, '.');
    if (dot && !strchr(dot, '/')) n = (size_t)(dot - path);
    t->page = calloc(n + sizeof ".html", 1);
    if (t->page) sprintf(t->page, "%.*s.html", (int)n, path);
}

/* One line that is written over, ten times a second at most: time, share, step and order, waiting left. */
static void show_progress(void *user, const CdProgress *p)
{
    Terminal *terminal = user;
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    double now = (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
    if (now - terminal->last < 0.1 && p->t < p->end) return;
    double length = p->end - p->start;
    fprintf(stderr, "\rt = %-12.6g %3.0f %%", p->t, length > 0 ? 100 * (p->t - p->start) / length : 100);
    if (p->order > 0) fprintf(stderr, "  step %.3g, order %d", p->step, p->order);
    fprintf(stderr, "  %d:%02d left \033[K", (int)(p->eta / 60), (int)p->eta % 60);
    terminal->line = true, terminal->last = now;
}

/* Whatever else is shown begins on a line of its own. */
static void end_progress(Terminal *terminal)
{
    if (terminal->line) fputc('\n', stderr);
    terminal->line = false;
}

static void show_line(void *user, const char *line)
{
    end_progress(user);
    printf("%s\n", line);
    fflush(stdout);
}

static void show_text(void *user, const char *text, size_t n)
{
    end_progress(user);
    fwrite(text, 1, n, stdout);
    fflush(stdout);
}

/* The command as it can be given again: what changes the numbers, not where they go. */
static char *command_of(const char *path, const Options *o, const CdRunOptions *run)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    if (!out) return NULL;
    fprintf(out, "cardan run %s", path);
    if (!is_script(path)) fprintf(out, " --end %.15g --steps %d", run->end, run->steps);
    if (o->adams_reactions) fputs(" --adams-reactions", out);
    if (o->allow_plugins) fputs(" --allow-plugins", out);
    if (o->stable) fputs(" --stable", out);
    if (o->work) fputs(" --work", out);
    fclose(out);
    return text;
}

/* Runs one model; where its records are goes to the terminal's list. */
static CdStatus run_model(const char *path, const Options *o, Terminal *terminal, CdLog *log)
{
    CdRunOptions options = cd_run_default();
    options.folder = o->folder;
    options.adams_reactions = o->adams_reactions;
    options.allow_plugins = o->allow_plugins;
    options.stable = o->stable;
    options.work = o->work;
    options.profile = o->profile;
    if (o->end > 0) options.end = o->end;
    if (o->steps > 0) options.steps = o->steps;
    options.user = terminal;
    if (!o->quiet && isatty(STDERR_FILENO)) options.progress = show_progress;
    if (o->verbose || o->profile) options.tell = show_line;
    if (!o->quiet) options.show = show_text;
    if (o->report) options.recorded = keep_record;
    char *command = command_of(path, o, &options);
    options.command = command;
    CdStatus status = cd_run(path, &options, log);
    end_progress(terminal);
    free(command);
    return status;
}

/* The page for all records: named, or beside the first of them. */
static bool write_report(const Options *o, const Terminal *t)
{
    const char *file = o->output ? o->output : t->page;
    if (!t->complete || !file || !cd_report_write(t->report, file, t->log)) return false;
    if (!o->quiet) printf("report: %s\n", file);
    return true;
}

/* A page takes the place of nothing that was read: its name says what it is. */
static bool is_page(const Options *o)
{
    const char *dot = o->output ? strrchr(o->output, '.') : NULL;
    struct stat page, input;
    if (!o->output) return true;
    if (!dot || (strcasecmp(dot, ".html") != 0 && strcasecmp(dot, ".htm") != 0)) return false;
    bool there = stat(o->output, &page) == 0;
    for (int i = 1; i < o->words && there; i++) {
        bool own = strcmp(o->word[i], o->output) == 0; /* PREFIX.html stands for PREFIX.cardan */
        if (!own && stat(o->word[i], &input) == 0 && page.st_dev == input.st_dev && page.st_ino == input.st_ino)
            return false;
    }
    return true;
}

static int exit_code(CdStatus status)
{
    static const int code[] = {
        [CD_OK] = DONE, [CD_INPUT_ERROR] = INPUT_ERROR, [CD_ANALYSIS_FAILED] = ANALYSIS_FAILED, [CD_HALTED] = HALTED
    };
    return code[status];
}

/* Shows what there is to say, ends the watch. */
static int finish(const Options *o, Terminal *t, CdLog *log, int status)
{
    print_log(log, o);
    if (t->report) cd_report_close(t->report);
    free(t->page);
    cd_log_close(log);
    return status;
}

static const char no_page[] = "a report goes to FILE.html or FILE.htm, and to none of the files it is made of, not to";

static int run_run(const Options *o)
{
    if (o->words != 2) return complain("run takes one file", NULL);
    if (o->report && !is_page(o)) return complain(no_page, o->output);
    CdLog *log = cd_log_open();
    Terminal terminal = { .log = log, .complete = true, .report = o->report ? cd_report_open() : NULL };
    int status = exit_code(run_model(o->word[1], o, &terminal, log));
    if (o->report && !write_report(o, &terminal) && status == DONE) status = INPUT_ERROR;
    return finish(o, &terminal, log, status);
}

static bool is_model(const char *path)
{
    const char *dot = strrchr(path, '.');
    return is_script(path) || (dot && strcasecmp(dot, ".adm") == 0);
}

/* Models are run first, each with messages of its own; the page shows the first, and the others beside it. */
static int run_report(const Options *o)
{
    if (o->words < 2) return complain("report needs the result of a run, or a model", NULL);
    if (!is_page(o)) return complain(no_page, o->output);
    CdLog *log = cd_log_open();
    Terminal terminal = { .log = log, .complete = true, .report = cd_report_open() };
    int status = DONE;
    Options asked = *o;
    asked.report = true;
    for (int i = 1; i < o->words; i++) {
        if (!is_model(o->word[i])) {
            keep_record(&terminal, o->word[i]);
            continue;
        }
        CdLog *own = cd_log_open();
        int one = exit_code(run_model(o->word[i], &asked, &terminal, own));
        print_log(own, o);
        cd_log_close(own);
        if (status == DONE) status = one;
    }
    if (!write_report(o, &terminal) && status == DONE) status = INPUT_ERROR;
    return finish(o, &terminal, log, status);
}

static int run_plot(const Options *o)
{
    if (o->words < 2) return complain("plot needs the result of a run, such as PREFIX.cardan", NULL);
    CdLog *log = cd_log_open();
    bool good = cd_plot(o->word[1], o->words - 2, o->word + 2, o->output, stdout, log);
    print_log(log, o);
    cd_log_close(log);
    return good ? DONE : INPUT_ERROR;
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
    print_log(log, o);
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
            if (!cd_help(o->word[i], stdout))
                return complain("no statement, command or function is called", o->word[i]);
    }
    return DONE;
}

static const struct {
    const char *name;
    int (*run)(const Options *);
} jobs[] = { { "run", run_run }, { "report", run_report }, { "plot", run_plot }, { "check", run_check },
             { "fmt", run_fmt }, { "list", run_list },     { "help", run_help } };

static bool positive(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && !*end && *x > 0 && *x < 1e9;
}

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
        else if (strcmp(a, "-v") == 0 || strcmp(a, "--verbose") == 0) o.verbose = true;
        else if (strcmp(a, "--unsupported") == 0) o.unsupported = true;
        else if (strcmp(a, "--all") == 0) o.all = true;
        else if (strcmp(a, "--adams-reactions") == 0) o.adams_reactions = true;
        else if (strcmp(a, "--allow-plugins") == 0) o.allow_plugins = true;
        else if (strcmp(a, "--stable") == 0) o.stable = true;
        else if (strcmp(a, "--work") == 0) o.work = true;
        else if (strcmp(a, "--profile") == 0) o.profile = true;
        else if (strcmp(a, "--report") == 0) o.report = true;
        else if (strcmp(a, "-o") == 0 && i + 1 < argc) o.output = argv[++i];
        else if (strcmp(a, "--out") == 0 && i + 1 < argc) o.folder = argv[++i];
        else if (strcmp(a, "--end") == 0 && i + 1 < argc) {
            if (!positive(argv[++i], &o.end)) status = complain("--end takes a positive number, not", argv[i]);
        } else if (strcmp(a, "--steps") == 0 && i + 1 < argc) {
            double steps;
            if (!positive(argv[++i], &steps) || steps != (int)steps)
                status = complain("--steps takes a whole number, not", argv[i]);
            else o.steps = (int)steps;
        } else status = complain("unknown option", a);
    }
    if (status < 0 && o.quiet && o.verbose) status = complain("-q and -v exclude each other", NULL);
    if (status < 0 && !o.words) status = (fputs(usage, stderr), INPUT_ERROR);
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0] && status < 0; j++)
        if (strcmp(o.word[0], jobs[j].name) == 0) status = jobs[j].run(&o);
    if (status < 0) status = complain("unknown command", o.word[0]);
    if (fflush(stdout) != 0 || ferror(stdout)) status = complain("the output cannot be written", NULL);
    free(o.word);
    return status;
}
