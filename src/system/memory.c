/* memory.c - numbers that change at accepted points only (theory 8.32, 8.52). */
#include "system/memory.h"

#include "linalg/cubic.h"
#include "system/rates.h"
#include "system/sampling.h"

#include <math.h>

void cd_memory_open(Equations *e)
{
    int longest = 1;
    for (int i = 0; i < e->past.memory.n; i++) {
        const EquationSpec *q = &e->past.memory.at[i].spec;
        if (!q->between) continue;
        int f = cd_rates_room_of(q->f), when = q->when ? cd_rates_room_of(q->when) : 0;
        if (f > longest) longest = f;
        if (when > longest) longest = when;
    }
    if (longest > 1) e->past.room = ARENA_ARRAY(&e->arena, double, cd_rates_room(e, longest));
}

/* A number at an accepted point, with its rate along the motion. */
typedef struct Rated {
    double x, rate;
} Rated;

/* A program at the present state, h behind the last point. A rate is found for who needs it; where it is not known it
 * is that of the last step. */
static bool evaluate(Equations *e, const Program *p, bool rate, Rated last, double h, Rated *out)
{
    if (!cd_program_value(p, &e->world.x, e->world.room, &out->x)) return false;
    out->rate = 0;
    if (rate && !(cd_rates_eval(e, p, e->past.room, &out->rate) && isfinite(out->rate)))
        out->rate = h > 0 && isfinite(out->x) ? (out->x - last.x) / h : 0;
    return true;
}

/* What it was when its condition ended in the step (8.52). */
static double value_at_end(Rated x0, Rated x, Rated when0, Rated when, double h)
{
    Cubic value = { x0.x, h * x0.rate, x.x, h * x.rate };
    Cubic condition = { when0.x, h * when0.rate, when.x, h * when.rate };
    return cubic_value(&value, cubic_first_zero(&condition, 1));
}

static void accept(Equations *e, Memory *m, double h)
{
    Rated x0 = { m->value, m->rate }, when0 = { m->when, m->when_rate }, x = x0, when = { 1, 0 };
    const EquationSpec *q = &m->spec;
    if (!q->f || m->clock >= 0 || (e->past.remembers && !q->when)) return;
    if (q->when && !evaluate(e, q->when, q->between, when0, h, &when)) when.x = 0;
    bool holds = !e->past.remembers || when.x > 0, ended = !holds && q->between && when0.x > 0 && isfinite(when.x);
    if ((holds || ended) && evaluate(e, q->f, q->between, x0, h, &x))
        m->value = holds ? x.x : value_at_end(x0, x, when0, when, h);
    m->rate = x.rate, m->when = when.x, m->when_rate = when.rate;
}

void cd_memory_accept(Equations *e)
{
    double h = e->s->state.t - e->past.time;
    for (int i = 0; i < e->past.memory.n; i++) accept(e, &e->past.memory.at[i], h);
    e->past.time = e->s->state.t;
}

void cd_memory_continue(Memory *m, const Memory *old)
{
    m->value = old->value, m->rate = old->rate;
    m->when = old->when, m->when_rate = old->when_rate;
}

bool cd_equations_may_stick(const Equations *e)
{
    return e->past.room != NULL;
}

bool cd_equations_stick_or_slip(Equations *e)
{
    const Program *last = NULL; /* several memories have one condition */
    for (int i = 0; i < e->past.memory.n; i++) {
        const Memory *m = &e->past.memory.at[i];
        double when;
        if (!m->spec.between || !m->spec.when || m->spec.when == last) continue;
        last = m->spec.when;
        if (cd_program_value(last, &e->world.x, e->world.room, &when) && (when > 0) != (m->when > 0)) return true;
    }
    return false;
}

void cd_memory_show(Equations *e)
{
    for (int i = 0; i < e->s->model->state_read.n; i++)
        if (e->past.behind[i] >= 0) e->world.state[i] = cd_sampled_value(e, &e->past.memory.at[e->past.behind[i]]);
}

Memory *cd_equations_memory(Equations *e, KindIndex kind, int index, int component)
{
    for (int i = 0; i < e->past.memory.n; i++) {
        const EquationSpec *q = &e->past.memory.at[i].spec;
        if (q->kind == kind && q->index == index && q->component == component) return &e->past.memory.at[i];
    }
    return NULL;
}
