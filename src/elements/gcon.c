/* gcon.c - general constraint: an expression that is kept at zero.
 *
 *     phi(q, t) = 0                  positions and time
 *     g(q, v, t) = 0                 with velocities: positions are not constrained, theory 6.16, 6.24
 *     phi(q, t) >= 0                 UNILATERAL: a gap, closed or open, with impacts where it closes; theory 22
 *
 * Its reaction is the load of this one equation on the body of I, at I. */
#include "elements/common.h"
#include "kinematics/constrain.h"

typedef struct Gcon {
    int i;
    Expr function;
    Text routine, interface;
    bool list, unilateral;
    double restitution, mu;
    Expr slip;
} Gcon;

static const Field fields[] = {
    MARKER_REF(Gcon, i, "I", ZERO_IS_NONE, "marker at which the reaction is reported; ground if absent"),
    EXPR(Gcon, function, "FUNCTION", MIXED, NEEDED, "expression that is kept at zero"),
    FLAG(Gcon, unilateral, "UNILATERAL", 0, "the expression is a gap: it is kept from becoming negative, with impacts"),
    REAL(Gcon, restitution, "RESTITUTION", NONE, 0, NOT_NEGATIVE, "UNILATERAL: coefficient of restitution, 0 to 1"),
    REAL(Gcon, mu, "MU", NONE, 0, NOT_NEGATIVE, "UNILATERAL: coefficient of friction against SLIP"),
    EXPR(Gcon, slip, "SLIP", MIXED, 0, "UNILATERAL: velocity that friction acts against, linear in velocities"),
    ROUTINE_ROWS(Gcon),
    LIST_ROW(Gcon),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Gcon *g = e->data;
    if (GIVEN(e, Gcon, restitution) && !g->unilateral) cd_check_only_with(c, e, "RESTITUTION", "UNILATERAL");
    bool mu = GIVEN(e, Gcon, mu), slip = GIVEN(e, Gcon, slip);
    if (mu && !g->unilateral) cd_check_only_with(c, e, "MU", "UNILATERAL");
    if (mu && !slip) cd_check_missing(c, e, "SLIP");
    if (slip && !mu) cd_check_missing(c, e, "MU");
    if (g->restitution > 1) cd_check_bad(c, e, "RESTITUTION = %g is outside 0 to 1", g->restitution);
}

static int freedoms(const void *self)
{
    return ((const Gcon *)self)->unilateral ? 0 : -1;
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    (void)model;
    const Gcon *g = e->data;
    if (!g->function.program) return; /* USER(...): the run is refused */
    cd_constrain_row(out, "function");
    cd_constrain_general(out, g->function.program);
    if (g->unilateral) cd_constrain_unilateral(out, 0, g->restitution);
    if (!g->unilateral || !(g->mu > 0) || !g->slip.program) return;
    cd_constrain_row(out, "slip");
    cd_constrain_general(out, g->slip.program);
    cd_constrain_tangent(out, g->mu, g->mu);
}

const ElementKind cd_element_gcon = {
    .keyword = "GCON",
    .summary = "constraint given by an expression",
    .role = ROLE_CONSTRAINT,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Gcon),
    .fields = fields,
    .freedoms = freedoms,
    .constrain = constrain,
    .check = check,
};
