/* spider.c - ties of spiders. x_i: place of node i of the set from its centre.
 *
 *     RBE2:  u_i = u + th x x_i
 *     RBE3:  u = sum of u_i / n,   th = J^-1 sum of x_i x u_i,   J = sum of (|x_i|^2 1 - x_i x_i')
 *
 * RBE3 gives six equations between the new node and the set; six displacements of the set, chosen so that they are well
 * determined, are eliminated by them, and the new node keeps its degrees of freedom. */
#include "flex/spider.h"

#include "linalg/dense.h"

#include <math.h>
#include <string.h>

typedef struct Leg {
    int eq[3];
    Vec3 x;
} Leg;

typedef ARRAY_OF(Leg) Legs;

static void push_tie(Fem *fem, int eq, int n, const int *on, const double *c)
{
    FemTie t = { .eq = eq, .on = ARENA_ARRAY(&fem->arena, int, n), .c = ARENA_ARRAY(&fem->arena, double, n) };
    for (int k = 0; k < n; k++)
        if (c[k] != 0) t.on[t.n] = on[k], t.c[t.n++] = c[k];
    ARRAY_PUSH(&fem->arena, &fem->tie, t);
}

static bool is_tied(const Fem *fem, int eq)
{
    for (int k = 0; k < fem->tie.n; k++)
        if (fem->tie.at[k].eq == eq) return true;
    return false;
}

/* Row c of [1, -x~]: what a motion (u, th) does to the place x. */
static void rigid_row(Vec3 x, int c, double row[6])
{
    const Vec3 unit[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    for (int k = 0; k < 3; k++) row[k] = k == c, row[3 + k] = v3_get(v3_cross(unit[k], x), c);
}

static void tie_rigidly(Fem *fem, const Legs *legs, const FemSet *set, const int master[6])
{
    for (int k = 0; k < legs->n; k++)
        for (int c = 0; c < 3; c++) {
            double row[6];
            rigid_row(legs->at[k].x, c, row);
            push_tie(fem, legs->at[k].eq[c], 6, master, row);
        }
    for (int k = 0; k < set->id.n; k++) { /* nodes of beams and shells turn along */
        const FemNode *n = &fem->node.at[cd_fem_find(fem, set->id.at[k])];
        for (int c = 3; c < 6; c++)
            if (n->eq[c] >= 0) push_tie(fem, n->eq[c], 1, master + c, (double[]){ 1 });
    }
}

/* W (6 x 3 n, by columns) of (u, th) = W u_set. False if the nodes stand in a line. */
static bool averages(Arena *arena, const Legs *legs, double **W)
{
    int n = legs->n;
    Mat3 J = { 0 };
    for (int k = 0; k < n; k++) {
        Vec3 x = legs->at[k].x;
        J = m3_add(J, m3_sub(m3_scale(m3_identity(), v3_dot(x, x)), m3_outer(x, x)));
    }
    double a[9] = { J.c[0].x, J.c[0].y, J.c[0].z, J.c[1].x, J.c[1].y, J.c[1].z, J.c[2].x, J.c[2].y, J.c[2].z };
    DenseLu lu;
    if (cd_dense_factor(arena, 3, a, &lu) != DENSE_OK || lu.rcond < 1e-8) return false;
    *W = ARENA_ARRAY(arena, double, 18 * n);
    for (int k = 0; k < n; k++)
        for (int c = 0; c < 3; c++) {
            double *column = *W + 6 * (3 * k + c), row[6];
            rigid_row(legs->at[k].x, c, row);
            for (int i = 0; i < 3; i++) column[i] = row[i] / n, column[3 + i] = row[3 + i];
            cd_dense_solve(&lu, 1, column + 3);
        }
    return true;
}

static bool tie_average(Fem *fem, const Legs *legs, const int master[6])
{
    Arena scratch = { 0 };
    int n = 3 * legs->n;
    double *W;
    DenseRank rank;
    DenseLu lu;
    bool good = legs->n >= 3 && averages(&scratch, legs, &W);
    /* lengths made equal for the choice of six displacements */
    double size = 0;
    for (int k = 0; k < legs->n; k++) size = fmax(size, v3_norm(legs->at[k].x));
    double *scaled = ARENA_ARRAY(&scratch, double, 6 * n);
    for (int k = 0; k < n && good; k++)
        for (int i = 0; i < 6; i++) scaled[6 * k + i] = W[6 * k + i] * (i < 3 ? 1 : size);
    good = good && cd_dense_rank(&scratch, 6, n, scaled, 1e-6, &rank) == DENSE_OK && rank.rank == 6;
    if (good) {
        double six[36];
        for (int k = 0; k < 6; k++) memcpy(six + 6 * k, W + 6 * rank.order[k], 6 * sizeof(double));
        good = cd_dense_factor(&scratch, 6, six, &lu) == DENSE_OK;
    }
    int *on = ARENA_ARRAY(&scratch, int, n);
    double *rows = ARENA_ARRAY(&scratch, double, 6 * n); /* column k: of what stands at on[k] */
    for (int k = 0; k < n && good; k++) {
        double *column = rows + 6 * k;
        if (k < 6) { /* u_d = W_d^-1 ((u, th) - W_o u_o): the first six columns are the new node's */
            on[k] = master[k], column[k] = 1;
        } else {
            int at = rank.order[k];
            on[k] = legs->at[at / 3].eq[at % 3];
            for (int i = 0; i < 6; i++) column[i] = -W[6 * at + i];
        }
        cd_dense_solve(&lu, 1, column);
    }
    for (int d = 0; d < 6 && good; d++) {
        double *c = ARENA_ARRAY(&scratch, double, n);
        for (int k = 0; k < n; k++) c[k] = rows[6 * k + d];
        int at = rank.order[d];
        push_tie(fem, legs->at[at / 3].eq[at % 3], n, on, c);
    }
    cd_arena_close(&scratch);
    return good;
}

bool cd_fem_spider(Fem *fem, const FemSet *set, SpiderKind kind, int id)
{
    Arena scratch = { 0 };
    CdPlace nowhere = { 0 };
    Legs legs = { 0 };
    Vec3 centre = v3(0, 0, 0);
    bool *seen = ARENA_ARRAY(&scratch, bool, fem->node.n); /* a set may list a node twice */
    for (int k = 0; k < set->id.n; k++) {
        int at = cd_fem_find(fem, set->id.at[k]);
        const FemNode *n = at < 0 ? NULL : &fem->node.at[at];
        if (!n || n->eq[0] < 0 || n->eq[1] < 0 || n->eq[2] < 0) {
            cd_log(fem->log, nowhere, FEM_SET, TEXT_ARG(set->name), set->id.at[k],
                   "it lacks the degrees of freedom x, y and z");
            return cd_arena_close(&scratch), false;
        }
        if (seen[at]) continue;
        seen[at] = true;
        for (int c = 0; c < 3; c++)
            if (is_tied(fem, n->eq[c])) {
                cd_log(fem->log, nowhere, FEM_SET, TEXT_ARG(set->name), set->id.at[k],
                       "another spider holds it already");
                return cd_arena_close(&scratch), false;
            }
        Leg leg = { .eq = { n->eq[0], n->eq[1], n->eq[2] }, .x = n->r };
        ARRAY_PUSH(&scratch, &legs, leg);
        centre = v3_add(centre, n->r);
    }
    if (legs.n) centre = v3_scale(centre, 1. / legs.n);
    for (int k = 0; k < legs.n; k++) legs.at[k].x = v3_sub(legs.at[k].x, centre);
    int master[6];
    FemNode *node = cd_fem_node(fem, id);
    node->r = centre, node->placed = true, node->name = set->name;
    for (int c = 0; c < 6; c++) master[c] = cd_fem_equation(fem, id, c);
    bool good = legs.n > 0;
    if (good && kind == SPIDER_RIGID) tie_rigidly(fem, &legs, set, master);
    else good = good && tie_average(fem, &legs, master);
    if (!good)
        cd_log(fem->log, nowhere, FEM_SET, TEXT_ARG(set->name), set->id.n ? set->id.at[0] : 0,
               "an RBE3 needs three nodes that do not stand in a line");
    cd_arena_close(&scratch);
    return good;
}
