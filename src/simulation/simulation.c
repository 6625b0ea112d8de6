/* simulation.c - a simulation: its system made and remade, assembled, its results evaluated. */
#include "simulation/simulation.h"

#include "analyses/dynamic/debug.h"
#include "analyses/linear/massless.h"
#include "expr/user.h"

#include <string.h>

void cd_simulation_begin(CdSimulation *sim, const CdModel *model, CdLog *log)
{
    sim->model = model, sim->log = log;
}

void cd_simulation_end(CdSimulation *sim)
{
    cd_results_close(sim->results);
    cd_system_close(sim->system);
    cd_mechanism_close(sim->mechanism);
    cd_arena_close(&sim->arena);
    sim->results = NULL, sim->system = NULL, sim->mechanism = NULL;
}

void cd_simulation_take_model(CdSimulation *sim, const CdModel *model)
{
    cd_mechanism_close(sim->mechanism);
    sim->model = model, sim->mechanism = NULL;
}

Mechanism *cd_simulation_mechanism(CdSimulation *sim)
{
    if (!sim->mechanism) sim->mechanism = cd_mechanism_open(sim->model);
    return sim->mechanism;
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

/* Shares of one flexible body in the order of the list of bodies. */
static int share_of(const Mechanism *m, const MovingBody *b)
{
    const FlexPlace *x = m->flex;
    if (b->role == BODY_WHOLE || b->role == BODY_FRAME) return 0;
    while (x->index != b->index) x++;
    return b->role == BODY_MODES ? 1 + b->share : 1 + FLEX_MOST_MODES + x->node[b->share];
}

/* Takes positions, velocities and time over from another system; bodies stand by kind and id in both. How many there
 * are. */
static int inherit(System *to, const System *from)
{
    int n = 0;
    to->state.t = from->state.t;
    for (int a = 0, b = 0; a < from->m->bodies && b < to->m->bodies;) {
        const MovingBody *x = &from->m->body[a], *y = &to->m->body[b];
        int id_a = cd_body_name(from->m, a)->id, id_b = cd_body_name(to->m, b)->id;
        /* shares of flexible bodies: frame, modes, nodes, which markers may have come to or left */
        int share_a = share_of(from->m, x), share_b = share_of(to->m, y);
        if (x->kind != y->kind || id_a != id_b || share_a != share_b) {
            bool same = x->kind == y->kind, behind = id_a < id_b || (id_a == id_b && share_a < share_b);
            if (x->kind < y->kind || (same && behind)) a++;
            else b++;
            continue;
        }
        /* the part frame is what stays: the body frame may have moved in it */
        Mat3 A = q4_to_m3(from->state.p[a]), part = m3_mult(A, x->frame.A);
        Vec3 origin = v3_sub(from->state.r[a], m3_apply(part, x->frame.r));
        to->state.r[b] = v3_add(origin, m3_apply(part, y->frame.r));
        to->state.p[b] = q4_from_m3(m3_mul(part, y->frame.A));
        cd_put_translation(y, cd_translation(x, from->state.v + x->first), to->state.v + y->first);
        cd_put_rotation(y, cd_rotation(x, from->state.v + x->first), to->state.v + y->first);
        a++, b++, n++;
    }
    cd_state_place_nodes(to->m, &to->state);
    return n;
}

int cd_system_go_on(System *to, const System *from)
{
    int n = inherit(to, from);
    to->given.continues = true;
    for (int i = 0; i < to->c->drives; i++) to->c->drive[i].disp_given = to->c->drive[i].vel_given = false;
    cd_constraints_start(to->c, &to->state);
    const Solver *before = from->solver;
    if (before && before->equations) cd_equations_continue(cd_equations(to), before->equations);
    return n;
}

/* No system has been made of the model so far: its programs may still come. */
bool cd_simulation_routines(CdSimulation *sim)
{
    return !sim->options.allow_plugins || cd_user_open((CdModel *)sim->model, sim->log);
}

System *cd_simulation_open_system(CdSimulation *sim)
{
    cd_simulation_routines(sim);
    System *s = cd_system_open_on(cd_simulation_mechanism(sim), &sim->active);
    s->watch.reporter = &sim->reporter, s->watch.stop = &sim->stop;
    s->watch.profile = sim->profile, s->watch.account = sim->account, s->given.inputs = sim->inputs;
    return s;
}

void cd_simulation_make_system(CdSimulation *sim)
{
    System *old = sim->system;
    sim->system = cd_simulation_open_system(sim);
    if (old && (sim->assembled || old->given.continues)) cd_system_go_on(sim->system, old);
    sim->system->given.unmoved = old && sim->still && (!old->given.continues || old->given.unmoved);
    Results *results = cd_results_open(sim->system);
    if (sim->results) cd_results_continue(results, sim->results);
    cd_results_close(sim->results);
    cd_system_close(old);
    sim->results = results;
    sim->assembled = false;
}

void cd_simulation_change(CdSimulation *sim, const CdModel *model)
{
    cd_simulation_take_model(sim, model);
    if (sim->system) cd_simulation_make_system(sim);
}

void cd_simulation_switch(CdSimulation *sim, KindIndex kind, const IntList *ids, const IntList *range, bool on)
{
    const Table *t = &sim->model->table[kind];
    if (!sim->active.on[kind]) {
        sim->active.on[kind] = ARENA_ARRAY(&sim->arena, bool, t->n);
        memset(sim->active.on[kind], 1, sizeof(bool) * (size_t)t->n);
    }
    for (int i = 0; i < t->n; i++) {
        bool named = range->n == 2 && t->at[i].id >= range->at[0] && t->at[i].id <= range->at[1];
        for (int k = 0; k < ids->n; k++) named |= ids->at[k] == t->at[i].id;
        if (named) sim->active.on[kind][i] = on;
    }
    if (sim->system) cd_simulation_make_system(sim);
}

/* ---- initial conditions ------------------------------------------------------------------------------------------ */

int cd_simulation_freedom(const CdSimulation *sim)
{
    return sim->system->m->nv - sim->system->in_use.rank.rank;
}

static void tell_freedom(CdSimulation *sim)
{
    int rows = 0, dof = cd_simulation_freedom(sim);
    for (int i = 0; i < sim->system->c->rows; i++) rows += !sim->system->c->row[i].initial;
    cd_tell(&sim->reporter, "equations: %d of constraints, %d independent; %d degree%s of freedom", rows,
            sim->system->in_use.rank.rank, dof, dof == 1 ? "" : "s");
}

/* Where nothing is to move, accelerations are a start for the reactions only, and bodies without mass need none. */
static CdStatus accelerate(CdSimulation *sim, bool statics)
{
    System *s = sim->system;
    if (!statics || !cd_massless_any(s)) return cd_accelerations(s, sim->log);
    CdLog *unheard = cd_log_open();
    CdStatus status = cd_accelerations(s, unheard);
    cd_log_close(unheard);
    if (status == CD_OK) return CD_OK;
    memset(s->state.vdot, 0, sizeof(double) * (size_t)s->m->nv);
    memset(s->state.lambda, 0, sizeof(double) * (size_t)s->c->rows);
    return CD_OK;
}

/* Rows that were independent when the last analysis began need not be any more, and others may have become so. */
static CdStatus rank_again(CdSimulation *sim, bool statics)
{
    bool changed;
    CdStatus status = cd_rank_again(sim->system, &changed, sim->log);
    if (changed) tell_freedom(sim);
    return changed && status == CD_OK ? accelerate(sim, statics) : status;
}

CdStatus cd_simulation_assemble(CdSimulation *sim, bool statics)
{
    if (!sim->system) cd_simulation_make_system(sim);
    if (sim->assembled) return rank_again(sim, statics);
    System *s = sim->system;
    Phase back = cd_profile_enter(s->watch.profile, PHASE_INITIAL);
    CdStatus status = cd_initial_positions(s, sim->log);
    if (status == CD_OK) status = cd_initial_velocities(s, sim->log);
    if (status == CD_OK && cd_equations_prepare(cd_equations(s), NULL)) cd_equations_wind_angles(cd_equations(s));
    if (status == CD_OK) status = accelerate(sim, statics);
    if (status == CD_OK && cd_stop_asked(&sim->stop)) status = CD_STOPPED;
    cd_profile_leave(s->watch.profile, back);
    sim->assembled = status == CD_OK;
    if (status == CD_OK) cd_results_follow(sim->results);
    if (status == CD_OK) tell_freedom(sim);
    if (status == CD_OK) cd_debug_tell(s);
    return status;
}

CdStatus cd_simulation_set_off(CdSimulation *sim)
{
    CdStatus status = cd_initial_velocities(sim->system, sim->log);
    sim->still = false;
    return status == CD_OK ? cd_accelerations(sim->system, sim->log) : status;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

CdStatus cd_simulation_output(CdSimulation *sim, const char *analysis)
{
    Phase back = cd_profile_enter(sim->system->watch.profile, PHASE_OUTPUT);
    cd_spread_reactions(sim->system, sim->options.adams_reactions ? REACTIONS_DROPPED_ZERO : REACTIONS_LEAST_NORM);
    cd_results_eval(sim->results, analysis, sim->log);
    CdStatus status = sim->listener.output ? sim->listener.output(sim->listener.user) : CD_OK;
    if (status == CD_OK) sim->outputs++;
    cd_profile_leave(sim->system->watch.profile, back);
    return status;
}
