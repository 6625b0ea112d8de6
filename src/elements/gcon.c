/* gcon.c - general constraint: an expression that is kept at zero.
 *
 *     phi(q, t) = 0                  positions and time
 *     g(q, v, t) = 0                 with velocities: positions are not constrained, theory 6.16, 6.24
 *
 * Its reaction is the load of this one equation on the body of I, at I. */
#include "elements/common.h"
#include "kinematics/constrain.h"

typedef struct Gcon {
    int i;
    Expr function;
    Text routine, interface;
    bool list;
} Gcon;

static const Field fields[] = {
    MARKER_REF(Gcon, i, "I", ZERO_IS_NONE, "marker at which the reaction is reported; ground if absent"),
    EXPR(Gcon, function, "FUNCTION", MIXED, NEEDED, "expression that is kept at zero"),
    ROUTINE_ROWS(Gcon),
    LIST_ROW(Gcon),
    FIELDS_END,
};

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    (void)model;
    const Gcon *g = e->data;
    if (!g->function.program) return; /* USER(...): the run is refused */
    cd_constrain_row(out, "function");
    cd_constrain_general(out, &g->function);
}

const ElementKind cd_element_gcon = {
    .keyword = "GCON",
    .summary = "constraint given by an expression",
    .role = ROLE_CONSTRAINT,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Gcon),
    .fields = fields,
    .freedoms = cd_takes_one,
    .constrain = constrain,
};
