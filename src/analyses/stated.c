/* stated.c - INTEGRATOR as it is stated, against what there is. */
#include "analyses/stated.h"

static const char *const formulation[] = { "I3", "SI2", "SI1", "I2", "I1" };

/* The formulation that is stated and the one in force. */
void cd_stated_compare(const System *s, const Settings *set, const IntegratorKind *kind, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(s->model, KIND_integrator);
    if (!e || !GIVEN(e, Integrator, formulation)) return;
    const Integrator *stated = e->data;
    if ((Formulation)stated->formulation == set->formulation || stated->method == METHOD_SI2_GSTIFF) return;
    cd_log(log, e->place, OTHER_FORMULATION, cd_label(e, label), kind->name, formulation[set->formulation]);
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
    if (hinit && !GIVEN(e, Integrator, hmax) && stated->hinit > set->hmax)
        cd_log(log, e->place, HINIT_ABOVE_HMAX, cd_label(e, label), stated->hinit, set->hmax);
    if (hinit && set->hmin <= set->hmax && stated->hinit < set->hmin)
        cd_log(log, e->place, HINIT_BELOW_HMIN, cd_label(e, label), stated->hinit, set->hmin);
    if (set->hmin <= set->hmax) return true;
    cd_log(log, e->place, HMIN_ABOVE_HMAX, cd_label(e, label), set->hmin, set->hmax);
    return false;
}

/* The statement that would set all of it, whether it was given or is the default. */
void cd_stated_tell(const Settings *s, const IntegratorKind *kind, const Teller *teller)
{
    static const char *const corrector[] = { "ORIGINAL", "MODIFIED", "ORIG_CONSTANT" };
    static const char *const kinks[] = { "NONE", "JUMPS", "ALL" };
    TextBuffer line = { 0 };
    cd_buffer_print(&line,
                    "integrator: %s, %s, CORRECTOR = %s, ERROR = %.15g, HINIT = %.15g, HMAX = %.15g, HMIN = %.15g, "
                    "MAXIT = %d, KMAX = %d",
                    kind->name, formulation[s->formulation], corrector[s->corrector], s->error, s->hinit, s->hmax,
                    s->hmin, s->maxit, s->kmax);
    cd_buffer_print(&line, ", INTERPOLATE = %s, KINKS = %s, SCALE = %.15g, %.15g, %.15g, ADAPTIVITY = %.15g",
                    s->interpolate ? "ON" : "OFF", kinks[s->kinks], s->scale[0], s->scale[1], s->scale[2],
                    s->adaptivity);
    for (int i = 0; i < s->pattern; i++)
        cd_buffer_print(&line, "%s%c", i ? ":" : ", PATTERN = ", s->renew[i] ? 'T' : 'F');
    bool is_bdf = s->method == METHOD_GSTIFF || s->method == METHOD_WSTIFF;
    if (is_bdf && s->orders == ORDERS_PLAIN) cd_buffer_print(&line, ", ORDERS = PLAIN");
    if (s->method == METHOD_HHT) cd_buffer_print(&line, ", ALPHA = %.15g", s->alpha);
    if (s->method == METHOD_NEWMARK) cd_buffer_print(&line, ", BETA = %.15g, GAMMA = %.15g", s->beta, s->gamma);
    if (s->method == METHOD_GALPHA) cd_buffer_print(&line, ", RHO = %.15g", s->rho);
    cd_tell(teller, "%s", line.at);
    cd_buffer_close(&line);
}
