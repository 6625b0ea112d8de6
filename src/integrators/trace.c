/* trace.c - steps and iterations in columns, equations and unknowns by name. */
#include "integrators/trace.h"

#include "elements/debug.h"

#include <math.h>
#include <string.h>

typedef struct Told {
    bool steps, iterations, vectors, matrix, full;
} Told;

struct Trace {
    const Reporter *reporter;
    const Equations *e;
    const Stats *stats;
    Told told; /* what is */
    double from, h;
    int iteration;
    long matrices;    /* made when the last iteration was told */
    int pivots;       /* chosen again until then */
    bool shown;       /* the matrix has been told in full */
    double *residual; /* one per unknown */
};

static bool is_on(int choice)
{
    return choice == DEBUG_ON;
}

Trace *cd_trace_open(Arena *arena, const Equations *e, const Stats *stats)
{
    const Element *debug = cd_model_setting(e->s->model, KIND_debug);
    if (!debug || !e->s->watch.reporter) return NULL;
    const Debug *d = debug->data;
    Trace t = { .reporter = e->s->watch.reporter,
                .e = e,
                .stats = stats,
                .told.iterations = is_on(d->eprint),
                .told.vectors = is_on(d->rhsdump),
                .told.matrix = is_on(d->jmdump),
                .told.full = is_on(d->jmdump) && is_on(d->full) };
    t.told.steps = t.told.iterations || t.told.vectors || t.told.matrix || is_on(d->verbose);
    if (!t.told.steps) return NULL;
    int most =
        cd_equations_unknowns(e) + e->s->c->unilaterals + e->s->c->tangents + cd_equations_auxiliaries(e) - e->aux.n;
    t.residual = ARENA_ARRAY(arena, double, most);
    Trace *kept = ARENA_NEW(arena, Trace);
    *kept = t;
    return kept;
}

const Reporter *cd_trace_reporter(const Trace *t)
{
    return t->reporter;
}

void cd_tell_iterations(const Reporter *reporter)
{
    cd_tell(reporter, "  %2s  %10s  %-34s %10s  %-34s %s", "it", "residual", "of equation", "change", "of unknown",
            "matrix");
}

void cd_tell_iteration(const Reporter *reporter, const Iteration *i)
{
    cd_tell(reporter, "  %2d  %10.2e  %-34s %10.2e  %-34s %s", i->number, i->residual, i->equation, i->change,
            i->unknown, i->made ? "new" : "kept");
}

static void begin_table(Trace *t)
{
    t->iteration = 0;
    if (t->told.iterations) cd_tell_iterations(t->reporter);
}

void cd_trace_attempt(Trace *t, double from, double h, int order)
{
    if (!t) return;
    t->from = from, t->h = h;
    cd_tell(t->reporter, "step %ld from t = %.9g, h = %.4g, order %d; %ld iterations so far", t->stats->steps + 1, from,
            h, order, t->stats->work.iterations);
    begin_table(t);
}

void cd_trace_stage(Trace *t, const char *what)
{
    if (!t) return;
    cd_tell(t->reporter, "%s", what);
    begin_table(t);
}

/* ---- one iteration ----------------------------------------------------------------------------------------------- */

static int largest(const double *x, int n)
{
    int at = 0;
    for (int i = 1; i < n; i++)
        if (fabs(x[i]) > fabs(x[at]) || isnan(x[i])) at = i;
    return at;
}

/* How much an unknown moves by its correction. */
static double factor(const Equations *e, int i, double q, double z)
{
    int auxiliaries = e->s->m->nv + e->s->in_use.n;
    return i < e->s->m->nv ? q : i >= auxiliaries && i < auxiliaries + e->aux.differential ? z : 1;
}

/* Value and rate of an unknown; rotations have no value. */
static void look_at(const Equations *e, int i, double *value, double *rate)
{
    const System *s = e->s;
    int nv = s->m->nv, b = 0;
    *value = *rate = NAN;
    if (i >= nv + s->in_use.n) {
        int k = i - nv - s->in_use.n;
        *value = e->aux.z[k];
        if (k < e->aux.differential) *rate = e->aux.zdot[k];
    } else if (i >= nv) {
        *value = s->state.lambda[s->in_use.row[i - nv]];
    } else {
        while (b + 1 < s->m->bodies && s->m->body[b + 1].first <= i) b++;
        int k = i - s->m->body[b].first;
        if (k < 3) *value = v3_get(s->state.r[b], k);
        *rate = s->state.v[i];
    }
}

static const char *cell(char room[20], double x)
{
    if (isnan(x)) return "";
    snprintf(room, 20, "%.6g", x);
    return room;
}

static void tell_vectors(const Trace *t, const Equations *e, const double *d, double q, double z)
{
    cd_tell(t->reporter, "  %-34s %13s   %-34s %13s %13s %13s", "equation", "residual", "unknown", "value", "rate",
            "change");
    for (int i = 0; i < cd_equations_unknowns(e); i++) {
        char equation[CD_LABEL_ROOM], unknown[CD_LABEL_ROOM], a[20], b[20];
        double value, rate;
        look_at(e, i, &value, &rate);
        cd_tell(t->reporter, "  %-34s %13.6g   %-34s %13s %13s %13.6g", cd_equation_label(e, i, equation),
                t->residual[i], cd_unknown_label(e, i, unknown), cell(a, value), cell(b, rate),
                factor(e, i, q, z) * d[i]);
    }
}

typedef struct EntryTable {
    const Trace *t;
    const Equations *e;
} EntryTable;

static void tell_entry(void *user, int row, int col, double x)
{
    const EntryTable *table = user;
    char equation[CD_LABEL_ROOM], unknown[CD_LABEL_ROOM];
    if (x != 0)
        cd_tell(table->t->reporter, "  %-34s %-34s %13.6g", cd_equation_label(table->e, row, equation),
                cd_unknown_label(table->e, col, unknown), x);
}

static void tell_matrix(const Trace *t, const Equations *e)
{
    EntryTable table = { t, e };
    cd_tell(t->reporter, "  %-34s %-34s %13s", "equation", "unknown", "entry of the matrix");
    cd_equations_entries(e, tell_entry, &table);
}

void cd_trace_full(Trace *t, Equations *e, const FullPoint *p)
{
    if (!cd_trace_is_full(t)) return;
    Arena scratch = { 0 };
    FullMatrix m;
    t->shown = cd_full_matrix(&scratch, e, p, &m);
    if (t->shown) cd_full_tell(e, p, &m, t->reporter);
    cd_arena_close(&scratch);
}

bool cd_trace_is_full(const Trace *t)
{
    return t && t->told.full;
}

void cd_trace_solve(Trace *t, Equations *e, double *r, double q, double z)
{
    int n = cd_equations_unknowns(e);
    for (int i = 0; t && i < n; i++) t->residual[i] = -r[i];
    cd_equations_solve(e, r);
    if (!t) return;
    bool made = t->stats->work.matrices > t->matrices;
    t->matrices = t->stats->work.matrices;
    t->iteration++;
    if (t->told.iterations) {
        char equation[CD_LABEL_ROOM], unknown[CD_LABEL_ROOM];
        int a = largest(t->residual, n), b = 0;
        for (int i = 1; i < n; i++)
            if (fabs(factor(e, i, q, z) * r[i]) > fabs(factor(e, b, q, z) * r[b])) b = i;
        cd_tell_iteration(t->reporter, &(Iteration){ .number = t->iteration,
                                                     .residual = t->residual[a],
                                                     .equation = cd_equation_label(e, a, equation),
                                                     .change = factor(e, b, q, z) * r[b],
                                                     .unknown = cd_unknown_label(e, b, unknown),
                                                     .made = made });
    }
    int pivots = cd_solver(e->s)->repivoted.n;
    if (pivots > t->pivots) cd_trace_note(t, "the order of elimination had become inaccurate and was chosen again");
    t->pivots = pivots;
    if (t->told.matrix && made && !t->shown) tell_matrix(t, e);
    t->shown = false;
    if (t->told.vectors) tell_vectors(t, e, r, q, z);
}

void cd_trace_outcome(Trace *t, const Attempt *a)
{
    if (!t) return;
    static const char *const words[] = { [STEP_OK] = "good",
                                         [STEP_TOO_INACCURATE] = "too inaccurate",
                                         [STEP_NOT_CONVERGED] = "not converged",
                                         [STEP_NOT_FINITE] = "a value is not finite",
                                         [STEP_SINGULAR] = "the matrix is singular",
                                         [STEP_RANK_LOST] = "the constraints do not hold" };
    char error[64] = "", label[CD_LABEL_ROOM];
    if (a->error > 0) snprintf(error, sizeof error, ", error %.3g of what is allowed", a->error);
    const char *worst = a->worst >= 0 ? cd_unknown_label(t->e, a->worst, label) : "";
    cd_tell(t->reporter, "  %s%s%s%s", words[a->outcome], error, *worst ? ", most in " : "", worst);
}

void cd_tell_state(const Equations *e, const Reporter *reporter)
{
    cd_tell(reporter, "state at t = %.9g", e->s->state.t);
    cd_tell(reporter, "  %-34s %13s %13s", "unknown", "value", "rate");
    for (int i = 0; i < cd_equations_unknowns(e); i++) {
        char unknown[CD_LABEL_ROOM], a[20], b[20];
        double value, rate;
        look_at(e, i, &value, &rate);
        cd_tell(reporter, "  %-34s %13s %13s", cd_unknown_label(e, i, unknown), cell(a, value), cell(b, rate));
    }
}
