/* lay_out.c - how faces lie in the parameters of their surfaces: which loops wind round, where a pole is, and a box
 * about the body.
 *
 * The winding of a loop is the sum of changes of a periodic parameter along it. On spheres the axis is free: it is
 * turned so that the pole v = -pi/2 is off the face; seen from there (stereographic projection) the face is a bounded
 * piece of a plane, whatever its loops are. */
#include "geometry/body.h"

#include <math.h>
#include <stdlib.h>

enum { DIRECTIONS = 120, PER_SPAN = 4, PER_CHORD = 2, MOST_SAMPLES = 400 };

typedef ARRAY_OF(Vec3) Points;

/* Points along a fin, its end left out. */
static void sample_fin(Arena *arena, const Body *b, const BodyFin *fin, Points *out)
{
    EdgePiece p = cd_fin_piece(b, fin);
    const EdgeCurve *c = p.curve;
    double length = fabs(p.to - p.from);
    int n = 8;
    if (c->kind == EDGE_ELLIPSE) n = (int)ceil(length / (M_PI / 8));
    else if (c->kind == EDGE_INTERSECTION) n = (int)ceil(PER_CHORD * length);
    else if (c->kind != EDGE_LINE) n = PER_SPAN * (c->nurbs->n - c->nurbs->degree);
    n = n < 8 ? 8 : n > MOST_SAMPLES ? MOST_SAMPLES : n;
    for (int k = 0; k < n; k++) {
        Vec3 at[2];
        cd_edge_curve_eval(c, p.from + (p.to - p.from) * k / n, at);
        ARRAY_PUSH(arena, out, at[0]);
    }
}

static Points sample_loop(Arena *arena, const Body *b, const BodyLoop *loop)
{
    Points out = { 0 };
    for (int i = 0; i < loop->n; i++) sample_fin(arena, b, &b->fin.at[loop->first + i], &out);
    return out;
}

static void refuse(BodyFace *face, const char *why)
{
    if (face->problem) return;
    face->problem = why;
    face->problem_node = face->node;
}

/* ---- spheres --------------------------------------------------------------------------------------------------- */

/* Area of the loops seen from -z of the axes, with the sign of their direction. */
static double projected_area(const Points *loop, int n, const Surface *s, Mat3 A)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < loop[k].n; i++) {
            double xy[2][2];
            for (int j = 0; j < 2; j++) {
                Vec3 d = m3_tapply(A, v3_scale(v3_sub(loop[k].at[(i + j) % loop[k].n], s->r), 1 / s->radius));
                xy[j][0] = d.x / (1 + d.z), xy[j][1] = d.y / (1 + d.z);
            }
            sum += 0.5 * (xy[0][0] * xy[1][1] - xy[0][1] * xy[1][0]);
        }
    return sum;
}

/* The largest cosine between a direction and the boundary: small is far. */
static double nearest_cosine(const Points *loop, int n, const Surface *s, Vec3 direction)
{
    double most = -1;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < loop[k].n; i++)
            most = fmax(most, v3_dot(direction, v3_sub(loop[k].at[i], s->r)) / s->radius);
    return most;
}

static Mat3 axes_about(Vec3 z)
{
    Vec3 x = fabs(z.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0);
    x = v3_unit(v3_axpy(x, -v3_dot(x, z), z));
    return m3_cols(x, v3_cross(z, x), z);
}

/* Directions: across the loops both ways, then spread over the whole sphere. */
static Vec3 direction(const Points *loop, int n, int k)
{
    if (k < 2 * n) {
        Vec3 area = v3(0, 0, 0);
        const Points *p = &loop[k / 2];
        for (int i = 1; i + 1 < p->n; i++)
            area = v3_add(area, v3_cross(v3_sub(p->at[i], p->at[0]), v3_sub(p->at[i + 1], p->at[0])));
        return v3_norm(area) > 0 ? v3_scale(v3_unit(area), k % 2 ? -1 : 1) : v3(0, 0, 1);
    }
    k -= 2 * n;
    double h = 1 - (2 * k + 1.0) / DIRECTIONS, angle = k * 2.399963229728653 /* golden angle */, rho = sqrt(1 - h * h);
    return v3(rho * cos(angle), rho * sin(angle), h);
}

static void lay_out_sphere(Arena *arena, const Body *b, BodyFace *face)
{
    Surface *s = &face->surface;
    Points *loop = ARENA_ARRAY(arena, Points, face->n);
    double best = 2;
    for (int k = 0; k < face->n; k++) loop[k] = sample_loop(arena, b, &b->loop.at[face->first + k]);
    for (int k = 0; k < 2 * face->n + DIRECTIONS; k++) {
        Vec3 away = direction(loop, face->n, k);
        double near = nearest_cosine(loop, face->n, s, away), side = face->reversed ? -1 : 1;
        if (!(near < best) || !(near < 1 - 1e-9)) continue;
        Mat3 A = axes_about(v3_neg(away));
        if (!(side * projected_area(loop, face->n, s, A) > 0)) continue;
        best = near;
        s->A = A;
    }
    if (best > 1)
        refuse(face,
               "no part of the sphere is off the face: its loops, or the sense of the face, are not as they should be");
    face->form = FACE_AROUND_U;
    face->pole = true, face->pole_at = M_PI / 2, face->pole_inside = true;
}

/* ---- other surfaces -------------------------------------------------------------------------------------------- */

typedef struct Winding {
    int turns[2];
    bool at_pole; /* the loop runs through the tip of a cone */
} Winding;

static Winding winding_of(Arena *arena, const Body *b, const BodyFace *face, const BodyLoop *loop)
{
    const Surface *s = &face->surface;
    Winding out = { 0 };
    Points p = sample_loop(arena, b, loop);
    double uv[2] = { 0 }, first[2] = { 0 }, last[2] = { 0 }, total[2] = { 0 };
    bool known = false;
    for (int i = 0; i <= p.n; i++) {
        for (int k = 0; k < 2 && known; k++) uv[k] = last[k];
        cd_surface_invert(s, p.at[i % p.n], uv, known);
        if (s->kind == SURFACE_CONE && fabs(s->radius + uv[1] * s->slope) < 1e-9) {
            out.at_pole = true;
            continue;
        }
        for (int k = 0; k < 2 && known; k++) {
            double period = cd_surface_range(s, k).period, next = cd_nearest_copy(uv[k], last[k], period);
            total[k] += next - last[k];
        }
        for (int k = 0; k < 2; k++) last[k] = uv[k], first[k] = known ? first[k] : uv[k];
        known = true;
    }
    for (int k = 0; k < 2; k++) {
        double period = cd_surface_range(s, k).period;
        out.turns[k] = period > 0 && !out.at_pole ? (int)lround(total[k] / period) : 0;
    }
    return out;
}

/* A loop that winds round alone closes about a point in which the parameter lines meet. */
static void find_pole(BodyFace *face, int around, int turns)
{
    const Surface *s = &face->surface;
    SurfaceRange across = cd_surface_range(s, 1 - around);
    int left = (face->reversed ? -turns : turns) * (around == 0 ? 1 : -1);
    double at = left > 0 ? across.to : across.from;
    Vec3 p[3];
    if (!isfinite(at)) {
        refuse(face, "a loop winds round its surface and no other one closes the face");
        return;
    }
    SurfaceRange along = cd_surface_range(s, around);
    double middle = 0.5 * (along.from + along.to);
    cd_surface_eval(s, around == 0 ? middle : at, around == 0 ? at : middle, p);
    double width = v3_norm(p[1 + around]) * along.period;
    if (width > 1e-6 * (1e-3 + v3_norm(p[0])))
        refuse(face, "a loop winds round its surface and no other one closes the face");
    face->pole = face->pole_inside = true;
    face->pole_at = at;
}

static void lay_out_face(Arena *arena, const Body *b, BodyFace *face)
{
    const Surface *s = &face->surface;
    bool closes = cd_surface_range(s, 0).period > 0, closes_v = cd_surface_range(s, 1).period > 0;
    if (face->n == 0) {
        face->form = FACE_WHOLE;
        if (s->kind != SURFACE_SPHERE && !(closes && closes_v))
            refuse(face, "it has no loops, and its surface is not closed");
        return;
    }
    if (s->kind == SURFACE_SPHERE) {
        lay_out_sphere(arena, b, face);
        return;
    }
    if (s->kind == SURFACE_CONE) face->pole = true, face->pole_at = -s->radius / s->slope;
    if (!closes && !closes_v) return;
    int winding = 0, sum[2] = { 0 }, turns = 0, around = -1;
    bool at_pole = false, both = false;
    for (int k = 0; k < face->n; k++) {
        Winding w = winding_of(arena, b, face, &b->loop.at[face->first + k]);
        at_pole |= w.at_pole;
        for (int i = 0; i < 2; i++) {
            if (!w.turns[i]) continue;
            both |= around >= 0 && around != i;
            both |= abs(w.turns[i]) > 1;
            around = i, turns = w.turns[i], sum[i] += w.turns[i], winding++;
        }
    }
    if (both || winding > 2 || (winding == 2 && sum[around] != 0))
        refuse(face, "its loops wind round the surface in a way that bounds no face");
    if (at_pole && s->kind == SURFACE_CONE) around = 0, face->pole_inside = true;
    if (around >= 0) face->form = around == 0 ? FACE_AROUND_U : FACE_AROUND_V;
    if (winding == 1 && !face->problem) find_pole(face, around, turns);
}

void cd_body_lay_out(Body *b)
{
    Arena scratch = { 0 };
    for (int i = 0; i < b->face.n; i++) {
        ArenaMark mark = cd_arena_mark(&scratch);
        if (!b->face.at[i].problem) lay_out_face(&scratch, b, &b->face.at[i]);
        cd_arena_release(&scratch, mark);
    }
    cd_arena_close(&scratch);
}

/* ---- box ------------------------------------------------------------------------------------------------------- */

static void grow(Body *b, Vec3 p, double by)
{
    b->low = v3(fmin(b->low.x, p.x - by), fmin(b->low.y, p.y - by), fmin(b->low.z, p.z - by));
    b->high = v3(fmax(b->high.x, p.x + by), fmax(b->high.y, p.y + by), fmax(b->high.z, p.z + by));
}

/* Edges, and whole spheres and tori where nothing bounds them: for the size of the body, not for its exact extent. */
void cd_body_box(Body *b)
{
    Arena scratch = { 0 };
    b->low = v3(INFINITY, INFINITY, INFINITY), b->high = v3_neg(b->low);
    for (int i = 0; i < b->fin.n; i++) {
        if (!b->edge.at[b->fin.at[i].edge].piece.curve && !b->fin.at[i].own.curve) continue;
        Points p = { 0 };
        ArenaMark mark = cd_arena_mark(&scratch);
        sample_fin(&scratch, b, &b->fin.at[i], &p);
        for (int k = 0; k < p.n; k++) grow(b, p.at[k], 0);
        cd_arena_release(&scratch, mark);
    }
    for (int i = 0; i < b->face.n; i++) {
        const Surface *s = &b->face.at[i].surface;
        if (b->face.at[i].form == FACE_WHOLE && !b->face.at[i].problem) grow(b, s->r, fabs(s->radius) + s->minor);
    }
    if (!(b->low.x <= b->high.x)) b->low = b->high = v3(0, 0, 0);
    cd_arena_close(&scratch);
}
