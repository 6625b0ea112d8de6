/* merge.c - several programs made one: what they have in common is computed once. */
#include "base/map.h"
#include "expr/program.h"

#include <string.h>

typedef struct Merger {
    Arena *arena;
    ARRAY_OF(Node) node;
    ARRAY_OF(Leaf) leaf;
    ARRAY_OF(int) load;
    ARRAY_OF(const Interpolant *) spline;
    Map same; /* (operation, operands or value) to node */
} Merger;

/* Angles of the same question have gone through the same turns, whatever counts them. */
static bool same_question(const Merger *m, const Leaf *a, const Leaf *b, const int *loads_of_b)
{
    const MeasureQuery *p = &a->query, *q = &b->query;
    if (a->type != b->type || a->loads != b->loads || p->measure != q->measure || p->type != q->type ||
        p->component != q->component || memcmp(p->marker, q->marker, sizeof p->marker) != 0)
        return false;
    if (a->type != LEAF_LOAD) return a->slot == b->slot;
    return memcmp(m->load.at + a->slot, loads_of_b, sizeof(int) * (size_t)a->loads) == 0;
}

/* The leaf as the whole has it. */
static int take_leaf(Merger *m, const Program *p, const Leaf *leaf)
{
    const int *loads = leaf->type == LEAF_LOAD ? p->load + leaf->slot : NULL;
    for (int i = 0; i < m->leaf.n; i++)
        if (same_question(m, &m->leaf.at[i], leaf, loads)) return i;
    Leaf copy = *leaf;
    if (loads) copy.slot = m->load.n;
    for (int i = 0; loads && i < leaf->loads; i++) ARRAY_PUSH(m->arena, &m->load, loads[i]);
    ARRAY_PUSH(m->arena, &m->leaf, copy);
    return m->leaf.n - 1;
}

static int take_spline(Merger *m, const Interpolant *s)
{
    for (int i = 0; i < m->spline.n; i++)
        if (m->spline.at[i] == s) return i;
    ARRAY_PUSH(m->arena, &m->spline, s);
    return m->spline.n - 1;
}

/* Branches, splines and curves have more to compare than a key holds; they are made again. */
static int take_node(Merger *m, const Node *n)
{
    int key[2] = { n->a, n->b }, at = m->node.n;
    if (n->op == OP_CONST) memcpy(key, &n->k, sizeof n->k);
    if (n->op != OP_IF && n->op != OP_SPLINE && n->op != OP_CURVE)
        at = cd_map_put(&m->same, n->op, key[0], key[1], m->node.n);
    if (at == m->node.n) ARRAY_PUSH(m->arena, &m->node, *n);
    return at;
}

/* Adds a program; place: where each of its nodes stands in the whole. Returns where its value does. */
static int take_program(Merger *m, const Program *p, int *place)
{
    for (int i = 0; i < p->nodes; i++) {
        Node n = p->node[i];
        n.call = -1;
        if (n.op == OP_LEAF) {
            n.a = take_leaf(m, p, &p->leaf[n.a]);
        } else if (n.op != OP_CONST) {
            if (n.op == OP_SPLINE) n.c = take_spline(m, p->spline[n.c]);
            if (n.op == OP_IF) n.c = place[n.c], n.d = place[n.d];
            if ((n.op == OP_IF || n.op == OP_SIGN) && n.k > 0) n.k = 1 + take_leaf(m, p, &p->leaf[(int)n.k - 1]);
            n.a = place[n.a];
            if (n.b >= 0) n.b = place[n.b];
        }
        place[i] = take_node(m, &n);
    }
    return place[p->nodes - 1];
}

Program *cd_program_merge(Arena *arena, const Program *const *part, int parts, int *root)
{
    int nodes = 0;
    for (int k = 0; k < parts; k++) {
        if (part[k]->user) return NULL;
        nodes = part[k]->nodes > nodes ? part[k]->nodes : nodes;
    }
    Merger m = { .arena = arena };
    int *place = ARENA_ARRAY(arena, int, nodes);
    for (int k = 0; k < parts; k++) root[k] = take_program(&m, part[k], place);
    cd_map_close(&m.same);
    Program *p = ARENA_NEW(arena, Program);
    *p = (Program){ .nodes = m.node.n,
                    .leaves = m.leaf.n,
                    .splines = m.spline.n,
                    .loads = m.load.n,
                    .node = m.node.at,
                    .leaf = m.leaf.at,
                    .spline = m.spline.at,
                    .curve = part[0]->curve,
                    .load = m.load.at };
    return p;
}
