/* extent.c - farthest points of a body: vertices, extreme points of arcs, and points of spheres and tori whose normal
 * is along the direction, if they are on the face. Planes, cylinders and cones have theirs on their edges. */
#include "geometry/extent.h"

#include <math.h>

static void grow(Extent *e, Vec3 p)
{
    e->low = v3(fmin(e->low.x, p.x), fmin(e->low.y, p.y), fmin(e->low.z, p.z));
    e->high = v3(fmax(e->high.x, p.x), fmax(e->high.y, p.y), fmax(e->high.z, p.z));
}

/* A body where it is put: p' = A p + t. */
typedef struct Placed {
    const Body *b;
    const Facets *f;
    Mat3 A;
    Vec3 t;
} Placed;

static Vec3 put(const Placed *b, Vec3 p)
{
    return v3_add(m3_apply(b->A, p), b->t);
}

/* Both extreme points of an ellipse along a direction, as far as the piece has them. */
static void grow_by_arc(Extent *e, const Placed *b, const EdgePiece *p, Vec3 d)
{
    double t = atan2(v3_dot(d, p->curve->y), v3_dot(d, p->curve->x));
    double low = fmin(p->from, p->to), high = fmax(p->from, p->to);
    for (int k = 0; k < 2; k++, t += M_PI) {
        double copy = t + 2 * M_PI * ceil((low - t) / (2 * M_PI));
        Vec3 at[2];
        if (copy > high) continue;
        cd_edge_curve_eval(p->curve, copy, at);
        grow(e, put(b, at[0]));
    }
}

/* Whether a point of a surface is on a face: near one of its triangles. */
static bool is_on(const Facets *f, int face, Vec3 p)
{
    for (int i = 0; i < f->triangle.n; i++) {
        if (f->triangle.at[i].face != face) continue;
        const int *c = f->triangle.at[i].corner;
        Vec3 a = f->point.at[c[0]], u = v3_sub(f->point.at[c[1]], a), v = v3_sub(f->point.at[c[2]], a),
             d = v3_sub(p, a);
        double uu = v3_dot(u, u), uv = v3_dot(u, v), vv = v3_dot(v, v), du = v3_dot(d, u), dv = v3_dot(d, v);
        double det = uu * vv - uv * uv, x = (du * vv - dv * uv) / det, y = (dv * uu - du * uv) / det;
        double off = v3_norm(v3_sub(d, v3_axpy(v3_scale(u, x), y, v)));
        /* above an edge of a bent face is above neither triangle */
        double size = sqrt(fmax(uu, vv)), slack = off / size + 1e-9;
        if (x >= -slack && y >= -slack && x + y <= 1 + slack && off < 0.2 * size) return true;
    }
    return false;
}

static void grow_if_on(Extent *e, const Placed *b, int face, Vec3 p)
{
    Vec3 there = put(b, p);
    if (b->b->face.at[face].form == FACE_WHOLE || is_on(b->f, face, there)) grow(e, there);
}

static void grow_by_face(Extent *e, const Placed *b, int face, Vec3 d)
{
    enum { ROUND = 8 };
    const Surface *s = &b->b->face.at[face].surface;
    Vec3 z = m3_col(s->A, 2), out = v3_axpy(d, -v3_dot(d, z), z);
    for (int side = -1; side <= 1; side += 2) {
        if (s->kind == SURFACE_SPHERE) {
            grow_if_on(e, b, face, v3_axpy(s->r, side * s->radius, d));
        } else if (v3_norm(out) > 1e-9) {
            Vec3 ring = v3_axpy(s->r, side * s->radius, v3_unit(out));
            grow_if_on(e, b, face, v3_axpy(ring, side * s->minor, d));
        } else {
            /* along the axis a whole ring is farthest: any point of it that the face has */
            double top = v3_dot(d, z) * side > 0 ? M_PI / 2 : -M_PI / 2;
            for (int k = 0; k < ROUND; k++)
                grow_if_on(e, b, face, cd_surface_point(s, 0.1 + 2 * M_PI * k / ROUND, top));
        }
    }
}

Extent cd_body_extent(const Body *body, const Facets *f, Mat3 A, Vec3 t)
{
    Placed b = { body, f, A, t };
    Extent e = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (int i = 0; i < f->point.n; i++) grow(&e, f->point.at[i]);
    for (int k = 0; k < 3; k++) {
        Vec3 d = m3_row(A, k);
        for (int i = 0; i < body->edge.n; i++) {
            const EdgePiece *p = &body->edge.at[i].piece;
            if (p->curve && p->curve->kind == EDGE_ELLIPSE) grow_by_arc(&e, &b, p, d);
        }
        for (int i = 0; i < body->face.n; i++) {
            const BodyFace *face = &body->face.at[i];
            bool round = face->surface.kind == SURFACE_SPHERE || face->surface.kind == SURFACE_TORUS;
            if (round && !face->problem) grow_by_face(&e, &b, i, d);
        }
    }
    return e;
}
