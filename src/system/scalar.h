/* scalar.h - an expression that stands in the equations: its value, and its gradient in the unknowns it depends on. */
#pragma once
#include "expr/program.h"
#include "kinematics/carry.h"

/* An auxiliary unknown that is read, or its rate. */
typedef struct AuxiliaryRead {
    int auxiliary;
    bool rate;
} AuxiliaryRead;

/* What something depends on: moving bodies and auxiliary unknowns, each once. */
typedef struct Support {
    ARRAY_OF(int) body;
    ARRAY_OF(AuxiliaryRead) auxiliary;
} Support;
int cd_support_body(Arena *arena, Support *s,
                    int body); /* position in the list, added if it is not there; -1 for ground */
int cd_support_auxiliary(Arena *arena, Support *s, AuxiliaryRead read);

/* The marker whose body carries this one: a floating marker of a force goes with I. */
int cd_carrier(const Mechanism *m, int marker);

/* What expressions see, and which unknowns stand behind what they read. */
typedef struct World {
    const CdModel *model;
    const Mechanism *m;
    const BodyMotion *body;
    ExprContext x;
    double *state;               /* x.state */
    Wrench *wrench;              /* x.wrench */
    AuxiliaryRead *behind_state; /* auxiliary -1: none, a constant as far as the equations go */
    int *behind_wrench;          /* first of six auxiliary unknowns; -1: none */
    int shares;                  /* first auxiliary unknown that is the share of a jump */
    double *room, *leaf_slope;   /* scratch for the longest program; the slopes of several numbers */
    const double *delayed_rate;  /* how fast x.delayed changes as time goes on */
    struct ContactRoom *contact; /* scratch of contacts.h; NULL: there is none */
    bool still;                  /* linear analysis at an equilibrium: contacts are those of statics */
    bool secants;                /* contacts have the slopes of secants (21.35) */
    CdLog *log;                  /* where expressions that fail are explained; NULL: nowhere */
} World;

/* Which entries of an owner's list a leaf acts on. */
typedef struct LeafPlace {
    int body[4];   /* of its markers; -1: ground, or none */
    int auxiliary; /* of the state, or of the first wrench it reads; -1: none */
    int *wrenches; /* of each wrench it sums: place of the first of six; NULL: no load */
} LeafPlace;

typedef struct Scalar {
    const Program *p;
    const Element *element;
    LeafPlace *place; /* per leaf */
} Scalar;

/* Adds what a program depends on to the list of its owner. */
Scalar cd_scalar_new(Arena *arena, const World *w, const Program *p, const Element *e, Support *owner);

/* A gradient over an owner's list. */
typedef struct Slope {
    BodyGradient *body;
    double *auxiliary;
    double time;
} Slope;

void cd_slope_clear(Slope *s, const Support *on);

/* The value; with a slope also the gradient, which is added to it. False if it is not finite; that is explained. */
bool cd_scalar_eval(World *w, const Scalar *s, double *value);
bool cd_scalar_slope(World *w, const Scalar *s, double *value, Slope *slope);

/* The argument that it was written in; the end of the list if the element has made it. */
const Field *cd_scalar_field(const Scalar *s);

/* Says why it is not finite; returns false. */
bool cd_scalar_explain(World *w, const Scalar *s);

/* Several numbers whose gradients in the leaves of a program are known, slope[leaf] for the first, one row of leaves
 * for each: adds their gradients to out, one for each. */
void cd_scalar_carry(const World *w, const Scalar *s, const double *slope, int numbers, Slope *out);
