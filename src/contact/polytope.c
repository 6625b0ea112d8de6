/* polytope.c - making convex solids with plane faces; distance of a point from one. */
#include "contact/polytope.h"

#include "contact/rows.h"

#include <string.h>

/* Newell's normal of a loop; exact for plane ones, mean for nearly plane ones. */
static Facet plane_of(const Vec3 *vertex, const int *loop, int n)
{
    Vec3 area = v3(0, 0, 0), mean = v3(0, 0, 0), o = vertex[loop[0]];
    for (int k = 0; k < n; k++) {
        area = v3_add(area, v3_cross(v3_sub(vertex[loop[k]], o), v3_sub(vertex[loop[(k + 1) % n]], o)));
        mean = v3_axpy(mean, 1. / n, vertex[loop[k]]);
    }
    Vec3 normal = v3_unit(area);
    return (Facet){ .n = normal, .d = v3_dot(normal, mean) };
}

/* Pairs the two facets of each edge; false: some edge has no second one. */
static bool pair_edges(Arena *arena, Polytope *p)
{
    int(*edge)[4] = cd_arena_take(arena, sizeof *edge * (size_t)(p->corners / 2 + 1)), n = 0;
    int *open = ARENA_ARRAY(arena, int, p->corners + 1); /* edges that wait for their other facet */
    int waiting = 0;
    for (int f = 0; f < p->facets; f++)
        for (int k = 0; k < p->facet[f].count; k++) {
            int a = p->loop[p->facet[f].first + k], b = p->loop[p->facet[f].first + (k + 1) % p->facet[f].count], w = 0;
            while (w < waiting && !(edge[open[w]][0] == b && edge[open[w]][1] == a)) w++;
            if (w < waiting) edge[open[w]][3] = f, open[w] = open[--waiting];
            else if (n == p->corners / 2) return false;
            else edge[n][0] = a, edge[n][1] = b, edge[n][2] = f, edge[n][3] = -1, open[waiting++] = n++;
        }
    p->edge = (const int(*)[4])edge, p->edges = n;
    return waiting == 0;
}

const Polytope *cd_polytope_new(Arena *arena, int vertices, const Vec3 *vertex, int facets, const int *count,
                                const int *loop)
{
    Polytope *p = ARENA_NEW(arena, Polytope);
    Facet *facet = ARENA_ARRAY(arena, Facet, facets);
    for (int f = 0; f < facets; f++) {
        facet[f] = plane_of(vertex, loop + p->corners, count[f]);
        facet[f].first = p->corners, facet[f].count = count[f], p->corners += count[f];
    }
    Vec3 *own = ARENA_ARRAY(arena, Vec3, vertices);
    int *corners = ARENA_ARRAY(arena, int, p->corners);
    memcpy(own, vertex, sizeof *own * (size_t)vertices);
    memcpy(corners, loop, sizeof *corners * (size_t)p->corners);
    p->vertices = vertices, p->vertex = own, p->facets = facets, p->facet = facet, p->loop = corners;
    return pair_edges(arena, p) ? p : NULL;
}

static Facet plane_of_triangle(const Vec3 *vertex, const int t[3])
{
    Vec3 area = v3_cross(v3_sub(vertex[t[1]], vertex[t[0]]), v3_sub(vertex[t[2]], vertex[t[0]]));
    double size = v3_norm(area);
    Facet f = { .n = size > 0 ? v3_scale(area, 1 / size) : v3(0, 0, 0), .count = size > 0 };
    f.d = v3_dot(f.n, vertex[t[0]]);
    return f;
}

/* Triangles of one plane as a loop of corners: edges that only one of them has, chained, without corners on a straight
 * line. */
static int outline(const Vec3 *vertex, int n, const int (*triangle)[3], const int *group, int which, double tolerance,
                   int (*edge)[2], int *loop)
{
    int edges = 0;
    for (int t = 0; t < n; t++)
        for (int k = 0; k < 3 && group[t] == which; k++) {
            int a = triangle[t][k], b = triangle[t][(k + 1) % 3], e = 0;
            while (e < edges && !(edge[e][0] == b && edge[e][1] == a)) e++;
            if (e < edges) edge[e][0] = edge[edges - 1][0], edge[e][1] = edge[--edges][1];
            else edge[edges][0] = a, edge[edges++][1] = b;
        }
    if (edges < 3) return 0;
    int count = 0;
    for (int at = edge[0][0]; count < edges;) {
        int e = 0;
        while (e < edges && edge[e][0] != at) e++;
        if (e == edges) return 0;
        loop[count++] = at, at = edge[e][1];
        if (at == edge[0][0]) break;
    }
    if (count != edges) return 0; /* more than one loop: not convex */
    int kept = 0;
    for (int k = 0; k < count; k++) {
        Vec3 a = vertex[loop[(k + count - 1) % count]], b = vertex[loop[k]], c = vertex[loop[(k + 1) % count]];
        Vec3 u = v3_sub(b, a), w = v3_sub(c, b);
        if (v3_norm(v3_cross(u, w)) > tolerance * fmax(v3_norm(u), v3_norm(w))) edge[kept++][0] = loop[k];
    }
    for (int k = 0; k < kept; k++) loop[k] = edge[k][0];
    return kept;
}

const Polytope *cd_polytope_of_triangles(Arena *arena, int vertices, const Vec3 *vertex, int triangles,
                                         const int (*triangle)[3])
{
    if (triangles > 4 * POLYTOPE_MOST_FACETS || triangles < 4) return NULL;
    double size = 0;
    for (int k = 0; k < vertices; k++) size = fmax(size, v3_norm(v3_sub(vertex[k], vertex[0])));
    double tolerance = 1e-9 * size;
    Facet plane[POLYTOPE_MOST_FACETS];
    int *group = ARENA_ARRAY(arena, int, triangles), planes = 0;
    for (int t = 0; t < triangles; t++) {
        Facet f = plane_of_triangle(vertex, triangle[t]);
        if (!f.count) return NULL;
        for (int k = 0; k < vertices; k++)
            if (v3_dot(f.n, vertex[k]) > f.d + tolerance) return NULL;
        int g = 0;
        while (g < planes && !(v3_norm(v3_sub(plane[g].n, f.n)) < 1e-9 && fabs(plane[g].d - f.d) < tolerance)) g++;
        if (g == POLYTOPE_MOST_FACETS) return NULL;
        if (g == planes) plane[planes++] = f;
        group[t] = g;
    }
    int count[POLYTOPE_MOST_FACETS], corners = 0;
    int(*edge)[2] = cd_arena_take(arena, sizeof *edge * 3 * (size_t)triangles),
    *loop = ARENA_ARRAY(arena, int, 3 * triangles);
    for (int g = 0; g < planes; g++) {
        count[g] = outline(vertex, triangles, triangle, group, g, tolerance, edge, loop + corners);
        if (count[g] < 3) return NULL;
        corners += count[g];
    }
    return cd_polytope_new(arena, vertices, vertex, planes, count, loop);
}

/* Nearest point of a segment. */
static double segment_share(Vec3 x, Vec3 a, Vec3 b)
{
    Vec3 u = v3_sub(b, a);
    return fmin(1, fmax(0, v3_dot(v3_sub(x, a), u) / v3_dot(u, u)));
}

static bool above_facet(const Polytope *p, const Facet *f, Vec3 x)
{
    for (int k = 0; k < f->count; k++) {
        Vec3 a = p->vertex[p->loop[f->first + k]], b = p->vertex[p->loop[f->first + (k + 1) % f->count]];
        if (v3_dot(v3_cross(f->n, v3_sub(b, a)), v3_sub(x, a)) < 0) return false;
    }
    return true;
}

/* Inside: to the nearest face. Outside: to a face above which the point is, else to an edge or its end. */
static Distance distance(const Shape *s, DualVec x)
{
    const Polytope *p = s->polytope;
    int top = 0;
    double highest = -INFINITY;
    for (int f = 0; f < p->facets; f++) {
        double h = v3_dot(p->facet[f].n, x.x) - p->facet[f].d;
        if (h > highest) highest = h, top = f;
    }
    if (highest <= 0 || above_facet(p, &p->facet[top], x.x)) {
        DualVec n = dv(p->facet[top].n);
        return (Distance){ du_plus(dv_dot(n, x), -p->facet[top].d), n, top };
    }
    int nearest = 0;
    double least = INFINITY, share = 0;
    for (int e = 0; e < p->edges; e++) {
        Vec3 a = p->vertex[p->edge[e][0]], b = p->vertex[p->edge[e][1]];
        double t = segment_share(x.x, a, b), far = v3_norm(v3_sub(x.x, v3_axpy(v3_scale(a, 1 - t), t, b)));
        if (far < least) least = far, nearest = e, share = t;
    }
    for (int f = 0; f < p->facets; f++) { /* a face may be nearer that is not the highest */
        double h = v3_dot(p->facet[f].n, x.x) - p->facet[f].d;
        if (h > 0 && h < least && above_facet(p, &p->facet[f], x.x)) {
            DualVec n = dv(p->facet[f].n);
            return (Distance){ du_plus(dv_dot(n, x), -p->facet[f].d), n, f };
        }
    }
    Vec3 a = p->vertex[p->edge[nearest][0]], b = p->vertex[p->edge[nearest][1]], u = v3_unit(v3_sub(b, a));
    DualVec q = dv_sub(x, dv(share < 1 ? a : b));
    if (share > 0 && share < 1) q = dv_sub(q, dv_scale(dv(u), dv_dot(q, dv(u)))); /* off the edge's line */
    return (Distance){ dv_norm(q), dv_unit(q), p->facets + nearest };
}

bool cd_facet_is_below(const Polytope *p, const Facet *f, Vec3 x, double slack)
{
    for (int k = 0; k < f->count; k++) {
        Vec3 a = p->vertex[p->loop[f->first + k]], b = p->vertex[p->loop[f->first + (k + 1) % f->count]];
        Vec3 in = v3_cross(f->n, v3_sub(b, a));
        if (v3_dot(in, v3_sub(x, a)) < -slack * v3_norm(in)) return false;
    }
    return true;
}

void cd_shape_take_polytope(Shape *s, const Polytope *p)
{
    s->polytope = p, s->distance = distance;
    Vec3 low = p->vertex[0], high = low;
    for (int k = 0; k < p->vertices; k++) {
        Vec3 x = p->vertex[k];
        low = v3(fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z));
        high = v3(fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z));
    }
    Vec3 extent = v3_sub(high, low);
    s->low = low, s->high = high, s->size = fmin(extent.x, fmin(extent.y, extent.z)) / 2;
    s->centre = v3_scale(v3_add(low, high), 0.5), s->reach = v3_norm(extent) / 2;
}
