/* nforce.c - linear loads on several markers against a reference marker J, in the axes of J:
 *
 *     (F_1, T_1, F_2, T_2, ...) = FORCE - K (x - LENGTH) - C v
 *     x = DX, DY, DZ(I, J, J), AX, AY, AZ(I, J) of each marker I in turn,  v = VX, VY, VZ(I, J, J, J), WX, WY, WZ(I, J,
 *     J)
 *
 * Each marker's load acts on its body, and the opposite at the same point on the body of J. The matrices have six rows
 * per marker. They are elements of the dataset, or K, C, LENGTH and FORCE of a FILE. */
#include "elements/nforce.h"

#include "elements/common.h"
#include "expr/compile.h"
#include "kinematics/load.h"

#include <stdio.h>
#include <stdlib.h>

static const Field fields[] = {
    REFS(Nforce, markers, "MARKERS|IMARKERS|I", "MARKER", 1, 0, 0, "markers that the load acts on"),
    MARKER_REF(Nforce, j, "J", 0, "reference marker, which takes the reactions"),
    MARKER_REF(Nforce, jfloat, "JFLOAT", 0, "floating marker that takes the reactions"),
    REF(Nforce, kmatrix, "KMATRIX", "MATRIX", 0, "stiffness"),
    REF(Nforce, cmatrix, "CMATRIX", "MATRIX", 0, "damping"),
    REAL(Nforce, cratio, "CRATIO", TIME, 0, NOT_NEGATIVE, "C = CRATIO K"),
    REF(Nforce, length, "LENGTH", "MATRIX", 0, "displacements at which the force is FORCE, one column"),
    REF(Nforce, force, "FORCE", "MATRIX", 0, "force at those displacements, one column"),
    NAME(Nforce, file, "FILE", 0, "file with matrices K and, if wanted, C, LENGTH, FORCE"),
    FIELDS_END,
};

static const MatrixElement *matrix_of(const CdModel *model, const Nforce *f, int which)
{
    const int stated[NFORCE_MATRICES] = { f->kmatrix, f->cmatrix, f->length, f->force };
    return stated[which] >= 0 ? MODEL_AT(model, matrix, MatrixElement, stated[which]) : f->held[which];
}

static void check_matrices(Check *c, const Element *e, const Nforce *f)
{
    static const char *const key[NFORCE_MATRICES] = { "KMATRIX", "CMATRIX", "LENGTH", "FORCE" };
    int n = 6 * f->markers.n;
    char markers[40];
    snprintf(markers, sizeof markers, "a number of %d markers", f->markers.n);
    for (int k = 0; k < NFORCE_MATRICES; k++) {
        const MatrixElement *m = matrix_of(c->model, f, k);
        if (m) cd_check_matrix_size(c, e, m, key[k], n, k < NFORCE_LENGTH ? n : 1, markers);
    }
}

static void check(Check *c, const Element *e)
{
    const Nforce *f = e->data;
    if (!f->markers.n) cd_check_missing(c, e, "MARKERS");
    if (f->j < 0) cd_check_missing(c, e, "J");
    for (int k = 0; k < f->markers.n; k++) cd_check_has_place(c, e, f->markers.at[k], "MARKERS");
    cd_check_has_place(c, e, f->j, "J");
    if (!GIVEN(e, Nforce, kmatrix) && !GIVEN(e, Nforce, cmatrix) && !f->file.n)
        cd_check_one_of(c, e, "KMATRIX, CMATRIX, FILE");
    check_matrices(c, e, f);
}

static const char *refuse(const CdModel *model, const Element *e)
{
    const Nforce *f = e->data;
    for (int k = 0; k < NFORCE_MATRICES; k++) {
        const MatrixElement *m = matrix_of(model, f, k);
        if (m && cd_matrix_lacks(m)) return cd_matrix_lacks(m);
    }
    return f->file.n && !f->held[NFORCE_K] ? "its FILE is not there: put it beside the dataset" : NULL;
}

/* Value number k of a column; none: 0. */
static double entry(const MatrixElement *m, int k)
{
    return m ? cd_matrix_at(m, k, 0) : 0;
}

/* Adds - factor M (x - LENGTH), or - factor M v, to the texts of the components. */
static void add_product(const CdModel *model, const Nforce *f, TextBuffer *row, const MatrixElement *m, double factor,
                        bool of_rates)
{
    static const char *const shape[12] = {
        "DX(%1$d,%2$d,%2$d)",      "DY(%1$d,%2$d,%2$d)", "DZ(%1$d,%2$d,%2$d)",      "AX(%1$d,%2$d)",
        "AY(%1$d,%2$d)",           "AZ(%1$d,%2$d)",      "VX(%1$d,%2$d,%2$d,%2$d)", "VY(%1$d,%2$d,%2$d,%2$d)",
        "VZ(%1$d,%2$d,%2$d,%2$d)", "WX(%1$d,%2$d,%2$d)", "WY(%1$d,%2$d,%2$d)",      "WZ(%1$d,%2$d,%2$d)"
    };
    const MatrixElement *length = matrix_of(model, f, NFORCE_LENGTH);
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
        else cd_buffer_print(out, "-(%.17g))", entry(length, column));
    }
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Nforce *f = e->data;
    int n = 6 * f->markers.n;
    f->f = NULL;
    if (refuse(model, e)) return;
    f->f = ARENA_ARRAY(cd_compiler_arena(c), const Program *, n);
    const MatrixElement *K = matrix_of(model, f, NFORCE_K), *C = matrix_of(model, f, NFORCE_C);
    const MatrixElement *force = matrix_of(model, f, NFORCE_FORCE);
    TextBuffer *row = cd_take((size_t)n * sizeof *row);
    for (int i = 0; i < n; i++) cd_buffer_print(&row[i], "(%.17g)", entry(force, i));
    add_product(model, f, row, K, 1, false);
    add_product(model, f, row, C ? C : K, C ? 1 : f->cratio, true);
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
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Nforce),
    .fields = fields,
    .derive = derive,
    .load = load,
    .refuse = refuse,
    .check = check,
};
