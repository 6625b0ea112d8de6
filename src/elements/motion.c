/* motion.c - a coordinate prescribed as a function of time: one equation q - f(t) = 0, q' - f(t) = 0 or q'' - f(t) = 0,
 * where q is
 *
 *     JOINT with TRANSLATION, ROTATION    the coordinate of I relative to J of that joint
 *     I, J with X, Y, Z                   (r_I - r_J) along an axis of J
 *     I, J with B1, B2, B3                an angle of the body-fixed 1-2-3 sequence from J to I
 *
 * The function may depend on TIME only. Lengths are in model units, angles in radians. */
#include "elements/motion.h"

#include "elements/common.h"
#include "elements/joint.h"
#include "kinematics/constrain.h"

static const Field fields[] = {
    REF(MotionStatement, joint, "JOINT", "JOINT", 0, "joint that is driven"),
    MARKER_REF(MotionStatement, i, "I", 0, "marker that is driven, instead of a joint"),
    MARKER_REF(MotionStatement, j, "J", 0, "marker it is driven relative to"),
    CHOICE(MotionStatement, direction, "direction", "TRANSLATION|ROTATION|X|Y|Z|B1|B2|B3", -1, NEEDED,
           "coordinate that is driven: of a joint the first two, of two markers the others"),
    EXPR(MotionStatement, function, "FUNCTION", MIXED, NEEDED, "value as a function of TIME"),
    CHOICE(MotionStatement, level, "level", "DISPLACEMENT|VELOCITY|ACCELERATION", MOTION_DISPLACEMENT, 0,
           "what the function gives"),
    REAL(MotionStatement, icdisp, "ICDISP", MIXED, 0, 0, "initial displacement, for VELOCITY and ACCELERATION"),
    REAL(MotionStatement, icvel, "ICVEL", MIXED, 0, 0, "initial velocity, for ACCELERATION"),
    ROUTINE_ROWS(MotionStatement),
    LIST_ROW(MotionStatement),
    FIELDS_END,
};

static void check_joint(Check *c, const Element *e, const MotionStatement *m)
{
    char label[CD_LABEL_ROOM];
    const Joint *joint = MODEL_AT(c->model, joint, Joint, m->joint);
    cd_label(&c->model->table[KIND_joint].at[m->joint], label);
    if (m->direction > MOTION_ROTATION)
        cd_check_bad(c, e, "a joint is driven in TRANSLATION or ROTATION; the other directions belong to I and J");
    else if (m->direction == MOTION_TRANSLATION && !cd_joint_slides(joint))
        cd_check_bad(c, e, "%s has no translation to drive: it is neither TRANSLATIONAL nor CYLINDRICAL", label);
    else if (m->direction == MOTION_ROTATION && !cd_joint_turns(joint))
        cd_check_bad(c, e, "%s has no rotation to drive: it is neither REVOLUTE nor CYLINDRICAL", label);
}

static void check(Check *c, const Element *e)
{
    const MotionStatement *m = e->data;
    bool pair = GIVEN(e, MotionStatement, i) || GIVEN(e, MotionStatement, j);

    if (GIVEN(e, MotionStatement, joint) && pair) cd_check_exclusive(c, e, "JOINT", "I, J");
    else if (m->joint >= 0) check_joint(c, e, m);
    else if (pair) {
        if (!GIVEN(e, MotionStatement, i)) cd_check_missing(c, e, "I");
        if (!GIVEN(e, MotionStatement, j)) cd_check_missing(c, e, "J");
        cd_check_pair(c, e, m->i, "I", m->j, "J");
        if (m->direction == MOTION_TRANSLATION || m->direction == MOTION_ROTATION)
            cd_check_bad(c, e,
                         "two markers are driven in X, Y, Z, B1, B2 or B3; TRANSLATION and ROTATION belong to JOINT");
    } else if (!GIVEN(e, MotionStatement, joint)) {
        cd_check_one_of(c, e, "JOINT, or I with J");
    }
    if (GIVEN(e, MotionStatement, icdisp) && m->level == MOTION_DISPLACEMENT)
        cd_check_only_with(c, e, "ICDISP", "VELOCITY or ACCELERATION");
    if (GIVEN(e, MotionStatement, icvel) && m->level != MOTION_ACCELERATION)
        cd_check_only_with(c, e, "ICVEL", "ACCELERATION");
}

/* The coordinate that is driven. Angles of the sequence 1-2-3 from J to I, R = A_J^T A_I with R[m][n] = axis m of J .
 * axis n of I:
 *     B1 = atan2(-R[1][2], R[2][2]),  B2 = asin(R[0][2]),  B3 = atan2(-R[0][1], R[0][0])
 * B1 is minus the angle of z_I in the plane (z_J, y_J), B3 minus that of x_J in the plane (x_I, y_I). */
static Term coordinate(const CdModel *model, const MotionStatement *m)
{
    enum { X, Y, Z };
    int i = m->i, j = m->j;
    if (m->joint >= 0) {
        const Joint *joint = MODEL_AT(model, joint, Joint, m->joint);
        i = joint->i, j = joint->j;
    }
    switch (m->direction) {
    case MOTION_ROTATION: return cd_turn_term(i, j);
    case MOTION_X: return cd_slide_term(i, j, X);
    case MOTION_Y: return cd_slide_term(i, j, Y);
    case MOTION_B1:
        return (Term){ .type = TERM_ANGLE, .coefficient = -1, .plus = { i, Z }, .along = { j, Z }, .sine = { j, Y } };
    case MOTION_B2: return (Term){ .type = TERM_ASIN, .coefficient = 1, .plus = { i, Z }, .along = { j, X } };
    case MOTION_B3:
        return (Term){ .type = TERM_ANGLE, .coefficient = -1, .plus = { j, X }, .along = { i, X }, .sine = { i, Y } };
    default: return cd_slide_term(i, j, Z);
    }
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    const MotionStatement *m = e->data;
    cd_constrain_row(out, "motion");
    cd_constrain_term(out, coordinate(model, m));
    cd_constrain_drive(out, &m->function, m->level, GIVEN(e, MotionStatement, icdisp) ? &m->icdisp : NULL,
                       GIVEN(e, MotionStatement, icvel) ? &m->icvel : NULL);
}

static const char *const rivals[] = { "JOINT/I|J", NULL };

const ElementKind cd_element_motion = {
    .keyword = "MOTION",
    .summary = "motion prescribed in time, of a joint or between two markers",
    .role = ROLE_CONSTRAINT,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(MotionStatement),
    .fields = fields,
    .rivals = rivals,
    .freedoms = cd_takes_one,
    .constrain = constrain,
    .check = check,
};
