/* surface.c - surface r(u, v) in the frame of the marker that carries it, by control points or a user routine. */
#include "elements/common.h"

typedef struct Surface {
    double minpar[2], maxpar[2];
    int matrix;
    Expr function;
    Text routine, interface;
} Surface;

static const Field fields[] = {
    REALN(Surface, minpar, "MINPAR", 2, NONE, 0, "smallest u, v"),
    REALN(Surface, maxpar, "MAXPAR", 2, NONE, 0, "largest u, v"),
    REF(Surface, matrix, "MATRIX", "MATRIX", 0, "points"),
    EXPR(Surface, function, "FUNCTION", LENGTH, 0, "USER(...): a routine gives the surface"),
    ROUTINE_ROWS(Surface),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Surface *s = e->data;
    cd_check_user(c, e, &s->function, "FUNCTION");
    cd_check_unused(c, e);
}

const ElementKind cd_element_surface = {
    .keyword = "SURFACE",
    .summary = "surface in space",
    .role = ROLE_SYSTEM,
    .flags = OPEN_ARGUMENTS,
    .mechanics = MECHANICS_NONE,
    .size = sizeof(Surface),
    .fields = fields,
    .check = check,
};
