/* run.h - a model being simulated: its system, what is switched on, its result files. */
#pragma once
#include "analyses/kinematic.h"
#include "output/results.h"
#include "report/record.h"
#include "system/account.h"
#include "system/violation.h"

typedef struct Run {
    const CdModel *model;
    const CdRunOptions *options;
    CdLog *log;
    System *system;
    Results *results;
    Activity active;
    Arena arena;
    Writer *writer; /* one per row of writers.def; kind NULL: not written */
    Text prefix;    /* of the result files, folder included */
    bool still;     /* after statics: velocities have to be found before anything moves */
    bool assembled; /* initial conditions hold for the present system */
    bool written;   /* the files have been opened */
    Record *record; /* PREFIX.cardan: all that the report shows; NULL: cannot be written */
    StepHistory *history;
    CdStatus status;    /* the worst of all commands so far */
    FILE *story;        /* PREFIX.msg: commands as they come, and all messages; NULL: cannot be written */
    CdReading told;     /* messages of the log that stand in it */
    int simulations;    /* SIMULATE commands so far */
    int steps, outputs; /* of the present command */
    Teller teller;      /* lines of the story */
    Stop stop;          /* whether the user wants an end */
    Account account;    /* work done, if it is asked for */
    Profile profile;    /* time by phase, if it is asked for */
    double began;       /* seconds of a clock at its start */
    CdSimulated done;   /* by the present SIMULATE */
    Violation off;      /* its constraints */
} Run;

/* prefix: of the result files; the folder of the options takes the place of its own. */
Run *cd_run_open(const CdModel *model, Text prefix, const CdRunOptions *options, CdLog *log);
void cd_run_close(Run *r);

/* A re-stated model takes the place of the old one: positions and velocities go on, initial conditions are found anew. */
CdStatus cd_run_change(Run *r, const CdModel *model);

/* One command: SIMULATE, LINEAR, ACTIVATE, DEACTIVATE, SAVE; others say that they are not there yet, or do nothing. RELOAD is in resume.h. */
CdStatus cd_run_command(Run *r, const Element *command);

/* Lines that a command was asked for, to .msg and to whoever looks. */
void cd_run_show(Run *r, Text lines);

/* The folder that all files of the run stay in; NULL: they may be anywhere. */
const char *cd_run_inside(const Run *r);

/* A file is complete: whoever waits for it is told. */
void cd_run_wrote(const Run *r, const char *path);

/* The path of a result file: the prefix with an extension. It lives as long as the run. */
const char *cd_run_path(Run *r, const char *extension);

/* Results at the present state, by everything that writes. analysis: what Adams calls it, dynamic, static ... */
CdStatus cd_run_write_step(Run *r, const char *analysis);

/* Makes a folder with all that are above it; where it cannot, writing the files says why. */
void cd_run_make_folder(const char *path);
/* The prefix with the folder of the options in place of its own. */
void cd_run_place(const CdRunOptions *o, Text prefix, TextBuffer *out);

/* Opens user routines if the options allow it; false, with messages, if one is missing. */
bool cd_run_routines(Run *r);

/* A system for the present model and activities, going on from the present one. */
void cd_run_make_system(Run *r);
/* A system of the run's model, which tells, measures and accounts as the run was asked to. */
System *cd_run_open_system(Run *r);
/* Positions, velocities and time from another system, for the bodies that both have; returns how many. Initial values of the dataset
 * do not count any more. */
int cd_system_go_on(System *to, const System *from);

/* What the story says before and after a command; that one has been given, or a statement anew between commands. */
void cd_run_begin_command(Run *r, const Element *command);
void cd_run_end_command(Run *r, CdStatus status);
void cd_run_tell_command(Run *r, const Element *command);
