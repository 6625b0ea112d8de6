/* convex.c - overlap of two convex solids with plane faces: I cut by the planes of J, one after the other (theory 18,
 * 4).
 *
 * A cut classifies each vertex once and makes one new vertex per edge it crosses, shared by the faces of that edge, so
 * the region stays a closed surface whatever rounding does: faces in one plane, equal corners and touching edges need
 * no case of their own.
 *
 * Normal (18.12): faces f of J give n_f A_f and those of I give -n_f A_f; for a closed region both sums are the same
 * vector area, and half of each counts. A face beyond which the other solid reaches by less than the mean thickness
 * counts less, by a cubic step of that reach: the sides of two bricks of one size then do not turn the normal to and
 * fro as the bricks pass the place where they are flush. */
#include "contact/polytope.h"
#include "contact/region.h"

#include <string.h>

typedef struct Side {
    int facet, of_j; /* a facet of I or of J */
    int first, count;
} Side;

typedef struct Solid {
    int vertices, sides, corners;
    Vec3 *vertex;
    Side *side;
    int *loop;
} Solid;

typedef struct Cutter {
    int room_vertices, room_corners, room_sides;
    Solid now, next;
    double *height;     /* of each vertex over the plane */
    int *moved;         /* its number in the next solid, -1: cut off */
    int (*crossing)[3]; /* edges that are cut: lower and higher vertex, number of the new one */
    int *follows;       /* of a new vertex: the next one around the cap */
} Cutter;

static Solid room_for(Arena *scratch, int vertices, int sides, int corners)
{
    return (Solid){ .vertex = ARENA_ARRAY(scratch, Vec3, vertices),
                    .side = ARENA_ARRAY(scratch, Side, sides),
                    .loop = ARENA_ARRAY(scratch, int, corners) };
}

static void start(Cutter *c, const Polytope *p, Vec3 r, Mat3 A, int planes, Arena *scratch)
{
    *c = (Cutter){ 0 };
    int facets = p->facets + planes;
    c->room_sides = facets + 8, c->room_vertices = 2 * facets + p->vertices + 32, c->room_corners = 8 * facets + 64;
    c->now = room_for(scratch, c->room_vertices, c->room_sides, c->room_corners);
    c->next = room_for(scratch, c->room_vertices, c->room_sides, c->room_corners);
    c->height = ARENA_ARRAY(scratch, double, c->room_vertices);
    c->moved = ARENA_ARRAY(scratch, int, c->room_vertices);
    c->crossing = cd_arena_take(scratch, sizeof *c->crossing * (size_t)c->room_vertices);
    c->follows = ARENA_ARRAY(scratch, int, c->room_vertices);
    Solid *s = &c->now;
    for (int k = 0; k < p->vertices; k++) s->vertex[k] = v3_add(r, m3_apply(A, p->vertex[k]));
    for (int f = 0; f < p->facets; f++) s->side[f] = (Side){ f, 0, p->facet[f].first, p->facet[f].count };
    memcpy(s->loop, p->loop, sizeof *s->loop * (size_t)p->corners);
    s->vertices = p->vertices, s->sides = p->facets, s->corners = p->corners;
}

/* The vertex where an edge crosses the plane: the same for both faces of the edge. */
static int cross(Cutter *c, int a, int b, int *crossings)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    for (int k = 0; k < *crossings; k++)
        if (c->crossing[k][0] == low && c->crossing[k][1] == high) return c->crossing[k][2];
    if (c->next.vertices == c->room_vertices) return -1;
    double t = c->height[low] / (c->height[low] - c->height[high]);
    Vec3 x = c->now.vertex[low], y = c->now.vertex[high];
    int v = c->next.vertices++;
    c->next.vertex[v] = v3_axpy(x, t, v3_sub(y, x));
    c->crossing[*crossings][0] = low, c->crossing[*crossings][1] = high, c->crossing[(*crossings)++][2] = v;
    c->follows[v] = -1;
    return v;
}

/* What is left of a face. Where its loop leaves the plane's lower side and comes back, the cap has the edge the other
 * way around. */
static bool cut_side(Cutter *c, const Side *s, int *crossings)
{
    const int *loop = c->now.loop + s->first;
    int first = c->next.corners, left = -1, came = -1;
    if (first + 2 * s->count > c->room_corners) return false;
    for (int k = 0; k < s->count; k++) {
        int a = loop[k], b = loop[(k + 1) % s->count];
        bool in = c->height[a] <= 0, next_in = c->height[b] <= 0;
        if (in) c->next.loop[c->next.corners++] = c->moved[a];
        if (in == next_in) continue;
        int v = cross(c, a, b, crossings);
        if (v < 0) return false;
        c->next.loop[c->next.corners++] = v;
        if (in) left = v;
        else if (left >= 0) c->follows[v] = left, left = -1;
        else came = v;
    }
    if (came >= 0 && left >= 0) c->follows[came] = left;
    int count = c->next.corners - first;
    if (count < 3) c->next.corners = first;
    else c->next.side[c->next.sides++] = (Side){ s->facet, s->of_j, first, count };
    return true;
}

/* Closes the cut by the plane's own face; its loops are counter-clockwise seen from outside. */
static bool cap(Cutter *c, int facet, int crossings)
{
    for (int k = 0; k < crossings; k++) {
        int first = c->next.corners, at = c->crossing[k][2];
        while (c->follows[at] >= 0) {
            if (c->next.corners == c->room_corners) return false;
            int next = c->follows[at];
            c->next.loop[c->next.corners++] = at, c->follows[at] = -1, at = next;
        }
        int count = c->next.corners - first;
        if (count < 3) c->next.corners = first;
        else if (c->next.sides == c->room_sides) return false;
        else c->next.side[c->next.sides++] = (Side){ facet, 1, first, count };
    }
    return true;
}

/* Leaves what is below a plane of J; false: nothing. */
static bool cut(Cutter *c, const Facet *plane, int facet)
{
    int above = 0;
    for (int k = 0; k < c->now.vertices; k++) {
        c->height[k] = v3_dot(plane->n, c->now.vertex[k]) - plane->d;
        above += c->height[k] > 0;
    }
    if (!above) return true;
    if (above == c->now.vertices) return false;
    c->next.vertices = c->next.sides = c->next.corners = 0;
    for (int k = 0; k < c->now.vertices; k++) {
        c->moved[k] = c->height[k] <= 0 ? c->next.vertices : -1;
        if (c->height[k] <= 0) c->next.vertex[c->next.vertices++] = c->now.vertex[k];
    }
    int crossings = 0;
    for (int k = 0; k < c->now.sides; k++)
        if (!cut_side(c, &c->now.side[k], &crossings)) return false;
    if (!cap(c, facet, crossings)) return false;
    Solid done = c->next;
    c->next = c->now, c->now = done;
    return true;
}

/* ---- from the region to its incident ---- */

typedef struct Overlap {
    const Polytope *i;
    const Facet *plane; /* of J */
    const Vec3 *j_vertex;
    int j_vertices; /* none: J is a half space */
    Vec3 r;
    Mat3 A;
    const Solid *solid;
    Vec3 *normal; /* of each side, out of the region */
    Dual *area;   /* of each side */
} Overlap;

static Vec3 corner(const Solid *s, const Side *side, int k)
{
    return s->vertex[s->loop[side->first + k % side->count]];
}

static double area_of(const Solid *s, const Side *side, Vec3 n)
{
    Vec3 o = corner(s, side, 0), sum = v3(0, 0, 0);
    for (int k = 1; k + 1 < side->count; k++)
        sum = v3_add(sum, v3_cross(v3_sub(corner(s, side, k), o), v3_sub(corner(s, side, k + 1), o)));
    return 0.5 * v3_dot(sum, n);
}

static int side_with_edge(const Solid *s, int a, int b)
{
    for (int f = 0; f < s->sides; f++)
        for (int k = 0; k < s->side[f].count; k++)
            if (s->loop[s->side[f].first + k] == a && s->loop[s->side[f].first + (k + 1) % s->side[f].count] == b)
                return f;
    return -1;
}

/* Areas change where a face of I meets one of J: along an edge of length L the face of J grows by L n_I.dx / sin, that
 * of I by -L n_J.dx / sin, with the sine of the angle between them (18.13). */
static void grow(const Overlap *o, int i_side, int j_side, Vec3 a, Vec3 b)
{
    Vec3 ni = o->normal[i_side], nj = o->normal[j_side], mid = v3_scale(v3_add(a, b), 0.5);
    double sine = v3_norm(v3_cross(ni, nj)), length = v3_norm(v3_sub(b, a)), by_i[6], by_j[6];
    if (sine < 1e-9) return; /* one plane: what one gains there the other loses */
    cd_region_speed(o->r, mid, ni, by_i), cd_region_speed(o->r, mid, nj, by_j);
    for (int k = 0; k < 6; k++) {
        o->area[j_side].d[k] += length * by_i[k] / sine;
        o->area[i_side].d[k] -= length * by_j[k] / sine;
    }
}

static void measure(const Overlap *o, Region *g)
{
    const Solid *s = o->solid;
    for (int f = 0; f < s->sides; f++) {
        const Side *side = &s->side[f];
        o->normal[f] = side->of_j ? o->plane[side->facet].n : m3_apply(o->A, o->i->facet[side->facet].n);
        o->area[f] = du(area_of(s, side, o->normal[f]));
        for (int k = 1; k + 1 < side->count; k++)
            cd_region_add(g, corner(s, side, 0), corner(s, side, k), corner(s, side, k + 1), o->normal[f], !side->of_j);
    }
    for (int f = 0; f < s->sides; f++)
        for (int k = 0; k < s->side[f].count && s->side[f].of_j; k++) {
            int a = s->loop[s->side[f].first + k], b = s->loop[s->side[f].first + (k + 1) % s->side[f].count];
            int other = side_with_edge(s, b, a);
            if (other >= 0 && !s->side[other].of_j) grow(o, other, f, s->vertex[a], s->vertex[b]);
        }
}

/* Plane of a side with its changes: n . x = d. */
static void plane_of(const Overlap *o, const Side *side, DualVec *n, Dual *d)
{
    if (side->of_j) {
        *n = dv(o->plane[side->facet].n), *d = du(o->plane[side->facet].d);
        return;
    }
    const Facet *f = &o->i->facet[side->facet];
    *n = dv_axis(o->A, f->n);
    *d = dv_dot(*n, dv_point(o->r, o->A, v3_scale(f->n, f->d)));
}

/* How far the other solid reaches beyond the plane of a side. */
static Dual reach_beyond(const Overlap *o, const Side *side)
{
    DualVec n;
    Dual d;
    plane_of(o, side, &n, &d);
    int count = side->of_j ? o->i->vertices : o->j_vertices, best = -1;
    double most = -INFINITY;
    for (int k = 0; k < count; k++) {
        Vec3 x = side->of_j ? v3_add(o->r, m3_apply(o->A, o->i->vertex[k])) : o->j_vertex[k];
        double h = v3_dot(n.x, x);
        if (h > most) most = h, best = k;
    }
    if (best < 0) return du(INFINITY);
    DualVec x = side->of_j ? dv_point(o->r, o->A, o->i->vertex[best]) : dv(o->j_vertex[best]);
    return du_sub(dv_dot(n, x), d);
}

static DualVec normal_of(const Overlap *o, const Region *g)
{
    const Solid *s = o->solid;
    Dual surface = du(0), volume = { g->V, { 0 } };
    memcpy(volume.d, g->dV, sizeof volume.d);
    for (int f = 0; f < s->sides; f++) surface = du_axpy(surface, 0.5, o->area[f]);
    Dual mean = du_div(volume, surface);
    DualVec sum = dv(v3(0, 0, 0));
    for (int f = 0; f < s->sides; f++) {
        DualVec n;
        Dual d, share = reach_beyond(o, &s->side[f]), weight = o->area[f];
        plane_of(o, &s->side[f], &n, &d);
        if (share.x < mean.x) {
            share = du_div(share, mean);
            double q = fmax(0, share.x);
            weight = du_mul(weight, du_chain(share, q * q * (3 - 2 * q), 6 * q * (1 - q)));
        }
        sum = dv_add(sum, dv_scale(n, s->side[f].of_j ? weight : du_neg(weight)));
    }
    return v3_norm(sum.x) > 0 ? dv_unit(sum) : dv(v3(0, 0, 0));
}

/* Height of a plane over c along n. */
static Dual along(DualVec m, Dual d, DualVec c, DualVec n)
{
    return du_div(du_sub(d, dv_dot(m, c)), dv_dot(m, n));
}

/* Where the line c + s n leaves a convex region, downwards and upwards. */
static void chord(const Overlap *o, DualVec c, DualVec n, Dual *lower, Dual *upper)
{
    *lower = du(-INFINITY), *upper = du(INFINITY);
    for (int f = 0; f < o->solid->sides; f++) {
        DualVec m;
        Dual d;
        plane_of(o, &o->solid->side[f], &m, &d);
        double rise = v3_dot(m.x, n.x);
        if (rise == 0) continue;
        double at = (d.x - v3_dot(m.x, c.x)) / rise;
        if (rise > 0 ? at >= upper->x : at <= lower->x) continue;
        if (rise > 0) *upper = along(m, d, c, n);
        else *lower = along(m, d, c, n);
    }
}

/* A solid wholly inside the other: its way out is the nearest face of the other, and the chord runs up to that face. */
static DualVec way_out(const Overlap *o, int planes, DualVec c, Dual *lower, Dual *upper)
{
    bool j_outside = !o->j_vertex || !o->solid->side[0].of_j;
    int facets = j_outside ? planes : o->i->facets;
    Dual least = du(INFINITY), depth;
    DualVec out = dv(v3(0, 0, 1)), m;
    for (int f = 0; f < facets; f++) {
        Side side = { .facet = f, .of_j = j_outside };
        Dual d;
        plane_of(o, &side, &m, &d);
        depth = du_sub(d, dv_dot(m, c));
        if (depth.x < least.x) least = depth, out = m;
    }
    DualVec n = dv_times(out, j_outside ? 1 : -1);
    chord(o, c, n, lower, upper);
    if (j_outside) *upper = least;
    else *lower = du_neg(least);
    return n;
}

/* Incident of I cut by planes; false: they do not overlap. */
static bool overlap(const Polytope *i, Vec3 r, Mat3 A, int planes, const Facet *plane, const Polytope *j,
                    Arena *scratch, Touch *touch)
{
    Cutter c;
    start(&c, i, r, A, planes, scratch);
    for (int f = 0; f < planes; f++)
        if (!cut(&c, &plane[f], f)) return false;
    Overlap o = { .i = i, .plane = plane, .r = r, .A = A, .solid = &c.now };
    if (j) o.j_vertex = j->vertex, o.j_vertices = j->vertices;
    o.normal = ARENA_ARRAY(scratch, Vec3, c.now.sides), o.area = ARENA_ARRAY(scratch, Dual, c.now.sides);
    Region g = { .origin = c.now.vertex[0], .r = r };
    measure(&o, &g);
    if (!(g.V > 0)) return false;
    int of_j = 0;
    for (int f = 0; f < c.now.sides; f++) of_j += c.now.side[f].of_j;
    DualVec centroid = cd_region_centroid(&g), n;
    Dual lower, upper;
    if (!j || of_j == 0 || of_j == c.now.sides) n = way_out(&o, planes, centroid, &lower, &upper);
    else {
        n = normal_of(&o, &g);
        if (v3_dot(n.x, n.x) == 0) return false;
        chord(&o, centroid, n, &lower, &upper);
    }
    if (!(upper.x > lower.x) || !isfinite(upper.x - lower.x)) return false;
    cd_region_touch(&g, 0, centroid, n, lower, upper, touch);
    return true;
}

void cd_pair_convex_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                          Touch *touch)
{
    (void)pair, (void)j;
    static const Facet ground = { .n = { 0, 0, 1 } };
    const Polytope *p = i->polytope;
    if (overlap(p, r, A, 1, &ground, NULL, scratch, touch)) return;
    DualVec lowest = dv_point(r, A, p->vertex[0]);
    for (int k = 1; k < p->vertices; k++)
        if (v3_add(r, m3_apply(A, p->vertex[k])).z < lowest.x.z) lowest = dv_point(r, A, p->vertex[k]);
    touch->gap = fmax(0, lowest.x.z);
    for (int k = 0; k < 6; k++) touch->dgap[k] = lowest.d[k].z;
}

void cd_pair_convex(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair;
    const Polytope *p = i->polytope ? i->polytope : i->facets, *q = j->polytope ? j->polytope : j->facets;
    double apart = cd_shapes_apart(pair, r, A);
    if (pair->swapped) apart = v3_norm(v3_sub(v3_add(r, m3_apply(A, i->centre)), j->centre)) - i->reach - j->reach;
    if (apart <= 0 && overlap(p, r, A, q->facets, q->facet, q, scratch, touch)) return;
    cd_gap_of_convex(i, j, r, A, touch);
}
