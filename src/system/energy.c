/* energy.c - energies and powers of a system (theory 8.33 to 8.35). */
#include "system/energy.h"

#include "system/rubbing.h"

const char *const cd_energy_name[ENERGY_NUMBERS] = { "KINETIC",       "GRAVITY",      "ELASTIC",      "FORCE_POWER",
                                                     "DAMPING_POWER", "MOTION_POWER", "APPLIED_POWER" };

/* F.(v of I less that of the body of J at the same point) + T.(w_I -
 * w_J)                                         (8.35) */
double cd_load_power(const Equations *e, const Load *l, Wrench w)
{
    const MarkerMotion *i = &e->s->now.marker[l->i];
    Vec3 v = i->v, turn = i->w;
    int body = l->j >= 0 ? e->s->m->site[l->j].body : -1; /* a floating J moves with I, its body does not */
    if (body >= 0) {
        const BodyMotion *j = &e->s->now.body[body];
        v = v3_sub(v, v3_add(j->u, v3_cross(j->w, v3_sub(i->r, j->r)))), turn = v3_sub(turn, j->w);
    }
    return v3_dot(w.F, v) + v3_dot(w.T, turn);
}

double cd_body_kinetic(const MovingBody *body, const double *v)
{
    if (body->curve) return 0;
    Vec3 u = cd_translation(body, v), w = cd_rotation(body, v);
    return (body->mass * v3_dot(u, u) + v3_dot(w, m3_apply(body->J, w))) / 2;
}

double cd_kinetic_energy(const Mechanism *m, const double *v)
{
    double sum = 0;
    for (int b = 0; b < m->bodies; b++) sum += cd_body_kinetic(&m->body[b], v + m->body[b].first);
    return sum;
}

static void add_bodies(const System *s, Energy *out)
{
    out->kinetic = cd_kinetic_energy(s->m, s->state.v);
    Equations *e = s->solver ? s->solver->equations : NULL;
    if (e && e->flexible.n) {
        FlexEnergy f = cd_flexible_energy(&e->flexible, &s->state, s->now.body, s->constants.gravity);
        out->kinetic += f.kinetic, out->gravity += f.gravity, out->elastic += f.elastic;
        out->damping += f.damping, out->force += f.damping;
    }
    for (int b = 0; b < s->m->bodies; b++)
        if (s->m->body[b].dofs >= 3 && s->m->body[b].role != BODY_MODES)
            out->gravity -= s->m->body[b].mass * v3_dot(s->constants.gravity, s->now.body[b].r);
}

bool cd_energy(Equations *e, Energy *out)
{
    const System *s = e->s;
    *out = (Energy){ 0 };
    add_bodies(s, out);
    for (int n = 0; n < e->loads.n; n++) {
        const Load *l = &e->loads.load[n];
        Stored kept;
        Wrench w;
        if (!cd_load_eval(&e->world, l, e->past.turn, &w, NULL, NULL)) return false;
        if (!cd_load_store(&e->world, l, e->past.turn, &kept)) return false;
        double power = cd_load_power(e, l, w), lost = l->kind == KIND_friction ? power : kept.lost;
        out->force += power, out->damping += lost, out->applied += power - lost + kept.rate;
        out->elastic += kept.energy;
    }
    double slip = cd_slip_power(e);
    out->force += slip, out->damping += slip;
    /* a row phi(q, t) = f(t) loads the bodies with -lambda G, and G v = f' - phi_t */
    for (int i = 0; i < s->in_use.n; i++) {
        int row = s->in_use.row[i];
        out->motion -= s->state.lambda[row] * s->now.drive[3 * row + 1];
        if (s->c->row[row].general < 0) continue;
        cd_constraint_row(s->c, row, s->now.body, s->state.winding, NULL, ROW_SLOPE, s->now.eval);
        out->motion += s->state.lambda[row] * s->now.eval->rate_t;
    }
    return true;
}
