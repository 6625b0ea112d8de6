/* running.c - cardan run and cardan report: models that are run, and pages of what they leave. */
#include "cli/interrupt.h"
#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* The page that is asked for. */
typedef struct Page {
    CdReport *report; /* gathers the records of runs */
    char *file;       /* PREFIX.html of the first record */
    bool complete;    /* all records could be read */
    CdLog *log;
} Page;

/* The record is read here and now: the next run may write the same file. */
static void keep_record(void *user, const char *path)
{
    Page *p = user;
    p->complete &= cd_report_add(p->report, path, p->log);
    if (p->file) return;
    size_t n = strlen(path);
    const char *dot = strrchr(path, '.');
    if (dot && !strchr(dot, '/')) n = (size_t)(dot - path);
    p->file = calloc(n + sizeof ".html", 1);
    if (p->file) sprintf(p->file, "%.*s.html", (int)n, path);
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

/* Runs one model under the eyes of the terminal. */
static CdStatus run_model(const char *path, const Options *o, Terminal *terminal)
{
    CdRunOptions options = cd_run_default();
    options.folder = o->folder;
    options.allow_outside = o->allow_outside;
    options.adams_reactions = o->adams_reactions;
    options.allow_plugins = o->allow_plugins;
    options.stable = o->stable;
    options.work = o->work;
    options.profile = o->profile;
    options.integrator = o->integrator;
    if (o->end > 0) options.end = o->end;
    if (o->steps > 0) options.steps = o->steps;
    CdLog *log = cd_log_open();
    cli_watch(terminal, o, log, &options);
    char *command = command_of(path, o, &options);
    options.command = command;
    CdStatus status = cd_run(path, &options, log);
    cli_watch_end(terminal, status);
    free(command);
    cd_log_close(log);
    return status;
}

static Page open_page(void)
{
    return (Page){ .report = cd_report_open(), .complete = true, .log = cd_log_open() };
}

bool cli_leads_out(const Options *o, const char *file)
{
    struct stat st;
    if (o->output || !o->folder || o->allow_outside || lstat(file, &st) != 0 || !S_ISLNK(st.st_mode)) return false;
    cli_complain("this is a link, which may lead out of the folder of --out (--allow-outside allows that):", file);
    return true;
}

/* The page for all records: named, or beside the first of them. False, with messages, if it cannot be made. */
static bool write_page(const Options *o, Page *p)
{
    const char *file = o->output ? o->output : p->file;
    bool good = p->complete && file && !cli_leads_out(o, file) && cd_report_write(p->report, file, p->log);
    if (good && !o->quiet) printf("report: %s\n", file);
    return good;
}

static void close_page(const Options *o, Page *p)
{
    cli_print_log(p->log, o);
    cd_report_close(p->report);
    cd_log_close(p->log);
    free(p->file);
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

const char cli_no_page[] = "a report goes to FILE.html or FILE.htm, and to none of the files it is made of, not to";

static int exit_code(CdStatus status)
{
    static const int code[] = {
        [CD_OK] = DONE, [CD_INPUT_ERROR] = INPUT_ERROR, [CD_ANALYSIS_FAILED] = ANALYSIS_FAILED, [CD_HALTED] = HALTED
    };
    return status == CD_STOPPED ? SIGNALLED + cli_caught() : code[status];
}

int cli_run(const Options *o)
{
    if (o->words != 2) return cli_complain("run takes one file", NULL);
    if (o->output && !o->report)
        return cli_complain("run has -o for the page of --report, and --out DIR for results, not -o", o->output);
    if (o->report && !cli_is_page(o)) return cli_complain(cli_no_page, o->output);
    Page page = o->report ? open_page() : (Page){ 0 };
    Terminal terminal = { .user = &page, .recorded = o->report ? keep_record : NULL };
    int status = INPUT_ERROR;
    if (cli_open_statistics(&terminal, o)) status = exit_code(run_model(o->word[1], o, &terminal));
    cli_watch_close(&terminal);
    if (!o->report) return status;
    if (!write_page(o, &page) && status == DONE) status = INPUT_ERROR;
    close_page(o, &page);
    return status;
}

bool cli_is_model(const char *path)
{
    const char *dot = strrchr(path, '.');
    return cli_is_script(path) || (dot && strcasecmp(dot, ".adm") == 0);
}

/* Models are run first, each with messages of its own; the page shows the first, and the others beside it. After an
 * interruption it shows what there is. */
int cli_report(const Options *o)
{
    if (o->words < 2) return cli_complain("report needs the result of a run, or a model", NULL);
    if (!cli_is_page(o)) return cli_complain(cli_no_page, o->output);
    Page page = open_page();
    Terminal terminal = { .user = &page, .recorded = keep_record };
    int status = DONE;
    for (int i = 1; i < o->words && !cli_caught(); i++) {
        if (!cli_is_model(o->word[i])) {
            keep_record(&page, o->word[i]);
            continue;
        }
        int one = exit_code(run_model(o->word[i], o, &terminal));
        if (status == DONE) status = one;
    }
    if (!write_page(o, &page) && status == DONE) status = INPUT_ERROR;
    close_page(o, &page);
    return status;
}
