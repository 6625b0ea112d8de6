/* part.c - rigid body.
 *
 * Its frame (BCS) is placed in ground by QG and either REULER (z, new x, new z) or the points ZG and XG. Mass sits at
 * CM; IP is the inertia about the origin of IM in the axes of IM. Products of inertia are positive integrals (xy =
 * integral of x y dm), so
 *
 *         |  xx -xy -xz |
 *     J = | -xy  yy -yz |       about CM:  J_cm = J - m (d.d 1 - d d^T),  d = r_cm - r_im
 *         | -xz -yz  zz |
 *
 * A PLANAR part keeps the plane in which the dataset places its CM, parallel to x and y of ground, and turns about z:
 * only mass and the moment of inertia about z count. One part is ground. A part without mass is allowed where
 * constraints pass its motion on to bodies with inertia. */
#include "elements/common.h"

#include <math.h>

static const Field fields[] = {
    FLAG(Part, ground, "GROUND", 0, "this part is the inertial frame; one part of a model is"),
    FLAG(Part, planar, "PLANAR", 0,
         "it moves parallel to the x-y plane of ground and turns about z: three degrees of freedom"),
    REAL(Part, mass, "MASS", MASS, 0, NOT_NEGATIVE, "mass"),
    MARKER_REF(Part, cm, "CM", 0, "marker of this part at its centre of mass"),
    MARKER_REF(Part, im, "IM", 0, "marker of this part that IP refers to; the CM marker if absent"),
    REALS(Part, ip, "IP", 3, 6, INERTIA, 0, "xx, yy, zz [, xy, xz, yz] about IM; products are positive integrals"),
    NAME(Part, material, "MATERIAL", 0, "material; has no effect on a rigid part"),
    POSE_G(Part),
    REAL(Part, vx, "VX", VELOCITY, 0, 0, "initial velocity of CM along x of VM; held if given"),
    REAL(Part, vy, "VY", VELOCITY, 0, 0, "initial velocity of CM along y of VM; held if given"),
    REAL(Part, vz, "VZ", VELOCITY, 0, 0, "initial velocity of CM along z of VM; held if given"),
    REAL(Part, wx, "WX", ANGULAR_VELOCITY, 0, 0, "initial angular velocity about x of WM; held if given"),
    REAL(Part, wy, "WY", ANGULAR_VELOCITY, 0, 0, "initial angular velocity about y of WM; held if given"),
    REAL(Part, wz, "WZ", ANGULAR_VELOCITY, 0, 0, "initial angular velocity about z of WM; held if given"),
    MARKER_REF(Part, vm, "VM", ZERO_IS_NONE, "marker for the axes of VX, VY, VZ; ground axes if absent"),
    MARKER_REF(Part, wm, "WM", ZERO_IS_NONE, "marker for the axes of WX, WY, WZ; the CM marker if absent"),
    WORDS(Part, exact, "EXACT", "X|Y|Z|PSI|THETA|PHI", 0, "coordinates that the assembly must not change"),
    LIST_ROW(Part),
    FIELDS_END,
};

static int freedoms(const void *self)
{
    const Part *p = self;
    return p->ground ? 0 : p->planar ? 3 : 6;
}

/* Principal moments of xx yy zz [xy xz yz], largest first: the roots of the characteristic cubic in trigonometric
 * form. */
static void principal(const RealList *ip, double moment[3])
{
    double j[6] = { 0 };
    for (int k = 0; k < ip->n && k < 6; k++) j[k] = ip->at[k];
    double mean = (j[0] + j[1] + j[2]) / 3, a = j[0] - mean, b = j[1] - mean, c = j[2] - mean;
    double d = -j[3], e = -j[4], f = -j[5];
    double p = sqrt((a * a + b * b + c * c + 2 * (d * d + e * e + f * f)) / 6);
    double half_det = p > 0 ? (a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)) / (2 * p * p * p) : 0;
    double angle = acos(fmax(-1, fmin(1, half_det))) / 3;
    const double third_turn = 2.0943951023931954923;
    moment[0] = mean + 2 * p * cos(angle);
    moment[2] = mean + 2 * p * cos(angle + third_turn);
    moment[1] = 3 * mean - moment[0] - moment[2];
}

/* Trace of the inertia about CM, which needs no axes: tr J_cm = tr J - 2 m d.d */
static double trace_at_centre(const CdModel *model, const Part *p)
{
    double trace = p->ip.at[0] + p->ip.at[1] + p->ip.at[2];
    if (p->cm < 0 || p->im < 0) return trace;
    const Marker *cm = MODEL_AT(model, marker, Marker, p->cm), *im = MODEL_AT(model, marker, Marker, p->im);
    if (cm->rm >= 0 || im->rm >= 0) return trace;
    for (int k = 0; k < 3; k++) trace -= 2 * p->mass * (cm->qp[k] - im->qp[k]) * (cm->qp[k] - im->qp[k]);
    return trace;
}

static void check_inertia(Check *c, const Element *e, const Part *p)
{
    const double slack = 1e-6; /* relative, for numbers printed with few digits */
    char label[CD_LABEL_ROOM];
    double m[3];
    principal(&p->ip, m);
    double size = fmax(fabs(m[0]), fabs(m[2]));
    if (m[2] < -slack * size || trace_at_centre(c->model, p) < -slack * size)
        cd_log(c->log, e->place, INERTIA_INDEFINITE, cd_label(e, label));
    else if (m[0] > (m[1] + m[2]) * (1 + slack) + slack * slack * size)
        cd_log(c->log, e->place, TRIANGLE, cd_label(e, label), m[0], m[1], m[2]);
}

/* Mass, inertia and velocities where they say nothing. */
static void check_useless(Check *c, const Element *e, const Part *p, bool inertia)
{
    bool velocity = GIVEN(e, Part, vx) || GIVEN(e, Part, vy) || GIVEN(e, Part, vz) || GIVEN(e, Part, wx) ||
                    GIVEN(e, Part, wy) || GIVEN(e, Part, wz);
    if (p->ground && (GIVEN(e, Part, mass) || GIVEN(e, Part, ip) || velocity))
        cd_check_odd(c, e, "ground does not move: its mass, inertia and velocities have no effect");
    else if (!p->ground && inertia && p->mass == 0) cd_check_odd(c, e, "it has inertia IP but no MASS");
}

static void check(Check *c, const Element *e)
{
    const Part *p = e->data;
    char label[CD_LABEL_ROOM];
    bool inertia = false;
    for (int k = 0; k < p->ip.n; k++) inertia |= p->ip.at[k] != 0;

    Body body = { KIND_part, (int)(e - c->model->table[KIND_part].at), 0 };
    cd_check_owner(c, e, p->cm, "CM", body);
    cd_check_owner(c, e, p->im, "IM", body);
    if (p->ground && p->planar) cd_check_exclusive(c, e, "GROUND", "PLANAR");
    check_useless(c, e, p, inertia);
    if (!p->ground && (p->mass != 0 || inertia) && p->cm < 0 && !GIVEN(e, Part, cm))
        cd_log(c->log, e->place, NO_CENTRE, cd_label(e, label));
    if (inertia && p->ip.n >= 3) check_inertia(c, e, p);
    CHECK_POSE_G(c, e, Part);
}

static const char *const rivals[] = { "REULER/ZG|XG", NULL };

const ElementKind cd_element_part = {
    .keyword = "PART",
    .summary = "rigid body, or the ground",
    .role = ROLE_BODY,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Part),
    .fields = fields,
    .rivals = rivals,
    .freedoms = freedoms,
    .check = check,
};
