/* six.h - the six numbers of a body, three of its translation and three of its rotation, as they stand in long vectors.
 * Sums go by even and odd places, as processors take two numbers at a time. */
#pragma once

static inline double six_dot(const double *a, const double *b)
{
    double even = a[0] * b[0], odd = a[1] * b[1];
    even += a[2] * b[2], odd += a[3] * b[3];
    even += a[4] * b[4], odd += a[5] * b[5];
    return even + odd;
}

/* y += f x */
static inline void six_axpy(double *y, double f, const double *x)
{
    for (int i = 0; i < 6; i++) y[i] += f * x[i];
}
