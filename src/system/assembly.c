/* assembly.c - the one matrix of the equations of motion: pattern and slots once, then additions (theory 8.19 to 8.24).
 *
 * Unknowns are 6 (3, 1) numbers per body, a multiplier per row in use, and the auxiliary unknowns. The rows of a body
 * stand together in every column, so a block of two bodies is known by one slot per column. What adds to it has a file
 * per kind of term, matrix_NAME.c. */
#include "system/matrix.h"
#include "system/near.h"

#include <stdlib.h>
#include <string.h>

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

int cd_plan_entry(Plan *p, int row, int col)
{
    ARRAY_PUSH(&p->arena, &p->row, row);
    ARRAY_PUSH(&p->arena, &p->col, col);
    return p->row.n - 1;
}

int cd_plan_block(Plan *p, int a, int b)
{
    if (a < 0 || b < 0) return -1;
    int k = cd_map_put(&p->a->blocks.of, a, b, 0, p->blocks);
    if (k < p->blocks) return k;
    const MovingBody *r = &p->e->s->m->body[a], *c = &p->e->s->m->body[b];
    p->blocks++;
    for (int j = 0; j < 6; j++) {
        int first = -1;
        for (int i = 0; i < r->dofs && j < c->dofs; i++) {
            int n = cd_plan_entry(p, r->first + i, c->first + j);
            if (i == 0) first = n;
        }
        ARRAY_PUSH(&p->arena, &p->column, first);
    }
    return k;
}

int cd_plan_body_column(Plan *p, int body, int col)
{
    const MovingBody *b = &p->e->s->m->body[body];
    int first = -1;
    for (int i = 0; i < b->dofs; i++) {
        int n = cd_plan_entry(p, b->first + i, col);
        if (i == 0) first = n;
    }
    return first;
}

int cd_plan_auxiliary_column(Plan *p, int body, int auxiliary)
{
    const Equations *e = p->e;
    return cd_equations_uses(e, auxiliary) ? cd_plan_body_column(p, body, e->s->m->nv + e->s->in_use.n + auxiliary)
                                           : -1;
}

void cd_to_slots(Ints *numbers, const int *slot)
{
    for (int i = 0; i < numbers->n; i++)
        if (numbers->at[i] >= 0) numbers->at[i] = slot[numbers->at[i]];
}

void cd_matrix_close(Matrix *a)
{
    if (!a) return;
    cd_lu_close(a->lu);
    cd_lu_close(a->other.lu);
    cd_map_close(&a->blocks.of);
    cd_arena_close(&a->arena);
    free(a);
}

static Matrix *make_matrix(Equations *e)
{
    System *s = e->s;
    Matrix *a = cd_take(sizeof *a);
    Plan p = { .e = e, .a = a };
    int n = cd_equations_unknowns(e);
    a->revision = s->in_use.revision;
    a->blocks.diagonal = ARENA_ARRAY(&a->arena, int, s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) a->blocks.diagonal[b] = cd_plan_block(&p, b, b);
    cd_plan_rows(&p, &a->row);
    cd_plan_slip(&p, &a->row);
    cd_plan_loads(&p, &a->load);
    cd_plan_flexible(&p, &a->flexible);
    cd_plan_modal_loads(&p, &a->flexible);
    cd_plan_auxiliary(&p, &a->auxiliary);
    int *slot = ARENA_ARRAY(&p.arena, int, p.row.n);
    a->pattern = cd_pattern_new(&a->arena, n, n, p.row.n, p.row.at, p.col.at, slot);
    a->x = ARENA_ARRAY(&a->arena, double, a->pattern.nz);
    a->blocks.column = ARENA_ARRAY(&a->arena, int, p.column.n);
    for (int i = 0; i < p.column.n; i++) a->blocks.column[i] = p.column.at[i] < 0 ? -1 : slot[p.column.at[i]];
    Ints *numbers[] = { &a->row.upper, &a->row.lower, &a->row.tangent, &a->load.auxiliary, &a->auxiliary.slot };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) cd_to_slots(numbers[i], slot);
    cd_modal_to_slots(e, &a->flexible, slot);

    int *of = a->body_of = ARENA_ARRAY(&a->arena, int, n);
    for (int j = 0; j < n; j++) of[j] = j < s->m->nv || j >= s->m->nv + s->in_use.n ? s->m->bodies + j : -1;
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) of[s->m->body[b].first + c] = b;
    a->lu = cd_lu_open_saddle(n, a->pattern.p, a->pattern.i, of);
    cd_arena_close(&p.arena);
    /* whoever keeps parts or factors has them no more */
    e->jacobian.patterns++, e->jacobian.parts_made++, e->jacobian.factorings++;
    cd_replan_loads(e, a); /* what was met before its block was */
    return a;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

void cd_matrix_add_block(const Matrix *a, double *to, const Equations *e, int block, int row_body, int col_body,
                         const double B[36])
{
    const Mechanism *m = e->s->m;
    int rows = m->body[row_body].dofs, cols = m->body[col_body].dofs;
    const int *row_six = m->body[row_body].six, *col_six = m->body[col_body].six;
    for (int j = 0; j < cols; j++) {
        double *x = to + a->blocks.column[6 * block + j];
        const double *from = B + col_six[j];
        if (rows == 6)
            for (int i = 0; i < 6; i++) cd_matrix_add(a, x + i, from[6 * i]);
        else
            for (int i = 0; i < rows; i++) cd_matrix_add(a, x + i, from[6 * row_six[i]]);
    }
}

bool cd_through(const BodyGradient *g, const BodyMap *m, double out[6])
{
    Vec3 r = v3(0, 0, 0), p = r;
    if (m->q != 0) r = v3_scale(g->r, m->q), p = v3_scale(g->pi, m->q);
    if (!v3_is_zero(g->u)) r = v3_axpy(r, m->v, g->u);
    if (!v3_is_zero(g->w)) p = v3_add(p, m3_tapply(m->V, g->w));
    if (!v3_is_zero(g->udot)) r = v3_axpy(r, m->a, g->udot);
    if (!v3_is_zero(g->wdot)) p = v3_add(p, m3_tapply(m->A, g->wdot));
    v3_store(out, r), v3_store(out + 3, p);
    return !v3_is_zero(r) || !v3_is_zero(p);
}

double cd_auxiliary_factor(const Equations *e, const Maps *maps, AuxiliaryRead r)
{
    return r.auxiliary >= e->aux.differential ? maps->power == 0 : r.rate ? maps->rate : maps->z;
}

/* Whether an equation of its own reads a CONTACT whose pairs come and go: its entries are those of the pairs. */
static bool reads_crowd(const Equations *e)
{
    for (int i = 0; i < e->aux.n; i++)
        if (e->aux.at[i].wrench && e->aux.at[i].kind == KIND_contact) return true;
    return false;
}

/* The other values and factors: those of steps, or those between them. */
static void exchange(Matrix *a)
{
    Factored other = { a->x, a->lu };
    if (!a->other.lu) {
        a->other.x = ARENA_ARRAY(&a->arena, double, a->pattern.nz);
        a->other.lu = cd_lu_open_saddle(a->pattern.cols, a->pattern.p, a->pattern.i, a->body_of);
    }
    a->x = a->other.x, a->lu = a->other.lu, a->other = other, a->aside = !a->aside;
}

static Matrix *matrix_of(Equations *e)
{
    Matrix *a = e->jacobian.matrix;
    bool other = a && a->load.revision != e->loads.revision;
    bool renew =
        !a || a->load.lacks || a->revision != e->s->in_use.revision || a->pattern.cols != cd_equations_unknowns(e);
    if (renew || (other && reads_crowd(e))) {
        bool aside = a && a->aside;
        cd_matrix_close(a);
        a = e->jacobian.matrix = make_matrix(e);
        if (aside) exchange(a);
        return a;
    }
    if (other) cd_replan_loads(e, a);
    return a;
}

/* Sums with each of the maps, every element evaluated once. */
static bool assemble(Equations *e, Matrix *a, int sums, const Maps *maps, double **to)
{
    int bodies = e->s->m->bodies;
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_MATRIX);
    a->sum.n = sums, a->sum.maps = maps, a->sum.to = to;
    for (int p = 0; p < sums; p++) {
        memset(to[p], 0, sizeof(double) * (size_t)a->pattern.nz);
        const double *inertia = e->jacobian.inertia + 36 * bodies * maps[p].power;
        for (int b = 0; b < bodies; b++)
            cd_matrix_add_block(a, to[p], e, a->blocks.diagonal[b], b, b, inertia + 36 * b);
    }
    cd_matrix_add_rows(a, e);
    cd_matrix_add_slip(a, e);
    cd_matrix_add_flexible(a, e);
    bool good = cd_matrix_add_loads(a, e) && cd_matrix_add_modal_loads(a, e) && cd_matrix_add_auxiliary(a, e);
    cd_profile_leave(e->s->watch.profile, back);
    return good;
}

bool cd_equations_matrix(Equations *e, const Maps *maps)
{
    Matrix *a = matrix_of(e);
    bool good = assemble(e, a, 1, maps, &a->x);
    if (!a->load.lacks) return good;
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
    if (!a->load.lacks) return good;
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
    e->jacobian.matrix->sum.amounts = true;
    bool good = cd_equations_matrix(e, maps);
    e->jacobian.matrix->sum.amounts = false;
    return good;
}

/* ---- the matrix as others use it --------------------------------------------------------------------------------- */

void cd_equations_replace_rows(Equations *e, const double *g)
{
    Matrix *a = e->jacobian.matrix;
    for (int at = 0; at < a->row.first[e->s->in_use.n]; at++)
        for (int c = 0; c < e->s->m->body[a->row.body.at[at]].dofs; c++) a->x[a->row.lower.at[6 * at + c]] = *g++;
}

void cd_equations_pin(Equations *e, int auxiliary)
{
    Matrix *a = e->jacobian.matrix;
    a->x[a->auxiliary.slot.at[a->auxiliary.first[auxiliary]]] += 1e20;
}

static LuStatus factor_by(Equations *e, LuStatus (*refactor)(Lu *, const double *))
{
    Phase back = cd_profile_enter(e->s->watch.profile, PHASE_FACTOR);
    if (!e->jacobian.matrix->aside) e->jacobian.factorings++;
    LuStatus status = refactor(e->jacobian.matrix->lu, e->jacobian.matrix->x);
    cd_profile_leave(e->s->watch.profile, back);
    return cd_system_count_pivots(e->s, status);
}

LuStatus cd_equations_factor(Equations *e)
{
    return factor_by(e, cd_lu_refactor);
}

LuStatus cd_equations_factor_nearly(Equations *e)
{
    return factor_by(e, cd_lu_refactor_nearly);
}

void cd_equations_forget_factors(Equations *e)
{
    Matrix *a = e->jacobian.matrix;
    if (a && a->lu) cd_lu_forget(a->lu);
    if (a && a->other.lu && !a->aside) cd_lu_forget(a->other.lu);
    if (!e->loads.near) return;
    e->loads.near->made = false; /* so do the list of near pairs and the pattern that goes with it */
    if (a) a->load.lacks = true;
}

void cd_equations_step_aside(Equations *e)
{
    Matrix *a = e->aux.nonlinear ? matrix_of(e) : NULL;
    if (a && !a->aside) exchange(a);
}

void cd_equations_step_back(Equations *e)
{
    Matrix *a = e->jacobian.matrix;
    if (a && a->aside) exchange(a);
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
