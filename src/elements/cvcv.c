/* cvcv.c - two planar curves in contact: a common point and parallel tangents, with the parameters of both curves as
 * unknowns.
 *
 *     r_I + R_I c_I(alpha) = r_J + R_J c_J(beta)        three equations, along the axes of J
 *     (R_I c_I' x R_J c_J') . z_J = 0                   one, in the x-y plane of J, where the curves lie
 *
 * Four equations less two unknowns take two degrees of freedom: the approach of the curves in their plane, and the slip
 * of one plane across the other. In a mechanism whose joints keep the planes together the second repeats them, and is
 * named as redundant. */
#include "elements/common.h"
#include "kinematics/constrain.h"
#include "model/frames.h"

typedef struct Cvcv {
    int icurve, jcurve, ifloat, jfloat, i, j, ivm, jvm;
    double idisp[3], jdisp[3], iictan, jictan;
    RealList ivel, jvel;
} Cvcv;

static const Field fields[] = {
    REF(Cvcv, icurve, "ICURVE", "CURVE", NEEDED, "curve on the body of I"),
    REF(Cvcv, jcurve, "JCURVE", "CURVE", NEEDED, "curve on the body of J"),
    MARKER_REF(Cvcv, i, "I", NEEDED, "marker that carries the first curve"),
    MARKER_REF(Cvcv, j, "J", NEEDED, "marker that carries the second curve"),
    MARKER_REF(Cvcv, ifloat, "IFLOAT", NEEDED, "floating marker on the body of I"),
    MARKER_REF(Cvcv, jfloat, "JFLOAT", NEEDED, "floating marker on the body of J"),
    REALN(Cvcv, idisp, "IDISP", 3, LENGTH, 0, "guess of the point of contact, in the axes of I"),
    REALN(Cvcv, jdisp, "JDISP", 3, LENGTH, 0, "guess of the point of contact, in the axes of J"),
    REAL(Cvcv, iictan, "IICTAN", VELOCITY, 0, 0, "initial velocity of contact along the first curve"),
    REAL(Cvcv, jictan, "JICTAN", VELOCITY, 0, 0, "initial velocity of contact along the second curve"),
    REALS(Cvcv, ivel, "IVEL", 1, 3, VELOCITY, 0, "initial velocity of contact along the first curve"),
    REALS(Cvcv, jvel, "JVEL", 1, 3, VELOCITY, 0, "initial velocity of contact along the second curve"),
    MARKER_REF(Cvcv, ivm, "IVM", ZERO_IS_NONE, "marker for the axes of IVEL"),
    MARKER_REF(Cvcv, jvm, "JVM", ZERO_IS_NONE, "marker for the axes of JVEL"),
    FIELDS_END,
};

static Vec3 on_curve(Frame f, const SpaceCurve *curve, double parameter)
{
    return v3_add(f.r, m3_apply(f.A, cd_curve_eval(curve, parameter, 0)));
}

/* Where the curves are nearest to each other as the dataset places them, on a sampling of both. */
static void nearest_pair(Frame i, Frame j, const SpaceCurve *const curve[2], double out[2])
{
    enum { SAMPLES = 8 }; /* per piece */
    int n = SAMPLES * curve[0]->pieces, m = SAMPLES * curve[1]->pieces;
    double least = INFINITY;
    for (int a = 0; a <= n; a++) {
        double alpha = curve[0]->from + a * (curve[0]->to - curve[0]->from) / n;
        Vec3 point = on_curve(i, curve[0], alpha);
        for (int b = 0; b <= m; b++) {
            double beta = curve[1]->from + b * (curve[1]->to - curve[1]->from) / m;
            double distance = v3_norm(v3_sub(on_curve(j, curve[1], beta), point));
            if (distance < least) least = distance, out[0] = alpha, out[1] = beta;
        }
    }
}

/* Where the contact starts: at the guesses; one of them leads to the nearest point of the other curve. */
static void start_of(const CdModel *model, const Element *e, const SpaceCurve *const curve[2], double out[2])
{
    const Cvcv *p = e->data;
    Frame i = cd_marker_frame(model, p->i), j = cd_marker_frame(model, p->j);
    bool i_given = GIVEN(e, Cvcv, idisp), j_given = GIVEN(e, Cvcv, jdisp);
    if (!i_given && !j_given) nearest_pair(i, j, curve, out);
    if (i_given) out[0] = cd_curve_nearest(curve[0], v3(p->idisp[0], p->idisp[1], p->idisp[2]));
    if (j_given) out[1] = cd_curve_nearest(curve[1], v3(p->jdisp[0], p->jdisp[1], p->jdisp[2]));
    if (j_given && !i_given)
        out[0] = cd_curve_nearest(curve[0], m3_tapply(i.A, v3_sub(on_curve(j, curve[1], out[1]), i.r)));
    if (i_given && !j_given)
        out[1] = cd_curve_nearest(curve[1], m3_tapply(j.A, v3_sub(on_curve(i, curve[0], out[0]), j.r)));
}

/* t_I . (t_J x z_J) = sum over m of c_I,m' (c_J,y' a_m . x_J - c_J,x' a_m . y_J); lengths of tangents at the start
 * taken out */
static void parallel(ConstraintSink *out, const Cvcv *p, const int parameter[2], double scale)
{
    cd_constrain_row(out, "tangents");
    for (int m = 0; m < 3; m++)
        for (int axis = 0; axis < 2; axis++)
            cd_constrain_term(out, (Term){ .type = TERM_CURVE,
                                           .coefficient = axis == 0 ? scale : -scale,
                                           .plus = { p->i, m },
                                           .along = { p->j, axis },
                                           .factors = 2,
                                           .factor = { { parameter[0], m, 1 }, { parameter[1], 1 - axis, 1 } } });
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    static const char *const name[] = { "x of contact", "y of contact", "z of contact" };
    const Cvcv *p = e->data;
    const SpaceCurve *const curve[2] = { model->curve[p->icurve], model->curve[p->jcurve] };
    if (!curve[0] || !curve[1]) return; /* computed by a routine: the run is refused */
    double start[2] = { curve[0]->from, curve[1]->from }, scale = 1;
    start_of(model, e, curve, start);
    for (int k = 0; k < 2; k++) scale /= v3_norm(cd_curve_eval(curve[k], start[k], 1));
    const int parameter[2] = {
        cd_constrain_parameter(out, curve[0], start[0], GIVEN(e, Cvcv, iictan) ? &p->iictan : NULL, p->ifloat, p->i),
        cd_constrain_parameter(out, curve[1], start[1], GIVEN(e, Cvcv, jictan) ? &p->jictan : NULL, p->jfloat, p->j)
    };
    for (int axis = 0; axis < 3; axis++) {
        cd_constrain_row(out, name[axis]);
        cd_constrain_curve_point(out, p->i, p->j, axis, parameter[0]);
        cd_constrain_term(out, cd_curve_term(parameter[1], axis));
    }
    parallel(out, p, parameter, isfinite(scale) ? scale : 1);
}

static void check(Check *c, const Element *e)
{
    const Cvcv *p = e->data;
    cd_check_pair(c, e, p->i, "I", p->j, "J");
    cd_check_floating(c, e, p->ifloat, "IFLOAT");
    cd_check_floating(c, e, p->jfloat, "JFLOAT");
    cd_check_owner(c, e, p->ifloat, "IFLOAT", cd_marker_body(c->model, p->i));
    cd_check_owner(c, e, p->jfloat, "JFLOAT", cd_marker_body(c->model, p->j));
}

const ElementKind cd_element_cvcv = {
    .keyword = "CVCV",
    .summary = "two planar curves that stay in contact",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Cvcv),
    .fields = fields,
    .freedoms = cd_takes_two,
    .constrain = constrain,
    .check = check,
};
