/* near_triangles.c - descending the trees of two meshes, and how far a pose is from where that was done (theory 18.22).
 *
 *   moved = |c - c0| + |A - A0| R,   c = r + A c_I,   R = reach_I + 2 reach_J
 *
 * No point of J or I that may touch is farther from the centre of I than R, seen from either. */
#include "contact/near_triangles.h"

#include "contact/mesh_distance.h"

/* Of the smaller reach: the slack of a list, and the largest that is worth it. Long lists cost more than making them
 * anew. */
static const double SLACK = 2e-3, MOST_SLACK = 0.05;

typedef struct Walk {
    const SurfaceMesh *i, *j;
    Vec3 r;
    Mat3 A;
    double slack;
    double margin; /* of heights over planes, beyond which their signs are sure after all that may move */
    const Vec3 *x; /* vertices of I, seen from J; NULL: not needed so far */
    NearTriangles *out;
    Arena *arena, *scratch;
} Walk;

/* Whether boxes of the trees are nearer than the slack, as seen along the axes of both: with d between their middles
 * along an axis and half lengths h, d <= slack + h_q + sum of h_p times cosines. */
static bool are_near(const Walk *w, const MeshBox *p, const MeshBox *q)
{
    const Vec3 *a = w->A.c;
    const double s = w->slack;
    Vec3 hp = v3_scale(v3_sub(p->high, p->low), 0.5 * (1 + 1e-9)), hq = v3_scale(v3_sub(q->high, q->low), 0.5);
    Vec3 mid = v3_scale(v3_add(p->low, p->high), 0.5), to = v3_scale(v3_add(q->low, q->high), 0.5);
    Vec3 d = v3_sub(v3_add(w->r, m3_apply(w->A, mid)), to);
    if (fabs(d.x) > s + hq.x + fabs(a[0].x) * hp.x + fabs(a[1].x) * hp.y + fabs(a[2].x) * hp.z) return false;
    if (fabs(d.y) > s + hq.y + fabs(a[0].y) * hp.x + fabs(a[1].y) * hp.y + fabs(a[2].y) * hp.z) return false;
    if (fabs(d.z) > s + hq.z + fabs(a[0].z) * hp.x + fabs(a[1].z) * hp.y + fabs(a[2].z) * hp.z) return false;
    const double h[3] = { hp.x, hp.y, hp.z };
    hq = v3_scale(hq, 1 + 1e-9);
    for (int k = 0; k < 3; k++)
        if (fabs(v3_dot(d, a[k])) > s + h[k] + fabs(a[k].x) * hq.x + fabs(a[k].y) * hq.y + fabs(a[k].z) * hq.z)
            return false;
    return true;
}

static void add_triangles(Walk *w, int ti, int tj)
{
    const int *t = w->i->triangle[ti], *u = w->j->triangle[tj];
    if (cd_triangle_clear(w->x, t, w->j->vertex[u[0]], w->j->normal[tj], w->margin) ||
        cd_triangle_clear(w->j->vertex, u, w->x[t[0]], m3_apply(w->A, w->i->normal[ti]), w->margin))
        return;
    TrianglePair pair = { ti, tj };
    ARRAY_PUSH(w->arena, &w->out->at, pair);
}

static void add_leaves(Walk *w, const MeshBox *p, const MeshBox *q)
{
    if (!w->x) w->x = cd_mesh_seen(w->i, w->r, w->A, w->scratch);
    for (int k = 0; k < p->count; k++)
        for (int l = 0; l < q->count; l++) add_triangles(w, p->first + k, q->first + l);
}

static void descend(Walk *w, int bi, int bj)
{
    const MeshBox *p = &w->i->box[bi], *q = &w->j->box[bj];
    if (!are_near(w, p, q)) return;
    if (p->count && q->count) add_leaves(w, p, q);
    else if (q->count || (!p->count && cd_box_extent(p) > cd_box_extent(q)))
        descend(w, p->first, bj), descend(w, p->first + 1, bj);
    else descend(w, bi, q->first), descend(w, bi, q->first + 1);
}

void cd_near_triangles_list(NearTriangles *n, const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r, Mat3 A, double slack,
                            Arena *arena, Arena *scratch)
{
    Walk w = { i, j, r, A, slack, slack + cd_mesh_margin(i, j, r), NULL, n, arena, scratch };
    ArenaMark mark = cd_arena_mark(scratch);
    n->at.n = 0, n->r = r, n->A = A, n->slack = n->left = slack, n->made = true;
    descend(&w, 0, 0);
    if (arena != scratch) cd_arena_release(scratch, mark);
    n->swallowed = !n->at.n && cd_mesh_holds(j, v3_add(r, m3_apply(A, i->shifted[0])));
}

static double moved(const NearTriangles *n, const Shape *i, const Shape *j, Vec3 r, Mat3 A)
{
    Vec3 c = v3_sub(v3_add(r, m3_apply(A, i->centre)), v3_add(n->r, m3_apply(n->A, i->centre)));
    double turned = 0;
    for (int k = 0; k < 3; k++) {
        Vec3 d = v3_sub(A.c[k], n->A.c[k]);
        turned += v3_dot(d, d);
    }
    return v3_norm(c) + sqrt(turned) * (i->reach + 2 * j->reach);
}

bool cd_near_triangles_at(NearTriangles *n, const Shape *i, const Shape *j, Vec3 r, Mat3 A, double need, Arena *arena,
                          Arena *scratch)
{
    double smaller = fmin(i->reach, j->reach);
    if (n->made) n->left = n->slack - moved(n, i, j, r, A);
    if (n->made && n->left >= need) return true;
    if (2 * need > MOST_SLACK * smaller) return false;
    cd_near_triangles_list(n, i->mesh, j->mesh, r, A, fmax(2 * need, SLACK * smaller), arena, scratch);
    return true;
}
