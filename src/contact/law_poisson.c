/* law_poisson.c - POISSON: restitution by a damper in proportion to the spring (theory 21.6), after Hunt and Crossley.
 *
 *     N = max(0, P p^1.5 (1 + 3 (1 - e^2) / 4 p' / p'_0)),   p'_0: approach speed where the shapes met */
#include "contact/law.h"

#include <math.h>

NormalForce cd_law_poisson(const ContactLaw *law, const Overlap *o)
{
    NormalForce f = { 0 };
    if (!(o->p > 0)) return f;
    double root = sqrt(o->p), a = o->onset > 0 ? 0.75 * (1 - law->restitution * law->restitution) / o->onset : 0;
    f.elastic = law->penalty * o->p * root;
    f.stored = 0.4 * f.elastic * o->p;
    f.c = f.elastic * a, f.c_by_p = 1.5 * law->penalty * root * a;
    f.N = f.pull = f.elastic + f.c * o->rate;
    if (f.N <= 0) f.N = 0;
    else f.by_p = 1.5 * law->penalty * root * (1 + a * o->rate), f.by_rate = f.c;
    return f;
}
