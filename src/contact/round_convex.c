/* round_convex.c - round shapes on a face of a convex solid (theory 18, 3). Where one presses on one face only, the
 * face is a plane to it: a cylinder or frustum lying, over the stretch of its axis above the face, or standing, with
 * the whole of its end above the face. Elsewhere, at edges and corners of the solid, the overlap of facets counts. */
#include "contact/polytope.h"
#include "contact/rows.h"

/* Lowest height of I over a plane. */
static double lowest(const Shape *i, Vec3 r, Mat3 A, const Facet *f)
{
    double az = v3_dot(A.c[2], f->n), m = sqrt(fmax(0, 1 - az * az)), z = v3_dot(r, f->n) - f->d;
    return fmin(z + az * i->round.from - m * i->round.bottom, z + az * i->round.to - m * i->round.top);
}

typedef struct Face {
    const Polytope *p;
    const Facet *f;
    Vec3 o; /* a corner; axes F with z out of the face */
    Mat3 F;
    Vec3 r; /* pose of I seen from there */
    Mat3 A;
} Face;

static Face face_of(const Polytope *p, const Facet *f, Vec3 r, Mat3 A)
{
    Face face = { .p = p, .f = f, .o = p->vertex[p->loop[f->first]] };
    Vec3 x = v3_unit(v3_sub(p->vertex[p->loop[f->first + 1]], face.o));
    x = v3_unit(v3_axpy(x, -v3_dot(x, f->n), f->n));
    face.F = m3_cols(x, v3_cross(f->n, x), f->n);
    face.r = m3_tapply(face.F, v3_sub(r, face.o)), face.A = m3_tmul(face.F, A);
    return face;
}

static Vec3 corner_of(const Face *a, int k)
{
    Vec3 x = a->p->vertex[a->p->loop[a->f->first + k % a->f->count]];
    return m3_tapply(a->F, v3_sub(x, a->o));
}

/* The stretch of a lying axis whose lowest line is above the face; false: the line leaves the face sideways, or comes
 * too near to its edges. */
static bool stretch(const Face *a, const Shape *i, double depth, Dual *from, Dual *to)
{
    DualVec axis = dv_axis(a->A, v3(0, 0, 1)), o = dv_point(a->r, a->A, v3(0, 0, 0)), n = dv(v3(0, 0, 1));
    DualVec w = dv_unit(dv_sub(n, dv_scale(axis, dv_get(axis, 2))));
    double slope = (i->round.top - i->round.bottom) / (i->round.to - i->round.from);
    double rho0 = i->round.bottom - slope * i->round.from, wide = fmax(i->round.bottom, i->round.top);
    DualVec x0 = dv_axpy(o, -rho0, w), x1 = dv_axpy(axis, -slope, w); /* lowest line */
    double half = sqrt(fmax(0, depth * (2 * wide - depth)));
    *from = du(i->round.from), *to = du(i->round.to);
    for (int k = 0; k < a->f->count; k++) {
        Vec3 p = corner_of(a, k), u = v3_unit(v3_sub(corner_of(a, k + 1), p));
        DualVec inwards = dv(v3(-u.y, u.x, 0));
        Dual c0 = dv_dot(inwards, dv_sub(x0, dv(p))), c1 = dv_dot(inwards, x1);
        double low = c0.x + c1.x * from->x, high = c0.x + c1.x * to->x;
        double across = half * sqrt(fmax(0, 1 - c1.x * c1.x)); /* how far the region reaches towards this edge */
        if (fmin(low, high) >= across) continue;
        if (fabs(c1.x) < 0.7) return false; /* an edge along the axis */
        Dual s = du_div(du_neg(c0), c1);
        if (c1.x > 0 && s.x > from->x) *from = s;
        if (c1.x < 0 && s.x < to->x) *to = s;
    }
    return to->x - from->x > 4 * depth;
}

/* Whether a disc is above the face. */
static bool holds_patch(const Face *a, Vec3 at, double radius)
{
    for (int k = 0; k < a->f->count; k++) {
        Vec3 p = corner_of(a, k), u = v3_unit(v3_sub(corner_of(a, k + 1), p));
        if (-u.y * (at.x - p.x) + u.x * (at.y - p.y) < radius) return false;
    }
    return true;
}

/* Whether all that is below the face plane is above the face: discs of both ends and what is between them. */
static bool holds(const Face *a, const Shape *i, double depth)
{
    double az = a->A.c[2].z, end = az > 0 ? i->round.from : i->round.to, rho = az > 0 ? i->round.bottom : i->round.top;
    double slope = fabs(i->round.top - i->round.bottom) / (i->round.to - i->round.from);
    Vec3 c = v3_add(a->r, v3_scale(a->A.c[2], end));
    double wide = rho + depth * (slope + 1); /* at the plane */
    return holds_patch(a, c, wide);
}

/* The face on which a shape is farthest out, and how far: negative where it is not. */
static int outermost(const Polytope *p, const Shape *i, Vec3 r, Mat3 A, double *highest)
{
    int face = 0;
    *highest = -INFINITY;
    for (int f = 0; f < p->facets; f++) {
        double h = lowest(i, r, A, &p->facet[f]);
        if (h > *highest) *highest = h, face = f;
    }
    return face;
}

void cd_pair_round_convex(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch,
                          Touch *touch)
{
    const Polytope *p = j->polytope;
    if (!p) {
        cd_pair_meshes(pair, i, j, r, A, scratch, touch);
        return;
    }
    double highest;
    int face = outermost(p, i, r, A, &highest);
    if (highest >= 0) { /* its facets may reach farther than the shape */
        cd_gap_of_convex(i, j, r, A, touch);
        return;
    }
    if (-highest < 0.2 * i->size) {
        Face a = face_of(p, &p->facet[face], r, A);
        Dual from = du(i->round.from), to = du(i->round.to);
        double tilt = fabs(a.A.c[2].z);
        bool closed = holds_patch(&a, v3_add(a.r, m3_apply(a.A, i->centre)), i->reach); /* a wide floor */
        if (!closed) closed = tilt < 0.3 ? stretch(&a, i, -highest, &from, &to) : tilt > 0.9 && holds(&a, i, -highest);
        if (closed) {
            cd_round_on_plane(i, a.r, a.A, from, to, touch);
            cd_touch_from_frame(touch, a.o, a.F);
            return;
        }
    }
    cd_pair_convex(pair, i, j, r, A, scratch, touch);
}
