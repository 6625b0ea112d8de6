/* abam.c - explicit Adams methods of order 1 to 12 as predictor and corrector with variable steps (Shampine and Gordon)
 * in independent coordinates (theory 14.4 to 14.9).
 *
 * The past is kept as points, not as differences: rates are counted from the last accepted point (13.1), so each step
 * expresses the past in its own coordinates and no choice of coordinates, dependent or independent, ever makes the
 * method start again. */
#include "integrators/adams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HIGHEST = 12, NODES = ADAMS_NODES };

typedef struct Points {
    double *y, *rate; /* predicted, with its rate */
    double *end, *end_rate;
    double *error, *sum; /* sum: scratch */
} Points;

typedef struct Control {
    double size[4];      /* E of order k - 2, k - 1, k, k + 1; infinite: not known */
    bool starting;       /* order and step go up with each step */
    int failures, since; /* in a row; steps since the order changed */
    double lambda;
    int limiter;
} Control;

struct Method {
    Flow flow;
    Partition partition;
    int order, used; /* k of the next step, and of the last one */
    Adams past;
    double h;
    Points point;
    Control control;
};

static Method *open_abam(Equations *e, const Settings *set, Stats *stats)
{
    Method *m = cd_take(sizeof *m);
    cd_flow_open(&m->flow, e, set, stats);
    Arena *a = &m->flow.arena;
    int n = m->flow.n;
    cd_adams_open(a, &m->past, &m->flow);
    double **list[] = {
        &m->point.y, &m->point.rate, &m->point.end, &m->point.end_rate, &m->point.error, &m->point.sum
    };
    for (int i = 0; i < 6; i++) *list[i] = ARENA_ARRAY(a, double, n);
    cd_partition_open(a, &m->partition, e->s);
    return m;
}

static void close_abam(Method *m)
{
    if (!m) return;
    cd_partition_close(&m->partition);
    cd_flow_close(&m->flow);
    free(m);
}

static void begin_abam(Method *m)
{
    cd_flow_begin(&m->flow);
    m->order = m->used = 1, m->control.starting = true, m->control.failures = m->control.since = 0;
    cd_flow_choose(&m->flow, &m->partition);
    cd_adams_begin(&m->past);
}

/* ---- formulas ---- */

/* sigma[i] for the errors that orders would make with steps like this one (14.7). */
static void find_sigma(const Method *m, int count, double *sigma)
{
    sigma[0] = 1;
    for (int i = 1; i < count; i++) sigma[i] = i * sigma[i - 1] * m->h / (m->h + m->past.time[0] - m->past.time[i - 1]);
}

/* |gamma*| of Adams and Moulton: what order j leaves over, times h^(j+1) y^(j+1) (14.7). */
static const double left_over_share[HIGHEST + 2] = { 1,
                                                     0.5,
                                                     0.083333333333333333,
                                                     0.041666666666666667,
                                                     0.026388888888888889,
                                                     0.01875,
                                                     0.014269179894179894,
                                                     0.011367394179894180,
                                                     0.0093565365961199295,
                                                     0.0078925540123456790,
                                                     0.0067858499846347079,
                                                     0.0059240564123376623,
                                                     0.0052366932579502851,
                                                     0.0046774984070422645 };

/* E_j: what order j would leave over, from the deviation with `count` of the past (14.7). */
static double left_over(Method *m, const double *rate, const double *product, const double *sigma, int j)
{
    cd_adams_deviation(&m->past, rate, product, j, m->point.sum);
    for (int c = 0; c < m->flow.n; c++) m->point.sum[c] *= m->h * left_over_share[j] * sigma[j];
    return cd_flow_norm(&m->flow, m->point.sum, NULL);
}

static Outcome go_to(Method *m, double *y, double *rate, CdLog *log)
{
    return cd_flow_go_to(&m->flow, m->flow.point.last.state.t + m->h, y, rate, log);
}

/* Predicts, evaluates, corrects, evaluates (14.6). */
static Outcome predict_and_correct(Method *m, CdLog *log)
{
    Flow *f = &m->flow;
    int k = m->order, n = f->n;
    double weight[NODES], product[NODES], sigma[NODES];
    cd_adams_integrate(&m->past, m->h, k + 1, weight);
    cd_adams_products(&m->past, m->h, k + 2, product);
    find_sigma(m, k + 2, sigma);
    cd_adams_extrapolate(&m->past, k, weight, m->point.y);
    Outcome outcome = go_to(m, m->point.y, m->point.rate, log);
    if (outcome != STEP_OK) return outcome;

    double corrected = weight[k] / product[k], lower = weight[k - 1] / product[k - 1];
    cd_adams_deviation(&m->past, m->point.rate, product, k, m->point.error);
    for (int c = 0; c < n; c++) m->point.end[c] = m->point.y[c] + corrected * m->point.error[c];
    for (int c = 0; c < n; c++) m->point.error[c] *= corrected - lower;
    m->control.size[0] = k > 2 ? left_over(m, m->point.rate, product, sigma, k - 2) : INFINITY;
    m->control.size[1] = k > 1 ? left_over(m, m->point.rate, product, sigma, k - 1) : INFINITY;
    m->control.size[2] = left_over(m, m->point.rate, product, sigma, k);
    outcome = go_to(m, m->point.end, m->point.end_rate, log);
    if (outcome != STEP_OK) return outcome;
    m->control.size[3] = k < m->flow.set.kmax && k < HIGHEST && m->past.points > k
                             ? left_over(m, m->point.end_rate, product, sigma, k + 1)
                             : INFINITY;
    m->control.lambda = cd_flow_lambda(f, m->point.y, m->point.rate, m->point.end, m->point.end_rate);
    return STEP_OK;
}

/* ---- one step ---- */

/* Whether a lower order would have done as well. */
static bool is_too_high(const Method *m)
{
    if (m->order == 1) return false;
    if (m->order == 2) return m->control.size[1] <= m->control.size[2] / 2;
    return fmax(m->control.size[0], m->control.size[1]) <= m->control.size[2];
}

static Attempt attempt_abam(Method *m, double h, CdLog *log)
{
    Flow *f = &m->flow;
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    m->h = h;
    cd_flow_restore(f);
    if (m->order > m->past.points) m->order = m->past.points;
    /* what laws remember has been renewed since the last step ended */
    if (cd_equations_renewed(f->e)) {
        a.outcome = cd_flow_rates(f, f->vector.start, f->vector.rate, log);
        cd_adams_renew(&m->past);
    }
    if (a.outcome == STEP_OK) a.outcome = predict_and_correct(m, log);
    if (a.outcome != STEP_OK) {
        a.worst = f->solve.worst;
        cd_count_failure(f->stats, a.outcome);
        return a;
    }
    a.error = cd_flow_norm(f, m->point.error, &a.worst);
    m->control.limiter = a.worst;
    if (a.error <= 1) return cd_flow_pass(f, h, a);
    a.outcome = STEP_TOO_INACCURATE, a.h = h / 2;
    f->stats->repeated.too_inaccurate++;
    return a;
}

static void reject_abam(Method *m)
{
    cd_flow_restore(&m->flow);
    m->control.starting = false, m->control.since = 0;
    if (++m->control.failures >= 3) m->order = 1;
    else if (is_too_high(m)) m->order--;
}

/* The order of the next step (14.8); returns the E that belongs to it. */
static double choose_order(Method *m)
{
    int k = m->order, before = k;
    double E = m->control.size[2], at = E;
    if (is_too_high(m)) {
        m->control.starting = false;
        m->order = k - 1, at = m->control.size[1];
    } else if (m->control.starting && k < m->flow.set.kmax && k < HIGHEST) {
        m->order = k + 1, at = m->control.size[3];
    } else if (m->control.since > k) {
        bool up = k == 1 ? m->control.size[3] < E / 2
                         : m->control.size[3] < E && E < fmax(m->control.size[0], m->control.size[1]);
        if (k > 1 && m->control.size[1] <= fmin(E, m->control.size[3])) m->order = k - 1, at = m->control.size[1];
        else if (up) m->order = k + 1, at = m->control.size[3];
    }
    m->control.since = m->order == before ? m->control.since + 1 : 0;
    return isfinite(at) ? at : E;
}

static double accept_abam(Method *m)
{
    const double boundary = 0.6; /* of stability, for the orders at which stiff models are met */
    Flow *f = &m->flow;
    m->used = m->order, m->control.failures = 0;
    bool grows = m->control.starting;
    double E = choose_order(m), factor = 1;
    cd_flow_watch(f, m->used <= 4 && m->h * m->control.lambda > boundary, 50);
    cd_flow_accept(f);
    cd_adams_remember(&m->past);
    cd_flow_keep_coordinates(f, &m->partition);
    f->stats->steps++;
    if (grows && m->control.starting) factor = 2;
    else if (ldexp(E, m->order + 1) <= 0.5) factor = 2;
    else if (E > 0.5) factor = fmax(0.5, fmin(0.9, pow(0.5 / E, 1.0 / (m->order + 1))));
    cd_count_limiter(f->stats, m->control.limiter, factor);
    return m->h * factor;
}

/* The polynomial of rates through the newest points, integrated back from the end of the last step (14.9). */
static void interpolate_abam(Method *m, double t)
{
    cd_adams_interpolate(&m->past, m->used + 1, t);
}

static int order_of(const Method *m)
{
    return m->order;
}

const IntegratorKind cd_integrator_abam = {
    .name = "ABAM",
    .summary = "explicit Adams methods, order 1 to 12, in independent coordinates",
    .word = METHOD_ABAM,
    /* for its recovery of dependent coordinates and its polynomials as well */
    .candidate = { { AUTO_ADAMS, FORM_I1, "ABAM", { { 3.5, 0 }, { 1.5, 0 } }, 0.1 } },
    .low = 1,
    .high = HIGHEST,
    .traits.projects = true,
    .formulations = 1u << FORM_I1,
    .calls.open = open_abam,
    .calls.close = close_abam,
    .calls.begin = begin_abam,
    .calls.attempt = attempt_abam,
    .calls.accept = accept_abam,
    .calls.reject = reject_abam,
    .calls.interpolate = interpolate_abam,
    .calls.order = order_of,
};
