/* replay.h - the elimination of a sparse matrix in an order that is known, as a list of operations: nothing is looked
 * up or searched.
 *
 *     P A Q = L U,   for each k:  L_ik = a_ik / a_kk,  a_ij -= L_ik a_kj
 *
 * All entries of L and U lie in one array; the list says where each a_ij is. */
#pragma once
#include <stdint.h>

typedef struct Replay Replay;

/* What an elimination has found, in its order k = 0 .. n-1. */
typedef struct Elimination {
    int n;
    const int *lp, *li;  /* L by columns, with its diagonal */
    const int *up, *ui;  /* U by columns, with its diagonal */
    const int *p, *q;    /* row and column of the matrix that k stands for */
    const double *scale; /* what row k was divided by */
} Elimination;

/* A list for matrices with the pattern p, i, of which the values marked as unused, by a number other than 0, are always
 * zero: what moves in a plane needs a fraction of what its pattern allows for. NULL if the list would be long against
 * the factors, which are nearly full then. */
Replay *cd_replay_open(const int *p, const int *i, const uint64_t *unused, const Elimination *e);
void cd_replay_close(Replay *r);

/* How many operations it takes, entries included. */
long cd_replay_operations(const Replay *r);

/* Factors the values x. The reciprocal pivot growth, with rows scaled as when the order was chosen; 0 if a pivot is
 * zero or not finite. */
double cd_replay_factor(Replay *r, const double *x);

/* A b_new = b and A^T b_new = b, in place. */
void cd_replay_solve(Replay *r, double *b);
void cd_replay_solve_transposed(Replay *r, double *b);

const double *cd_replay_pivots(const Replay *r);
