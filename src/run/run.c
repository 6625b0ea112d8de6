/* run.c - commands carried out, and the files that a simulation fills. */
#include "run/run.h"

#include "base/file.h"
#include "base/tiny.h"
#include "elements/activate.h"
#include "lang/lang.h"
#include "run/linear_run.h"
#include "run/resume.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

CdRunOptions cd_run_default(void)
{
    return (CdRunOptions){ .end = 1, .steps = 100 };
}

const char *cd_run_path(Run *r, const char *extension)
{
    TextBuffer path = { 0 };
    cd_buffer_text(&path, r->prefix);
    cd_buffer_text(&path, cd_text(extension));
    const char *copy = cd_text_copy(&r->arena, (Text){ path.at, (int)path.n }).at;
    cd_buffer_close(&path);
    return copy;
}

enum { MOST_IN_STORY = 100000 };

void cd_run_make_folder(const char *path)
{
    TextBuffer part = { 0 };
    for (const char *p = path; *p; p++) {
        if (*p == '/' && part.n) mkdir(part.at, 0777);
        cd_buffer_char(&part, *p);
    }
    if (part.n) mkdir(part.at, 0777);
    cd_buffer_close(&part);
}

void cd_run_place(const CdRunOptions *o, Text prefix, TextBuffer *out)
{
    int base = 0;
    for (int i = 0; i < prefix.n && o->folder; i++)
        if (prefix.at[i] == '/') base = i + 1;
    if (o->folder) cd_buffer_print(out, "%s/", o->folder);
    cd_buffer_text(out, (Text){ prefix.at + base, prefix.n - base });
}

/* Messages stand in the story when they arise. */
static void tell_messages(void *run)
{
    Run *r = run;
    if (!r->story) return;
    cd_log_print_new(r->sim.log, &r->told, CD_NOTE, r->story);
    fflush(r->story);
}

/* A line of the story: to .msg, and to whoever listens. */
static void say_line(void *run, const char *line)
{
    Run *r = run;
    if (r->story) cd_log_print_repeats(r->sim.log, &r->told, CD_NOTE, r->story);
    if (r->story) fprintf(r->story, "%s\n", line);
    cd_record_line(r->record, line);
    if (r->options->tell) r->options->tell(r->options->user, line);
}

#define say(r, ...) cd_tell(&(r)->sim.reporter, __VA_ARGS__)

void cd_run_show(Run *r, Text lines)
{
    if (r->story) fprintf(r->story, "%.*s", TEXT_ARG(lines));
    if (r->options->show) r->options->show(r->options->user, lines.at, (size_t)lines.n);
}

/* The story up to now is on disk after every command. */
static void tell(Run *r)
{
    if (!r->story) return;
    cd_log_print_repeats(r->sim.log, &r->told, CD_NOTE, r->story);
    fflush(r->story);
}

const char *cd_run_inside(const Run *r)
{
    return r->options->allow_outside ? NULL : r->options->folder;
}

void cd_run_wrote(const Run *r, const char *path)
{
    if (r->options->written) r->options->written(r->options->user, path);
}

static CdStatus cannot_write(Run *r, const char *path)
{
    cd_log(r->sim.log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, cd_file_error(errno));
    return CD_ANALYSIS_FAILED;
}

static void close_files(Run *r)
{
    for (int i = 0; i < cd_writer_count; i++) {
        Writer *w = &r->writer[i];
        if (!w->kind) continue;
        long size = w->end + (w->kind->tail ? (long)strlen(w->kind->tail) : 0);
        if (!cd_writer_close(w)) {
            cannot_write(r, w->path);
            continue;
        }
        say(r, "file: %s, %ld bytes", w->path, size);
        cd_run_wrote(r, w->path);
    }
}

/* What the report shows is on disk, and whoever waits for it is told where. */
static void close_record(Run *r)
{
    if (!r->record) return;
    const char *path = cd_run_path(r, ".cardan");
    bool good = cd_record_close(r->record, r->status, r->sim.system ? r->sim.system->state.t : 0, r->sim.log);
    r->record = NULL;
    if (good) cd_run_wrote(r, path);
    else cannot_write(r, path);
    if (good && r->options->recorded) r->options->recorded(r->options->user, path);
}

void cd_run_close(Run *r)
{
    if (!r) return;
    close_record(r); /* it does not name the files, whose folder has no part in the numbers */
    close_files(r);
    tell(r);
    if (r->sim.log->run.user == r) r->sim.log->run = (LogListener){ 0 };
    if (r->story && fclose(r->story) == 0) cd_run_wrote(r, cd_run_path(r, ".msg"));
    cd_simulation_end(&r->sim);
    cd_arena_close(&r->arena);
    free(r);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static CdStatus switch_elements(Run *r, const Element *command)
{
    const Switch *w = command->data;
    bool on = command->kind == cd_kinds[KIND_activate];
    int kind = cd_find_kind(cd_word_at(cd_switch_words, w->type), false, NULL);
    cd_simulation_switch(&r->sim, kind, &w->id, &w->range, on);
    return CD_OK;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Files that were asked for and are not written, or not as asked. */
static void tell_unwritten(Run *r)
{
    const Element *output = cd_model_setting(r->sim.model, KIND_output),
                  *results = cd_model_setting(r->sim.model, KIND_results);
    if (cd_model_flag(r->sim.model, KIND_output, "GRSAVE"))
        cd_log(r->sim.log, output->place, NO_GRAPHICS_FILE, "GRSAVE");
    if (cd_model_flag(r->sim.model, KIND_results, "FORMATTED") && !cd_model_flag(r->sim.model, KIND_results, "XRF"))
        cd_log(r->sim.log, results->place, RESULTS_AS_XML, "FORMATTED");
}

static CdStatus open_files(Run *r)
{
    if (r->written) return CD_OK;
    r->written = true;
    tell_unwritten(r);
    for (int i = 0; i < cd_writer_count; i++) {
        if (!cd_writers[i]->wanted(r->sim.model)) continue;
        const char *path = cd_run_path(r, cd_writers[i]->extension);
        if (!cd_writer_open(&r->writer[i], cd_writers[i], path, cd_run_inside(r), r->sim.results))
            return cannot_write(r, path);
    }
    return CD_OK;
}

/* An output step of the simulation goes to everything that writes. */
static CdStatus write_step(void *run)
{
    Run *r = run;
    if (open_files(r) != CD_OK) return CD_ANALYSIS_FAILED;
    for (int i = 0; i < cd_writer_count; i++) {
        Writer *w = &r->writer[i];
        if (w->kind && !cd_writer_step(w, r->sim.results)) return cannot_write(r, w->path);
    }
    cd_record_step(r->record, r->sim.results, r->simulations);
    return CD_OK;
}

static void show_progress(void *run, const CdProgress *now)
{
    const CdRunOptions *o = ((Run *)run)->options;
    if (o->progress) o->progress(o->user, now);
}

/* What has been found of an equilibrium, and the methods AUTO takes, go to whoever looks on; those who hear every line
 * get the notes themselves. */
static void show_verdict(void *run, int first)
{
    static const char *const shown[] = { "EQUILIBRIUM_FOUND", "EQUILIBRIUM_STABLE", "EQUILIBRIUM_LOOSE",
                                         "LEAVES_UNSTABLE",   "NOTHING_TO_BALANCE", "AUTO_METHOD" };
    const Run *r = run;
    for (int i = first; i < cd_log_count(r->sim.log) && r->options->show && !r->options->tell; i++) {
        CdMessage m = cd_log_message(r->sim.log, i);
        for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
            if (strcmp(m.code, shown[k]) == 0) {
                r->options->show(r->options->user, m.text, strlen(m.text));
                r->options->show(r->options->user, "\n", 1);
            }
    }
}

Run *cd_run_open(const CdModel *model, Text prefix, const CdRunOptions *options, CdLog *log)
{
    Run *r = cd_take(sizeof *r);
    r->options = options;
    cd_simulation_begin(&r->sim, model, log);
    r->sim.options = (SimulationOptions){ options->allow_plugins, options->stable, options->adams_reactions };
    r->sim.listener = (SimulationListener){ .output = write_step,
                                            .progress = show_progress,
                                            .verdict = show_verdict,
                                            .linear = cd_run_linear,
                                            .violations = options->simulated,
                                            .user = r };
    r->sim.reporter = (Reporter){ say_line, r };
    r->sim.stop = (Stop){ options->stop, options->user };
    r->sim.account = options->work ? &r->account : NULL, r->sim.profile = options->profile ? &r->profile : NULL;
    if (options->folder) cd_run_make_folder(options->folder);
    log->most = MOST_IN_STORY; /* .msg has the whole story; a terminal is spared the rest */
    TextBuffer placed = { 0 };
    cd_run_place(options, prefix, &placed);
    r->prefix = cd_text_copy(&r->arena, (Text){ placed.at, (int)placed.n });
    cd_buffer_close(&placed);
    r->writer = ARENA_ARRAY(&r->arena, Writer, cd_writer_count);
    const char *path = cd_run_path(r, ".msg");
    r->story = cd_file_create_stream(path, cd_run_inside(r));
    if (!r->story) cd_log(log, ((CdPlace){ path, 0, 0, 0 }), NO_STORY, path, cd_file_error(errno));
    else fprintf(r->story, "cardan %s\ntitle: %.*s\n", CD_VERSION, TEXT_ARG(model->title));
    r->record = cd_record_open(cd_run_path(r, ".cardan"), cd_run_inside(r), cd_simulation_mechanism(&r->sim),
                               options->command, log);
    r->sim.history = ARENA_NEW(&r->arena, StepHistory);
    log->run = (LogListener){ tell_messages, r };
    tell_messages(r);
    return r;
}

/* A SIMULATE, and what is known when it is over. */
static CdStatus simulate(Run *r, const SimulationOrder *order)
{
    r->simulations++;
    CdStatus status = cd_simulation_carry_out(&r->sim, order);
    if (r->sim.done.method) cd_record_history(r->record, r->sim.history, cd_equations(r->sim.system));
    if (r->options->simulated) r->options->simulated(r->options->user, &r->sim.done);
    if (r->options->profile) cd_profile_tell(&r->profile, &r->sim.reporter);
    return status;
}

static CdStatus simulate_command(Run *r, const Element *e)
{
    const Simulate *s = e->data;
    char label[CD_LABEL_ROOM];
    double now = r->sim.system ? r->sim.system->state.t : 0;
    SimulationOrder order = { .type = (SimulateType)s->type, .place = e->place, .label = cd_label(e, label) };
    order.end = GIVEN(e, Simulate, end) ? s->end : now + (GIVEN(e, Simulate, duration) ? s->duration : 0);
    order.dtout = GIVEN(e, Simulate, dtout) ? s->dtout : 0;
    order.steps = GIVEN(e, Simulate, steps) ? s->steps : 1;
    return simulate(r, &order);
}

static CdStatus linear(Run *r, const Element *command)
{
    double now = r->sim.system ? r->sim.system->state.t : 0;
    char label[CD_LABEL_ROOM];
    SimulationOrder order = { SIMULATE_LINEAR, now, 0, 1, command->place, cd_label(command, label) };
    r->command = command;
    return cd_simulation_carry_out(&r->sim, &order);
}

static CdStatus refuse_command(Run *r, const Element *command)
{
    char label[CD_LABEL_ROOM];
    cd_log(r->sim.log, command->place, NO_COMMAND, cd_label(command, label));
    return CD_INPUT_ERROR;
}

/* Who carries out a command; those that are not here ask for information only. */
static const struct {
    KindIndex kind;
    CdStatus (*carry_out)(Run *r, const Element *command);
} commands[] = {
    { KIND_simulate, simulate_command },
    { KIND_activate, switch_elements },
    { KIND_deactivate, switch_elements },
    { KIND_save, cd_run_save },
    { KIND_linear, linear },
    { KIND_control, refuse_command },
};

static CdStatus carry_out(Run *r, const Element *command)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (command->kind == cd_kinds[commands[i].kind]) return commands[i].carry_out(r, command);
    return CD_OK;
}

void cd_run_tell_command(Run *r, const Element *command)
{
    TextBuffer text = { 0 };
    cd_statement_write(&text, NULL, command, true);
    say(r, "command: %.*s", (int)text.n - 1, text.at);
    cd_buffer_close(&text);
    tell(r);
}

void cd_run_begin_command(Run *r, const Element *command)
{
    cd_run_tell_command(r, command);
    r->sim.steps = r->sim.outputs = 0;
}

void cd_run_end_command(Run *r, CdStatus status)
{
    tell(r);
    if (status != CD_OK) r->status = status;
    static const char *const end[] = { [CD_OK] = "done",
                                       [CD_INPUT_ERROR] = "error in the input",
                                       [CD_ANALYSIS_FAILED] = "failed",
                                       [CD_HALTED] = "halted",
                                       [CD_STOPPED] = "stopped by the user" };
    double t = r->sim.system ? r->sim.system->state.t : 0;
    if (r->sim.outputs) say(r, "t = %.9g: %s; %ld steps, %d outputs", t, end[status], r->sim.steps, r->sim.outputs);
    else say(r, "t = %.9g: %s", t, end[status]);
}

static CdStatus end_command(Run *r, CdStatus status)
{
    if (status == CD_STOPPED)
        cd_log(r->sim.log, ((CdPlace){ 0 }), STOPPED_BY_USER, r->sim.system ? r->sim.system->state.t : 0, "");
    cd_run_end_command(r, status);
    return status;
}

CdStatus cd_run_command(Run *r, const Element *command)
{
    cd_run_begin_command(r, command);
    unsigned was = cd_tiny_to_zero();
    CdStatus status = cd_stop_asked(&r->sim.stop) ? CD_STOPPED : carry_out(r, command);
    cd_tiny_as_before(was);
    return end_command(r, status);
}

CdStatus cd_run_transient(Run *r, double end, int steps)
{
    char number[CD_NUMBER_ROOM];
    SimulationOrder order = { .type = SIMULATE_TRANSIENT, .end = end, .steps = steps, .label = "SIMULATE" };
    say(r, "command: SIMULATE/TRANSIENT, END = %s, STEPS = %d", cd_number_write(number, end), steps);
    tell(r);
    r->sim.steps = r->sim.outputs = 0;
    unsigned was = cd_tiny_to_zero();
    CdStatus status = cd_stop_asked(&r->sim.stop) ? CD_STOPPED : simulate(r, &order);
    cd_tiny_as_before(was);
    return end_command(r, status);
}
