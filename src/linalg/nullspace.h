/* nullspace.h - small motions that sparse constraints allow: which columns of a matrix of full row rank follow from the
 * others, and how.
 *
 * The matrix falls into blocks that share no column; each is factored by itself, so that the cost grows with the size
 * of the blocks. */
#pragma once
#include "linalg/dense.h"
#include "linalg/sparse.h"

typedef struct NullBlock {
    int rows;
    int *row, *column; /* rows each: its rows, and the columns that follow from the others */
    double *square;    /* rows x rows: these columns */
} NullBlock;

typedef struct NullSpace {
    int rows, free;
    int *independent; /* free, ascending: the columns that the others follow from */
    Pattern pattern;  /* of T, columns x free: A T = 0, with 1 in the independent ones */
    double *x;        /* values of T */
    int blocks;
    NullBlock *block;
} NullSpace;

/* The largest columns, one after the other, become dependent (QR with column pivoting). at, x: A^T, so that its columns
 * are the rows of A. False if the rows depend on each other. All lives in the arena. */
bool cd_null_space(Arena *arena, const Pattern *at, const double *x, NullSpace *out);

/* A d = b for count right-hand sides b (rows x count), d (columns x count) zero in the independent columns. */
bool cd_null_solve(const NullSpace *n, int columns, int count, const double *b, double *d);
