/* single_gap.c - gaps of shapes that touch at one point, in closed form.
 *
 *     point x of I, less R, on a solid J:   distance of x from J's nearest face, edge, corner, rim                (22.29)
 *     ellipsoid on a plane with normal n:   n.c - sqrt(sum (a_k n.e_k)^2);
 *     torus, rim of radius R about a:       n.c - R sqrt(1 - (n.a)^2) - r                                         (22.30)
 */
#include "contact/single_gap.h"

#include "contact/polytope.h"

#include <math.h>

/* ---- which ------------------------------------------------------------------------------------------------------- */

static bool is_ball(const Shape *s)
{
    return s->kind == SHAPE_sphere || s->kind == SHAPE_point;
}

static bool is_round(const Shape *s)
{
    return s->kind == SHAPE_cylinder || s->kind == SHAPE_frustum;
}

static bool has_distance(const Shape *s)
{
    return s->kind == SHAPE_sphere || s->kind == SHAPE_ellipsoid || s->kind == SHAPE_torus || is_round(s) ||
           s->polytope;
}

static bool has_no_rim(const Shape *s)
{
    return !s->rim;
}

int cd_single_gaps(const Shape *i, const Shape *j, bool inside)
{
    if (!has_no_rim(i) || !has_no_rim(j)) return 0;
    if (is_ball(j) && !is_ball(i)) {
        const Shape *swap = i;
        i = j, j = swap;
    }
    if (inside) return i->kind == SHAPE_sphere && (j->kind == SHAPE_sphere || j->kind == SHAPE_cylinder);
    if (is_ball(i)) return has_distance(j);
    if (i->kind == SHAPE_plane) {
        const Shape *swap = i;
        i = j, j = swap;
    }
    if (j->kind == SHAPE_plane) return is_round(i) ? 2 : i->kind == SHAPE_ellipsoid || i->kind == SHAPE_torus;
    return 0;
}

SingleGap cd_single_gap(const Shape *i, const Shape *j, bool inside, int which)
{
    bool larger = is_ball(i) && is_ball(j) && inside && i->radius > j->radius;
    bool swap = (is_ball(j) && !is_ball(i)) || i->kind == SHAPE_plane || larger;
    SingleGap g = { .i = swap ? j : i, .j = swap ? i : j, .swapped = swap };
    if (is_ball(g.i)) {
        g.kind = inside ? GAP_WITHIN : GAP_POINT;
        g.point = g.i->centre, g.radius = g.i->kind == SHAPE_sphere ? g.i->radius : 0;
    } else if (g.j->kind == SHAPE_plane && is_round(g.i)) {
        g.kind = GAP_RIM, g.at = which ? g.i->round.to : g.i->round.from,
        g.round = which ? g.i->round.top : g.i->round.bottom;
    } else if (g.j->kind == SHAPE_plane) g.kind = GAP_ROUND;
    return g;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static JetVec jv_axpy(JetVec a, double f, JetVec b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) a.c[i][j] = v3_axpy(a.c[i][j], f, b.c[i][j]);
    return a;
}

static JetVec in_axes(const JetFrame *f, Vec3 x)
{
    return jv_axpy(jv_axpy(jv_axpy((JetVec){ 0 }, x.x, f->axis[0]), x.y, f->axis[1]), x.z, f->axis[2]);
}

static JetVec place(const JetFrame *f, Vec3 x)
{
    return jv_axpy(in_axes(f, x), 1, f->r);
}

/* Of a shape that has a frame of its own at its marker. */
static JetFrame frame_of(const Shape *s, const JetFrame *marker)
{
    if (!s->placed) return *marker;
    JetFrame f = { .r = place(marker, s->at) };
    for (int k = 0; k < 3; k++) f.axis[k] = in_axes(marker, s->axes.c[k]);
    return f;
}

/* A point of I along the axes of J. */
typedef struct Seen {
    Jet x[3];
    Vec3 now;
} Seen;

static Seen seen_from(const JetFrame *j, JetVec point)
{
    JetVec d = jv_sub(point, j->r);
    Seen s;
    for (int k = 0; k < 3; k++) s.x[k] = jv_dot(d, j->axis[k]);
    s.now = v3(s.x[0].c[0][0], s.x[1].c[0][0], s.x[2].c[0][0]);
    return s;
}

/* n . x - d */
static Jet along(const Seen *s, Vec3 n, double d)
{
    Jet x = jet_axpy(jet_axpy(jet_scale(s->x[0], n.x), n.y, s->x[1]), n.z, s->x[2]);
    x.c[0][0] -= d;
    return x;
}

static Jet plus(Jet a, double b)
{
    a.c[0][0] += b;
    return a;
}

static Jet root_of_squares(Jet a, Jet b)
{
    return jet_sqrt(jet_axpy(jet_mul(a, a), 1, jet_mul(b, b)));
}

/* ---- a point and a solid ----------------------------------------------------------------------------------------- */

static Jet from_vertex(const Seen *s, Vec3 v)
{
    Jet sum = jet_const(0);
    for (int k = 0; k < 3; k++) {
        Jet d = plus(s->x[k], -v3_get(v, k));
        sum = jet_axpy(sum, 1, jet_mul(d, d));
    }
    return jet_sqrt(sum);
}

static Jet from_line(const Seen *s, Vec3 a, Vec3 u)
{
    Jet sum = jet_const(0), t = along(s, u, v3_dot(u, a));
    for (int k = 0; k < 3; k++) {
        Jet d = jet_axpy(plus(s->x[k], -v3_get(a, k)), -v3_get(u, k), t);
        sum = jet_axpy(sum, 1, jet_mul(d, d));
    }
    return jet_sqrt(sum);
}

static bool is_over(const Polytope *p, const Facet *f, Vec3 x)
{
    for (int k = 0; k < f->count; k++) {
        Vec3 a = p->vertex[p->loop[f->first + k]], b = p->vertex[p->loop[f->first + (k + 1) % f->count]];
        if (v3_dot(v3_cross(f->n, v3_sub(b, a)), v3_sub(x, a)) < 0) return false;
    }
    return true;
}

static int highest_face(const Polytope *p, Vec3 x)
{
    int best = 0;
    for (int k = 1; k < p->facets; k++)
        if (v3_dot(p->facet[k].n, x) - p->facet[k].d > v3_dot(p->facet[best].n, x) - p->facet[best].d) best = k;
    return best;
}

/* Where on an edge the nearest point is: 0 to its length, or beyond. */
static double station(const Polytope *p, int edge, Vec3 x, Vec3 *u, double *length)
{
    Vec3 a = p->vertex[p->edge[edge][0]], d = v3_sub(p->vertex[p->edge[edge][1]], a);
    *length = v3_norm(d), *u = v3_scale(d, 1 / *length);
    return v3_dot(*u, v3_sub(x, a));
}

static Jet from_polytope(const Polytope *p, const Seen *s, int *feature)
{
    *feature = highest_face(p, s->now);
    const Facet *top = &p->facet[*feature];
    if (v3_dot(top->n, s->now) - top->d <= 0) return along(s, top->n, top->d);
    for (int k = 0; k < p->facets; k++) {
        const Facet *f = &p->facet[k];
        *feature = k;
        if (v3_dot(f->n, s->now) >= f->d && is_over(p, f, s->now)) return along(s, f->n, f->d);
    }
    int nearest = 0;
    double least = INFINITY, length;
    Vec3 u;
    for (int k = 0; k < p->edges; k++) {
        double t = station(p, k, s->now, &u, &length);
        Vec3 foot = v3_axpy(p->vertex[p->edge[k][0]], fmin(fmax(t, 0), length), u);
        double off = v3_norm(v3_sub(s->now, foot));
        if (off < least) least = off, nearest = k;
    }
    double t = station(p, nearest, s->now, &u, &length);
    *feature = p->facets + nearest;
    if (t > 0 && t < length) return from_line(s, p->vertex[p->edge[nearest][0]], u);
    int corner = p->edge[nearest][t >= length];
    *feature = p->facets + p->edges + corner;
    return from_vertex(s, p->vertex[corner]);
}

/* In the half plane through the axis it is a polygon: ends, side, rims. */
static Jet from_round(const Shape *s, const Seen *x, int *feature)
{
    enum { SIDE, LOWER_END, UPPER_END, LOWER_RIM, UPPER_RIM };
    double bottom = s->round.bottom, top = s->round.top, length = s->round.to - s->round.from;
    double slant = hypot(length, top - bottom), nr = length / slant, nz = (bottom - top) / slant;
    double rho = hypot(x->now.x, x->now.y), low = x->now.z - s->round.from, high = low - length;
    double side = (rho - bottom) * nr + low * nz, way = -(rho - bottom) * nz + low * nr;
    bool inside = side <= 0 && low >= 0 && high <= 0;
    if (inside) *feature = high >= side && high >= -low ? UPPER_END : -low >= side ? LOWER_END : SIDE;
    else if (high >= 0 && rho <= top) *feature = UPPER_END;
    else if (low <= 0 && rho <= bottom) *feature = LOWER_END;
    else if (side >= 0 && way >= 0 && way <= slant) *feature = SIDE;
    else *feature = hypot(rho - bottom, low) < hypot(rho - top, high) ? LOWER_RIM : UPPER_RIM;
    if (*feature == UPPER_END) return plus(x->x[2], -s->round.to);
    if (*feature == LOWER_END) return plus(jet_scale(x->x[2], -1), s->round.from);
    Jet radial = root_of_squares(x->x[0], x->x[1]);
    if (*feature == SIDE) return jet_axpy(jet_scale(plus(radial, -bottom), nr), nz, plus(x->x[2], -s->round.from));
    bool lower = *feature == LOWER_RIM;
    return root_of_squares(plus(radial, lower ? -bottom : -top), plus(x->x[2], lower ? -s->round.from : -s->round.to));
}

/* The foot is at a_k^2 x_k / (a_k^2 + t), with sum (a_k x_k / (a_k^2 + t))^2 = 1: t by Newton's method, first of values
 * and then of jets, whose higher coefficients are exact after two rounds. */
static Jet from_ellipsoid(const Shape *s, const Seen *x)
{
    double a[3] = { s->half.x, s->half.y, s->half.z }, least = fmin(a[0], fmin(a[1], a[2])), t = 0;
    t = least * (v3_norm(x->now) - least); /* no larger than the root: the ellipsoid holds a ball of that radius */
    for (int it = 0; it < 60; it++) {
        double f = -1, slope = 0;
        for (int k = 0; k < 3; k++) {
            double w = a[k] * a[k] + t, y = a[k] * v3_get(x->now, k) / w;
            f += y * y, slope -= 2 * y * y / w;
        }
        if (!(slope < 0)) break;
        double step = -f / slope;
        t += step;
        if (fabs(step) <= 1e-16 * (least * least + fabs(t))) break;
    }
    Jet root = jet_const(t);
    for (int round = 0; round < 3; round++) {
        Jet f = jet_const(-1), slope = jet_const(0);
        for (int k = 0; k < 3; k++) {
            Jet w = plus(root, a[k] * a[k]), y = jet_div(jet_scale(x->x[k], a[k]), w), square = jet_mul(y, y);
            f = jet_axpy(f, 1, square), slope = jet_axpy(slope, -2, jet_div(square, w));
        }
        root = jet_axpy(root, -1, jet_div(f, slope));
    }
    /* x - foot = t x_k / (a_k^2 + t): the distance is t sqrt(sum (x_k / (a_k^2 + t))^2), negative inside */
    Jet sum = jet_const(0);
    for (int k = 0; k < 3; k++) {
        Jet y = jet_div(x->x[k], plus(root, a[k] * a[k]));
        sum = jet_axpy(sum, 1, jet_mul(y, y));
    }
    return jet_mul(root, jet_sqrt(sum));
}

static Jet from_solid(const Shape *j, const Seen *x, int *feature)
{
    *feature = 0;
    if (j->polytope) return from_polytope(j->polytope, x, feature);
    if (is_round(j)) return from_round(j, x, feature);
    if (j->kind == SHAPE_ellipsoid) return from_ellipsoid(j, x);
    if (j->kind == SHAPE_torus)
        return plus(root_of_squares(plus(root_of_squares(x->x[0], x->x[1]), -j->torus.ring), x->x[2]),
                    -j->torus.section);
    return plus(from_vertex(x, j->centre), -j->radius);
}

static Jet within(const SingleGap *g, const Seen *x)
{
    bool tube = g->j->kind == SHAPE_cylinder;
    Jet off = tube ? root_of_squares(x->x[0], x->x[1]) : from_vertex(x, g->j->centre);
    return plus(jet_scale(off, -1), (tube ? g->j->round.bottom : g->j->radius) - g->radius);
}

/* ---- on a plane -------------------------------------------------------------------------------------------------- */

/* sqrt(1 - (n.a)^2); where the axis is along the normal there is no lowest point, and nothing is made of it. */
static Jet lean(Jet cosine)
{
    const double flat = 1e-14;
    Jet square = plus(jet_scale(jet_mul(cosine, cosine), -1), 1);
    return square.c[0][0] > flat ? jet_sqrt(square) : jet_const(0);
}

static Jet on_plane(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    Jet height = jv_dot(jv_sub(i->r, j->r), j->axis[2]), cosine = jv_dot(i->axis[2], j->axis[2]);
    if (g->kind == GAP_RIM) return jet_axpy(jet_axpy(height, g->at, cosine), -g->round, lean(cosine));
    if (g->i->kind == SHAPE_torus) return plus(jet_axpy(height, -g->i->torus.ring, lean(cosine)), -g->i->torus.section);
    Jet sum = jet_const(0);
    for (int k = 0; k < 3; k++) {
        Jet n = jet_scale(jv_dot(i->axis[k], j->axis[2]), v3_get(g->i->half, k));
        sum = jet_axpy(sum, 1, jet_mul(n, n));
    }
    return jet_axpy(height, -1, jet_sqrt(sum));
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

Jet cd_single_gap_along(const SingleGap *g, const JetFrame *of_i, const JetFrame *of_j, int *feature)
{
    int part = 0;
    JetFrame i = frame_of(g->i, g->swapped ? of_j : of_i), j = frame_of(g->j, g->swapped ? of_i : of_j);
    Jet out = jet_const(0);
    if (g->kind == GAP_POINT || g->kind == GAP_WITHIN) {
        Seen x = seen_from(&j, place(&i, g->point));
        out = g->kind == GAP_WITHIN ? within(g, &x) : plus(from_solid(g->j, &x, &part), -g->radius);
    } else out = on_plane(g, &i, &j);
    if (feature) *feature = part;
    return out;
}
