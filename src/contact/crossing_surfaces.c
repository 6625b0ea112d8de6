/* crossing_surfaces.c - where two surfaces cross, and the regions that both enclose (theory 18, 5).
 *
 *   nodes      an edge of one surface crosses a triangle of the other
 *   segments   a triangle T of I crosses a triangle U of J, from node to node; segments chain into closed loops
 *   arcs       pieces of edges inside the other surface: between nodes and vertices inside
 *
 * All signs come from orient.h on the same coordinates, and I's vertices are shifted a little, so no four points are in
 * a plane and what is found fits together. The part of T inside J is bounded by its segments, with the inside on the
 * left of n_T x n_U, and by the arcs of its edges; integrals over it are sums over triangles from one of its points to
 * each segment and arc. What hangs together by segments, arcs and edges inside is one region. */
#include "contact/crossing_surfaces.h"

#include "contact/orient.h"

enum { ON_I, ON_J, MOST_REGIONS = 64 };

typedef struct Node {
    Vec3 x;
    double t;           /* along the edge */
    int edge, triangle; /* of the surface the edge is on; of the other */
    int leaves;         /* 1: the edge, from its first vertex, leaves the other solid here; -1: enters */
    int next;           /* node of the same edge, + 1 */
    int element;
} Node;

typedef struct Segment {
    int triangle[2]; /* of I, of J */
    int from, to;    /* nodes, along n_T x n_U */
} Segment;

typedef struct Arc {
    Vec3 from, to; /* in the direction of the edge */
    int element, next;
} Arc;

/* One of the surfaces, seen from J. */
typedef struct Surface {
    const SurfaceMesh *mesh;
    const Vec3 *x;   /* vertices */
    int *first_node; /* of an edge, + 1 */
    int *first_arc;  /* of an edge, + 1 */
    int *inside;     /* element of a vertex that is inside the other solid, + 1 */
    int *start;      /* of a triangle: a node of one of its segments, + 1 */
    bool *touched;
    ARRAY_OF(int) crossed;   /* edges with nodes */
    ARRAY_OF(int) triangles; /* with a part inside the other solid */
    ARRAY_OF(int) flood;     /* vertices whose neighbours are yet to be looked at */
} Surface;

typedef struct Crossing {
    Arena *arena;
    Vec3 r;
    Mat3 A;
    double margin; /* of heights over planes of triangles, beyond which their signs are sure */
    Surface on[2];
    ARRAY_OF(Node) node;
    ARRAY_OF(Segment) segment;
    ARRAY_OF(Arc) arc;
    ARRAY_OF(int) parent; /* of elements: nodes and vertices inside */
} Crossing;

typedef struct Part {
    int root, key;
    Region region;
    Vec3 area, darea[6]; /* vector area of J's part */
} Part;

/* ---- finding nodes and segments ---- */

static int new_element(Crossing *c)
{
    int e = c->parent.n;
    ARRAY_PUSH(c->arena, &c->parent, e);
    return e;
}

static int root_of(Crossing *c, int e)
{
    while (c->parent.at[e] != e) e = c->parent.at[e] = c->parent.at[c->parent.at[e]];
    return e;
}

static void unite(Crossing *c, int a, int b)
{
    a = root_of(c, a), b = root_of(c, b);
    if (a < b) c->parent.at[b] = a;
    else c->parent.at[a] = b;
}

/* Most pairs that are near do not cross: room for what is found is taken when something is. */
static void open_surface(Surface *s, Arena *scratch)
{
    const SurfaceMesh *m = s->mesh;
    if (!m) return;
    s->first_node = ARENA_ARRAY(scratch, int, m->edges), s->first_arc = ARENA_ARRAY(scratch, int, m->edges);
    s->inside = ARENA_ARRAY(scratch, int, m->vertices), s->start = ARENA_ARRAY(scratch, int, m->triangles);
    s->touched = ARENA_ARRAY(scratch, bool, m->triangles);
}

static int add_node(Crossing *c, int side, int edge, int triangle, Vec3 x, double t, int leaves)
{
    Surface *s = &c->on[side];
    if (!s->first_node) open_surface(&c->on[ON_I], c->arena), open_surface(&c->on[ON_J], c->arena);
    for (int k = s->first_node[edge]; k; k = c->node.at[k - 1].next)
        if (c->node.at[k - 1].triangle == triangle) return k - 1;
    if (!s->first_node[edge]) ARRAY_PUSH(c->arena, &s->crossed, edge);
    Node n = { .x = x, .t = t, .edge = edge, .triangle = triangle, .leaves = leaves, .next = s->first_node[edge] };
    n.element = new_element(c);
    ARRAY_PUSH(c->arena, &c->node, n);
    return s->first_node[edge] = c->node.n, c->node.n - 1;
}

/* The node where edge k of a triangle crosses a triangle of the other surface; -1: none. height: of the corners,
 * positive inside. */
static int cross(Crossing *c, int side, int triangle, int k, const double height[3], int other)
{
    const Surface *s = &c->on[side], *o = &c->on[!side];
    if ((height[k] > 0) == (height[(k + 1) % 3] > 0)) return -1;
    int number = s->mesh->side[triangle][k], edge = (number > 0 ? number : -number) - 1;
    Vec3 a = s->x[s->mesh->edge[edge][0]], b = s->x[s->mesh->edge[edge][1]];
    double ha = number > 0 ? height[k] : height[(k + 1) % 3], hb = number > 0 ? height[(k + 1) % 3] : height[k];
    const int *u = o->mesh->triangle[other];
    Vec3 p = o->x[u[0]], q = o->x[u[1]], w = o->x[u[2]];
    bool pq = cd_orient(a, b, p, q) > 0, qw = cd_orient(a, b, q, w) > 0;
    if (pq != qw || pq != (cd_orient(a, b, w, p) > 0)) return -1;
    double t = ha / (ha - hb);
    return add_node(c, side, edge, other, v3_axpy(a, t, v3_sub(b, a)), t, ha > 0 ? 1 : -1);
}

static bool apart(const double h[3])
{
    return (h[0] > 0) == (h[1] > 0) && (h[1] > 0) == (h[2] > 0);
}

static void add_segment(Crossing *c, int ti, int tj, const int end[2])
{
    Segment s = { { ti, tj }, end[0], end[1] };
    Vec3 n = m3_apply(c->A, c->on[ON_I].mesh->normal[ti]), m = tj < 0 ? v3(0, 0, 1) : c->on[ON_J].mesh->normal[tj];
    Vec3 along = v3_sub(c->node.at[end[1]].x, c->node.at[end[0]].x);
    if (v3_dot(along, v3_cross(n, m)) < 0) s.from = end[1], s.to = end[0];
    unite(c, c->node.at[end[0]].element, c->node.at[end[1]].element);
    ARRAY_PUSH(c->arena, &c->segment, s);
    for (int k = 0; k < 2; k++) {
        Surface *o = &c->on[k];
        int t = s.triangle[k];
        if (t < 0 || o->touched[t]) continue;
        o->touched[t] = true, o->start[t] = end[0] + 1;
        ARRAY_PUSH(c->arena, &o->triangles, t);
    }
}

static void cross_triangles(Crossing *c, int ti, int tj)
{
    const Surface *I = &c->on[ON_I], *J = &c->on[ON_J];
    const int *t = I->mesh->triangle[ti], *u = J->mesh->triangle[tj];
    double hi[3], hj[3];
    if (cd_triangle_clear(I->x, t, J->x[u[0]], J->mesh->normal[tj], c->margin) ||
        cd_triangle_clear(J->x, u, I->x[t[0]], m3_apply(c->A, I->mesh->normal[ti]), c->margin))
        return;
    for (int k = 0; k < 3; k++) hi[k] = cd_orient(J->x[u[0]], J->x[u[1]], J->x[u[2]], I->x[t[k]]);
    if (apart(hi)) return;
    for (int k = 0; k < 3; k++) hj[k] = cd_orient(I->x[t[0]], I->x[t[1]], I->x[t[2]], J->x[u[k]]);
    if (apart(hj)) return;
    int end[2], n = 0;
    for (int k = 0; k < 6 && n < 2; k++) {
        int v = k < 3 ? cross(c, ON_I, ti, k, hi, tj) : cross(c, ON_J, tj, k - 3, hj, ti);
        if (v >= 0) end[n++] = v;
    }
    if (n == 2) add_segment(c, ti, tj, end);
}

/* ---- the plane z = 0 instead of J ---- */

/* Box of I's tree seen from J. */
static MeshBox turned(const MeshBox *b, Vec3 r, Mat3 A)
{
    Vec3 mid = v3_scale(v3_add(b->low, b->high), 0.5), half = v3_scale(v3_sub(b->high, b->low), 0.5 * (1 + 1e-9));
    Vec3 x = v3_add(r, m3_apply(A, mid)), w;
    w.x = fabs(A.c[0].x) * half.x + fabs(A.c[1].x) * half.y + fabs(A.c[2].x) * half.z;
    w.y = fabs(A.c[0].y) * half.x + fabs(A.c[1].y) * half.y + fabs(A.c[2].y) * half.z;
    w.z = fabs(A.c[0].z) * half.x + fabs(A.c[1].z) * half.y + fabs(A.c[2].z) * half.z;
    return (MeshBox){ .low = v3_sub(x, w), .high = v3_add(x, w) };
}

static void cross_plane(Crossing *c, int bi)
{
    const MeshBox *p = &c->on[ON_I].mesh->box[bi];
    MeshBox seen = turned(p, c->r, c->A);
    if (seen.low.z > 0 || seen.high.z < 0) return;
    if (!p->count) {
        cross_plane(c, p->first), cross_plane(c, p->first + 1);
        return;
    }
    const Surface *I = &c->on[ON_I];
    for (int t = p->first; t < p->first + p->count; t++) {
        int end[2], n = 0;
        for (int k = 0; k < 3; k++) {
            int number = I->mesh->side[t][k], edge = (number > 0 ? number : -number) - 1;
            Vec3 a = I->x[I->mesh->edge[edge][0]], b = I->x[I->mesh->edge[edge][1]];
            if ((a.z < 0) == (b.z < 0) || n == 2) continue;
            double s = a.z / (a.z - b.z);
            Vec3 x = v3_axpy(a, s, v3_sub(b, a));
            x.z = 0;
            end[n++] = add_node(c, ON_I, edge, -1, x, s, a.z < 0 ? 1 : -1);
        }
        if (n == 2) add_segment(c, t, -1, end);
    }
}

/* ---- what is inside ---- */

static int mark_inside(Crossing *c, Surface *s, int vertex)
{
    if (!s->inside[vertex]) {
        s->inside[vertex] = new_element(c) + 1;
        ARRAY_PUSH(c->arena, &s->flood, vertex);
    }
    return s->inside[vertex] - 1;
}

static void add_arc(Crossing *c, Surface *s, int edge, Vec3 from, Vec3 to, int element)
{
    Arc a = { from, to, element, s->first_arc[edge] };
    ARRAY_PUSH(c->arena, &c->arc, a);
    s->first_arc[edge] = c->arc.n;
}

/* Pieces of a crossed edge that are inside the other solid. */
static void split_edge(Crossing *c, Surface *s, int edge)
{
    enum { MOST = 64 };
    int order[MOST], n = 0;
    for (int k = s->first_node[edge]; k && n < MOST; k = c->node.at[k - 1].next) {
        int at = n++;
        while (at > 0 && c->node.at[order[at - 1]].t > c->node.at[k - 1].t) order[at] = order[at - 1], at--;
        order[at] = k - 1;
    }
    const int *ends = s->mesh->edge[edge];
    int open = -1; /* element of the piece that is open */
    Vec3 from = v3(0, 0, 0);
    if (c->node.at[order[0]].leaves > 0) open = mark_inside(c, s, ends[0]), from = s->x[ends[0]];
    for (int k = 0; k < n; k++) {
        const Node *v = &c->node.at[order[k]];
        if (v->leaves < 0) open = v->element, from = v->x;
        else if (open >= 0) {
            unite(c, open, v->element);
            add_arc(c, s, edge, from, v->x, v->element);
            open = -1;
        }
    }
    if (open < 0) return;
    int element = mark_inside(c, s, ends[1]);
    unite(c, open, element);
    add_arc(c, s, edge, from, s->x[ends[1]], element);
}

/* From vertices inside over edges that are not crossed to all others inside. */
static void flood(Crossing *c, Surface *s)
{
    const SurfaceMesh *m = s->mesh;
    while (s->flood.n) {
        int v = s->flood.at[--s->flood.n], own = s->inside[v] - 1;
        for (int a = m->around[v]; a < m->around[v + 1]; a++) {
            int t = m->around_triangle[a];
            if (!s->touched[t]) {
                s->touched[t] = true;
                ARRAY_PUSH(c->arena, &s->triangles, t);
            }
            for (int k = 0; k < 3; k++) {
                int number = m->side[t][k], edge = (number > 0 ? number : -number) - 1;
                const int *e = m->edge[edge];
                if ((e[0] != v && e[1] != v) || s->first_node[edge]) continue;
                int other = mark_inside(c, s, e[0] == v ? e[1] : e[0]);
                unite(c, own, other);
                if (!s->first_arc[edge]) add_arc(c, s, edge, s->x[e[0]], s->x[e[1]], other);
            }
        }
    }
}

/* ---- integrals over each region ---- */

typedef struct Parts {
    int n;
    Part at[MOST_REGIONS];
} Parts;

static Part *part_of(Crossing *c, Parts *parts, int element, Vec3 x)
{
    int root = root_of(c, element);
    for (int k = 0; k < parts->n; k++)
        if (parts->at[k].root == root) return &parts->at[k];
    if (parts->n == MOST_REGIONS) return NULL;
    Part *p = &parts->at[parts->n++];
    *p = (Part){ .root = root, .key = -1, .region = { .origin = x, .r = c->r } };
    return p;
}

static Vec3 normal_of(const Crossing *c, int side, int triangle)
{
    if (triangle < 0) return v3(0, 0, 1);
    Vec3 n = c->on[side].mesh->normal[triangle];
    return side == ON_I ? m3_apply(c->A, n) : n;
}

/* Vector area of J's part by its loops, 1/2 sum a x b, and its change: along a segment n_U L (n_T . dx) / sin (18.13),
 * (18.15). */
static void add_area(const Crossing *c, Part *p, const Segment *s)
{
    Vec3 a = v3_sub(c->node.at[s->from].x, p->region.origin), b = v3_sub(c->node.at[s->to].x, p->region.origin);
    Vec3 n = normal_of(c, ON_I, s->triangle[0]), m = normal_of(c, ON_J, s->triangle[1]);
    p->area = v3_axpy(p->area, 0.5, v3_cross(b, a)); /* J's side runs along n_U x n_T: the other way */
    double sine = v3_norm(v3_cross(n, m)), length = v3_norm(v3_sub(b, a)), speed[6];
    if (sine < 1e-9) return;
    cd_region_speed(c->r, v3_axpy(p->region.origin, 0.5, v3_add(a, b)), n, speed);
    for (int k = 0; k < 6; k++) p->darea[k] = v3_axpy(p->darea[k], length * speed[k] / sine, m);
}

static void add_segments(Crossing *c, Parts *parts)
{
    for (int k = 0; k < c->segment.n; k++) {
        const Segment *s = &c->segment.at[k];
        const Node *a = &c->node.at[s->from], *b = &c->node.at[s->to];
        Part *p = part_of(c, parts, a->element, a->x);
        if (!p) continue;
        add_area(c, p, s);
        for (int side = 0; side < 2 && s->triangle[side] >= 0; side++) {
            Vec3 o = c->node.at[c->on[side].start[s->triangle[side]] - 1].x, n = normal_of(c, side, s->triangle[side]);
            if (side == ON_I) cd_region_add(&p->region, o, a->x, b->x, n, true);
            else cd_region_add(&p->region, o, b->x, a->x, n, false);
        }
    }
}

static void add_arcs(Crossing *c, Parts *parts, int side)
{
    const Surface *s = &c->on[side];
    for (int k = 0; k < s->triangles.n; k++) {
        int t = s->triangles.at[k];
        Vec3 n = normal_of(c, side, t), o = s->start[t] ? c->node.at[s->start[t] - 1].x : s->x[s->mesh->triangle[t][0]];
        for (int e = 0; e < 3; e++) {
            int number = s->mesh->side[t][e], edge = (number > 0 ? number : -number) - 1;
            for (int a = s->first_arc[edge]; a; a = c->arc.at[a - 1].next) {
                const Arc *arc = &c->arc.at[a - 1];
                Part *p = part_of(c, parts, arc->element, arc->from);
                if (!p) continue;
                Vec3 from = number > 0 ? arc->from : arc->to, to = number > 0 ? arc->to : arc->from;
                cd_region_add(&p->region, o, from, to, n, side == ON_I);
            }
        }
    }
}

/* The lowest numbered vertex inside names a region, or the lowest edge that crosses. */
static void name_parts(Crossing *c, Parts *parts)
{
    int base = 1;
    for (int side = 0; side < 2; side++) {
        const Surface *s = &c->on[side];
        for (int k = 0; s->mesh && k < s->triangles.n; k++)
            for (int l = 0; l < 3; l++) {
                int v = s->mesh->triangle[s->triangles.at[k]][l];
                if (!s->inside[v]) continue;
                Part *p = part_of(c, parts, s->inside[v] - 1, s->x[v]);
                if (p && (p->key < 0 || base + v < p->key)) p->key = base + v;
            }
        base += s->mesh ? s->mesh->vertices : 0;
    }
    for (int k = 0; k < c->node.n; k++) {
        Part *p = part_of(c, parts, c->node.at[k].element, c->node.at[k].x);
        if (p && (p->key < 0 || (p->key >= base && base + c->node.at[k].edge < p->key)))
            p->key = base + c->node.at[k].edge;
    }
}

/* ---- from a region to its incident ---- */

typedef struct Hit {
    int side, triangle;
    double s, rise;
} Hit;

static bool hit_triangle(const Surface *s, int t, Vec3 x, Vec3 n)
{
    Vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = v3_sub(s->x[s->mesh->triangle[t][k]], x);
    double a = v3_dot(n, v3_cross(p[0], p[1])), b = v3_dot(n, v3_cross(p[1], p[2])),
           d = v3_dot(n, v3_cross(p[2], p[0]));
    double tiny = 1e-14 * (fabs(a) + fabs(b) + fabs(d)); /* the line does not slip between neighbours */
    return (a >= -tiny && b >= -tiny && d >= -tiny) || (a <= tiny && b <= tiny && d <= tiny);
}

/* The nearest crossings of the line x + s n above and below. */
static void find_hits(const Crossing *c, Vec3 x, Vec3 n, Hit *below, Hit *above)
{
    *below = (Hit){ -1, -1, -INFINITY, 0 }, *above = (Hit){ -1, -1, INFINITY, 0 };
    for (int side = 0; side < 2; side++) {
        const Surface *s = &c->on[side];
        for (int k = 0; s->mesh && k < s->triangles.n; k++) {
            int t = s->triangles.at[k];
            Vec3 m = normal_of(c, side, t);
            double rise = v3_dot(m, n);
            if (fabs(rise) < 1e-12 || !hit_triangle(s, t, x, n)) continue;
            double at = v3_dot(m, v3_sub(s->x[s->mesh->triangle[t][0]], x)) / rise;
            if (at >= 0 && at < above->s) *above = (Hit){ side, t, at, rise };
            if (at < 0 && at > below->s) *below = (Hit){ side, t, at, rise };
        }
    }
    if (!c->on[ON_J].mesh && -x.z >= 0 && -x.z < above->s) *above = (Hit){ ON_J, -1, -x.z, 1 };
}

static Dual height_of(const Crossing *c, const Hit *h, DualVec x, DualVec n)
{
    DualVec m = dv(v3(0, 0, 1)), at = dv(v3(0, 0, 0));
    if (h->triangle >= 0) {
        const SurfaceMesh *mesh = c->on[h->side].mesh;
        Vec3 corner = mesh->vertex[mesh->triangle[h->triangle][0]], normal = mesh->normal[h->triangle];
        m = h->side == ON_I ? dv_axis(c->A, normal) : dv(normal);
        at = h->side == ON_I ? dv_point(c->r, c->A, corner) : dv(corner);
    }
    return du_div(dv_dot(m, dv_sub(at, x)), dv_dot(m, n));
}

/* A region whose centroid is outside it, as a ring's: the thickness of a layer with the same gyration along the normal,
 * sqrt(12 n.G n). */
static void layer(const Region *g, DualVec n, Dual *lower, Dual *upper)
{
    Incident a;
    cd_region_gyration(g, &a);
    Vec3 Gn = m3_apply(a.gyration, n.x);
    Dual spread = { v3_dot(n.x, Gn), { 0 } };
    for (int k = 0; k < 6; k++) spread.d[k] = v3_dot(n.x, m3_apply(a.dgyration[k], n.x)) + 2 * v3_dot(n.d[k], Gn);
    *upper = du_sqrt(du_scale(spread, 3)), *lower = du_neg(*upper);
}

static void touch_part(const Crossing *c, const Part *p, Touch *touch)
{
    if (!(p->region.V > 0)) return;
    DualVec x = cd_region_centroid(&p->region), area = { .x = p->area }, n = dv(v3(0, 0, 1));
    for (int k = 0; k < 6; k++) area.d[k] = p->darea[k];
    if (c->on[ON_J].mesh) {
        if (!(v3_norm(area.x) > 0)) return;
        n = dv_unit(area);
    }
    Hit below, above;
    Dual lower, upper;
    find_hits(c, x.x, n.x, &below, &above);
    if (below.rise < 0 && above.rise > 0) lower = height_of(c, &below, x, n), upper = height_of(c, &above, x, n);
    else layer(&p->region, n, &lower, &upper);
    cd_region_touch(&p->region, p->key, x, n, lower, upper, touch);
}

static void split_edges(Crossing *c)
{
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < c->on[side].crossed.n; k++) split_edge(c, &c->on[side], c->on[side].crossed.at[k]);
    for (int side = 0; side < 2; side++)
        if (c->on[side].mesh) flood(c, &c->on[side]);
}

/* Whether surfaces that have crossed have regions in common. */
static bool collect(Crossing *c, Touch *touch)
{
    if (!c->segment.n) return false;
    split_edges(c);
    Parts *parts = ARENA_NEW(c->arena, Parts);
    add_segments(c, parts);
    for (int side = 0; side < 2; side++)
        if (c->on[side].mesh) add_arcs(c, parts, side);
    name_parts(c, parts);
    for (int k = 0; k < parts->n; k++) touch_part(c, &parts->at[k], touch);
    return touch->n > 0;
}

bool cd_surface_below(const SurfaceMesh *i, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    if (turned(&i->box[0], r, A).low.z > 0) return false;
    Vec3 *x = ARENA_ARRAY(scratch, Vec3, i->vertices);
    for (int k = 0; k < i->vertices; k++) x[k] = v3_add(r, m3_apply(A, i->vertex[k]));
    Crossing c = { .arena = scratch, .r = r, .A = A, .on = { { .mesh = i, .x = x } } };
    cross_plane(&c, 0);
    return collect(&c, touch);
}

bool cd_surfaces_overlap(const SurfaceMesh *i, const SurfaceMesh *j, const NearTriangles *near, Vec3 r, Mat3 A,
                         Arena *scratch, Touch *touch)
{
    if (!near->at.n) return false;
    Crossing c = { .arena = scratch, .r = r, .A = A, .on = { { .mesh = i }, { .mesh = j, .x = j->vertex } } };
    c.margin = cd_mesh_margin(i, j, r);
    c.on[ON_I].x = cd_mesh_seen(i, r, A, scratch);
    for (int k = 0; k < near->at.n; k++) cross_triangles(&c, near->at.at[k].i, near->at.at[k].j);
    return collect(&c, touch);
}
