/* full_matrix.c - see full_matrix.h (9.50), (9.51).
 *
 * Derivatives of loads, constraints and other equations are those that every matrix is made of, once in positions, once
 * in velocities, once in accelerations; the chain rule takes them from small rotations to angles. */
#include "integrators/full_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Derivatives in (dr, dpi), (du, dwbar), (du', dwbar') of the residual r: part 2, 1 and 0, in the pattern of all. */
typedef struct Slopes {
    const Pattern *pattern;
    double *part[MATRIX_PARTS], *r;
} Slopes;

typedef struct Making {
    Arena *arena;
    Equations *e;
    const FullPoint *p;
    FullMatrix *out;
    int *first[FULL_OTHER]; /* per body, the first unknown of each group; -1: it has none */
    int others;             /* where those start that belong to no body */
    int *body_of;           /* per velocity */
} Making;

static const MovingBody *body_at(const Making *k, int b)
{
    return &k->e->s->m->body[b];
}

/* ---- unknowns ---------------------------------------------------------------------------------------------------- */

static void list(Making *k, FullGroup group, int b, int n)
{
    if (group < FULL_OTHER) k->first[group][b] = k->out->unknown.n;
    for (int i = 0; i < n; i++) {
        FullUnknown x = { group, b, i };
        ARRAY_PUSH(k->arena, &k->out->unknown, x);
    }
}

/* Bodies that something acts on besides gravity. */
static bool *find_loaded(const Making *k)
{
    const Mechanism *m = k->e->s->m;
    bool *loaded = ARENA_ARRAY(k->arena, bool, m->bodies);
    for (int l = 0; l < k->e->loads.n; l++) {
        int marker[2] = { k->e->loads.load[l].i, k->e->loads.load[l].j };
        for (int side = 0; side < 2; side++)
            if (marker[side] >= 0 && m->site[marker[side]].body >= 0) loaded[m->site[marker[side]].body] = true;
    }
    return loaded;
}

static void list_unknowns(Making *k)
{
    const Mechanism *m = k->e->s->m;
    for (int g = 0; g < FULL_OTHER; g++) {
        k->first[g] = ARENA_ARRAY(k->arena, int, m->bodies);
        for (int b = 0; b < m->bodies; b++) k->first[g][b] = -1;
    }
    for (int b = 0; b < m->bodies; b++) {
        bool turns = m->body[b].dofs == 6;
        list(k, FULL_SPEED, b, turns ? 3 : m->body[b].dofs);
        if (turns) list(k, FULL_MOMENTUM, b, 3), list(k, FULL_RATE, b, 3);
        list(k, FULL_POSITION, b, turns ? 3 : m->body[b].dofs);
        if (turns) list(k, FULL_ANGLE, b, 3);
        for (int i = 0; i < m->body[b].dofs; i++) k->body_of[m->body[b].first + i] = b;
    }
    k->others = k->out->unknown.n;
    list(k, FULL_OTHER, -1, cd_equations_unknowns(k->e) - m->nv);
    const bool *loaded = find_loaded(k);
    for (int b = 0; b < m->bodies; b++) {
        if (!loaded[b]) continue;
        list(k, FULL_FORCE, b, m->body[b].dofs == 6 ? 3 : m->body[b].dofs);
        if (m->body[b].dofs == 6) list(k, FULL_TORQUE, b, 3);
    }
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

static bool find_slopes(const Making *k, Slopes *s)
{
    Equations *e = k->e;
    int bodies = e->s->m->bodies, n = cd_equations_unknowns(e);
    BodyMap *map = ARENA_ARRAY(k->arena, BodyMap, MATRIX_PARTS * bodies);
    Maps maps[MATRIX_PARTS] = { { .rate = 1 }, { .z = 1 }, { 0 } };
    const Mat3 one = m3_identity();
    for (int b = 0; b < bodies; b++) {
        map[b] = (BodyMap){ .a = 1, .A = one };
        map[bodies + b] = (BodyMap){ .v = 1, .V = one };
        map[2 * bodies + b] = (BodyMap){ .q = 1 };
    }
    for (int p = 0; p < MATRIX_PARTS; p++) maps[p].body = map + bodies * p, maps[p].power = p;
    memset(e->jacobian.inertia, 0, sizeof(double) * 36 * (size_t)(MATRIX_PARTS * bodies));
    s->r = ARENA_ARRAY(k->arena, double, n);
    if (!cd_equations_residual(e, s->r)) return false;
    for (int p = 0; p < MATRIX_PARTS; p++) {
        Maps alone = maps[p];
        if (!cd_equations_matrix(e, &alone)) return false;
        s->pattern = cd_equations_keep(e, k->arena, &s->part[p]);
    }
    return true;
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static void put(const Making *k, int row, int col, double x)
{
    FullEntry entry = { row, col, x };
    if (x != 0) ARRAY_PUSH(k->arena, &k->out->entry, entry);
}

static void put_block(const Making *k, int row, int col, Mat3 x)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) put(k, row + i, col + j, m3_at(x, i, j));
}

/* M u' ... = 0, Gamma - B^T J B zeta = 0, Gamma' - K_eps ... = 0, p' - u = 0, eps' - zeta = 0: inertia and
 * definitions. */
static void put_body(const Making *k, int b)
{
    const MovingBody *body = body_at(k, b);
    double per = 1 / k->p->c;
    int u = k->first[FULL_SPEED][b], p = k->first[FULL_POSITION][b];
    for (int i = 0; i < (body->dofs == 6 ? 3 : body->dofs); i++) {
        put(k, u + i, u + i, per * cd_inertia_of(body, i));
        put(k, p + i, u + i, -1), put(k, p + i, p + i, per);
    }
    if (body->dofs < 6) return;
    int gamma = k->first[FULL_MOMENTUM][b], zeta = k->first[FULL_RATE][b], eps = k->first[FULL_ANGLE][b];
    const Attitude *at = &k->p->at[b];
    Vec3 rate = k->p->rate[b];
    Mat3 B = cd_chart_b(at), E = cd_chart_b_change(at, rate), one = m3_identity();
    Vec3 m = m3_apply(body->J, m3_apply(B, rate));
    Mat3 P = cd_chart_bt_change(at, m), BtJ = m3_mul(m3_transpose(B), body->J), EtJ = m3_mul(m3_transpose(E), body->J);
    put_block(k, gamma, gamma, one);
    put_block(k, gamma, zeta, m3_scale(m3_mul(BtJ, B), -1));
    put_block(k, gamma, eps, m3_scale(m3_add(P, m3_mul(BtJ, E)), -1));
    put_block(k, zeta, gamma, m3_scale(one, per)); /* the equation of torque stands beside the rates */
    put_block(k, zeta, zeta, m3_scale(m3_add(m3_mul(EtJ, B), m3_transpose(P)), -1));
    put_block(k, zeta, eps, m3_scale(m3_add(m3_mul(EtJ, E), cd_chart_curvature(at, rate, m)), -1));
    put_block(k, eps, zeta, m3_scale(one, -1)), put_block(k, eps, eps, m3_scale(one, per));
}

/* What a change of an equation by dq (0: part 2), dv, dv' of a body is by its unknowns. q, v, a: rows over (r, pi). */
static void put_columns(const Making *k, int row, int b, const double *q, const double *v, const double *a)
{
    const MovingBody *body = body_at(k, b);
    int n = body->dofs == 6 ? 3 : body->dofs;
    for (int j = 0; j < n; j++) {
        put(k, row, k->first[FULL_POSITION][b] + j, q[j]);
        put(k, row, k->first[FULL_SPEED][b] + j, v[j] + a[j] / k->p->c);
    }
    if (body->dofs < 6) return;
    const Attitude *at = &k->p->at[b];
    Vec3 rate = k->p->rate[b], pi = v3_load(q + 3), w = v3_load(v + 3), wdot = v3_load(a + 3);
    Mat3 B = cd_chart_b(at), E = cd_chart_b_change(at, rate);
    /* wbar' = B zeta' + B' zeta, B' zeta = E zeta; eps'' is what gives the wbar' of the state */
    Vec3 now = v3_load(k->e->s->state.vdot + body->first + 3);
    Vec3 second = m3_apply(cd_chart_b_inverse(at), v3_sub(now, m3_apply(E, rate)));
    Vec3 in_rate = v3_add(m3_tapply(B, w),
                          m3_tapply(m3_add(m3_scale(B, 1 / k->p->c), m3_add(E, cd_chart_b_rate(at, rate))), wdot));
    Vec3 in_angle = v3_add(m3_tapply(B, pi), m3_tapply(E, w));
    in_angle = v3_add(in_angle, m3_tapply(cd_chart_b_change(at, second), wdot));
    in_angle = v3_add(in_angle, m3_tapply(cd_chart_curvature(at, rate, wdot), rate));
    for (int j = 0; j < 3; j++) {
        put(k, row, k->first[FULL_RATE][b] + j, v3_get(in_rate, j));
        put(k, row, k->first[FULL_ANGLE][b] + j, v3_get(in_angle, j));
    }
}

/* Rows of the equations as they are solved, by blocks of a body, or single columns behind the velocities. */
typedef struct Dense {
    double q[6][6], v[6][6], a[6][6];
    bool any;
} Dense;

/* The rows first .. first + n - 1 of the slopes over one body. */
static Dense over_body(const Making *k, const Slopes *s, int first, int n, int b)
{
    const MovingBody *body = body_at(k, b);
    Dense d = { .any = false };
    for (int j = 0; j < body->dofs; j++) {
        int col = body->first + j;
        for (int at = s->pattern->p[col]; at < s->pattern->p[col + 1]; at++) {
            int i = s->pattern->i[at] - first;
            if (i < 0 || i >= n) continue;
            d.q[i][j] = s->part[2][at], d.v[i][j] = s->part[1][at], d.a[i][j] = s->part[0][at];
            d.any = d.any || d.q[i][j] != 0 || d.v[i][j] != 0 || d.a[i][j] != 0;
        }
    }
    return d;
}

/* Rows of torque are B^T times those in body axes. */
static void mix(const Mat3 B, double x[6][6], int cols)
{
    for (int j = 0; j < cols; j++) {
        Vec3 t = m3_tapply(B, v3(x[3][j], x[4][j], x[5][j]));
        x[3][j] = t.x, x[4][j] = t.y, x[5][j] = t.z;
    }
}

/* The equation of a body that degree of freedom i has a row in: of motion, or of what is applied. */
static int row_of(const Making *k, int b, int i, bool applied)
{
    bool torque = body_at(k, b)->dofs == 6 && i >= 3;
    FullGroup group = applied ? (torque ? FULL_TORQUE : FULL_FORCE) : torque ? FULL_RATE : FULL_SPEED;
    return k->first[group][b] + (torque ? i - 3 : i);
}

/* What depends on bodies in the rows of one: loads go to the rows of what is applied, f - F = 0, constraints to those
 * of motion. all: with multipliers, applied: without them. */
static void put_rows_of_body(const Making *k, const Slopes *all, const Slopes *applied, int b)
{
    const MovingBody *body = body_at(k, b);
    bool turns = body->dofs == 6, loaded = k->first[FULL_FORCE][b] >= 0;
    Mat3 B = turns ? cd_chart_b(&k->p->at[b]) : m3_identity();
    for (int other = 0; other < k->e->s->m->bodies; other++) {
        Dense held = over_body(k, all, body->first, body->dofs, other);
        Dense free = over_body(k, applied, body->first, body->dofs, other);
        if (!held.any && !free.any) continue;
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                held.q[i][j] -= free.q[i][j], held.v[i][j] -= free.v[i][j], held.a[i][j] -= free.a[i][j];
        if (turns) mix(B, held.q, 6), mix(B, held.v, 6), mix(B, held.a, 6);
        for (int i = 0; i < body->dofs; i++) {
            put_columns(k, row_of(k, b, i, false), other, held.q[i], held.v[i], held.a[i]);
            if (loaded) put_columns(k, row_of(k, b, i, true), other, free.q[i], free.v[i], free.a[i]);
        }
    }
    Vec3 torque[2] = { { 0, 0, 0 }, { 0, 0, 0 } }; /* of the constraints, and applied, on the left side */
    if (turns) {
        torque[1] = v3_load(applied->r + body->first + 3);
        torque[0] = v3_sub(v3_load(all->r + body->first + 3), torque[1]);
        Vec3 sum = loaded ? v3_add(torque[0], torque[1]) : torque[0];
        put_block(k, k->first[FULL_RATE][b], k->first[FULL_ANGLE][b], cd_chart_bt_change(&k->p->at[b], sum));
    }
    for (int i = 0; i < body->dofs && loaded; i++) put(k, row_of(k, b, i, true), row_of(k, b, i, true), 1);
    for (int i = 0; i < (turns ? 3 : body->dofs) && loaded; i++)
        put(k, row_of(k, b, i, false), row_of(k, b, i, true), -1);
    if (turns && loaded) put_block(k, k->first[FULL_RATE][b], k->first[FULL_TORQUE][b], m3_scale(m3_transpose(B), -1));
}

/* Columns behind those of the bodies: multipliers, and states, whose rates go with 1 / c. */
static void put_others(const Making *k, const Slopes *all)
{
    const System *s = k->e->s;
    int nv = s->m->nv, states = nv + s->in_use.n;
    for (int col = nv; col < all->pattern->cols; col++) {
        bool differential = col >= states && col < states + k->e->aux.differential;
        for (int at = all->pattern->p[col]; at < all->pattern->p[col + 1]; at++) {
            int row = all->pattern->i[at];
            double x = differential ? all->part[1][at] + all->part[0][at] / k->p->c : all->part[0][at];
            if (row >= nv) {
                put(k, k->others + row - nv, k->others + col - nv, x);
                continue;
            }
            int b = k->body_of[row], i = row - s->m->body[b].first;
            bool applied = col >= states && k->first[FULL_FORCE][b] >= 0;
            if (applied || s->m->body[b].dofs < 6 || i < 3) {
                put(k, row_of(k, b, i, applied), k->others + col - nv, x);
                continue;
            }
            Mat3 B = cd_chart_b(&k->p->at[b]);
            for (int j = 0; j < 3; j++)
                put(k, row_of(k, b, 3 + j, false), k->others + col - nv, x * m3_at(B, i - 3, j));
        }
    }
}

/* Rows behind those of the bodies: constraints have G in positions, or in velocities if they say something of those. */
static void put_other_rows(const Making *k, const Slopes *all)
{
    const System *s = k->e->s;
    const double zero[6] = { 0 };
    for (int row = s->m->nv; row < all->pattern->rows; row++) {
        int i = row - s->m->nv;
        bool constraint = i < s->in_use.n;
        for (int b = 0; b < s->m->bodies; b++) {
            Dense d = over_body(k, all, row, 1, b);
            if (!d.any) continue;
            if (!constraint) put_columns(k, k->others + i, b, d.q[0], d.v[0], d.a[0]);
            else if (s->c->row[s->in_use.row[i]].velocity_level) put_columns(k, k->others + i, b, zero, d.a[0], zero);
            else put_columns(k, k->others + i, b, d.a[0], zero, zero);
        }
    }
}

static int by_rows(const void *a, const void *b)
{
    const FullEntry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->col > y->col) - (x->col < y->col);
}

static void merge(FullMatrix *m)
{
    int n = 0;
    qsort(m->entry.at, (size_t)m->entry.n, sizeof *m->entry.at, by_rows);
    for (int i = 0; i < m->entry.n; i++) {
        if (n && by_rows(&m->entry.at[n - 1], &m->entry.at[i]) == 0) m->entry.at[n - 1].x += m->entry.at[i].x;
        else m->entry.at[n++] = m->entry.at[i];
    }
    m->entry.n = 0;
    for (int i = 0; i < n; i++)
        if (m->entry.at[i].x != 0) m->entry.at[m->entry.n++] = m->entry.at[i];
}

bool cd_full_matrix(Arena *arena, Equations *e, const FullPoint *p, FullMatrix *out)
{
    System *s = e->s;
    if (s->m->flexes) return false;
    Making k = { .arena = arena, .e = e, .p = p, .out = out, .body_of = ARENA_ARRAY(arena, int, s->m->nv) };
    *out = (FullMatrix){ 0 };
    list_unknowns(&k);
    Slopes all, applied;
    if (!find_slopes(&k, &all)) return false;
    double *lambda = ARENA_ARRAY(arena, double, s->in_use.n);
    for (int i = 0; i < s->in_use.n; i++)
        lambda[i] = s->state.lambda[s->in_use.row[i]], s->state.lambda[s->in_use.row[i]] = 0;
    bool good = find_slopes(&k, &applied);
    for (int i = 0; i < s->in_use.n; i++) s->state.lambda[s->in_use.row[i]] = lambda[i];
    if (!good) return false;
    for (int b = 0; b < s->m->bodies; b++) put_body(&k, b), put_rows_of_body(&k, &all, &applied, b);
    put_others(&k, &all), put_other_rows(&k, &all);
    merge(out);
    return true;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char *name(const Equations *e, FullUnknown x, const char *const word[FULL_OTHER], char room[CD_LABEL_ROOM])
{
    static const char *const axis[] = { "x", "y", "z" }, *const angle[] = { "psi", "theta", "phi" };
    const MovingBody *body = &e->s->m->body[x.body];
    char label[CD_LABEL_ROOM];
    bool angular = x.group == FULL_MOMENTUM || x.group == FULL_RATE || x.group == FULL_ANGLE;
    const char *what = angular ? angle[x.number] : axis[x.number];
    if (!angular && x.group != FULL_TORQUE && body->six[x.number] > 2) what = "angle";
    snprintf(room, CD_LABEL_ROOM, "%.100s %s%s%s", cd_body_label(e, x.body, label), word[x.group],
             *word[x.group] ? " " : "", what);
    return room;
}

const char *cd_full_unknown(const Equations *e, FullUnknown x, char room[CD_LABEL_ROOM])
{
    static const char *const word[FULL_OTHER] = { "velocity",      "momentum",           "rate", "", "",
                                                  "applied force", "applied torque body" };
    return x.group == FULL_OTHER ? cd_unknown_label(e, e->s->m->nv + x.number, room) : name(e, x, word, room);
}

const char *cd_full_equation(const Equations *e, FullUnknown x, char room[CD_LABEL_ROOM])
{
    static const char *const word[FULL_OTHER] = {
        "force", "momentum", "torque", "velocity of", "rate of", "applied force", "applied torque body"
    };
    return x.group == FULL_OTHER ? cd_equation_label(e, e->s->m->nv + x.number, room) : name(e, x, word, room);
}

void cd_full_tell(const Equations *e, const FullPoint *p, const FullMatrix *m, const Reporter *reporter)
{
    static const char *const axes[CHARTS] = { "x y z", "y z x", "z x y" };
    char equation[CD_LABEL_ROOM], unknown[CD_LABEL_ROOM];
    cd_tell(reporter, "  %d equations, 1 / (h beta) = %.9g", m->unknown.n, 1 / p->c);
    for (int b = 0; b < e->s->m->bodies; b++)
        if (e->s->m->body[b].dofs == 6)
            cd_tell(reporter, "  %s: psi, theta, phi turn its axes %s", cd_body_label(e, b, unknown),
                    axes[p->at[b].chart]);
    cd_tell(reporter, "  %-34s %-34s %17s", "equation", "unknown", "entry of the matrix");
    for (int i = 0; i < m->entry.n; i++)
        cd_tell(reporter, "  %-34s %-34s %17.10g", cd_full_equation(e, m->unknown.at[m->entry.at[i].row], equation),
                cd_full_unknown(e, m->unknown.at[m->entry.at[i].col], unknown), m->entry.at[i].x);
}
