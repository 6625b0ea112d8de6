/* results.h - what a run reports: named columns of numbers, one row per output step; writers turn rows into files as they come. */
#pragma once
#include "system/equations.h"

/* What a column tells; words of the RESULTS statement leave groups out of its file. */
typedef enum ChannelGroup {
    GROUP_DISPLACEMENT,
    GROUP_VELOCITY,
    GROUP_ACCELERATION,
    GROUP_REACTION,
    GROUP_APPLIED, /* loads of force elements */
    GROUP_SYSTEM,  /* states and variables */
    GROUP_REQUEST,
    GROUP_COUNT
} ChannelGroup;

typedef struct Channel {
    const Element *element, *of; /* of: the element that an MREQUEST observes, NULL otherwise */
    const char *component;       /* "X", "FY", "F2" */
    Dimension dimension;
    ChannelGroup group;
} Channel;

/* Eight numbers: a REQUEST, or one of those that an MREQUEST stands for. */
typedef struct Asked {
    const Element *element, *of;
    const Program *const *program; /* REQUEST_COMPONENTS, NULL: zero */
    int type, i, j;                /* for the head of the request file */
    int id;
    Text comment;
    int first; /* channel */
} Asked;

typedef struct Results {
    Arena arena;
    System *s;
    int channels;
    Channel *channel;
    double *value; /* of the present step */
    double t;
    const char *analysis; /* "initialConditions", "kinematic", ... */
    int requests;
    Asked *request;
    Constraints
        *all; /* of active and inactive elements: which columns there are does not change when one is switched */
    double *room, *winding;
} Results;

/* The name of what a column or request belongs to: a name from the dataset, or KEYWORD_id; of an MREQUEST with the element that
 * is observed. */
void cd_channel_owner(TextBuffer *out, const Element *e, const Element *of);

Results *cd_results_open(System *s);
void cd_results_close(Results *r);
/* Angles stay on their branches, if the models have the same ones. */
void cd_results_continue(Results *r, const Results *before);

/* Evaluates every channel at the present state; false, with a message, if an expression fails (its channel is then zero). */
bool cd_results_eval(Results *r, const char *analysis, CdLog *log);

/* Between output steps: angles in requests count their turns. */
void cd_results_follow(Results *r);

/* One format: it makes text, and the text of a step goes to the file in one write, so that the file is complete after every step
 * even if the run is killed. */
typedef struct WriterKind {
    const char *name, *extension, *summary;
    const char *tail;                     /* closes the file; written with every step, and the next step goes over it */
    bool (*wanted)(const CdModel *model); /* as the dataset asks for it */
    void (*head)(TextBuffer *out, const Results *r);
    void (*step)(TextBuffer *out, const Results *r);
} WriterKind;

extern const WriterKind *const cd_writers[];
extern const int cd_writer_count;

/* A file being written. */
typedef struct Writer {
    const WriterKind *kind;
    const char *path;
    int file;        /* its descriptor */
    long end;        /* where the next step goes */
    TextBuffer text; /* of the present step */
} Writer;

/* Each returns false, with errno set, if the file cannot be written. */
bool cd_writer_open(Writer *w, const WriterKind *kind, const char *path, const Results *r);
bool cd_writer_step(Writer *w, const Results *r);
bool cd_writer_close(Writer *w);
