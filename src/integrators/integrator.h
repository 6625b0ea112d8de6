/* integrator.h - what an integrator is to the driver. A method owns one step; bounds of the step, events, output and
 * messages are the driver's. A method is one file and one row of elements/integrators.def. */
#pragma once
#include "elements/integrator.h"
#include "integrators/crossing.h"
#include "system/equations.h"

typedef struct Tolerance {
    double error;
    double violation;  /* of constraints that is left at the end of a step; 0: by ERROR */
    double atol, rtol; /* over ERROR: allowed is atol + rtol * size; both 0: the larger of 1 and the size */
    double scale[3];   /* of displacements, velocities, others in the error */
} Tolerance;

typedef struct StepControl {
    double hinit, hmax, hmin;
    double
        stated; /* HMAX, if the user states it, or infinity: steps as long as it are short enough for all but ERROR */
    double safety;         /* share of what its error allows that the next step has */
    double facmin, facmax; /* its bounds, over the last step */
} StepControl;

typedef struct IterationSettings {
    Corrector corrector;
    int maxit;
    int pattern;    /* letters of PATTERN; 0: adaptive */
    bool renew[10]; /* T: a new matrix before this iteration */
    double adaptivity;
} IterationSettings;

typedef struct Coefficients {
    double alpha, beta, gamma, rho;
} Coefficients;

/* How a step is to be made: the INTEGRATOR statement with everything filled in. */
typedef struct Settings {
    int method; /* MethodWord */
    Formulation formulation;
    int scheme; /* among those of the method; -1: not given */
    int kmax;
    Tolerance tolerance;
    StepControl step;
    IterationSettings iteration;
    Coefficients coefficients;
    bool interpolate;
    Kinks kinks;
    Orders orders;
} Settings;

/* Size of the next step over that of the last, from what the error alone would allow. */
double cd_step_factor(const Settings *s, double allowed);

/* The settings of a model for outputs every `step`. */
Settings cd_settings(const CdModel *model, double step);
/* The same with another method. */
Settings cd_settings_with(const CdModel *model, double step, int method, Formulation formulation);

/* What the error of one step may be (9.36). Errors of steps of order k that are each as large as they may be add up to
 * ERROR^(k/(k+1)); below the usual ERROR of the method they are held so much smaller that the sum falls as ERROR does.
 */
double cd_allowed_error(const Settings *s);

/* ERROR as iterations and projections know it: equations hold however long steps are, so that a huge ERROR, which asks
 * for steps of HMAX (9.40), does not loosen them. And by how much less they are allowed than a step, 1 or more. */
double cd_solved_error(const Settings *s);
double cd_solved_unit(const Settings *s);

/* Which iterations have a new matrix, by the letters of a PATTERN: their number, 0 if none asks for one. */
int cd_pattern_read(const TextList *list, bool renew[10]);

enum { HIGHEST_ORDER = 12 };

typedef struct Trace Trace; /* trace.h */

typedef struct WorkDone {
    long iterations, residuals, matrices, factors;
} WorkDone;

typedef struct Repeats {
    long too_inaccurate, not_converged, not_finite, singular;
} Repeats;

/* Switching points and events of sensors that ended a step. */
typedef struct StepEnds {
    long located, sensed;
} StepEnds;

typedef struct Judgement {
    double strict; /* by how much less than ERROR allows errors of steps are held for the time being, besides 1 */
    bool unstable; /* the last steps were bound by stability, not by accuracy: the model is stiff */
    bool abrupt;   /* a load has changed its law, and steps are short for it: velocities count in index 3 too (9.47) */
} Judgement;

typedef struct StepSizes {
    double shortest, longest, sum;
} StepSizes;

/* What an integration has cost so far, and why steps were repeated. */
typedef struct Stats {
    long steps;
    WorkDone work;
    Repeats repeated;
    long charts;
    StepEnds ended;
    Judgement judged;
    StepSizes size;
    long of_order[HIGHEST_ORDER + 1]; /* steps of each order */
    Crossing crossing;                /* the next position that constraints do not hold, under explicit methods */
    Trace *trace;                     /* told what happens; NULL: nobody asks */
    long *limited; /* per unknown: how often its error was the largest of a step that bound the step size */
} Stats;

typedef enum Outcome {
    STEP_OK,
    STEP_TOO_INACCURATE,
    STEP_NOT_CONVERGED,
    STEP_NOT_FINITE, /* an expression has no value there */
    STEP_SINGULAR,   /* the matrix cannot be factored */
    STEP_RANK_LOST   /* constraints do not hold the mechanism there */
} Outcome;

/* Counts a step that the corrector has not brought to an end. */
void cd_count_failure(Stats *s, Outcome outcome);
/* An accepted step whose error holds the next one down, by the unknown with the largest error; -1: none. */
void cd_count_limiter(Stats *s, int limiter, double factor);

typedef struct Attempt {
    Outcome outcome;
    double error; /* estimated, in units of what is allowed */
    double h;     /* what to try instead, after a failure */
    int worst;    /* unknown with the largest error, correction or trouble; -1: not known */
} Attempt;

typedef struct Method Method; /* each method has its own */

/* What work of a method costs, in accelerations of an explicit method. */
typedef struct Work {
    double residual, matrix;
} Work;

/* What AUTO takes a method for, in the order in which one takes over where another fails. */
typedef enum AutoRole { AUTO_NONE, AUTO_ADAMS, AUTO_EXPLICIT, AUTO_STIFF, AUTO_STABLE, AUTO_LAST, AUTO_ROLES } AutoRole;
typedef struct AutoCandidate {
    AutoRole role;
    Formulation formulation;
    const char *name;
    Work work[2]; /* where accelerations follow from masses alone; where they solve nonlinear equations (17.3) */
    double share; /* of ERROR, for as good a result */
} AutoCandidate;

/* What a method tells of settings of its own. */
typedef struct Advice {
    void (*tell)(const Settings *s, TextBuffer *out); /* arguments of its own, in force */
    const char *(*instead)(const Settings *s);        /* methods that might get through where it does not */
    /* Whether the settings leave index 3 without damping: which argument, and what to take. */
    bool (*undamped)(const Settings *s, const char **argument, const char **take);
} Advice;

/* What the driver and others ask of a method beside its steps. */
typedef struct Traits {
    bool implicit, projects; /* projects: onto the constraints of positions and velocities, whatever the formulation */
    bool staged;             /* its error is that of an embedded formula, on stages within the step */
    bool differences;        /* backward differences of a past of many steps */
    bool fixed_step;         /* steps of HMAX, whatever their error; contacts are its own, by impulses over a step */
    bool linear_rows;        /* constraints have to be linear in velocities */
    bool errors_alone; /* CORRECTOR = MODIFIED if absent: the test of convergence has the unknowns whose error counts */
} Traits;

/* What errors of steps come to. */
typedef struct ErrorSum {
    double usual;   /* ERROR if none is given; 0: 1e-3 */
    int adds_up;    /* order of what errors of steps add up to if each is as large as ERROR allows; 0: ERROR itself */
    double index_3; /* share of that in index 3, where velocities are not tested; 0: all of it */
    double grows;   /* FACMAX if absent; 0: 5 */
} ErrorSum;

typedef struct MethodCalls {
    Method *(*open)(Equations *e, const Settings *set, Stats *stats);
    void (*close)(Method *m);
    /* Starts from the present state, which is consistent, with accelerations. */
    void (*begin)(Method *m);
    /* Tries a step of size h from the last accepted point, whatever the state is now. On success the state is that at
     * its end. */
    Attempt (*attempt)(Method *m, double h, CdLog *log);
    /* Keeps the step tried last; returns the step size to try next. Or gives it up: the state is the last accepted
     * one. */
    double (*accept)(Method *m);
    void (*reject)(Method *m);
    /* The state at an earlier time within the last step. NULL: steps must end at output times. */
    void (*interpolate)(Method *m, double t);
    int (*order)(const Method *m);
} MethodCalls;

typedef struct IntegratorKind {
    const char *name, *summary;
    int word;      /* MethodWord */
    int low, high; /* orders */
    Traits traits;
    unsigned formulations; /* bit per Formulation */
    ErrorSum error;
    MethodCalls calls;
    double
        /* radians that its interpolation bears in a step: in independent coordinates steps may be longer; 0: any */
        turn;
    Advice advice;
    AutoCandidate candidate[2];
} IntegratorKind;

extern const IntegratorKind *const cd_integrators[];
extern const int cd_integrator_count;

/* The kind that a model asks for; NULL if it is not there. */
const IntegratorKind *cd_integrator_of(const Settings *s);
/* The kind that AUTO takes for something, and how. */
const IntegratorKind *cd_integrator_for(AutoRole role, const AutoCandidate **candidate);

/* Motions and auxiliary unknowns of one instant, to come back to. */
typedef struct Snapshot {
    State state;
    double *z, *zdot;
} Snapshot;
Snapshot cd_snapshot_new(Arena *arena, const Equations *e);
void cd_snapshot_take(const Equations *e, Snapshot *to);
void cd_snapshot_restore(Equations *e, const Snapshot *from);
