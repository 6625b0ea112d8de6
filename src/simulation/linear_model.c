/* linear_model.c - the public call for a linear model about the present state, as arrays. */
#include "analyses/linear/modes.h"
#include "analyses/linear/statemat.h"
#include "simulation/control.h"

#include <stdlib.h>
#include <string.h>

/* The arrays stand behind what the caller sees. */
typedef struct OwnLinear {
    CdLinear seen; /* first */
    Arena arena;
} OwnLinear;

static const double *copy(Arena *arena, const double *x, size_t n)
{
    double *to = ARENA_ARRAY(arena, double, n);
    if (n) memcpy(to, x, sizeof *x * n);
    return to;
}

static void keep_plant(OwnLinear *o, const Linearised *l, const Plant *p)
{
    CdLinear *c = &o->seen;
    size_t n = (size_t)l->n, in = (size_t)p->inputs, out = (size_t)p->outputs;
    c->states = l->n, c->inputs = p->inputs, c->outputs = p->outputs;
    c->A = copy(&o->arena, l->A, n * n), c->B = copy(&o->arena, p->B, n * in);
    c->C = copy(&o->arena, p->C, out * n), c->D = copy(&o->arena, p->D, out * in);
}

/* Positions and velocities are the same coordinates unless there are constraints of velocities. */
static void keep_second_order(OwnLinear *o, const Linearised *whole, const Plant *p)
{
    if (whole->positions != whole->velocities) return;
    SecondOrder x = cd_plant_second_order(p, &o->arena);
    o->seen.coordinates = whole->positions;
    o->seen.M = x.M, o->seen.K = x.K, o->seen.damping = x.B;
}

static void keep_modes(OwnLinear *o, const System *s, const Modes *m)
{
    int bodies = 0;
    for (int b = 0; b < s->m->bodies; b++) bodies += !s->m->body[b].curve;
    size_t per_mode = 12 * (size_t)bodies;
    double *re = ARENA_ARRAY(&o->arena, double, m->n), *im = ARENA_ARRAY(&o->arena, double, m->n);
    double *f = ARENA_ARRAY(&o->arena, double, m->n), *ratio = ARENA_ARRAY(&o->arena, double, m->n);
    double *shape = ARENA_ARRAY(&o->arena, double, per_mode *(size_t)m->n);
    for (int k = 0; k < m->n; k++) {
        const Mode *x = &m->mode[k];
        re[k] = x->re, im[k] = x->im, f[k] = x->frequency, ratio[k] = x->damping;
        double *at = shape + per_mode * (size_t)k;
        for (int part = 0; part < 2; part++)
            for (int b = 0; b < s->m->bodies; b++) {
                const MovingBody *body = &s->m->body[b];
                if (body->curve) continue;
                for (int c = 0; c < body->dofs; c++)
                    if (body->six[c] < 6) at[body->six[c]] = (part ? x->q_im : x->q_re)[body->first + c];
                at += 6;
            }
    }
    CdLinear *c = &o->seen;
    c->modes = m->n, c->bodies = bodies, c->re = re, c->im = im, c->frequency = f, c->ratio = ratio, c->shape = shape;
}

CdStatus cd_control_keep_linear(void *user)
{
    CdSimulation *sim = user;
    OwnLinear *o = (OwnLinear *)sim->control->linear;
    const CdModel *model = sim->model;
    Linearised l;
    if (!cd_linearise(sim->system, (LinearOptions){ .at_rest = sim->still }, sim->log, &l)) return CD_ANALYSIS_FAILED;
    int in = model->table[KIND_pinput].n ? 0 : -1, out = model->table[KIND_poutput].n ? 0 : -1;
    Plant p, second;
    Modes m;
    cd_plant_open(&l, in, out, &p);
    keep_plant(o, &l, &p);
    cd_plant_open(l.reduced.whole ? l.reduced.whole : &l, in, out, &second);
    keep_second_order(o, l.reduced.whole ? l.reduced.whole : &l, &second);
    bool good = cd_modes_find(&l, &m);
    if (good) keep_modes(o, sim->system, &m);
    else cd_linear_explain(sim->system, sim->log);
    cd_modes_close(&m);
    cd_plant_close(&second);
    cd_plant_close(&p);
    cd_linearised_close(&l);
    return good ? CD_OK : CD_ANALYSIS_FAILED;
}

CdLinear *cd_simulation_linearise(CdSimulation *sim)
{
    static const char *const call = "cd_simulation_linearise";
    Control *c = sim->control;
    if (cd_control_refuses(sim, call) || cd_simulation_initialise(sim) != CD_OK) return NULL;
    OwnLinear *o = cd_take(sizeof *o);
    c->linear = &o->seen;
    CdStatus status =
        cd_control_carry_out(sim, &(SimulationOrder){ SIMULATE_LINEAR, cd_simulation_time(sim), 0, 1, { 0 }, call });
    c->linear = NULL;
    if (status == CD_OK) return &o->seen;
    cd_linear_close(&o->seen);
    return NULL;
}

void cd_linear_close(CdLinear *linear)
{
    if (!linear) return;
    OwnLinear *o = (OwnLinear *)linear;
    cd_arena_close(&o->arena);
    free(o);
}
