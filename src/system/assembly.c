/* assembly.c - the one matrix of the equations of motion: pattern and slots once, then additions (theory 8.19 to 8.24).
 *
 * Unknowns are 6 (3, 1) numbers per body, a multiplier per row in use, and the auxiliary unknowns. The rows of a body
 * stand together in every column, so a block of two bodies is known by one slot per column. */
#include "base/map.h"
#include "expr/compile.h"
#include "model/bodies.h"
#include "system/equations.h"
#include "system/jumps.h"
#include "system/near.h"
#include "system/reactions.h"
#include "system/rubbing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef ARRAY_OF(int) Ints;

struct Matrix {
    Arena arena;
    int revision; /* of the set of rows it was made for */
    int loads;    /* revision of the loads that have their places in it */
    Map block;    /* pair of bodies to block */
    bool lacks;   /* two shapes touch whose bodies have no block: the pattern has to be made anew */
    int n;
    Pattern pattern;
    double *x;
    double *part[MATRIX_PARTS]; /* the same by powers of the step; NULL: not asked for yet */
    bool amounts;               /* entries add up by their amounts instead */
    Lu *lu;

    /* what is being assembled: with each of these maps into the values beside it */
    int sums;
    const Maps *maps;
    double **to;

    int *column;               /* 6 per block of two bodies: slot of its first row in each column */
    int *diagonal;             /* block of each body with itself */
    int *row_first, *row_body; /* constraint rows: entries row by row, one per body of the row */
    int *upper, *lower;        /* per entry: slot of G^T (first of a column), six slots of G */
    int *pair_first, *pair;    /* blocks of all pairs of bodies of a row */
    Ints rubs;                 /* contacts with friction in use: slots of their tangents in the column of the gap */
    int *load_first,
        *load_block; /* blocks of a load: for I and for J, each body it depends on; -1: ground, LACKING: none yet */
    int load_room;   /* loads that there is room for */
    Ints placed;     /* load_block, where it changes */
    int *load_extra_first, *load_extra; /* first slots of its columns of auxiliary unknowns, for I and for J */
    int *flex_first,
        *flex_block; /* flexible bodies: blocks of frame and groups of modes, by rows; -1: they do not meet */
    int *modal_first,
        /* modal loads: rows of frame, groups and reaction, by the bodies and auxiliary unknowns they depend on */
        *modal_block;
    int *extra_first,
        /* equations of auxiliary unknowns: own, bodies (6 each), auxiliary unknowns, multipliers, in this order */
        *extra_slot;
};

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

enum { LACKING = -2 };

typedef struct Plan {
    Arena arena;
    const Equations *e;
    Map *block;
    ARRAY_OF(int) row, col;
    ARRAY_OF(int) column; /* entry numbers, turned into slots at the end, like all below */
    int blocks;
} Plan;

static int entry(Plan *p, int row, int col)
{
    ARRAY_PUSH(&p->arena, &p->row, row);
    ARRAY_PUSH(&p->arena, &p->col, col);
    return p->row.n - 1;
}

static int block(Plan *p, int a, int b)
{
    if (a < 0 || b < 0) return -1;
    int k = cd_map_put(p->block, a, b, 0, p->blocks);
    if (k < p->blocks) return k;
    const MovingBody *r = &p->e->s->m->body[a], *c = &p->e->s->m->body[b];
    p->blocks++;
    for (int j = 0; j < 6; j++) {
        int first = -1;
        for (int i = 0; i < r->dofs && j < c->dofs; i++) {
            int n = entry(p, r->first + i, c->first + j);
            if (i == 0) first = n;
        }
        ARRAY_PUSH(&p->arena, &p->column, first);
    }
    return k;
}

/* The entries of the rows of a body in one column; the number of the first. */
static int body_column(Plan *p, int body, int col)
{
    const MovingBody *b = &p->e->s->m->body[body];
    int first = -1;
    for (int i = 0; i < b->dofs; i++) {
        int n = entry(p, b->first + i, col);
        if (i == 0) first = n;
    }
    return first;
}

/* The same for an auxiliary unknown; -1: it is not in use. */
static int extra_column(Plan *p, int body, int extra)
{
    const Equations *e = p->e;
    return cd_equations_uses(e, extra) ? body_column(p, body, e->s->m->nv + e->s->in_use.n + extra) : -1;
}

static void plan_rows(Plan *p, Matrix *a, Ints *upper, Ints *lower, Ints *pair, Ints *body)
{
    System *s = p->e->s;
    a->row_first = ARENA_ARRAY(&a->arena, int, s->in_use.n + 1);
    a->pair_first = ARENA_ARRAY(&a->arena, int, s->in_use.n + 1);
    for (int i = 0; i < s->in_use.n; i++) {
        cd_constraint_row(s->c, s->in_use.row[i], s->now.body, s->state.winding, NULL, ROW_SLOPE, s->now.eval);
        const RowEval *row = s->now.eval;
        a->row_first[i] = upper->n, a->pair_first[i] = pair->n;
        for (int k = 0; k < row->n; k++) {
            const MovingBody *b = &s->m->body[row->body[k]];
            ARRAY_PUSH(&a->arena, body, row->body[k]);
            ARRAY_PUSH(&a->arena, upper, body_column(p, row->body[k], s->m->nv + i));
            for (int c = 0; c < 6; c++)
                ARRAY_PUSH(&a->arena, lower, c < b->dofs ? entry(p, s->m->nv + i, b->first + c) : -1);
            for (int l = 0; l < row->curved && k < row->curved; l++)
                ARRAY_PUSH(&a->arena, pair, block(p, row->body[k], row->body[l]));
            for (int l = 0; l < cd_row_squares(row) && k >= row->curved; l++)
                ARRAY_PUSH(&a->arena, pair, block(p, row->body[k], row->body[row->curved + l]));
        }
        entry(p, s->m->nv + i, s->m->nv + i); /* a place on the diagonal for the pivot order */
    }
    a->row_first[s->in_use.n] = upper->n, a->pair_first[s->in_use.n] = pair->n;
}

/* Tangents of contacts with friction load bodies by the multiplier of the gap, and change with how these move. */
static void plan_rubbing(Plan *p, Matrix *a)
{
    System *s = p->e->s;
    int bodies[MOST_TANGENTS * ROW_WIDTH];
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++) {
        int n = 0, row = s->in_use.row[i], tangents = cd_tangents(s->c, row);
        for (int k = 0; k < tangents; k++) {
            const RowEval *t = cd_system_row(s, row + 1 + k, ROW_SLOPE);
            for (int b = 0; b < t->n; b++) {
                bodies[n++] = t->body[b];
                ARRAY_PUSH(&a->arena, &a->rubs, body_column(p, t->body[b], s->m->nv + i));
            }
        }
        for (int b = 0; b < n; b++)
            for (int c = 0; c < n; c++) block(p, bodies[b], bodies[c]);
    }
}

/* Whether a load has its blocks in the pattern: all but pairs of shapes that come and go and are not about to touch
 * (21.31). */
static bool has_blocks(const Equations *e, const Load *l)
{
    const double share = 0.05; /* of the smaller shape */
    if (l->type != LOAD_CONTACT || !e->loads.near) return true;
    const ContactPair *p = l->contact;
    return !(cd_contact_apart(&e->world, p) > share * fmin(p->i.shape->size, p->j.shape->size));
}

static void plan_loads(Plan *p, Matrix *a, Ints *blocks, Ints *extras)
{
    const Equations *e = p->e;
    a->loads = e->loads.revision, a->load_room = e->loads.n;
    a->load_first = ARENA_ARRAY(&a->arena, int, e->loads.n + 1);
    a->load_extra_first = ARENA_ARRAY(&a->arena, int, e->loads.n + 1);
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        bool has = has_blocks(e, l);
        a->load_first[n] = blocks->n, a->load_extra_first[n] = extras->n;
        for (int side = 0; side < 2; side++) {
            int marker = side == 0 ? l->i : l->j, b = marker < 0 ? -1 : e->s->m->site[marker].body;
            for (int k = 0; k < l->on.body.n; k++)
                ARRAY_PUSH(&a->arena, blocks, b < 0 ? -1 : has ? block(p, b, l->on.body.at[k]) : LACKING);
            for (int k = 0; k < l->on.extra.n; k++)
                ARRAY_PUSH(&a->arena, extras, b < 0 ? -1 : extra_column(p, b, l->on.extra.at[k].extra));
        }
    }
    a->load_first[e->loads.n] = blocks->n, a->load_extra_first[e->loads.n] = extras->n;
}

/* Frames meet all of their modes; modes meet each other where their invariants, or stiffness, couple them. */
static void plan_flexible(Plan *p, Matrix *a, Ints *blocks)
{
    const Flexible *all = &p->e->flexible;
    a->flex_first = ARENA_ARRAY(&a->arena, int, all->n);
    for (int i = 0; i < all->n; i++) {
        const FlexForm *f = &all->form[i];
        int frame = f->place->frame, n = 1 + f->place->groups;
        a->flex_first[i] = blocks->n;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                bool meet = f->dense || r == c || r == 0 || c == 0;
                ARRAY_PUSH(&a->arena, blocks, meet ? block(p, frame + r, frame + c) : -1);
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
static void plan_modal(Plan *p, Matrix *a, Ints *blocks)
{
    const Equations *e = p->e;
    a->modal_first = ARENA_ARRAY(&a->arena, int, e->modal.n);
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        a->modal_first[i] = blocks->n;
        for (int k = 0; k < l->on->groups + 2; k++) {
            int b = loaded_body(l, k);
            ARRAY_PUSH(&a->arena, blocks, block(p, b, l->on->frame));
            ARRAY_PUSH(&a->arena, blocks, block(p, b, l->reaction));
            for (int n = 0; n < l->support.body.n; n++)
                ARRAY_PUSH(&a->arena, blocks, block(p, b, l->support.body.at[n]));
            for (int n = 0; n < l->support.extra.n; n++)
                ARRAY_PUSH(&a->arena, blocks, b < 0 ? -1 : extra_column(p, b, l->support.extra.at[n].extra));
        }
    }
}

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

static void plan_body(Plan *p, Matrix *a, Ints *slot, int row, int body)
{
    const MovingBody *b = &p->e->s->m->body[body];
    for (int c = 0; c < 6; c++) ARRAY_PUSH(&a->arena, slot, c < b->dofs ? entry(p, row, b->first + c) : -1);
}

static void plan_support(Plan *p, Matrix *a, Ints *slot, int row, const Support *on)
{
    int base = p->e->s->m->nv + p->e->s->in_use.n;
    for (int k = 0; k < on->body.n; k++) plan_body(p, a, slot, row, on->body.at[k]);
    for (int k = 0; k < on->extra.n; k++) {
        int extra = on->extra.at[k].extra;
        ARRAY_PUSH(&a->arena, slot, cd_equations_uses(p->e, extra) ? entry(p, row, base + extra) : -1);
    }
}

static void plan_extras(Plan *p, Matrix *a, Ints *slot)
{
    const Equations *e = p->e;
    System *s = e->s;
    int base = s->m->nv + s->in_use.n;
    a->extra_first = ARENA_ARRAY(&a->arena, int, e->aux.n + 1);
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        a->extra_first[i] = slot->n;
        ARRAY_PUSH(&a->arena, slot, entry(p, base + i, base + i));
        if (!x->wrench) {
            plan_support(p, a, slot, base + i, &x->on);
        } else if (!cd_kinds[x->kind]->constrain) {
            int k = cd_loads_first(&e->loads, x->kind, x->index);
            for (; k >= 0 && k < e->loads.n && e->loads.load[k].kind == x->kind && e->loads.load[k].index == x->index;
                 k++)
                plan_support(p, a, slot, base + i, &e->loads.load[k].on);
        } else {
            int first, n = rows_of(e, x, &first);
            for (int row = first; row < first + n; row++) {
                if (s->in_use.unknown[row] < 0) continue;
                cd_constraint_row(s->c, row, s->now.body, s->state.winding, NULL, ROW_SLOPE, s->now.eval);
                for (int k = 0; k < s->now.eval->n; k++) plan_body(p, a, slot, base + i, s->now.eval->body[k]);
                ARRAY_PUSH(&a->arena, slot, entry(p, base + i, s->m->nv + s->in_use.unknown[row]));
            }
        }
    }
    a->extra_first[e->aux.n] = slot->n;
}

static int *to_slots(const Ints *from, const int *slot)
{
    for (int i = 0; i < from->n; i++)
        if (from->at[i] >= 0) from->at[i] = slot[from->at[i]];
    return from->at;
}

/* Columns of auxiliary unknowns become slots; blocks stay what they are. */
static void place_modal(const Equations *e, Matrix *a, Ints *modal, const int *slot)
{
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        int *at = modal->at + a->modal_first[i];
        for (int k = 0; k < l->on->groups + 2; k++) {
            at += 2 + l->support.body.n;
            for (int n = 0; n < l->support.extra.n; n++, at++)
                if (*at >= 0) *at = slot[*at];
        }
    }
    a->modal_block = modal->at;
}

void cd_matrix_close(Matrix *a)
{
    if (!a) return;
    if (a->lu) cd_lu_close(a->lu);
    cd_map_close(&a->block);
    cd_arena_close(&a->arena);
    free(a);
}

/* The list of near pairs is another one: loads look up the blocks of their bodies. */
static void place_loads(const Equations *e, Matrix *a)
{
    a->loads = e->loads.revision;
    if (!e->loads.near) return;
    if (a->load_room < e->loads.n) {
        a->load_room = 2 * e->loads.n;
        a->load_first = ARENA_ARRAY(&a->arena, int, a->load_room + 1);
        a->load_extra_first = ARENA_ARRAY(&a->arena, int, a->load_room + 1);
    }
    Ints *blocks = &a->placed;
    int extras = 0;
    blocks->n = 0;
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        a->load_first[n] = blocks->n, a->load_extra_first[n] = extras, extras += 2 * l->on.extra.n;
        for (int side = 0; side < 2; side++) {
            int marker = side == 0 ? l->i : l->j, b = marker < 0 ? -1 : e->s->m->site[marker].body;
            for (int k = 0; k < l->on.body.n; k++) {
                int at = b < 0 ? -1 : cd_map_find(&a->block, b, l->on.body.at[k], 0);
                ARRAY_PUSH(&a->arena, blocks, b >= 0 && at < 0 ? LACKING : at);
            }
        }
    }
    a->load_first[e->loads.n] = blocks->n, a->load_extra_first[e->loads.n] = extras;
    a->load_block = blocks->at;
}

static Matrix *make_matrix(Equations *e)
{
    System *s = e->s;
    Matrix *a = cd_take(sizeof *a);
    Plan p = { .e = e, .block = &a->block };
    Ints upper = { 0 }, lower = { 0 }, pair = { 0 }, row_body = { 0 }, load = { 0 }, load_extra = { 0 }, extra = { 0 };
    Ints flex = { 0 }, modal = { 0 };
    a->revision = s->in_use.revision;
    a->n = cd_equations_unknowns(e);
    a->diagonal = ARENA_ARRAY(&a->arena, int, s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) a->diagonal[b] = block(&p, b, b);
    plan_rows(&p, a, &upper, &lower, &pair, &row_body);
    plan_rubbing(&p, a);
    plan_loads(&p, a, &load, &load_extra);
    plan_flexible(&p, a, &flex);
    plan_modal(&p, a, &modal);
    a->flex_block = flex.at;
    plan_extras(&p, a, &extra);
    int *slot = ARENA_ARRAY(&p.arena, int, p.row.n);
    a->pattern = cd_pattern_new(&a->arena, a->n, a->n, p.row.n, p.row.at, p.col.at, slot);
    a->x = ARENA_ARRAY(&a->arena, double, a->pattern.nz);
    a->column = ARENA_ARRAY(&a->arena, int, p.column.n);
    for (int i = 0; i < p.column.n; i++) a->column[i] = p.column.at[i] < 0 ? -1 : slot[p.column.at[i]];
    a->upper = to_slots(&upper, slot), a->lower = to_slots(&lower, slot);
    to_slots(&a->rubs, slot);
    a->pair = pair.at, a->row_body = row_body.at, a->load_block = load.at;
    place_modal(e, a, &modal, slot);
    a->load_extra = to_slots(&load_extra, slot), a->extra_slot = to_slots(&extra, slot);

    int *of = ARENA_ARRAY(&p.arena, int, a->n);
    for (int j = 0; j < a->n; j++) of[j] = j < s->m->nv || j >= s->m->nv + s->in_use.n ? s->m->bodies + j : -1;
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) of[s->m->body[b].first + c] = b;
    a->lu = cd_lu_open_saddle(a->n, a->pattern.p, a->pattern.i, of);
    cd_arena_close(&p.arena);
    e->jacobian.patterns++, e->jacobian.parts_made++,
        e->jacobian.factorings++; /* whoever keeps parts or factors has them no more */
    place_loads(e, a);            /* what was met before its block was */
    return a;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static void add(const Matrix *a, double *to, double x)
{
    *to += a->amounts ? fabs(x) : x;
}

static void add_block(const Matrix *a, double *to, const Equations *e, int k, int row_body, int col_body,
                      const double B[36])
{
    const Mechanism *m = e->s->m;
    int rows = m->body[row_body].dofs, cols = m->body[col_body].dofs;
    const int *row_six = m->body[row_body].six, *col_six = m->body[col_body].six;
    for (int j = 0; j < cols; j++) {
        double *x = to + a->column[6 * k + j];
        const double *from = B + col_six[j];
        if (rows == 6)
            for (int i = 0; i < 6; i++) add(a, x + i, from[6 * i]);
        else
            for (int i = 0; i < rows; i++) add(a, x + i, from[6 * row_six[i]]);
    }
}

static void put_block(Mat3 M, double f, int row, int col, double B[36])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) B[6 * (i + row) + j + col] = f * m3_at(M, i, j);
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

/* lambda times the changes of G: f times K of a row. */
static void add_row_k(const Matrix *a, Equations *e, int i, int sum, double f)
{
    System *s = e->s;
    const RowEval *row = s->now.eval;
    const int *pair = a->pair + a->pair_first[i];
    double B[36];
    for (int k = 0; k < row->curved; k++)
        for (int l = 0; l < row->curved; l++) {
            put_block(row->rr[k][l], f, 0, 0, B), put_block(row->rp[k][l], f, 0, 3, B);
            put_block(row->pr[k][l], f, 3, 0, B), put_block(row->pp[k][l], f, 3, 3, B);
            if (a->amounts && s->c->row[s->in_use.row[i]].general >= 0) even_out(s, B);
            add_block(a, a->to[sum], e, *pair++, row->body[k], row->body[l], B);
        }
    int groups = cd_row_squares(row);
    memset(B, 0, sizeof B);
    for (int k = 0; k < groups; k++)
        for (int l = 0; l < groups; l++) {
            const int *body = row->body + row->curved;
            put_block(cd_row_square(row, k, l), f, 0, 0, B);
            add_block(a, a->to[sum], e, *pair++, body[k], body[l], B);
        }
}

/* G, which is constant, and lambda times its changes. */
static void add_rows(const Matrix *a, Equations *e)
{
    System *s = e->s;
    bool stiff = false;
    for (int p = 0; p < a->sums && s->m->bodies; p++) stiff |= a->maps[p].body[0].q != 0;
    for (int i = 0; i < s->in_use.n; i++) {
        double lambda = stiff ? s->state.lambda[s->in_use.row[i]] : 0;
        cd_constraint_row(s->c, s->in_use.row[i], s->now.body, s->state.winding, NULL,
                          lambda != 0 ? ROW_STIFFNESS : ROW_SLOPE, s->now.eval);
        const RowEval *row = s->now.eval;
        for (int k = 0; k < row->n; k++) {
            int at = a->row_first[i] + k, freedoms = s->m->body[row->body[k]].dofs;
            const int *six = s->m->body[row->body[k]].six;
            for (int c = 0; c < freedoms; c++) {
                double g = six[c] < 3 ? v3_get(row->r[k], six[c]) : v3_get(row->pi[k], six[c] - 3);
                add(a, a->to[0] + a->upper[at] + c, g);
                add(a, a->to[0] + a->lower[6 * at + c], g);
            }
        }
        for (int p = 0; p < a->sums && lambda != 0; p++)
            if (a->maps[p].body[0].q != 0) add_row_k(a, e, i, p, a->maps[p].body[0].q * lambda);
    }
}

static bool is_zero(Vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* A gradient in the unknowns of a body; whether it is other than zero. */
static bool through(const BodyGradient *g, const BodyMap *m, double out[6])
{
    Vec3 r = v3(0, 0, 0), p = r;
    if (m->q != 0) r = v3_scale(g->r, m->q), p = v3_scale(g->pi, m->q);
    if (!is_zero(g->u)) r = v3_axpy(r, m->v, g->u);
    if (!is_zero(g->w)) p = v3_add(p, m3_tapply(m->V, g->w));
    if (!is_zero(g->udot)) r = v3_axpy(r, m->a, g->udot);
    if (!is_zero(g->wdot)) p = v3_add(p, m3_tapply(m->A, g->wdot));
    v3_store(out, r), v3_store(out + 3, p);
    return !is_zero(r) || !is_zero(p);
}

/* f K of a tangent, in the rows of what it loads. */
static void add_tangent_k(const Matrix *a, Equations *e, int sum, double f)
{
    const RowEval *t = e->s->now.eval;
    double B[36];
    for (int k = 0; k < t->curved && f != 0; k++)
        for (int l = 0; l < t->curved; l++) {
            put_block(t->rr[k][l], f, 0, 0, B), put_block(t->rp[k][l], f, 0, 3, B);
            put_block(t->pr[k][l], f, 3, 0, B), put_block(t->pp[k][l], f, 3, 3, B);
            add_block(a, a->to[sum], e, cd_map_find(&a->block, t->body[k], t->body[l], 0), t->body[k], t->body[l], B);
        }
}

/* The direction of slip turns as velocities, and positions, change: f G_k^T d(U_l) (22.22). */
static void add_turning(const Matrix *a, Equations *e, const RowVariation *k, const RowVariation *l, double f)
{
    for (int n_l = 0; n_l < l->n * a->sums; n_l++) {
        int c = n_l / a->sums, p = n_l % a->sums;
        BodyGradient g = { .r = v3_load(l->rate_q[c]), .pi = v3_load(l->rate_q[c] + 3) };
        g.u = v3_load(l->g[c]), g.w = v3_load(l->g[c] + 3);
        double by[6], B[36];
        if (!through(&g, &a->maps[p].body[l->body[c]], by)) continue;
        for (int b = 0; b < k->n; b++) {
            for (int n = 0; n < 36; n++) B[n] = f * k->g[b][n / 6] * by[n % 6];
            add_block(a, a->to[p], e, cd_map_find(&a->block, k->body[b], l->body[c], 0), k->body[b], l->body[c], B);
        }
    }
}

/* By the multiplier of the gap; slots of its column, body by body of each tangent. */
static const int *add_rubbing_column(const Matrix *a, Equations *e, const Slip *x, const TangentLegs *t,
                                     const int *slot)
{
    const System *s = e->s;
    for (int k = 0; k < x->tangents; k++)
        for (int b = 0; b < t[k].n; b++, slot++) {
            const MovingBody *body = &s->m->body[t[k].body[b]];
            for (int c = 0; c < body->dofs; c++) {
                int six = body->six[c];
                double g = six < 3 ? v3_get(t[k].r[b], six) : v3_get(t[k].pi[b], six - 3);
                add(a, a->to[0] + *slot + c, -x->mu * x->d[k] * g);
            }
        }
    return slot;
}

/* By positions and velocities. */
static void add_rubbing_motion(const Matrix *a, Equations *e, const Slip *x)
{
    double lambda = e->s->state.lambda[x->row];
    RowVariation t[MOST_TANGENTS];
    for (int k = 0; k < x->tangents; k++) {
        cd_row_variation(e->s, x->row + 1 + k, &t[k]);
        for (int p = 0; p < a->sums; p++) add_tangent_k(a, e, p, -x->mu * lambda * x->d[k] * a->maps[p].body[0].q);
    }
    for (int k = 0; x->slope != 0 && k < x->tangents; k++)
        for (int l = 0; l < x->tangents; l++) add_turning(a, e, &t[k], &t[l], cd_slip_turn(x, lambda, k, l));
}

/* Friction of contacts that slip (22.22). */
static void add_rubbing(const Matrix *a, Equations *e)
{
    System *s = e->s;
    const int *slot = a->rubs.at;
    bool moves = false;
    for (int p = 0; p < a->sums && s->m->bodies; p++) moves |= a->maps[p].body[0].q != 0 || a->maps[p].body[0].v != 0;
    for (int i = 0; s->c->tangents && i < s->in_use.n; i++) {
        int row = s->in_use.row[i], tangents = cd_tangents(s->c, row);
        TangentLegs t[MOST_TANGENTS];
        Slip x;
        if (tangents && cd_slip_with(s, row, &x, t)) {
            slot = add_rubbing_column(a, e, &x, t, slot);
            if (moves && s->state.lambda[row] != 0) add_rubbing_motion(a, e, &x);
        } else {
            for (int k = 0; k < tangents; k++) slot += cd_system_row(s, row + 1 + k, ROW_SLOPE)->n;
        }
    }
}

static double extra_factor(const Equations *e, const Maps *maps, ExtraRead r)
{
    return r.extra >= e->aux.differential ? maps->power == 0 : r.rate ? maps->rate : maps->z;
}

static Vec3 unit(int k)
{
    return v3(k == 0, k == 1, k == 2);
}

/* The change of the point where a load acts, and with it of its moment, as unknown j of a body moves. */
static Vec3 point_moves(const BodyMotion *b, Vec3 point, double q, int j)
{
    return j < 3 ? v3_scale(unit(j), q) : v3_scale(v3_cross(m3_col(b->A, j - 3), v3_sub(point, b->r)), q);
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
        Vec3 moment = v3_add(v3_cross(rho, F), T), arm = v3(0, 0, 0);
        if (of_i) arm = point_moves(c, point, q, j);
        if (row_body == col_body && j < 3) arm = v3_sub(arm, v3_scale(unit(j), q));
        moment = v3_add(moment, v3_cross(arm, w.F));
        if (row_body == col_body && j >= 3) moment = v3_add(moment, v3_cross(t, v3_scale(m3_col(r->A, j - 3), q)));
        moment = m3_tapply(r->A, moment);
        for (int i = 0; i < 3; i++) B[6 * i + j] = -sign * v3_get(F, i), B[6 * (i + 3) + j] = -sign * v3_get(moment, i);
    }
}

static bool load_slopes(Equations *e, const Load *l, Wrench *w)
{
    for (int k = 0; k < 6; k++) cd_slope_clear(&e->now.slope[k], &l->on);
    return cd_load_eval(&e->world, l, e->past.turn, w, e->now.slope, &e->now.one);
}

/* Whether the six numbers of a load change as a body moves: W, of (F, T) in the unknowns of the body. */
static bool load_changes(const Equations *e, int k, const BodyMap *map, double W[6][6])
{
    bool any = false;
    for (int c = 0; c < 6; c++) any |= through(&e->now.slope[c].body[k], map, W[c]);
    return any;
}

/* The share of a load in the rows of what it acts on and the columns of the bodies it depends on. */
static void add_load_bodies(Matrix *a, const Equations *e, int n, Wrench w)
{
    const Load *l = &e->loads.load[n];
    int bodies = l->on.body.n;
    bool acts = !is_zero(w.F) || !is_zero(w.T);
    for (int k = a->load_first[n]; acts && k < a->load_first[n + 1]; k++) a->lacks |= a->load_block[k] == LACKING;
    for (int k = 0; k < bodies; k++)
        for (int p = 0; p < a->sums; p++) {
            double W[6][6], B[36];
            int col = l->on.body.at[k];
            const BodyMap *map = &a->maps[p].body[col];
            if (!load_changes(e, k, map, W) && !(acts && map->q != 0)) continue;
            for (int side = 0; side < 2; side++) {
                int at = a->load_block[a->load_first[n] + side * bodies + k];
                if (at < 0) continue;
                int row = e->s->m->site[side == 0 ? l->i : l->j].body;
                load_block(e, l, w, W, row, col, side == 0 ? 1 : -1, map->q, B);
                add_block(a, a->to[p], e, at, row, col, B);
            }
        }
}

static void add_load_extras(const Matrix *a, const Equations *e, int n)
{
    const Load *l = &e->loads.load[n];
    int extras = l->on.extra.n;
    for (int k = 0; k < extras; k++)
        for (int side = 0; side < 2; side++) {
            int at = a->load_extra[a->load_extra_first[n] + side * extras + k];
            if (at < 0) continue;
            int row = e->s->m->site[side == 0 ? l->i : l->j].body;
            const BodyMotion *b = &e->s->now.body[row];
            Vec3 F = v3(e->now.slope[0].extra[k], e->now.slope[1].extra[k], e->now.slope[2].extra[k]);
            Vec3 T = v3(e->now.slope[3].extra[k], e->now.slope[4].extra[k], e->now.slope[5].extra[k]);
            Vec3 t = m3_tapply(b->A, v3_add(T, v3_cross(v3_sub(e->s->now.marker[l->i].r, b->r), F)));
            const int *six = e->s->m->body[row].six;
            for (int p = 0; p < a->sums; p++) {
                double f = (side == 0 ? -1 : 1) * extra_factor(e, &a->maps[p], l->on.extra.at[k]);
                for (int i = 0; i < e->s->m->body[row].dofs && f != 0; i++)
                    add(a, a->to[p] + at + i, f * (six[i] < 3 ? v3_get(F, six[i]) : v3_get(t, six[i] - 3)));
            }
        }
}

static bool add_loads(Matrix *a, Equations *e)
{
    for (int n = 0; n < e->loads.n; n++) {
        Wrench w;
        const Load *l = &e->loads.load[n];
        if (l->type == LOAD_CONTACT && cd_contact_apart(&e->world, l->contact) > 0) continue;
        if (!load_slopes(e, l, &w)) return false;
        add_load_bodies(a, e, n, w);
        add_load_extras(a, e, n);
    }
    return true;
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

static void add_flexible(const Matrix *a, Equations *e)
{
    Flexible *all = &e->flexible;
    const System *s = e->s;
    for (int i = 0; i < all->n; i++) {
        const FlexPlace *x = all->form[i].place;
        const int *at = a->flex_block + a->flex_first[i];
        int N = 6 + all->form[i].n, n = 1 + x->groups;
        all->undamped = a->maps[0].gyroscopic != 0;
        cd_flexible_matrices(all, i, &s->state, s->now.body, s->constants.gravity);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++, at++) {
                const MovingBody *row = &s->m->body[x->frame + r], *col = &s->m->body[x->frame + c];
                double B[36];
                for (int p = 0; p < a->sums && *at >= 0; p++) {
                    flexible_block(all, N, row, col, row->first - x->first, col->first - x->first,
                                   &a->maps[p].body[x->frame + c], a->maps[p].gyroscopic, B);
                    add_block(a, a->to[p], e, *at, x->frame + r, x->frame + c, B);
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

static bool add_modal_loads(const Matrix *a, Equations *e)
{
    const System *s = e->s;
    for (int i = 0; i < e->modal.n; i++) {
        const ModalLoad *l = &e->modal.load[i];
        const int *at = a->modal_block + a->modal_first[i];
        double scale, *all = e->now.amount;
        cd_slope_clear(&e->now.one, &l->support);
        if (!cd_modal_load_scale(&e->world, l, &scale, &e->now.one)) return false;
        memset(all, 0, sizeof(double) * (size_t)s->m->nv);
        cd_modal_load_add(l, s->m, s->now.body, 1, all);
        for (int k = 0; k < l->on->groups + 2; k++) {
            int row = loaded_body(l, k), width = 2 + l->support.body.n + l->support.extra.n;
            const int *block_at = at;
            at += width;
            if (row < 0) continue;
            double share[6];
            modal_share(e, l, k, all, share);
            for (int p = 0; p < a->sums; p++) {
                /* as frame and reaction move */
                for (int side = 0; side < 2 && (k == 0 || k == l->on->groups + 1); side++) {
                    int col = side == 0 ? l->on->frame : l->reaction;
                    double B[36], own[6], other[6];
                    for (int j = 0; j < 6 && block_at[side] >= 0; j++) {
                        cd_modal_load_turn(l, s->now.body, side == 0, j, own, other);
                        for (int r = 0; r < 6; r++)
                            B[6 * r + j] = scale * a->maps[p].body[col].q * (k == 0 ? own : other)[r];
                    }
                    if (block_at[side] >= 0) add_block(a, a->to[p], e, block_at[side], row, col, B);
                }
                /* as the scale changes */
                for (int n = 0; n < l->support.body.n; n++) {
                    double d[6], B[36];
                    int col = l->support.body.at[n];
                    if (!through(&e->now.one.body[n], &a->maps[p].body[col], d)) continue;
                    for (int r = 0; r < 36; r++) B[r] = share[r / 6] * d[r % 6];
                    add_block(a, a->to[p], e, block_at[2 + n], row, col, B);
                }
                for (int n = 0; n < l->support.extra.n; n++) {
                    double f = e->now.one.extra[n] * extra_factor(e, &a->maps[p], l->support.extra.at[n]);
                    const MovingBody *b = &s->m->body[row];
                    int place = block_at[2 + l->support.body.n + n];
                    for (int r = 0; r < b->dofs && place >= 0; r++) add(a, a->to[p] + place + r, f * share[b->six[r]]);
                }
            }
        }
    }
    return true;
}

bool cd_equations_apply_load(Equations *e, int load, const Maps *maps, const double *d, double *y)
{
    const Load *l = &e->loads.load[load];
    const Mechanism *m = e->s->m;
    Wrench w;
    if (!load_slopes(e, l, &w)) return false;
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

/* ---- equations of auxiliary unknowns ----------------------------------------------------------------------------- */

/* Adds sign times a gradient to the slots of a row, and moves on behind them. */
static const int *add_slope(const Matrix *a, const Equations *e, const Support *on, const Slope *s, double sign,
                            const int *slot)
{
    for (int p = 0; p < a->sums; p++) {
        const int *at = slot;
        for (int k = 0; k < on->body.n; k++, at += 6) {
            double d[6];
            if (!through(&s->body[k], &a->maps[p].body[on->body.at[k]], d)) continue;
            const MovingBody *b = &e->s->m->body[on->body.at[k]];
            for (int c = 0; c < b->dofs; c++) add(a, a->to[p] + at[c], sign * d[b->six[c]]);
        }
        for (int k = 0; k < on->extra.n; k++, at++)
            if (*at >= 0) add(a, a->to[p] + *at, sign * s->extra[k] * extra_factor(e, &a->maps[p], on->extra.at[k]));
    }
    return slot + 6 * on->body.n + on->extra.n;
}

/* dW of a load on J itself: dT_J = -dT + dd x F_J + d x dF_J, d = r_I - r_J (8.22). Changes the six slopes in place. */
static void to_side_j(Equations *e, const Load *l, Wrench w)
{
    const Support *on = &l->on;
    const System *s = e->s;
    bool floating = MODEL_AT(s->model, marker, Marker, l->j)->floating;
    Vec3 d = floating ? v3(0, 0, 0) : v3_sub(s->now.marker[l->i].r, s->now.marker[l->j].r), F = v3_neg(w.F);
    for (int k = 0; k < on->body.n; k++) {
        BodyGradient *g[6];
        for (int c = 0; c < 6; c++) g[c] = &e->now.slope[c].body[k];
        double *x[6];
        for (int c = 0; c < 6; c++) x[c] = (double *)g[c];
        for (size_t n = 0; n < sizeof(BodyGradient) / sizeof(double); n++) {
            Vec3 dF = v3(-x[0][n], -x[1][n], -x[2][n]), dT = v3_add(v3(-x[3][n], -x[4][n], -x[5][n]), v3_cross(d, dF));
            x[0][n] = dF.x, x[1][n] = dF.y, x[2][n] = dF.z, x[3][n] = dT.x, x[4][n] = dT.y, x[5][n] = dT.z;
        }
    }
    for (int k = 0; k < on->extra.n; k++) {
        double *x[6];
        for (int c = 0; c < 6; c++) x[c] = &e->now.slope[c].extra[k];
        Vec3 dF = v3(-*x[0], -*x[1], -*x[2]), dT = v3_add(v3(-*x[3], -*x[4], -*x[5]), v3_cross(d, dF));
        *x[0] = dF.x, *x[1] = dF.y, *x[2] = dF.z, *x[3] = dT.x, *x[4] = dT.y, *x[5] = dT.z;
    }
    if (floating) return;
    /* c . (dd x F) = dd . (F x c) */
    for (int c = 0; c < 3; c++) {
        MarkerGradient g = { .r = v3_cross(F, unit(c)) };
        if (l->on_i >= 0)
            cd_carry(s->m, s->now.body, l->i, &s->now.marker[l->i], &g, 1, &e->now.slope[c + 3].body[l->on_i]);
        if (l->on_j >= 0)
            cd_carry(s->m, s->now.body, l->j, &s->now.marker[l->j], &g, -1, &e->now.slope[c + 3].body[l->on_j]);
    }
}

/* dW of a contact on one side, about the centre of mass there: dT_C = s dT + dd x s F + d x s dF, d = r_I - r_C
 * (21.13). */
static void to_centre(Equations *e, const Load *l, Wrench w, int side)
{
    const Support *on = &l->on;
    const System *s = e->s;
    int marker = side == 0 ? l->i : l->j, body = s->m->site[marker].body, place = side == 0 ? l->on_i : l->on_j;
    double sign = side == 0 ? 1 : -1;
    Vec3 point = s->now.marker[l->i].r, d = body < 0 ? point : v3_sub(point, s->now.body[body].r),
         F = v3_scale(w.F, sign);
    for (int k = 0; k < on->body.n; k++) {
        double *x[6];
        for (int c = 0; c < 6; c++) x[c] = (double *)&e->now.slope[c].body[k];
        for (size_t n = 0; n < sizeof(BodyGradient) / sizeof(double); n++) {
            Vec3 dF = v3_scale(v3(x[0][n], x[1][n], x[2][n]), sign);
            Vec3 dT = v3_add(v3_scale(v3(x[3][n], x[4][n], x[5][n]), sign), v3_cross(d, dF));
            x[0][n] = dF.x, x[1][n] = dF.y, x[2][n] = dF.z, x[3][n] = dT.x, x[4][n] = dT.y, x[5][n] = dT.z;
        }
    }
    for (int c = 0; c < 3; c++) { /* c . (dd x F) = dd . (F x c) */
        MarkerGradient g = { .r = v3_cross(F, unit(c)) };
        if (l->on_i >= 0)
            cd_carry(s->m, s->now.body, l->i, &s->now.marker[l->i], &g, 1, &e->now.slope[c + 3].body[l->on_i]);
        if (place >= 0) e->now.slope[c + 3].body[place].r = v3_sub(e->now.slope[c + 3].body[place].r, g.r);
    }
}

static bool add_read_load(const Matrix *a, Equations *e, int i)
{
    const Auxiliary *x = &e->aux.at[i];
    const int *slot = a->extra_slot + a->extra_first[i] + 1;
    int k = cd_loads_first(&e->loads, x->kind, x->index);
    for (; k >= 0 && k < e->loads.n && e->loads.load[k].kind == x->kind && e->loads.load[k].index == x->index; k++) {
        const Load *l = &e->loads.load[k];
        Wrench w;
        if (!load_slopes(e, l, &w)) return false;
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
    Vec3 c = unit(j % 3);
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
    for (int c = 0; c < 6; c++) slot[c] = a->extra_slot + a->extra_first[i + c] + 1;
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
            for (int n_l = 0; n_l < row->n * a->sums; n_l++) {
                int l = n_l / a->sums, p = n_l % a->sums;
                double q = a->maps[p].body[row->body[l]].q;
                const MovingBody *mover = &s->m->body[row->body[l]];
                for (int f = 0; f < mover->dofs && q != 0; f++) {
                    int j = mover->six[f];
                    Wrench d = reaction_change(s, row, lambda, k, l, j, arm, q, row->body[k] == row->body[l]);
                    if (ground && k == l) { /* the arm to a fixed marker changes as the body moves */
                        Vec3 load = v3_scale(row->r[k], -lambda), th = v3_scale(m3_col(b->A, j % 3), q);
                        if (j < 3) d.T = v3_add(d.T, v3_cross(v3_scale(unit(j), q), load));
                        else d.T = v3_add(d.T, v3_cross(v3_cross(th, arm), load));
                    }
                    for (int c = 0; c < 6; c++) add(a, a->to[p] + slot[c][6 * l + f], -sign * component(d, c));
                }
            }
        }
        for (int c = 0; c < 6; c++) {
            slot[c] += 6 * row->n;
            add(a, a->to[0] + *slot[c]++, -unit_load[c]);
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

static bool add_extras(const Matrix *a, Equations *e)
{
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        const int *slot = a->extra_slot + a->extra_first[i];
        if (x->type == EQUATION_SHARE) {
            double own;
            if (!cd_jump_slopes(e, i, &own)) return false;
            for (int p = 0; p < a->sums; p++)
                if (a->maps[p].power == 0) add(a, a->to[p] + slot[0], own);
            add_slope(a, e, &x->on, &e->now.one, 1, slot + 1);
            continue;
        }
        bool solved = x->type == EQUATION_VALUE || x->type == EQUATION_RATE; /* z - f, z' - f; else f */
        for (int p = 0; p < a->sums && solved; p++)
            add(a, a->to[p] + slot[0], x->type == EQUATION_RATE ? a->maps[p].rate : a->maps[p].power == 0);
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

/* Whether an equation of its own reads a CONTACT whose pairs come and go: its entries are those of the pairs. */
static bool reads_crowd(const Equations *e)
{
    for (int i = 0; i < e->aux.n; i++)
        if (e->aux.at[i].wrench && e->aux.at[i].kind == KIND_contact) return true;
    return false;
}

static Matrix *matrix_of(Equations *e)
{
    Matrix *a = e->jacobian.matrix;
    bool other = a && a->loads != e->loads.revision;
    bool renew = !a || a->lacks || a->revision != e->s->in_use.revision || a->n != cd_equations_unknowns(e);
    if (renew || (other && reads_crowd(e))) {
        cd_matrix_close(a);
        return e->jacobian.matrix = make_matrix(e);
    }
    if (other) place_loads(e, a);
    return a;
}

/* Sums with each of the maps, every element evaluated once. */
static bool assemble(Equations *e, Matrix *a, int sums, const Maps *maps, double **to)
{
    int bodies = e->s->m->bodies;
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_MATRIX);
    a->sums = sums, a->maps = maps, a->to = to;
    for (int p = 0; p < sums; p++) {
        memset(to[p], 0, sizeof(double) * (size_t)a->pattern.nz);
        const double *inertia = e->jacobian.inertia + 36 * bodies * maps[p].power;
        for (int b = 0; b < bodies; b++) add_block(a, to[p], e, a->diagonal[b], b, b, inertia + 36 * b);
    }
    add_rows(a, e);
    add_rubbing(a, e);
    add_flexible(a, e);
    bool good = add_loads(a, e) && add_modal_loads(a, e) && add_extras(a, e);
    cd_profile_leave(e->s->watch.profile, back);
    return good;
}

bool cd_equations_matrix(Equations *e, const Maps *maps)
{
    Matrix *a = matrix_of(e);
    bool good = assemble(e, a, 1, maps, &a->x);
    if (!a->lacks) return good;
    a = matrix_of(e);
    return assemble(e, a, 1, maps, &a->x);
}

static Matrix *with_parts(Equations *e)
{
    Matrix *a = matrix_of(e);
    for (int p = 0; p < MATRIX_PARTS && !a->part[p]; p++) a->part[p] = ARENA_ARRAY(&a->arena, double, a->pattern.nz);
    return a;
}

bool cd_equations_parts(Equations *e, const Maps maps[MATRIX_PARTS])
{
    Matrix *a = with_parts(e);
    e->jacobian.parts_made++;
    bool good = assemble(e, a, MATRIX_PARTS, maps, a->part);
    if (!a->lacks) return good;
    a = with_parts(e);
    return assemble(e, a, MATRIX_PARTS, maps, a->part);
}

void cd_equations_combine(Equations *e, double c)
{
    const Matrix *a = e->jacobian.matrix;
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_MATRIX);
    const double *p0 = a->part[0], *p1 = a->part[1], *p2 = a->part[2];
    for (int k = 0; k < a->pattern.nz; k++) a->x[k] = p0[k] + c * (p1[k] + c * p2[k]);
    cd_profile_leave(e->s->watch.profile, back);
}

bool cd_equations_amounts(Equations *e, const Maps *maps)
{
    if (!e->jacobian.matrix) return false;
    e->jacobian.matrix->amounts = true;
    bool good = cd_equations_matrix(e, maps);
    e->jacobian.matrix->amounts = false;
    return good;
}

void cd_equations_replace_rows(Equations *e, const double *g)
{
    Matrix *a = e->jacobian.matrix;
    for (int at = 0; at < a->row_first[e->s->in_use.n]; at++)
        for (int c = 0; c < e->s->m->body[a->row_body[at]].dofs; c++) a->x[a->lower[6 * at + c]] = *g++;
}

void cd_equations_pin(Equations *e, int extra)
{
    Matrix *a = e->jacobian.matrix;
    a->x[a->extra_slot[a->extra_first[extra]]] += 1e20;
}

LuStatus cd_equations_factor(Equations *e)
{
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_FACTOR);
    e->jacobian.factorings++;
    LuStatus status = cd_lu_refactor(e->jacobian.matrix->lu, e->jacobian.matrix->x);
    cd_profile_leave(e->s->watch.profile, back);
    return cd_system_count_pivots(e->s, status);
}

void cd_equations_forget_factors(Equations *e)
{
    if (e->jacobian.matrix && e->jacobian.matrix->lu) cd_lu_forget(e->jacobian.matrix->lu);
    if (!e->loads.near) return;
    e->loads.near->made = false; /* so do the list of near pairs and the pattern that goes with it */
    if (e->jacobian.matrix) e->jacobian.matrix->lacks = true;
}

void cd_equations_solve(Equations *e, double *b)
{
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_SOLVE);
    cd_lu_solve(e->jacobian.matrix->lu, b);
    cd_profile_leave(e->s->watch.profile, back);
}

void cd_equations_apply(const Equations *e, const double *d, double *y)
{
    cd_sparse_apply(&e->jacobian.matrix->pattern, e->jacobian.matrix->x, d, y);
}

const Pattern *cd_equations_values(const Equations *e, double **x)
{
    *x = e->jacobian.matrix->x;
    return &e->jacobian.matrix->pattern;
}

const Pattern *cd_equations_keep(const Equations *e, Arena *arena, double **copy)
{
    const Pattern *p = &e->jacobian.matrix->pattern;
    *copy = ARENA_ARRAY(arena, double, p->nz);
    memcpy(*copy, e->jacobian.matrix->x, sizeof(double) * (size_t)p->nz);
    return p;
}

void cd_equations_entries(const Equations *e, void (*each)(void *user, int row, int col, double x), void *user)
{
    Arena scratch = { 0 };
    int *from = ARENA_ARRAY(&scratch, int, e->jacobian.matrix->pattern.nz);
    Pattern rows = cd_pattern_transpose(&scratch, &e->jacobian.matrix->pattern, from);
    for (int r = 0; r < rows.cols; r++)
        for (int k = rows.p[r]; k < rows.p[r + 1]; k++) each(user, r, rows.i[k], e->jacobian.matrix->x[from[k]]);
    cd_arena_close(&scratch);
}

int cd_equations_pivot(const Equations *e, int unknown, double *pivot)
{
    return cd_lu_pivot_row(e->jacobian.matrix->lu, unknown, pivot);
}

const Choice *cd_equations_ordering(const Equations *e)
{
    return e->jacobian.matrix && e->jacobian.matrix->lu ? cd_lu_ordering(e->jacobian.matrix->lu) : NULL;
}

int cd_equations_weakest(const Equations *e, double *kept)
{
    const Matrix *a = e->jacobian.matrix;
    *kept = 0;
    if (cd_lu_status(a->lu) == LU_SINGULAR || cd_lu_status(a->lu) == LU_NOT_FINITE) return cd_lu_column_failed(a->lu);
    return cd_lu_weakest_column(a->lu, a->x, kept);
}
