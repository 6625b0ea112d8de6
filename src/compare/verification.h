/* verification.h - whether the results of a model are converged: one method with smaller and smaller ERROR until
 * nothing changes any more, and a second method of another family that should agree. */
#pragma once
#include "compare/comparison.h"
#include "compare/deviation.h"

/* A run with one ERROR, from loose to tight. */
typedef struct VerifiedRun {
    double error;
    ComparedRun run;
    double change;   /* from the run before; INFINITY: there is none */
    double distance; /* from the last one */
} VerifiedRun;

typedef struct VerifiedChannel {
    const char *name, *group;
    double change, before; /* between the last two runs, and the two before; before INFINITY: there were none */
    double cross;          /* from the second method; INFINITY: there is none */
} VerifiedChannel;

/* The largest change of a kind of columns, run by run; the first of a run is that of the second. */
typedef struct VerifiedGroup {
    const char *name;
    double *change;
} VerifiedGroup;

/* How two runs part: the times at which they are off by a thousandth of what is allowed, and by all of it; INFINITY:
 * never. */
typedef struct Parting {
    double start, small, large, end;
} Parting;
Parting cd_parting(const Course *run, const Course *reference, const Selection *s, double allowed);

typedef struct Verification {
    const char *name, *path, *command;
    const char *method;     /* as the integration calls itself */
    const char *integrator; /* arguments that overrule those of the model; empty: none */
    const char *channels;   /* which columns the verdict is about */
    double accuracy;        /* wanted: changes no larger than this */
    int runs;
    VerifiedRun *run;
    struct {
        const char *label;        /* NULL: none has come to its end */
        const char *tried;        /* what others said */
        double error, difference; /* from the last run */
        double change;            /* its own, to a tenth of its ERROR */
    } second;
    Parting parting; /* of the last two runs */
    int channel_count;
    VerifiedChannel *channel;
    int groups;
    VerifiedGroup *group;

    /* the judgement */
    bool converged;
    double enough;        /* the largest ERROR that serves; 0: none */
    const char *headline; /* one sentence */
    const char *reason;   /* a few, parted by ends of lines */
    bool still;           /* none of the channels changes: the verdict says nothing of a motion */
} Verification;

/* Whether the last two changes are small, and each of the runs has done more than the one before: results that agree
 * because the same steps were made prove nothing. */
bool cd_has_settled(const VerifiedRun *run, int n, double accuracy);

/* The largest ERROR from which on all runs are as near to the last one; 0: there is none. */
double cd_error_for(const VerifiedRun *run, int n, double accuracy);

/* By how much the change falls for a tenth of ERROR, from the last three runs; 0: not known. */
double cd_falls_by(const VerifiedRun *run, int n);

/* Fills in the judgement. */
void cd_judge(Arena *arena, Verification *v);

/* The table of channels; the page. False, with a message, if it cannot be written. */
bool cd_verification_write_csv(const Verification *v, const char *path, CdLog *log);
bool cd_verification_write_page(const Verification *v, const char *path, CdLog *log);
