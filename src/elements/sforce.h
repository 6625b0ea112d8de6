/* sforce.h - parameters of a single-component force. */
#pragma once
#include "model/field.h"

enum { SFORCE_TRANSLATION, SFORCE_ROTATION };

typedef struct Sforce {
    int i, j, type;
    bool actiononly;
    Expr function;
    Text routine, interface;
    bool list;
} Sforce;
