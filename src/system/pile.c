/* pile.c - which balls, points and planes are near each other, and their gaps. */
#include "system/pile.h"

#include "contact/polytope.h"
#include "contact/stated.h"
#include "elements/contact.h"

#include <math.h>

/* ---- shapes ---- */

static Vec3 in_body(const Mechanism *m, int marker, Vec3 x)
{
    return v3_add(m->site[marker].s, m3_apply(m->site[marker].A, x));
}

static Vec3 in_marker(const Shape *s, Vec3 x)
{
    return s->placed ? v3_add(s->at, m3_apply(s->axes, x)) : x;
}

static void add_ball(Pile *p, int marker, const Shape *s, Vec3 x, double radius, int side)
{
    PileBall ball = { p->m->site[marker].body, in_body(p->m, marker, in_marker(s, x)), radius, side,
                      s->kind == SHAPE_sphere };
    ARRAY_PUSH(p->arena, &p->ball, ball);
}

static void add_shape(Pile *p, const CdModel *model, int graphics, int side)
{
    int marker = -1;
    const Shape *s = cd_shape_stated(model, graphics, NULL, &marker);
    if (!s || marker < 0) return;
    if (s->kind == SHAPE_plane) {
        Vec3 n = s->placed ? s->axes.c[2] : v3(0, 0, 1);
        PilePlane plane = { p->m->site[marker].body, in_body(p->m, marker, in_marker(s, v3(0, 0, 0))),
                            m3_apply(p->m->site[marker].A, n), side };
        ARRAY_PUSH(p->arena, &p->plane, plane);
    } else if (s->polytope)
        for (int k = 0; k < s->polytope->vertices; k++) add_ball(p, marker, s, s->polytope->vertex[k], 0, side);
    else if (s->kind == SHAPE_sphere || s->kind == SHAPE_point)
        add_ball(p, marker, s, s->centre, s->kind == SHAPE_sphere ? s->radius : 0, side);
}

static bool has(const IntList *list, int x)
{
    for (int i = 0; i < list->n; i++)
        if (list->at[i] == x) return true;
    return false;
}

static void add_set(Pile *p, const CdModel *model, int index)
{
    const Element *e = &model->table[KIND_contact].at[index];
    const Contact *c = e->data;
    bool rubs = c->coulomb != COULOMB_OFF;
    PileSet set = { .index = index,
                    .e = c->restitution,
                    .mu = rubs ? c->mu_static : 0,
                    .sliding = rubs ? GIVEN(e, Contact, mu_dynamic) ? c->mu_dynamic : c->mu_static : 0,
                    .inside = cd_contact_options(c, c->shapes_i.at[0], c->shapes_j.at[0]).inside,
                    .first_ball = p->ball.n,
                    .first_plane = p->plane.n };
    for (int i = 0; i < c->shapes_i.n; i++)
        add_shape(p, model, c->shapes_i.at[i], has(&c->shapes_j, c->shapes_i.at[i]) ? 3 : 1);
    for (int j = 0; j < c->shapes_j.n; j++)
        if (!has(&c->shapes_i, c->shapes_j.at[j])) add_shape(p, model, c->shapes_j.at[j], 2);
    set.balls = p->ball.n - set.first_ball, set.planes = p->plane.n - set.first_plane;
    ARRAY_PUSH(p->arena, &p->set, set);
}

Pile *cd_pile_open(Arena *arena, const System *s)
{
    Pile *p = ARENA_NEW(arena, Pile);
    *p = (Pile){ .arena = arena, .m = s->m, .margin = INFINITY };
    for (int i = 0; i < s->model->table[KIND_contact].n; i++) {
        bool on = !s->given.active || !s->given.active->on[KIND_contact] || s->given.active->on[KIND_contact][i];
        if (on && MODEL_AT(s->model, contact, Contact, i)->model == CONTACT_NEWTON) add_set(p, s->model, i);
    }
    if (!p->set.n) return NULL;
    const double share = 0.2; /* of the smallest ball: long lists hold longer, short ones are gone through faster */
    for (int i = 0; i < p->ball.n; i++)
        if (p->ball.at[i].round) p->margin = fmin(p->margin, share * p->ball.at[i].radius);
    p->box = ARENA_ARRAY(arena, SweptBox, p->ball.n), p->listed = ARENA_ARRAY(arena, Vec3, p->ball.n);
    return p;
}

void cd_pile_close(Pile *p)
{
    if (p) cd_map_close(&p->known);
}

/* ---- the list ---- */

static Vec3 place(const BodyMotion *body, int b, Vec3 at)
{
    return b < 0 ? at : v3_add(body[b].r, m3_apply(body[b].A, at));
}

static Vec3 direction(const BodyMotion *body, int b, Vec3 n)
{
    return b < 0 ? n : m3_apply(body[b].A, n);
}

/* One is of IGEOM, the other of JGEOM. */
static bool sides_meet(int a, int b)
{
    return (a & 1 && b & 2) || (a & 2 && b & 1);
}

static void list_pair(Pile *p, int ball, int other)
{
    int held = cd_map_put(&p->known, p->listing, ball, other, p->held.n);
    if (held == p->held.n) ARRAY_PUSH(p->arena, &p->held, ((HeldImpulse){ .step = -1 }));
    NearPairing pair = { p->listing, ball, other, held };
    ARRAY_PUSH(p->arena, &p->near, pair);
}

static void near_balls(void *user, int i, int j)
{
    Pile *p = user;
    if (p->ball.at[i].body != p->ball.at[j].body) list_pair(p, i < j ? i : j, i < j ? j : i);
}

static bool list_holds(const Pile *p, const BodyMotion *body)
{
    for (int i = 0; i < p->ball.n; i++) {
        const PileBall *b = &p->ball.at[i];
        if (!b->round) continue;
        Vec3 way = v3_sub(place(body, b->body, b->at), p->listed[i]);
        if (v3_dot(way, way) > p->margin * p->margin / 4) return false;
    }
    return p->made;
}

static void list_planes(Pile *p, const PileSet *s)
{
    for (int i = s->first_ball; i < s->first_ball + s->balls; i++)
        for (int k = s->first_plane; k < s->first_plane + s->planes; k++) {
            const PileBall *b = &p->ball.at[i];
            const PilePlane *f = &p->plane.at[k];
            if (b->body != f->body && sides_meet(b->side, f->side)) list_pair(p, i, p->ball.n + k);
        }
}

static void list_balls(Pile *p, const PileSet *s)
{
    int n = 0;
    for (int i = s->first_ball; i < s->first_ball + s->balls; i++) {
        const PileBall *b = &p->ball.at[i];
        double half = b->radius + p->margin / 2;
        Vec3 c = p->listed[i], wide = v3(half, half, half);
        SweptBox box = {
            .low = v3_sub(c, wide), .high = v3_add(c, wide), .shape = i, .group = b->body, .side = b->side
        };
        if (b->round) p->box[n++] = box;
    }
    if (!s->inside) {
        cd_broad_pairs(n, p->box, near_balls, p);
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (sides_meet(p->box[i].side, p->box[j].side)) near_balls(p, p->box[i].shape, p->box[j].shape);
}

static void list_near(Pile *p, const BodyMotion *body)
{
    p->near.n = 0, p->made = true;
    for (int i = 0; i < p->ball.n; i++) p->listed[i] = place(body, p->ball.at[i].body, p->ball.at[i].at);
    for (p->listing = 0; p->listing < p->set.n; p->listing++) {
        list_planes(p, &p->set.at[p->listing]);
        list_balls(p, &p->set.at[p->listing]);
    }
}

int cd_pile_room(Pile *p, const BodyMotion *body)
{
    if (!list_holds(p, body)) list_near(p, body);
    return p->near.n;
}

/* ---- gaps ---- */

static PileContact on_plane(const PileBall *b, const PilePlane *f, const BodyMotion *body)
{
    Vec3 n = direction(body, f->body, f->normal), c = place(body, b->body, b->at);
    double gap = v3_dot(n, v3_sub(c, place(body, f->body, f->through))) - b->radius;
    return (PileContact){ .body = { b->body, f->body }, .gap = gap, .normal = n, .point = v3_axpy(c, -b->radius, n) };
}

static PileContact on_ball(const PileBall *a, const PileBall *b, bool inside, const BodyMotion *body)
{
    Vec3 ca = place(body, a->body, a->at), cb = place(body, b->body, b->at), d = v3_sub(ca, cb);
    double length = v3_norm(d), less = fabs(a->radius - b->radius);
    Vec3 n = length > 0 ? v3_scale(d, 1 / length) : v3(0, 0, 1);
    if (!inside)
        return (PileContact){ .body = { a->body, b->body },
                              .gap = length - a->radius - b->radius,
                              .normal = n,
                              .point = v3_axpy(ca, -a->radius, n) };
    bool a_small = a->radius < b->radius;
    return (PileContact){ .body = { a->body, b->body },
                          .gap = less - length,
                          .normal = v3_neg(n),
                          .point = a_small ? v3_axpy(ca, a->radius, n) : v3_axpy(cb, -b->radius, n) };
}

static PileContact contact_of(const Pile *p, const BodyMotion *body, const NearPairing *k)
{
    const PileBall *b = &p->ball.at[k->ball];
    PileContact c = k->other >= p->ball.n ? on_plane(b, &p->plane.at[k->other - p->ball.n], body)
                                          : on_ball(b, &p->ball.at[k->other], p->set.at[k->set].inside, body);
    c.set = k->set, c.held = k->held;
    return c;
}

int cd_pile_look(const Pile *p, const BodyMotion *body, const double *reach, int *which, PileContact *out)
{
    int n = 0;
    for (int i = 0; i < p->near.n; i++) {
        PileContact c = contact_of(p, body, &p->near.at[i]);
        double within = 0;
        for (int k = 0; k < 2; k++) within += c.body[k] >= 0 ? reach[c.body[k]] : 0;
        if (c.gap < within) which[n] = i, out[n++] = c;
    }
    return n;
}

double cd_pile_gap(const Pile *p, const BodyMotion *body, int near)
{
    return contact_of(p, body, &p->near.at[near]).gap;
}
