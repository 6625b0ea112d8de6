/* matrix_auxiliary.c - equations of auxiliary unknowns in the matrix: expressions, loads and reactions that are read
 * (theory 8.21 to 8.24). */
#include "expr/compile.h"
#include "model/bodies.h"
#include "system/jumps.h"
#include "system/matrix.h"
#include "system/reactions.h"

/* The rows in use of a constraint element that is read; none: 0. */
static int rows_of(const Equations *e, const Auxiliary *x, int *first)
{
    int n = 0, row = cd_constraints_first(e->s->c, x->kind, x->index);
    *first = row;
    for (; row >= 0 && row < e->s->c->rows && e->s->c->row[row].kind == x->kind && e->s->c->row[row].index == x->index;
         row++)
        n++;
    return n;
}

static void plan_body(Plan *p, Ints *slot, int row, int body)
{
    const MovingBody *b = &p->e->s->m->body[body];
    for (int c = 0; c < 6; c++) ARRAY_PUSH(&p->a->arena, slot, c < b->dofs ? cd_plan_entry(p, row, b->first + c) : -1);
}

static void plan_support(Plan *p, Ints *slot, int row, const Support *on)
{
    int base = p->e->s->m->nv + p->e->s->in_use.n;
    for (int k = 0; k < on->body.n; k++) plan_body(p, slot, row, on->body.at[k]);
    for (int k = 0; k < on->auxiliary.n; k++) {
        int auxiliary = on->auxiliary.at[k].auxiliary;
        ARRAY_PUSH(&p->a->arena, slot,
                   cd_equations_uses(p->e, auxiliary) ? cd_plan_entry(p, row, base + auxiliary) : -1);
    }
}

void cd_plan_auxiliary(Plan *p, AuxiliarySlots *to)
{
    const Equations *e = p->e;
    System *s = e->s;
    int base = s->m->nv + s->in_use.n;
    Arena *arena = &p->a->arena;
    to->first = ARENA_ARRAY(arena, int, e->aux.n + 1);
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        to->first[i] = to->slot.n;
        ARRAY_PUSH(arena, &to->slot, cd_plan_entry(p, base + i, base + i));
        if (!x->wrench) {
            plan_support(p, &to->slot, base + i, &x->on);
        } else if (!cd_kinds[x->kind]->constrain) {
            int k = cd_loads_first(&e->loads, x->kind, x->index);
            for (; k >= 0 && k < e->loads.n && e->loads.load[k].kind == x->kind && e->loads.load[k].index == x->index;
                 k++)
                plan_support(p, &to->slot, base + i, &e->loads.load[k].on);
        } else {
            int first, n = rows_of(e, x, &first);
            for (int row = first; row < first + n; row++) {
                if (s->in_use.unknown[row] < 0) continue;
                cd_constraint_row(s->c, row, s->now.body, s->state.winding, NULL, ROW_SLOPE, s->now.eval);
                for (int k = 0; k < s->now.eval->n; k++) plan_body(p, &to->slot, base + i, s->now.eval->body[k]);
                ARRAY_PUSH(arena, &to->slot, cd_plan_entry(p, base + i, s->m->nv + s->in_use.unknown[row]));
            }
        }
    }
    to->first[e->aux.n] = to->slot.n;
}

/* Adds sign times a gradient to the slots of a row, and moves on behind them. */
static const int *add_slope(const Matrix *a, const Equations *e, const Support *on, const Slope *s, double sign,
                            const int *slot)
{
    for (int p = 0; p < a->sum.n; p++) {
        const int *at = slot;
        for (int k = 0; k < on->body.n; k++, at += 6) {
            double d[6];
            if (!cd_through(&s->body[k], &a->sum.maps[p].body[on->body.at[k]], d)) continue;
            const MovingBody *b = &e->s->m->body[on->body.at[k]];
            for (int c = 0; c < b->dofs; c++) cd_matrix_add(a, a->sum.to[p] + at[c], sign * d[b->six[c]]);
        }
        for (int k = 0; k < on->auxiliary.n; k++, at++)
            if (*at >= 0)
                cd_matrix_add(a, a->sum.to[p] + *at,
                              sign * s->auxiliary[k] * cd_auxiliary_factor(e, &a->sum.maps[p], on->auxiliary.at[k]));
    }
    return slot + 6 * on->body.n + on->auxiliary.n;
}

/* The six slopes of a wrench, in place, as the other side has them: dF <- sign dF, dT <- sign dT + d x dF. */
static void move_slopes(Equations *e, const Support *on, Vec3 d, double sign)
{
    size_t each = sizeof(BodyGradient) / sizeof(double), bodies = each * (size_t)on->body.n;
    for (size_t n = 0; n < bodies + (size_t)on->auxiliary.n; n++) {
        double *x[6];
        for (int c = 0; c < 6; c++) {
            Slope *s = &e->now.slope[c];
            x[c] = n < bodies ? (double *)&s->body[n / each] + n % each : &s->auxiliary[n - bodies];
        }
        Vec3 dF = v3_scale(v3(*x[0], *x[1], *x[2]), sign);
        Vec3 dT = v3_add(v3_scale(v3(*x[3], *x[4], *x[5]), sign), v3_cross(d, dF));
        for (int c = 0; c < 3; c++) *x[c] = v3_get(dF, c), *x[c + 3] = v3_get(dT, c);
    }
}

/* Adds sign times how F x d changes as a marker moves: c . (dd x F) = dd . (F x c). */
static void move_arm(Equations *e, int marker, int body, Vec3 F, double sign)
{
    const System *s = e->s;
    for (int c = 0; c < 3 && body >= 0; c++) {
        MarkerGradient g = { .r = v3_cross(F, v3_axis(c)) };
        cd_carry(s->m, s->now.body, marker, &s->now.marker[marker], &g, sign, &e->now.slope[c + 3].body[body]);
    }
}

/* dW of a load on J itself: dT_J = -dT + dd x F_J + d x dF_J, d = r_I - r_J (8.22). */
static void to_side_j(Equations *e, const Load *l, Wrench w)
{
    const System *s = e->s;
    bool floating = MODEL_AT(s->model, marker, Marker, l->j)->floating;
    Vec3 d = floating ? v3(0, 0, 0) : v3_sub(s->now.marker[l->i].r, s->now.marker[l->j].r), F = v3_neg(w.F);
    move_slopes(e, &l->on, d, -1);
    if (floating) return;
    move_arm(e, l->i, l->on_i, F, 1);
    move_arm(e, l->j, l->on_j, F, -1);
}

/* dW of a contact on one side, about the centre of mass there: dT_C = s dT + dd x s F + d x s dF, d = r_I - r_C
 * (21.13). */
static void to_centre(Equations *e, const Load *l, Wrench w, int side)
{
    const System *s = e->s;
    int marker = side == 0 ? l->i : l->j, body = s->m->site[marker].body, place = side == 0 ? l->on_i : l->on_j;
    double sign = side == 0 ? 1 : -1;
    Vec3 point = s->now.marker[l->i].r, d = body < 0 ? point : v3_sub(point, s->now.body[body].r),
         F = v3_scale(w.F, sign);
    move_slopes(e, &l->on, d, sign);
    move_arm(e, l->i, l->on_i, F, 1);
    for (int c = 0; c < 3 && place >= 0; c++) {
        Vec3 *r = &e->now.slope[c + 3].body[place].r;
        *r = v3_sub(*r, v3_cross(F, v3_axis(c)));
    }
}

static bool add_read_load(const Matrix *a, Equations *e, int i)
{
    const Auxiliary *x = &e->aux.at[i];
    const int *slot = a->auxiliary.slot.at + a->auxiliary.first[i] + 1;
    int k = cd_loads_first(&e->loads, x->kind, x->index);
    for (; k >= 0 && k < e->loads.n && e->loads.load[k].kind == x->kind && e->loads.load[k].index == x->index; k++) {
        const Load *l = &e->loads.load[k];
        Wrench w;
        if (!cd_load_slopes(e, l, &w)) return false;
        int side = cd_load_side(e->s->model, l, x->component);
        if (l->type == LOAD_CONTACT) to_centre(e, l, w, side);
        else if (side == 1 && l->j >= 0) to_side_j(e, l, w);
        double sign = side < 0 || (side == 1 && l->j < 0) ? 0 : -1;
        slot = add_slope(a, e, &l->on, &e->now.slope[x->number], sign, slot);
    }
    return true;
}

/* The reaction of one row, on a body that a marker stands on: F = -lambda G_r, T = -lambda A G_pi - rho x F, and its
 * changes as unknown j of body l moves by q (8.23). */
static Wrench reaction_change(const System *s, const RowEval *row, double lambda, int k, int l, int j, Vec3 arm,
                              double q, bool own)
{
    Mat3 A = s->now.body[row->body[k]].A;
    Vec3 c = v3_axis(j % 3);
    Vec3 gr = m3_apply(j < 3 ? row->rr[k][l] : row->rp[k][l], c),
         gp = m3_apply(j < 3 ? row->pr[k][l] : row->pp[k][l], c);
    Wrench d = { v3_scale(gr, -lambda * q), v3_scale(m3_apply(A, gp), -lambda * q) };
    d.T = v3_sub(d.T, v3_cross(arm, d.F));
    if (own && j >= 3) { /* A, and with it the arm, turns */
        Vec3 th = v3_scale(m3_col(A, j - 3), q), F = v3_scale(row->r[k], -lambda);
        d.T = v3_add(d.T, v3_cross(th, v3_scale(m3_apply(A, row->pi[k]), -lambda)));
        d.T = v3_sub(d.T, v3_cross(v3_cross(th, arm), F));
    }
    return d;
}

static double component(Wrench w, int k)
{
    return v3_get(k < 3 ? w.F : w.T, k % 3);
}

/* All six numbers of a reaction that is read, auxiliary unknowns i to i + 5: their slots stand in the same order. */
static void add_reaction(const Matrix *a, Equations *e, int i)
{
    System *s = e->s;
    const Auxiliary *x = &e->aux.at[i];
    const int *slot[6];
    for (int c = 0; c < 6; c++) slot[c] = a->auxiliary.slot.at + a->auxiliary.first[i + c] + 1;
    int first, n = rows_of(e, x, &first), mi, mj;
    cd_element_markers(s->model, x->kind, x->index, &mi, &mj);
    int marker = x->component == 0 ? mi : mj, body = marker < 0 ? -1 : s->m->site[marker].body;
    for (int r = first; r < first + n; r++) {
        if (s->in_use.unknown[r] < 0) continue;
        double lambda = s->state.lambda[r];
        cd_constraint_row(s->c, r, s->now.body, s->state.winding, NULL, ROW_STIFFNESS, s->now.eval);
        const RowEval *row = s->now.eval;
        double unit_load[6] = { 0 };
        for (int k = 0; k < row->n; k++) {
            bool ground = body < 0;
            if (marker < 0 || (!ground && row->body[k] != body)) continue;
            /* on ground: minus what acts on each body, moments about the marker */
            const BodyMotion *b = &s->now.body[row->body[k]];
            double sign = ground ? -1 : 1;
            Vec3 arm = v3_sub(s->now.marker[marker].r, b->r);
            Vec3 F = v3_scale(row->r[k], -1), T = v3_sub(v3_scale(m3_apply(b->A, row->pi[k]), -1), v3_cross(arm, F));
            for (int c = 0; c < 6; c++) unit_load[c] += sign * component((Wrench){ F, T }, c);
            for (int n_l = 0; n_l < row->n * a->sum.n; n_l++) {
                int l = n_l / a->sum.n, p = n_l % a->sum.n;
                double q = a->sum.maps[p].body[row->body[l]].q;
                const MovingBody *mover = &s->m->body[row->body[l]];
                for (int f = 0; f < mover->dofs && q != 0; f++) {
                    int j = mover->six[f];
                    Wrench d = reaction_change(s, row, lambda, k, l, j, arm, q, row->body[k] == row->body[l]);
                    if (ground && k == l) { /* the arm to a fixed marker changes as the body moves */
                        Vec3 load = v3_scale(row->r[k], -lambda), th = v3_scale(m3_col(b->A, j % 3), q);
                        if (j < 3) d.T = v3_add(d.T, v3_cross(v3_scale(v3_axis(j), q), load));
                        else d.T = v3_add(d.T, v3_cross(v3_cross(th, arm), load));
                    }
                    for (int c = 0; c < 6; c++)
                        cd_matrix_add(a, a->sum.to[p] + slot[c][6 * l + f], -sign * component(d, c));
                }
            }
        }
        for (int c = 0; c < 6; c++) {
            slot[c] += 6 * row->n;
            cd_matrix_add(a, a->sum.to[0] + *slot[c]++, -unit_load[c]);
        }
    }
}

/* The slopes of the expression of an auxiliary unknown, in e->one. Of a derivative (8.50) those by velocities,
 * accelerations and derivatives; what second derivatives of the expression add is left out. An output that has no slope
 * here depends on nothing. */
static bool expression_slopes(Equations *e, const Auxiliary *x)
{
    double f;
    const Auxiliary *of = x->of >= 0 ? &e->aux.at[x->of] : x;
    CdLog *log = e->world.log;
    cd_slope_clear(&e->now.one, &of->on);
    if (x->output) e->world.log = NULL;
    bool good = cd_scalar_slope(&e->world, &of->f, &f, &e->now.one);
    e->world.log = log;
    if (!good && x->output) cd_slope_clear(&e->now.one, &of->on);
    if (!good) return x->output;
    for (int k = 0; k < x->on.body.n && x->of >= 0; k++) {
        BodyGradient g = e->now.one.body[k];
        e->now.one.body[k] = (BodyGradient){ .u = g.r, .w = g.pi, .udot = g.u, .wdot = g.w };
    }
    return true;
}

bool cd_matrix_add_auxiliary(const Matrix *a, Equations *e)
{
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        const int *slot = a->auxiliary.slot.at + a->auxiliary.first[i];
        if (x->type == EQUATION_SHARE) {
            double own;
            if (!cd_jump_slopes(e, i, &own)) return false;
            for (int p = 0; p < a->sum.n; p++)
                if (a->sum.maps[p].power == 0) cd_matrix_add(a, a->sum.to[p] + slot[0], own);
            add_slope(a, e, &x->on, &e->now.one, 1, slot + 1);
            continue;
        }
        bool solved = x->type == EQUATION_VALUE || x->type == EQUATION_RATE; /* z - f, z' - f; else f */
        for (int p = 0; p < a->sum.n && solved; p++)
            cd_matrix_add(a, a->sum.to[p] + slot[0],
                          x->type == EQUATION_RATE ? a->sum.maps[p].rate : a->sum.maps[p].power == 0);
        if (x->wrench && cd_kinds[x->kind]->constrain) {
            if (x->number == 0) add_reaction(a, e, i);
        } else if (x->wrench) {
            if (!add_read_load(a, e, i)) return false;
        } else {
            if (!expression_slopes(e, x)) return false;
            add_slope(a, e, &x->on, &e->now.one, solved ? -1 : 1, slot + 1);
        }
    }
    return true;
}
