/* moments.c - integrals over a face by those along its edges (docs/solids.md).
 *
 *     integral of f.n dA = -sum over fins of the integral of H du,   H(u, v) = integral from v0 to v of f.(R_u x R_v)
 *         dv'
 *
 * with the fields f = x/3 for the volume, x_i^2/2 e_i for its first moments, x^3/3, x^2 y/2 ... for the second ones.
 * v0 is the pole where there is one. Where loops wind round in v the parameters change places. Gauss points lie on
 * pieces of edges that are smooth and cross no knot line of the surface.
 */
#include "geometry/moments.h"

#include <math.h>
#include <string.h>

/* volume, three first moments, xx yy zz xy xz yz, vector area, area */
enum { SUMS = 14, VOLUME = 0, FIRST = 1, SECOND = 4, VECTOR = 10, AREA = 13, MOST_CUTS = 64, GAUSS = 12 };

static const double gauss_at[GAUSS] = { 0.009219682876640375, 0.047941371814762571, 0.11504866290284766,
                                        0.20634102285669128,  0.31608425050090994,  0.43738329574426555,
                                        0.56261670425573445,  0.68391574949909006,  0.79365897714330872,
                                        0.88495133709715234,  0.95205862818523743,  0.99078031712335963 };
static const double gauss_weight[GAUSS] = { 0.023587668193255914, 0.053469662997659215, 0.080039164271673113,
                                            0.10158371336153296,  0.1167462682691774,   0.12457352290670139,
                                            0.12457352290670139,  0.1167462682691774,   0.10158371336153296,
                                            0.080039164271673113, 0.053469662997659215, 0.023587668193255914 };

typedef struct Face {
    const Surface *s;
    int across;   /* parameter of the inner integral: 1 for v */
    double from;  /* where it begins */
    Vec3 origin;  /* moments are about this point */
    double uv[2]; /* parameters of the last point, where searches begin */
    bool known;
    double last; /* inner parameter, unwrapped */
    bool has_last;
    double sum[SUMS];
    const EdgePiece *piece;
} Face;

/* The integrands at a point with the normal N dA. */
static void add_point(double *sum, double weight, Vec3 r, Vec3 N)
{
    Vec3 w = v3_scale(N, weight);
    sum[VOLUME] += v3_dot(r, w) / 3;
    sum[FIRST] += r.x * r.x * w.x / 2;
    sum[FIRST + 1] += r.y * r.y * w.y / 2;
    sum[FIRST + 2] += r.z * r.z * w.z / 2;
    sum[SECOND] += r.x * r.x * r.x * w.x / 3;
    sum[SECOND + 1] += r.y * r.y * r.y * w.y / 3;
    sum[SECOND + 2] += r.z * r.z * r.z * w.z / 3;
    sum[SECOND + 3] += r.x * r.x * r.y * w.x / 2;
    sum[SECOND + 4] += r.x * r.x * r.z * w.x / 2;
    sum[SECOND + 5] += r.y * r.y * r.z * w.y / 2;
    sum[VECTOR] += w.x, sum[VECTOR + 1] += w.y, sum[VECTOR + 2] += w.z;
    sum[AREA] += weight * v3_norm(N);
}

/* One smooth part of the inner integral, from a to b of the parameter across. On planes, cylinders and cones it is a
 * polynomial of degree 4 at most, for which three points are enough. */
static void inner_part(const Face *f, double along, double a, double b, double *sum)
{
    static const double at3[3] = { 0.11270166537925831, 0.5, 0.88729833462074169 };
    static const double weight3[3] = { 5. / 18, 8. / 18, 5. / 18 };
    bool ruled = f->s->kind <= SURFACE_CONE;
    for (int i = 0; i < (ruled ? 3 : GAUSS); i++) {
        double x = a + (b - a) * (ruled ? at3[i] : gauss_at[i]);
        Vec3 p[3];
        cd_surface_eval(f->s, f->across ? along : x, f->across ? x : along, p);
        add_point(sum, (ruled ? weight3[i] : gauss_weight[i]) * (b - a), v3_sub(p[0], f->origin), v3_cross(p[1], p[2]));
    }
}

/* Knots of a parameter of a surface; NULL: it has none. */
static const double *knots_of(const Surface *s, int k, int *first, int *last)
{
    if (s->kind == SURFACE_OFFSET) return knots_of(s->base, k, first, last);
    if (s->kind == SURFACE_NURBS) {
        *first = s->nurbs->degree[k], *last = s->nurbs->n[k];
        return s->nurbs->knot[k];
    }
    if ((s->kind == SURFACE_SPUN || s->kind == SURFACE_SWEPT) && k == 0 && s->curve->kind == EDGE_NURBS) {
        *first = s->curve->nurbs->degree, *last = s->curve->nurbs->n;
        return s->curve->nurbs->knot;
    }
    return NULL;
}

/* H at a point: the integral from f->from to x, cut at knots, or into eighths of a turn. */
static void inner(const Face *f, double along, double x, double *sum)
{
    int first = 0, last = 0;
    const double *knot = knots_of(f->s, f->across, &first, &last);
    double a = f->from, b = x, side = 1, period = cd_surface_range(f->s, f->across).period;
    if (b < a) a = x, b = f->from, side = -1;
    double part[SUMS] = { 0 };
    if (knot) {
        double domain = knot[last] - knot[first];
        for (int copy = period > 0 ? -1 : 0; copy <= (period > 0 ? 1 : 0); copy++)
            for (int k = first; k < last; k++) {
                double low = fmax(a, knot[k] + copy * domain), high = fmin(b, knot[k + 1] + copy * domain);
                if (high > low) inner_part(f, along, low, high, part);
            }
    } else {
        int n = f->s->kind <= SURFACE_CONE ? 1 : (int)ceil((b - a) / (M_PI / 2) - 1e-9);
        if (!(n >= 1)) n = 1;
        if (n > 64) n = 64;
        for (int k = 0; k < n; k++) inner_part(f, along, a + (b - a) * k / n, a + (b - a) * (k + 1) / n, part);
    }
    for (int k = 0; k < SUMS; k++) sum[k] += side * part[k];
}

/* Parameters of a point of the piece, and how they change along it. False in the pole, where only one of them is
 * known. */
static bool parameters(Face *f, double t, double d[2])
{
    Vec3 at[2], p[3];
    cd_edge_curve_eval(f->piece->curve, t, at);
    cd_surface_invert(f->s, at[0], f->uv, f->known);
    f->known = true;
    if (!d) return true;
    cd_surface_eval(f->s, f->uv[0], f->uv[1], p);
    double E = v3_dot(p[1], p[1]), F = v3_dot(p[1], p[2]), G = v3_dot(p[2], p[2]), det = E * G - F * F;
    double a = v3_dot(p[1], at[1]), b = v3_dot(p[2], at[1]);
    if (!(det > 1e-24 * E * G)) return false;
    d[0] = (a * G - b * F) / det, d[1] = (b * E - a * F) / det;
    return true;
}

static void smooth_part(Face *f, double from, double to)
{
    for (int i = 0; i < GAUSS; i++) {
        double d[2], h[SUMS] = { 0 }, sign = f->across ? -1 : 1;
        if (!parameters(f, from + (to - from) * gauss_at[i], d)) continue;
        double period = cd_surface_range(f->s, f->across).period;
        double x = f->has_last ? cd_nearest_copy(f->uv[f->across], f->last, period) : f->uv[f->across];
        f->last = x, f->has_last = true;
        double weight = sign * gauss_weight[i] * (to - from) * d[1 - f->across];
        if (weight == 0) continue;
        inner(f, f->uv[1 - f->across], x, h);
        for (int k = 0; k < SUMS; k++) f->sum[k] += weight * h[k];
    }
}

/* The knot cell of a point of the piece. */
static void cell_of(Face *f, double t, int cell[2])
{
    parameters(f, t, NULL);
    for (int k = 0; k < 2; k++) {
        int first = 0, last = 0;
        const double *knot = knots_of(f->s, k, &first, &last);
        SurfaceRange range = cd_surface_range(f->s, k);
        double x = f->uv[k];
        if (range.period > 0) x -= range.period * floor((x - range.from) / range.period);
        cell[k] = knot ? cd_knot_span(knot, last, first, x) : 0;
    }
}

/* Where the piece leaves the cell that it has at from; to if it does not. */
static double leaves(Face *f, double from, double to)
{
    int a[2], b[2];
    double inside = 1e-9 * (to - from);
    cell_of(f, from + inside, a);
    cell_of(f, to - inside, b);
    if (a[0] == b[0] && a[1] == b[1]) return to;
    double low = from + inside, high = to - inside;
    for (int k = 0; k < 45; k++) {
        double mid = 0.5 * (low + high);
        cell_of(f, mid, b);
        if (a[0] == b[0] && a[1] == b[1]) low = mid;
        else high = mid;
    }
    return 0.5 * (low + high);
}

static void part_seen(void *user, double from, double to)
{
    Face *f = user;
    bool knots = f->s->kind == SURFACE_NURBS || f->s->kind == SURFACE_SPUN || f->s->kind == SURFACE_SWEPT ||
                 f->s->kind == SURFACE_OFFSET;
    for (int k = 0; knots && k < MOST_CUTS; k++) {
        double at = leaves(f, from, to);
        if (at == to || fabs(at - from) < 1e-8 * fabs(to - from)) break;
        smooth_part(f, from, at);
        from = at;
    }
    smooth_part(f, from, to);
}

/* The whole of a closed surface. */
static void add_whole(Face *f, double sign)
{
    SurfaceRange along = cd_surface_range(f->s, 1 - f->across), across = cd_surface_range(f->s, f->across);
    f->from = across.from;
    for (int k = 0; k < 16; k++)
        for (int i = 0; i < GAUSS; i++) {
            double h[SUMS] = { 0 }, x = along.from + (along.to - along.from) * (k + gauss_at[i]) / 16;
            inner(f, x, across.to, h);
            for (int j = 0; j < SUMS; j++) f->sum[j] += sign * gauss_weight[i] * (along.to - along.from) / 16 * h[j];
        }
}

/* Whether a side of a B-surface on which parameter k is constant is one point. */
static bool has_point_side(const Surface *s, int k)
{
    if (s->kind != SURFACE_NURBS) return false;
    SurfaceRange range = cd_surface_range(s, k), along = cd_surface_range(s, 1 - k);
    for (int end = 0; end < 2; end++) {
        double uv[2], size = 0;
        Vec3 first = v3(0, 0, 0);
        uv[k] = end ? range.to : range.from;
        for (int i = 0; i <= 4; i++) {
            uv[1 - k] = along.from + (along.to - along.from) * i / 4;
            Vec3 p = cd_surface_point(s, uv[0], uv[1]);
            if (i == 0) first = p;
            size = fmax(size, v3_norm(v3_sub(p, first)));
        }
        if (size < 1e-9) return true;
    }
    return false;
}

/* The parameter of the inner integral. Where a loop runs through a side that is one point, the other parameter must
 * not change along that side, for no edge is there. */
static int inner_parameter(const BodyFace *face)
{
    if (face->form != FACE_PLAIN) return face->form == FACE_AROUND_V ? 0 : 1;
    return has_point_side(&face->surface, 1) ? 0 : 1;
}

static void integrate_face(const Body *b, const BodyFace *face, Vec3 origin, double *sum)
{
    Face f = { .s = &face->surface, .across = inner_parameter(face), .origin = origin };
    double side = face->reversed ? -1 : 1;
    SurfaceRange across = cd_surface_range(f.s, f.across);
    if (face->form == FACE_WHOLE) {
        add_whole(&f, side);
    } else {
        f.from = face->pole ? face->pole_at : isfinite(across.from + across.to) ? 0.5 * (across.from + across.to) : 0;
        for (int k = face->first; k < face->first + face->n; k++) {
            const BodyLoop *loop = &b->loop.at[k];
            f.has_last = f.known = false;
            for (int i = 0; i < loop->n; i++) {
                EdgePiece piece = cd_fin_piece(b, &b->fin.at[loop->first + i]);
                f.piece = &piece;
                cd_edge_piece_parts(&piece, part_seen, &f);
            }
        }
        /* loops of a torus may be found a turn apart */
        if (side * f.sum[AREA] < 0 && across.period > 0 && face->form != FACE_PLAIN) add_whole(&f, side);
    }
    for (int k = 0; k < SUMS; k++) sum[k] = f.sum[k];
    sum[AREA] = side * f.sum[AREA];
}

/* Moments about the origin of the sums, carried to the centre. */
static void finish(Moments *m, const double *sum, Vec3 origin)
{
    double V = sum[VOLUME];
    Vec3 c = V != 0 ? v3(sum[FIRST] / V, sum[FIRST + 1] / V, sum[FIRST + 2] / V) : v3(0, 0, 0);
    double xx = sum[SECOND] - V * c.x * c.x, yy = sum[SECOND + 1] - V * c.y * c.y, zz = sum[SECOND + 2] - V * c.z * c.z;
    double xy = sum[SECOND + 3] - V * c.x * c.y, xz = sum[SECOND + 4] - V * c.x * c.z,
           yz = sum[SECOND + 5] - V * c.y * c.z;
    m->volume = V;
    m->centre = v3_add(origin, c);
    m->inertia = m3_cols(v3(yy + zz, -xy, -xz), v3(-xy, xx + zz, -yz), v3(-xz, -yz, xx + yy));
}

Moments cd_body_moments(Arena *arena, const Body *b)
{
    Moments m = { .turned_node = -1, .face_area = ARENA_ARRAY(arena, double, b->face.n) };
    Vec3 origin = v3_scale(v3_add(b->low, b->high), 0.5);
    double total[SUMS] = { 0 };
    for (int i = 0; i < b->face.n; i++) {
        const BodyFace *face = &b->face.at[i];
        double sum[SUMS];
        if (face->problem) continue;
        integrate_face(b, face, origin, sum);
        m.face_area[i] = sum[AREA];
        if (!(sum[AREA] > 0)) {
            if (!m.turned++) m.turned_node = face->node;
        }
        for (int k = 0; k < SUMS; k++) total[k] += sum[k];
    }
    m.area = total[AREA];
    m.vector_area = v3_load(total + VECTOR);
    finish(&m, total, origin);
    return m;
}
