/* results.h - what a run reports: named columns of numbers, one row per output step; writers turn rows into files as
 * they come. */
#pragma once
#include "elements/request.h"
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

/* What a statement calls a column, beyond its component. */
typedef struct GivenNames {
    Text owner;      /* RESULTS_NAME; empty: the name of the element */
    Text label;      /* CLABELS: for axes */
    Text unit;       /* CUNITS, where they name no dimension, as "rpm" */
    const char *key; /* "F2": the column is found by this too */
} GivenNames;

typedef struct Channel {
    const Element *element, *of; /* of: the element that an MREQUEST observes, NULL otherwise */
    const char *component;       /* "X", "FY", "height" */
    Dimension dimension;
    ChannelGroup group;
    const GivenNames *given; /* NULL: none */
} Channel;

/* Where a state or variable has its value: in the unknowns of the equations, in an expression that only outputs read,
 * or in the memory. */
typedef enum StateFrom { STATE_UNKNOWN, STATE_UNREAD, STATE_SAMPLED } StateFrom;
typedef struct StateSource {
    const Element *element;
    StateFrom from;
    int at;        /* position in that list of Equations */
    int component; /* of the element's states, or of its outputs */
    bool output;
} StateSource;

/* Eight numbers that stand together in the request file: a REQUEST, one of those that an MREQUEST stands for, or states
 * and variables of an element. */
typedef struct Asked {
    const Element *element, *of;
    const Program *const *program; /* REQUEST_COMPONENTS, NULL: zero; NULL altogether: they are states */
    const StateSource *state[REQUEST_COMPONENTS];
    int type, i, j; /* for the head of the request file */
    int id;
    Text comment;
    const char *name[REQUEST_COMPONENTS]; /* of the columns; NULL: there is none */
    Dimension dimension[REQUEST_COMPONENTS];
    const GivenNames *given[REQUEST_COMPONENTS];
    double value[REQUEST_COMPONENTS]; /* of the present step */
    unsigned missing;                 /* bits of components that once had no value, which has been told */
} Asked;
typedef ARRAY_OF(Asked) AskedList;

typedef struct Results {
    Arena arena;
    System *s;
    int channels;
    Channel *channel;
    double *value; /* of the present step */
    double t;
    const char *analysis; /* "initialConditions", "kinematic", ... */
    AskedList asked;
    int states;
    StateSource *state;
    Constraints
        *all; /* of active and inactive elements: which columns there are does not change when one is switched */
    double *room, *winding;
} Results;

/* The name of what a column belongs to: RESULTS_NAME, a name from the dataset, or KEYWORD_id; of an MREQUEST with the
 * element that is observed. */
void cd_channel_owner(TextBuffer *out, const Channel *c);
/* Its unit: as CUNITS say, or the dimension in units of the model; nothing if it has none. */
void cd_channel_unit(TextBuffer *out, const CdModel *model, const Channel *c);

/* What a component of a standard request is called and measures; of others "F2" and nothing. NULL: it has no column.
 * yaw: with OUTPUT/YPR. */
const char *cd_request_component(int type, bool yaw, int component);
Dimension cd_request_dimension(int type, int component);

/* Adds what REQUEST and MREQUEST ask for, by id, those of an MREQUEST with ids that go on from there; and states, with
 * ids that go on. */
void cd_results_list_requests(Results *r);
void cd_results_list_states(Results *r);
/* The value of a state at the present output; false, with a message, if its expression has none. */
bool cd_results_state(const Results *r, const StateSource *s, double *value);

Results *cd_results_open(System *s);
void cd_results_close(Results *r);
/* Angles stay on their branches, if the models have the same ones. */
void cd_results_continue(Results *r, const Results *before);

/* Evaluates every channel at the present state; false, with a message, if an expression fails (its channel is then
 * zero). */
bool cd_results_eval(Results *r, const char *analysis, CdLog *log);

/* Between output steps: angles in requests count their turns. */
void cd_results_follow(Results *r);

/* One format: it makes text, and the text of a step goes to the file in one write, so that the file is complete after
 * every step even if the run is killed. */
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
/* inside: a folder that it must be in; NULL: anywhere. */
bool cd_writer_open(Writer *w, const WriterKind *kind, const char *path, const char *inside, const Results *r);
bool cd_writer_step(Writer *w, const Results *r);
bool cd_writer_close(Writer *w);
