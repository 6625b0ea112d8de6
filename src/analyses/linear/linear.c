/* linear.c - the equations of motion linearised (theory 12.1 to 12.7, 12.12).
 *
 * Positions and velocities are counted in ground axes, p = (du, sigma), dtheta' = sigma (12.2). A direction y moves the
 * bodies by P y or V y; the residuals of (8.24) change with it, and the factors of its matrix give accelerations,
 * multipliers and auxiliary unknowns (12.5). */
#include "analyses/linear/linear.h"

#include "analyses/initial/initial.h"
#include "analyses/linear/linearising.h"
#include "analyses/linear/massless.h"
#include "analyses/static/imbalance.h"
#include "integrators/integrator.h"
#include "linalg/dense.h"
#include "system/jumps.h"

#include <math.h>
#include <string.h>

/* ---- axes -------------------------------------------------------------------------------------------------------- */

void cd_linear_turn(const System *s, bool to_body, const double *from, double *to)
{
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        const double *x = from + body->first;
        double *y = to + body->first;
        for (int k = 0; k < 3 && k < body->dofs; k++) y[k] = x[k];
        if (body->dofs < 6) continue; /* a planar part turns about an axis that is the same in both */
        Vec3 a = v3(x[3], x[4], x[5]), th = to_body ? m3_tapply(s->now.body[b].A, a) : m3_apply(s->now.body[b].A, a);
        y[3] = th.x, y[4] = th.y, y[5] = th.z;
    }
}

double cd_linear_pace(const System *s)
{
    double pace = 0;
    for (int b = 0; b < s->m->bodies; b++)
        pace = fmax(pace, fmax(v3_norm(s->now.body[b].u) / s->constants.length, v3_norm(s->now.body[b].w)));
    return pace;
}

void cd_linear_go_on(System *s, double h)
{
    Arena scratch = { 0 };
    double *d = ARENA_ARRAY(&scratch, double, s->m->nv);
    for (int k = 0; k < s->m->nv; k++) d[k] = h * (s->state.v[k] + h / 2 * s->state.vdot[k]);
    cd_state_move(s->m, &s->state, d, 1);
    for (int k = 0; k < s->m->nv; k++) s->state.v[k] += h * s->state.vdot[k];
    cd_arena_close(&scratch);
}

double cd_usual_size(const System *s, int at)
{
    int b = 0;
    while (b + 1 < s->m->bodies && s->m->body[b + 1].first <= at) b++;
    return s->m->body[b].six[at - s->m->body[b].first] < 3 ? s->constants.length : 1;
}

/* ---- constraint rows --------------------------------------------------------------------------------------------- */

/* How the gradient of a row changes in ground axes as the bodies move on, and its size. */
static void follow_gradient(const System *s, const RowEval *row, RowShare *out)
{
    cd_row_through_k(s, row, s->state.v, false, out->turning);
    for (int k = 0; k < row->n; k++) {
        const BodyMotion *b = &s->now.body[row->body[k]];
        double *rate = out->turning[k];
        Vec3 g = m3_apply(b->A, row->pi[k]);
        Vec3 th = v3_add(m3_apply(b->A, v3(rate[3], rate[4], rate[5])), v3_cross(b->w, g));
        rate[3] = th.x, rate[4] = th.y, rate[5] = th.z;
        out->size = fmax(out->size, fmax(v3_norm(row->r[k]), v3_norm(g) / s->constants.length));
    }
}

static void evaluate_rows(Linearising *w)
{
    System *s = w->s;
    w->row = ARENA_ARRAY(&w->arena, RowShare, s->in_use.n);
    for (int i = 0; i < s->in_use.n; i++) {
        cd_row_variation(s, s->in_use.row[i], &w->row[i].by);
        follow_gradient(s, s->now.eval, &w->row[i]);
    }
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static Maps maps_of(const Linearising *w, BodyMap map, double z, double rate)
{
    for (int b = 0; b < w->s->m->bodies; b++) w->map[b] = map;
    return (Maps){ .body = w->map, .z = z, .rate = rate };
}

static bool factor_with(Equations *e, bool at_rest, const double *lent)
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
        for (int c = 0; c < m->body[b].dofs; c++)
            e->jacobian.inertia[36 * b + 7 * m->body[b].six[c]] += lent[m->body[b].first + c];
    bool good = cd_equations_matrix(e, &maps);
    for (int k = 0; k < e->aux.differential && good; k++)
        if (cd_linear_is_held(e, at_rest, k)) cd_equations_pin(e, k);
    LuStatus lu = good ? cd_equations_factor(e) : LU_SINGULAR;
    if (good) cd_equations_weakest(e, &kept);
    cd_arena_close(&scratch);
    return lu != LU_SINGULAR && lu != LU_NOT_FINITE && kept >= 1e-14;
}

/* The factors of the matrix of accelerations (8.24), for all that follows. Where that is singular mass is lent to
 * bodies that have none; *lent: how much, NULL if it was not needed. */
static bool factor(Equations *e, bool at_rest, Arena *arena, double **lent)
{
    *lent = NULL;
    if (factor_with(e, at_rest, NULL)) return true;
    if (!cd_massless_any(e->s)) return false;
    *lent = ARENA_ARRAY(arena, double, e->s->m->nv);
    cd_massless_lend(e->s, *lent);
    return factor_with(e, at_rest, *lent);
}

/* Whether a load or an equation reads a state, not its rate alone: one that only counts matters to nobody. */
static bool reads(const Support *on, int state)
{
    for (int k = 0; k < on->auxiliary.n; k++)
        if (on->auxiliary.at[k].auxiliary == state && !on->auxiliary.at[k].rate) return true;
    return false;
}

static bool is_read(const Equations *e, int state)
{
    for (int k = 0; k < e->loads.n; k++)
        if (reads(&e->loads.load[k].on, state)) return true;
    for (int k = 0; k < e->aux.n; k++)
        if (reads(&e->aux.at[k].on, state)) return true;
    return false;
}

/* Warns of a state that goes on. more: of each rate, beyond zdot; NULL: nothing. */
static void watch_states(const Equations *e, const double *more, CdLog *log)
{
    double allowed = cd_imbalance(e->s).rate;
    for (int k = 0; k < e->aux.differential; k++) {
        double rate = e->aux.zdot[k] + (more ? more[k] : 0);
        char label[CD_LABEL_ROOM];
        if (fabs(rate) <= allowed || !is_read(e, k)) continue;
        cd_unknown_label(e, e->s->m->nv + e->s->in_use.n + k, label);
        cd_log(log, e->aux.at[k].element->place, LINEAR_STATE_MOVES, label, e->s->state.t, rate);
        return;
    }
}

/* Rates of held states are zero, whatever their equations say: these rows of a right-hand side. */
static void rest_held(const Equations *e, double *rhs)
{
    for (int k = 0; k < e->aux.differential; k++)
        if (cd_linear_is_held(e, true, k)) rhs[e->s->m->nv + e->s->in_use.n + k] = 0;
}

/* At rest the multipliers are those that hold the loads, with accelerations zero. */
static bool rest_reactions(Equations *e, CdLog *log)
{
    System *s = e->s;
    double *r = e->now.rhs, *lent;
    Arena scratch = { 0 };
    memset(s->state.lambda, 0, sizeof(double) * (size_t)s->c->rows);
    bool good = cd_equations_prepare(e, log) && factor(e, true, &scratch, &lent) && cd_equations_residual(e, r);
    cd_arena_close(&scratch);
    if (!good) return false;
    for (int i = 0; i < cd_equations_unknowns(e); i++) r[i] = -r[i];
    rest_held(e, r);
    cd_equations_solve(e, r);
    for (int i = 0; i < s->in_use.n; i++) s->state.lambda[s->in_use.row[i]] = r[s->m->nv + i];
    if (log) watch_states(e, r + s->m->nv + s->in_use.n, log);
    return true;
}

bool cd_linear_state(System *s, bool at_rest, CdLog *log)
{
    Equations *e = cd_equations(s);
    bool good = at_rest ? rest_reactions(e, log) : cd_accelerations(s, log) == CD_OK;
    if (good && log && !at_rest) watch_states(e, NULL, log);
    good = good && cd_equations_prepare(e, log);
    if (good) cd_jumps_tell_written(e, "the linear model", log);
    return good;
}

/* What y moves: positions and velocities of bodies, ground axes; states. */
typedef struct Direction {
    double *dq, *p, *body_dq, *body_p, *unknown; /* unknown: with the layout of the matrix */
} Direction;

static void direct(Linearising *w, int c, Direction *d)
{
    const Linearised *l = w->l;
    int nv = w->s->m->nv;
    memset(d->dq, 0, sizeof(double) * (size_t)nv), memset(d->p, 0, sizeof(double) * (size_t)nv);
    if (c < l->positions) memcpy(d->dq, l->all.P + (size_t)nv * (size_t)c, sizeof(double) * (size_t)nv);
    if (c < l->positions && l->all.S) memcpy(d->p, l->all.S + (size_t)nv * (size_t)c, sizeof(double) * (size_t)nv);
    if (c >= l->positions && c < l->positions + l->velocities)
        memcpy(d->p, l->all.V + (size_t)nv * (size_t)(c - l->positions), sizeof(double) * (size_t)nv);
    cd_linear_turn(w->s, true, d->dq, d->body_dq);
    cd_linear_turn(w->s, true, d->p, d->body_p);
}

/* Changes of the residual with each of y, through the matrix with the maps of positions or of velocities (12.5). */
static bool add_residuals(Linearising *w, bool velocities, bool without_damping, Direction *d)
{
    Linearised *l = w->l;
    int nv = w->s->m->nv, N = cd_equations_unknowns(w->e), state = nv + w->s->in_use.n;
    BodyMap map = velocities ? (BodyMap){ .v = 1, .V = m3_identity() } : (BodyMap){ .q = 1 };
    Maps maps = maps_of(w, map, velocities ? 0 : 1, 0);
    cd_inertia_matrix(w->e, &maps);
    if (velocities && without_damping) maps = maps_of(w, (BodyMap){ 0 }, 0, 0), maps.gyroscopic = 1;
    if (!cd_equations_matrix(w->e, &maps)) return false;
    double *y = ARENA_ARRAY(&w->arena, double, N);
    for (int c = 0; c < l->n; c++) {
        direct(w, c, d);
        memset(d->unknown, 0, sizeof(double) * (size_t)N);
        memcpy(d->unknown, velocities ? d->body_p : d->body_dq, sizeof(double) * (size_t)nv);
        int z = c - l->positions - l->velocities;
        if (!velocities && z >= 0) d->unknown[state + l->state[z]] = 1;
        cd_equations_apply(w->e, d->unknown, y);
        double *to = l->answer + (size_t)N * (size_t)c;
        for (int i = 0; i < N; i++) to[i] -= y[i];
    }
    return true;
}

/* The constraints of accelerations take the place of those of positions, then the factors give the answers. */
static void solve_answers(Linearising *w, bool at_rest, Direction *d)
{
    Linearised *l = w->l;
    int N = cd_equations_unknowns(w->e);
    for (int c = 0; c < l->n; c++) {
        double *x = l->answer + (size_t)N * (size_t)c;
        direct(w, c, d);
        for (int i = 0; i < w->s->in_use.n; i++)
            x[w->s->m->nv + i] = -cd_row_share(w->s, &w->row[i].by, w->row[i].by.second_q, d->body_dq) -
                                 cd_row_share(w->s, &w->row[i].by, w->row[i].by.second_v, d->body_p);
        if (at_rest) rest_held(w->e, x);
        cd_equations_solve(w->e, x);
    }
}

/* p' = (du', A dwbar' + w x sigma) from the answer in body axes (12.6). */
static void rates_of(const System *s, const double *answer, const double *p, double *rate)
{
    cd_linear_turn(s, false, answer, rate);
    for (int b = 0; b < s->m->bodies && p; b++) {
        const MovingBody *body = &s->m->body[b];
        if (body->dofs < 6) continue;
        const double *x = p + body->first + 3;
        Vec3 more = v3_cross(s->now.body[b].w, v3(x[0], x[1], x[2]));
        for (int k = 0; k < 3; k++) rate[body->first + 3 + k] += v3_get(more, k);
    }
}

/* Accelerations of an answer, and the velocities p, in the coordinates of the model: those of ground, or relative to
 * its frame. */
static void see_relative(const Linearised *l, const double *dq, double *p, double *rate)
{
    Arena scratch = { 0 };
    int nv = l->e->s->m->nv;
    double *nu = ARENA_ARRAY(&scratch, double, nv), *alpha = ARENA_ARRAY(&scratch, double, nv);
    cd_relative_velocities(l->frame, dq, p, nu);
    cd_relative_accelerations(l->frame, dq, p, rate, alpha);
    memcpy(p, nu, sizeof(double) * (size_t)nv);
    memcpy(rate, alpha, sizeof(double) * (size_t)nv);
    cd_arena_close(&scratch);
}

/* dq, p: of the direction, NULL: an input; p is changed to what is seen from the frame. */
static void fill_column(const Linearised *l, const double *answer, const double *dq, double *p, double *rate,
                        double *column)
{
    const System *s = l->e->s;
    double *none = NULL;
    Arena scratch = { 0 };
    rates_of(s, answer, p, rate);
    if (l->frame && !p) none = p = ARENA_ARRAY(&scratch, double, s->m->nv);
    if (l->frame) see_relative(l, none ? none : dq, p, rate);
    for (int k = 0; k < l->positions; k++) column[k] = p ? p[l->position[k]] : 0;
    cd_arena_close(&scratch);
    for (int k = 0; k < l->velocities; k++) column[l->positions + k] = rate[l->velocity[k]];
    for (int k = 0; k < l->states; k++)
        column[l->positions + l->velocities + k] = answer[s->m->nv + s->in_use.n + l->state[k]];
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void tell_massless(const System *s, const Element *part, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    if (log) cd_log(log, part->place, LINEAR_MASSLESS, cd_label(part, label), s->state.t);
}

static bool linearise(Linearising *w, LinearOptions options, CdLog *log)
{
    System *s = w->s;
    Linearised *l = w->l;
    int nv = s->m->nv, N = cd_equations_unknowns(w->e);
    if (!cd_linear_state(s, options.at_rest, log)) return false;
    evaluate_rows(w);
    if (options.reference) {
        l->frame = ARENA_ARRAY(&l->arena, Relative, 1);
        if (!cd_relative_fits(s, options.reference - 1, log)) return false;
        *l->frame = cd_relative_new(s, options.reference - 1);
        w->frame = l->frame;
    }
    if (!cd_linear_choose_coordinates(w, options.at_rest)) return false;
    cd_linear_list_states(&l->arena, l, options.at_rest);
    l->n = l->positions + l->velocities + l->states;
    if (l->n > LINEAR_MOST_STATES) return false;

    if (!factor(w->e, options.at_rest, &l->arena, &l->reduced.lent)) return false;
    Direction d = { ARENA_ARRAY(&w->arena, double, nv), ARENA_ARRAY(&w->arena, double, nv),
                    ARENA_ARRAY(&w->arena, double, nv), ARENA_ARRAY(&w->arena, double, nv),
                    ARENA_ARRAY(&w->arena, double, N) };
    l->answer = ARENA_ARRAY(&l->arena, double, (size_t)N *(size_t)l->n);
    if (!add_residuals(w, false, false, &d) || !add_residuals(w, true, options.without_damping, &d)) return false;
    solve_answers(w, options.at_rest, &d);
    l->A = ARENA_ARRAY(&l->arena, double, (size_t)l->n *(size_t)l->n);
    double *rate = ARENA_ARRAY(&w->arena, double, nv);
    for (int c = 0; c < l->n; c++) {
        direct(w, c, &d);
        fill_column(l, l->answer + (size_t)N * (size_t)c, d.dq, d.p, rate, l->A + (size_t)l->n * (size_t)c);
    }
    if (log && !options.at_rest) cd_linear_judge_steadiness(w, log);
    if (!l->reduced.lent) return true;
    bool good = cd_massless_eliminate(l);
    if (!good && l->reduced.part) tell_massless(s, l->reduced.part, log);
    return good;
}

void cd_linear_explain(const System *s, CdLog *log)
{
    cd_log(log, ((CdPlace){ 0 }), LINEAR_FAILED, s->state.t);
}

bool cd_linear_is_held(const Equations *e, bool at_rest, int state)
{
    return at_rest && e->aux.at[state].hold;
}

void cd_linear_list_states(Arena *arena, Linearised *l, bool at_rest)
{
    l->state = ARENA_ARRAY(arena, int, l->e->aux.differential), l->states = 0;
    for (int k = 0; k < l->e->aux.differential; k++)
        if (!cd_linear_is_held(l->e, at_rest, k)) l->state[l->states++] = k;
}

int cd_linear_count(System *s, bool at_rest)
{
    const Equations *e = cd_equations(s);
    int n = 2 * (s->m->nv - s->in_use.n);
    for (int i = 0; i < s->in_use.n; i++) n += s->c->row[s->in_use.row[i]].velocity_level;
    for (int k = 0; k < e->aux.differential; k++) n += !cd_linear_is_held(e, at_rest, k);
    return n;
}

bool cd_linear_is_small(System *s, bool at_rest)
{
    return cd_linear_count(s, at_rest) <= LINEAR_MOST_STATES && s->m->nv <= LINEAR_MOST_COORDINATES;
}

/* Says that states are constants here, with the first of them. */
static void tell_held(const Equations *e, CdLog *log)
{
    char label[CD_LABEL_ROOM];
    for (int k = 0; k < e->aux.differential; k++)
        if (cd_linear_is_held(e, true, k)) {
            cd_unknown_label(e, e->s->m->nv + e->s->in_use.n + k, label);
            cd_log(log, e->aux.at[k].element->place, LINEAR_HELD, label);
            return;
        }
}

bool cd_linearise(System *s, LinearOptions options, CdLog *log, Linearised *out)
{
    *out = (Linearised){ .e = cd_equations(s), .options = options };
    const double apart = 1e-9; /* columns that are equal but for rounding are chosen in their order, in any unit */
    Linearising w = { .l = out, .s = s, .e = out->e };
    w.map = ARENA_ARRAY(&w.arena, BodyMap, s->m->bodies), w.scale = ARENA_ARRAY(&w.arena, double, s->m->nv);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) {
            int k = s->m->body[b].first + c;
            w.scale[k] = (s->m->body[b].six[c] < 3 ? 1 : s->constants.length) * (1 + apart * k);
        }
    int n = cd_linear_count(s, options.at_rest), errors = log ? cd_log_errors(log) : 0;
    bool small = cd_linear_is_small(s, options.at_rest), good = small && linearise(&w, options, log);
    if (options.at_rest && log) tell_held(out->e, log);
    if (!small && log) cd_log(log, ((CdPlace){ 0 }), LINEAR_TOO_LARGE, n, s->m->nv, LINEAR_MOST_STATES);
    else if (!good && log && cd_log_errors(log) == errors) cd_linear_explain(s, log);
    cd_arena_close(&w.arena);
    if (!good) cd_linearised_close(out);
    return good;
}

bool cd_linear_refactor(Linearised *l)
{
    return cd_equations_prepare(l->e, NULL) && factor_with(l->e, l->options.at_rest, l->reduced.lent);
}

double cd_linear_enter(System *s, bool at_rest)
{
    World *w = &cd_equations(s)->world;
    double before = w->x.system[SYSTEM_MODE];
    w->x.system[SYSTEM_MODE] = MODE_LINEAR, w->still = at_rest;
    return before;
}

void cd_linear_leave(System *s, double mode_before)
{
    World *w = &cd_equations(s)->world;
    w->x.system[SYSTEM_MODE] = mode_before, w->still = false;
}

void cd_linearised_close(Linearised *l)
{
    cd_equations_forget_factors(l->e);
    cd_arena_close(&l->arena);
}

int cd_linear_variable(const Linearised *l, int variable)
{
    const Equations *e = l->e;
    for (int i = e->aux.differential; i < e->aux.n; i++)
        if (!e->aux.at[i].wrench && e->aux.at[i].of < 0 && e->aux.at[i].kind == KIND_variable &&
            e->aux.at[i].index == variable)
            return e->s->m->nv + e->s->in_use.n + i;
    return -1;
}

Span *cd_linear_spans(Arena *arena, int nv, int n, const double *T)
{
    Span *out = ARENA_ARRAY(arena, Span, n);
    for (int c = 0; c < n; c++) {
        const double *t = T + (size_t)nv * (size_t)c;
        Span s = { 0, nv };
        while (s.first < nv && t[s.first] == 0) s.first++;
        while (s.last > s.first && t[s.last - 1] == 0) s.last--;
        out[c] = s;
    }
    return out;
}

/* out += T y; span NULL: all of the columns. */
static void add_columns(int rows, int n, const double *T, const Span *span, const double *y, double *out)
{
    for (int c = 0; c < n; c++) {
        const double *t = T + (size_t)rows * (size_t)c;
        int last = span ? span[c].last : rows;
        for (int k = span ? span[c].first : 0; k < last; k++) out[k] += t[k] * y[c];
    }
}

void cd_linear_input(const Linearised *l, int unknown, double *column, double *answer)
{
    Arena scratch = { 0 };
    memset(answer, 0, sizeof(double) * (size_t)cd_equations_unknowns(l->e));
    answer[unknown] = 1; /* z - f - u = 0 */
    cd_equations_solve(l->e, answer);
    fill_column(l, answer, NULL, NULL, ARENA_ARRAY(&scratch, double, l->e->s->m->nv), column);
    if (l->chosen.W) {
        double *plain = ARENA_ARRAY(&scratch, double, l->n);
        memcpy(plain, column, sizeof(double) * (size_t)l->n);
        memset(column, 0, sizeof(double) * (size_t)l->n);
        add_columns(l->n, l->n, l->chosen.W, NULL, plain, column);
    }
    cd_arena_close(&scratch);
}

void cd_linear_masses(const Linearised *l, bool with_lent, double *mass)
{
    const System *s = l->e->s;
    const double none[6] = { 0 };
    int nv = s->m->nv, n = l->velocities;
    Arena scratch = { 0 };
    double *momentum = ARENA_ARRAY(&scratch, double, nv), *turned = ARENA_ARRAY(&scratch, double, nv),
           *more_flexible = ARENA_ARRAY(&scratch, double, nv);
    for (int c = 0; c < n; c++) {
        const double *v = l->all.V + (size_t)nv * (size_t)c;
        for (int b = 0; b < s->m->bodies; b++) {
            const MovingBody *body = &s->m->body[b];
            const double *x = v + body->first;
            double *y = momentum + body->first;
            const double *lent = with_lent && l->reduced.lent ? l->reduced.lent + body->first : none;
            for (int k = 0; k < 3 && k < body->dofs; k++) y[k] = (cd_inertia_of(body, k) + lent[k]) * x[k];
            if (body->dofs < 6) continue;
            Mat3 A = s->now.body[b].A;
            Vec3 turn = m3_tapply(A, v3(x[3], x[4], x[5])),
                 more = v3(lent[3] * turn.x, lent[4] * turn.y, lent[5] * turn.z);
            Vec3 h = m3_apply(A, v3_add(m3_apply(body->J, turn), more));
            y[3] = h.x, y[4] = h.y, y[5] = h.z;
        }
        if (l->e->flexible.n) {
            memset(turned, 0, sizeof(double) * (size_t)nv);
            cd_linear_turn(s, true, v, more_flexible);
            cd_flexible_momentum(&l->e->flexible, &s->state, s->now.body, more_flexible, turned);
            cd_linear_turn(s, false, turned, more_flexible);
            for (int k = 0; k < nv; k++) momentum[k] += more_flexible[k];
        }
        for (int r = 0; r < n; r++) {
            double sum = 0;
            for (int k = l->all.V_span[r].first; k < l->all.V_span[r].last; k++)
                sum += l->all.V[k + (size_t)nv * (size_t)r] * momentum[k];
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
    double *all = ARENA_ARRAY(&scratch, double, l->reduced.whole->n);
    add_columns(l->reduced.whole->n, l->n, l->reduced.T, NULL, y, all);
    same(l->reduced.whole, all, out);
    cd_arena_close(&scratch);
}

void cd_linear_positions(const Linearised *l, const double *y, double *dq)
{
    int nv = l->e->s->m->nv;
    if (l->reduced.whole) return of_whole(l, cd_linear_positions, y, dq);
    memset(dq, 0, sizeof(double) * (size_t)nv);
    add_columns(nv, l->positions, l->all.P, l->all.P_span, y, dq);
}

void cd_linear_velocities(const Linearised *l, const double *y, double *p)
{
    int nv = l->e->s->m->nv;
    if (l->reduced.whole) return of_whole(l, cd_linear_velocities, y, p);
    memset(p, 0, sizeof(double) * (size_t)nv);
    add_columns(nv, l->velocities, l->all.V, l->all.V_span, y + l->positions, p);
    if (l->all.S) add_columns(nv, l->positions, l->all.S, NULL, y, p);
}

static const char *position_label(const Linearised *l, const int *coordinate, int k, char room[CD_LABEL_ROOM])
{
    int which = l->chosen.at ? l->chosen.at[k] : -1 - k;
    return which < 0 ? cd_unknown_label(l->e, coordinate[-1 - which], room)
                     : cd_label(&l->e->s->model->table[KIND_variable].at[which], room);
}

const char *cd_linear_label(const Linearised *l, int state, char room[CD_LABEL_ROOM])
{
    const System *s = l->e->s;
    char label[CD_LABEL_ROOM];
    if (state < l->positions) return position_label(l, l->position, state, room);
    state -= l->positions;
    if (state >= l->velocities)
        return cd_unknown_label(l->e, s->m->nv + s->in_use.n + l->state[state - l->velocities], room);
    snprintf(room, CD_LABEL_ROOM, "%.140s rate", position_label(l, l->velocity, state, label));
    return room;
}
