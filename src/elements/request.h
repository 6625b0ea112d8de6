/* request.h - parameters of output requests. */
#pragma once
#include "expr/program.h"

typedef enum RequestType { REQUEST_DISPLACEMENT, REQUEST_VELOCITY, REQUEST_ACCELERATION, REQUEST_FORCE } RequestType;

enum { REQUEST_COMPONENTS = 8 };

typedef struct Request {
    int type;     /* -1: expressions or a routine */
    int i, j, rm; /* -1: the ground frame */
    Expr f[REQUEST_COMPONENTS];
    Expr function;
    Text routine, interface;
    Text comment, results_name;
    TextList title, cnames, clabels, cunits;
    IntList variables;
    bool list;
    const Program
        *program[REQUEST_COMPONENTS]; /* what each component evaluates, standard requests included; NULL: zero */
} Request;

/* One of the requests that an MREQUEST stands for. */
typedef struct Observation {
    const Element *element; /* that is observed */
    int i, j;               /* its markers, -1: the ground frame */
    const Program *program[REQUEST_COMPONENTS];
} Observation;

typedef struct Mrequest {
    int type;
    Text elements;
    TextList results;
    IntList id, range;
    int rm;
    Text comment;
    ARRAY_OF(Observation) observed;
} Mrequest;

/* The program of a component of a standard request of element e; NULL if it has none. */
struct Compiler;
const Program *cd_request_program(const CdModel *model, Element *e, struct Compiler *c, RequestType type, int component,
                                  int i, int j, int rm);
