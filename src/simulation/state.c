/* state.c - the public calls for the state: as one vector, its rates, snapshots; and for inputs. */
#include "analyses/initial/redundant.h"
#include "analyses/unilateral/unilateral.h"
#include "base/tiny.h"
#include "lang/lang.h"
#include "simulation/control.h"
#include "simulation/packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the vector -------------------------------------------------------------------------------------------------- */

/* How many numbers give the position of a body. */
static int coordinates(const MovingBody *b)
{
    return b->curve || b->role == BODY_MODES ? b->dofs : b->turns ? 7 : 3;
}

static int positions(const Mechanism *m)
{
    int n = 0;
    for (int b = 0; b < m->bodies; b++) n += coordinates(&m->body[b]);
    return n;
}

static Equations *equations(CdSimulation *sim)
{
    if (!sim->system) cd_simulation_make_system(sim);
    return cd_equations(sim->system);
}

int cd_simulation_states(CdSimulation *sim)
{
    const Equations *e = equations(sim);
    return positions(e->s->m) + e->s->m->nv + e->aux.differential;
}

/* The body and the number of its coordinate that a position stands for. */
static int body_of(const Mechanism *m, int *coordinate)
{
    int b = 0;
    while (*coordinate >= coordinates(&m->body[b])) *coordinate -= coordinates(&m->body[b++]);
    return b;
}

const char *cd_simulation_state_name(CdSimulation *sim, int state, char *room, size_t n)
{
    static const char *const of_position[7] = { "x", "y", "z", "e0", "e1", "e2", "e3" };
    const Equations *e = equations(sim);
    const Mechanism *m = e->s->m;
    char label[CD_LABEL_ROOM];
    int first = positions(m), unknown = state - first;
    snprintf(room, n, "%s", "");
    if (state < 0 || state >= cd_simulation_states(sim)) return room;
    if (state < first) {
        int k = state, b = body_of(m, &k);
        if (m->body[b].curve || m->body[b].role == BODY_MODES)
            snprintf(room, n, "%s", cd_unknown_label(e, m->body[b].first + k, label));
        else snprintf(room, n, "%s %s", cd_body_label(e, b, label), of_position[k]);
    } else if (unknown < m->nv) snprintf(room, n, "%s rate", cd_unknown_label(e, unknown, label));
    else snprintf(room, n, "%s", cd_unknown_label(e, unknown + e->s->in_use.n, label));
    return room;
}

CdStatus cd_simulation_get_state(CdSimulation *sim, double *x)
{
    CdStatus status = cd_simulation_initialise(sim);
    if (status != CD_OK) return status;
    const Equations *e = equations(sim);
    const State *s = &e->s->state;
    for (int b = 0; b < e->s->m->bodies; b++) {
        int n = coordinates(&e->s->m->body[b]);
        for (int k = 0; k < 3 && k < n; k++) *x++ = v3_get(s->r[b], k);
        if (n == 7) memcpy(x, &s->p[b], sizeof s->p[b]), x += 4;
    }
    memcpy(x, s->v, sizeof *x * (size_t)e->s->m->nv);
    memcpy(x + e->s->m->nv, e->aux.z, sizeof *x * (size_t)e->aux.differential);
    return CD_OK;
}

/* Each number is one, and each orientation can be made one of length 1. */
static const char *wrong_with(const Mechanism *m, int n, double t, const double *x)
{
    bool finite = isfinite(t);
    for (int i = 0; i < n; i++) finite = finite && isfinite(x[i]);
    if (!finite) return "a number is not finite";
    for (int b = 0; b < m->bodies; b++) {
        int k = coordinates(&m->body[b]);
        if (k == 7 && !(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6] > 1e-12))
            return "four Euler parameters are zero";
        x += k;
    }
    return NULL;
}

static void put_state(Equations *e, double t, const double *x)
{
    State *s = &e->s->state;
    const Mechanism *m = e->s->m;
    s->t = t;
    for (int b = 0; b < m->bodies; b++) {
        int n = coordinates(&m->body[b]);
        double r[3] = { 0 };
        for (int k = 0; k < 3 && k < n; k++) r[k] = *x++;
        s->r[b] = v3_load(r);
        if (n == 7) memcpy(&s->p[b], x, sizeof s->p[b]), s->p[b] = q4_unit(s->p[b]), x += 4;
    }
    memcpy(s->v, x, sizeof *x * (size_t)m->nv);
    memcpy(e->aux.z, x + m->nv, sizeof *x * (size_t)e->aux.differential);
}

/* Bodies stay on their side of unilateral rows: no state near by is looked for where they do not. */
static CdStatus refuse_passed(CdSimulation *sim)
{
    System *s = sim->system;
    char label[CD_LABEL_ROOM], wrong[CD_LABEL_ROOM + 64];
    for (int i = 0; i < s->c->rows; i++) {
        if (!s->c->row[i].unilateral) continue;
        double gap = cd_system_row(s, i, ROW_VALUE)->value;
        if (gap >= -cd_small_gap * cd_system_row_size(s, i)) continue;
        snprintf(wrong, sizeof wrong, "%s: its gap is %.3g", cd_row_label(s->c, i, label), gap);
        cd_log(sim->log, s->c->row[i].element->place, STATE_REFUSED, wrong);
        return CD_INPUT_ERROR;
    }
    return CD_OK;
}

CdStatus cd_simulation_set_state(CdSimulation *sim, double t, const double *x)
{
    if (cd_control_refuses(sim, "cd_simulation_set_state")) return CD_INPUT_ERROR;
    CdStatus status = cd_simulation_initialise(sim);
    if (status != CD_OK) return status;
    const char *wrong = wrong_with(sim->system->m, cd_simulation_states(sim), t, x);
    if (!wrong && 1e-12 * fabs(t) > sim->control->options.output_step)
        wrong = "the time is so large that steps cannot be told apart";
    if (wrong) {
        cd_log(sim->log, ((CdPlace){ 0 }), STATE_REFUSED, wrong);
        return CD_INPUT_ERROR;
    }
    CdSnapshot *before = cd_control_keep(sim);
    unsigned was = cd_control_begin_call(sim);
    cd_simulation_make_system(sim); /* initial values of the model do not count any more */
    put_state(equations(sim), t, x);
    cd_constraints_start(sim->system->c, &sim->system->state);
    sim->still = false;
    status = cd_simulation_assemble(sim, false);
    if (status == CD_OK) status = refuse_passed(sim);
    if (status == CD_OK && !sim->system->in_use.stepped.on) status = cd_unilateral_close(sim->system, sim->log);
    cd_control_end_call(sim, was);
    cd_control_moved(sim);
    if (status != CD_OK) cd_control_go_back(sim, before);
    cd_snapshot_close(before);
    return status;
}

CdStatus cd_simulation_get_rates(CdSimulation *sim, double *xdot)
{
    CdStatus status = cd_simulation_initialise(sim);
    if (status == CD_OK) status = cd_control_follow_inputs(sim);
    if (status != CD_OK) return status;
    const Equations *e = equations(sim);
    const State *s = &e->s->state;
    const Mechanism *m = e->s->m;
    for (int b = 0; b < m->bodies; b++) {
        const MovingBody *body = &m->body[b];
        int n = coordinates(body);
        Vec3 u = cd_translation(body, s->v + body->first), w = cd_rotation(body, s->v + body->first);
        for (int k = 0; k < 3 && k < n; k++) *xdot++ = v3_get(u, k);
        if (n == 7) {
            Quat rate = q4_mul(s->p[b], q4(0, w.x / 2, w.y / 2, w.z / 2)); /* p' = p (0, wbar) / 2 */
            memcpy(xdot, &rate, sizeof rate), xdot += 4;
        }
    }
    memcpy(xdot, s->vdot, sizeof *xdot * (size_t)m->nv);
    memcpy(xdot + m->nv, e->aux.zdot, sizeof *xdot * (size_t)e->aux.differential);
    return CD_OK;
}

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

struct CdSnapshot {
    TextBuffer bytes;
    uint64_t print; /* of the model; 0: it is for our own use */
};

/* What the model says, and which of its VARIABLEs are inputs, as one number: models that differ have different ones. */
static uint64_t print_of(CdSimulation *sim)
{
    Control *c = sim->control;
    if (c->print) return c->print;
    uint64_t print = UINT64_C(14695981039346656037); /* the hash function FNV-1a */
    TextBuffer text = { 0 };
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; i < c->stated->table[k].n; i++) {
            text.n = 0;
            cd_statement_write(&text, c->stated, &c->stated->table[k].at[i], false);
            if (k == KIND_variable) cd_buffer_char(&text, sim->inputs && sim->inputs[i] ? 'i' : 'v');
            for (size_t n = 0; n < text.n; n++) print = (print ^ (unsigned char)text.at[n]) * UINT64_C(1099511628211);
        }
    cd_buffer_close(&text);
    return c->print = print ? print : 1;
}

void cd_control_keep_again(CdSimulation *sim, CdSnapshot *snapshot)
{
    snapshot->bytes.n = 0;
    cd_simulation_pack(sim, &snapshot->bytes);
}

CdSnapshot *cd_control_keep(CdSimulation *sim)
{
    CdSnapshot *s = cd_take(sizeof *s);
    if (!sim->system) cd_simulation_make_system(sim);
    cd_control_follow_inputs(sim);
    cd_control_end(sim);
    cd_control_keep_again(sim, s);
    return s;
}

bool cd_control_go_back(CdSimulation *sim, const CdSnapshot *snapshot)
{
    unsigned was = cd_tiny_to_zero();
    cd_control_end(sim);
    cd_control_moved(sim);
    sim->control->disturbed = NAN;
    bool fits = cd_simulation_unpack(sim, snapshot->bytes.at, snapshot->bytes.n);
    cd_tiny_as_before(was);
    return fits;
}

CdSnapshot *cd_simulation_snapshot(CdSimulation *sim)
{
    if (cd_control_refuses(sim, "cd_simulation_snapshot")) return NULL;
    CdSnapshot *s = cd_control_keep(sim);
    s->print = print_of(sim);
    return s;
}

bool cd_simulation_restore(CdSimulation *sim, const CdSnapshot *snapshot)
{
    if (!snapshot || cd_control_refuses(sim, "cd_simulation_restore")) return false;
    if (snapshot->print == print_of(sim) && cd_control_go_back(sim, snapshot)) return true;
    cd_log(sim->log, ((CdPlace){ 0 }), STATE_REFUSED, "the snapshot is of another model");
    return false;
}

void cd_snapshot_close(CdSnapshot *snapshot)
{
    if (!snapshot) return;
    cd_buffer_close(&snapshot->bytes);
    free(snapshot);
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

bool cd_simulation_set_input(CdSimulation *sim, int variable, double value)
{
    int at = cd_model_find(sim->model, KIND_variable, variable);
    Control *c = sim->control;
    if (at < 0 || cd_control_refuses_input(sim, sim->model, at)) return false;
    if (!sim->inputs || !sim->inputs[at] || !isfinite(value)) return false;
    Memory *m = cd_equations_memory(equations(sim), KIND_variable, at, 0);
    if (!m) return false;
    if (m->value == value) return true;
    m->value = value;
    cd_control_moved(sim);
    if (sim->assembled) c->disturbed = sim->system->state.t;
    if (c->kind && c->kind->disturb) c->kind->disturb(c->analysis);
    return true;
}

double cd_simulation_variable(CdSimulation *sim, int variable)
{
    int at = cd_model_find(sim->model, KIND_variable, variable);
    double value = NAN;
    if (at < 0 || !cd_control_show(sim)) return value;
    for (int i = 0; i < sim->results->states; i++) {
        const StateSource *s = &sim->results->state[i];
        if (s->element != &sim->model->table[KIND_variable].at[at]) continue;
        return cd_results_state(sim->results, s, &value) ? value : NAN;
    }
    return value;
}
