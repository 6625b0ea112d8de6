/* accelerate.c - Newton's method for accelerations and all that is algebraic; one step where nothing is nonlinear. */
#include "system/accelerate.h"

#include "system/backward.h"

#include <math.h>
#include <string.h>

void cd_accelerator_open(Arena *arena, Accelerator *a, Equations *e)
{
    const System *s = e->s;
    int entries = s->in_use.n ? s->matrix.row_first[s->in_use.n] : 0;
    *a = (Accelerator){ .e = e,
                        .map = ARENA_ARRAY(arena, BodyMap, s->m->bodies),
                        .here = ARENA_ARRAY(arena, double, entries),
                        .g = ARENA_ARRAY(arena, double, entries),
                        .defect = ARENA_ARRAY(arena, double, s->in_use.n),
                        .worst = -1 };
    for (int b = 0; b < s->m->bodies; b++) a->map[b] = (BodyMap){ .a = 1, .A = m3_identity() };
    a->maps = (Maps){ .body = a->map, .rate = 1 };
}

bool cd_acceleration_residual(Equations *e, double *g, CdLog *log)
{
    SecondRates rows = { .off = e->now.rhs + e->s->m->nv, .g = g };
    if (!cd_equations_prepare_residual(e, log) || !cd_equations_residual_second(e, e->now.rhs, &rows)) return false;
    cd_inertia_residual(e, e->now.rhs);
    for (int i = 0, n = cd_equations_unknowns(e); i < n; i++) e->now.rhs[i] = -e->now.rhs[i];
    return true;
}

/* The largest of d over its size, or the first that is no number. */
static void watch(const double *d, int n, double size, int first, double *largest, int *worst)
{
    for (int i = 0; i < n; i++) {
        double change = fabs(d[i]) / size;
        if (change > *largest || !(change >= 0)) *largest = change, *worst = first + i;
    }
}

/* Of the numbers of one load, which follow each other, force and torque each count by the larger of both, by the length
 * of the model: a component that is nothing but what is left of others has no digits of its own. */
typedef struct LoadSize {
    int end; /* behind the last of them */
    double force, torque;
} LoadSize;

static LoadSize size_of_load(const Equations *e, int first)
{
    const Auxiliary *x = &e->aux.at[first];
    LoadSize size = { .end = first };
    for (; size.end < e->aux.n; size.end++) {
        const Auxiliary *y = &e->aux.at[size.end];
        if (!y->wrench || y->element != x->element || y->component != x->component) break;
        double *to = y->number < 3 ? &size.force : &size.torque;
        *to = fmax(*to, fabs(e->aux.z[size.end]));
    }
    double force = fmax(size.force, size.torque / e->s->constants.length);
    size.torque = fmax(size.torque, size.force * e->s->constants.length), size.force = force;
    return size;
}

static void watch_auxiliaries(const Equations *e, const double *d, int first, double *largest, int *worst)
{
    LoadSize load = { 0 };
    for (int i = 0; i < e->aux.n; i++) {
        const Auxiliary *x = &e->aux.at[i];
        bool wrench = x->wrench && i >= e->aux.differential;
        if (wrench && i >= load.end) load = size_of_load(e, i);
        double size = i < e->aux.differential ? fabs(e->aux.zdot[i]) : fabs(e->aux.z[i]);
        if (wrench) size = x->number < 3 ? load.force : load.torque;
        watch(d + i, 1, fmax(1, size), first + i, largest, worst);
    }
}

double cd_acceleration_step(Equations *e, int *worst)
{
    System *s = e->s;
    int nv = s->m->nv, auxiliaries = nv + s->in_use.n;
    const double *d = e->now.rhs;
    double largest = 0, fastest = 1, strongest = 1;
    for (int i = 0; i < nv; i++) {
        double x = fabs(s->state.vdot[i] += d[i]);
        fastest = x > fastest ? x : fastest;
    }
    for (int i = 0; i < s->in_use.n; i++) {
        double x = fabs(s->state.lambda[s->in_use.row[i]] += d[nv + i]);
        strongest = x > strongest ? x : strongest;
    }
    watch(d, nv, fastest, 0, &largest, worst), watch(d + nv, s->in_use.n, strongest, nv, &largest, worst);
    for (int i = 0; i < e->aux.n; i++)
        *(i < e->aux.differential ? &e->aux.zdot[i] : &e->aux.z[i]) += d[auxiliaries + i];
    watch_auxiliaries(e, d + auxiliaries, auxiliaries, &largest, worst);
    return largest;
}

/* ---- rows of another point --------------------------------------------------------------------------------------- */

bool cd_accelerate_look_ahead(Accelerator *a, CdLog *log)
{
    System *s = a->e->s;
    if (!cd_system_prepare(s, log)) return false;
    cd_system_rows(s, &(RowValues){ .value = s->in_use.dotted.value, .rate = a->defect, .g = a->g });
    return true;
}

/* The residuals of the rows are those of the other point. */
static void put_rows_ahead(const Accelerator *a, double *rhs)
{
    const System *s = a->e->s;
    for (int i = 0; i < s->in_use.n; i++) {
        rhs[s->m->nv + i] = a->scale * a->defect[i] - cd_system_row_dot(s, i, a->g, s->state.vdot);
    }
}

/* ---- solving ----------------------------------------------------------------------------------------------------- */

/* Where loads do not read accelerations and there are no auxiliary unknowns the matrix is that of masses and
 * constraints alone. */
static bool make_factors(Accelerator *a)
{
    Equations *e = a->e;
    LuStatus lu;
    a->factored++;
    a->system_kept = !e->aux.nonlinear && !a->ahead;
    if (e->aux.nonlinear) {
        cd_inertia_matrix(e, &a->maps);
        if (!cd_equations_matrix(e, &a->maps)) return false;
        if (a->ahead) cd_equations_replace_rows(e, a->g);
        lu = cd_equations_factor(e);
    } else if (a->ahead) {
        cd_system_fill_with(e->s, cd_block_mass, NULL, a->here);
        for (int k = 0; k < e->s->matrix.row_first[e->s->in_use.n]; k++)
            e->s->matrix.x[e->s->matrix.lower[k]] = a->g[k];
        lu = cd_system_refactor(e->s);
    } else {
        lu = cd_masses_factor_with(e->s, a->here);
    }
    return lu == LU_OK || lu == LU_REPIVOTED;
}

static bool solve(Accelerator *a)
{
    Equations *e = a->e;
    if (a->system_kept) return cd_masses_solve(e->s, e->now.rhs) == LU_OK;
    if (e->aux.nonlinear) cd_equations_solve(e, e->now.rhs);
    else cd_lu_solve(cd_solver(e->s)->lu, e->now.rhs);
    return true;
}

Solution cd_accelerate(Accelerator *a, CdLog *log)
{
    enum { MOST = 20 };
    const double enough = 1e-11, slow = 0.1, stagnates = 0.5;
    Equations *e = a->e;
    double last = 0;
    bool renew = true;
    a->worst = -1, a->solved++;
    for (int it = 0; it < MOST; it++) {
        if (!cd_acceleration_residual(e, a->here, log)) return NOT_FINITE;
        if (a->ahead) put_rows_ahead(a, e->now.rhs);
        if (renew && !make_factors(a)) return SINGULAR;
        bool roundoff = it > 2 && cd_residual_is_roundoff(e);
        if (!solve(a)) return SINGULAR;
        double change = cd_acceleration_step(e, &a->worst);
        if (!isfinite(change)) return NOT_FINITE;
        if (a->system_kept) a->hold = cd_masses_pivot_solved(e->s);
        else a->hold.ratio = NAN;
        if (!e->aux.nonlinear || change < enough || (roundoff && change > stagnates * last)) return SOLVED;
        renew = it > 0 && change > slow * last;
        if (it > 6 && change < 1e-9) return SOLVED; /* as near as round-off within expressions lets it come */
        last = change;
    }
    return NOT_SOLVED;
}

RowPivot cd_accelerate_pivot(Accelerator *a)
{
    if (!isnan(a->hold.ratio)) return a->hold;
    a->hold = cd_masses_pivot(a->e->s, a->here);
    if (!isnan(a->hold.ratio)) a->system_kept = false;
    return a->hold;
}
