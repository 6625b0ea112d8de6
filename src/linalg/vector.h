/* vector.h - sums and sizes of n numbers. */
#pragma once
#include <math.h>

static inline double cd_dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* The largest |x|. */
static inline double cd_largest(int n, const double *x)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}
