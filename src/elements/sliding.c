/* sliding.c - what slides in a joint with friction (theory 8.30, 8.31). */
#include "elements/sliding.h"

#include <stdarg.h>
#include <stdio.h>

Words cd_words(const char *format, ...)
{
    Words w;
    va_list args;
    va_start(args, format);
    vsnprintf(w.at, sizeof w.at, format, args);
    va_end(args);
    return w;
}

void cd_sliding_remember(Sliding *s, int index, Words x)
{
    s->memory[s->memories].index = index, s->memory[s->memories].start = index == START;
    s->memory[s->memories++].x = x;
}

/* Length of a vector; the little under the root gives it a derivative where it is zero, and no kink to stop at. */
static Words length2(Words a, Words b)
{
    return cd_words("SQRT(%s*%s+%s*%s+1E-60)", a.at, a.at, b.at, b.at);
}

static bool input(const Friction *f, unsigned which)
{
    return !f->inputs || f->inputs & (INPUT_ALL | which);
}

/* Component number 0 to 5 of the reaction on I in the axes of a marker. */
static Words reaction(const Joined *k, int component, int axes)
{
    static const int code[6] = { 2, 3, 4, 6, 7, 8 };
    return cd_words("JOINT(%d,0,%d,%d)", k->joint, code[component], axes);
}

static Words across(const Joined *k, int first, int axis, int axes)
{
    return length2(reaction(k, first + (axis + 1) % 3, axes), reaction(k, first + (axis + 2) % 3, axes));
}

/* Overlap of the sliding parts, which may grow or shrink along z; never quite zero. */
static Words overlap(const Joined *k)
{
    const Friction *f = k->f;
    if (f->overlap_delta == OVERLAP_CONSTANT) return cd_words("(%.17g)", f->initial_overlap);
    return cd_words("MAX(%.17g%c(DZ(%d,%d,%d)-FRICTION(%d,%d)),%.17g)", f->initial_overlap,
                    f->overlap_delta == OVERLAP_INCREASE ? '+' : '-', k->i, k->j, k->j, k->id, START,
                    1e-6 * f->initial_overlap);
}

/* Side load and bending moment of what slides along z of J. */
static Words side_load(const Joined *k)
{
    Words force = input(k->f, INPUT_REACTION_FORCE) ? across(k, 0, 2, k->j) : cd_words("0");
    if (!input(k->f, INPUT_BENDING_MOMENT)) return force;
    return cd_words("%s+%s/%s", force.at, across(k, 3, 2, k->j).at, overlap(k).at);
}

static void along_z(const Joined *k, Sliding *s)
{
    Words z = cd_words("DZ(%d,%d,%d)", k->i, k->j, k->j);
    s->component[0] = 2, s->arm[0] = 1;
    s->preload[0] = input(k->f, INPUT_PRELOAD) ? k->f->force_preload : 0;
    s->v[0] = cd_words("VZ(%d,%d,%d,%d)", k->i, k->j, k->j, k->j);
    s->c[0] = cd_words("(%s-FRICTION(%d,%d))", z.at, k->id, FROM);
    cd_sliding_remember(s, FROM, z);
    if (k->f->overlap_delta != OVERLAP_CONSTANT) cd_sliding_remember(s, START, z);
}

static void about_z(const Joined *k, Sliding *s, int n, int place)
{
    double radius = k->f->pin_radius;
    Words angle = cd_words("(%.17g)*AZ(%d,%d)", radius, k->i, k->j);
    s->component[n] = 5;
    s->preload[n] = input(k->f, INPUT_PRELOAD) ? k->f->torque_preload : 0;
    s->v[n] = cd_words("(%.17g)*WZ(%d,%d,%d)", radius, k->i, k->j, k->j);
    s->c[n] = cd_words("(%s-FRICTION(%d,%d))", angle.at, k->id, place);
    cd_sliding_remember(s, place, angle);
}

/* Load of a pin on its bearing, for an axis (0 x, 1 y, 2 z) of a marker. */
static Words pin_load(const Joined *k, int axis, int axes)
{
    const Friction *f = k->f;
    Words force = cd_words("0"), moment = cd_words("0");
    if (input(f, INPUT_REACTION_FORCE))
        force = cd_words("(%.17g)*%s+(%.17g)*ABS(%s)", f->pin_radius, across(k, 0, axis, axes).at, f->friction_arm,
                         reaction(k, axis, axes).at);
    if (input(f, INPUT_BENDING_MOMENT))
        moment = cd_words("(%.17g)*%s", f->pin_radius / f->bending_reaction_arm, across(k, 3, axis, axes).at);
    return cd_words("%s+%s", force.at, moment.at);
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
    Words cosine = cd_words("UV%c(%d)*UV%c(%d)", axis_name[other], far, axis_name[(axis + 1) % 3], own);
    Words sine = cd_words("UV%c(%d)*UV%c(%d)", axis_name[other], far, axis_name[(axis + 2) % 3], own);
    s->n = 1, s->component[0] = 3 + axis, s->axes = own, s->arm[0] = 1;
    s->preload[0] = input(f, INPUT_PRELOAD) ? f->torque_preload : 0;
    s->v[0] = cd_words("(%.17g)*W%c(%d,%d,%d)", f->pin_radius, axis_name[axis], k->i, k->j, own);
    s->c[0] = cd_words("(%.17g)*(%s*FRICTION(%d,%d)-%s*FRICTION(%d,%d))", of_j ? f->pin_radius : -f->pin_radius,
                       sine.at, k->id, FROM, cosine.at, k->id, FROM_SECOND);
    s->normal = pin_load(k, axis, own);
    cd_sliding_remember(s, FROM, cosine);
    cd_sliding_remember(s, FROM_SECOND, sine);
}

/* A ball: creep is twice the vector part of the quaternion from the remembered rotation to the present one, in axes of J (8.31). */
static void ball(const Joined *k, Sliding *s)
{
    static const int place[4] = { FROM, FROM_SECOND, FROM_THIRD, FROM_FOURTH };
    double radius = k->f->ball_radius;
    Words now[4], then[4];
    for (int n = 0; n < 4; n++) {
        now[n] = cd_words("ORIENT(27,%d,%d,%d)", n + 1, k->i, k->j);
        then[n] = cd_words("FRICTION(%d,%d)", k->id, place[n]);
    }
    Words same = cd_words("(%s*%s+%s*%s+%s*%s+%s*%s)", now[0].at, then[0].at, now[1].at, then[1].at, now[2].at,
                          then[2].at, now[3].at, then[3].at);
    /* with the sign that goes on from what was kept before */
    for (int n = 0; n < 4; n++) cd_sliding_remember(s, place[n], cd_words("SIGN(1,%s)*%s", same.at, now[n].at));
    s->n = 3;
    for (int n = 0; n < 3; n++) {
        int a = 1 + n, b = 1 + (n + 1) % 3, c = 1 + (n + 2) % 3;
        s->component[n] = 3 + n, s->arm[n] = 1;
        s->preload[n] = input(k->f, INPUT_PRELOAD) ? k->f->torque_preload : 0;
        s->v[n] = cd_words("(%.17g)*W%c(%d,%d,%d)", radius, "XYZ"[n], k -> i, k -> j, k -> j);
        s->c[n] = cd_words("SIGN(%.17g,%s)*(%s*%s-%s*%s-%s*%s+%s*%s)", 2 * radius, same.at, then[0].at, now[a].at,
                           now[0].at, then[a].at, now[b].at, then[c].at, now[c].at, then[b].at);
    }
    Words x = reaction(k, 0, k->j), y = reaction(k, 1, k->j), z = reaction(k, 2, k->j);
    s->normal = cd_words("0");
    if (input(k->f, INPUT_REACTION_FORCE))
        s->normal = cd_words("(%.17g)*SQRT(%s*%s+%s*%s+%s*%s+1E-60)", radius, x.at, x.at, y.at, y.at, z.at, z.at);
}

Sliding cd_sliding_of(const Joined *k, JointType type)
{
    Sliding s = { .n = 1, .axes = k->j };
    if (type == JOINT_TRANSLATIONAL) {
        along_z(k, &s);
        s.normal = side_load(k);
        if (input(k->f, INPUT_TORSIONAL_MOMENT))
            s.normal = cd_words("%s+ABS(%s)/(%.17g)", s.normal.at, reaction(k, 5, k->j).at, k->f->reaction_arm);
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

void cd_add_squares(TextBuffer *out, const Sliding *s, const Words *x)
{
    cd_buffer_print(out, "(0");
    for (int k = 0; k < s->n; k++) cd_buffer_print(out, "+%s*%s", x[k].at, x[k].at);
    cd_buffer_print(out, ")");
}

void cd_add_length(TextBuffer *out, const Sliding *s, const Words *x, double small)
{
    if (s->n == 1) {
        cd_buffer_print(out, "ABS(%s)", x[0].at);
        return;
    }
    cd_buffer_print(out, "SQRT(");
    cd_add_squares(out, s, x);
    cd_buffer_print(out, "+%.17g)", small * small);
}
