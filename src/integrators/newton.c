/* newton.c - modified Newton with a matrix that is kept as long as it serves (9.26). */
#include "integrators/newton.h"

#include <math.h>

static bool wants_matrix(const Newton *n, const Settings *set, double c, int iteration)
{
    if (!n->factored) return true;
    if (set->pattern) return set->renew[(iteration - 1) % set->pattern];
    return iteration == 1 && (n->renew || fabs(c / n->factored_c - 1) > 0.3);
}

static bool make_matrix(Newton *n, const NewtonCalls *call, Method *m, double c)
{
    n->factored = call->matrix(m);
    n->factored_c = c, n->fresh = true, n->renew = false;
    return n->factored;
}

/* At least two iterations: the first has no rate of convergence to be judged by. */
static Outcome iterate(Newton *n, const NewtonCalls *call, Method *m, const Settings *set, Stats *stats, double c,
                       double tolerance, int *worst, CdLog *log)
{
    const double slow = 0.1;
    double last = 0;
    call->start(m);
    for (int it = 1; it <= set->maxit; it++) {
        bool make = wants_matrix(n, set, c, it);
        if (!call->residual(m, make, log)) return STEP_NOT_FINITE;
        if (make && !make_matrix(n, call, m, c)) return STEP_SINGULAR;
        stats->iterations++;
        double size = call->correct(m, worst), ratio = size / last;
        if (!isfinite(size)) return STEP_NOT_FINITE;
        double rate = n->fresh ? ratio : fmax(ratio, slow);
        bool small = size < 0.01 * tolerance; /* far below anything that counts: rounding has the word */
        if (it > 1 && (small || (rate < 1 && rate / (1 - rate) * size <= tolerance))) {
            if (ratio > slow && !small) n->renew = true;
            return STEP_OK;
        }
        if (it > 2 && ratio >= 1) break;
        last = size;
    }
    return STEP_NOT_CONVERGED;
}

Outcome cd_newton(Newton *n, const NewtonCalls *call, Method *m, const Settings *set, Stats *stats, double c,
                  double tolerance, int *worst, CdLog *log)
{
    n->fresh = false;
    Outcome outcome = iterate(n, call, m, set, stats, c, tolerance, worst, log);
    if (outcome != STEP_NOT_CONVERGED || n->fresh) return outcome;
    n->factored = false; /* an old matrix may be to blame */
    return iterate(n, call, m, set, stats, c, tolerance, worst, log);
}

double cd_newton_others(const double *x, const double *change, int n, double error, double felt)
{
    /* The size of all of them is the measure: a multiplier near zero need not be known better than its neighbours. And where rounding
       of positions, divided by c^2, is felt in the multipliers nothing better can be had. */
    double largest = 1, size = 0;
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
    for (int i = 0; i < n; i++) size = fmax(size, fabs(change[i]) / (error * largest + felt));
    return 1e-2 * size;
}
