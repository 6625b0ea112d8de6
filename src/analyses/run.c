/* run.c - commands carried out. */
#include "analyses/run.h"

#include "analyses/debug.h"
#include "analyses/dynamic.h"
#include "analyses/linear_run.h"
#include "analyses/resume.h"
#include "analyses/static.h"
#include "elements/activate.h"
#include "elements/simulate.h"
#include "expr/user.h"
#include "lang/lang.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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

/* Makes a folder with all that are above it; where it cannot, writing the files says why. */
static void make_folder(const char *path)
{
    TextBuffer part = { 0 };
    for (const char *p = path; *p; p++) {
        if (*p == '/' && part.n) mkdir(part.at, 0777);
        cd_buffer_char(&part, *p);
    }
    if (part.n) mkdir(part.at, 0777);
    cd_buffer_close(&part);
}

/* The prefix with the folder of the options in place of its own. */
static void place_prefix(const CdRunOptions *o, Text prefix, TextBuffer *out)
{
    int base = 0;
    for (int i = 0; i < prefix.n && o->folder; i++)
        if (prefix.at[i] == '/') base = i + 1;
    if (o->folder) cd_buffer_print(out, "%s/", o->folder);
    cd_buffer_text(out, (Text){ prefix.at + base, prefix.n - base });
}

/* Messages that have come since stand in the story before what follows. */
static void tell_messages(Run *r)
{
    if (r->story && cd_log_count(r->log) > r->told) {
        cd_log_print_from(r->log, r->told, CD_NOTE, r->story);
        fflush(r->story);
    }
    r->told = cd_log_count(r->log);
}

/* A line of the story: to .msg, and to whoever listens. */
static void say_line(void *run, const char *line)
{
    Run *r = run;
    tell_messages(r);
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
    if (options->folder) make_folder(options->folder);
    log->most = MOST_IN_STORY; /* .msg has the whole story; a terminal is spared the rest */
    TextBuffer placed = { 0 };
    place_prefix(options, prefix, &placed);
    r->prefix = cd_text_copy(&r->arena, (Text){ placed.at, (int)placed.n });
    cd_buffer_close(&placed);
    r->writer = ARENA_ARRAY(&r->arena, Writer, cd_writer_count);
    const char *path = cd_run_path(r, ".msg");
    r->story = fopen(path, "wb");
    if (!r->story) cd_log(log, ((CdPlace){ path, 0, 0, 0 }), NO_STORY, path, strerror(errno));
    else fprintf(r->story, "cardan %s\ntitle: %.*s\n", CD_VERSION, TEXT_ARG(model->title));
    r->record = cd_record_open(cd_run_path(r, ".cardan"), model, options->command, log);
    r->history = ARENA_NEW(&r->arena, StepHistory);
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
    tell_messages(r);
    if (r->story) fflush(r->story);
}

static CdStatus cannot_write(Run *r, const char *path)
{
    cd_log(r->log, ((CdPlace){ path, 0, 0, 0 }), CANNOT_WRITE, path, strerror(errno));
    return CD_ANALYSIS_FAILED;
}

static void close_files(Run *r)
{
    for (int i = 0; i < cd_writer_count; i++) {
        Writer *w = &r->writer[i];
        if (!w->kind) continue;
        long size = w->end + (w->kind->tail ? (long)strlen(w->kind->tail) : 0);
        if (cd_writer_close(w)) say(r, "file: %s, %ld bytes", w->path, size);
        else cannot_write(r, w->path);
    }
}

/* What the report shows is on disk, and whoever waits for it is told where. */
static void close_record(Run *r)
{
    if (!r->record) return;
    const char *path = cd_run_path(r, ".cardan");
    bool good = cd_record_close(r->record, r->status, r->system ? r->system->state.t : 0, r->log);
    r->record = NULL;
    if (!good) cannot_write(r, path);
    else if (r->options->recorded) r->options->recorded(r->options->user, path);
}

void cd_run_close(Run *r)
{
    if (!r) return;
    close_record(r); /* it does not name the files, whose folder has no part in the numbers */
    close_files(r);
    tell(r);
    if (r->story) fclose(r->story);
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
        memcpy(to->state.v + y->first, from->state.v + x->first, sizeof(double) * (size_t)y->freedoms);
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
    s->teller = &r->teller;
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
        if (!cd_writer_open(&r->writer[i], cd_writers[i], path, r->results)) return cannot_write(r, path);
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
    cd_record_step(r->record, r->results);
    r->outputs++;
    return CD_OK;
}

static CdStatus write_step(Run *r, const char *analysis)
{
    Phase back = cd_profile_enter(r->system->profile, PHASE_OUTPUT);
    CdStatus status = write_results(r, analysis);
    cd_profile_leave(r->system->profile, back);
    return status;
}

/* ---- analyses ---------------------------------------------------------------------------------------------------------------------- */

static int freedom(const Run *r)
{
    return r->system->m->nv - r->system->rank.rank;
}

static void tell_freedom(Run *r)
{
    int rows = 0, dof = freedom(r);
    for (int i = 0; i < r->system->c->rows; i++) rows += !r->system->c->row[i].initial;
    say(r, "equations: %d of constraints, %d independent; %d degree%s of freedom", rows, r->system->rank.rank, dof,
        dof == 1 ? "" : "s");
}

/* Where nothing is to move, accelerations are a start for the reactions only, and bodies without mass need none. */
static CdStatus accelerate(Run *r, bool statics)
{
    System *s = r->system;
    bool massless = false;
    for (int b = 0; b < s->m->bodies; b++) massless = massless || s->m->body[b].mass == 0;
    if (!statics || !massless) return cd_accelerations(s, r->log);
    CdLog *unheard = cd_log_open();
    CdStatus status = cd_accelerations(s, unheard);
    cd_log_close(unheard);
    if (status == CD_OK) return CD_OK;
    memset(s->state.vdot, 0, sizeof(double) * (size_t)s->m->nv);
    memset(s->state.lambda, 0, sizeof(double) * (size_t)s->c->rows);
    return CD_OK;
}

/* Rows that were independent when the last analysis began need not be any more, and others may have become so. */
static CdStatus rank_again(Run *r, bool statics)
{
    bool changed;
    CdStatus status = cd_rank_again(r->system, &changed, r->log);
    if (changed) tell_freedom(r);
    return changed && status == CD_OK ? accelerate(r, statics) : status;
}

static CdStatus assemble(Run *r, bool statics)
{
    if (!r->system) cd_run_make_system(r);
    if (r->assembled) return rank_again(r, statics);
    Phase back = cd_profile_enter(r->system->profile, PHASE_INITIAL);
    CdStatus status = cd_initial_positions(r->system, r->log);
    if (status == CD_OK) status = cd_initial_velocities(r->system, r->log);
    if (status == CD_OK) status = accelerate(r, statics);
    cd_profile_leave(r->system->profile, back);
    r->assembled = status == CD_OK;
    if (status == CD_OK) tell_freedom(r);
    if (status == CD_OK) cd_debug_tell(r->system);
    return status;
}

/* Output times of a SIMULATE: every DTOUT, or STEPS of them, from the present time to the end. */
typedef struct Times {
    double start, end, step;
    int n;
} Times;

static Times times_of(const Run *r, const Element *e)
{
    const Simulate *s = e->data;
    Times t = { .start = r->system ? r->system->state.t : 0 };
    t.end = GIVEN(e, Simulate, end) ? s->end : t.start + (GIVEN(e, Simulate, duration) ? s->duration : 0);
    double length = t.end - t.start;
    if (GIVEN(e, Simulate, dtout)) t.step = s->dtout, t.n = (int)ceil(length / s->dtout * (1 - 1e-12));
    else t.n = GIVEN(e, Simulate, steps) ? s->steps : 1, t.step = length / t.n;
    return t;
}

static void follow_results(void *results)
{
    cd_results_follow(results);
}

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Of the processor: other work on the machine does not count. */
static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Looking at the constraints is no part of the integration. */
static void look_at_constraints(void *run)
{
    Run *r = run;
    double from = cpu_seconds();
    cd_violation_look(r->system, &r->off);
    r->done.cpu -= cpu_seconds() - from;
}

/* Tells whoever waits how far a SIMULATE is; what is left is taken to go as fast as what is done. */
static void show_progress(const Run *r, const Times *t, double step, int order)
{
    double now = r->system->state.t, done = now - t->start;
    CdProgress p = { .t = now, .start = t->start, .end = t->end, .step = step, .order = order };
    if (done > 0) p.eta = (clock_seconds() - r->began) * (t->end - now) / done;
    if (r->options->progress) r->options->progress(r->options->user, &p);
}

/* From rest: velocities as the dataset has them if nothing has moved yet, as motions ask for them otherwise. */
static CdStatus set_off(Run *r)
{
    CdStatus status = cd_initial_velocities(r->system, r->log);
    r->still = false;
    return status == CD_OK ? cd_accelerations(r->system, r->log) : status;
}

/* Rows left out as redundant may be off by this share of the length of the model where the others hold to an error the user sets. */
static const double redundant_off = 1e-4;

/* What has been found of an equilibrium, and the methods AUTO takes, go to whoever looks on; those who hear every line get the notes
 * themselves. */
static void show_verdict(Run *r, int first)
{
    static const char *const shown[] = { "EQUILIBRIUM_FOUND", "EQUILIBRIUM_STABLE", "EQUILIBRIUM_LOOSE",
                                         "LEAVES_UNSTABLE",   "NOTHING_TO_BALANCE", "AUTO_METHOD" };
    for (int i = first; i < cd_log_count(r->log) && r->options->show && !r->options->tell; i++) {
        CdMessage m = cd_log_message(r->log, i);
        for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
            if (strcmp(m.code, shown[k]) == 0) {
                r->options->show(r->options->user, m.text, strlen(m.text));
                r->options->show(r->options->user, "\n", 1);
            }
    }
}

/* One equilibrium at the present time, or a sequence of them. */
static CdStatus statics(Run *r, const Times *t, int dof)
{
    int messages = cd_log_count(r->log);
    if (dof == 0) cd_log(r->log, ((CdPlace){ 0 }), NOTHING_TO_BALANCE, "");
    r->still = true;
    bool followed = false;
    CdStatus status = cd_equilibrium(r->system, &followed, r->log);
    if (status == CD_OK) status = cd_watch_redundant(r->system, redundant_off, r->log);
    if (status == CD_OK) status = cd_run_judge_equilibrium(r, r->options->stable ? GO_ON : followed ? GO_DOWN : STAY);
    show_verdict(r, messages);
    messages = cd_log_count(r->log);
    if (status == CD_OK) status = write_step(r, "static");
    bool sequence = t->end > t->start, grows = sequence && status == CD_OK && cd_run_is_unstable(r);
    if (sequence && status == CD_OK) cd_run_tell_watched(r);
    Sequence *q = cd_sequence_open(r->system);
    for (int i = 1; i <= t->n && sequence && status == CD_OK; i++) {
        status = cd_sequence_to(q, i == t->n ? t->end : t->start + i * t->step, r->log);
        if (status == CD_OK) status = cd_watch_redundant(r->system, redundant_off, r->log);
        bool grew = grows;
        grows = status == CD_OK && cd_run_is_unstable(r);
        if (grows && r->options->stable) {
            status = cd_run_judge_equilibrium(r, GO_ON);
            cd_sequence_start_anew(q);
            grows = status == CD_OK && cd_run_is_unstable(r);
        }
        if (grows && !grew && i < t->n) cd_log(r->log, ((CdPlace){ 0 }), SEQUENCE_UNSTABLE, r->system->state.t);
        if (status == CD_OK) status = write_step(r, "quasiStatic");
        show_progress(r, t, t->step, 0);
    }
    cd_sequence_close(q);
    if (status == CD_OK && sequence) status = cd_run_judge_equilibrium(r, STAY);
    show_verdict(r, messages);
    return status;
}

/* Whether something follows by integration only although nothing is free to move: states of elements, rows of velocities. */
static bool needs_integration(System *s)
{
    for (int i = 0; i < s->used; i++)
        if (s->c->row[s->use[i]].velocity_level) return true;
    return cd_equations(s)->rated > 0;
}

/* What moves the model on: one of them is there. */
typedef struct Motor {
    Dynamic *dynamic;
    Kinematic *kinematic;
} Motor;

static CdStatus advance(Run *r, const Motor *m, double t)
{
    double from = cpu_seconds();
    CdStatus status = m->dynamic ? cd_dynamic_to(m->dynamic, t, r->log) : cd_kinematic_to(m->kinematic, t, r->log);
    r->done.cpu += cpu_seconds() - from;
    return status;
}

/* What an integration took. */
static void keep_cost(Run *r, const Dynamic *d)
{
    const Stats *s = cd_dynamic_stats(d);
    CdSimulated *c = &r->done;
    c->method = cd_dynamic_method(d);
    c->steps = s->steps, c->iterations = s->iterations, c->residuals = s->residuals;
    c->matrices = s->matrices, c->factors = s->factors;
    c->too_inaccurate = s->too_inaccurate, c->not_converged = s->not_converged;
    c->not_finite = s->not_finite, c->singular = s->singular;
    c->kinks = s->located, c->events = s->sensed;
    c->shortest = s->shortest, c->longest = s->longest;
    c->position = r->off.position, c->velocity = r->off.velocity, c->acceleration = r->off.acceleration;
}

static bool take_event(const Motor *m, SensorActions *asked)
{
    *asked = (SensorActions){ 0 };
    return m->dynamic ? cd_dynamic_event(m->dynamic, asked) : cd_kinematic_event(m->kinematic, asked);
}

/* From output to output, and to the events of sensors between them. */
static CdStatus go_through(Run *r, const Motor *m, const Times whole, const char *analysis)
{
    Times t = whole;
    for (int i = 1; i <= t.n;) {
        SensorActions asked;
        double time = i == t.n ? t.end : t.start + i * t.step;
        CdStatus status = advance(r, m, time);
        if (status == CD_OK && m->dynamic) status = cd_watch_redundant(r->system, redundant_off, r->log);
        if (status != CD_OK) return status;
        bool event = take_event(m, &asked), there = r->system->state.t >= time;
        bool written = r->outputs && r->results->t == r->system->state.t;
        if (!written && (there || asked.print || asked.end || asked.halt)) status = write_step(r, analysis);
        if (status != CD_OK) return status;
        show_progress(r, &whole, m->dynamic ? cd_dynamic_step(m->dynamic) : t.step,
                      m->dynamic ? cd_dynamic_order(m->dynamic) : 0);
        if (asked.halt) return CD_HALTED;
        if (asked.end) return CD_OK;
        if (there) i++;
        if (event && asked.dt > 0) {
            t.start = r->system->state.t, t.step = asked.dt;
            t.n = (int)ceil((t.end - t.start) / t.step * (1 - 1e-12));
            i = 1;
        }
    }
    return CD_OK;
}

static CdStatus simulate(Run *r, const Element *command)
{
    const Simulate *s = command->data;
    Times t = times_of(r, command);
    char label[CD_LABEL_ROOM];
    if (!cd_run_routines(r) || cd_model_unsupported(r->model, r->log)) return CD_INPUT_ERROR;
    if (t.end < t.start) {
        cd_log(r->log, command->place, ENDS_BEFORE, cd_label(command, label), t.end, t.start);
        return CD_INPUT_ERROR;
    }
    bool first = !r->assembled;
    CdStatus status = assemble(r, s->type == SIMULATE_STATICS);
    if (status != CD_OK) return status;
    if (s->type == SIMULATE_INITIAL_CONDITIONS) return write_step(r, "initialConditions");
    int dof = freedom(r);
    r->done.start = t.start, r->done.end = t.end, r->done.length = r->system->length;
    r->done.analysis = s->type == SIMULATE_STATICS ? "static" : "kinematic";
    if (s->type == SIMULATE_KINEMATICS && dof > 0) {
        cd_log(r->log, command->place, HAS_FREEDOM, dof, dof == 1 ? "" : "s");
        return CD_ANALYSIS_FAILED;
    }
    if (s->type == SIMULATE_STATICS) return statics(r, &t, dof);
    if (r->still && (status = set_off(r)) != CD_OK) return status;
    bool moves = dof > 0 || (s->type != SIMULATE_KINEMATICS && needs_integration(r->system));
    const char *analysis = r->done.analysis = moves ? "dynamic" : "kinematic";
    double from = cpu_seconds();
    int messages = cd_log_count(r->log);
    Motor m = { .dynamic = moves ? cd_dynamic_open(r->system, t.step, r->log) : NULL,
                .kinematic = moves ? NULL : cd_kinematic_open(r->system, r->log) };
    if (moves && !m.dynamic) return CD_INPUT_ERROR;
    r->done.cpu += cpu_seconds() - from;
    if (moves) cd_dynamic_tell_settings(m.dynamic, &r->teller);
    if (moves && r->options->simulated) cd_dynamic_look(m.dynamic, look_at_constraints, r);
    if (moves) cd_dynamic_follow(m.dynamic, follow_results, r->results);
    if (moves) cd_dynamic_keep_history(m.dynamic, r->history);
    else cd_kinematic_follow(m.kinematic, follow_results, r->results);
    if (first) status = write_step(r, analysis);
    if (status == CD_OK) status = go_through(r, &m, t, analysis);
    show_verdict(r, messages);
    if (moves) cd_dynamic_tell(m.dynamic, &r->teller);
    if (moves) cd_record_history(r->record, r->history, cd_equations(r->system));
    if (moves) keep_cost(r, m.dynamic);
    r->steps = (int)(moves ? cd_dynamic_stats(m.dynamic)->steps : cd_kinematic_steps(m.kinematic));
    cd_dynamic_close(m.dynamic);
    cd_kinematic_close(m.kinematic);
    return status;
}

/* What a SIMULATE gives depends on the state it starts from only, not on what was factored before: a run that goes on from a saved
 * state has the same bits as one that went through. */
static CdStatus simulate_afresh(Run *r, const Element *command)
{
    if (r->system) cd_system_forget_factors(r->system);
    r->began = clock_seconds();
    r->done = (CdSimulated){ 0 }, r->off = (Violation){ 0 };
    CdStatus status = simulate(r, command);
    r->done.status = status, r->done.reached = r->system ? r->system->state.t : 0;
    if (r->options->simulated) r->options->simulated(r->options->user, &r->done);
    if (r->options->profile) cd_profile_tell(&r->profile, &r->teller);
    if (!r->system || !r->system->repivoted.n) return status;
    int n = r->system->repivoted.n;
    cd_log(r->log, command->place, NEW_PIVOTS, n, n == 1 ? "" : "s", r->system->repivoted.first,
           r->system->repivoted.last);
    r->system->repivoted.n = 0;
    return status;
}

static CdStatus linear(Run *r, const Element *command)
{
    if (cd_model_unsupported(r->model, r->log)) return CD_INPUT_ERROR;
    CdStatus status = assemble(r, false);
    return status == CD_OK ? cd_run_linear(r, command) : status;
}

static CdStatus carry_out(Run *r, const Element *command)
{
    const ElementKind *k = command->kind;
    if (k == cd_kinds[KIND_simulate]) return simulate_afresh(r, command);
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

/* A command, or a statement that is given anew between commands. */
static void tell_command(Run *r, const Element *command)
{
    TextBuffer text = { 0 };
    cd_statement_write(&text, NULL, command, true);
    say(r, "command: %.*s", (int)text.n - 1, text.at);
    cd_buffer_close(&text);
    tell(r);
}

void cd_run_begin_command(Run *r, const Element *command)
{
    tell_command(r, command);
    r->steps = r->outputs = 0;
}

void cd_run_end_command(Run *r, CdStatus status)
{
    tell(r);
    if (status != CD_OK) r->status = status;
    static const char *const end[] = { [CD_OK] = "done",
                                       [CD_INPUT_ERROR] = "error in the input",
                                       [CD_ANALYSIS_FAILED] = "failed",
                                       [CD_HALTED] = "halted" };
    double t = r->system ? r->system->state.t : 0;
    if (r->outputs) say(r, "t = %.9g: %s; %d steps, %d outputs", t, end[status], r->steps, r->outputs);
    else say(r, "t = %.9g: %s", t, end[status]);
}

CdStatus cd_run_command(Run *r, const Element *command)
{
    cd_run_begin_command(r, command);
    CdStatus status = carry_out(r, command);
    cd_run_end_command(r, status);
    return status;
}

/* ---- whole files ----------------------------------------------------------------------------------------------------------------- */

typedef struct Stage {
    const CdRunOptions *options;
    CdLog *log;
    Run *run;
    CdModel *own; /* in place of the present model, with the integrator of the options; NULL: there is none */
    bool opened;  /* there has been a run */
} Stage;

/* The present model goes when the run has let go of it. */
static void take_own(Stage *s, CdModel *own)
{
    cd_model_close(s->own);
    s->own = own;
}

static CdStatus stage_model(void *user, const CdModel *model, Text prefix)
{
    Stage *s = user;
    CdModel *own = s->options->integrator ? cd_overrule_integrator(model, s->options->integrator, s->log) : NULL;
    if (s->options->integrator && !own) return CD_INPUT_ERROR;
    if (own) model = own;
    if (s->run) cd_run_change(s->run, model);
    else s->run = cd_run_open(model, prefix, s->options, s->log);
    take_own(s, own);
    s->opened = true;
    return CD_OK;
}

static CdStatus stage_command(void *user, const Element *command)
{
    return cd_run_command(((Stage *)user)->run, command);
}

static void stage_restated(void *user, const Element *statement)
{
    tell_command(((Stage *)user)->run, statement);
}

static CdStatus stage_reload(void *user, const Element *command, CdModel **next)
{
    Stage *s = user;
    CdStatus status = cd_run_resume(&s->run, command, s->options, s->log, next);
    s->opened |= s->run != NULL;
    return status == CD_OK && *next && s->options->integrator ? stage_model(user, *next, s->run->prefix) : status;
}

static void stage_forget(void *user)
{
    Stage *s = user;
    cd_run_close(s->run);
    s->run = NULL;
    take_own(s, NULL);
}

static bool ends_with(const char *path, const char *extension)
{
    size_t n = strlen(path), m = strlen(extension);
    return n >= m && cd_text_equal_nocase((Text){ path + n - m, (int)m }, extension);
}

/* A dataset by itself: one SIMULATE/TRANSIENT to the end and with the steps of the options. */
static CdStatus run_dataset(const char *path, Stage *s)
{
    CdModel *model = cd_model_read(path, s->log);
    if (!model) return CD_INPUT_ERROR;
    Simulate what = { .type = SIMULATE_TRANSIENT, .end = s->options->end, .steps = s->options->steps, .level = -1 };
    Element command = { .kind = cd_kinds[KIND_simulate], .data = &what, .given = ~UINT64_C(0) };
    for (int k = 0; command.kind->fields[k].type != FIELD_END; k++) {
        int at = command.kind->fields[k].offset;
        bool given = at == FIELD_AT(Simulate, end) || at == FIELD_AT(Simulate, steps) || at == FIELD_AT(Simulate, type);
        if (!given) command.given &= ~(UINT64_C(1) << k);
    }
    int n = (int)strlen(path);
    if (ends_with(path, ".adm")) n -= 4;
    CdStatus status = stage_model(s, model, (Text){ path, n });
    if (status == CD_OK) status = stage_command(s, &command);
    stage_forget(s);
    cd_model_close(model);
    return status;
}

static CdStatus run_script(const char *path, Stage *s)
{
    CdScript *script = cd_script_read(path, s->log);
    if (!script) return CD_INPUT_ERROR;
    ScriptActor actor = { s, stage_model, stage_command, stage_restated, stage_reload, stage_forget };
    CdStatus status = cd_script_play(script, &actor, s->log);
    cd_script_close(script);
    return status;
}

/* No model could be made: the record has the texts and what is wrong with them, for whoever waits for one. */
static void record_mistakes(const char *path, const Stage *s)
{
    if (s->opened || !s->options->recorded || !s->log->source.n) return; /* there is nothing of that name */
    TextBuffer placed = { 0 };
    int n = (int)strlen(path);
    if (ends_with(path, ".adm") || ends_with(path, ".acf")) n -= 4;
    if (s->options->folder) make_folder(s->options->folder);
    place_prefix(s->options, (Text){ path, n }, &placed);
    cd_buffer_text(&placed, cd_text(".cardan"));
    Record *record = cd_record_open(placed.at, NULL, s->options->command, s->log);
    if (record && cd_record_close(record, CD_INPUT_ERROR, 0, s->log)) s->options->recorded(s->options->user, placed.at);
    cd_buffer_close(&placed);
}

CdStatus cd_run(const char *path, const CdRunOptions *options, CdLog *log)
{
    Stage s = { .options = options, .log = log };
    CdStatus status = ends_with(path, ".acf") ? run_script(path, &s) : run_dataset(path, &s);
    record_mistakes(path, &s);
    return status;
}
