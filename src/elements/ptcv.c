/* ptcv.c - point on a curve:   r_I = r_RM + R_RM c(alpha),  three equations and the unknown alpha, so two constraints
 * (theory 6.20).
 * There is no force along the curve: the equation of alpha, which has no mass, is  c'(alpha) . R_RM^T F = 0.
 * JFLOAT stands at the point of contact with x along the tangent, y the normal, z the binormal (6.21). */
#include "elements/common.h"
#include "kinematics/constrain.h"
#include "model/frames.h"

typedef struct Ptcv {
    int curve, i, jfloat, rm, vm;
    double disp[3], ictan;
    RealList velocity;
} Ptcv;

static const Field fields[] = {
    REF(Ptcv, curve, "CURVE", "CURVE", NEEDED, "curve"),
    MARKER_REF(Ptcv, i, "I", NEEDED, "marker whose origin stays on the curve"),
    MARKER_REF(Ptcv, jfloat, "JFLOAT", NEEDED, "floating marker on the body of the curve"),
    MARKER_REF(Ptcv, rm, "RM", NEEDED, "marker that carries the curve"),
    REALN(Ptcv, disp, "DISP", 3, LENGTH, 0, "guess of the point of contact, in the axes of RM"),
    REAL(Ptcv, ictan, "ICTAN", VELOCITY, 0, 0, "initial velocity along the tangent"),
    REALS(Ptcv, velocity, "VELOCITY", 1, 3, VELOCITY, 0, "initial velocity of the point along the curve"),
    MARKER_REF(Ptcv, vm, "VM", ZERO_IS_NONE, "marker for the axes of the velocity"),
    FIELDS_END,
};

/* Where the contact starts: the point of the curve nearest to DISP, or to I as the dataset places it. */
static double start_of(const CdModel *model, const Element *e, const SpaceCurve *curve)
{
    const Ptcv *p = e->data;
    Vec3 near = v3(p->disp[0], p->disp[1], p->disp[2]);
    if (!GIVEN(e, Ptcv, disp)) {
        Frame rm = cd_marker_frame(model, p->rm), i = cd_marker_frame(model, p->i);
        near = m3_tapply(rm.A, v3_sub(i.r, rm.r));
    }
    return cd_curve_nearest(curve, near);
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    static const char *const name[] = { "x on curve", "y on curve", "z on curve" };
    const Ptcv *p = e->data;
    const SpaceCurve *curve = model->curve[p->curve];
    if (!curve) return; /* computed by a routine: the run is refused */
    int alpha = cd_constrain_parameter(out, curve, start_of(model, e, curve), GIVEN(e, Ptcv, ictan) ? &p->ictan : NULL,
                                       p->jfloat, p->rm);
    for (int axis = 0; axis < 3; axis++) {
        cd_constrain_row(out, name[axis]);
        cd_constrain_term(out, cd_slide_term(p->i, p->rm, axis));
        cd_constrain_term(out, cd_curve_term(alpha, axis));
    }
}

static void check(Check *c, const Element *e)
{
    const Ptcv *p = e->data;
    cd_check_pair(c, e, p->i, "I", p->rm, "RM");
    cd_check_floating(c, e, p->jfloat, "JFLOAT");
    cd_check_owner(c, e, p->jfloat, "JFLOAT", cd_marker_body(c->model, p->rm));
}

const ElementKind cd_element_ptcv = {
    .keyword = "PTCV",
    .summary = "point that stays on a curve",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Ptcv),
    .fields = fields,
    .freedoms = cd_takes_two,
    .constrain = constrain,
    .check = check,
};
