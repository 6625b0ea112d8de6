/* trial.c - processes, their limits, and their result files. A run is `cardan run MODEL --integrator ... --statistics ...` in a folder of its
 * own, which is gone when it has been read. */
#include "cli/trial.h"

#include "cli/interrupt.h"
#include "system/account.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- folders --------------------------------------------------------------------------------------------------------------------------- */

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

/* ---- processes ------------------------------------------------------------------------------------------------------------------------- */

typedef struct Lane {
    pid_t pid; /* 0: idle */
    bool over; /* nothing more to do */
    char folder[280];
} Lane;

static void add_number(char room[2][32], const char **words, int *n, const char *name, double x, int k)
{
    if (!(x > 0)) return;
    snprintf(room[k], 32, "%.17g", x);
    words[(*n)++] = name, words[(*n)++] = room[k];
}

/* Starts a run; false if no process can be had. The limit is one of processor time, which other work on the machine does not touch. */
static bool start(const Trials *t, Lane *lane, const Order *order)
{
    const Options *o = t->options;
    char statistics[320], messages[320], number[2][32];
    const char *words[24];
    int n = 0;
    snprintf(statistics, sizeof statistics, "%s/statistics.csv", lane->folder);
    snprintf(messages, sizeof messages, "%s/messages.txt", lane->folder);
    words[n++] = "cardan", words[n++] = "run", words[n++] = "-q";
    words[n++] = "--integrator", words[n++] = order->integrator;
    words[n++] = "--statistics", words[n++] = statistics, words[n++] = "--out", words[n++] = lane->folder;
    add_number(number, words, &n, "--end", o->end, 0);
    add_number(number, words, &n, "--steps", o->steps, 1);
    if (!o->folder || o->allow_outside)
        words[n++] = "--allow-outside"; /* the folder of a run is not one the user asked for */
    if (order->work) words[n++] = "--work";
    if (o->adams_reactions) words[n++] = "--adams-reactions";
    if (o->allow_plugins) words[n++] = "--allow-plugins";
    if (o->stable) words[n++] = "--stable";
    words[n++] = "--", words[n++] = order->model, words[n] = NULL;

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int failed = mkdir(lane->folder, 0777) != 0
                     ? errno
                     : posix_spawn(&lane->pid, "/proc/self/exe", &files, NULL, (char **)words, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed) {
        lane->pid = 0;
        fprintf(stderr, "cardan: no run can be started: %s\n", strerror(failed));
        return false;
    }
    rlim_t seconds = (rlim_t)ceil(t->limit);
    prlimit(lane->pid, RLIMIT_CPU, &(struct rlimit){ seconds, seconds + 2 }, NULL);
    return true;
}

/* ---- what a run leaves ------------------------------------------------------------------------------------------------------------------ */

/* Sums and largest values of all SIMULATEs; the columns are those of cardan run --statistics. */
static void read_statistics(const char *path, Trial *out)
{
    enum { WORDS = 3, NUMBERS = 21 };
    Arena scratch = { 0 };
    size_t bytes = 0;
    char *at = cd_file_read(&scratch, path, &bytes);
    Text rest = { at ? at : "", (int)bytes }, line;
    ComparedRun *r = &out->run;
    for (bool head = true; cd_next_line(&rest, &line); head = false) {
        double x[NUMBERS] = { 0 };
        if (head) continue;
        out->simulated = true;
        const char *p = line.at, *end = line.at + line.n;
        bool dynamic = line.n >= 7 && memcmp(p, "dynamic", 7) == 0;
        for (int k = 0; k < WORDS && p < end; k++) {
            const char *word = p;
            while (p < end && *p != ',') p++;
            if (k == 1 && p > word) snprintf(out->method, sizeof out->method, "%.*s", (int)(p - word), word);
            p++;
        }
        for (int k = 0; k < NUMBERS && p < end; k++) {
            cd_number_read(p, end, &x[k]);
            while (p < end && *p != ',') p++;
            p++;
        }
        if (!out->integrated) r->start = x[0];
        out->integrated |= dynamic && x[1] > x[0];
        r->reached = x[2], out->length = fmax(out->length, x[3]);
        long *count[] = { &r->steps,          &r->iterations,    &r->residuals,  &r->matrices, &r->factors,
                          &r->too_inaccurate, &r->not_converged, &r->not_finite, &r->singular, &r->kinks };
        for (size_t k = 0; k < sizeof count / sizeof count[0]; k++) *count[k] += (long)x[4 + k];
        r->position = fmax(r->position, x[17]), r->velocity = fmax(r->velocity, x[18]);
        r->acceleration = fmax(r->acceleration, x[19]);
        if (dynamic) r->cpu += x[20];
    }
    cd_arena_close(&scratch);
}

/* The first lines that name an error, or the first lines there are, without the text of the input they point into. */
static const char *first_messages(Arena *arena, const char *path, bool *stiff)
{
    enum { MOST = 3 };
    Arena scratch = { 0 };
    size_t bytes = 0;
    char *at = cd_file_read(&scratch, path, &bytes);
    TextBuffer errors = { 0 }, others = { 0 };
    int n[2] = { 0, 0 };
    Text rest = { at ? at : "", (int)bytes }, line;
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
    const char *out = cd_text_copy_utf8(arena, (Text){ best->n ? best->at : "", (int)best->n }).at;
    cd_buffer_close(&errors), cd_buffer_close(&others);
    cd_arena_close(&scratch);
    return out;
}

static RunEnd end_of(int status)
{
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? RUN_LIMIT : RUN_CRASHED;
    static const RunEnd end[] = {
        [DONE] = RUN_DONE, [INPUT_ERROR] = RUN_INPUT, [ANALYSIS_FAILED] = RUN_FAILED, [HALTED] = RUN_DONE
    };
    int code = WEXITSTATUS(status);
    return code <= HALTED ? end[code] : RUN_CRASHED;
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

static Trial look_at(const Trials *t, const Lane *lane, int status)
{
    Trial out = { 0 };
    char path[512];
    int records;
    CdLog *log = cd_log_open();
    ComparedRun *r = &out.run;
    r->end = end_of(status);
    snprintf(path, sizeof path, "%s/statistics.csv", lane->folder);
    read_statistics(path, &out);
    snprintf(path, sizeof path, "%s/messages.txt", lane->folder);
    r->message = first_messages(t->arena, path, &out.stiff);
    if (find_record(lane->folder, path, sizeof path, &records)) {
        bool useful = r->end == RUN_DONE || r->end == RUN_LIMIT;
        out.table = useful ? cd_course_read(path, log) : NULL;
        if (out.table) out.table->length = out.length;
        if (out.table && r->end == RUN_LIMIT) r->reached = out.table->time[out.table->rows - 1];
    }
    if (r->end == RUN_DONE && records > 1)
        r->end = RUN_INPUT,
        r->message = "error: the command file runs several models; give each a command file of its own";
    if (r->end == RUN_LIMIT)
        r->message = say(t->arena, "ended at the limit of %g s of processor time, at t = %.6g%s", t->limit, r->reached,
                         out.stiff ? ": the model is stiff for this method" : "");
    if (r->end == RUN_CRASHED)
        r->message = WIFSIGNALED(status) ? say(t->arena, "ended by signal %d", WTERMSIG(status))
                     : WEXITSTATUS(status) == OUT_OF_MEMORY
                         ? "out of memory"
                         : say(t->arena, "ended with exit code %d", WEXITSTATUS(status));
    if (r->end == RUN_DONE && out.simulated && !out.table) {
        r->end = RUN_CRASHED;
        r->message = cd_log_count(log) ? say(t->arena, "%s", cd_log_message(log, 0).text) : "it has left no results";
    }
    if (r->end == RUN_DONE) r->message = "";
    cd_log_close(log);
    return out;
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

/* ---- all of them ------------------------------------------------------------------------------------------------------------------------- */

int cli_jobs(const Options *o)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return o->jobs > 0 ? o->jobs : processors > 0 ? (int)processors : 1;
}

/* Keeps as many processes going as there may be; how many these are, -1 if one cannot be started. */
static int fill(const Trials *t, Lane *lane, const char *base, int running, long *count)
{
    for (int i = 0; i < t->lanes && running < t->jobs; i++) {
        Order order = { 0 };
        if (lane[i].pid || lane[i].over) continue;
        if (!t->next(t->user, i, &order)) {
            lane[i].over = true;
            continue;
        }
        snprintf(lane[i].folder, sizeof lane[i].folder, "%.250s/%ld", base, (*count)++);
        if (!start(t, &lane[i], &order)) return -1;
        running++;
        if (t->progress) t->progress(t->user);
    }
    return running;
}

static void finish(const Trials *t, Lane *lane, pid_t pid, int status)
{
    for (int i = 0; i < t->lanes; i++) {
        if (lane[i].pid != pid) continue;
        Trial trial = look_at(t, &lane[i], status);
        lane[i].pid = 0;
        remove_folder(lane[i].folder);
        t->done(t->user, i, &trial);
        if (t->progress) t->progress(t->user);
    }
}

static bool go_through(const Trials *t, Lane *lane, const char *base)
{
    long count = 0, finished = 0;
    int running = 0;
    while (!cli_caught() && (running = fill(t, lane, base, running, &count)) > 0) {
        int status;
        pid_t pid = waitpid(-1, &status, 0);
        if (pid <= 0) continue; /* a signal has come */
        running--, finished++;
        finish(t, lane, pid, status);
    }
    for (int i = 0; i < t->lanes; i++)
        if (lane[i].pid) kill(lane[i].pid, SIGKILL), waitpid(lane[i].pid, NULL, 0);
    if (cli_caught())
        fprintf(stderr, "%scardan: stopped by %s after %ld runs; nothing has been written\n",
                isatty(STDERR_FILENO) ? "\r\033[K" : "", cli_signal_name(cli_caught()), finished);
    return running == 0 && !cli_caught();
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
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    cli_catch_signals();
    Lane *lane = calloc((size_t)t->lanes + 1, sizeof *lane);
    bool good = lane && go_through(t, lane, base);
    free(lane);
    remove_folder(base);
    return good;
}
