/* integrators.c - the table of methods, and settings with their defaults. */
#include "integrators/integrator.h"

#include <math.h>
#include <string.h>

#define INTEGRATOR(file, ...) extern const IntegratorKind cd_integrator_##file;
#define METHOD_WORD(...)
#include "elements/integrators.def"
#undef INTEGRATOR
#undef METHOD_WORD
const IntegratorKind *const cd_integrators[] = {
#define INTEGRATOR(file, ...) &cd_integrator_##file,
#define METHOD_WORD(...)
#include "elements/integrators.def"
#undef INTEGRATOR
#undef METHOD_WORD
};
const int cd_integrator_count = sizeof cd_integrators / sizeof *cd_integrators;

const IntegratorKind *cd_integrator_of(const Settings *s)
{
    for (int i = 0; i < cd_integrator_count; i++)
        if (cd_integrators[i]->word == s->method) return cd_integrators[i];
    return NULL;
}

const IntegratorKind *cd_integrator_for(AutoRole role, const AutoCandidate **candidate)
{
    for (int i = 0; i < cd_integrator_count; i++)
        for (int k = 0; k < 2; k++)
            if (cd_integrators[i]->candidate[k].role == role) {
                *candidate = &cd_integrators[i]->candidate[k];
                return cd_integrators[i];
            }
    return NULL;
}

double cd_allowed_error(const Settings *s)
{
    const double least = 0.1;
    const IntegratorKind *kind = cd_integrator_of(s);
    if (!kind || !kind->error.adds_up) return s->tolerance.error;
    double share = fmax(least, pow(fmin(1, s->tolerance.error / kind->error.usual), 1.0 / kind->error.adds_up));
    if (s->formulation == FORM_I3 && kind->error.index_3 > 0) share *= kind->error.index_3;
    return fmax(share * s->tolerance.error, LEAST_ERROR);
}

double cd_solved_error(const Settings *s)
{
    const double most = 1e-3;
    return fmin(s->tolerance.error, most);
}

double cd_solved_unit(const Settings *s)
{
    Settings solved = *s;
    solved.tolerance.error = cd_solved_error(s);
    return cd_allowed_error(s) / cd_allowed_error(&solved);
}

void cd_count_failure(Stats *s, Outcome outcome)
{
    if (outcome == STEP_NOT_CONVERGED) s->repeated.not_converged++;
    if (outcome == STEP_NOT_FINITE) s->repeated.not_finite++;
    if (outcome == STEP_SINGULAR) s->repeated.singular++;
}

void cd_count_limiter(Stats *s, int limiter, double factor)
{
    if (limiter >= 0 && factor < 1.5 && s->limited) s->limited[limiter]++;
}

int cd_pattern_read(const TextList *list, bool renew[10])
{
    int n = list->n > 10 ? 10 : list->n;
    bool any = false;
    for (int i = 0; i < n; i++) {
        renew[i] = list->at[i].n && (list->at[i].at[0] == 'T' || list->at[i].at[0] == 't');
        any |= renew[i];
    }
    return any ? n : 0;
}

/* The one that is given if the method has it; the stabilised one, or the first it has, in place of others. */
static Formulation formulation_of(const IntegratorKind *kind, Formulation f, bool given)
{
    if (given && kind->formulations >> f & 1) return f;
    if (given && kind->formulations >> FORM_SI2 & 1) return FORM_SI2;
    for (f = FORM_I3; !(kind->formulations >> f & 1);) f++;
    return f;
}

static Settings settings(const CdModel *model, double step, const int *other)
{
    static const Integrator none = { .kinks = KINKS_JUMPS,
                                     .scheme = -1,
                                     .error = 1e-3,
                                     .maxit = 10,
                                     .kmax = 6,
                                     .alpha = -0.3,
                                     .beta = 0.36,
                                     .gamma = 0.7,
                                     .rho = 0.8,
                                     .safety = 0.9,
                                     .facmin = 0.2,
                                     .facmax = 5 };
    const Element *e = cd_model_setting(model, KIND_integrator);
    const Integrator *g = e ? e->data : &none;
    Settings s = { .method = other ? *other : g->method,
                   .formulation = (Formulation)g->formulation,
                   .iteration.corrector = g->corrector == CORRECTOR_NEW ? CORRECTOR_MODIFIED : (Corrector)g->corrector,
                   .tolerance.error = fmax(g->error, LEAST_ERROR),
                   .iteration.maxit = g->maxit,
                   .kmax = g->kmax,
                   .coefficients.alpha = g->alpha,
                   .coefficients.beta = g->beta,
                   .coefficients.gamma = g->gamma,
                   .coefficients.rho = g->rho,
                   .step.safety = g->safety,
                   .step.facmin = g->facmin,
                   .step.facmax = g->facmax,
                   .tolerance.violation = g->violation,
                   .iteration.adaptivity = g->adaptivity,
                   .interpolate = g->interpolate == 1,
                   .kinks = (Kinks)g->kinks,
                   .orders = (Orders)g->orders,
                   .tolerance.scale = { 1, 1, 1 } };
    const MethodRow *row = &cd_method_rows[s.method];
    if (row->formulation >= 0) s.method = row->stands_for;
    const IntegratorKind *kind = cd_integrator_of(&s);
    if (kind) s.formulation = formulation_of(kind, s.formulation, e && GIVEN(e, Integrator, formulation));
    if (row->formulation >= 0) s.formulation = (Formulation)row->formulation;
    s.scheme = g->scheme >= 0 ? cd_scheme_of(s.method, g->scheme) : -1;
    if (kind && kind->error.usual > 0 && !(e && GIVEN(e, Integrator, error))) s.tolerance.error = kind->error.usual;
    if (kind && kind->error.grows > 0 && !(e && GIVEN(e, Integrator, facmax))) s.step.facmax = kind->error.grows;
    if (e && (GIVEN(e, Integrator, atol) || GIVEN(e, Integrator, rtol))) {
        s.tolerance.atol = GIVEN(e, Integrator, atol) ? g->atol / s.tolerance.error : 1;
        s.tolerance.rtol = GIVEN(e, Integrator, rtol) ? g->rtol / s.tolerance.error : 1;
    }
    if (kind && kind->traits.errors_alone && !(e && GIVEN(e, Integrator, corrector)))
        s.iteration.corrector = CORRECTOR_MODIFIED;
    if (!(e && GIVEN(e, Integrator, maxit))) s.iteration.maxit = row->maxit;
    if (!(e && GIVEN(e, Integrator, kmax))) s.kmax = row->kmax;
    s.step.stated = e && GIVEN(e, Integrator, hmax) ? g->hmax : INFINITY;
    s.step.hmax = isfinite(s.step.stated) ? s.step.stated : step;
    /* methods that begin at order 1 take steps as short as the root of what they may err by then */
    double shortest = 1e-6 * fmin(1, sqrt(cd_allowed_error(&s) / 1e-3));
    s.step.hmin = e && GIVEN(e, Integrator, hmin) ? g->hmin : shortest * fmin(s.step.hmax, step);
    s.step.hinit = e && GIVEN(e, Integrator, hinit) ? fmin(g->hinit, s.step.hmax) : fmin(s.step.hmax, step) / 20;
    if (row->uses & USES_HRATIO && e && GIVEN(e, Integrator, hratio) && !GIVEN(e, Integrator, hinit))
        s.step.hinit = fmin(g->hratio * step, s.step.hmax);
    if (kind && kind->traits.fixed_step) s.step.hinit = s.step.hmax;
    if (s.step.hmin <= s.step.hmax) s.step.hinit = fmax(s.step.hinit, s.step.hmin);
    for (int i = 0; e && i < 3 && i < g->scale.n; i++) s.tolerance.scale[i] = g->scale.at[i];
    if (e && GIVEN(e, Integrator, pattern)) s.iteration.pattern = cd_pattern_read(&g->pattern, s.iteration.renew);
    return s;
}

double cd_step_factor(const Settings *s, double allowed)
{
    return fmin(s->step.facmax, fmax(s->step.facmin, s->step.safety * allowed));
}

Settings cd_settings(const CdModel *model, double step)
{
    return settings(model, step, NULL);
}

Settings cd_settings_with(const CdModel *model, double step, int method, Formulation formulation)
{
    Settings s = settings(model, step, &method);
    s.formulation = formulation;
    return s;
}

Snapshot cd_snapshot_new(Arena *arena, const Equations *e)
{
    const System *s = e->s;
    return (Snapshot){ .state = cd_state_new(arena, s->m, s->c->rows, s->c->windings),
                       .z = ARENA_ARRAY(arena, double, cd_equations_auxiliaries(e)),
                       .zdot = ARENA_ARRAY(arena, double, e->aux.differential) };
}

void cd_snapshot_take(const Equations *e, Snapshot *to)
{
    const System *s = e->s;
    cd_state_copy(s->m, s->c->rows, s->c->windings, &to->state, &s->state);
    int auxiliaries = cd_equations_auxiliaries(e);
    if (auxiliaries) memcpy(to->z, e->aux.z, sizeof(double) * (size_t)auxiliaries);
    if (e->aux.differential) memcpy(to->zdot, e->aux.zdot, sizeof(double) * (size_t)e->aux.differential);
}

void cd_snapshot_restore(Equations *e, const Snapshot *from)
{
    System *s = e->s;
    cd_state_copy(s->m, s->c->rows, s->c->windings, &s->state, &from->state);
    int auxiliaries = cd_equations_auxiliaries(e);
    if (auxiliaries) memcpy(e->aux.z, from->z, sizeof(double) * (size_t)auxiliaries);
    if (e->aux.differential) memcpy(e->aux.zdot, from->zdot, sizeof(double) * (size_t)e->aux.differential);
}
