/* matrix_slip.c - friction of contacts that slip, in the matrix: a load by the multiplier of the gap (theory 22.22). */
#include "system/matrix.h"
#include "system/rubbing.h"

/* Tangents of contacts with friction load bodies by the multiplier of the gap, and change with how these move. */
void cd_plan_slip(Plan *p, RowSlots *to)
{
    System *s = p->e->s;
    int bodies[MOST_TANGENTS * ROW_WIDTH];
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++) {
        int n = 0, row = s->in_use.row[i], tangents = cd_tangents(s->c, row);
        for (int k = 0; k < tangents; k++) {
            const RowEval *t = cd_system_row(s, row + 1 + k, ROW_SLOPE);
            for (int b = 0; b < t->n; b++) {
                bodies[n++] = t->body[b];
                ARRAY_PUSH(&p->a->arena, &to->tangent, cd_plan_body_column(p, t->body[b], s->m->nv + i));
            }
        }
        for (int b = 0; b < n; b++)
            for (int c = 0; c < n; c++) cd_plan_block(p, bodies[b], bodies[c]);
    }
}

/* f K of a tangent, in the rows of what it loads. */
static void add_tangent_k(const Matrix *a, Equations *e, int sum, double f)
{
    const RowEval *t = e->s->now.eval;
    double B[36];
    for (int k = 0; k < t->curved && f != 0; k++)
        for (int l = 0; l < t->curved; l++) {
            cd_row_block(t, k, l, f, B);
            cd_matrix_add_block(a, a->sum.to[sum], e, cd_map_find(&a->blocks.of, t->body[k], t->body[l], 0), t->body[k],
                                t->body[l], B);
        }
}

/* The direction of slip turns as velocities, and positions, change: f G_k^T d(U_l) (22.22). */
static void add_turning(const Matrix *a, Equations *e, const RowVariation *k, const RowVariation *l, double f)
{
    for (int n_l = 0; n_l < l->n * a->sum.n; n_l++) {
        int c = n_l / a->sum.n, p = n_l % a->sum.n;
        BodyGradient g = { .r = v3_load(l->rate_q[c]), .pi = v3_load(l->rate_q[c] + 3) };
        g.u = v3_load(l->g[c]), g.w = v3_load(l->g[c] + 3);
        double by[6], B[36];
        if (!cd_through(&g, &a->sum.maps[p].body[l->body[c]], by)) continue;
        for (int b = 0; b < k->n; b++) {
            for (int n = 0; n < 36; n++) B[n] = f * k->g[b][n / 6] * by[n % 6];
            cd_matrix_add_block(a, a->sum.to[p], e, cd_map_find(&a->blocks.of, k->body[b], l->body[c], 0), k->body[b],
                                l->body[c], B);
        }
    }
}

/* By the multiplier of the gap; slots of its column, body by body of each tangent. */
static const int *add_slip_column(const Matrix *a, Equations *e, const Slip *x, const TangentLegs *t, const int *slot)
{
    const System *s = e->s;
    for (int k = 0; k < x->tangents; k++)
        for (int b = 0; b < t[k].n; b++, slot++) {
            const MovingBody *body = &s->m->body[t[k].body[b]];
            for (int c = 0; c < body->dofs; c++) {
                int six = body->six[c];
                double g = six < 3 ? v3_get(t[k].r[b], six) : v3_get(t[k].pi[b], six - 3);
                cd_matrix_add(a, a->sum.to[0] + *slot + c, -x->mu * x->d[k] * g);
            }
        }
    return slot;
}

/* By positions and velocities. */
static void add_slip_motion(const Matrix *a, Equations *e, const Slip *x)
{
    double lambda = e->s->state.lambda[x->row];
    RowVariation t[MOST_TANGENTS];
    for (int k = 0; k < x->tangents; k++) {
        cd_row_variation(e->s, x->row + 1 + k, &t[k]);
        for (int p = 0; p < a->sum.n; p++) add_tangent_k(a, e, p, -x->mu * lambda * x->d[k] * a->sum.maps[p].body[0].q);
    }
    for (int k = 0; x->slope != 0 && k < x->tangents; k++)
        for (int l = 0; l < x->tangents; l++) add_turning(a, e, &t[k], &t[l], cd_slip_turn(x, lambda, k, l));
}

/* Friction of contacts that slip (22.22). */
void cd_matrix_add_slip(const Matrix *a, Equations *e)
{
    System *s = e->s;
    const int *slot = a->row.tangent.at;
    bool moves = false;
    for (int p = 0; p < a->sum.n && s->m->bodies; p++)
        moves |= a->sum.maps[p].body[0].q != 0 || a->sum.maps[p].body[0].v != 0;
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++) {
        int row = s->in_use.row[i], tangents = cd_tangents(s->c, row);
        TangentLegs t[MOST_TANGENTS];
        Slip x;
        if (tangents && cd_slip_with(s, row, &x, t)) {
            slot = add_slip_column(a, e, &x, t, slot);
            if (moves && s->state.lambda[row] != 0) add_slip_motion(a, e, &x);
        } else {
            for (int k = 0; k < tangents; k++) slot += cd_system_row(s, row + 1 + k, ROW_SLOPE)->n;
        }
    }
}
