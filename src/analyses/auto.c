/* auto.c - choosing a method, and another one (theory 17). */
#include "analyses/auto.h"

#include "system/fastest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* In the order in which one takes over where another fails. What a residual and a matrix cost, in accelerations of an explicit method:
 * those of ABAM stand for its recovery of dependent coordinates and its polynomials as well. */
/* clang-format off */
static const struct Candidate {
    MethodWord method;
    Formulation formulation;
    const char *name;
    double residual, matrix;
    double share; /* of ERROR, for as good a result */
} candidates[] = {
    { METHOD_ABAM,   FORM_I1,  "ABAM",            4,   0, 1 },
    { METHOD_MDOP5,  FORM_I1,  "MDOP5",           1,   0, 1 },
    { METHOD_GSTIFF, FORM_I3,  "GSTIFF",          0.8, 4, 0.01 },
    { METHOD_GSTIFF, FORM_SI2, "GSTIFF with SI2", 0.8, 4, 0.01 },
    { METHOD_HHT,    FORM_I3,  "HHT",             0.8, 4, 0.01 },
};
/* clang-format on */
enum { ADAMS, EXPLICIT, STIFF, STABLE, LAST = sizeof candidates / sizeof *candidates - 1 };
enum { FIRST_LOOK = 20, MOST_FAILURES = 6 };

static const double bears = 3.25; /* h |lambda| that MDOP5 bears */
static const double stages = 6;   /* what a step of it costs */

/* ---- outputs ----------------------------------------------------------------------------------------------------------------------------- */

static void look_for_kinks(void *user, const Program *p, const Element *element)
{
    (void)element;
    if (p->kinks || p->user) *(bool *)user = false;
}

/* Nothing a long step could miss: no function with a kink of any order, no routine, curve, sensor, friction or delay. */
static bool is_smooth(const Equations *e)
{
    const CdModel *m = e->s->model;
    bool smooth = !e->memory.n && !e->delays.n && !m->table[KIND_sensor].n && !m->table[KIND_curve].n;
    cd_equations_programs(e, look_for_kinks, &smooth);
    return smooth;
}

/* One more of a kind of steps, or one less. */
static void count(long *of, bool more)
{
    *of = more ? *of + 1 : *of > 0 ? *of - 1 : 0;
}

/* In a smooth model outputs do not hold the steps of an explicit method down where it asks for much longer ones, next, than they allow:
 * to bring an output onto the constraints costs a third of a step. Steps stay such that they show the fastest motion. Where they are
 * shorter anyway they end at outputs. */
static void mind_outputs(Auto *a, double h, double next, Settings *set, CdLog *log)
{
    enum { ENOUGH = 10 };
    const double worth_it = 4, at_a_time = 10;
    double longest = fmin(at_a_time * a->hmax, a->rate > 0 ? 1 / a->rate : INFINITY);
    if (!a->smooth || (!set->interpolate && longest < worth_it * a->hmax)) return;
    count(&a->held, set->interpolate ? h < a->hmax : next > worth_it * a->hmax);
    if (a->held < ENOUGH) return;
    a->held = 0;
    set->interpolate = !set->interpolate;
    set->hmax = set->interpolate ? longest : a->hmax;
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
    const struct Candidate *c = &candidates[a->candidate];
    cd_log(log, e->place, AUTO_METHOD, cd_label(e, label), a->e->s->state.t, c->name, a->begun ? "goes on" : "begins",
           reason);
    a->begun = true, a->since = 0, a->close = a->fine = a->held = 0;
    Settings set = cd_settings_with(a->e->s->model, a->output, c->method, c->formulation);
    set.error = fmax(c->share * a->error, fmin(a->error, finest));
    return set;
}

Settings cd_auto_begin(Auto *a, Equations *e, double output, double end, CdLog *log)
{
    const double worth_a_try = 1000; /* steps of stability in one of HMAX */
    *a = (Auto){
        .e = e, .output = output, .end = end, .candidate = EXPLICIT, .wait = 2 * FIRST_LOOK, .patience = 30, .keen = 100
    };
    Settings set = cd_settings(e->s->model, output);
    double hmax = set.hmax;
    a->error = set.error, a->hmax = hmax;
    const Element *given = cd_model_setting(e->s->model, KIND_integrator);
    a->smooth = !GIVEN(given, Integrator, interpolate) && !GIVEN(given, Integrator, hmax) && is_smooth(e);
    a->stiff = e->rated ? STABLE : STIFF; /* velocities of index 3 are not smooth enough for states that read them */
    a->rate = cd_fastest_rate(e);
    if (a->rate < 0 || a->rate * hmax > worth_a_try) a->candidate = a->stiff;
    if (a->rate < 0) return use(a, log, "accelerations do not follow from loads alone");
    if (a->candidate == a->stiff)
        return use(a, log, "stiff: the fastest motion has a rate of %.3g, %.3g times what a step of %.3g shows",
                   a->rate, a->rate * hmax, hmax);
    if (a->rate * hmax <= bears)
        return use(a, log, "not stiff: the fastest motion has a rate of %.3g, which steps of %.3g show", a->rate, hmax);
    return use(a, log, "perhaps stiff: the fastest motion has a rate of %.3g; steps will tell whether it matters",
               a->rate);
}

/* ---- on the way ------------------------------------------------------------------------------------------------------------------------ */

/* What the steps so far have cost, as the method in use counts: counted, not timed, so that two runs of one input do the same. */
static double cost(const Auto *a, const Stats *s)
{
    const struct Candidate *c = &candidates[a->candidate];
    return c->residual * (double)s->residuals + c->matrix * (double)s->matrices;
}

static void mark(Auto *a, const Stats *stats)
{
    a->cost = cost(a, stats), a->t = a->e->s->state.t;
}

/* Cost of a unit of time since the mark. */
static double price(const Auto *a, const Stats *stats)
{
    return (cost(a, stats) - a->cost) / (a->e->s->state.t - a->t);
}

/* Whether there is motion faster than what steps of the size of outputs show. */
static bool is_fast(const Auto *a)
{
    return a->rate * a->hmax > bears;
}

static void try_out(Auto *a, const Stats *stats, int candidate)
{
    a->spent = price(a, stats), a->on_trial = true, a->candidate = candidate;
}

/* MDOP5: given up where stability binds it; where it comes close an implicit method has to show what it can do, and where ERROR alone
 * makes its steps short one of higher order. */
static bool look_at_explicit(Auto *a, const Stats *stats, double h, Settings *set, CdLog *log)
{
    const double fine = 1e-7;                    /* ERROR from which order 5 is low */
    const double stable = 0.3;                   /* h |lambda| that ABAM bears at high order */
    const double near = 0.05;                    /* and at which the fastest motion may be what asks for short steps */
    const double to_adams = 400, to_stiff = 500; /* steps that are to be left for a trial to pay */
    if (stats->unstable && a->since % FIRST_LOOK == 0)
        a->rate = cd_fastest_rate(a->e), a->bound = is_fast(a) && a->rate * h > 1;
    if (stats->unstable && a->bound) {
        a->candidate = a->stiff, a->bound = false;
        *set = use(a, log, "stiff: stability holds the steps of MDOP5 down to %.3g", h);
        return true;
    }
    if (a->since >= a->wait) a->since = 0, a->wait *= 2, a->rate = cd_fastest_rate(a->e);
    if (a->close == 0 && a->fine == 0) mark(a, stats);
    count(&a->close, is_fast(a) && h * a->rate > near);
    count(&a->fine, a->error <= fine && h * a->rate < stable && 2 * h < a->hmax);
    double left = (a->end - a->e->s->state.t) / h;
    if (a->fine >= a->keen && left > to_adams) {
        try_out(a, stats, ADAMS);
        *set = use(a, log, "on trial: ERROR asks for steps of %.3g, a higher order may for fewer", h);
        return true;
    }
    if (a->close < a->patience || left < to_stiff) return false;
    try_out(a, stats, a->stiff);
    *set =
        use(a, log, "on trial: steps of %.3g are as short as the fastest motion, of rate %.3g, asks for", h, a->rate);
    return true;
}

/* Whether a trial has just begun: what the fast motion had to begin with has not died away, steps of ABAM double. */
static bool is_young(const Auto *a)
{
    enum { MOST = 200, RISING = 20 };
    const double died_away = 20;
    if (a->candidate == ADAMS) return a->since < RISING;
    return (a->e->s->state.t - a->began) * a->rate < died_away && a->since < MOST;
}

/* On trial, when steps do not grow any more and ABAM has found its order: the method stays if it is clearly cheaper. */
static bool judge(Auto *a, const Stats *stats, Settings *set, CdLog *log)
{
    enum { SPAN = 20, MOST = 200 };
    const double much = a->candidate == ADAMS ? 1.3 : 2, still_falling = 0.8;
    if (a->since == 1) a->began = a->e->s->state.t;
    bool young = is_young(a);
    if (young || a->since == 1) mark(a, stats), a->price = INFINITY;
    if (young || a->since % SPAN) return false;
    double now = price(a, stats), before = a->price;
    mark(a, stats), a->price = now;
    bool hopeless = a->candidate == ADAMS && a->since > 2 * SPAN && now > 1.5 * a->spent;
    bool early = a->candidate == ADAMS ? a->since < 4 * SPAN : now < still_falling * before;
    if (early && !hopeless && a->since < MOST) return false;
    a->on_trial = false, a->since = 0;
    if (much * now < a->spent) return false;
    const char *name = candidates[a->candidate].name;
    if (a->candidate == ADAMS) a->keen *= 8;
    else a->patience *= 4;
    a->candidate = EXPLICIT;
    *set = use(a, log, "%s would take %.2g times its cost", name, now / a->spent);
    return true;
}

/* ABAM: given up where it has become dearer than MDOP5 was, by kinks, by motions that change, or by stability, of which it has less. */
static bool look_at_adams(Auto *a, const Stats *stats, Settings *set, CdLog *log)
{
    enum { SPAN = 100 };
    if (a->since % SPAN) return false;
    double now = price(a, stats);
    mark(a, stats);
    if (now < a->spent && !stats->unstable) return false;
    a->candidate = EXPLICIT, a->keen *= 8;
    *set = use(a, log, "ABAM takes %.2g times what it did", now / a->spent);
    return true;
}

/* The implicit one: given up where its steps are so short, on the average as well as now, that an explicit method is cheaper. */
static bool look_at_implicit(Auto *a, const Stats *stats, double h, Settings *set, CdLog *log)
{
    const double much = 1.5, many = 3;
    if (a->since == 1) mark(a, stats), a->repeated = stats->too_inaccurate;
    if (a->since < a->wait || a->failed >= MOST_FAILURES) return false;
    if (a->candidate == STIFF && many * (double)(stats->too_inaccurate - a->repeated) > (double)a->since) {
        a->candidate = a->stiff = STABLE;
        *set = use(a, log, "one of %.3g steps of GSTIFF in index 3 is repeated",
                   (double)a->since / (double)(stats->too_inaccurate - a->repeated));
        return true;
    }
    double mean = (a->e->s->state.t - a->t) / (double)(a->since - 1), spent = price(a, stats);
    a->since = 0, a->wait *= 2; /* a look costs about as much as a few steps */
    a->rate = cd_fastest_rate(a->e);
    if (a->rate < 0 || h * a->rate > 1 || much * stages / bears * a->rate > spent) return false;
    a->candidate = EXPLICIT, a->patience *= 2;
    *set = use(a, log, "not stiff here: accuracy asks for steps of %.3g, stability for no less than %.3g", mean,
               bears / a->rate);
    return true;
}

bool cd_auto_look(Auto *a, const Stats *stats, double h, double next, Settings *set, CdLog *log)
{
    a->since++;
    if (a->candidate <= EXPLICIT) mind_outputs(a, h, next, set, log);
    if (a->on_trial) return judge(a, stats, set, log);
    if (a->candidate == EXPLICIT) return look_at_explicit(a, stats, h, set, log);
    if (a->candidate == ADAMS) return look_at_adams(a, stats, set, log);
    return look_at_implicit(a, stats, h, set, log);
}

bool cd_auto_rescue(Auto *a, Settings *set, CdLog *log)
{
    if (a->candidate == LAST || a->failed >= MOST_FAILURES) return false;
    a->failed++, a->on_trial = false;
    const char *before = candidates[a->candidate++].name;
    *set = use(a, log, "%s cannot go on", before);
    return true;
}
