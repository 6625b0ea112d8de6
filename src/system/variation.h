/* variation.h - what small changes of positions, velocities and time do to constraint rows on all three levels (theory
 * 12.5, 16.2), with accelerations held. Rotations in body axes. */
#pragma once
#include "system/system.h"

/* Of one row, body by body: G; d(phi')/dq; d(phi'')/dq and d(phi'')/dv; dG/dt. And d/dt of phi, phi', phi''. */
typedef struct RowVariation {
    int n, body[ROW_WIDTH];
    double g[ROW_WIDTH][6], rate_q[ROW_WIDTH][6], second_q[ROW_WIDTH][6], second_v[ROW_WIDTH][6];
    double g_t[ROW_WIDTH][6], time[3];
} RowVariation;

/* At the present state, which is prepared; leaves the evaluation in s->eval. */
void cd_row_variation(System *s, int row, RowVariation *out);

/* out += x^T K over the pairs of bodies of a row: what G x changes by, or K x, what G itself changes by along x. */
void cd_row_through_k(const System *s, const RowEval *row, const double *x, bool transposed, double out[][6]);

/* Of the numbers in `part`, six for each body of the row, the sum with a change d (nv) of all bodies. */
double cd_row_share(const System *s, const RowVariation *row, const double part[][6], const double *d);
