/* invariants.c - inertia invariants of mode shapes from the mass matrix M of finite elements (20.7 to 20.11).
 *
 *     E_t, E_r: unit translations, unit rotations about the origin;  U_j: per node (-phi_j~; 0)
 *     I1 1 = E_t' M E_t     I2~ = -E_t' M E_r     I3 = E_t' M Phi     I4 = E_r' M Phi       I6 = Phi' M Phi     I7 =
 *                           E_r' M E_r
 *     I5_j = U_j' M Phi, its antisymmetric part in (j, k)     I8_j = -E_r' M U_j, its symmetric part + I4_j~ / 2
 *     I9_jk = -U_j' M U_k */
#include "flex/modal.h"
#include "linalg/spd.h"
#include "linalg/vector.h"

#include <math.h>
#include <string.h>

static void set(double *x, int eq, double v)
{
    if (eq >= 0) x[eq] = v;
}

/* The displacement of a node in a field of all equations. */
static Vec3 at_node(const FemNode *n, const double *x, int first)
{
    return v3(n->eq[first] < 0 ? 0 : x[n->eq[first]], n->eq[first + 1] < 0 ? 0 : x[n->eq[first + 1]],
              n->eq[first + 2] < 0 ? 0 : x[n->eq[first + 2]]);
}

static const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

static void put_vector(double *x, const int eq[3], Vec3 v)
{
    set(x, eq[0], v.x), set(x, eq[1], v.y), set(x, eq[2], v.z);
}

/* Fields: three translations, three rotations, and with modes U_j, three each. */
static double *rigid_fields(Arena *arena, const Fem *fem)
{
    size_t n = (size_t)fem->equations;
    double *E = ARENA_ARRAY(arena, double, 6 * n);
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < fem->node.n; k++) {
            const FemNode *node = &fem->node.at[k];
            put_vector(E + n * (size_t)c, node->eq, unit[c]);
            put_vector(E + n * (size_t)(3 + c), node->eq, v3_cross(unit[c], node->r));
            put_vector(E + n * (size_t)(3 + c), node->eq + 3, unit[c]);
        }
    return E;
}

static double *turned_fields(Arena *arena, const Fem *fem, int modes, const double *shape)
{
    size_t n = (size_t)fem->equations;
    double *U = ARENA_ARRAY(arena, double, 3 * n * (size_t)modes);
    for (int j = 0; j < modes; j++)
        for (int k = 0; k < fem->node.n; k++) {
            const FemNode *node = &fem->node.at[k];
            Vec3 phi = at_node(node, shape + n * (size_t)j, 0);
            for (int c = 0; c < 3; c++) put_vector(U + n * (size_t)(3 * j + c), node->eq, v3_cross(unit[c], phi));
        }
    return U;
}

static double *products(Arena *arena, const Symmetric *M, int columns, const double *x)
{
    size_t n = (size_t)M->lower.cols;
    double *out = ARENA_ARRAY(arena, double, n *(size_t)columns);
    for (int c = 0; c < columns; c++) cd_symmetric_apply(M, x + n * (size_t)c, out + n * (size_t)c);
    return out;
}

/* a^T b of three columns each. */
static Mat3 three(int n, const double *a, const double *b)
{
    Mat3 out;
    for (int j = 0; j < 3; j++)
        out.c[j] = v3(cd_dot(n, a, b + (size_t)n * (size_t)j), cd_dot(n, a + n, b + (size_t)n * (size_t)j),
                      cd_dot(n, a + 2 * (size_t)n, b + (size_t)n * (size_t)j));
    return out;
}

static Vec3 column(int n, const double *a, const double *b)
{
    return v3(cd_dot(n, a, b), cd_dot(n, a + n, b), cd_dot(n, a + 2 * (size_t)n, b));
}

void cd_modal_invariants(Arena *arena, const Fem *fem, const double *shape, bool second, ModalBody *body)
{
    Arena scratch = { 0 };
    int n = fem->equations, modes = body->n, entries = fem->M.entry.n;
    int *row = ARENA_ARRAY(&scratch, int, entries), *col = ARENA_ARRAY(&scratch, int, entries);
    double *value = ARENA_ARRAY(&scratch, double, entries);
    for (int k = 0; k < entries; k++)
        row[k] = fem->M.entry.at[k].i, col[k] = fem->M.entry.at[k].j, value[k] = fem->M.entry.at[k].v * fem->ucf;
    Symmetric M = cd_symmetric_new(&scratch, n, entries, row, col, value);
    size_t N = (size_t)n;

    double *E = rigid_fields(&scratch, fem), *ME = products(&scratch, &M, 6, E);
    Mat3 tt = three(n, E, ME), tr = three(n, E, ME + 3 * N);
    body->I1 = (tt.c[0].x + tt.c[1].y + tt.c[2].z) / 3;
    body->I2 = v3((m3_at(tr, 1, 2) - m3_at(tr, 2, 1)) / 2, (m3_at(tr, 2, 0) - m3_at(tr, 0, 2)) / 2,
                  (m3_at(tr, 0, 1) - m3_at(tr, 1, 0)) / 2);
    body->I7 = three(n, E + 3 * N, ME + 3 * N);
    body->I7 = m3_scale(m3_add(body->I7, m3_transpose(body->I7)), 0.5);

    body->I3 = ARENA_ARRAY(arena, Vec3, modes), body->I4 = ARENA_ARRAY(arena, Vec3, modes);
    body->I8 = ARENA_ARRAY(arena, Mat3, modes);
    /* free modes are orthogonal to rigid motion: what rounding leaves of I3 and I4 is none of theirs */
    const double rounding = 1e-9, mass = sqrt(body->I1),
                 turn = sqrt(body->I7.c[0].x + body->I7.c[1].y + body->I7.c[2].z);
    for (int j = 0; j < modes; j++) {
        const double *phi = shape + N * (size_t)j;
        body->I3[j] = column(n, ME, phi), body->I4[j] = column(n, ME + 3 * N, phi);
        if (v3_norm(body->I3[j]) < rounding * mass) body->I3[j] = v3(0, 0, 0);
        if (v3_norm(body->I4[j]) < rounding * turn) body->I4[j] = v3(0, 0, 0);
    }
    double *U = turned_fields(&scratch, fem, modes, shape);
    for (int j = 0; j < modes; j++) {
        Mat3 a = m3_scale(three(n, ME + 3 * N, U + 3 * N * (size_t)j), -1);
        a = m3_scale(m3_add(a, m3_transpose(a)), 0.5);
        body->I8[j] = m3_add(a, m3_scale(m3_skew(body->I4[j]), 0.5));
    }
    if (second) {
        size_t square = (size_t)modes * (size_t)modes;
        body->I5 = ARENA_ARRAY(arena, Vec3, square), body->I9 = ARENA_ARRAY(arena, Mat3, square);
        double *MU = products(&scratch, &M, 3 * modes, U);
        for (int j = 0; j < modes; j++)
            for (int k = 0; k < modes; k++) {
                const double *Uj = U + 3 * N * (size_t)j, *MUk = MU + 3 * N * (size_t)k, *MUj = MU + 3 * N * (size_t)j;
                Vec3 jk = column(n, MUj, shape + N * (size_t)k), kj = column(n, MUk, shape + N * (size_t)j);
                body->I5[(size_t)j * (size_t)modes + (size_t)k] = v3_scale(v3_sub(jk, kj), 0.5);
                body->I9[(size_t)j * (size_t)modes + (size_t)k] = m3_scale(three(n, Uj, MUk), -1);
            }
    }
    cd_arena_close(&scratch);
}

void cd_modal_nodes(Arena *arena, const Fem *fem, const double *shape, bool all, ModalBody *body)
{
    size_t N = (size_t)fem->equations, modes = (size_t)body->n;
    int count = 0;
    for (int k = 0; k < fem->node.n; k++) count += all || !fem->node.at[k].hidden;
    body->id = ARENA_ARRAY(arena, int, count), body->s = ARENA_ARRAY(arena, Vec3, count);
    body->phi = ARENA_ARRAY(arena, double, 3 * modes * (size_t)count);
    body->psi = ARENA_ARRAY(arena, double, 3 * modes * (size_t)count);
    for (int k = 0; k < fem->node.n; k++) {
        const FemNode *node = &fem->node.at[k];
        if (node->hidden && !all) continue;
        size_t at = 3 * modes * (size_t)body->nodes;
        for (size_t j = 0; j < modes; j++) {
            Vec3 phi = at_node(node, shape + N * j, 0), psi = at_node(node, shape + N * j, 3);
            memcpy(body->phi + at + 3 * j, (double[]){ phi.x, phi.y, phi.z }, 3 * sizeof(double));
            memcpy(body->psi + at + 3 * j, (double[]){ psi.x, psi.y, psi.z }, 3 * sizeof(double));
        }
        body->id[body->nodes] = node->id, body->s[body->nodes++] = node->r;
    }
}

static bool is_written(const ModalBody *body, int id)
{
    for (int k = 0; k < body->nodes; k++)
        if (body->id[k] == id) return true;
    return false;
}

void cd_modal_edges(Arena *arena, const Fem *fem, ModalBody *body)
{
    bool hidden = false; /* pieces of tubes are left out */
    body->edge = ARENA_ARRAY(arena, int, 2 * fem->edge.n);
    for (int k = 0; k < fem->edge.n; k++)
        hidden |= !is_written(body, fem->edge.at[k].a) || !is_written(body, fem->edge.at[k].b);
    for (int k = 0; k < fem->edge.n; k++) {
        const FemEdge *e = &fem->edge.at[k];
        if ((e->whole && !hidden) || !is_written(body, e->a) || !is_written(body, e->b)) continue;
        body->edge[2 * body->edges] = e->a, body->edge[2 * body->edges + 1] = e->b, body->edges++;
    }
}
