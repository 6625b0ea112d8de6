/* lu.h - sparse LU factorisation of matrices with one pattern: analyse once, factor when pivots must be chosen,
 * refactor with the same pivots, solve. Behind it stands KLU, without block triangular form, rows scaled by their
 * largest entry, in the order of elimination that promises least fill (ordering.h). An Lu holds its own scratch memory:
 * one thread at a time. Running out of memory aborts, as in arena.h. */
#pragma once
#include "linalg/ordering.h"

typedef struct Lu Lu;

typedef enum LuStatus {
    LU_OK,
    LU_REPIVOTED,  /* refactor: the old pivots had gone bad, new ones were chosen; the factors are good */
    LU_SINGULAR,   /* a pivot is zero, or the pattern admits no set of pivots; there are no factors */
    LU_NOT_FINITE, /* a value is NaN or infinite; there are no factors */
} LuStatus;

/* Reciprocal pivot growth under which refactor chooses new pivots. On well-conditioned chains fresh pivots
 * stayed above 1e-3 (KLU takes a diagonal entry down to a thousandth of its column), and the error of a
 * solution went like rounding unit / growth: at the worst five of sixteen digits are lost to old pivots. */
#define LU_GROWTH_WORST 1e-5

/* Factors are made by fronts (fronts.h) where at least so many operations are expected, and so many per entry. */
#define LU_FRONTS_OPERATIONS 2e7
#define LU_FRONTS_LENGTH 100

/* They are dear to make from so many operations per entry on. */
#define LU_DEAR_LENGTH 50

typedef struct LuFill {
    int lower, upper; /* entries of L and U, diagonals included in both */
} LuFill;

/* Analyses the n-by-n pattern p (n+1), i (nz), rows of a column in any order but each once; it is copied. The
 * status is LU_OK, or LU_SINGULAR if the pattern is structurally singular; then the column failed is an
 * unknown left over when as many equations as possible have been paired with an unknown each. */
Lu *cd_lu_open(int n, const int *p, const int *i);
/* The same for [ B G^T; G 0 ]: block[j] is the block of B that unknown j belongs to, -1 if it is a multiplier. A
 * multiplier has no diagonal of its own; every order of elimination puts it behind a block that it acts on, or pivots
 * would be looked for far away and the factors fill up. */
Lu *cd_lu_open_saddle(int n, const int *p, const int *i, const int *block);
/* The same in an order of elimination that is given (n). */
Lu *cd_lu_open_ordered(int n, const int *p, const int *i, const int *order);
/* The same for a matrix that may be far from symmetric: in block triangular form. */
Lu *cd_lu_open_blocks(int n, const int *p, const int *i);
void cd_lu_close(Lu *lu);

/* Factors the values x (nz), choosing pivots. */
LuStatus cd_lu_factor(Lu *lu, const double *x);

/* Factors with the pivots of the last factor. It allocates the first time after these were chosen, where it lists the
 * operations, and when values that were always zero are so no more; on bad growth or a zero pivot it factors again.
 * Without factors to start from it is cd_lu_factor. */
LuStatus cd_lu_refactor(Lu *lu, const double *x);

/* The same where solutions to LU_NEARLY of what they are of are enough, as in iterations that go on anyway: where
 * factors would be made by fronts they are iterated (krylov.h), unless that turns out to be slow, or, with the same
 * values, to have cost as much as factors. When it was slow it is tried again after one, three, seven ... others. */
LuStatus cd_lu_refactor_nearly(Lu *lu, const double *x);
#define LU_NEARLY 1e-3

/* Lets go of the factors: the next call chooses pivots by its values alone, whatever was factored before. */
void cd_lu_forget(Lu *lu);

/* A b_new = b and A^T b_new = b, in place. Needs factors. */
void cd_lu_solve(Lu *lu, double *b);
void cd_lu_solve_transposed(Lu *lu, double *b);

/* How the last call to open, factor or refactor ended, and the column it failed in: of the zero pivot or of
 * the value that is not finite; -1 if it did not fail. */
LuStatus cd_lu_status(const Lu *lu);
int cd_lu_column_failed(const Lu *lu);

/* Reciprocal pivot growth of the last factorisation: near 1 is good, near 0 bad. */
double cd_lu_growth(const Lu *lu);

/* Estimate of the condition number in the 1-norm, for the values x last factored; costs a few solves. */
double cd_lu_condition(Lu *lu, const double *x);

/* KLU calls a matrix singular only if a pivot is exactly zero. This finds the column that lost most to
 * cancellation, for the values x last factored: kept is its pivot over its largest scaled entry. When kept is
 * near the rounding unit the matrix is singular to working precision, and the column is the unknown to name.
 * -1 if the matrix is empty. */
int cd_lu_weakest_column(Lu *lu, const double *x, double *kept);

/* The row that a column has its pivot in, and the pivot, rows not scaled. Needs factors. */
int cd_lu_pivot_row(Lu *lu, int column, double *pivot);

/* The sign, 1 or -1, of the determinant of each diagonal block, but for a factor that depends on the pattern only, as
 * the blocks do; how many there are. Needs factors. */
int cd_lu_signs(Lu *lu, signed char *sign);

/* The order of elimination that was chosen, and what it is expected to cost. */
const Choice *cd_lu_ordering(const Lu *lu);

/* Whether there are factors to solve with; and whether new ones cost far more than a solution with those at hand. */
bool cd_lu_has_factors(const Lu *lu);
bool cd_lu_is_dear(const Lu *lu);

/* Whether the factors are made by fronts. */
bool cd_lu_uses_fronts(const Lu *lu);

/* Size of the factors. */
LuFill cd_lu_fill(const Lu *lu);

/* Its name and version. */
const char *cd_lu_library(void);
