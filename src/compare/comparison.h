/* comparison.h - methods of integration side by side on one model or several: what each run took and how wrong it was,
 * which method is the quickest to an accuracy, and all of it as a page and as a table. */
#pragma once
#include "base/log.h"

/* How a run of a method with an ERROR ended. */
typedef enum RunEnd {
    RUN_DONE,
    RUN_FAILED,     /* the program says why */
    RUN_INPUT,      /* an error in the input */
    RUN_LIMIT,      /* it ran into the limit of time */
    RUN_UNREADABLE, /* nothing can be read of what it left */
    RUN_SKIPPED,    /* a looser ERROR has met the limit of time already */
    RUN_END_COUNT
} RunEnd;
extern const char *const cd_run_end_word[RUN_END_COUNT];

typedef struct ComparedRun {
    RunEnd end;
    const char *message; /* first lines of what was said where it is not done; "" otherwise */
    double error, rms;   /* deviation.h */
    bool uncertain;      /* no larger than the uncertainty of the reference */
    const char *channel; /* with the largest error */
    double when;         /* its time */
    double cpu;          /* seconds of the integration */
    int timed;           /* runs of which that is the least; 0: the run that also kept the balance of energy */
    long steps, iterations, residuals, matrices, factors, kinks;
    long too_inaccurate, not_converged, not_finite, singular;
    double position, velocity, acceleration; /* largest violation of constraints at outputs */
    double drift;                            /* of the energy balance, as a share of the energy that moves */
    double start, reached;                   /* times */
} ComparedRun;

/* Attempts at a step that were repeated. */
long cd_compared_rejected(const ComparedRun *r);

typedef struct ComparedModel {
    const char *name, *path;
    const char *reference; /* what the runs are compared with, in words */
    const char *channels;  /* which columns count, in words */
    int columns;           /* how many these are */
    bool still;            /* none of them changes: errors are shares of their sizes */
    double uncertainty;    /* of the reference; 0: not known */
    const char *problem;   /* why there is nothing to compare with; NULL: there is */
    ComparedRun *run;      /* method by method, ERROR by ERROR */
} ComparedModel;

typedef struct Comparison {
    int methods, errors, models;
    const char **method;    /* as people call them: GSTIFF SI2 */
    const char **family;    /* the row of the table each belongs to */
    const char **statement; /* arguments of INTEGRATOR without ERROR */
    double *error;          /* from loose to tight */
    ComparedModel *model;
    double accuracy; /* wanted: an error of this size */
    double limit;    /* seconds of a run */
    int jobs;        /* at a time */
    const char *command;
} Comparison;

const ComparedRun *cd_compared(const Comparison *c, int model, int method, int error);

/* Seconds of a method to an accuracy, from runs with several ERRORs: the least of those that are as accurate, and of
 * those between a run that is and its neighbour that is not, along the straight line that joins the two in logarithms.
 * INFINITY: it never gets there. */
double cd_time_to(const ComparedRun *run, int n, double accuracy);

/* Performance ratios of Dolan and More: r_ps = t_ps / min over s of t_ps; INFINITY where a method does not solve a
 * problem. */
void cd_performance_ratios(int problems, int methods, const double *time, double *ratio);
/* rho_s(tau): the share of problems that method s solves within tau times the time of the quickest. */
double cd_performance_share(int problems, int methods, const double *ratio, int method, double tau);

/* Accuracies 1e-1, 1e-2 ... that at least one method reaches in some model; how many, at most `most`. */
int cd_accuracies(const Comparison *c, double *out, int most);

typedef struct Recommendation {
    int method;    /* -1: none can be */
    double error;  /* the ERROR to ask for; 0: none of those tried is enough in all models */
    bool reached;  /* it brings every model to the accuracy */
    Text headline; /* the statement to use */
    Text reason;   /* a few sentences */
} Recommendation;
Recommendation cd_recommend(Arena *arena, const Comparison *c);

/* The table of all runs; the page. False, with a message, if it cannot be written. */
bool cd_comparison_write_csv(const Comparison *c, const char *path, CdLog *log);
bool cd_comparison_write_page(const Comparison *c, const char *path, CdLog *log);

/* Over several models, at each ERROR: shares of models solved within multiples of the time of the quickest; the same as
 * a picture, with steps and their mean size. */
void cd_comparison_print_profile(const Comparison *c, FILE *out);
bool cd_comparison_write_profile(const Comparison *c, const char *path, CdLog *log);
