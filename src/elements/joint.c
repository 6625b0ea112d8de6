/* joint.c - joint between marker I on one body and marker J on another.
 *
 * With d = r_I - r_J, displacements are those of I relative to J; its equations are
 *
 *     REVOLUTE       5   d = 0;  z_I.x_J = z_I.y_J = 0
 *     TRANSLATIONAL  5   d.x_J = d.y_J = 0;  z_I.x_J = z_I.y_J = x_I.y_J = 0
 *     CYLINDRICAL    4   d.x_J = d.y_J = 0;  z_I.x_J = z_I.y_J = 0
 *     SPHERICAL      3   d = 0
 *     FIXED          6   d = 0;  z_I.x_J = z_I.y_J = x_I.y_J = 0
 *     PLANAR         3   d.z_J = 0;  z_I.x_J = z_I.y_J = 0
 *     UNIVERSAL      4   d = 0;  z_I.z_J = 0                     z axes along the cross pins
 *     HOOKE          4   d = 0;  x_I.y_J = 0                     z axes along the shafts
 *     CONVEL         4   d = 0;  x_I.y_J + y_I.x_J = 0           z axes along the shafts, away from the centre
 *     SCREW          1   d.z_J = PITCH theta / 2 pi              theta: rotation of I about z_J, positive pitch is right-handed
 *     RACKPIN        1   change of d.z_J = -(PD / 2) theta       I on the pinion, turning about z_I; J on the rack, along z_J
 *
 * The rotation of a revolute or cylindrical joint counts full turns. Reactions are given as they act on I's body.
 */
#include "elements/joint.h"

#include "elements/common.h"
#include "kinematics/constrain.h"

static const struct {
    bool slides, turns;
    Primitive equations[7];
} types[JOINT_TYPES] = {
    [JOINT_REVOLUTE] = { false, true, { PLANE_X, PLANE_Y, PLANE_Z, PERP_ZX, PERP_ZY } },
    [JOINT_TRANSLATIONAL] = { true, false, { PLANE_X, PLANE_Y, PERP_ZX, PERP_ZY, PERP_XY } },
    [JOINT_CYLINDRICAL] = { true, true, { PLANE_X, PLANE_Y, PERP_ZX, PERP_ZY } },
    [JOINT_SPHERICAL] = { false, false, { PLANE_X, PLANE_Y, PLANE_Z } },
    [JOINT_FIXED] = { false, false, { PLANE_X, PLANE_Y, PLANE_Z, PERP_ZX, PERP_ZY, PERP_XY } },
    [JOINT_PLANAR] = { false, false, { PLANE_Z, PERP_ZX, PERP_ZY } },
    [JOINT_UNIVERSAL] = { false, false, { PLANE_X, PLANE_Y, PLANE_Z, PERP_ZZ } },
    [JOINT_HOOKE] = { false, false, { PLANE_X, PLANE_Y, PLANE_Z, PERP_XY } },
    [JOINT_CONVEL] = { false, false, { PLANE_X, PLANE_Y, PLANE_Z, EQUAL_TURN } },
    [JOINT_SCREW] = { false, false, { PRIMITIVE_END } }, /* one coupled equation each, below */
    [JOINT_RACKPIN] = { false, false, { PRIMITIVE_END } },
};

/* IC = displacement [, velocity] of a free coordinate. */
static void initial(ConstraintSink *out, const Joint *joint, bool turns, const RealList *ic)
{
    if (!ic || !ic->n) return;
    cd_constrain_row(out, turns ? "initial rotation" : "initial translation");
    cd_constrain_term(out, turns ? cd_turn_term(joint->i, joint->j) : cd_slide_term(joint->i, joint->j, 2));
    cd_constrain_initial(out, ic->at[0], ic->n > 1 ? &ic->at[1] : NULL);
}

/* SCREW:   d.z_J - PITCH / (2 pi) angle of x_I about z_J
 * RACKPIN: d.z_J - (PD / 2) angle of z_J in the x-y plane of I, which falls when the pinion turns
 * Both keep the value they have at the start. */
static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    (void)model;
    const Joint *joint = e->data;
    cd_constrain_primitives(out, types[joint->type].equations, joint->i, joint->j);
    bool turns = types[joint->type].turns, slides = types[joint->type].slides;
    if (slides) initial(out, joint, false, joint->ictran.n ? &joint->ictran : turns ? NULL : &joint->ic);
    if (turns) initial(out, joint, true, joint->icrot.n ? &joint->icrot : slides ? NULL : &joint->ic);
    if (joint->type != JOINT_SCREW && joint->type != JOINT_RACKPIN) return;
    bool screw = joint->type == JOINT_SCREW;
    enum { X, Y, Z };
    Term turn =
        screw
            ? cd_turn_term(joint->i, joint->j)
            : (Term){ .type = TERM_ANGLE, .plus = { joint->j, Z }, .along = { joint->i, X }, .sine = { joint->i, Y } };
    turn.coefficient = screw ? -joint->pitch / 6.283185307179586476925 : -joint->pd / 2;
    cd_constrain_row(out, screw ? "screw" : "rack and pinion");
    cd_constrain_term(out, cd_slide_term(joint->i, joint->j, Z));
    cd_constrain_term(out, turn);
    cd_constrain_keep_start(out);
}

bool cd_joint_slides(const Joint *joint)
{
    return joint->type >= 0 && types[joint->type].slides;
}

bool cd_joint_turns(const Joint *joint)
{
    return joint->type >= 0 && types[joint->type].turns;
}

#define OLD(k, key_, dim_) REAL(Joint, old[k], key_, dim_, 0, OBSOLETE, "old friction argument; use FRICTION")

static const Field fields[] = {
    CHOICE(Joint, type, "type",
           "REVOLUTE|TRANSLATIONAL|CYLINDRICAL|SPHERICAL|FIXED|PLANAR|UNIVERSAL|HOOKE|CONVEL|SCREW|RACKPIN", -1, NEEDED,
           "kind of joint"),
    PAIR(Joint),
    REALS(Joint, ic, "IC", 1, 2, MIXED, 0, "initial displacement [, velocity] of a revolute or translational joint"),
    REALS(Joint, ictran, "ICTRAN", 1, 2, MIXED, 0, "initial translation [, velocity] along z"),
    REALS(Joint, icrot, "ICROT", 1, 2, MIXED, 0, "initial rotation [, angular velocity] about z"),
    REAL(Joint, pitch, "PITCH", LENGTH, 0, 0, "SCREW: travel per turn, positive for a right-handed thread"),
    REAL(Joint, pd, "PD", LENGTH, 0, 0, "RACKPIN: pitch diameter of the pinion"),
    LIST_ROW(Joint),
    WORD(Joint, friction, "FRICTION", "OFF|ON|PRELOAD_ONLY", -1, OBSOLETE, "old friction argument; use FRICTION"),
    OLD(0, "DELTA_V", VELOCITY),
    OLD(1, "MAXIMUM_DEFORMATION", LENGTH),
    OLD(2, "MU_DYN_ROT", NONE),
    OLD(3, "MU_STAT_ROT", NONE),
    OLD(4, "MAX_FRIC_ROT", TORQUE),
    OLD(5, "PRELOAD_RADIAL", FORCE),
    OLD(6, "PRELOAD_AXIAL", FORCE),
    OLD(7, "INNER_RADIUS", LENGTH),
    OLD(8, "OUTER_RADIUS", LENGTH),
    OLD(9, "MU_DYN_TRANS", NONE),
    OLD(10, "MU_STAT_TRANS", NONE),
    OLD(11, "MAX_FRIC_TRANS", FORCE),
    OLD(12, "PRELOAD_X", FORCE),
    OLD(13, "PRELOAD_Y", FORCE),
    OLD(14, "HEIGHT", LENGTH),
    OLD(15, "WIDTH", LENGTH),
    FIELDS_END,
};

static int freedoms(const void *self)
{
    const Joint *j = self;
    if (j->type < 0) return 0;
    if (j->type == JOINT_SCREW || j->type == JOINT_RACKPIN) return -1;
    int n = 0;
    while (types[j->type].equations[n] != PRIMITIVE_END) n++;
    return -n;
}

static int across(const CdModel *model, const Element *e)
{
    const Joint *j = e->data;
    bool made_of_primitives = j->type >= 0 && j->type != JOINT_SCREW && j->type != JOINT_RACKPIN;
    return made_of_primitives ? cd_primitives_across(model, types[j->type].equations, j->i, j->j) : 0;
}

static void check(Check *c, const Element *e)
{
    const Joint *j = e->data;
    cd_check_pair(c, e, j->i, "I", j->j, "J");
    if (j->type < 0) return;

    if (j->type == JOINT_SCREW && !GIVEN(e, Joint, pitch)) cd_check_missing(c, e, "PITCH");
    if (j->type == JOINT_RACKPIN && !GIVEN(e, Joint, pd)) cd_check_missing(c, e, "PD");
    else if (j->type == JOINT_RACKPIN && j->pd == 0) cd_check_bad(c, e, "the pitch diameter PD must not be zero");
    if (j->type != JOINT_SCREW && GIVEN(e, Joint, pitch)) cd_check_only_with(c, e, "PITCH", "SCREW");
    if (j->type != JOINT_RACKPIN && GIVEN(e, Joint, pd)) cd_check_only_with(c, e, "PD", "RACKPIN");

    if (j->ic.n && cd_joint_slides(j) == cd_joint_turns(j))
        cd_check_only_with(c, e, "IC", "REVOLUTE or TRANSLATIONAL (a CYLINDRICAL joint has ICTRAN and ICROT)");
    if (j->ictran.n && !cd_joint_slides(j)) cd_check_only_with(c, e, "ICTRAN", "TRANSLATIONAL or CYLINDRICAL");
    if (j->icrot.n && !cd_joint_turns(j)) cd_check_only_with(c, e, "ICROT", "REVOLUTE or CYLINDRICAL");
    if (j->ic.n && (j->ictran.n || j->icrot.n)) cd_check_exclusive(c, e, "IC", j->ictran.n ? "ICTRAN" : "ICROT");
}

const ElementKind cd_element_joint = {
    .keyword = "JOINT",
    .summary = "joint between two bodies",
    .role = ROLE_CONSTRAINT,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Joint),
    .fields = fields,
    .freedoms = freedoms,
    .across = across,
    .constrain = constrain,
    .check = check,
};
