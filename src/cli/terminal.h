/* terminal.h - who watches a run: messages as they arise, a line of progress, statistics, and what there is at the
 * end. */
#pragma once
#include "cli/cli.h"

/* Files that a run has written. */
typedef struct FileList {
    char **path;
    int n;
} FileList;

typedef struct Terminal {
    const Options *o;
    CdLog *log;        /* of the present run */
    CdReading reading; /* what of it has been shown */
    bool line;         /* a line of progress stands there */
    double last;       /* when it was written, in seconds */
    double began;
    FILE *statistics; /* a line per SIMULATE; NULL: nobody asks */
    FileList files;
    long steps; /* of all SIMULATEs */
    int simulations;
    double reached; /* time */
    void (*recorded)(void *user, const char *path);
    void *user; /* of recorded */
} Terminal;

/* Watches a run that reports to a log; the options of a run are told who watches. */
void cli_watch(Terminal *t, const Options *o, CdLog *log, CdRunOptions *run);
/* Nothing more is to be shown but what is said at the end: how it went, and where its files are. */
void cli_watch_end(Terminal *t, CdStatus status);
void cli_watch_close(Terminal *t);

/* Opens the file of --statistics; false, with a word, if it cannot be written. */
bool cli_open_statistics(Terminal *t, const Options *o);
