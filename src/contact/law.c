/* law.c - the law of a contact by its name, and what a blow will be like. */
#include "contact/law.h"

#include <math.h>

NormalForce cd_law_normal(const ContactLaw *law, const Overlap *o)
{
    return law->normal == LAW_POISSON ? cd_law_poisson(law, o) : cd_law_impact(law, o);
}

typedef struct Spring {
    double k, e; /* k p^e */
} Spring;

static Spring spring(const ContactLaw *law)
{
    return law->normal == LAW_POISSON ? (Spring){ law->penalty, 1.5 } : (Spring){ law->stiffness, law->exponent };
}

/* Kinetic energy becomes that of the spring: m v^2 / 2 = k d^(e+1) /
 * (e+1)                                              (21.11) */
double cd_law_depth(const ContactLaw *law, double m, double v)
{
    if (law->normal == LAW_USER) return cd_law_user_depth(law, m, v);
    Spring s = spring(law);
    return s.k > 0 ? pow((s.e + 1) * m * v * v / (2 * s.k), 1 / (s.e + 1)) : INFINITY;
}

double cd_law_press(const ContactLaw *law, double weight, double most)
{
    if (law->normal == LAW_USER) return cd_law_user_press(law, weight, most);
    Spring s = spring(law);
    return s.k > 0 ? fmin(pow(weight / s.k, 1 / s.e), most) : 0;
}

double cd_law_stay(const ContactLaw *law, double m, double v)
{
    const double there_and_back = 2.94; /* exponent 1.5; from 3.14 for 1 to 2.8 for 2.2 */
    return v > 0 ? there_and_back * cd_law_depth(law, m, v) / v : INFINITY;
}
