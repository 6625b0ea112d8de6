/* singular.c - singular configurations along an integration: the constraints lose rank there, and motions cross
 * (theory 13.24 to 13.29). Steps go over them, outputs in them are read from both sides, and where only the chosen rows
 * of redundant constraints lose rank others are chosen. */
#include "analyses/dynamic/driver.h"
#include "analyses/dynamic/passing.h"
#include "analyses/dynamic/rechoose.h"
#include "integrators/tuning.h"
#include "system/project.h"

#include <math.h>

/* s at the present state, which has been prepared. */
static double s_now(Dynamic *d)
{
    return cd_crossing_s(&d->stats.crossing, cd_masses_pivot_here(d->e->s).ratio);
}

bool cd_singular_is_near(const Dynamic *d, const Attempt *a)
{
    return a->outcome == STEP_RANK_LOST || d->stats.crossing.s < d->stats.crossing.step_over;
}

/* ---- steps over them ---- */

/* How long it takes from here, at the present velocities, to where the constraints lose rank; 0: they do not, or it is
 * far away. The state is that of t. */
static double time_to_singularity(Dynamic *d, double h)
{
    const double heed = tuning_singular_far, little = 0.05; /* little: of a step */
    System *s = d->e->s;
    cd_equations_prepare(d->e, NULL);
    double here = s_now(d);
    if (!(here < heed)) return 0;
    cd_snapshot_take(d->e, &d->outputs.own);
    cd_state_move(s->m, &s->state, s->state.v, little * h);
    cd_equations_prepare(d->e, NULL);
    double there = s_now(d);
    cd_snapshot_restore(d->e, &d->outputs.own);
    cd_equations_prepare(d->e, NULL);
    return there < here ? here * little * h / (here - there) : 0;
}

/* Near a singular configuration no step converges that ends there, and ever shorter ones come ever closer. So one is
 * made that goes as far beyond as it is away, if that can be told, then three and seven times as far, or half its
 * length further where attempts fail at the same time twice. */
double cd_singular_step_over(Dynamic *d, const Attempt *a, double h)
{
    /* from one time: a jump of a load stops steps as well, and shorter ones come to it */
    enum { TRIES = 3, FURTHER = 5 };
    Singular *g = &d->singular;
    const StepClock *c = &d->clock;
    bool lost = a->outcome == STEP_NOT_CONVERGED || a->outcome == STEP_SINGULAR,
         off = a->outcome == STEP_TOO_INACCURATE && d->attempts.failures == 2;
    if (!(lost || off) || !d->method.kind->traits.implicit || !d->e->s->in_use.n) return 0;
    const Element *e = cd_model_setting(d->e->s->model, KIND_integrator);
    bool bound = e && GIVEN(e, Integrator, hmax); /* else it is the output step that HMAX stands for */
    double end = c->t + h, beyond = 1.5 * h,
           most = fmin(bound ? d->set.step.hmax : 8 * d->set.step.hmax, c->end - c->t);
    bool again = fabs(end - g->stuck) < 0.5 * h;
    g->stuck = end;
    if (g->from != c->t) g->from = c->t, g->tried = g->further = 0;
    bool watches = d->stats.crossing.ahead; /* who watches for such configurations steps over them by itself */
    double over = watches || g->tried >= TRIES ? 0 : (2 << g->tried) * time_to_singularity(d, h);
    g->tried++;
    if (over >= d->set.step.hmin && over < 16 * fmax(h, c->last) && over <= most) return over;
    return lost && again && beyond <= most && g->further++ < FURTHER ? beyond : 0;
}

/* ---- other rows ---- */

bool cd_singular_rechoose(Dynamic *d, CdLog *log)
{
    System *s = d->e->s;
    d->singular.rechosen = d->clock.t;
    if (!cd_rechoose_rows(s)) return false;
    char label[CD_LABEL_ROOM];
    const Element *e = cd_model_setting(s->model, KIND_integrator);
    cd_log(log, e ? e->place : (CdPlace){ 0 }, ROWS_RECHOSEN, e ? cd_label(e, label) : "INTEGRATOR", d->clock.t);
    Projection p = { .good = true, .polish = true }; /* rows that were left out have been off by what ERROR allows */
    cd_snapshot_take(d->e, &d->events.reached);
    cd_project_positions(s, cd_driver_round_off(d), &p);
    if (p.good) cd_snapshot_take(d->e, &d->events.reached);
    d->method.change = true, d->events.hit = NO_HIT, d->attempts.failures = 0;
    d->stats.crossing.top = cd_masses_pivot_here(s).ratio;
    return true;
}

/* s for methods that do not watch it: found every few steps as long as it is far from zero. */
static double s_here(Dynamic *d, double far)
{
    enum { EVERY = 5 };
    Singular *g = &d->singular;
    if (d->stats.crossing.s > 0) return d->stats.crossing.s;
    if (g->s > far && d->stats.steps % EVERY) return g->s;
    double share = cd_masses_pivot_here(d->e->s).ratio;
    d->stats.crossing.top = fmax(d->stats.crossing.top, share);
    return g->s = isnan(share) ? INFINITY : cd_crossing_s(&d->stats.crossing, share);
}

/* On the way to a configuration in which the rows in use lose rank, each time s is three times smaller. */
void cd_singular_rechoose_early(Dynamic *d, CdLog *log)
{
    const double near = tuning_rechoose_near, far = tuning_singular_far, again = 0.3;
    if (!d->e->s->in_use.rank.dependents || d->events.restart) return;
    double s = s_here(d, far);
    if (s > far) d->singular.searched = near / again;
    if (!(s < again * d->singular.searched)) return;
    d->singular.searched = s;
    d->events.restart = cd_singular_rechoose(d, log);
}

/* ---- outputs in them ---- */

/* A point of the last step that others follow from: on the constraints to round-off if that can be done and is wanted,
 * else as the method has it. */
static void show(void *dynamic, double t, bool held)
{
    Dynamic *d = dynamic;
    d->method.kind->calls.interpolate(d->method.at, t);
    if (held && !cd_project_exactly(d->e->s, cd_driver_round_off(d)))
        d->method.kind->calls.interpolate(d->method.at, t);
}

/* Near a singular configuration what a point is off by counts many times, so it is put onto the constraints to
 * round-off; at it, accelerations and reactions of the step on either side are shown. */
CdStatus cd_singular_accelerations(Dynamic *d, double t, CdLog *log)
{
    const double lost = tuning_singular_output, near = 10; /* of the distance from which methods step over it */
    const double heed = tuning_singular_far;               /* however fine ERROR is */
    const double rounding = 1e-9;                          /* of a share */
    System *sys = d->e->s;
    StepClock *c = &d->clock;
    RowPivot hold;
    CdStatus status = cd_accelerations_held(sys, &hold, NULL);
    double top = d->stats.crossing.top = fmax(d->stats.crossing.top, hold.ratio);
    double step_over = cd_crossing_step_over(cd_solved_error(&d->set)),
           s = cd_crossing_s(&d->stats.crossing, hold.ratio);
    if (s < fmin(near * step_over, heed) && d->method.kind->traits.implicit) {
        cd_snapshot_take(d->e, &d->outputs.own);
        if (!cd_project_exactly(sys, cd_driver_round_off(d))) cd_snapshot_restore(d->e, &d->outputs.own);
        status = cd_accelerations_held(sys, &hold, NULL);
    }
    Passing p = { d->e, show, d, c->t - c->last, c->t, rounding * top, c->fastest };
    bool between = !c->fresh && c->last > 0 && !cd_driver_is_stopped(d); /* at an event t lies beyond the last step */
    if (s < lost * step_over && between && cd_pass(&p, t)) return CD_OK;
    return status == CD_OK ? status : cd_accelerations_by_masses(sys, log);
}
