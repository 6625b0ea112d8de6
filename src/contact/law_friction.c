/* law_friction.c - friction by slip speed in three pieces (theory 21.7), and as a bristle that bends (21.9).
 *
 *     v <= vs        mu = mu_s (1.5 x - 0.5 x^3),  x = v / vs
 *     vs < v < vd    mu = STEP(v, vs, mu_s, vd, mu_d)
 *     v >= vd        mu = mu_d
 *
 * mu / v stays finite at rest, so that friction has a slope there and no direction is divided by zero. */
#include "contact/law.h"

#include <math.h>

Rubbing cd_law_friction(const ContactLaw *law, double v)
{
    double s = law->stick, d = law->slide, mu_s = law->mu_static, mu_d = law->mu_dynamic;
    if (v <= s) {
        double x = v / s;
        return (Rubbing){ mu_s / s * (1.5 - 0.5 * x * x), -mu_s / (s * s * s) };
    }
    if (v >= d) return (Rubbing){ mu_d / v, -mu_d / (v * v * v) };
    double x = (v - s) / (d - s), mu = mu_s + (mu_d - mu_s) * x * x * (3 - 2 * x);
    double slope = (mu_d - mu_s) * 6 * x * (1 - x) / (d - s);
    return (Rubbing){ mu / v, (slope - mu / v) / (v * v) };
}

/* The same cubic as that of slip speeds up to vs: the whole of mu_static at the largest deformation. */
Rubbing cd_law_bristle(const ContactLaw *law, double z)
{
    double s = law->creep, mu = law->mu_static;
    if (z >= s) return (Rubbing){ mu / z, -mu / (z * z * z) };
    double x = z / s;
    return (Rubbing){ mu / s * (1.5 - 0.5 * x * x), -mu / (s * s * s) };
}
