/* tableau.h - order conditions of Runge-Kutta methods, a rooted tree each (Butcher): sum b_i Phi_i(t) = x^|t| /
 * gamma(t) for the value at the time x of a step. */
#pragma once
#include "test.h"

#include <string.h>

enum { TREE_ORDER = 5, TREES = 17, TREE_STAGES = 10 };

typedef struct Tree {
    int order;
    double density;             /* gamma */
    double weight[TREE_STAGES]; /* Phi of each stage */
} Tree;

typedef struct Trees {
    int n, stages;
    Tree tree[TREES];
    double A[TREE_STAGES][TREE_STAGES];
} Trees;

/* The tree whose root carries those of `grown`, further ones up to the order: children are taken in the order of the
 * list. */
static inline void grow_tree(Trees *t, Tree grown, int order, int from, int known)
{
    if (grown.order == order) {
        grown.density *= order;
        t->tree[t->n++] = grown;
        return;
    }
    for (int c = from; c < known; c++) {
        const Tree *child = &t->tree[c];
        if (grown.order + child->order > order) continue;
        Tree next = grown;
        next.order += child->order, next.density *= child->density;
        for (int i = 0; i < t->stages; i++) {
            double sum = 0;
            for (int j = 0; j < t->stages; j++) sum += t->A[i][j] * child->weight[j];
            next.weight[i] *= sum;
        }
        grow_tree(t, next, order, c, known);
    }
}

/* All trees up to order 5. a: the shares of stages, `width` numbers per row; the row of stage i is row i + shift (-1:
 * the first stage has none, rows begin with the second). */
static inline Trees trees_of(int stages, const double *a, int width, int shift)
{
    Trees t = { .stages = stages };
    for (int i = 0; i < stages; i++)
        for (int j = 0; j < i; j++) t.A[i][j] = a[(i + shift) * width + j];
    Tree root = { .order = 1, .density = 1 };
    for (int i = 0; i < stages; i++) root.weight[i] = 1;
    for (int order = 1; order <= TREE_ORDER; order++) grow_tree(&t, root, order, 0, t.n);
    assert_int_equal(t.n, TREES);
    return t;
}

/* The largest deviation from the conditions of one order. */
static inline double off_order(const Trees *t, const double *b, int order, double x)
{
    double most = 0;
    for (int k = 0; k < t->n; k++) {
        if (t->tree[k].order != order) continue;
        double sum = 0;
        for (int i = 0; i < t->stages; i++) sum += b[i] * t->tree[k].weight[i];
        most = fmax(most, fabs(sum - pow(x, order) / t->tree[k].density));
    }
    return most;
}

/* The weights b are of this order at x, and no higher one unless that is the highest known. */
static inline void assert_order(const Trees *t, const double *b, int order, double x)
{
    for (int k = 1; k <= order; k++)
        if (off_order(t, b, k, x) > 1e-12) fail_msg("conditions of order %d are off by %g", k, off_order(t, b, k, x));
    if (order < TREE_ORDER) assert_true(off_order(t, b, order + 1, x) > 1e-6);
}

/* The time of each stage is the sum of its shares. */
static inline void assert_nodes(const Trees *t, const double *node)
{
    for (int i = 0; i < t->stages; i++) {
        double sum = 0;
        for (int j = 0; j < i; j++) sum += t->A[i][j];
        assert_near(sum, node[i], 1e-12); /* tables are printed with 13 digits at least */
    }
}
