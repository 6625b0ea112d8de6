/* edge_gap.c - gaps of corners and edges of two convex solids with plane faces.
 *
 *     edges p + s u of I, q + t w of J:   phi = +- n . (q - p),  n = u x w / |u x w|                            (22.31)
 *
 * They can touch there if n, from I to J, is a direction in which both edges are the outermost of their solids, and the
 * two lines are nearest to each other within the edges. Elsewhere the gap is the distance of the edges and a little
 * more, so that it is never taken for a contact; so is that of a corner which is over no face. Edges that are nearly
 * parallel touch by their corners. */
#include "contact/edge_gap.h"

#include <math.h>

/* ---- corners ----------------------------------------------------------------------------------------------------- */

/* Whether a solid could stand with a corner on a plane with this normal: its edges there do not go below. */
static bool supports(const Polytope *p, int corner, Vec3 n)
{
    for (int k = 0; k < p->edges; k++) {
        int a = p->edge[k][0], b = p->edge[k][1];
        if (a != corner && b != corner) continue;
        Vec3 way = v3_sub(p->vertex[a == corner ? b : a], p->vertex[corner]);
        if (v3_dot(n, way) < -edge_angle * v3_norm(way)) return false;
    }
    return true;
}

/* Of faces that a corner is over, or below all of: the highest it could stand on, if it is not much lower than the
 * highest, or else that. */
int cd_corner_part(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    const Polytope *solid = g->j->polytope;
    Vec3 x = seen_now(j, place_now(i, g->point));
    double slack = edge_slack * g->j->reach, top = -INFINITY;
    for (int k = 0; k < solid->facets; k++) top = fmax(top, v3_dot(solid->facet[k].n, x) - solid->facet[k].d);
    int best = FEATURE_APART;
    double most = -INFINITY;
    bool stands = false;
    for (int k = 0; k < solid->facets; k++) {
        const Facet *f = &solid->facet[k];
        double height = v3_dot(f->n, x) - f->d;
        bool near = height >= top - fabs(top) - edge_angle * g->j->reach;
        if (top > slack ? !(height >= 0 && cd_facet_is_below(solid, f, x, slack)) : !near) continue;
        Vec3 way = turn_now(j, f->n);
        bool own = supports(g->i->polytope, g->of_i,
                            v3(v3_dot(way, value_of(i->axis[0])), v3_dot(way, value_of(i->axis[1])),
                               v3_dot(way, value_of(i->axis[2]))));
        if ((own && !stands) || (own == stands && height > most)) best = k, most = height, stands = own;
    }
    return best;
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

typedef struct EdgeNow {
    Vec3 p, u;    /* one end, and the way to the other */
    Vec3 into[2]; /* from the edge into its two faces, along them */
    double length;
} EdgeNow;

static EdgeNow edge_now(const Polytope *p, int edge, const JetFrame *f)
{
    const int *e = p->edge[edge];
    Vec3 u = v3_sub(p->vertex[e[1]], p->vertex[e[0]]);
    EdgeNow x = { .p = place_now(f, p->vertex[e[0]]), .u = turn_now(f, u), .length = v3_norm(u) };
    for (int k = 0; k < 2; k++) {
        Vec3 in = v3_cross(p->facet[e[2 + k]].n, u);
        x.into[k] = turn_now(f, v3_scale(in, (k ? -1 : 1) / x.length));
    }
    return x;
}

/* Whether the edge is the outermost part of its solid along n. */
static bool is_outermost(const EdgeNow *x, Vec3 n)
{
    return v3_dot(n, x->into[0]) <= edge_angle && v3_dot(n, x->into[1]) <= edge_angle;
}

static bool holds(const Shape *s, const JetFrame *f, Vec3 at)
{
    Vec3 x = seen_now(f, at);
    for (int k = 0; k < s->polytope->facets; k++)
        if (v3_dot(s->polytope->facet[k].n, x) - s->polytope->facet[k].d > edge_slack * s->reach) return false;
    return true;
}

/* Of the faces of one solid that which another is farthest beyond, by this corner; negative: it reaches below all. */
typedef struct BeyondFace {
    int face, corner;
    double by;
} BeyondFace;

static BeyondFace beyond_faces(const Shape *s, const JetFrame *f, const Shape *other, const JetFrame *of_other)
{
    BeyondFace most = { .by = -INFINITY };
    const Polytope *p = s->polytope, *q = other->polytope;
    for (int k = 0; k < p->facets; k++) {
        BeyondFace least = { .face = k, .by = INFINITY };
        for (int v = 0; v < q->vertices && least.by > most.by; v++) {
            Vec3 x = seen_now(f, place_now(of_other, q->vertex[v]));
            double by = v3_dot(p->facet[k].n, x) - p->facet[k].d;
            if (by < least.by) least.by = by, least.corner = v;
        }
        if (least.by > most.by) most = least;
    }
    return most;
}

/* Edges that are beyond each other by a negative gap, nearest at p and q: whether the solids are in each other there,
 * and not less so along the normal of a face. */
static bool is_in(const SingleGap *g, const JetFrame *i, const JetFrame *j, Vec3 p, Vec3 q, double gap)
{
    double slack = edge_angle * fmin(g->i->reach, g->j->reach);
    return holds(g->j, j, p) && holds(g->i, i, q) && beyond_faces(g->i, i, g->j, j).by <= gap + slack &&
           beyond_faces(g->j, j, g->i, i).by <= gap + slack;
}

int cd_edges_part(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    EdgeNow a = edge_now(g->i->polytope, g->of_i, i), b = edge_now(g->j->polytope, g->of_j, j);
    Vec3 n = v3_cross(a.u, b.u), r = v3_sub(b.p, a.p);
    double across = v3_dot(n, n), size = a.length * b.length;
    if (!(across > edge_angle * edge_angle * size * size)) return FEATURE_APART;
    double s = v3_dot(v3_cross(r, b.u), n) / across, t = v3_dot(v3_cross(r, a.u), n) / across;
    double end_a = edge_slack * g->i->reach / a.length, end_b = edge_slack * g->j->reach / b.length;
    if (s < -end_a || s > 1 + end_a || t < -end_b || t > 1 + end_b) return FEATURE_APART;
    n = v3_scale(n, 1 / sqrt(across));
    for (int part = 1; part <= 2; part++, n = v3_scale(n, -1)) {
        if (!is_outermost(&a, n) || !is_outermost(&b, v3_scale(n, -1))) continue;
        if (v3_dot(n, r) >= -edge_slack * fmin(g->i->reach, g->j->reach)) return part;
        return is_in(g, i, j, v3_axpy(a.p, s, a.u), v3_axpy(b.p, t, b.u), v3_dot(n, r)) ? part : FEATURE_APART;
    }
    return FEATURE_APART;
}

static double clamp(double x)
{
    return fmin(fmax(x, 0), 1);
}

/* Where on the edges their nearest points are: shares of their lengths. */
static void nearest(const EdgeNow *a, const EdgeNow *b, double *s, double *t)
{
    Vec3 r = v3_sub(b->p, a->p);
    double aa = v3_dot(a->u, a->u), bb = v3_dot(b->u, b->u), ab = v3_dot(a->u, b->u), ar = v3_dot(a->u, r),
           br = v3_dot(b->u, r), across = aa * bb - ab * ab;
    *s = across > 0 ? clamp((ar * bb - br * ab) / across) : 0;
    *t = (*s * ab - br) / bb;
    if (*t >= 0 && *t <= 1) return;
    *t = clamp(*t);
    *s = clamp((ar + *t * ab) / aa);
}

double cd_apart_more(const SingleGap *g)
{
    return 1e-4 * fmin(g->i->reach, g->j->reach);
}

/* The distance of edges that do not cross, and more than counts as touching: its first derivative is that of the points
 * that are nearest now. */
static Jet apart(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    const Polytope *p = g->i->polytope, *q = g->j->polytope;
    EdgeNow a = edge_now(p, g->of_i, i), b = edge_now(q, g->of_j, j);
    double s, t, size = fmin(g->i->reach, g->j->reach);
    nearest(&a, &b, &s, &t);
    const int *e = p->edge[g->of_i], *f = q->edge[g->of_j];
    Vec3 x = v3_axpy(p->vertex[e[0]], s, v3_sub(p->vertex[e[1]], p->vertex[e[0]])),
         y = v3_axpy(q->vertex[f[0]], t, v3_sub(q->vertex[f[1]], q->vertex[f[0]]));
    JetVec d = jv_sub(place(j, y), place(i, x));
    if (v3_norm(value_of(d)) <= edge_slack * size) return jet_const(cd_apart_more(g));
    Jet out = jet_sqrt(jv_dot(d, d));
    out.c[0][0] += cd_apart_more(g);
    return out;
}

static JetVec way_of(const Polytope *p, int edge, const JetFrame *f)
{
    return in_axes(f, v3_sub(p->vertex[p->edge[edge][1]], p->vertex[p->edge[edge][0]]));
}

Jet cd_edges_gap(const SingleGap *g, const JetFrame *i, const JetFrame *j, int part)
{
    if (part == FEATURE_APART) return apart(g, i, j);
    const Polytope *p = g->i->polytope, *q = g->j->polytope;
    JetVec n = jv_unit(jv_cross(way_of(p, g->of_i, i), way_of(q, g->of_j, j)));
    JetVec d = jv_sub(place(j, q->vertex[q->edge[g->of_j][0]]), place(i, p->vertex[p->edge[g->of_i][0]]));
    return jet_scale(jv_dot(n, d), part == 1 ? 1 : -1);
}

/* ---- overlap ----------------------------------------------------------------------------------------------------- */

/* Height of a corner of one solid over a face of another. */
static Jet over_face(const BeyondFace *x, const Shape *s, const JetFrame *f, const Shape *other,
                     const JetFrame *of_other)
{
    const Facet *face = &s->polytope->facet[x->face];
    JetVec d = jv_sub(place(of_other, other->polytope->vertex[x->corner]), f->r);
    Jet height = jv_dot(in_axes(f, face->n), d);
    height.c[0][0] -= face->d;
    return height;
}

/* Of all edges of I and J that are outermost along the normal of both the farthest apart; false: none is more so than
 * `most`. */
static bool farthest_edges(const SingleGap *g, const JetFrame *i, const JetFrame *j, double most, SingleGap *out,
                           int *part)
{
    bool any = false;
    for (int a = 0; a < g->i->polytope->edges; a++) {
        EdgeNow x = edge_now(g->i->polytope, a, i);
        for (int b = 0; b < g->j->polytope->edges; b++) {
            EdgeNow y = edge_now(g->j->polytope, b, j);
            Vec3 n = v3_cross(x.u, y.u);
            double size = v3_norm(n);
            if (!(size > edge_angle * x.length * y.length)) continue;
            n = v3_scale(n, 1 / size);
            for (int side = 1; side <= 2; side++, n = v3_scale(n, -1)) {
                double by = v3_dot(n, v3_sub(y.p, x.p));
                if (!(by > most) || !is_outermost(&x, n) || !is_outermost(&y, v3_scale(n, -1))) continue;
                most = by, any = true, *part = side;
                *out = (SingleGap){ .kind = GAP_EDGES, .i = g->i, .j = g->j, .of_i = a, .of_j = b };
            }
        }
    }
    return any;
}

Jet cd_overlap_gap(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    BeyondFace of_i = beyond_faces(g->i, i, g->j, j), of_j = beyond_faces(g->j, j, g->i, i);
    bool first = of_i.by > of_j.by;
    SingleGap edges;
    int part;
    Jet out = first ? over_face(&of_i, g->i, i, g->j, j) : over_face(&of_j, g->j, j, g->i, i);
    if (fmax(of_i.by, of_j.by) < 0 && farthest_edges(g, i, j, fmax(of_i.by, of_j.by), &edges, &part))
        out = cd_edges_gap(&edges, i, j, part);
    out.c[0][0] += 2 * cd_apart_more(g);
    return out;
}

/* ---- where edges cross ------------------------------------------------------------------------------------------- */

EdgeCrossing cd_edges_crossing(const SingleGap *g, const JetFrame *i, const JetFrame *j)
{
    const Polytope *p = g->i->polytope, *q = g->j->polytope;
    JetVec u = way_of(p, g->of_i, i), w = way_of(q, g->of_j, j), n = jv_cross(u, w),
           a = place(i, p->vertex[p->edge[g->of_i][0]]), r = jv_sub(place(j, q->vertex[q->edge[g->of_j][0]]), a);
    Jet s = jet_div(jv_dot(jv_cross(r, w), n), jv_dot(n, n));
    return (EdgeCrossing){ .point = jv_axpy(a, 1, jv_scale(u, s)), .normal = jv_unit(n), .along = jv_unit(u) };
}
