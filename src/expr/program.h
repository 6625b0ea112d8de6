/* program.h - a compiled function expression: a list of nodes, operands before their use, the last one the value.
 *
 * Leaves read the outside world (time, markers, loads, states). The value comes from one forward sweep, the gradient
 * with respect to all leaves from one backward sweep, time derivatives of a function of time from a forward sweep of
 * (x, x', x''). Functions of the language are expanded into a few primitives, so each derivative is written once and
 * holds for all of them. A program also lists its switching points: functions that change sign where a derivative of
 * the expression jumps. */
#pragma once
#include "base/log.h"
#include "expr/interpolant.h"
#include "expr/measure.h"
#include "kinematics/curve.h"
#include "model/model.h"

/* clang-format off */
typedef enum Op {
    OP_CONST, OP_LEAF,
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_POW, OP_NEG,
    OP_ABS, OP_SQRT, OP_EXP, OP_LOG, OP_LOG10, OP_SIN, OP_COS, OP_TAN, OP_ASIN, OP_ACOS, OP_ATAN, OP_SINH, OP_COSH,
    OP_TANH, OP_AINT, OP_ANINT,
    OP_CLIP,                     /* a held between 0 and 1 */
    OP_ATAN2, OP_MOD, OP_SIGN, OP_DIM, OP_MAX, OP_MIN,
    OP_IF,                       /* b if a < 0, c if a = 0, d if a > 0 */
    OP_SPLINE,                   /* curve number c at x = a, z = b (-1: none), k = 8 method + order */
    OP_CURVE                     /* curve element c at parameter a, k = 8 component + order */
} Op;
/* clang-format on */

typedef struct Node {
    unsigned char op;
    int a, b, c, d; /* operands: positions of earlier nodes; for OP_LEAF a is the leaf */
    int call;       /* what the user wrote that led to this node */
    double k;       /* OP_CONST: the value; OP_IF, OP_SIGN: 1 + the leaf of the share of their jump, 0: none */
} Node;

typedef enum LeafType { LEAF_TIME, LEAF_SYSTEM, LEAF_MARKER, LEAF_LOAD, LEAF_STATE, LEAF_DELAY, LEAF_SHARE } LeafType;

typedef enum SystemValue {
    SYSTEM_MODE,
    SYSTEM_CPU,
    SYSTEM_HSIZE,
    SYSTEM_NJAC,
    SYSTEM_NRHS,
    SYSTEM_ORDER,
    SYSTEM_FXFREQ, /* of the mode whose damping is asked for: frequency, number */
    SYSTEM_FXMODE,
    SYSTEM_COUNT
} SystemValue;

/* Values of MODE. */
enum { MODE_KINEMATICS = 1, MODE_INITIAL_CONDITIONS = 3, MODE_DYNAMICS = 4, MODE_STATICS = 5, MODE_LINEAR = 7 };

typedef struct Leaf {
    LeafType type;
    MeasureQuery query; /* MARKER, LOAD */
    int winding;        /* first slot in the model's windings, -1: none */
    int slot;  /* SYSTEM: which; STATE: in model->state_read; LOAD: first in program->load; DELAY, SHARE: which */
    int loads; /* LOAD: number of wrenches summed */
} Leaf;

/* Where a derivative jumps: value[a] - value[b] - offset, or its sine or cosine for events that come in rows. */
typedef enum KinkType { KINK_SIGN, KINK_WHOLE, KINK_HALF, KINK_KNOT, KINK_CURVE } KinkType;
typedef struct Kink {
    KinkType type;
    int a, b, spline; /* b -1: none */
    double offset;
    int level; /* lowest derivative that jumps: 0 the value itself */
    /* it counts only where another switching point of the same function has been passed, as those in the force of
     * IMPACT */
    bool inner;
    int slot; /* of a jump that a motion can be held on, among those of the model; -1: none */
    int call;
} Kink;

/* A jump that a motion is held on takes a share of its upper side, where the argument is positive, and the rest of its
 * lower one; or it stays on a side, though rounding may give the argument the other sign. Or it has the value that it
 * has where the argument is zero, as constraints may keep it but for rounding. */
typedef enum Held { HELD_NOT, HELD_BETWEEN, HELD_LOWER, HELD_UPPER, HELD_AT_ZERO } Held;

/* DELAY(x, delay, before): whoever runs the model remembers x and supplies x at time - delay, or before while there is
 * none. */
typedef struct Delay {
    int slot;             /* in ExprContext.delayed */
    int x, delay, before; /* nodes */
} Delay;

/* A function or operator as written: its place in the canonical text, and the nodes of its arguments. */
typedef struct Call {
    int from, to;
    int first, n; /* in program->argument */
} Call;

struct Program {
    int nodes, leaves, kinks, calls, splines, loads, arguments, delays;
    const Node *node;
    const Leaf *leaf;
    const Kink *kink;
    const Call *call;
    const Interpolant *const *spline;
    const SpaceCurve *const *curve; /* one per CURVE of the model */
    const int *load;                /* positions in model->wrench_read */
    const int *argument;
    const Delay *delay;
    struct UserRoutine
        *user; /* computes the value from the nodes, which are leaves and constants; NULL: the last node is the value */
    int output; /* which of its numbers */
    Text text;  /* canonical */
    bool time_only;
};

/* The world as an expression sees it at one instant. Members that no leaf of the program needs may be NULL. */
typedef struct ExprContext {
    double time;
    double system[SYSTEM_COUNT];
    const MarkerMotion *marker; /* all markers of the model */
    const double *state;        /* in the order of model->state_read */
    const Wrench *wrench;       /* in the order of model->wrench_read */
    const double *winding;      /* model->windings numbers; NULL: principal values */
    const double *delayed;      /* model->delays numbers; NULL: no delay yet */
    const Held *held;           /* model->jumps of them; NULL: no jump is held ... */
    const double *share;        /* ... and their shares */
} ExprContext;

/* Several programs as one that computes once what they have in common; the value of each stands at node root. For
 * values and gradients only: texts and switching points are those of the parts. NULL: one of them is a user routine. */
Program *cd_program_merge(Arena *arena, const Program *const *part, int parts, int *root);

/* Numbers of scratch an evaluation needs. */
int cd_program_room(const Program *p);

/* Each returns false if the result is not a finite number; cd_program_explain then says why. */
bool cd_program_value(const Program *p, const ExprContext *x, double *room, double *value);
/* gradient: one number per leaf */
bool cd_program_gradient(const Program *p, const ExprContext *x, double *room, double *value, double *gradient);
/* The two steps of it: values of all nodes into room, then the gradient of one of them. False if that is not finite. */
void cd_program_sweep(const Program *p, const ExprContext *x, double *room);
bool cd_program_node_gradient(const Program *p, const ExprContext *x, int node, double *room, double *gradient);
/* value, first and second time derivative of a function of time only */
bool cd_program_time(const Program *p, const ExprContext *x, double *room, double out[3]);

/* What a leaf depends on: gradient with respect to the markers of its query, and to the wrenches it sums. */
void cd_leaf_gradient(const Program *p, int leaf, const ExprContext *x, MarkerGradient marker[4], Wrench *load);

/* The switching functions after cd_program_value with the same room. */
void cd_program_kinks(const Program *p, const double *room, double *out);

/* Rates of all nodes, after values with the same room, from those of the leaves, NAN where they are not known; that of
 * the value. And of the switching functions after that: of switching points by a sign, NAN for others. */
double cd_program_rates(const Program *p, const double *leaf_rate, double *room);
void cd_kink_rates(const Program *p, const double *room, double *out);

/* A program of some of the switching points alone, without what they do not depend on. It has no value. */
Program *cd_program_of_kinks(Arena *arena, const Program *p, const bool *wanted);

/* The function of a switching point by a sign as a program whose value it is; and whether two programs compute the
 * same from the same, as far as can be told at a glance. */
Program *cd_program_of_kink(Arena *arena, const Program *p, int kink);
bool cd_program_same(const Program *a, const Program *b);

/* The time at which a switching point lies that depends on time alone and linearly, as the ends of STEP(TIME, ...) do;
 * NAN: it does not. room: two numbers per node. */
double cd_kink_time(const Program *p, int kink, double *room);

/* 0: the value does not depend on velocities of markers; 1: linearly; 2: in another way. degree: scratch, one per
 * node. */
int cd_program_velocity_degree(const Program *p, int *degree);

/* After an accepted point: moves the angles that count turns along. */
void cd_program_wind(const Program *p, const ExprContext *x, double *winding);

/* Reports which function of which element went wrong, with its arguments: an error, or a warning where 0 is written and
 * the run goes on. */
typedef enum Explain { EXPLAIN_FAILURE, EXPLAIN_OUTPUT } Explain;
void cd_program_explain(const Program *p, const ExprContext *x, double *room, const Element *e, const Field *f,
                        Explain how, CdLog *log);
