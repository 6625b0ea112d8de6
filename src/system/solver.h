/* solver.h - what solves the equations of a system, and owns every factorisation: those of the one matrix, of G by
 * itself, of the masses eliminated, of the motion with all that acts on it. A system does not know of any of them; it
 * has room for one pointer to its solver, which is made when first asked for. */
#pragma once
#include "linalg/lu.h"
#include "system/system.h"

typedef struct RowJacobian {
    Lu *lu;        /* NULL: not asked for so far; see row_jacobian.h */
    int nz, *slot; /* per entry of G */
    double *x;
    double *row, *unit; /* scales of rows and coordinates */
    double top;         /* largest share so far (row_jacobian.h); 0: not known */
} RowJacobian;

typedef struct Repivoted {
    int n;
    double first, last; /* times */
} Repivoted;

typedef struct Solver {
    int revision;                /* of the rows in use that these factors are for */
    Lu *lu;                      /* of the one matrix */
    RowJacobian row_jacobian;    /* G by itself */
    Repivoted repivoted;         /* how often pivots had to be chosen again since somebody set this to zero */
    struct Masses *masses;       /* the same matrix with masses, eliminated; NULL: not asked for so far */
    struct Equations *equations; /* motion with all that acts on it; likewise */
    System *wide;                /* the same mechanism with the matrix over all rows that last; likewise */
    int wide_of;                 /* revision of the rows in use that it is of */
} Solver;

/* The solver of a system, for the rows now in use. */
Solver *cd_solver(System *s);
void cd_solver_close(Solver *v);

/* Fills the matrix: G at the present state, B from block, eps; factors it. */
LuStatus cd_system_factor(System *s, BodyBlock *block, const void *user, double eps);
/* The second half of it, for whoever changes the matrix in between. */
LuStatus cd_system_refactor(System *s);
/* Other factors for the same pattern, which belong to the caller. */
Lu *cd_system_lu(const System *s);
LuStatus cd_system_count_pivots(System *s, LuStatus status); /* keeps count in repivoted; returns the status */
/* Lets go of the factors of all matrices, so that what follows depends on the present state only. */
void cd_system_forget_factors(System *s);
/* Solves for s->rhs: velocities first, then one number per row in use. */
void cd_system_solve(System *s);
/* Fills the matrix and solves for s->rhs, to a thousandth of the velocities or better. Where factors are dear to make
 * those of an earlier state are used as long as they serve. */
LuStatus cd_system_solve_nearly(System *s, BodyBlock *block, const void *user, double eps);
/* Whether rows that were independent are not at the present position; needs a factored matrix. */
bool cd_system_has_toggled(System *s);

/* The system over all rows that last, redundant ones included, at the present state; for least reactions. */
System *cd_system_wide(System *s);
