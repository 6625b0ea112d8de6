/* solver.c - factors made for the rows in use, made again when others are, and let go of. */
#include "system/solver.h"

#include "linalg/vector.h"
#include "system/equations.h"
#include "system/masses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void close_factors(Solver *v)
{
    cd_lu_close(v->lu);
    cd_lu_close(v->row_jacobian.lu);
    cd_masses_close(v->masses);
    v->lu = v->row_jacobian.lu = NULL, v->row_jacobian.top = 0, v->masses = NULL;
}

Solver *cd_solver(System *s)
{
    if (!s->solver) s->solver = cd_take(sizeof *s->solver);
    Solver *v = s->solver;
    if (v->revision != s->in_use.revision) {
        close_factors(v);
        v->revision = s->in_use.revision;
        v->lu = cd_system_lu(s);
    }
    return v;
}

void cd_solver_close(Solver *v)
{
    if (!v) return;
    cd_system_close(v->wide);
    cd_equations_close(v->equations);
    close_factors(v);
    free(v);
}

Lu *cd_system_lu(const System *s)
{
    Arena scratch = { 0 };
    int *block = ARENA_ARRAY(&scratch, int, s->matrix.n);
    for (int j = 0; j < s->matrix.n; j++) block[j] = -1;
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) block[s->m->body[b].first + c] = b;
    Lu *lu = cd_lu_open_saddle(s->matrix.n, s->matrix.pattern.p, s->matrix.pattern.i, block);
    cd_arena_close(&scratch);
    return lu;
}

LuStatus cd_system_refactor(System *s)
{
    return cd_system_count_pivots(s, cd_lu_refactor(cd_solver(s)->lu, s->matrix.x));
}

LuStatus cd_system_factor(System *s, BodyBlock *block, const void *user, double eps)
{
    cd_system_fill(s, block, user, eps);
    return cd_system_refactor(s);
}

LuStatus cd_system_count_pivots(System *s, LuStatus status)
{
    if (status != LU_REPIVOTED) return status;
    Repivoted *count = &cd_solver(s)->repivoted;
    if (!count->n++) count->first = s->state.t;
    count->last = s->state.t;
    return status;
}

void cd_system_forget_factors(System *s)
{
    Solver *v = cd_solver(s);
    if (v->lu) cd_lu_forget(v->lu);
    cd_masses_forget(s);
    if (v->wide) cd_system_forget_factors(v->wide);
    if (v->equations) cd_equations_forget_factors(v->equations);
}

void cd_system_solve(System *s)
{
    cd_lu_solve(cd_solver(s)->lu, s->now.rhs);
}

/* x = F^-1 b, x += F^-1 (b - A x), with factors F of an A of before; false if what the second adds is not small. */
static bool solve_by_old(System *s, Lu *lu)
{
    const double small = 0.03; /* of the first; the next would add about the square of it */
    int n = s->matrix.n;
    double *b = s->now.rhs;
    Arena scratch = { 0 };
    double *x = ARENA_ARRAY(&scratch, double, n), *r = ARENA_ARRAY(&scratch, double, n);
    memcpy(x, b, sizeof(double) * (size_t)n);
    cd_lu_solve(lu, x);
    cd_sparse_apply(&s->matrix.pattern, s->matrix.x, x, r);
    for (int i = 0; i < n; i++) r[i] = b[i] - r[i];
    cd_lu_solve(lu, r);
    bool good = cd_largest(s->m->nv, r) <= small * cd_largest(s->m->nv, x);
    for (int i = 0; i < n && good; i++) b[i] = x[i] + r[i];
    cd_arena_close(&scratch);
    return good;
}

LuStatus cd_system_solve_nearly(System *s, BodyBlock *block, const void *user, double eps)
{
    Lu *lu = cd_solver(s)->lu;
    cd_system_fill(s, block, user, eps);
    if (cd_lu_is_dear(lu) && cd_lu_has_factors(lu) && solve_by_old(s, lu)) return LU_OK;
    LuStatus status = cd_system_refactor(s);
    if (status == LU_OK || status == LU_REPIVOTED) cd_system_solve(s);
    return status;
}

bool cd_system_has_toggled(System *s)
{
    /* the estimate is cheap but knows nothing of units: what it suspects is looked at closely */
    return cd_lu_condition(cd_solver(s)->lu, s->matrix.x) >= 1e11 && cd_system_loses_rank(s, 1e-7);
}

System *cd_system_wide(System *s)
{
    Solver *v = cd_solver(s);
    if (!v->wide) {
        System *w = v->wide = cd_take(sizeof *w);
        *w = *s;
        w->arena = w->matrix.arena = (Arena){ 0 };
        w->solver = NULL, w->given.base = NULL; /* the other one holds it */
        w->in_use.row = ARENA_ARRAY(&w->arena, int, s->c->rows);
        w->in_use.unknown = ARENA_ARRAY(&w->arena, int, s->c->rows);
        w->now.rhs = ARENA_ARRAY(&w->arena, double, s->m->nv + s->c->rows);
        v->wide_of = s->in_use.revision - 1;
    }
    /* contacts come and go */
    if (v->wide_of != s->in_use.revision) cd_system_use_all(v->wide, ROWS_LASTING), v->wide_of = s->in_use.revision;
    v->wide->state = s->state; /* everything else that changes is shared */
    return v->wide;
}
