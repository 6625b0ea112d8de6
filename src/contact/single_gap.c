/* single_gap.c - gaps of shapes that touch at single points, in closed form, and the slip there.
 *
 *     point x of I, less R, on a solid J:   distance of x from J's nearest face, edge, corner, rim             (22.29)
 *     ellipsoid on a plane with normal n:   n.c - sqrt(sum (a_k n.e_k)^2);
 *     torus, rim of radius R about a:       n.c - R sqrt(1 - (n.a)^2) - r                                      (22.30)
 *
 * Edges of solids with plane faces are in edge_gap.c (22.31). Slip is the velocity of I against J of the points that
 * touch, along t = e x n / |e x n|, e an axis of J or I's edge, and n x t                                     (22.32)
 */
#include "contact/single_gap.h"

#include "contact/edge_gap.h"
#include "contact/polytope.h"
#include "contact/seen.h"

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

/* Corners of both on the other, edges on edges, and how far they are apart. */
static int solid_gaps(const Polytope *p, const Polytope *q)
{
    double n = p->vertices + q->vertices + (double)p->edges * q->edges + 1;
    return n > SINGLE_GAPS_MOST ? 0 : (int)n;
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
    if (i->polytope && j->polytope) return solid_gaps(i->polytope, j->polytope);
    if (i->kind == SHAPE_plane) {
        const Shape *swap = i;
        i = j, j = swap;
    }
    if (j->kind == SHAPE_plane) return is_round(i) ? 2 : i->kind == SHAPE_ellipsoid || i->kind == SHAPE_torus;
    return 0;
}

static SingleGap of_solids(const Shape *i, const Shape *j, int which)
{
    const Polytope *p = i->polytope, *q = j->polytope;
    bool own = which < p->vertices, other = !own && which < p->vertices + q->vertices;
    if (own) return (SingleGap){ .kind = GAP_CORNER, .i = i, .j = j, .point = p->vertex[which], .of_i = which };
    which -= p->vertices;
    if (other)
        return (
            SingleGap){ .kind = GAP_CORNER, .i = j, .j = i, .swapped = true, .point = q->vertex[which], .of_i = which };
    which -= q->vertices;
    if (which == p->edges * q->edges) return (SingleGap){ .kind = GAP_OVERLAP, .i = i, .j = j };
    return (SingleGap){ .kind = GAP_EDGES, .i = i, .j = j, .of_i = which / q->edges, .of_j = which % q->edges };
}

SingleGap cd_single_gap(const Shape *i, const Shape *j, bool inside, int which)
{
    if (i->polytope && j->polytope) return of_solids(i, j, which);
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

/* ---- jets -------------------------------------------------------------------------------------------------------- */

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

/* The length of d; n: its direction, if wanted. */
static Jet length_of(const Jet d[3], Jet *n)
{
    Jet sum = jet_const(0);
    for (int k = 0; k < 3; k++) sum = jet_axpy(sum, 1, jet_mul(d[k], d[k]));
    Jet length = jet_sqrt(sum);
    for (int k = 0; n && k < 3; k++) n[k] = jet_div(d[k], length);
    return length;
}

static Jet from_vertex(const Seen *s, Vec3 v, Jet *n)
{
    Jet d[3];
    for (int k = 0; k < 3; k++) d[k] = plus(s->x[k], -v3_get(v, k));
    return length_of(d, n);
}

static Jet from_line(const Seen *s, Vec3 a, Vec3 u, Jet *n)
{
    Jet d[3], t = along(s, u, v3_dot(u, a));
    for (int k = 0; k < 3; k++) d[k] = jet_axpy(plus(s->x[k], -v3_get(a, k)), -v3_get(u, k), t);
    return length_of(d, n);
}

static Jet from_face(const Seen *s, const Facet *f, Jet *n)
{
    for (int k = 0; n && k < 3; k++) n[k] = jet_const(v3_get(f->n, k));
    return along(s, f->n, f->d);
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

/* Of a point outside that is over no face: faces are numbered first, then edges, then corners. */
static int nearest_edge(const Polytope *p, Vec3 x)
{
    int nearest = 0;
    double least = INFINITY, length;
    Vec3 u;
    for (int k = 0; k < p->edges; k++) {
        double t = station(p, k, x, &u, &length);
        Vec3 foot = v3_axpy(p->vertex[p->edge[k][0]], fmin(fmax(t, 0), length), u);
        double off = v3_norm(v3_sub(x, foot));
        if (off < least) least = off, nearest = k;
    }
    double t = station(p, nearest, x, &u, &length);
    return t > 0 && t < length ? p->facets + nearest : p->facets + p->edges + p->edge[nearest][t >= length];
}

static int part_of_polytope(const Polytope *p, Vec3 x)
{
    int top = highest_face(p, x);
    if (v3_dot(p->facet[top].n, x) - p->facet[top].d <= 0) return top;
    for (int k = 0; k < p->facets; k++)
        if (v3_dot(p->facet[k].n, x) >= p->facet[k].d && cd_facet_is_below(p, &p->facet[k], x, 0)) return k;
    return nearest_edge(p, x);
}

static Jet from_polytope(const Polytope *p, int part, const Seen *s, Jet *n)
{
    if (part < p->facets) return from_face(s, &p->facet[part], n);
    if (part >= p->facets + p->edges) return from_vertex(s, p->vertex[part - p->facets - p->edges], n);
    double length;
    Vec3 u;
    station(p, part - p->facets, s->now, &u, &length);
    return from_line(s, p->vertex[p->edge[part - p->facets][0]], u, n);
}

/* In the half plane through the axis it is a polygon: ends, side, rims. */
enum { SIDE, LOWER_END, UPPER_END, LOWER_RIM, UPPER_RIM };

static void side_normal(const Shape *s, double *nr, double *nz)
{
    double length = s->round.to - s->round.from, slant = hypot(length, s->round.top - s->round.bottom);
    *nr = length / slant, *nz = (s->round.bottom - s->round.top) / slant;
}

static int part_of_round(const Shape *s, Vec3 x)
{
    double bottom = s->round.bottom, top = s->round.top, length = s->round.to - s->round.from, nr, nz;
    side_normal(s, &nr, &nz);
    double slant = hypot(length, top - bottom), rho = hypot(x.x, x.y), low = x.z - s->round.from, high = low - length;
    double side = (rho - bottom) * nr + low * nz, way = -(rho - bottom) * nz + low * nr;
    bool inside = side <= 0 && low >= 0 && high <= 0;
    if (inside) return high >= side && high >= -low ? UPPER_END : -low >= side ? LOWER_END : SIDE;
    if (high >= 0 && rho <= top) return UPPER_END;
    if (low <= 0 && rho <= bottom) return LOWER_END;
    if (side >= 0 && way >= 0 && way <= slant) return SIDE;
    return hypot(rho - bottom, low) < hypot(rho - top, high) ? LOWER_RIM : UPPER_RIM;
}

/* n of a normal in the half plane through the axis. */
static void radial_normal(const Seen *x, Jet radial, Jet nr, Jet nz, Jet *n)
{
    for (int k = 0; n && k < 2; k++) n[k] = jet_mul(nr, jet_div(x->x[k], radial));
    if (n) n[2] = nz;
}

static Jet from_round(const Shape *s, int part, const Seen *x, Jet *n)
{
    double nr, nz, end = part == UPPER_END ? 1 : -1;
    if (part == UPPER_END || part == LOWER_END) {
        for (int k = 0; n && k < 3; k++) n[k] = jet_const(k == 2 ? end : 0);
        return plus(jet_scale(x->x[2], end), -end * (part == UPPER_END ? s->round.to : s->round.from));
    }
    Jet radial = root_of_squares(x->x[0], x->x[1]);
    side_normal(s, &nr, &nz);
    if (part == SIDE) {
        radial_normal(x, radial, jet_const(nr), jet_const(nz), n);
        return jet_axpy(jet_scale(plus(radial, -s->round.bottom), nr), nz, plus(x->x[2], -s->round.from));
    }
    bool lower = part == LOWER_RIM;
    Jet out = plus(radial, lower ? -s->round.bottom : -s->round.top),
        up = plus(x->x[2], lower ? -s->round.from : -s->round.to), distance = root_of_squares(out, up);
    if (n) radial_normal(x, radial, jet_div(out, distance), jet_div(up, distance), n);
    return distance;
}

/* The foot is at a_k^2 x_k / (a_k^2 + t), with sum (a_k x_k / (a_k^2 + t))^2 = 1: t by Newton's method, first of values
 * and then of jets, whose higher coefficients are exact after two rounds. */
static Jet from_ellipsoid(const Shape *s, const Seen *x, Jet *n)
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
    Jet y[3];
    for (int k = 0; k < 3; k++) y[k] = jet_div(x->x[k], plus(root, a[k] * a[k]));
    return jet_mul(root, length_of(y, n));
}

static Jet from_torus(const Shape *s, const Seen *x, Jet *n)
{
    Jet radial = root_of_squares(x->x[0], x->x[1]), out = plus(radial, -s->torus.ring),
        distance = root_of_squares(out, x->x[2]);
    if (n) radial_normal(x, radial, jet_div(out, distance), jet_div(x->x[2], distance), n);
    return plus(distance, -s->torus.section);
}

static Jet from_solid(const Shape *j, int part, const Seen *x, Jet *n)
{
    if (j->polytope) return from_polytope(j->polytope, part, x, n);
    if (is_round(j)) return from_round(j, part, x, n);
    if (j->kind == SHAPE_ellipsoid) return from_ellipsoid(j, x, n);
    if (j->kind == SHAPE_torus) return from_torus(j, x, n);
    return plus(from_vertex(x, j->centre, n), -j->radius);
}

static Jet within(const SingleGap *g, const Seen *x, Jet *n)
{
    bool tube = g->j->kind == SHAPE_cylinder;
    Jet off = tube ? root_of_squares(x->x[0], x->x[1]) : from_vertex(x, g->j->centre, n);
    if (tube) radial_normal(x, off, jet_const(1), jet_const(0), n);
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

/* The lowest point of an ellipsoid, a torus or a rim over the plane. */
static JetVec lowest(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    JetVec n = j->axis[2], at = i->r;
    if (g->kind == GAP_ROUND && g->i->kind == SHAPE_ellipsoid) {
        Jet sum = jet_const(0);
        JetVec down = { 0 };
        for (int k = 0; k < 3; k++) {
            double a = v3_get(g->i->half, k);
            Jet c = jv_dot(i->axis[k], n);
            sum = jet_axpy(sum, a * a, jet_mul(c, c));
            down = jv_axpy(down, a * a, jv_scale(i->axis[k], c));
        }
        return jv_axpy(at, -1, jv_scale(down, jet_div(jet_const(1), jet_sqrt(sum))));
    }
    Jet cosine = jv_dot(i->axis[2], n), off = lean(cosine);
    double ring = g->kind == GAP_RIM ? g->round : g->i->torus.ring;
    JetVec across = jv_axpy(n, -1, jv_scale(i->axis[2], cosine));
    if (off.c[0][0] > 0) at = jv_axpy(at, -ring, jv_scale(across, jet_div(jet_const(1), off)));
    return g->kind == GAP_RIM ? jv_axpy(at, g->at, i->axis[2]) : jv_axpy(at, -g->i->torus.section, n);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

/* I and J of a gap as its own frames have them. */
typedef struct GapFrames {
    JetFrame i, j;
} GapFrames;

static GapFrames frames(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    return (GapFrames){ frame_of(g->i, g->swapped ? j : i), frame_of(g->j, g->swapped ? i : j) };
}

static bool is_of_point(const SingleGap *g)
{
    return g->kind == GAP_POINT || g->kind == GAP_WITHIN || g->kind == GAP_CORNER;
}

static Jet from_point(const SingleGap *g, const GapFrames *f, int part, Jet *n)
{
    Seen x = seen_from(&f->j, place(&f->i, g->point));
    if (part == FEATURE_APART) {
        const Polytope *solid = g->j->polytope;
        return plus(from_polytope(solid, nearest_edge(solid, x.now), &x, n), cd_apart_more(g));
    }
    return g->kind == GAP_WITHIN ? within(g, &x, n) : plus(from_solid(g->j, part, &x, n), -g->radius);
}

/* A feature is a part of the surface and the axis of J that tangents are made with. */
enum { AXES = 3 };

static int axis_of(const Jet n[3])
{
    const double near = 0.9;
    return fabs(n[1].c[0][0]) > near ? 2 : 1;
}

static int part_of_point(const SingleGap *g, const GapFrames *f)
{
    Vec3 x = seen_now(&f->j, place_now(&f->i, g->point));
    if (g->kind == GAP_WITHIN) return 0;
    if (g->kind == GAP_CORNER) return cd_corner_part(g, &f->i, &f->j);
    return g->j->polytope ? part_of_polytope(g->j->polytope, x) : is_round(g->j) ? part_of_round(g->j, x) : 0;
}

int cd_single_gap_feature(const SingleGap *g, const JetFrame *of_i, const JetFrame *of_j)
{
    if (g->kind == GAP_OVERLAP) return FEATURE_APART;
    GapFrames f = frames(g, of_i, of_j);
    if (g->kind == GAP_EDGES) {
        int part = cd_edges_part(g, &f.i, &f.j);
        return part == FEATURE_APART ? part : AXES * part;
    }
    if (!is_of_point(g)) return 0;
    int part = part_of_point(g, &f);
    if (part == FEATURE_APART) return part;
    Jet n[3];
    from_point(g, &f, part, n);
    return AXES * part + axis_of(n);
}

Jet cd_single_gap_along(const SingleGap *g, const JetFrame *of_i, const JetFrame *of_j, int feature)
{
    GapFrames f = frames(g, of_i, of_j);
    int part = feature == FEATURE_APART ? feature : feature / AXES;
    if (g->kind == GAP_OVERLAP) return cd_overlap_gap(g, &f.i, &f.j);
    if (g->kind == GAP_EDGES) return cd_edges_gap(g, &f.i, &f.j, part);
    if (is_of_point(g)) return from_point(g, &f, part, NULL);
    return on_plane(g, &f.i, &f.j);
}

static JetVec in_world(const JetFrame *f, const Jet n[3])
{
    JetVec x = jv_scale(f->axis[0], n[0]);
    return jv_axpy(jv_axpy(x, 1, jv_scale(f->axis[1], n[1])), 1, jv_scale(f->axis[2], n[2]));
}

/* Where they touch, as (22.31) has it of edges. */
static EdgeCrossing where(const SingleGap *g, const GapFrames *f, int feature)
{
    if (g->kind == GAP_EDGES) return cd_edges_crossing(g, &f->i, &f->j);
    EdgeCrossing x = { .normal = f->j.axis[2] };
    int axis = 1;
    if (is_of_point(g)) {
        Jet n[3];
        from_point(g, f, feature / AXES, n);
        double out = g->kind == GAP_WITHIN ? 1 : -1;
        axis = feature % AXES, x.normal = in_world(&f->j, n);
        x.point = jv_axpy(place(&f->i, g->point), out * g->radius, x.normal);
    } else x.point = lowest(g, &f->i, &f->j);
    x.along = jv_unit(jv_cross(f->j.axis[axis], x.normal));
    return x;
}

static JetVec velocity_at(const JetMotion *m, JetVec x)
{
    return jv_axpy(m->v, 1, jv_cross(m->w, jv_sub(x, m->at.r)));
}

Jet cd_single_gap_slip(const SingleGap *g, const JetMotion *i, const JetMotion *j, int feature, int tangent)
{
    GapFrames f = frames(g, &i->at, &j->at);
    EdgeCrossing x = where(g, &f, feature);
    JetVec t = tangent ? jv_cross(x.normal, x.along) : x.along;
    return jv_dot(jv_sub(velocity_at(i, x.point), velocity_at(j, x.point)), t);
}
