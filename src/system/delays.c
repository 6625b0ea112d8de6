/* delays.c - the past of delayed expressions, interpolated by cubics with slopes of parabolas through neighbours:
 *
 *     x(t - delay) = Hermite cubic between the points around t - delay;  before, while that lies ahead of the first
 *     point      (8.36)
 *
 * A delay shorter than the step reaches into the step itself: then the straight line to the present value counts.
 * Derivatives of the equations take a delayed value as given. */
#include "system/delays.h"

#include <math.h>

/* Calls for each DELAY of the arguments of all elements; counts where out is NULL. */
static int list(const CdModel *model, Delayed *out, int *room)
{
    int n = 0;
    for (int k = 0; k < KIND_COUNT; k++)
        for (int i = 0; i < model->table[k].n; i++) {
            const Element *e = &model->table[k].at[i];
            for (int f = 0; e->kind->fields[f].type != FIELD_END; f++) {
                if (e->kind->fields[f].type != FIELD_EXPR) continue;
                const Program *p = ((const Expr *)cd_field_in(&e->kind->fields[f], e->data))->program;
                for (int d = 0; p && d < p->delays; d++, n++) {
                    if (cd_program_room(p) > *room) *room = cd_program_room(p);
                    if (out) out[n] = (Delayed){ .element = e, .field = f, .number = d, .p = p, .d = &p->delay[d] };
                }
            }
        }
    return n;
}

Delays cd_delays_open(Arena *arena, const CdModel *model)
{
    int room = 1;
    Delays d = { 0 };
    if (!model->delays) return d;
    d.n = list(model, NULL, &room);
    d.at = ARENA_ARRAY(arena, Delayed, d.n);
    list(model, d.at, &room);
    d.value = ARENA_ARRAY(arena, double, model->delays), d.rate = ARENA_ARRAY(arena, double, model->delays);
    d.room = ARENA_ARRAY(arena, double, room);
    return d;
}

static double slope(const Delayed *d, int i)
{
    const double *t = d->t.at, *x = d->x.at;
    int n = d->t.n;
    if (n < 3) return (x[1] - x[0]) / (t[1] - t[0]);
    int m = i == 0 ? 1 : i == n - 1 ? n - 2 : i;
    double a = (x[m] - x[m - 1]) / (t[m] - t[m - 1]), b = (x[m + 1] - x[m]) / (t[m + 1] - t[m]);
    return a + (b - a) * (2 * t[i] - t[m] - t[m - 1]) / (t[m + 1] - t[m - 1]);
}

/* (8.36) at a time within the past, and its rate. */
static double at_time(const Delayed *d, double time, double *rate)
{
    int low = 0, high = d->t.n - 1;
    *rate = 0;
    if (high == 0) return d->x.at[0];
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (d->t.at[middle] <= time) low = middle;
        else high = middle;
    }
    double h = d->t.at[high] - d->t.at[low], u = (time - d->t.at[low]) / h, v = 1 - u;
    double a = d->x.at[low], b = d->x.at[high], p = h * slope(d, low), q = h * slope(d, high);
    *rate = (6 * u * v * (b - a) + v * (v - 2 * u) * p + u * (u - 2 * v) * q) / h;
    return v * v * ((1 + 2 * u) * a + u * p) + u * u * ((1 + 2 * v) * b - v * q);
}

void cd_delays_look(Delays *delays, const World *w)
{
    delays->shortest = INFINITY;
    for (int i = 0; i < delays->n; i++) {
        const Delayed *d = &delays->at[i];
        double scratch, *v = delays->room, *out = &delays->value[d->d->slot];
        cd_program_value(d->p, &w->x, v, &scratch);
        double x = v[d->d->x], time = w->x.time - v[d->d->delay], before = v[d->d->before];
        int n = d->t.n;
        Role role = d->element->kind->role;
        bool acts = role == ROLE_CONSTRAINT || role == ROLE_FORCE || role == ROLE_SYSTEM;
        if (acts && v[d->d->delay] > 0 && v[d->d->delay] < delays->shortest) delays->shortest = v[d->d->delay];
        delays->rate[d->d->slot] = 0;
        if (!n || time < d->t.at[0]) *out = before;
        else if (time <= d->t.at[n - 1]) *out = at_time(d, time, &delays->rate[d->d->slot]);
        else if (w->x.time > d->t.at[n - 1])
            *out = d->x.at[n - 1] + (x - d->x.at[n - 1]) * (time - d->t.at[n - 1]) / (w->x.time - d->t.at[n - 1]);
        else *out = x;
    }
}

void cd_delays_accept(Arena *arena, Delays *delays, const World *w)
{
    for (int i = 0; i < delays->n; i++) {
        Delayed *d = &delays->at[i];
        double scratch;
        cd_program_value(d->p, &w->x, delays->room, &scratch);
        while (d->t.n && d->t.at[d->t.n - 1] >= w->x.time)
            d->t.n--, d->x.n--; /* the same point again, or a step back */
        ARRAY_PUSH(arena, &d->t, w->x.time);
        ARRAY_PUSH(arena, &d->x, delays->room[d->d->x]);
    }
}

void cd_delays_continue(Arena *arena, Delays *delays, const Delays *old)
{
    for (int i = 0; i < delays->n; i++)
        for (int k = 0; k < old->n; k++) {
            Delayed *a = &delays->at[i];
            const Delayed *b = &old->at[k];
            if (a->element->kind != b->element->kind || a->element->id != b->element->id || a->field != b->field ||
                a->number != b->number)
                continue;
            a->t.n = a->x.n = 0;
            for (int n = 0; n < b->t.n; n++) {
                ARRAY_PUSH(arena, &a->t, b->t.at[n]);
                ARRAY_PUSH(arena, &a->x, b->x.at[n]);
            }
        }
}
