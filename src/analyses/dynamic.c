/* dynamic.c - the driver of integrations (theory 9.1 to 9.4): bounds of the step, outputs, failures. */
#include "analyses/dynamic.h"

#include "analyses/auto.h"
#include "analyses/diagnosis.h"
#include "analyses/extrapolation.h"
#include "analyses/passing.h"
#include "analyses/rechoose.h"
#include "analyses/stated.h"
#include "analyses/statistics.h"
#include "integrators/trace.h"
#include "system/account.h"
#include "system/fastest.h"
#include "system/project.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Dynamic {
    Arena arena;
    System *s;
    Equations *e;
    Settings set;
    Stats stats;
    const IntegratorKind *kind;
    Method *method;
    bool automatic; /* AUTO: the method may change, to that of `set`, where it begins anew */
    bool other;     /* it is to change there */
    Auto chooser;
    TextBuffer names; /* of AUTO and the methods that have been at work */
    double t;         /* reached by the method; beyond the state while outputs are interpolated */
    double end;       /* where the run ends: no step goes beyond */
    double h;         /* to try next */
    double last;      /* size of the last step */
    int failures;
    long unstable;   /* steps that were bound by stability */
    double usual;    /* size of steps lately, but for short ones in front of events and behind them */
    long ask;        /* steps after which what a method takes for stiffness is looked into, again */
    double stuck;    /* time that an attempt last ended at without converging */
    double leapt;    /* time from which a step beyond where constraints lose hold was last thought of, ... */
    int leaps;       /* ... how often, ... */
    int beyonds;     /* ... and how often one half its length further was tried */
    double rechose;  /* time at which other rows were last put in place of those that came to depend on each other */
    double looked;   /* s, as in crossing.h, when others were last looked for */
    double held;     /* how well rows held at most, at the beginning and at outputs: a share of Hold */
    double infinite; /* size of an attempt, since the last good one, in which an expression had no value; 0: none */
    Events events;
    Extrapolation *extrapolation; /* NULL: no splines */
    Sensing *sensors;             /* NULL: none */
    SensorActions asked;          /* by sensors, at the time reached */
    bool event;                   /* the caller has not been told yet */
    bool again;                   /* behind a kink or an event the method begins anew */
    double over;                  /* from the end of the step to behind the kink that it ended on */
    bool fresh;                   /* the method has begun at t and made no step since */
    int kink;                     /* that kink; -1: none */
    Snapshot reached;             /* kept where there is an event or a new beginning */
    Snapshot own;                 /* the state before what an output does to it */
    StepHistory *history;         /* NULL: nobody wants it */
    int worst;                    /* unknown with the largest error in the last attempt; -1: not known */
    long failed;                  /* attempts, up to the last accepted step */
    void (*follow)(void *user);
    void *user;
    void (*look)(void *user); /* NULL: nobody looks */
    void *looks;
    double turned;  /* at most, since the last call */
    double fastest; /* angular velocity */
    bool counts;    /* some angle counts turns: a step must not make it lose count */
};

static void find_fastest(Dynamic *d)
{
    d->fastest = 0;
    for (int b = 0; b < d->s->m->bodies; b++) d->fastest = fmax(d->fastest, v3_norm(d->s->body[b].w));
}

/* What sensors at the end of an accepted step ask of the integration. */
static void heed_sensors(Dynamic *d, CdLog *log)
{
    if (!cd_sensing_accept(d->sensors, &d->asked, log)) return;
    d->event = true;
    d->again |= d->asked.restart || d->asked.refactor || cd_sensing_disturbs(d->sensors);
    if (d->asked.dump && d->s->teller) cd_tell_state(d->e, d->s->teller);
    if (d->asked.refactor) cd_equations_forget_factors(d->e);
}

/* A method is at work, for the first time or again. */
static void note_method(Dynamic *d)
{
    if (!d->automatic) return;
    if (!d->names.n) cd_buffer_print(&d->names, "AUTO");
    if (!strstr(d->names.at, d->kind->name)) cd_buffer_print(&d->names, " %s", d->kind->name);
}

Dynamic *cd_dynamic_open(System *s, double output, double end, CdLog *log)
{
    Settings set = cd_settings(s->model, output);
    if (!cd_stated_bounds(s, &set, log)) return NULL;
    Auto chooser = { 0 };
    bool automatic = set.method == METHOD_AUTO;
    /* AUTO looks at the present state, and one that was read from a file has not been prepared */
    cd_equations(s)->world.x.system[SYSTEM_MODE] = MODE_DYNAMICS;
    cd_equations_prepare(cd_equations(s), log);
    cd_stated_choose(cd_equations(s), &set, log);
    if (automatic) set = cd_auto_begin(&chooser, cd_equations(s), output, end, log);
    const IntegratorKind *kind = cd_integrator_of(&set);
    if (!kind) {
        cd_stated_refuse(cd_model_setting(s->model, KIND_integrator), log);
        return NULL;
    }
    if (!automatic) cd_stated_compare(s, &set, kind, log);
    Dynamic *d = cd_take(sizeof *d);
    d->s = s, d->e = cd_equations(s), d->set = set, d->kind = kind;
    d->automatic = automatic, d->chooser = chooser;
    note_method(d);
    d->stats.limited = ARENA_ARRAY(&d->arena, long, cd_equations_unknowns(d->e));
    d->stats.trace = cd_trace_open(&d->arena, d->e, &d->stats);
    d->method = kind->open(d->e, &d->set, &d->stats);
    d->t = s->state.t, d->end = end, d->h = set.hinit, d->kink = -1, d->stuck = d->leapt = d->rechose = -INFINITY;
    cd_equations_wind(d->e);
    cd_account_open(s->account, d->e);
    d->counts = s->model->windings > 0 || s->c->windings > 0 || d->e->loads.turns > 0;
    d->held = fmax(0, cd_masses_hold_here(s).share);
    find_fastest(d);
    d->events = cd_events_open(&d->arena, d->e, d->set.kinks);
    cd_events_eval(&d->events, d->events.last);
    d->extrapolation = cd_extrapolation_open(&d->arena, d->e);
    d->reached = cd_snapshot_new(&d->arena, d->e), d->own = cd_snapshot_new(&d->arena, d->e);
    cd_snapshot_take(d->e, &d->reached);
    d->sensors = cd_sensing_open(&d->arena, d->e, log);
    if (d->sensors) cd_sensing_solve(d->sensors, &d->arena);
    if (d->sensors) heed_sensors(d, log);
    kind->begin(d->method);
    return d;
}

void cd_dynamic_close(Dynamic *d)
{
    if (!d) return;
    d->kind->close(d->method);
    cd_buffer_close(&d->names);
    cd_arena_close(&d->arena);
    free(d);
}

void cd_dynamic_follow(Dynamic *d, void (*follow)(void *user), void *user)
{
    d->follow = follow, d->user = user;
}

void cd_dynamic_look(Dynamic *d, void (*look)(void *user), void *user)
{
    d->look = look, d->looks = user;
}

void cd_dynamic_keep_history(Dynamic *d, StepHistory *history)
{
    d->history = history;
    cd_steps_begin(history, d->automatic ? "AUTO" : d->kind->name);
}

const Stats *cd_dynamic_stats(const Dynamic *d)
{
    return &d->stats;
}

void cd_dynamic_tell_settings(const Dynamic *d, const Teller *teller)
{
    cd_stated_tell(&d->set, d->kind, teller);
}

void cd_dynamic_tell(const Dynamic *d, const Teller *teller)
{
    cd_statistics_tell(&d->stats, d->e, teller);
    if (d->extrapolation) cd_extrapolation_tell(d->extrapolation, teller);
}

double cd_dynamic_step(const Dynamic *d)
{
    return d->last;
}

const char *cd_dynamic_method(const Dynamic *d)
{
    return d->automatic ? d->names.at : d->kind->name;
}

int cd_dynamic_order(const Dynamic *d)
{
    return d->kind->order(d->method);
}

/* How closely a kink is located (9.29). */
static double nearness(const Dynamic *d)
{
    return 1e-9 * d->set.hmax + 4e-16 * fabs(d->t);
}

/* How long a step may be: HMAX, and in a ramp that is known beforehand a tenth of it if velocities are not tested, as in index 3: what they miss of a short strong push stays
 * with them, and a place is hardly off while it lasts. */
static double longest_step(const Dynamic *d)
{
    const double steps_per_ramp = 10;
    if (!d->kind->implicit || d->set.formulation != FORM_I3) return d->set.hmax;
    double piece = cd_events_piece(&d->events, d->t + nearness(d));
    return fmin(d->set.hmax, fmax(piece / steps_per_ramp, d->set.hmin));
}

/* The step to try: within bounds, and a whole number of them to the next output, or to the end where outputs are interpolated, as they are
 * where constraints lose hold, which no step should end on. */
static double bounded(const Dynamic *d, double stop)
{
    double h = fmin(d->h, longest_step(d)), left = stop - d->t;
    const Crossing *c = &d->stats.crossing;
    if (d->counts) h = fmin(h, 1.5 / (d->fastest + 1e-300));
    if (d->set.interpolate && d->kind->turn > 0) h = fmin(h, d->kind->turn / (d->fastest + 1e-300));
    double most = fmin(d->set.hmax, d->end - d->t);
    if (cd_crossing_is_near(c, d->t, h)) return cd_crossing_bound(c, d->t, h, d->failures > 0, most);
    if (d->set.interpolate && left > 2 * h) return h;
    return left / ceil(left / h * (1 - 1e-9));
}

static void count_step(Dynamic *d)
{
    Stats *s = &d->stats;
    int order = d->kind->order(d->method);
    s->shortest = s->length > 0 ? fmin(s->shortest, d->last) : d->last;
    s->longest = fmax(s->longest, d->last);
    s->length += d->last;
    s->sensed += d->event;
    s->of_order[order < HIGHEST_ORDER ? order : HIGHEST_ORDER]++;
}

/* The unknown with the largest error is named where that error, not HMAX, keeps the next step from growing. */
static void keep_step(Dynamic *d)
{
    if (!d->history) return;
    const Stats *s = &d->stats;
    long failed = s->too_inaccurate + s->not_converged + s->not_finite + s->singular;
    bool bound = d->h < 1.5 * d->last && d->h < d->set.hmax;
    cd_steps_add(d->history, &(StepSeen){ .t = d->t,
                                          .h = d->last,
                                          .order = d->kind->order(d->method),
                                          .limiter = bound ? d->worst : -1,
                                          .repeated = (int)(failed - d->failed),
                                          .kink = d->kink >= 0 ? d->events.watch[d->kink].element : NULL,
                                          .sensor = d->event });
    d->failed = failed;
}

static void note_kink(const Dynamic *d, int which)
{
    char label[CD_LABEL_ROOM];
    const Watch *w = &d->events.watch[which];
    cd_trace_note(d->stats.trace, "%s jumps at t = %.9g (derivative %d): the step ends there",
                  cd_label(w->element, label), d->t, w->level);
}

static bool is_index_3(const Dynamic *d)
{
    return d->kind->implicit && d->set.formulation == FORM_I3 && d->s->used;
}

/* Keeps the step tried last. which: the kink it ended on, -1 if on none. */
static void accept(Dynamic *d, int which, CdLog *log)
{
    const double much_shorter = 0.1;
    System *s = d->s;
    double before = d->last;
    d->last = s->state.t - d->t, d->failures = 0, d->infinite = 0, d->fresh = false;
    d->t = s->state.t;
    cd_equations_prepare(d->e, NULL);
    cd_constraints_wind(s->c, s->body, s->state.winding);
    cd_constraints_advance(s->c, d->t, NULL);
    cd_equations_wind(d->e);
    cd_account_accept(s->account, d->e);
    cd_events_accept(&d->events, which);
    if (d->extrapolation) cd_extrapolation_look(d->extrapolation, log);
    d->again = which >= 0, d->kink = which;
    if (d->sensors) heed_sensors(d, log);
    /* the past of index 3 does not bear such a change of step: its velocities are differences of positions */
    d->again |= d->event && is_index_3(d) && d->last < much_shorter * before;
    count_step(d);
    d->h = fmax(d->kind->accept(d->method), d->set.hmin);
    if (which >= 0) note_kink(d, which);
    keep_step(d);
    d->other = d->automatic && cd_auto_look(&d->chooser, &d->stats, d->last, d->h, &d->set, log);
    d->again |= d->other;
    if (d->event && d->asked.step > 0) d->h = d->asked.step;
    if (d->event || d->again) cd_snapshot_take(d->e, &d->reached);
    find_fastest(d);
    d->turned += d->last * d->fastest;
    if (d->turned < 0.5 || !d->follow) return;
    d->follow(d->user);
    d->turned = 0;
}

/* What two points of a step say about stability (13.12) may come from rounding or from constraints: the equations have the word. */
static bool is_stiff(Dynamic *d)
{
    const long again = 500;
    if (d->unstable || d->stats.steps < d->ask) return d->unstable > 0;
    d->ask = d->stats.steps + again;
    return cd_fastest_rate(d->e) * d->last > 1;
}

/* A stiff model under an explicit method is named, and given up where it would take for ever. */
static CdStatus watch_stability(Dynamic *d, double stop, CdLog *log)
{
    const long most = 200000;
    const double too_many = 1e5, forgets = 0.95;
    d->usual = fmax(d->last, forgets * d->usual);
    if (!d->stats.unstable || d->automatic || d->last > 0.99 * d->set.hmax || !is_stiff(d)) return CD_OK;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    double left = (stop - d->t) / d->usual;
    if (!d->unstable++) cd_log(log, e->place, STIFF_MODEL, cd_label(e, label), d->t, d->last);
    if (d->unstable < most && left < too_many) return CD_OK;
    cd_log(log, e->place, TOO_STIFF, cd_label(e, label), d->t, d->usual, d->unstable, left);
    return CD_ANALYSIS_FAILED;
}

/* What an iteration of I3 has left open of the constraints, divided by a very short step, is a velocity of any size: in front of such a step,
 * as events ask for, the method begins anew from where it is, with positions and velocities on the constraints. So do explicit methods of many steps: a polynomial of high
 * order through points that lie far apart says little about a short step, and the error of many such steps adds up. */
static void settle(Dynamic *d, double h)
{
    const double much_shorter = 1e-3, rounding = 1e-14, far_apart = 0.05;
    bool adams = !d->kind->implicit && d->kind->low < d->kind->high;
    if (d->fresh || h > (adams ? far_apart : is_index_3(d) ? much_shorter : 0) * d->last) return;
    d->kind->reject(d->method);
    double least = rounding * fmax(1, d->s->length);
    if (!adams && (!cd_project_both(d->s, least, least) || cd_accelerations(d->s, NULL) != CD_OK)) return;
    d->kind->begin(d->method);
    d->fresh = true;
}

static Attempt attempt(Dynamic *d, double h, CdLog *log)
{
    Phase back = cd_profile_enter(d->s->profile, PHASE_METHOD);
    settle(d, h);
    cd_trace_attempt(d->stats.trace, d->t, h, d->kind->order(d->method));
    long charts = d->stats.charts;
    Attempt a = d->kind->attempt(d->method, h, log);
    if (d->stats.charts > charts) cd_trace_note(d->stats.trace, "angles near their singularity go on in another chart");
    cd_trace_outcome(d->stats.trace, &a);
    d->worst = a.worst;
    cd_profile_leave(d->s->profile, back);
    return a;
}

/* The same step with another size. */
static bool try_again(void *dynamic, double h)
{
    Dynamic *d = dynamic;
    if (attempt(d, h, NULL).outcome != STEP_OK) return false;
    cd_equations_prepare(d->e, NULL);
    cd_events_eval(&d->events, d->events.now);
    return true;
}

/* BDF methods in index 3 do not test velocities: behind a jump they lose accuracy unless short steps have led there, as they do where an attempt that fails is given up. */
static bool gives_way(const Dynamic *d)
{
    return cd_is_bdf(&d->set) && d->set.formulation == FORM_I3;
}

/* Shortens a step whose size `high` goes over a kink until it ends just before the earliest crossing, by the secant and, where that is slow, by halves (9.28); at: where it
 * is, as a share of the step. An implicit method takes the loads at the end of a step for those of the whole step, so there may be sizes that no solution belongs to: with the
 * load in front of a jump it ends behind, with the one behind in front. They begin where the crossing is. False if no step succeeds. *end: of that step, 0 if
 * the kink is there at once; *over: from there to behind the crossing. */
static bool close_in(Dynamic *d, double high, double at, int *which, double *end, double *over)
{
    enum { MOST = 60 };
    double low = 0, near = nearness(d);
    int found = -1, failed = 0, good = 0;
    for (int i = 0; i < MOST && high - low > near; i++) {
        double next = low > 0 || i % 3 == 2
                          ? (low + high) / 2
                          : fmin(at * high * 1.000001 + near / 2, (low + high) / 2 + 0.499 * (high - low));
        if (next <= low || next >= high) next = (low + high) / 2;
        if (!try_again(d, next)) {
            if (gives_way(d)) return false;
            high = next, failed++;
            continue;
        }
        good++;
        at = cd_events_crossing(&d->events, &found);
        if (at >= 0) high = next, *which = found;
        else low = next;
    }
    *end = low, *over = high - low + near;
    return (good || !failed) && (low == 0 || try_again(d, low));
}

/* A kink function has changed sign within a step that is good otherwise: the step is made to end in front of it. The kink; -1 if there is none, -2 if no shorter step
 * succeeds. */
static int locate(Dynamic *d, double h, double *end, double *over)
{
    int which = -1;
    cd_equations_prepare(d->e, NULL);
    cd_events_eval(&d->events, d->events.now);
    double at = cd_events_crossing(&d->events, &which);
    if (at < 0) return -1;
    return close_in(d, h, at, &which, end, over) ? which : -2;
}

/* How displacement and velocity of a motion change over a kink, beyond what its rates bring about. */
typedef struct MotionJump {
    double f[3]; /* of the row in front of it */
    int row;     /* -1: the kink is of no motion */
} MotionJump;

static MotionJump before_jump(const Dynamic *d, const Watch *w)
{
    MotionJump j = { .row = -1 };
    const Constraints *c = d->s->c;
    for (int i = 0; w->drive >= 0 && i < c->rows && j.row < 0; i++)
        if (c->row[i].drive == w->drive) j.row = i;
    if (j.row >= 0) memcpy(j.f, d->s->drive + 3 * j.row, sizeof j.f);
    return j;
}

/* A displacement that jumps cannot be followed; where the velocity jumps the velocities of the bodies are made anew. */
static CdStatus after_jump(Dynamic *d, const Watch *w, const MotionJump *j, double over, CdLog *log)
{
    if (j->row < 0) return CD_OK;
    const double *f = d->s->drive + 3 * j->row, negligible = 1e-8;
    /* what the rates on either side bring about on the way over the kink */
    double moved = over * (fabs(f[1]) + fabs(j->f[1])), sped = over * (fabs(f[2]) + fabs(j->f[2]));
    char label[CD_LABEL_ROOM];
    if (fabs(f[0] - j->f[0]) > moved + negligible * fmax(1, fabs(f[0]))) {
        cd_log(log, w->element->place, MOTION_JUMPS, cd_label(w->element, label), d->t);
        return CD_ANALYSIS_FAILED;
    }
    if (fabs(f[1] - j->f[1]) <= sped + negligible * fmax(1, fabs(f[1]))) return CD_OK;
    cd_log(log, w->element->place, MOTION_KNOCKS, cd_label(w->element, label), d->t);
    cd_account_knock(d->s->account, d->e);
    if (!cd_close_velocities(d->s)) return CD_ANALYSIS_FAILED;
    cd_equations_prepare(d->e, NULL);
    cd_account_knocked(d->s->account, d->e);
    return CD_OK;
}

/* Ends a good step on the first kink or event in it. False if no shorter step succeeds, or *end is 0: the kink is there at once. *kink:
 * the kink it ends on, -1: none. */
static bool shorten(Dynamic *d, double h, int *kink, double *end)
{
    d->over = 0;
    *kink = d->events.n ? locate(d, h, end, &d->over) : -1;
    if (*kink == -2 || *end == 0) return false;
    if (!d->sensors) return true;
    double t = d->s->state.t;
    cd_equations_prepare(d->e, NULL);
    bool good = cd_sensing_locate(d->sensors, t - d->t, nearness(d), try_again, d);
    if (d->s->state.t < t) *kink = -1, d->over = 0;
    return good;
}

static bool end_on_events(Dynamic *d, double h, int *kink, double *end)
{
    *kink = -1;
    if (!d->events.n && !d->sensors) return true;
    Phase back = cd_profile_enter(d->s->profile, PHASE_EVENTS);
    bool found = shorten(d, h, kink, end);
    cd_profile_leave(d->s->profile, back);
    return found;
}

/* A step that was to end in front of a kink has no solution: a shorter one ends there. As above. */
static bool end_in_front(Dynamic *d, double h, int aimed_at, int *kink, double *end)
{
    *kink = aimed_at;
    if (close_in(d, h, 0.5, kink, end, &d->over)) return *end > 0;
    *kink = -1, *end = h, d->over = 0;
    return false;
}

/* The method of the settings takes the place of the one in use. */
static void change_method(Dynamic *d)
{
    d->kind->close(d->method);
    d->kind = cd_integrator_of(&d->set);
    note_method(d);
    d->method = d->kind->open(d->e, &d->set, &d->stats);
    d->stats.unstable = d->other = false;
    d->stats.crossing.ahead = false;
}

/* In index 3 velocities are off the constraints by what the last steps have made of them; the short steps of a new beginning would take
 * that for an acceleration. */
static void meet_constraints(Dynamic *d)
{
    Projection p = { .good = true };
    cd_project_velocities(d->s, 1e-3 * d->set.error, &p);
    if (!p.good) memcpy(d->s->state.v, d->reached.state.v, sizeof(double) * (size_t)d->s->m->nv);
    cd_equations_prepare(d->e, NULL);
}

/* Steps over a kink; behind it, or an event, the past is of no use. */
static CdStatus start_again(Dynamic *d, CdLog *log)
{
    State *state = &d->s->state;
    const Watch *w = d->kink >= 0 ? &d->events.watch[d->kink] : NULL;
    if (w) d->stats.located++;
    cd_snapshot_restore(d->e, &d->reached);
    cd_equations_prepare(d->e, NULL);
    MotionJump jump = w ? before_jump(d, w) : (MotionJump){ .row = -1 };
    cd_state_move(d->s->m, state, state->v, d->over);
    d->t = state->t += d->over;
    cd_equations_prepare(d->e, NULL);
    cd_events_eval(&d->events, d->events.last);
    CdStatus status = after_jump(d, w, &jump, d->over, log);
    if (d->other && !cd_close_velocities(d->s)) status = CD_ANALYSIS_FAILED; /* index 3 leaves them a little off */
    if (status == CD_OK) meet_constraints(d);
    if (status == CD_OK) status = cd_accelerations(d->s, log);
    if (status != CD_OK) return status;
    cd_account_restart(d->s->account, d->e);
    if (d->other) change_method(d), d->h = d->set.hinit;
    d->kind->begin(d->method);
    d->h = d->asked.step > 0 ? d->asked.step : fmin(d->set.hinit, d->h);
    d->again = false, d->fresh = true;
    return CD_OK;
}

/* Which kinks an attempt that failed has crossed. */
static void blame_kinks(Dynamic *d, CdLog *log)
{
    if (!d->events.n || !cd_equations_prepare(d->e, NULL)) return;
    cd_events_eval(&d->events, d->events.now);
    int which = cd_events_blame(&d->events);
    if (which < 0) return;
    char label[CD_LABEL_ROOM];
    const Element *e = d->events.watch[which].element;
    cd_log(log, e->place, JUMPS_OFTEN, cd_label(e, label), d->t);
    if (d->s->teller) cd_tell(d->s->teller, "slow: t = %.9g after %ld steps", d->t, d->stats.steps);
}

/* Where a kink lies within a step that has become too inaccurate, which is what a jump does: its distance; 0: there is none. */
static double kink_ahead(const Dynamic *d, const Attempt *a, double h, int *which)
{
    if (a->outcome != STEP_TOO_INACCURATE || !d->events.n) return 0;
    double at = cd_events_crossing(&d->events, which);
    return at < 0 ? 0 : fmax(at * h, nearness(d) / 4);
}

/* Whether an attempt fails where constraints hardly hold. */
static bool has_lost_hold(const Dynamic *d, const Attempt *a)
{
    return a->outcome == STEP_NO_HOLD || d->stats.crossing.s < d->stats.crossing.leap;
}

/* heard: what expressions had to say about the last attempt. If an earlier and longer one failed for their sake it is repeated. */
static void report_failure(Dynamic *d, Attempt a, double h, bool heard, CdLog *log)
{
    if (d->infinite > 0 && !(heard && a.outcome == STEP_NOT_FINITE)) {
        a = attempt(d, d->infinite, log);
        d->kind->reject(d->method);
    }
    Failure f = { .e = d->e, .set = &d->set, .events = &d->events, .attempt = a, .t = d->t, .h = h, .weakest = -1 };
    if (has_lost_hold(d, &a)) f.weakest = d->stats.crossing.row;
    cd_diagnose(&f, log);
}

/* How long it takes from here, at the present velocities, to where constraints lose hold; 0: they do not, or it is far away. The state is that of t. */
static double time_to_toggle(Dynamic *d, double h)
{
    const double heed = 0.3, little = 0.05; /* s under which it is looked for, as in crossing.c; of a step */
    System *s = d->s;
    cd_equations_prepare(d->e, NULL);
    double share = cd_masses_hold_here(s).share, top = fmax(d->held, share), here = sqrt(share / top);
    if (!(here < heed)) return 0;
    cd_snapshot_take(d->e, &d->own);
    cd_state_move(s->m, &s->state, s->state.v, little * h);
    cd_equations_prepare(d->e, NULL);
    double there = sqrt(cd_masses_hold_here(s).share / top);
    cd_snapshot_restore(d->e, &d->own);
    cd_equations_prepare(d->e, NULL);
    return there < here ? here * little * h / (here - there) : 0;
}

/* Near a position in which constraints lose hold no step converges that ends there, and ever shorter ones come ever closer. So one is made that goes as far beyond
 * as it is away, if that can be told, then three and seven times as far, or half its length further where attempts fail at the same time twice. Its size; 0: there is no reason for one. */
static double leap(Dynamic *d, const Attempt *a, double h)
{
    /* from one time: a jump of a load stops steps as well, and shorter ones come to it */
    enum { LEAPS = 3, BEYONDS = 5 };
    bool lost = a->outcome == STEP_NOT_CONVERGED, off = a->outcome == STEP_TOO_INACCURATE && d->failures == 2;
    if (!(lost || off) || !d->kind->implicit || !d->s->used) return 0;
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    bool bound = e && GIVEN(e, Integrator, hmax); /* else it is the output step that HMAX stands for */
    double end = d->t + h, beyond = 1.5 * h, most = fmin(bound ? d->set.hmax : 8 * d->set.hmax, d->end - d->t);
    bool again = fabs(end - d->stuck) < 0.5 * h;
    d->stuck = end;
    if (d->leapt != d->t) d->leapt = d->t, d->leaps = d->beyonds = 0;
    bool watches = d->stats.crossing.ahead; /* who watches for such positions steps over them by itself */
    double over = watches || d->leaps >= LEAPS ? 0 : (2 << d->leaps) * time_to_toggle(d, h);
    d->leaps++;
    if (over > 0 && over < 16 * fmax(h, d->last) && over <= most) return over;
    return lost && again && beyond <= most && d->beyonds++ < BEYONDS ? beyond : 0;
}

/* The time that steps are to end on: the output, or the end where these are interpolated, or a mark before it. Two of them that are next to each other are one. */
static double next_stop(const Dynamic *d, double output)
{
    double stop = d->set.interpolate ? d->end : output, apart = 2 * fmax(nearness(d), d->set.hmin);
    double mark = cd_events_mark(&d->events, d->t + apart);
    return mark < stop - apart ? mark : stop;
}

/* Other rows take the place of those that come to depend on each other, and the method begins anew with them. */
static bool rechoose(Dynamic *d, CdLog *log)
{
    d->rechose = d->t;
    if (!cd_rechoose_rows(d->s)) return false;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(d->s->model, KIND_integrator);
    cd_log(log, e ? e->place : (CdPlace){ 0 }, ROWS_RECHOSEN, e ? cd_label(e, label) : "INTEGRATOR", d->t);
    cd_snapshot_take(d->e, &d->reached);
    d->other = true, d->over = 0, d->kink = -1, d->failures = 0;
    d->held = cd_masses_hold_here(d->s).share, d->stats.crossing.top = 0;
    return true;
}

/* The same in good time, by who watches for positions that rows do not hold: on the way there, each time they hold three times worse. */
static void rechoose_early(Dynamic *d, CdLog *log)
{
    const double near = 0.1, far = 0.3, again = 0.3; /* s, as in crossing.c */
    double s = d->stats.crossing.s;
    if (s > far) d->looked = near / again;
    if (!(s < again * d->looked) || d->again) return;
    d->looked = s;
    d->again = rechoose(d, log);
}

/* One step towards an output, repeated with smaller sizes until it is good. */
static CdStatus step(Dynamic *d, double output, CdLog *log)
{
    if (d->again && start_again(d, log) != CD_OK) return CD_ANALYSIS_FAILED;
    if (d->t >= output) return CD_OK;
    double stop = next_stop(d, output);
    double to_kink = 0; /* end the step there, just before that kink */
    double over = 0;    /* this far, over what is in the way */
    int aimed_at = -1;
    for (;;) {
        double h = to_kink > 0 ? to_kink : over > 0 ? over : bounded(d, stop), end = h;
        bool small = h <= d->set.hmin * 1.01 || d->t + h == d->t;
        Attempt a = attempt(d, h, small ? log : NULL);
        int kink = -1;
        bool between = to_kink > 0 && a.outcome == STEP_NOT_CONVERGED && !gives_way(d);
        bool ended = a.outcome == STEP_OK ? end_on_events(d, h, &kink, &end)
                                          : between && end_in_front(d, h, aimed_at, &kink, &end);
        if (ended) {
            bool whole = d->s->state.t >= d->t + h * (1 - 1e-9);
            if (kink < 0 && to_kink > 0 && whole) kink = aimed_at, d->over = 2 * nearness(d);
            if (kink < 0 && fabs(stop - d->s->state.t) <= 1e-9 * h) d->s->state.t = stop;
            accept(d, kink, log);
            rechoose_early(d, log);
            if (watch_stability(d, output, log) != CD_OK) return CD_ANALYSIS_FAILED;
            return cd_constraints_on_curves(d->s->c, &d->s->state, log) ? CD_OK : CD_ANALYSIS_FAILED;
        }
        if (a.outcome == STEP_NOT_FINITE) d->infinite = h;
        if (end > 0) blame_kinks(d, log);
        double ahead = kink_ahead(d, &a, h, &kink), near = nearness(d);
        d->kind->reject(d->method);
        if (end == 0 || (ahead > 0 && ahead <= near)) {
            cd_events_accept(&d->events, kink);
            cd_snapshot_take(d->e, &d->reached);
            d->kink = kink;
            if (end > 0) d->over = 2 * near;
            return start_again(d, log);
        }
        bool nearer = to_kink == 0 || ahead < 0.5 * h; /* else the way there is what fails */
        if (ahead > 0 && nearer && ++d->failures <= 100) {
            to_kink = ahead - near / 2, aimed_at = kink;
            continue;
        }
        if (small || a.outcome == STEP_NO_HOLD || ++d->failures > 100) {
            if (d->rechose < d->t && rechoose(d, log)) return start_again(d, log);
            if (d->automatic && cd_auto_rescue(&d->chooser, has_lost_hold(d, &a), &d->set, log)) {
                cd_snapshot_take(d->e, &d->reached);
                d->other = true, d->over = 0, d->kink = -1, d->failures = 0;
                return start_again(d, log);
            }
            report_failure(d, a, h, small, log);
            return CD_ANALYSIS_FAILED;
        }
        over = over > 0 ? 0 : leap(d, &a, h);
        d->h = fmax(a.h, d->set.hmin);
        to_kink = 0;
    }
}

/* An output just before the point behind a kink at which the method has begun: there is no step to interpolate in, and next to no way. */
static void return_to(Dynamic *d, double t)
{
    State *state = &d->s->state;
    cd_state_move(d->s->m, state, state->v, t - d->t);
    state->t = t;
}

static double rounding_of_positions(const Dynamic *d)
{
    return 1e-13 * fmax(1, d->s->length);
}

/* The course of a step between its ends is off the constraints by its error, although both ends are on them: what is shown is not. */
static void interpolate(Dynamic *d, double t)
{
    const double share = 1e-4;
    double least = rounding_of_positions(d), allowed = fmax(share * d->set.error, least);
    d->kind->interpolate(d->method, t);
    if (!cd_project_both(d->s, allowed, d->set.formulation == FORM_I2 ? least : allowed))
        d->kind->interpolate(d->method, t);
}

/* A point of the last step that others follow from: on the constraints to rounding if that can be done and is wanted, else as the method has it. */
static void show(void *dynamic, double t, bool held)
{
    Dynamic *d = dynamic;
    d->kind->interpolate(d->method, t);
    if (held && !cd_project_exactly(d->s, rounding_of_positions(d))) d->kind->interpolate(d->method, t);
}

/* At its own points an implicit method is off the constraints by what its iteration leaves, a small share of ERROR that a matrix of some
 * steps ago does not make smaller; velocities of I3 by that divided by the step, which reactions would show. */
static void hold(Dynamic *d)
{
    const double share = 1e-3;
    bool holds = d->set.formulation == FORM_I3 || d->set.formulation == FORM_SI2;
    if (!d->kind->implicit || !holds) return;
    double allowed = fmax(share * d->set.error, rounding_of_positions(d));
    cd_snapshot_take(d->e, &d->own);
    if (!cd_project_both(d->s, allowed, allowed)) cd_snapshot_restore(d->e, &d->own);
}

/* Brings the state onto the constraints to rounding, if that can be done. */
static void hold_exactly(Dynamic *d)
{
    cd_snapshot_take(d->e, &d->own);
    if (!cd_project_exactly(d->s, rounding_of_positions(d))) cd_snapshot_restore(d->e, &d->own);
}

/* Accelerations and reactions at an output. Near a position where constraints lose hold what a point is off by counts many times, so it is put onto them to rounding;
 * where they have lost it, those of the step on either side are shown. */
static CdStatus solve_shown(Dynamic *d, double t, CdLog *log)
{
    const double lost = 0.3, near = 10; /* of the distance from which methods step over such a position */
    const double heed = 0.3;            /* s above which it is far away, however fine ERROR is */
    const double rounding = 1e-9;       /* of a share */
    Hold hold;
    CdStatus status = cd_accelerations_held(d->s, &hold, NULL);
    d->held = fmax(d->held, hold.share);
    double leap = cd_crossing_leap(d->set.error), top = fmax(d->held, d->stats.crossing.top);
    double s = sqrt((hold.share < 0 ? 0 : hold.share) / top); /* NAN: not known */
    if (s < fmin(near * leap, heed) && d->kind->implicit) {
        hold_exactly(d);
        status = cd_accelerations_held(d->s, &hold, NULL);
    }
    Passing p = { d->e, show, d, d->t - d->last, d->t, rounding * top };
    if (s < lost * leap && !d->fresh && d->last > 0 && !d->event && cd_pass(&p, t)) return CD_OK;
    return status == CD_OK ? status : cd_accelerations_by_masses(d->s, log);
}

CdStatus cd_dynamic_to(Dynamic *d, double t, CdLog *log)
{
    CdStatus status = CD_OK;
    bool at_its_end = false; /* of a step, which has been left as the method made it */
    while (status == CD_OK && d->t < t && !d->event) status = step(d, t, log);
    if (status != CD_OK) return status;
    if (d->t > t && d->fresh) return_to(d, t);
    else if (d->t > t) interpolate(d, t);
    else if (d->event) cd_snapshot_restore(d->e, &d->reached);
    else if (d->s->state.t < t) interpolate(d, t); /* the end of a step with outputs in it */
    else at_its_end = true;
    /* explicit methods have no accelerations but these, and between its points a method has none */
    bool own = d->kind->implicit && d->t <= t;
    if (own && d->look) d->look(d->looks);
    if (at_its_end) hold(d);
    status = solve_shown(d, t, log);
    if (!own && d->look) d->look(d->looks);
    return status;
}

bool cd_dynamic_event(Dynamic *d, SensorActions *out)
{
    if (!d->event || d->s->state.t < d->t) return false;
    d->event = false;
    *out = d->asked;
    return true;
}
