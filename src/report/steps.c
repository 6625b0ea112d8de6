/* steps.c - the history of steps. */
#include "report/steps.h"

#include "report/json.h"
#include "report/touches.h"

#include <stdlib.h>

void cd_steps_begin(StepHistory *h, const char *method)
{
    h->n = h->events = h->within = 0;
    h->stride = 1, h->method = method;
}

/* The shorter of two steps, with the end of the later one. */
static StepSeen merged(const StepSeen *a, const StepSeen *b)
{
    StepSeen s = a->h < b->h ? *a : *b;
    s.t = b->t;
    s.repeated = a->repeated + b->repeated;
    return s;
}

static void halve(StepHistory *h)
{
    for (int i = 0; i < h->n / 2; i++) h->step[i] = merged(&h->step[2 * i], &h->step[2 * i + 1]);
    h->n /= 2, h->stride *= 2;
}

void cd_steps_add(StepHistory *h, const StepSeen *s)
{
    if ((s->kink || s->sensor) && h->events < MOST_EVENTS) h->event[h->events++] = (StepEvent){ s->t, s->kink };
    if (h->n && h->within < h->stride) {
        h->step[h->n - 1] = merged(&h->step[h->n - 1], s);
        h->within++;
        return;
    }
    if (h->n == MOST_STEPS) halve(h);
    h->step[h->n++] = *s;
    h->within = 1;
}

/* The unknowns that occur, each once, in rising order; how many. */
static int limiters(const StepHistory *h, int *list, int unknowns)
{
    char *seen = cd_take((size_t)unknowns);
    int n = 0;
    for (int i = 0; i < h->n; i++)
        if (h->step[i].limiter >= 0 && h->step[i].limiter < unknowns) seen[h->step[i].limiter] = 1;
    for (int i = 0; i < unknowns; i++)
        if (seen[i]) list[n++] = i;
    free(seen);
    return n;
}

static int position(const int *list, int n, int unknown)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (list[middle] < unknown) low = middle + 1;
        else high = middle;
    }
    return low < n && list[low] == unknown ? low : -1;
}

typedef double Column(const StepSeen *s, const int *list, int n);

static double time_of(const StepSeen *s, const int *list, int n)
{
    (void)list, (void)n;
    return s->t;
}
static double size_of(const StepSeen *s, const int *list, int n)
{
    (void)list, (void)n;
    return s->h;
}
static double order_of(const StepSeen *s, const int *list, int n)
{
    (void)list, (void)n;
    return s->order;
}
static double repeated_of(const StepSeen *s, const int *list, int n)
{
    (void)list, (void)n;
    return s->repeated;
}
static double limiter_of(const StepSeen *s, const int *list, int n)
{
    return s->limiter < 0 ? -1 : position(list, n, s->limiter);
}

static void events(TextBuffer *out, const StepHistory *h)
{
    cd_json_key(out, "events");
    cd_json_open(out, '[');
    for (int i = 0; i < h->events; i++) {
        char label[CD_LABEL_ROOM];
        const Element *e = h->event[i].kink;
        cd_json_open(out, '{');
        cd_json_put_number(out, "t", h->event[i].t);
        if (e) cd_json_put_text(out, "kink", cd_text(cd_label(e, label)));
        cd_json_close(out, '}');
    }
    cd_json_close(out, ']');
}

void cd_steps_write(TextBuffer *out, const StepHistory *h, const Equations *e)
{
    static const struct {
        const char *key;
        Column *value;
    } columns[] = { { "t", time_of },
                    { "h", size_of },
                    { "order", order_of },
                    { "repeated", repeated_of },
                    { "limiter", limiter_of } };
    int unknowns = cd_equations_unknowns(e), *list = cd_take(sizeof(int) * (size_t)unknowns);
    int n = limiters(h, list, unknowns);
    char label[CD_LABEL_ROOM];
    cd_json_open(out, '{');
    cd_json_put_text(out, "method", cd_text(h->method));
    cd_json_put_number(out, "stride", h->stride);
    for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
        cd_json_key(out, columns[k].key);
        cd_json_open(out, '[');
        for (int i = 0; i < h->n; i++) cd_json_number(out, columns[k].value(&h->step[i], list, n));
        cd_json_close(out, ']');
    }
    cd_json_key(out, "names");
    cd_json_open(out, '[');
    for (int i = 0; i < n; i++) cd_json_text(out, cd_text(cd_unknown_label(e, list[i], label)));
    cd_json_close(out, ']');
    events(out, h);
    cd_touches_write(out, e);
    cd_blows_write(out, e->s);
    cd_json_close(out, '}');
    free(list);
}
