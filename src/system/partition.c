/* partition.c - the pivots of G^T belong to the dependent coordinates. */
#include "system/partition.h"

#include "linalg/pivots.h"

#include <math.h>
#include <string.h>

/* A rotation counts by the length of the model. */
static double scale_of(const System *s, int component)
{
    return component < 3 ? 1 : s->constants.length;
}

static void weights(const System *s, int body, double B[36], const void *user)
{
    const Partition *p = user;
    const double held = 1e10;
    const MovingBody *b = &s->m->body[body];
    for (int c = 0; c < b->dofs; c++) {
        double l = scale_of(s, b->six[c]);
        B[7 * b->six[c]] = l * l * (p->independent[b->first + c] ? held : 1);
    }
}

/* The columns of rotations by D in place of those in body axes: dpi = T(D) dD. */
static void count_from_base(const Partition *p)
{
    System *s = p->s;
    for (int k = 0; s->in_use.n && k < s->matrix.row_first[s->in_use.n]; k++) {
        const double *D = p->D + s->matrix.column[k];
        if (!p->first_of_turn[s->matrix.column[k]]) continue;
        Mat3 T = m3_inverse(m3_rotvec_tangent_inverse(v3(D[0], D[1], D[2])));
        Vec3 g = m3_tapply(T, v3(s->matrix.x[s->matrix.lower[k]], s->matrix.x[s->matrix.lower[k + 1]],
                                 s->matrix.x[s->matrix.lower[k + 2]]));
        for (int c = 0; c < 3; c++)
            s->matrix.x[s->matrix.lower[k + c]] = s->matrix.x[s->matrix.upper[k + c]] = v3_get(g, c);
    }
}

/* Factors of the system's matrix with these weights, kept apart from those that accelerations use. */
static LuStatus factor(System *s, const void *user)
{
    Partition *p = (Partition *)user;
    cd_system_fill(s, weights, p, 0);
    if (p->base && !p->recover.velocities) count_from_base(p);
    memcpy(p->x, s->matrix.x, sizeof(double) * (size_t)s->matrix.pattern.nz);
    return cd_system_count_pivots(s, cd_lu_refactor(p->lu, p->x));
}

static void move(System *s, const void *user, const double *d)
{
    const Partition *p = user;
    for (int i = 0; i < s->m->nv; i++) p->D[i] += d[i];
    for (int b = 0; b < s->m->bodies; b++) {
        s->state.r[b] = p->base->r[b];
        if (s->m->body[b].turns) s->state.p[b] = p->base->p[b];
    }
    cd_state_move(s->m, &s->state, p->D, 1);
}

void cd_partition_open(Arena *arena, Partition *p, System *s)
{
    *p = (Partition){ .s = s,
                      .rotations =
                          10, /* stiff torsion is linear in them; a pendulum swings through without a bad choice */
                      .independent = ARENA_ARRAY(arena, bool, s->m->nv),
                      .first_of_turn = ARENA_ARRAY(arena, bool, s->m->nv),
                      .x = ARENA_ARRAY(arena, double, s->matrix.pattern.nz),
                      .probe = ARENA_ARRAY(arena, double, s->matrix.n),
                      .lu = cd_system_lu(s) };
    for (int b = 0; b < s->m->bodies; b++)
        if (s->m->body[b].dofs == 6) p->first_of_turn[s->m->body[b].first + 3] = true;
    p->recover = (Projection){ .lu = p->lu, .factor = factor, .move = move, .user = p };
}

void cd_partition_close(Partition *p)
{
    if (p->lu) cd_lu_close(p->lu);
    p->lu = NULL;
}

/* G^T with rows of G of equal size, and rotations by length: its values in the order of the pattern. */
static void columns_of(const Partition *p, Arena *scratch, Pattern *gt, double **values)
{
    System *s = p->s;
    int nz = s->in_use.n ? s->matrix.row_first[s->in_use.n] : 0, *col = ARENA_ARRAY(scratch, int, nz);
    int *slot = ARENA_ARRAY(scratch, int, nz);
    double *x = ARENA_ARRAY(scratch, double, nz), *g = ARENA_ARRAY(scratch, double, nz);
    for (int i = 0; i < s->in_use.n; i++) {
        const RowEval *row = cd_system_row(s, s->in_use.row[i], ROW_SLOPE);
        double size = 0;
        int at = s->matrix.row_first[i];
        for (int k = 0; k < row->n; k++)
            for (int f = 0; f < s->m->body[row->body[k]].dofs; f++, at++) {
                int c = s->m->body[row->body[k]].six[f];
                g[at] = c < 3 ? v3_get(row->r[k], c) : v3_get(row->pi[k], c - 3) / (s->constants.length * p->rotations);
                size = fmax(size, fabs(g[at]));
            }
        for (at = s->matrix.row_first[i]; at < s->matrix.row_first[i + 1]; at++) g[at] /= size, col[at] = i;
    }
    *gt = cd_pattern_new(scratch, s->m->nv, s->in_use.n, nz, s->matrix.column, col, slot), *values = x;
    for (int k = 0; k < nz; k++) x[slot[k]] = g[k];
}

bool cd_partition_choose(Partition *p)
{
    int m = p->s->in_use.n, nv = p->s->m->nv;
    Arena scratch = { 0 };
    Pattern gt;
    double *x;
    columns_of(p, &scratch, &gt, &x);
    bool *dependent = ARENA_ARRAY(&scratch, bool, nv), good = cd_pivot_rows(&gt, x, 1e-10, dependent);
    for (int j = 0; j < nv; j++) p->independent[j] = !dependent[j];
    p->free = nv - m, p->first = 0, p->recover.factored = false, p->chosen++;
    cd_arena_close(&scratch);
    return good;
}

/* How far the dependent coordinates move, at most, when the independent ones move by one each, in alternating
 * directions (14.3). */
static double follow(Partition *p)
{
    System *s = p->s;
    double largest = 0;
    memset(p->probe, 0, sizeof(double) * (size_t)s->matrix.n);
    for (int b = 0, sign = 1; b < s->m->bodies; b++) {
        double B[36] = { 0 };
        weights(s, b, B, p);
        for (int c = 0; c < s->m->body[b].dofs; c++) {
            int i = s->m->body[b].first + c, six = s->m->body[b].six[c];
            if (p->independent[i]) p->probe[i] = sign * B[7 * six] / scale_of(s, six), sign = -sign;
        }
    }
    cd_lu_solve(p->lu, p->probe);
    for (int b = 0; b < s->m->bodies; b++)
        for (int c = 0; c < s->m->body[b].dofs; c++)
            largest = fmax(largest, fabs(p->probe[s->m->body[b].first + c]) * scale_of(s, s->m->body[b].six[c]));
    return largest;
}

bool cd_partition_has_gone_bad(Partition *p)
{
    const double much = 3;
    System *s = p->s;
    if (!s->in_use.n || !p->free) return false;
    LuStatus lu = factor(s, p);
    p->recover.factored = lu == LU_OK || lu == LU_REPIVOTED;
    if (!p->recover.factored) return true;
    double size = follow(p);
    if (p->first == 0) p->first = size;
    return size > much * p->first;
}

bool cd_partition_recover(Partition *p, const State *base, double *D, double positions, double velocities)
{
    p->base = base, p->D = D;
    cd_project_positions(p->s, positions, &p->recover);
    if (p->recover.good) cd_project_velocities(p->s, velocities, &p->recover);
    p->base = NULL;
    return p->recover.good;
}
