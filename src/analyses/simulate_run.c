/* simulate_run.c - SIMULATE: the model is assembled, then goes from output to output. */
#include "analyses/simulate_run.h"

#include "analyses/debug.h"
#include "analyses/dynamic.h"
#include "analyses/linear_run.h"
#include "analyses/massless.h"
#include "analyses/static.h"
#include "elements/simulate.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int freedom(const Run *r)
{
    return r->system->m->nv - r->system->rank.rank;
}

static void tell_freedom(Run *r)
{
    int rows = 0, dof = freedom(r);
    for (int i = 0; i < r->system->c->rows; i++) rows += !r->system->c->row[i].initial;
    cd_tell(&r->teller, "equations: %d of constraints, %d independent; %d degree%s of freedom", rows,
            r->system->rank.rank, dof, dof == 1 ? "" : "s");
}

/* Where nothing is to move, accelerations are a start for the reactions only, and bodies without mass need none. */
static CdStatus accelerate(Run *r, bool statics)
{
    System *s = r->system;
    if (!statics || !cd_massless_any(s)) return cd_accelerations(s, r->log);
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

CdStatus cd_run_assemble(Run *r, bool statics)
{
    if (!r->system) cd_run_make_system(r);
    if (r->assembled) return rank_again(r, statics);
    Phase back = cd_profile_enter(r->system->profile, PHASE_INITIAL);
    CdStatus status = cd_initial_positions(r->system, r->log);
    if (status == CD_OK) status = cd_initial_velocities(r->system, r->log);
    if (status == CD_OK && cd_equations_prepare(cd_equations(r->system), NULL))
        cd_equations_wind_angles(cd_equations(r->system));
    if (status == CD_OK) status = accelerate(r, statics);
    if (status == CD_OK && cd_stop_asked(&r->stop)) status = CD_STOPPED;
    cd_profile_leave(r->system->profile, back);
    r->assembled = status == CD_OK;
    if (status == CD_OK) cd_results_follow(r->results);
    if (status == CD_OK) tell_freedom(r);
    if (status == CD_OK) cd_debug_tell(r->system);
    return status;
}

/* Output times of a SIMULATE: every DTOUT, or STEPS of them, from the present time to the end. */
typedef struct Times {
    double start, end, step;
    int n;
} Times;

/* How far apart two times may be that are meant to be one, as after ten times a tenth of a second. */
static double same_time(double a, double b)
{
    return 1e-13 * fmax(fabs(a), fabs(b));
}

/* Whether there are times so many and so far apart. */
static bool can_be_told_apart(const Times *t, double outputs)
{
    const double most = 1e9, digits = 16 * DBL_EPSILON;
    return !(t->end > t->start) || (outputs <= most && t->step > digits * fmax(fabs(t->start), fabs(t->end)));
}

/* Outputs every `step` from the start on. */
static bool set_outputs(Times *t, double step)
{
    double n = ceil((t->end - t->start) / step * (1 - 1e-12));
    t->step = step;
    if (!can_be_told_apart(t, n)) return false;
    t->n = n > 0 ? (int)n : 0;
    return true;
}

/* The times of a SIMULATE; false: there are no such times. */
static bool times_of(const Run *r, const Element *e, Times *t)
{
    const Simulate *s = e->data;
    *t = (Times){ .start = r->system ? r->system->state.t : 0 };
    t->end = GIVEN(e, Simulate, end) ? s->end : t->start + (GIVEN(e, Simulate, duration) ? s->duration : 0);
    if (fabs(t->end - t->start) <= same_time(t->start, t->end)) t->end = t->start;
    if (GIVEN(e, Simulate, dtout)) return set_outputs(t, s->dtout);
    t->n = GIVEN(e, Simulate, steps) ? s->steps : 1, t->step = (t->end - t->start) / t->n;
    return can_be_told_apart(t, t->n);
}

static CdStatus refuse_outputs(const Run *r, const Element *command, const Times *t)
{
    char label[CD_LABEL_ROOM];
    cd_log(r->log, command->place, OUTPUTS_TOO_CLOSE, cd_label(command, label), t->step, t->start, t->end);
    return CD_INPUT_ERROR;
}

static void follow_results(void *results)
{
    cd_results_follow(results);
}

/* Looking at the constraints is no part of the integration. */
static void look_at_constraints(void *run)
{
    Run *r = run;
    double from = cd_cpu_seconds();
    cd_violation_look(r->system, &r->off);
    r->done.cpu -= cd_cpu_seconds() - from;
}

/* Tells whoever waits how far a SIMULATE is; what is left is taken to go as fast as what is done. */
static void show_progress(const Run *r, const Times *t, double step, int order)
{
    double now = r->system->state.t, done = now - t->start;
    CdProgress p = { .t = now, .start = t->start, .end = t->end, .step = step, .order = order };
    if (done > 0) p.eta = (cd_clock_seconds() - r->began) * (t->end - now) / done;
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
    if (status == CD_OK && cd_stop_asked(&r->stop)) status = CD_STOPPED;
    if (status == CD_OK) status = cd_run_judge_equilibrium(r, r->options->stable ? GO_ON : followed ? GO_DOWN : STAY);
    show_verdict(r, messages);
    messages = cd_log_count(r->log);
    if (status == CD_OK) status = cd_run_write_step(r, "static");
    bool sequence = t->end > t->start, grows = sequence && status == CD_OK && cd_run_is_unstable(r);
    bool judged = false;
    if (sequence && status == CD_OK) cd_run_tell_watched(r);
    Sequence *q = cd_sequence_open(r->system);
    for (int i = 1; i <= t->n && sequence && status == CD_OK; i++) {
        status = cd_sequence_to(q, i == t->n ? t->end : t->start + i * t->step, r->log);
        if (status == CD_OK) status = cd_watch_redundant(r->system, redundant_off, r->log);
        bool grew = grows;
        grows = status == CD_OK && cd_run_is_unstable(r);
        judged = grows && r->options->stable;
        if (judged) {
            status = cd_run_judge_equilibrium(r, GO_ON);
            cd_sequence_start_anew(q);
            grows = status == CD_OK && cd_run_is_unstable(r);
        }
        if (grows && !grew && i < t->n) cd_log(r->log, ((CdPlace){ 0 }), SEQUENCE_UNSTABLE, r->system->state.t);
        if (status == CD_OK) status = cd_run_write_step(r, "quasiStatic");
        show_progress(r, t, t->step, 0);
        if (status == CD_OK && cd_stop_asked(&r->stop)) status = CD_STOPPED;
    }
    cd_sequence_close(q);
    if (status == CD_OK && sequence && !judged) status = cd_run_judge_equilibrium(r, STAY);
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
    double from = cd_cpu_seconds();
    CdStatus status = m->dynamic ? cd_dynamic_to(m->dynamic, t, r->log) : cd_kinematic_to(m->kinematic, t, r->log);
    r->done.cpu += cd_cpu_seconds() - from;
    return status;
}

/* What an integration took. */
static void keep_cost(Run *r, const Dynamic *d)
{
    const Stats *s = cd_dynamic_stats(d);
    CdSimulated *c = &r->done;
    c->method = cd_text_copy(&r->arena, cd_text(cd_dynamic_method(d))).at;
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
static CdStatus go_through(Run *r, const Element *command, const Motor *m, const Times whole, const char *analysis)
{
    Times t = whole;
    for (int i = 1; i <= t.n;) {
        SensorActions asked;
        double time = i == t.n ? t.end : t.start + i * t.step;
        CdStatus status = advance(r, m, time);
        if (status == CD_OK && m->dynamic) status = cd_watch_redundant(r->system, redundant_off, r->log);
        if (status != CD_OK) return status;
        bool event = take_event(m, &asked), there = r->system->state.t >= time - same_time(time, time);
        bool written = r->outputs && r->results->t == r->system->state.t;
        if (!written && (there || asked.print || asked.end || asked.halt)) status = cd_run_write_step(r, analysis);
        if (status != CD_OK) return status;
        show_progress(r, &whole, m->dynamic ? cd_dynamic_step(m->dynamic) : t.step,
                      m->dynamic ? cd_dynamic_order(m->dynamic) : 0);
        if (asked.halt) return CD_HALTED;
        if (asked.end) return CD_OK;
        if (there) i++;
        if (i <= t.n && cd_stop_asked(&r->stop)) return CD_STOPPED;
        if (event && asked.dt > 0) {
            t.start = r->system->state.t, i = 1;
            if (!set_outputs(&t, asked.dt)) return refuse_outputs(r, command, &t);
        }
    }
    return CD_OK;
}

static CdStatus simulate(Run *r, const Element *command)
{
    const Simulate *s = command->data;
    Times t;
    bool outputs = times_of(r, command, &t);
    char label[CD_LABEL_ROOM];
    if (!cd_run_routines(r) || cd_model_unsupported(r->model, r->log)) return CD_INPUT_ERROR;
    if (t.end < t.start) {
        cd_log(r->log, command->place, ENDS_BEFORE, cd_label(command, label), t.end, t.start);
        return CD_INPUT_ERROR;
    }
    if (!outputs) return refuse_outputs(r, command, &t);
    bool first = !r->assembled;
    CdStatus status = cd_run_assemble(r, s->type == SIMULATE_STATICS);
    if (status != CD_OK) return status;
    if (s->type == SIMULATE_INITIAL_CONDITIONS) return cd_run_write_step(r, "initialConditions");
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
    int messages = cd_log_count(r->log);
    if (moves) cd_warn_singular_start(r->system, r->log);
    double from = cd_cpu_seconds();
    Motor m = { .dynamic = moves ? cd_dynamic_open(r->system, t.step, t.end, r->log) : NULL,
                .kinematic = moves ? NULL : cd_kinematic_open(r->system, r->log) };
    if (moves && !m.dynamic) return CD_INPUT_ERROR;
    r->done.cpu += cd_cpu_seconds() - from;
    if (moves) cd_dynamic_tell_settings(m.dynamic, &r->teller);
    if (moves && r->options->simulated) cd_dynamic_look(m.dynamic, look_at_constraints, r);
    if (moves) cd_dynamic_follow(m.dynamic, follow_results, r->results);
    if (moves) cd_dynamic_keep_history(m.dynamic, r->history);
    else cd_kinematic_follow(m.kinematic, follow_results, r->results);
    if (first) status = cd_run_write_step(r, analysis);
    if (status == CD_OK) status = go_through(r, command, &m, t, analysis);
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
CdStatus cd_run_simulate(Run *r, const Element *command)
{
    if (r->system) cd_system_forget_factors(r->system);
    r->began = cd_clock_seconds();
    r->simulations++;
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
