/* friction.c - friction in a joint, from its own reactions (theory 8.26 to 8.32).
 *
 * v is the sliding velocity at the surface (radius times angular velocity for rotations), dv the stiction transition
 * velocity, c the creep since sticking began, dmax the largest creep, s the odd quintic STEP5(x, -d, -1, d, 1):
 *
 *     mu = STEP5(|v|, dv, MU_STATIC, q dv, MU_DYNAMIC),     q = TRANSITION_VELOCITY_COEFFICIENT            (8.26)
 *     e  = s(|v|) v/|v| + (1 - s(|v|)) s(|c|) c/|c|                                                        (8.27)
 *     load on I  = -e (mu N + preload)                                                                     (8.29)
 *
 * |v| >= dv is sliding, where s = 1 and e the direction of v; below dv it sticks and creeps. N is the load that presses
 * the surfaces together, times the arm of a torque (8.30); each type of joint that has a law says in its file in
 * joints/ what slides, with N and v.
 *
 * The creep is measured from a memory that follows the joint while it slides and stays where it is while it sticks.
 * FORMULATION = LUGRE has a law of its own (lugre.c). */
#include "elements/friction.h"

#include "elements/common.h"
#include "elements/joints.h"
#include "elements/lugre.h"
#include "expr/compile.h"
#include "kinematics/equation.h"
#include "kinematics/load.h"

#include <stdio.h>

static const Field fields[] = {
    REF(Friction, joint, "JOINT", "JOINT", NEEDED, "joint with friction"),
    REAL(Friction, mu_static, "MU_STATIC", NONE, 0.5, NOT_NEGATIVE, "coefficient of sticking"),
    REAL(Friction, mu_dynamic, "MU_DYNAMIC", NONE, 0.3, NOT_NEGATIVE, "coefficient of sliding"),
    REAL(Friction, stiction_transition_velocity, "STICTION_TRANSITION_VELOCITY", VELOCITY, 0.1, POSITIVE,
         "velocity at the surface below which it sticks"),
    REAL(Friction, transition_velocity_coefficient, "TRANSITION_VELOCITY_COEFFICIENT", NONE, 1.5, POSITIVE,
         "full sliding from this times the stiction velocity"),
    REAL(Friction, max_stiction_deformation, "MAX_STICTION_DEFORMATION", LENGTH, 0.01, POSITIVE, "largest creep"),
    REAL(Friction, reaction_arm, "REACTION_ARM", LENGTH, 1, POSITIVE, "TRANSLATIONAL: arm of the torsional moment"),
    REAL(Friction, initial_overlap, "INITIAL_OVERLAP", LENGTH, 1000, POSITIVE,
         "TRANSLATIONAL, CYLINDRICAL: overlap of the sliding parts"),
    WORD(Friction, overlap_delta, "OVERLAP_DELTA", "CONSTANT|INCREASE|DECREASE", OVERLAP_CONSTANT, 0,
         "how the overlap changes with the displacement"),
    REAL(Friction, pin_radius, "PIN_RADIUS", LENGTH, 1, POSITIVE, "radius of the pin"),
    REAL(Friction, friction_arm, "FRICTION_ARM", LENGTH, 1, NOT_NEGATIVE, "arm of the axial friction"),
    REAL(Friction, bending_reaction_arm, "BENDING_REACTION_ARM", LENGTH, 1, POSITIVE, "arm of the bending moment"),
    REAL(Friction, ball_radius, "BALL_RADIUS", LENGTH, 1, POSITIVE, "SPHERICAL: radius of the ball"),
    REAL(Friction, force_preload, "FRICTION_FORCE_PRELOAD", FORCE, 0, NOT_NEGATIVE, "friction force without load"),
    REAL(Friction, torque_preload, "FRICTION_TORQUE_PRELOAD", TORQUE, 0, NOT_NEGATIVE, "friction torque without load"),
    WORD(Friction, effect, "EFFECT", "ALL|STICTION|SLIDING", FRICTION_ALL, 0, "regimes that are modelled"),
    WORDS(Friction, inputs, "INPUTS", "ALL|NONE|PRELOAD|REACTION_FORCE|BENDING_MOMENT|TORSIONAL_MOMENT", 0,
          "loads that cause friction; all if absent"),
    CHOICE(Friction, yoke, "yoke", "I_YOKE|J_YOKE", -1, 0, "HOOKE, UNIVERSAL: the yoke with friction"),
    WORD(Friction, inactive, "INACTIVE_DURING", "STATIC", -1, 0, "analysis without friction"),
    WORD(Friction, formulation, "FORMULATION", "ORIGINAL|LUGRE", FRICTION_ORIGINAL, 0, "friction model"),
    REAL(Friction, bristle_stiffness, "BRISTLE_STIFFNESS", PER_LENGTH, 100, POSITIVE,
         "LUGRE: stiffness of the bristles, per unit of the load that presses"),
    REAL(Friction, damping_coefficient, "DAMPING_COEFFICIENT", PER_VELOCITY, 0.316, NOT_NEGATIVE,
         "LUGRE: damping of the bristles, likewise"),
    REAL(Friction, damping_viscous, "DAMPING_VISCOUS|VISCOUS_COEFFICIENT", PER_VELOCITY, 0.0004, NOT_NEGATIVE,
         "LUGRE: viscous friction, likewise"),
    LIST_ROW(Friction),
    FIELDS_END,
};

/* The bristles reach as far as the coefficient of sticking allows. */
static void check_bristles(Check *c, const Element *e, const Friction *f)
{
    bool slides = f->effect == FRICTION_SLIDING;
    if ((slides ? f->mu_dynamic : f->mu_static) == 0)
        cd_check_bad(c, e, "%s = 0: LUGRE needs one above zero", slides ? "MU_DYNAMIC" : "MU_STATIC");
}

static bool has_friction(const JointKind *kind)
{
    return kind->sliding != NULL;
}

static bool has_yokes(const JointKind *kind)
{
    return kind->yokes;
}

static void check(Check *c, const Element *e)
{
    const Friction *f = e->data;
    if (f->joint >= 0) {
        int type = MODEL_AT(c->model, joint, Joint, f->joint)->type;
        char label[CD_LABEL_ROOM], list[JOINT_LIST_ROOM], joint[JOINT_LIST_ROOM + 10];
        cd_label(&c->model->table[KIND_joint].at[f->joint], label);
        if (type >= 0 && !cd_joint_kinds[type]->sliding)
            cd_check_bad(c, e, "%s is %.*s, which has no law of friction: it must be %s", label,
                         TEXT_ARG(cd_word_at(cd_joint_words, type)), cd_joint_list(has_friction, list));
        snprintf(joint, sizeof joint, "a %s joint", cd_joint_list(has_yokes, list));
        if (f->yoke >= 0 && type >= 0 && !cd_joint_kinds[type]->yokes) cd_check_only_with(c, e, "a yoke", joint);
    }
    if (GIVEN(e, Friction, mu_dynamic) && f->mu_dynamic > f->mu_static)
        cd_check_odd(c, e, "MU_DYNAMIC = %g is more than MU_STATIC = %g", f->mu_dynamic, f->mu_static);
    if (f->transition_velocity_coefficient <= 1)
        cd_check_bad(c, e, "TRANSITION_VELOCITY_COEFFICIENT = %g must be more than 1",
                     f->transition_velocity_coefficient);
    if (f->formulation == FRICTION_LUGRE) check_bristles(c, e, f);
    if (f->inputs & (INPUT_ALL | INPUT_NONE) && f->inputs & (f->inputs - 1))
        cd_check_exclusive(c, e, f->inputs & INPUT_ALL ? "INPUTS = ALL" : "INPUTS = NONE", "other inputs");
}

/* ---- the law as expressions -------------------------------------------------------------------------------------- */

/* s(|x|) / |x|: no switching point at d, where s is flat, nor at rest, where it is odd (8.28). */
static void add_gain(TextBuffer *out, const Sliding *s, const Words *x, double d)
{
    TextBuffer length = { 0 };
    cd_add_length(&length, s, x, 1e-9 * d);
    cd_buffer_print(out, "STEP5(%s,%.17g,-1,%.17g,1)/%s", length.at, -d, d, length.at);
    cd_buffer_close(&length);
}

/* Component k of e (8.27); the little under the root of one direction takes the switching point at rest away. */
static void add_direction(TextBuffer *out, const Friction *f, const Sliding *s, int k)
{
    double dv = f->stiction_transition_velocity, dmax = f->max_stiction_deformation;
    bool creeps = f->effect != FRICTION_SLIDING;
    if (s->n == 1) {
        Words b = cd_words("STEP5(%s,%.17g,-1,%.17g,1)", s->v[0].at, -dv, dv);
        cd_buffer_print(out, "(%s", b.at);
        if (creeps)
            cd_buffer_print(out, "+(1-SQRT(%s*%s+1E-12))*STEP5(%s,%.17g,-1,%.17g,1)", b.at, b.at, s->c[0].at, -dmax,
                            dmax);
        cd_buffer_print(out, ")");
        return;
    }
    cd_buffer_print(out, "(%s*", s->v[k].at);
    add_gain(out, s, s->v, dv);
    if (creeps) {
        cd_buffer_print(out, "+(1-STEP5(");
        cd_add_length(out, s, s->v, 1e-9 * dv);
        cd_buffer_print(out, ",%.17g,-1,%.17g,1))*%s*", -dv, dv, s->c[k].at);
        add_gain(out, s, s->c, dmax);
    }
    cd_buffer_print(out, ")");
}

/* (8.26); of one direction as an even sum of two steps, which has no switching point at rest. */
static void add_mu(TextBuffer *out, const Friction *f, const Sliding *s)
{
    double dv = f->stiction_transition_velocity, end = f->transition_velocity_coefficient * dv;
    double stick = f->effect == FRICTION_SLIDING ? f->mu_dynamic : f->mu_static;
    double slide = f->effect == FRICTION_STICTION ? 0 : f->mu_dynamic;
    Words rest = cd_words("%.17g,%.17g,%.17g,%.17g", dv, stick, end, slide);
    if (s->n == 1) {
        cd_buffer_print(out, "(STEP5(%s,%s)+STEP5(-%s,%s)-(%.17g))", s->v[0].at, rest.at, s->v[0].at, rest.at, stick);
        return;
    }
    cd_buffer_print(out, "STEP5(");
    cd_add_length(out, s, s->v, 1e-9 * dv);
    cd_buffer_print(out, ",%s)", rest.at);
}

/* The load in one direction (8.29). During statics it may be switched off: MODE is 5 or 6 there. */
static void add_load(TextBuffer *out, const Joined *j, const Sliding *s, int k)
{
    const Friction *f = j->f;
    if (f->formulation == FRICTION_LUGRE) {
        cd_lugre_load(out, j, s, k);
        return;
    }
    cd_buffer_print(out, "-");
    add_direction(out, f, s, k);
    cd_buffer_print(out, "*((%.17g)*", s->arm[k]);
    add_mu(out, f, s);
    cd_buffer_print(out, "*(%s)+(%.17g))", s->normal.at, s->preload[k]);
    if (f->inactive >= 0) cd_buffer_print(out, "*IF(ABS(MODE-5.5)-1:0,1,1)");
}

static const Program *compile_text(Compiler *c, Element *e, TextBuffer *text)
{
    const Program *p = cd_compile_text(c, e, text->at);
    text->n = 0;
    return p;
}

/* Where creep is measured from: for bristles, in statics, where the last motion ended; otherwise where sliding ended,
 * and nowhere during statics without friction. */
static void compile_memories(Compiler *c, Element *e, const Sliding *s, TextBuffer *text)
{
    Friction *f = e->data;
    if (f->formulation == FRICTION_LUGRE) {
        cd_buffer_print(text, "IF(ABS(MODE-5.5)-1:0,1,1)");
    } else {
        cd_add_length(text, s, s->v, 1e-9 * f->stiction_transition_velocity);
        cd_buffer_print(text, "-(%.17g)", f->stiction_transition_velocity);
        if (f->inactive >= 0) cd_buffer_print(text, "+IF(ABS(MODE-5.5)-1:1E30,0,0)");
    }
    f->slides = compile_text(c, e, text);
    f->memories = s->memories;
    for (int n = 0; n < s->memories; n++) {
        cd_buffer_print(text, "%s", s->memory[n].x.at);
        f->memory[n].f = compile_text(c, e, text);
        f->memory[n].index = s->memory[n].index, f->memory[n].start = s->memory[n].start;
    }
}

static void compile_results(Compiler *c, Element *e, const Joined *k, const Sliding *s, TextBuffer *text)
{
    Friction *f = e->data;
    bool bristles = f->formulation == FRICTION_LUGRE;
    cd_add_length(text, s, s->v, 0);
    f->result[0] = compile_text(c, e, text);
    if (bristles) cd_lugre_coefficient(text, k, s);
    else add_mu(text, f, s);
    f->result[1] = compile_text(c, e, text);
    cd_buffer_print(text, "%s", s->normal.at);
    f->result[2] = compile_text(c, e, text);
    add_load(text, k, s, 0);
    f->result[3] = compile_text(c, e, text);
    add_load(text, k, s, s->n > 1 ? 1 : 0);
    f->result[4] = compile_text(c, e, text);
    if (bristles) cd_lugre_deflection(text, k, s);
    else cd_add_length(text, s, s->c, 0);
    f->result[5] = compile_text(c, e, text);
}

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Friction *f = e->data;
    if (f->joint < 0) return;
    const Joint *joint = MODEL_AT(model, joint, Joint, f->joint);
    if (joint->i < 0 || joint->j < 0 || joint->type < 0 || !cd_joint_kinds[joint->type]->sliding) return;
    Joined k = { .id = e->id,
                 .joint = cd_model_id(model, KIND_joint, f->joint),
                 .i = cd_model_id(model, KIND_marker, joint->i),
                 .j = cd_model_id(model, KIND_marker, joint->j),
                 .f = f,
                 .second = 1 / cd_model_units(model).time };
    bool bristles = f->formulation == FRICTION_LUGRE;
    Sliding s = { .n = 1, .axes = k.j };
    cd_joint_kinds[joint->type]->sliding(&k, &s);
    if (bristles) cd_lugre_remember(&k, &s);
    TextBuffer text = { 0 };
    f->axes = s.axes == k.i ? joint->i : joint->j;
    for (int n = 0; n < s.n; n++) {
        add_load(&text, &k, &s, n);
        f->load[s.component[n]] = compile_text(c, e, &text);
        if (bristles) cd_lugre_rate(&text, &k, &s, n);
        f->bristle[n] = bristles ? compile_text(c, e, &text) : NULL;
    }
    compile_memories(c, e, &s, &text);
    compile_results(c, e, &k, &s, &text);
    cd_buffer_close(&text);
}

static void load(const CdModel *model, const Element *e, LoadSink *out)
{
    const Friction *f = e->data;
    const Joint *joint = MODEL_AT(model, joint, Joint, f->joint);
    cd_load_components(out, joint->i, joint->j, f->axes, f->load);
}

/* FRICTION(id, index) reads component 2 index. */
static void equations(const CdModel *model, const Element *e, EquationSink *out)
{
    const Friction *f = e->data;
    int index = (int)(e - model->table[KIND_friction].at);
    for (int k = 0; k < FRICTION_RESULTS; k++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_VALUE,
                                             .kind = KIND_friction,
                                             .index = index,
                                             .component = 2 * (k + 1),
                                             .f = f->result[k] });
    for (int k = 0; k < 3 && f->bristle[k]; k++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_RATE,
                                             .kind = KIND_friction,
                                             .index = index,
                                             .component = cd_lugre_component(k),
                                             .f = f->bristle[k] });
    for (int k = 0; k < f->memories; k++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_MEMORY,
                                             .kind = KIND_friction,
                                             .index = index,
                                             .component = 2 * f->memory[k].index,
                                             .f = f->memory[k].f,
                                             .when = f->memory[k].start ? NULL : f->slides,
                                             .between = f->formulation == FRICTION_ORIGINAL });
}

const ElementKind cd_element_friction = {
    .keyword = "FRICTION",
    .summary = "friction in a joint",
    .role = ROLE_FORCE,
    .flags = RESTATABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Friction),
    .fields = fields,
    .derive = derive,
    .load = load,
    .equations = equations,
    .check = check,
};
