/* trial.c - runs in threads, their limits, and what they leave. A run has a folder of its own, which is gone when it
 * has been read. */
#include "cli/trial.h"

#include "base/profile.h"
#include "cli/interrupt.h"
#include "system/account.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- folders ----------------------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
    (void)st, (void)type, (void)walk;
    remove(path);
    return 0;
}

static void remove_folder(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* The one record in a folder, or of several the last by name; *n: how many there are. */
static bool find_record(const char *folder, char *out, size_t room, int *n)
{
    DIR *d = opendir(folder);
    char last[NAME_MAX + 1] = "";
    *n = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".cardan") != 0) continue;
        if (!*n || strcmp(e->d_name, last) > 0) snprintf(last, sizeof last, "%s", e->d_name);
        ++*n;
    }
    if (d) closedir(d);
    return *n && snprintf(out, room, "%s/%s", folder, last) < (int)room;
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

/* What the runs have in common: whoever ends rings, and the one who waits looks round. */
typedef struct Bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
} Bell;

typedef struct Lane {
    const Trials *trials;
    Bell *bell;
    Order order;
    char folder[280];
    pthread_t thread;
    bool running, ended; /* ended: under the lock of the bell */
    bool over;           /* nothing more to do */
    bool limited;        /* the limit of time ended it */
    CdStatus status;
    CdLog *log;
    Trial trial;
} Lane;

/* Sums and largest values of all SIMULATEs. */
static void add_simulated(void *lane, const CdSimulated *d)
{
    Trial *out = &((Lane *)lane)->trial;
    ComparedRun *r = &out->run;
    bool dynamic = d->analysis && strcmp(d->analysis, "dynamic") == 0;
    out->simulated = true;
    if (d->method) snprintf(out->method, sizeof out->method, "%s", d->method);
    if (!out->integrated) r->start = d->start;
    out->integrated |= dynamic && d->end > d->start;
    r->reached = d->reached, out->length = fmax(out->length, d->length);
    r->steps += d->steps, r->iterations += d->iterations, r->residuals += d->residuals;
    r->matrices += d->matrices, r->factors += d->factors;
    r->too_inaccurate += d->too_inaccurate, r->not_converged += d->not_converged;
    r->not_finite += d->not_finite, r->singular += d->singular, r->kinks += d->kinks;
    r->position = fmax(r->position, d->position), r->velocity = fmax(r->velocity, d->velocity);
    r->acceleration = fmax(r->acceleration, d->acceleration);
    if (dynamic) r->cpu += d->cpu;
}

/* The limit is one of processor time, which other work on the machine does not touch. */
static bool is_to_end(void *lane)
{
    Lane *l = lane;
    l->limited |= cd_cpu_seconds() > l->trials->limit;
    return l->limited || cli_caught();
}

static void *run(void *lane)
{
    Lane *l = lane;
    const Options *o = l->trials->options;
    CdRunOptions run = cd_run_default();
    run.folder = l->folder;
    run.allow_outside = !o->folder || o->allow_outside; /* the folder of a run is not one the user asked for */
    run.integrator = l->order.integrator, run.work = l->order.work;
    run.adams_reactions = o->adams_reactions, run.allow_plugins = o->allow_plugins, run.stable = o->stable;
    if (o->end > 0) run.end = o->end;
    if (o->steps > 0) run.steps = o->steps;
    run.simulated = add_simulated, run.stop = is_to_end, run.user = l;
    l->status = cd_run(l->order.model, &run, l->log);
    pthread_mutex_lock(&l->bell->lock);
    l->ended = true;
    pthread_cond_signal(&l->bell->rung);
    pthread_mutex_unlock(&l->bell->lock);
    return NULL;
}

/* Starts a run; false if no folder or thread can be had. */
static bool start(Lane *lane)
{
    lane->trial = (Trial){ 0 }, lane->ended = lane->limited = false;
    int failed = mkdir(lane->folder, 0777) != 0 ? errno : 0;
    if (!failed) {
        lane->log = cd_log_open();
        failed = pthread_create(&lane->thread, NULL, run, lane);
    }
    lane->running = !failed;
    if (!failed) return true;
    cd_log_close(lane->log);
    fprintf(stderr, "cardan: no run can be started: %s\n", strerror(failed));
    return false;
}

/* ---- what a run leaves ------------------------------------------------------------------------------------------- */

/* The first lines that name an error, or the first lines there are, without the text of the input they point into. */
static const char *first_messages(Arena *arena, const CdLog *log, bool *stiff)
{
    enum { MOST = 3 };
    char *at = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&at, &bytes);
    if (!out) cd_out_of_memory(0);
    cd_log_print_least(log, CD_WARNING, out);
    fclose(out);
    TextBuffer errors = { 0 }, others = { 0 };
    int n[2] = { 0, 0 };
    Text rest = { at, (int)bytes }, line;
    while (cd_next_line(&rest, &line)) {
        static const char own[] = "--integrator:1:1: "; /* of a statement that the user has not written */
        if (line.n >= (int)sizeof own - 1 && memcmp(line.at, own, sizeof own - 1) == 0)
            line = (Text){ line.at + sizeof own - 1, line.n - (int)sizeof own + 1 };
        TextBuffer text = { 0 };
        cd_buffer_text(&text, line);
        bool error = text.n && strstr(text.at, "error: "), said = error || (text.n && strstr(text.at, "warning: "));
        if (text.n && (strstr(text.at, "[STIFF_MODEL]") || strstr(text.at, "[TOO_STIFF]"))) *stiff = true;
        if (said && n[!error]++ < MOST)
            cd_buffer_print(error ? &errors : &others, "%s%.*s", n[!error] > 1 ? "\n" : "", TEXT_ARG(line));
        cd_buffer_close(&text);
    }
    const TextBuffer *best = errors.n ? &errors : &others;
    const char *first = cd_text_copy_utf8(arena, (Text){ best->n ? best->at : "", (int)best->n }).at;
    cd_buffer_close(&errors), cd_buffer_close(&others);
    free(at);
    return first;
}

static RunEnd end_of(const Lane *l)
{
    static const RunEnd end[] = { [CD_OK] = RUN_DONE,
                                  [CD_INPUT_ERROR] = RUN_INPUT,
                                  [CD_ANALYSIS_FAILED] = RUN_FAILED,
                                  [CD_HALTED] = RUN_DONE,
                                  [CD_STOPPED] = RUN_LIMIT };
    return end[l->status];
}

static const char *say(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *say(Arena *arena, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cd_text_copy(arena, cd_text(text)).at;
}

static void look_at(const Trials *t, Lane *lane)
{
    Trial *out = &lane->trial;
    char path[512];
    int records;
    CdLog *log = cd_log_open();
    ComparedRun *r = &out->run;
    r->end = end_of(lane);
    r->message = first_messages(t->arena, lane->log, &out->stiff);
    if (find_record(lane->folder, path, sizeof path, &records)) {
        bool useful = r->end == RUN_DONE || r->end == RUN_LIMIT;
        out->table = useful ? cd_course_read(path, log) : NULL;
        if (out->table) out->table->length = out->length;
        if (out->table && r->end == RUN_LIMIT) r->reached = out->table->time[out->table->rows - 1];
    }
    if (r->end == RUN_DONE && records > 1)
        r->end = RUN_INPUT,
        r->message = "error: the command file runs several models; give each a command file of its own";
    if (r->end == RUN_LIMIT)
        r->message = say(t->arena, "ended at the limit of %g s of processor time, at t = %.6g%s", t->limit, r->reached,
                         out->stiff ? ": the model is stiff for this method" : "");
    if (r->end == RUN_DONE && out->simulated && !out->table) {
        r->end = RUN_UNREADABLE;
        r->message = cd_log_count(log) ? say(t->arena, "%s", cd_log_message(log, 0).text) : "it has left no results";
    }
    if (r->end == RUN_DONE) r->message = "";
    cd_log_close(log);
}

double cli_drift(const Course *t)
{
    TextBuffer name = { 0 };
    double worst = 0, kinetic = 0, low = INFINITY, high = -INFINITY;
    cd_buffer_print(&name, "ENERGY.%s", cd_account_name[WORK_BALANCE]);
    int balance = cd_course_find(t, (Text){ name.at, (int)name.n });
    cd_buffer_close(&name);
    const double *at[3];
    static const char *const part[3] = { "ENERGY.KINETIC", "ENERGY.GRAVITY", "ENERGY.ELASTIC" };
    for (int k = 0; k < 3; k++) {
        int c = cd_course_find(t, cd_text(part[k]));
        if (c < 0 || balance < 0) return 0;
        at[k] = t->value + (size_t)c * (size_t)t->rows;
    }
    for (int i = 0; i < t->rows; i++) {
        worst = fmax(worst, fabs(t->value[(size_t)balance * (size_t)t->rows + (size_t)i]));
        kinetic = fmax(kinetic, at[0][i]);
        low = fmin(low, at[1][i] + at[2][i]), high = fmax(high, at[1][i] + at[2][i]);
    }
    double moves = fmax(kinetic, high - low);
    return moves > 0 ? worst / moves : worst;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

int cli_jobs(const Options *o)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return o->jobs > 0 ? o->jobs : processors > 0 ? (int)processors : 1;
}

/* Keeps as many runs going as there may be; how many these are, -1 if one cannot be started. */
static int fill(const Trials *t, Lane *lane, const char *base, int running, long *count)
{
    for (int i = 0; i < t->lanes && running < t->jobs; i++) {
        if (lane[i].running || lane[i].over) continue;
        lane[i].order = (Order){ 0 };
        if (!t->next(t->user, i, &lane[i].order)) {
            lane[i].over = true;
            continue;
        }
        snprintf(lane[i].folder, sizeof lane[i].folder, "%.250s/%ld", base, (*count)++);
        if (!start(&lane[i])) return -1;
        running++;
        if (t->progress) t->progress(t->user);
    }
    return running;
}

/* The lane whose run has ended; waits for one. */
static Lane *wait_for(const Trials *t, Lane *lane, Bell *bell)
{
    Lane *ended = NULL;
    pthread_mutex_lock(&bell->lock);
    for (;;) {
        for (int i = 0; i < t->lanes && !ended; i++)
            if (lane[i].running && lane[i].ended) ended = &lane[i];
        if (ended) break;
        pthread_cond_wait(&bell->rung, &bell->lock);
    }
    pthread_mutex_unlock(&bell->lock);
    pthread_join(ended->thread, NULL);
    ended->running = false;
    return ended;
}

static void finish(const Trials *t, Lane *lane, int number)
{
    look_at(t, lane);
    remove_folder(lane->folder);
    cd_log_close(lane->log);
    t->done(t->user, number, &lane->trial);
    if (t->progress) t->progress(t->user);
}

static bool go_through(const Trials *t, Lane *lane, Bell *bell, const char *base)
{
    long count = 0, finished = 0;
    int running = 0, started = 0;
    while (!cli_caught() && (started = fill(t, lane, base, running, &count)) > 0) {
        Lane *ended = wait_for(t, lane, bell);
        running = started - 1;
        if (cli_caught()) cd_log_close(ended->log);
        else finish(t, ended, (int)(ended - lane)), finished++;
    }
    for (int i = 0; i < t->lanes; i++)
        if (lane[i].running) pthread_join(lane[i].thread, NULL), cd_log_close(lane[i].log);
    if (cli_caught())
        fprintf(stderr, "%scardan: stopped by %s after %ld runs; nothing has been written\n",
                isatty(STDERR_FILENO) ? "\r\033[K" : "", cli_signal_name(cli_caught()), finished);
    return started == 0 && !cli_caught();
}

bool cli_trials(const Trials *t)
{
    const char *parent = getenv("TMPDIR");
    char base[256];
    if (!parent || strlen(parent) > 200) parent = "/tmp";
    snprintf(base, sizeof base, "%s/cardan-XXXXXX", parent);
    if (!mkdtemp(base)) {
        fprintf(stderr, "cardan: no folder for runs can be made in %s: %s\n", parent, strerror(errno));
        return false;
    }
    cli_catch_signals();
    Lane *lane = calloc((size_t)t->lanes + 1, sizeof *lane);
    Bell bell = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };
    for (int i = 0; lane && i < t->lanes; i++) lane[i].trials = t, lane[i].bell = &bell;
    bool good = lane && go_through(t, lane, &bell, base);
    free(lane);
    remove_folder(base);
    return good;
}
