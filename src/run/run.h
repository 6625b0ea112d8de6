/* run.h - a simulation with its files: results, record, .msg; commands carried out. */
#pragma once
#include "report/record.h"
#include "simulation/drive.h"

typedef struct Run {
    CdSimulation sim;
    const CdRunOptions *options;
    Arena arena;
    Writer *writer;         /* one per row of writers.def; kind NULL: not written */
    Text prefix;            /* of the result files, folder included */
    bool written;           /* the files have been opened */
    Record *record;         /* PREFIX.cardan: all that the report shows; NULL: cannot be written */
    const Element *command; /* LINEAR that is being carried out */
    CdStatus status;        /* the worst of all commands so far */
    FILE *story;            /* PREFIX.msg: commands as they come, and all messages; NULL: cannot be written */
    CdReading told;         /* messages of the log that stand in it */
    int simulations;        /* SIMULATE commands so far */
    Account account;        /* of the simulation, if it is asked for */
    Profile profile;        /* likewise */
} Run;

/* prefix: of the result files; the folder of the options takes the place of its own. */
Run *cd_run_open(const CdModel *model, Text prefix, const CdRunOptions *options, CdLog *log);
void cd_run_close(Run *r);

/* One command: SIMULATE, LINEAR, ACTIVATE, DEACTIVATE, SAVE; others say that they are not there yet, or do nothing.
 * RELOAD is in resume.h. */
CdStatus cd_run_command(Run *r, const Element *command);
/* SIMULATE/TRANSIENT without a command file. */
CdStatus cd_run_transient(Run *r, double end, int steps);

/* Lines that a command was asked for, to .msg and to whoever looks. */
void cd_run_show(Run *r, Text lines);

/* The folder that all files of the run stay in; NULL: they may be anywhere. */
const char *cd_run_inside(const Run *r);

/* A file is complete: whoever waits for it is notified. */
void cd_run_wrote(const Run *r, const char *path);

/* The path of a result file: the prefix with an extension. It lives as long as the run. */
const char *cd_run_path(Run *r, const char *extension);

/* Makes a folder with all that are above it; where it cannot, writing the files says why. */
void cd_run_make_folder(const char *path);
/* The prefix with the folder of the options in place of its own. */
void cd_run_place(const CdRunOptions *o, Text prefix, TextBuffer *out);

/* What the run log says before and after a command; that one has been given, or a statement re-stated
 * between commands. */
void cd_run_begin_command(Run *r, const Element *command);
void cd_run_end_command(Run *r, CdStatus status);
void cd_run_tell_command(Run *r, const Element *command);
