/* tlismni.c - the two-loop method of sparse matrix numerical integration (theory 14.10 to 14.15): an implicit formula
 * on independent coordinates, iterated by inserting (outer loop), with the dependent ones from the constraints at each
 * iterate (inner loop). SCHEME names the formula. No derivatives of loads are needed; so it is a method for models that
 * are not stiff. */
#include "integrators/adams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a step aims at an error of this, to the power of the order + 1, after one pass */
#define SAFETY 0.8

typedef enum Scheme { AM3, AM4, TRAPEZOIDAL, HHT, BDF, SCHEMES } Scheme;

typedef struct TwoLoops {
    Scheme scheme;
    int order, from; /* from: points of the past that the prediction takes, as many as the formula, which makes it one
                        order lower */
    double share;    /* error over what the corrector changes of the prediction */
} TwoLoops;

typedef struct Iterate {
    double *predicted, *y, *next, *rate, *error;
    double *tried;          /* the iterate before its dependent coordinates were found */
    double *old, *old_rate; /* the iterate before, and its rates */
} Iterate;

/* SCHEME = HHT: averages of rates of velocities and states, as in hht.c; the same brought to this step. */
typedef struct Averages {
    double *average, *a0;
} Averages;

struct Method {
    Flow flow;
    Partition partition;
    Adams past;
    TwoLoops formula;
    double h, last;
    Iterate it;
    double *back; /* BDF: y of the point before the last accepted one */
    Averages hht;
    double lambda; /* |lambda| of (13.12) */
    double first;  /* error after one pass */
    int limiter;
};

static Method *open_tlismni(Equations *e, const Settings *set, Stats *stats)
{
    static const int order[SCHEMES] = { [AM3] = 3, [AM4] = 4, [TRAPEZOIDAL] = 2, [HHT] = 2, [BDF] = 2 };
    Method *m = cd_take(sizeof *m);
    cd_flow_open(&m->flow, e, set, stats);
    m->formula.scheme = set->scheme >= 0 && set->scheme < SCHEMES ? (Scheme)set->scheme : AM3;
    m->formula.order = order[m->formula.scheme],
    m->formula.from = m->formula.scheme == AM3 || m->formula.scheme == AM4 ? m->formula.order - 1 : m->formula.order;
    double alpha = set->coefficients.alpha, averaged = 1. / 12 - alpha / 2 - alpha * alpha;
    const double share[SCHEMES] = { [AM3] = 1. / 10,
                                    [AM4] = 19. / 270,
                                    [TRAPEZOIDAL] = 1. / 6,
                                    [HHT] = averaged / (5. / 12 + averaged),
                                    [BDF] = 8. / 23 };
    m->formula.share = share[m->formula.scheme]; /* (14.13) */
    Arena *a = &m->flow.arena;
    double **list[] = { &m->it.predicted, &m->it.y,   &m->it.next,  &m->it.rate, &m->it.error,   &m->back,
                        &m->hht.average,  &m->hht.a0, &m->it.tried, &m->it.old,  &m->it.old_rate };
    for (int i = 0; i < 11; i++) *list[i] = ARENA_ARRAY(a, double, m->flow.n);
    cd_adams_open(a, &m->past, &m->flow);
    cd_partition_open(a, &m->partition, e->s);
    return m;
}

static void close_tlismni(Method *m)
{
    if (!m) return;
    cd_partition_close(&m->partition);
    cd_flow_close(&m->flow);
    free(m);
}

static void begin_tlismni(Method *m)
{
    cd_flow_begin(&m->flow);
    cd_flow_choose(&m->flow, &m->partition);
    cd_adams_begin(&m->past);
    memcpy(m->hht.average, m->flow.vector.rate, sizeof(double) * (size_t)m->flow.n);
    m->last = 0;
}

/* ---- inner loop ---- */

/* Dependent coordinates from the constraints, then rates, at a point of the time t + c h. */
static Outcome evaluate(Method *m, double c, double *y, CdLog *log)
{
    return cd_flow_go_to(&m->flow, m->flow.point.last.state.t + c * m->h, y, m->it.rate, log);
}

/* ---- formulas ---- */

/* Adams and Moulton, with k of the past (14.11). */
static void correct_adams(Method *m, int k)
{
    double weight[ADAMS_NODES], product[ADAMS_NODES];
    cd_adams_integrate(&m->past, m->h, k + 1, weight);
    cd_adams_products(&m->past, m->h, k + 1, product);
    cd_adams_extrapolate(&m->past, k, weight, m->it.next);
    cd_adams_deviation(&m->past, m->it.rate, product, k, m->it.error);
    for (int i = 0; i < m->flow.n; i++) m->it.next[i] += weight[k] / product[k] * m->it.error[i];
}

/* Backward differences of second order for any two steps (14.12). */
static void correct_bdf(Method *m)
{
    double w = m->h / (m->past.time[0] - m->past.time[1]), below = 1 + 2 * w;
    for (int i = 0; i < m->flow.n; i++)
        m->it.next[i] =
            ((1 + w) * (1 + w) * m->flow.vector.start[i] - w * w * m->back[i] + m->h * (1 + w) * m->it.rate[i]) / below;
}

/* The formulas (10.1) to (10.4). */
static void correct_hht(Method *m)
{
    const Flow *f = &m->flow;
    double h = m->h, alpha = f->set.coefficients.alpha, beta = (1 - alpha) * (1 - alpha) / 4, gamma = 0.5 - alpha;
    for (int i = f->nv; i < f->n; i++) {
        double a1 = (1 + alpha) * m->it.rate[i] - alpha * f->vector.rate[i];
        m->it.next[i] = f->vector.start[i] + h * ((1 - gamma) * m->hht.a0[i] + gamma * a1);
        if (i < 2 * f->nv)
            m->it.next[i - f->nv] = h * f->vector.start[i] + h * h * ((0.5 - beta) * m->hht.a0[i] + beta * a1);
    }
    const Mechanism *mech = f->e->s->m;
    for (int b = 0; b < mech->bodies; b++) {
        int at = mech->body[b].first + 3;
        const double *w = f->vector.start + f->nv + at, *a = m->hht.a0 + f->nv + at;
        if (mech->body[b].dofs < 6) continue;
        Vec3 more = v3_scale(v3_cross(v3(w[0], w[1], w[2]), v3(a[0], a[1], a[2])), h * h * h / 12);
        for (int k = 0; k < 3; k++) m->it.next[at + k] += v3_get(more, k);
    }
}

static void correct(Method *m)
{
    if (m->formula.scheme == BDF) correct_bdf(m);
    else if (m->formula.scheme == HHT) correct_hht(m);
    else correct_adams(m, m->formula.order - 1);
}

/* ---- steps ---- */

/* The first points: the classical formula of Runge and Kutta, held against the trapezoidal rule (14.14). */
static Outcome start(Method *m, double *size, int *worst, CdLog *log)
{
    static const double node[4] = { 0, 0.5, 0.5, 1 }, weight[4] = { 1. / 6, 1. / 3, 1. / 3, 1. / 6 };
    const Flow *f = &m->flow;
    memcpy(m->it.rate, f->vector.rate, sizeof(double) * (size_t)f->n);
    memcpy(m->it.next, f->vector.start, sizeof(double) * (size_t)f->n);
    for (int k = 0; k < 4; k++) {
        if (k > 0) {
            for (int i = 0; i < f->n; i++) m->it.y[i] = f->vector.start[i] + m->h * node[k] * m->it.rate[i];
            Outcome outcome = evaluate(m, node[k], m->it.y, log);
            if (outcome != STEP_OK) return outcome;
        }
        for (int i = 0; i < f->n; i++) m->it.next[i] += m->h * weight[k] * m->it.rate[i];
    }
    memcpy(m->it.y, m->it.next, sizeof(double) * (size_t)f->n);
    Outcome outcome = evaluate(m, 1, m->it.y, log);
    for (int i = 0; i < f->n; i++)
        m->it.error[i] = m->it.y[i] - f->vector.start[i] - m->h / 2 * (f->vector.rate[i] + m->it.rate[i]);
    *size = cd_flow_size(f, m->it.error, worst), m->first = *size, m->lambda = 0;
    return outcome;
}

/* Predicts, then inserts until the error is small enough (14.10), (14.13): what the formula is wrong by, and what y has
 * not yet got of it. The rates at y give both, and are those the step ends with. A pass takes what is wrong with
 * velocities to positions and the other way round, and the two may be of very different size in these units: so the
 * loop gains or loses in two passes. */
static Outcome iterate(Method *m, double *size, int *worst, CdLog *log)
{
    const Flow *f = &m->flow;
    double weight[ADAMS_NODES], last = 0, before = 0;
    cd_adams_integrate(&m->past, m->h, m->formula.order, weight);
    cd_adams_extrapolate(&m->past, m->formula.order, weight, m->it.predicted);
    cd_adams_extrapolate(&m->past, m->formula.from, weight, m->it.y);
    Outcome outcome = evaluate(m, 1, m->it.y, log);
    for (int it = 1; outcome == STEP_OK; it++) {
        memcpy(m->it.old, m->it.y, sizeof(double) * (size_t)f->n);
        memcpy(m->it.old_rate, m->it.rate, sizeof(double) * (size_t)f->n);
        correct(m);
        memcpy(m->it.y, m->it.next, sizeof(double) * (size_t)f->n);
        memcpy(m->it.tried, m->it.next, sizeof(double) * (size_t)f->n);
        if ((outcome = evaluate(m, 1, m->it.y, log)) != STEP_OK) break;
        m->flow.stats->work.iterations++;
        correct(m);
        for (int i = 0; i < f->n; i++) m->it.error[i] = m->it.next[i] - m->it.tried[i];
        double change = cd_flow_size(f, m->it.error, worst);
        for (int i = 0; i < f->n; i++) m->it.error[i] = m->formula.share * (m->it.next[i] - m->it.predicted[i]);
        double own = cd_flow_size(f, m->it.error, worst);
        for (int i = 0; i < f->n; i++)
            m->it.error[i] = m->it.tried[i] - m->it.next[i] + m->formula.share * (m->it.next[i] - m->it.predicted[i]);
        *size = cd_flow_size(f, m->it.error, worst);
        m->lambda = cd_flow_lambda(f, m->it.old, m->it.old_rate, m->it.y, m->it.rate);
        if (it == 1) m->first = *size;
        if (!isfinite(change)) return STEP_NOT_FINITE;
        if (*size <= 1 || own > 1 || it >= f->set.iteration.maxit) break;
        if (it > 2 && change > before) return STEP_NOT_CONVERGED;
        before = last, last = change;
    }
    return outcome;
}

static void prepare_step(Method *m)
{
    double turn, ratio = m->last > 0 ? m->h / m->last : 1;
    if (m->past.points > 1) cd_flow_rates_of(&m->flow, &m->past.past[1], m->back, m->it.next, &turn);
    for (int i = 0; i < m->flow.n; i++)
        m->hht.a0[i] = m->flow.vector.rate[i] + ratio * (m->hht.average[i] - m->flow.vector.rate[i]);
}

static Attempt attempt_tlismni(Method *m, double h, CdLog *log)
{
    Flow *f = &m->flow;
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 2 };
    m->h = h;
    cd_flow_restore(f);
    /* what laws remember has been renewed since the last step ended */
    if (cd_equations_renewed(f->e)) {
        a.outcome = cd_flow_rates(f, f->vector.start, f->vector.rate, log);
        cd_adams_renew(&m->past);
    }
    prepare_step(m);
    if (a.outcome == STEP_OK)
        a.outcome =
            m->past.points < m->formula.order ? start(m, &a.error, &a.worst, log) : iterate(m, &a.error, &a.worst, log);
    if (a.outcome != STEP_OK) {
        cd_count_failure(f->stats, a.outcome);
        return a;
    }
    m->limiter = a.worst;
    if (a.error <= 1) return cd_flow_pass(f, h, a);
    a.outcome = STEP_TOO_INACCURATE, a.h = h * fmax(0.2, SAFETY * pow(a.error, -1.0 / (m->formula.order + 1)));
    f->stats->repeated.too_inaccurate++;
    return a;
}

static void reject_tlismni(Method *m)
{
    cd_flow_restore(&m->flow);
}

static double accept_tlismni(Method *m)
{
    const double most = 2, boundary = 0.6;
    Flow *f = &m->flow;
    double alpha = f->set.coefficients.alpha,
           factor = fmin(most, SAFETY * pow(fmax(m->first, 1e-6), -1.0 / (m->formula.order + 1)));
    for (int i = 0; i < f->n; i++) m->hht.average[i] = (1 + alpha) * m->it.rate[i] - alpha * f->vector.rate[i];
    cd_flow_watch(f, m->h * m->lambda > boundary, 50);
    cd_flow_accept(f);
    cd_adams_remember(&m->past);
    cd_flow_keep_coordinates(f, &m->partition);
    m->last = m->h;
    f->stats->steps++;
    cd_count_limiter(f->stats, m->limiter, factor);
    return m->h * factor;
}

static void interpolate_tlismni(Method *m, double t)
{
    cd_adams_interpolate(&m->past, m->formula.order + 1, t);
}

static int order_of(const Method *m)
{
    return m->formula.order;
}

const IntegratorKind cd_integrator_tlismni = {
    .name = "TLISMNI",
    .summary = "two loops: an implicit formula by insertion on independent coordinates, the others by Newton",
    .word = METHOD_TLISMNI,
    .low = 2,
    .high = 4,
    .traits.projects = true,
    .formulations = 1u << FORM_I1,
    .calls.open = open_tlismni,
    .calls.close = close_tlismni,
    .calls.begin = begin_tlismni,
    .calls.attempt = attempt_tlismni,
    .calls.accept = accept_tlismni,
    .calls.reject = reject_tlismni,
    .calls.interpolate = interpolate_tlismni,
    .turn = 0.2,
    .calls.order = order_of,
};
