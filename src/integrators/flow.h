/* flow.h - the motion as a system of first order, for methods that need rates only (theory 13.1 to 13.7).
 *
 * Coordinates start at the last accepted point:
 *
 *     y = (D, v, z),   r = r_0 + D_r,  A = A_0 exp(skew(D_pi));   y' = (T^-1(D) v, v', z')
 *
 * nv numbers of D, nv velocities, and the states with a rate. Nothing is singular, for |D_pi| < 2 pi. */
#pragma once
#include "integrators/integrator.h"
#include "system/accelerate.h"
#include "system/partition.h"

/* The last accepted point, and the one before it. */
typedef struct FlowPoints {
    Snapshot last, before;
} FlowPoints;

/* n numbers each. */
typedef struct FlowVectors {
    double *top;   /* largest value so far, for weights */
    double *start; /* y of the last accepted point, (0, v, z), ... */
    double *rate;  /* ... and y' there */
    double *scratch;
} FlowVectors;

typedef struct FlowWatch {
    int stiff, calm; /* steps at the boundary of stability; steps since that were not */
    double middle;   /* of the widest gap between the times of stages, for what they are to keep away from */
} FlowWatch;

typedef struct Flow {
    Arena arena;
    Equations *e;
    Settings set;
    double allowed; /* error of a step, per weight */
    Stats *stats;
    int nv, n; /* n = 2 nv + states */
    FlowPoints point;
    Accelerator solve;
    Partition *partition; /* dependent coordinates follow from the independent ones; NULL: all move, by masses */
    FlowVectors vector;
    FlowWatch watch;
} Flow;

void cd_flow_open(Flow *f, Equations *e, const Settings *set, Stats *stats);
void cd_flow_close(Flow *f);

/* Starts from the present state, which has accelerations. */
void cd_flow_begin(Flow *f);
/* The present state becomes the last accepted point. */
void cd_flow_accept(Flow *f);
void cd_flow_restore(Flow *f); /* back to the last accepted point */
/* Brings the last accepted point, which the state is at, onto its constraints to rounding and evaluates its rates. */
Outcome cd_flow_project_start(Flow *f, CdLog *log);

/* The state at (t, y), counted from a point. */
void cd_flow_place(Flow *f, const Snapshot *from, double t, const double *y);
/* y of the present state, counted from the last accepted point. */
void cd_flow_look(const Flow *f, double *y);

/* y' of an earlier point in the coordinates of the last accepted one; *turn: the largest rotation between them. */
void cd_flow_rates_of(const Flow *f, const Snapshot *point, double *y, double *rate, double *turn);

/* Solves for accelerations at the present state, which is at y, and gives y'. */
Outcome cd_flow_rates(Flow *f, const double *y, double *rate, CdLog *log);
/* The point y at time t, its dependent coordinates from the constraints; y' there. */
Outcome cd_flow_go_to(Flow *f, double t, double *y, double *rate, CdLog *log);
/* The part of y' that belongs to D, from y alone. */
void cd_flow_moves(const Flow *f, const double *y, double *rate);
/* Writes y' from velocities, accelerations and rates that the state has. */
void cd_flow_take_rates(const Flow *f, const double *y, double *rate);

/* y in the middle of a step from values and rates at its ends: D and v of sixth and fifth order, z of fourth
 * (13.10). */
void cd_flow_middle(const Flow *f, double h, const double *end, const double *end_rate, double *middle);

/* The present state onto its constraints; y becomes what it is then. share: of ERROR that they may be off by. */
Outcome cd_flow_project(Flow *f, double share, double *y);

/* Independent coordinates chosen at the present state; all coordinates move if that fails. And chosen again at an
 * accepted state, if those in use have gone bad. */
void cd_flow_choose(Flow *f, Partition *p);
void cd_flow_keep_coordinates(Flow *f, Partition *p);

/* The size of an error in units of what is allowed: the largest of positions, velocities and states; worst: its
 * unknown. */
double cd_flow_norm(const Flow *f, const double *error, int *worst);

/* The same of independent coordinates and states alone, whose mean the others do not thin out; sets those to zero. */
double cd_flow_size(const Flow *f, double *error, int *worst);

/* The largest rotation that the present velocities make in a time h; coordinates end at a turn, steps at TURN_MOST. */
double cd_flow_turn(const Flow *f, double h);
#define TURN_MOST 2.5
/* Whether a step of size h would go beyond that: then it is rejected for a shorter one. */
bool cd_flow_turns_too_far(const Flow *f, double h, Attempt *a);

/* |lambda| from two points of the same instant and their rates (13.12). */
double cd_flow_lambda(const Flow *f, const double *y, const double *rate, const double *end, const double *end_rate);
/* After an accepted step: whether it was at the boundary of stability; many of them make a stiff model. */
void cd_flow_watch(Flow *f, bool bound, int many);

/* A good step of size h, as it is, or repeated or given up where the constraints do not hold the mechanism (13.27). */
Attempt cd_flow_pass(Flow *f, double h, Attempt a);
