/* kinks.c - functions that change sign where a derivative of a program jumps (theory 4.21): their values, rates, and
 * times known beforehand. */
#include "expr/primitive.h"

#include <math.h>
#include <string.h>

void cd_program_kinks(const Program *p, const double *v, double *out)
{
    for (int i = 0; i < p->kinks; i++) {
        const Kink *k = &p->kink[i];
        double s = v[k->a] - k->offset;
        switch (k->type) {
        case KINK_SIGN: out[i] = k->b < 0 ? s : s - v[k->b]; break;
        case KINK_WHOLE: { /* not at zero: truncation makes no jump there */
            double n = fabs(k->b < 0 ? s : s / v[k->b]);
            out[i] = n < 0.5 ? 1 : sin(M_PI * n);
            break;
        }
        case KINK_HALF: out[i] = cos(M_PI * s); break;
        case KINK_KNOT: out[i] = sin(M_PI * cd_interpolant_position(p->spline[k->spline], s)); break;
        case KINK_CURVE: out[i] = sin(M_PI * cd_interpolant_curve(p->spline[k->spline], s)); break;
        }
    }
}

/* Nodes as c0 + c1 time, NAN where they are something else. */
double cd_kink_time(const Program *p, int kink, double *room)
{
    const Kink *k = &p->kink[kink];
    double *c0 = room, *c1 = room + p->nodes;
    int last = k->b > k->a ? k->b : k->a;
    if (k->type != KINK_SIGN || p->user) return NAN;
    for (int i = 0; i <= last; i++) {
        const Node *n = &p->node[i];
        c0[i] = c1[i] = NAN;
        if (n->op == OP_CONST) c0[i] = n->k, c1[i] = 0;
        else if (n->op == OP_LEAF && p->leaf[n->a].type == LEAF_TIME) c0[i] = 0, c1[i] = 1;
        else if (n->op == OP_NEG) c0[i] = -c0[n->a], c1[i] = -c1[n->a];
        else if (n->op == OP_ADD) c0[i] = c0[n->a] + c0[n->b], c1[i] = c1[n->a] + c1[n->b];
        else if (n->op == OP_SUB) c0[i] = c0[n->a] - c0[n->b], c1[i] = c1[n->a] - c1[n->b];
        else if (n->op == OP_DIV && c1[n->b] == 0) c0[i] = c0[n->a] / c0[n->b], c1[i] = c1[n->a] / c0[n->b];
        else if (n->op == OP_MUL && c1[n->a] == 0) c0[i] = c0[n->a] * c0[n->b], c1[i] = c0[n->a] * c1[n->b];
        else if (n->op == OP_MUL && c1[n->b] == 0) c0[i] = c0[n->b] * c0[n->a], c1[i] = c0[n->b] * c1[n->a];
    }
    double at = c0[k->a] - k->offset, rate = c1[k->a];
    if (k->b >= 0) at -= c0[k->b], rate -= c1[k->b];
    double when = -at / rate;
    return isfinite(when) ? when : NAN;
}

/* ---- switching points by themselves
 * ----------------------------------------------------------------------------------------- */

static void mark_operands(const Node *n, char *needed)
{
    if (n->op == OP_CONST || n->op == OP_LEAF) return;
    needed[n->a] = 1;
    if (n->b >= 0) needed[n->b] = 1;
    if (n->op == OP_IF) needed[n->c] = needed[n->d] = 1;
}

/* Its place in the slice; all operands have theirs. */
static Node moved(const Node *n, const int *place)
{
    Node x = *n;
    if (n->op == OP_CONST || n->op == OP_LEAF) return x;
    x.a = place[n->a];
    if (n->b >= 0) x.b = place[n->b];
    if (n->op == OP_IF) x.c = place[n->c], x.d = place[n->d];
    return x;
}

Program *cd_program_of_kinks(Arena *arena, const Program *p, const bool *wanted)
{
    Arena scratch = { 0 };
    char *needed = ARENA_ARRAY(&scratch, char, p->nodes);
    int *place = ARENA_ARRAY(&scratch, int, p->nodes), nodes = 0, kinks = 0;
    Node *node = ARENA_ARRAY(arena, Node, p->nodes);
    Kink *kink = ARENA_ARRAY(arena, Kink, p->kinks);
    for (int i = 0; i < p->kinks; i++) {
        if (!wanted[i]) continue;
        needed[p->kink[i].a] = 1;
        if (p->kink[i].b >= 0) needed[p->kink[i].b] = 1;
    }
    for (int i = p->nodes; i-- > 0;)
        if (needed[i]) mark_operands(&p->node[i], needed);
    bool timed = true;
    for (int i = 0; i < p->nodes; i++) {
        if (!needed[i]) continue;
        node[nodes] = moved(&p->node[i], place), place[i] = nodes++;
        timed &= p->node[i].op != OP_LEAF || p->leaf[p->node[i].a].type == LEAF_TIME;
    }
    for (int i = 0; i < p->kinks; i++) {
        if (!wanted[i]) continue;
        kink[kinks] = p->kink[i], kink[kinks].a = place[p->kink[i].a];
        if (p->kink[i].b >= 0) kink[kinks].b = place[p->kink[i].b];
        kinks++;
    }
    cd_arena_close(&scratch);
    Program *slice = ARENA_NEW(arena, Program);
    *slice = *p;
    slice->node = node, slice->nodes = nodes, slice->kink = kink, slice->kinks = kinks, slice->time_only = timed;
    return slice;
}

/* ---- the function of one switching point as a program
 * ----------------------------------------------------------------------- */

/* Leaves that nothing in the program reads are dropped: it depends on the others alone. */
static void drop_leaves(Arena *arena, const Program *p, Node *node, int nodes, Program *out)
{
    int *place = ARENA_ARRAY(arena, int, p->leaves);
    Leaf *leaf = ARENA_ARRAY(arena, Leaf, p->leaves);
    out->leaves = 0, out->leaf = leaf;
    for (int i = 0; i < nodes; i++) {
        bool jumps = (node[i].op == OP_IF || node[i].op == OP_SIGN) && node[i].k > 0;
        if (node[i].op != OP_LEAF && !jumps) continue;
        int of = jumps ? (int)node[i].k - 1 : node[i].a;
        if (!place[of]) leaf[out->leaves++] = p->leaf[of], place[of] = out->leaves;
        if (jumps) node[i].k = place[of];
        else node[i].a = place[of] - 1;
    }
}

Program *cd_program_of_kink(Arena *arena, const Program *p, int kink)
{
    Arena scratch = { 0 };
    bool *wanted = ARENA_ARRAY(&scratch, bool, p->kinks);
    wanted[kink] = true;
    Program *slice = cd_program_of_kinks(arena, p, wanted);
    const Kink *k = &slice->kink[0];
    int n = slice->nodes;
    Node *node = ARENA_ARRAY(arena, Node, n + 3);
    memcpy(node, slice->node, sizeof *node * (size_t)n);
    const Node plain = { .a = -1, .b = -1, .c = -1, .d = -1, .call = -1 };
    int value = k->a;
    if (k->b >= 0) node[n] = plain, node[n].op = OP_SUB, node[n].a = value, node[n].b = k->b, value = n++;
    node[n] = plain, node[n].op = OP_CONST, node[n].k = k->offset, n++;
    node[n] = plain, node[n].op = OP_SUB, node[n].a = value, node[n].b = n - 1, n++;
    slice->node = node, slice->nodes = n, slice->kinks = slice->calls = slice->arguments = slice->delays = 0;
    drop_leaves(arena, p, node, n, slice);
    cd_arena_close(&scratch);
    return slice;
}

static bool same_leaf(const Program *a, const Program *b, int i)
{
    const Leaf *x = &a->leaf[i], *y = &b->leaf[i];
    if (x->type != y->type || x->loads != y->loads || x->query.measure != y->query.measure ||
        x->query.type != y->query.type || x->query.component != y->query.component ||
        memcmp(x->query.marker, y->query.marker, sizeof x->query.marker) != 0)
        return false;
    return x->type == LEAF_LOAD || x->slot == y->slot;
}

bool cd_program_same(const Program *a, const Program *b)
{
    if (a->user || b->user || a->loads || b->loads || a->splines || b->splines) return a == b;
    if (a->nodes != b->nodes || a->leaves != b->leaves) return false;
    for (int i = 0; i < a->leaves; i++)
        if (!same_leaf(a, b, i)) return false;
    for (int i = 0; i < a->nodes; i++) {
        const Node *x = &a->node[i], *y = &b->node[i];
        bool leaf = x->op == OP_LEAF || x->op == OP_CONST;
        if (x->op != y->op || x->k != y->k || (x->op != OP_CONST && x->a != y->a)) return false;
        if (!leaf && (x->b != y->b || (x->op == OP_IF && (x->c != y->c || x->d != y->d)))) return false;
    }
    return true;
}

/* What does not depend on its operand has no rate, whatever is known of that. */
static double times(double derivative, double rate)
{
    return derivative == 0 || rate == 0 ? 0 : derivative * rate;
}

double cd_program_rates(const Program *p, const double *leaf_rate, double *room)
{
    double *v = room, *rate = room + p->nodes;
    for (int i = 0; i < p->nodes; i++) {
        const Node *n = &p->node[i];
        if (n->op == OP_CONST) rate[i] = 0;
        else if (n->op == OP_LEAF) rate[i] = leaf_rate[n->a];
        else if (n->op == OP_IF) rate[i] = rate[cd_branch_taken(n, v)];
        else {
            Local d = cd_primitive_local(p, n, v, i);
            rate[i] = times(d.a, rate[n->a]) + (cd_has_second_operand(n) ? times(d.b, rate[n->b]) : 0);
        }
    }
    return rate[p->nodes - 1];
}

void cd_kink_rates(const Program *p, const double *room, double *out)
{
    const double *rate = room + p->nodes;
    for (int i = 0; i < p->kinks; i++) {
        const Kink *k = &p->kink[i];
        out[i] = k->type != KINK_SIGN ? NAN : k->b < 0 ? rate[k->a] : rate[k->a] - rate[k->b];
    }
}
