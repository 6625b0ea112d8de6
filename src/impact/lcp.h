/* lcp.h - linear complementarity problems, dense (theory 22.5):
 *
 *     w = A z + q,   w >= 0,   z >= 0,   w . z = 0
 *
 * The set of positive z of the last solution is tried first. Up to three unknowns all sets are; beyond that the
 * method of Lemke
 * finds one, with the lexicographic ratio test so that ties do not make it go round in circles. Beyond LCP_PIVOTED
 * unknowns,
 * and where rows that depend on each other have spoilt its pivots, a symmetric positive semidefinite problem is
 * solved by descent:
 * the unknown with the most negative w grows, those of the set keep w = 0 and leave it at zero, so that its rows
 * stay independent. */
#pragma once
#include "base/arena.h"

#include <stdbool.h>

enum { LCP_ENUMERATED = 3, LCP_PIVOTED = 300 };

typedef struct Lcp {
    int n;
    const double *a; /* n*n, entry (i, j) at i*n + j */
    const double *q;
} Lcp;

/* How a solution was found. */
typedef enum LcpWay { LCP_WARM, LCP_SETS, LCP_LEMKE, LCP_DESCENT, LCP_NONE } LcpWay;

/* z: the solution; active: the set to try first, and then that of the solution, whose rows are independent.
 * LCP_NONE: there is no
 * solution, or none was found; z is zero then. */
LcpWay cd_lcp_solve(Arena *scratch, const Lcp *p, bool *active, double *z);

/* The ways one by one; whether they have found a solution. */
bool cd_lcp_try_set(Arena *scratch, const Lcp *p, bool *active, double *z);
bool cd_lcp_try_all_sets(Arena *scratch, const Lcp *p, bool *active, double *z);
bool cd_lcp_lemke(Arena *scratch, const Lcp *p, bool *active, double *z);
bool cd_lcp_descend(Arena *scratch, const Lcp *p, bool *active, double *z);

/* The largest violation of z >= 0, w >= 0, min(z, w) = 0, each in units of the terms it is made of. */
double cd_lcp_violation(const Lcp *p, const double *z);

/* Whether the rows of a set of a symmetric problem depend on each other: a pivot keeps no more than this share of
 * its diagonal. */
bool cd_lcp_depends(Arena *scratch, const Lcp *p, const bool *set, double tolerance);
