/* curve.c - curve c(alpha) in the frame of the marker that carries it: a B-spline by its control points or through given points
 * (rows x, y, z of a matrix), or a user routine. */
#include "elements/common.h"

typedef struct Curve {
    int closure, matrix, order;
    bool curve_points;
    double minpar, maxpar, tension;
    Expr function;
    Text routine, interface;
} Curve;

static const Field fields[] = {
    CHOICE(Curve, closure, "closure", "OPEN|CLOSED", 0, 0, "whether its ends meet"),
    REF(Curve, matrix, "MATRIX", "MATRIX", 0, "points, one row of x, y, z each"),
    FLAG(Curve, curve_points, "CURVE_POINTS", 0, "the curve passes through the points; else they are control points"),
    INT(Curve, order, "ORDER", 4, POSITIVE, "order of the B-spline: 4 is cubic"),
    REAL(Curve, minpar, "MINPAR", NONE, -1, 0, "parameter at the start"),
    REAL(Curve, maxpar, "MAXPAR", NONE, 1, 0, "parameter at the end"),
    REAL(Curve, tension, "TENSION", NONE, 0, 0, "tension of the fit"),
    EXPR(Curve, function, "FUNCTION", LENGTH, 0, "USER(...): a routine gives the curve"),
    ROUTINE_ROWS(Curve),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Curve *p = e->data;
    if (GIVEN(e, Curve, matrix) && GIVEN(e, Curve, function)) cd_check_exclusive(c, e, "MATRIX", "FUNCTION");
    if (!GIVEN(e, Curve, matrix) && !GIVEN(e, Curve, function)) cd_check_one_of(c, e, "MATRIX, FUNCTION");
    cd_check_user(c, e, &p->function, "FUNCTION");
    if (p->minpar >= p->maxpar) cd_check_bad(c, e, "MINPAR = %g must be less than MAXPAR = %g", p->minpar, p->maxpar);
}

const ElementKind cd_element_curve = {
    .keyword = "CURVE",
    .summary = "curve in space",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Curve),
    .fields = fields,
    .check = check,
};
