/* matrix_rows.c - constraint rows in the matrix: G, its transpose, and the multipliers times the changes of G
 * (theory 8.19). */
#include "system/matrix.h"

#include <string.h>

void cd_plan_rows(Plan *p, RowSlots *to)
{
    System *s = p->e->s;
    Arena *arena = &p->a->arena;
    to->first = ARENA_ARRAY(arena, int, s->in_use.n + 1);
    to->pair_first = ARENA_ARRAY(arena, int, s->in_use.n + 1);
    for (int i = 0; i < s->in_use.n; i++) {
        cd_constraint_row(s->c, s->in_use.row[i], s->now.body, s->state.winding, NULL, ROW_SLOPE, s->now.eval);
        const RowEval *row = s->now.eval;
        to->first[i] = to->upper.n, to->pair_first[i] = to->pair.n;
        for (int k = 0; k < row->n; k++) {
            const MovingBody *b = &s->m->body[row->body[k]];
            ARRAY_PUSH(arena, &to->body, row->body[k]);
            ARRAY_PUSH(arena, &to->upper, cd_plan_body_column(p, row->body[k], s->m->nv + i));
            for (int c = 0; c < 6; c++)
                ARRAY_PUSH(arena, &to->lower, c < b->dofs ? cd_plan_entry(p, s->m->nv + i, b->first + c) : -1);
            for (int l = 0; l < row->curved && k < row->curved; l++)
                ARRAY_PUSH(arena, &to->pair, cd_plan_block(p, row->body[k], row->body[l]));
            for (int l = 0; l < cd_row_squares(row) && k >= row->curved; l++)
                ARRAY_PUSH(arena, &to->pair, cd_plan_block(p, row->body[k], row->body[row->curved + l]));
        }
        cd_plan_entry(p, s->m->nv + i, s->m->nv + i); /* a place on the diagonal for the pivot order */
    }
    to->first[s->in_use.n] = to->upper.n, to->pair_first[s->in_use.n] = to->pair.n;
}

/* An expression is made of displacements of markers, whose terms cancel in it: to turn by d moves a marker by d times
 * its arm, so an entry of moves may have terms as large as one of turns by an arm, and the other way round. */
static void even_out(const System *s, double B[36])
{
    double near, far, out[36] = { 0 };
    cd_marker_arms(s->m, &near, &far);
    if (near == 0) near = far = s->constants.length;
    for (int k = 0; k < 36; k++)
        for (int from = 0; from < 36; from++) {
            /* how many of the two are turns there, less here */
            int turns = (from / 6 >= 3) + (from % 6 >= 3) - (k / 6 >= 3) - (k % 6 >= 3);
            out[k] = fmax(out[k], fabs(B[from]) * (turns > 0 ? pow(near, -turns) : pow(far, -turns)));
        }
    memcpy(B, out, sizeof out);
}

static void put_block(Mat3 M, double f, int row, int col, double B[36])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) B[6 * (i + row) + j + col] = f * m3_at(M, i, j);
}

void cd_row_block(const RowEval *row, int k, int l, double f, double B[36])
{
    put_block(row->rr[k][l], f, 0, 0, B), put_block(row->rp[k][l], f, 0, 3, B);
    put_block(row->pr[k][l], f, 3, 0, B), put_block(row->pp[k][l], f, 3, 3, B);
}

/* lambda times the changes of G: f times K of a row. */
static void add_row_k(const Matrix *a, Equations *e, int i, int sum, double f)
{
    System *s = e->s;
    const RowEval *row = s->now.eval;
    const int *pair = a->row.pair.at + a->row.pair_first[i];
    double B[36];
    for (int k = 0; k < row->curved; k++)
        for (int l = 0; l < row->curved; l++) {
            cd_row_block(row, k, l, f, B);
            if (a->sum.amounts && s->c->row[s->in_use.row[i]].general >= 0) even_out(s, B);
            cd_matrix_add_block(a, a->sum.to[sum], e, *pair++, row->body[k], row->body[l], B);
        }
    int groups = cd_row_squares(row);
    memset(B, 0, sizeof B);
    for (int k = 0; k < groups; k++)
        for (int l = 0; l < groups; l++) {
            const int *body = row->body + row->curved;
            put_block(cd_row_square(row, k, l), f, 0, 0, B);
            cd_matrix_add_block(a, a->sum.to[sum], e, *pair++, body[k], body[l], B);
        }
}

/* G, which is constant, and lambda times its changes. */
void cd_matrix_add_rows(const Matrix *a, Equations *e)
{
    System *s = e->s;
    bool stiff = false;
    for (int p = 0; p < a->sum.n && s->m->bodies; p++) stiff |= a->sum.maps[p].body[0].q != 0;
    for (int i = 0; i < s->in_use.n; i++) {
        double lambda = stiff ? s->state.lambda[s->in_use.row[i]] : 0;
        cd_constraint_row(s->c, s->in_use.row[i], s->now.body, s->state.winding, NULL,
                          lambda != 0 ? ROW_STIFFNESS : ROW_SLOPE, s->now.eval);
        const RowEval *row = s->now.eval;
        for (int k = 0; k < row->n; k++) {
            int at = a->row.first[i] + k, dofs = s->m->body[row->body[k]].dofs;
            const int *six = s->m->body[row->body[k]].six;
            for (int c = 0; c < dofs; c++) {
                double g = six[c] < 3 ? v3_get(row->r[k], six[c]) : v3_get(row->pi[k], six[c] - 3);
                cd_matrix_add(a, a->sum.to[0] + a->row.upper.at[at] + c, g);
                cd_matrix_add(a, a->sum.to[0] + a->row.lower.at[6 * at + c], g);
            }
        }
        for (int p = 0; p < a->sum.n && lambda != 0; p++)
            if (a->sum.maps[p].body[0].q != 0) add_row_k(a, e, i, p, a->sum.maps[p].body[0].q * lambda);
    }
}
