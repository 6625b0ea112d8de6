/* system.h - the assembled mechanism: bodies, constraint rows, and the one matrix
 *
 *     [ B    G^T ]      B by bodies: weights (initial conditions) or masses (accelerations)
 *     [ G   -eps ]      eps: 0, or a little damping while the rank is not known yet
 *
 * Its pattern is found once for a set of rows; each body and each row knows the slots of its entries. */
#pragma once
#include "base/profile.h"
#include "base/stop.h"
#include "linalg/lu.h"
#include "linalg/rank.h"
#include "system/constraints.h"

/* A row on a body: entries of G from `entry` on belong to the velocities from `first` on, n of them. */
typedef struct Leg {
    int entry, body, first, n;
} Leg;

/* Who watches what is done with a system. */
typedef struct Observers {
    const Reporter *reporter;  /* lines that DEBUG asks for; NULL: nobody listens */
    const Stop *stop;          /* whether the user wants an end; NULL: never */
    Profile *profile;          /* time by phase; NULL: nobody asks */
    struct Account *account;   /* work done along the run; NULL: nobody asks */
    struct ImpactLog *impacts; /* of the analysis at hand; NULL: the model has no contacts that could be */
} Observers;

/* What time stepping has found of contacts, per CONTACT: the smallest gap of those near by, normal force over the last
 * step, sum of all impulses. */
typedef struct Stepped {
    bool on; /* the integrator is one of time stepping */
    int contacts;
    double *gap, *force, *impulse;
} Stepped;

/* What a system is opened with. */
typedef struct Given {
    Mechanism *base;        /* of the model, which others hold as well */
    const Activity *active; /* what is switched on; NULL: all */
    const bool *inputs;     /* per VARIABLE: its value is set from outside; NULL: none is */
    bool continues;         /* goes on from another system: initial values of the dataset do not count any more, ... */
    bool unmoved;           /* ... but for velocities: so far there has been nothing but equilibria */
} Given;

typedef struct Constants {
    Vec3 gravity;
    /* of a body, its farthest marker; of the model where all are at centres: tells a small gap from a large one */
    double length;
} Constants;

/* Rows as their dot products of vectors, evaluated together. */
typedef struct DottedRows {
    Dots *dots;               /* most of them */
    int others, *other;       /* the rest, by their position among those in use */
    double *value, *rate, *g; /* room for all of them */
} DottedRows;

/* A closed contact that slips: in which direction along its tangents, as it began to or at the last accepted point.
 * Where a step goes through rest the friction stays what it was, so that the motion is smooth up to the event there. */
typedef struct SlipState {
    bool slips;
    double way[2];
    double slow; /* below this speed the direction is the one kept */
} SlipState;

/* Rows in use, in order. */
typedef struct RowsInUse {
    int n, *row;
    int *unknown;    /* per row of the constraints: position of its multiplier behind the velocities; -1: left out */
    bool *closed;    /* per row: a unilateral one, or one of slip, that is an equation at present */
    double *impulse; /* per row: of all impacts so far */
    SlipState *slip; /* per row: of unilateral ones with friction */
    Rank rank;
    int revision; /* of the set */
    DottedRows dotted;
    Stepped stepped; /* contacts that time stepping has found, which have no rows */
} RowsInUse;

/* The matrix over the rows in use. */
typedef struct SystemMatrix {
    Arena arena;
    int n;
    Pattern pattern;
    double *x;      /* values */
    int *body_slot; /* 36 per body (9 for a point mass counted with stride 36), row by row */
    int *row_first; /* rows + 1: entries of G row by row */
    int *leg_first; /* rows + 1: legs row by row */
    Leg *leg;
    int *diagonal;      /* per row in use: slot of (row, row) */
    int *column;        /* per entry of G */
    int *upper, *lower; /* per entry of G: slots of G^T and G */
} SystemMatrix;

/* Motions at the state evaluated last, and room for an evaluation. */
typedef struct Evaluated {
    BodyMotion *body;
    MarkerMotion *marker;
    double *drive; /* 3 per row: f, f', f'' */
    double *rhs;   /* n of the matrix, at the widest */
    RowEval *eval;
} Evaluated;

typedef struct System {
    Arena arena;
    const CdModel *model;
    Mechanism *m; /* with the parameters of curves that are in use */
    Constraints *c;
    State state;
    Given given;
    Constants constants;
    RowsInUse in_use;
    SystemMatrix matrix;
    Evaluated now;
    Observers watch;
    struct Solver *solver; /* of its equations, which is above it: solver.h; NULL: not asked for so far */
} System;

System *cd_system_open(const CdModel *model, const Activity *active);
System *cd_system_open_on(Mechanism *base, const Activity *active); /* on one that the caller holds */
/* From end to end: the box around the centres of bodies where they stand and the markers of ground, and the farthest
 * marker of a body. */
double cd_system_size(const System *s);
void cd_system_close(System *s);

/* Which rows count: those that last; with them initial displacements, or initial rates, and without the motions that
 * take their displacement, or rate, from the model; the same without initial rates. Rows of velocities do not count for
 * positions. */
typedef enum RowSet { ROWS_LASTING, ROWS_INITIAL_POSITION, ROWS_VELOCITY, ROWS_INITIAL_VELOCITY } RowSet;

/* Chooses the rows to use: all of a set, or those of it that are independent. */
void cd_system_use_all(System *s, RowSet set);
void cd_system_find_rank(System *s, double tolerance, RowSet set);
void cd_system_use_rank(System *s); /* those that s->rank has as independent */
int cd_system_use_rates(System *s); /* with them initial rates of joints, which stand last; how many */
/* An impulse along the normal of a contact over a step of size h. */
void cd_system_add_stepped(System *s, int contact, double gap, double impulse, double h);
void cd_system_use_closed(System *s);      /* and of unilateral rows those that are closed; they are independent */
bool cd_system_any_rates(const System *s); /* whether there are any */
bool cd_system_differs(const System *s, RowSet set); /* from those that last */
/* Whether other rows than those of s->rank are independent at the present state. */
bool cd_system_rank_changed(System *s, double tolerance, RowSet set);
/* Whether a row is one of those across the plane of planar parts, which no motion of theirs changes. */
bool cd_row_is_across(const System *s, const RowEval *e);
Rank cd_system_rank(System *s, Arena *arena, double tolerance, RowSet set);            /* there */
Rank cd_system_rank_of(System *s, Arena *arena, double tolerance, const bool *counts); /* of rows by a flag each */

/* Evaluates body motions, and f, f', f'' of the drives at the time of the state. False if a drive fails. */
bool cd_system_prepare(System *s, CdLog *log);

/* phi of all rows (by row), and the largest with its row; rows of velocities, which have none, give 0. */
double cd_system_residual(System *s, double *phi, int *worst);

/* Fills the matrix: G at the present state, B from block(user, body, 36 numbers row by row), eps. */
typedef void BodyBlock(const System *s, int body, double block[36], const void *user);
void cd_system_fill(System *s, BodyBlock *block, const void *user, double eps);
/* The first half with entries of G that somebody has, in order; eps is 0. */
void cd_system_fill_with(System *s, BodyBlock *block, const void *user, const double *g);
/* Whether rows that were independent are not at the present position. */
bool cd_system_loses_rank(System *s, double tolerance);
/* All rows in use at the present state: value with its function of time taken off, first rate G v + phi_t - f', and
 * what else is wanted. */
void cd_system_rows(System *s, const RowValues *out);
/* g . x over one row, for entries of G and a vector of velocities. */
double cd_system_row_dot(const System *s, int place, const double *g, const double *x);

/* A row at the present state, with its function of time taken off; and its first rate G v + phi_t - f' from that
 * evaluation. */
RowEval *cd_system_row(System *s, int row, RowLevel level);
double cd_system_rate(const System *s, int row, const RowEval *e);
/* Value and rate of a unilateral row. */
void cd_system_gap(System *s, int row, double out[2]);

/* What the value of a row changes by where its bodies move by the length of the model or turn by a radian: whether a
 * gap is small is judged by that, in any unit alike. */
double cd_system_row_size(System *s, int row);

/* Right-hand side of the acceleration equation of a row: gamma = f'' - quad. */
double cd_system_gamma(System *s, int row);

/* How many times its mass a body counts where positions are brought onto the constraints: a flexible body is moved
 * rather than bent, since its stiffness answers a shift of a mode with a large force (9.48). */
double cd_shift_weight(const MovingBody *b);

/* The block of masses; of masses by that weight; and that of sizes, in any unit alike: a turn by a radian counts as
 * much as a move by the length of the model, and a parameter of a curve as much as the way along it. */
BodyBlock cd_block_mass, cd_block_shift, cd_block_size;
