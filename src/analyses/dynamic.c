/* dynamic.c - the driver of integrations (theory 9.1 to 9.4): bounds of the step, outputs, failures. */
#include "analyses/dynamic.h"

#include <math.h>
#include <stdlib.h>

struct Dynamic {
    Arena arena;
    System *s;
    Equations *e;
    Settings set;
    Stats stats;
    const IntegratorKind *kind;
    Method *method;
    double t;    /* reached by the method; beyond the state while outputs are interpolated */
    double h;    /* to try next */
    double last; /* size of the last step */
    int failures;
};

Dynamic *cd_dynamic_open(System *s, double output, CdLog *log)
{
    Settings set = cd_settings(s->model, output);
    const IntegratorKind *kind = cd_integrator_of(&set);
    const Element *e = cd_model_setting(s->model, KIND_integrator);
    if (!kind) {
        char label[CD_LABEL_ROOM];
        cd_log(log, e->place, NO_METHOD, cd_label(e, label));
        return NULL;
    }
    Dynamic *d = cd_take(sizeof *d);
    d->s = s, d->e = cd_equations(s), d->set = set, d->kind = kind;
    d->stats.limited = ARENA_ARRAY(&d->arena, long, cd_equations_unknowns(d->e));
    d->method = kind->open(d->e, &d->set, &d->stats);
    d->t = s->state.t, d->h = set.hinit;
    cd_equations_prepare(d->e, log);
    cd_equations_wind(d->e);
    kind->begin(d->method);
    return d;
}

void cd_dynamic_close(Dynamic *d)
{
    if (!d) return;
    d->kind->close(d->method);
    cd_arena_close(&d->arena);
    free(d);
}

const Stats *cd_dynamic_stats(const Dynamic *d)
{
    return &d->stats;
}

double cd_dynamic_step(const Dynamic *d)
{
    return d->last;
}

int cd_dynamic_order(const Dynamic *d)
{
    return d->kind->order(d->method);
}

/* The step to try: within bounds, and a whole number of them to the next output. */
static double bounded(const Dynamic *d, double stop)
{
    double h = fmin(d->h, d->set.hmax), left = stop - d->t;
    if (d->set.interpolate) return h;
    return left / ceil(left / h * (1 - 1e-9));
}

/* What was seen, where, and what to try. */
static void report_failure(Dynamic *d, const Attempt *a, double h, CdLog *log)
{
    char label[CD_LABEL_ROOM] = "the model";
    if (a->worst >= 0) cd_unknown_label(d->e, a->worst, label);
    static const char *const seen[] = {
        [STEP_OK] = "",
        [STEP_TOO_INACCURATE] =
            "the error stays too large: look for a jump or a very stiff force there, or loosen ERROR",
        [STEP_NOT_CONVERGED] =
            "the corrector does not converge: look for a discontinuity or a very small mass there, try HMAX, SI2 or HHT",
        [STEP_NOT_FINITE] = "an expression has no finite value",
        [STEP_SINGULAR] = "the matrix is singular: the mechanism may lock, or a body without mass may be free"
    };
    cd_log(log, ((CdPlace){ 0 }), STEP_FAILED, label, d->t, h, d->set.hmin, seen[a->outcome]);
}

static void accept(Dynamic *d)
{
    System *s = d->s;
    double h = s->state.t - d->t;
    d->last = h, d->failures = 0;
    d->t = s->state.t;
    cd_equations_prepare(d->e, NULL);
    cd_constraints_wind(s->c, s->body, s->state.winding);
    cd_constraints_advance(s->c, d->t, NULL);
    cd_equations_wind(d->e);
    d->h = d->kind->accept(d->method);
}

/* One step towards stop, repeated with smaller sizes until it is good. */
static CdStatus step(Dynamic *d, double stop, CdLog *log)
{
    for (;;) {
        double h = bounded(d, stop);
        bool small = h <= d->set.hmin * 1.01 || d->t + h == d->t;
        Attempt a = d->kind->attempt(d->method, h, small ? log : NULL);
        if (a.outcome == STEP_OK) {
            if (!d->set.interpolate && fabs(stop - d->s->state.t) <= 1e-9 * h) d->s->state.t = stop;
            accept(d);
            return CD_OK;
        }
        d->kind->reject(d->method);
        if (small || ++d->failures > 100) {
            report_failure(d, &a, h, log);
            return CD_ANALYSIS_FAILED;
        }
        d->h = fmax(a.h, d->set.hmin);
    }
}

CdStatus cd_dynamic_to(Dynamic *d, double t, CdLog *log)
{
    CdStatus status = CD_OK;
    while (status == CD_OK && d->t < t) status = step(d, t, log);
    if (status != CD_OK) return status;
    bool between = d->t > t;
    if (between) d->kind->interpolate(d->method, t);
    return cd_accelerations(d->s, log);
}
