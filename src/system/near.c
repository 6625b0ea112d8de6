/* near.c - the list of near pairs and the loads that it makes.
 *
 *     box of a shape = box around it + m_b on every side          two shapes farther apart than m_a + m_b cannot meet
 *     while bodies a and b
 *     |r - r_0| + |A - A_0| rho <= m_b                            have moved by no more than their margins from where
 *     the list was made  (21.30) */
#include "system/near.h"

#include "elements/contact.h"
#include "model/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- how far bodies have moved ----------------------------------------------------------------------------------- */

double cd_near_moved(const Near *n, int body, const BodyMotion *now)
{
    const BodyMotion *was = &n->base[body];
    double way = v3_norm(v3_sub(now->r, was->r)), turned = 0;
    if (n->reach[body] == 0) return way;
    for (int c = 0; c < 3; c++) {
        Vec3 d = v3_sub(now->A.c[c], was->A.c[c]);
        turned += v3_dot(d, d);
    }
    return way +
           sqrt(turned / 2) * n->reach[body]; /* 2 sin(angle / 2), which no point at 1 from the axis goes beyond */
}

bool cd_near_holds(const Near *n, const BodyMotion *now, const double *ahead)
{
    if (!n->made) return false;
    for (int b = 0; b < n->m->bodies; b++)
        if (n->reach[b] >= 0 && !(cd_near_moved(n, b, &now[b]) + (ahead ? ahead[b] : 0) <= n->margin[b])) return false;
    return true;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

static NearLoad *known_pair(Near *n, int crowd, int i, int j)
{
    Crowd *c = &n->crowd.at[crowd];
    int at = cd_map_put(&c->known, i, j, 0, n->known.n);
    if (at < n->known.n) return n->known.at[at];
    NearLoad *x = ARENA_NEW(n->arena, NearLoad);
    const ContactShape *a = &c->shape[i], *b = &c->shape[j];
    *x = (NearLoad){ .crowd = crowd, .i = i, .j = j, .pair = { .set = c->set, .i = *a, .j = *b, .load = -1 } };
    cd_pair_make(&x->pair.pair, a->shape, b->shape, cd_contact_options(c->contact, a->graphics, b->graphics));
    cd_pair_remember(&x->pair.pair, n->arena);
    x->pair.tally.first = x->pair.tally.since = x->pair.tally.until = NAN;
    x->load = (Load){ .element = c->set->element,
                      .kind = c->kind,
                      .index = c->set->index,
                      .type = LOAD_CONTACT,
                      .i = a->marker,
                      .j = b->marker,
                      .axes = -1,
                      .on_axes = -1,
                      .contact = &x->pair };
    x->load.on_i = cd_support_body(n->arena, &x->load.on, c->body[i]);
    x->load.on_j = cd_support_body(n->arena, &x->load.on, c->body[j]);
    ARRAY_PUSH(n->arena, &n->known, x);
    return x;
}

ContactPair *cd_near_pair(Near *n, int crowd, int i, int j)
{
    if (crowd < 0 || crowd >= n->crowd.n) return NULL;
    const Crowd *c = &n->crowd.at[crowd];
    int a = -1, b = -1;
    for (int k = 0; k < c->n; k++) {
        if (c->shape[k].graphics == i) a = k;
        if (c->shape[k].graphics == j) b = k;
    }
    return a < 0 || b < 0 || a == b ? NULL : &known_pair(n, crowd, a, b)->pair;
}

static void pose_of(const Near *n, const Crowd *c, int k, Vec3 *r, Mat3 *A)
{
    const Site *site = &n->m->site[c->shape[k].marker];
    *r = site->s, *A = site->A;
    if (c->body[k] < 0) return;
    const BodyMotion *b = &n->at[c->body[k]];
    *r = v3_add(b->r, m3_apply(b->A, site->s)), *A = m3_mul(b->A, site->A);
}

static double margin_of(const Near *n, int body)
{
    return body < 0 ? 0 : n->margin[body];
}

/* A plane that turns with its body moves without bound far away: the margin says nothing of it. */
static bool is_bounded(const Crowd *c, int k)
{
    return c->body[k] < 0 || isfinite(c->shape[k].shape->reach);
}

/* Boxes meet; balls around the shapes may tell that they are apart. */
static void take_pair(void *user, int i, int j)
{
    Near *n = user;
    const Crowd *c = &n->crowd.at[n->crowd_now];
    Vec3 ri, rj;
    Mat3 Ai, Aj;
    pose_of(n, c, i, &ri, &Ai), pose_of(n, c, j, &rj, &Aj);
    Pair pair = { .i = c->shape[i].shape, .j = c->shape[j].shape };
    pair.options = cd_contact_options(c->contact, c->shape[i].graphics, c->shape[j].graphics);
    double apart = cd_pair_apart(&pair, m3_tapply(Aj, v3_sub(ri, rj)), m3_tmul(Aj, Ai));
    if (is_bounded(c, i) && is_bounded(c, j) && apart > margin_of(n, c->body[i]) + margin_of(n, c->body[j])) return;
    NearLoad *x = known_pair(n, n->crowd_now, i, j);
    x->listed = true;
    ARRAY_PUSH(n->arena, &n->now, x);
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const NearLoad *x = *(NearLoad *const *)a, *y = *(NearLoad *const *)b;
    return x->crowd != y->crowd ? x->crowd - y->crowd : x->i != y->i ? x->i - y->i : x->j - y->j;
}

static bool is_before(const Load *a, const Load *b)
{
    return a->kind != b->kind ? a->kind < b->kind : a->index < b->index;
}

/* Loads in the order of kinds and elements, those of near pairs among the others. */
static void merge(Near *n, Loads *loads)
{
    int most = n->fixed + n->now.n, at = 0;
    if (loads->room < most) {
        loads->room = 2 * most;
        loads->load = ARENA_ARRAY(n->arena, Load, loads->room);
        loads->pair = ARENA_ARRAY(n->arena, ContactPair *, loads->room);
    }
    for (int k = 0; k < n->known.n; k++) n->known.at[k]->pair.load = -1;
    loads->n = most, loads->pairs = 0, loads->revision++;
    for (int f = 0, k = 0; at < most; at++) {
        bool near = f == n->fixed || (k < n->now.n && is_before(&n->now.at[k]->load, &n->of_fixed[f]));
        Load *l = &loads->load[at];
        *l = near ? n->now.at[k++]->load : n->of_fixed[f++];
        if (l->type != LOAD_CONTACT) continue;
        l->contact->load = at, loads->pair[loads->pairs++] = l->contact;
    }
}

/* The step that asks and one more as long, or what led here once more, so that lists are made less often than steps;
 * but no more than a tenth of a shape for it, or lists get long. */
static void set_margins(Near *n, const BodyMotion *now, const double *ahead)
{
    const double most = 2;
    for (int b = 0; b < n->m->bodies; b++) {
        if (n->reach[b] < 0) continue;
        double surely = ahead && isfinite(ahead[b]) ? ahead[b] : 0;
        double more = ahead ? surely : n->made ? cd_near_moved(n, b, &now[b]) : 0;
        n->margin[b] = fmax(n->least[b], surely + fmin(more, most * n->least[b]));
        n->base[b] = now[b];
    }
    n->made = true;
}

void cd_near_list(Near *n, Loads *loads, const BodyMotion *now, const double *ahead)
{
    bool first = !n->made;
    set_margins(n, now, ahead);
    n->at = now, n->now.n = 0, n->lists++;
    for (int k = 0; k < n->crowd.n; k++) {
        Crowd *c = &n->crowd.at[k];
        n->crowd_now = k;
        for (int b = 0; b < c->n; b++) {
            Vec3 r;
            Mat3 A;
            SweptBox *box = &c->box[b], x;
            if (!first && c->body[box->shape] < 0) continue; /* ground stays where it is */
            pose_of(n, c, box->shape, &r, &A);
            x = cd_broad_box(c->shape[box->shape].shape, r, A, margin_of(n, c->body[box->shape]));
            box->low = x.low, box->high = x.high;
        }
        cd_broad_pairs(c->n, c->box, take_pair, n);
    }
    n->most = n->now.n > n->most ? n->now.n : n->most;
    if (n->now.n) qsort(n->now.at, (size_t)n->now.n, sizeof *n->now.at, by_place);
    merge(n, loads);
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

/* What a rotation moves the shape by, per radian: that of a ball about its centre does not matter. */
static double reach_of(const Mechanism *m, const ContactShape *s)
{
    const Site *site = &m->site[s->marker];
    double away = v3_norm(v3_add(site->s, m3_apply(site->A, s->shape->centre)));
    return s->shape->kind == SHAPE_sphere ? away : away + (isfinite(s->shape->reach) ? s->shape->reach : 0);
}

/* Shapes of one body are no pair. */
static int group_of(const CdModel *model, Map *groups, int marker)
{
    const Marker *m = marker < 0 ? NULL : MODEL_AT(model, marker, Marker, marker);
    if (m && m->fe_part >= 0) return -1;
    return m ? cd_map_put(groups, m->part, m->point_mass, m->flex_body, groups->n) : -1;
}

static void open_crowd(Near *n, const CdModel *model, Crowd *c)
{
    const double share = 0.05; /* of the shape: bodies at rest keep their list */
    Map groups = { 0 };
    c->body = ARENA_ARRAY(n->arena, int, c->n), c->box = c->box ? c->box : ARENA_ARRAY(n->arena, SweptBox, c->n);
    for (int k = 0; k < c->n; k++) {
        const ContactShape *s = &c->shape[k];
        int b = c->body[k] = n->m->site[s->marker].body;
        c->box[k].shape = k, c->box[k].group = group_of(model, &groups, s->marker);
        if (b < 0 || !is_bounded(c, k)) continue; /* a plane that moves is near to all */
        double size = share * s->shape->size;
        n->least[b] = n->reach[b] < 0 ? size : fmin(n->least[b], size);
        n->reach[b] = fmax(n->reach[b], reach_of(n->m, s));
    }
    cd_map_close(&groups);
}

Near *cd_near_open(Arena *arena, const CdModel *model, const Mechanism *m, Loads *loads)
{
    if (!loads->crowds) return NULL;
    Near *n = ARENA_NEW(arena, Near);
    *n = (Near){ .arena = arena,
                 .m = m,
                 .fixed = loads->n,
                 .of_fixed = loads->load,
                 .fixed_pairs = loads->pairs,
                 .fixed_pair = loads->pair };
    n->base = ARENA_ARRAY(arena, BodyMotion, m->bodies), n->margin = ARENA_ARRAY(arena, double, m->bodies);
    n->reach = ARENA_ARRAY(arena, double, m->bodies), n->least = ARENA_ARRAY(arena, double, m->bodies);
    for (int b = 0; b < m->bodies; b++) n->reach[b] = -1;
    for (int k = 0; k < loads->crowds; k++) {
        ARRAY_PUSH(arena, &n->crowd, loads->crowd[k]);
        open_crowd(n, model, &n->crowd.at[k]);
    }
    loads->room = 0;
    return n;
}

void cd_near_close(Near *n)
{
    for (int k = 0; n && k < n->crowd.n; k++) cd_map_close(&n->crowd.at[k].known);
}

const ContactPair *cd_near_any_pair(const Loads *loads, int k)
{
    const Near *near = loads->near;
    if (!near) return k < loads->pairs ? loads->pair[k] : NULL;
    if (k < near->fixed_pairs) return near->fixed_pair[k];
    k -= near->fixed_pairs;
    return k < near->known.n ? &near->known.at[k]->pair : NULL;
}
