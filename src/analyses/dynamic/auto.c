/* auto.c - choosing a method, and another one (theory 17). */
#include "analyses/dynamic/auto.h"

#include "system/fastest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { FIRST_LOOK = 20, MOST_FAILURES = 6 };

static const double bears = 3.25; /* h |lambda| that MDOP5 bears */
static const double stages = 6;   /* what a step of it costs */

static const double at_a_time = 10; /* outputs that a step may pass */

/* ---- outputs ---- */

/* Whether a statement has expressions of the user's: these may be narrow, as a wall is that EXP describes. */
static bool is_written(const Element *e)
{
    for (const Field *f = e->kind->fields; f->key; f++)
        if (f->type == FIELD_EXPR) return true;
    return false;
}

static void look_for_kinks(void *user, const Program *p, const Element *element)
{
    if (p->kinks || p->user || (p->leaves && is_written(element))) *(bool *)user = false;
}

/* Nothing a long step could miss: springs, joints and constant loads, no function of time or motion, no routine, curve,
 * sensor, friction or delay. */
static bool is_smooth(const Equations *e)
{
    const CdModel *m = e->s->model;
    bool smooth = !e->loads.contacts && !e->past.memory.n && !e->past.delays.n && !m->table[KIND_sensor].n &&
                  !m->table[KIND_curve].n;
    cd_equations_programs(e, look_for_kinks, &smooth);
    return smooth;
}

/* One more of a kind of steps, or one less. */
static void count(long *of, bool more)
{
    *of = more ? *of + 1 : *of > 0 ? *of - 1 : 0;
}

/* In a smooth model outputs do not hold the steps of an explicit method down where it asks for much longer ones, next,
 * than they allow: to bring an output onto the constraints costs a third of a step. Steps stay such that they show the
 * fastest motion. Where they are shorter anyway they end at outputs. */
static void mind_outputs(Auto *a, double h, double next, Settings *set, CdLog *log)
{
    enum { ENOUGH = 10 };
    const double worth_it = 4;
    double longest = fmin(at_a_time * a->task.hmax, a->rate > 0 ? 1 / a->rate : INFINITY);
    if (!a->task.smooth || (!set->interpolate && longest < worth_it * a->task.hmax)) return;
    count(&a->count.held, set->interpolate ? h < a->task.hmax : next > worth_it * a->task.hmax);
    if (a->count.held < ENOUGH) return;
    a->count.held = 0;
    set->interpolate = !set->interpolate;
    set->step.hmax = set->interpolate ? longest : a->task.hmax;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(a->e->s->model, KIND_integrator);
    if (set->interpolate) cd_log(log, e->place, AUTO_OUTPUTS, cd_label(e, label), a->e->s->state.t, next);
}

__attribute__((format(printf, 3, 4))) static Settings use(Auto *a, CdLog *log, const char *format, ...)
{
    const double finest = 1e-10; /* ERROR of an implicit method, unless a smaller one is asked for */
    char reason[256], label[CD_LABEL_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    const Element *e = cd_model_setting(a->e->s->model, KIND_integrator);
    const AutoCandidate *c;
    const IntegratorKind *kind = cd_integrator_for(a->candidate, &c);
    cd_log(log, e->place, AUTO_METHOD, cd_label(e, label), a->e->s->state.t, c->name, a->begun ? "goes on" : "begins",
           reason);
    a->begun = true, a->count.since = 0, a->count.close = a->count.fine = a->count.held = 0;
    Settings set = cd_settings_with(a->e->s->model, a->task.output, kind->word, c->formulation);
    set.tolerance.error = fmax(c->share * a->task.error, fmin(a->task.error, finest));
    return set;
}

/* ---- what methods cost at the least ---- */

/* As a row of a method has it. */
static const AutoCandidate *entry(AutoRole role)
{
    const AutoCandidate *c;
    cd_integrator_for(role, &c);
    return c;
}

/* Index 3 falls behind where ERROR is small, as much as its order is lower than it would have to be. */
static double handicap(const Auto *a, AutoRole candidate)
{
    const double loose = 1e-2, order = 12, most = 2;
    bool behind = candidate > AUTO_EXPLICIT && entry(candidate)->formulation == FORM_I3;
    return behind ? fmax(1, fmin(most, pow(loose / a->task.error, 1 / order))) : 1;
}

static Work work_of(const Auto *a, AutoRole candidate)
{
    Work w = entry(candidate)->work[a->e->aux.nonlinear];
    double times = handicap(a, candidate);
    return (Work){ times * w.residual, times * w.matrix };
}

/* The longest step of MDOP5: between outputs, or such that it shows the fastest motion where they are passed. */
static double longest_step(const Auto *a)
{
    double shows = a->rate > 0 ? 1 / a->rate : INFINITY;
    return a->task.smooth ? fmax(a->task.hmax, fmin(at_a_time * a->task.hmax, shows)) : a->task.hmax;
}

/* What a unit of time costs MDOP5 at the least: stable steps, no longer than they may be, and outputs on the way
 * (17.4). */
static double least_of_explicit(const Auto *a)
{
    double h = longest_step(a), passed = h > a->task.hmax ? stages / 3 / a->task.hmax : 0;
    return stages * fmax(1 / h, a->rate / bears) + passed;
}

/* And an implicit method: a step per output, a matrix for two. */
static double least_of_implicit(const Auto *a)
{
    Work w = work_of(a, a->stiff);
    return (2 * w.residual + 0.5 * w.matrix) / a->task.hmax;
}

/* Velocities and reactions of index 3 are not smooth enough for states that follow them and loads that read them. */
static bool asks_for_smoothness(const Equations *e)
{
    bool reactions = false;
    for (int i = e->aux.differential; i < e->aux.n; i++)
        reactions |= e->aux.at[i].wrench && e->aux.at[i].element->kind->role == ROLE_CONSTRAINT;
    return e->aux.differential || reactions;
}

/* Friction of joints holds within a narrow band of velocities, which steps of an explicit method may go over. */
static bool sticks(const Equations *e)
{
    return e->s->model->table[KIND_friction].n > 0;
}

Settings cd_auto_begin(Auto *a, Equations *e, double output, double end, CdLog *log)
{
    const double worth_a_try = 1000; /* steps of stability in one of HMAX */
    const double dear = 2;
    *a = (Auto){ .e = e,
                 .task = { .output = output, .end = end },
                 .candidate = AUTO_EXPLICIT,
                 .count = { .wait = 2 * FIRST_LOOK, .patience = 30, .keen = 100 } };
    Settings set = cd_settings(e->s->model, output);
    a->task.error = set.tolerance.error;
    const double fewest = 20; /* steps: outputs that are further apart say nothing of steps */
    a->task.hmax = fmin(set.step.hmax, set.interpolate ? end - e->s->state.t : output);
    a->task.hmax = fmin(a->task.hmax, (end - e->s->state.t) / fewest);
    const Element *given = cd_model_setting(e->s->model, KIND_integrator);
    a->task.smooth = !GIVEN(given, Integrator, interpolate) && !GIVEN(given, Integrator, hmax) && is_smooth(e);
    a->stiff = asks_for_smoothness(e) ? AUTO_STABLE : AUTO_STIFF;
    a->rate = cd_fastest_rate(e);
    a->cost.implicit = least_of_implicit(a);
    bool stiff = a->rate * a->task.hmax > worth_a_try;
    bool is_dear = e->aux.nonlinear && least_of_explicit(a) > dear * least_of_implicit(a);
    if (a->rate < 0 || stiff || is_dear || sticks(e)) a->candidate = a->stiff;
    if (a->rate < 0) return use(a, log, "accelerations do not follow from loads alone");
    if (sticks(e)) return use(a, log, "joints stick and slide");
    if (stiff)
        return use(a, log, "stiff: the fastest motion has a rate of %.3g, %.3g times what a step of %.3g shows",
                   a->rate, a->rate * a->task.hmax, a->task.hmax);
    if (is_dear)
        return use(a, log, "states or variables make accelerations as dear as its matrices, and outputs are %.3g apart",
                   a->task.hmax);
    if (a->rate * a->task.hmax <= bears)
        return use(a, log, "not stiff: the fastest motion has a rate of %.3g, which steps of %.3g show", a->rate,
                   a->task.hmax);
    return use(a, log, "perhaps stiff: the fastest motion has a rate of %.3g; steps will tell whether it matters",
               a->rate);
}

/* ---- on the way ---- */

/* What the last step has cost, with the method in use: counted, not timed, so that two runs of one input do the same.
 */
static void pay(Auto *a, const Stats *s)
{
    Work w = work_of(a, a->candidate);
    a->cost.paid += w.residual * (double)(s->work.residuals - a->cost.residuals) +
                    w.matrix * (double)(s->work.matrices - a->cost.matrices);
    a->cost.residuals = s->work.residuals, a->cost.matrices = s->work.matrices;
}

static void mark(Auto *a)
{
    a->cost.marked = a->cost.paid, a->cost.t = a->e->s->state.t;
}

/* Cost of a unit of time since the mark. */
static double price(const Auto *a)
{
    return (a->cost.paid - a->cost.marked) / (a->e->s->state.t - a->cost.t);
}

/* Whether there is motion faster than what steps of the size of outputs show. */
static bool is_fast(const Auto *a)
{
    return a->rate * a->task.hmax > bears;
}

/* Another method has to show what it can do, over as long a stretch as the one in use was seen on, but for no more than
 * a share of what the run has cost so far. */
static void try_out(Auto *a, AutoRole candidate)
{
    const double share = 0.2, least = 30;
    a->trial.spent = price(a);
    a->trial.stretch = fmin(a->e->s->state.t - a->cost.t, fmax(share * a->cost.paid, least * stages) / a->trial.spent);
    a->trial.on = true, a->trial.rival = a->candidate, a->candidate = candidate;
}

/* MDOP5: given up where stability binds it; where it comes close an implicit method has to show what it can do, and
 * where ERROR alone makes its steps short one of higher order. */
static bool look_at_explicit(Auto *a, const Stats *stats, double h, Settings *set, CdLog *log)
{
    const double fine = 1e-7;                    /* ERROR from which order 5 is low */
    const double stable = 0.3;                   /* h |lambda| that ABAM bears at high order */
    const double near = 0.05;                    /* and at which the fastest motion may be what asks for short steps */
    const double worse = 1.2;                    /* times what an implicit method took, or does at the least */
    const double to_adams = 400, to_stiff = 500; /* steps that are to be left for a trial to pay */
    bool dearer = stages / h > worse * a->cost.implicit;
    if (stats->judged.unstable && a->count.since % FIRST_LOOK == 0)
        a->rate = cd_fastest_rate(a->e), a->count.bound = is_fast(a) && a->rate * h > 1;
    if (stats->judged.unstable && a->count.bound && dearer) {
        a->candidate = a->stiff, a->count.bound = false;
        *set = use(a, log, "stiff: stability holds the steps of MDOP5 down to %.3g", h);
        return true;
    }
    if (a->count.since >= a->count.wait) a->count.since = 0, a->count.wait *= 2, a->rate = cd_fastest_rate(a->e);
    if (a->count.close == 0 && a->count.fine == 0) mark(a);
    count(&a->count.close, (is_fast(a) && h * a->rate > near) || (a->e->aux.nonlinear && dearer));
    count(&a->count.fine, a->task.error <= fine && h * a->rate < stable && 2 * h < a->task.hmax);
    if (a->count.close >= a->count.patience && !dearer)
        a->count.close = 0, a->cost.implicit /= 2; /* what it took then may be other by now */
    double left = (a->task.end - a->e->s->state.t) / h;
    if (a->count.fine >= a->count.keen && left > to_adams) {
        try_out(a, AUTO_ADAMS);
        *set = use(a, log, "on trial: ERROR asks for steps of %.3g, a higher order may for fewer", h);
        return true;
    }
    if (a->count.close < a->count.patience || left < (a->e->aux.nonlinear ? to_adams : to_stiff)) return false;
    try_out(a, a->stiff);
    if (is_fast(a) && h * a->rate > near)
        *set = use(a, log, "on trial: steps of %.3g are as short as the fastest motion, of rate %.3g, asks for", h,
                   a->rate);
    else *set = use(a, log, "on trial: steps of %.3g with dear accelerations take more than its matrices may", h);
    return true;
}

/* Whether a trial has just begun: steps grow, what the fast motion had to begin with has not died away. */
static bool is_young(const Auto *a)
{
    enum { MOST = 200, RISING = 20, FEW = 5 };
    const double died_away = 20;
    if (a->candidate == AUTO_EXPLICIT) return a->count.since < FEW;
    if (a->candidate == AUTO_ADAMS || !is_fast(a)) return a->count.since < RISING;
    return (a->e->s->state.t - a->trial.began) * a->rate < died_away && a->count.since < MOST;
}

/* The method on trial has lost: the one before goes on, and longer until the next trial. */
static bool give_back(Auto *a, double now, Settings *set, CdLog *log)
{
    const char *name = entry(a->candidate)->name;
    if (a->candidate == AUTO_ADAMS) a->count.keen *= 8;
    else if (a->candidate == AUTO_EXPLICIT) a->count.wait *= 4;
    else a->count.patience *= 4, a->cost.implicit = now;
    a->candidate = a->trial.rival, a->trial.on = false;
    *set = use(a, log, "%s would take %.2g times its cost", name, now / a->trial.spent);
    return true;
}

/* ABAM on trial, when it has found its order: it stays if it is clearly cheaper. */
static bool judge_adams(Auto *a, Settings *set, CdLog *log)
{
    enum { SPAN = 20 };
    const double much = 1.3;
    if (is_young(a)) mark(a);
    if (is_young(a) || a->count.since % SPAN) return false;
    double now = price(a);
    mark(a);
    if (a->count.since < 4 * SPAN) return false;
    if (much * now > a->trial.spent) return give_back(a, now, set, log);
    a->trial.on = false, a->count.since = 0;
    return false;
}

/* Another method on trial: it stays if it is cheaper over a stretch of time as long as that which the method before was
 * seen on, so that contacts that come and go are in both; it is given up as soon as it has spent as much. */
static bool judge(Auto *a, Settings *set, CdLog *log)
{
    enum { LEAST = 10, MOST = 400 };
    const double much = 1.1;
    if (a->candidate == AUTO_ADAMS) return judge_adams(a, set, log);
    if (a->count.since == 1) a->trial.began = a->e->s->state.t;
    if (is_young(a) || a->count.since == 1) {
        mark(a), a->trial.seen = a->count.since;
        return false;
    }
    double over = a->e->s->state.t - a->cost.t, paid = a->cost.paid - a->cost.marked;
    bool done = over >= a->trial.stretch && a->count.since >= a->trial.seen + LEAST,
         spent = paid > a->trial.spent * fmax(over, a->trial.stretch);
    if (!done && !(spent && a->count.since >= a->trial.seen + LEAST) && a->count.since < MOST) return false;
    if (much * paid > a->trial.spent * over) return give_back(a, paid / over, set, log);
    if (a->candidate == AUTO_EXPLICIT) a->cost.implicit = a->trial.spent, a->count.patience *= 2;
    a->trial.on = false, a->count.since = 0;
    return false;
}

/* ABAM: given up where it has become dearer than MDOP5 was, by switching points, by motions that change, or by
 * stability, of which it has less. */
static bool look_at_adams(Auto *a, const Stats *stats, Settings *set, CdLog *log)
{
    enum { SPAN = 100 };
    if (a->count.since % SPAN) return false;
    double now = price(a);
    mark(a);
    if (now < a->trial.spent && !stats->judged.unstable) return false;
    a->candidate = AUTO_EXPLICIT, a->count.keen *= 8;
    *set = use(a, log, "ABAM takes %.2g times what it did", now / a->trial.spent);
    return true;
}

/* The implicit one: where a unit of time takes more than it would with MDOP5 at the least, that is tried. */
static bool look_at_implicit(Auto *a, Settings *set, CdLog *log)
{
    enum { RISING = 15 };
    const double much = 1.2;
    if (a->count.since <= RISING) mark(a);
    if (a->count.since < a->count.wait || a->failed >= MOST_FAILURES) return false;
    double mean = (a->e->s->state.t - a->cost.t) / (double)(a->count.since - RISING), spent = price(a);
    a->count.since = RISING, a->count.wait *= 2; /* a look costs about as much as a few steps */
    a->rate = cd_fastest_rate(a->e);
    bool wanted = a->rate >= 0 && !sticks(a->e) && much * least_of_explicit(a) < spent;
    if (!wanted) {
        mark(a);
        return false;
    }
    try_out(a, AUTO_EXPLICIT);
    if (a->rate * a->task.hmax < bears)
        *set = use(a, log, "not stiff here: accuracy asks for steps of %.3g, and nothing moves fast", mean);
    else if (mean * a->rate <= bears)
        *set = use(a, log, "not stiff here: accuracy asks for steps of %.3g, stability for no less than %.3g", mean,
                   bears / a->rate);
    else
        *set = use(a, log, "stable steps of %.3g may cost less than those of %.3g with their matrices", bears / a->rate,
                   mean);
    return true;
}

bool cd_auto_look(Auto *a, const Stats *stats, double h, double next, Settings *set, CdLog *log)
{
    a->count.since++, pay(a, stats);
    if (a->candidate <= AUTO_EXPLICIT) mind_outputs(a, h, next, set, log);
    if (a->trial.on) return judge(a, set, log);
    if (a->candidate == AUTO_EXPLICIT) return look_at_explicit(a, stats, h, set, log);
    if (a->candidate == AUTO_ADAMS) return look_at_adams(a, stats, set, log);
    return look_at_implicit(a, set, log);
}

bool cd_auto_rescue(Auto *a, bool no_hold, Settings *set, CdLog *log)
{
    const long given_up = 64; /* times as many steps until the next trial of one that has failed in its first */
    if ((a->candidate == AUTO_LAST && !a->trial.on) || a->failed >= MOST_FAILURES) return false;
    /* the last begins with velocities that are closed where joints do not hold: it would go on, with another motion */
    if (no_hold && !a->trial.on && a->candidate + 1 == AUTO_LAST) return false;
    const char *before = entry(a->candidate)->name;
    if (a->trial.on) a->candidate = a->trial.rival, a->count.patience *= given_up, a->count.keen *= given_up;
    else a->candidate++;
    a->failed++, a->trial.on = false;
    const char *where = no_hold ? ", near a singular configuration" : "";
    *set = use(a, log, "%s cannot go on%s", before, where);
    return true;
}
