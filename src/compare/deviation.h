/* deviation.h - how far two runs of one model are apart.
 *
 * With y_i(t) the columns that count, r_i(t) those of the reference and s_i the scale of a column, which is the largest
 * range (largest less least value) of a column of the same dimension in the reference,
 *
 *     error = max over outputs t and columns i of |y_i(t) - r_i(t)| / s_i
 *
 * so that 1e-3 is a thousandth of the largest travel. Where the length of the model is known, angular velocities at it
 * count among the speeds, and so on; what turns in its place travels by a hundredth of that length times how far its
 * axes come. rms is the root mean square of the same numbers. Outputs that only one of the runs has are left out. Where
 * the SIMULATE that outputs belong to is known, and times alone match fewer, they are matched by the time since its
 * start, or by their number where a sensor has made it begin or end at other times. */
#pragma once
#include "compare/course.h"

/* The columns of a reference that count. */
typedef struct Selection {
    int n;
    int *column;
    double *scale;
    bool still;        /* none of them changes by more than rounding: their sizes are the scales */
    const char *words; /* what they are, for people */
} Selection;

/* patterns: names with *, parted by commas; NULL: positions and axes of all parts, or whatever there is where the file
 * has no parts. n = 0 if nothing fits. */
Selection cd_selection(Arena *arena, const Course *reference, const char *patterns);
/* All columns but energies; angles of parts by their axes. */
Selection cd_selection_all(Arena *arena, const Course *reference);

typedef struct Deviation {
    double largest, rms;
    int worst;   /* of the selection; -1: all are the same */
    double when; /* its time */
    int matched; /* outputs that both have */
    int missing; /* columns that the run does not have */
} Deviation;

/* Outputs without those in front of and behind an impact: these share their time, which is the run's own. */
int cd_course_asked_for(const Course *c);

/* each: NULL, or the largest of every column of the selection. */
Deviation cd_deviation(const Course *run, const Course *reference, const Selection *s, double *each);

/* The time up to which no column is off by more than `allowed`; that of the first output where one is, or INFINITY. */
double cd_deviation_until(const Course *run, const Course *reference, const Selection *s, double allowed);
