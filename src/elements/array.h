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

/* Number of entries, 0 if the system element that uses it decides. */
int cd_array_size(const ArrayElement *a);
