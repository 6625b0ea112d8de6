/* rosenbrock.c - linearly implicit methods of Rosenbrock in independent coordinates (theory 16), for stiff models: no
 * iteration, one matrix a step, whose derivatives are exact. SCHEME names the formula.
 *
 *     (1/(h gamma) - J) U_i = f( t + alpha_i h, y + sum a_ij U_j ) + sum c_ij U_j / h + gamma_i h f_t     (16.7)
 *     y_1 = y + sum m_i U_i,   e = sum (m_i - m^_i) U_i                                                 (16.8) */
#include "integrators/dense.h"
#include "integrators/flow.h"
#include "system/resolvent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STAGES = 4 };

typedef struct Scheme {
    int stages, order;
    double gamma, power; /* power: the error of a step goes like h^(1/power) */
    double alpha[MOST_STAGES], gammas[MOST_STAGES];
    double a[MOST_STAGES][MOST_STAGES - 1], c[MOST_STAGES][MOST_STAGES - 1];
    double m[MOST_STAGES], low[MOST_STAGES]; /* low: m^ */
} Scheme;

/* Negrut, Sandu, Haug, Potra and Sandu 2003, with the two misprints of its tables corrected: order 4, with one of order
 * 3 to compare. The fourth stage takes the rates of the third. */
static const Scheme rn4 = {
    .stages = 4,
    .order = 4,
    .gamma = 0.57281606,
    .power = 1. / 4,
    .alpha = { 0, 1.14563212, 0.65521497597313383, 0.65521497597313383 },
    .gammas = { 0.57281606, -1.7691770671120139, 0.75929396429320985, -0.10489462149095580 },
    .a = { { 0 }, { 2 }, { 1.8679481494982371, 0.23444556851723885 }, { 1.8679481494982371, 0.23444556851723885 } },
    .c = { { 0 },
           { -7.1376499433499798 },
           { 2.5809236665096577, 0.65162988730203202 },
           { -2.1371152665066191, -0.32146953133995107, -0.69496604928244523 } },
    .m = { 2.2555662286045652, 0.28705506319415761, 0.43531196337998321, 1.0935076564032478 },
    .low = { 2.0683991605275837, 0.23868135206753280, 0.36337334543539171, 0.36655712793615514 },
};

/* Verwer and others 1997: order 2 whatever the matrix, gamma = 1 + 1/sqrt(2); with one of order 1 to compare. */
static const Scheme w2 = {
    .stages = 2,
    .order = 2,
    .gamma = 1.7071067811865475,
    .power = 1. / 2,
    .alpha = { 0, 1 },
    .gammas = { 1.7071067811865475, -1.7071067811865475 },
    .a = { { 0 }, { 0.58578643762690495 } },
    .c = { { 0 }, { -1.1715728752538099 } },
    .m = { 0.87867965644035743, 0.29289321881345248 },
    .low = { 1.1715728752538099, 0.58578643762690495 },
};

typedef struct Stages {
    double *U[MOST_STAGES]; /* flow.n each */
    double *y, *rate;       /* of one */
} Stages;

/* The error of the step at hand. */
typedef struct Judged {
    double *error;
    double size; /* in units of what is allowed */
    bool failed; /* since the last accepted step */
    int limiter;
} Judged;

struct Method {
    Flow flow;
    Partition partition;
    Resolvent resolvent;
    const Scheme *scheme, *used; /* used: by the step at hand */
    double h;
    bool known, ahead; /* the derivatives are those of the last accepted point; with the step behind it */
    Stages stage;
    Judged judged;
    Dense now, past; /* the step at hand, and the last accepted one */
};

static Method *open_rosenbrock(Equations *e, const Settings *set, Stats *stats)
{
    const int of_w2 = 1; /* among its words of SCHEME */
    Method *m = cd_take(sizeof *m);
    cd_flow_open(&m->flow, e, set, stats);
    m->flow.watch.middle = 0.4; /* RN4 has stages at 0.66 and behind the end */
    m->scheme = set->scheme == of_w2 ? &w2 : &rn4;
    Arena *a = &m->flow.arena;
    int n = m->flow.n;
    for (int i = 0; i < m->scheme->stages; i++) m->stage.U[i] = ARENA_ARRAY(a, double, n);
    m->stage.y = ARENA_ARRAY(a, double, n), m->stage.rate = ARENA_ARRAY(a, double, n),
    m->judged.error = ARENA_ARRAY(a, double, n);
    cd_dense_open(a, &m->now, n), cd_dense_open(a, &m->past, n);
    m->now.theta = m->past.theta = 0.5;
    cd_partition_open(a, &m->partition, e->s);
    cd_resolvent_open(a, &m->resolvent, e, &m->partition);
    return m;
}

static void close_rosenbrock(Method *m)
{
    if (!m) return;
    cd_resolvent_close(&m->resolvent);
    cd_partition_close(&m->partition);
    cd_flow_close(&m->flow);
    free(m);
}

static void begin_rosenbrock(Method *m)
{
    cd_flow_begin(&m->flow);
    cd_flow_choose(&m->flow, &m->partition);
    m->known = m->ahead = m->judged.failed = false;
    m->past.t = m->flow.point.last.state.t, m->past.h = 0;
}

/* ---- one step ---- */

/* Derivatives at the last accepted point, once, and factors for this step size. */
static Outcome prepare(Method *m, CdLog *log)
{
    Flow *f = &m->flow;
    if (!f->partition) return STEP_SINGULAR;
    if (!m->known) {
        if (!cd_equations_prepare(f->e, log) || !cd_resolvent_evaluate(&m->resolvent)) return STEP_NOT_FINITE;
        m->known = true;
        f->stats->work.matrices++;
    }
    LuStatus lu = cd_resolvent_factor(&m->resolvent, m->h * m->used->gamma);
    f->stats->work.factors++;
    return lu == LU_NOT_FINITE ? STEP_NOT_FINITE : lu == LU_SINGULAR ? STEP_SINGULAR : STEP_OK;
}

/* to = flow.start + sum of a_j U_j. */
static void combine(const Method *m, int stages, const double *a, double *to)
{
    memcpy(to, m->flow.vector.start, sizeof(double) * (size_t)m->flow.n);
    for (int j = 0; j < stages; j++)
        for (int i = 0; i < m->flow.n; i++) to[i] += a[j] * m->stage.U[j][i];
}

static Outcome go_to(Method *m, double c, double *y, double *rate, CdLog *log)
{
    return cd_flow_go_to(&m->flow, m->flow.point.last.state.t + c * m->h, y, rate, log);
}

static Outcome stage(Method *m, int i, CdLog *log)
{
    const Scheme *s = m->used;
    const Flow *f = &m->flow;
    bool same = i > 0 && memcmp(s->a[i], s->a[i - 1], sizeof s->a[i]) == 0;
    if (i == 0) memcpy(m->stage.rate, f->vector.rate, sizeof(double) * (size_t)f->n);
    if (i > 0 && !same) {
        combine(m, i, s->a[i], m->stage.y);
        Outcome outcome = go_to(m, s->alpha[i], m->stage.y, m->stage.rate, log);
        if (outcome != STEP_OK) return outcome;
    }
    memcpy(m->stage.y, m->stage.rate, sizeof(double) * (size_t)f->n);
    for (int j = 0; j < i; j++)
        for (int k = 0; k < f->n; k++) m->stage.y[k] += s->c[i][j] / m->h * m->stage.U[j][k];
    cd_resolvent_solve(&m->resolvent, m->stage.y, m->h * s->gammas[i], m->stage.U[i]);
    return STEP_OK;
}

/* The error that the lower formula tells; where it would have the step repeated, what stiff parts of it leave over
 * (16.9). */
static void judge(Method *m)
{
    const Scheme *s = m->used;
    const Flow *f = &m->flow;
    for (int k = 0; k < f->n; k++) {
        m->judged.error[k] = 0;
        for (int i = 0; i < s->stages; i++) m->judged.error[k] += (s->m[i] - s->low[i]) * m->stage.U[i][k];
        m->stage.y[k] = m->judged.error[k] / (m->h * s->gamma);
    }
    m->judged.size = cd_flow_size(f, m->judged.error, &m->judged.limiter);
    if (m->judged.size <= 1 || !isfinite(m->judged.size)) return;
    cd_resolvent_solve(&m->resolvent, m->stage.y, 0, m->judged.error);
    m->judged.size = cd_flow_size(f, m->judged.error, &m->judged.limiter);
}

/* What is stiff where a step begins and no longer where it ends is held for the whole step, and no stage tells: so
 * derivatives are evaluated at the end, where the next step has them from, and if they have become much smaller the
 * rates there are asked too (16.10). */
static Outcome judge_end(Method *m)
{
    const double much = m->used == &w2 ? 1.5 : 3; /* W2 has fewer stages to see it with */
    const Flow *f = &m->flow;
    double g = m->h * m->used->gamma, relief = cd_resolvent_renew(&m->resolvent, g);
    m->known = false, f->stats->work.matrices++;
    if (isnan(relief)) return STEP_NOT_FINITE;
    m->ahead = true;
    if (relief <= much) return STEP_OK;
    LuStatus lu = cd_resolvent_factor(&m->resolvent, g);
    f->stats->work.factors++;
    if (lu == LU_NOT_FINITE || lu == LU_SINGULAR) return STEP_SINGULAR;
    for (int k = 0; k < f->n; k++) m->stage.y[k] = m->now.end_rate[k] - (m->now.end[k] - f->vector.start[k]) / m->h;
    cd_resolvent_solve(&m->resolvent, m->stage.y, 0, m->judged.error);
    m->judged.size = fmax(m->judged.size, cd_flow_size(f, m->judged.error, &m->judged.limiter));
    return STEP_OK;
}

static Outcome step_by(Method *m, const Scheme *scheme, CdLog *log)
{
    m->used = scheme, m->ahead = false;
    Outcome outcome = prepare(m, log);
    for (int i = 0; i < scheme->stages && outcome == STEP_OK; i++) outcome = stage(m, i, log);
    if (outcome != STEP_OK) return outcome;
    judge(m);
    if (!isfinite(m->judged.size)) return STEP_NOT_FINITE;
    combine(m, scheme->stages, scheme->m, m->now.end);
    outcome = go_to(m, 1, m->now.end, m->now.end_rate, log);
    return outcome == STEP_OK && m->judged.size <= 1 ? judge_end(m) : outcome;
}

static Outcome step(Method *m, CdLog *log)
{
    Flow *f = &m->flow;
    /* what laws remember has been renewed since the last step ended */
    if (cd_equations_renewed(f->e)) {
        Outcome outcome = cd_flow_rates(f, f->vector.start, f->vector.rate, log);
        if (outcome != STEP_OK) return outcome;
        m->known = false;
    }
    Outcome outcome = step_by(m, m->scheme, log);
    if ((outcome == STEP_OK && m->judged.size <= 1) || !m->judged.failed || m->scheme == &w2) return outcome;
    /* A stage of RN4 lies beyond the end of the step, perhaps behind a jump that the step is to end on; those of W2 do
     * not. */
    double size = m->judged.size;
    cd_flow_restore(f);
    if (step_by(m, &w2, NULL) == STEP_OK && m->judged.size <= 1) return STEP_OK;
    m->judged.size = size, m->used = m->scheme;
    return outcome;
}

static double factor_of(const Method *m)
{
    return cd_step_factor(&m->flow.set, pow(fmax(m->judged.size, 1e-10), -m->used->power));
}

static Attempt attempt_rosenbrock(Method *m, double h, CdLog *log)
{
    Flow *f = &m->flow;
    Attempt a = { .outcome = STEP_OK, .worst = -1, .h = h / 4 };
    m->h = h;
    cd_flow_restore(f);
    if (cd_flow_turns_too_far(f, h, &a)) return a;
    a.outcome = step(m, log);
    if (a.outcome != STEP_OK) {
        a.worst = f->solve.worst;
        cd_count_failure(f->stats, a.outcome);
        return a;
    }
    m->now.t = f->point.last.state.t, m->now.h = h;
    memcpy(m->now.start, f->vector.start, sizeof(double) * (size_t)f->n);
    memcpy(m->now.rate, f->vector.rate, sizeof(double) * (size_t)f->n);
    cd_flow_middle(f, h, m->now.end, m->now.end_rate, m->now.middle);
    a.error = m->judged.size, a.worst = m->judged.limiter;
    if (a.error <= 1) return cd_flow_pass(f, h, a);
    a.outcome = STEP_TOO_INACCURATE, a.h = h * factor_of(m);
    f->stats->repeated.too_inaccurate++;
    return a;
}

static void reject_rosenbrock(Method *m)
{
    cd_flow_restore(&m->flow);
    m->judged.failed = true;
}

static double accept_rosenbrock(Method *m)
{
    Flow *f = &m->flow;
    double factor = m->judged.failed ? fmin(1, factor_of(m)) : factor_of(m);
    m->judged.failed = false;
    cd_flow_accept(f);
    cd_flow_keep_coordinates(f, &m->partition);
    m->known =
        m->ahead && m->resolvent.chosen == m->partition.chosen && m->resolvent.patterns == f->e->jacobian.patterns;
    cd_dense_swap(&m->now, &m->past);
    f->stats->steps++;
    cd_count_limiter(f->stats, m->judged.limiter, factor);
    return m->h * factor;
}

static void interpolate_rosenbrock(Method *m, double t)
{
    cd_dense_at(&m->past, t, m->stage.y);
    cd_flow_place(&m->flow, &m->flow.point.before, t, m->stage.y);
}

static int order_of(const Method *m)
{
    return m->scheme->order;
}

static const char *instead(const Settings *s)
{
    (void)s;
    return "GSTIFF, with SI2 or without, or HHT";
}

const IntegratorKind cd_integrator_rosenbrock = {
    .name = "ROSENBROCK",
    .summary = "linearly implicit formulas of order 4 (RN4) or 2 (W2) in independent coordinates, for stiff models",
    .word = METHOD_ROSENBROCK,
    .traits.linear_rows = true,
    .advice = { .instead = instead },
    .low = 2,
    .high = 4,
    .traits.implicit = true,
    .traits.projects = true,
    .traits.staged = true,
    .formulations = 1u << FORM_I1,
    .calls.open = open_rosenbrock,
    .calls.close = close_rosenbrock,
    .calls.begin = begin_rosenbrock,
    .calls.attempt = attempt_rosenbrock,
    .calls.accept = accept_rosenbrock,
    .calls.reject = reject_rosenbrock,
    .calls.interpolate = interpolate_rosenbrock,
    .calls.order = order_of,
};
