/* sliding.h - what slides in a joint with friction: velocity and creep at the surface, and the load that presses the surfaces
 * together, as texts of expressions that the laws of friction are written with. */
#pragma once
#include "base/text.h"
#include "elements/friction.h"
#include "elements/joint.h"

enum { LAW_TEXT = 1024 };
typedef struct Words {
    char at[LAW_TEXT];
} Words;

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
    } memory[FRICTION_MEMORIES];
} Sliding;

/* Places of numbers that FRICTION(id, index) reads. */
enum { FROM = 11, START = 12, FROM_SECOND = 13, FROM_THIRD = 14, FROM_FOURTH = 15 };

typedef struct Joined {
    int id, joint, i, j; /* ids */
    const Friction *f;
} Joined;

Sliding cd_sliding_of(const Joined *k, JointType type);

/* A number that is kept; FRICTION(id, index) reads it. */
void cd_sliding_remember(Sliding *s, int index, Words x);

Words cd_words(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* x.x over the directions that slide. */
void cd_add_squares(TextBuffer *out, const Sliding *s, const Words *x);

/* |x|; the little under the root gives it a derivative where x is zero. */
void cd_add_length(TextBuffer *out, const Sliding *s, const Words *x, double small);
