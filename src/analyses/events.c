/* events.c - kink functions along an integration (theory 9.28, 9.29). */
#include "analyses/events.h"

#include <math.h>
#include <string.h>

enum { HIGHEST_LEVEL = 1, FORGET = 50, MOST_RECENT = 8 * FORGET };

/* Adds the kinks of a program that matter to the integration. */
static void add(Arena *arena, Events *ev, int *room, const Program *p, const Element *element, int drive)
{
    if (!p) return;
    bool any = false;
    for (int i = 0; i < p->kinks; i++) any |= p->kink[i].level <= HIGHEST_LEVEL;
    if (!any) return;
    int need = cd_program_room(p) + p->kinks;
    if (need > *room) *room = need;
    struct {
        Watch *at;
        int n, room;
    } list = { ev->watch, ev->n, ev->n };
    for (int i = 0; i < p->kinks; i++) {
        Watch w = { .p = p, .element = element, .kink = i, .level = p->kink[i].level, .drive = drive };
        if (w.level <= HIGHEST_LEVEL) ARRAY_PUSH(arena, &list, w);
    }
    ev->watch = list.at, ev->n = list.n;
}

Events cd_events_open(Arena *arena, Equations *e)
{
    Events ev = { .e = e };
    int room = 1;
    for (int i = 0; i < e->loads.n; i++)
        for (int k = 0; k < 6; k++) add(arena, &ev, &room, e->loads.load[i].f[k], e->loads.load[i].element, -1);
    for (int i = 0; i < e->extras; i++) add(arena, &ev, &room, e->extra[i].f.p, e->extra[i].element, -1);
    for (int i = 0; i < e->s->c->drives; i++)
        add(arena, &ev, &room, e->s->c->drive[i].function->program, e->s->c->drive[i].element, i);
    ev.room = ARENA_ARRAY(arena, double, room);
    ev.last = ARENA_ARRAY(arena, double, ev.n), ev.now = ARENA_ARRAY(arena, double, ev.n);
    return ev;
}

void cd_events_eval(Events *ev, double *out)
{
    const Program *done = NULL;
    double *kinks = NULL;
    for (int i = 0; i < ev->n; i++) {
        const Watch *w = &ev->watch[i];
        if (w->p != done) {
            double value;
            kinks = ev->room + cd_program_room(w->p);
            cd_program_value(w->p, &ev->e->world.x, ev->room, &value);
            cd_program_kinks(w->p, ev->room, kinks);
            done = w->p;
        }
        out[i] = kinks[w->kink];
    }
}

double cd_events_crossing(const Events *ev, int *which)
{
    double first = -1;
    for (int i = 0; i < ev->n; i++) {
        double a = ev->last[i], b = ev->now[i];
        bool crosses =
            a * b < 0 || (b == 0 && a != 0 && isfinite(a)); /* a NaN, from a branch not taken, is no crossing */
        if (!crosses || ev->watch[i].recent > MOST_RECENT) continue;
        if (fmax(fabs(a), fabs(b)) < 1e-10 * ev->watch[i].largest) continue;
        double at = a / (a - b);
        if (first < 0 || at < first) first = at, *which = i;
    }
    return first;
}

void cd_events_accept(Events *ev, int which)
{
    for (int i = 0; i < ev->n; i++) {
        Watch *w = &ev->watch[i];
        if (isfinite(ev->now[i])) w->largest = fmax(w->largest, fabs(ev->now[i]));
        if (i == which) w->recent += FORGET;
        else if (w->recent > 0) w->recent--;
    }
    if (ev->n) memcpy(ev->last, ev->now, sizeof(double) * (size_t)ev->n);
}
