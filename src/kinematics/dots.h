/* dots.h - rows that are one dot product each, (X - Z) . Y with Z fixed in the body of Y or absent, evaluated all at
 * once (theory 6.2, 6.4): what joints are made of. Vectors that rows share are carried once; the rest is done in the
 * axes of the bodies, where they are constant. */
#pragma once
#include "kinematics/rows.h"

typedef struct Dots Dots;

/* Where the values of rows go, by their numbers. NULL: not wanted. */
typedef struct RowValues {
    double *value, *rate; /* sum of terms, and its first rate as far as velocities make it */
    double *quad;
    double *
        /* entries of G, row by row: in each as many as its bodies have degrees of freedom, in the order of their first
         * mention */
        g;
} RowValues;

/* Whether a row that is this term alone can be one of them. */
bool cd_dots_take(const Mechanism *m, const Term *term);

/* Rows number[k] (n), each a term; their entries start at entry[k]. */
Dots *cd_dots_new(Arena *arena, const Mechanism *m, int n, const int *number, const Term *const *term,
                  const int *entry);
void cd_dots_eval(Dots *d, const BodyMotion *body, const RowValues *out);
