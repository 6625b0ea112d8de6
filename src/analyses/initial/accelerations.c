/* accelerations.c - accelerations, reactions and auxiliary unknowns at given positions and velocities (theory 7.6 to
 * 7.8):
 *
 *     [ M - dQ/dv'   G^T   -dQ/dz ]
 *     [ G             0      0    ]   for the Newton step of (v', lambda, z' or z); one step where nothing is
 * nonlinear */
#include "analyses/initial/initial.h"
#include "system/accelerate.h"
#include "system/backward.h"
#include "system/loop.h"
#include "system/masses.h"

#include <math.h>
#include <string.h>

static void mass_and_a_little(const System *s, int body, double B[36], const void *user)
{
    cd_block_mass(s, body, B, user);
    for (int i = 0; i < 6; i++) B[7 * i] += 1e-9;
}

/* The body that can move without mass: the largest part of the null vector, by inverse iteration on a matrix made
 * regular. */
static void report_singular(System *s, CdLog *log)
{
    const double lost = 1e-12;
    RowPivot hold = cd_masses_pivot_here(s);
    if (hold.ratio < lost && hold.row >= 0) {
        char name[CD_LABEL_ROOM];
        int row = s->in_use.row[hold.row];
        cd_log(log, s->c->row[row].element->place, SINGULAR_HOLD, cd_row_label(s->c, row, name), s->state.t);
        return;
    }
    int free = -1, n = s->m->nv + s->in_use.n;
    double largest = 0;
    char label[CD_LABEL_ROOM] = "the mechanism";
    cd_system_factor(s, mass_and_a_little, NULL, 1e-9);
    for (int i = 0; i < n; i++) s->now.rhs[i] = 1 + 0.1 * (i % 7);
    for (int k = 0; k < 2; k++) {
        double size = 0;
        cd_system_solve(s);
        for (int i = 0; i < n; i++) size = fmax(size, fabs(s->now.rhs[i]));
        for (int i = 0; i < n; i++) s->now.rhs[i] /= size;
    }
    for (int b = 0; b < s->m->bodies; b++)
        for (int i = 0; i < s->m->body[b].dofs; i++) {
            double x = fabs(s->now.rhs[s->m->body[b].first + i]);
            if (x > largest) largest = x, free = b;
        }
    const Element *e = free >= 0 ? cd_body_name(s->m, free) : NULL;
    cd_log(log, e ? e->place : (CdPlace){ 0 }, SINGULAR_MASS, e ? cd_label(e, label) : label, s->state.t);
}

/* Names the ring of expressions that an unknown is part of; false if it is in none. */
static bool report_loop(const Equations *e, int unknown, CdLog *log)
{
    int auxiliary = unknown - e->s->m->nv - e->s->in_use.n;
    char label[CD_LABEL_ROOM];
    TextBuffer ring = { 0 };
    if (auxiliary < e->aux.differential || !cd_loop_find(e, auxiliary, &ring)) return false;
    const Element *element = e->aux.at[auxiliary].element;
    cd_log(log, element->place, NO_SOLUTION_LOOP, cd_label(element, label), e->s->state.t, ring.at);
    cd_buffer_close(&ring);
    return true;
}

static bool is_singular(LuStatus status)
{
    return status == LU_SINGULAR || status == LU_NOT_FINITE;
}

/* Names what has no solution: an equation of an auxiliary unknown, or a body that can move without mass. */
static void report_no_solution(Equations *e, int column, CdLog *log)
{
    System *s = e->s;
    char label[CD_LABEL_ROOM];
    if (column < s->m->nv + s->in_use.n) {
        report_singular(s, log);
        return;
    }
    const Auxiliary *x = &e->aux.at[column - s->m->nv - s->in_use.n];
    if (report_loop(e, column, log)) return;
    if (x->type == EQUATION_IMPLICIT)
        cd_log(log, x->element->place, SINGULAR_RATE, cd_label(x->element, label), s->state.t);
    else cd_log(log, x->element->place, SINGULAR_EXTRA, cd_unknown_label(e, column, label), s->state.t);
}

static void start_from_zero(System *s)
{
    memset(s->state.vdot, 0, sizeof(double) * (size_t)s->m->nv);
    memset(s->state.lambda, 0, sizeof(double) * (size_t)s->c->rows);
}

/* Where the equations are linear and no row is near to depending on others there is nothing to look into. */
static bool solve_by_masses(Equations *e)
{
    if (e->aux.nonlinear) return false;
    int worst;
    double *g = cd_masses_room(e->s);
    start_from_zero(e->s);
    return cd_acceleration_residual(e, g, NULL) && cd_masses_solve_with(e->s, g, e->now.rhs) &&
           isfinite(cd_acceleration_step(e, &worst));
}

/* Factors the matrix; the column that it is singular in, -1: none. Pivots of another state may be next to nothing here:
 * they are chosen again before it is judged. */
static int factor(Equations *e)
{
    const double nothing = 1e-14;
    int column = -1;
    for (int again = 0; again < 2; again++) {
        double kept = 0;
        LuStatus lu = cd_equations_factor(e);
        column = cd_equations_weakest(e, &kept);
        if (!is_singular(lu) && kept >= nothing) return -1;
        cd_equations_forget_factors(e);
    }
    return column;
}

static bool make_factors(Equations *e, const Maps *maps, CdLog *log)
{
    cd_equations_step_aside(e);
    cd_inertia_matrix(e, maps);
    if (!cd_equations_matrix(e, maps)) return false;
    int column = factor(e);
    if (column >= 0) report_no_solution(e, column, log);
    return column < 0;
}

/* Newton's method from where the unknowns are. Auxiliary ones have the values of the last point. */
static CdStatus iterate(Equations *e, const Maps *maps, CdLog *log)
{
    enum { MOST = 30 };
    const double stagnates = 0.5;
    /* one matrix serves, unless jumps that hold have unknowns of their own */
    bool linear = e->aux.linear && cd_equations_unknowns(e) == e->s->m->nv + e->s->in_use.n;
    CdStatus status = CD_ANALYSIS_FAILED;
    double last = 0;
    int worst = 0;
    for (int it = 0; it < MOST; it++) {
        if (!cd_acceleration_residual(e, NULL, log)) return CD_ANALYSIS_FAILED;
        if ((it == 0 || !linear) && !make_factors(e, maps, log)) return CD_ANALYSIS_FAILED;
        bool roundoff = it > 1 && cd_residual_is_roundoff(e);
        cd_equations_solve(e, e->now.rhs);
        double change = cd_acceleration_step(e, &worst);
        if (!isfinite(change)) break;
        if (!e->aux.nonlinear || change < 1e-13 || (roundoff && change > stagnates * last)) return CD_OK;
        if (it > 2 && change < 1e-10) status = CD_OK; /* as near as round-off within expressions lets it come */
        last = change;
    }
    if (status != CD_OK && !report_loop(e, worst, log)) {
        char label[CD_LABEL_ROOM];
        cd_log(log, ((CdPlace){ 0 }), NO_ACCELERATIONS, cd_unknown_label(e, worst, label), e->s->state.t);
    }
    return status;
}

/* Expressions are read with values of this point, not with those of the last, or with IC at the first. */
static void evaluate_explicit(Equations *e)
{
    if (e->aux.ordered && cd_equations_prepare(e, NULL)) cd_equations_evaluate(e, !e->past.remembers);
}

static bool is_derived(const Equations *e, CdLog *log)
{
    const Element *of = e->aux.underived.element;
    char label[CD_LABEL_ROOM];
    if (of) cd_log(log, of->place, NO_DERIVATIVE, cd_label(of, label), e->aux.underived.reads);
    return !of;
}

CdStatus cd_accelerations(System *s, CdLog *log)
{
    Arena scratch = { 0 };
    BodyMap *map = ARENA_ARRAY(&scratch, BodyMap, s->m->bodies);
    for (int b = 0; b < s->m->bodies; b++) map[b] = (BodyMap){ .a = 1, .A = m3_identity() };
    Maps maps = { .body = map, .rate = 1 };
    Equations *e = cd_equations(s);
    start_from_zero(s);
    evaluate_explicit(e);
    CdStatus status = is_derived(e, log) ? iterate(e, &maps, log) : CD_ANALYSIS_FAILED;
    cd_equations_step_back(e);
    cd_arena_close(&scratch);
    return status;
}

CdStatus cd_accelerations_by_masses(System *s, CdLog *log)
{
    return solve_by_masses(cd_equations(s)) ? CD_OK : cd_accelerations(s, log);
}

CdStatus cd_accelerations_held(System *s, RowPivot *hold, CdLog *log)
{
    bool solved = solve_by_masses(cd_equations(s));
    *hold = solved ? cd_masses_pivot_solved(s) : cd_masses_pivot_here(s);
    return solved ? CD_OK : cd_accelerations(s, log);
}

static void a_little(const System *s, int body, double B[36], const void *user)
{
    (void)s, (void)body, (void)user;
    for (int i = 0; i < 6; i++) B[7 * i] = 1e-10;
}

/* load += factor G^T lambda over all rows in use. */
static void add_load(System *s, const double *lambda, double factor, double *load)
{
    for (int i = 0; i < s->in_use.n; i++) {
        double l = factor * lambda[s->in_use.row[i]];
        if (l == 0) continue;
        cd_constraint_row(s->c, s->in_use.row[i], s->now.body, s->state.winding, NULL, ROW_GRADIENT, s->now.eval);
        for (int k = 0; k < s->now.eval->n; k++) {
            const MovingBody *b = &s->m->body[s->now.eval->body[k]];
            cd_add_wrench(b, l, s->now.eval->r[k], s->now.eval->pi[k], load + b->first);
        }
    }
}

/* Of all lambda with the same load b = G^T lambda the shortest is G w, G^T G w = b: [ small G^T; G -1 ] (w, lambda) =
 * (b, 0) over all rows, redundant ones included, repeated for what the small weights have left over (7.8). */
void cd_spread_reactions(System *s, Reactions how)
{
    bool redundant = false;
    for (int k = 0; k < s->in_use.rank.dependents; k++) {
        int row = s->in_use.rank.dependent[k].column;
        bool open = (s->c->row[row].unilateral || s->c->row[row].tangent) && !s->in_use.closed[row];
        redundant |= !s->c->row[row].initial && !open;
    }
    if (!redundant || how == REACTIONS_DROPPED_ZERO) return;
    enum { ROUNDS = 3 };
    System *w = cd_system_wide(s);
    LuStatus status = cd_system_factor(w, a_little, NULL, 1);
    if (status == LU_SINGULAR || status == LU_NOT_FINITE) return;
    Arena scratch = { 0 };
    double *load = ARENA_ARRAY(&scratch, double, s->m->nv), *lambda = ARENA_ARRAY(&scratch, double, s->c->rows);
    add_load(w, s->state.lambda, 1, load);
    for (int round = 0; round < ROUNDS; round++) {
        memset(w->now.rhs, 0, sizeof(double) * (size_t)w->matrix.n);
        memcpy(w->now.rhs, load, sizeof(double) * (size_t)s->m->nv);
        add_load(w, lambda, -1, w->now.rhs);
        cd_system_solve(w);
        for (int i = 0; i < w->in_use.n; i++) lambda[w->in_use.row[i]] += w->now.rhs[s->m->nv + i];
    }
    memcpy(s->state.lambda, lambda, sizeof(double) * (size_t)s->c->rows);
    cd_arena_close(&scratch);
}
