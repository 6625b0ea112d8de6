/* massless.h - degrees of freedom without mass, eliminated from a model linearised at rest (theory 12.24 to 12.26). */
#pragma once
#include "analyses/linear/linear.h"

/* Whether a body lacks mass, or inertia about some axis. */
bool cd_massless_any(const System *s);
/* Mass or inertia to lend to coordinates of bodies that have none (nv, body axes): as much as the lightest body has. */
void cd_massless_lend(const System *s, double *lent);

/* l is linearised with what was lent; it becomes the model without it, whose `whole` is l as it was. False if that is
 * not determined: nothing holds or damps a degree of freedom without mass. */
bool cd_massless_eliminate(Linearised *l);

/* A of the model without what was lent from one of the whole (which may have been cleared of rounding). */
void cd_massless_reduce(const Linearised *l, const double *whole, double *A);

/* Inputs and outputs of a model without what was lent. An input may push a coordinate that has no mass: then its rates
 * count as well,
 *
 *     y' = A y + B (u, u', u'', ...),   outputs = C y + D (u, u', u'', ...) */
enum { MASSLESS_RATES = 4 }; /* u and its rates: each side by side in B and D */
typedef struct MasslessPlant {
    int inputs, outputs;
    const int *input, *output; /* unknowns */
    double *B, *C, *D;         /* to be filled: n x (rates inputs), outputs x n, outputs x (rates inputs) */
} MasslessPlant;
bool cd_massless_plant(const Linearised *l, MasslessPlant *p);
