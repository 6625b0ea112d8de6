/* dependence.c - strongly connected components (Tarjan 1972), which come in the order wanted; a stack of its own
 * instead of recursion. */
#include "system/dependence.h"

typedef struct Search {
    const Dependence *d;
    int *number, *low, *next; /* per item: when met (0: not yet), the earliest it leads back to, what to look at next */
    int *path, *open;         /* items under way; met and in no component so far */
    int paths, opens, met, done; /* done: items in order */
    int *order;
    bool *ring;
} Search;

static void meet(Search *s, int i)
{
    s->number[i] = s->low[i] = ++s->met;
    s->next[i] = s->d->first[i];
    s->path[s->paths++] = s->open[s->opens++] = i;
}

/* All that item i leads to has been seen: what is open down to it is a component if it leads no further back. */
static void leave(Search *s, int i)
{
    s->paths--;
    if (s->paths > 0) {
        int *before = &s->low[s->path[s->paths - 1]];
        if (s->low[i] < *before) *before = s->low[i];
    }
    if (s->low[i] < s->number[i]) return;
    int first = s->done;
    do s->order[s->done++] = s->open[--s->opens];
    while (s->open[s->opens] != i);
    for (int k = first; k < s->done; k++) {
        s->number[s->order[k]] = s->met + s->d->n + 1; /* behind all that may still be met */
        if (s->done - first > 1) s->ring[s->order[k]] = true;
    }
}

static void walk(Search *s, int start)
{
    meet(s, start);
    while (s->paths) {
        int i = s->path[s->paths - 1];
        if (s->next[i] == s->d->first[i + 1]) {
            leave(s, i);
            continue;
        }
        int to = s->d->on[s->next[i]++];
        if (to == i) s->ring[i] = true;
        if (!s->number[to]) meet(s, to);
        else if (s->number[to] < s->low[i]) s->low[i] = s->number[to];
    }
}

void cd_dependence_order(const Dependence *d, int *order, bool *ring)
{
    Arena scratch = { 0 };
    Search s = { .d = d, .order = order, .ring = ring };
    s.number = ARENA_ARRAY(&scratch, int, d->n), s.low = ARENA_ARRAY(&scratch, int, d->n);
    s.next = ARENA_ARRAY(&scratch, int, d->n);
    s.path = ARENA_ARRAY(&scratch, int, d->n), s.open = ARENA_ARRAY(&scratch, int, d->n);
    for (int i = 0; i < d->n; i++) ring[i] = false;
    for (int i = 0; i < d->n; i++)
        if (!s.number[i]) walk(&s, i);
    cd_arena_close(&scratch);
}
