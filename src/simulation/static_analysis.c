/* static_analysis.c - an equilibrium at the present time, and a sequence of them. */
#include "analyses/static/static.h"
#include "analyses/unilateral/unilateral.h"

#include "simulation/analysis.h"
#include "simulation/judge.h"

#include <stdlib.h>

typedef struct Running {
    CdSimulation *sim;
    Sequence *sequence; /* NULL: there has been one equilibrium so far */
    double step, end;
    bool grows;  /* deviations from the last one do */
    bool judged; /* it has been said what becomes of it */
} Running;

static bool fits(CdSimulation *sim, SimulateType type)
{
    (void)sim;
    return type == SIMULATE_STATICS;
}

static void show_verdict(CdSimulation *sim, int first)
{
    if (sim->listener.verdict) sim->listener.verdict(sim->listener.user, first);
}

static CdStatus first_equilibrium(CdSimulation *sim)
{
    int messages = cd_log_count(sim->log);
    if (cd_simulation_freedom(sim) == 0) cd_log(sim->log, ((CdPlace){ 0 }), NOTHING_TO_BALANCE, "");
    sim->still = true;
    bool followed = false;
    CdStatus status = cd_unilateral_equilibrium(sim->system, &followed, sim->log);
    if (status == CD_OK) status = cd_watch_redundant(sim->system, cd_redundant_off, sim->log);
    if (status == CD_OK && cd_stop_asked(&sim->stop)) status = CD_STOPPED;
    if (status == CD_OK) status = cd_judge_equilibrium(sim, sim->options.stable ? GO_ON : followed ? GO_DOWN : STAY);
    show_verdict(sim, messages);
    return status;
}

static void *open_static(CdSimulation *sim, const Times *times, CdStatus *status)
{
    *status = first_equilibrium(sim);
    if (*status != CD_OK) return NULL;
    Running *r = cd_take(sizeof *r);
    *r = (Running){ .sim = sim, .step = times->step, .end = times->end };
    return r;
}

static void begin_sequence(Running *r)
{
    r->grows = cd_equilibrium_is_unstable(r->sim);
    cd_tell_watched(r->sim);
    r->sequence = cd_sequence_open(r->sim->system);
}

/* Contacts have come to pull or been passed on the way: the equilibrium with others closed, and a sequence from
 * there. */
static CdStatus change_contacts(Running *r)
{
    bool followed = false;
    cd_sequence_close(r->sequence);
    CdStatus status = cd_unilateral_equilibrium(r->sim->system, &followed, r->sim->log);
    r->sequence = cd_sequence_open(r->sim->system);
    return status;
}

static CdStatus advance(void *self, double t)
{
    Running *r = self;
    CdSimulation *sim = r->sim;
    if (!r->sequence) begin_sequence(r);
    CdStatus status = cd_sequence_to(r->sequence, t, sim->log);
    if (status == CD_OK && !cd_unilateral_holds(sim->system)) status = change_contacts(r);
    if (status == CD_OK) status = cd_watch_redundant(sim->system, cd_redundant_off, sim->log);
    bool grew = r->grows;
    r->grows = status == CD_OK && cd_equilibrium_is_unstable(sim);
    r->judged = r->grows && sim->options.stable;
    if (r->judged) {
        status = cd_judge_equilibrium(sim, GO_ON);
        cd_sequence_start_anew(r->sequence);
        r->grows = status == CD_OK && cd_equilibrium_is_unstable(sim);
    }
    if (r->grows && !grew && t < r->end) cd_log(sim->log, ((CdPlace){ 0 }), SEQUENCE_UNSTABLE, sim->system->state.t);
    return status;
}

static void pace(void *self, double *step, int *order)
{
    *step = ((Running *)self)->step, *order = 0;
}

static CdStatus finish(void *self, CdStatus status)
{
    Running *r = self;
    int messages = cd_log_count(r->sim->log);
    if (status == CD_OK && r->sequence && !r->judged) status = cd_judge_equilibrium(r->sim, STAY);
    show_verdict(r->sim, messages);
    return status;
}

static void close_static(void *self)
{
    Running *r = self;
    if (r->sequence) cd_sequence_close(r->sequence);
    free(self);
}

const AnalysisKind cd_analysis_static = { .name = "static",
                                          .next = "quasiStatic",
                                          .shows_start = true,
                                          .fits = fits,
                                          .open = open_static,
                                          .advance = advance,
                                          .pace = pace,
                                          .finish = finish,
                                          .close = close_static };
