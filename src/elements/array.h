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

/* Most states or outputs of a system element, and most rows and columns of a matrix that does not list them all: what
 * is beyond is taken for a slip before anything of that size is made. */
enum { CD_SYSTEM_LIMIT = 10000 };

/* Number of entries, 0 if the system element that uses it decides. */
int cd_array_size(const ArrayElement *a);

/* An array (-1: none) that a system element or a force names with a key must be of this type, have this many entries
 * (0: any number; an array without SIZE has as many as are needed), and, of states or outputs, belong to no other
 * element. why: what makes it so many, "NS". */
void cd_check_array(Check *c, const Element *e, int array, const char *key, ArrayType type, int size, const char *why);
