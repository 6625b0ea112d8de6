/* grip.c - factors of G (theory 7.10, 7.11). */
#include "system/grip.h"

#include <math.h>

static void open_grip(System *s)
{
    Arena *a = &s->matrix_arena, scratch = { 0 };
    int entries = s->row_first[s->used], *row = ARENA_ARRAY(&scratch, int, entries);
    for (int i = 0; i < s->used; i++)
        for (int e = s->row_first[i]; e < s->row_first[i + 1]; e++) row[e] = i;
    s->grip.slot = ARENA_ARRAY(a, int, entries);
    Pattern g = cd_pattern_new(&scratch, s->used, s->used, entries, row, s->column, s->grip.slot);
    s->grip.nz = g.nz;
    s->grip.x = ARENA_ARRAY(a, double, g.nz);
    s->grip.row = ARENA_ARRAY(a, double, s->used);
    s->grip.unit = ARENA_ARRAY(a, double, s->used);
    for (int b = 0; b < s->m->bodies; b++)
        for (int k = 0; k < s->m->body[b].freedoms; k++)
            s->grip.unit[s->m->body[b].first + k] = s->m->body[b].six[k] < 3 && !s->m->body[b].curve ? s->length : 1;
    s->grip.lu = cd_lu_open_blocks(s->used, g.p, g.i);
    cd_arena_close(&scratch);
}

bool cd_grip_find(System *s)
{
    if (!s->grip.lu) open_grip(s);
    for (int k = 0; k < s->grip.nz; k++) s->grip.x[k] = 0;
    for (int i = 0; i < s->used; i++) {
        const RowEval *e = cd_system_row(s, s->use[i], ROW_SLOPE);
        double size = 0;
        for (int at = s->row_first[i], k = 0; k < e->n; k++)
            for (int f = 0; f < s->m->body[e->body[k]].freedoms; f++, at++) {
                int c = s->m->body[e->body[k]].six[f];
                double g = s->grip.unit[s->column[at]] * v3_get(c < 3 ? e->r[k] : e->pi[k], c % 3);
                s->grip.x[s->grip.slot[at]] += g;
                size += g * g;
            }
        s->grip.row[i] = size > 0 ? 1 / sqrt(size) : 1;
        for (int at = s->row_first[i]; at < s->row_first[i + 1]; at++) {
            bool again = false; /* a body that a row meets twice has one slot for both */
            for (int n = s->row_first[i]; n < at && !again; n++) again = s->grip.slot[n] == s->grip.slot[at];
            if (!again) s->grip.x[s->grip.slot[at]] *= s->grip.row[i];
        }
    }
    return cd_lu_factor(s->grip.lu, s->grip.x) == LU_OK;
}

void cd_grip_solve(System *s, double *b)
{
    for (int i = 0; i < s->used; i++) b[i] *= s->grip.row[i];
    cd_lu_solve(s->grip.lu, b);
    for (int i = 0; i < s->used; i++) b[i] *= s->grip.unit[i];
}

double cd_grip_condition(System *s)
{
    return cd_lu_condition(s->grip.lu, s->grip.x);
}

int cd_grip_signs(System *s, signed char *sign)
{
    return cd_lu_signs(s->grip.lu, sign);
}
