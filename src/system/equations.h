/* equations.h - the equations of motion of a system with all that acts on it, and the one matrix that every method
 * solves with.
 *
 *     M v' + G^T lambda - Q(q, v, v', z, t) = 0
 *     phi(q, t) = 0
 *     e(z', z, q, v, v', lambda, t) = 0          z: auxiliary unknowns, each with an equation of its own
 *
 * Auxiliary unknowns are the states of DIFF and its kin, and whatever an expression of the equations reads: variables,
 * loads, reactions. What nobody reads has none. The inertia terms are the method's own. */
#pragma once
#include "kinematics/equation.h"
#include "system/delays.h"
#include "system/flexible.h"
#include "system/loads.h"
#include "system/modal_loads.h"
#include "system/solver.h"

typedef struct Auxiliary {
    const Element *element;
    KindIndex kind;
    int index, component; /* wrenches: component is the side */
    bool wrench;          /* one of six numbers of a load that is read */
    int number;           /* which of the six */
    /* the auxiliary unknown that it is the derivative of (8.50), with the equation f' = 0 or z - f' = 0; -1: none */
    int of;
    EquationType type;
    Scalar f;
    Support on;
    double start, rate;
    bool hold;
    bool output; /* nothing but outputs depends on it: where it has no value it is 0 */
} Auxiliary;

/* An auxiliary unknown in the order of dependence. direct: positions, velocities, states and time are all that it
 * depends on. */
typedef struct Ordered {
    int auxiliary;
    bool direct;
} Ordered;

/* An element whose derivative is read and cannot be found, and what it would take derivatives of. */
typedef struct Underived {
    const Element *element;
    const char *reads;
} Underived;

/* How the motion of a body changes with its unknowns d = (3, 3):  dr = q d, dpi = q d, du = v d, dwbar = V d, du' = a
 * d, dwbar' = A d. */
typedef struct BodyMap {
    double q, v, a;
    Mat3 V, A;
} BodyMap;

/* The same for auxiliary unknowns with a rate:  dz = z d, dz' = rate d. Others: dz = d.
 *
 * The maps of an implicit method are polynomials in the size c of its step, and with them the matrix: J = J0 + c J1 +
 * c^2 J2. power: which of these parts the maps are the factors of; what does not depend on maps, G above all, belongs
 * to part 0, and whoever has only one matrix makes that. */
enum { MATRIX_PARTS = 3 };
typedef struct Maps {
    const BodyMap *body;
    double z, rate;
    int power;
    double
        /* factor of velocities for inertia of flexible bodies, where loads are asked for without their damping; 0
         * else */
        gyroscopic;
} Maps;

typedef struct Matrix Matrix; /* matrix.h */

/* A value that only outputs read has none at this point; it has been told. */
typedef struct Missing {
    bool now, told;
} Missing;

/* A number that changes at accepted points only. */
typedef struct Memory {
    const Element *element;
    EquationSpec spec;
    double value;
    double when;            /* its condition at the last accepted point */
    double rate, when_rate; /* of both there, along the motion, where it is needed; else 0 */
    double before;          /* of a sampled one: what it was until it was sampled last */
    int clock;              /* that it is sampled by; -1: none */
} Memory;

/* When the sampled states of an element change next, and have done so last; runs: that is known. */
typedef struct Clock {
    const Element *element;
    const Program *period, *offset;
    double next, last;
    bool runs;
} Clock;

typedef struct Jumps Jumps; /* jumps.h */

typedef struct AuxiliaryUnknowns {
    int n, differential; /* in use; differential: those with a rate, which stand first */
    Auxiliary *at;
    bool plants;    /* inputs and outputs of plants are among them, as for the linearised model */
    bool linear;    /* in accelerations, and there are none of these: one matrix serves a state */
    bool nonlinear; /* as far as anybody knows they are not, or masses are more than blocks of bodies */
    Ordered *order; /* those that expressions give, but for rings of them, each behind what it reads */
    int ordered;
    /* two per unknown: where expressions see its value, and its rate, in model->state_read; wrenches: in wrench_read;
     * -1: nowhere */
    int *shown;
    Underived underived;
    double *z, *zdot; /* their values and, of the differential ones, their rates */
    Jumps *jumps;     /* shares, behind the others */
} AuxiliaryUnknowns;

/* Values that only outputs read: evaluated in this order, not solved for. */
typedef struct Unread {
    ARRAY_OF(EquationSpec) value;
    ARRAY_OF(const Element *) of;
    int *slot;        /* where expressions see each in model->state_read; -1: nowhere */
    Missing *missing; /* one for each of them */
} Unread;

/* What the equations know of accepted points. */
typedef struct Remembered {
    ARRAY_OF(Memory) memory;
    double *room; /* for rates of those that take what was so between two points; NULL: there are none */
    double time;  /* of the last accepted point */
    int *behind;  /* per entry of model->state_read: the memory; -1: none */
    ARRAY_OF(Clock) clock;
    double *sample; /* scratch, per memory */
    bool sampled;   /* at the last accepted point */
    bool remembers; /* the memory holds what was so at a point of this run */
    Delays delays;
    double *turn;    /* branches of the angles of linear loads */
    double *winding; /* branches of the angles in expressions */
} Remembered;

/* Markers that a residual needs. */
typedef struct MarkersRead {
    bool few;             /* markers that loads read are all that the equations read, and no accelerations ... */
    ARRAY_OF(int) acting; /* ... and these are they */
} MarkersRead;

/* Numbers of one evaluation. */
typedef struct EvaluatedEquations {
    Slope slope[6], one;    /* scratch of one load or equation */
    double *phi, *phi_rate; /* of the rows in use, after a residual: value, and G v + phi_t - f' */
    double *rhs;            /* one per unknown, at the widest */
    double *amount;         /* likewise: terms of each equation, summed up by their amounts */
} EvaluatedEquations;

/* The matrix, and how often it was made: whoever keeps something of it sees whether that is still there. */
typedef struct Jacobian {
    Matrix *matrix;
    long factorings, parts_made, patterns;
    double *inertia; /* 36 per body, row by row, and again for each part: the method's share of the matrix */
} Jacobian;

typedef struct Equations {
    System *s;
    Arena arena;
    Loads loads;
    Flexible flexible;
    ModalLoads modal;
    AuxiliaryUnknowns aux;
    Unread unread;
    Remembered past;
    World world;
    MarkersRead reading;
    EvaluatedEquations now;
    Jacobian jacobian;
} Equations;

/* The equations of a system, made when first asked for and kept with it. */
Equations *cd_equations(System *s);
void cd_equations_close(Equations *e);
/* The same with inputs and outputs of plants among the unknowns take their place, and give it back; what they were is
 * returned. */
Equations *cd_equations_take_plants(System *s);
void cd_equations_give_back(System *s, Equations *usual);

/* Motions of bodies and markers, drives, and what expressions see, at the present state. */
bool cd_equations_prepare(Equations *e, CdLog *log);
/* As much of it as residuals need; other markers are left as they are. */
bool cd_equations_prepare_residual(Equations *e, CdLog *log);

/* r = (G^T lambda - Q, untouched, e): without inertia and without constraints. False if something is not finite, with a
 * message. */
bool cd_equations_residual(Equations *e, double *r);
/* The same with what the rows in use say of accelerations, from one evaluation of each: off = G v' - gamma, and the
 * entries of G in the order of system.h. g NULL: not wanted. */
typedef struct SecondRates {
    double *off, *g;
} SecondRates;
bool cd_equations_residual_second(Equations *e, double *r, SecondRates *second);

/* d(r)/dt with all unknowns held: what TIME does to loads and equations. */
bool cd_equations_time(Equations *e, double *r);

/* An expression along the motion: its value and its rate, and its gradient in e->now.one. rates: what stands for the
 * rate of each unknown it depends on; auxiliary -1: that does not change. In statics nothing moves, and time stands
 * still. */
bool cd_equations_along(Equations *e, const Scalar *f, const Support *on, const AuxiliaryRead *rates, double *value,
                        double *rate);

/* Whether an auxiliary unknown that is read is in use. */
static inline bool cd_equations_uses(const Equations *e, int auxiliary)
{
    return auxiliary >= 0 && auxiliary < e->aux.n;
}
int cd_equations_auxiliaries(const Equations *e); /* auxiliary unknowns, also those that are not in use */

/* Number of unknowns: velocities, multipliers of the rows in use, auxiliary unknowns, in this order. */
int cd_equations_unknowns(const Equations *e);

/* The matrix: e->inertia, derivatives of the residual in the unknowns through the maps, and G for the constraints.
 * False if a derivative is not finite, with a message. Its pattern is made again when the rows in use have changed. */
bool cd_equations_matrix(Equations *e, const Maps *maps);
/* Its parts by powers of the step, from one evaluation of every element; and the matrix they make at a step of size c
 * (9.35). */
bool cd_equations_parts(Equations *e, const Maps maps[MATRIX_PARTS]);
void cd_equations_combine(Equations *e, double c);
/* A matrix with each entry the sum of the amounts of its terms: how large what cancels in it is. After one with the
 * rows in use. */
bool cd_equations_amounts(Equations *e, const Maps *maps);
/* Other rows take the place of G, not of G^T, in the matrix just made; g: their entries in the order of system.h. */
void cd_equations_replace_rows(Equations *e, const double *g);
/* Holds an auxiliary unknown where it is, in the matrix just made. */
void cd_equations_pin(Equations *e, int auxiliary);
LuStatus cd_equations_factor(Equations *e);
/* The same for solutions that are good enough for iterations that go on (lu.h). */
LuStatus cd_equations_factor_nearly(Equations *e);
void cd_equations_forget_factors(Equations *e); /* the next factors depend on the values only */
/* What is solved between steps, at a state that has been prepared, has values and factors of its own where equations
 * are nonlinear: those of the method are there again after the second. */
void cd_equations_step_aside(Equations *e);
void cd_equations_step_back(Equations *e);
void cd_equations_solve(Equations *e, double *b);
void cd_equations_apply(const Equations *e, const double *d, double *y); /* y = matrix d */
/* The pattern of the matrix, and its values as last made. */
const Pattern *cd_equations_values(const Equations *e, double **x);
/* The same with a copy of the values. */
const Pattern *cd_equations_keep(const Equations *e, Arena *arena, double **copy);
/* y += the share of one load in the matrix d, over bodies. False if an expression fails. */
bool cd_equations_apply_load(Equations *e, int load, const Maps *maps, const double *d, double *y);
/* The unknown that comes nearest to being undetermined: the column that failed, or lost most to cancellation. */
int cd_equations_weakest(const Equations *e, double *kept);
/* The equation in which an unknown has its pivot, and the pivot. */
int cd_equations_pivot(const Equations *e, int unknown, double *pivot);
const Choice *cd_equations_ordering(const Equations *e); /* of the matrix; NULL before there is one */
/* Every entry of the matrix, by rows. */
void cd_equations_entries(const Equations *e, void (*each)(void *user, int row, int col, double x), void *user);
void cd_matrix_close(Matrix *a);

/* Inertia of Newton and Euler: r += M v' + (0, wbar x J wbar), and its derivatives in e->inertia, of the part that the
 * maps are for. */
void cd_inertia_residual(const Equations *e, double *r);
void cd_inertia_matrix(Equations *e, const Maps *maps);

/* The present state, which has been prepared, belongs to the past of delays. */
void cd_equations_delay(Equations *e);

/* After an accepted point: angles that count turns move along, memories are renewed. */
void cd_equations_wind(Equations *e);
/* The angles alone, at a state that has been prepared. */
void cd_equations_wind_angles(Equations *e);

/* Whether loads and rates at an accepted point may be others than those that the step there has ended with: there are
 * memories. */
static inline bool cd_equations_renewed(const Equations *e)
{
    return e->past.memory.n > 0;
}

/* Whether surfaces may slide and stick; whether some, at the present state, which has been prepared, do the one that
 * did the other at the last accepted point. */
bool cd_equations_may_stick(const Equations *e);
bool cd_equations_stick_or_slip(Equations *e);

/* Whether reactions are read by loads, as those of FRICTION, or by other equations. */
bool cd_equations_read_reactions(const Equations *e);

/* The memory that expressions read as component of an element; NULL if nobody has one. */
Memory *cd_equations_memory(Equations *e, KindIndex kind, int index, int component);

/* Gives auxiliary unknowns the values of their expressions at the present state, which is prepared, in the order of
 * dependence; all: also those that depend on accelerations and multipliers, as these are now. Rings of expressions, and
 * what has no value, stay as they are. */
void cd_equations_evaluate(Equations *e, bool all);

/* Values that only outputs read, and loads: fills what the world lacks for the present state. */
void cd_equations_complete(Equations *e);
/* Warns, once each, of values that only outputs read and that are missing since then: they are written as 0. */
void cd_equations_tell_missing(Equations *e, CdLog *log);

/* The load of any force or constraint on one side, at the marker there, in ground axes. */
Wrench cd_equations_load(Equations *e, KindIndex kind, int index, int side);

/* Says what keeps the expression that a row is from having a value and a gradient at the state prepared; whether
 * something does. */
bool cd_equations_explain_row(const Equations *e, int row, CdLog *log);

/* Whether a program, which may be NULL, reads accelerations of markers. */
bool cd_reads_accelerations(const Program *p);

/* Every program of the equations, with the element it belongs to: loads, auxiliary unknowns, drives. */
void cd_equations_programs(const Equations *e, void (*each)(void *user, const Program *p, const Element *element),
                           void *user);

/* States go on from another system of the same model, or of a re-stated one. */
void cd_equations_continue(Equations *e, const Equations *old);

/* "DIFF/3 state", "PART/2 x": for messages. And the equation beside it: "DIFF/3", "PART/2 force x". */
const char *cd_unknown_label(const Equations *e, int unknown, char room[CD_LABEL_ROOM]);
const char *cd_equation_label(const Equations *e, int equation, char room[CD_LABEL_ROOM]);
/* "PART/2", "FLEX_BODY/3 node 17". */
const char *cd_body_label(const Equations *e, int body, char room[CD_LABEL_ROOM]);
