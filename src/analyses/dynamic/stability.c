/* stability.c - explicit methods whose steps are bound by stability (theory 13.12). */
#include "analyses/dynamic/driver.h"
#include "integrators/tuning.h"
#include "system/fastest.h"
#include "system/rubbing.h"

#include <math.h>

/* What two points of a step say about stability may come from round-off or from constraints: the equations decide. */
static bool is_stiff(Dynamic *d)
{
    const long again = 500;
    Stability *s = &d->monitors.stability;
    if (s->steps || d->stats.steps < s->ask) return s->steps > 0;
    s->ask = d->stats.steps + again;
    return cd_fastest_rate(d->e) * d->clock.last > 1;
}

CdStatus cd_driver_watch_stability(Dynamic *d, double output, CdLog *log)
{
    const long most = 200000;
    const double too_many = tuning_stiff_too_many, forgets = 0.95;
    const StepClock *c = &d->clock;
    Stability *s = &d->monitors.stability;
    s->usual = fmax(c->last, forgets * s->usual);
    bool shorter = c->last < 0.99 * d->set.step.hmax,
         bound = shorter && !d->method.kind->traits.implicit && !d->method.automatic;
    /* slow slip turns at once, which is over when it is faster, or rests: events watch how long that takes */
    if (cd_slips_any(d->e->s)) return CD_OK;
    if (bound && cd_stiff_mode_stops(&s->mode, d->e, c->t, s->usual, c->end, log)) return CD_ANALYSIS_FAILED;
    if (!d->stats.judged.unstable || d->method.automatic || c->last > 0.99 * d->set.step.hmax || !is_stiff(d))
        return CD_OK;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(d->e->s->model, KIND_integrator);
    double left = (output - c->t) / s->usual;
    if (!s->steps++) cd_log(log, e->place, STIFF_MODEL, cd_label(e, label), c->t, c->last);
    if (s->steps < most && left < too_many) return CD_OK;
    cd_log(log, e->place, TOO_STIFF, cd_label(e, label), c->t, s->usual, s->steps, left);
    return CD_ANALYSIS_FAILED;
}
