/* krylov.h - solutions by GMRES (Saad and Schultz 1986) of matrices made of small blocks, symmetric in pattern, that
 * need no factors: those of many bodies in contact, in steps about as short as the motions that contacts hold. Rows and
 * columns are scaled by the diagonal. Preconditioned by an incomplete factorisation that changes nothing but the
 * diagonal blocks (Pommerell 1992, DILU):
 *
 *     M = (D + L) D^-1 (D + U),    D_i = A_ii - sum over k < i of A_ik D_k^-1 A_ki */
#pragma once
#include <stdbool.h>

typedef struct Krylov Krylov;

/* For the n-by-n pattern p (n+1), i (nz) with the block of each unknown: consecutive numbers, unknowns of a block side
 * by side, at most six. NULL: it is not of that kind. */
Krylov *cd_krylov_open(int n, const int *p, const int *i, const int *block);
void cd_krylov_close(Krylov *k);

/* Takes the values x (nz). False: a diagonal entry, or a block of D, is singular. */
bool cd_krylov_take(Krylov *k, const double *x);

/* x: A x = b with a scaled residual of at most `tolerance` times that of b, from x = 0. The number of iterations it
 * took; -1: it has not come to that within `most`, at most KRYLOV_MOST. */
enum { KRYLOV_MOST = 40 };
int cd_krylov_solve(Krylov *k, const double *b, double *x, double tolerance, int most);
