/* main.c - the program: words of the command line to calls of the library, messages to the terminal. */
#include "cli/cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

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
    "  cardan compare MODEL... [--integrators LIST] [--errors LIST] [--reference FILE|METHOD:ERROR]\n"
    "                                    run every method of integration with several ERRORs, and write one page that shows which\n"
    "                                    is accurate, quick and fails where; MODEL_compare.html and .csv\n"
    "  cardan verify MODEL [--accuracy A]\n"
    "                                    whether results are converged: smaller and smaller ERROR until they agree, then a second\n"
    "                                    method; says which ERROR is enough; MODEL_verify.html and .csv\n"
    "  cardan check FILE...              read datasets (.adm) or command files (.acf), report every error, print a summary\n"
    "  cardan fmt FILE [-o OUT]          write a dataset or command file in canonical form (comments are not kept)\n"
    "  cardan list elements|commands|functions|units\n"
    "  cardan help [STATEMENT|COMMAND|FUNCTION]\n"
    "  cardan help --all                 the whole language as one page of Markdown\n"
    "\n"
    "  --end T, --steps N   a dataset without command file: end time (default 1) and number of output steps (default 100)\n"
    "  --report        run: also write the page of cardan report, PREFIX.html or the file of -o\n"
    "  --out DIR       run, compare, verify: folder for what is written (default: beside the input)\n"
    "  --integrator TEXT    run, verify: arguments of INTEGRATOR that overrule those of the files, such as 'HEM5, KINKS = ALL'\n"
    "  --statistics FILE    run: a line per SIMULATE with steps, matrices, violations of constraints, processor time, as .csv\n"
    "  --integrators LIST   compare: methods, such as GSTIFF:SI2,HEM5,TLISMNI:AM4,HHT:ALPHA=-0.1 (default: all, in every\n"
    "                       formulation)\n"
    "  --errors LIST   compare, verify: tolerances, such as 1e-3,1e-5 or 1e-2..1e-7 (default: 1e-3..1e-7, verify to 1e-10)\n"
    "  --reference FILE|METHOD:ERROR\n"
    "                  compare: what errors are measured against, a .cardan, .csv or .req, or a run (default: the two of several\n"
    "                  tight runs that agree best)\n"
    "  --channels LIST      compare, verify: columns that count, such as 'slider.X,arm.*' (default: places and axes of all parts)\n"
    "  --accuracy A    compare, verify: the error that is wanted, as a share of the largest travel (default: 1e-3)\n"
    "  --limit S       compare, verify: seconds of the processor that a run may take (default: 60)\n"
    "  --jobs N        compare: runs at a time (default: one per processor)\n"
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
    FILE *statistics; /* a line per SIMULATE; NULL: nobody asks */
} Terminal;

static void write_statistics(void *user, const CdSimulated *s)
{
    static const char *const end[] = {
        [CD_OK] = "done", [CD_INPUT_ERROR] = "input", [CD_ANALYSIS_FAILED] = "failed", [CD_HALTED] = "halted"
    };
    FILE *out = ((Terminal *)user)->statistics;
    fprintf(out, "%s,%s,%s,%.17g,%.17g,%.17g,%.6g", s->analysis ? s->analysis : "", s->method ? s->method : "",
            end[s->status], s->start, s->end, s->reached, s->length);
    fprintf(out, ",%ld,%ld,%ld,%ld,%ld", s->steps, s->iterations, s->residuals, s->matrices, s->factors);
    fprintf(out, ",%ld,%ld,%ld,%ld", s->too_inaccurate, s->not_converged, s->not_finite, s->singular);
    fprintf(out, ",%ld,%ld,%.6g,%.6g", s->kinks, s->events, s->shortest, s->longest);
    fprintf(out, ",%.6g,%.6g,%.6g,%.9f\n", s->position, s->velocity, s->acceleration, s->cpu);
    fflush(out);
}

static bool open_statistics(const Options *o, Terminal *t)
{
    if (!o->statistics) return true;
    t->statistics = fopen(o->statistics, "wb");
    if (!t->statistics) fprintf(stderr, "cardan: cannot write %s: %s\n", o->statistics, strerror(errno));
    else
        fputs("analysis,method,outcome,start,end,reached,length,steps,iterations,residuals,matrices,factorisations,"
              "too_inaccurate,not_converged,not_finite,singular,kinks,events,shortest_step,longest_step,"
              "position_violation,velocity_violation,acceleration_violation,cpu_s\n",
              t->statistics);
    return t->statistics;
}

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
    if (!cli_is_script(path)) fprintf(out, " --end %.15g --steps %d", run->end, run->steps);
    if (o->adams_reactions) fputs(" --adams-reactions", out);
    if (o->allow_plugins) fputs(" --allow-plugins", out);
    if (o->stable) fputs(" --stable", out);
    if (o->work) fputs(" --work", out);
    if (o->integrator) fprintf(out, " --integrator '%s'", o->integrator);
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
    if (terminal->statistics) options.simulated = write_statistics;
    options.integrator = o->integrator;
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
bool cli_is_page(const Options *o)
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
    cli_print_log(log, o);
    if (t->report) cd_report_close(t->report);
    if (t->statistics && fclose(t->statistics) != 0) status = cli_complain("cannot write", o->statistics);
    free(t->page);
    cd_log_close(log);
    return status;
}

const char cli_no_page[] = "a report goes to FILE.html or FILE.htm, and to none of the files it is made of, not to";

static int run_run(const Options *o)
{
    if (o->words != 2) return cli_complain("run takes one file", NULL);
    if (o->output && !o->report)
        return cli_complain("run has -o for the page of --report, and --out DIR for results, not -o", o->output);
    if (o->report && !cli_is_page(o)) return cli_complain(cli_no_page, o->output);
    CdLog *log = cd_log_open();
    Terminal terminal = { .log = log, .complete = true, .report = o->report ? cd_report_open() : NULL };
    int status = INPUT_ERROR;
    if (open_statistics(o, &terminal)) status = exit_code(run_model(o->word[1], o, &terminal, log));
    if (o->report && !write_report(o, &terminal) && status == DONE) status = INPUT_ERROR;
    return finish(o, &terminal, log, status);
}

bool cli_is_model(const char *path)
{
    const char *dot = strrchr(path, '.');
    return cli_is_script(path) || (dot && strcasecmp(dot, ".adm") == 0);
}

/* Models are run first, each with messages of its own; the page shows the first, and the others beside it. */
static int run_report(const Options *o)
{
    if (o->words < 2) return cli_complain("report needs the result of a run, or a model", NULL);
    if (!cli_is_page(o)) return cli_complain(cli_no_page, o->output);
    CdLog *log = cd_log_open();
    Terminal terminal = { .log = log, .complete = true, .report = cd_report_open() };
    int status = DONE;
    Options asked = *o;
    asked.report = true;
    for (int i = 1; i < o->words; i++) {
        if (!cli_is_model(o->word[i])) {
            keep_record(&terminal, o->word[i]);
            continue;
        }
        CdLog *own = cd_log_open();
        int one = exit_code(run_model(o->word[i], &asked, &terminal, own));
        cli_print_log(own, o);
        cd_log_close(own);
        if (status == DONE) status = one;
    }
    if (!write_report(o, &terminal) && status == DONE) status = INPUT_ERROR;
    return finish(o, &terminal, log, status);
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
        return cli_complain("list takes one of elements, commands, functions, units", NULL);
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
                return cli_complain("no statement, command or function is called", o->word[i]);
    }
    return DONE;
}

static const struct {
    const char *name;
    int (*run)(const Options *);
} jobs[] = { { "run", run_run },         { "report", run_report }, { "plot", run_plot },
             { "check", run_check },     { "fmt", run_fmt },       { "list", run_list },
             { "compare", cli_compare }, { "verify", cli_verify }, { "help", run_help } };

/* What can stand behind a word that begins with "-". */
typedef enum OptionType { OPTION_FLAG, OPTION_TEXT, OPTION_POSITIVE, OPTION_WHOLE } OptionType;
static const struct {
    const char *name, *brief;
    OptionType type;
    size_t at;
    const char *commands; /* that use it, each between blanks; NULL: all */
} options[] = {
    { "--help", "-h", OPTION_FLAG, offsetof(Options, help), NULL },
    { "--version", NULL, OPTION_FLAG, offsetof(Options, version), NULL },
    { "--quiet", "-q", OPTION_FLAG, offsetof(Options, quiet), NULL },
    { "--verbose", "-v", OPTION_FLAG, offsetof(Options, verbose), NULL },
    { "--unsupported", NULL, OPTION_FLAG, offsetof(Options, unsupported), " check " },
    { "--all", NULL, OPTION_FLAG, offsetof(Options, all), " help " },
    { "--adams-reactions", NULL, OPTION_FLAG, offsetof(Options, adams_reactions), " run report compare verify " },
    { "--allow-plugins", NULL, OPTION_FLAG, offsetof(Options, allow_plugins), " run report compare verify " },
    { "--stable", NULL, OPTION_FLAG, offsetof(Options, stable), " run report compare verify " },
    { "--work", NULL, OPTION_FLAG, offsetof(Options, work), " run report " },
    { "--profile", NULL, OPTION_FLAG, offsetof(Options, profile), " run report " },
    { "--report", NULL, OPTION_FLAG, offsetof(Options, report), " run report " },
    { "-o", NULL, OPTION_TEXT, offsetof(Options, output), " run report plot compare verify fmt " },
    { "--out", NULL, OPTION_TEXT, offsetof(Options, folder), " run report compare verify " },
    { "--integrator", NULL, OPTION_TEXT, offsetof(Options, integrator), " run report verify " },
    { "--statistics", NULL, OPTION_TEXT, offsetof(Options, statistics), " run " },
    { "--integrators", NULL, OPTION_TEXT, offsetof(Options, integrators), " compare " },
    { "--errors", NULL, OPTION_TEXT, offsetof(Options, errors), " compare verify " },
    { "--reference", NULL, OPTION_TEXT, offsetof(Options, reference), " compare " },
    { "--channels", NULL, OPTION_TEXT, offsetof(Options, channels), " compare verify " },
    { "--accuracy", NULL, OPTION_POSITIVE, offsetof(Options, accuracy), " compare verify " },
    { "--limit", NULL, OPTION_POSITIVE, offsetof(Options, limit), " compare verify " },
    { "--jobs", NULL, OPTION_WHOLE, offsetof(Options, jobs), " compare " },
    { "--end", NULL, OPTION_POSITIVE, offsetof(Options, end), " run report compare verify " },
    { "--steps", NULL, OPTION_WHOLE, offsetof(Options, steps), " run report compare verify " },
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static bool used_by(size_t which, const char *command)
{
    const char *at = options[which].commands;
    size_t n = strlen(command);
    while (at && (at = strchr(at, ' ')) && !(strncmp(at + 1, command, n) == 0 && at[1 + n] == ' ')) at++;
    return !options[which].commands || at;
}

/* An option that the command would not look at is refused, with the one it may be meant for; -1: there is none. */
static int refuse_others(const bool *given, const char *command)
{
    for (size_t k = 0; k < OPTIONS; k++) {
        if (!given[k] || used_by(k, command)) continue;
        const char *near = NULL;
        for (size_t i = 0; i < OPTIONS; i++) {
            size_t a = strlen(options[k].name), b = strlen(options[i].name);
            if (i != k && b > 2 && used_by(i, command) && strncmp(options[k].name, options[i].name, a < b ? a : b) == 0)
                near = options[i].name;
        }
        int n = (int)strlen(options[k].commands) - 1;
        fprintf(stderr, "cardan: %s has no option %s, which is for%.*s; %s%s\n", command, options[k].name, n,
                options[k].commands, near ? "do you mean " : "see cardan --help", near ? near : "");
        return INPUT_ERROR;
    }
    return -1;
}

static bool positive(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && !*end && *x > 0 && *x < 1e9;
}

/* Takes the value of an option; -1: it is good, else the exit code. */
static int take_value(Options *o, size_t which, const char *value)
{
    char wants[80];
    void *at = (char *)o + options[which].at;
    double x;
    bool whole = options[which].type == OPTION_WHOLE;
    if (options[which].type == OPTION_TEXT) {
        *(const char **)at = value;
        return -1;
    }
    if (positive(value, &x) && (!whole || x == (int)x)) {
        if (whole) *(int *)at = (int)x;
        else *(double *)at = x;
        return -1;
    }
    snprintf(wants, sizeof wants, "%s takes a %s number, not", options[which].name, whole ? "whole" : "positive");
    return cli_complain(wants, value);
}

/* One word with "-" in front, and the one behind it where it takes one; -1: it is good, else the exit code. */
static int take_option(Options *o, bool *given, char **argv, int *i)
{
    const char *a = argv[*i];
    for (size_t k = 0; k < OPTIONS; k++) {
        if (strcmp(a, options[k].name) != 0 && (!options[k].brief || strcmp(a, options[k].brief) != 0)) continue;
        given[k] = true;
        if (options[k].type == OPTION_FLAG) *(bool *)((char *)o + options[k].at) = true;
        else if (!argv[*i + 1]) return cli_complain("a value is missing after", a);
        else return take_value(o, k, argv[++*i]);
        return -1;
    }
    return cli_complain("unknown option", a);
}

int main(int argc, char **argv)
{
    Options o = { .word = calloc((size_t)argc + 1, sizeof *o.word) };
    if (!o.word) return cli_complain("out of memory", NULL);
    int status = -1;
    bool words_only = false, given[OPTIONS] = { false };
    for (int i = 1; i < argc && status < 0; i++) {
        if (words_only || argv[i][0] != '-' || !argv[i][1]) o.word[o.words++] = argv[i];
        else if (strcmp(argv[i], "--") == 0) words_only = true;
        else status = take_option(&o, given, argv, &i);
        if (o.help) status = (fputs(usage, stdout), DONE);
        if (o.version) status = (printf("cardan %s\n", cd_version()), DONE);
    }
    if (status < 0 && o.quiet && o.verbose) status = cli_complain("-q and -v exclude each other", NULL);
    if (status < 0 && !o.words) status = (fputs(usage, stderr), INPUT_ERROR);
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0] && status < 0; j++) {
        if (strcmp(o.word[0], jobs[j].name) != 0) continue;
        status = refuse_others(given, jobs[j].name);
        if (status < 0) status = jobs[j].run(&o);
    }
    if (status < 0) status = cli_complain("unknown command", o.word[0]);
    if (fflush(stdout) != 0 || ferror(stdout)) status = cli_complain("the output cannot be written", NULL);
    free(o.word);
    return status;
}
