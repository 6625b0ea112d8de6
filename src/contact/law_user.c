/* law_user.c - what blows are like where a routine of the user's gives the normal force: it is asked at rest, deeper
 * and deeper, at a place that stands for all. */
#include "contact/law.h"

#include <math.h>
#include <stddef.h>

static double at_rest(const ContactLaw *law, double mass, double p)
{
    double in[LAW_INPUTS] = { [IN_PENETRATION] = p, [IN_NORMAL + 2] = 1, [IN_MASS] = mass }, out[LAW_OUTPUTS] = { 0 };
    const UserLaw *u = &law->user;
    u->call(u->whole ? u->whole : u->normal, u->whole ? 5 : 2, in, out, NULL);
    return out[0];
}

/* Work against the force up to the energy of the blow, on depths that grow by a third each. */
double cd_law_user_depth(const ContactLaw *law, double m, double v)
{
    enum { MOST = 160 };
    const double first = 1e-9, grow = 4.0 / 3;
    double p = 0, N = 0, work = 0, energy = m * v * v / 2;
    for (int k = 0; k < MOST; k++) {
        double next = p > 0 ? grow * p : first, force = at_rest(law, m, next), more = (N + force) / 2 * (next - p);
        if (!isfinite(force)) return INFINITY;
        if (work + more >= energy) return more > 0 ? p + (next - p) * (energy - work) / more : next;
        work += more, p = next, N = force;
    }
    return INFINITY;
}

double cd_law_user_press(const ContactLaw *law, double weight, double most)
{
    double low = 0, high = most;
    for (int k = 0; k < 60; k++) {
        double middle = (low + high) / 2;
        if (at_rest(law, 0, middle) < weight) low = middle;
        else high = middle;
    }
    return low;
}
