/* row_jacobian.c - factors of G (theory 7.10, 7.11). */
#include "system/row_jacobian.h"

#include "system/solver.h"

#include <math.h>

static void open_jacobian(System *s, RowJacobian *g)
{
    Arena *a = &s->matrix.arena, scratch = { 0 };
    int entries = s->matrix.row_first[s->in_use.n], *row = ARENA_ARRAY(&scratch, int, entries);
    for (int i = 0; i < s->in_use.n; i++)
        for (int e = s->matrix.row_first[i]; e < s->matrix.row_first[i + 1]; e++) row[e] = i;
    g->slot = ARENA_ARRAY(a, int, entries);
    Pattern p = cd_pattern_new(&scratch, s->in_use.n, s->in_use.n, entries, row, s->matrix.column, g->slot);
    g->nz = p.nz;
    g->x = ARENA_ARRAY(a, double, p.nz);
    g->row = ARENA_ARRAY(a, double, s->in_use.n);
    g->unit = ARENA_ARRAY(a, double, s->in_use.n);
    for (int b = 0; b < s->m->bodies; b++)
        for (int k = 0; k < s->m->body[b].dofs; k++)
            g->unit[s->m->body[b].first + k] =
                s->m->body[b].six[k] < 3 && !s->m->body[b].curve ? s->constants.length : 1;
    g->lu = cd_lu_open_blocks(s->in_use.n, p.p, p.i);
    cd_arena_close(&scratch);
}

bool cd_jacobian_factor(System *s)
{
    RowJacobian *g = &cd_solver(s)->row_jacobian;
    if (!g->lu) open_jacobian(s, g);
    for (int k = 0; k < g->nz; k++) g->x[k] = 0;
    for (int i = 0; i < s->in_use.n; i++) {
        const RowEval *e = cd_system_row(s, s->in_use.row[i], ROW_SLOPE);
        double size = 0;
        for (int at = s->matrix.row_first[i], k = 0; k < e->n; k++)
            for (int f = 0; f < s->m->body[e->body[k]].dofs; f++, at++) {
                int c = s->m->body[e->body[k]].six[f];
                double x = g->unit[s->matrix.column[at]] * v3_get(c < 3 ? e->r[k] : e->pi[k], c % 3);
                g->x[g->slot[at]] += x;
                size += x * x;
            }
        g->row[i] = size > 0 ? 1 / sqrt(size) : 1;
        for (int at = s->matrix.row_first[i]; at < s->matrix.row_first[i + 1]; at++) {
            bool again = false; /* a body that a row meets twice has one slot for both */
            for (int n = s->matrix.row_first[i]; n < at && !again; n++) again = g->slot[n] == g->slot[at];
            if (!again) g->x[g->slot[at]] *= g->row[i];
        }
    }
    return cd_lu_factor(g->lu, g->x) == LU_OK;
}

void cd_jacobian_solve(System *s, double *b)
{
    const RowJacobian *g = &cd_solver(s)->row_jacobian;
    for (int i = 0; i < s->in_use.n; i++) b[i] *= g->row[i];
    cd_lu_solve(g->lu, b);
    for (int i = 0; i < s->in_use.n; i++) b[i] *= g->unit[i];
}

double cd_jacobian_share(System *s)
{
    const RowJacobian *g = &cd_solver(s)->row_jacobian;
    double condition = cd_lu_condition(g->lu, g->x);
    return 1 / (condition * condition);
}

int cd_jacobian_signs(System *s, signed char *sign)
{
    return cd_lu_signs(cd_solver(s)->row_jacobian.lu, sign);
}
