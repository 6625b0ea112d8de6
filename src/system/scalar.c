/* scalar.c - programs with the chain rule down to bodies and auxiliary unknowns. */
#include "system/scalar.h"

#include <string.h>

#include "base/map.h"

int cd_support_body(Arena *arena, Support *s, int body)
{
    if (body < 0) return -1;
    for (int i = 0; i < s->body.n; i++)
        if (s->body.at[i] == body) return i;
    ARRAY_PUSH(arena, &s->body, body);
    return s->body.n - 1;
}

int cd_support_auxiliary(Arena *arena, Support *s, AuxiliaryRead read)
{
    if (read.auxiliary < 0) return -1;
    for (int i = 0; i < s->auxiliary.n; i++)
        if (s->auxiliary.at[i].auxiliary == read.auxiliary && s->auxiliary.at[i].rate == read.rate) return i;
    ARRAY_PUSH(arena, &s->auxiliary, read);
    return s->auxiliary.n - 1;
}

static bool is_of_markers(const Leaf *leaf)
{
    return leaf->type == LEAF_MARKER || leaf->type == LEAF_LOAD;
}

/* Finding one's place in a list: by looking through it, or by a map where a program reads a lot. */
typedef struct Finder {
    Arena *arena;
    Support *list;
    Map map; /* empty: not used. Keys (0, body, 0) and (1, auxiliary, rate) */
} Finder;

static Finder find_in(Arena *arena, Support *list, int reads)
{
    enum { A_LOT = 64 };
    Finder f = { .arena = arena, .list = list };
    if (reads < A_LOT) return f;
    for (int i = 0; i < list->body.n; i++) cd_map_put(&f.map, 0, list->body.at[i], 0, i);
    for (int i = 0; i < list->auxiliary.n; i++)
        cd_map_put(&f.map, 1, list->auxiliary.at[i].auxiliary, list->auxiliary.at[i].rate, i);
    cd_map_put(&f.map, -1, 0, 0, 0); /* in use from now on */
    return f;
}

static int find_body(Finder *f, int body)
{
    if (body < 0 || !f->map.n) return cd_support_body(f->arena, f->list, body);
    int at = cd_map_put(&f->map, 0, body, 0, f->list->body.n);
    if (at == f->list->body.n) ARRAY_PUSH(f->arena, &f->list->body, body);
    return at;
}

static int find_auxiliary(Finder *f, AuxiliaryRead read)
{
    if (read.auxiliary < 0 || !f->map.n) return cd_support_auxiliary(f->arena, f->list, read);
    int at = cd_map_put(&f->map, 1, read.auxiliary, read.rate, f->list->auxiliary.n);
    if (at == f->list->auxiliary.n) ARRAY_PUSH(f->arena, &f->list->auxiliary, read);
    return at;
}

int cd_carrier(const Mechanism *m, int marker)
{
    return marker >= 0 && m->follows[marker] >= 0 ? m->follows[marker] : marker;
}

Scalar cd_scalar_new(Arena *arena, const World *w, const Program *p, const Element *e, Support *owner)
{
    Finder find = find_in(arena, owner, p->leaves);
    Scalar s = { .p = p, .element = e, .place = ARENA_ARRAY(arena, LeafPlace, p->leaves) };
    for (int i = 0; i < p->leaves; i++) {
        const Leaf *leaf = &p->leaf[i];
        LeafPlace *place = &s.place[i];
        for (int k = 0; k < 4; k++) {
            int marker = is_of_markers(leaf) ? cd_carrier(w->m, leaf->query.marker[k]) : -1;
            place->body[k] = marker < 0 ? -1 : find_body(&find, w->m->site[marker].body);
        }
        place->auxiliary = leaf->type == LEAF_STATE ? find_auxiliary(&find, w->behind_state[leaf->slot])
                           : leaf->type == LEAF_SHARE
                               ? find_auxiliary(&find, (AuxiliaryRead){ w->shares + leaf->slot, false })
                               : -1;
        if (leaf->type != LEAF_LOAD) continue;
        place->wrenches = ARENA_ARRAY(arena, int, leaf->loads);
        for (int n = 0; n < leaf->loads; n++) {
            int first = w->behind_wrench[p->load[leaf->slot + n]];
            place->wrenches[n] = owner->auxiliary.n;
            for (int k = 0; k < 6 && first >= 0; k++) {
                int at = find_auxiliary(&find, (AuxiliaryRead){ first + k, false });
                if (k == 0) place->wrenches[n] = at;
            }
            if (first < 0) place->wrenches[n] = -1;
        }
    }
    cd_map_close(&find.map);
    return s;
}

const Field *cd_scalar_field(const Scalar *s)
{
    const Field *f = s->element->kind->fields;
    while (f->type != FIELD_END &&
           !(f->type == FIELD_EXPR && ((const Expr *)cd_field_in(f, s->element->data))->program == s->p))
        f++;
    return f;
}

bool cd_scalar_explain(World *w, const Scalar *s)
{
    if (w->log) cd_program_explain(s->p, &w->x, w->room, s->element, cd_scalar_field(s), EXPLAIN_FAILURE, w->log);
    return false;
}

bool cd_scalar_eval(World *w, const Scalar *s, double *value)
{
    return cd_program_value(s->p, &w->x, w->room, value) || cd_scalar_explain(w, s);
}

static void add_wrenches(const LeafPlace *place, int loads, Wrench g, double f, double *auxiliary)
{
    const double six[6] = { g.F.x, g.F.y, g.F.z, g.T.x, g.T.y, g.T.z };
    for (int n = 0; n < loads; n++)
        for (int k = 0; k < 6 && place->wrenches[n] >= 0; k++) auxiliary[place->wrenches[n] + k] += f * six[k];
}

/* One leaf: f per number, `stride` apart. */
static void carry_leaf(const World *w, const Scalar *s, int i, const double *f, int stride, int numbers, Slope *out)
{
    const Leaf *leaf = &s->p->leaf[i];
    const LeafPlace *place = &s->place[i];
    MarkerGradient g[4];
    Wrench load;
    bool looked = false;
    for (int n = 0; n < numbers; n++, f += stride, out++) {
        if (*f == 0) continue;
        if (place->auxiliary >= 0) out->auxiliary[place->auxiliary] += *f;
        if (leaf->type == LEAF_TIME) out->time += *f;
        if (leaf->type == LEAF_DELAY && w->delayed_rate) out->time += *f * w->delayed_rate[leaf->slot];
        if (!is_of_markers(leaf)) continue;
        if (!looked) cd_leaf_gradient(s->p, i, &w->x, g, &load);
        looked = true;
        for (int k = 0; k < 4; k++) {
            int marker = cd_carrier(w->m, leaf->query.marker[k]);
            if (place->body[k] >= 0)
                cd_carry(w->m, w->body, marker, &w->x.marker[marker], &g[k], *f, &out->body[place->body[k]]);
        }
        if (leaf->type == LEAF_LOAD) add_wrenches(place, leaf->loads, load, *f, out->auxiliary);
    }
}

void cd_scalar_carry(const World *w, const Scalar *s, const double *slope, int numbers, Slope *out)
{
    for (int i = 0; i < s->p->leaves; i++) carry_leaf(w, s, i, slope + i, s->p->leaves, numbers, out);
}

bool cd_scalar_slope(World *w, const Scalar *s, double *value, Slope *out)
{
    if (!cd_program_gradient(s->p, &w->x, w->room, value, w->leaf_slope)) return cd_scalar_explain(w, s);
    cd_scalar_carry(w, s, w->leaf_slope, 1, out);
    return true;
}

void cd_slope_clear(Slope *s, const Support *on)
{
    if (on->body.n) memset(s->body, 0, sizeof(BodyGradient) * (size_t)on->body.n);
    if (on->auxiliary.n) memset(s->auxiliary, 0, sizeof(double) * (size_t)on->auxiliary.n);
    s->time = 0;
}
