/* onestep.h - what explicit methods of one step and order 5 have in common: error and size of the step, projection, the
 * course between the ends, and whether stability rather than accuracy limits the step (theory 13.7 to 13.12). A method
 * is a table of numbers and its stages. */
#pragma once
#include "integrators/dense.h"
#include "integrators/flow.h"

enum { MOST_STAGES = 9, ONESTEP_ORDER = 5 };

typedef struct Formula {
    int stages;
    double boundary; /* of stability: h |lambda| that the formula bears */
    double limit;    /* the same, which steps are held to from the start (13.32); 0: they are not */
    double allowed;  /* share of ERROR that constraints may be off by at the end of a step; INFINITY: no projection */
    /* Goes from flow.start, with its rate, to m->now.end, with its rate; gives now.middle, the error and |lambda|. */
    Outcome (*step)(Method *m, CdLog *log);
} Formula;

typedef struct OnestepControl {
    double size;                       /* of the error of the step at hand, in units of what is allowed */
    double last_error;                 /* of the last accepted step */
    bool failed;                       /* since then */
    double rejected_h, rejected_error; /* of the last attempt that was too inaccurate, since then; 0: none */
    bool projected;                    /* the last accepted point is on its constraints to round-off */
    int limiter;
    double fastest; /* rate of the fastest motion, where steps are held to a limit; 0: none or not known */
    long ask;       /* the number of steps at which it is looked for again */
} OnestepControl;

struct Method {
    Flow flow;
    const Formula *formula;
    double h;
    double *k[MOST_STAGES]; /* rates of the stages, flow.n each */
    double *y, *moved;      /* scratch: a point on the way; what a projection changed */
    double *error;          /* n */
    double lambda;          /* estimate of the largest eigenvalue */
    Dense now, past;        /* the step at hand, and the last accepted one */
    OnestepControl control;
};

Method *cd_onestep_open(Equations *e, const Settings *set, Stats *stats, const Formula *formula);
void cd_onestep_close(Method *m);
void cd_onestep_begin(Method *m);
Attempt cd_onestep_attempt(Method *m, double h, CdLog *log);
double cd_onestep_accept(Method *m);
void cd_onestep_reject(Method *m);
void cd_onestep_interpolate(Method *m, double t);
int cd_onestep_order(const Method *m);

/* The formula of Dormand and Prince: times of its stages and shares of those before; the last row is the end of the
 * step. */
extern const double cd_dormand_prince_node[7], cd_dormand_prince_share[7][6];

/* A step by it (13.14), whatever the method. */
Outcome cd_mdop5_step(Method *m, CdLog *log);

/* y = start + h sum of a_j k_j over the stages before this one. */
void cd_onestep_combine(const Method *m, int stages, const double *a, double *y);
/* The state at time t + c h and a point; rates there. */
Outcome cd_onestep_rates(Method *m, double c, double *y, double *rate, CdLog *log);
/* From the point m->y at the end of the step onto the constraints: now.end with its rate. last, rate: a point of a
 * stage at the same time, which tells |lambda|. */
Outcome cd_onestep_arrive(Method *m, const double *last, const double *rate, CdLog *log);
#define ONESTEP                                                                                                        \
    .low = ONESTEP_ORDER, .high = ONESTEP_ORDER, .traits.staged = true, .calls.close = cd_onestep_close,               \
    .calls.begin = cd_onestep_begin, .calls.attempt = cd_onestep_attempt, .calls.accept = cd_onestep_accept,           \
    .calls.reject = cd_onestep_reject, .calls.interpolate = cd_onestep_interpolate, .calls.order = cd_onestep_order
