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

/* Rows and columns of a matrix must be six per marker. */
static void check_size(Check *c, const Element *e, int matrix, const char *key, int n)
{
    int rows, columns;
    if (matrix < 0) return;
    cd_matrix_size(MODEL_AT(c->model, matrix, MatrixElement, matrix), &rows, &columns);
    if (rows > 0 && columns > 0 && (rows != n || columns != n))
        cd_check_bad(c, e, "%s is %d x %d; %d markers make it %d x %d", key, rows, columns, n / 6, n, n);
}

static void check_array(Check *c, const Element *e, int array, const char *key, int n)
{
    int size = array < 0 ? n : cd_array_size(MODEL_AT(c->model, array, ArrayElement, array));
    if (size != n) cd_check_bad(c, e, "the array %s has %d entries; %d markers make it %d", key, size, n / 6, n);
}

static void check(Check *c, const Element *e)
{
    const Nforce *f = e->data;
    int n = 6 * f->markers.n;
    if (f->file.n) return;
    if (!f->markers.n) cd_check_missing(c, e, "MARKERS");
    if (f->j < 0) cd_check_missing(c, e, "J");
    if (f->kmatrix < 0 && f->cmatrix < 0) cd_check_one_of(c, e, "KMATRIX, CMATRIX");
    check_size(c, e, f->kmatrix, "KMATRIX", n), check_size(c, e, f->cmatrix, "CMATRIX", n);
    check_array(c, e, f->length, "LENGTH", n), check_array(c, e, f->force, "FORCE", n);
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

/* Whether matrices and arrays have what the law needs; where not, the checks have said so. */
static bool fits(const CdModel *model, const Nforce *f)
{
    int n = 6 * f->markers.n;
    const int matrix[2] = { f->kmatrix, f->cmatrix }, array[2] = { f->length, f->force };
    for (int k = 0; k < 2; k++) {
        int rows, columns;
        const MatrixElement *m = matrix[k] < 0 ? NULL : MODEL_AT(model, matrix, MatrixElement, matrix[k]);
        if (m) cd_matrix_size(m, &rows, &columns);
        if (m && (rows != n || columns != n || (m->full >= 0 && m->values.n != n * n))) return false;
        if (m && m->full < 0 && (m->i.n != m->values.n || m->j.n != m->values.n)) return false;
        if (array[k] >= 0 && MODEL_AT(model, array, ArrayElement, array[k])->numbers.n != n) return false;
    }
    return n > 0 && f->j >= 0;
}

static double entry(const CdModel *model, int array, int k)
{
    return array < 0 ? 0 : MODEL_AT(model, array, ArrayElement, array)->numbers.at[k];
}

/* Component number row of the law as an expression. */
static void write_row(const CdModel *model, const Nforce *f, int row, TextBuffer *out)
{
    static const char *const shape[12] = {
        "DX(%1$d,%2$d,%2$d)",      "DY(%1$d,%2$d,%2$d)", "DZ(%1$d,%2$d,%2$d)",      "AX(%1$d,%2$d)",
        "AY(%1$d,%2$d)",           "AZ(%1$d,%2$d)",      "VX(%1$d,%2$d,%2$d,%2$d)", "VY(%1$d,%2$d,%2$d,%2$d)",
        "VZ(%1$d,%2$d,%2$d,%2$d)", "WX(%1$d,%2$d,%2$d)", "WY(%1$d,%2$d,%2$d)",      "WZ(%1$d,%2$d,%2$d)"
    };
    cd_buffer_print(out, "(%.17g)", entry(model, f->force, row));
    for (int m = 0; m < f->markers.n; m++)
        for (int k = 0; k < 12; k++) {
            int column = 6 * m + k % 6, matrix = k < 6 || f->cmatrix < 0 ? f->kmatrix : f->cmatrix;
            double a = matrix < 0 ? 0 : cd_matrix_at(MODEL_AT(model, matrix, MatrixElement, matrix), row, column);
            if (k >= 6 && f->cmatrix < 0) a *= f->cratio;
            if (a == 0) continue;
            cd_buffer_print(out, "-(%.17g)*(", a);
            cd_buffer_print(out, shape[k], cd_model_id(model, KIND_marker, f->markers.at[m]),
                            cd_model_id(model, KIND_marker, f->j));
            cd_buffer_print(out, k < 6 ? "-(%.17g))" : ")", entry(model, f->length, column));
        }
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Nforce *f = e->data;
    f->f = NULL;
    if (refuse(model, e) || !fits(model, f)) return;
    f->f = ARENA_ARRAY(cd_compiler_arena(c), const Program *, 6 * f->markers.n);
    for (int row = 0; row < 6 * f->markers.n; row++) {
        TextBuffer text = { 0 };
        write_row(model, f, row, &text);
        f->f[row] = cd_compile_text(c, e, text.at);
        cd_buffer_close(&text);
    }
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
