/* sphere_mesh.c - a ball and a mesh (theory 18, 6). A convex mesh has a closed distance. Else each triangle in reach of
 * the ball takes from it the area A of a disc cut by the triangle; triangles that hang together by edges in the ball
 * are one region, its normal is unit(sum A n), and its depth is that of the surface along the normal below the centre:
 *
 *     p = R - n_U . (c - x_U) / (n_U . n)                                                       (18.14) */
#include "contact/mesh_distance.h"
#include "contact/rows.h"

typedef struct Disc {
    int triangle, region;
    double area;
    Vec3 darea; /* by the centre */
} Disc;

typedef ARRAY_OF(Disc) Discs;

/* Area of a disc of radius rho about c that is inside the triangle, all in its plane, and its changes: by c along the
 * plane it is the integral of the outward normal over the arcs, by rho their length. */
static void cut_disc(const Vec3 p[3], Vec3 n, Vec3 c, double rho, double *area, Vec3 *by_c, double *by_rho)
{
    *area = *by_rho = 0, *by_c = v3(0, 0, 0);
    Vec3 e1 = v3_unit(v3_sub(p[1], p[0])), e2 = v3_cross(n, e1);
    for (int k = 0; k < 3; k++) {
        Vec3 a3 = v3_sub(p[k], c), b3 = v3_sub(p[(k + 1) % 3], c);
        double ax = v3_dot(a3, e1), ay = v3_dot(a3, e2), bx = v3_dot(b3, e1), by = v3_dot(b3, e2);
        double ux = bx - ax, uy = by - ay, uu = ux * ux + uy * uy, half = ax * ux + ay * uy;
        double disc = half * half - uu * (ax * ax + ay * ay - rho * rho);
        double t1 = 1, t2 = 1;
        if (disc > 0 && uu > 0) {
            double root = sqrt(disc);
            t1 = fmin(1, fmax(0, (-half - root) / uu)), t2 = fmin(1, fmax(0, (-half + root) / uu));
        }
        if (t1 >= t2) t1 = t2 = 1;
        /* outside to t1, inside to t2, outside to 1 */
        *area += 0.5 * (t2 - t1) * (ax * uy - ay * ux);
        const double from[2] = { 0, t2 }, to[2] = { t1, 1 };
        for (int l = 0; l < 2; l++) {
            double px = ax + from[l] * ux, py = ay + from[l] * uy, qx = ax + to[l] * ux, qy = ay + to[l] * uy;
            if (to[l] <= from[l]) continue;
            double f1 = atan2(py, px), f = atan2(px * qy - py * qx, px * qx + py * qy), f2 = f1 + f;
            *area += 0.5 * rho * rho * f, *by_rho += rho * f;
            *by_c = v3_axpy(v3_axpy(*by_c, rho * (sin(f2) - sin(f1)), e1), -rho * (cos(f2) - cos(f1)), e2);
        }
    }
}

static void gather(const SurfaceMesh *m, int b, Vec3 c, double R, bool behind, Arena *scratch, Discs *discs)
{
    const MeshBox *box = &m->box[b];
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double x = v3_get(c, k), off = fmax(0, fmax(v3_get(box->low, k) - x, x - v3_get(box->high, k)));
        sum += off * off;
    }
    if (sum > R * R) return;
    if (!box->count) {
        gather(m, box->first, c, R, behind, scratch, discs), gather(m, box->first + 1, c, R, behind, scratch, discs);
        return;
    }
    for (int t = box->first; t < box->first + box->count; t++) {
        const int *v = m->triangle[t];
        Vec3 p[3] = { m->vertex[v[0]], m->vertex[v[1]], m->vertex[v[2]] }, n = m->normal[t];
        double h = v3_dot(n, v3_sub(c, p[0]));
        if (fabs(h) >= R || (h < 0) != behind || v3_dot(n, n) == 0) continue;
        if (v3_norm(v3_sub(cd_triangle_nearest(c, p[0], p[1], p[2]), c)) >= R) continue;
        double rho = sqrt(R * R - h * h), by_rho;
        Disc d = { .triangle = t, .region = -1 };
        Vec3 by_c;
        cut_disc(p, n, v3_axpy(c, -h, n), rho, &d.area, &by_c, &by_rho);
        if (!(d.area > 0)) continue;
        d.darea = v3_axpy(by_c, -by_rho * h / rho, n);
        ARRAY_PUSH(scratch, discs, d);
    }
}

static double edge_distance(const SurfaceMesh *m, int edge, Vec3 c)
{
    Vec3 a = m->vertex[m->edge[edge][0]], u = v3_sub(m->vertex[m->edge[edge][1]], a), w = v3_sub(c, a);
    double t = fmin(1, fmax(0, v3_dot(w, u) / v3_dot(u, u)));
    return v3_norm(v3_axpy(w, -t, u));
}

/* Triangles that share an edge in the ball belong together. */
static int unite(const SurfaceMesh *m, Vec3 c, double R, Arena *scratch, Discs *discs)
{
    int *owner = ARENA_ARRAY(scratch, int, m->edges), regions = 0; /* disc at an edge, + 1 */
    int *stack = ARENA_ARRAY(scratch, int, discs->n + 1);
    int(*pair)[3] = cd_arena_take(scratch, sizeof *pair * (size_t)(discs->n + 1)); /* neighbour across each edge, + 1 */
    for (int k = 0; k < discs->n; k++)
        for (int e = 0; e < 3; e++) {
            int number = m->side[discs->at[k].triangle][e], edge = (number > 0 ? number : -number) - 1;
            if (edge_distance(m, edge, c) >= R) continue;
            if (!owner[edge]) owner[edge] = 3 * k + e + 1;
            else {
                int other = (owner[edge] - 1) / 3, side = (owner[edge] - 1) % 3;
                pair[k][e] = other + 1, pair[other][side] = k + 1;
            }
        }
    for (int k = 0; k < discs->n; k++) {
        if (discs->at[k].region >= 0) continue;
        int n = 0;
        for (stack[n++] = k, discs->at[k].region = regions; n;) {
            int d = stack[--n];
            for (int e = 0; e < 3; e++)
                if (pair[d][e] && discs->at[pair[d][e] - 1].region < 0)
                    discs->at[pair[d][e] - 1].region = regions, stack[n++] = pair[d][e] - 1;
        }
        regions++;
    }
    return regions;
}

static bool below(const SurfaceMesh *m, int t, Vec3 c, Vec3 n)
{
    Vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = v3_sub(m->vertex[m->triangle[t][k]], c);
    double a = v3_dot(n, v3_cross(p[0], p[1])), b = v3_dot(n, v3_cross(p[1], p[2])),
           d = v3_dot(n, v3_cross(p[2], p[0]));
    double tiny = 1e-13 * (fabs(a) + fabs(b) + fabs(d));
    return a >= -tiny && b >= -tiny && d >= -tiny;
}

static void touch_region(const Shape *s, const SurfaceMesh *m, const Discs *discs, int region, int key, DualVec c,
                         Touch *touch)
{
    DualVec sum = dv(v3(0, 0, 0));
    for (int k = 0; k < discs->n; k++) {
        const Disc *d = &discs->at[k];
        if (d->region != region) continue;
        Dual area = { d->area, { d->darea.x, d->darea.y, d->darea.z, 0, 0, 0 } };
        sum = dv_add(sum, dv_scale(dv(m->normal[d->triangle]), area));
    }
    if (!(v3_norm(sum.x) > 0)) return;
    DualVec n = dv_unit(sum);
    int hit = -1;
    double nearest = INFINITY, least = INFINITY;
    for (int k = 0; k < discs->n; k++) {
        int t = discs->at[k].triangle;
        double rise = v3_dot(m->normal[t], n.x);
        if (discs->at[k].region != region || rise <= 0) continue;
        double depth = v3_dot(m->normal[t], v3_sub(c.x, m->vertex[m->triangle[t][0]])) / rise;
        if (below(m, t, c.x, n.x) && depth < nearest) nearest = depth, hit = t;
        if (hit < 0 && depth < least) least = depth;
    }
    Dual height = du(least);
    if (hit >= 0) {
        DualVec u = dv(m->normal[hit]);
        height = du_div(dv_dot(u, dv_sub(c, dv(m->vertex[m->triangle[hit][0]]))), dv_dot(u, n));
    } else { /* the line runs past the region: the surface nearest to the centre */
        int best = -1;
        double shortest = INFINITY;
        Vec3 at = c.x;
        for (int k = 0; k < discs->n; k++) {
            if (discs->at[k].region != region) continue;
            const int *v = m->triangle[discs->at[k].triangle];
            Vec3 y = cd_triangle_nearest(c.x, m->vertex[v[0]], m->vertex[v[1]], m->vertex[v[2]]);
            double d = v3_norm(v3_sub(y, c.x));
            if (d < shortest) shortest = d, best = k, at = y;
        }
        if (best < 0) return;
        height = dv_dot(n, dv_sub(c, dv(at)));
    }
    cd_touch_add(touch, key, du_plus(height, -s->radius), dv_axpy(c, -s->radius, n), n);
}

static void open_gap(const SurfaceMesh *m, int b, Vec3 c, double *least, Vec3 *at)
{
    const MeshBox *box = &m->box[b];
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        double x = v3_get(c, k), off = fmax(0, fmax(v3_get(box->low, k) - x, x - v3_get(box->high, k)));
        sum += off * off;
    }
    if (sum >= *least * *least) return;
    if (!box->count) {
        open_gap(m, box->first, c, least, at), open_gap(m, box->first + 1, c, least, at);
        return;
    }
    for (int t = box->first; t < box->first + box->count; t++) {
        const int *v = m->triangle[t];
        Vec3 y = cd_triangle_nearest(c, m->vertex[v[0]], m->vertex[v[1]], m->vertex[v[2]]);
        if (v3_norm(v3_sub(y, c)) < *least) *least = v3_norm(v3_sub(y, c)), *at = y;
    }
}

void cd_pair_sphere_mesh(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    if (j->polytope) {
        cd_pair_sphere_solid(pair, i, j, r, A, scratch, touch);
        return;
    }
    const SurfaceMesh *m = j->mesh;
    Discs discs = { 0 };
    bool behind = cd_mesh_holds(m, r); /* a centre inside looks at the faces behind which it is */
    gather(m, 0, r, i->radius, behind, scratch, &discs);
    int regions = unite(m, r, i->radius, scratch, &discs);
    for (int k = 0; k < regions; k++) {
        int key = 0;
        for (int d = 0; d < discs.n && regions > 1 && !key; d++)
            if (discs.at[d].region == k) key = 1 + discs.at[d].triangle;
        touch_region(i, m, &discs, k, key, dv_point(r, A, v3(0, 0, 0)), touch);
    }
    if (touch->n) return;
    double least = INFINITY;
    Vec3 at = r;
    open_gap(m, 0, r, &least, &at);
    touch->gap = behind ? 0 : fmax(0, least - i->radius);
    for (int k = 0; k < 3 && least > 0; k++) touch->dgap[k] = (v3_get(r, k) - v3_get(at, k)) / least;
}
