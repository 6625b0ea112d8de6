/* matrix_loads.c - loads in the matrix, in the rows of the two bodies they act on (theory 8.20). */
#include "system/matrix.h"
#include "system/near.h"

/* Whether a load has its blocks in the pattern: all but pairs of shapes that come and go and are not about to touch
 * (21.31). */
static bool has_blocks(const Equations *e, const Load *l)
{
    const double share = 0.05; /* of the smaller shape */
    if (l->type != LOAD_CONTACT || !e->loads.near) return true;
    const ContactPair *p = l->contact;
    return !(cd_contact_apart(&e->world, p) > share * fmin(p->i.shape->size, p->j.shape->size));
}

static void make_room(Arena *arena, LoadSlots *to, int loads)
{
    to->room = loads;
    to->first = ARENA_ARRAY(arena, int, loads + 1);
    to->auxiliary_first = ARENA_ARRAY(arena, int, loads + 1);
}

void cd_plan_loads(Plan *p, LoadSlots *to)
{
    const Equations *e = p->e;
    Arena *arena = &p->a->arena;
    to->revision = e->loads.revision;
    make_room(arena, to, e->loads.n);
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        bool has = has_blocks(e, l);
        to->first[n] = to->block.n, to->auxiliary_first[n] = to->auxiliary.n;
        for (int side = 0; side < 2; side++) {
            int marker = side == 0 ? l->i : l->j, b = marker < 0 ? -1 : e->s->m->site[marker].body;
            for (int k = 0; k < l->on.body.n; k++)
                ARRAY_PUSH(arena, &to->block, b < 0 ? -1 : has ? cd_plan_block(p, b, l->on.body.at[k]) : LACKING);
            for (int k = 0; k < l->on.auxiliary.n; k++)
                ARRAY_PUSH(arena, &to->auxiliary,
                           b < 0 ? -1 : cd_plan_auxiliary_column(p, b, l->on.auxiliary.at[k].auxiliary));
        }
    }
    to->first[e->loads.n] = to->block.n, to->auxiliary_first[e->loads.n] = to->auxiliary.n;
}

void cd_replan_loads(const Equations *e, Matrix *a)
{
    LoadSlots *to = &a->load;
    int auxiliaries = 0;
    to->revision = e->loads.revision;
    if (!e->loads.near) return;
    if (to->room < e->loads.n) make_room(&a->arena, to, 2 * e->loads.n);
    to->block.n = 0;
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        to->first[n] = to->block.n, to->auxiliary_first[n] = auxiliaries, auxiliaries += 2 * l->on.auxiliary.n;
        for (int side = 0; side < 2; side++) {
            int marker = side == 0 ? l->i : l->j, b = marker < 0 ? -1 : e->s->m->site[marker].body;
            for (int k = 0; k < l->on.body.n; k++) {
                int at = b < 0 ? -1 : cd_map_find(&a->blocks.of, b, l->on.body.at[k], 0);
                ARRAY_PUSH(&a->arena, &to->block, b >= 0 && at < 0 ? LACKING : at);
            }
        }
    }
    to->first[e->loads.n] = to->block.n, to->auxiliary_first[e->loads.n] = auxiliaries;
}

/* The change of the point where a load acts, and with it of its moment, as unknown j of a body moves. */
static Vec3 point_moves(const BodyMotion *b, Vec3 point, double q, int j)
{
    return j < 3 ? v3_scale(v3_axis(j), q) : v3_scale(v3_cross(m3_col(b->A, j - 3), v3_sub(point, b->r)), q);
}

/* -dQ of one side of a load in the unknowns of one body; W: change of (F, T) with them (8.20). */
static void load_block(const Equations *e, const Load *l, Wrench w, double W[6][6], int row_body, int col_body,
                       double sign, double q, double B[36])
{
    const BodyMotion *r = &e->s->now.body[row_body], *c = &e->s->now.body[col_body];
    Vec3 point = e->s->now.marker[l->i].r, rho = v3_sub(point, r->r), t = v3_add(v3_cross(rho, w.F), w.T);
    bool of_i = e->s->m->site[l->i].body == col_body;
    for (int j = 0; j < 6; j++) {
        Vec3 F = v3(W[0][j], W[1][j], W[2][j]), T = v3(W[3][j], W[4][j], W[5][j]);
        Vec3 moment = v3_add(v3_cross(rho, F), T);
        if (q != 0) {
            Vec3 arm = of_i ? point_moves(c, point, q, j) : v3(0, 0, 0);
            if (row_body == col_body && j < 3) arm = v3_sub(arm, v3_scale(v3_axis(j), q));
            moment = v3_add(moment, v3_cross(arm, w.F));
            if (row_body == col_body && j >= 3) moment = v3_add(moment, v3_cross(t, v3_scale(m3_col(r->A, j - 3), q)));
        }
        moment = m3_tapply(r->A, moment);
        for (int i = 0; i < 3; i++) B[6 * i + j] = -sign * v3_get(F, i), B[6 * (i + 3) + j] = -sign * v3_get(moment, i);
    }
}

bool cd_load_slopes(Equations *e, const Load *l, Wrench *w)
{
    for (int k = 0; k < 6; k++) cd_slope_clear(&e->now.slope[k], &l->on);
    return cd_load_eval(&e->world, l, e->past.turn, w, e->now.slope, &e->now.one);
}

/* Whether the six numbers of a load change as a body moves: W, of (F, T) in the unknowns of the body. */
static bool load_changes(const Equations *e, int k, const BodyMap *map, double W[6][6])
{
    bool any = false;
    for (int c = 0; c < 6; c++) any |= cd_through(&e->now.slope[c].body[k], map, W[c]);
    return any;
}

/* The share of a load in the rows of what it acts on and the columns of the bodies it depends on. */
static void add_load_bodies(Matrix *a, const Equations *e, int n, Wrench w)
{
    const Load *l = &e->loads.load[n];
    int bodies = l->on.body.n;
    bool acts = !v3_is_zero(w.F) || !v3_is_zero(w.T);
    for (int k = a->load.first[n]; acts && k < a->load.first[n + 1]; k++)
        a->load.lacks |= a->load.block.at[k] == LACKING;
    for (int k = 0; k < bodies; k++)
        for (int p = 0; p < a->sum.n; p++) {
            double W[6][6], B[36];
            int col = l->on.body.at[k];
            const BodyMap *map = &a->sum.maps[p].body[col];
            if (!load_changes(e, k, map, W) && !(acts && map->q != 0)) continue;
            for (int side = 0; side < 2; side++) {
                int at = a->load.block.at[a->load.first[n] + side * bodies + k];
                if (at < 0) continue;
                int row = e->s->m->site[side == 0 ? l->i : l->j].body;
                load_block(e, l, w, W, row, col, side == 0 ? 1 : -1, map->q, B);
                cd_matrix_add_block(a, a->sum.to[p], e, at, row, col, B);
            }
        }
}

static void add_load_auxiliaries(const Matrix *a, const Equations *e, int n)
{
    const Load *l = &e->loads.load[n];
    int auxiliaries = l->on.auxiliary.n;
    for (int k = 0; k < auxiliaries; k++)
        for (int side = 0; side < 2; side++) {
            int at = a->load.auxiliary.at[a->load.auxiliary_first[n] + side * auxiliaries + k];
            if (at < 0) continue;
            int row = e->s->m->site[side == 0 ? l->i : l->j].body;
            const BodyMotion *b = &e->s->now.body[row];
            Vec3 F = v3(e->now.slope[0].auxiliary[k], e->now.slope[1].auxiliary[k], e->now.slope[2].auxiliary[k]);
            Vec3 T = v3(e->now.slope[3].auxiliary[k], e->now.slope[4].auxiliary[k], e->now.slope[5].auxiliary[k]);
            Vec3 t = m3_tapply(b->A, v3_add(T, v3_cross(v3_sub(e->s->now.marker[l->i].r, b->r), F)));
            const int *six = e->s->m->body[row].six;
            for (int p = 0; p < a->sum.n; p++) {
                double f = (side == 0 ? -1 : 1) * cd_auxiliary_factor(e, &a->sum.maps[p], l->on.auxiliary.at[k]);
                for (int i = 0; i < e->s->m->body[row].dofs && f != 0; i++)
                    cd_matrix_add(a, a->sum.to[p] + at + i,
                                  f * (six[i] < 3 ? v3_get(F, six[i]) : v3_get(t, six[i] - 3)));
            }
        }
}

bool cd_matrix_add_loads(Matrix *a, Equations *e)
{
    for (int n = 0; n < e->loads.n; n++) {
        Wrench w;
        const Load *l = &e->loads.load[n];
        if (l->type == LOAD_CONTACT && cd_contact_apart(&e->world, l->contact) > 0) continue;
        if (!cd_load_slopes(e, l, &w)) return false;
        add_load_bodies(a, e, n, w);
        add_load_auxiliaries(a, e, n);
    }
    return true;
}

bool cd_equations_apply_load(Equations *e, int load, const Maps *maps, const double *d, double *y)
{
    const Load *l = &e->loads.load[load];
    const Mechanism *m = e->s->m;
    Wrench w;
    if (!cd_load_slopes(e, l, &w)) return false;
    for (int k = 0; k < l->on.body.n; k++) {
        double W[6][6], B[36];
        int col = l->on.body.at[k];
        load_changes(e, k, &maps->body[col], W);
        for (int side = 0; side < 2; side++) {
            int marker = side == 0 ? l->i : l->j, row = marker < 0 ? -1 : m->site[marker].body;
            if (row < 0) continue;
            load_block(e, l, w, W, row, col, side == 0 ? 1 : -1, maps->body[col].q, B);
            const MovingBody *r = &m->body[row], *c = &m->body[col];
            for (int i = 0; i < r->dofs; i++)
                for (int j = 0; j < c->dofs; j++) y[r->first + i] += B[6 * r->six[i] + c->six[j]] * d[c->first + j];
        }
    }
    return true;
}
