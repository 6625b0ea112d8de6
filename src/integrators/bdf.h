/* bdf.h - a BDF method on the constrained equations of motion, inside: what gstiff.c, bdf_point.c and bdf_iteration.c
 * share. */
#pragma once
#include "integrators/history.h"
#include "integrators/momentum.h"
#include "integrators/newton.h"

/* Numbers of a point: nv positions, nv velocities, differential unknowns, multipliers, other auxiliary unknowns. */
typedef struct Dimensions {
    int nv, used, differential, n;
} Dimensions;

typedef struct Iterate {
    double *y, *rate;   /* present */
    double *yp, *ratep; /* predicted */
    double *r;          /* residual, then correction */
    double *scratch;
    double *moved;      /* nv, I3: y - y_p of positions, to more digits than y has beside y_p */
    double *shift, *nu; /* SI2: what stabilisation adds to the positions, and its multipliers */
    double c;           /* of the step at hand */
} Iterate;

/* What errors are measured by. */
typedef struct Weights {
    double allowed;                     /* error of a step, per weight */
    double unit;                        /* by how much less its iteration is allowed */
    double *top;                        /* largest value so far */
    double *per;                        /* 2 nv + differential: 1 / weight, for the step at hand */
    double *per_rate;                   /* nv: the same of positions for the sake of velocities in I3 */
    double heaviest, farthest, fastest; /* mass, position, velocity: what round-off is measured by */
} Weights;

/* Rotations of the bodies. */
typedef struct Rotations {
    Attitude *from; /* what their angles count from, ... */
    Vec3 *base;     /* ... and those angles */
    bool changes;   /* a body goes on in another chart when the next step begins: outputs may still be asked for */
    Spin *spin;
    Mat3 *Ji; /* inverse of J, zero where there is none */
    BodyMap *map;
} Rotations;

/* What chooses order and step. */
typedef struct Control {
    int lowest; /* order */
    int wait;   /* steps until order and step may change again */
    int failures;
    double error;  /* times what is allowed: of the step at hand */
    double missed; /* times what is allowed: the error for which the step at hand was rejected last; 0: for none */
    int unrest;    /* failures since the step was last kept for a whole order of steps */
    int low;       /* steps that order 2 is still the highest for; below zero: since then */
    int term;      /* how many they were when it was last found to be better than higher ones */
    int promising; /* times in a row that order 3 would have far longer steps all the same */
    double rough;  /* how much errors change from step to step, lately: 0 nothing, 1 all */
    int limiter;   /* unknown with the largest error of the step tried */
} Control;

struct Method {
    Arena arena;
    Equations *e;
    Settings set;
    Stats *stats;
    Dimensions dim;
    History past;
    Iterate it;
    Weights weigh;
    Rotations turn;
    Snapshot good; /* the last accepted point */
    Newton newton;
    Control control;
};

enum { POSITION, VELOCITY, OTHER };

static inline bool cd_bdf_is_i3(const Method *m)
{
    return m->set.formulation == FORM_I3;
}

/* ---- bdf_point.c: the point at hand, as state and as numbers of the past ---- */

void cd_bdf_begin(Method *m);
void cd_bdf_watch_sizes(Method *m); /* largest values so far */
/* State, rates and, in I3, momenta from the iterate. */
void cd_bdf_set_state(Method *m, bool slopes);
/* Positions that belong to velocities, SI2 and I1. */
void cd_bdf_positions(Method *m);
/* Whether the angles of a body come near their singularity, and going on in the best chart. */
bool cd_bdf_is_poor(const Method *m, int b);
void cd_bdf_change_chart(Method *m, int b);
/* Positions and velocities at a time within the last step. */
void cd_bdf_interpolate(Method *m, double t);

/* ---- bdf_iteration.c: the corrector ---- */

/* The length of what is tested, in units of what is allowed; worst: where it is largest. */
double cd_bdf_norm(const Method *m, const double *x, int *worst);
void cd_bdf_find_error(Method *m);
/* Iterates from the prediction. */
Outcome cd_bdf_iterate(Method *m, int *worst, CdLog *log);
