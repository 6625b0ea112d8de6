/* drop.c - open contacts have no stiffness, so that a body in the air has no equilibrium to start from. Along gravity a
 * gap falls by no more than the way, which leads to the first touch without passing it; from there on by as much as the
 * weight that it carries presses in (21.18). */
#include "analyses/static/drop.h"

#include "elements/contact.h"
#include "system/near.h"

#include <math.h>
#include <stdlib.h>

typedef struct Drop {
    System *s;
    Equations *e;
    Vec3 down;                /* unit vector along gravity */
    bool *loose;              /* bodies that no row and no load but contacts acts on */
    int *owner;               /* the body itself; of modes and nodes of a flexible body its frame */
    int *order;               /* bodies, the lowest first */
    double *d;                /* nv */
    const ContactPair **held; /* per body: what it has been dropped onto; NULL: it has not */
    int *below;               /* ... the body there; -1: ground */
    double *weight, *sunk;    /* per body: what it carries with itself; how far it has sunk in */
} Drop;

static void find_owners(Drop *x)
{
    const Mechanism *m = x->s->m;
    for (int b = 0; b < m->bodies; b++) {
        const MovingBody *own = &m->body[b];
        x->owner[b] = b;
        for (int f = 0; f < b && own->kind == KIND_flex_body && x->owner[b] == b; f++)
            if (m->body[f].kind == KIND_flex_body && m->body[f].index == own->index) x->owner[b] = x->owner[f];
    }
}

/* The body that a shape of a pair moves with. */
static int owner_of(const Drop *x, const ContactShape *s)
{
    int body = x->s->m->site[s->marker].body;
    return body < 0 ? -1 : x->owner[body];
}

/* What holds a body besides contacts, or might. */
static void find_loose(Drop *x)
{
    const System *s = x->s;
    for (int b = 0; b < s->m->bodies; b++)
        x->loose[b] = s->m->body[b].dofs >= 3 && !s->m->body[b].planar && s->m->body[b].mass > 0;
    for (int i = 0; i < s->in_use.n; i++) {
        int first = s->matrix.leg_first[i], end = s->matrix.leg_first[i + 1];
        bool own = end > first; /* of a flexible body with itself */
        for (int l = first; l < end; l++) {
            int owner = x->owner[s->matrix.leg[l].body];
            own = own && owner == x->owner[s->matrix.leg[first].body] && s->m->body[owner].role == BODY_FRAME;
        }
        for (int l = first; l < end && !own; l++) x->loose[x->owner[s->matrix.leg[l].body]] = false;
    }
    for (int n = 0; n < x->e->loads.n; n++) {
        const Load *l = &x->e->loads.load[n];
        for (int k = 0; k < l->on.body.n && l->type != LOAD_CONTACT; k++) x->loose[x->owner[l->on.body.at[k]]] = false;
    }
}

/* The lowest first: a few hundred bodies at most, or an order that is nearly right already. */
static void sort_by_height(Drop *x)
{
    const Vec3 *r = x->s->state.r;
    for (int n = 0; n < x->s->m->bodies; n++) {
        int at = n;
        for (; at > 0 && v3_dot(r[x->order[at - 1]], x->down) < v3_dot(r[n], x->down); at--)
            x->order[at] = x->order[at - 1];
        x->order[at] = n;
    }
}

/* The gap of a pair with one of its bodies moved down by x. */
static double gap_below(const Drop *d, const ContactPair *p, bool of_i, double x)
{
    const MarkerMotion *i = &d->s->now.marker[p->i.marker], *j = &d->s->now.marker[p->j.marker];
    Vec3 way = v3_scale(d->down, of_i ? x : -x), r = m3_tapply(j->A, v3_add(v3_sub(i->r, j->r), way));
    Mat3 A = m3_tmul(j->A, i->A);
    double apart = cd_pair_apart(&p->pair, r, A);
    return apart > 0 ? apart : cd_pair_gap(&p->pair, r, A, INFINITY, &d->e->world.contact->arena);
}

/* How far down a pair touches; INFINITY: not within `most`. */
static double way_down(const Drop *d, const ContactPair *p, bool of_i, double most)
{
    enum { MOST = 500 };
    double x = 0, size = fmin(p->i.shape->size, p->j.shape->size), near = 1e-9 * size;
    for (int k = 0; k < MOST && x <= most; k++) {
        double gap = gap_below(d, p, of_i, x);
        if (gap <= near) return x;
        x += gap;
    }
    return x > most ? INFINITY : x;
}

static void move_down(Drop *x, int body, double way)
{
    const Mechanism *m = x->s->m;
    for (int c = 0; c < m->nv; c++) x->d[c] = 0;
    for (int n = 0; n < m->bodies; n++)
        if (x->owner[n] == body && m->body[n].role != BODY_MODES)
            cd_put_translation(&m->body[n], v3_scale(x->down, way), x->d + m->body[n].first);
    cd_state_move(x->s->m, &x->s->state, x->d, 1);
    cd_equations_prepare(x->e, NULL);
}

/* What a body comes to first on its way down. */
typedef struct Landing {
    double way, most;
    const ContactPair *on; /* NULL: nothing */
    bool held;             /* by what it touches already */
} Landing;

/* One pair; whether it is the first. */
static bool try_pair(const Drop *x, const ContactPair *p, int body, Landing *first)
{
    bool of_i = owner_of(x, &p->i) == body;
    if (!of_i && owner_of(x, &p->j) != body) return false;
    double way = way_down(x, p, of_i, first->most);
    const double touches =
        1e-6; /* of the smaller shape: what no more than touches has no stiffness either, and is pressed in */
    double size = fmin(p->i.shape->size, p->j.shape->size);
    first->held |= way == 0 && gap_below(x, p, of_i, 0) < -touches * size;
    if (!(way < first->way)) return false;
    first->way = way;
    return true;
}

/* The shapes of a crowd that a body carries, against all others there. */
static void try_crowd(Drop *x, int crowd, int body, Landing *first)
{
    Near *near = x->e->loads.near;
    const Crowd *c = &near->crowd.at[crowd];
    int graphics[2] = { -1, -1 };
    for (int a = 0; a < c->n; a++)
        for (int b = 0; b < c->n && !first->held; b++) {
            const SweptBox *i = &c->box[a], *j = &c->box[b];
            bool pair = i->side & 1 && j->side & 2 && (i->group < 0 || i->group != j->group);
            bool twice = i->side & 2 && j->side & 1 && i->shape > j->shape;
            if (!pair || twice ||
                (owner_of(x, &c->shape[i->shape]) != body && owner_of(x, &c->shape[j->shape]) != body))
                continue;
            ContactPair p = { .set = c->set, .i = c->shape[i->shape], .j = c->shape[j->shape] };
            PairOptions options = cd_contact_options(c->contact, p.i.graphics, p.j.graphics);
            if (!cd_pair_make(&p.pair, p.i.shape, p.j.shape, options)) continue;
            if (try_pair(x, &p, body, first)) graphics[0] = p.i.graphics, graphics[1] = p.j.graphics;
        }
    if (graphics[0] >= 0) first->on = cd_near_pair(near, crowd, graphics[0], graphics[1]);
}

/* To first touch; what it is held by, and by whom, is kept. */
static void drop_body(Drop *x, int body, CdLog *log)
{
    const Loads *loads = &x->e->loads;
    const Near *near = loads->near;
    Landing first = { .way = INFINITY, .most = 10 * cd_system_size(x->s) };
    for (int k = 0; k < (near ? near->fixed_pairs : loads->pairs) && !first.held; k++) {
        const ContactPair *p = near ? near->fixed_pair[k] : loads->pair[k];
        if (try_pair(x, p, body, &first)) first.on = p;
    }
    for (int k = 0; k < loads->crowds && !first.held; k++) try_crowd(x, k, body, &first);
    if (first.held || !first.on) return;
    int i = owner_of(x, &first.on->i), j = owner_of(x, &first.on->j);
    x->held[body] = first.on, x->below[body] = i == body ? j : i;
    if (!(first.way > 0)) return;
    move_down(x, body, first.way);
    char label[CD_LABEL_ROOM], of[CD_LABEL_ROOM];
    const Element *name = cd_body_name(x->s->m, body);
    cd_log(log, name->place, SINKS_TO_TOUCH, cd_label(name, label), first.way, cd_label(first.on->set->element, of));
}

/* How far a weight presses two shapes into each other, a tenth of the smaller one at most. */
static double pressed(const ContactPair *p, double weight)
{
    return cd_law_press(&p->set->law, weight, 0.1 * fmin(p->i.shape->size, p->j.shape->size));
}

/* Each body sinks in by what it carries, and with what it stands on. */
static void press_down(Drop *x)
{
    const Mechanism *m = x->s->m;
    double g = v3_norm(x->s->constants.gravity);
    for (int b = 0; b < m->bodies; b++) x->weight[b] = m->body[b].mass * g;
    for (int n = m->bodies - 1; n >= 0; n--) { /* the highest first */
        int b = x->order[n];
        if (x->held[b] && x->below[b] >= 0) x->weight[x->below[b]] += x->weight[b];
    }
    for (int n = 0; n < m->bodies; n++) {
        int b = x->order[n];
        if (!x->held[b]) continue;
        x->sunk[b] = pressed(x->held[b], x->weight[b]) + (x->below[b] >= 0 ? x->sunk[x->below[b]] : 0);
        move_down(x, b, x->sunk[b]);
    }
}

void cd_drop(System *s, CdLog *log)
{
    Equations *e = cd_equations(s);
    double g = v3_norm(s->constants.gravity);
    if (!e->loads.contacts || !(g > 0) || !cd_equations_prepare(e, NULL)) return;
    Arena scratch = { 0 };
    Drop x = { .s = s, .e = e, .down = v3_scale(s->constants.gravity, 1 / g) };
    x.loose = ARENA_ARRAY(&scratch, bool, s->m->bodies);
    x.order = ARENA_ARRAY(&scratch, int, s->m->bodies);
    x.d = ARENA_ARRAY(&scratch, double, s->m->nv);
    x.held = ARENA_ARRAY(&scratch, const ContactPair *, s->m->bodies);
    x.below = ARENA_ARRAY(&scratch, int, s->m->bodies);
    x.weight = ARENA_ARRAY(&scratch, double, s->m->bodies), x.sunk = ARENA_ARRAY(&scratch, double, s->m->bodies);
    x.owner = ARENA_ARRAY(&scratch, int, s->m->bodies);
    find_owners(&x);
    find_loose(&x);
    sort_by_height(&x);
    for (int n = 0; n < s->m->bodies; n++)
        if (x.loose[x.order[n]]) drop_body(&x, x.order[n], log);
    press_down(&x);
    for (int k = 0; k < e->loads.pairs; k++) cd_contact_anchor(&e->world, e->loads.pair[k]);
    cd_arena_close(&scratch);
}
