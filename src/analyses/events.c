/* events.c - kink functions along an integration (theory 9.28, 9.29). */
#include "analyses/events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET = 50, MOST_RECENT = 8 * FORGET, MOST_BLAMED = 200 };

typedef struct Opening {
    Arena *arena;
    const Constraints *c;
    ARRAY_OF(Watch) watch;
    ARRAY_OF(Mark) mark;
    int room;
    Kinks kinks;
} Opening;

static int drive_of(const Constraints *c, const Program *p)
{
    for (int i = 0; i < c->drives; i++)
        if (c->drive[i].function->program == p) return i;
    return -1;
}

static int by_time(const void *a, const void *b)
{
    double x = ((const Mark *)a)->when, y = ((const Mark *)b)->when;
    return (x > y) - (x < y);
}

/* The pieces of one expression: from each of its marks to the next. Ends of two functions that are meant to be one may differ in the last digits. */
static void find_pieces(Mark *mark, int n)
{
    const double same = 1e-9;
    if (n) qsort(mark, (size_t)n, sizeof *mark, by_time);
    for (int i = 0; i < n; i++) {
        double piece = i + 1 < n ? mark[i + 1].when - mark[i].when : 0;
        mark[i].piece = piece > same * fabs(mark[i].when) ? piece : INFINITY;
    }
}

/* Adds the kinks of a program across which the estimate of the error means nothing: where accelerations jump; with ALL their slopes. Of others, the times that are known beforehand. */
static void add(void *user, const Program *p, const Element *element)
{
    Opening *o = user;
    Arena scratch = { 0 };
    double *room = ARENA_ARRAY(&scratch, double, 2 * p->nodes);
    int before = o->mark.n;
    for (int i = 0; i < p->kinks; i++) {
        Watch w = { .p = p, .element = element, .kink = i, .level = p->kink[i].level, .drive = drive_of(o->c, p) };
        int jumps = w.drive < 0 ? 0 : 2 - o->c->drive[w.drive].level; /* where accelerations jump */
        if (w.level > jumps + (o->kinks == KINKS_ALL)) {
            double when = cd_kink_time(p, i, room);
            if (!isnan(when)) ARRAY_PUSH(o->arena, &o->mark, ((Mark){ .when = when }));
            continue;
        }
        ARRAY_PUSH(o->arena, &o->watch, w);
        if (cd_program_room(p) + p->kinks > o->room) o->room = cd_program_room(p) + p->kinks;
    }
    if (o->mark.n > before) find_pieces(o->mark.at + before, o->mark.n - before);
    cd_arena_close(&scratch);
}

/* How many marks lie at t or before it. */
static int marks_until(const Mark *mark, int marks, double t)
{
    int low = 0, high = marks;
    while (low < high) {
        int middle = (low + high) / 2;
        if (mark[middle].when > t) high = middle;
        else low = middle + 1;
    }
    return low;
}

double cd_events_mark(const Events *ev, double t)
{
    int next = marks_until(ev->mark, ev->marks, t);
    return next < ev->marks ? ev->mark[next].when : INFINITY;
}

double cd_events_piece(const Events *ev, double t)
{
    int next = marks_until(ev->mark, ev->marks, t);
    return next > 0 ? ev->mark[next - 1].piece : INFINITY;
}

/* Marks in order, each with the shortest piece of the expressions that are in one then. */
static Mark *in_order(Arena *arena, const Mark *given, int n)
{
    Mark *mark = ARENA_ARRAY(arena, Mark, n);
    for (int i = 0; i < n; i++) mark[i] = (Mark){ given[i].when, INFINITY };
    if (n) qsort(mark, (size_t)n, sizeof *mark, by_time);
    for (int i = 0; i < n; i++) {
        double piece = given[i].piece, end = given[i].when + piece;
        if (isinf(piece)) continue;
        for (int k = marks_until(mark, n, given[i].when) - 1; k < n && mark[k].when < end; k++)
            mark[k].piece = fmin(mark[k].piece, piece);
    }
    return mark;
}

Events cd_events_open(Arena *arena, Equations *e, Kinks kinks)
{
    Opening o = { .arena = arena, .kinks = kinks, .c = e->s->c, .room = 1 };
    if (kinks != KINKS_NONE) cd_equations_programs(e, add, &o);
    int n = o.watch.n;
    return (Events){ .e = e,
                     .n = n,
                     .watch = o.watch.at,
                     .marks = o.mark.n,
                     .mark = in_order(arena, o.mark.at, o.mark.n),
                     .room = ARENA_ARRAY(arena, double, o.room),
                     .last = ARENA_ARRAY(arena, double, n),
                     .now = ARENA_ARRAY(arena, double, n) };
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
        if (i == which) w->blamed += (w->recent += FORGET) > MOST_RECENT;
        else if (w->recent > 0) w->recent--;
    }
    if (ev->n) memcpy(ev->last, ev->now, sizeof(double) * (size_t)ev->n);
}

void cd_events_blame(Events *ev)
{
    for (int i = 0; i < ev->n; i++) ev->watch[i].blamed += ev->last[i] * ev->now[i] < 0;
}

int cd_events_chatter(Events *ev)
{
    for (int i = 0; i < ev->n; i++) {
        Watch *w = &ev->watch[i];
        if (w->blamed >= MOST_BLAMED && !w->named) return w->named = true, i;
    }
    return -1;
}
