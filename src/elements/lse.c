/* lse.c - linear state equations   x' = A x + B u,   y = C x + D u.
 * X, U, Y are arrays, A to D matrices. In statics x' = 0, unless STATIC_HOLD keeps x. */
#include "elements/array.h"
#include "elements/common.h"
#include "elements/matrix.h"

typedef struct Lse {
    int x, u, y, ic;
    int a, b, c, d;
    bool static_hold;
} Lse;

static const Field fields[] = {
    REF(Lse, x, "X", "ARRAY", NEEDED, "array of the states"),
    REF(Lse, u, "U", "ARRAY", 0, "array of the inputs"),
    REF(Lse, y, "Y", "ARRAY", 0, "array of the outputs"),
    REF(Lse, a, "A", "MATRIX", NEEDED, "states on their rates"),
    REF(Lse, b, "B", "MATRIX", 0, "inputs on the rates"),
    REF(Lse, c, "C", "MATRIX", 0, "states on the outputs"),
    REF(Lse, d, "D", "MATRIX", 0, "inputs on the outputs"),
    REF(Lse, ic, "IC", "ARRAY", 0, "array of initial states"),
    FLAG(Lse, static_hold, "STATIC_HOLD", 0, "statics does not change the states"),
    FIELDS_END,
};

/* Rows and columns of a matrix must be as many as these; 0 where either is not known. */
static void check_size(Check *c, const Element *e, int matrix, const char *key, int rows, int columns)
{
    if (matrix < 0) return;
    const MatrixElement *m = MODEL_AT(c->model, matrix, MatrixElement, matrix);
    if (m->rows <= 0 || m->columns <= 0) return;
    if ((rows > 0 && m->rows != rows) || (columns > 0 && m->columns != columns))
        cd_check_bad(c, e, "%s is %d x %d; the other matrices and arrays make it %d x %d", key, m->rows, m->columns,
                     rows > 0 ? rows : m->rows, columns > 0 ? columns : m->columns);
}

static int size_of(const CdModel *model, int array)
{
    return array < 0 ? 0 : cd_array_size(MODEL_AT(model, array, ArrayElement, array));
}

static int rows_of(const CdModel *model, int matrix)
{
    return matrix < 0 ? 0 : MODEL_AT(model, matrix, MatrixElement, matrix)->rows;
}

static void check(Check *c, const Element *e)
{
    const Lse *s = e->data;
    if ((GIVEN(e, Lse, b) || GIVEN(e, Lse, d)) && !GIVEN(e, Lse, u)) cd_check_missing(c, e, "U");
    if ((GIVEN(e, Lse, c) || GIVEN(e, Lse, d)) && !GIVEN(e, Lse, y)) cd_check_missing(c, e, "Y");
    if (GIVEN(e, Lse, u) && !GIVEN(e, Lse, b) && !GIVEN(e, Lse, d)) cd_check_only_with(c, e, "U", "B or D");
    if (GIVEN(e, Lse, y) && !GIVEN(e, Lse, c) && !GIVEN(e, Lse, d)) cd_check_only_with(c, e, "Y", "C or D");

    int n = rows_of(c->model, s->a), m = size_of(c->model, s->u);
    int p = size_of(c->model, s->y) ? size_of(c->model, s->y) : rows_of(c->model, s->c);
    check_size(c, e, s->a, "A", n, n);
    check_size(c, e, s->b, "B", n, m);
    check_size(c, e, s->c, "C", p, n);
    check_size(c, e, s->d, "D", p, m);
    if (size_of(c->model, s->x) && n && size_of(c->model, s->x) != n)
        cd_check_bad(c, e, "the array X has %d entries but A has %d rows", size_of(c->model, s->x), n);
    if (size_of(c->model, s->ic) && n && size_of(c->model, s->ic) != n)
        cd_check_bad(c, e, "the array IC has %d entries but A has %d rows", size_of(c->model, s->ic), n);
}

const ElementKind cd_element_lse = {
    .keyword = "LSE",
    .summary = "linear state equations",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_LATER,
    .size = sizeof(Lse),
    .fields = fields,
    .check = check,
};
