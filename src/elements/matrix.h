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

/* The value at a row and column, counted from 0. */
static inline double cd_matrix_at(const MatrixElement *m, int row, int column)
{
    if (m->full >= 0)
        return m->values.at[m->full == MATRIX_BY_ROWS ? row * m->columns + column : column * m->rows + row];
    for (int k = 0; k < m->values.n; k++)
        if (m->i.at[k] == row + 1 && m->j.at[k] == column + 1) return m->values.at[k];
    return 0;
}

/* Rows and columns, where they follow from what is given: of a sparse matrix without ROWS the last row that is named. */
void cd_matrix_size(const MatrixElement *m, int *rows, int *columns);
/* All its values by rows; out has room for rows times columns and is zero. */
void cd_matrix_values(const MatrixElement *m, double *out);
