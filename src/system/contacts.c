/* contacts.c - the force between two shapes as a load: relative motion, incidents, and the chain rule back to ground
 * (theory 21.1 to 21.3).
 *
 *     r = A_J^T d,  v = A_J^T (v_I - v_J - w_J x d),  w = A_J^T (w_I - w_J),   d = r_I - r_J
 *     F = A_J F_rel(r, A, v, w) */
#include "system/contacts.h"

#include "expr/user.h"

#include <string.h>

static const MarkerMotion ground = { .A = { .c = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };

static const MarkerMotion *motion_of(const World *w, int marker)
{
    return marker < 0 ? &ground : &w->x.marker[marker];
}

Relative cd_contact_relative(const World *w, const ContactPair *p)
{
    const MarkerMotion *i = motion_of(w, p->i.marker), *j = motion_of(w, p->j.marker);
    Vec3 d = v3_sub(i->r, j->r), v = v3_sub(v3_sub(i->v, j->v), v3_cross(j->w, d));
    return (Relative){ .r = m3_tapply(j->A, d),
                       .A = m3_tmul(j->A, i->A),
                       .v = m3_tapply(j->A, v),
                       .w = m3_tapply(j->A, v3_sub(i->w, j->w)) };
}

ContactShape cd_contact_shape(const Shape *shape, int graphics, int marker)
{
    ContactShape s = { .shape = shape, .graphics = graphics, .marker = marker, .normal = v3(0, 0, 1) };
    bool plane = shape && shape->kind == SHAPE_plane;
    if (shape && !plane) s.centre = shape->centre;
    if (!shape || !shape->placed) return s;
    s.centre = v3_add(shape->at, m3_apply(shape->axes, s.centre)), s.normal = shape->axes.c[2];
    return s;
}

double cd_contact_apart(const World *w, const ContactPair *p)
{
    const MarkerMotion *i = motion_of(w, p->i.marker), *j = motion_of(w, p->j.marker);
    Vec3 d = v3_sub(v3_add(i->r, m3_apply(i->A, p->i.centre)), v3_add(j->r, m3_apply(j->A, p->j.centre)));
    if (p->j.shape->kind == SHAPE_plane) return v3_dot(m3_apply(j->A, p->j.normal), d) - p->i.shape->reach;
    if (p->i.shape->kind == SHAPE_plane) return -v3_dot(m3_apply(i->A, p->i.normal), d) - p->j.shape->reach;
    if (p->pair.options.inside) return -INFINITY;
    return v3_norm(d) - p->i.shape->reach - p->j.shape->reach;
}

static bool is_still(const World *w)
{
    return w->still || w->x.system[SYSTEM_MODE] == MODE_STATICS;
}

const ContactLaw *cd_contact_law(const World *w, const ContactSet *set)
{
    return is_still(w) ? &set->still : &set->law;
}

bool cd_contact_rubs(const World *w, const ContactSet *set)
{
    return set->law.rubs && (!is_still(w) || set->law.rubs_at_rest);
}

static const Stuck *stuck_of(const ContactPair *p, int key)
{
    for (int k = 0; k < MOST_STUCK; k++)
        if (p->stuck[k].on && p->stuck[k].key == key) return &p->stuck[k];
    return NULL;
}

/* 1 / m of a body at a point, along a unit vector. */
static double mobility(const World *w, int marker, Vec3 point, Vec3 n)
{
    int body = marker < 0 ? -1 : w->m->site[marker].body;
    if (body < 0) return 0;
    const MovingBody *b = &w->m->body[body];
    const BodyMotion *m = &w->body[body];
    double sum = b->mass > 0 ? 1 / b->mass : 0;
    Vec3 moment = m3_tapply(m->A, v3_cross(v3_sub(point, m->r), n));
    if (b->planar) sum += b->J.c[2].z > 0 ? moment.z * moment.z / b->J.c[2].z : 0;
    else if (b->turns && m3_det(b->J) > 0) sum += v3_dot(moment, m3_apply(m3_inverse(b->J), moment));
    return sum;
}

double cd_contact_mass(const World *w, const ContactPair *p, Vec3 point, Vec3 n)
{
    double free = mobility(w, p->i.marker, point, n) + mobility(w, p->j.marker, point, n);
    return free > 0 ? 1 / free : INFINITY;
}

Touched cd_contact_known(const World *w, const ContactPair *p, const Incident *at)
{
    Touched known = { .onset = p->onset, .time = w->x.time };
    if (!p->set->law.user.call) return known;
    const MarkerMotion *j = motion_of(w, p->j.marker);
    Vec3 point = v3_add(j->r, m3_apply(j->A, at->point));
    known.mass = cd_contact_mass(w, p, point, m3_apply(j->A, at->normal));
    return known;
}

/* With what sticks, and friction. */
static Touched known_with(const World *w, const ContactPair *p, const Incident *at, bool rubs)
{
    Touched known = cd_contact_known(w, p, at);
    known.stuck = stuck_of(p, at->key), known.rubs = rubs, known.secants = w->secants;
    return known;
}

/* The gradients of one of the six numbers, g . change of the relative motion, in the motions of both markers; by:
 * slopes of the three numbers in ground axes, by changes in axes A; axis: unit vector of the number. */
static void to_markers(const MarkerMotion *i, const MarkerMotion *j, Mat3 A, const Vec3 by[12], int c, Vec3 load,
                       Vec3 axis, MarkerGradient *on_i, MarkerGradient *on_j)
{
    Vec3 g[4]; /* by r, th, v, w in ground axes */
    for (int k = 0; k < 4; k++)
        g[k] = m3_apply(A, v3(v3_get(by[3 * k], c), v3_get(by[3 * k + 1], c), v3_get(by[3 * k + 2], c)));
    Vec3 d = v3_sub(i->r, j->r), v = v3_sub(v3_sub(i->v, j->v), v3_cross(j->w, d)), w = v3_sub(i->w, j->w);
    *on_i = (MarkerGradient){ .r = v3_sub(g[0], v3_cross(g[2], j->w)), .th = g[1], .v = g[2], .w = g[3] };
    Vec3 th = v3_add(v3_cross(d, g[0]), g[1]);
    th = v3_add(th, v3_add(v3_cross(v, g[2]), v3_cross(w, g[3])));
    *on_j = (MarkerGradient){ .r = v3_neg(on_i->r),
                              .th = v3_sub(v3_cross(load, axis), th),
                              .v = v3_neg(g[2]),
                              .w = v3_neg(v3_add(v3_cross(d, g[2]), g[3])) };
}

/* A: the axes that relative motion and force are in, those of J or of ground. */
static void carry_slopes(const World *w, const Load *l, Mat3 A, const ContactForce *f, Wrench load, Slope *six)
{
    const MarkerMotion *i = motion_of(w, l->i), *j = motion_of(w, l->j);
    Vec3 by[2][12];
    for (int k = 0; k < 12; k++) by[0][k] = m3_apply(A, f->F_by[k]), by[1][k] = m3_apply(A, f->T_by[k]);
    for (int c = 0; c < 6; c++) {
        MarkerGradient on_i, on_j;
        Vec3 axis = v3(c % 3 == 0, c % 3 == 1, c % 3 == 2);
        to_markers(i, j, A, by[c / 3], c % 3, c < 3 ? load.F : load.T, axis, &on_i, &on_j);
        if (l->on_i >= 0) cd_carry(w->m, w->body, l->i, i, &on_i, 1, &six[c].body[l->on_i]);
        if (l->on_j >= 0) cd_carry(w->m, w->body, l->j, j, &on_j, 1, &six[c].body[l->on_j]);
    }
}

/* A routine of the user's has given no number. */
static void explain(const World *w, const ContactPair *p)
{
    const UserLaw *u = &p->set->law.user;
    void *const routine[] = { u->whole, u->normal, u->friction };
    for (int k = 0; k < 3 && w->log; k++)
        if (routine[k] && cd_user_failed(routine[k])) cd_user_explain(routine[k], NAN, w->log);
}

/* Balls on balls and planes have their incident without a relative pose: everything in ground axes, as if J's were
 * those. */
static bool is_plain(const ContactPair *p)
{
    ShapeKind i = p->i.shape->kind, j = p->j.shape->kind;
    bool balls = (i == SHAPE_sphere || i == SHAPE_plane) && (j == SHAPE_sphere || j == SHAPE_plane);
    return balls && p->set->law.normal != LAW_USER && p->set->still.creep == 0 && !p->pair.options.inside;
}

/* How the incident of a plain pair changes as I moves, and turns about its marker, seen from J. centre: of I's shape
 * from there; away: from the centre of J's shape to that of I's. */
static void plain_slopes(const ContactPair *p, Vec3 centre, Vec3 away, Incident *at)
{
    bool on_plane = p->j.shape->kind == SHAPE_plane, is_plane = p->i.shape->kind == SHAPE_plane;
    Vec3 n = at->normal;
    double radius = is_plane ? p->j.shape->radius - at->p / 2 : at->p / 2 - p->i.shape->radius;
    for (int k = 0; k < 6; k++) {
        Vec3 e = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2), moves = k < 3 ? e : v3_cross(e, centre), dn = v3(0, 0, 0);
        double closes = -v3_dot(n, moves);
        if (is_plane && k >= 3) dn = v3_cross(e, n), closes -= v3_dot(dn, away);
        if (!is_plane && !on_plane) dn = v3_scale(v3_axpy(moves, closes, n), 1 / v3_norm(away));
        /* half way between the two surfaces, from the centre of the ball */
        Vec3 point = v3_axpy(v3_scale(dn, radius), is_plane ? -closes / 2 : closes / 2, n);
        at->dp[k] = closes, at->dnormal[k] = dn, at->dpoint[k] = is_plane ? point : v3_add(moves, point);
    }
}

/* apart: minus the overlap. */
static void plain(World *w, const Load *l, double apart, Wrench *out, Slope *six)
{
    const ContactPair *p = l->contact;
    const MarkerMotion *i = motion_of(w, p->i.marker), *j = motion_of(w, p->j.marker);
    Vec3 centre = m3_apply(i->A, p->i.centre);
    Vec3 ci = v3_add(i->r, centre), cj = v3_add(j->r, m3_apply(j->A, p->j.centre)), n, x;
    if (p->j.shape->kind == SHAPE_plane) n = m3_apply(j->A, p->j.normal), x = v3_axpy(ci, -p->i.shape->radius, n);
    else if (p->i.shape->kind == SHAPE_plane)
        n = v3_neg(m3_apply(i->A, p->i.normal)), x = v3_axpy(cj, p->j.shape->radius + apart, n);
    else n = v3_scale(v3_sub(ci, cj), 1 / v3_norm(v3_sub(ci, cj))), x = v3_axpy(ci, -p->i.shape->radius, n);
    Vec3 d = v3_sub(i->r, j->r);
    Relative m = { .r = d, .v = v3_sub(v3_sub(i->v, j->v), v3_cross(j->w, d)), .w = v3_sub(i->w, j->w) };
    Incident *at = &w->contact->touch.at[0];
    at->key = 0, at->p = -apart, at->normal = n, at->gyration = (Mat3){ .c = { { 0, 0, 0 } } };
    at->point = v3_sub(v3_axpy(x, -apart / 2, n), j->r);
    ContactForce *force = &w->contact->force;
    if (six) plain_slopes(p, centre, v3_sub(ci, cj), at), memset(force, 0, sizeof *force);
    force->F = force->T = v3(0, 0, 0);
    Touched known = known_with(w, p, at, cd_contact_rubs(w, p->set));
    cd_contact_force(cd_contact_law(w, p->set), &known, &m, at, six != NULL, force, NULL);
    *out = (Wrench){ force->F, force->T };
    if (six) carry_slopes(w, l, m3_identity(), force, *out, six);
}

bool cd_contact_eval(World *w, const Load *l, Wrench *out, Slope *six)
{
    const ContactPair *p = l->contact;
    ContactRoom *room = w->contact;
    *out = (Wrench){ { 0, 0, 0 }, { 0, 0, 0 } };
    double apart = cd_contact_apart(w, p);
    if (!(apart <= 0)) return apart > 0; /* NaN: an iterate has gone astray */
    if (apart < 0 && is_plain(p)) {
        plain(w, l, apart, out, six);
        return isfinite(v3_dot(out->F, out->F) + v3_dot(out->T, out->T));
    }
    Relative m = cd_contact_relative(w, p);
    cd_pair_incidents(&p->pair, m.r, m.A, &room->arena, &room->touch);
    if (!room->touch.n) return true;
    memset(&room->force, 0, sizeof room->force);
    bool rubs = cd_contact_rubs(w, p->set);
    for (int k = 0; k < room->touch.n; k++) {
        const Incident *at = &room->touch.at[k];
        Touched known = known_with(w, p, at, rubs);
        cd_contact_force(cd_contact_law(w, p->set), &known, &m, at, six != NULL, &room->force, NULL);
    }
    Mat3 A = motion_of(w, l->j)->A;
    *out = (Wrench){ m3_apply(A, room->force.F), m3_apply(A, room->force.T) };
    if (six) carry_slopes(w, l, A, &room->force, *out, six);
    if (isfinite(v3_dot(out->F, out->F) + v3_dot(out->T, out->T))) return true;
    explain(w, p);
    return false;
}

double cd_contact_gap(World *w, const ContactPair *p, double *rate)
{
    double apart = cd_contact_apart(w, p);
    *rate = NAN;
    if (apart > 0) return apart;
    Relative m = cd_contact_relative(w, p);
    Touch *touch = &w->contact->touch;
    cd_pair_eval(&p->pair, m.r, m.A, &w->contact->arena, touch);
    const double *d = touch->dgap;
    *rate = v3_dot(v3_load(d), m.v) + v3_dot(v3_load(d + 3), m.w);
    return touch->gap;
}

/* Incidents at the present state. */
static Relative touch_now(World *w, const ContactPair *p)
{
    Relative m = cd_contact_relative(w, p);
    Touch *touch = &w->contact->touch;
    touch->n = 0;
    if (!(cd_contact_apart(w, p) > 0)) cd_pair_incidents(&p->pair, m.r, m.A, &w->contact->arena, touch);
    return m;
}

/* What sticks with bristles of the law, bent as they are now or straight. */
static void stick(World *w, ContactPair *p, const ContactLaw *law, bool straight)
{
    Relative m = touch_now(w, p);
    const Touch *touch = &w->contact->touch;
    Stuck now[MOST_STUCK] = { 0 };
    for (int k = 0; k < touch->n && k < MOST_STUCK; k++) {
        const Incident *at = &touch->at[k];
        Touched known = known_with(w, p, at, true);
        IncidentForce f;
        ContactForce unused = { 0 };
        cd_contact_force(law, &known, &m, at, false, &unused, &f);
        double bent = straight ? 0 : v3_norm(f.bent), share = straight ? 0 : bent > law->creep ? law->creep / bent : 1;
        now[k] = (Stuck){ .key = at->key,
                          .point = m3_tapply(m.A, v3_sub(at->point, m.r)),
                          .at = at->point,
                          .z = v3_scale(f.bent, share),
                          .on = true };
    }
    memcpy(p->stuck, now, sizeof now);
}

void cd_contact_stick(World *w, ContactPair *p)
{
    if (p->set->law.creep > 0) stick(w, p, &p->set->law, false);
}

void cd_contact_anchor(World *w, ContactPair *p)
{
    bool sticks = p->set->law.creep > 0 && p->stuck[0].on;
    if (p->set->law.rubs_at_rest && !sticks) stick(w, p, &p->set->still, true);
}

int cd_contact_incidents(World *w, const Load *l, IncidentTold out[PAIR_MOST_INCIDENTS])
{
    const ContactPair *p = l->contact;
    Relative m = touch_now(w, p);
    const Touch *touch = &w->contact->touch;
    const MarkerMotion *j = motion_of(w, l->j);
    bool rubs = cd_contact_rubs(w, p->set);
    for (int k = 0; k < touch->n; k++) {
        const Incident *at = &touch->at[k];
        Touched known = known_with(w, p, at, rubs);
        ContactForce unused = { 0 };
        IncidentTold *o = &out[k];
        cd_contact_force(cd_contact_law(w, p->set), &known, &m, at, false, &unused, &o->f);
        o->p = at->p, o->normal = m3_apply(j->A, at->normal);
        o->point = v3_add(j->r, m3_apply(j->A, at->point)), o->friction = m3_apply(j->A, o->f.friction);
    }
    return touch->n;
}

void cd_contact_continue(ContactPair *p, const ContactPair *old)
{
    p->onset = old->onset, p->met = old->met, p->returned = old->returned, p->pull = old->pull, p->since = old->since,
    p->stay = old->stay;
    p->pressed = old->pressed, p->press = old->press;
    memcpy(p->stuck, old->stuck, sizeof p->stuck);
    p->tally = old->tally;
    p->set->fastest = fmax(p->set->fastest, old->set->fastest);
}

double cd_contact_pull_at(World *w, const ContactPair *p, const Relative *m)
{
    Touch *touch = &w->contact->touch;
    cd_pair_incidents(&p->pair, m->r, m->A, &w->contact->arena, touch);
    int deepest = 0;
    for (int k = 1; k < touch->n; k++)
        if (touch->at[k].p > touch->at[deepest].p) deepest = k;
    if (!touch->n) return 0;
    IncidentForce f;
    ContactForce unused = { 0 };
    Touched known = cd_contact_known(w, p, &touch->at[deepest]);
    cd_contact_force(&p->set->law, &known, m, &touch->at[deepest], false, &unused, &f);
    return f.pull;
}

double cd_contact_pull(World *w, const ContactPair *p)
{
    if (cd_contact_apart(w, p) > 0) return 0;
    Relative m = cd_contact_relative(w, p);
    return cd_contact_pull_at(w, p, &m);
}

/* Where the damper has let go what is still kept is lost. */
void cd_contact_store(World *w, const Load *l, Stored *out)
{
    const ContactPair *p = l->contact;
    const Touch *touch = &w->contact->touch;
    Wrench on;
    Relative m = touch_now(w, p);
    if (!touch->n || !cd_contact_eval(w, l, &on, NULL)) return;
    for (int k = 0; k < touch->n; k++) {
        const Incident *at = &touch->at[k];
        IncidentForce f;
        ContactForce unused = { 0 };
        Touched known = cd_contact_known(w, p, at);
        cd_contact_force(&p->set->law, &known, &m, at, false, &unused, &f);
        out->energy += f.stored;
        out->rate += f.elastic * (v3_dot(v3_load(at->dp), m.v) + v3_dot(v3_load(at->dp + 3), m.w));
    }
    Mat3 A = motion_of(w, l->j)->A;
    double power = v3_dot(m3_tapply(A, on.F), m.v) + v3_dot(m3_tapply(A, on.T), m.w);
    out->lost = power + out->rate;
}

ContactNow cd_contact_now(World *w, const ContactPair *p)
{
    ContactNow now = { .gap = cd_contact_apart(w, p), .rate = NAN };
    if (now.gap > 0) return now;
    Relative m = cd_contact_relative(w, p);
    Touch *touch = &w->contact->touch;
    /* of a pair that was and is apart nobody asks how far */
    if (p->met || p->tally.in) cd_pair_eval(&p->pair, m.r, m.A, &w->contact->arena, touch);
    else cd_pair_incidents(&p->pair, m.r, m.A, &w->contact->arena, touch);
    ContactForce sum = { 0 };
    double deepest = 0, elastic = 0; /* the deepest overlap; power that is kept */
    bool rubs = cd_contact_rubs(w, p->set);
    now.gap = touch->gap;
    now.rate = v3_dot(v3_load(touch->dgap), m.v) + v3_dot(v3_load(touch->dgap + 3), m.w);
    for (int k = 0; k < touch->n; k++) {
        const Incident *at = &touch->at[k];
        IncidentForce f;
        Touched known = known_with(w, p, at, rubs);
        cd_contact_force(cd_contact_law(w, p->set), &known, &m, at, false, &sum, &f);
        if (at->p > deepest) deepest = at->p, now.pull = f.pull;
        now.damped += (f.N - f.elastic) * f.rate;
        elastic += f.elastic * (v3_dot(v3_load(at->dp), m.v) + v3_dot(v3_load(at->dp + 3), m.w));
    }
    double lost = -(v3_dot(sum.F, m.v) + v3_dot(sum.T, m.w)) - elastic;
    now.force = v3_norm(sum.F);
    now.damped = lost > 0 ? now.damped : 0, now.rubbed = fmax(0, lost - now.damped);
    return now;
}
