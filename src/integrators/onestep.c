/* onestep.c - one step of an explicit method, tried, judged, kept or given up. */
#include "integrators/onestep.h"

#include "system/fastest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double cd_dormand_prince_node[7] = { 0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1 };
const double cd_dormand_prince_share[7][6] = {
    { 0 },
    { 1. / 5 },
    { 3. / 40, 9. / 40 },
    { 44. / 45, -56. / 15, 32. / 9 },
    { 19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729 },
    { 9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656 },
    { 35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84 },
};

static const double power = 1. / ONESTEP_ORDER; /* the error of a step goes like h^5 */

Method *cd_onestep_open(Equations *e, const Settings *set, Stats *stats, const Formula *formula)
{
    Method *m = cd_take(sizeof *m);
    m->formula = formula;
    cd_flow_open(&m->flow, e, set, stats);
    m->flow.watch.middle = 0.55; /* of (13.13), which has stages at 0.3 and 0.8 */
    Arena *a = &m->flow.arena;
    int n = m->flow.n;
    for (int i = 0; i < formula->stages; i++) m->k[i] = ARENA_ARRAY(a, double, n);
    double **list[] = { &m->y, &m->moved, &m->error };
    for (int i = 0; i < 3; i++) *list[i] = ARENA_ARRAY(a, double, n);
    cd_dense_open(a, &m->now, n), cd_dense_open(a, &m->past, n);
    return m;
}

void cd_onestep_close(Method *m)
{
    if (!m) return;
    cd_flow_close(&m->flow);
    free(m);
}

/* The fastest motion about the present state, once in a while. */
static void look_for_fastest(Method *m)
{
    const long again = 500;
    OnestepControl *c = &m->control;
    if (m->formula->limit <= 0 || m->flow.stats->steps < c->ask) return;
    c->fastest = cd_fastest_rate(m->flow.e);
    c->ask = m->flow.stats->steps + again;
}

/* The longest step that the formula is stable with (13.32). */
static double longest(const Method *m)
{
    return m->control.fastest > 0 ? m->formula->limit / m->control.fastest : INFINITY;
}

void cd_onestep_begin(Method *m)
{
    cd_flow_begin(&m->flow);
    m->control.last_error = 1, m->control.failed = m->control.projected = false, m->control.rejected_h = 0;
    look_for_fastest(m);
}

/* ---- for the stages ---- */

void cd_onestep_combine(const Method *m, int stages, const double *a, double *y)
{
    memcpy(y, m->flow.vector.start, sizeof(double) * (size_t)m->flow.n);
    for (int j = 0; j < stages; j++) {
        const double *k = m->k[j], f = m->h * a[j];
        for (int i = 0; f != 0 && i < m->flow.n; i++) y[i] += f * k[i];
    }
}

Outcome cd_onestep_rates(Method *m, double c, double *y, double *rate, CdLog *log)
{
    cd_flow_place(&m->flow, &m->flow.point.last, m->flow.point.last.state.t + c * m->h, y);
    if (m->flow.stats->crossing.careful) {
        Outcome outcome = cd_flow_project(&m->flow, 0, y);
        if (outcome != STEP_OK) return outcome;
    }
    return cd_flow_rates(&m->flow, y, rate, log);
}

Outcome cd_onestep_arrive(Method *m, const double *last, const double *rate, CdLog *log)
{
    Flow *f = &m->flow;
    cd_flow_place(f, &f->point.last, f->point.last.state.t + m->h, m->y);
    Outcome outcome = cd_flow_project(f, m->formula->allowed, m->now.end);
    for (int i = 0; i < f->n; i++) m->moved[i] = m->now.end[i] - m->y[i];
    if (outcome == STEP_OK) outcome = cd_flow_rates(f, m->now.end, m->now.end_rate, log);
    m->lambda = outcome == STEP_OK ? cd_flow_lambda(f, last, rate, m->now.end, m->now.end_rate) : 0;
    return outcome;
}

/* ---- the step ---- */

/* The power of the error by which a step is shortened: where it has been shortened already and its error was not that
 * of the order, as where a force is not smooth, the order that these two attempts have had. */
static double shrinks_by(const OnestepControl *c, double h, double error)
{
    if (!(h < c->rejected_h)) return power;
    double order = log(c->rejected_error / error) / log(c->rejected_h / h);
    return order < ONESTEP_ORDER ? 1 / fmax(order, 0.5) : power;
}

Attempt cd_onestep_attempt(Method *m, double h, CdLog *log)
{
    Flow *f = &m->flow;
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    m->h = h;
    cd_flow_restore(f);
    m->now.t = f->point.last.state.t, m->now.h = h;
    if (h > 1.01 * longest(m)) {
        a.outcome = STEP_TOO_INACCURATE, a.error = h / longest(m), a.h = longest(m);
        return a;
    }
    if (cd_flow_turns_too_far(f, h, &a)) return a;
    /* what laws remember has been renewed since the last step ended */
    if (cd_equations_renewed(f->e)) a.outcome = cd_flow_rates(f, f->vector.start, f->vector.rate, log);
    bool careful = f->stats->crossing.careful;
    if (careful && !m->control.projected && a.outcome == STEP_OK)
        a.outcome = cd_flow_project_start(f, log), m->control.projected = true;
    /* half-explicit stages lie a little off the constraints, which counts where these hardly hold */
    if (a.outcome == STEP_OK) a.outcome = careful ? cd_mdop5_step(m, log) : m->formula->step(m, log);
    if (a.outcome != STEP_OK) {
        a.worst = f->solve.worst;
        cd_count_failure(f->stats, a.outcome);
        return a;
    }
    memcpy(m->now.start, f->vector.start, sizeof(double) * (size_t)f->n);
    memcpy(m->now.rate, f->vector.rate, sizeof(double) * (size_t)f->n);
    a.error = fmax(cd_flow_norm(f, m->error, &a.worst), cd_flow_norm(f, m->moved, NULL));
    m->control.limiter = a.worst, m->control.size = a.error;
    if (a.error <= 1) return cd_flow_pass(f, h, a);
    a.outcome = isfinite(a.error) ? STEP_TOO_INACCURATE : STEP_NOT_FINITE;
    if (isfinite(a.error)) {
        a.h = h * cd_step_factor(&f->set, pow(a.error, -shrinks_by(&m->control, h, a.error)));
        m->control.rejected_h = h, m->control.rejected_error = a.error, f->stats->repeated.too_inaccurate++;
    } else cd_count_failure(f->stats, a.outcome);
    return a;
}

void cd_onestep_reject(Method *m)
{
    cd_flow_restore(&m->flow);
    m->control.failed = true;
}

double cd_onestep_accept(Method *m)
{
    const double memory = 0.04;
    double error = fmax(m->control.size, 1e-10);
    /* the last error damps the swing of step sizes (13.8) */
    double factor = pow(error, 0.75 * memory - power) * pow(m->control.last_error, memory);
    factor = cd_step_factor(&m->flow.set, factor);
    if (m->control.failed) factor = fmin(1, factor);
    m->control.last_error = fmax(error, 1e-4), m->control.failed = false, m->control.rejected_h = 0;
    m->control.projected = m->flow.stats->crossing.careful;
    bool held = factor * m->h > longest(m);
    cd_flow_watch(&m->flow, held || m->h * m->lambda > m->formula->boundary, 15);
    cd_flow_accept(&m->flow);
    cd_dense_swap(&m->now, &m->past);
    m->flow.stats->steps++;
    cd_count_limiter(m->flow.stats, m->control.limiter, factor);
    look_for_fastest(m);
    return fmin(m->h * factor, longest(m));
}

void cd_onestep_interpolate(Method *m, double t)
{
    cd_dense_at(&m->past, t, m->y);
    cd_flow_place(&m->flow, &m->flow.point.before, t, m->y);
}

int cd_onestep_order(const Method *m)
{
    (void)m;
    return ONESTEP_ORDER;
}
