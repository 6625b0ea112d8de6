/* stiffening.c - geometric stiffness of a frame of beams under the stresses that its own inertia makes, and a unit
 * force or torque on each node of its interface (theory 20.33, 20.34).
 *
 *     acceleration of the body's points for a unit of each field:
 *         w_i w_j    e_i (e_j . s) + e_j (e_i . s),   w_i^2   e_i (e_i . s) - s;   a_i   e_i;   w'_i   e_i x s
 *     K u = -M times that, the clamped node (or the first of the interface) held;   N = E A (u_2 - u_1) . x / L
 *     Kg of a beam: N / (30 L) [ 36, 3L, -36, 3L; ., 4L^2, -3L, -L^2; ., ., 36, -3L; ., ., ., 4L^2 ] in either plane of
 *     bending
 *     shape^T Kg shape */
#include "flex/modal.h"
#include "linalg/spd.h"

#include <math.h>
#include <string.h>

static Vec3 acceleration(int field, Vec3 s)
{
    static const int row[6] = { 0, 1, 2, 0, 1, 2 }, col[6] = { 0, 1, 2, 1, 2, 0 };
    const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    if (field >= 9) return v3_cross(unit[field - 9], s);
    if (field >= 6) return unit[field - 6];
    Vec3 i = unit[row[field]], j = unit[col[field]];
    if (row[field] == col[field]) return v3_sub(v3_scale(i, v3_dot(i, s)), s);
    return v3_add(v3_scale(i, v3_dot(j, s)), v3_scale(j, v3_dot(i, s)));
}

/* -M times the accelerations of a field. */
static void inertia(const Fem *fem, const Symmetric *M, int field, double *room, double *f)
{
    memset(room, 0, sizeof(double) * (size_t)fem->equations);
    for (int k = 0; k < fem->node.n; k++) {
        const FemNode *n = &fem->node.at[k];
        Vec3 a = acceleration(field, n->r);
        for (int c = 0; c < 3; c++) {
            if (n->eq[c] >= 0) room[n->eq[c]] = v3_get(a, c);
            if (n->eq[3 + c] >= 0) room[n->eq[3 + c]] = field == 9 + c;
        }
    }
    cd_symmetric_apply(M, room, f);
    for (int e = 0; e < fem->equations; e++) f[e] = -f[e];
}

/* An element's slopes are those of bending in one plane: displacement v and rotation t at both ends, slope v' = s t. */
typedef struct Bend {
    double v1, t1, v2, t2;
} Bend;

static Bend bend(const FemBeam *b, const double *u, int axis)
{
    Vec3 y = b->A.c[axis], z = b->A.c[3 - axis];
    double s = axis == 1 ? 1 : -1;
    double x[4];
    for (int k = 0; k < 4; k++) {
        Vec3 part = v3(u[b->eq[3 * k]], u[b->eq[3 * k + 1]], u[b->eq[3 * k + 2]]);
        x[k] = k % 2 ? s * v3_dot(z, part) : v3_dot(y, part);
    }
    return (Bend){ x[0], x[1], x[2], x[3] };
}

/* b^T Kg b' for a unit of axial force. */
static double bend_product(Bend a, Bend b, double L)
{
    double d = a.v1 - a.v2, e = b.v1 - b.v2;
    double sum = 36 * d * e + 3 * L * (d * (b.t1 + b.t2) + e * (a.t1 + a.t2));
    sum += 4 * L * L * (a.t1 * b.t1 + a.t2 * b.t2) - L * L * (a.t1 * b.t2 + a.t2 * b.t1);
    return sum / (30 * L);
}

static double axial_force(const FemBeam *b, const double *u)
{
    Vec3 d = v3(u[b->eq[6]] - u[b->eq[0]], u[b->eq[7]] - u[b->eq[1]], u[b->eq[8]] - u[b->eq[2]]);
    return b->ea * v3_dot(d, b->A.c[0]) / b->length;
}

static Symmetric matrix(Arena *arena, const Fem *fem, const FemMatrix *from, const bool *held)
{
    int n = from->entry.n, count = 0;
    int *row = ARENA_ARRAY(arena, int, n + fem->equations), *col = ARENA_ARRAY(arena, int, n + fem->equations);
    double *value = ARENA_ARRAY(arena, double, n + fem->equations);
    for (int k = 0; k < n; k++) {
        const FemEntry *e = &from->entry.at[k];
        if (held && (held[e->i] || held[e->j])) continue;
        row[count] = e->i, col[count] = e->j, value[count++] = e->v;
    }
    for (int e = 0; held && e < fem->equations; e++)
        if (held[e]) row[count] = col[count] = e, value[count++] = 1;
    return cd_symmetric_new(arena, fem->equations, count, row, col, value);
}

static const FemNode *support(const Fem *fem)
{
    const FemNode *first = NULL;
    for (int k = 0; k < fem->node.n; k++) {
        const FemNode *n = &fem->node.at[k];
        if (n->clamped) return n;
        if (n->interface && !first) first = n;
    }
    return first;
}

/* The sum over beams of N times the products of shapes. */
static double *reduced(Arena *arena, const Fem *fem, const double *u, const double *shape, int modes)
{
    size_t N = (size_t)fem->equations, n = (size_t)modes;
    double *out = ARENA_ARRAY(arena, double, n *n), largest = 0;
    Arena scratch = { 0 };
    Bend *of = ARENA_ARRAY(&scratch, Bend, n);
    for (int b = 0; b < fem->beam.n; b++) largest = fmax(largest, fabs(axial_force(&fem->beam.at[b], u)));
    for (int b = 0; b < fem->beam.n; b++) {
        const FemBeam *beam = &fem->beam.at[b];
        double force = axial_force(beam, u);
        if (fabs(force) <= 1e-10 * largest) continue; /* rounding */
        for (int axis = 1; axis <= 2; axis++) {
            for (size_t j = 0; j < n; j++) of[j] = bend(beam, shape + N * j, axis);
            for (size_t j = 0; j < n; j++)
                for (size_t k = 0; k <= j; k++) out[j * n + k] += force * bend_product(of[j], of[k], beam->length);
        }
    }
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < j; k++) out[k * n + j] = out[j * n + k];
    cd_arena_close(&scratch);
    return largest > 0 ? out : NULL;
}

/* The frame with one node held, and the factors of its stiffness. */
typedef struct Held {
    const Fem *fem;
    const double *shape;
    bool *held; /* equations */
    Spd *factor;
    double *u; /* equations: loads, then displacements */
} Held;

/* Displacements by the loads in h->u, and the geometric stiffness with them. */
static double *stiffness_by_load(Arena *arena, Held *h, int modes)
{
    for (int e = 0; e < h->fem->equations; e++)
        if (h->held[e]) h->u[e] = 0;
    cd_spd_solve(h->factor, 1, h->u);
    return reduced(arena, h->fem, h->u, h->shape, modes);
}

static void by_inertia(Arena *arena, Held *h, ModalBody *body)
{
    Arena scratch = { 0 };
    Symmetric M = matrix(&scratch, h->fem, &h->fem->M, NULL);
    double *room = ARENA_ARRAY(&scratch, double, h->fem->equations);
    for (int field = 0; field < FEM_FIELDS; field++) {
        inertia(h->fem, &M, field, room, h->u);
        body->stiffening[field] = stiffness_by_load(arena, h, body->n);
    }
    cd_arena_close(&scratch);
}

static void by_interface(Arena *arena, Held *h, ModalBody *body)
{
    int most = 0;
    for (int k = 0; k < h->fem->node.n; k++) most += 6 * h->fem->node.at[k].interface;
    body->bending = ARENA_ARRAY(arena, Bending, most);
    for (int k = 0; k < h->fem->node.n; k++)
        for (int c = 0; c < 6 && h->fem->node.at[k].interface; c++) {
            const FemNode *n = &h->fem->node.at[k];
            if (n->eq[c] < 0 || h->held[n->eq[c]]) continue;
            memset(h->u, 0, sizeof(double) * (size_t)h->fem->equations);
            h->u[n->eq[c]] = 1;
            double *K = stiffness_by_load(arena, h, body->n);
            if (K) body->bending[body->bendings++] = (Bending){ n->id, c + 1, K };
        }
}

bool cd_modal_stiffening(Arena *arena, const Fem *fem, const double *shape, ModalBody *body)
{
    const FemNode *fixed = support(fem);
    CdPlace nowhere = { 0 };
    if (!fem->beam.n || !fixed) {
        cd_log(fem->log, nowhere, FEM_NO_BEAMS, fem->beam.n);
        return false;
    }
    Arena scratch = { 0 };
    int loose = -1;
    Held h = { .fem = fem, .shape = shape, .held = ARENA_ARRAY(&scratch, bool, fem->equations) };
    for (int c = 0; c < 6; c++)
        if (fixed->eq[c] >= 0) h.held[fixed->eq[c]] = true;
    Symmetric K = matrix(&scratch, fem, &fem->K, h.held);
    h.factor = cd_spd_factor(&K, &loose), h.u = ARENA_ARRAY(&scratch, double, fem->equations);
    bool good = h.factor != NULL;
    if (good) by_inertia(arena, &h, body), by_interface(arena, &h, body);
    else cd_log(fem->log, nowhere, FEM_FAILED, fem->equations);
    cd_spd_close(h.factor);
    cd_arena_close(&scratch);
    return good;
}
