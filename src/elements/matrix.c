/* matrix.c - matrix: all values by rows or by columns, the non-zero values with their row and column (counting from 1),
 * or a file. */
#include "elements/matrix.h"

#include "elements/array.h"
#include "elements/common.h"

#include <stdlib.h>

static const Field fields[] = {
    WORD(MatrixElement, full, "FULL", "RORDER|CORDER", -1, 0, "all values, by rows or by columns"),
    FLAG(MatrixElement, sparse, "SPARSE", 0, "only the non-zero values, with I and J"),
    INT(MatrixElement, rows, "ROWS", 0, POSITIVE, "number of rows"),
    INT(MatrixElement, columns, "COLUMNS", 0, POSITIVE, "number of columns"),
    REALS(MatrixElement, values, "VALUES", 1, 0, MIXED, 0, "the values"),
    INTS(MatrixElement, i, "I", 1, 0, 0, "SPARSE: row of each value"),
    INTS(MatrixElement, j, "J", 1, 0, 0, "SPARSE: column of each value"),
    NAME(MatrixElement, file, "FILE", 0, "file with the matrix"),
    NAME(MatrixElement, name, "NAME", 0, "name of the matrix in the file"),
    FIELDS_END,
};

static int largest(const IntList *at)
{
    int n = 0;
    for (int k = 0; k < at->n; k++) n = at->at[k] > n ? at->at[k] : n;
    return n;
}

void cd_matrix_size(const MatrixElement *m, int *rows, int *columns)
{
    *rows = m->rows > 0 ? m->rows : largest(&m->i);
    *columns = m->columns > 0 ? m->columns : largest(&m->j);
}

static bool are_within(const IntList *at, int size)
{
    for (int k = 0; k < at->n; k++)
        if (at->at[k] < 1 || at->at[k] > size) return false;
    return true;
}

bool cd_matrix_is_whole(const MatrixElement *m)
{
    if (m->rows <= 0 || m->columns <= 0) return false;
    if (!m->sparse) return m->full >= 0 && (long long)m->rows * m->columns == m->values.n;
    bool all = m->i.n == m->values.n && m->j.n == m->values.n;
    return all && are_within(&m->i, m->rows) && are_within(&m->j, m->columns);
}

int cd_matrix_row(const MatrixElement *m, int k)
{
    return m->sparse ? m->i.at[k] - 1 : m->full == MATRIX_BY_ROWS ? k / m->columns : k % m->rows;
}

int cd_matrix_column(const MatrixElement *m, int k)
{
    return m->sparse ? m->j.at[k] - 1 : m->full == MATRIX_BY_ROWS ? k % m->columns : k / m->rows;
}

/* Whether a number of rows or columns contradicts what is wanted; 0: not known. */
static bool contradicts(int stated, int named, int wanted)
{
    return wanted > 0 && (stated > 0 ? stated != wanted : named > wanted);
}

void cd_check_matrix_size(Check *c, const Element *e, const MatrixElement *m, const char *key, int rows, int columns,
                          const char *why)
{
    int r, n;
    cd_matrix_size(m, &r, &n);
    if (contradicts(m->rows, r, rows) || contradicts(m->columns, n, columns))
        cd_check_bad(c, e, "%s is %d x %d; %s makes it %d x %d", key, r, n, why, rows > 0 ? rows : r,
                     columns > 0 ? columns : n);
}

void cd_check_matrix(Check *c, const Element *e, int matrix, const char *key, int rows, int columns, const char *why)
{
    if (matrix < 0) return;
    cd_check_matrix_size(c, e, MODEL_AT(c->model, matrix, MatrixElement, matrix), key, rows, columns, why);
}

/* Whether all positions are within 1..size; size 0: not known. */
static void check_positions(Check *c, const Element *e, const IntList *at, int size, const char *key)
{
    for (int k = 0; k < at->n; k++) {
        if (at->at[k] >= 1 && (at->at[k] <= size || size <= 0)) continue;
        if (size > 0) cd_check_bad(c, e, "%s = %d (number %d) is outside 1 to %d", key, at->at[k], k + 1, size);
        else cd_check_bad(c, e, "%s = %d (number %d) must be 1 or more", key, at->at[k], k + 1);
        return;
    }
}

/* A position is a row above the bits of a column. */
static int by_position(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether no position has two values. */
static void check_twice(Check *c, const Element *e, const MatrixElement *m)
{
    int64_t *at = cd_take((size_t)m->values.n * sizeof *at);
    for (int k = 0; k < m->values.n; k++) at[k] = (int64_t)m->i.at[k] << 32 | m->j.at[k];
    qsort(at, (size_t)m->values.n, sizeof *at, by_position);
    for (int k = 1; k < m->values.n; k++)
        if (at[k] == at[k - 1]) {
            cd_check_bad(c, e, "row %d, column %d has two values", (int)(at[k] >> 32), (int)(at[k] & INT32_MAX));
            break;
        }
    free(at);
}

static void check(Check *c, const Element *e)
{
    const MatrixElement *m = e->data;
    int rows, columns;
    cd_matrix_size(m, &rows, &columns);
    if ((m->sparse || GIVEN(e, MatrixElement, file)) && (rows > CD_SYSTEM_LIMIT || columns > CD_SYSTEM_LIMIT))
        cd_check_bad(
            c, e, "%d rows and %d columns; this version takes at most %d of either in a matrix without all its values",
            rows, columns, CD_SYSTEM_LIMIT);
    if (GIVEN(e, MatrixElement, file)) {
        if (GIVEN(e, MatrixElement, values)) cd_check_exclusive(c, e, "FILE", "VALUES");
        else if (m->sparse && m->values.n) check_twice(c, e, m);
        return;
    }
    if (m->full >= 0 && m->sparse) cd_check_exclusive(c, e, "FULL", "SPARSE");
    if (m->full < 0 && !m->sparse) cd_check_one_of(c, e, "FULL, SPARSE, FILE");
    if (!GIVEN(e, MatrixElement, values)) cd_check_missing(c, e, "VALUES");
    if (m->full >= 0) {
        if (!GIVEN(e, MatrixElement, rows)) cd_check_missing(c, e, "ROWS");
        if (!GIVEN(e, MatrixElement, columns)) cd_check_missing(c, e, "COLUMNS");
        long long size = (long long)m->rows * m->columns;
        if (m->rows > 0 && m->columns > 0 && m->values.n && size != m->values.n)
            cd_check_bad(c, e, "%d rows and %d columns need %lld VALUES, not %d", m->rows, m->columns, size,
                         m->values.n);
    } else if (m->sparse) {
        if (m->i.n != m->values.n || m->j.n != m->values.n)
            cd_check_bad(c, e, "I has %d, J %d and VALUES %d entries; they must be as many", m->i.n, m->j.n,
                         m->values.n);
        else check_twice(c, e, m);
        check_positions(c, e, &m->i, m->rows, "I");
        check_positions(c, e, &m->j, m->columns, "J");
    }
}

const ElementKind cd_element_matrix = {
    .keyword = "MATRIX",
    .summary = "matrix of constants",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(MatrixElement),
    .fields = fields,
    .check = check,
};
