/* constraint.c - what an expression that is kept at zero may say: it reads time and markers, and joins no more bodies
 * than a row has room for; and its degree in velocities. */
#include "expr/compiler.h"
#include "kinematics/rows.h"
#include "model/bodies.h"

/* ---- degree in velocities ---------------------------------------------------------------------------------------- */

enum { NOT_LINEAR = 2 };

static int leaf_degree(const Leaf *l)
{
    if (l->type != LEAF_MARKER) return 0;
    Measure m = l->query.measure;
    if (m == MEASURE_VM || m == MEASURE_WM) return NOT_LINEAR;
    return m == MEASURE_VR || (m >= MEASURE_VM && m <= MEASURE_WZ) ? 1 : 0;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int node_degree(const Node *n, const int *degree)
{
    int a = degree[n->a], b = n->b >= 0 && n->op != OP_CURVE ? degree[n->b] : 0;
    switch ((Op)n->op) {
    case OP_NEG: return a;
    case OP_ADD:
    case OP_SUB: return larger(a, b);
    case OP_MUL: return a + b;
    case OP_DIV: return b ? NOT_LINEAR : a;
    case OP_IF: return a ? NOT_LINEAR : larger(b, larger(degree[n->c], degree[n->d]));
    default: return a || b ? NOT_LINEAR : 0;
    }
}

int cd_program_velocity_degree(const Program *p, int *degree)
{
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        degree[i] = n->op == OP_CONST ? 0 : n->op == OP_LEAF ? leaf_degree(&p->leaf[n->a]) : node_degree(n, degree);
    }
    int most = degree[p->nodes - 1];
    for (int i = 0; p->user && i < p->nodes; i++) most = larger(most, degree[i]); /* a routine reads them all */
    return most;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

bool cd_constraint_may_read(const CdModel *model, const Leaf *leaf)
{
    if (leaf->type == LEAF_TIME) return true;
    Measure m = leaf->query.measure;
    if (leaf->type != LEAF_MARKER || (m >= MEASURE_ACCM && m <= MEASURE_WDTZ)) return false;
    for (int k = 0; k < 4; k++)
        if (leaf->query.marker[k] >= 0 && MODEL_AT(model, marker, Marker, leaf->query.marker[k])->floating)
            return false;
    return true;
}

static int bodies_of(const CdModel *model, const Program *p, Arena *scratch)
{
    typedef struct Owner {
        int part, point_mass;
    } Owner;
    ARRAY_OF(Owner) seen = { 0 };
    for (int i = 0; i < 4 * p->leaves; i++) {
        const Leaf *l = &p->leaf[i / 4];
        int marker = l->type == LEAF_MARKER ? l->query.marker[i % 4] : -1;
        if (marker < 0) continue;
        const Marker *m = MODEL_AT(model, marker, Marker, marker);
        Owner own = { m->part, m->point_mass };
        if (own.part >= 0 && MODEL_AT(model, part, Part, own.part)->ground) continue;
        int k = 0;
        while (k < seen.n && (seen.at[k].part != own.part || seen.at[k].point_mass != own.point_mass)) k++;
        if (k == seen.n) ARRAY_PUSH(scratch, &seen, own);
    }
    return seen.n;
}

void cd_check_constraint(Compiler *c, const Program *p)
{
    if (bodies_of(c->model, p, &c->scratch) > ROW_BODIES)
        refuse(c, 0, c->text.n, EXPR_RANGE, "a constraint may join no more than eight bodies");
}
