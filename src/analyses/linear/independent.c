/* independent.c - independent coordinates of a linearised model, and the others from them (theory 12.3, 12.4). */
#include "analyses/linear/linearising.h"
#include "linalg/nullspace.h"

#include <math.h>
#include <string.h>

/* The rows of G that count, by coordinates: ground axes, or those relative to a marker; rotations by length. */
typedef struct Rows {
    Pattern at; /* of the transposed matrix */
    double *x;
    double *size; /* of each row, by which it is divided: which coordinates are chosen does not depend on units */
} Rows;

typedef struct Entries {
    ARRAY_OF(int) row, column;
    ARRAY_OF(double) x;
} Entries;

static void add_entry(const Linearising *w, Arena *arena, int index, int j, double g, Entries *out)
{
    if (g == 0) return;
    ARRAY_PUSH(arena, &out->row, j);
    ARRAY_PUSH(arena, &out->column, index);
    ARRAY_PUSH(arena, &out->x, g / w->scale[j]);
}

/* G of one body in a row, rotations in ground axes. */
static void ground_block(const System *s, const RowVariation *by, int k, double g[6])
{
    memcpy(g, by->g[k], sizeof(double) * 6);
    if (s->m->body[by->body[k]].dofs < 6) return;
    Vec3 turn = m3_apply(s->now.body[by->body[k]].A, v3(g[3], g[4], g[5]));
    g[3] = turn.x, g[4] = turn.y, g[5] = turn.z;
}

/* Seen from a marker a row acts on the body of the marker too; where terms cancel there, rounding is left of them. */
static void add_relative_row(const Linearising *w, Arena *arena, int index, const RowVariation *by, double *row,
                             Entries *out)
{
    int nv = w->s->m->nv;
    double most = 0, g[6];
    memset(row, 0, sizeof(double) * (size_t)nv);
    for (int k = 0; k < by->n; k++) {
        const MovingBody *b = &w->s->m->body[by->body[k]];
        ground_block(w->s, by, k, g);
        for (int c = 0; c < b->dofs; c++) row[b->first + c] += g[b->six[c]];
    }
    cd_relative_row(w->frame, row);
    for (int j = 0; j < nv; j++) most = fmax(most, fabs(row[j] / w->scale[j]));
    for (int j = 0; j < nv; j++)
        if (fabs(row[j] / w->scale[j]) > 1e-14 * most) add_entry(w, arena, index, j, row[j], out);
}

static void add_row(const Linearising *w, Arena *arena, int index, const RowVariation *by, Entries *out)
{
    for (int k = 0; k < by->n; k++) {
        const MovingBody *b = &w->s->m->body[by->body[k]];
        double g[6];
        ground_block(w->s, by, k, g);
        for (int c = 0; c < b->dofs; c++) add_entry(w, arena, index, b->first + c, g[b->six[c]], out);
    }
}

static Rows rows_of(Linearising *w, bool positions)
{
    const System *s = w->s;
    Arena scratch = { 0 };
    Entries e = { 0 };
    double *row = ARENA_ARRAY(&scratch, double, s->m->nv);
    int n = 0;
    for (int i = 0; i < s->in_use.n; i++) {
        if (positions && s->c->row[s->in_use.row[i]].velocity_level) continue;
        if (w->frame) add_relative_row(w, &scratch, n++, &w->row[i].by, row, &e);
        else add_row(w, &scratch, n++, &w->row[i].by, &e);
    }
    Rows out;
    int *slot = ARENA_ARRAY(&scratch, int, e.x.n);
    out.at = cd_pattern_new(&w->arena, s->m->nv, n, e.x.n, e.row.at, e.column.at, slot);
    out.x = ARENA_ARRAY(&w->arena, double, e.x.n);
    out.size = ARENA_ARRAY(&w->arena, double, n);
    for (int k = 0; k < e.x.n; k++) out.size[e.column.at[k]] = fmax(out.size[e.column.at[k]], fabs(e.x.at[k]));
    for (int k = 0; k < e.x.n; k++) out.x[slot[k]] = e.x.at[k] / out.size[e.column.at[k]];
    cd_arena_close(&scratch);
    return out;
}

static bool choose(Linearising *w, bool positions, NullSpace *out, double **size)
{
    Rows rows = rows_of(w, positions);
    *size = rows.size;
    if (!cd_null_space(&w->arena, &rows.at, rows.x, out)) return false;
    for (int c = 0; c < out->free; c++)
        for (int k = out->pattern.p[c]; k < out->pattern.p[c + 1]; k++)
            out->x[k] *= w->scale[out->independent[c]] / w->scale[out->pattern.i[k]];
    return true;
}

/* All coordinates from the independent ones: nv x free. */
static double *spread(Linearising *w, const NullSpace *n)
{
    size_t nv = (size_t)w->s->m->nv;
    double *T = ARENA_ARRAY(&w->l->arena, double, nv *(size_t)n->free);
    for (int c = 0; c < n->free; c++)
        for (int k = n->pattern.p[c]; k < n->pattern.p[c + 1]; k++) T[n->pattern.i[k] + nv * (size_t)c] = n->x[k];
    return T;
}

/* From those relative to the marker to those of ground, column by column. */
static void to_ground(const Linearising *w, int n, double *T)
{
    Arena scratch = { 0 };
    size_t nv = (size_t)w->s->m->nv;
    double *eta = ARENA_ARRAY(&scratch, double, nv);
    for (int c = 0; c < n && w->frame; c++) {
        memcpy(eta, T + nv * (size_t)c, sizeof(double) * nv);
        cd_relative_place(w->frame, eta, T + nv * (size_t)c);
    }
    cd_arena_close(&scratch);
}

/* What positions add to the dependent velocities: G S = -d(phi')/dq P (12.4). eta: the columns of P in the coordinates
 * in which they are chosen. */
static bool follow_rates(Linearising *w, const NullSpace *velocity, const double *size, const double *eta)
{
    System *s = w->s;
    Linearised *l = w->l;
    int nv = s->m->nv, m = velocity->rows, n = l->positions;
    double largest = 0, *b = ARENA_ARRAY(&w->arena, double, (size_t)m *(size_t)n);
    double *d = ARENA_ARRAY(&w->arena, double, nv), *p = ARENA_ARRAY(&w->arena, double, nv);
    for (int c = 0; c < n; c++) {
        cd_linear_turn(s, true, l->all.P + (size_t)nv * (size_t)c, d);
        if (w->frame) cd_relative_move(w->frame, eta + (size_t)nv * (size_t)c, NULL, p);
        cd_linear_turn(s, true, p, p);
        for (int i = 0; i < m; i++) {
            const RowVariation *by = &w->row[i].by;
            double x = -cd_row_share(s, by, by->rate_q, d);
            if (w->frame) x -= cd_row_share(s, by, by->g, p);
            b[i + (size_t)m * (size_t)c] = size[i] > 0 ? x / size[i] : x, largest = fmax(largest, fabs(x));
        }
    }
    if (largest == 0 && !w->frame) return true;
    l->all.S = ARENA_ARRAY(&l->arena, double, (size_t)nv *(size_t)n);
    if (!cd_null_solve(velocity, nv, n, b, l->all.S)) return false;
    for (int c = 0; c < n; c++) {
        double *x = l->all.S + (size_t)nv * (size_t)c;
        for (int j = 0; j < nv; j++) x[j] /= w->scale[j];
        if (!w->frame) continue;
        memcpy(p, x, sizeof(double) * (size_t)nv);
        cd_relative_move(w->frame, eta + (size_t)nv * (size_t)c, p, x);
    }
    return true;
}

bool cd_linear_choose_coordinates(Linearising *w, bool at_rest)
{
    Linearised *l = w->l;
    NullSpace position, velocity;
    double *size;
    if (!choose(w, true, &position, &size) || !choose(w, false, &velocity, &size)) return false;
    l->positions = position.free, l->velocities = velocity.free;
    l->position = ARENA_ARRAY(&l->arena, int, l->positions), l->velocity = ARENA_ARRAY(&l->arena, int, l->velocities);
    for (int k = 0; k < l->positions; k++) l->position[k] = position.independent[k];
    for (int k = 0; k < l->velocities; k++) l->velocity[k] = velocity.independent[k];
    l->all.P = spread(w, &position), l->all.V = spread(w, &velocity);
    const double *eta = w->frame ? spread(w, &position) : l->all.P;
    to_ground(w, l->positions, l->all.P);
    to_ground(w, l->velocities, l->all.V);
    l->all.P_span = cd_linear_spans(&l->arena, w->s->m->nv, l->positions, l->all.P);
    l->all.V_span = cd_linear_spans(&l->arena, w->s->m->nv, l->velocities, l->all.V);
    return at_rest || follow_rates(w, &velocity, size, eta);
}
