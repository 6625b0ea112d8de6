/* trial.h - runs for a study: several at a time, in threads, each with a limit of time, and what became of each. */
#pragma once
#include "cli/cli.h"
#include "compare/comparison.h"
#include "compare/course.h"

/* A run to be made. */
typedef struct Order {
    const char *model;
    const char *integrator; /* arguments of INTEGRATOR that overrule those of the model */
    bool work;              /* with the balance of energy */
} Order;

/* What became of it. */
typedef struct Trial {
    ComparedRun run;  /* all but the errors */
    char method[100]; /* of the last integration, or AUTO and those that it took; empty: none */
    bool integrated;  /* some SIMULATE was an integration over some time */
    bool simulated;   /* there was a SIMULATE */
    bool stiff;       /* the method said that the model is stiff */
    double length;    /* of the model */
    Course *table;    /* its results; NULL if they cannot be read */
} Trial;

/* Who wants runs: lane by lane, each with one run at a time. */
typedef struct Trials {
    const Options *options;
    int jobs, lanes;
    double limit;                                     /* seconds of the processor for each */
    bool (*next)(void *user, int lane, Order *order); /* false: nothing more in this lane */
    void (*done)(void *user, int lane, Trial *trial); /* the table belongs to it from here */
    void (*progress)(void *user);                     /* when a run begins and when it ends; NULL: nobody */
    void *user;
    Arena *arena; /* of messages */
} Trials;

/* Makes all of them. False, with a word on the terminal, if threads or folders cannot be had, or the user has
 * interrupted it. */
bool cli_trials(const Trials *t);

/* The energy that moves, and what the balance lacks of it at the worst; 0 where the results do not have it. */
double cli_drift(const Course *t);

/* How many runs at a time: as asked for, or one per processor. */
int cli_jobs(const Options *o);
