/* mesh.c - making closed surfaces of triangles: equal corners united, neighbours paired, a tree of boxes by halving the
 * longest side. */
#include "contact/mesh.h"

#include "contact/polytope.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF = 4 };

typedef struct Numbered {
    Vec3 x;
    int at;
} Numbered;

static int by_place(const void *p, const void *q)
{
    const Numbered *a = p, *b = q;
    if (a->x.x != b->x.x) return a->x.x < b->x.x ? -1 : 1;
    if (a->x.y != b->x.y) return a->x.y < b->x.y ? -1 : 1;
    if (a->x.z != b->x.z) return a->x.z < b->x.z ? -1 : 1;
    return a->at - b->at;
}

/* Equal vertices become one: same[k] is the number of vertex k among those that stay; returns how many stay. */
static int weld(int n, const Vec3 *vertex, Vec3 *kept, int *same)
{
    Numbered *order = cd_take(sizeof *order * (size_t)n);
    for (int k = 0; k < n; k++) {
        Vec3 x = vertex[k];
        order[k] = (Numbered){ v3(x.x + 0.0, x.y + 0.0, x.z + 0.0), k }; /* -0 is 0 */
    }
    qsort(order, (size_t)n, sizeof *order, by_place);
    int count = 0;
    for (int k = 0; k < n; k++) {
        bool equal = k && v3_norm(v3_sub(order[k].x, order[k - 1].x)) == 0;
        if (!equal) kept[count++] = order[k].x;
        same[order[k].at] = count - 1;
    }
    free(order);
    return count;
}

typedef struct HalfEdge {
    int low, high, triangle, corner;
} HalfEdge;

static int by_ends(const void *p, const void *q)
{
    const HalfEdge *a = p, *b = q;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return a->triangle - b->triangle;
}

/* Each edge joins two triangles that run along it in opposite directions. */
static bool pair_edges(SurfaceMesh *m, int (*side)[3], int (*edge)[2])
{
    int n = 3 * m->triangles;
    HalfEdge *half = cd_take(sizeof *half * (size_t)n);
    for (int t = 0; t < m->triangles; t++)
        for (int k = 0; k < 3; k++) {
            int a = m->triangle[t][k], b = m->triangle[t][(k + 1) % 3];
            half[3 * t + k] = (HalfEdge){ a < b ? a : b, a < b ? b : a, t, k };
        }
    qsort(half, (size_t)n, sizeof *half, by_ends);
    bool closed = n % 2 == 0;
    for (int k = 0; k + 1 < n && closed; k += 2) {
        const HalfEdge *a = &half[k], *b = &half[k + 1];
        bool third = k + 2 < n && half[k + 2].low == a->low && half[k + 2].high == a->high;
        bool up_a = m->triangle[a->triangle][a->corner] == a->low, up_b = m->triangle[b->triangle][b->corner] == b->low;
        closed = a->low == b->low && a->high == b->high && up_a != up_b && !third;
        int e = m->edges++;
        edge[e][0] = a->low, edge[e][1] = a->high;
        side[a->triangle][a->corner] = up_a ? e + 1 : -e - 1;
        side[b->triangle][b->corner] = up_b ? e + 1 : -e - 1;
    }
    free(half);
    return closed;
}

static double volume(const Vec3 *vertex, int n, const int (*triangle)[3])
{
    double sum = 0;
    for (int t = 0; t < n; t++) {
        Vec3 a = v3_sub(vertex[triangle[t][0]], vertex[0]), b = v3_sub(vertex[triangle[t][1]], vertex[0]);
        sum += v3_dot(a, v3_cross(b, v3_sub(vertex[triangle[t][2]], vertex[0]))) / 6;
    }
    return sum;
}

static void widen(MeshBox *b, Vec3 x)
{
    b->low = v3(fmin(b->low.x, x.x), fmin(b->low.y, x.y), fmin(b->low.z, x.z));
    b->high = v3(fmax(b->high.x, x.x), fmax(b->high.y, x.y), fmax(b->high.z, x.z));
}

static double middle(const Vec3 *vertex, const int t[3], int axis)
{
    return v3_get(vertex[t[0]], axis) + v3_get(vertex[t[1]], axis) + v3_get(vertex[t[2]], axis);
}

/* Puts the triangles with the smaller middles into the first half. */
static void halve(const Vec3 *vertex, int (*triangle)[3], int n, int axis)
{
    int low = 0, high = n - 1, want = n / 2;
    while (low < high) {
        double pivot = middle(vertex, triangle[(low + high) / 2], axis);
        int a = low, b = high;
        while (a <= b) {
            while (middle(vertex, triangle[a], axis) < pivot) a++;
            while (middle(vertex, triangle[b], axis) > pivot) b--;
            if (a > b) break;
            int swap[3];
            memcpy(swap, triangle[a], sizeof swap);
            memcpy(triangle[a++], triangle[b], sizeof swap), memcpy(triangle[b--], swap, sizeof swap);
        }
        if (want <= b) high = b;
        else if (want >= a) low = a;
        else return;
    }
}

static void grow_tree(SurfaceMesh *m, MeshBox *box, int (*triangle)[3], int at, int first, int count)
{
    MeshBox *b = &box[at];
    b->low = v3(INFINITY, INFINITY, INFINITY), b->high = v3_neg(b->low);
    for (int t = first; t < first + count; t++)
        for (int k = 0; k < 3; k++) widen(b, m->vertex[triangle[t][k]]);
    b->first = first, b->count = count;
    if (count <= LEAF) return;
    Vec3 extent = v3_sub(b->high, b->low);
    int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
    halve(m->vertex, triangle + first, count, axis);
    b->first = m->boxes, b->count = 0, m->boxes += 2;
    int children = b->first;
    grow_tree(m, box, triangle, children, first, count / 2);
    grow_tree(m, box, triangle, children + 1, first + count / 2, count - count / 2);
}

/* A number from -1 to 1 that depends on k alone. */
static double scatter(uint64_t k)
{
    k = (k + 1) * UINT64_C(0x9E3779B97F4A7C15);
    k = (k ^ (k >> 30)) * UINT64_C(0xBF58476D1CE4E5B9), k = (k ^ (k >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((k ^ (k >> 31)) >> 11) * 0x1p-52 - 1;
}

static void shift(Arena *arena, SurfaceMesh *m)
{
    Vec3 *shifted = ARENA_ARRAY(arena, Vec3, m->vertices);
    double by = 1e-13 * v3_norm(v3_sub(m->box[0].high, m->box[0].low));
    for (int k = 0; k < m->vertices; k++) {
        uint64_t seed = 3 * (uint64_t)k;
        shifted[k] = v3_axpy(m->vertex[k], by, v3(scatter(seed), scatter(seed + 1), scatter(seed + 2)));
    }
    m->shifted = shifted;
}

static void list_around(Arena *arena, SurfaceMesh *m)
{
    int *around = ARENA_ARRAY(arena, int, m->vertices + 2), *list = ARENA_ARRAY(arena, int, 3 * m->triangles);
    for (int t = 0; t < m->triangles; t++)
        for (int k = 0; k < 3; k++) around[m->triangle[t][k] + 2]++;
    for (int v = 0; v < m->vertices; v++) around[v + 2] += around[v + 1];
    for (int t = 0; t < m->triangles; t++)
        for (int k = 0; k < 3; k++) list[around[m->triangle[t][k] + 1]++] = t;
    m->around = around, m->around_triangle = list;
}

const SurfaceMesh *cd_mesh_new(Arena *arena, int vertices, const Vec3 *vertex, int triangles, const int (*triangle)[3],
                               const char **why)
{
    *why = "it holds no triangles";
    if (vertices < 4 || triangles < 4) return NULL;
    SurfaceMesh *m = ARENA_NEW(arena, SurfaceMesh);
    Vec3 *kept = ARENA_ARRAY(arena, Vec3, vertices);
    int *same = cd_take(sizeof *same * (size_t)vertices),
        (*own)[3] = cd_arena_take(arena, sizeof *own * (size_t)triangles);
    m->vertices = weld(vertices, vertex, kept, same), m->vertex = kept;
    for (int t = 0; t < triangles; t++) {
        int a = same[triangle[t][0]], b = same[triangle[t][1]], c = same[triangle[t][2]];
        if (a == b || b == c || c == a) continue; /* no area */
        own[m->triangles][0] = a, own[m->triangles][1] = b, own[m->triangles++][2] = c;
    }
    free(same);
    if (m->triangles < 4) return NULL;
    double inside = volume(kept, m->triangles, (const int(*)[3])own);
    for (int t = 0; t < m->triangles && inside < 0; t++) {
        int swap = own[t][1];
        own[t][1] = own[t][2], own[t][2] = swap;
    }
    MeshBox *box = ARENA_ARRAY(arena, MeshBox, 2 * m->triangles + 1);
    m->boxes = 1, m->box = box;
    grow_tree(m, box, own, 0, 0, m->triangles);
    m->triangle = (const int(*)[3])own;
    int(*side)[3] = cd_arena_take(arena, sizeof *side * (size_t)m->triangles);
    int(*edge)[2] = cd_arena_take(arena, sizeof *edge * (size_t)(3 * m->triangles / 2 + 1));
    *why = "its surface is not closed: some edge does not belong to exactly two triangles that turn the same way";
    if (!pair_edges(m, side, edge)) return NULL;
    *why = "it encloses no volume";
    double size = v3_norm(v3_sub(box[0].high, box[0].low));
    if (!(fabs(inside) > 1e-12 * size * size * size)) return NULL;
    Vec3 *normal = ARENA_ARRAY(arena, Vec3, m->triangles), *mid = ARENA_ARRAY(arena, Vec3, m->triangles);
    double *radius = ARENA_ARRAY(arena, double, m->triangles);
    for (int t = 0; t < m->triangles; t++) {
        Vec3 a = kept[own[t][0]], n = v3_cross(v3_sub(kept[own[t][1]], a), v3_sub(kept[own[t][2]], a));
        normal[t] = v3_norm(n) > 0 ? v3_unit(n) : v3(0, 0, 0);
        mid[t] = v3_scale(v3_add(a, v3_add(kept[own[t][1]], kept[own[t][2]])), 1. / 3);
        for (int k = 0; k < 3; k++) radius[t] = fmax(radius[t], v3_norm(v3_sub(kept[own[t][k]], mid[t])));
    }
    m->side = (const int(*)[3])side, m->edge = (const int(*)[2])edge, m->normal = normal, m->middle = mid,
    m->radius = radius;
    shift(arena, m);
    list_around(arena, m);
    *why = NULL;
    return m;
}

void cd_shape_take_mesh(Shape *s, const SurfaceMesh *m)
{
    Vec3 low = m->box[0].low, high = m->box[0].high, extent = v3_sub(high, low);
    s->mesh = m, s->low = low, s->high = high;
    s->size = fmin(extent.x, fmin(extent.y, extent.z)) / 2;
    s->centre = v3_scale(v3_add(low, high), 0.5), s->reach = 0;
    for (int k = 0; k < m->vertices; k++) s->reach = fmax(s->reach, v3_norm(v3_sub(m->vertex[k], s->centre)));
}

Shape *cd_shape_mesh(Arena *arena, int vertices, const Vec3 *vertex, int triangles, const int (*triangle)[3],
                     const char **why)
{
    const SurfaceMesh *m = cd_mesh_new(arena, vertices, vertex, triangles, triangle, why);
    if (!m) return NULL;
    Shape *s = ARENA_NEW(arena, Shape);
    *s = (Shape){ .kind = SHAPE_mesh };
    const Polytope *p = cd_polytope_of_triangles(arena, m->vertices, m->vertex, m->triangles, m->triangle);
    if (p) cd_shape_take_polytope(s, p);
    cd_shape_take_mesh(s, m);
    return s;
}

const Vec3 *cd_mesh_seen(const SurfaceMesh *m, Vec3 r, Mat3 A, Arena *scratch)
{
    Vec3 *x = ARENA_ARRAY(scratch, Vec3, m->vertices);
    for (int k = 0; k < m->vertices; k++) x[k] = v3_add(r, m3_apply(A, m->shifted[k]));
    return x;
}

double cd_box_extent(const MeshBox *b)
{
    Vec3 e = v3_sub(b->high, b->low);
    return e.x + e.y + e.z;
}

double cd_mesh_margin(const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r)
{
    return 1e-9 * (cd_box_extent(&i->box[0]) + cd_box_extent(&j->box[0]) + v3_norm(r));
}

bool cd_triangle_clear(const Vec3 *x, const int t[3], Vec3 at, Vec3 normal, double margin)
{
    double a = v3_dot(normal, v3_sub(x[t[0]], at)), b = v3_dot(normal, v3_sub(x[t[1]], at)),
           d = v3_dot(normal, v3_sub(x[t[2]], at));
    return (a > margin && b > margin && d > margin) || (a < -margin && b < -margin && d < -margin);
}
