/* sampling.c - see sampling.h. */
#include "system/sampling.h"

#include <math.h>

/* What a program gives now; `absent` if there is none, or no number. */
static double number(Equations *e, const Program *p, double absent)
{
    double x;
    return p && cd_program_value(p, &e->world.x, e->world.room, &x) ? x : absent;
}

static int clock_of(const Equations *e, const Element *element)
{
    int k = 0;
    while (k < e->past.clock.n && e->past.clock.at[k].element != element) k++;
    return k;
}

void cd_sampling_open(Equations *e)
{
    for (int i = 0; i < e->past.memory.n; i++) {
        Memory *m = &e->past.memory.at[i];
        m->clock = m->spec.period ? clock_of(e, m->element) : -1;
        Clock clock = { .element = m->element, .period = m->spec.period, .offset = m->spec.offset, .last = -INFINITY };
        if (m->clock == e->past.clock.n) ARRAY_PUSH(&e->arena, &e->past.clock, clock);
    }
    e->past.sample = ARENA_ARRAY(&e->arena, double, e->past.memory.n);
}

void cd_sampling_continue(Equations *e, const Equations *old)
{
    for (int i = 0; i < e->past.clock.n; i++)
        for (int k = 0; k < old->past.clock.n; k++) {
            const Clock *was = &old->past.clock.at[k];
            if (was->element->kind != e->past.clock.at[i].element->kind ||
                was->element->id != e->past.clock.at[i].element->id)
                continue;
            e->past.clock.at[i].next = was->next, e->past.clock.at[i].runs = was->runs;
        }
}

/* The first time is the offset, or the first after it that is not past when the run begins later. */
static void begin(Equations *e, Clock *c)
{
    double period = number(e, c->period, 0), t = e->s->state.t;
    c->next = number(e, c->offset, 0), c->runs = true;
    if (c->next < t && period > 0) c->next += period * ceil((t - c->next) / period * (1 - 1e-12));
}

double cd_sampling_next(Equations *e, double t)
{
    double next = INFINITY;
    for (int i = 0; i < e->past.clock.n; i++) {
        Clock *c = &e->past.clock.at[i];
        if (!c->runs) begin(e, c);
        if (c->next > t) next = fmin(next, c->next);
    }
    return next;
}

/* All states of the element change at once: each is computed from the old ones. */
static void take(Equations *e, int clock)
{
    Clock *c = &e->past.clock.at[clock];
    double period = number(e, c->period, 0), late = e->s->state.t - c->next;
    for (int i = 0; i < e->past.memory.n; i++) {
        const Memory *m = &e->past.memory.at[i];
        if (m->clock == clock) e->past.sample[i] = number(e, m->spec.f, m->value);
    }
    for (int i = 0; i < e->past.memory.n; i++) {
        Memory *m = &e->past.memory.at[i];
        if (m->clock == clock) m->before = m->value, m->value = e->past.sample[i];
    }
    c->last = e->s->state.t;
    c->next = period > 0 ? c->next + period * fmax(1, ceil(late / period - 0.5)) : INFINITY;
}

double cd_sampled_value(const Equations *e, const Memory *m)
{
    return m->clock >= 0 && e->s->state.t < e->past.clock.at[m->clock].last ? m->before : m->value;
}

bool cd_sampling_take(Equations *e)
{
    bool any = false;
    double t = e->s->state.t;
    for (int i = 0; i < e->past.clock.n; i++) {
        Clock *c = &e->past.clock.at[i];
        if (!c->runs) begin(e, c);
        if (c->next > t + 1e-12 * fabs(t)) continue;
        take(e, i);
        any = true;
    }
    return any;
}
