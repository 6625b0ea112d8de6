/* cubic.h - a function between 0 and 1 by its values f and derivatives d there: Hermite's cubic. */
#pragma once

typedef struct Cubic {
    double f0, d0, f1, d1;
} Cubic;

static inline double cubic_value(const Cubic *c, double s)
{
    double u = 1 - s;
    return u * u * (1 + 2 * s) * c->f0 + s * s * (1 + 2 * u) * c->f1 + s * u * (u * c->d0 - s * c->d1);
}

/* Where it first is zero, in front of a place where it is negative. */
static inline double cubic_first_zero(const Cubic *c, double negative)
{
    double low = 0, high = negative;
    for (int i = 0; i < 40; i++) {
        double middle = (low + high) / 2;
        if (cubic_value(c, middle) > 0) low = middle;
        else high = middle;
    }
    return high;
}
