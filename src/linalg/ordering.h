/* ordering.h - orders in which the unknowns of a sparse matrix are eliminated, what an elimination in them costs, and
 * which to take.
 *
 * The matrix has the pattern of [ B G^T; G 0 ], as in lu.h. Minimum degree serves trees and chains, but puts more
 * multipliers behind a block than it has degrees of freedom for where springs or contacts join bodies to a net. Pivots
 * are then looked for elsewhere, and the factors fill by more than is counted. Orders of whole blocks, each with the
 * multipliers that it has room for, need no other pivots than those on the diagonal. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

typedef struct Saddle {
    int n;
    const int *p, *i;   /* the pattern by columns: n+1, nz */
    const int *block;   /* n: the block that an unknown belongs to, -1 if it is a multiplier */
    const int *sp, *si; /* the pattern of A + A^T without its diagonal, in the same form */
} Saddle;

/* Keeps p, i and block, which must stay. */
Saddle cd_saddle_new(Arena *arena, int n, const int *p, const int *i, const int *block);

typedef struct OrderingKind {
    const char *name;
    /* order (n): the unknowns as they are eliminated; false if there is none. */
    bool (*find)(const Saddle *s, Arena *scratch, int *order);
} OrderingKind;

enum { ORDERINGS = 4 };
extern const OrderingKind cd_orderings[ORDERINGS]; /* the first is that of all models that fill little */

typedef struct Prediction {
    double entries;    /* of L, diagonal included, with pivots on the diagonal */
    double operations; /* additions, multiplications, divisions for them */
    int doubtful;      /* multipliers whose pivot may be zero where they stand */
    double expected;   /* operations with what pivots of the doubtful ones elsewhere will add */
} Prediction;

Prediction cd_ordering_predict(const Saddle *s, const int *order);

/* What no order can do with less. */
double cd_ordering_least(const Saddle *s);

/* Another order is taken if it is expected to need no more than a CLEAR part of the operations of the first, where
 * these are MANY. */
#define ORDERING_CLEAR 0.5
#define ORDERING_MANY 1e6

typedef struct Choice {
    int kind;                /* which of the orders */
    Prediction of, of_first; /* zeros where the first fills so little that no other was looked at */
} Choice;

/* A matter of the pattern alone, whose form is that of Saddle. order (n) receives what was chosen. */
Choice cd_ordering_choose(int n, const int *p, const int *i, const int *block, int *order);
