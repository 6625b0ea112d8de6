/* nforce.c - linear loads on several markers against a reference marker J, in the axes of J:
 *
 *     (F_1, T_1, F_2, T_2, ...) = FORCE - K (x - LENGTH) - C v
 *     x = DX, DY, DZ(I, J, J), AX, AY, AZ(I, J) of each marker I in turn,  v = VX, VY, VZ(I, J, J, J), WX, WY, WZ(I, J, J)
 *
 * Each marker's load acts on its body, and the opposite at the same point on the body of J. The matrices have six rows per marker. */
#include "elements/array.h"
#include "elements/common.h"
#include "elements/matrix.h"
#include "expr/compile.h"
#include "kinematics/load.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Nforce {
    IntList markers;
    int j, jfloat;
    int kmatrix, cmatrix, length, force;
    double cratio;
    Text file;
    const Program **f; /* six per marker: its law as expressions */
} Nforce;

static const Field fields[] = {
    REFS(Nforce, markers, "MARKERS|I", "MARKER", 1, 0, 0, "markers that the load acts on"),
    MARKER_REF(Nforce, j, "J", 0, "reference marker, which takes the reactions"),
    MARKER_REF(Nforce, jfloat, "JFLOAT", 0, "floating marker that takes the reactions"),
    REF(Nforce, kmatrix, "KMATRIX", "MATRIX", 0, "stiffness"),
    REF(Nforce, cmatrix, "CMATRIX", "MATRIX", 0, "damping"),
    REAL(Nforce, cratio, "CRATIO", TIME, 0, NOT_NEGATIVE, "C = CRATIO K"),
    REF(Nforce, length, "LENGTH", "ARRAY", 0, "displacements at which the force is FORCE"),
    REF(Nforce, force, "FORCE", "ARRAY", 0, "force at those displacements"),
    NAME(Nforce, file, "FILE", 0, "file with the matrices"),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Nforce *f = e->data;
    int n = 6 * f->markers.n;
    if (f->file.n) return;
    if (!f->markers.n) cd_check_missing(c, e, "MARKERS");
    if (f->j < 0) cd_check_missing(c, e, "J");
    for (int k = 0; k < f->markers.n; k++) cd_check_has_place(c, e, f->markers.at[k], "MARKERS");
    cd_check_has_place(c, e, f->j, "J");
    if (!GIVEN(e, Nforce, kmatrix) && !GIVEN(e, Nforce, cmatrix)) cd_check_one_of(c, e, "KMATRIX, CMATRIX");
    char markers[40];
    snprintf(markers, sizeof markers, "a number of %d markers", f->markers.n);
    cd_check_matrix(c, e, f->kmatrix, "KMATRIX", n, n, markers);
    cd_check_matrix(c, e, f->cmatrix, "CMATRIX", n, n, markers);
    cd_check_array(c, e, f->length, "LENGTH", ARRAY_IC, n, markers);
    cd_check_array(c, e, f->force, "FORCE", ARRAY_IC, n, markers);
}

static const char *refuse(const CdModel *model, const Element *e)
{
    const Nforce *f = e->data;
    const int matrix[2] = { f->kmatrix, f->cmatrix };
    for (int k = 0; k < 2; k++)
        if (matrix[k] >= 0 && !MODEL_AT(model, matrix, MatrixElement, matrix[k])->values.n)
            return "its matrix is in a file, which is not read";
    return f->file.n ? "its data are in a file, which is not read" : NULL;
}

/* An array may state its size and no numbers. */
static double entry(const CdModel *model, int array, int k)
{
    const ArrayElement *a = array < 0 ? NULL : MODEL_AT(model, array, ArrayElement, array);
    return a && k < a->numbers.n ? a->numbers.at[k] : 0;
}

/* Adds - factor M (x - LENGTH), or - factor M v, to the texts of the components. */
static void add_product(const CdModel *model, const Nforce *f, TextBuffer *row, int matrix, double factor,
                        bool of_rates)
{
    static const char *const shape[12] = {
        "DX(%1$d,%2$d,%2$d)",      "DY(%1$d,%2$d,%2$d)", "DZ(%1$d,%2$d,%2$d)",      "AX(%1$d,%2$d)",
        "AY(%1$d,%2$d)",           "AZ(%1$d,%2$d)",      "VX(%1$d,%2$d,%2$d,%2$d)", "VY(%1$d,%2$d,%2$d,%2$d)",
        "VZ(%1$d,%2$d,%2$d,%2$d)", "WX(%1$d,%2$d,%2$d)", "WY(%1$d,%2$d,%2$d)",      "WZ(%1$d,%2$d,%2$d)"
    };
    const MatrixElement *m = matrix < 0 ? NULL : MODEL_AT(model, matrix, MatrixElement, matrix);
    for (int k = 0; m && k < m->values.n; k++) {
        int column = cd_matrix_column(m, k);
        double a = factor * m->values.at[k];
        if (a == 0) continue;
        TextBuffer *out = &row[cd_matrix_row(m, k)];
        cd_buffer_print(out, "-(%.17g)*(", a);
        cd_buffer_print(out, shape[column % 6 + (of_rates ? 6 : 0)],
                        cd_model_id(model, KIND_marker, f->markers.at[column / 6]),
                        cd_model_id(model, KIND_marker, f->j));
        if (of_rates) cd_buffer_print(out, ")");
        else cd_buffer_print(out, "-(%.17g))", entry(model, f->length, column));
    }
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Nforce *f = e->data;
    int n = 6 * f->markers.n;
    f->f = NULL;
    if (refuse(model, e)) return;
    f->f = ARENA_ARRAY(cd_compiler_arena(c), const Program *, n);
    TextBuffer *row = cd_take((size_t)n * sizeof *row);
    for (int i = 0; i < n; i++) cd_buffer_print(&row[i], "(%.17g)", entry(model, f->force, i));
    add_product(model, f, row, f->kmatrix, 1, false);
    if (f->cmatrix >= 0) add_product(model, f, row, f->cmatrix, 1, true);
    else add_product(model, f, row, f->kmatrix, f->cratio, true);
    for (int i = 0; i < n; i++) {
        f->f[i] = cd_compile_text(c, e, row[i].at);
        cd_buffer_close(&row[i]);
    }
    free(row);
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    (void)model;
    const Nforce *f = e->data;
    for (int m = 0; m < f->markers.n && f->f; m++) cd_load_components(out, f->markers.at[m], f->j, f->j, f->f + 6 * m);
}

const ElementKind cd_element_nforce = {
    .keyword = "NFORCE",
    .summary = "linear force between many markers",
    .role = ROLE_FORCE,
    .flags = OPEN_ARGUMENTS | SWITCHABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Nforce),
    .fields = fields,
    .derive = derive,
    .load = load,
    .refuse = refuse,
    .check = check,
};
