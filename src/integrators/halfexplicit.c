/* halfexplicit.c - the rows of the constraints are taken at the next point, whose positions are known already. */
#include "integrators/halfexplicit.h"

#include <string.h>

Outcome cd_halfexplicit_stage(Method *m, int i, double c, double *y, double c_next, const double *next, CdLog *log)
{
    Flow *f = &m->flow;
    double *ahead = m->moved, t = f->point.last.state.t; /* moved is free until the step has arrived */
    cd_flow_moves(f, y, m->k[i]);
    cd_onestep_combine(m, i, next, ahead);
    for (int j = 0; j < f->nv; j++) ahead[j] += m->h * next[i] * m->k[i][j];
    cd_flow_place(f, &f->point.last, t + c_next * m->h, ahead);
    if (!cd_accelerate_look_ahead(&f->solve, log)) return STEP_NOT_FINITE;
    f->solve.ahead = true, f->solve.scale = -1 / (m->h * next[i]);
    Outcome outcome = cd_onestep_rates(m, c, y, m->k[i], log);
    f->solve.ahead = false;
    return outcome;
}
