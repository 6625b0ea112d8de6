/* mforce.h - parameters of a load on the modes of a flexible body. */
#pragma once
#include "model/field.h"

typedef struct Mforce {
    int flex_body, jfloat, case_index;
    Expr scale, force, function;
    Text routine, interface;
    const struct Program **part; /* from a routine: three of a force, three of a torque, one per mode; NULL: none */
    int parts;
} Mforce;
