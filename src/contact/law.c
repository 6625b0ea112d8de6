/* law.c - the law of a contact by its name, and what a blow will be like. */
#include "contact/law.h"

#include <math.h>

NormalForce cd_law_normal(const ContactLaw *law, const Overlap *o)
{
    return law->normal == LAW_POISSON ? cd_law_poisson(law, o) : cd_law_impact(law, o);
}

/* Kinetic energy becomes that of the spring: m v^2 / 2 = k d^(e+1) / (e+1)                                              (21.11) */
double cd_law_depth(const ContactLaw *law, double m, double v)
{
    bool poisson = law->normal == LAW_POISSON;
    double k = poisson ? law->penalty : law->stiffness, e = poisson ? 1.5 : law->exponent;
    return k > 0 ? pow((e + 1) * m * v * v / (2 * k), 1 / (e + 1)) : INFINITY;
}

double cd_law_stay(const ContactLaw *law, double m, double v)
{
    const double there_and_back = 2.94; /* exponent 1.5; from 3.14 for 1 to 2.8 for 2.2 */
    return v > 0 ? there_and_back * cd_law_depth(law, m, v) / v : INFINITY;
}
