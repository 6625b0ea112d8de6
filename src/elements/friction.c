/* friction.c - friction in a joint, from its own reactions (theory 8.26 to 8.32).
 *
 * v is the sliding velocity at the surface (radius times angular velocity for rotations), dv the stiction transition velocity, c
 * the creep since sticking began, dmax the largest creep, s the odd quintic STEP5(x, -d, -1, d, 1):
 *
 *     mu = STEP5(|v|, dv, MU_STATIC, q dv, MU_DYNAMIC),     q = TRANSITION_VELOCITY_COEFFICIENT            (8.26)
 *     e  = s(|v|) v/|v| + (1 - s(|v|)) s(|c|) c/|c|                                                        (8.27)
 *     load on I  = -e (mu N + preload)                                                                     (8.29)
 *
 * |v| >= dv is sliding, where s = 1 and e the direction of v; below dv it sticks and creeps. N is the load that presses the surfaces
 * together, times the arm of a torque (8.30):
 *
 *     SPHERICAL       R |F|                                             R = BALL_RADIUS, v = R w
 *     TRANSLATIONAL   |F_xy| + |T_xy| / Xs + |T_z| / Rn                 Xs: overlap, Rn = REACTION_ARM, v along z of J
 *     REVOLUTE        Rp |F_xy| + Rn |F_z| + Rp/Rb |T_xy|               Rp = PIN_RADIUS, Rn = FRICTION_ARM, Rb = BENDING_REACTION_ARM, v = Rp w
 *     HOOKE, UNIVERSAL  the same about the pin of the yoke: x_I or y_J, z_I or z_J
 *     CYLINDRICAL     |F_xy| + |T_xy| / Xs along z, Rp times that about z, with v = (along z, Rp w)
 *
 * The creep is measured from a memory that follows the joint while it slides and stays where it is while it sticks.
 */
#include "elements/friction.h"

#include "elements/common.h"
#include "elements/joint.h"
#include "expr/compile.h"
#include "kinematics/equation.h"
#include "kinematics/load.h"

#include <stdarg.h>

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
    REAL(Friction, bristle_stiffness, "BRISTLE_STIFFNESS", STIFFNESS, 0, NOT_NEGATIVE,
         "LUGRE: stiffness of the bristles"),
    REAL(Friction, damping_coefficient, "DAMPING_COEFFICIENT", DAMPING, 0, NOT_NEGATIVE,
         "LUGRE: damping of the bristles"),
    REAL(Friction, damping_viscous, "DAMPING_VISCOUS|VISCOUS_COEFFICIENT", DAMPING, 0, NOT_NEGATIVE,
         "LUGRE: viscous friction"),
    LIST_ROW(Friction),
    FIELDS_END,
};

static void check(Check *c, const Element *e)
{
    const Friction *f = e->data;
    char label[CD_LABEL_ROOM];
    if (f->joint >= 0) {
        int type = MODEL_AT(c->model, joint, Joint, f->joint)->type;
        cd_label(&c->model->table[KIND_joint].at[f->joint], label);
        if (type == JOINT_FIXED || type == JOINT_PLANAR || type == JOINT_CONVEL || type == JOINT_SCREW ||
            type == JOINT_RACKPIN)
            cd_check_bad(c, e, "%s must be REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, HOOKE or UNIVERSAL", label);
        if (f->yoke >= 0 && type != JOINT_HOOKE && type != JOINT_UNIVERSAL)
            cd_check_only_with(c, e, "a yoke", "a HOOKE or UNIVERSAL joint");
    }
    if (GIVEN(e, Friction, mu_dynamic) && f->mu_dynamic > f->mu_static)
        cd_check_odd(c, e, "MU_DYNAMIC = %g is more than MU_STATIC = %g", f->mu_dynamic, f->mu_static);
    if (f->transition_velocity_coefficient <= 1)
        cd_check_bad(c, e, "TRANSITION_VELOCITY_COEFFICIENT = %g must be more than 1",
                     f->transition_velocity_coefficient);
    if (f->inputs & (INPUT_ALL | INPUT_NONE) && f->inputs & (f->inputs - 1))
        cd_check_exclusive(c, e, f->inputs & INPUT_ALL ? "INPUTS = ALL" : "INPUTS = NONE", "other inputs");
}

/* ---- the law as expressions ------------------------------------------------------------------------------------------------------- */

enum { LAW_TEXT = 1024 };
typedef struct Words {
    char at[LAW_TEXT];
} Words;

static Words words(const char *format, ...) __attribute__((format(printf, 1, 2)));
static Words words(const char *format, ...)
{
    Words w;
    va_list args;
    va_start(args, format);
    vsnprintf(w.at, sizeof w.at, format, args);
    va_end(args);
    return w;
}

/* What slides: up to three directions, each with velocity and creep at the surface, the component of the load it causes, and the arm. */
typedef struct Sliding {
    int n, component[3], axes; /* axes: marker of the components */
    double arm[3], preload[3];
    Words v[3], c[3], normal;
    int memories;
    struct {
        int index;  /* FRICTION(id, index) reads it */
        bool start; /* what it was at the start, for good */
        Words x;
    } memory[4];
} Sliding;

/* Places of numbers that FRICTION(id, index) reads. */
enum { FROM = 11, START = 12, FROM_SECOND = 13, FROM_THIRD = 14, FROM_FOURTH = 15 };

static void remember(Sliding *s, int index, Words x)
{
    s->memory[s->memories].index = index, s->memory[s->memories].start = index == START;
    s->memory[s->memories++].x = x;
}

/* Length of a vector; the little under the root gives it a derivative where it is zero, and no kink to stop at. */
static Words length2(Words a, Words b)
{
    return words("SQRT(%s*%s+%s*%s+1E-60)", a.at, a.at, b.at, b.at);
}

typedef struct Joined {
    int id, joint, i, j; /* ids */
    const Friction *f;
} Joined;

static bool input(const Friction *f, unsigned which)
{
    return !f->inputs || f->inputs & (INPUT_ALL | which);
}

/* Component number 0 to 5 of the reaction on I in the axes of a marker. */
static Words reaction(const Joined *k, int component, int axes)
{
    static const int code[6] = { 2, 3, 4, 6, 7, 8 };
    return words("JOINT(%d,0,%d,%d)", k->joint, code[component], axes);
}

static Words across(const Joined *k, int first, int axis, int axes)
{
    return length2(reaction(k, first + (axis + 1) % 3, axes), reaction(k, first + (axis + 2) % 3, axes));
}

/* Overlap of the sliding parts, which may grow or shrink along z; never quite zero. */
static Words overlap(const Joined *k)
{
    const Friction *f = k->f;
    if (f->overlap_delta == OVERLAP_CONSTANT) return words("(%.17g)", f->initial_overlap);
    return words("MAX(%.17g%c(DZ(%d,%d,%d)-FRICTION(%d,%d)),%.17g)", f->initial_overlap,
                 f->overlap_delta == OVERLAP_INCREASE ? '+' : '-', k->i, k->j, k->j, k->id, START,
                 1e-6 * f->initial_overlap);
}

/* Side load and bending moment of what slides along z of J. */
static Words side_load(const Joined *k)
{
    Words force = input(k->f, INPUT_REACTION_FORCE) ? across(k, 0, 2, k->j) : words("0");
    if (!input(k->f, INPUT_BENDING_MOMENT)) return force;
    return words("%s+%s/%s", force.at, across(k, 3, 2, k->j).at, overlap(k).at);
}

static void along_z(const Joined *k, Sliding *s)
{
    Words z = words("DZ(%d,%d,%d)", k->i, k->j, k->j);
    s->component[0] = 2, s->arm[0] = 1;
    s->preload[0] = input(k->f, INPUT_PRELOAD) ? k->f->force_preload : 0;
    s->v[0] = words("VZ(%d,%d,%d,%d)", k->i, k->j, k->j, k->j);
    s->c[0] = words("(%s-FRICTION(%d,%d))", z.at, k->id, FROM);
    remember(s, FROM, z);
    if (k->f->overlap_delta != OVERLAP_CONSTANT) remember(s, START, z);
}

static void about_z(const Joined *k, Sliding *s, int n, int place)
{
    double radius = k->f->pin_radius;
    Words angle = words("(%.17g)*AZ(%d,%d)", radius, k->i, k->j);
    s->component[n] = 5;
    s->preload[n] = input(k->f, INPUT_PRELOAD) ? k->f->torque_preload : 0;
    s->v[n] = words("(%.17g)*WZ(%d,%d,%d)", radius, k->i, k->j, k->j);
    s->c[n] = words("(%s-FRICTION(%d,%d))", angle.at, k->id, place);
    remember(s, place, angle);
}

/* Load of a pin on its bearing, for an axis (0 x, 1 y, 2 z) of a marker. */
static Words pin_load(const Joined *k, int axis, int axes)
{
    const Friction *f = k->f;
    Words force = words("0"), moment = words("0");
    if (input(f, INPUT_REACTION_FORCE))
        force = words("(%.17g)*%s+(%.17g)*ABS(%s)", f->pin_radius, across(k, 0, axis, axes).at, f->friction_arm,
                      reaction(k, axis, axes).at);
    if (input(f, INPUT_BENDING_MOMENT))
        moment = words("(%.17g)*%s", f->pin_radius / f->bending_reaction_arm, across(k, 3, axis, axes).at);
    return words("%s+%s", force.at, moment.at);
}

/* The pin of a yoke: an axis of its marker. The pin of the other yoke stays perpendicular to it and shows the angle, whose sine since
 * sticking began is the creep. */
static void about_pin(const Joined *k, Sliding *s, JointType type)
{
    enum { I_YOKE, J_YOKE };
    static const char axis_name[] = "XYZ";
    const Friction *f = k->f;
    bool of_j = f->yoke == J_YOKE, hooke = type == JOINT_HOOKE;
    int axis = hooke ? of_j ? 1 : 0 : 2, other = hooke ? of_j ? 0 : 1 : 2;
    int own = of_j ? k->j : k->i, far = of_j ? k->i : k->j;
    Words cosine = words("UV%c(%d)*UV%c(%d)", axis_name[other], far, axis_name[(axis + 1) % 3], own);
    Words sine = words("UV%c(%d)*UV%c(%d)", axis_name[other], far, axis_name[(axis + 2) % 3], own);
    s->n = 1, s->component[0] = 3 + axis, s->axes = own, s->arm[0] = 1;
    s->preload[0] = input(f, INPUT_PRELOAD) ? f->torque_preload : 0;
    s->v[0] = words("(%.17g)*W%c(%d,%d,%d)", f->pin_radius, axis_name[axis], k->i, k->j, own);
    s->c[0] = words("(%.17g)*(%s*FRICTION(%d,%d)-%s*FRICTION(%d,%d))", of_j ? f->pin_radius : -f->pin_radius, sine.at,
                    k->id, FROM, cosine.at, k->id, FROM_SECOND);
    s->normal = pin_load(k, axis, own);
    remember(s, FROM, cosine);
    remember(s, FROM_SECOND, sine);
}

/* A ball: creep is twice the vector part of the quaternion from the remembered rotation to the present one, in axes of J (8.31). */
static void ball(const Joined *k, Sliding *s)
{
    static const int place[4] = { FROM, FROM_SECOND, FROM_THIRD, FROM_FOURTH };
    double radius = k->f->ball_radius;
    Words now[4], then[4];
    for (int n = 0; n < 4; n++) {
        now[n] = words("ORIENT(27,%d,%d,%d)", n + 1, k->i, k->j);
        then[n] = words("FRICTION(%d,%d)", k->id, place[n]);
        remember(s, place[n], now[n]);
    }
    Words same = words("(%s*%s+%s*%s+%s*%s+%s*%s)", now[0].at, then[0].at, now[1].at, then[1].at, now[2].at, then[2].at,
                       now[3].at, then[3].at);
    s->n = 3;
    for (int n = 0; n < 3; n++) {
        int a = 1 + n, b = 1 + (n + 1) % 3, c = 1 + (n + 2) % 3;
        s->component[n] = 3 + n, s->arm[n] = 1;
        s->preload[n] = input(k->f, INPUT_PRELOAD) ? k->f->torque_preload : 0;
        s->v[n] = words("(%.17g)*W%c(%d,%d,%d)", radius, "XYZ"[n], k -> i, k -> j, k -> j);
        s->c[n] = words("SIGN(%.17g,%s)*(%s*%s-%s*%s-%s*%s+%s*%s)", 2 * radius, same.at, then[0].at, now[a].at,
                        now[0].at, then[a].at, now[b].at, then[c].at, now[c].at, then[b].at);
    }
    Words x = reaction(k, 0, k->j), y = reaction(k, 1, k->j), z = reaction(k, 2, k->j);
    s->normal = words("0");
    if (input(k->f, INPUT_REACTION_FORCE))
        s->normal = words("(%.17g)*SQRT(%s*%s+%s*%s+%s*%s+1E-60)", radius, x.at, x.at, y.at, y.at, z.at, z.at);
}

static Sliding sliding_of(const Joined *k, JointType type)
{
    Sliding s = { .n = 1, .axes = k->j };
    if (type == JOINT_TRANSLATIONAL) {
        along_z(k, &s);
        s.normal = side_load(k);
        if (input(k->f, INPUT_TORSIONAL_MOMENT))
            s.normal = words("%s+ABS(%s)/(%.17g)", s.normal.at, reaction(k, 5, k->j).at, k->f->reaction_arm);
    } else if (type == JOINT_CYLINDRICAL) {
        along_z(k, &s);
        about_z(k, &s, 1, FROM_SECOND);
        s.n = 2, s.arm[1] = k->f->pin_radius;
        s.normal = side_load(k);
    } else if (type == JOINT_REVOLUTE) {
        about_z(k, &s, 0, FROM);
        s.arm[0] = 1;
        s.normal = pin_load(k, 2, k->j);
    } else if (type == JOINT_SPHERICAL) {
        ball(k, &s);
    } else {
        about_pin(k, &s, type);
    }
    return s;
}

static void add_squares(TextBuffer *out, const Sliding *s, const Words *x)
{
    cd_buffer_print(out, "(0");
    for (int k = 0; k < s->n; k++) cd_buffer_print(out, "+%s*%s", x[k].at, x[k].at);
    cd_buffer_print(out, ")");
}

/* |x|; the little under the root gives it a derivative where x is zero. */
static void add_length(TextBuffer *out, const Sliding *s, const Words *x, double small)
{
    if (s->n == 1) {
        cd_buffer_print(out, "ABS(%s)", x[0].at);
        return;
    }
    cd_buffer_print(out, "SQRT(");
    add_squares(out, s, x);
    cd_buffer_print(out, "+%.17g)", small * small);
}

/* s(|x|) / |x|: no kink at d, where s is flat, nor at rest, where it is odd (8.28). */
static void add_gain(TextBuffer *out, const Sliding *s, const Words *x, double d)
{
    TextBuffer length = { 0 };
    add_length(&length, s, x, 1e-9 * d);
    cd_buffer_print(out, "STEP5(%s,%.17g,-1,%.17g,1)/%s", length.at, -d, d, length.at);
    cd_buffer_close(&length);
}

/* Component k of e (8.27); the little under the root of one direction takes the kink at rest away. */
static void add_direction(TextBuffer *out, const Friction *f, const Sliding *s, int k)
{
    double dv = f->stiction_transition_velocity, dmax = f->max_stiction_deformation;
    bool creeps = f->effect != FRICTION_SLIDING;
    if (s->n == 1) {
        Words b = words("STEP5(%s,%.17g,-1,%.17g,1)", s->v[0].at, -dv, dv);
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
        add_length(out, s, s->v, 1e-9 * dv);
        cd_buffer_print(out, ",%.17g,-1,%.17g,1))*%s*", -dv, dv, s->c[k].at);
        add_gain(out, s, s->c, dmax);
    }
    cd_buffer_print(out, ")");
}

/* (8.26); of one direction as an even sum of two steps, which has no kink at rest. */
static void add_mu(TextBuffer *out, const Friction *f, const Sliding *s)
{
    double dv = f->stiction_transition_velocity, end = f->transition_velocity_coefficient * dv;
    double stick = f->effect == FRICTION_SLIDING ? f->mu_dynamic : f->mu_static;
    double slide = f->effect == FRICTION_STICTION ? 0 : f->mu_dynamic;
    Words rest = words("%.17g,%.17g,%.17g,%.17g", dv, stick, end, slide);
    if (s->n == 1) {
        cd_buffer_print(out, "(STEP5(%s,%s)+STEP5(-%s,%s)-(%.17g))", s->v[0].at, rest.at, s->v[0].at, rest.at, stick);
        return;
    }
    cd_buffer_print(out, "STEP5(");
    add_length(out, s, s->v, 1e-9 * dv);
    cd_buffer_print(out, ",%s)", rest.at);
}

/* The load in one direction (8.29). During statics it may be switched off: MODE is 5 or 6 there. */
static void add_load(TextBuffer *out, const Friction *f, const Sliding *s, int k)
{
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

static void derive(const CdModel *model, Element *e, Compiler *c)
{
    Friction *f = e->data;
    if (f->joint < 0) return;
    const Joint *joint = MODEL_AT(model, joint, Joint, f->joint);
    if (joint->i < 0 || joint->j < 0) return;
    Joined k = { .id = e->id,
                 .joint = cd_model_id(model, KIND_joint, f->joint),
                 .i = cd_model_id(model, KIND_marker, joint->i),
                 .j = cd_model_id(model, KIND_marker, joint->j),
                 .f = f };
    Sliding s = sliding_of(&k, (JointType)joint->type);
    TextBuffer text = { 0 };
    f->axes = s.axes == k.i ? joint->i : joint->j;
    for (int n = 0; n < s.n; n++) {
        add_load(&text, f, &s, n);
        f->load[s.component[n]] = compile_text(c, e, &text);
    }

    add_length(&text, &s, s.v, 1e-9 * f->stiction_transition_velocity);
    cd_buffer_print(&text, "-(%.17g)", f->stiction_transition_velocity);
    if (f->inactive >= 0) cd_buffer_print(&text, "+IF(ABS(MODE-5.5)-1:1E30,0,0)"); /* does not stick during statics */
    f->slides = compile_text(c, e, &text);
    f->memories = s.memories;
    for (int n = 0; n < s.memories; n++) {
        cd_buffer_print(&text, "%s", s.memory[n].x.at);
        f->memory[n].f = compile_text(c, e, &text);
        f->memory[n].index = s.memory[n].index, f->memory[n].start = s.memory[n].start;
    }

    add_length(&text, &s, s.v, 0);
    f->result[0] = compile_text(c, e, &text);
    add_mu(&text, f, &s);
    f->result[1] = compile_text(c, e, &text);
    cd_buffer_print(&text, "%s", s.normal.at);
    f->result[2] = compile_text(c, e, &text);
    add_load(&text, f, &s, 0);
    f->result[3] = compile_text(c, e, &text);
    add_load(&text, f, &s, s.n > 1 ? 1 : 0);
    f->result[4] = compile_text(c, e, &text);
    add_length(&text, &s, s.c, 0);
    f->result[5] = compile_text(c, e, &text);
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
                                             .f = f->result[k],
                                             .result = true });
    for (int k = 0; k < f->memories; k++)
        cd_equation_add(out, (EquationSpec){ .type = EQUATION_MEMORY,
                                             .kind = KIND_friction,
                                             .index = index,
                                             .component = 2 * f->memory[k].index,
                                             .f = f->memory[k].f,
                                             .when = f->memory[k].start ? NULL : f->slides });
}

static const char *refuse(const CdModel *model, const Element *e)
{
    (void)model;
    const Friction *f = e->data;
    if (f->formulation == FRICTION_LUGRE) return "FORMULATION = LUGRE is not there yet; ORIGINAL is";
    return NULL;
}

const ElementKind cd_element_friction = {
    .keyword = "FRICTION",
    .summary = "friction in a joint",
    .role = ROLE_FORCE,
    .flags = RESTATABLE | SWITCHABLE,
    .mechanics = MECHANICS_PRESENT,
    .size = sizeof(Friction),
    .fields = fields,
    .derive = derive,
    .load = load,
    .equations = equations,
    .refuse = refuse,
    .check = check,
};
