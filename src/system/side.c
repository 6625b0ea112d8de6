/* side.c - the sign of det G (theory 7.11). */
#include "system/side.h"

/* G by itself: its values come from the slots that it has in the matrix. */
static void open_side(System *s)
{
    Arena *a = &s->matrix_arena, scratch = { 0 };
    int entries = s->row_first[s->used], *row = ARENA_ARRAY(&scratch, int, entries);
    for (int i = 0; i < s->used; i++)
        for (int e = s->row_first[i]; e < s->row_first[i + 1]; e++) row[e] = i;
    s->side.slot = ARENA_ARRAY(a, int, entries);
    Pattern g = cd_pattern_new(&scratch, s->used, s->used, entries, row, s->column, s->side.slot);
    s->side.x = ARENA_ARRAY(a, double, g.nz);
    s->side.lu = cd_lu_open_blocks(s->used, g.p, g.i);
    cd_arena_close(&scratch);
}

int cd_system_side(System *s)
{
    if (s->used != s->m->nv) return 0;
    if (!s->side.lu) open_side(s);
    for (int e = 0; e < s->row_first[s->used]; e++) s->side.x[s->side.slot[e]] = s->x[s->lower[e]];
    LuStatus status = cd_lu_factor(s->side.lu, s->side.x);
    return status == LU_OK ? cd_lu_sign(s->side.lu) : 0;
}
