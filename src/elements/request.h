/* request.h - parameters of an output request. */
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
