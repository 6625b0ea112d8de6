/* crossing.h - positions in which the constraints lose rank for an instant, so that two motions cross there (theory
 * 13.24 to 13.28). On the way there the rows in use come to depend on each other like the distance that is left:
 *
 *     s = sqrt(share / largest share so far),   T = s dt / (s_last - s)
 *
 * Steps cover most of that way until s is small; the next one goes over the position, which lies where no stage
 * does. */
#pragma once
#include "system/masses.h"

typedef struct Crossing {
    double middle;    /* share of a step in front of the position: where there are no stages */
    double step_over; /* s from which a step goes over it */
    double top;       /* the largest share of a run so far */
    double s, t;      /* at the last accepted point; NAN: not known */
    int row;          /* in use, which depends most on the others there */
    bool ahead;       /* the rows will lose rank, at the time ... */
    double when;      /* ... that the last two points tell */
    bool turns;       /* the motion has been found to turn in front of it */
    bool careful;     /* near by: constraints are satisfied to rounding, at stages as well */
} Crossing;

/* A method begins, for this ERROR. Of the past nothing is known but how well rows may hold. */
void cd_crossing_begin(Crossing *c, double error, double middle);
/* s from which a step goes over such a position, for this ERROR. */
double cd_crossing_step_over(double error);

/* The measure of singular configurations: s of a share, beside the largest of the run; NAN if the share is. */
double cd_singular_s(double share, double top);
static inline double cd_crossing_s(const Crossing *c, double share)
{
    return cd_singular_s(share, c->top);
}

/* Whether a step of size h from t might come to it, or has it within. */
bool cd_crossing_is_near(const Crossing *c, double t, double h);
bool cd_crossing_is_within(const Crossing *c, double t, double h);
/* The step to take instead of one of size h, no longer than `most`; failed: an attempt has, from t. */
double cd_crossing_bound(const Crossing *c, double t, double h, bool failed, double most);

/* What a step has come to, by how well the rows hold at its end. */
typedef enum Passage {
    PASSAGE_FREE,  /* there is nothing */
    PASSAGE_NEAR,  /* velocities must follow from accelerations */
    PASSAGE_OVER,  /* the same, and accelerations must go on as they were */
    PASSAGE_BLIND, /* near by, with constraints less than satisfied: once more */
    PASSAGE_FAR,   /* over it from so far that it is not known to be there: not that far */
    PASSAGE_LOST   /* so near that rounding may have made the corner which the motion takes */
} Passage;
Passage cd_crossing_judge(const Crossing *c, double t, double h, RowPivot end);

/* A step that ends at t is kept. */
void cd_crossing_accept(Crossing *c, double t, RowPivot end);
