/* loop.c - breadth-first search from an extra unknown along what its equation reads, back to itself. Reactions end a path: they depend
 * on everything by way of the motion. */
#include "system/loop.h"

/* Calls that give the next unknown behind number *k of those that the equation of an extra reads; -1 at the end. */
static int next_read(const Equations *e, const Extra *x, int *k)
{
    int n = (*k)++;
    if (!x->wrench) return n < x->on.extra.n ? x->on.extra.at[n].extra : -1;
    if (cd_kinds[x->kind]->constrain) return -1;
    for (int l = cd_loads_first(&e->loads, x->kind, x->index); l >= 0 && l < e->loads.n; l++) {
        const Load *load = &e->loads.load[l];
        if (load->kind != x->kind || load->index != x->index) break;
        if (n < load->on.extra.n) return load->on.extra.at[n].extra;
        n -= load->on.extra.n;
    }
    return -1;
}

/* Writes the path to an unknown; the six numbers of a load are one name. */
static void write_path(const Equations *e, const int *before, int to, TextBuffer *out)
{
    char label[CD_LABEL_ROOM];
    if (before[to] >= 0) write_path(e, before, before[to], out);
    if (before[to] >= 0 && e->extra[before[to]].element == e->extra[to].element) return;
    cd_buffer_print(out, "%s%s", before[to] >= 0 ? " -> " : "", cd_label(e->extra[to].element, label));
}

bool cd_loop_find(const Equations *e, int extra, TextBuffer *out)
{
    enum { NOT_MET = -2, START = -1 };
    Arena scratch = { 0 };
    int *before = ARENA_ARRAY(&scratch, int, e->extras), *queue = ARENA_ARRAY(&scratch, int, e->extras);
    for (int i = 0; i < e->extras; i++) before[i] = NOT_MET;
    int head = 0, tail = 0;
    bool found = false;
    before[extra] = START, queue[tail++] = extra;
    while (head < tail && !found) {
        int at = queue[head++], to;
        for (int k = 0; !found && (to = next_read(e, &e->extra[at], &k)) >= 0;) {
            if (to == extra) {
                char label[CD_LABEL_ROOM];
                write_path(e, before, at, out);
                cd_buffer_print(out, " -> %s", cd_label(e->extra[extra].element, label));
                found = true;
            } else if (before[to] == NOT_MET) {
                before[to] = at, queue[tail++] = to;
            }
        }
    }
    cd_arena_close(&scratch);
    return found;
}
