/* matrix_flexible.c - flexible bodies and the loads on their modes, in the matrix (theory 19). */
#include "system/matrix.h"

#include <string.h>

/* Frames meet all of their modes; modes meet each other where their invariants, or stiffness, couple them. */
void cd_plan_flexible(Plan *p, FlexibleSlots *to)
{
    const Flexible *all = &p->e->flexible;
    Arena *arena = &p->a->arena;
    to->first = ARENA_ARRAY(arena, int, all->n);
    for (int i = 0; i < all->n; i++) {
        const FlexForm *f = &all->form[i];
        int frame = f->place->frame, n = 1 + f->place->groups;
        to->first[i] = to->block.n;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                bool meet = f->dense || r == c || r == 0 || c == 0;
                ARRAY_PUSH(arena, &to->block, meet ? cd_plan_block(p, frame + r, frame + c) : -1);
            }
    }
}

/* Bodies that a modal load acts on: the frame, groups of modes, and the one that reacts, which may be none (-1). */
static int loaded_body(const ModalLoad *l, int k)
{
    return k <= l->on->groups ? l->on->frame + k : l->reaction;
}

/* For each of them: blocks with frame and reaction, with each body of the scale, and columns of its auxiliary
 * unknowns. */
void cd_plan_modal_loads(Plan *p, FlexibleSlots *to)
{
    const Equations *e = p->e;
    Arena *arena = &p->a->arena;
    to->modal_first = ARENA_ARRAY(arena, int, e->modal.n);
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        to->modal_first[i] = to->modal.n;
        for (int k = 0; k < l->on->groups + 2; k++) {
            int b = loaded_body(l, k);
            ARRAY_PUSH(arena, &to->modal, cd_plan_block(p, b, l->on->frame));
            ARRAY_PUSH(arena, &to->modal, cd_plan_block(p, b, l->reaction));
            for (int n = 0; n < l->support.body.n; n++)
                ARRAY_PUSH(arena, &to->modal, cd_plan_block(p, b, l->support.body.at[n]));
            for (int n = 0; n < l->support.auxiliary.n; n++)
                ARRAY_PUSH(arena, &to->modal,
                           b < 0 ? -1 : cd_plan_auxiliary_column(p, b, l->support.auxiliary.at[n].auxiliary));
        }
    }
}

void cd_modal_to_slots(const Equations *e, FlexibleSlots *to, const int *slot)
{
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        int *at = to->modal.at + to->modal_first[i];
        for (int k = 0; k < l->on->groups + 2; k++) {
            at += 2 + l->support.body.n;
            for (int n = 0; n < l->support.auxiliary.n; n++, at++)
                if (*at >= 0) *at = slot[*at];
        }
    }
}

/* One block of a flexible body in its unknowns: K q + D v + M a, each through its map. */
static void flexible_block(const Flexible *all, int N, const MovingBody *r, const MovingBody *c, int row, int col,
                           const BodyMap *map, double gyroscopic, double B[36])
{
    memset(B, 0, sizeof(double) * 36);
    for (int i = 0; i < r->dofs; i++) {
        const double *M = all->M + (row + i) * N + col, *D = all->D + (row + i) * N + col,
                     *K = all->K + (row + i) * N + col;
        for (int j = 0; j < c->dofs; j++) {
            double sum = K[j] * map->q;
            sum += gyroscopic * D[j];
            if (j < 3) sum += D[j] * map->v + M[j] * map->a;
            else
                for (int k = 0; k < 3; k++)
                    sum += D[3 + k] * m3_at(map->V, k, j - 3) + M[3 + k] * m3_at(map->A, k, j - 3);
            B[6 * i + j] = sum;
        }
    }
}

void cd_matrix_add_flexible(const Matrix *a, Equations *e)
{
    Flexible *all = &e->flexible;
    const System *s = e->s;
    for (int i = 0; i < all->n; i++) {
        const FlexPlace *x = all->form[i].place;
        const int *at = a->flexible.block.at + a->flexible.first[i];
        int N = 6 + all->form[i].n, n = 1 + x->groups;
        all->undamped = a->sum.maps[0].gyroscopic != 0;
        cd_flexible_matrices(all, i, &s->state, s->now.body, s->constants.gravity);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++, at++) {
                const MovingBody *row = &s->m->body[x->frame + r], *col = &s->m->body[x->frame + c];
                double B[36];
                for (int p = 0; p < a->sum.n && *at >= 0; p++) {
                    flexible_block(all, N, row, col, row->first - x->first, col->first - x->first,
                                   &a->sum.maps[p].body[x->frame + c], a->sum.maps[p].gyroscopic, B);
                    cd_matrix_add_block(a, a->sum.to[p], e, *at, x->frame + r, x->frame + c, B);
                }
            }
    }
}

/* What a modal load at scale 1 does to one of the bodies it acts on, as the residual has it, by the six. */
static void modal_share(const Equations *e, const ModalLoad *l, int k, const double *all, double out[6])
{
    const MovingBody *b = &e->s->m->body[loaded_body(l, k)];
    memset(out, 0, 6 * sizeof *out);
    for (int c = 0; c < b->dofs; c++) out[b->six[c]] = all[b->first + c];
}

bool cd_matrix_add_modal_loads(const Matrix *a, Equations *e)
{
    const System *s = e->s;
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        const int *at = a->flexible.modal.at + a->flexible.modal_first[i];
        double scale, *all = e->now.amount;
        cd_slope_clear(&e->now.one, &l->support);
        if (!cd_modal_load_scale(&e->world, l, &scale, &e->now.one)) return false;
        memset(all, 0, sizeof(double) * (size_t)s->m->nv);
        cd_modal_load_add(l, s->m, s->now.body, 1, all);
        for (int k = 0; k < l->on->groups + 2; k++) {
            int row = loaded_body(l, k), width = 2 + l->support.body.n + l->support.auxiliary.n;
            const int *block_at = at;
            at += width;
            if (row < 0) continue;
            double share[6];
            modal_share(e, l, k, all, share);
            for (int p = 0; p < a->sum.n; p++) {
                /* as frame and reaction move */
                for (int side = 0; side < 2 && (k == 0 || k == l->on->groups + 1); side++) {
                    int col = side == 0 ? l->on->frame : l->reaction;
                    double B[36], own[6], other[6];
                    for (int j = 0; j < 6 && block_at[side] >= 0; j++) {
                        cd_modal_load_turn(l, s->now.body, side == 0, j, own, other);
                        for (int r = 0; r < 6; r++)
                            B[6 * r + j] = scale * a->sum.maps[p].body[col].q * (k == 0 ? own : other)[r];
                    }
                    if (block_at[side] >= 0) cd_matrix_add_block(a, a->sum.to[p], e, block_at[side], row, col, B);
                }
                /* as the scale changes */
                for (int n = 0; n < l->support.body.n; n++) {
                    double d[6], B[36];
                    int col = l->support.body.at[n];
                    if (!cd_through(&e->now.one.body[n], &a->sum.maps[p].body[col], d)) continue;
                    for (int r = 0; r < 36; r++) B[r] = share[r / 6] * d[r % 6];
                    cd_matrix_add_block(a, a->sum.to[p], e, block_at[2 + n], row, col, B);
                }
                for (int n = 0; n < l->support.auxiliary.n; n++) {
                    double f =
                        e->now.one.auxiliary[n] * cd_auxiliary_factor(e, &a->sum.maps[p], l->support.auxiliary.at[n]);
                    const MovingBody *b = &s->m->body[row];
                    int place = block_at[2 + l->support.body.n + n];
                    for (int r = 0; r < b->dofs && place >= 0; r++)
                        cd_matrix_add(a, a->sum.to[p] + place + r, f * share[b->six[r]]);
                }
            }
        }
    }
    return true;
}
