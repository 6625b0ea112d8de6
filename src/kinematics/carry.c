/* carry.c - from markers to bodies (theory 8.1 to 8.4).
 *
 * A marker at rho = A s on a body: r = r_b + rho, v = u + w x rho, a = u' + alpha x rho + w x (w x rho). With wbar and
 * wbar' held, rho, w, alpha, v - u and a - u' all turn with the body, so a small rotation th = A dpi changes each of
 * them by th x itself. */
#include "kinematics/carry.h"

static void add(Vec3 *to, double f, Vec3 what)
{
    *to = v3_axpy(*to, f, what);
}

void cd_carry(const Mechanism *m, const BodyMotion *body, int i, const MarkerMotion *k, const MarkerGradient *g,
              double f, BodyGradient *out)
{
    const Site *site = &m->site[i];
    const BodyMotion *b = &body[site->body];
    Vec3 rho = m3_apply(b->A, site->s), turn = v3_cross(k->w, rho);
    Vec3 acc = v3_add(v3_cross(k->alpha, rho), v3_cross(k->w, turn)); /* a - u' */

    add(&out->r, f, g->r);
    add(&out->u, f, g->v);
    add(&out->udot, f, g->a);
    Vec3 th = v3_add(g->th, v3_cross(rho, g->r)); /* (8.2) */
    th = v3_add(th, v3_add(v3_cross(turn, g->v), v3_cross(k->w, g->w)));
    th = v3_add(th, v3_add(v3_cross(acc, g->a), v3_cross(k->alpha, g->alpha)));
    add(&out->pi, f, m3_tapply(b->A, th));
    Vec3 w = v3_add(g->w, v3_cross(rho, g->v)); /* (8.3) */
    w = v3_add(w, v3_add(v3_cross(turn, g->a), v3_cross(rho, v3_cross(g->a, k->w))));
    add(&out->w, f, m3_tapply(b->A, w));
    add(&out->wdot, f, m3_tapply(b->A, v3_add(g->alpha, v3_cross(rho, g->a)))); /* (8.4) */
}
