/* torus.c - a torus about z: points at the distance section from a circle of radius ring in the x-y plane. */
#include "contact/facets.h"
#include "contact/rows.h"

static Distance distance(const Shape *s, DualVec x)
{
    DualVec radial = x;
    radial.x.z = 0;
    for (int k = 0; k < 6; k++) radial.d[k].z = 0;
    /* on the axis all directions are alike: take x */
    DualVec out = v3_norm(radial.x) > 0 ? dv_unit(radial) : dv(v3(1, 0, 0));
    DualVec q = dv_sub(x, dv_times(out, s->torus.ring));
    DualVec n = v3_norm(q.x) > 0 ? dv_unit(q) : dv(v3(0, 0, 1));
    return (Distance){ du_plus(dv_norm(q), -s->torus.section), n, 0 };
}

static const SurfaceMesh *facets(Arena *arena, double ring, double section)
{
    enum { ROWS = 48, COLUMNS = 96 };
    Vec3 x[ROWS * COLUMNS];
    for (int a = 0; a < ROWS; a++)
        for (int b = 0; b < COLUMNS; b++) {
            double f = 2 * M_PI * a / ROWS, g = 2 * M_PI * b / COLUMNS, rho = ring + section * cos(f);
            x[a * COLUMNS + b] = v3(rho * cos(g), rho * sin(g), section * sin(f));
        }
    return cd_mesh_grid(arena, ROWS, COLUMNS, x, true);
}

Shape *cd_shape_torus(Arena *arena, double ring, double section)
{
    Shape *s = ARENA_NEW(arena, Shape);
    double out = ring + section;
    *s = (Shape){ .kind = SHAPE_torus, .size = section, .reach = out, .distance = distance };
    s->torus.ring = ring, s->torus.section = section;
    s->low = v3(-out, -out, -section), s->high = v3(out, out, section);
    s->mesh = facets(arena, ring, section);
    return s;
}

/* Along the ring, at the angle f from its lowest point, the depth is h(f) = p0 + t cos f with p0 at the centre and t =
 * ring sin(tilt), and the section of the overlap grows as h^1.5: the point is at the mean of cos f with that weight
 * (18.9). Where the ring is steep only its lowest point counts; where it lies flat the whole of it. */
void cd_pair_torus_plane(const Pair *pair, const Shape *i, const Shape *j, Vec3 r, Mat3 A, Arena *scratch, Touch *touch)
{
    (void)pair, (void)j, (void)scratch;
    enum { NODES = 96 };
    const double FLAT = 1e-7; /* tilt below which the next order is lost in rounding */
    DualVec c = dv_point(r, A, v3(0, 0, 0)), axis = dv_axis(A, v3(0, 0, 1)), n = dv(v3(0, 0, 1));
    DualVec down = dv_sub(dv_scale(axis, dv_get(axis, 2)), n); /* in the plane of the ring, of length sin(tilt) */
    Dual height = du_plus(dv_get(c, 2), -i->torus.section), sine = dv_norm(down);
    Dual t = du_scale(sine, i->torus.ring), p0 = du_neg(height), gap = du_sub(height, t);
    if (gap.x >= 0) {
        cd_touch_add(touch, 0, gap, dv_axpy(c, -i->torus.section, n), n);
        return;
    }
    if (t.x < FLAT * p0.x) { /* the mean of cos f is 3/4 t / p0 to first order */
        Dual slope = du_div(du(0.75 * i->torus.ring * i->torus.ring), p0);
        DualVec x = dv_add(c, dv_scale(down, slope));
        cd_touch_add(touch, 0, du_sub(height, du_mul(slope, dv_dot(down, down))), dv_axpy(x, -i->torus.section, n), n);
        return;
    }
    /* share of the radius at which the point lies; k2 = sin^2(f0/2), f0 where the depth is zero */
    Dual k2 = du_scale(du_plus(du_div(p0, t), 1), 0.5), weights = du(0), first = du(0);
    for (int m = 0; m < NODES; m++) {
        double angle = (m + 0.5) * M_PI / NODES;
        Dual cosine, weight;
        if (k2.x < 1) { /* sin(f/2) = k sin(angle) takes the end of the overlap out of the integrand */
            double s2 = cos(angle) * cos(angle), c2 = sin(angle) * sin(angle);
            Dual sin2 = du_scale(k2, s2);
            cosine = du_plus(du_scale(sin2, -2), 1);
            weight = du_scale(du_div(du_square(k2), du_sqrt(du_plus(du_neg(sin2), 1))), c2 * c2);
        } else {
            cosine = du(cos(angle));
            Dual h = du_plus(k2, (cosine.x - 1) / 2);
            weight = du_mul(h, du_sqrt(h));
        }
        weights = du_add(weights, weight), first = du_add(first, du_mul(weight, cosine));
    }
    Dual share = du_div(first, weights);
    DualVec x = dv_add(c, dv_scale(down, du_scale(du_div(share, sine), i->torus.ring)));
    cd_touch_add(touch, 0, du_sub(height, du_mul(t, share)), dv_axpy(x, -i->torus.section, n), n);
}
