/* linear.c - the equations of motion linearised (theory 12.1 to 12.7, 12.12).
 *
 * Positions and velocities are counted in ground axes, p = (du, sigma), dtheta' = sigma (12.2). A direction y moves the bodies by P y
 * or V y; the residuals of (8.24) change with it, and the factors of its matrix give accelerations, multipliers and extras (12.5). */
#include "analyses/linear.h"

#include "analyses/initial.h"
#include "analyses/massless.h"
#include "integrators/integrator.h"
#include "linalg/dense.h"
#include "system/variation.h"

#include <math.h>
#include <string.h>

/* What a constraint row says of small changes, and how it turns. */
typedef struct RowShare {
    RowVariation by;
    double turning[ROW_BODIES][6], size; /* G' in ground axes, |G| */
} RowShare;

typedef struct Work {
    Linearised *l;
    System *s;
    Equations *e;
    Arena arena;
    RowShare *row; /* of each row in use */
    BodyMap *map;
    double
        *scale; /* of each coordinate where independent ones are chosen: 1, or the length of the model for a rotation */
} Work;

/* ---- axes ------------------------------------------------------------------------------------------------------------------------ */

/* Rotations of all bodies from ground to body axes, or back. */
static void turn(const System *s, bool to_body, const double *from, double *to)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *x = from + body->first;
        double *y = to + body->first;
        for (int k = 0; k < 3; k++) y[k] = x[k];
        if (body->freedoms < 6) continue;
        Vec3 a = v3(x[3], x[4], x[5]), th = to_body ? m3_tapply(s->body[b].A, a) : m3_apply(s->body[b].A, a);
        y[3] = th.x, y[4] = th.y, y[5] = th.z;
    }
}

static void rotate_block(const System *s, int body, double x[6])
{
    Vec3 a = m3_apply(s->body[body].A, v3(x[3], x[4], x[5]));
    x[3] = a.x, x[4] = a.y, x[5] = a.z;
}

double cd_usual_size(const System *s, int at)
{
    int b = 0;
    while (b + 1 < s->m->bodies && s->m->body[b + 1].first <= at) b++;
    return at - s->m->body[b].first < 3 ? s->length : 1;
}

/* ---- constraint rows --------------------------------------------------------------------------------------------------------------- */

/* How the gradient of a row changes in ground axes as the bodies move on, and its size. */
static void follow_gradient(const System *s, const RowEval *row, RowShare *out)
{
    cd_row_through_k(s, row, s->state.v, false, out->turning);
    for (int k = 0; k < row->n; k++) {
        const BodyMotion *b = &s->body[row->body[k]];
        double *rate = out->turning[k];
        Vec3 g = m3_apply(b->A, row->pi[k]);
        Vec3 th = v3_add(m3_apply(b->A, v3(rate[3], rate[4], rate[5])), v3_cross(b->w, g));
        rate[3] = th.x, rate[4] = th.y, rate[5] = th.z;
        out->size = fmax(out->size, fmax(v3_norm(row->r[k]), v3_norm(g) / s->length));
    }
}

static void evaluate_rows(Work *w)
{
    System *s = w->s;
    w->row = ARENA_ARRAY(&w->arena, RowShare, s->used);
    for (int i = 0; i < s->used; i++) {
        cd_row_variation(s, s->use[i], &w->row[i].by);
        follow_gradient(s, s->eval, &w->row[i]);
    }
}

/* ---- independent coordinates ------------------------------------------------------------------------------------------------------- */

/* The coordinates that the others follow from, chosen by pivots: the largest columns of G belong to the dependent ones (12.3). */
typedef struct Choice {
    int rows, free;
    int *independent; /* free, ascending */
    int *dependent;   /* rows */
    double *G;        /* rows x nv, ground axes, rotations by length */
    double *T;        /* nv x free: all coordinates from the independent ones */
} Choice;

static bool choose(Work *w, bool positions, Choice *out)
{
    System *s = w->s;
    int nv = s->m->nv, m = 0;
    for (int i = 0; i < s->used; i++) m += !positions || !s->c->row[s->use[i]].velocity_level;
    *out = (Choice){ .rows = m, .free = nv - m };
    out->G = ARENA_ARRAY(&w->arena, double, (size_t)m *(size_t)nv);
    for (int i = 0, row = 0; i < s->used; i++) {
        if (positions && s->c->row[s->use[i]].velocity_level) continue;
        for (int k = 0; k < w->row[i].by.n; k++) {
            const MovingBody *b = &s->m->body[w->row[i].by.body[k]];
            double g[6];
            memcpy(g, w->row[i].by.g[k], sizeof g);
            rotate_block(s, w->row[i].by.body[k], g);
            for (int c = 0; c < b->freedoms; c++)
                out->G[row + (size_t)m * (size_t)(b->first + c)] = g[c] / w->scale[b->first + c];
        }
        row++;
    }
    DenseRank rank = { 0 };
    if (m > 0 && (cd_dense_rank(&w->arena, m, nv, out->G, 1e-13, &rank) != DENSE_OK || rank.rank < m)) return false;
    bool *follows = ARENA_ARRAY(&w->arena, bool, nv);
    out->independent = ARENA_ARRAY(&w->l->arena, int, out->free), out->dependent = ARENA_ARRAY(&w->arena, int, m);
    int *column = ARENA_ARRAY(&w->arena, int, nv);
    for (int k = 0; k < m; k++) out->dependent[k] = rank.order[k], follows[rank.order[k]] = true;
    for (int j = 0, k = 0; j < nv; j++)
        if (!follows[j]) column[j] = k, out->independent[k++] = j;
    out->T = ARENA_ARRAY(&w->l->arena, double, (size_t)nv *(size_t)out->free);
    for (int d = 0; d < out->free; d++) {
        int j = m ? rank.order[m + d] : d;
        double *t = out->T + (size_t)nv * (size_t)column[j], of_j = w->scale[j];
        t[j] = 1;
        for (int k = 0; k < m; k++)
            t[rank.order[k]] = -rank.coef[k + (size_t)d * (size_t)rank.stride] * of_j / w->scale[rank.order[k]];
    }
    return true;
}

/* What positions add to the dependent velocities: G S = -d(phi')/dq P (12.4). */
static bool follow_rates(Work *w, const Choice *position, const Choice *velocity)
{
    System *s = w->s;
    int nv = s->m->nv, m = velocity->rows;
    double largest = 0, *b = ARENA_ARRAY(&w->arena, double, (size_t)m *(size_t)position->free);
    double *d = ARENA_ARRAY(&w->arena, double, nv);
    for (int c = 0; c < position->free; c++) {
        turn(s, true, position->T + (size_t)nv * (size_t)c, d);
        for (int i = 0; i < m; i++) {
            double x = -cd_row_share(s, &w->row[i].by, w->row[i].by.rate_q, d);
            b[i + (size_t)m * (size_t)c] = x, largest = fmax(largest, fabs(x));
        }
    }
    if (largest == 0) return true;
    double *G = ARENA_ARRAY(&w->arena, double, (size_t)m *(size_t)m);
    for (int k = 0; k < m; k++)
        memcpy(G + (size_t)m * (size_t)k, velocity->G + (size_t)m * (size_t)velocity->dependent[k],
               sizeof(double) * (size_t)m);
    DenseLu lu;
    if (cd_dense_factor(&w->arena, m, G, &lu) != DENSE_OK) return false;
    cd_dense_solve(&lu, position->free, b);
    w->l->S = ARENA_ARRAY(&w->l->arena, double, (size_t)nv *(size_t)position->free);
    for (int c = 0; c < position->free; c++)
        for (int k = 0; k < m; k++) {
            int j = velocity->dependent[k];
            w->l->S[j + (size_t)nv * (size_t)c] = b[k + (size_t)m * (size_t)c] / w->scale[j];
        }
    return true;
}

/* ---- answers ------------------------------------------------------------------------------------------------------------------------- */

static Maps maps_of(const Work *w, BodyMap map, double z, double rate)
{
    for (int b = 0; b < w->s->m->bodies; b++) w->map[b] = map;
    return (Maps){ .body = w->map, .z = z, .rate = rate };
}

static bool factor_with(Equations *e, const double *lent)
{
    const Mechanism *m = e->s->m;
    Arena scratch = { 0 };
    BodyMap *map = ARENA_ARRAY(&scratch, BodyMap, m->bodies);
    for (int b = 0; b < m->bodies; b++) map[b] = (BodyMap){ .a = 1, .A = m3_identity() };
    Maps maps = { .body = map, .rate = 1 };
    double kept = 0;
    cd_equations_forget_factors(e);
    cd_inertia_matrix(e, &maps);
    for (int b = 0; b < m->bodies && lent; b++)
        for (int c = 0; c < m->body[b].freedoms; c++) e->inertia[36 * b + 7 * c] += lent[m->body[b].first + c];
    bool good = cd_equations_matrix(e, &maps);
    LuStatus lu = good ? cd_equations_factor(e) : LU_SINGULAR;
    if (good) cd_equations_weakest(e, &kept);
    cd_arena_close(&scratch);
    return lu != LU_SINGULAR && lu != LU_NOT_FINITE && kept >= 1e-14;
}

/* The factors of the matrix of accelerations (8.24), for all that follows. Where that is singular mass is lent to bodies that have none; *lent: how
 * much, NULL if it was not needed. */
static bool factor(Equations *e, Arena *arena, double **lent)
{
    *lent = NULL;
    if (factor_with(e, NULL)) return true;
    if (!cd_massless_any(e->s)) return false;
    *lent = ARENA_ARRAY(arena, double, e->s->m->nv);
    cd_massless_lend(e->s, *lent);
    return factor_with(e, *lent);
}

/* Whether a load or an equation reads a state, not its rate alone: one that only counts matters to nobody. */
static bool reads(const Support *on, int state)
{
    for (int k = 0; k < on->extra.n; k++)
        if (on->extra.at[k].extra == state && !on->extra.at[k].rate) return true;
    return false;
}

static bool is_read(const Equations *e, int state)
{
    for (int k = 0; k < e->loads.n; k++)
        if (reads(&e->loads.load[k].on, state)) return true;
    for (int k = 0; k < e->extras; k++)
        if (reads(&e->extra[k].on, state)) return true;
    return false;
}

/* Warns of a state that goes on: after statics one with STATIC_HOLD may. more: of each rate, beyond zdot; NULL: nothing. */
static void watch_states(const Equations *e, const double *more, CdLog *log)
{
    double allowed = cd_model_number(e->s->model, KIND_equilibrium, "IMBALANCE");
    for (int k = 0; k < e->rated; k++) {
        double rate = e->zdot[k] + (more ? more[k] : 0);
        char label[CD_LABEL_ROOM];
        if (fabs(rate) <= allowed || !is_read(e, k)) continue;
        cd_unknown_label(e, e->s->m->nv + e->s->used + k, label);
        cd_log(log, e->extra[k].element->place, LINEAR_STATE_MOVES, label, e->s->state.t, rate);
        return;
    }
}

/* At rest the multipliers are those that hold the loads, with accelerations zero. */
static bool rest_reactions(Equations *e, CdLog *log)
{
    System *s = e->s;
    double *r = e->rhs, *lent;
    Arena scratch = { 0 };
    memset(s->state.lambda, 0, sizeof(double) * (size_t)s->c->rows);
    bool good = cd_equations_prepare(e, log) && factor(e, &scratch, &lent) && cd_equations_residual(e, r);
    cd_arena_close(&scratch);
    if (!good) return false;
    for (int i = 0; i < cd_equations_unknowns(e); i++) r[i] = -r[i];
    cd_equations_solve(e, r);
    for (int i = 0; i < s->used; i++) s->state.lambda[s->use[i]] = r[s->m->nv + i];
    if (log) watch_states(e, r + s->m->nv + s->used, log);
    return true;
}

bool cd_linear_state(System *s, bool at_rest, CdLog *log)
{
    Equations *e = cd_equations(s);
    bool good = at_rest ? rest_reactions(e, log) : cd_accelerations(s, log) == CD_OK;
    if (good && log && !at_rest) watch_states(e, NULL, log);
    return good && cd_equations_prepare(e, log);
}

/* What y moves: positions and velocities of bodies, ground axes; states. */
typedef struct Direction {
    double *dq, *p, *body_dq, *body_p, *unknown; /* unknown: with the layout of the matrix */
} Direction;

static void direct(Work *w, int c, Direction *d)
{
    const Linearised *l = w->l;
    int nv = w->s->m->nv;
    memset(d->dq, 0, sizeof(double) * (size_t)nv), memset(d->p, 0, sizeof(double) * (size_t)nv);
    if (c < l->positions) memcpy(d->dq, l->P + (size_t)nv * (size_t)c, sizeof(double) * (size_t)nv);
    if (c < l->positions && l->S) memcpy(d->p, l->S + (size_t)nv * (size_t)c, sizeof(double) * (size_t)nv);
    if (c >= l->positions && c < l->positions + l->velocities)
        memcpy(d->p, l->V + (size_t)nv * (size_t)(c - l->positions), sizeof(double) * (size_t)nv);
    turn(w->s, true, d->dq, d->body_dq);
    turn(w->s, true, d->p, d->body_p);
}

/* Changes of the residual with each of y, through the matrix with the maps of positions or of velocities (12.5). */
static bool add_residuals(Work *w, bool velocities, bool without_damping, Direction *d)
{
    Linearised *l = w->l;
    int nv = w->s->m->nv, N = cd_equations_unknowns(w->e), state = nv + w->s->used;
    BodyMap map = velocities ? (BodyMap){ .v = 1, .V = m3_identity() } : (BodyMap){ .q = 1 };
    Maps maps = maps_of(w, map, velocities ? 0 : 1, 0);
    cd_inertia_matrix(w->e, &maps);
    if (velocities && without_damping) maps = maps_of(w, (BodyMap){ 0 }, 0, 0);
    if (!cd_equations_matrix(w->e, &maps)) return false;
    double *y = ARENA_ARRAY(&w->arena, double, N);
    for (int c = 0; c < l->n; c++) {
        direct(w, c, d);
        memset(d->unknown, 0, sizeof(double) * (size_t)N);
        memcpy(d->unknown, velocities ? d->body_p : d->body_dq, sizeof(double) * (size_t)nv);
        int z = c - l->positions - l->velocities;
        if (!velocities && z >= 0) d->unknown[state + z] = 1;
        cd_equations_apply(w->e, d->unknown, y);
        double *to = l->answer + (size_t)N * (size_t)c;
        for (int i = 0; i < N; i++) to[i] -= y[i];
    }
    return true;
}

/* The constraints of accelerations take the place of those of positions, then the factors give the answers. */
static void solve_answers(Work *w, Direction *d)
{
    Linearised *l = w->l;
    int N = cd_equations_unknowns(w->e);
    for (int c = 0; c < l->n; c++) {
        double *x = l->answer + (size_t)N * (size_t)c;
        direct(w, c, d);
        for (int i = 0; i < w->s->used; i++)
            x[w->s->m->nv + i] = -cd_row_share(w->s, &w->row[i].by, w->row[i].by.second_q, d->body_dq) -
                                 cd_row_share(w->s, &w->row[i].by, w->row[i].by.second_v, d->body_p);
        cd_equations_solve(w->e, x);
    }
}

/* p' = (du', A dwbar' + w x sigma) from the answer in body axes (12.6). */
static void rates_of(const System *s, const double *answer, const double *p, double *rate)
{
    turn(s, false, answer, rate);
    for (int b = 0; b < s->m->bodies && p; b++) {
        const MovingBody *body = &s->m->body[b];
        if (body->freedoms < 6) continue;
        const double *x = p + body->first + 3;
        Vec3 more = v3_cross(s->body[b].w, v3(x[0], x[1], x[2]));
        for (int k = 0; k < 3; k++) rate[body->first + 3 + k] += v3_get(more, k);
    }
}

static void fill_column(const Linearised *l, const double *answer, const double *p, double *rate, double *column)
{
    const System *s = l->e->s;
    rates_of(s, answer, p, rate);
    for (int k = 0; k < l->positions; k++) column[k] = p ? p[l->position[k]] : 0;
    for (int k = 0; k < l->velocities; k++) column[l->positions + k] = rate[l->velocity[k]];
    for (int k = 0; k < l->states; k++) column[l->positions + l->velocities + k] = answer[s->m->nv + s->used + k];
}

/* ---- steadiness ---------------------------------------------------------------------------------------------------------------------- */

/* Whether what the constraints allow changes as the bodies move on: G' T, where single rows may turn in their span (12.12). */
static const Element *turning_constraint(const Work *w, double pace)
{
    const System *s = w->s;
    int nv = s->m->nv;
    for (int c = 0; c < w->l->velocities; c++) {
        const double *t = w->l->V + (size_t)nv * (size_t)c;
        double size = 0;
        for (int k = 0; k < nv; k++) size = fmax(size, fabs(t[k]) * w->scale[k]);
        for (int i = 0; i < s->used; i++)
            if (fabs(cd_row_share(s, &w->row[i].by, w->row[i].turning, t)) > 1e-6 * size * w->row[i].size * pace)
                return s->c->row[s->use[i]].element;
    }
    return NULL;
}

bool cd_linear_is_steady(const System *s, CdLog *log)
{
    double allowed = cd_model_number(s->model, KIND_equilibrium, "IMBALANCE"), g = v3_norm(s->gravity);
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *a = s->state.vdot + body->first;
        double weight = body->mass * g, torque = 0;
        double force = body->freedoms < 3 ? 0 : body->mass * v3_norm(v3(a[0], a[1], a[2]));
        if (body->freedoms == 6) torque = v3_norm(m3_apply(body->J, v3(a[3], a[4], a[5])));
        if (force <= fmax(1e-3 * weight, allowed) && torque <= fmax(1e-3 * weight * s->length, allowed)) continue;
        char label[CD_LABEL_ROOM];
        const Element *e = cd_body_name(s->m, b);
        cd_log(log, e->place, LINEAR_ACCELERATED, cd_label(e, label), s->state.t);
        return false;
    }
    return true;
}

/* A body whose inertia changes in ground axes as it turns; NULL: none. */
static const Element *turning_inertia(const System *s, double pace)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        if (body->freedoms < 6) continue;
        Mat3 J = m3_mult(m3_mul(s->body[b].A, body->J), s->body[b].A), W = m3_skew(s->body[b].w);
        Mat3 change = m3_sub(m3_mul(W, J), m3_mul(J, W));
        double size = 0, rate = 0;
        for (int k = 0; k < 3; k++) size += v3_norm(m3_col(J, k)), rate += v3_norm(m3_col(change, k));
        if (rate > 1e-6 * size * pace) return cd_body_name(s->m, b);
    }
    return NULL;
}

enum { SIDES = 2, NUMBERS = 6 * SIDES };

/* What each load answers to one small displacement, or velocity, of all bodies: on the bodies of I and J, all in ground axes. */
static bool answers_of_loads(const Work *w, bool velocity, const double *change, double *out)
{
    const System *s = w->s;
    int nv = s->m->nv;
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, nv), *y = ARENA_ARRAY(&scratch, double, nv);
    bool good = true;
    turn(s, true, change, d);
    for (int b = 0; b < s->m->bodies; b++)
        w->map[b] = velocity ? (BodyMap){ .v = 1, .V = m3_identity() } : (BodyMap){ .q = 1 };
    for (int k = 0; k < w->e->loads.n && good; k++, out += NUMBERS) {
        const Load *l = &w->e->loads.load[k];
        const int marker[SIDES] = { l->i, l->j };
        memset(y, 0, sizeof(double) * (size_t)nv);
        good = cd_equations_apply_load(w->e, k, &(Maps){ .body = w->map }, d, y);
        turn(s, false, y, y);
        for (int side = 0; side < SIDES; side++) {
            int b = marker[side] < 0 ? -1 : s->m->site[marker[side]].body;
            for (int c = 0; b >= 0 && c < s->m->body[b].freedoms; c++)
                out[6 * side + c] = y[s->m->body[b].first + c] / w->scale[s->m->body[b].first + c];
        }
    }
    cd_arena_close(&scratch);
    return good;
}

/* Small displacements, or turns, of all bodies, no two alike. */
static void probe(const Work *w, bool turns, double *change)
{
    for (int b = 0; b < w->s->m->bodies; b++)
        for (int c = 0; c < w->s->m->body[b].freedoms; c++) {
            int k = w->s->m->body[b].first + c;
            change[k] = (c >= 3) == turns ? (1 + 0.3 * (k % 5)) / w->scale[k] : 0;
        }
}

/* Answers to displacements, turns and their rates: PROBES times the loads times NUMBERS. */
enum { PROBES = 4 };

static bool probe_loads(const Work *w, double *change, double *out)
{
    size_t n = (size_t)w->e->loads.n * NUMBERS;
    bool good = true;
    for (size_t k = 0; k < PROBES && good; k++) {
        probe(w, k & 1, change);
        good = answers_of_loads(w, k & 2, change, out + n * k);
    }
    return good;
}

/* Whether one of the forces or torques on I or J answers otherwise than before. Each is measured by itself, for what is stiff against turning may
 * be soft otherwise, but beside the largest answer of the load a change may be rounding. */
static bool answers_otherwise(const double *now, const double *later, size_t stride)
{
    const double rounding = 1e-11;
    double largest = 0;
    for (size_t p = 0; p < PROBES; p++)
        for (size_t i = 0; i < NUMBERS; i++) largest = fmax(largest, fabs(now[stride * p + i]));
    for (size_t p = 0; p < PROBES; p++)
        for (size_t block = 0; block < NUMBERS; block += 3) {
            double size = 0, off = 0;
            for (size_t i = stride * p + block; i < stride * p + block + 3; i++)
                size = fmax(size, fabs(now[i])), off = fmax(off, fabs(later[i] - now[i]));
            if (off > 1e-5 * size && off > rounding * largest) return true;
        }
    return false;
}

/* A load that answers otherwise when the bodies have moved on by a thousandth of a turn; NULL: none (12.12). */
static const Element *turning_load(Work *w, double pace)
{
    System *s = w->s;
    size_t n = (size_t)w->e->loads.n * NUMBERS;
    const Element *found = NULL;
    Arena scratch = { 0 };
    double *change = ARENA_ARRAY(&scratch, double, s->m->nv);
    double *now = ARENA_ARRAY(&scratch, double, PROBES *n), *later = ARENA_ARRAY(&scratch, double, PROBES *n);
    Snapshot start = cd_snapshot_new(&scratch, w->e);
    cd_snapshot_take(w->e, &start);
    bool good = probe_loads(w, change, now);
    cd_state_move(s->m, &s->state, s->state.v, 1e-3 / pace);
    good = good && cd_equations_prepare(w->e, NULL) && probe_loads(w, change, later);
    for (int k = 0; k < w->e->loads.n && good && !found; k++)
        if (answers_otherwise(now + (size_t)k * NUMBERS, later + (size_t)k * NUMBERS, n))
            found = w->e->loads.load[k].element;
    cd_snapshot_restore(w->e, &start);
    cd_equations_prepare(w->e, NULL);
    cd_arena_close(&scratch);
    return found;
}

/* Warns where the linear model holds for an instant only: accelerations, or a mechanism that changes as it moves (12.12). */
static void judge_steadiness(Work *w, CdLog *log)
{
    const System *s = w->s;
    double pace = 0;
    if (!cd_linear_is_steady(s, log)) return;
    for (int b = 0; b < s->m->bodies; b++)
        pace = fmax(pace, fmax(v3_norm(s->body[b].w), v3_norm(s->body[b].u) / s->length));
    const Element *turning = turning_inertia(s, pace);
    if (!turning) turning = turning_constraint(w, pace);
    if (!turning && pace > 0) turning = turning_load(w, pace);
    char label[CD_LABEL_ROOM];
    if (turning) cd_log(log, turning->place, LINEAR_CHANGES, cd_label(turning, label), s->state.t);
}

/* ---- the whole ----------------------------------------------------------------------------------------------------------------------- */

static void tell_massless(const System *s, const Element *part, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    if (log) cd_log(log, part->place, LINEAR_MASSLESS, cd_label(part, label), s->state.t);
}

static bool linearise(Work *w, LinearOptions options, CdLog *log)
{
    System *s = w->s;
    Linearised *l = w->l;
    int nv = s->m->nv, N = cd_equations_unknowns(w->e);
    if (!cd_linear_state(s, options.at_rest, log)) return false;
    evaluate_rows(w);
    Choice position, velocity;
    if (!choose(w, true, &position) || !choose(w, false, &velocity)) return false;
    l->positions = position.free, l->velocities = velocity.free, l->states = w->e->rated;
    l->n = l->positions + l->velocities + l->states;
    if (l->n > LINEAR_MOST_STATES) return false;
    l->position = position.independent, l->velocity = velocity.independent, l->P = position.T, l->V = velocity.T;
    if (!options.at_rest && !follow_rates(w, &position, &velocity)) return false;

    if (!factor(w->e, &l->arena, &l->lent)) return false;
    Direction d = { ARENA_ARRAY(&w->arena, double, nv), ARENA_ARRAY(&w->arena, double, nv),
                    ARENA_ARRAY(&w->arena, double, nv), ARENA_ARRAY(&w->arena, double, nv),
                    ARENA_ARRAY(&w->arena, double, N) };
    l->answer = ARENA_ARRAY(&l->arena, double, (size_t)N *(size_t)l->n);
    if (!add_residuals(w, false, false, &d) || !add_residuals(w, true, options.without_damping, &d)) return false;
    solve_answers(w, &d);
    l->A = ARENA_ARRAY(&l->arena, double, (size_t)l->n *(size_t)l->n);
    double *rate = ARENA_ARRAY(&w->arena, double, nv);
    for (int c = 0; c < l->n; c++) {
        direct(w, c, &d);
        fill_column(l, l->answer + (size_t)N * (size_t)c, d.p, rate, l->A + (size_t)l->n * (size_t)c);
    }
    if (log && !options.at_rest) judge_steadiness(w, log);
    if (!l->lent) return true;
    bool good = cd_massless_eliminate(l);
    if (!good && l->massless) tell_massless(s, l->massless, log);
    return good;
}

void cd_linear_explain(const System *s, CdLog *log)
{
    cd_log(log, ((CdPlace){ 0 }), LINEAR_FAILED, s->state.t);
}

bool cd_linear_is_small(System *s)
{
    return 2 * (s->m->nv - s->used) + cd_equations(s)->rated <= LINEAR_MOST_STATES &&
           s->m->nv <= LINEAR_MOST_COORDINATES;
}

bool cd_linearise(System *s, LinearOptions options, CdLog *log, Linearised *out)
{
    *out = (Linearised){ .e = cd_equations(s) };
    const double apart = 1e-9; /* columns that are equal but for rounding are chosen in their order, in any unit */
    Work w = { .l = out, .s = s, .e = out->e };
    w.map = ARENA_ARRAY(&w.arena, BodyMap, s->m->bodies), w.scale = ARENA_ARRAY(&w.arena, double, s->m->nv);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].freedoms; c++) {
            int k = s->m->body[b].first + c;
            w.scale[k] = (c < 3 ? 1 : s->length) * (1 + apart * k);
        }
    int n = 2 * (s->m->nv - s->used) + out->e->rated, errors = log ? cd_log_errors(log) : 0;
    bool small = cd_linear_is_small(s), good = small && linearise(&w, options, log);
    if (!small && log) cd_log(log, ((CdPlace){ 0 }), LINEAR_TOO_LARGE, n, s->m->nv, LINEAR_MOST_STATES);
    else if (!good && log && cd_log_errors(log) == errors) cd_linear_explain(s, log);
    cd_arena_close(&w.arena);
    if (!good) cd_linearised_close(out);
    return good;
}

void cd_linearised_close(Linearised *l)
{
    cd_equations_forget_factors(l->e);
    cd_arena_close(&l->arena);
}

int cd_linear_variable(const Linearised *l, int variable)
{
    const Equations *e = l->e;
    for (int i = e->rated; i < e->extras; i++)
        if (!e->extra[i].wrench && e->extra[i].kind == KIND_variable && e->extra[i].index == variable)
            return e->s->m->nv + e->s->used + i;
    return -1;
}

static void add_columns(int rows, int n, const double *T, const double *y, double *out)
{
    for (int c = 0; c < n; c++)
        for (int k = 0; k < rows; k++) out[k] += T[k + (size_t)rows * (size_t)c] * y[c];
}

void cd_linear_input(const Linearised *l, int unknown, double *column, double *answer)
{
    Arena scratch = { 0 };
    memset(answer, 0, sizeof(double) * (size_t)cd_equations_unknowns(l->e));
    answer[unknown] = 1; /* z - f - u = 0 */
    cd_equations_solve(l->e, answer);
    fill_column(l, answer, NULL, ARENA_ARRAY(&scratch, double, l->e->s->m->nv), column);
    if (l->W) {
        double *plain = ARENA_ARRAY(&scratch, double, l->n);
        memcpy(plain, column, sizeof(double) * (size_t)l->n);
        memset(column, 0, sizeof(double) * (size_t)l->n);
        add_columns(l->n, l->n, l->W, plain, column);
    }
    cd_arena_close(&scratch);
}

void cd_linear_masses(const Linearised *l, double *mass)
{
    const System *s = l->e->s;
    const double none[6] = { 0 };
    int nv = s->m->nv, n = l->velocities;
    Arena scratch = { 0 };
    double *momentum = ARENA_ARRAY(&scratch, double, nv);
    for (int c = 0; c < n; c++) {
        const double *v = l->V + (size_t)nv * (size_t)c;
        for (int b = 0; b < s->m->bodies; b++) {
            const MovingBody *body = &s->m->body[b];
            const double *x = v + body->first;
            double *y = momentum + body->first;
            const double *lent = l->lent ? l->lent + body->first : none;
            for (int k = 0; k < 3; k++) y[k] = (body->mass + lent[k]) * x[k];
            if (body->freedoms < 6) continue;
            Mat3 A = s->body[b].A;
            Vec3 turn = m3_tapply(A, v3(x[3], x[4], x[5])),
                 more = v3(lent[3] * turn.x, lent[4] * turn.y, lent[5] * turn.z);
            Vec3 h = m3_apply(A, v3_add(m3_apply(body->J, turn), more));
            y[3] = h.x, y[4] = h.y, y[5] = h.z;
        }
        for (int r = 0; r < n; r++) {
            double sum = 0;
            for (int k = 0; k < nv; k++) sum += l->V[k + (size_t)nv * (size_t)r] * momentum[k];
            mass[r + (size_t)n * (size_t)c] = sum;
        }
    }
    cd_arena_close(&scratch);
}

/* The same of the whole that l is reduced from. */
static void of_whole(const Linearised *l, void (*same)(const Linearised *, const double *, double *), const double *y,
                     double *out)
{
    Arena scratch = { 0 };
    double *all = ARENA_ARRAY(&scratch, double, l->whole->n);
    add_columns(l->whole->n, l->n, l->T, y, all);
    same(l->whole, all, out);
    cd_arena_close(&scratch);
}

void cd_linear_positions(const Linearised *l, const double *y, double *dq)
{
    int nv = l->e->s->m->nv;
    if (l->whole) return of_whole(l, cd_linear_positions, y, dq);
    memset(dq, 0, sizeof(double) * (size_t)nv);
    add_columns(nv, l->positions, l->P, y, dq);
}

void cd_linear_velocities(const Linearised *l, const double *y, double *p)
{
    int nv = l->e->s->m->nv;
    if (l->whole) return of_whole(l, cd_linear_velocities, y, p);
    memset(p, 0, sizeof(double) * (size_t)nv);
    add_columns(nv, l->velocities, l->V, y + l->positions, p);
    if (l->S) add_columns(nv, l->positions, l->S, y, p);
}

static const char *position_label(const Linearised *l, const int *coordinate, int k, char room[CD_LABEL_ROOM])
{
    int which = l->chosen ? l->chosen[k] : -1 - k;
    return which < 0 ? cd_unknown_label(l->e, coordinate[-1 - which], room)
                     : cd_label(&l->e->s->model->table[KIND_variable].at[which], room);
}

const char *cd_linear_label(const Linearised *l, int state, char room[CD_LABEL_ROOM])
{
    const System *s = l->e->s;
    char label[CD_LABEL_ROOM];
    if (state < l->positions) return position_label(l, l->position, state, room);
    state -= l->positions;
    if (state >= l->velocities) return cd_unknown_label(l->e, s->m->nv + s->used + state - l->velocities, room);
    snprintf(room, CD_LABEL_ROOM, "%.140s rate", position_label(l, l->velocity, state, label));
    return room;
}
