/* ida.c - the equations of libcardan in the stabilised index-2 form, integrated by SUNDIALS IDA with KLU.   ida CASE
 * REFERENCE
 *
 * Unknowns per body: r, Euler parameters p, u, wbar; then multipliers lambda and mu of the rows in use. With s = G^T
 * mu, which is zero but for rounding and the error of a step, and dpi = 2 (p^-1 dp)_xyz / |p|^2:
 *
 *     r' - u + s_r = 0                      p' - p (wbar - s_pi) / 2 = 0
 *     M v' + G^T lambda - Q(q, v, t) = 0    phi(q, t) = 0    G v + phi_t = 0
 *
 * Residual and derivatives are those of system/equations.h; d(G^T mu)/dq, which vanishes with mu, is left out of the
 * matrix. */
#include "case.h"

#include "analyses/initial/initial.h"
#include "system/equations.h"

#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { PER = 13, P = 3, V = 7 }; /* unknowns of a body, and where its p and v are among them */

typedef struct Problem {
    Equations *e;
    System *s;
    int bodies, nv, used, n;
    double *r;     /* residual of the equations, nv + used */
    double *shift; /* s, nv */
    Arena arena;
    BodyMap *position, *velocity;
    double cj;            /* of the matrix at hand */
    double *stiffness;    /* copy of the matrix in positions */
    Pattern pattern;      /* of the matrix of IDA */
    int pairs, *slot, at; /* entries in the order they are added */
    int *row, *col;
    double *x; /* NULL: the pattern is being found */
} Problem;

/* ---- state ------------------------------------------------------------------------------------------------------- */

static Quat quat_of(const double *y)
{
    return q4(y[0], y[1], y[2], y[3]);
}

static void set_state(Problem *a, double t, const double *y, const double *rate)
{
    State *s = &a->s->state;
    s->t = t;
    for (int b = 0; b < a->bodies; b++) {
        const double *at = y + PER * b;
        s->r[b] = v3(at[0], at[1], at[2]);
        s->p[b] = q4_unit(quat_of(at + P));
        memcpy(s->v + 6 * b, at + V, 6 * sizeof *at);
        if (rate) memcpy(s->vdot + 6 * b, rate + PER * b + V, 6 * sizeof *at);
    }
    for (int i = 0; i < a->used; i++) s->lambda[a->s->use[i]] = y[PER * a->bodies + i];
}

static void get_state(const Problem *a, double *y, double *rate)
{
    const State *s = &a->s->state;
    for (int b = 0; b < a->bodies; b++) {
        double *at = y + PER * b, *to = rate + PER * b;
        const double *v = s->v + 6 * b;
        Quat p = s->p[b], turn = q4_mul(p, q4(0, v[3] / 2, v[4] / 2, v[5] / 2));
        memcpy(at, (double[]){ s->r[b].x, s->r[b].y, s->r[b].z, p.w, p.x, p.y, p.z }, V * sizeof *at);
        memcpy(to, (double[]){ v[0], v[1], v[2], turn.w, turn.x, turn.y, turn.z }, V * sizeof *to);
        memcpy(at + V, v, 6 * sizeof *at), memcpy(to + V, s->vdot + 6 * b, 6 * sizeof *to);
    }
    for (int i = 0; i < a->used; i++) y[PER * a->bodies + i] = s->lambda[a->s->use[i]];
}

/* ---- residual ---------------------------------------------------------------------------------------------------- */

static int residual(double t, N_Vector y_, N_Vector rate_, N_Vector r_, void *user)
{
    Problem *a = user;
    const double *y = N_VGetArrayPointer(y_), *rate = N_VGetArrayPointer(rate_);
    double *r = N_VGetArrayPointer(r_), *phi = r + PER * a->bodies, *phi_rate = phi + a->used;
    const double *mu = y + PER * a->bodies + a->used;
    for (int i = 0; i < a->n; i++)
        if (!isfinite(y[i])) return 1;
    set_state(a, t, y, rate);
    if (!cd_equations_prepare(a->e, NULL) || !cd_equations_residual(a->e, a->r)) return 1;
    cd_inertia_residual(a->e, a->r);
    memset(a->shift, 0, (size_t)a->nv * sizeof *a->shift);
    for (int i = 0; i < a->used; i++) {
        phi[i] = a->e->phi[i], phi_rate[i] = a->e->phi_rate[i];
        const RowEval *row = cd_system_row(a->s, a->s->use[i], ROW_SLOPE);
        for (int k = 0; k < row->n; k++)
            for (int j = 0; j < 3; j++) {
                a->shift[6 * row->body[k] + j] += mu[i] * v3_get(row->r[k], j);
                a->shift[6 * row->body[k] + 3 + j] += mu[i] * v3_get(row->pi[k], j);
            }
    }
    for (int b = 0; b < a->bodies; b++) {
        const double *at = y + PER * b, *dot = rate + PER * b, *s = a->shift + 6 * b;
        double *to = r + PER * b;
        Quat w = q4(0, (at[V + 3] - s[3]) / 2, (at[V + 4] - s[4]) / 2, (at[V + 5] - s[5]) / 2);
        Quat turn = q4_mul(quat_of(at + P), w);
        for (int j = 0; j < 3; j++) to[j] = dot[j] - at[V + j] + s[j];
        to[P] = dot[P] - turn.w, to[P + 1] = dot[P + 1] - turn.x;
        to[P + 2] = dot[P + 2] - turn.y, to[P + 3] = dot[P + 3] - turn.z;
        memcpy(to + V, a->r + 6 * b, 6 * sizeof *to);
    }
    return 0;
}

/* ---- matrix ------------------------------------------------------------------------------------------------------ */

static void add(Problem *a, int row, int col, double value)
{
    if (a->x) a->x[a->slot[a->at]] += value;
    else if (a->row) a->row[a->at] = row, a->col[a->at] = col;
    a->at++;
}

/* dpi = D dp, 3 x 4, for the Euler parameters of a body. */
static void turn_of(const double *p, double D[3][4])
{
    double f = 2 / (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    memcpy(D,
           (double[3][4]){ { -f * p[1], f * p[0], f * p[3], -f * p[2] },
                           { -f * p[2], -f * p[3], f * p[0], f * p[1] },
                           { -f * p[3], f * p[2], -f * p[1], f * p[0] } },
           sizeof(double[3][4]));
}

/* A row of derivatives in (dr, dpi) of a body, as derivatives in its r and p. */
static void add_position(Problem *a, int row, int body, const double *y, const double g[6])
{
    double D[3][4];
    turn_of(y + PER * body + P, D);
    for (int j = 0; j < 3; j++) add(a, row, PER * body + j, g[j]);
    for (int j = 0; j < 4; j++) add(a, row, PER * body + P + j, g[3] * D[0][j] + g[4] * D[1][j] + g[5] * D[2][j]);
}

/* The rates of positions: r' - u + s_r, p' - p (wbar - s_pi) / 2. */
static void add_rates(Problem *a, int b, const double *y)
{
    const double *p = y + PER * b + P, *w = y + PER * b + V + 3;
    const double right[4][4] = {
        { 0, -w[0], -w[1], -w[2] }, { w[0], 0, w[2], -w[1] }, { w[1], -w[2], 0, w[0] }, { w[2], w[1], -w[0], 0 }
    };
    const double left[4][3] = {
        { -p[1], -p[2], -p[3] }, { p[0], -p[3], p[2] }, { p[3], p[0], -p[1] }, { -p[2], p[1], p[0] }
    };
    for (int j = 0; j < 3; j++) add(a, PER * b + j, PER * b + j, a->cj), add(a, PER * b + j, PER * b + V + j, -1);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) add(a, PER * b + P + i, PER * b + P + j, (i == j ? a->cj : 0) - right[i][j] / 2);
        for (int j = 0; j < 3; j++) add(a, PER * b + P + i, PER * b + V + 3 + j, -left[i][j] / 2);
    }
}

/* What a constraint row adds: G in its own two equations and, turned round, in those it acts on; and d(G v)/dq. */
static void add_row(Problem *a, int i, const double *y)
{
    const RowEval *e = cd_system_row(a->s, a->s->use[i], ROW_STIFFNESS);
    int lambda = PER * a->bodies + i, mu = lambda + a->used;
    const State *s = &a->s->state;
    for (int k = 0; k < e->n; k++) {
        int b = e->body[k];
        const double *p = y + PER * b + P;
        const double left[4][3] = {
            { -p[1], -p[2], -p[3] }, { p[0], -p[3], p[2] }, { p[3], p[0], -p[1] }, { -p[2], p[1], p[0] }
        };
        double g[6] = { e->r[k].x, e->r[k].y, e->r[k].z, e->pi[k].x, e->pi[k].y, e->pi[k].z }, rate[6];
        Vec3 dr = e->rate_t_q_r[k], dpi = e->rate_t_q_pi[k];
        for (int l = 0; l < e->n; l++) { /* v^T K: rows of K by the body of v, columns by the body that moves */
            const double *v = s->v + 6 * e->body[l];
            Vec3 u = v3(v[0], v[1], v[2]), w = v3(v[3], v[4], v[5]);
            dr = v3_add(dr, v3_add(m3_tapply(e->rr[l][k], u), m3_tapply(e->pr[l][k], w)));
            dpi = v3_add(dpi, v3_add(m3_tapply(e->rp[l][k], u), m3_tapply(e->pp[l][k], w)));
        }
        for (int j = 0; j < 3; j++) rate[j] = v3_get(dr, j), rate[3 + j] = v3_get(dpi, j);
        add_position(a, lambda, b, y, g), add_position(a, mu, b, y, rate);
        for (int j = 0; j < 6; j++) add(a, mu, PER * b + V + j, g[j]), add(a, PER * b + V + j, lambda, g[j]);
        for (int j = 0; j < 3; j++) add(a, PER * b + j, mu, g[j]);
        for (int j = 0; j < 4; j++)
            add(a, PER * b + P + j, mu, (left[j][0] * g[3] + left[j][1] * g[4] + left[j][2] * g[5]) / 2);
    }
}

/* Blocks of forces and inertia between two bodies, from the matrices in positions and in velocities. */
static void add_blocks(Problem *a, const Pattern *pattern, const double *in_q, const double *in_v, const double *y)
{
    for (int b = 0; b < a->bodies; b++) {
        for (int j = 0; j < 6; j++)
            for (int k = pattern->p[6 * b + j]; k < pattern->p[6 * b + j + 1]; k++) {
                int row = pattern->i[k];
                if (row >= a->nv) continue;
                double g[6] = { 0 };
                int at = PER * (row / 6) + V + row % 6;
                g[j] = in_q[k];
                add(a, at, PER * b + V + j, in_v[k]);
                if (j < 3) add(a, at, PER * b + j, g[j]);
                else { /* one column of pi spreads over four of p */ double D[3][4];
                    turn_of(y + PER * b + P, D);
                    for (int m = 0; m < 4; m++) add(a, at, PER * b + P + m, g[j] * D[j - 3][m]);
                }
            }
    }
}

static bool fill(Problem *a, const double *y)
{
    for (int b = 0; b < a->bodies; b++) {
        a->position[b] = (BodyMap){ .q = 1 };
        a->velocity[b] = (BodyMap){ .v = 1, .V = m3_identity(), .a = a->cj, .A = m3_scale(m3_identity(), a->cj) };
    }
    double *x;
    Maps in_q = { .body = a->position }, in_v = { .body = a->velocity };
    memset(a->e->inertia, 0, 36 * (size_t)a->bodies * sizeof *a->e->inertia);
    if (!cd_equations_matrix(a->e, &in_q)) return false;
    const Pattern *pattern = cd_equations_values(a->e, &x);
    if (!a->stiffness) a->stiffness = ARENA_ARRAY(&a->arena, double, pattern->nz);
    memcpy(a->stiffness, x, (size_t)pattern->nz * sizeof *x);
    cd_inertia_matrix(a->e, &in_v);
    if (!cd_equations_matrix(a->e, &in_v)) return false;
    cd_equations_values(a->e, &x);
    a->at = 0;
    add_blocks(a, pattern, a->stiffness, x, y);
    for (int b = 0; b < a->bodies; b++) add_rates(a, b, y);
    for (int i = 0; i < a->used; i++) add_row(a, i, y);
    return true;
}

static int jacobian(double t, double cj, N_Vector y_, N_Vector rate_, N_Vector r_, SUNMatrix J, void *user, N_Vector t1,
                    N_Vector t2, N_Vector t3)
{
    (void)r_, (void)t1, (void)t2, (void)t3;
    Problem *a = user;
    const double *y = N_VGetArrayPointer(y_);
    set_state(a, t, y, N_VGetArrayPointer(rate_));
    a->cj = cj, a->x = SUNSparseMatrix_Data(J);
    memset(a->x, 0, (size_t)a->pattern.nz * sizeof *a->x);
    for (int i = 0; i <= a->n; i++) SUNSparseMatrix_IndexPointers(J)[i] = a->pattern.p[i];
    for (int i = 0; i < a->pattern.nz; i++) SUNSparseMatrix_IndexValues(J)[i] = a->pattern.i[i];
    return !cd_equations_prepare(a->e, NULL) || !fill(a, y);
}

/* Finds the pattern: the entries are counted, then listed. */
static bool find_pattern(Problem *a, const double *y)
{
    a->cj = 1, a->x = NULL, a->row = NULL;
    if (!cd_equations_prepare(a->e, NULL) || !fill(a, y)) return false;
    a->pairs = a->at;
    a->row = ARENA_ARRAY(&a->arena, int, a->pairs), a->col = ARENA_ARRAY(&a->arena, int, a->pairs);
    a->slot = ARENA_ARRAY(&a->arena, int, a->pairs);
    if (!fill(a, y)) return false;
    a->pattern = cd_pattern_new(&a->arena, a->n, a->n, a->pairs, a->row, a->col, a->slot);
    return true;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

typedef struct Solver {
    SUNContext context;
    N_Vector y, rate, kind, absolute;
    SUNMatrix J;
    SUNLinearSolver klu;
    void *ida;
} Solver;

/* Multipliers are found, not integrated: they count neither in the error nor for convergence. */
static bool open_solver(Solver *o, Problem *a, double tolerance, int ordering)
{
    SUNContext_Create(NULL, &o->context);
    o->y = N_VNew_Serial(a->n, o->context), o->rate = N_VClone(o->y), o->kind = N_VClone(o->y),
    o->absolute = N_VClone(o->y);
    N_VConst(0, o->rate), N_VConst(0, o->y);
    get_state(a, N_VGetArrayPointer(o->y), N_VGetArrayPointer(o->rate));
    if (!find_pattern(a, N_VGetArrayPointer(o->y))) return false;
    for (int i = 0; i < a->n; i++) {
        bool multiplier = i >= PER * a->bodies;
        N_VGetArrayPointer(o->kind)[i] = multiplier ? 0 : 1;
        N_VGetArrayPointer(o->absolute)[i] = multiplier ? 1e20 : tolerance;
    }
    o->J = SUNSparseMatrix(a->n, a->n, a->pattern.nz, CSC_MAT, o->context);
    o->klu = SUNLinSol_KLU(o->y, o->J, o->context);
    SUNLinSol_KLUSetOrdering(o->klu, ordering);
    o->ida = IDACreate(o->context);
    return IDAInit(o->ida, residual, a->s->state.t, o->y, o->rate) == 0 &&
           IDASVtolerances(o->ida, tolerance, o->absolute) == 0 && IDASetUserData(o->ida, a) == 0 &&
           IDASetLinearSolver(o->ida, o->klu, o->J) == 0 && IDASetJacFn(o->ida, jacobian) == 0 &&
           IDASetId(o->ida, o->kind) == 0 && IDASetSuppressAlg(o->ida, SUNTRUE) == 0 &&
           IDASetErrFile(o->ida, NULL) == 0;
}

static void close_solver(Solver *o)
{
    IDAFree(&o->ida);
    SUNLinSolFree(o->klu), SUNMatDestroy(o->J);
    N_VDestroy(o->y), N_VDestroy(o->rate), N_VDestroy(o->kind), N_VDestroy(o->absolute);
    SUNContext_Free(&o->context);
}

static void keep(Problem *a, const double *y, Sample *to)
{
    for (int b = 0; b < a->bodies; b++) {
        const double *at = y + PER * b;
        Mat3 A = q4_to_m3(q4_unit(quat_of(at + P)));
        Vec3 w = m3_apply(A, v3(at[V + 3], at[V + 4], at[V + 5]));
        for (int i = 0; i < 3; i++) to[b].r[i] = at[i], to[b].u[i] = at[V + i], to[b].w[i] = v3_get(w, i);
        for (int i = 0; i < 9; i++) to[b].A[i] = m3_at(A, i / 3, i % 3);
    }
}

static double run(Case *c, const void *setting, double tolerance, long *steps)
{
    CdModel *model;
    CdLog *log;
    System *s = case_system(c, "GSTIFF", &model, &log);
    Problem a = { .e = cd_equations(s), .s = s, .bodies = s->m->bodies, .nv = s->m->nv, .used = s->used };
    Solver o = { 0 };
    a.n = PER * a.bodies + 2 * a.used;
    a.r = ARENA_ARRAY(&a.arena, double, cd_equations_unknowns(a.e)), a.shift = ARENA_ARRAY(&a.arena, double, a.nv);
    a.position = ARENA_ARRAY(&a.arena, BodyMap, a.bodies), a.velocity = ARENA_ARRAY(&a.arena, BodyMap, a.bodies);
    bool good = a.e->auxiliaries == 0 && a.nv == 6 * a.bodies && open_solver(&o, &a, tolerance, *(const int *)setting);
    double from = case_seconds(), t, took = NAN;
    for (int k = 0; good && k < c->samples; k++) {
        int status;
        do status = IDASolve(o.ida, case_time(c, k), &t, o.y, o.rate, IDA_NORMAL);
        while (status == IDA_TOO_MUCH_WORK && case_seconds() - from < c->patience); /* every 500 steps */
        good = status >= 0 && case_seconds() - from < c->patience;
        keep(&a, N_VGetArrayPointer(o.y), case_at(c, k));
    }
    if (good) took = case_seconds() - from, IDAGetNumSteps(o.ida, steps);
    if (o.ida) close_solver(&o);
    cd_arena_close(&a.arena);
    case_system_close(s, model, log);
    return took;
}

int main(int argc, char **argv)
{
    if (argc < 3) return fprintf(stderr, "ida CASE REFERENCE\n"), 1;
    Case *c = case_open(argv[1]);
    case_read_reference(c, argv[2]);
    static const int amd = 0, colamd = 1;
    case_sweep(c, "ida", "KLU AMD", run, &amd, 1e-3, 1e-10, 10);
    case_sweep(c, "ida", "KLU COLAMD", run, &colamd, 1e-3, 1e-10, 10);
    case_close(c);
    return 0;
}
