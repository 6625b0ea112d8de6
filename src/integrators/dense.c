/* dense.c - Hermite's cubic, and s^2 (1 - s)^2 times what it lacks in the middle. */
#include "integrators/dense.h"

void cd_dense_open(Arena *arena, Dense *d, int n)
{
    double **list[] = { &d->start, &d->rate, &d->end, &d->end_rate, &d->middle };
    d->n = n;
    for (int k = 0; k < 5; k++) *list[k] = ARENA_ARRAY(arena, double, n);
}

static double cubic(const Dense *d, int i, double s)
{
    double u = 1 - s;
    return u * u * (1 + 2 * s) * d->start[i] + s * s * (1 + 2 * u) * d->end[i] +
           d->h * s * u * (u * d->rate[i] - s * d->end_rate[i]);
}

void cd_dense_at(const Dense *d, double t, double *y)
{
    double s = d->h > 0 ? (t - d->t) / d->h : 1, x = d->theta, bump = s * (1 - s) / (x * (1 - x));
    for (int i = 0; i < d->n; i++) y[i] = cubic(d, i, s) + bump * bump * (d->middle[i] - cubic(d, i, x));
}
