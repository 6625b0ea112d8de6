/* stated.c - INTEGRATOR as it is stated, against what there is. */
#include "analyses/dynamic/stated.h"

const char *const cd_formulation_words[] = { "I3", "SI2", "SI1", "I2", "I1" };

/* The formulation that is stated and the one in force. */
void cd_stated_compare(const System *s, const Settings *set, const IntegratorKind *kind, CdLog *log)
{
    char label[CD_LABEL_ROOM], of[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(s->model, KIND_integrator), *nonlinear = cd_constraints_nonlinear(s->c);
    if (nonlinear && e && kind->traits.linear_rows)
        cd_log(log, e->place, NEEDS_LINEAR_ROWS, cd_label(e, label), cd_label(nonlinear, of));
    if (!e || !GIVEN(e, Integrator, formulation)) return;
    const Integrator *stated = e->data;
    if ((Formulation)stated->formulation == set->formulation || cd_method_rows[stated->method].formulation >= 0) return;
    cd_log(log, e->place, OTHER_FORMULATION, cd_label(e, label), kind->name, cd_formulation_words[set->formulation]);
}

/* Whether an auxiliary unknown reads accelerations or reactions, be it through others. seen: those that have been
 * asked. */
static bool reads_forces(const Equations *e, int auxiliary, bool *seen);

static bool any_reads_forces(const Equations *e, const Support *on, bool *seen)
{
    for (int i = 0; i < on->auxiliary.n; i++)
        if (reads_forces(e, on->auxiliary.at[i].auxiliary, seen)) return true;
    return false;
}

static bool reads_forces(const Equations *e, int auxiliary, bool *seen)
{
    if (!cd_equations_uses(e, auxiliary) || seen[auxiliary]) return false;
    seen[auxiliary] = true;
    const Auxiliary *x = &e->aux.at[auxiliary];
    if (!x->wrench) return cd_reads_accelerations(x->f.p) || any_reads_forces(e, &x->on, seen);
    int load = cd_loads_first(&e->loads, x->kind, x->index);
    if (load < 0) return true; /* of a constraint */
    for (int k = 0; k < 6; k++)
        if (cd_reads_accelerations(e->loads.load[load].f[k])) return true;
    return any_reads_forces(e, &e->loads.load[load].on, seen);
}

void cd_stated_choose(Equations *eq, Settings *set, CdLog *log)
{
    char label[CD_LABEL_ROOM], state[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(eq->s->model, KIND_integrator);
    const IntegratorKind *kind = cd_integrator_of(set);
    if (!kind || !kind->traits.differences || set->formulation != FORM_I3 || (e && GIVEN(e, Integrator, formulation)))
        return;
    /* impacts need velocities, which index 3 has as differences of positions */
    if (eq->s->c->unilaterals) set->formulation = FORM_SI2;
    if (eq->s->c->unilaterals) return;
    Arena scratch = { 0 };
    bool *seen = ARENA_ARRAY(&scratch, bool, eq->aux.n);
    for (int i = 0; i < eq->aux.differential; i++) {
        if (!reads_forces(eq, i, seen)) continue;
        const Element *of = eq->aux.at[i].element;
        set->formulation = FORM_SI2;
        cd_log(log, of->place, FORCES_OF_STATES, e ? cd_label(e, label) : "INTEGRATOR", cd_label(of, state));
        break;
    }
    cd_arena_close(&scratch);
}

/* Formulas that keep the fastest motion as it is keep errors of constraints, too. */
void cd_stated_damping(const System *s, const Settings *set, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(s->model, KIND_integrator);
    const IntegratorKind *kind = cd_integrator_of(set);
    const char *argument, *take;
    if (!e || !s->in_use.n || set->formulation != FORM_I3 || !kind->advice.undamped) return;
    if (kind->advice.undamped(set, &argument, &take))
        cd_log(log, e->place, UNDAMPED, cd_label(e, label), argument, take);
}

/* Names the methods there are. */
void cd_stated_refuse(const Element *e, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    TextBuffer names = { 0 };
    for (int i = 0; i < cd_integrator_count; i++)
        cd_buffer_print(&names, "%s%s", i ? ", " : "", cd_integrators[i]->name);
    cd_log(log, e->place, NO_METHOD, cd_label(e, label), names.at);
    cd_buffer_close(&names);
}

/* Bounds of steps that do not fit together, or not to the outputs. */
bool cd_stated_bounds(const System *s, const Settings *set, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(s->model, KIND_integrator);
    if (!e) return true;
    const Integrator *stated = e->data;
    bool hinit = GIVEN(e, Integrator, hinit);
    if (hinit && !GIVEN(e, Integrator, hmax) && stated->hinit > set->step.hmax)
        cd_log(log, e->place, HINIT_ABOVE_HMAX, cd_label(e, label), stated->hinit, set->step.hmax);
    if (hinit && set->step.hmin <= set->step.hmax && stated->hinit < set->step.hmin)
        cd_log(log, e->place, HINIT_BELOW_HMIN, cd_label(e, label), stated->hinit, set->step.hmin);
    if (set->step.hmin <= set->step.hmax) return true;
    cd_log(log, e->place, HMIN_ABOVE_HMAX, cd_label(e, label), set->step.hmin, set->step.hmax);
    return false;
}

/* The statement that would set all of it, whether it was given or is the default. */
void cd_stated_tell(const Settings *s, const IntegratorKind *kind, const Reporter *reporter)
{
    static const char *const corrector[] = { "ORIGINAL", "MODIFIED", "ORIG_CONSTANT" };
    static const char *const kinks[] = { "NONE", "JUMPS", "ALL" };
    TextBuffer line = { 0 };
    cd_buffer_print(&line,
                    "integrator: %s, %s, CORRECTOR = %s, ERROR = %.15g, HINIT = %.15g, HMAX = %.15g, HMIN = %.15g, "
                    "MAXIT = %d, KMAX = %d",
                    kind->name, cd_formulation_words[s->formulation], corrector[s->iteration.corrector],
                    s->tolerance.error, s->step.hinit, s->step.hmax, s->step.hmin, s->iteration.maxit, s->kmax);
    cd_buffer_print(&line, ", INTERPOLATE = %s, KINKS = %s, SCALE = %.15g, %.15g, %.15g, ADAPTIVITY = %.15g",
                    s->interpolate ? "ON" : "OFF", kinks[s->kinks], s->tolerance.scale[0], s->tolerance.scale[1],
                    s->tolerance.scale[2], s->iteration.adaptivity);
    for (int i = 0; i < s->iteration.pattern; i++)
        cd_buffer_print(&line, "%s%c", i ? ":" : ", PATTERN = ", s->iteration.renew[i] ? 'T' : 'F');
    if (kind->advice.tell) kind->advice.tell(s, &line);
    cd_tell(reporter, "%s", line.at);
    cd_buffer_close(&line);
}
