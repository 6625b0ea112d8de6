/* mesh_distance.c - nearest points of two meshes by descending both trees, nearest boxes first. */
#include "contact/mesh_distance.h"

Vec3 cd_triangle_nearest(Vec3 x, Vec3 a, Vec3 b, Vec3 c)
{
    Vec3 p[3] = { a, b, c }, n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    bool above = true;
    for (int k = 0; k < 3 && above; k++)
        above = v3_dot(v3_cross(n, v3_sub(p[(k + 1) % 3], p[k])), v3_sub(x, p[k])) >= 0;
    double nn = v3_dot(n, n);
    if (above && nn > 0) return v3_axpy(x, v3_dot(v3_sub(a, x), n) / nn, n);
    Vec3 best = a;
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        Vec3 u = v3_sub(p[(k + 1) % 3], p[k]);
        double uu = v3_dot(u, u), t = uu > 0 ? fmin(1, fmax(0, v3_dot(v3_sub(x, p[k]), u) / uu)) : 0;
        Vec3 y = v3_axpy(p[k], t, u);
        double d = v3_norm(v3_sub(x, y));
        if (d < least) least = d, best = y;
    }
    return best;
}

typedef struct Nearest {
    const SurfaceMesh *i, *j;
    Vec3 r;
    Mat3 A;
    Vec3 back; /* J as seen from I */
    Mat3 turned_back;
    double least;
    double digits; /* distances that differ by less are the same: faces that are parallel have many such */
    bool exact;    /* least is a distance, no bound */
    Vec3 on_i, on_j;
} Nearest;

/* Boxes that are so far apart, against their sizes, count by their own distance: nearer ones are looked into. */
static const double FAR = 0.5;

static void offer(Nearest *n, Vec3 on_i, Vec3 on_j)
{
    double d = v3_norm(v3_sub(on_i, on_j));
    if (d < n->least) n->least = d, n->exact = true, n->on_i = on_i, n->on_j = on_j;
}

/* Nearest points of two segments. */
static void of_edges(Nearest *n, Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
    Vec3 u = v3_sub(b, a), v = v3_sub(d, c), w = v3_sub(a, c);
    double uu = v3_dot(u, u), uv = v3_dot(u, v), vv = v3_dot(v, v), uw = v3_dot(u, w), vw = v3_dot(v, w);
    double det = uu * vv - uv * uv, s = det > 1e-14 * uu * vv ? fmin(1, fmax(0, (uv * vw - vv * uw) / det)) : 0;
    double t = vv > 0 ? fmin(1, fmax(0, (uv * s + vw) / vv)) : 0;
    s = uu > 0 ? fmin(1, fmax(0, (uv * t - uw) / uu)) : 0;
    offer(n, v3_axpy(a, s, u), v3_axpy(c, t, v));
}

static void of_triangles(Nearest *n, int ti, int tj)
{
    Vec3 p[3], q[3], between = v3_sub(v3_add(n->r, m3_apply(n->A, n->i->middle[ti])), n->j->middle[tj]);
    if (v3_norm(between) - n->i->radius[ti] - n->j->radius[tj] >= n->least) return;
    for (int k = 0; k < 3; k++) {
        p[k] = v3_add(n->r, m3_apply(n->A, n->i->vertex[n->i->triangle[ti][k]]));
        q[k] = n->j->vertex[n->j->triangle[tj][k]];
    }
    for (int k = 0; k < 3; k++) {
        offer(n, p[k], cd_triangle_nearest(p[k], q[0], q[1], q[2]));
        offer(n, cd_triangle_nearest(q[k], p[0], p[1], p[2]), q[k]);
        for (int l = 0; l < 3; l++) of_edges(n, p[k], p[(k + 1) % 3], q[l], q[(l + 1) % 3]);
    }
}

/* The distance of box q from the box along its axes that holds p, which is at r, turned by A. */
static double off_axes(const MeshBox *p, Vec3 r, Mat3 A, const MeshBox *q)
{
    Vec3 mid = v3_scale(v3_add(p->low, p->high), 0.5), half = v3_scale(v3_sub(p->high, p->low), 0.5);
    Vec3 x = v3_add(r, m3_apply(A, mid));
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        Vec3 row = m3_row(A, k);
        double w = fabs(row.x) * half.x + fabs(row.y) * half.y + fabs(row.z) * half.z, at = v3_get(x, k);
        double gap = fmax(0, fmax(at - w - v3_get(q->high, k), v3_get(q->low, k) - at - w));
        sum += gap * gap;
    }
    return sqrt(sum);
}

/* A lower bound of the distance of two boxes, along the axes of J and along those of I: a large thin box says nothing
 * along axes that are turned against it. */
static double apart(const Nearest *n, const MeshBox *p, const MeshBox *q)
{
    double along_j = off_axes(p, n->r, n->A, q);
    return fmax(along_j, off_axes(q, n->back, n->turned_back, p));
}

static double size_of(const MeshBox *b)
{
    return v3_norm(v3_sub(b->high, b->low));
}

static void descend(Nearest *n, int bi, int bj)
{
    const MeshBox *p = &n->i->box[bi], *q = &n->j->box[bj];
    if (p->count && q->count) {
        for (int k = 0; k < p->count; k++)
            for (int l = 0; l < q->count; l++) of_triangles(n, p->first + k, q->first + l);
        return;
    }
    bool split_i = q->count || (!p->count && size_of(p) > size_of(q));
    int at[2][2];
    double bound[2];
    for (int k = 0; k < 2; k++) {
        at[k][0] = split_i ? p->first + k : bi, at[k][1] = split_i ? bj : q->first + k;
        bound[k] = apart(n, &n->i->box[at[k][0]], &n->j->box[at[k][1]]);
    }
    int first = bound[1] < bound[0];
    for (int k = 0; k < 2; k++) {
        int which = k ? !first : first;
        if (bound[which] >= n->least - n->digits) continue;
        const MeshBox *a = &n->i->box[at[which][0]], *b = &n->j->box[at[which][1]];
        if (bound[which] > FAR * (size_of(a) + size_of(b))) n->least = bound[which], n->exact = false;
        else descend(n, at[which][0], at[which][1]);
    }
}

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static double off_box(const MeshBox *b, Vec3 x)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double off = fmax(0, fmax(v3_get(x, k) - v3_get(b->high, k), v3_get(b->low, k) - v3_get(x, k)));
        sum += off * off;
    }
    return sqrt(sum);
}

/* Point of a mesh nearest to x, where it is nearer than *least. */
static void approach(const SurfaceMesh *m, int at, Vec3 x, double *least, Vec3 *nearest)
{
    const MeshBox *b = &m->box[at];
    for (int t = b->first; t < b->first + b->count; t++) {
        const int *c = m->triangle[t];
        Vec3 y = cd_triangle_nearest(x, m->vertex[c[0]], m->vertex[c[1]], m->vertex[c[2]]);
        double d = v3_norm(v3_sub(x, y));
        if (d < *least) *least = d, *nearest = y;
    }
    if (b->count) return;
    double off[2] = { off_box(&m->box[b->first], x), off_box(&m->box[b->first + 1], x) };
    int first = off[1] < off[0];
    for (int k = 0; k < 2; k++) {
        int which = k ? !first : first;
        if (off[which] < *least) approach(m, b->first + which, x, least, nearest);
    }
}

/* A distance that is near the least: from the middle of I to J and back. Trees are cut by it from the start, also where
 * the boxes of a few large triangles say little. */
static void begin(Nearest *n)
{
    const MeshBox *all = &n->i->box[0];
    Vec3 on_i = v3_scale(v3_add(all->low, all->high), 0.5), on_j = v3(0, 0, 0);
    for (int k = 0; k < 2; k++) {
        double to_j = INFINITY, to_i = INFINITY;
        approach(n->j, 0, v3_add(n->r, m3_apply(n->A, on_i)), &to_j, &on_j);
        approach(n->i, 0, m3_tapply(n->A, v3_sub(on_j, n->r)), &to_i, &on_i);
    }
    offer(n, v3_add(n->r, m3_apply(n->A, on_i)), on_j);
}

static Nearest open_nearest(const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r, Mat3 A, double within)
{
    Nearest n = { .i = i, .j = j, .r = r, .A = A, .least = within };
    n.back = v3_neg(m3_tapply(A, r)), n.turned_back = m3_transpose(A);
    n.digits = 1e-12 * fmax(size_of(&i->box[0]), size_of(&j->box[0]));
    return n;
}

static double tell(const Nearest *n, Vec3 *direction, Vec3 *on_i)
{
    *on_i = n->on_i;
    *direction = n->exact && n->least > 0 ? v3_scale(v3_sub(n->on_i, n->on_j), 1 / n->least) : v3(0, 0, 0);
    return n->least;
}

double cd_mesh_distance(const SurfaceMesh *i, const SurfaceMesh *j, Vec3 r, Mat3 A, double within, Vec3 *direction,
                        Vec3 *on_i)
{
    Nearest n = open_nearest(i, j, r, A, within);
    if (!isfinite(within)) begin(&n);
    if (apart(&n, &i->box[0], &j->box[0]) < within) descend(&n, 0, 0);
    return tell(&n, direction, on_i);
}

double cd_mesh_distance_of(const SurfaceMesh *i, const SurfaceMesh *j, const NearTriangles *near, Vec3 r, Mat3 A,
                           double within, Vec3 *direction, Vec3 *on_i)
{
    Nearest n = open_nearest(i, j, r, A, within);
    for (int k = 0; k < near->at.n; k++) of_triangles(&n, near->at.at[k].i, near->at.at[k].j);
    return tell(&n, direction, on_i);
}

/* Crossings of a ray upwards in z of an oblique direction, counted with their turn. */
static void count(const SurfaceMesh *m, int b, Vec3 x, Vec3 u, int *turns)
{
    const MeshBox *box = &m->box[b];
    double from = 0, to = INFINITY;
    for (int k = 0; k < 3; k++) {
        double low = (v3_get(box->low, k) - v3_get(x, k)) / v3_get(u, k),
               high = (v3_get(box->high, k) - v3_get(x, k)) / v3_get(u, k);
        from = fmax(from, fmin(low, high)), to = fmin(to, fmax(low, high));
    }
    if (from > to) return;
    if (!box->count) {
        count(m, box->first, x, u, turns), count(m, box->first + 1, x, u, turns);
        return;
    }
    for (int t = box->first; t < box->first + box->count; t++) {
        Vec3 p[3];
        for (int k = 0; k < 3; k++) p[k] = v3_sub(m->vertex[m->triangle[t][k]], x);
        double a = v3_dot(u, v3_cross(p[0], p[1])), c = v3_dot(u, v3_cross(p[1], p[2])),
               d = v3_dot(u, v3_cross(p[2], p[0]));
        bool up = a > 0 && c > 0 && d > 0, down = a <= 0 && c <= 0 && d <= 0;
        if ((up || down) && v3_dot(m->normal[t], p[0]) / v3_dot(m->normal[t], u) > 0) *turns += up ? 1 : -1;
    }
}

bool cd_mesh_holds(const SurfaceMesh *m, Vec3 x)
{
    int turns = 0;
    count(m, 0, x, v3(0.5772156649, 0.3183098862, 0.7511255444), &turns);
    return turns > 0;
}
