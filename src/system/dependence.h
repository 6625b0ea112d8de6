/* dependence.h - in which order things can be evaluated that read each other, and which of them read themselves by way
 * of others. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

/* Item i reads on[first[i]] ... on[first[i + 1] - 1]. */
typedef struct Dependence {
    int n;
    const int *first, *on;
} Dependence;

/* order: all items, each behind those it reads unless they are in one ring. ring: those that are in one, if only with
 * themselves. */
void cd_dependence_order(const Dependence *d, int *order, bool *ring);
