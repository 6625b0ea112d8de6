/* sliding.h - what slides in a joint with friction: velocity and creep at the surface, and the load that presses the
 * surfaces together, as texts of expressions that the laws of friction are written with. */
#pragma once
#include "base/text.h"
#include "elements/friction.h"
#include "elements/joint.h"

enum { LAW_TEXT = 1024 };
typedef struct Words {
    char at[LAW_TEXT];
} Words;

/* What slides: up to three directions, each with velocity and creep at the surface, the component of the load it
 * causes, and the arm. */
typedef struct Sliding {
    int n, component[3], axes; /* axes: marker of the components */
    double arm[3], preload[3];
    Words v[3], c[3], normal;
    int memories;
    struct {
        int index;  /* FRICTION(id, index) reads it */
        bool start; /* what it was at the start, for good */
        Words x;
    } memory[FRICTION_MEMORIES];
} Sliding;

/* Places of numbers that FRICTION(id, index) reads. */
enum { FROM = 11, START = 12, FROM_SECOND = 13, FROM_THIRD = 14, FROM_FOURTH = 15 };

typedef struct Joined {
    int id, joint, i, j; /* ids */
    const Friction *f;
    double second; /* in units of the model */
} Joined;

/* For the laws of joints. Whether a load causes friction. Component number 0 to 5 of the reaction on I in the axes of a
 * marker. */
bool cd_sliding_input(const Friction *f, unsigned which);
Words cd_sliding_reaction(const Joined *k, int component, int axes);
/* What slides along z of J; and, as direction n, what turns about it, remembered as number `place`. */
void cd_sliding_along_z(const Joined *k, Sliding *s);
void cd_sliding_about_z(const Joined *k, Sliding *s, int n, int place);
/* Side load and bending moment of what slides along z; load of a pin on its bearing, for an axis (0 x, 1 y, 2 z) of a
 * marker. */
Words cd_sliding_side_load(const Joined *k);
Words cd_sliding_pin_load(const Joined *k, int axis, int axes);
/* The pin of the yoke that FRICTION names: an axis of I, or of J. */
void cd_sliding_about_pin(const Joined *k, Sliding *s, int axis_i, int axis_j);

/* A number that is kept; FRICTION(id, index) reads it. */
void cd_sliding_remember(Sliding *s, int index, Words x);

Words cd_words(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* x.x over the directions that slide. */
void cd_add_squares(TextBuffer *out, const Sliding *s, const Words *x);

/* |x|; the little under the root gives it a derivative where x is zero. */
void cd_add_length(TextBuffer *out, const Sliding *s, const Words *x, double small);
