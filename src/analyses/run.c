/* run.c - commands carried out. */
#include "analyses/run.h"

#include "analyses/linear_run.h"
#include "analyses/resume.h"
#include "analyses/simulate_run.h"
#include "base/file.h"
#include "base/tiny.h"
#include "elements/activate.h"
#include "expr/user.h"
#include "lang/lang.h"

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
    cd_log_print_new(r->log, &r->told, CD_NOTE, r->story);
    fflush(r->story);
}

/* A line of the story: to .msg, and to whoever listens. */
static void say_line(void *run, const char *line)
{
    Run *r = run;
    if (r->story) cd_log_print_repeats(r->log, &r->told, CD_NOTE, r->story);
    if (r->story) fprintf(r->story, "%s\n", line);
    cd_record_line(r->record, line);
    if (r->options->tell) r->options->tell(r->options->user, line);
}

#define say(r, ...) cd_tell(&(r)->teller, __VA_ARGS__)

Run *cd_run_open(const CdModel *model, Text prefix, const CdRunOptions *options, CdLog *log)
{
    Run *r = cd_take(sizeof *r);
    r->model = model, r->options = options, r->log = log;
    r->teller = (Teller){ say_line, r };
    r->stop = (Stop){ options->stop, options->user };
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
    r->record = cd_record_open(cd_run_path(r, ".cardan"), cd_run_inside(r), model, options->command, log);
    r->history = ARENA_NEW(&r->arena, StepHistory);
    log->run = (LogListener){ tell_messages, r };
    tell_messages(r);
    return r;
}

void cd_run_show(Run *r, Text lines)
{
    if (r->story) fprintf(r->story, "%.*s", TEXT_ARG(lines));
    if (r->options->show) r->options->show(r->options->user, lines.at, (size_t)lines.n);
}

/* The story up to now is on disk after every command. */
static void tell(Run *r)
{
    if (!r->story) return;
    cd_log_print_repeats(r->log, &r->told, CD_NOTE, r->story);
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
    cd_log(r->log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, cd_file_error(errno));
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
    bool good = cd_record_close(r->record, r->status, r->system ? r->system->state.t : 0, r->log);
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
    if (r->log->run.user == r) r->log->run = (LogListener){ 0 };
    if (r->story && fclose(r->story) == 0) cd_run_wrote(r, cd_run_path(r, ".msg"));
    cd_results_close(r->results);
    cd_system_close(r->system);
    cd_arena_close(&r->arena);
    free(r);
}

/* ---- systems ------------------------------------------------------------------------------------------------------------------- */

/* Takes positions, velocities and time over from another system; bodies stand by kind and id in both. How many there are. */
static int inherit(System *to, const System *from)
{
    int n = 0;
    to->state.t = from->state.t;
    for (int a = 0, b = 0; a < from->m->bodies && b < to->m->bodies;) {
        const MovingBody *x = &from->m->body[a], *y = &to->m->body[b];
        int id_a = cd_body_name(from->m, a)->id, id_b = cd_body_name(to->m, b)->id;
        if (x->kind != y->kind || id_a != id_b) {
            if (x->kind < y->kind || (x->kind == y->kind && id_a < id_b)) a++;
            else b++;
            continue;
        }
        /* the part frame is what stays: the body frame may have moved in it */
        Mat3 A = q4_to_m3(from->state.p[a]), part = m3_mult(A, x->frame.A);
        Vec3 origin = v3_sub(from->state.r[a], m3_apply(part, x->frame.r));
        to->state.r[b] = v3_add(origin, m3_apply(part, y->frame.r));
        to->state.p[b] = q4_from_m3(m3_mul(part, y->frame.A));
        cd_put_translation(y, cd_translation(x, from->state.v + x->first), to->state.v + y->first);
        cd_put_rotation(y, cd_rotation(x, from->state.v + x->first), to->state.v + y->first);
        a++, b++, n++;
    }
    return n;
}

int cd_system_go_on(System *to, const System *from)
{
    int n = inherit(to, from);
    to->continues = true;
    for (int i = 0; i < to->c->drives; i++) to->c->drive[i].disp_given = to->c->drive[i].vel_given = false;
    cd_constraints_start(to->c, &to->state);
    if (from->equations) cd_equations_continue(cd_equations(to), from->equations);
    return n;
}

/* No system has been made of the model so far: its programs may still come. */
bool cd_run_routines(Run *r)
{
    return !r->options->allow_plugins || cd_user_open((CdModel *)r->model, r->log);
}

System *cd_run_open_system(Run *r)
{
    cd_run_routines(r);
    System *s = cd_system_open(r->model, &r->active);
    s->teller = &r->teller, s->stop = &r->stop;
    if (r->options->profile) s->profile = &r->profile;
    if (r->options->work) s->account = &r->account;
    return s;
}

void cd_run_make_system(Run *r)
{
    System *old = r->system;
    r->system = cd_run_open_system(r);
    if (old && (r->assembled || old->continues)) cd_system_go_on(r->system, old);
    r->system->unmoved = old && r->still && (!old->continues || old->unmoved);
    Results *results = cd_results_open(r->system);
    if (r->results) cd_results_continue(results, r->results);
    cd_results_close(r->results);
    cd_system_close(old);
    r->results = results;
    r->assembled = false;
}

CdStatus cd_run_change(Run *r, const CdModel *model)
{
    r->model = model;
    if (r->system) cd_run_make_system(r);
    return CD_OK;
}

static CdStatus switch_elements(Run *r, const Element *command)
{
    const Switch *w = command->data;
    bool on = command->kind == cd_kinds[KIND_activate];
    int kind = cd_find_kind(cd_word_at(cd_switch_words, w->type), false, NULL);
    const Table *t = &r->model->table[kind];
    if (!r->active.on[kind]) {
        r->active.on[kind] = ARENA_ARRAY(&r->arena, bool, t->n);
        memset(r->active.on[kind], 1, sizeof(bool) * (size_t)t->n);
    }
    for (int i = 0; i < t->n; i++) {
        bool named = w->range.n == 2 && t->at[i].id >= w->range.at[0] && t->at[i].id <= w->range.at[1];
        for (int k = 0; k < w->id.n; k++) named |= w->id.at[k] == t->at[i].id;
        if (named) r->active.on[kind][i] = on;
    }
    if (r->system) cd_run_make_system(r);
    return CD_OK;
}

/* ---- files ------------------------------------------------------------------------------------------------------------------------ */

/* Files that were asked for and are not written, or not as asked. */
static void tell_unwritten(Run *r)
{
    const Element *output = cd_model_setting(r->model, KIND_output),
                  *results = cd_model_setting(r->model, KIND_results);
    if (cd_model_flag(r->model, KIND_output, "GRSAVE")) cd_log(r->log, output->place, NO_GRAPHICS_FILE, "GRSAVE");
    if (cd_model_flag(r->model, KIND_results, "FORMATTED") && !cd_model_flag(r->model, KIND_results, "XRF"))
        cd_log(r->log, results->place, RESULTS_AS_XML, "FORMATTED");
}

static CdStatus open_files(Run *r)
{
    if (r->written) return CD_OK;
    r->written = true;
    tell_unwritten(r);
    for (int i = 0; i < cd_writer_count; i++) {
        if (!cd_writers[i]->wanted(r->model)) continue;
        const char *path = cd_run_path(r, cd_writers[i]->extension);
        if (!cd_writer_open(&r->writer[i], cd_writers[i], path, cd_run_inside(r), r->results))
            return cannot_write(r, path);
    }
    return CD_OK;
}

static CdStatus write_results(Run *r, const char *analysis)
{
    cd_spread_reactions(r->system, r->options->adams_reactions ? REACTIONS_DROPPED_ZERO : REACTIONS_LEAST_NORM);
    cd_results_eval(r->results, analysis, r->log);
    if (open_files(r) != CD_OK) return CD_ANALYSIS_FAILED;
    for (int i = 0; i < cd_writer_count; i++) {
        Writer *w = &r->writer[i];
        if (w->kind && !cd_writer_step(w, r->results)) return cannot_write(r, w->path);
    }
    cd_record_step(r->record, r->results, r->simulations);
    r->outputs++;
    return CD_OK;
}

CdStatus cd_run_write_step(Run *r, const char *analysis)
{
    Phase back = cd_profile_enter(r->system->profile, PHASE_OUTPUT);
    CdStatus status = write_results(r, analysis);
    cd_profile_leave(r->system->profile, back);
    return status;
}

static CdStatus linear(Run *r, const Element *command)
{
    if (cd_model_unsupported(r->model, r->log)) return CD_INPUT_ERROR;
    CdStatus status = cd_run_assemble(r, false);
    if (status != CD_OK) return status;
    Equations *usual = cd_equations_take_plants(r->system);
    cd_equations_tell_missing(r->system->equations, r->log);
    status = cd_run_linear(r, command);
    cd_equations_give_back(r->system, usual);
    return status;
}

static CdStatus carry_out(Run *r, const Element *command)
{
    const ElementKind *k = command->kind;
    if (k == cd_kinds[KIND_simulate]) return cd_run_simulate(r, command);
    if (k == cd_kinds[KIND_activate] || k == cd_kinds[KIND_deactivate]) return switch_elements(r, command);
    if (k == cd_kinds[KIND_save]) return cd_run_save(r, command);
    if (k == cd_kinds[KIND_linear]) return linear(r, command);
    if (k == cd_kinds[KIND_control]) {
        char label[CD_LABEL_ROOM];
        cd_log(r->log, command->place, NO_COMMAND, cd_label(command, label));
        return CD_INPUT_ERROR;
    }
    return CD_OK; /* information only */
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
    r->steps = r->outputs = 0;
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
    double t = r->system ? r->system->state.t : 0;
    if (r->outputs) say(r, "t = %.9g: %s; %d steps, %d outputs", t, end[status], r->steps, r->outputs);
    else say(r, "t = %.9g: %s", t, end[status]);
}

CdStatus cd_run_command(Run *r, const Element *command)
{
    cd_run_begin_command(r, command);
    unsigned was = cd_tiny_to_zero();
    CdStatus status = cd_stop_asked(&r->stop) ? CD_STOPPED : carry_out(r, command);
    cd_tiny_as_before(was);
    if (status == CD_STOPPED) cd_log(r->log, ((CdPlace){ 0 }), STOPPED_BY_USER, r->system ? r->system->state.t : 0, "");
    cd_run_end_command(r, status);
    return status;
}
