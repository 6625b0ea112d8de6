/* dense.h - dense linear algebra through LAPACK. Matrices are stored by columns, entry (i, j) of an m-by-n
 * one at a[i + j*m]; inputs are left as they are. Results live in the arena passed in; scratch memory comes
 * from it too and is given back.
 *
 * Threads: nothing here sets the number of threads of OpenBLAS, because openblas_set_num_threads acts on the
 * whole process and a library must not decide that for its user. One thread is wanted (small matrices, the
 * same bits whatever the number of cores); the program asks for it, others have it by linking the serial flavour
 * (Debian: libopenblas0-serial) or by OPENBLAS_NUM_THREADS=1 in the environment at start. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

typedef enum DenseStatus {
    DENSE_OK,
    DENSE_NOT_FINITE,     /* an input is NaN or infinite */
    DENSE_SINGULAR,       /* a pivot is zero */
    DENSE_NO_CONVERGENCE, /* the eigenvalue iteration gave up */
} DenseStatus;

/* Which columns of A are independent, and what the others are made of. */
typedef struct DenseRank {
    int n, rank;
    int *order;       /* n: first the independent columns, then the dependent ones */
    double *diagonal; /* n: |R_kk|, descending; the size of what column order[k] adds; 0 beyond the rows */
    double *coef;     /* column order[rank + d] = sum over k < rank of coef[k + d*stride] column order[k] */
    int stride;
} DenseRank;

/* QR with column pivoting of the m-by-n matrix a. The rank is the number of |R_kk| > tolerance |R_00|, so
 * columns of very different units are better scaled first. The relation for a dependent column holds to the
 * tolerance. */
DenseStatus cd_dense_rank(Arena *arena, int m, int n, const double *a, double tolerance, DenseRank *out);

/* LU factors of an n-by-n matrix. */
typedef struct DenseLu {
    int n;
    double *factor;    /* n*n: L below the diagonal, U on and above it */
    int *pivot;        /* n: LAPACK's row interchanges, counted from 1 */
    double rcond;      /* estimate of 1 / (|A| |A^-1|) in the 1-norm; 0 if singular */
    int column_failed; /* of the zero pivot, or -1 */
} DenseLu;

/* DENSE_SINGULAR means a pivot exactly zero; a matrix close to singular shows in rcond only. */
DenseStatus cd_dense_factor(Arena *arena, int n, const double *a, DenseLu *out);

/* A x = b and A^T x = b for count right-hand sides (n*count), in place. */
void cd_dense_solve(const DenseLu *lu, int count, double *b);
void cd_dense_solve_transposed(const DenseLu *lu, int count, double *b);

/* Eigenvalues (re + i im) / beta in the order of LAPACK; a complex pair stands together, im > 0 first. */
typedef struct Eigen {
    int n;
    double *re, *im, *beta; /* n each */
    double *vectors;        /* n*n or NULL: right vectors as LAPACK packs them; see cd_eigen_vector */
    double *error; /* n: eps |A| / |cos| of the angle between left and right vector, A balanced; NULL: not known */
    double norm_a, norm_b; /* largest absolute column sum; the scale of re + i im and of beta */
} Eigen;

typedef enum EigenKind {
    EIGEN_FINITE,
    EIGEN_INFINITE,     /* beta is lost in the rounding of B */
    EIGEN_UNDETERMINED, /* re + i im is lost as well: the pencil is singular */
} EigenKind;

/* A x = lambda x, vectors of Euclidean length 1; and A x = lambda B x, vectors with largest |re| + |im| equal
 * to 1. */
DenseStatus cd_dense_eigen(Arena *arena, int n, const double *a, bool vectors, Eigen *out);
DenseStatus cd_dense_eigen_pair(Arena *arena, int n, const double *a, const double *b, bool vectors, Eigen *out);

/* What eigenvalue k is. An infinite one of a defective pencil (a constraint of higher index) is spread by
 * rounding and may come out as large and finite, of size eps^(-1/index): reduce to independent coordinates,
 * do not filter. */
EigenKind cd_eigen_kind(const Eigen *e, int k);

/* Vector k as n real and n imaginary parts. */
void cd_eigen_vector(const Eigen *e, int k, double *re, double *im);

/* A x = lambda B x of symmetric A and positive definite B, by their lower triangles: value (n) ascending, vectors (n*n)
 * with x^T B x = 1. DENSE_SINGULAR: B is not positive definite; *failed: the leading block of which. */
DenseStatus cd_dense_symmetric_pair(Arena *arena, int n, const double *a, const double *b, double *value,
                                    double *vectors, int *failed);

/* A = Q H Q^T, H upper triangular but for one diagonal below, Q orthogonal; n x n each. */
void cd_dense_hessenberg(Arena *arena, int n, const double *a, double **h, double **q);

/* Its name and version. */
const char *cd_dense_library(void);
