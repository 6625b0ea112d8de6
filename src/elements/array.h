/* array.h - parameters of an array. */
#pragma once
#include "model/model.h"

typedef enum ArrayType { ARRAY_IC, ARRAY_U, ARRAY_X, ARRAY_Y } ArrayType;

typedef struct ArrayElement {
    int type, size;
    RealList numbers;  /* IC */
    IntList variables; /* U */
    bool list;
} ArrayElement;

/* Most states or outputs of a system element, and most rows and columns of a matrix that does not list them all: what is beyond is
 * taken for a slip before anything of that size is made. */
enum { CD_SYSTEM_LIMIT = 10000 };

/* Number of entries, 0 if the system element that uses it decides. */
int cd_array_size(const ArrayElement *a);
