/* auto.c - choosing a method, and another one (theory 17). */
#include "analyses/auto.h"

#include "system/fastest.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* In the order in which one takes over where another fails. */
static const struct Candidate {
    MethodWord method;
    Formulation formulation;
    const char *name;
} candidates[] = {
    { METHOD_MDOP5, FORM_I1, "MDOP5" },
    { METHOD_GSTIFF, FORM_SI2, "GSTIFF with SI2" },
    { METHOD_HHT, FORM_I3, "HHT" },
};
enum { EXPLICIT, STIFF, LAST = sizeof candidates / sizeof *candidates - 1 };
enum { FIRST_LOOK = 20, MOST_FAILURES = 6 };

static const double bears = 3.25; /* h |lambda| that MDOP5 bears */

__attribute__((format(printf, 3, 4))) static Settings use(Auto *a, CdLog *log, const char *format, ...)
{
    char reason[256], label[CD_LABEL_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    const Element *e = cd_model_setting(a->e->s->model, KIND_integrator);
    const struct Candidate *c = &candidates[a->candidate];
    cd_log(log, e->place, AUTO_METHOD, cd_label(e, label), a->e->s->state.t, c->name, reason);
    a->since = 0;
    return cd_settings_with(a->e->s->model, a->output, c->method, c->formulation);
}

Settings cd_auto_begin(Auto *a, Equations *e, double output, CdLog *log)
{
    const double worth_a_try = 1000; /* steps of stability in one of HMAX */
    *a = (Auto){ .e = e, .output = output, .candidate = EXPLICIT, .wait = FIRST_LOOK, .patience = 30 };
    double hmax = cd_settings(e->s->model, output).hmax;
    a->rate = cd_fastest_rate(e);
    if (a->rate < 0 || a->rate * hmax > worth_a_try) a->candidate = STIFF;
    if (a->rate < 0) return use(a, log, "accelerations do not follow from loads alone");
    if (a->candidate == STIFF)
        return use(a, log, "stiff: the fastest motion has a rate of %.3g, %.3g times what a step of %.3g shows",
                   a->rate, a->rate * hmax, hmax);
    if (a->rate * hmax <= bears)
        return use(a, log, "not stiff: the fastest motion has a rate of %.3g, which steps of %.3g show", a->rate, hmax);
    return use(a, log, "perhaps stiff: the fastest motion has a rate of %.3g; steps will tell whether it matters",
               a->rate);
}

/* ---- on the way ------------------------------------------------------------------------------------------------------------------------ */

/* What the steps so far have cost, in residuals: counted, not timed, so that two runs of one input do the same. */
static double cost(const Stats *s)
{
    return (double)s->residuals + 2 * (double)s->matrices;
}

static void mark(Auto *a, const Stats *stats)
{
    a->cost = cost(stats), a->t = a->e->s->state.t;
}

/* Cost of a unit of time since the mark. */
static double price(const Auto *a, const Stats *stats)
{
    return (cost(stats) - a->cost) / (a->e->s->state.t - a->t);
}

/* The explicit method: given up where stability binds it; where it comes close another one has to show what it can do. */
static bool look_at_explicit(Auto *a, const Stats *stats, double h, Settings *set, CdLog *log)
{
    if (stats->unstable && a->since % FIRST_LOOK == 0) a->rate = cd_fastest_rate(a->e), a->bound = a->rate * h > 1;
    if (stats->unstable && a->bound) {
        a->candidate = STIFF, a->bound = false;
        *set = use(a, log, "stiff: stability holds the steps of MDOP5 down to %.3g", h);
        return true;
    }
    if (a->since >= a->wait) a->since = 0, a->wait *= 2, a->rate = cd_fastest_rate(a->e);
    if (a->close == 0) mark(a, stats);
    a->close = h * a->rate > 1 ? a->close + 1 : a->close > 0 ? a->close - 1 : 0;
    if (a->close < a->patience) return false;
    a->spent = price(a, stats), a->on_trial = true, a->candidate = STIFF;
    *set =
        use(a, log, "on trial: steps of %.3g are as short as the fastest motion, of rate %.3g, asks for", h, a->rate);
    return true;
}

/* On trial, when what the fast motion had to begin with has died away and steps do not grow any more: an implicit method stays if it
 * is much cheaper, as it is less accurate at the same ERROR. */
static bool judge(Auto *a, const Stats *stats, Settings *set, CdLog *log)
{
    enum { SPAN = 10, MOST = 200 };
    const double much = 3, still_falling = 0.8, died_away = 20;
    if (a->since == 1) a->began = a->e->s->state.t;
    bool young = (a->e->s->state.t - a->began) * a->rate < died_away && a->since < MOST;
    if (young || a->since == 1) mark(a, stats), a->price = INFINITY;
    if (young || a->since % SPAN) return false;
    double now = price(a, stats), before = a->price;
    mark(a, stats), a->price = now;
    if (now < still_falling * before && a->since < MOST) return false;
    a->on_trial = false, a->close = 0, a->since = 0;
    if (much * now < a->spent) return false;
    a->patience *= 4, a->candidate = EXPLICIT;
    *set = use(a, log, "GSTIFF would take %.2g times its cost", now / a->spent);
    return true;
}

/* The implicit one: given up where its steps are so short that stability is no concern. */
static bool look_at_implicit(Auto *a, const Stats *stats, Settings *set, CdLog *log)
{
    if (a->since == 1) mark(a, stats);
    if (a->since < a->wait || a->failed >= MOST_FAILURES) return false;
    double h = (a->e->s->state.t - a->t) / (double)(a->since - 1); /* on the average: single steps end on kinks */
    a->since = 0, a->wait *= 2;                                    /* a look costs about as much as a few steps */
    a->rate = cd_fastest_rate(a->e);
    if (a->rate < 0 || h * a->rate > 1) return false;
    a->candidate = EXPLICIT, a->close = 0;
    *set = use(a, log, "not stiff here: accuracy asks for steps of %.3g, stability for no less than %.3g", h,
               bears / a->rate);
    return true;
}

bool cd_auto_look(Auto *a, const Stats *stats, double h, Settings *set, CdLog *log)
{
    a->since++;
    if (a->candidate == EXPLICIT) return look_at_explicit(a, stats, h, set, log);
    return a->on_trial ? judge(a, stats, set, log) : look_at_implicit(a, stats, set, log);
}

bool cd_auto_rescue(Auto *a, Settings *set, CdLog *log)
{
    if (a->candidate == LAST || a->failed >= MOST_FAILURES) return false;
    a->failed++, a->on_trial = false, a->close = 0;
    const char *before = candidates[a->candidate++].name;
    *set = use(a, log, "%s cannot go on", before);
    return true;
}
