/* violation.c - the largest residual of the constraints at each level. */
#include "system/violation.h"

#include <math.h>

static double larger(double a, double b)
{
    return fabs(b) <= a ? a : fabs(b);
}

void cd_violation_look(System *s, Violation *worst)
{
    if (!cd_system_prepare(s, NULL)) return;
    for (int i = 0; i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        double gamma = cd_system_gamma(s, row);
        const RowEval *e = s->now.eval;
        if (!s->c->row[row].velocity_level) worst->position = larger(worst->position, e->value);
        worst->velocity = larger(worst->velocity, cd_system_rate(s, row, e));
        worst->acceleration = larger(worst->acceleration, cd_row_rate(s->c, e, s->state.vdot) - gamma);
    }
}
