/* law_impact.c - IMPACT: a spring of any exponent with a damper that comes in over the first DMAX (theory 21.5).
 *
 *     N = max(0, k p^e + c(p) p'),   c(p) = STEP(p, 0, 0, DMAX, DAMPING) */
#include "contact/law.h"

#include <math.h>

/* The cubic step from 0 at 0 to 1 at 1, with its derivative. */
static double step(double x, double *slope)
{
    if (x >= 1) return *slope = 0, 1;
    *slope = 6 * x * (1 - x);
    return x * x * (3 - 2 * x);
}

NormalForce cd_law_impact(const ContactLaw *law, const Overlap *o)
{
    NormalForce f = { 0 };
    if (!(o->p > 0)) return f;
    double slope = 0, share = law->dmax > 0 ? step(o->p / law->dmax, &slope) : 1;
    f.c = law->damping * share;
    f.c_by_p = law->dmax > 0 ? law->damping * slope / law->dmax : 0;
    f.elastic = law->stiffness * pow(o->p, law->exponent);
    f.stored = f.elastic * o->p / (law->exponent + 1);
    f.N = f.pull = f.elastic + f.c * o->rate;
    if (f.N <= 0) f.N = 0; /* shapes do not pull: the damper lets go */
    else {
        double by_p = o->secants && o->rate > 0 ? fmax(f.c_by_p, f.c / o->p) : f.c_by_p;
        f.by_p = law->exponent * f.elastic / o->p + by_p * o->rate, f.by_rate = f.c;
    }
    return f;
}
