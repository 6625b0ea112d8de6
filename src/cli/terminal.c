/* terminal.c - messages and progress share a terminal: whatever is shown begins on a line of its own. */
#include "cli/terminal.h"

#include "cli/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_MESSAGES = 200 };

static double clock_seconds(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

/* ---- while it goes ----------------------------------------------------------------------------------------------- */

/* One line that is written over, ten times a second at most: time, share, step and order, waiting left. */
static void show_progress(void *user, const CdProgress *p)
{
    Terminal *t = user;
    double now = clock_seconds();
    if (now - t->last < 0.1 && p->t < p->end) return;
    double length = p->end - p->start;
    fprintf(stderr, "\rt = %-12.6g %3.0f %%", p->t, length > 0 ? 100 * (p->t - p->start) / length : 100);
    if (p->order > 0) fprintf(stderr, "  step %.3g, order %d", p->step, p->order);
    fprintf(stderr, "  %d:%02d left \033[K", (int)(p->eta / 60), (int)p->eta % 60);
    t->line = true, t->last = now;
}

/* It comes again below what is shown. */
static void clear_progress(Terminal *t)
{
    if (t->line) fputs("\r\033[K", stderr);
    t->line = false;
}

static CdSeverity least_shown(const Options *o)
{
    return o->quiet ? CD_ERROR : o->verbose ? CD_NOTE : CD_WARNING;
}

static void show_messages(void *user)
{
    Terminal *t = user;
    clear_progress(t);
    fflush(stdout);
    cd_log_print_new(t->log, &t->reading, least_shown(t->o), stderr);
}

static void show_line(void *user, const char *line)
{
    clear_progress(user);
    printf("%s\n", line);
    fflush(stdout);
}

static void show_text(void *user, const char *text, size_t n)
{
    clear_progress(user);
    fwrite(text, 1, n, stdout);
    fflush(stdout);
}

/* ---- what is kept ------------------------------------------------------------------------------------------------ */

static void write_statistics(FILE *out, const CdSimulated *s)
{
    static const char *const end[] = { [CD_OK] = "done",
                                       [CD_INPUT_ERROR] = "input",
                                       [CD_ANALYSIS_FAILED] = "failed",
                                       [CD_HALTED] = "halted",
                                       [CD_STOPPED] = "stopped" };
    fprintf(out, "%s,%s,%s,%.17g,%.17g,%.17g,%.6g", s->analysis ? s->analysis : "", s->method ? s->method : "",
            end[s->status], s->start, s->end, s->reached, s->length);
    fprintf(out, ",%ld,%ld,%ld,%ld,%ld", s->steps, s->iterations, s->residuals, s->matrices, s->factors);
    fprintf(out, ",%ld,%ld,%ld,%ld", s->too_inaccurate, s->not_converged, s->not_finite, s->singular);
    fprintf(out, ",%ld,%ld,%.6g,%.6g", s->kinks, s->events, s->shortest, s->longest);
    fprintf(out, ",%.6g,%.6g,%.6g,%.9f\n", s->position, s->velocity, s->acceleration, s->cpu);
    fflush(out);
}

static void keep_simulated(void *user, const CdSimulated *s)
{
    Terminal *t = user;
    t->steps += s->steps, t->reached = s->reached, t->simulations++;
    if (t->statistics) write_statistics(t->statistics, s);
}

bool cli_open_statistics(Terminal *t, const Options *o)
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

/* A file that a later command has written again is one. */
static void keep_file(void *user, const char *path)
{
    FileList *f = &((Terminal *)user)->files;
    for (int i = 0; i < f->n; i++)
        if (strcmp(f->path[i], path) == 0) return;
    char **wider = realloc(f->path, sizeof *wider * (size_t)(f->n + 1)), *copy = strdup(path);
    if (wider) f->path = wider;
    if (wider && copy) f->path[f->n++] = copy;
    else free(copy);
}

static void pass_record(void *user, const char *path)
{
    Terminal *t = user;
    t->recorded(t->user, path);
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

void cli_watch(Terminal *t, const Options *o, CdLog *log, CdRunOptions *run)
{
    t->o = o, t->log = log, t->reading = (CdReading){ .most = MOST_MESSAGES }, t->began = clock_seconds();
    t->steps = t->simulations = 0;
    cd_log_listen(log, show_messages, t);
    cli_catch_signals();
    run->user = t;
    run->stop = cli_is_interrupted;
    run->simulated = keep_simulated, run->written = keep_file;
    if (!o->quiet && isatty(STDERR_FILENO)) run->progress = show_progress;
    if (o->verbose || o->profile) run->tell = show_line;
    if (!o->quiet) run->show = show_text;
    if (t->recorded) run->recorded = pass_record;
}

/* How many letters names have in common up to the last dot of the first, folders included. */
static size_t prefix_of(const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    return dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
}

static bool has_prefix(const char *path, const char *prefix, size_t n)
{
    return strncmp(path, prefix, n) == 0 && path[n] == '.' && prefix_of(path) == n;
}

/* Files that differ in their extensions only stand together: out/crank.{msg,csv,cardan}. */
static void print_files(const FileList *f)
{
    enum { MOST_NAMED = 6 };
    int named = 0, left = 0;
    for (int i = 0; i < f->n; i++) {
        size_t n = prefix_of(f->path[i]);
        int alike = 0;
        bool before = false;
        for (int k = 0; k < f->n; k++) {
            bool same = has_prefix(f->path[k], f->path[i], n);
            alike += same, before |= same && k < i;
        }
        if (before) continue;
        if (named == MOST_NAMED) {
            left += alike ? alike : 1;
            continue;
        }
        printf(named++ ? ", " : "");
        if (alike < 2) {
            printf("%s", f->path[i]);
            continue;
        }
        printf("%.*s.{", (int)n, f->path[i]);
        for (int k = i, first = 1; k < f->n; k++)
            if (has_prefix(f->path[k], f->path[i], n)) printf("%s%s", first ? "" : ",", f->path[k] + n + 1), first = 0;
        printf("}");
    }
    if (left) printf(" and %d more", left);
}

/* The record of the run, without its extension; NULL: there is none. */
static const char *record_of(const FileList *f)
{
    for (int i = 0; i < f->n; i++) {
        const char *dot = strrchr(f->path[i], '.');
        if (dot && strcmp(dot, ".cardan") == 0) return f->path[i];
    }
    return NULL;
}

/* One line: how it went, what it took, what it left, how to look at that. */
static void tell_end(const Terminal *t, CdStatus status)
{
    static const char *const word[] = { [CD_OK] = "done",
                                        [CD_INPUT_ERROR] = "error in the input",
                                        [CD_ANALYSIS_FAILED] = "failed",
                                        [CD_HALTED] = "halted" };
    const char *record = record_of(&t->files);
    if (status == CD_STOPPED) printf("stopped by %s", cli_signal_name(cli_caught()));
    else printf("%s", word[status]);
    if (t->simulations) printf(": t = %.9g", t->reached);
    if (t->steps) printf(", %ld steps", t->steps);
    printf("%s%.2f s", t->simulations ? ", " : ": ", clock_seconds() - t->began);
    if (t->files.n) printf("; wrote "), print_files(&t->files);
    if (record && t->simulations && !t->recorded)
        printf("; cardan report %.*s shows it", (int)prefix_of(record), record);
    printf("\n");
}

void cli_watch_end(Terminal *t, CdStatus status)
{
    clear_progress(t);
    cd_log_print_end(t->log, &t->reading, least_shown(t->o), stderr);
    cd_log_listen(t->log, NULL, NULL);
    if (!t->o->quiet && t->files.n) tell_end(t, status);
    for (int i = 0; i < t->files.n; i++) free(t->files.path[i]);
    free(t->files.path);
    t->files = (FileList){ 0 };
}

void cli_watch_close(Terminal *t)
{
    if (t->statistics && fclose(t->statistics) != 0) fprintf(stderr, "cardan: cannot write %s\n", t->o->statistics);
}
