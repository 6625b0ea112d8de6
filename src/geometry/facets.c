/* facets.c - a body as triangles. Edges are divided first, each once, so that the triangles of two faces meet in the
 * same points. A face is then mapped into the plane and triangulated there between its boundary points; points within
 * are added where the surface bends away.
 *
 *     loops that close       x = u / du, y = v / dv, in steps by which the surface bends
 *     loops that wind round  polar coordinates: the periodic parameter is the angle, exp(b w) the radius (w in 0 ...
 *                            1 across), so that there is no seam
 *     a pole on the face     the radius is the distance from the pole; on a sphere this is the stereographic
 *                            projection
 */
#include "geometry/facets.h"

#include "geometry/triangulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_FINENESS = 300,
    RING_SEGMENTS = 8,
    MOST_HALVINGS = 10,
    MOST_FINER = 3,
    MOST_PASSES = 12,
    MOST_CROSSING = 1000,
    MOST_POINTS = 400000,
    MOST_ROWS = 720
};

/* Share of the chord below which two points of an edge are one. */
static const double SAME_PLACE = 0.01;

FacetSettings cd_facet_settings(const Body *b, double fineness)
{
    double diagonal = v3_norm(v3_sub(b->high, b->low));
    if (!(fineness > 0)) fineness = DEFAULT_FINENESS;
    return (FacetSettings){ .chord = fmax(diagonal / (30 * fineness), 1e-9), .angle = M_PI / 18 };
}

/* ---- edges ----------------------------------------------------------------------------------------------------- */

typedef struct EdgePoints {
    int first, n; /* points from start to end in Mesher.along, both included; a ring has its first point once */
    int finer;    /* how often its steps were quartered, since chords of a face crossed */
} EdgePoints;

typedef struct Mesher {
    const Body *b;
    Arena *arena;
    Facets *out;
    FacetSettings set;
    double near; /* points of the edge at hand that are nearer than this are one */
    Arena edges; /* memory of the following, given back at the end */
    EdgePoints *edge;
    ARRAY_OF(int) along;
    ARRAY_OF(int) rough; /* faces whose chords cross or touch each other in the plane */
} Mesher;

static int add_point(Mesher *m, Vec3 r)
{
    ARRAY_PUSH(m->arena, &m->out->point, r);
    return m->out->point.n - 1;
}

/* Angle that an arc may span. */
static double arc_step(const FacetSettings *set, double radius)
{
    double share = set->chord / radius;
    return fmin(set->angle, share < 1 ? 2 * acos(1 - share) : M_PI);
}

static double off_chord(Vec3 p, Vec3 a, Vec3 b)
{
    Vec3 chord = v3_sub(b, a), d = v3_sub(p, a);
    double length = v3_norm(chord);
    return length > 0 ? v3_norm(v3_cross(chord, d)) / length : v3_norm(d);
}

/* The next point of an edge. One that is as good as at the place of the last is left out: charts of intersections
 * have such points, and between them no direction. */
static void put(Mesher *m, Vec3 r)
{
    Vec3 last = m->out->point.at[m->along.at[m->along.n - 1]];
    if (v3_norm(v3_sub(r, last)) < m->near) return;
    int made = add_point(m, r);
    ARRAY_PUSH(&m->edges, &m->along, made);
}

typedef struct Split {
    Mesher *m;
    const EdgePiece *piece;
    FacetSettings set;
    int depth;
} Split;

/* Adds points between from and to, both left out. */
static void halve(Split *s, double from, double to, const Vec3 a[2], const Vec3 b[2])
{
    const EdgeCurve *c = s->piece->curve;
    bool bends = false;
    Vec3 mid[2], p[2];
    cd_edge_curve_eval(c, 0.5 * (from + to), mid);
    for (int k = 1; k <= 3 && !bends; k++) {
        cd_edge_curve_eval(c, from + (to - from) * k / 4, p);
        bends = off_chord(p[0], a[0], b[0]) > s->set.chord;
    }
    double cosine = v3_dot(a[1], b[1]), sizes = v3_norm(a[1]) * v3_norm(b[1]);
    bends |= cosine < sizes * cos(s->set.angle) && v3_norm(v3_sub(b[0], a[0])) > SAME_PLACE * s->m->set.chord;
    if (!bends || s->depth >= MOST_HALVINGS) return;
    s->depth++;
    halve(s, from, 0.5 * (from + to), a, mid);
    put(s->m, mid[0]);
    halve(s, 0.5 * (from + to), to, mid, b);
    s->depth--;
}

static void split_part(void *user, double from, double to)
{
    Split *s = user;
    const EdgeCurve *c = s->piece->curve;
    double tiny = 1e-7 * (to - from);
    Vec3 a[2], b[2], near[2];
    cd_edge_curve_eval(c, from, a);
    cd_edge_curve_eval(c, to, b);
    /* derivatives from within: they may jump at the ends */
    cd_edge_curve_eval(c, from + tiny, near), a[1] = near[1];
    cd_edge_curve_eval(c, to - tiny, near), b[1] = near[1];
    halve(s, from, to, a, b);
    if (to != s->piece->to) put(s->m, b[0]);
}

static void split_evenly(Mesher *m, const EdgePiece *p, int n)
{
    for (int k = 1; k < n; k++) {
        Vec3 at[2];
        cd_edge_curve_eval(p->curve, p->from + (p->to - p->from) * k / n, at);
        put(m, at[0]);
    }
}

/* Settings of an edge: the error of a chord falls with the square of its length. */
static FacetSettings edge_settings(const Mesher *m, int i)
{
    double part = ldexp(1, -2 * m->edge[i].finer);
    return (FacetSettings){ m->set.chord * part * part, m->set.angle * part };
}

/* The end of an edge: the first point of a ring, which is there already, or a vertex. */
static void end_edge(Mesher *m, const BodyEdge *e, EdgePoints *out)
{
    bool ring = e->start < 0;
    int end = ring ? m->along.at[out->first] : e->end;
    while (m->along.n > out->first + 1 &&
           v3_norm(v3_sub(m->out->point.at[m->along.at[m->along.n - 1]], m->out->point.at[end])) < m->near)
        m->along.n--, m->out->point.n--;
    if (!ring) ARRAY_PUSH(&m->edges, &m->along, end);
    out->n = m->along.n - out->first;
    for (int k = 0; k + 1 < out->n + ring; k++) {
        int a = m->along.at[out->first + k], b = m->along.at[out->first + (k + 1) % out->n];
        ARRAY_PUSH(m->arena, &m->out->outline, a);
        ARRAY_PUSH(m->arena, &m->out->outline, b);
    }
}

/* A vertex may be off the curve by the tolerance of the file: points of the curve beside it are no neighbours of it. */
static double nearness(const Mesher *m, const BodyEdge *e)
{
    double off = 0;
    for (int k = 0; k < 2 && e->start >= 0; k++) {
        Vec3 at[2];
        cd_edge_curve_eval(e->piece.curve, k ? e->piece.to : e->piece.from, at);
        off = fmax(off, v3_norm(v3_sub(at[0], m->b->vertex.at[k ? e->end : e->start].r)));
    }
    return fmax(SAME_PLACE * m->set.chord, 2 * off);
}

static void split_edge(Mesher *m, int i)
{
    const BodyEdge *e = &m->b->edge.at[i];
    const EdgePiece *p = &e->piece;
    EdgePoints *out = &m->edge[i];
    const FacetSettings set = edge_settings(m, i);
    out->first = m->along.n, out->n = 0;
    if (!p->curve) return;
    m->near = nearness(m, e);
    Vec3 at[2];
    cd_edge_curve_eval(p->curve, p->from, at);
    int start = e->start < 0 ? add_point(m, at[0]) : e->start, points = m->out->point.n;
    ARRAY_PUSH(&m->edges, &m->along, start);
    int least = e->start == e->end ? RING_SEGMENTS : 1;
    if (p->curve->kind == EDGE_LINE) {
        split_evenly(m, p, 1 << 2 * out->finer);
    } else if (p->curve->kind == EDGE_ELLIPSE) {
        double radius = fmax(v3_norm(p->curve->x), v3_norm(p->curve->y)),
               n = ceil(fabs(p->to - p->from) / arc_step(&set, radius) - 1e-9);
        split_evenly(m, p, n < least ? least : n < 20000 ? (int)n : 20000);
    } else {
        Split s = { m, p, set, 0 };
        cd_edge_piece_parts(p, split_part, &s);
        if (m->along.n - out->first < least) {
            m->along.n = out->first + 1, m->out->point.n = points;
            split_evenly(m, p, least);
        }
    }
    end_edge(m, e, out);
}

/* ---- the face in the plane ------------------------------------------------------------------------------------- */

/* A boundary or inner point. */
typedef struct FacePoint {
    int point; /* of the facets */
    double uv[2];
} FacePoint;

typedef struct FaceMesh {
    Mesher *m;
    const BodyFace *face;
    const Surface *s;
    Arena *scratch;
    ARRAY_OF(FacePoint) at;     /* of the triangulation, shifted by TRIANGULATION_FRAME */
    ARRAY_OF(FacePoint) corner; /* of all loops, one behind the other */
    ARRAY_OF(int) loop_end;     /* in corner */
    double step[2];         /* of the parameters, by which the surface bends as far as it may; infinite: it does not */
    double low[2], high[2]; /* of the parameters at the boundary */
    double beta, scale, shift[2];
    double off; /* of the surface, by which boundary points are at most */
    bool mirror;
    Triangulation t;
} FaceMesh;

static int around_of(const FaceMesh *f)
{
    return f->face->form == FACE_AROUND_U ? 0 : f->face->form == FACE_AROUND_V ? 1 : -1;
}

/* The map into the plane, before it is scaled to whole numbers. */
static void to_plane(const FaceMesh *f, const double uv[2], double xy[2])
{
    int around = around_of(f);
    if (around < 0) {
        xy[0] = uv[0] / f->step[0], xy[1] = uv[1] / f->step[1];
        return;
    }
    double angle = 2 * M_PI * uv[around] / cd_surface_range(f->s, around).period, w = uv[1 - around], rho;
    if (f->s->kind == SURFACE_SPHERE) rho = tan(M_PI / 4 - w / 2);
    else if (f->face->pole_inside) rho = fabs(w - f->face->pole_at);
    else rho = exp(f->beta * (w - f->low[1 - around]) / (f->high[1 - around] - f->low[1 - around]));
    xy[0] = rho * cos(angle), xy[1] = f->mirror ? -rho * sin(angle) : rho * sin(angle);
}

static void to_grid(const FaceMesh *f, const double uv[2], long out[2])
{
    double xy[2];
    to_plane(f, uv, xy);
    for (int k = 0; k < 2; k++) {
        double x = (xy[k] - f->shift[k]) * f->scale, most = (double)(1L << TRIANGULATION_BITS);
        out[k] = lround(!(x > 0) ? 0 : x > most ? most : x); /* NaN ends up at 0 */
    }
}

/* Which parameter is free at a point of a B-surface, since a side of it is one point there; -1: none. */
static int free_parameter(const Surface *s, const double uv[2])
{
    Vec3 at[3];
    double length[2];
    if (s->kind != SURFACE_NURBS) return -1;
    cd_surface_eval(s, uv[0], uv[1], at);
    for (int k = 0; k < 2; k++) {
        SurfaceRange range = cd_surface_range(s, k);
        length[k] = v3_norm(at[1 + k]) * (range.to - range.from);
    }
    return length[0] < 1e-6 * length[1] ? 0 : length[1] < 1e-6 * length[0] ? 1 : -1;
}

/* The corners of a loop behind first. One in which a parameter is free stands twice, with that of each neighbour. */
static void part_poles(FaceMesh *f, int first)
{
    int n = f->corner.n - first;
    FacePoint *was = ARENA_ARRAY(f->scratch, FacePoint, n);
    for (int i = 0; i < n; i++) was[i] = f->corner.at[first + i];
    f->corner.n = first;
    for (int i = 0; i < n; i++) {
        FacePoint p = was[i];
        int k = free_parameter(f->s, p.uv);
        double before = k >= 0 ? was[(i + n - 1) % n].uv[k] : 0, after = k >= 0 ? was[(i + 1) % n].uv[k] : 0;
        if (k >= 0) p.uv[k] = before;
        ARRAY_PUSH(f->scratch, &f->corner, p);
        if (k < 0 || before == after) continue;
        p.uv[k] = after;
        ARRAY_PUSH(f->scratch, &f->corner, p);
    }
}

/* Corners of the loops, with their parameters. */
static void collect(FaceMesh *f)
{
    const Mesher *m = f->m;
    for (int l = f->face->first; l < f->face->first + f->face->n; l++) {
        const BodyLoop *loop = &m->b->loop.at[l];
        int first = f->corner.n;
        FacePoint p = { 0 };
        bool known = false;
        double last[2] = { 0 };
        for (int i = 0; i < loop->n; i++) {
            const BodyFin *fin = &m->b->fin.at[loop->first + i];
            const EdgePoints *e = &m->edge[fin->edge];
            bool ring = m->b->edge.at[fin->edge].start < 0;
            int n = ring ? e->n : e->n - 1;
            for (int k = 0; k < n; k++) {
                p.point = m->along.at[e->first + (fin->along ? k : e->n - 1 - k)];
                double off = cd_surface_invert(f->s, m->out->point.at[p.point], p.uv, known);
                f->off = fmax(f->off, off);
                for (int j = 0; j < 2 && f->corner.n > first; j++)
                    p.uv[j] = cd_nearest_copy(p.uv[j], last[j], cd_surface_range(f->s, j).period);
                last[0] = p.uv[0], last[1] = p.uv[1], known = free_parameter(f->s, p.uv) < 0;
                ARRAY_PUSH(f->scratch, &f->corner, p);
            }
        }
        if (f->s->kind == SURFACE_NURBS) part_poles(f, first);
        ARRAY_PUSH(f->scratch, &f->loop_end, f->corner.n);
    }
}

static int loop_start(const FaceMesh *f, int l)
{
    return l ? f->loop_end.at[l - 1] : 0;
}

static void measure(FaceMesh *f, int from, int to)
{
    for (int k = 0; k < 2; k++) f->low[k] = INFINITY, f->high[k] = -INFINITY;
    for (int i = from; i < to; i++)
        for (int k = 0; k < 2; k++) {
            f->low[k] = fmin(f->low[k], f->corner.at[i].uv[k]);
            f->high[k] = fmax(f->high[k], f->corner.at[i].uv[k]);
        }
}

/* Loops of a face that does not wind round: brought by whole periods to the one that spans most. */
static void gather(FaceMesh *f)
{
    int outer = 0;
    double most = -1;
    for (int l = 0; l < f->loop_end.n; l++) {
        measure(f, loop_start(f, l), f->loop_end.at[l]);
        double size = (f->high[0] - f->low[0]) * (f->high[1] - f->low[1]);
        if (size > most) most = size, outer = l;
    }
    measure(f, loop_start(f, outer), f->loop_end.at[outer]);
    double middle[2] = { 0.5 * (f->low[0] + f->high[0]), 0.5 * (f->low[1] + f->high[1]) };
    for (int l = 0; l < f->loop_end.n; l++) {
        int from = loop_start(f, l);
        for (int k = 0; k < 2 && l != outer; k++) {
            double period = cd_surface_range(f->s, k).period, x = f->corner.at[from].uv[k],
                   shift = cd_nearest_copy(x, middle[k], period) - x;
            for (int i = from; i < f->loop_end.at[l]; i++) f->corner.at[i].uv[k] += shift;
        }
    }
    measure(f, 0, f->corner.n);
}

/* Loops that wind round: the second is a copy that lies beside the first across, if that parameter comes round, too. */
static void gather_around(FaceMesh *f)
{
    int across = 1 - around_of(f);
    double period = cd_surface_range(f->s, across).period;
    if (period > 0) {
        /* the loop that the face lies above stays, others follow within one period */
        int base = 0;
        double sense = (f->face->reversed ? -1 : 1) * (across == 1 ? 1 : -1);
        for (int l = 0; l < f->loop_end.n; l++) {
            int from = loop_start(f, l), last = f->loop_end.at[l] - 1;
            double run = f->corner.at[last].uv[1 - across] - f->corner.at[from].uv[1 - across];
            if (fabs(run) > 0.5 * cd_surface_range(f->s, 1 - across).period && run * sense > 0) base = l;
        }
        measure(f, loop_start(f, base), f->loop_end.at[base]);
        double low = f->low[across], middle = low + period / 2;
        for (int l = 0; l < f->loop_end.n; l++) {
            if (l == base) continue;
            int from = loop_start(f, l);
            double x = f->corner.at[from].uv[across], shift = cd_nearest_copy(x, middle, period) - x;
            for (int i = from; i < f->loop_end.at[l]; i++) f->corner.at[i].uv[across] += shift;
        }
    }
    measure(f, 0, f->corner.n);
}

/* Steps of the parameters. */
static void choose_steps(FaceMesh *f)
{
    const Surface *s = f->s;
    const FacetSettings *set = &f->m->set;
    double span[2] = { f->high[0] - f->low[0], f->high[1] - f->low[1] };
    f->step[0] = f->step[1] = 1;
    switch (s->kind) {
    case SURFACE_PLANE: break;
    case SURFACE_CYLINDER:
    case SURFACE_CONE: {
        double radius = fmax(fabs(s->radius + f->low[1] * s->slope), fabs(s->radius + f->high[1] * s->slope));
        f->step[0] = arc_step(set, radius);
        f->step[1] = fmax(radius * f->step[0], span[1] / 4);
        break;
    }
    case SURFACE_SPHERE: f->step[0] = f->step[1] = arc_step(set, s->radius); break;
    case SURFACE_TORUS:
        f->step[0] = arc_step(set, fabs(s->radius) + s->minor);
        f->step[1] = arc_step(set, s->minor);
        break;
    default: {
        /* lengths of the parameters in the middle, so that the plane looks like the surface */
        Vec3 p[3];
        cd_surface_eval(s, 0.5 * (f->low[0] + f->high[0]), 0.5 * (f->low[1] + f->high[1]), p);
        for (int k = 0; k < 2; k++) f->step[k] = v3_norm(p[1 + k]) > 0 ? 1 / v3_norm(p[1 + k]) : 1;
        break;
    }
    }
}

/* The map into polar coordinates. */
static void choose_polar(FaceMesh *f)
{
    int around = around_of(f), across = 1 - around;
    Vec3 p[3];
    double uv[2] = { 0.5 * (f->low[0] + f->high[0]), 0.5 * (f->low[1] + f->high[1]) };
    cd_surface_eval(f->s, uv[0], uv[1], p);
    double across_size = v3_norm(p[1 + across]) * (f->high[across] - f->low[across]);
    double around_size = v3_norm(p[1 + around]) * cd_surface_range(f->s, around).period / (2 * M_PI);
    f->beta = fmin(6, fmax(0.7, across_size / around_size));
    if (!isfinite(f->beta)) f->beta = 1;
    bool grows = !(f->face->pole_inside && f->face->pole_at > 0.5 * (f->low[across] + f->high[across]));
    if (f->s->kind == SURFACE_SPHERE) grows = false;
    f->mirror = (around == 0) == grows;
}

static void choose_grid(FaceMesh *f)
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
    for (int i = 0; i < f->corner.n; i++) {
        double xy[2];
        to_plane(f, f->corner.at[i].uv, xy);
        for (int k = 0; k < 2; k++) low[k] = fmin(low[k], xy[k]), high[k] = fmax(high[k], xy[k]);
    }
    double size = fmax(high[0] - low[0], high[1] - low[1]);
    f->scale = size > 0 && isfinite(size) ? (double)(1L << TRIANGULATION_BITS) / size : 1;
    f->shift[0] = low[0], f->shift[1] = low[1];
}

/* ---- triangles ------------------------------------------------------------------------------------------------- */

/* Boundary points and edges; false if they cross, or points coincide that should not. */
static bool add_boundary(FaceMesh *f)
{
    int n = f->corner.n;
    int *id = ARENA_ARRAY(f->scratch, int, n), *from = ARENA_ARRAY(f->scratch, int, n),
        *to = ARENA_ARRAY(f->scratch, int, n);
    f->t = cd_triangulation(f->scratch);
    for (int i = 0; i < n; i++) {
        long x[2];
        to_grid(f, f->corner.at[i].uv, x);
        id[i] = cd_triangulation_add(&f->t, x[0], x[1], false);
        int k = id[i] - TRIANGULATION_FRAME;
        if (k < 0) return false;
        if (k == f->at.n) ARRAY_PUSH(f->scratch, &f->at, f->corner.at[i]);
        if (f->at.at[k].point != f->corner.at[i].point) return false;
    }
    for (int l = 0; l < f->loop_end.n; l++)
        for (int start = loop_start(f, l), i = start; i < f->loop_end.at[l]; i++) {
            int next = i + 1 < f->loop_end.at[l] ? i + 1 : start;
            from[i] = id[f->face->reversed ? next : i], to[i] = id[f->face->reversed ? i : next];
            if (!cd_triangulation_fix(&f->t, from[i], to[i])) return false;
        }
    return cd_triangulation_fill(&f->t, n, from, to);
}

/* A point within the face; false if there is no place for it. apart: how far it is to be from boundary points and
 * edges. */
static bool add_inner(FaceMesh *f, const double uv[2], double apart)
{
    long x[2];
    Vec3 r = cd_surface_point(f->s, uv[0], uv[1]);
    if (!isfinite(r.x + r.y + r.z) || f->m->out->point.n > MOST_POINTS) return false;
    to_grid(f, uv, x);
    const Triangle *tri = &f->t.triangle.at[cd_triangulation_locate(&f->t, x[0], x[1])];
    if (!tri->inside) return false;
    for (int i = 0; i < 3; i++) {
        Vec3 a = f->m->out->point.at[f->at.at[tri->v[i] - TRIANGULATION_FRAME].point];
        Vec3 b = f->m->out->point.at[f->at.at[tri->v[(i + 1) % 3] - TRIANGULATION_FRAME].point];
        if (v3_norm(v3_sub(a, r)) < apart) return false;
        if ((tri->fixed >> ((i + 2) % 3) & 1) && off_chord(r, a, b) < apart) return false;
    }
    int made = cd_triangulation_add(&f->t, x[0], x[1], true), k = made - TRIANGULATION_FRAME;
    if (k != f->at.n) return false;
    FacePoint p = { add_point(f->m, r), { uv[0], uv[1] } };
    ARRAY_PUSH(f->scratch, &f->at, p);
    return true;
}

/* Rows of points on spheres and tori. */
static void add_rows(FaceMesh *f)
{
    const Surface *s = f->s;
    bool sphere = s->kind == SURFACE_SPHERE;
    double low = f->low[1], high = sphere ? M_PI / 2 : f->high[1];
    double first = f->low[0], span = f->face->form == FACE_PLAIN ? f->high[0] - f->low[0] : 2 * M_PI;
    if (f->face->form == FACE_AROUND_V) low = 0, high = 2 * M_PI, span = f->high[0] - f->low[0];
    int rows = (int)fmin(ceil((high - low) / f->step[1]), MOST_ROWS);
    for (int j = 0; j <= rows; j++) {
        double uv[2] = { 0, low + (high - low) * j / rows };
        double rho = sphere ? s->radius * cos(uv[1]) : fabs(s->radius + s->minor * cos(uv[1]));
        double size = sphere ? s->radius * f->step[0] : fmin(s->minor * f->step[1], rho * f->step[0]);
        double step = sphere ? size / fmax(rho, 1e-12 * s->radius) : f->step[0];
        int n = (int)fmin(fmax(1, ceil(span / step)), MOST_ROWS);
        for (int i = 0; i < n; i++) {
            uv[0] = first + span * (i + (j % 2 ? 0.5 : 0)) / n;
            add_inner(f, uv, 0.45 * size);
        }
    }
}

/* Points where knot lines cross, and between them. */
static void add_knots(FaceMesh *f)
{
    if (f->s->kind != SURFACE_NURBS) return;
    const NurbsSurface *n = f->s->nurbs;
    int total[2] = { n->n[0] - n->degree[0], n->n[1] - n->degree[1] };
    if ((double)total[0] * total[1] > 10000) return;
    double size = fmax((f->high[0] - f->low[0]) / f->step[0] / (2 * total[0]),
                       (f->high[1] - f->low[1]) / f->step[1] / (2 * total[1]));
    for (int i = n->degree[0]; i <= n->n[0]; i++)
        for (int j = n->degree[1]; j <= n->n[1]; j++) {
            double uv[2] = { n->knot[0][i], n->knot[1][j] };
            if (n->degree[0] > 1 || n->degree[1] > 1 || total[0] * total[1] > 1) add_inner(f, uv, 0.2 * size);
        }
}

/* How far the surface is off the middle of an edge, and the parameters of the point there. */
static double off_surface(const FaceMesh *f, const FacePoint *a, const FacePoint *b, double uv[2])
{
    Vec3 p = f->m->out->point.at[a->point], q = f->m->out->point.at[b->point], middle = v3_scale(v3_add(p, q), 0.5),
         at[3];
    for (int k = 0; k < 2; k++) {
        double other = cd_nearest_copy(b->uv[k], a->uv[k], cd_surface_range(f->s, k).period);
        uv[k] = 0.5 * (a->uv[k] + other);
    }
    /* in a pole the parameter around is free: that of the other end counts */
    int around = around_of(f);
    if (around >= 0 && f->face->pole_inside) {
        if (a->uv[1 - around] == f->face->pole_at) uv[around] = b->uv[around];
        if (b->uv[1 - around] == f->face->pole_at) uv[around] = a->uv[around];
    }
    if (cd_surface_is_analytic(f->s)) {
        double foot[2], distance = cd_surface_invert(f->s, middle, foot, false);
        for (int k = 0; k < 2; k++) uv[k] = cd_nearest_copy(foot[k], uv[k], cd_surface_range(f->s, k).period);
        return distance;
    }
    cd_surface_eval(f->s, uv[0], uv[1], at);
    Vec3 n = v3_cross(at[1], at[2]), d = v3_sub(at[0], middle);
    double size = v3_norm(n);
    return size > 0 ? fabs(v3_dot(n, d)) / size : v3_norm(d);
}

/* Points in the middle of inner edges that are too far off, until none is. */
static void refine(FaceMesh *f)
{
    if (f->s->kind == SURFACE_PLANE) return;
    /* a diagonal bends with both parameters: steps by which each is off by a chord make twice that; no points within
     * mend what boundary points are off, as those of tolerant edges are */
    const double most = 2.05 * fmax(f->m->set.chord, f->off);
    for (int pass = 0, made = 1; made && pass < MOST_PASSES; pass++) {
        made = 0;
        int triangles = f->t.triangle.n;
        for (int k = 0; k < triangles; k++)
            for (int i = 0; i < 3; i++) {
                const Triangle *tri = &f->t.triangle.at[k];
                if (!tri->inside || (tri->fixed >> i & 1) || tri->n[i] < k) continue;
                double uv[2];
                const FacePoint *a = &f->at.at[tri->v[(i + 1) % 3] - TRIANGULATION_FRAME],
                                *b = &f->at.at[tri->v[(i + 2) % 3] - TRIANGULATION_FRAME];
                if (!(off_surface(f, a, b, uv) > most)) continue;
                made += add_inner(f, uv, 0);
            }
    }
}

static void emit(Mesher *m, int face, int a, int b, int c)
{
    FacetTriangle t = { { a, b, c }, face };
    if (m->b->face.at[face].reversed) t.corner[1] = c, t.corner[2] = b;
    if (a != b && b != c && c != a) ARRAY_PUSH(m->arena, &m->out->triangle, t);
}

/* The polygon of the boundary as a fan: closed, whatever it looks like. */
static void add_fan(FaceMesh *f, int face)
{
    ARRAY_OF(int) ring = { 0 };
    for (int l = 0; l < f->loop_end.n; l++) {
        int start = loop_start(f, l);
        for (int i = start; i < f->loop_end.at[l]; i++) ARRAY_PUSH(f->scratch, &ring, f->corner.at[i].point);
        if (l) {
            ARRAY_PUSH(f->scratch, &ring, f->corner.at[start].point);
            ARRAY_PUSH(f->scratch, &ring, f->corner.at[0].point);
        } else if (f->loop_end.n > 1) ARRAY_PUSH(f->scratch, &ring, f->corner.at[0].point);
    }
    /* the loops run as the outward normal asks for, so that nothing is turned here */
    for (int i = 1; i + 1 < ring.n; i++) {
        FacetTriangle t = { { ring.at[0], ring.at[i], ring.at[i + 1] }, face };
        if (t.corner[0] != t.corner[1] && t.corner[1] != t.corner[2] && t.corner[2] != t.corner[0])
            ARRAY_PUSH(f->m->arena, &f->m->out->triangle, t);
    }
    ARRAY_PUSH(&f->m->edges, &f->m->rough, face);
}

/* A closed surface without loops: a grid, with one point at each pole of a sphere. */
static void mesh_whole(Mesher *m, int face)
{
    const Surface *s = &m->b->face.at[face].surface;
    bool sphere = s->kind == SURFACE_SPHERE;
    double size = sphere ? s->radius : fabs(s->radius) + s->minor;
    SurfaceRange u = cd_surface_range(s, 0), v = cd_surface_range(s, 1);
    int nu = (int)fmin(fmax(RING_SEGMENTS, ceil(2 * M_PI / arc_step(&m->set, size))), MOST_ROWS);
    int nv = sphere ? (nu + 1) / 2
             : s->kind == SURFACE_TORUS
                 ? (int)fmin(fmax(RING_SEGMENTS, ceil(2 * M_PI / arc_step(&m->set, s->minor))), MOST_ROWS)
                 : nu;
    int first = m->out->point.n, rows = sphere ? nv - 1 : nv;
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < nu; i++)
            add_point(m, cd_surface_point(s, u.from + (u.to - u.from) * i / nu,
                                          v.from + (v.to - v.from) * (sphere ? j + 1 : j) / nv));
    int south = sphere ? add_point(m, cd_surface_point(s, 0, v.from)) : 0,
        north = sphere ? add_point(m, cd_surface_point(s, 0, v.to)) : 0;
    for (int j = 0; j < (sphere ? rows - 1 : rows); j++)
        for (int i = 0; i < nu; i++) {
            int next = (i + 1) % nu, up = (j + 1) % rows;
            int a = first + j * nu + i, b = first + j * nu + next, c = first + up * nu + next, d = first + up * nu + i;
            emit(m, face, a, b, c);
            emit(m, face, a, c, d);
        }
    for (int i = 0; sphere && i < nu; i++) {
        int next = (i + 1) % nu, top = first + (rows - 1) * nu;
        emit(m, face, south, first + next, first + i);
        emit(m, face, north, top + i, top + next);
    }
}

static void mesh_face(Mesher *m, int face, Arena *scratch)
{
    FaceMesh f = { .m = m, .face = &m->b->face.at[face], .s = &m->b->face.at[face].surface, .scratch = scratch };
    int points = m->out->point.n;
    collect(&f);
    if (around_of(&f) < 0) gather(&f);
    else gather_around(&f);
    choose_steps(&f);
    if (around_of(&f) >= 0) choose_polar(&f);
    choose_grid(&f);
    if (!add_boundary(&f)) {
        m->out->point.n = points;
        add_fan(&f, face);
        return;
    }
    cd_triangulation_improve(&f.t);
    if (f.face->pole_inside && f.s->kind != SURFACE_SPHERE) {
        double uv[2];
        int around = around_of(&f);
        uv[1 - around] = f.face->pole_at, uv[around] = f.low[around];
        add_inner(&f, uv, 0);
    }
    if (f.s->kind == SURFACE_SPHERE || f.s->kind == SURFACE_TORUS) add_rows(&f);
    add_knots(&f);
    refine(&f);
    for (int k = 0; k < f.t.triangle.n; k++) {
        const Triangle *t = &f.t.triangle.at[k];
        if (t->inside)
            emit(m, face, f.at.at[t->v[0] - TRIANGULATION_FRAME].point, f.at.at[t->v[1] - TRIANGULATION_FRAME].point,
                 f.at.at[t->v[2] - TRIANGULATION_FRAME].point);
    }
}

static void mesh_body(Mesher *m, Arena *scratch)
{
    const Body *b = m->b;
    Facets *out = m->out;
    out->point.n = out->triangle.n = out->outline.n = m->along.n = m->rough.n = 0;
    out->left_out = 0;
    for (int i = 0; i < b->vertex.n; i++) add_point(m, b->vertex.at[i].r);
    for (int i = 0; i < b->edge.n; i++) split_edge(m, i);
    for (int i = 0; i < b->face.n; i++) {
        ArenaMark mark = cd_arena_mark(scratch);
        if (b->face.at[i].problem) out->left_out++;
        else if (b->face.at[i].form == FACE_WHOLE) mesh_whole(m, i);
        else mesh_face(m, i, scratch);
        cd_arena_release(scratch, mark);
    }
}

static int boundary_points(const Mesher *m, const BodyFace *face)
{
    int points = 0;
    for (int l = face->first; l < face->first + face->n; l++)
        for (int k = 0; k < m->b->loop.at[l].n; k++) points += m->edge[m->b->fin.at[m->b->loop.at[l].first + k].edge].n;
    return points;
}

/* Edges of rough faces get shorter chords; false: there are no such faces. It is not for its chords that a boundary of
 * a thousand points crosses itself. */
static bool make_finer(Mesher *m)
{
    const Body *b = m->b;
    int *before = ARENA_ARRAY(&m->edges, int, b->edge.n);
    bool finer = false;
    for (int i = 0; i < b->edge.n; i++) before[i] = m->edge[i].finer;
    for (int i = 0; i < m->rough.n; i++) {
        const BodyFace *face = &b->face.at[m->rough.at[i]];
        if (boundary_points(m, face) > MOST_CROSSING) continue;
        finer = true;
        for (int l = face->first; l < face->first + face->n; l++)
            for (int k = 0; k < b->loop.at[l].n; k++) {
                int edge = b->fin.at[b->loop.at[l].first + k].edge;
                m->edge[edge].finer = before[edge] + 1;
            }
    }
    return finer;
}

Facets cd_body_facets(Arena *arena, const Body *b, FacetSettings settings)
{
    Facets out = { .rough_node = -1 };
    Arena scratch = { 0 };
    Mesher m = { .b = b, .arena = arena, .out = &out, .set = settings };
    m.edge = ARENA_ARRAY(&m.edges, EdgePoints, b->edge.n);
    mesh_body(&m, &scratch);
    for (int k = 0; k < MOST_FINER && make_finer(&m); k++) mesh_body(&m, &scratch);
    out.rough = m.rough.n;
    if (m.rough.n) out.rough_node = b->face.at[m.rough.at[0]].node;
    out.closed = cd_facets_are_closed(&out);
    cd_arena_close(&scratch);
    cd_arena_close(&m.edges);
    return out;
}

/* ---- sums ------------------------------------------------------------------------------------------------------ */

FacetSums cd_facet_sums(const Facets *f)
{
    FacetSums s = { .low = { INFINITY, INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY, -INFINITY } };
    Vec3 origin = f->point.n ? f->point.at[0] : v3(0, 0, 0);
    for (int i = 0; i < f->triangle.n; i++) {
        Vec3 p[3];
        for (int k = 0; k < 3; k++) {
            Vec3 r = f->point.at[f->triangle.at[i].corner[k]];
            p[k] = v3_sub(r, origin);
            s.low = v3(fmin(s.low.x, r.x), fmin(s.low.y, r.y), fmin(s.low.z, r.z));
            s.high = v3(fmax(s.high.x, r.x), fmax(s.high.y, r.y), fmax(s.high.z, r.z));
        }
        s.volume += v3_dot(p[0], v3_cross(p[1], p[2])) / 6;
        s.area += 0.5 * v3_norm(v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0])));
    }
    return s;
}

/* Edges of a point to points of larger number, chained. */
typedef struct EdgeCount {
    int high, next;
    int up, down; /* how often it runs to the larger number, and back */
} EdgeCount;

bool cd_facets_are_closed(const Facets *f)
{
    int n = 3 * f->triangle.n, edges = 0;
    int *first = cd_take(sizeof *first * (size_t)(f->point.n + 1)); /* position + 1 */
    EdgeCount *e = cd_take(sizeof *e * (size_t)(n + 1));
    for (int i = 0; i < n; i++) {
        int a = f->triangle.at[i / 3].corner[i % 3], b = f->triangle.at[i / 3].corner[(i + 1) % 3];
        int low = a < b ? a : b, high = a < b ? b : a, k = first[low] - 1;
        while (k >= 0 && e[k].high != high) k = e[k].next;
        if (k < 0) {
            k = edges++;
            e[k] = (EdgeCount){ .high = high, .next = first[low] - 1 };
            first[low] = k + 1;
        }
        if (a < b) e[k].up++;
        else e[k].down++;
    }
    bool closed = n > 0;
    for (int k = 0; k < edges; k++) closed &= e[k].up == 1 && e[k].down == 1;
    free(first);
    free(e);
    return closed;
}
