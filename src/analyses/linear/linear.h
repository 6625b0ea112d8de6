/* linear.h - the equations of motion linearised at the present state, in independent coordinates (theory 12.1 to 12.7).
 *
 *     y' = A y + B u,   y = (positions, velocities, states of DIFF and its kin)
 *
 * Small rotations are taken in ground axes, so a state that turns steadily has constant coefficients. */
#pragma once
#include "analyses/linear/relative.h"
#include "system/equations.h"

typedef struct LinearOptions {
    bool at_rest;         /* an equilibrium: velocities and accelerations are zero, whatever motions ask for */
    bool without_damping; /* loads do not depend on velocities; gyroscopic terms stay */
    int reference;        /* marker that the states are relative to, by its position in the model + 1; 0: ground */
} LinearOptions;

/* Where a column of P or V has something. */
typedef struct Span {
    int first, last; /* last: behind it */
} Span;

/* All positions and velocities from the independent ones. */
typedef struct FromIndependent {
    double *P;             /* nv x positions: positions */
    double *V;             /* nv x velocities: velocities, ... */
    double *S;             /* nv x positions: ... and what positions add to them; NULL: nothing */
    Span *P_span, *V_span; /* of each column */
} FromIndependent;

/* Variables chosen as states (chosen.h). */
typedef struct ChosenStates {
    double *W; /* n x n: y = W (y of independent coordinates); NULL: none are */
    int *at;   /* positions: the variable that stands there, or -1 - k: the independent coordinate k */
} ChosenStates;

/* Where degrees of freedom have no mass (massless.h). */
typedef struct ReducedModel {
    const Element *part; /* that has such a degree of freedom; NULL: all have mass */
    double *lent;        /* nv: what was lent to coordinates that have none */
    /* the model with it, of which this one has the states that do not follow from others; it alone has P, V, S and
     * answer */
    const struct Linearised *whole;
    int *kept;          /* n: which of the whole */
    double *T;          /* whole n x n: y of the whole */
    double *correction; /* whole n x whole n: what A of the whole lacks without what was lent */
} ReducedModel;

typedef struct Linearised {
    Arena arena;
    Equations *e;
    LinearOptions options;
    int positions, velocities, states; /* independent ones, and states with a rate: y has all three, in this order */
    int n;
    /* which of the nv coordinates (dr, dtheta), and of their rates, are the independent ones; which of the states with
     * a rate: at rest those with STATIC_HOLD are constants */
    int *position, *velocity, *state;
    FromIndependent all;
    Relative *frame; /* that positions and velocities are relative to; NULL: ground */
    double *A;       /* n x n */
    /* unknowns x n: accelerations (body axes), multipliers, rates of states, other auxiliary unknowns, for each of y */
    double *answer;
    ChosenStates chosen;
    ReducedModel reduced;
} Linearised;

/* False, with a message, if the model is too large for this, or has no accelerations here; degrees of freedom without
 * mass are eliminated at rest. The state has its accelerations and multipliers again afterwards. Warns if the state is
 * not steady. */
bool cd_linearise(System *s, LinearOptions options, CdLog *log, Linearised *out);
/* MODE is that of linear analysis between these two; returns what it was before. */
double cd_linear_enter(System *s, bool at_rest);
void cd_linear_leave(System *s, double mode_before);
/* Prepares the state for derivatives: accelerations and multipliers, or at rest those that balance the loads. Warns of
 * a state that goes on. */
bool cd_linear_state(System *s, bool at_rest, CdLog *log);
/* Nothing accelerates, as seen from the frame (NULL: from ground), beyond what EQUILIBRIUM or a thousandth of its
 * weight allows; false, with a warning, otherwise. */
bool cd_linear_is_steady(const System *s, const Relative *frame, CdLog *log);
/* The factors that inputs need, made again after others: the state is the one it was linearised at. */
bool cd_linear_refactor(Linearised *l);
void cd_linearised_close(Linearised *l);

/* Says why a model cannot be linearised, as far as that is seen. */
void cd_linear_explain(const System *s, CdLog *log);

/* Whether STATIC_HOLD makes a state with a rate a constant of the linear model. */
bool cd_linear_is_held(const Equations *e, bool at_rest, int state);
/* Fills l->state and l->states. */
void cd_linear_list_states(Arena *arena, Linearised *l, bool at_rest);
/* How many states the model has in independent coordinates. */
int cd_linear_count(System *s, bool at_rest);

/* Whether dense matrices will do for it. */
bool cd_linear_is_small(System *s, bool at_rest);
enum { LINEAR_MOST_STATES = 1500, LINEAR_MOST_COORDINATES = 4000 };

/* The place of a VARIABLE among the unknowns; -1: it has none. */
int cd_linear_variable(const Linearised *l, int variable);
/* The column of B for an input u that is added to a variable, and the answer of all unknowns to it. unknown: of the
 * variable. */
void cd_linear_input(const Linearised *l, int unknown, double *column, double *answer);

/* How fast the bodies move at present: rotations, and displacements by the length of the model. */
double cd_linear_pace(const System *s);

/* Moves bodies on along their motion for a time h, by their velocities and accelerations; the time of the state
 * stays. */
void cd_linear_go_on(System *s, double h);

/* Of a coordinate of a body: the length of the model, or a radian. */
double cd_usual_size(const System *s, int coordinate);

/* Spans of n columns of nv numbers. */
Span *cd_linear_spans(Arena *arena, int nv, int n, const double *T);

/* Masses in independent coordinates, velocities x velocities: V^T M V; with_lent: and what was lent. */
void cd_linear_masses(const Linearised *l, bool with_lent, double *mass);

/* Positions (dr, dtheta of all bodies), and their rates, of a y. */
void cd_linear_positions(const Linearised *l, const double *y, double *dq);
void cd_linear_velocities(const Linearised *l, const double *y, double *p);

/* "PART/2 x", "PART/2 x rate", "DIFF/3 state": for tables. */
const char *cd_linear_label(const Linearised *l, int state, char room[CD_LABEL_ROOM]);
