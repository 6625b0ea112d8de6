/* force.c - force of one incident with its derivatives, one direction of change after the other (theory 21.4 to 21.10).
 *
 *     a = x - r,  u = v + w x a,  p' = -n . u,  s = u + p' n                material points: arm, velocity, approach,
 *                 slip
 *     F = N n - N mu(|s|) s / |s|
 *     T = a x F - N g^2 mu(g |w_n|) w_n / (g |w_n|) n - c (n x) S (n x)^T w   patch: S its second moments per area, g^2
 *     its trace */
#include "contact/force.h"

#include <string.h>

/* The incident as laws see it. */
typedef struct Meeting {
    Vec3 a, u, s, bent;
    double rate, wn, g2;
    NormalForce n;
    Rubbing rub, turn, stick;
    Vec3 rocked; /* S (n x)^T w */
    bool rubs, sticks;
    double ceiling, ceiling_slope; /* of a bristle: friction in sliding as a share of mu_static; by slip, over slip */
    double damper;                 /* of a bristle, over slip */
    Vec3 rubbed;                   /* friction by a routine */
    double slope[LAW_OUTPUTS][LAW_INPUTS]; /* of what routines give: normal force, damper, friction */
} Meeting;

static Vec3 tangential(Vec3 v, Vec3 n)
{
    return v3_axpy(v, -v3_dot(v, n), n);
}

/* Friction of a bristle in sliding falls from mu_static to mu_dynamic between the two speeds. */
static void find_ceiling(const ContactLaw *law, Meeting *x, double slip)
{
    x->ceiling = 1, x->ceiling_slope = 0;
    if (slip <= law->stick || law->mu_static <= 0) return;
    Rubbing r = cd_law_friction(law, slip);
    x->ceiling = r.over * slip / law->mu_static;
    x->ceiling_slope = (r.slope * slip + r.over / slip) / law->mu_static; /* d(over v) / dv / v */
}

static void list_inputs(const Touched *known, const Incident *at, const Meeting *x, double in[LAW_INPUTS])
{
    in[IN_TIME] = known->time, in[IN_PENETRATION] = at->p, in[IN_RATE] = x->rate;
    v3_store(in + IN_POINT, at->point), v3_store(in + IN_NORMAL, at->normal), v3_store(in + IN_SLIP, x->s);
    in[IN_NORMAL_FORCE] = x->n.N, in[IN_MASS] = known->mass, in[IN_ONSET] = known->onset;
}

/* The normal force by a routine, and friction if the same gives both. What it keeps of energy is not known. */
static void ask_normal(const ContactLaw *law, const Touched *known, const Incident *at, bool slopes, Meeting *x)
{
    const UserLaw *u = &law->user;
    double in[LAW_INPUTS], out[LAW_OUTPUTS] = { 0 };
    list_inputs(known, at, x, in);
    u->call(u->whole ? u->whole : u->normal, u->whole ? 5 : 2, in, out, slopes ? x->slope : NULL);
    x->n = (NormalForce){ .N = out[0], .pull = out[0], .c = out[1] };
    if (u->whole && known->rubs) x->rubbed = v3_load(out + 2);
}

static void ask_friction(const ContactLaw *law, const Touched *known, const Incident *at, bool slopes, Meeting *x)
{
    double in[LAW_INPUTS], out[3] = { 0 };
    list_inputs(known, at, x, in);
    law->user.call(law->user.friction, 3, in, out, slopes ? x->slope + 2 : NULL);
    x->rubbed = v3_load(out);
}

static double user_slope(const double by[LAW_INPUTS], const double change[LAW_INPUTS])
{
    double sum = 0;
    for (int k = 0; k < LAW_INPUTS; k++) sum += by[k] * change[k];
    return sum;
}

static Meeting evaluate(const ContactLaw *law, const Touched *known, const Relative *m, const Incident *at, bool slopes)
{
    Meeting x = { .a = v3_sub(at->point, m->r) };
    x.u = v3_add(m->v, v3_cross(m->w, x.a));
    x.rate = -v3_dot(at->normal, x.u);
    x.s = v3_axpy(x.u, x.rate, at->normal);
    if (law->normal == LAW_USER) ask_normal(law, known, at, slopes, &x);
    else x.n = cd_law_normal(law, &(Overlap){ at->p, x.rate, known->onset, known->secants });
    x.wn = v3_dot(m->w, at->normal);
    x.g2 = m3_trace(at->gyration) - v3_dot(at->normal, m3_apply(at->gyration, at->normal));
    x.rocked = m3_apply(at->gyration, v3_cross(m->w, at->normal)); /* (n x)^T w = w x n */
    if (law->user.friction && known->rubs) ask_friction(law, known, at, slopes, &x);
    x.rubs = known->rubs && x.n.N > 0 && !law->user.friction && !law->user.whole;
    if (!x.rubs) return x;
    double slip = v3_norm(x.s);
    x.rub = cd_law_friction(law, slip);
    if (x.g2 > 0) x.turn = cd_law_friction(law, sqrt(x.g2) * fabs(x.wn));
    if (known->secants) x.rub.slope = x.turn.slope = 0;
    x.sticks = law->creep > 0;
    if (!x.sticks) return x;
    const double share = 0.1; /* of the friction that slip alone would make: calms what vibrates on its bristles */
    if (known->stuck && known->stuck->on) {
        Vec3 moved = v3_sub(v3_add(m->r, m3_apply(m->A, known->stuck->point)), known->stuck->at);
        x.bent = tangential(v3_add(known->stuck->z, moved), at->normal);
    }
    x.stick = cd_law_bristle(law, v3_norm(x.bent));
    x.damper = share * law->mu_static / law->stick;
    find_ceiling(law, &x, slip);
    return x;
}

/* Friction over N, on I. */
static Vec3 friction(const Meeting *x)
{
    if (!x->sticks) return v3_scale(x->s, -x->rub.over);
    return v3_axpy(v3_scale(x->bent, -x->ceiling * x->stick.over), -x->ceiling * x->damper, x->s);
}

static Vec3 friction_by(const Meeting *x, Vec3 ds, Vec3 dbent)
{
    if (!x->sticks) return v3_axpy(v3_scale(ds, -x->rub.over), -x->rub.slope * v3_dot(x->s, ds), x->s);
    Vec3 whole = v3_axpy(v3_scale(x->bent, x->stick.over), x->damper, x->s);
    Vec3 d = v3_axpy(v3_scale(dbent, x->stick.over), x->stick.slope * v3_dot(x->bent, dbent), x->bent);
    d = v3_axpy(d, x->damper, ds);
    return v3_axpy(v3_scale(d, -x->ceiling), -x->ceiling_slope * v3_dot(x->s, ds), whole);
}

/* How the bristle bends further as I moves by dr, th, and the normal turns. */
static Vec3 bent_by(const Meeting *x, const Touched *known, const Relative *m, const Incident *at, Vec3 dr, Vec3 th,
                    Vec3 dn)
{
    if (!x->sticks || !known->stuck || !known->stuck->on) return v3(0, 0, 0);
    Vec3 arm = m3_apply(m->A, known->stuck->point);
    Vec3 whole = v3_add(known->stuck->z, v3_sub(v3_add(m->r, arm), known->stuck->at));
    Vec3 d = tangential(v3_add(dr, v3_cross(th, arm)), at->normal);
    d = v3_axpy(d, -v3_dot(whole, dn), at->normal);
    return v3_axpy(d, -v3_dot(whole, at->normal), dn);
}

static void add_slopes(const ContactLaw *law, const Touched *known, const Relative *m, const Incident *at,
                       const Meeting *x, Vec3 F, ContactForce *sum)
{
    const Vec3 zero = { 0, 0, 0 };
    Vec3 f = x->rubs ? friction(x) : zero;
    bool user_normal = law->normal == LAW_USER, user_friction = known->rubs && (law->user.friction || law->user.whole);
    for (int k = 0; k < 12; k++) {
        bool moves = k < 6;
        Vec3 e = v3_axis(k % 3), dr = k < 3 ? e : zero, th = k >= 3 && k < 6 ? e : zero, dw = k >= 9 ? e : zero;
        double dp = moves ? at->dp[k] : 0;
        Vec3 dn = moves ? at->dnormal[k] : zero, da = moves ? v3_sub(at->dpoint[k], dr) : zero;
        Vec3 du = moves ? v3_cross(m->w, da) : k < 9 ? e : v3_cross(e, x->a);
        double drate = -v3_dot(dn, x->u) - v3_dot(at->normal, du);
        Vec3 ds = v3_add(v3_axpy(du, drate, at->normal), v3_scale(dn, x->rate));
        double change[LAW_INPUTS] = { [IN_PENETRATION] = dp, [IN_RATE] = drate };
        if (law->user.call) {
            v3_store(change + IN_POINT, moves ? at->dpoint[k] : zero);
            v3_store(change + IN_NORMAL, dn), v3_store(change + IN_SLIP, ds);
        }
        double dN = user_normal ? user_slope(x->slope[0], change) : x->n.by_p * dp + x->n.by_rate * drate;
        double dc = user_normal ? user_slope(x->slope[1], change) : x->n.c_by_p * dp;
        Vec3 dF = v3_axpy(v3_scale(dn, x->n.N), dN, at->normal);
        change[IN_NORMAL_FORCE] = dN;
        if (user_friction)
            dF = v3_add(dF, v3(user_slope(x->slope[2], change), user_slope(x->slope[3], change),
                               user_slope(x->slope[4], change)));
        if (x->rubs) {
            Vec3 df = friction_by(x, ds, moves ? bent_by(x, known, m, at, dr, th, dn) : zero);
            dF = v3_axpy(v3_axpy(dF, dN, f), x->n.N, df);
        }
        Vec3 dT = v3_add(v3_cross(da, F), v3_cross(x->a, dF));
        if (x->g2 > 0) {
            Mat3 dS = moves ? at->dgyration[k] : (Mat3){ { zero, zero, zero } };
            double dwn = v3_dot(dw, at->normal) + v3_dot(m->w, dn), dg2 = m3_trace(dS);
            dg2 -= 2 * v3_dot(dn, m3_apply(at->gyration, at->normal)) + v3_dot(at->normal, m3_apply(dS, at->normal));
            if (x->rubs) {
                /* over depends on g |wn|: d over = slope (g^2 wn dwn + wn^2 dg2 / 2) */
                double dover = x->turn.slope * (x->g2 * x->wn * dwn + x->wn * x->wn * dg2 / 2);
                double all = dN * x->g2 * x->turn.over * x->wn + x->n.N * dg2 * x->turn.over * x->wn +
                             x->n.N * x->g2 * (dover * x->wn + x->turn.over * dwn);
                dT = v3_axpy(dT, -all, at->normal);
                dT = v3_axpy(dT, -x->n.N * x->g2 * x->turn.over * x->wn, dn);
            }
            Vec3 drocked = m3_apply(dS, v3_cross(m->w, at->normal));
            drocked = v3_add(drocked, m3_apply(at->gyration, v3_add(v3_cross(dw, at->normal), v3_cross(m->w, dn))));
            dT = v3_axpy(dT, -dc, v3_cross(at->normal, x->rocked));
            dT = v3_axpy(dT, -x->n.c, v3_add(v3_cross(dn, x->rocked), v3_cross(at->normal, drocked)));
        }
        sum->F_by[k] = v3_add(sum->F_by[k], dF), sum->T_by[k] = v3_add(sum->T_by[k], dT);
    }
}

void cd_contact_force(const ContactLaw *law, const Touched *known, const Relative *m, const Incident *at, bool slopes,
                      ContactForce *sum, IncidentForce *out)
{
    Meeting x = evaluate(law, known, m, at, slopes);
    Vec3 f = x.rubs ? v3_scale(friction(&x), x.n.N) : x.rubbed, F = v3_axpy(f, x.n.N, at->normal);
    Vec3 T = v3_cross(x.a, F);
    if (x.rubs) T = v3_axpy(T, -x.n.N * x.g2 * x.turn.over * x.wn, at->normal);
    if (x.g2 > 0) T = v3_axpy(T, -x.n.c, v3_cross(at->normal, x.rocked));
    sum->F = v3_add(sum->F, F), sum->T = v3_add(sum->T, T);
    if (slopes) add_slopes(law, known, m, at, &x, F, sum);
    if (out)
        *out = (IncidentForce){ .rate = x.rate,
                                .N = x.n.N,
                                .pull = x.n.pull,
                                .elastic = x.n.elastic,
                                .stored = x.n.stored,
                                .slip = v3_norm(x.s),
                                .friction = f,
                                .bent = x.bent };
}
