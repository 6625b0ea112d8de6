/* variation.c - constraint rows differentiated once more. */
#include "system/variation.h"

#include <string.h>

static void put6(double out[6], Vec3 r, Vec3 pi)
{
    for (int c = 0; c < 3; c++) out[c] = v3_get(r, c), out[c + 3] = v3_get(pi, c);
}

/* The share of groups of modes, whose K is symmetric. */
static void through_square(const System *s, const RowEval *row, const double *x, double out[][6])
{
    for (int k = 0; k < cd_row_squares(row); k++)
        for (int l = 0; l < cd_row_squares(row); l++) {
            const MovingBody *b = &s->m->body[row->body[row->curved + l]];
            Vec3 r = m3_apply(cd_row_square(row, k, l), cd_translation(b, x + b->first));
            for (int c = 0; c < 3; c++) out[k][c] += v3_get(r, c);
        }
}

void cd_row_through_k(const System *s, const RowEval *row, const double *x, bool transposed, double out[][6])
{
    for (int k = 0; k < row->curved; k++)
        for (int l = 0; l < row->curved; l++) {
            int from = transposed ? k : l, to = transposed ? l : k;
            const MovingBody *b = &s->m->body[row->body[from]];
            const double *v = x + b->first;
            Vec3 u = cd_translation(b, v), w = cd_rotation(b, v), r, p;
            if (transposed)
                r = v3_add(m3_tapply(row->rr[k][l], u), m3_tapply(row->pr[k][l], w)),
                p = v3_add(m3_tapply(row->rp[k][l], u), m3_tapply(row->pp[k][l], w));
            else
                r = v3_add(m3_apply(row->rr[k][l], u), m3_apply(row->rp[k][l], w)),
                p = v3_add(m3_apply(row->pr[k][l], u), m3_apply(row->pp[k][l], w));
            for (int c = 0; c < 3; c++) out[to][c] += v3_get(r, c), out[to][c + 3] += v3_get(p, c);
        }
    through_square(s, row, x, out + row->curved);
}

/* What TIME has to do with a row: in its expression, or in the function that drives it. */
static void by_time(System *s, int row, RowVariation *out)
{
    const Row *r = &s->c->row[row];
    memset(out->g_t, 0, sizeof out->g_t), memset(out->time, 0, sizeof out->time);
    if (r->general >= 0) {
        cd_general_time(&s->c->general[r->general], &s->c->general_room, s->m, s->now.body,
                        s->state.winding + s->c->term_windings, s->c->time, out->time, out->g_t);
        out->time[2] += cd_row_share(s, out, out->g_t, s->state.vdot);
    }
    if (r->drive < 0) return;
    out->time[0] -= s->now.drive[3 * row + 1], out->time[1] -= s->now.drive[3 * row + 2];
    out->time[2] -= cd_drive_third(s->c, &s->c->drive[r->drive], s->c->time);
}

void cd_row_variation(System *s, int row, RowVariation *out)
{
    cd_constraint_row(s->c, row, s->now.body, s->state.winding, NULL, ROW_ALL, s->now.eval);
    const RowEval *e = s->now.eval;
    out->n = e->n;
    for (int k = 0; k < e->n; k++) {
        out->body[k] = e->body[k];
        put6(out->g[k], e->r[k], e->pi[k]);
        put6(out->rate_q[k], e->rate_t_q_r[k], e->rate_t_q_pi[k]);
        put6(out->second_q[k], e->quad_q_r[k], e->quad_q_pi[k]);
        put6(out->second_v[k], e->quad_v_r[k], e->quad_v_pi[k]);
    }
    cd_row_through_k(s, e, s->state.v, true, out->rate_q);
    cd_row_through_k(s, e, s->state.vdot, true, out->second_q);
    by_time(s, row, out);
}

double cd_row_share(const System *s, const RowVariation *row, const double part[][6], const double *d)
{
    double sum = 0;
    for (int k = 0; k < row->n; k++) {
        const MovingBody *b = &s->m->body[row->body[k]];
        for (int c = 0; c < b->dofs; c++) sum += part[k][b->six[c]] * d[b->first + c];
    }
    return sum;
}
