/* dense.h - the course of a step between its ends: a polynomial of fourth degree through values and rates at both ends
 * and a value between them (theory 13.9). */
#pragma once
#include "base/arena.h"

typedef struct Dense {
    int n;
    double t, h;            /* beginning and length of the step */
    double theta;           /* where between 0 and 1 the middle is */
    double *start, *rate;   /* n each: value and rate at the beginning, */
    double *end, *end_rate; /* at the end, */
    double *middle;         /* value at theta */
} Dense;

void cd_dense_open(Arena *arena, Dense *d, int n);
/* A step that is accepted becomes the past, whose room serves the next one. */
static inline void cd_dense_swap(Dense *now, Dense *past)
{
    Dense last = *past;
    *past = *now, *now = last;
}
/* The value at time t. */
void cd_dense_at(const Dense *d, double t, double *y);
