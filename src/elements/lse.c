/* lse.c - linear state equations   x' = A x + B u,   y = C x + D u.
 * X, U, Y are arrays, A to D matrices. In statics x' = 0, unless STATIC_HOLD keeps x. Each row is an expression of the non-zero
 * entries, so a sparse matrix costs what it holds. */
#include "elements/array.h"
#include "elements/common.h"
#include "elements/matrix.h"
#include "expr/compile.h"
#include "kinematics/equation.h"

typedef struct Lse {
    int x, u, y, ic;
    int a, b, c, d;
    bool static_hold;
    int states, outputs;
    const Program **rate, **output; /* one per state, one per output */
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

/* A matrix and the array it multiplies. */
typedef struct Product {
    int rows, columns, array; /* array: its id */
    double *value;            /* by rows */
} Product;

static Product product(const CdModel *model, int matrix, int array, Arena *scratch)
{
    Product p = { 0 };
    if (matrix < 0 || array < 0) return p;
    const MatrixElement *m = MODEL_AT(model, matrix, MatrixElement, matrix);
    cd_matrix_size(m, &p.rows, &p.columns);
    p.array = cd_model_id(model, KIND_array, array);
    p.value = ARENA_ARRAY(scratch, double, p.rows *p.columns);
    cd_matrix_values(m, p.value);
    return p;
}

static void add_terms(TextBuffer *text, const Product *p, int row)
{
    for (int k = 0; row < p->rows && k < p->columns; k++) {
        double x = p->value[row * p->columns + k];
        if (x != 0) cd_buffer_print(text, "+(%.17g)*ARYVAL(%d,%d)", x, p->array, k + 1);
    }
}

/* A program per row of  M x + N u. */
static const Program **rows_as_programs(Element *e, Compiler *c, int rows, const Product *m, const Product *n)
{
    const Program **p = ARENA_ARRAY(cd_compiler_arena(c), const Program *, rows);
    for (int i = 0; i < rows; i++) {
        TextBuffer text = { 0 };
        cd_buffer_print(&text, "0");
        add_terms(&text, m, i);
        add_terms(&text, n, i);
        p[i] = cd_compile_text(c, e, text.at);
        cd_buffer_close(&text);
    }
    return p;
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Lse *s = e->data;
    Arena scratch = { 0 };
    Product A = product(model, s->a, s->x, &scratch), B = product(model, s->b, s->u, &scratch);
    Product C = product(model, s->c, s->x, &scratch), D = product(model, s->d, s->u, &scratch);
    s->states = A.rows;
    s->outputs = C.rows > D.rows ? C.rows : D.rows;
    s->rate = rows_as_programs(e, c, s->states, &A, &B);
    s->output = rows_as_programs(e, c, s->outputs, &C, &D);
    cd_arena_close(&scratch);
}

static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    const Lse *s = e->data;
    const ArrayElement *ic = s->ic < 0 ? NULL : MODEL_AT(model, array, ArrayElement, s->ic);
    for (int i = 0; i < s->states; i++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_RATE,
                                             .kind = KIND_array,
                                             .index = s->x,
                                             .component = i,
                                             .f = s->rate[i],
                                             .start = ic && i < ic->numbers.n ? ic->numbers.at[i] : 0,
                                             .hold = s->static_hold });
    for (int i = 0; i < s->outputs && s->y >= 0; i++)
        cd_equation_add(
            out, (EquationSpec){
                     .type = EQUATION_VALUE, .kind = KIND_array, .index = s->y, .component = i, .f = s->output[i] });
}

static const char *refuse(const CdModel *model, const Element *e)
{
    const Lse *s = e->data;
    const int matrix[4] = { s->a, s->b, s->c, s->d };
    for (int k = 0; k < 4; k++)
        if (matrix[k] >= 0 && MODEL_AT(model, matrix, MatrixElement, matrix[k])->file.n)
            return "one of its matrices is in a FILE, which this version does not read; state its VALUES in the dataset";
    return NULL;
}

const ElementKind cd_element_lse = {
    .keyword = "LSE",
    .summary = "linear state equations",
    .role = ROLE_SYSTEM,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Lse),
    .fields = fields,
    .derive = derive,
    .equations = equations,
    .refuse = refuse,
    .check = check,
};
