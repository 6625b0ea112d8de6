/* loop.c - breadth-first search from an auxiliary unknown along what its equation reads, back to itself. Reactions end
 * a path: they depend on everything by way of the motion. */
#include "system/loop.h"

#include "system/unknowns.h"

/* Writes the path to an unknown; the six numbers of a load are one name. */
static void write_path(const Equations *e, const int *before, int to, TextBuffer *out)
{
    char label[CD_LABEL_ROOM];
    if (before[to] >= 0) write_path(e, before, before[to], out);
    if (before[to] >= 0 && e->aux.at[before[to]].element == e->aux.at[to].element) return;
    cd_buffer_print(out, "%s%s", before[to] >= 0 ? " -> " : "", cd_label(e->aux.at[to].element, label));
}

bool cd_loop_find(const Equations *e, int auxiliary, TextBuffer *out)
{
    enum { NOT_MET = -2, START = -1 };
    Arena scratch = { 0 };
    int *before = ARENA_ARRAY(&scratch, int, e->aux.n), *queue = ARENA_ARRAY(&scratch, int, e->aux.n);
    for (int i = 0; i < e->aux.n; i++) before[i] = NOT_MET;
    int head = 0, tail = 0;
    bool found = false;
    before[auxiliary] = START, queue[tail++] = auxiliary;
    while (head < tail && !found) {
        int at = queue[head++];
        const AuxiliaryRead *read;
        for (int k = 0; !found && (read = cd_auxiliary_read(e, &e->aux.at[at], k)); k++) {
            int to = read->auxiliary;
            if (to == auxiliary) {
                char label[CD_LABEL_ROOM];
                write_path(e, before, at, out);
                cd_buffer_print(out, " -> %s", cd_label(e->aux.at[auxiliary].element, label));
                found = true;
            } else if (cd_equations_uses(e, to) && before[to] == NOT_MET) {
                before[to] = at, queue[tail++] = to;
            }
        }
    }
    cd_arena_close(&scratch);
    return found;
}
