/* switching.c - switching functions along an integration (theory 9.28, 9.29). */
#include "analyses/dynamic/switching.h"

#include "system/jumps.h"
#include "system/rates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FORGET = 50, MOST_RECENT = 8 * FORGET, MOST_BLAMED = 200 };

typedef struct Opening {
    Arena *arena;
    const Constraints *c;
    ARRAY_OF(Watch) watch;
    ARRAY_OF(Sight) sight;
    ARRAY_OF(Mark) mark;
    int room;
    Kinks kinks;
    bool corners;
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

/* The pieces of one expression: from each of its marks to the next. Ends of two functions that are meant to be one may
 * differ in the last digits. */
static void find_pieces(Mark *mark, int n)
{
    const double same = 1e-9;
    if (n) qsort(mark, (size_t)n, sizeof *mark, by_time);
    for (int i = 0; i < n; i++) {
        double piece = i + 1 < n ? mark[i + 1].when - mark[i].when : 0;
        mark[i].piece = piece > same * fabs(mark[i].when) ? piece : INFINITY;
    }
}

/* The derivative of a program whose jump is one of accelerations. */
static int jump_level(const Opening *o, const Program *p)
{
    int drive = drive_of(o->c, p);
    return drive < 0 ? 0 : 2 - o->c->drive[drive].level;
}

static bool is_position(const Leaf *leaf)
{
    Measure m = leaf->query.measure;
    return leaf->type == LEAF_MARKER && (m <= MEASURE_DZ || (m >= MEASURE_AX && m <= MEASURE_INCANG));
}

/* How fast a node changes with the only position that it reads, if it is linear in that; 0: it reads none; NAN: it is
 * something else. */
static double slant_of(const Program *p, int node)
{
    const Node *x = &p->node[node];
    if (x->op == OP_CONST) return 0;
    if (x->op == OP_LEAF) return is_position(&p->leaf[x->a]) ? 1 : NAN;
    if (x->op == OP_NEG) return slant_of(p, x->a);
    bool sum = x->op == OP_ADD || x->op == OP_SUB, product = x->op == OP_MUL || x->op == OP_DIV;
    if (!sum && !product) return NAN;
    double a = slant_of(p, x->a), b = slant_of(p, x->b);
    if (a * b != 0) return NAN;
    if (sum) return a + b;
    if (b == 0 && p->node[x->b].op == OP_CONST)
        return x->op == OP_MUL ? a * fabs(p->node[x->b].k) : a / fabs(p->node[x->b].k);
    return x->op == OP_MUL && p->node[x->a].op == OP_CONST ? b * fabs(p->node[x->a].k) : NAN;
}

static double slant_of_kink(const Program *p, const Kink *k)
{
    double slant = k->type == KINK_SIGN ? slant_of(p, k->a) + (k->b < 0 ? 0 : slant_of(p, k->b)) : 0;
    return isfinite(slant) ? slant : 0;
}

/* Adds a switching point: its time if that is known beforehand, and a watch; those of curves through points are the
 * business of the error alone. Whether it is watched. */
static bool add_kink(Opening *o, const Program *p, const Element *element, int i, double when)
{
    const Kink *k = &p->kink[i];
    /* soft: the error of a step that has it within means something: accelerations go on without a jump; with ALL their
     * slopes too */
    int jumps = jump_level(o, p);
    bool soft = k->level > jumps + (o->kinks == KINKS_ALL), known = !isnan(when);
    bool slope = soft && k->level <= jumps + 2;
    bool watched = !soft || (!known && k->type == KINK_SIGN && (!k->inner || (slope && o->corners)));
    if (known) ARRAY_PUSH(o->arena, &o->mark, ((Mark){ .when = when, .watch = soft ? -1 : o->watch.n }));
    if (watched)
        ARRAY_PUSH(o->arena, &o->watch,
                   ((Watch){ .of.p = p,
                             .of.element = element,
                             .of.kink = i,
                             .level = k->level,
                             .soft = soft,
                             .slope = slope,
                             .inner = k->inner,
                             .slant = slant_of_kink(p, k),
                             .of.drive = drive_of(o->c, p),
                             .hold.slot = k->slot,
                             .hold.share = -1,
                             .seen.crossed = -INFINITY }));
    return watched;
}

static void add(void *user, const Program *p, const Element *element)
{
    Opening *o = user;
    Arena scratch = { 0 };
    double *room = ARENA_ARRAY(&scratch, double, 2 * p->nodes);
    bool *wanted = ARENA_ARRAY(&scratch, bool, p->kinks);
    int before = o->mark.n, first = o->watch.n;
    for (int i = 0; i < p->kinks; i++) wanted[i] = add_kink(o, p, element, i, cd_kink_time(p, i, room));
    if (o->mark.n > before) find_pieces(o->mark.at + before, o->mark.n - before);
    if (o->watch.n > first) {
        const Program *slice = cd_program_of_kinks(o->arena, p, wanted);
        ARRAY_PUSH(o->arena, &o->sight, ((Sight){ slice, first, o->watch.n - first, NAN, 1 }));
        int needs = cd_rates_room_of(p);
        if (needs > o->room) o->room = needs;
    }
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

double cd_switching_mark(const Switching *ev, double t, int *watch)
{
    int next = marks_until(ev->mark, ev->marks, t);
    *watch = next < ev->marks ? ev->mark[next].watch : -1;
    return next < ev->marks ? ev->mark[next].when : INFINITY;
}

double cd_switching_piece(const Switching *ev, double t)
{
    int next = marks_until(ev->mark, ev->marks, t);
    return next > 0 ? ev->mark[next - 1].piece : INFINITY;
}

/* Marks in order, each with the shortest piece of the expressions that are in one then. */
static Mark *in_order(Arena *arena, const Mark *given, int n)
{
    Mark *mark = ARENA_ARRAY(arena, Mark, n);
    for (int i = 0; i < n; i++) mark[i] = (Mark){ given[i].when, INFINITY, given[i].watch };
    if (n) qsort(mark, (size_t)n, sizeof *mark, by_time);
    for (int i = 0; i < n; i++) {
        double piece = given[i].piece, end = given[i].when + piece;
        if (isinf(piece)) continue;
        for (int k = marks_until(mark, n, given[i].when) - 1; k < n && mark[k].when < end; k++)
            mark[k].piece = fmin(mark[k].piece, piece);
    }
    return mark;
}

/* Where the share of a jump that is held on comes to an end of its range it lets go. */
static void add_shares(Opening *o, const Jumps *jumps)
{
    for (int j = 0; j < jumps->n; j++)
        if (jumps->at[j].able && jumps->at[j].like == j)
            ARRAY_PUSH(o->arena, &o->watch,
                       ((Watch){ .of.p = jumps->at[j].argument.p,
                                 .of.element = jumps->at[j].element,
                                 .of.kink = -1,
                                 .of.drive = -1,
                                 .hold.slot = -1,
                                 .hold.share = j,
                                 .seen.crossed = -INFINITY }));
}

Switching cd_switching_open(Arena *arena, Equations *e, Kinks kinks, bool corners, double hmax, double blur)
{
    const double soon = 1e-2; /* of HMAX */
    Opening o = { .arena = arena, .kinks = kinks, .corners = corners, .c = e->s->c, .room = 1 };
    if (kinks != KINKS_NONE) cd_equations_programs(e, add, &o);
    int first = o.watch.n;
    if (first) add_shares(&o, e->aux.jumps);
    int n = o.watch.n;
    Switching ev = { .e = e,
                     .blur = blur,
                     .n = n,
                     .shares = first,
                     .soon = soon * hmax,
                     .watch = o.watch.at,
                     .sights = o.sight.n,
                     .sight = o.sight.at,
                     .marks = o.mark.n,
                     .mark = in_order(arena, o.mark.at, o.mark.n),
                     .value.room = ARENA_ARRAY(arena, double, cd_rates_room(e, o.room)) };
    double **list[] = { &ev.value.last,  &ev.value.now,    &ev.value.rate,
                        &ev.value.after, &ev.value.before, &ev.value.speed };
    for (int k = 0; k < 6; k++) *list[k] = ARENA_ARRAY(arena, double, n);
    return ev;
}

void cd_switching_eval(Switching *ev, double *out)
{
    for (int i = 0; i < ev->sights; i++) {
        const Sight *s = &ev->sight[i];
        cd_program_sweep(s->p, &ev->e->world.x, ev->value.room);
        cd_program_kinks(s->p, ev->value.room, out + s->first);
    }
    const Jumps *jumps = ev->e->aux.jumps;
    bool held = ev->e->aux.n > jumps->own;
    for (int i = ev->shares; i < ev->n; i++) {
        double s = held && jumps->at[ev->watch[i].hold.share].rule == SHARE_KEEPS
                       ? *cd_jump_share(ev->e, ev->watch[i].hold.share)
                       : 0.5;
        out[i] = fmin(s, 1 - s);
    }
}

bool cd_switching_is_often(const Watch *w)
{
    return w->seen.recent > MOST_RECENT && w->hold.share < 0;
}

bool cd_switching_is_smooth(const Switching *ev, int which)
{
    const Watch *w = &ev->watch[which];
    const Held *held = ev->e->world.x.held;
    return w->hold.share >= 0 || (held && w->hold.slot >= 0 && held[w->hold.slot] != HELD_NOT);
}

/* Whether steps go over it without a look. */
static bool is_passed(const Switching *ev, const Watch *w)
{
    return (w->soft && !w->keen && !cd_is_corner(ev, w)) || cd_is_held(w);
}

/* Constraints keep many a position at zero but for what iterations leave, which no load feels that is continuous
 * there. */
double cd_switching_noise(const Switching *ev, const Watch *w)
{
    return fmax(1e-10 * w->seen.largest, w->soft ? w->slant * ev->blur : 0);
}

static bool is_noise(const Switching *ev, int i, double value)
{
    return fabs(value) < cd_switching_noise(ev, &ev->watch[i]);
}

double cd_switching_crossing(const Switching *ev, int *which)
{
    const double at_start = 0.01; /* a step begins on a corner, as far as can be told */
    double first = -1;
    for (int i = 0; i < ev->n; i++) {
        double a = ev->value.last[i], b = ev->value.now[i];
        bool crosses =
            a * b < 0 || (b == 0 && a != 0 && isfinite(a)); /* a NaN, from a branch not taken, is no crossing */
        if (!crosses || is_passed(ev, &ev->watch[i]) || cd_switching_is_often(&ev->watch[i])) continue;
        if (is_noise(ev, i, a) && is_noise(ev, i, b)) continue;
        double at = a / (a - b);
        if (cd_is_corner(ev, &ev->watch[i]) && at < at_start) continue;
        if (first < 0 || at < first) first = at, *which = i;
    }
    return first;
}

/* A change of the law of a load that the motion brings about and that steps go over. */
static bool is_passing(const Watch *w)
{
    return w->soft && !w->inner && w->of.drive < 0 && !w->of.p->time_only;
}

bool cd_switching_may_pass(const Switching *ev)
{
    bool may = false;
    for (int i = 0; i < ev->n; i++) may |= is_passing(&ev->watch[i]);
    return may;
}

bool cd_switching_passes(const Switching *ev)
{
    const KinkValues *x = &ev->value;
    for (int i = 0; i < ev->n; i++) {
        bool noise = is_noise(ev, i, x->last[i]) && is_noise(ev, i, x->now[i]);
        if (is_passing(&ev->watch[i]) && !noise && x->last[i] * x->now[i] < 0) return true;
    }
    return false;
}

void cd_switching_mark_laws(Switching *ev)
{
    for (int i = 0; i < ev->n; i++) ev->watch[i].positive = ev->value.last[i] > 0;
}

bool cd_switching_are_changed(const Switching *ev)
{
    for (int i = 0; i < ev->n; i++)
        if (is_passing(&ev->watch[i]) && ev->watch[i].positive != (ev->value.last[i] > 0) &&
            !is_noise(ev, i, ev->value.last[i]))
            return true;
    return false;
}

void cd_switching_accept(Switching *ev, double h, int which)
{
    ev->value.apart = h;
    for (int i = 0; i < ev->n; i++) {
        Watch *w = &ev->watch[i];
        ev->value.before[i] = ev->value.last[i];
        ev->value.speed[i] = h > 0 ? fabs(ev->value.now[i] - ev->value.last[i]) / h : INFINITY;
        if (isfinite(ev->value.now[i])) w->seen.largest = fmax(w->seen.largest, fabs(ev->value.now[i]));
        if (i == which ? w->keen > 0 : w->keen == THERE_AND_BACK) w->keen = i == which ? w->keen - 1 : 0;
        bool again = i == which && ev->e->s->state.t - w->seen.crossed < ev->soon;
        if (again) w->seen.blamed += (w->seen.recent += FORGET) > MOST_RECENT;
        else if (w->seen.recent > 0) w->seen.recent--;
    }
    if (ev->n) memcpy(ev->value.last, ev->value.now, sizeof(double) * (size_t)ev->n);
}

int cd_switching_at_hand(const Switching *ev, double within)
{
    for (int i = 0; i < ev->n; i++) {
        const Watch *w = &ev->watch[i];
        bool can = w->hold.slot >= 0 && !w->soft && w->of.drive < 0 && !cd_is_held(w) && w->seen.crossed < ev->value.t;
        double way = fabs(ev->value.last[i]), rate = ev->value.last[i] > 0 ? -ev->value.rate[i] : ev->value.rate[i];
        if (can && (way == 0 || way < rate * within)) return i;
    }
    return -1;
}

void cd_switching_blame(Switching *ev)
{
    for (int i = 0; i < ev->n; i++)
        ev->watch[i].seen.blamed += !cd_is_held(&ev->watch[i]) && ev->value.last[i] * ev->value.now[i] < 0;
}

int cd_switching_chatter(Switching *ev)
{
    for (int i = 0; i < ev->n; i++) {
        Watch *w = &ev->watch[i];
        if ((w->seen.blamed >= MOST_BLAMED || w->seen.recent > MOST_RECENT) && !w->seen.named)
            return w->seen.named = true, i;
    }
    return -1;
}
