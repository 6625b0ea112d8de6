/* resolvent.c - the matrix of (16.5) and its right-hand sides.
 *
 * Columns: X, U_v, Y; multipliers alpha and beta that let dependent coordinates go their way, and mu; auxiliary
 * unknowns. Rows, each with the number of the column it belongs to: D' and v' of all coordinates, forces; constraints
 * of positions, velocities, accelerations; auxiliary unknowns. */
#include "system/resolvent.h"

#include "system/rubbing.h"

#include <math.h>
#include <string.h>

/* Slots of a coordinate of a body of a constraint row: accelerations by X, U_v, Y; velocities by X, U_v; positions by
 * X, and by U_v of a row of velocities; forces by mu; v' by beta and D' by alpha of a dependent coordinate. */
enum { OF_X, OF_U, OF_Y, RATE_OF_X, RATE_OF_U, PLACE_OF_X, PLACE_OF_U, LOAD, FREES_V, FREES_D, ROW_SLOTS };
enum { ROW_ROOM = ROW_SLOTS * 6 * ROW_WIDTH };
/* Slots of a coordinate. */
enum { OWN_X = 0, OWN_U = 3, SPEED_U, SPEED_Y, PLACE_SLOTS };

void cd_resolvent_open(Arena *arena, Resolvent *r, Equations *e, const Partition *partition)
{
    *r = (Resolvent){
        .e = e, .partition = partition, .map = ARENA_ARRAY(arena, BodyMap, e->s->m->bodies), .chosen = -1
    };
}

static void let_go(Resolvent *r)
{
    if (r->lu) cd_lu_close(r->lu);
    r->lu = NULL;
    cd_arena_close(&r->arena);
}

void cd_resolvent_close(Resolvent *r)
{
    let_go(r);
}

/* ---- pattern ----------------------------------------------------------------------------------------------------- */

typedef struct Plan {
    Arena arena;
    ARRAY_OF(int) row, col;
} Plan;

static int entry(Plan *p, int row, int col)
{
    ARRAY_PUSH(&p->arena, &p->row, row);
    ARRAY_PUSH(&p->arena, &p->col, col);
    return p->row.n - 1;
}

/* Where an unknown of the equations is here: velocities in the place of Y. */
static int column_of(const Equations *e, int j)
{
    int nv = e->s->m->nv;
    return j < nv ? 2 * nv + j : 2 * (nv + e->s->in_use.n) + j;
}

/* Whether a row in use is a contact with friction, whose force need not be along it: its column is that of the
 * equations. */
static bool rubs(const System *s, int i)
{
    return s->c->tangents && cd_tangents(s->c, s->in_use.row[i]) > 0;
}

/* The entries of the matrix of the equations but for those of constraints, with three of each that belongs to
 * motions. */
static void plan_equations(Resolvent *r, Plan *p, const Pattern *from)
{
    int nv = r->e->s->m->nv, rows_end = nv + r->e->s->in_use.n;
    r->nz = from->nz;
    r->slot = ARENA_ARRAY(&r->arena, int, 3 * from->nz);
    r->by_q = ARENA_ARRAY(&r->arena, double, from->nz), r->by_v = ARENA_ARRAY(&r->arena, double, from->nz);
    r->by_a = ARENA_ARRAY(&r->arena, double, from->nz), r->was = ARENA_ARRAY(&r->arena, double, from->nz);
    for (int j = 0; j < from->cols; j++)
        for (int k = from->p[j]; k < from->p[j + 1]; k++) {
            int i = from->i[k], row = column_of(r->e, i), *slot = r->slot + 3 * k;
            bool of_row = i >= nv && i < rows_end,
                 of_load = i < nv && j >= nv && j < rows_end && !rubs(r->e->s, j - nv);
            for (int part = 0; part < 3; part++) slot[part] = -1;
            if (of_row || of_load) continue;
            for (int part = 0; part < 3 && j < nv; part++) slot[part] = entry(p, row, part * nv + j);
            if (j >= nv) slot[2] = entry(p, row, column_of(r->e, j));
        }
}

static void plan_rows(Resolvent *r, Plan *p)
{
    System *s = r->e->s;
    int nv = s->m->nv, n = s->in_use.n, positions = 3 * nv, velocities = positions + n, accelerations = velocities + n;
    r->row = ARENA_ARRAY(&r->arena, RowVariation, n);
    r->row_slot = ARENA_ARRAY(&r->arena, int, (size_t)n *ROW_ROOM);
    for (int i = 0; i < n; i++) {
        const RowEval *row = cd_system_row(s, s->in_use.row[i], ROW_SLOPE);
        for (int k = 0; k < row->n; k++)
            for (int c = 0; c < s->m->body[row->body[k]].dofs; c++) {
                int j = s->m->body[row->body[k]].first + c;
                int *slot = r->row_slot + (size_t)i * ROW_ROOM + ROW_SLOTS * (6 * k + c);
                bool free = r->partition->independent[j];
                for (int part = 0; part < 3; part++) slot[OF_X + part] = entry(p, accelerations + i, part * nv + j);
                for (int part = 0; part < 2; part++) slot[RATE_OF_X + part] = entry(p, velocities + i, part * nv + j);
                slot[PLACE_OF_X] = entry(p, positions + i, j);
                slot[PLACE_OF_U] = s->c->row[s->in_use.row[i]].velocity_level ? entry(p, positions + i, nv + j) : -1;
                slot[LOAD] = entry(p, 2 * nv + j, accelerations + i);
                slot[FREES_V] = free ? -1 : entry(p, nv + j, velocities + i);
                slot[FREES_D] = free ? -1 : entry(p, j, positions + i);
            }
        for (int k = 0; k < 3; k++) entry(p, positions + k * n + i, positions + k * n + i);
    }
}

static void plan_places(Resolvent *r, Plan *p)
{
    const System *s = r->e->s;
    int nv = s->m->nv;
    r->place_slot = ARENA_ARRAY(&r->arena, int, PLACE_SLOTS *nv);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++) {
            int first = s->m->body[b].first, j = first + c, *slot = r->place_slot + PLACE_SLOTS * j;
            for (int k = 0; k < 3; k++) slot[OWN_X + k] = entry(p, j, c < 3 ? j : first + 3 + k);
            slot[OWN_U] = entry(p, j, nv + j);
            slot[SPEED_U] = entry(p, nv + j, nv + j);
            slot[SPEED_Y] = entry(p, nv + j, 2 * nv + j);
        }
}

static void to_slots(int n, int *list, const int *slot)
{
    for (int i = 0; i < n; i++)
        if (list[i] >= 0) list[i] = slot[list[i]];
}

/* The unknowns of a body stand together; multipliers belong to none. */
static Lu *open_lu(const Resolvent *r, Arena *scratch)
{
    const System *s = r->e->s;
    int nv = s->m->nv, *of = ARENA_ARRAY(scratch, int, r->n);
    for (int j = 0; j < r->n; j++) of[j] = j < 3 * nv + 3 * s->in_use.n ? -1 : s->m->bodies + j;
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++)
            for (int part = 0; part < 3; part++) of[part * nv + s->m->body[b].first + c] = b;
    return cd_lu_open_saddle(r->n, r->pattern.p, r->pattern.i, of);
}

static void make(Resolvent *r)
{
    System *s = r->e->s;
    double *none;
    Plan p = { 0 };
    let_go(r);
    r->chosen = r->partition->chosen, r->patterns = r->e->jacobian.patterns;
    r->n = 3 * s->m->nv + 3 * s->in_use.n + r->e->aux.n;
    plan_equations(r, &p, cd_equations_values(r->e, &none));
    plan_rows(r, &p);
    plan_places(r, &p);
    int *slot = ARENA_ARRAY(&p.arena, int, p.row.n);
    r->pattern = cd_pattern_new(&r->arena, r->n, r->n, p.row.n, p.row.at, p.col.at, slot);
    to_slots(3 * r->nz, r->slot, slot);
    for (int i = 0; i < s->in_use.n; i++) {
        const RowEval *row = cd_system_row(s, s->in_use.row[i], ROW_SLOPE);
        for (int k = 0; k < row->n; k++)
            to_slots(ROW_SLOTS * s->m->body[row->body[k]].dofs, r->row_slot + (size_t)i * ROW_ROOM + ROW_SLOTS * 6 * k,
                     slot);
    }
    to_slots(PLACE_SLOTS * s->m->nv, r->place_slot, slot);
    r->x = ARENA_ARRAY(&r->arena, double, r->pattern.nz), r->b = ARENA_ARRAY(&r->arena, double, r->n);
    r->time_rate = ARENA_ARRAY(&r->arena, double, cd_equations_unknowns(r->e));
    r->lu = open_lu(r, &p.arena);
    cd_arena_close(&p.arena);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool derivatives(Resolvent *r, BodyMap map, double z, double rate)
{
    Equations *e = r->e;
    for (int b = 0; b < e->s->m->bodies; b++) r->map[b] = map;
    Maps maps = { .body = r->map, .z = z, .rate = rate };
    cd_inertia_matrix(e, &maps);
    return cd_equations_matrix(e, &maps);
}

bool cd_resolvent_evaluate(Resolvent *r)
{
    Equations *e = r->e;
    System *s = e->s;
    double *x;
    bool good = derivatives(r, (BodyMap){ .a = 1, .A = m3_identity() }, 0, 1);
    if (good && (r->chosen != r->partition->chosen || r->patterns != e->jacobian.patterns)) make(r);
    if (good) {
        cd_equations_values(e, &x);
        memcpy(r->by_a, x, sizeof(double) * (size_t)r->nz);
        good = derivatives(r, (BodyMap){ .v = 1, .V = m3_identity() }, 0, 0);
        memcpy(r->by_v, x, sizeof(double) * (size_t)r->nz);
        good = good && derivatives(r, (BodyMap){ .q = 1 }, 1, 0);
        memcpy(r->by_q, x, sizeof(double) * (size_t)r->nz);
    }
    if (!good || !cd_equations_time(e, r->time_rate)) return false;
    cd_slip_time(e, r->time_rate);
    for (int i = 0; i < s->in_use.n; i++) {
        RowVariation *row = &r->row[i];
        cd_row_variation(s, s->in_use.row[i], row);
        for (int k = 0; k < row->n; k++)
            for (int c = 0; c < s->m->body[row->body[k]].dofs; c++)
                r->time_rate[s->m->body[row->body[k]].first + c] +=
                    s->state.lambda[s->in_use.row[i]] * row->g_t[k][s->m->body[row->body[k]].six[c]];
    }
    return true;
}

double cd_resolvent_renew(Resolvent *r, double g)
{
    const double stiff = 10; /* times inertia */
    double *none, most = 0;
    for (int k = 0; k < r->nz; k++) r->was[k] = r->by_a[k] + g * (r->by_v[k] + g * r->by_q[k]);
    if (!cd_resolvent_evaluate(r)) return NAN;
    const Pattern *from = cd_equations_values(r->e, &none);
    for (int j = 0; j < from->cols; j++) {
        double was = 0, now = 0, inertia = 0;
        for (int k = from->p[j]; k < from->p[j + 1]; k++) {
            was += fabs(r->was[k]), inertia += fabs(r->by_a[k]);
            now += fabs(r->by_a[k] + g * (r->by_v[k] + g * r->by_q[k]));
        }
        if (was > stiff * inertia && was > most * now) most = now > 0 ? was / now : INFINITY;
    }
    return most;
}

/* d(D')/dD at D = 0: half of the angular velocity turns (13.1). */
static Mat3 turning(const System *s, int body)
{
    const double *w = s->state.v + s->m->body[body].first + 3;
    return m3_scale(m3_skew(v3(w[0], w[1], w[2])), -0.5);
}

static void fill_equations(Resolvent *r)
{
    const Pattern *from;
    double *none, g = r->g;
    int nv = r->e->s->m->nv, base = nv + r->e->s->in_use.n;
    from = cd_equations_values(r->e, &none);
    for (int j = 0; j < from->cols; j++) {
        bool motion = j < nv, differential = j >= base && j < base + r->e->aux.differential;
        for (int k = from->p[j]; k < from->p[j + 1]; k++) {
            const int *slot = r->slot + 3 * k;
            if (slot[2] < 0) continue;
            r->x[slot[2]] += r->by_a[k] + (differential ? g * r->by_q[k] : 0);
            if (motion) r->x[slot[0]] += g * g * r->by_q[k], r->x[slot[1]] += g * r->by_v[k];
        }
    }
}

static void fill_rows(Resolvent *r)
{
    const System *s = r->e->s;
    double g = r->g, *x = r->x;
    for (int i = 0; i < s->in_use.n; i++) {
        const RowVariation *row = &r->row[i];
        bool velocity_level = s->c->row[s->in_use.row[i]].velocity_level;
        for (int k = 0; k < row->n; k++) {
            int freedoms = s->m->body[row->body[k]].dofs;
            double turned[6] = { 0 }; /* G dD'/dD */
            if (velocity_level && freedoms == 6) {
                Vec3 t = m3_tapply(turning(s, row->body[k]), v3(row->g[k][3], row->g[k][4], row->g[k][5]));
                turned[3] = t.x, turned[4] = t.y, turned[5] = t.z;
            }
            for (int f = 0; f < freedoms; f++) {
                const int *slot = r->row_slot + (size_t)i * ROW_ROOM + ROW_SLOTS * (6 * k + f);
                int c = s->m->body[row->body[k]].six[f];
                double G = row->g[k][c];
                x[slot[OF_Y]] += G, x[slot[OF_U]] += g * row->second_v[k][c],
                    x[slot[OF_X]] += g * g * row->second_q[k][c];
                x[slot[RATE_OF_U]] += G, x[slot[RATE_OF_X]] += g * row->rate_q[k][c];
                x[slot[PLACE_OF_X]] += G - g * turned[c];
                if (!rubs(s, i)) x[slot[LOAD]] += G;
                if (velocity_level) x[slot[PLACE_OF_U]] -= G;
                if (slot[FREES_V] >= 0) x[slot[FREES_V]] -= G, x[slot[FREES_D]] -= G;
            }
        }
    }
}

static void fill_places(Resolvent *r)
{
    const System *s = r->e->s;
    for (int b = 0; b < s->m->bodies; b++) {
        const MovingBody *body = &s->m->body[b];
        Mat3 B = body->dofs == 6 ? turning(s, b) : m3_scale(m3_identity(), 0);
        for (int c = 0; c < body->dofs; c++) {
            const int *slot = r->place_slot + PLACE_SLOTS * (body->first + c);
            r->x[slot[OWN_X + (c < 3 ? 0 : c - 3)]] += 1;
            for (int k = 0; k < 3 && c >= 3; k++) r->x[slot[OWN_X + k]] -= r->g * m3_at(B, c - 3, k);
            r->x[slot[OWN_U]] -= 1, r->x[slot[SPEED_U]] += 1, r->x[slot[SPEED_Y]] -= 1;
        }
    }
}

LuStatus cd_resolvent_factor(Resolvent *r, double g)
{
    r->g = g;
    memset(r->x, 0, sizeof(double) * (size_t)r->pattern.nz);
    fill_equations(r);
    fill_rows(r);
    fill_places(r);
    return cd_system_count_pivots(r->e->s, cd_lu_refactor(r->lu, r->x));
}

/* ---- solving ----------------------------------------------------------------------------------------------------- */

/* What states of DIFF and its kin move by beyond their rate: -g^2 d(residual)/dz r_z. */
static void put_states(const Resolvent *r, const double *rhs)
{
    double *none;
    const Pattern *from = cd_equations_values(r->e, &none);
    int nv = r->e->s->m->nv, base = nv + r->e->s->in_use.n;
    for (int z = 0; z < r->e->aux.differential; z++)
        for (int k = from->p[base + z]; k < from->p[base + z + 1]; k++)
            r->b[column_of(r->e, from->i[k])] -= r->g * r->g * r->by_q[k] * rhs[2 * nv + z];
}

void cd_resolvent_solve(Resolvent *r, const double *rhs, double tau, double *U)
{
    const System *s = r->e->s;
    int nv = s->m->nv, n = s->in_use.n, inner = cd_equations_unknowns(r->e);
    double g = r->g, *b = r->b, *positions = b + 3 * nv, *velocities = positions + n, *accelerations = velocities + n;
    for (int i = 0; i < inner; i++) b[column_of(r->e, i)] = -g * tau * r->time_rate[i];
    put_states(r, rhs);
    for (int i = 0; i < n; i++) {
        bool velocity_level = s->c->row[s->in_use.row[i]].velocity_level;
        accelerations[i] = -g * tau * r->row[i].time[2];
        velocities[i] = -tau * r->row[i].time[1];
        positions[i] = velocity_level ? cd_row_share(s, &r->row[i], r->row[i].g, rhs) : -tau / g * r->row[i].time[0];
    }
    for (int i = 0; i < nv; i++) b[i] = rhs[i], b[nv + i] = g * rhs[nv + i];
    cd_lu_solve(r->lu, b);
    for (int i = 0; i < nv; i++) U[i] = g * b[i], U[nv + i] = b[nv + i];
    for (int z = 0; z < r->e->aux.differential; z++) U[2 * nv + z] = b[3 * nv + 3 * n + z] + g * rhs[2 * nv + z];
}
