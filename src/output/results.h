/* results.h - what a run reports: named columns of numbers, one row per output step; writers turn rows into files as they come. */
#pragma once
#include "system/equations.h"

typedef struct Channel {
    const Element *element;
    const char *component; /* "X", "FY", "F2" */
    Dimension dimension;
} Channel;

typedef struct Results {
    Arena arena;
    System *s;
    int channels;
    Channel *channel;
    double *value; /* of the present step */
    double t;
    const char *analysis; /* "initialConditions", "kinematic", ... */
    int requests;
    int *request; /* first channel of each request: eight components follow */
    double *room, *winding;
} Results;

Results *cd_results_open(System *s);
void cd_results_close(Results *r);

/* Evaluates every channel at the present state; false, with a message, if an expression fails (its channel is then zero). */
bool cd_results_eval(Results *r, const char *analysis, CdLog *log);

/* Between output steps: angles in requests count their turns. */
void cd_results_follow(Results *r);

/* One format. Files are complete after every step: what is on disk can always be read. */
typedef struct Writer Writer;
typedef struct WriterKind {
    const char *name, *extension, *summary;
    bool (*wanted)(const CdModel *model); /* as the dataset asks for it */
    bool (*open)(Writer *w, const Results *r);
    bool (*step)(Writer *w, const Results *r);
    bool (*close)(Writer *w, const Results *r);
} WriterKind;

struct Writer {
    const WriterKind *kind;
    FILE *file;
    char *path;
    long tail; /* for formats whose end is written anew after each step */
};

extern const WriterKind *const cd_writers[];
extern const int cd_writer_count;
