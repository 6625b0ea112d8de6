/* curve.c - curve c(alpha) in the frame of the marker that carries it: a B-spline by its control points (theory 6.17),
 * a cubic through given points (6.18), both rows x, y, z of a matrix, or a user routine. The points share the range of
 * the parameter equally. */
#include "elements/curve.h"

#include "elements/common.h"
#include "elements/matrix.h"
#include "expr/compile.h"

static const Field fields[] = {
    CHOICE(CurveStatement, closure, "closure", "OPEN|CLOSED", 0, 0, "whether its ends meet"),
    REF(CurveStatement, matrix, "MATRIX", "MATRIX", 0, "points, one row of x, y, z each"),
    FLAG(CurveStatement, curve_points, "CURVE_POINTS", 0,
         "the curve passes through the points; else they are control points"),
    INT(CurveStatement, order, "ORDER", 4, POSITIVE, "order of the B-spline: 4 is cubic"),
    REAL(CurveStatement, minpar, "MINPAR", NONE, -1, 0, "parameter at the start"),
    REAL(CurveStatement, maxpar, "MAXPAR", NONE, 1, 0, "parameter at the end"),
    REAL(CurveStatement, tension, "TENSION", NONE, 0, 0, "tension of the fit"),
    EXPR(CurveStatement, function, "FUNCTION", LENGTH, 0, "USER(...): a routine gives the curve"),
    ROUTINE_ROWS(CurveStatement),
    FIELDS_END,
};

static void check_points(Check *c, const Element *e, const CurveStatement *p)
{
    const MatrixElement *m = MODEL_AT(c->model, matrix, MatrixElement, p->matrix);
    char label[CD_LABEL_ROOM];
    cd_label(&c->model->table[KIND_matrix].at[p->matrix], label);
    int least = cd_curve_least(p);
    if (cd_matrix_lacks(m)) cd_check_bad(c, e, "%s", cd_matrix_lacks(m));
    else if (m->columns != 3) cd_check_bad(c, e, "%s has %d columns; a curve needs 3: x, y, z", label, m->columns);
    else if (m->rows < least) cd_check_bad(c, e, "%s has %d rows; this curve needs %d points", label, m->rows, least);
    if (p->order < 2 || p->order > CURVE_HIGHEST_ORDER)
        cd_check_bad(c, e, "ORDER = %d must be from 2 to %d", p->order, CURVE_HIGHEST_ORDER);
}

/* The curve itself, for those who ride on it. */
static void derive(const CdModel *model, Element *e, Compiler *c)
{
    cd_compile_curve(c, (int)(e - model->table[KIND_curve].at));
}

static void check(Check *c, const Element *e)
{
    const CurveStatement *p = e->data;
    if (GIVEN(e, CurveStatement, matrix) && GIVEN(e, CurveStatement, function))
        cd_check_exclusive(c, e, "MATRIX", "FUNCTION");
    if (!GIVEN(e, CurveStatement, matrix) && !GIVEN(e, CurveStatement, function))
        cd_check_one_of(c, e, "MATRIX, FUNCTION");
    cd_check_user(c, e, &p->function, "FUNCTION");
    if (p->matrix >= 0) check_points(c, e, p);
    if (p->minpar >= p->maxpar) cd_check_bad(c, e, "MINPAR = %g must be less than MAXPAR = %g", p->minpar, p->maxpar);
}

const ElementKind cd_element_curve = {
    .keyword = "CURVE",
    .summary = "curve in space",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(CurveStatement),
    .fields = fields,
    .derive = derive,
    .check = check,
};
