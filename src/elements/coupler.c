/* coupler.c - coordinates of two or three joints in a fixed ratio:   r1 q1 + r2 q2 [+ r3 q3] = 0,
 * q the translation or rotation of I relative to J of each joint. One scale short, r1 is 1. */
#include "elements/common.h"
#include "elements/joint.h"
#include "kinematics/constrain.h"

typedef struct Coupler {
    IntList joints;
    TextList type;
    RealList scales;
    Expr function;
    Text routine, interface;
} Coupler;

static const Field fields[] = {
    REFS(Coupler, joints, "JOINTS", "JOINT", 2, 3, NEEDED, "joints that are coupled"),
    TOGGLE(Coupler, type, "TYPE", "T|R|TRANSLATION|ROTATION", 0,
           "coordinate of each joint: T or R; needed if CYLINDRICAL"),
    REALS(Coupler, scales, "SCALES", 1, 3, MIXED, 0, "r1, r2 [, r3]; one short, r1 is 1"),
    EXPR(Coupler, function, "FUNCTION", MIXED, 0, "USER(...): a nonlinear coupler"),
    ROUTINE_ROWS(Coupler),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Coupler *p = e->data;
    int n = p->joints.n;
    char label[CD_LABEL_ROOM];

    if (GIVEN(e, Coupler, function) && p->scales.n) cd_check_exclusive(c, e, "SCALES", "FUNCTION");
    else if (!GIVEN(e, Coupler, function) && !p->scales.n) cd_check_one_of(c, e, "SCALES, FUNCTION");
    cd_check_user(c, e, &p->function, "FUNCTION");
    if (p->scales.n && p->scales.n != n && p->scales.n != n - 1)
        cd_check_bad(c, e, "%d joints need %d or %d SCALES, not %d", n, n, n - 1, p->scales.n);
    if (p->type.n && p->type.n != n) cd_check_bad(c, e, "%d joints need %d letters in TYPE, not %d", n, n, p->type.n);

    for (int k = 0; k < n; k++) {
        if (p->joints.at[k] < 0) continue;
        const Joint *joint = MODEL_AT(c->model, joint, Joint, p->joints.at[k]);
        bool slides = cd_joint_slides(joint), turns = cd_joint_turns(joint);
        char type = k < p->type.n && p->type.at[k].n ? cd_upper(p->type.at[k].at[0]) : ' ';
        cd_label(&c->model->table[KIND_joint].at[p->joints.at[k]], label);
        for (int i = 0; i < k; i++)
            if (p->joints.at[i] == p->joints.at[k]) cd_check_bad(c, e, "%s is coupled to itself", label);
        if (!slides && !turns)
            cd_check_bad(c, e, "%s cannot be coupled: it neither slides nor turns about one axis", label);
        else if (type == 'T' && !slides) cd_check_bad(c, e, "TYPE says T but %s does not slide", label);
        else if (type == 'R' && !turns) cd_check_bad(c, e, "TYPE says R but %s does not turn", label);
        else if (type == ' ' && slides && turns)
            cd_check_bad(c, e, "%s is CYLINDRICAL: say with TYPE = T or R which of its coordinates is coupled", label);
    }
}

/* The sum keeps the value it has at the start: joints need not be at zero there. */
static void constrain(const CdModel *model, const Element *e, ConstraintSink *out)
{
    const Coupler *p = e->data;
    int left_out = p->joints.n - p->scales.n; /* 1: r1 was left out */
    cd_constrain_row(out, "coupler");
    for (int k = 0; k < p->joints.n; k++) {
        const Joint *joint = MODEL_AT(model, joint, Joint, p->joints.at[k]);
        bool turns = k < p->type.n ? cd_upper(p->type.at[k].at[0]) == 'R' : cd_joint_turns(joint);
        Term t = turns ? cd_turn_term(joint->i, joint->j) : cd_slide_term(joint->i, joint->j, 2);
        t.coefficient = k < left_out ? 1 : p->scales.at[k - left_out];
        cd_constrain_term(out, t);
    }
    cd_constrain_keep_start(out);
}

const ElementKind cd_element_coupler = {
    .keyword = "COUPLER",
    .summary = "fixed ratio between the coordinates of joints",
    .role = ROLE_CONSTRAINT,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Coupler),
    .fields = fields,
    .freedoms = cd_takes_one,
    .constrain = constrain,
    .check = check,
};
