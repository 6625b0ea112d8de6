/* law_blow.c - a blow of one mass by itself: what is left of its speed, and with which damping a given share would
 * be. */
#include "contact/law.h"

#include <math.h>

/* m p'' = -N(p, p') */
static double acceleration(const ContactLaw *law, double m, double onset, double p, double rate)
{
    return -cd_law_normal(law, &(Overlap){ .p = p, .rate = rate, .onset = onset }).N / m;
}

/* By the classical method of order 4, in steps that are short beside the stay. */
double cd_law_rebound(const ContactLaw *law, double m, double v)
{
    enum { PER_STAY = 1000, MOST = 20 * PER_STAY };
    double stay = cd_law_stay(law, m, v), h = stay / PER_STAY, p = 0, u = v;
    if (!(stay > 0) || !isfinite(stay) || law->normal == LAW_USER) return NAN;
    for (int k = 0; k < MOST; k++) {
        double u2 = u + h / 2 * acceleration(law, m, v, p, u);
        double a2 = acceleration(law, m, v, p + h / 2 * u, u2), u3 = u + h / 2 * a2;
        double a3 = acceleration(law, m, v, p + h / 2 * u2, u3), u4 = u + h * a3;
        double a1 = acceleration(law, m, v, p, u), a4 = acceleration(law, m, v, p + h * u3, u4);
        p += h / 6 * (u + 2 * u2 + 2 * u3 + u4), u += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        if (p <= 0) return -u / v;
    }
    return 0;
}

double cd_law_damping_for(const ContactLaw *law, double m, double v, double share)
{
    ContactLaw tried = *law;
    double low = 0, high = law->damping;
    for (int k = 0; k < 40; k++) {
        tried.damping = (low + high) / 2;
        if (cd_law_rebound(&tried, m, v) > share) low = tried.damping;
        else high = tried.damping;
    }
    return (low + high) / 2;
}
