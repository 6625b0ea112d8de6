/* mesh_pairs.c - meshes with each other and with planes: regions where their surfaces cross; convex ones by cutting. */
#include "contact/crossing_surfaces.h"
#include "contact/mesh_distance.h"
#include "contact/polytope.h"

struct PairMemory {
    Arena *arena;
    NearTriangles near;
};

static bool is_convex(const Shape *s)
{
    return s->polytope || s->facets;
}

void cd_pair_remember(Pair *pair, Arena *arena)
{
    const Shape *i = pair->i, *j = pair->j;
    if (!i->mesh || !j->mesh || (is_convex(i) && is_convex(j))) return;
    pair->memory = ARENA_NEW(arena, struct PairMemory);
    pair->memory->arena = arena;
}

void cd_pair_mesh_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    if (i->polytope) {
        cd_pair_convex_plane(pair, i, j, r, A, scratch, touch);
        return;
    }
    const SurfaceMesh *m = i->mesh;
    if (cd_surface_below(m, r, A, scratch, touch)) return;
    DualVec lowest = dv_point(r, A, m->vertex[0]);
    Vec3 up = m3_tapply(A, v3(0, 0, 1));
    int best = 0;
    double least = INFINITY;
    for (int k = 0; k < m->vertices; k++) {
        double h = v3_dot(up, m->vertex[k]);
        if (h < least) least = h, best = k;
    }
    lowest = dv_point(r, A, m->vertex[best]);
    cd_touch_add(touch, 0, dv_get(lowest, 2), lowest, dv(v3(0, 0, 1))); /* wholly below: by its lowest vertex */
}

/* One mesh wholly inside the other: out through the face nearest to its middle. */
static void swallowed(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Touch *touch)
{
    Vec3 middle = v3_add(r, m3_apply(A, i->centre));
    double least = INFINITY;
    int nearest = 0;
    for (int t = 0; t < j->mesh->triangles; t++) {
        const int *c = j->mesh->triangle[t];
        Vec3 x = cd_triangle_nearest(middle, j->mesh->vertex[c[0]], j->mesh->vertex[c[1]], j->mesh->vertex[c[2]]);
        double d = v3_norm(v3_sub(x, middle));
        if (d < least) least = d, nearest = t;
    }
    DualVec n = dv(j->mesh->normal[nearest]), x = dv_point(r, A, i->centre);
    Dual depth = dv_dot(n, dv_sub(x, dv(j->mesh->vertex[j->mesh->triangle[nearest][0]])));
    cd_touch_add(touch, 0, du_plus(depth, -i->size), dv_axpy(x, -i->size, n), n);
}

/* How far a mesh is beyond the plane of that facet of a convex solid where this is most, and its vertex there: the
 * distance of the two where they face each other there, else a bound of it. The mesh stands at r, A in the frame of the
 * solid. */
static double beyond_facets(const Polytope *p, const SurfaceMesh *m, Vec3 r, Mat3 A, Vec3 *n, Vec3 *x)
{
    double best = -INFINITY;
    for (int f = 0; f < p->facets; f++) {
        Vec3 u = m3_tapply(A, p->facet[f].n);
        double least = INFINITY;
        int at = 0;
        for (int k = 0; k < m->vertices; k++) {
            double h = v3_dot(u, m->vertex[k]);
            if (h < least) least = h, at = k;
        }
        double h = least + v3_dot(p->facet[f].n, r) - p->facet[f].d;
        if (h > best) best = h, *n = p->facet[f].n, *x = v3_add(r, m3_apply(A, m->vertex[at]));
    }
    return best;
}

/* The gap of two solids one of which is convex, as long as one of its facets parts them; false: none does. */
static bool parted(const Shape *i, const Shape *j, Vec3 r, Mat3 A, Touch *touch)
{
    Vec3 n, x;
    if (j->polytope) {
        touch->gap = beyond_facets(j->polytope, i->mesh, r, A, &n, &x);
    } else if (i->polytope) {
        touch->gap = beyond_facets(i->polytope, j->mesh, v3_neg(m3_tapply(A, r)), m3_transpose(A), &n, &x);
        n = v3_neg(m3_apply(A, n));
        x = v3_axpy(v3_add(r, m3_apply(A, x)), touch->gap, n);
    } else return false;
    if (!(touch->gap > 0)) return false;
    cd_region_speed(r, x, n, touch->dgap);
    return true;
}

/* Triangles that are near each other: those remembered, or found now for this evaluation alone. *all: no others are
 * nearer than `within`. */
static const NearTriangles *near_of(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, double within,
                                    Arena *scratch, bool *all)
{
    struct PairMemory *m = pair->memory;
    *all = m && cd_near_triangles_at(&m->near, i, j, r, A, within, m->arena, scratch);
    if (*all || (m && cd_near_triangles_at(&m->near, i, j, r, A, 0, m->arena, scratch))) return &m->near;
    NearTriangles *n = ARENA_NEW(scratch, NearTriangles);
    cd_near_triangles_list(n, i->mesh, j->mesh, r, A, 0, scratch, scratch);
    return n;
}

static bool is_swallowed(const NearTriangles *near, const Shape *i, const Shape *j, Vec3 r, Mat3 A)
{
    return near->at.n ? cd_mesh_holds(j->mesh, v3_add(r, m3_apply(A, i->mesh->shifted[0]))) : near->swallowed;
}

void cd_pair_meshes(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    if (is_convex(i) && is_convex(j)) {
        cd_pair_convex(pair, i, j, r, A, scratch, touch);
        return;
    }
    double apart = v3_norm(v3_sub(v3_add(r, m3_apply(A, i->centre)), j->centre)) - i->reach - j->reach;
    const NearTriangles *near = NULL;
    bool all = false;
    if (apart <= 0) {
        near = near_of(pair, i, j, r, A, touch->within, scratch, &all);
        if (cd_surfaces_overlap(i->mesh, j->mesh, near, r, A, scratch, touch)) return;
        if (is_swallowed(near, i, j, r, A)) {
            swallowed(i, j, r, A, touch);
            return;
        }
    }
    if (!(touch->within > 0)) return;
    if (cd_shape_has_support(i) && cd_shape_has_support(j)) {
        cd_gap_of_convex(i, j, r, A, touch);
        return;
    }
    if (!all && parted(i, j, r, A, touch)) return;
    Vec3 n = v3(0, 0, 0), x = r;
    if (all) touch->gap = cd_mesh_distance_of(i->mesh, j->mesh, near, r, A, touch->within, &n, &x);
    else touch->gap = cd_mesh_distance(i->mesh, j->mesh, r, A, touch->within, &n, &x);
    cd_region_speed(r, x, n, touch->dgap);
}
