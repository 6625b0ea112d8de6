/* dots.c - phi = (X - Z) . Y, d = X - Z:
 *   phi' = d'.Y + d.Y',   quad = d''.Y + 2 d'.Y' + d.Y''                                                        (6.4)
 *   G of the body of X: t_x Y, s_x x Y;  of Y: -t_z Y, Y x (d + s_z), with the rotations in body axes
 * (6.2) */
#include "kinematics/dots.h"

/* A vector as its body carries it; body -1: it does not move. */
typedef struct Carried {
    int body;
    bool place; /* the position of the body is part of it */
    Vec3 local;
} Carried;

/* The same in ground axes, at present. */
typedef struct Seen {
    Vec3 value, rate, quad;
} Seen;

typedef struct DotRow {
    int number, x, z, y;
    bool again;     /* X, Z and the body of Y are those of the row before */
    int at_x, at_y; /* entries of G of the two bodies; -1: ground */
    int n_x, n_y;   /* and how many there are */
    bool planar_x, planar_y;
    double k, tx, tz; /* coefficient; 1 if X, Z are places */
} DotRow;

struct Dots {
    int vectors, rows;
    Carried *vector;
    Seen *seen; /* of each vector */
    DotRow *row;
};

static int body_of(const Mechanism *m, Vector v)
{
    return v.marker < 0 ? -1 : m->site[v.marker].body;
}

bool cd_dots_take(const Mechanism *m, const Term *t)
{
    int x = body_of(m, t->plus), y = body_of(m, t->along), z = t->difference ? body_of(m, t->minus) : y;
    return t->type == TERM_DOT && z == y && (x < 0 || x != y);
}

static Carried carried(const Mechanism *m, Vector v)
{
    const Site *k = v.marker < 0 ? NULL : &m->site[v.marker];
    Vec3 local = k            ? v.axis < 0 ? k->s : k->A.c[v.axis]
                            : v.axis < 0 ? v3(0, 0, 0)
                              : v3(v.axis == 0, v.axis == 1, v.axis == 2);
    return (Carried){ k ? k->body : -1, v.axis < 0, local };
}

/* The place of a vector in the list, where it is put if it is not among those of the rows just before. */
static int place_of(Dots *d, const Mechanism *m, Vector v, const Vector *listed, Vector *list)
{
    enum { NEAR = 8 };
    for (int i = d->vectors - 1; i >= 0 && i >= d->vectors - NEAR; i--)
        if (listed[i].marker == v.marker && listed[i].axis == v.axis) return i;
    list[d->vectors] = v;
    d->vector[d->vectors] = carried(m, v);
    return d->vectors++;
}

Dots *cd_dots_new(Arena *arena, const Mechanism *m, int n, const int *number, const Term *const *term, const int *entry)
{
    const Vector zero = { -1, -1 };
    Arena scratch = { 0 };
    Dots *d = ARENA_NEW(arena, Dots);
    Vector *list = ARENA_ARRAY(&scratch, Vector, 3 * n);
    *d = (Dots){ .rows = n,
                 .row = ARENA_ARRAY(arena, DotRow, n),
                 .vector = ARENA_ARRAY(arena, Carried, 3 * n),
                 .seen = ARENA_ARRAY(arena, Seen, 3 * n) };
    for (int i = 0; i < n; i++) {
        const Term *t = term[i];
        DotRow *r = &d->row[i];
        *r = (DotRow){ .number = number[i], .k = t->coefficient };
        r->x = place_of(d, m, t->plus, list, list);
        r->z = place_of(d, m, t->difference ? t->minus : zero, list, list);
        r->y = place_of(d, m, t->along, list, list);
        int x = d->vector[r->x].body, y = d->vector[r->y].body, at = entry[i];
        r->tx = d->vector[r->x].place, r->tz = t->difference && d->vector[r->z].place;
        r->n_x = x < 0 ? 0 : m->body[x].dofs, r->n_y = y < 0 ? 0 : m->body[y].dofs;
        r->planar_x = x >= 0 && m->body[x].planar, r->planar_y = y >= 0 && m->body[y].planar;
        r->at_x = at, r->at_y = at + r->n_x;
        r->again = i && r[-1].x == r->x && r[-1].z == r->z && d->vector[r[-1].y].body == y;
    }
    for (int i = 0; i < d->vectors; i++) d->seen[i].value = d->vector[i].local;
    cd_arena_close(&scratch);
    return d;
}

static void carry_all(Dots *d, const BodyMotion *body, bool quad)
{
    for (int i = 0; i < d->vectors; i++) {
        const Carried *c = &d->vector[i];
        if (c->body < 0) continue;
        const BodyMotion *b = &body[c->body];
        Seen *to = &d->seen[i];
        Vec3 s = m3_apply(b->A, c->local), turn = v3_cross(b->w, s);
        to->value = c->place ? v3_add(b->r, s) : s;
        to->rate = c->place ? v3_add(b->u, turn) : turn;
        if (quad) to->quad = v3_cross(b->w, turn);
    }
}

static void put(double *to, int n, bool planar, double t, Vec3 move, double k, Vec3 turn)
{
    to[0] = t * move.x, to[1] = t * move.y, to[2] = planar ? k * turn.z : t * move.z;
    if (n == 6) to[3] = k * turn.x, to[4] = k * turn.y, to[5] = k * turn.z;
}

void cd_dots_eval(Dots *dots, const BodyMotion *body, const RowValues *out)
{
    Vec3 d = { 0 }, d1 = d, d2 = d, arm = d; /* arm: d + s_z in the axes of the body of Y */
    carry_all(dots, body, out->quad);
    for (int i = 0; i < dots->rows; i++) {
        const DotRow *r = &dots->row[i];
        const Seen *x = &dots->seen[r->x], *z = &dots->seen[r->z], *y = &dots->seen[r->y];
        const Carried *cx = &dots->vector[r->x], *cy = &dots->vector[r->y];
        if (!r->again) {
            d = v3_sub(x->value, z->value), d1 = v3_sub(x->rate, z->rate);
            if (out->quad) d2 = v3_sub(x->quad, z->quad);
            if (r->n_y && out->g) arm = v3_add(m3_tapply(body[cy->body].A, d), dots->vector[r->z].local);
        }
        out->value[r->number] = r->k * v3_dot(d, y->value);
        out->rate[r->number] = r->k * (v3_dot(d1, y->value) + v3_dot(d, y->rate));
        if (out->quad)
            out->quad[r->number] = r->k * (v3_dot(d2, y->value) + 2 * v3_dot(d1, y->rate) + v3_dot(d, y->quad));
        if (!out->g) continue;
        if (r->n_x)
            put(out->g + r->at_x, r->n_x, r->planar_x, r->k * r->tx, y->value, r->k,
                v3_cross(cx->local, m3_tapply(body[cx->body].A, y->value)));
        if (r->n_y) put(out->g + r->at_y, r->n_y, r->planar_y, -r->k * r->tz, y->value, r->k, v3_cross(cy->local, arm));
    }
}
