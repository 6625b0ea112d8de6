/* matrix.h - parameters of a matrix. */
#pragma once
#include "model/field.h"

enum { MATRIX_BY_ROWS, MATRIX_BY_COLUMNS };

typedef struct MatrixElement {
    int full;    /* order of the values; -1: not full */
    bool sparse; /* values at rows i, columns j */
    int rows, columns;
    RealList values;
    IntList i, j;
    Text file, name;
} MatrixElement;
