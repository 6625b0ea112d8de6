/* lse.c - linear state equations   x' = A x + B u,   y = C x + D u.
 * X, U, Y are arrays, A to D matrices. In statics x' = 0, unless STATIC_HOLD keeps x. Each row is an expression of the
 * non-zero entries, so a sparse matrix costs what it holds. */
#include "elements/array.h"
#include "elements/common.h"
#include "elements/matrix.h"
#include "expr/compile.h"
#include "kinematics/equation.h"

#include <stdlib.h>

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

static int size_of(const CdModel *model, int array)
{
    return array < 0 ? 0 : cd_array_size(MODEL_AT(model, array, ArrayElement, array));
}

/* Rows of a matrix: as stated, or those that a sparse one names. */
static int rows_of(const CdModel *model, int matrix, bool stated)
{
    int rows = 0, columns;
    if (matrix < 0) return 0;
    const MatrixElement *m = MODEL_AT(model, matrix, MatrixElement, matrix);
    if (stated) return m->rows;
    cd_matrix_size(m, &rows, &columns);
    return rows;
}

static int first_known(const int *size, int n)
{
    int k = 0;
    while (k < n - 1 && size[k] <= 0) k++;
    return size[k];
}

static int states_of(const CdModel *model, const Lse *s)
{
    const int size[] = { rows_of(model, s->a, true), size_of(model, s->x), size_of(model, s->ic),
                         rows_of(model, s->a, false) };
    return first_known(size, 4);
}

static int outputs_of(const CdModel *model, const Lse *s)
{
    int c = rows_of(model, s->c, false), d = rows_of(model, s->d, false);
    const int size[] = { size_of(model, s->y), rows_of(model, s->c, true), rows_of(model, s->d, true), c > d ? c : d };
    return first_known(size, 4);
}

static void check(Check *c, const Element *e)
{
    const Lse *s = e->data;
    if ((GIVEN(e, Lse, b) || GIVEN(e, Lse, d)) && !GIVEN(e, Lse, u)) cd_check_missing(c, e, "U");
    if ((GIVEN(e, Lse, c) || GIVEN(e, Lse, d)) && !GIVEN(e, Lse, y)) cd_check_missing(c, e, "Y");
    if (GIVEN(e, Lse, u) && !GIVEN(e, Lse, b) && !GIVEN(e, Lse, d)) cd_check_only_with(c, e, "U", "B or D");
    if (GIVEN(e, Lse, y) && !GIVEN(e, Lse, c) && !GIVEN(e, Lse, d)) cd_check_only_with(c, e, "Y", "C or D");

    static const char others[] = "the size of the other matrices and arrays";
    int n = states_of(c->model, s), m = size_of(c->model, s->u), p = outputs_of(c->model, s);
    cd_check_matrix(c, e, s->a, "A", n, n, others);
    cd_check_matrix(c, e, s->b, "B", n, m, others);
    cd_check_matrix(c, e, s->c, "C", p, n, others);
    cd_check_matrix(c, e, s->d, "D", p, m, others);
    cd_check_array(c, e, s->x, "X", ARRAY_X, n, "A");
    cd_check_array(c, e, s->u, "U", ARRAY_U, 0, "");
    cd_check_array(c, e, s->y, "Y", ARRAY_Y, 0, "");
    cd_check_array(c, e, s->ic, "IC", ARRAY_IC, n, "A");
}

/* Adds the product of a matrix and an array to the texts of its rows. */
static void add_product(const CdModel *model, TextBuffer *row, int matrix, int array)
{
    if (matrix < 0 || array < 0) return;
    const MatrixElement *m = MODEL_AT(model, matrix, MatrixElement, matrix);
    int id = cd_model_id(model, KIND_array, array);
    for (int k = 0; k < m->values.n; k++)
        if (m->values.at[k] != 0)
            cd_buffer_print(&row[cd_matrix_row(m, k)], "+(%.17g)*ARYVAL(%d,%d)", m->values.at[k], id,
                            cd_matrix_column(m, k) + 1);
}

/* A program per row of  M x + N u. */
static const Program **rows_as_programs(const CdModel *model, Element *e, Compiler *c, int rows, int M, int N)
{
    const Lse *s = e->data;
    const Program **p = ARENA_ARRAY(cd_compiler_arena(c), const Program *, rows);
    TextBuffer *text = cd_take((size_t)rows * sizeof *text);
    for (int i = 0; i < rows; i++) cd_buffer_print(&text[i], "0");
    add_product(model, text, M, s->x);
    add_product(model, text, N, s->u);
    for (int i = 0; i < rows; i++) {
        p[i] = cd_compile_text(c, e, text[i].at);
        cd_buffer_close(&text[i]);
    }
    free(text);
    return p;
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Lse *s = e->data;
    s->states = states_of(model, s);
    s->outputs = outputs_of(model, s);
    s->rate = rows_as_programs(model, e, c, s->states, s->a, s->b);
    s->output = rows_as_programs(model, e, c, s->outputs, s->c, s->d);
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
    for (int k = 0; k < 4; k++) {
        const char *why = matrix[k] >= 0 ? cd_matrix_lacks(MODEL_AT(model, matrix, MatrixElement, matrix[k])) : NULL;
        if (why) return why;
    }
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
