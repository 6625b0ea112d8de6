/* joint.c - joint between marker I on one body and marker J on another. Each type has its equations in a file in
 * joints/; the coordinate of those that turn about z counts full turns. Reactions are given as they act on I's body. */
#include "elements/joint.h"

#include "elements/common.h"
#include "elements/joints.h"

#include <stdio.h>

const JointKind *const cd_joint_kinds[JOINT_TYPES] = {
#define JOINT_TYPE(name, word) &cd_joint_##name,
#include "elements/joints.def"
#undef JOINT_TYPE
};

static const char words[] =
#define JOINT_TYPE(name, word) "|" #word
#include "elements/joints.def"
#undef JOINT_TYPE
    ;

const char *const cd_joint_words = words + 1;

const char *cd_joint_list(bool (*has)(const JointKind *kind), char room[JOINT_LIST_ROOM])
{
    int last = JOINT_TYPES - 1, n = 0;
    while (last > 0 && !has(cd_joint_kinds[last])) last--;
    *room = 0;
    for (int type = 0; type <= last; type++) {
        if (!has(cd_joint_kinds[type])) continue;
        n += snprintf(room + n, (size_t)(JOINT_LIST_ROOM - n), "%s%.*s",
                      !n             ? ""
                      : type == last ? " or "
                                     : ", ",
                      TEXT_ARG(cd_word_at(cd_joint_words, type)));
        if (n >= JOINT_LIST_ROOM) break;
    }
    return room;
}

static const JointKind *kind_of(const Joint *joint)
{
    return cd_joint_kinds[joint->type];
}

/* IC = displacement [, velocity] of a free coordinate. */
static void initial(ConstraintSink *out, const Joint *joint, bool turns, const RealList *ic)
{
    if (!ic || !ic->n) return;
    cd_constrain_row(out, turns ? "initial rotation" : "initial translation");
    cd_constrain_term(out, turns ? cd_turn_term(joint->i, joint->j) : cd_slide_term(joint->i, joint->j, 2));
    cd_constrain_initial(out, ic->at[0], ic->n > 1 ? &ic->at[1] : NULL);
}

/* STOPS = least, largest: the coordinate x along or about z stays between them, x - least >= 0 and largest - x >= 0
 * (theory 22). */
static void stop(ConstraintSink *out, const Joint *joint, bool turns)
{
    for (int side = 0; side < 2 && joint->stops.n == 2; side++) {
        Term x = turns ? cd_turn_term(joint->i, joint->j) : cd_slide_term(joint->i, joint->j, 2);
        x.coefficient = side ? -1 : 1;
        cd_constrain_row(out, side ? "upper stop" : "lower stop");
        cd_constrain_term(out, x);
        cd_constrain_unilateral(out, x.coefficient * joint->stops.at[side], joint->restitution);
    }
}

static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    (void)model;
    const Joint *joint = e->data;
    const JointKind *kind = kind_of(joint);
    bool turns = kind->turns, slides = kind->slides;
    cd_constrain_primitives(out, kind->equations, joint->i, joint->j);
    if (slides) initial(out, joint, false, joint->ictran.n ? &joint->ictran : turns ? NULL : &joint->ic);
    if (slides != turns) stop(out, joint, turns);
    if (turns) initial(out, joint, true, joint->icrot.n ? &joint->icrot : slides ? NULL : &joint->ic);
    if (kind->couple) kind->couple(joint, out);
}

bool cd_joint_slides(const Joint *joint)
{
    return joint->type >= 0 && kind_of(joint)->slides;
}

bool cd_joint_turns(const Joint *joint)
{
    return joint->type >= 0 && kind_of(joint)->turns;
}

#define OLD(k, key_, dim_) REAL(Joint, old[k], key_, dim_, 0, OBSOLETE, "old friction argument; use FRICTION")

static const Field fields[] = {
    CHOICE(Joint, type, "type", words + 1, -1, NEEDED, "kind of joint"),
    PAIR(Joint),
    REALS(Joint, ic, "IC", 1, 2, MIXED, 0, "initial displacement [, velocity] of a revolute or translational joint"),
    REALS(Joint, ictran, "ICTRAN", 1, 2, MIXED, 0, "initial translation [, velocity] along z"),
    REALS(Joint, icrot, "ICROT", 1, 2, MIXED, 0, "initial rotation [, angular velocity] about z"),
    REAL(Joint, pitch, "PITCH", LENGTH, 0, 0, "SCREW: travel per turn, positive for a right-handed thread"),
    REAL(Joint, pd, "PD", LENGTH, 0, 0, "RACKPIN: pitch diameter of the pinion"),
    REALS(Joint, stops, "STOPS", 2, 2, MIXED, 0,
          "least and largest displacement of a revolute or translational joint, held by impacts"),
    REAL(Joint, restitution, "RESTITUTION", NONE, 0, NOT_NEGATIVE, "STOPS: coefficient of restitution, 0 to 1"),
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
    int n = 0;
    while (kind_of(j)->equations[n] != PRIMITIVE_END) n++;
    return -n - (kind_of(j)->couple != NULL);
}

static int across(const CdModel *model, const Element *e)
{
    const Joint *j = e->data;
    return j->type >= 0 ? cd_primitives_across(model, kind_of(j)->equations, j->i, j->j) : 0;
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

    if (j->stops.n && cd_joint_slides(j) == cd_joint_turns(j))
        cd_check_only_with(c, e, "STOPS", "REVOLUTE or TRANSLATIONAL");
    if (j->stops.n == 2 && !(j->stops.at[0] <= j->stops.at[1]))
        cd_check_bad(c, e, "STOPS: %g is above %g", j->stops.at[0], j->stops.at[1]);
    if (GIVEN(e, Joint, restitution) && !j->stops.n) cd_check_only_with(c, e, "RESTITUTION", "STOPS");
    if (j->restitution > 1) cd_check_bad(c, e, "RESTITUTION = %g is outside 0 to 1", j->restitution);
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
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Joint),
    .fields = fields,
    .freedoms = freedoms,
    .across = across,
    .constrain = constrain,
    .check = check,
};
