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

/* Length of a vector; the little under the root gives it a derivative where it is zero, and no switching point to stop
 * at. */
static Words length2(Words a, Words b)
{
    return cd_words("SQRT(%s*%s+%s*%s+1E-60)", a.at, a.at, b.at, b.at);
}

bool cd_sliding_input(const Friction *f, unsigned which)
{
    return !f->inputs || f->inputs & (INPUT_ALL | which);
}

/* Component number 0 to 5 of the reaction on I in the axes of a marker. */
Words cd_sliding_reaction(const Joined *k, int component, int axes)
{
    static const int code[6] = { 2, 3, 4, 6, 7, 8 };
    return cd_words("JOINT(%d,0,%d,%d)", k->joint, code[component], axes);
}

static Words across(const Joined *k, int first, int axis, int axes)
{
    return length2(cd_sliding_reaction(k, first + (axis + 1) % 3, axes),
                   cd_sliding_reaction(k, first + (axis + 2) % 3, axes));
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
Words cd_sliding_side_load(const Joined *k)
{
    Words force = cd_sliding_input(k->f, INPUT_REACTION_FORCE) ? across(k, 0, 2, k->j) : cd_words("0");
    if (!cd_sliding_input(k->f, INPUT_BENDING_MOMENT)) return force;
    return cd_words("%s+%s/%s", force.at, across(k, 3, 2, k->j).at, overlap(k).at);
}

void cd_sliding_along_z(const Joined *k, Sliding *s)
{
    Words z = cd_words("DZ(%d,%d,%d)", k->i, k->j, k->j);
    s->component[0] = 2, s->arm[0] = 1;
    s->preload[0] = cd_sliding_input(k->f, INPUT_PRELOAD) ? k->f->force_preload : 0;
    s->v[0] = cd_words("VZ(%d,%d,%d,%d)", k->i, k->j, k->j, k->j);
    s->c[0] = cd_words("(%s-FRICTION(%d,%d))", z.at, k->id, FROM);
    cd_sliding_remember(s, FROM, z);
    if (k->f->overlap_delta != OVERLAP_CONSTANT) cd_sliding_remember(s, START, z);
}

void cd_sliding_about_z(const Joined *k, Sliding *s, int n, int place)
{
    double radius = k->f->pin_radius;
    Words angle = cd_words("(%.17g)*AZ(%d,%d)", radius, k->i, k->j);
    s->component[n] = 5;
    s->preload[n] = cd_sliding_input(k->f, INPUT_PRELOAD) ? k->f->torque_preload : 0;
    s->v[n] = cd_words("(%.17g)*WZ(%d,%d,%d)", radius, k->i, k->j, k->j);
    s->c[n] = cd_words("(%s-FRICTION(%d,%d))", angle.at, k->id, place);
    cd_sliding_remember(s, place, angle);
}

/* Load of a pin on its bearing, for an axis (0 x, 1 y, 2 z) of a marker. */
Words cd_sliding_pin_load(const Joined *k, int axis, int axes)
{
    const Friction *f = k->f;
    Words force = cd_words("0"), moment = cd_words("0");
    if (cd_sliding_input(f, INPUT_REACTION_FORCE))
        force = cd_words("(%.17g)*%s+(%.17g)*ABS(%s)", f->pin_radius, across(k, 0, axis, axes).at, f->friction_arm,
                         cd_sliding_reaction(k, axis, axes).at);
    if (cd_sliding_input(f, INPUT_BENDING_MOMENT))
        moment = cd_words("(%.17g)*%s", f->pin_radius / f->bending_reaction_arm, across(k, 3, axis, axes).at);
    return cd_words("%s+%s", force.at, moment.at);
}

/* The pin of a yoke: an axis of its marker. The pin of the other yoke stays perpendicular to it and shows the angle,
 * whose sine since sticking began is the creep. */
void cd_sliding_about_pin(const Joined *k, Sliding *s, int axis_i, int axis_j)
{
    enum { I_YOKE, J_YOKE };
    static const char axis_name[] = "XYZ";
    const Friction *f = k->f;
    bool of_j = f->yoke == J_YOKE;
    int axis = of_j ? axis_j : axis_i, other = of_j ? axis_i : axis_j;
    int own = of_j ? k->j : k->i, far = of_j ? k->i : k->j;
    Words cosine = cd_words("UV%c(%d)*UV%c(%d)", axis_name[other], far, axis_name[(axis + 1) % 3], own);
    Words sine = cd_words("UV%c(%d)*UV%c(%d)", axis_name[other], far, axis_name[(axis + 2) % 3], own);
    s->n = 1, s->component[0] = 3 + axis, s->axes = own, s->arm[0] = 1;
    s->preload[0] = cd_sliding_input(f, INPUT_PRELOAD) ? f->torque_preload : 0;
    s->v[0] = cd_words("(%.17g)*W%c(%d,%d,%d)", f->pin_radius, axis_name[axis], k->i, k->j, own);
    s->c[0] = cd_words("(%.17g)*(%s*FRICTION(%d,%d)-%s*FRICTION(%d,%d))", of_j ? f->pin_radius : -f->pin_radius,
                       sine.at, k->id, FROM, cosine.at, k->id, FROM_SECOND);
    s->normal = cd_sliding_pin_load(k, axis, own);
    cd_sliding_remember(s, FROM, cosine);
    cd_sliding_remember(s, FROM_SECOND, sine);
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
