/* ring.c - a torus on a solid with a closed distance, and on another torus: a ball carried around a circle.
 *
 * With c(f) the point of the circle at the angle f and dist that from J, the depth is h(f) = section - dist(c(f)). Each
 * arc where it is positive is an incident. An arc short against the ring touches at the place of its largest depth,
 * where grad dist . c' = 0; a ring that lies flat has the mean over its arc with the weight h^1.5 (18.9), and a cubic
 * step of the arc's length leads from one to the other (18.20). Outside a convex solid the normal changes continuously
 * from face to edge to corner. */
#include "contact/ring.h"

#include "contact/gauss.h"

enum { SAMPLES = 96, MOST_ARCS = 4 };

Ring cd_ring(double radius, double section, DualVec centre, Mat3 A, const Shape *other)
{
    return (Ring){
        radius, section, centre, dv_times(dv_axis(A, v3(1, 0, 0)), radius), dv_times(dv_axis(A, v3(0, 1, 0)), radius),
        other
    };
}

static DualVec circle_at(const Ring *g, Dual f)
{
    double c = cos(f.x), s = sin(f.x);
    return dv_add(g->centre, dv_add(dv_scale(g->x, du_chain(f, c, -s)), dv_scale(g->y, du_chain(f, s, c))));
}

/* Depth at an angle, its slope and curvature along the circle; without gradients of the pose. */
static double depth_at(const Ring *g, double f, double *slope, double *bend)
{
    double c = cos(f), s = sin(f);
    Vec3 arm = v3_add(v3_scale(g->x.x, c), v3_scale(g->y.x, s)),
         along = v3_sub(v3_scale(g->y.x, c), v3_scale(g->x.x, s));
    DualVec x = { .x = v3_add(g->centre.x, arm), .d = { along } };
    Distance q = g->other->distance(g->other, x);
    if (slope) *slope = -q.d.d[0];
    if (bend) *bend = v3_dot(q.n.x, arm) - v3_dot(q.n.d[0], along);
    return g->section - q.d.x;
}

/* The angle of the largest depth between two samples around it. */
static double deepest_between(const Ring *g, double low, double high)
{
    double f = (low + high) / 2;
    for (int k = 0; k < 60 && high - low > 1e-15; k++) {
        double slope, bend;
        depth_at(g, f, &slope, &bend);
        if (slope > 0) low = f;
        else high = f;
        double next = bend < 0 ? f - slope / bend : (low + high) / 2;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (fabs(next - f) < 1e-15) return next;
        f = next;
    }
    return f;
}

/* Where the depth is zero between an angle where it is positive and one where it is not. */
static double zero_between(const Ring *g, double in, double out)
{
    double f = (in + out) / 2;
    for (int k = 0; k < 80 && fabs(in - out) > 1e-16; k++) {
        double slope, h = depth_at(g, f, &slope, NULL);
        if (h > 0) in = f;
        else out = f;
        double next = f - h / slope;
        if (!(next > fmin(in, out) && next < fmax(in, out))) next = (in + out) / 2;
        if (next == f) break;
        f = next;
    }
    return f;
}

/* Number of an angle that solves n . c' = 0, or dist = section, with its gradient: one step of Newton's method. */
static Dual angle_with_gradient(const Ring *g, double f, bool zero)
{
    double slope, bend;
    depth_at(g, f, &slope, &bend);
    Distance q = g->other->distance(g->other, circle_at(g, du(f)));
    DualVec along = dv_sub(dv_times(g->y, cos(f)), dv_times(g->x, sin(f)));
    Dual residual = zero ? du_plus(du_neg(q.d), g->section) : du_neg(dv_dot(q.n, along));
    double by = zero ? slope : bend;
    residual.x = 0; /* up to rounding; not so deep inside J, where its distance has corners */
    return by != 0 ? du_axpy(du(f), -1 / by, residual) : du(f);
}

typedef struct Arc {
    Dual from, to;
    double deepest;
    bool whole; /* all around */
} Arc;

/* Mean over an arc: centre of the balls, normal not of unit length, depth. */
static bool mean_over(const Ring *g, const Arc *a, DualVec *centre, DualVec *n, Dual *h)
{
    Dual weights = du(0), depths = du(0), length = du_sub(a->to, a->from);
    DualVec centres = dv(v3(0, 0, 0)), normals = dv(v3(0, 0, 0));
    int nodes = a->whole ? SAMPLES : 2 * CD_GAUSS_NODES;
    for (int k = 0; k < nodes; k++) {
        /* nodes of an arc: both halves by Gauss, drawn together where the depth is zero */
        bool second = !a->whole && k >= CD_GAUSS_NODES;
        double t = a->whole ? (k + 0.5) / nodes : (cd_gauss[k % CD_GAUSS_NODES][0] + second) / 2;
        double w = a->whole ? 1 : cd_gauss[k % CD_GAUSS_NODES][1] * sin(M_PI * t);
        Dual f = du_axpy(a->from, a->whole ? t : (1 - cos(M_PI * t)) / 2, length);
        DualVec c = circle_at(g, f);
        Distance q = g->other->distance(g->other, c);
        Dual depth = du_plus(du_neg(q.d), g->section);
        if (depth.x <= 0) continue;
        Dual weight = du_scale(du_mul(depth, du_sqrt(depth)), w);
        weights = du_add(weights, weight), depths = du_add(depths, du_mul(weight, depth));
        centres = dv_add(centres, dv_scale(c, weight)), normals = dv_add(normals, dv_scale(q.n, weight));
    }
    if (!(weights.x > 0)) return false;
    Dual over = du_div(du(1), weights);
    *centre = dv_scale(centres, over), *n = dv_scale(normals, over), *h = du_mul(depths, over);
    return true;
}

static DualVec between(DualVec a, DualVec b, Dual share)
{
    return dv_add(dv_scale(a, share), dv_scale(b, du_plus(du_neg(share), 1)));
}

static Dual cubic(Dual a)
{
    double q = fmin(1, fmax(0, a.x));
    return du_chain(a, q * q * (3 - 2 * q), 6 * q * (1 - q));
}

static void touch_arc(const Ring *g, int key, const Arc *a, Touch *touch)
{
    /* share of the mean: none of it up to a quarter of the ring, all of it from three quarters on, but less of it where
     * normals around the ring cancel, as around a shaft */
    Dual part = du_scale(du_sub(a->to, a->from), 1 / (2 * M_PI));
    Dual share = a->whole ? du(1) : cubic(du_plus(du_scale(part, 2), -0.5));
    DualVec centre = dv(v3(0, 0, 0)), n = centre;
    Dual p = du(0);
    if (share.x > 0 && mean_over(g, a, &centre, &n, &p)) share = du_mul(share, cubic(du_scale(dv_norm(n), 1 / 0.3)));
    if (share.x < 1) {
        DualVec c = circle_at(g, angle_with_gradient(g, a->deepest, false));
        Distance d = g->other->distance(g->other, c);
        Dual depth = du_plus(du_neg(d.d), g->section);
        centre = between(centre, c, share), n = between(n, d.n, share);
        p = du_add(du_mul(p, share), du_mul(depth, du_plus(du_neg(share), 1)));
    }
    n = dv_unit(n);
    cd_touch_add(touch, key, du_neg(p), dv_axpy(centre, -g->section, n), n);
}

static double angle_of(int k)
{
    return 2 * M_PI * k / SAMPLES;
}

static int wrapped(int k)
{
    return (k % SAMPLES + SAMPLES) % SAMPLES;
}

/* From the deepest place down or up the angles to where the depth ends; false: it does not. */
static bool end_of(const Ring *g, const double h[SAMPLES], double deepest, int way, bool used[SAMPLES], double *end)
{
    double step = 2 * M_PI / SAMPLES, in = deepest;
    int k = way < 0 ? (int)floor(deepest / step) : (int)ceil(deepest / step), count = 0;
    for (; h[wrapped(k)] > 0 && count < SAMPLES; k += way, count++) used[wrapped(k)] = true, in = angle_of(k);
    if (count == SAMPLES) return false;
    *end = zero_between(g, in, angle_of(k));
    return true;
}

static Arc arc_around(const Ring *g, const double h[SAMPLES], double deepest, bool used[SAMPLES])
{
    double ends[2];
    if (!end_of(g, h, deepest, -1, used, &ends[0]) || !end_of(g, h, deepest, 1, used, &ends[1]))
        return (Arc){ du(0), du(2 * M_PI), deepest, true };
    return (Arc){ angle_with_gradient(g, ends[0], true), angle_with_gradient(g, ends[1], true), deepest, false };
}

/* The sample of the largest depth among those that no arc has, no less deep than its neighbours; -1: none. */
static int next_top(const double h[SAMPLES], const bool used[SAMPLES])
{
    int top = -1;
    for (int k = 0; k < SAMPLES; k++) {
        if (used[k] || h[k] < h[wrapped(k + 1)] || h[k] < h[wrapped(k - 1)]) continue;
        if (top < 0 || h[k] > h[top]) top = k;
    }
    return top;
}

DualVec cd_ring_nearest(const Ring *g)
{
    double most = -INFINITY;
    int top = 0;
    for (int k = 0; k < SAMPLES; k++) {
        double h = depth_at(g, angle_of(k), NULL, NULL);
        if (h > most) most = h, top = k;
    }
    double f = deepest_between(g, angle_of(top - 1), angle_of(top + 1));
    return circle_at(g, angle_with_gradient(g, f, false));
}

void cd_pair_ring(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)scratch;
    Ring g = cd_ring(i->torus.ring, i->torus.section, dv_point(r, A, v3(0, 0, 0)), A, j);
    Arc arc[MOST_ARCS];
    double h[SAMPLES], most = -INFINITY, at = 0;
    bool used[SAMPLES] = { false };
    int arcs = 0;
    for (int k = 0; k < SAMPLES; k++) h[k] = depth_at(&g, angle_of(k), NULL, NULL);
    for (int top = next_top(h, used); top >= 0 && arcs < MOST_ARCS; top = next_top(h, used)) {
        double f = deepest_between(&g, angle_of(top - 1), angle_of(top + 1)), depth = depth_at(&g, f, NULL, NULL);
        used[top] = true;
        if (depth > most) most = depth, at = f;
        if (depth > 0) arc[arcs++] = arc_around(&g, h, f, used);
    }
    /* their keys go with their order around the ring */
    for (int k = 0; k < arcs; k++) {
        int key = 0;
        for (int l = 0; l < arcs; l++)
            key += fmod(arc[l].deepest + 4 * M_PI, 2 * M_PI) < fmod(arc[k].deepest + 4 * M_PI, 2 * M_PI);
        touch_arc(&g, key, &arc[k], touch);
    }
    if (touch->n) return;
    if (most > 0)
        fprintf(stderr, "arcs %d most %g whole %d len %g\n", arcs, most, arc[0].whole, arc[0].to.x - arc[0].from.x);
    Distance q = j->distance(j, circle_at(&g, du(at)));
    touch->gap = fmax(0, q.d.x - i->torus.section);
    for (int k = 0; k < 6; k++) touch->dgap[k] = q.d.d[k];
}

/* A convex mesh of few faces has a closed distance; another goes by its triangles. */
void cd_pair_torus_mesh(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    if (j->distance) cd_pair_ring(pair, i, j, r, A, scratch, touch);
    else cd_pair_meshes(pair, i, j, r, A, scratch, touch);
}
