/* matrix.h - parameters of a matrix. */
#pragma once
#include "model/model.h"

enum { MATRIX_BY_ROWS, MATRIX_BY_COLUMNS };

typedef struct MatrixElement {
    int full;    /* order of the values; -1: not full */
    bool sparse; /* values at rows i, columns j */
    int rows, columns;
    RealList values;
    IntList i, j; /* of a FILE: what is in it, or no values if it is not there */
    Text file, name;
} MatrixElement;

/* The value at a row and column, counted from 0. */
static inline double cd_matrix_at(const MatrixElement *m, int row, int column)
{
    if (m->full >= 0)
        return m->values.at[m->full == MATRIX_BY_ROWS ? (size_t)row * (size_t)m->columns + (size_t)column
                                                      : (size_t)column * (size_t)m->rows + (size_t)row];
    for (int k = 0; k < m->values.n; k++)
        if (m->i.at[k] == row + 1 && m->j.at[k] == column + 1) return m->values.at[k];
    return 0;
}

/* Why its values are not there, for messages; NULL: they are. */
static inline const char *cd_matrix_lacks(const MatrixElement *m)
{
    return m->values.n ? NULL : "the FILE of its matrix is not there: put it beside the dataset";
}

/* Whether each value has its place within ROWS and COLUMNS; else the matrix has been, or will be, complained of. */
bool cd_matrix_is_whole(const MatrixElement *m);

/* Row and column, counted from 0, of value number k of such a matrix. */
int cd_matrix_row(const MatrixElement *m, int k);
int cd_matrix_column(const MatrixElement *m, int k);

/* Rows and columns, where they follow from what is given: of a sparse matrix without ROWS the last row that is
 * named. */
void cd_matrix_size(const MatrixElement *m, int *rows, int *columns);

/* A matrix (-1: none) must have this many rows and columns, 0: not known. A sparse one without ROWS or COLUMNS may name
 * fewer. why: what makes it so many, "3 markers". */
void cd_check_matrix(Check *c, const Element *e, int matrix, const char *key, int rows, int columns, const char *why);
void cd_check_matrix_size(Check *c, const Element *e, const MatrixElement *m, const char *key, int rows, int columns,
                          const char *why);
