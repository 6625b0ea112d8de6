/* matrix.h - the one matrix of the equations of motion, inside: its slots, and how the files that fill it share them.
 *
 * Each kind of term has a file with two functions: one plans entries of the pattern and keeps their numbers, which then
 * become slots; the other adds values to these slots. */
#pragma once
#include "base/map.h"
#include "system/equations.h"

#include <math.h>

typedef ARRAY_OF(int) Ints;

/* Blocks of two bodies. */
typedef struct Blocks {
    Map of;        /* pair of bodies to block */
    int *column;   /* 6 per block: slot of its first row in each column */
    int *diagonal; /* block of each body with itself */
} Blocks;

/* Constraint rows in use. */
typedef struct RowSlots {
    int *first;        /* entries row by row, one per body of the row ... */
    Ints body;         /* ... which is this */
    Ints upper, lower; /* per entry: slot of G^T (first of a column), six slots of G */
    int *pair_first;
    Ints pair;    /* blocks of all pairs of bodies of a row */
    Ints tangent; /* contacts with friction: slots of their tangents in the column of the gap */
} RowSlots;

enum { LACKING = -2 };

typedef struct LoadSlots {
    int revision; /* of the loads that have their places in it */
    bool lacks;   /* two shapes touch whose bodies have no block: the pattern has to be made again */
    int room;     /* loads that there is room for */
    int *first;   /* blocks of a load: for I and for J, each body it depends on; -1: ground, LACKING: none yet */
    Ints block;
    int *auxiliary_first; /* first slots of its columns of auxiliary unknowns, for I and for J */
    Ints auxiliary;
} LoadSlots;

typedef struct FlexibleSlots {
    int *first; /* blocks of frame and groups of modes, by rows; -1: they do not meet */
    Ints block;
    int *modal_first; /* modal loads: rows of frame, groups and reaction, by the bodies and auxiliary unknowns they */
    Ints modal;       /* depend on */
} FlexibleSlots;

/* Equations of auxiliary unknowns: own, bodies (6 each), auxiliary unknowns, multipliers, in this order. */
typedef struct AuxiliarySlots {
    int *first;
    Ints slot;
} AuxiliarySlots;

/* What is being assembled: n sums, with each of these maps into the values beside it. */
typedef struct Sums {
    int n;
    const Maps *maps;
    double **to;
    bool amounts; /* entries add up by their amounts instead */
} Sums;

/* Values of the matrix and their factors. */
typedef struct Factored {
    double *x;
    Lu *lu;
} Factored;

struct Matrix {
    Arena arena;
    int revision; /* of the set of rows it was made for */
    Pattern pattern;
    int *body_of; /* of each column, for the order of elimination */
    double *x;
    double *part[MATRIX_PARTS]; /* the same by powers of the step; NULL: not asked for yet */
    Lu *lu;
    bool aside;     /* x and lu are those of a solution between steps; else these are in other, */
    Factored other; /* NULL: not asked for yet */
    Sums sum;
    Blocks blocks;
    RowSlots row;
    LoadSlots load;
    FlexibleSlots flexible;
    AuxiliarySlots auxiliary;
};

/* ---- planning the pattern ---------------------------------------------------------------------------------------- */

typedef struct Plan {
    Arena arena;
    const Equations *e;
    Matrix *a;
    Ints row, col; /* of each entry */
    Ints column;   /* of blocks, by numbers of entries */
    int blocks;
} Plan;

int cd_plan_entry(Plan *p, int row, int col);
int cd_plan_block(Plan *p, int a, int b); /* of two bodies; -1: one is ground */
/* The entries of the rows of a body in one column; the number of the first. */
int cd_plan_body_column(Plan *p, int body, int col);
/* The same for an auxiliary unknown; -1: it is not in use. */
int cd_plan_auxiliary_column(Plan *p, int body, int auxiliary);
/* Numbers of entries become slots. */
void cd_to_slots(Ints *numbers, const int *slot);

void cd_plan_rows(Plan *p, RowSlots *to);
void cd_plan_slip(Plan *p, RowSlots *to);
void cd_plan_loads(Plan *p, LoadSlots *to);
void cd_plan_flexible(Plan *p, FlexibleSlots *to);
void cd_plan_modal_loads(Plan *p, FlexibleSlots *to);
void cd_plan_auxiliary(Plan *p, AuxiliarySlots *to);
/* Columns of auxiliary unknowns become slots; blocks stay what they are. */
void cd_modal_to_slots(const Equations *e, FlexibleSlots *to, const int *slot);
/* The list of near pairs is another one: loads look up the blocks of their bodies. */
void cd_replan_loads(const Equations *e, Matrix *a);

/* ---- adding values; false: a derivative is not finite, with a message ------------------------------------------- */

static inline void cd_matrix_add(const Matrix *a, double *to, double x)
{
    *to += a->sum.amounts ? fabs(x) : x;
}

void cd_matrix_add_block(const Matrix *a, double *to, const Equations *e, int block, int row_body, int col_body,
                         const double B[36]);
/* f K of a row, between two of its curved bodies. */
void cd_row_block(const RowEval *row, int k, int l, double f, double B[36]);
/* A gradient in the unknowns of a body; whether it is other than zero. */
bool cd_through(const BodyGradient *g, const BodyMap *m, double out[6]);
/* How an auxiliary unknown that is read changes with its unknown. */
double cd_auxiliary_factor(const Equations *e, const Maps *maps, AuxiliaryRead r);
/* A load and its gradient, in e->now.slope. */
bool cd_load_slopes(Equations *e, const Load *l, Wrench *w);

void cd_matrix_add_rows(const Matrix *a, Equations *e);
void cd_matrix_add_slip(const Matrix *a, Equations *e);
bool cd_matrix_add_loads(Matrix *a, Equations *e);
void cd_matrix_add_flexible(const Matrix *a, Equations *e);
bool cd_matrix_add_modal_loads(const Matrix *a, Equations *e);
bool cd_matrix_add_auxiliary(const Matrix *a, Equations *e);
