/* touch.c - CONTACT by routines: the laws of IMPACT and COULOMB_FRICTION = ON once more, with their derivatives and
 * without. */
#include <cardan/plugin.h>
#include <math.h>

static double step(double x, double *slope)
{
    *slope = x > 0 && x < 1 ? 6 * x * (1 - x) : 0;
    return x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x);
}

/* Normal force and damper; USER(k, e, c, d). by: derivatives of force and damper by penetration, of the force by its
 * rate. */
static void normal(const CdCall *call, const double *constant, double out[2], double by[3])
{
    double p = call->contact->penetration, rate = call->contact->rate, slope;
    double k = constant[0], e = constant[1], d = constant[3], c = constant[2] * step(p / d, &slope);
    double c_by_p = constant[2] * slope / d, N = k * pow(p, e) + c * rate;
    out[0] = N > 0 ? N : 0, out[1] = c;
    by[0] = N > 0 ? k * e * pow(p, e - 1) + c_by_p * rate : 0, by[1] = c_by_p, by[2] = N > 0 ? c : 0;
}

int impact(CdCall *call, double *out)
{
    double by[3];
    normal(call, call->constant, out, by);
    call->partial_contact(call, 0, CD_PENETRATION, by[0]);
    call->partial_contact(call, 1, CD_PENETRATION, by[1]);
    call->partial_contact(call, 0, CD_RATE, by[2]);
    return 0;
}

int impact_by_differences(CdCall *call, double *out)
{
    double by[3];
    normal(call, call->constant, out, by);
    return 0;
}

/* mu(v) / v and its derivative by v, over v; mu_s, vs, mu_d, vd. */
static double friction_over_slip(const double *c, double v, double *slope)
{
    double mu_s = c[0], vs = c[1], mu_d = c[2], vd = c[3], by, mu;
    if (v <= vs) {
        *slope = -mu_s / (vs * vs * vs);
        return mu_s / vs * (1.5 - 0.5 * v / vs * v / vs);
    }
    mu = mu_s + (mu_d - mu_s) * step((v - vs) / (vd - vs), &by);
    by *= (mu_d - mu_s) / (vd - vs);
    *slope = (by - mu / v) / (v * v);
    return mu / v;
}

static double slip_of(const CdContactPoint *at)
{
    return sqrt(at->slip[0] * at->slip[0] + at->slip[1] * at->slip[1] + at->slip[2] * at->slip[2]);
}

int coulomb(CdCall *call, double *out)
{
    const CdContactPoint *at = call->contact;
    double slope, over = friction_over_slip(call->constant, slip_of(at), &slope);
    for (int i = 0; i < 3; i++) {
        out[i] = -at->normal_force * over * at->slip[i];
        call->partial_contact(call, i, CD_NORMAL_FORCE, -over * at->slip[i]);
        for (int k = 0; k < 3; k++)
            call->partial_contact(call, i, CD_SLIP + k,
                                  -at->normal_force * ((i == k ? over : 0) + slope * at->slip[i] * at->slip[k]));
    }
    return 0;
}

/* Both at once; USER(k, e, c, d, mu_s, vs, mu_d, vd). */
int impact_and_coulomb(CdCall *call, double *out)
{
    double by[3], slope;
    normal(call, call->constant, out, by);
    double over = friction_over_slip(call->constant + 4, slip_of(call->contact), &slope);
    for (int i = 0; i < 3; i++) out[2 + i] = -out[0] * over * call->contact->slip[i];
    return 0;
}

/* Restitution by the approach speed and the mass behind the blow: USER(k) p^1.5 with a tenth of critical damping. */
int damped_by_mass(CdCall *call, double *out)
{
    const CdContactPoint *at = call->contact;
    double k = call->constant[0], p = at->penetration;
    out[1] = 0.2 * sqrt(k * sqrt(p) * at->mass);
    out[0] = fmax(0, k * p * sqrt(p) + out[1] * at->rate);
    return 0;
}

int breaks(CdCall *call, double *out)
{
    out[0] = call->contact->penetration > 1e-5 ? NAN : 1e6 * call->contact->penetration;
    return 0;
}

int reads(CdCall *call, double *out)
{
    const int id = 1;
    out[0] = call->read(call, "VARVAL", 1, &id);
    return 0;
}
